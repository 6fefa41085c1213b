import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { aPerson, aTenant, startTestServer } from '../../testing/test-server.ts'

/**
 * Frequent lookups use an index in spite of row security.
 *
 * Under row security an index supports only leakproof conditions: a condition on `lower(code)` would be
 * evaluated for every row of the company. Sequential scans are disabled, so the plan shows what the index can
 * do, not how small the test data is.
 */
const server = await startTestServer()
const tenantId = await aTenant(server)
const { id: accountId } = await aPerson(server, tenantId)
const many = (text: string) => server.owner(text, [tenantId], tenantId)
await many(
  `insert into location_zones (tenant_id, zone_code, zone_name, quality) values ($1, 'A', 'A', 'good')`,
)
await many(
  `insert into locations (tenant_id, location_code, zone_id, purpose)
   select $1, 'A-' || n, (select id from location_zones), 'storage' from generate_series(1, 2000) n`,
)
await many(
  `insert into customers (tenant_id, customer_code, customer_name, search_line)
   select $1, 'C-' || n, 'C', 'c' from generate_series(1, 2000) n`,
)
await many(
  `insert into channels (tenant_id, channel_code, name_zh, name_en, search_line, carrier, label_source, billing_method, label_format, countries)
   select $1, 'C-' || n, 'C', 'C', 'c', 'C', 'none', 'none', 'pdf_a4', '{US}' from generate_series(1, 2000) n`,
)
await many(
  `insert into products (tenant_id, customer_id, sku, name_en, search_line, audit_status)
   select tenant_id, id, customer_code, 'P', 'p', 'pending' from customers where tenant_id = $1`,
)
await many(
  `insert into batches (tenant_id, customer_id, product_id) select tenant_id, customer_id, id from products where tenant_id = $1`,
)
await many(
  `insert into stock (tenant_id, location_id, customer_id, product_id, batch_id, quality, on_hand, seq)
   select b.tenant_id, l.id, b.customer_id, b.product_id, b.id, 'good', n % 2, 1
   from (select b.*, row_number() over (order by id) as n from batches b where tenant_id = $1) b
   join (select l.*, row_number() over (order by id) as n from locations l where tenant_id = $1) l using (n)`,
)
await server.owner(
  `insert into stock_flows (tenant_id, stock_id, seq, flow_type, source_type, source_id, source_line, source_no, location_id, customer_id,
     product_id, d_on_hand, d_allocated, d_frozen, on_hand_after, allocated_after, frozen_after, actor_id, at)
   select tenant_id, id, 1, case when id % 500 = 0 then 'dispose'::stock_flow_type else 'move_out' end, 'test', id, 1, 'MV-' || id,
     location_id, customer_id, product_id, -1, 0, 0, on_hand, 0, 0, $2, now() - id * interval '1 minute' from stock where tenant_id = $1`,
  [tenantId, accountId],
  tenantId,
)
await server.owner('analyze locations, customers, channels, products, stock, stock_flows')
const client = new pg.Client({ ...server.at.app, options: '-c search_path=wms -c enable_seqscan=off' })
await client.connect()
afterAll(() => client.end())
await client.query(`set app.tenant_id = '${tenantId}'`)

type Plan = { 'Index Name'?: string; 'Index Cond'?: string; Plans?: Plan[] }
const nodesOf = (plan: Plan): Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

