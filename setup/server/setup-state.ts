import { sql } from 'kysely'
import type { Who } from '../../platform/calls/who.ts'
import type { Db } from '../../platform/database/server/db.ts'
import { only } from '../../platform/database/server/rows.ts'
import { nameOfFounder } from '../../staff/rules.ts'
import { accessTo } from '../../warehouse/features.ts'
import { LAST_STEP } from '../../warehouse/steps.ts'
import type { CheckName, SetUpState } from '../state-contract.ts'

/** The progress of the setup, derived from the data. A first order needs prices for handling and for its channel. */
export async function setUp(db: Db, who: Who): Promise<SetUpState> {
  const warehouse = await db
    .selectFrom('warehouses')
    .select(['initStep', 'address1', 'contact', 'phone', 'currencyCode', 'unit'])
    .where('tenantId', '=', who.tenantId)
    .executeTakeFirstOrThrow()
  const match = await countsOf(db, who)
  const { initStep } = warehouse
  const isOver = initStep === LAST_STEP
  // What a satellite cannot change is not on its list; until the end of the setup its warehouse details are.
  const isOwn = (feature: Parameters<typeof accessTo>[0]) => accessTo(feature, who.version) === 'full'
  const lines: [CheckName, isShown: boolean, isDone: boolean][] = [
    ['wizard', true, isOver],
    [
      'warehouse',
      !isOver || isOwn('warehouse'),
      Boolean(warehouse.address1 && warehouse.contact && warehouse.phone),
    ],
    ['measures', !isOver || isOwn('warehouse'), warehouse.currencyCode !== null && warehouse.unit !== null],
    ['locations', true, match.shelves > 0],
    ['channels', isOwn('channel'), match.channels > 0],
    ['prices', who.version !== 'satellite' && isOwn('quote'), match.withoutPrice === 0],
    ['customers', isOwn('customer'), match.customers > 0],
    ['products', true, match.products > 0],
    ['colleagues', true, match.staff > 1],
    ['logo', isOwn('logo'), match.logos > 0],
    ['printing', isOwn('basicData'), match.printing > 0],
  ]
  return {
    initStep,
    userName: await ownNameOf(db, who),
    locations: match.locations,
    channels: match.channels,
    customers: match.customers,
    checks: lines.flatMap(([name, isShown, isDone]) => (isShown ? [{ name, isDone }] : [])),
    samples: await samplesFor(db, who, warehouse),
  }
}

/** A founder has the company's name until they enter their own. */
async function ownNameOf(db: Db, { tenantId, accountId }: Who) {
  const { userName, companyName } = await db
    .selectFrom('accounts as a')
    .innerJoin('tenants as t', 't.id', 'a.tenantId')
    .select(['a.userName', 't.companyName'])
    .where('a.tenantId', '=', tenantId)
    .where('a.id', '=', accountId)
    .executeTakeFirstOrThrow()
  return userName === nameOfFounder(companyName) ? '' : userName
}

async function countsOf(db: Db, { tenantId }: Who) {
  const { rows } = await sql<
    Record<
      | 'locations'
      | 'shelves'
      | 'channels'
      | 'withoutPrice'
      | 'customers'
      | 'products'
      | 'staff'
      | 'logos'
      | 'printing',
      number
    >
  >`
    select
      (select count(*) from locations where tenant_id = ${tenantId}) as locations,
      (select count(*) from locations l join location_zones z on z.tenant_id = l.tenant_id and z.id = l.zone_id
        where l.tenant_id = ${tenantId} and l.is_enabled and l.purpose = 'storage' and z.quality = 'good') as shelves,
      (select count(*) from channels where tenant_id = ${tenantId} and is_enabled) as channels,
      (select count(*) from (
        select 'operation'::quote_kind as kind, 0 as channel_id union all
        select 'freight', id from channels
        where tenant_id = ${tenantId} and is_enabled and billing_method in ('price_book', 'flat')) needed
        where not exists (
          select 1 from quotes q join quote_versions v on v.tenant_id = q.tenant_id and v.quote_id = q.id
          where q.tenant_id = ${tenantId} and q.kind = needed.kind and coalesce(q.channel_id, 0) = needed.channel_id
            and q.side = 'sale' and q.is_enabled and v.published_at is not null
            and (v.inactive_at is null or v.inactive_at > business_now())
            and (q.is_default or exists (
              select 1 from customer_prices b where b.tenant_id = q.tenant_id and b.quote_id = q.id)))) as without_price,
      (select count(*) from customers where tenant_id = ${tenantId}) as customers,
      (select count(*) from (select 1 from products where tenant_id = ${tenantId} limit 1) p) as products,
      (select count(*) from accounts where tenant_id = ${tenantId} and kind = 'staff' and is_enabled and not is_support) as staff,
      (select count(*) from print_settings where tenant_id = ${tenantId}) as printing,
      (select count(*) from tenants where id = ${tenantId}
        and coalesce(company_logo, wms_logo, oms_logo) is not null) as logos`.execute(db)
  return only(rows)
}

/** Sample data is for trial companies without data; a satellite's customers come from its main warehouse. */
export async function samplesFor(
  db: Db,
  { tenantId, version }: Who,
  { unit }: { unit: number | null },
): Promise<SetUpState['samples']> {
  if (accessTo('customer', version) !== 'full') return 'none'
  const { rows } = await sql<{ isOpen: boolean; isUnderWay: boolean }>`
    select
      t.status = 'trial' and not exists (select 1 from customers where tenant_id = ${tenantId})
        and not exists (select 1 from products where tenant_id = ${tenantId}) as is_open,
      exists (select 1 from tasks where tenant_id = ${tenantId} and kind = 'fill_samples'
        and status in ('waiting', 'running')) as is_under_way
    from tenants t where t.id = ${tenantId}`.execute(db)
  const { isOpen, isUnderWay } = only(rows)
  if (!isOpen) return 'none'
  if (isUnderWay) return 'under_way'
  return unit === null ? 'needs_measures' : 'offered'
}
