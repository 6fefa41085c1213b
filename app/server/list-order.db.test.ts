import { expect, test } from 'vitest'
import type { Query } from '../../platform/calls/call.ts'
import { openDatabase } from '../../platform/database/server/db.ts'
import { aDock } from '../../testing/receiving-builders.ts'
import { startTestServer } from '../../testing/test-server.ts'
import { listSources } from './slices.ts'

const server = await startTestServer()
const dock = await aDock(server)
const { tenantId } = dock

/**
 * 45 of each, unordered by code (`m`), 15 per timestamp (`at`): only a tie-breaker keeps those apart.
 */
const made = [
  `customers (tenant_id, customer_code, customer_name, search_line, created_at) select tenant, 'M-' || m, 'x', '', at`,
  `products (tenant_id, customer_id, sku, name_en, search_line, created_at) select tenant, customer, 'M-' || m, 'x', '', at`,
  `locations (tenant_id, location_code, zone_id, purpose, route_seq)
     select tenant, 'M-' || m, (select min(id) from location_zones where tenant_id = tenant), 'storage', m % 3`,
  `batches (tenant_id, customer_id, product_id, putaway_date) 
     select tenant, customer, (select id from products where tenant_id = tenant and sku = 'M-' || m), at::date`,
  `stock_counts (tenant_id, count_no, is_blind, created_by, created_at) select tenant, 'CT' || m, false, person, at`,
  `inbounds (tenant_id, inbound_no, customer_id, inbound_type, search_line, created_by, updated_at)
     select tenant, 'IN' || m, customer, 'by_sku', '', person, at`,
  `channels (tenant_id, channel_code, name_zh, name_en, search_line, carrier, label_source, billing_method, label_format, countries)
     select tenant, 'M-' || m, 'x', 'x', '', 'x', 'none', 'none', 'pdf_100x150', '{US}'`,
  `orders (tenant_id, order_no, customer_id, reference_no, channel_id, receiver_name, country_code, city, address1, piece_class, sku_count,
     piece_count, created_by, created_at)
     select tenant, 'OB' || m, customer, 'R-' || m, (select min(id) from channels where tenant_id = tenant), 'x', 'US', 'x', 'x', 'ss', 1, 1,
       person, at`,
  `quotes (tenant_id, quote_code, quote_name, search_line, kind, created_at, updated_at)
     select tenant, 'M-' || m, 'x', '', 'storage', at, at`,
  `customer_prices (tenant_id, customer_id, quote_id, kind, effective_from, created_by)
     select tenant, (select id from customers where tenant_id = tenant and customer_code = 'M-' || m),
       (select min(id) from quotes where tenant_id = tenant), 'storage', at, person`,
  `shipment_batches (tenant_id, batch_no, carrier, order_count, package_count, created_by, created_at)
     select tenant, 'SB' || m, 'x', 1, 1, person, at`,
  `collections (tenant_id, collection_no, customer_id, purpose, amount, pay_method, paid_on, created_by, created_at)
     select tenant, 'CP' || m, customer, 'top_up', m + 1, 'cash', '2026-01-01', person, at`,
  `bills (tenant_id, bill_no, customer_id, settlement_mode, period_from, period_to, created_by, created_at)
     select tenant, 'BL' || m, customer, 'bill', '2026-01-01', '2026-01-31', person, at`,
  `balance_flows (tenant_id, customer_id, seq, log_type, business, amount, balance_after, frozen_after, credit_after, source_type, source_id,
     source_no, source_line, actor_id, at)
     select tenant, customer, m + 1, 'in', 'collection', 1, 1, 0, 0, 'collection', m + 1, 'CP' || m, 1, person, at`,
  `stock_snapshots (tenant_id, charge_date, due_at) select tenant, date '2026-01-01' + m::int, at`,
  `billable_events (tenant_id, kind, source_id, source_no, customer_id, charge_date, facts_version, facts, created_at)
     select tenant, 'inbound', m + 1, 'IN' || m, customer, at::date, 1, '{}', at`,
  `fees (tenant_id, customer_id, fee_type_id, order_type, amount, charge_date, occurred_at, is_manual, created_by)
     select tenant, customer, (select min(id) from fee_types where tenant_id = tenant), 'manual', m + 1, at::date, at, true, person`,
  `fee_requests (tenant_id, customer_id, fee_type_id, order_type, amount, charge_date, reason, asked_by, asked_at)
     select tenant, customer, (select min(id) from fee_types where tenant_id = tenant), 'manual', m + 1, at::date, 'x', person, at`,
  `picking_lists (tenant_id, picking_no, list_type, created_by, created_at) select tenant, 'PK' || m, 'ss', person, at`,
  `parcels (tenant_id, parcel_no, tracking_no, created_by, created_at) select tenant, 'PC' || m, 'T' || m, person, at`,
  `watermark_templates (tenant_id, template_name, label_format, stamp_mode, items, lang)
     select tenant, 'M ' || m, 'pdf_100x150', 'overlay', '[{"item": "custom_text", "xMm": 1, "yMm": 1, "wMm": 30, "fontPt": 8, "maxRows": 1, "text": "x"}]', 'en_US'`,
  `accounts (tenant_id, kind, login_account, user_name, zone_code, created_at)
     select tenant, 'staff', 'order-' || m, 'x', 'UTC', at`,
  `audit_log (tenant_id, account_id, login_account, ip, request_id, action, object_type, object_id, object_no, at)
     select tenant, person, 'x', 'x', 'r', 'edit', 'account', person, 'x', at`,
  `zone_schemas (tenant_id, schema_code, schema_name, search_line) select tenant, 'M-' || m, 'x', ''`,
  `states (tenant_id, country_code, state_code, name_en, search_line)
     select tenant, (array['US', 'CA', 'AU'])[m % 3 + 1], 'M' || m, 'x', ''`,
  `platforms (tenant_id, platform_code, platform_name, address, headers, requests, answers, search_line)
     select tenant, 'M-' || m, 'x', 'https://carrier.example.com', '{}', '{}', '{}', ''`,
  `carrier_accounts (tenant_id, adapter, carrier, account_name, environment, search_line)
     select tenant, 'demo', 'x', 'M ' || m, 'sandbox', ''`,
]
for (const rows of made) {
  await server.owner(
    `with n as (select n * 22 % 45 as m, now() - n % 3 * interval '1 day' as at, $1::bigint as tenant, $2::bigint as person,
       $3::bigint as customer from generate_series(1, 45) n)
     insert into ${rows} from n`,
    [tenantId, dock.who.accountId, dock.customerId],
    tenantId,
  )
}
await server.owner(
  `select post_stock('test', $1, null, array(select row(1, 'TEST', b.id, 'receive', l.id, b.id, 'good', 1, 0, 0)::stock_line
     from batches b join products p on p.tenant_id = b.tenant_id and p.id = b.product_id
     join locations l on l.tenant_id = p.tenant_id and l.location_code = p.sku where b.tenant_id = $2))`,
  [dock.who.accountId, tenantId],
  tenantId,
)