test.each([
  ['a scanned bin', `from locations where tenant_id = $1 and location_key = 'a-01'`, 'location_key'],
  [
    'bins of a spreadsheet',
    `from locations where tenant_id = $1 and location_key = any('{a,b}')`,
    'location_key',
  ],
  ['a zone of bins', `from location_zones where tenant_id = $1 and zone_key = 'a'`, 'zone_key'],
  ['a customer', `from customers where tenant_id = $1 and customer_key = any('{a,b}')`, 'customer_key'],
  ['a customer group', `from customer_groups where tenant_id = $1 and group_key = 'a'`, 'group_key'],
  ['a channel', `from channels where tenant_id = $1 and channel_key = any('{a,b}')`, 'channel_key'],
  ['a zone schema', `from zone_schemas where tenant_id = $1 and schema_key = any('{a,b}')`, 'schema_key'],
  ['a platform', `from platforms where tenant_id = $1 and platform_key = 'a'`, 'platform_key'],
  ['a role', `from roles where tenant_id = $1 and role_key = 'a'`, 'role_key'],
  [
    'a watermark template',
    `from watermark_templates where tenant_id = $1 and template_key = 'a'`,
    'template_key',
  ],
  ['a SKU', `from products where tenant_id = $1 and sku_key = 'a'`, 'sku_key'],
  ['a barcode', `from product_barcodes where tenant_id = $1 and barcode_key = 'a'`, 'barcode_key'],
  [
    'the beginning of a word',
    `from product_words where tenant_id = $1 and word >= 'a' and word < 'b'`,
    'word',
  ],
  ['a scanned document', `from inbound_words where tenant_id = $1 and word = 'a'`, 'word'],
  [
    'a waiting parcel',
    `from parcels where tenant_id = $1 and tracking_key = 'a' and status = 'waiting'`,
    'tracking_key',
  ],
  ['goods of a product', `from stock where tenant_id = $1 and product_id = 1 and on_hand > 0`, 'product_id'],
  ['goods in a bin', `from stock where tenant_id = $1 and location_id = 1 and on_hand > 0`, 'location_id'],
  ['flows of a document', `from stock_flows where tenant_id = $1 and source_no = 'a'`, 'source_no'],
  [
    'documents by their beginning',
    `from stock_flows where tenant_id = $1 and source_no >= 'MX' and source_no < 'MY'`,
    'source_no',
  ],
  [
    'a row as of a moment',
    `from stock_flows where tenant_id = $1 and stock_id = 1 and at <= now() order by at desc, seq desc limit 1`,
    'at <=',
  ],
])('%s is found by an index', async (_, from, column) => {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `explain (format json) select 1 ${from}`,
    [tenantId],
  )
  const nodes = nodesOf(rows[0]?.['QUERY PLAN'][0].Plan ?? {})
  expect(nodes.map((node) => node['Index Cond'] ?? '').join(' ')).toContain(column)
})

test.each([
  [
    'stock of a product',
    `from stock where tenant_id = $1 and product_id = 1 and on_hand > 0`,
    'stock_of_product',
  ],
  [
    'stock in a bin',
    `from stock where tenant_id = $1 and location_id = 1 and on_hand > 0`,
    'stock_of_location',
  ],
  [
    'a type of flow',
    `from stock_flows where tenant_id = $1 and flow_type_key = flow_type_key('dispose') order by at desc limit 20`,
    'flows_of_type',
  ],
  [
    'flows of a customer',
    `from stock_flows where tenant_id = $1 and customer_id = 1 order by at desc limit 20`,
    'flows_of_customer',
  ],
  [
    'an inbound order that is being received',
    `from inbounds where tenant_id = $1 and status = 'receiving' order by updated_at desc limit 20`,
    'inbounds_unfinished',
  ],
  [
    'an open order of a customer',
    `from orders where tenant_id = $1 and status = 'pending_shipment' and customer_id = any('{1,2}')`,
    'orders_pending_shipment',
  ],
  [
    'an order to print by its priority',
    `from orders where tenant_id = $1 and status = 'pending_shipment' order by priority desc, id limit 20`,
    'orders_pending_shipment',
  ],
  [
    'an order to ship by its priority',
    `from orders where tenant_id = $1 and status = 'waybill_printed' order by priority desc, id limit 20`,
    'orders_waybill_printed',
  ],
  [
    'an order with a label whose void was refused',
    `from waybills where tenant_id = $1 and status = 'void_failed' and void_acknowledged_at is null`,
    'waybills_void_refused',
  ],
  [
    'an order with a label whose refused void was acknowledged',
    `from waybills where tenant_id = $1 and status = 'void_failed' and void_acknowledged_at is not null`,
    'waybills_voiding',
  ],
  [
    'a fee of a return',
    `from fees where tenant_id = $1 and order_type = 'return' order by charge_date desc, id desc limit 20`,
    'fees_of_returns',
  ],
  [
    'an order whose recipient is to be deleted',
    `from orders where tenant_id = $1 and purged_at is null and shipped_at < now() - interval '730 days' limit 200`,
    'orders_to_purge',
  ],
])('%s is found by an index of few rows', async (_, from, index) => {
  const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `explain (format json) select 1 ${from}`,
    [tenantId],
  )
  const nodes = nodesOf(rows[0]?.['QUERY PLAN'][0].Plan ?? {})
  expect(nodes.map((node) => node['Index Name'])).toContain(index)
})
