import { sql } from 'kysely'
import { changed, publishEvents, refuseStale, writeAudit } from '../../../platform/audit/server/audit.ts'
import type { InputOf, OutputOf, Page } from '../../../platform/calls/call.ts'
import { notFound, refuseAs, refuseField } from '../../../platform/calls/refusal.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db, Tx } from '../../../platform/database/server/db.ts'
import { searchLine } from '../../../platform/database/server/pinyin.ts'
import { searchPattern } from '../../../platform/database/server/search.ts'
import { allOf, directionOf, limitOf, pageOfSql } from '../../../platform/lists/server/page.ts'
import { switchable } from '../../../platform/lists/server/switchable.ts'
import { fill, type Text } from '../../../platform/text/text.ts'
import { priceAgain } from '../../fees/server/price-again.ts'
import type * as calls from '../contract.ts'
import type { QuoteRow, QuoteStatus, VersionHead } from '../contract.ts'
import { quoteText } from '../text.ts'

/** What a version is at this moment, from its times. */
const statusOf = sql<QuoteStatus>`case when v.published_at is null then 'draft' when v.effective_from > business_now() then 'pending'
  when v.inactive_at <= business_now() then 'inactive' else 'effective' end`

/** A quote with the version that is in force, or else the next one, or else the newest. */
const quotesOf = (who: Pick<Who, 'tenantId'>) => sql`
  from quotes q
  left join channels h on h.tenant_id = q.tenant_id and h.id = q.channel_id
  left join lateral (
    select v.version_no, v.effective_from, v.inactive_at, ${statusOf} as status from quote_versions v
    where v.tenant_id = q.tenant_id and v.quote_id = q.id
    order by (${statusOf} = 'effective') desc, (${statusOf} = 'pending') desc,
      case when ${statusOf} = 'pending' then v.effective_from end, v.version_no desc limit 1) v on true
  where q.tenant_id = ${who.tenantId}`

const listed = sql`q.id, q.quote_code, q.is_enabled, q.quote_name, q.kind, q.side, q.channel_id, h.channel_code, q.is_default,
  coalesce(v.status, 'draft') as status, v.version_no, v.effective_from, v.inactive_at,
  (select count(*) from customer_prices b where b.tenant_id = q.tenant_id and b.quote_id = q.id and b.effective_from <= business_now()
    and (b.inactive_at is null or b.inactive_at > business_now())) as customer_count,
  q.updated_at`

/** What the prices of a quote `q` with the channel `h` are calculated with. */
export const pricedBy = sql`
  case when h.id is not null then jsonb_build_object('billingMethod', h.billing_method, 'dimDivisor', h.dim_divisor,
    'dimTriggerVolume', h.dim_trigger_volume::text, 'dimRounding', h.dim_rounding, 'weightStep', h.weight_step::text,
    'weightBasis', h.weight_basis) end as channel,
  (select w.unit from warehouses w where w.tenant_id = q.tenant_id) as unit,
  (select w.min_volume::text from warehouses w where w.tenant_id = q.tenant_id) as min_volume,
  (select w.currency_code from warehouses w where w.tenant_id = q.tenant_id) as currency_code,
  coalesce((select jsonb_agg(jsonb_build_object('startsOn', f.starts_on, 'percent', f.percent::text) order by f.starts_on desc) from fuel_rates f
    where f.tenant_id = q.tenant_id and f.quote_id = q.id), '[]') as fuel_rates,
  case when h.zone_schema_id is not null then array(
    select distinct r.zone_code from zone_rows r where r.tenant_id = h.tenant_id and r.schema_id = h.zone_schema_id order by 1) end as zones`

const sorts = { quoteCode: sql`q.quote_code`, quoteName: sql`q.quote_name`, updatedAt: sql`q.updated_at` }

export async function listQuotes(
  db: Db,
  who: Who,
  input: InputOf<typeof calls.listQuotes>,
): Promise<Page<QuoteRow>> {
  const match = sql`${quotesOf(who)} and ${allOf([
    sql`true`,
    input.search && sql`q.search_line like ${searchPattern(input.search)}`,
    input.kind && sql`q.kind = ${input.kind}::quote_kind`,
    input.side && sql`q.side = ${input.side}::quote_side`,
    input.channelId && sql`q.channel_id = ${input.channelId}`,
    input.status && sql`coalesce(v.status, 'draft') = ${input.status}`,
    input.isEnabled && sql`q.is_enabled = ${input.isEnabled === '1'}`,
  ])}`
  return pageOfSql(
    db,
    sql<QuoteRow>`select ${listed} ${match} order by ${sorts[input.sort]} ${directionOf(input.order)}, q.id ${limitOf(input)}`,
    match,
  )
}

