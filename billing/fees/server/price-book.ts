import { sql } from 'kysely'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db } from '../../../platform/database/server/db.ts'
import type { Decimal } from '../../../platform/text/decimal.ts'
import { settingsIn } from '../../../warehouse/settings.ts'
import type {
  FreightContent,
  FuelRate,
  OperationContent,
  PriceBinding,
  Quote,
  QuoteKind,
  QuoteVersion,
  StorageContent,
  Unit,
} from '../../pricing/price-types.ts'
import type { CompanyTerms, Contents, PriceList } from '../event-prices.ts'

type Company = Pick<Who, 'tenantId'>

/** The group of an event's customer when it happened; where that was not recorded, the group of today. */
export const groupOfEvent = sql`case when e.is_group_known then e.group_id else c.group_id end`

/** All prices of some customers and their groups and the defaults, without their contents. */
export async function priceList(
  db: Db,
  { tenantId }: Company,
  kinds: readonly QuoteKind[],
  customers: readonly { customerId: number; groupId: number | null }[],
): Promise<PriceList> {
  const customerIds = [...new Set(customers.map(({ customerId }) => customerId))]
  const groupIds = [...new Set(customers.flatMap(({ groupId }) => groupId ?? []))]
  const { rows } = await sql<{ quotes: Quote[]; versions: QuoteVersion[]; bindings: PriceBinding[] }>`
    with wanted as (
      select id, kind, side, channel_id, is_default, is_enabled from quotes
      where tenant_id = ${tenantId} and kind = any(${kinds}::quote_kind[])),
    bound as (
      select p.* from customer_prices p where p.tenant_id = ${tenantId} and p.kind = any(${kinds}::quote_kind[])
        and (p.customer_id = any(${customerIds}::bigint[]) or p.group_id = any(${groupIds}::bigint[])))
    select
      (select coalesce(json_agg(json_build_object('quoteId', q.id, 'kind', q.kind, 'side', q.side, 'channelId', q.channel_id,
          'isDefault', q.is_default, 'isEnabled', q.is_enabled)), '[]') from wanted q) as quotes,
      (select coalesce(json_agg(json_build_object('versionId', v.id, 'quoteId', v.quote_id, 'effectiveFrom', v.effective_from,
          'inactiveAt', v.inactive_at, 'publishedAt', v.published_at)), '[]')
        from quote_versions v join wanted q on q.id = v.quote_id where v.tenant_id = ${tenantId} and v.published_at is not null) as versions,
      (select coalesce(json_agg(json_build_object('customerId', b.customer_id, 'groupId', b.group_id, 'kind', b.kind,
          'channelId', b.channel_id, 'quoteId', b.quote_id, 'discount', b.discount::text, 'effectiveFrom', b.effective_from,
          'inactiveAt', b.inactive_at)), '[]') from bound b) as bindings`.execute(db)
  return rows[0] ?? { quotes: [], versions: [], bindings: [] }
}

type Content = { versionId: number; kind: QuoteKind; content: unknown; fuelRates: FuelRate[] }

/** The contents of versions, with the fuel surcharges of their quotes. */
export async function contentsOf(
  db: Db,
  { tenantId }: Company,
  versionIds: readonly number[],
): Promise<Contents & { storage: ReadonlyMap<number, StorageContent & { versionId: number }> }> {
  const wanted = [...new Set(versionIds)]
  const { rows } =
    wanted.length === 0
      ? { rows: [] }
      : await sql<Content>`
    select v.id as version_id, q.kind, v.content, (select coalesce(json_agg(json_build_object('startsOn', r.starts_on, 'percent', r.percent::text)), '[]')
      from fuel_rates r where r.tenant_id = v.tenant_id and r.quote_id = v.quote_id) as fuel_rates
    from quote_versions v join quotes q on q.tenant_id = v.tenant_id and q.id = v.quote_id
    where v.tenant_id = ${tenantId} and v.id = any(${wanted}::bigint[])`.execute(db)
  const of = <C>(kind: QuoteKind) =>
    rows
      .filter((row) => row.kind === kind)
      .map((row) => ({ ...(row.content as C), versionId: row.versionId, fuelRates: row.fuelRates }))
  const byId = <V extends { versionId: number }>(versions: V[]) =>
    new Map(versions.map((version) => [version.versionId, version]))
  return {
    operation: byId(of<OperationContent>('operation')),
    freight: byId(of<FreightContent>('freight')),
    storage: byId(of<StorageContent>('storage')),
  }
}

type Terms = {
  minVolume: Decimal
  timeZone: string
  isSatellite: boolean
  /** The customers whose accounts are blocked. */
  blocked: number[]
}

/** What every price of the company depends on, and who can't be charged now. */
export async function companyTerms(db: Db, { tenantId }: Company): Promise<CompanyTerms & Terms> {
  const { rows } = await sql<
    Terms & { unit: Unit; currency: string | null; settings: unknown; rates: Record<string, Decimal> }
  >`
    select w.unit, w.currency_code as currency, w.min_volume, w.time_zone, w.settings, t.system_version = 'satellite' as is_satellite,
      (select coalesce(json_object_agg(r.cost_currency, r.cost_rate::text), '{}') from (
        select distinct on (a.cost_currency) a.cost_currency, a.cost_rate from carrier_accounts a
        where a.tenant_id = w.tenant_id and a.cost_currency is not null order by a.cost_currency, a.cost_rate_on desc, a.id desc) r) as rates,
      (select coalesce(json_agg(a.customer_id), '[]') from customer_accounts a
        where a.tenant_id = w.tenant_id and a.blocked_because is not null) as blocked
    from warehouses w join tenants t on t.id = w.tenant_id where w.tenant_id = ${tenantId}`.execute(db)
  const [row] = rows
  if (!row) throw new Error(`company ${tenantId} has no warehouse`)
  const { settings, currency, ...facts } = row
  const { chargeSunkFreight } = settingsIn(settings)
  return { ...facts, currency: currency ?? '', chargeSunkFreight }
}