for (const status of ['under_audit', 'pending_shipment', 'waybill_printed'])
  await server.owner(
    `update orders set status = $2::order_status, status_at = created_at
     where tenant_id = $1 and ($2 <> 'waybill_printed' or order_no > 'OB3')`,
    [tenantId, status],
    tenantId,
  )

/** Without indexes: one whose last column is the id puts equal rows in its order, whatever the list says. */
const database = openDatabase(server.at.app, 'without indexes', { connectionTimeoutMillis: 20_000 })
database.pool.on('connect', (client) => {
  void client.query(
    `select set_config(name, 'off', false) from unnest(array['enable_indexscan', 'enable_indexonlyscan', 'enable_bitmapscan']) name`,
  )
})
server.closeWith(() => database.close())
const sorting = await startTestServer({ db: { ...server, database } })

type Row = Record<string, unknown>
const rowsOf = async (call: Query, input: object) => {
  const { data, message } = await sorting.send(call, input as never, dock)
  if (!data) throw new Error(message)
  return (data as { rows: Row[] }).rows
}

for (const [list, { call, columns }] of Object.entries(listSources)) {
  test(`the column marked as sorted is the order of the rows: ${list}`, async () => {
    const { sort, order } = call.input.parse({}) as { sort: string; order: 'asc' | 'desc' }
    const marked = columns.find(({ sortKey }) => sortKey === sort)
    if (!marked) throw new Error(`no column shows ${sort}`)
    expect(marked.isExtra).toBeFalsy()

    const rows = await rowsOf(call, { size: 100 })
    expect(rows.length, `${list} has no rows: add its table to \`made\` above`).toBeGreaterThan(2)
    const values = rows.map((row) => row[marked.key])
    const sorted = values.toSorted(compare)
    expect(values).toEqual(order === 'desc' ? sorted.reverse() : sorted)

    for (const sort of new Set(columns.flatMap(({ sortKey }) => sortKey ?? []))) {
      const all = await rowsOf(call, { size: 100, sort })
      const inPages: Row[] = []
      for (let page = 1; inPages.length < all.length; page++)
        inPages.push(...(await rowsOf(call, { size: 7, page, sort })))
      expect(inPages.slice(0, all.length), `in pages by ${sort}`).toEqual(all)
    }
  })
}

test('amounts are exported only with the permission to export customers’ money', () => {
  const others = Object.entries(listSources).flatMap(([list, { columns }]) =>
    columns.filter(({ kind, isMoney }) => kind === 'amount' && !isMoney).map(({ key }) => `${list} ${key}`),
  )
  expect(others, 'what the goods are worth that a count misses is not money').toEqual(['stock_counts value'])
})

/** As the database does: numbers by size, text by code point; unknown values first. */
function compare(a: unknown, b: unknown): number {
  if (a === null || b === null) return Number(b === null) - Number(a === null)
  if (typeof a === 'number' && typeof b === 'number') return a - b
  const [one, other] = [String(a).toLowerCase(), String(b).toLowerCase()]
  return one < other ? -1 : Number(one > other)
}