export async function oneQuote(
  db: Db,
  who: Who,
  { id }: { id: number },
): Promise<OutputOf<typeof calls.getQuote>> {
  const [{ rows }, { rows: versions }] = await Promise.all([
    sql<
      Omit<OutputOf<typeof calls.getQuote>, 'versions'>
    >`select ${listed}, q.row_version, ${pricedBy} ${quotesOf(who)} and q.id = ${id}`.execute(db),
    sql<VersionHead>`select ${versionHead} from quote_versions v
      left join accounts a on a.tenant_id = v.tenant_id and a.id = v.published_by
      where v.tenant_id = ${who.tenantId} and v.quote_id = ${id} order by v.version_no desc`.execute(db),
  ])
  const [quote] = rows
  if (!quote) return refuseAs({ kind: 'not_found' }, quoteText.notFound)
  return { ...quote, versions }
}

export const versionHead = sql`v.id, v.version_no, ${statusOf} as status, v.effective_from, v.inactive_at, v.note, v.published_at,
  a.user_name as published_by, v.created_at, v.updated_at, v.row_version`

const foundBy = (quote: { quoteCode: string; quoteName: string }) =>
  searchLine(quote.quoteCode, quote.quoteName)

export async function createQuote(tx: Tx, who: Who, input: InputOf<typeof calls.createQuote>) {
  if (input.channelId !== null) await channelOf(tx, who, input.channelId)
  const { id } = await tx
    .insertInto('quotes')
    .values({ tenantId: who.tenantId, ...input, searchLine: foundBy(input) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeAudit(tx, who, [{ action: 'create', type: 'quote', id, no: input.quoteCode, after: input }])
  await publishEvents(tx, who, [{ kind: 'quote.created', type: 'quote', id }])
  return { id }
}

async function channelOf(tx: Tx, who: Who, id: number) {
  const channel = await tx
    .selectFrom('channels')
    .select(['billingMethod'])
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .executeTakeFirst()
  return channel ?? refuseField('channelId', quoteText.noSuchChannel)
}

/** A quote that the caller changes, or whose versions it changes: locked first, so that they are changed one after the other. */
export async function heldQuote(tx: Tx, who: Pick<Who, 'tenantId'>, id: number) {
  return tx
    .selectFrom('quotes')
    .select([
      'id',
      'quoteCode',
      'quoteName',
      'kind',
      'side',
      'channelId',
      'isDefault',
      'isEnabled',
      'rowVersion',
    ])
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound(quoteText.notFound))
}

export async function editQuote(
  tx: Tx,
  who: Who,
  { id, rowVersion, ...facts }: InputOf<typeof calls.editQuote>,
) {
  const { quoteCode, quoteName, isDefault, ...before } = await heldQuote(tx, who, id)
  if (before.rowVersion !== rowVersion) await refuseStale(tx, who, { type: 'quote', id }, quoteText.stale)
  await tx
    .updateTable('quotes')
    .set({
      ...facts,
      searchLine: foundBy({ quoteCode, ...facts }),
      rowVersion: rowVersion + 1,
      updatedAt: sql<string>`business_now()`,
    })
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .execute()
  const fields = changed({ quoteName, isDefault }, facts)
  await writeAudit(tx, who, [{ action: 'edit', type: 'quote', id, no: quoteCode, ...fields }])
  await publishEvents(tx, who, [{ kind: 'quote.edited', type: 'quote', id }])
  if (facts.isDefault && !isDefault) await priceAgain(tx)
  return { rowVersion: rowVersion + 1 }
}

/**
 * Enables or disables quotes. One that a customer has, now or later, stays enabled: their work could no longer be priced. Giving a
 * customer a quote locks it, so that none is disabled in between.
 */
const switchEach = switchable({
  table: 'quotes',
  type: 'quote',
  no: sql`quote_code`,
  notFound: quoteText.notFound,
  reasons: async (tx, who, { ids, isEnabled }) => (isEnabled ? new Map() : usedByCustomers(tx, who, ids)),
})

export async function switchQuotes(tx: Tx, who: Who, input: InputOf<typeof calls.switchQuotes>) {
  const result = await switchEach(tx, who, input)
  if (input.isEnabled && result.ok > 0) await priceAgain(tx)
  return result
}

async function usedByCustomers(tx: Tx, who: Who, ids: number[]): Promise<Map<number, Text>> {
  const { rows } = await sql<{ id: number; customers: string }>`
    select b.quote_id as id, string_agg(coalesce(c.customer_code, g.group_code), ', ' order by coalesce(c.customer_code, g.group_code)) as customers
    from customer_prices b
    left join customers c on c.tenant_id = b.tenant_id and c.id = b.customer_id
    left join customer_groups g on g.tenant_id = b.tenant_id and g.id = b.group_id
    where b.tenant_id = ${who.tenantId} and b.quote_id = any(${ids}::bigint[])
      and (b.inactive_at is null or b.inactive_at > business_now())
    group by b.quote_id`.execute(tx)
  return new Map(rows.map(({ id, customers }) => [id, fill(quoteText.usedBy, { customers })]))
}
