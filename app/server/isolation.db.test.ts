import { sql } from 'kysely'
import sharp from 'sharp'
import { expect, test } from 'vitest'
import { globalTables } from '../../db/global-tables.ts'
import type { Call } from '../../platform/calls/call.ts'
import { actOnAll } from '../../platform/lists/lists.ts'
import { listStaff } from '../../staff/contract.ts'
import { exampleOf, fieldsOf, isId, withValue } from '../../testing/example-input.ts'
import { shareOf } from '../../testing/random.ts'
import { aPerson, aSession, aTenant, startTestServer } from '../../testing/test-server.ts'
import { topInfo } from '../../warehouse/top-contract.ts'

const CANARY = 'CANARY-OF-THE-OTHER'
/** A callable platform, at an address that is never reached. */
const PLATFORM = {
  requests: JSON.stringify({
    buy: { method: 'POST', path: '/', body: '{}' },
    find: null,
    void: null,
    check: null,
  }),
  answers: JSON.stringify({
    ...{ okPath: null, okValue: null, errorPath: null, refPath: null, costPath: null, currencyPath: null },
    ...{ trackingPath: 'no', labelPath: 'label', labelKind: 'base64' },
  }),
}
/** As in the examples. */
const WORKSTATION = '0123456789abcdef0123456789abcdef'
const oneStamp = (text: string) => ({
  item: 'custom_text',
  xMm: 1,
  yMm: 1,
  wMm: 30,
  fontPt: 8,
  maxRows: 1,
  text,
})

const server = await startTestServer()
const ours = await aTenant(server)
const me = await aPerson(server, ours)
const token = await aSession(server, ours, me.id)
await fill(ours, me.id, 'Ours')

const FIRST = 7_000_000
// The other company's ids are long and known, so that a response can be compared with that to a nonexistent
// id. Each table has ten thousand of its own, from seven millions on.
await server.owner(`
  select setval(pg_get_serial_sequence('wms.' || c.relname, 'id'), ${FIRST} + 10000 * row_number() over ())
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'id' and a.attidentity <> ''
  where c.relnamespace = 'wms'::regnamespace and c.relkind = 'r'`)
const isSameTable = (a: number, b: number) => Math.floor(a / 10_000) === Math.floor(b / 10_000)
const ABSENT = 6_654_321
const theirs = await aTenant(server)
const them = await aPerson(server, theirs)
const theirToken = await aSession(server, theirs, them.id)
await fill(theirs, them.id, CANARY)
const theirSatellite = await aTenant(server, { version: 'satellite', parent: theirs })
const theirIds = [...(await idsOf(theirs)), theirSatellite]

/** One row of everything, with the same codes in both companies; `word` is used wherever text is possible. */
async function fill(tenantId: number, accountId: number, word: string) {
  const asOwner = (text: string, values: unknown[] = []) =>
    server.owner(text, [tenantId, ...values], tenantId)
  await asOwner('update tenants set company_name = $2, company_logo = $2 where id = $1', [word])
  await asOwner(`update accounts set user_name = $2, email = $2 || '@example.com' where tenant_id = $1`, [
    word,
  ])
  await asOwner(
    `update warehouses set warehouse_code = 'TWIN', warehouse_name = $2, city = $2 where tenant_id = $1`,
    [word],
  )
  await asOwner(
    `insert into roles (tenant_id, code, role_name, permissions) values ($1, 'twin', $2, array[$2])`,
    [word],
  )
  await asOwner(`update sessions set browser = $2 where tenant_id = $1`, [word])
  await asOwner(
    `insert into files (tenant_id, file_name, mime, size, sha256, storage_key, created_by) values ($1, $2, 'text/csv', 1, '', $2, $3)`,
    [word, accountId],
  )
  await asOwner(
    `insert into uploads (tenant_id, purpose, file_name, size, created_by) values ($1, 'zip', $2, 1, $3)`,
    [word, accountId],
  )
  await asOwner(
    `with made as (
       insert into imports (tenant_id, import_no, kind, file_id, heads, total, created_by)
       select $1, $2, 'customers', max(id), to_jsonb(array[$2]), 1, $3 from files where tenant_id = $1 returning tenant_id, id)
     insert into import_rows (tenant_id, import_id, row_no, cells) select tenant_id, id, 1, to_jsonb(array[$2]) from made`,
    [word, accountId],
  )
  await asOwner(
    `with made as (
       insert into location_zones (tenant_id, zone_code, zone_name, quality) values ($1, 'TWIN', $2, 'good') returning tenant_id, id)
     insert into locations (tenant_id, location_code, zone_id, purpose) select tenant_id, 'TWIN', id, 'storage' from made`,
    [word],
  )
  await asOwner(
    `with made as (
       insert into customer_groups (tenant_id, group_code, group_name) values ($1, 'TWIN', $2) returning tenant_id, id)
     insert into customers (tenant_id, customer_code, customer_name, search_line, group_id)
     select tenant_id, 'TWIN', $2, lower($2), id from made`,
    [word],
  )
  await asOwner(
    `with made as (
       insert into products (tenant_id, customer_id, sku, name_en, search_line)
       select tenant_id, id, 'TWIN', $2, lower($2) from customers where tenant_id = $1 returning tenant_id, id, customer_id),
     named as (insert into product_words (tenant_id, word, product_id) select tenant_id, lower($2), id from made returning 1)
     insert into product_barcodes (tenant_id, customer_id, product_id, barcode, type)
     select tenant_id, customer_id, id, $2, 'custom' from made`,
    [word],
  )
  await asOwner(
    `with made as (
       insert into batches (tenant_id, customer_id, product_id)
       select tenant_id, customer_id, id from products where tenant_id = $1 returning *),
     lying as (
       insert into stock (tenant_id, location_id, customer_id, product_id, batch_id, quality, on_hand, seq)
       select m.tenant_id, l.id, m.customer_id, m.product_id, m.id, 'good', 1, 1
       from made m join locations l on l.tenant_id = m.tenant_id returning *),
     promised as (
       insert into allocations (tenant_id, stock_id, demand_type, demand_id, demand_line, demand_no, quantity)
       select tenant_id, id, 'x', 1, 1, $2, 1 from lying returning 1)
     insert into stock_flows (tenant_id, stock_id, seq, flow_type, source_type, source_id, source_line, source_no, location_id,
       customer_id, product_id, d_on_hand, d_allocated, d_frozen, on_hand_after, allocated_after, frozen_after, reason, actor_id, at)
     select tenant_id, id, 1, 'receive', 'x', 1, 1, $2, location_id, customer_id, product_id, 1, 0, 0, 1, 0, 0, $2, $3, now() from lying`,
    [word, accountId],
  )
  await asOwner(
    `with paid as (
       insert into collections (tenant_id, collection_no, customer_id, purpose, amount, pay_method, bank_name, paid_on, remark, created_by)
       select $1, $2, id, 'top_up', 1, 'bank', $2, '2026-01-01', $2, $3 from customers where tenant_id = $1 returning tenant_id, id),
     proven as (
       insert into collection_attachments (tenant_id, collection_id, file_id)
       select p.tenant_id, p.id, (select max(f.id) from files f where f.tenant_id = p.tenant_id) from paid p returning 1),
     held as (
       insert into account_holds (tenant_id, customer_id, reason, source_id, source_no, amount)
       select $1, id, 'order', 1, $2, 1 from customers where tenant_id = $1 returning tenant_id, id, customer_id)
     insert into balance_flows (tenant_id, customer_id, seq, log_type, business, amount, balance_after, frozen_after, credit_after,
       source_type, source_id, source_no, source_line, hold_id, reason, actor_id, at)
     select tenant_id, customer_id, 1, 'freeze', 'order_freight', 1, 0, 1, 0, 'order', 1, $2, 1, id, $2, $3, now() from held`,
    [word, accountId],
  )
  await asOwner(
    `with owed as (
       insert into fees (tenant_id, customer_id, fee_type_id, order_type, amount, charge_date, occurred_at, is_manual, remark, created_by)
       select $1, c.id, (select min(t.id) from fee_types t where t.tenant_id = $1), 'manual', 1, '2026-01-01', now(), true, $2, $3
       from customers c where c.tenant_id = $1 returning tenant_id, id, customer_id),
     billed as (
       insert into bills (tenant_id, bill_no, customer_id, settlement_mode, period_from, period_to, created_by)
       select tenant_id, $2, customer_id, 'bill', '2026-01-01', '2026-01-31', $3 from owed returning tenant_id, id, customer_id),
     paid as (
       insert into bill_payments (tenant_id, bill_id, collection_id, customer_id, amount)
       select b.tenant_id, b.id, c.id, b.customer_id, 0 from billed b join collections c on c.tenant_id = b.tenant_id returning 1)
     insert into bill_lines (tenant_id, bill_id, fee_id, customer_id)
     select b.tenant_id, b.id, f.id, f.customer_id from owed f join billed b on b.customer_id = f.customer_id`,
    [word, accountId],
  )
  await asOwner('update customer_accounts set frozen = 1, last_seq = 1 where tenant_id = $1', [])
  await asOwner(
    `with night as (
       insert into stock_snapshots (tenant_id, charge_date, due_at) values ($1, '2020-01-01', '2020-01-02') returning tenant_id, id),
     day as (
       insert into rent_days (tenant_id, snapshot_id, customer_id, charge_date)
       select n.tenant_id, n.id, c.id, '2020-01-01' from night n join customers c on c.tenant_id = n.tenant_id returning tenant_id, id, customer_id)
     insert into stock_snapshot_lines (tenant_id, rent_day_id, batch_id, quality, quantity, unit_volume, no_dims, age_days)
     select d.tenant_id, d.id, b.id, 'good', 1, 1, false, 1 from day d
     join batches b on b.tenant_id = d.tenant_id and b.customer_id = d.customer_id`,
    [],
  )
  await asOwner(
    `with made as (
       insert into stock_counts (tenant_id, count_no, is_blind, created_by) values ($1, $2, false, $3) returning tenant_id, id),
     booked as (
       insert into stock_documents (tenant_id, document_no, kind, reason, created_by) values ($1, $2, 'adjust', $2, $3) returning 1),
     sealed as (insert into audit_seals (tenant_id, ledger, day, entries, digest) values ($1, 'audit_log', '2020-01-01', 1, sha256('x')) returning 1),
     checked as (insert into book_results (tenant_id, code, hits) values ($1, 'x', to_jsonb(array[$2])) returning 1)
     insert into stock_count_lines (tenant_id, count_id, line, location_id, customer_id, product_id)
     select m.tenant_id, m.id, 1, s.location_id, s.customer_id, s.product_id from made m join stock s on s.tenant_id = m.tenant_id`,
    [word, accountId],
  )
  await asOwner(
    `with head as (
       insert into inbounds (tenant_id, inbound_no, customer_id, inbound_type, container_no, remark, search_line, created_by)
       select $1, 'TWIN', id, 'standard', $2, $2, lower($2), $3 from customers where tenant_id = $1 returning tenant_id, id, customer_id),
     boxed as (
       insert into inbound_boxes (tenant_id, inbound_id, box_no, customer_box_no) select tenant_id, id, 'TWIN', $2 from head returning id),
     lined as (
       insert into inbound_lines (tenant_id, inbound_id, customer_id, box_id, product_id, expected, good)
       select h.tenant_id, h.id, h.customer_id, b.id, p.id, 1, 1 from head h cross join boxed b
       join products p on p.tenant_id = h.tenant_id and p.customer_id = h.customer_id returning id),
     worded as (insert into inbound_words (tenant_id, word, inbound_id, mark) select tenant_id, lower($2), id, 'container' from head returning 1),
     hung as (
       insert into inbound_attachments (tenant_id, inbound_id, file_id)
       select h.tenant_id, h.id, max(f.id) from head h join files f on f.tenant_id = h.tenant_id group by 1, 2 returning 1),
     counted as (
       insert into receipts (tenant_id, receipt_no, inbound_id, mode, box_id, created_by, cancelled_at, cancelled_by, cancel_reason)
       select h.tenant_id, 'TWIN', h.id, 'box', b.id, $3, now(), $3, $2 from head h cross join boxed b returning id),
     pieces as (
       insert into receipt_lines (tenant_id, receipt_id, line_no, inbound_id, line_id, quality, quantity, location_id, batch_id,
         is_unexpected, remark)
       select h.tenant_id, c.id, 1, h.id, l.id, 'good', 1, s.location_id, s.batch_id, false, $2
       from head h cross join counted c cross join lined l join stock s on s.tenant_id = h.tenant_id returning tenant_id, receipt_id, line_no),
     seen as (
       insert into receipt_photos (tenant_id, receipt_id, line_no, file_id)
       select p.tenant_id, p.receipt_id, p.line_no, max(f.id) from pieces p join files f on f.tenant_id = p.tenant_id group by 1, 2, 3 returning 1),
     put as (insert into putaways (tenant_id, inbound_id, created_by) select tenant_id, id, $3 from head returning id),
     away as (
       insert into putaway_lines (tenant_id, putaway_id, line_no, quantity, from_location_id, from_batch_id, location_id, batch_id)
       select s.tenant_id, p.id, 1, 1, s.location_id, s.batch_id, s.location_id, s.batch_id
       from put p cross join stock s where s.tenant_id = $1 returning 1)
     insert into billable_events (tenant_id, kind, source_id, source_no, customer_id, charge_date, facts_version, facts)
     select tenant_id, 'inbound', id, $2, customer_id, '2026-01-01', 1, '{}' from head`,
    [word, accountId],
  )
  await asOwner(
    `with kept as (
       insert into parcels (tenant_id, parcel_no, tracking_no, remark, created_by) values ($1, 'TWIN', $2, $2, $3) returning tenant_id, id),
     linked as (
       insert into photo_links (tenant_id, subject, created_by) values ($1, $2, $3) returning 1),
     called as (
       insert into lead_calls (tenant_id, station, subject, reason, called_by) values ($1, 'receive', $2, 'other', $3) returning 1)
     insert into parcel_photos (tenant_id, parcel_id, file_id)
     select k.tenant_id, k.id, max(f.id) from kept k join files f on f.tenant_id = k.tenant_id group by 1, 2`,
    [word, accountId],
  )
  await asOwner(
    `insert into inbounds (tenant_id, inbound_no, customer_id, inbound_type, search_line, created_by)
     select $1, no, c.id, 'by_sku', 'x', $2 from customers c cross join unnest(array['TWIN-A', 'TWIN-B']) no where c.tenant_id = $1`,
    [accountId],
  )
  await asOwner(
    `update inbounds set status = 'pending_confirm' where tenant_id = $1 and inbound_no like 'TWIN-%'`,
  )
  await asOwner(
    `update inbounds set status = 'receiving', arrived_at = now(), arrived_by = $2 where tenant_id = $1 and inbound_no = 'TWIN-B'`,
    [accountId],
  )
  await asOwner(
    `insert into states (tenant_id, country_code, state_code, name_en, search_line) values ($1, 'US', 'TWIN', $2, lower($2))`,
    [word],
  )
  await asOwner(
    `with made as (
       insert into zone_schemas (tenant_id, schema_code, schema_name, search_line) values ($1, 'TWIN', $2, lower($2)) returning tenant_id, id)
     insert into zone_rows (tenant_id, schema_id, row_no, zone_code, country_code, city) select tenant_id, id, 1, '2', 'US', $2 from made`,
    [word],
  )
  await asOwner(
    `with made as (
       insert into channels (tenant_id, channel_code, name_zh, name_en, search_line, carrier, label_source, billing_method, label_format, countries)
       values ($1, 'TWIN', $2, $2, lower($2), $2, 'self_built', 'none', 'pdf_a4', '{US}') returning tenant_id, id),
     laid as (
       insert into number_pools (tenant_id, channel_id, kind, start_no, next_no, end_no)
       select tenant_id, id, 'list', 1, 1, 1 from made returning tenant_id, id),
     named as (
       insert into channel_customers (tenant_id, channel_id, customer_id)
       select m.tenant_id, m.id, c.id from made m join customers c on c.tenant_id = m.tenant_id returning 1)
     insert into pool_numbers (tenant_id, pool_id, place, number) select tenant_id, id, 1, upper($2) from laid`,
    [word],
  )
  await asOwner(
    `with made as (
       insert into platforms (tenant_id, platform_code, platform_name, address, headers, requests, answers, search_line)
       values ($1, 'TWIN', $2, 'https://127.0.0.1', '[]', $3, $4, lower($2)) returning tenant_id, id),
     opened as (
       insert into carrier_accounts (tenant_id, adapter, carrier, account_name, environment, platform_id, search_line)
       select tenant_id, 'platform', $2, $2, 'live', id, lower($2) from made returning tenant_id, id),
     called as (
       insert into carrier_calls (tenant_id, account_id, deed, method, url, ms, request, answer)
       select tenant_id, id, 'test', 'GET', $2, 1, $2, $2 from opened returning 1),
     counted as (
       insert into carrier_days (tenant_id, account_id, day, calls, failed)
       select tenant_id, id, '2026-01-01', 1, 0 from opened returning 1),
     failed as (
       insert into carrier_faults (tenant_id, account_id, faults) select tenant_id, id, 1 from opened returning 1)
     insert into demo_labels (tenant_id, account_id, purchase_key, tracking_no, service, shipment)
     select tenant_id, id, $2, $2, $2, to_jsonb($2::text) from opened`,
    [word, PLATFORM.requests, PLATFORM.answers],
  )
  await asOwner(
    `insert into watermark_templates (tenant_id, template_name, label_format, stamp_mode, items, lang)
     values ($1, $2, 'pdf_100x150', 'overlay', $3, 'zh_CN')`,
    [word, JSON.stringify([oneStamp(word)])],
  )
  await asOwner(
    `insert into print_settings (tenant_id, account_id, workstation, label_printer, auto_print_on_check, copies,
       label_sort, packing_slip, picking_paper)
     values ($1, $3, $4, $2, false, 1, 'sku', 'none', 'a4')`,
    [word, accountId, WORKSTATION],
  )
  await asOwner(
    `insert into tasks (tenant_id, kind, input, created_by, request_id, message) values ($1, $2, '{}', $3, 'r', to_jsonb($2::text))`,
    [word, accountId],
  )
  await asOwner(
    `insert into audit_log (tenant_id, account_id, login_account, ip, request_id, action, object_type, object_id, object_no)
     values ($1, $3, $2, $2, 'r', 'edit', 'account', $3, $2)`,
    [word, accountId],
  )
  await asOwner(
    `insert into events (tenant_id, kind, object_type, object_id, request_id) values ($1, $2, 'account', $3, 'r')`,
    [word, accountId],
  )
  await asOwner(
    `with head as (
       insert into orders (tenant_id, order_no, customer_id, reference_no, channel_id, receiver_name, country_code, city, address1, remark,
         piece_class, sku_count, piece_count, created_by)
       select $1, 'TWIN', c.id, 'TWIN', h.id, $2, 'US', $2, $2, $2, 'ss', 1, 1, $3
       from customers c join channels h on h.tenant_id = c.tenant_id where c.tenant_id = $1 limit 1 returning tenant_id, id, customer_id),
     lined as (
       insert into order_lines (tenant_id, order_id, line_no, customer_id, product_id, quantity)
       select h.tenant_id, h.id, 1, h.customer_id, p.id, 1 from head h
       join products p on p.tenant_id = h.tenant_id and p.customer_id = h.customer_id limit 1 returning 1)
     insert into order_words (tenant_id, word, order_id, mark) select tenant_id, lower($2), id, 'reference' from head`,
    [word, accountId],
  )
  await asOwner(
    `with head as (
       insert into picking_lists (tenant_id, picking_no, list_type, created_by) values ($1, $2, 'ss', $3) returning tenant_id, id),
     ordered as (
       insert into picking_list_orders (tenant_id, list_id, order_id, basket_no)
       select h.tenant_id, h.id, o.id, 1 from head h join orders o on o.tenant_id = h.tenant_id limit 1 returning order_id),
     task as (
       insert into picking_tasks (tenant_id, list_id, task_no, location_id, product_id)
       select h.tenant_id, h.id, 1, s.location_id, s.product_id from head h join stock s on s.tenant_id = h.tenant_id limit 1 returning 1)
     insert into picking_task_orders (tenant_id, list_id, task_no, order_id, allocation_id, quantity)
     select h.tenant_id, h.id, 1, p.order_id, a.id, 1 from head h, ordered p, task, allocations a where a.tenant_id = h.tenant_id limit 1`,
    [word, accountId],
  )
  await asOwner(
    `with packed as (
       insert into packages (tenant_id, order_id, package_seq) select tenant_id, id, n from orders, generate_series(1, 2) n
       where tenant_id = $1 returning tenant_id, id, order_id, package_seq),
     labelled as (
       insert into waybills (tenant_id, package_id, order_id, channel_id, label_source, label_format, carrier, status, tracking_no)
       select p.tenant_id, p.id, o.id, o.channel_id, 'self_built', 'pdf_100x150', 'SELF', 'requesting', $2
       from packed p join orders o on o.tenant_id = p.tenant_id and o.id = p.order_id where p.package_seq = 1 returning 1),
     batched as (
       insert into shipment_batches (tenant_id, batch_no, carrier, truck_no, order_count, package_count, created_by)
       values ($1, 'TWIN', $2, $2, 1, 1, $3) returning tenant_id, id)
     insert into shipments (tenant_id, order_id, batch_id)
     select b.tenant_id, p.order_id, b.id from batched b, packed p where p.package_seq = 1 and $2 = $4`,
    [word, accountId, CANARY],
  )
  await asOwner(
    `insert into manifests (tenant_id, batch_id, carrier_account_id, requested_by)
     select b.tenant_id, b.id, a.id, $2 from shipment_batches b join carrier_accounts a on a.tenant_id = b.tenant_id
     where b.tenant_id = $1 order by a.id limit 1`,
    [accountId],
  )
  await asOwner(
    `update manifests set status = 'made', manifest_no = $2, package_count = 1, made_at = now(),
       file_id = (select max(id) from files where tenant_id = $1) where tenant_id = $1`,
    [word],
  )
  await asOwner(
    `with head as (
       insert into label_prints (tenant_id, task_id, is_reprint, reason, printer, created_by)
       select tenant_id, max(id), true, $2, $2, $3 from tasks where tenant_id = $1 group by 1 returning tenant_id, id)
     insert into label_print_lines (tenant_id, print_id, position, waybill_id, order_id, copy_no)
     select h.tenant_id, h.id, 1, l.id, l.order_id, 2 from head h join waybills l on l.tenant_id = h.tenant_id limit 1`,
    [word, accountId],
  )
  await asOwner(
    `with typed as (
       insert into fee_types (tenant_id, fee_code, name_zh, name_en, search_line, order_type, biz_type)
       values ($1, 'TWIN', $2, $2, $2, 'order', 'order_operation_fee') returning id),
     quoted as (
       insert into quotes (tenant_id, quote_code, quote_name, search_line, kind) values ($1, 'TWIN', $2, $2, 'storage') returning tenant_id, id),
     versions as (
       insert into quote_versions (tenant_id, quote_id, version_no, content, note, created_by)
       select tenant_id, id, 1, '{"kind": "storage", "freeDays": 0, "tiers": []}', $2, $3 from quoted returning id),
     fuel as (
       insert into fuel_rates (tenant_id, quote_id, starts_on, percent, created_by)
       select tenant_id, id, '2030-01-01', 1, $3 from quoted returning 1)
     insert into customer_prices (tenant_id, customer_id, quote_id, kind, effective_from, created_by)
     select q.tenant_id, c.id, q.id, 'storage', '2030-01-01', $3 from quoted q join customers c on c.tenant_id = q.tenant_id, typed, versions, fuel
     limit 1`,
    [word, accountId],
  )
  await asOwner(
    `with charged as (
       insert into fees (tenant_id, customer_id, fee_type_id, order_type, source_id, source_no, amount, charge_date, occurred_at, is_manual, remark,
         created_by)
       select $1, c.id, t.id, 'order', 1, $2, 9, '2026-01-01', now(), true, $2, $3 from customers c
       join fee_types t on t.tenant_id = c.tenant_id and t.fee_code = 'TWIN' where c.tenant_id = $1 limit 1 returning *),
     asked as (
       insert into fee_requests (tenant_id, customer_id, fee_type_id, refund_of, order_type, source_id, source_no, amount, charge_date, reason, asked_by)
       select tenant_id, customer_id, fee_type_id, id, 'order', 1, $2, -1, '2026-01-01', $2, $3 from charged returning tenant_id, id),
     proven as (
       insert into fee_attachments (tenant_id, fee_id, file_id)
       select c.tenant_id, c.id, (select max(f.id) from files f where f.tenant_id = c.tenant_id) from charged c returning 1)
     insert into fee_request_attachments (tenant_id, request_id, file_id)
     select a.tenant_id, a.id, (select max(f.id) from files f where f.tenant_id = a.tenant_id) from asked a`,
    [word, accountId],
  )
}

/** The ids of every row of a company, in any table. */
async function idsOf(tenantId: number): Promise<number[]> {
  const tables = await server.owner<{ relname: string }>(`
    select c.relname from pg_class c
    where c.relnamespace = 'wms'::regnamespace and c.relkind in ('r', 'p') and 2 = (
      select count(*) from pg_attribute a where a.attrelid = c.oid and not a.attisdropped
        and (a.attname = 'tenant_id' or a.attname = 'id' and a.atttypid = 'bigint'::regtype))`)
  const rows = await Promise.all(
    tables.map(({ relname }) =>
      server.owner<{ id: string }>(`select id from ${relname} where tenant_id = $1`, [tenantId], tenantId),
    ),
  )
  return [...new Set(rows.flat().map(({ id }) => Number(id)))]
}

/** A response as its reader could compare it: without request number and time, and with the id masked. */
async function answerTo(call: Call, input: object, id = ABSENT, headers: Record<string, string> = {}) {
  const isGet = call.method === 'GET'
  const answer = await server.server.http.inject({
    method: call.method,
    url: call.path,
    ...(isGet ? { query: flat(input) } : { payload: input }),
    headers: { 'x-access-token': token, ...headers },
  })
  const { 'x-request-id': _, date: __, ...rest } = answer.headers
  return { status: answer.statusCode, headers: rest, body: answer.body.replaceAll(String(id), '<id>') }
}

const flat = (input: object) =>
  Object.fromEntries(
    Object.entries(input)
      .filter(([, value]) => value !== undefined)
      .map(([key, value]) => [key, String(value)]),
  )

/** Unused rows of our own, one of each kind that a call can name. */
async function ownRows() {
  // These tests exceed the usual rate limits, and also run during setup.
  await server.owner('delete from throttles')
  await server.owner(
    `update warehouses set init_step = 5, country_code = 'US' where tenant_id = $1`,
    [ours],
    ours,
  )
  const [colleague, idle] = [await aPerson(server, ours), await aPerson(server, ours)]
  const first = async (text: string, values: unknown[]) => {
    const [row] = await server.owner<{ id: string }>(text, values, ours)
    return Number(row?.id)
  }
  const held = await first('select role_id as id from account_roles where account_id = $1', [colleague.id])
  const free = await first('select role_id as id from account_roles where account_id = $1', [idle.id])
  await server.owner('delete from account_roles where account_id = $1', [idle.id], ours)
  await aSession(server, ours, colleague.id)
  await aSession(server, ours, me.id)
  const latest = 'select max(id) as id from sessions where account_id = $1'
  return {
    colleague: colleague.id,
    held,
    free,
    session: await first(latest, [colleague.id]),
    mySession: await first(latest, [me.id]),
    task: await first(
      `insert into tasks (tenant_id, kind, input, created_by, request_id) values ($1, 'x', '{"permission": "signed_in"}', $2, 'r') returning id`,
      [ours, me.id],
    ),
    entry: await first('select max(id) as id from audit_log', []),
    satellite: await aTenant(server, { version: 'satellite', parent: ours }),
    twin: await first(`select customer_id as id from products where sku = 'TWIN' and tenant_id = $1`, [ours]),
    ...(await ownBooks(colleague.id)),
  }
}
/** Counted instead of random: five random letters would collide now and then. */
let statesMade = 0

const dot = await sharp({ create: { width: 1, height: 1, channels: 3, background: 'red' } })
  .png()
  .toBuffer()

/** The same for spreadsheets and customers. */
async function ownBooks(colleague: number) {
  const first = async (text: string, values: unknown[]) => {
    const [row] = await server.owner<{ id: string }>(text, values, ours)
    return Number(row?.id)
  }
  const name = `N${Math.random().toString(36).slice(2)}`
  const file = (purpose: string, key = `${purpose}${name}`) =>
    first(
      `insert into files (tenant_id, file_name, mime, size, sha256, storage_key, created_by, purpose)
       values ($1, 'x', 'x', 1, '', $2, $3, $4) returning id`,
      [ours, key, me.id, purpose],
    )
  const group = await first(
    `insert into customer_groups (tenant_id, group_code, group_name) values ($1, $2, $2) returning id`,
    [ours, name],
  )
  const customer = await first(
    `insert into customers (tenant_id, customer_code, customer_name, search_line, group_id, sales_rep_id)
     values ($1, $2, $2, $2, $3, $4) returning id`,
    [ours, name, group, colleague],
  )
  const zone = await first(
    `insert into location_zones (tenant_id, zone_code, zone_name, quality) values ($1, $2, $2, 'good') returning id`,
    [ours, name],
  )
  const product = await first(
    `insert into products (tenant_id, customer_id, sku, name_en, search_line) values ($1, $2, $3, $3, $3) returning id`,
    [ours, customer, name],
  )
  // It is drawn small before anything else is looked at.
  const { storageKey } = await server.files.storeBytes({ bytes: dot })
  const picture = await file('image', storageKey)
  await server.owner(
    'insert into product_images (tenant_id, product_id, place, file_id, small_file_id) values ($1, $2, 1, $3, $3)',
    [ours, product, picture],
    ours,
  )
  const sheet = await file('sheet')
  const channels = await ownChannels(name)
  const stock = await ownStock(name, zone, customer, product)
  const prices = await ownPrices(name, customer, channels.channel)
  return {
    sheet,
    product,
    picture,
    barcode: await first(
      `insert into product_barcodes (tenant_id, customer_id, product_id, barcode, type, is_default) values ($1, $2, $3, $4, 'custom', true) returning id`,
      [ours, customer, product, name],
    ),
    zone,
    location: await first(
      `insert into locations (tenant_id, location_code, zone_id, purpose) values ($1, $2, $3, 'storage') returning id`,
      [ours, name, zone],
    ),
    zip: await file('zip'),
    ...stock,
    state: await first(
      `insert into states (tenant_id, country_code, state_code, name_en, search_line)
       values ($1, 'US', $3, $2, $2) returning id`,
      [ours, name, `Z${(statesMade++).toString(36).toUpperCase().padStart(4, '0')}`],
    ),
    ...channels,
    ...(await ownOrder(name, customer, product, channels.channel)),
    ...(await ownPrints(name, { customer, product, channel: channels.channel })),
    ...(await ownPicking(name, { customer, product, channel: channels.channel, stock: stock.stock })),
    ...(await ownInbounds(name, customer, product, zone)),
    ...(await ownMoney(name, customer, await file('attachment'))),
    ...(await ownRent(customer)),
    ...prices,
    ...(await ownFees(name, customer, colleague, prices.feeType, await file('attachment', `fee${name}`))),
    watermark: await first(
      `with made as (
         insert into watermark_templates (tenant_id, template_name, label_format, stamp_mode, items, lang)
         values ($1, $2, 'pdf_100x150', 'overlay', $3, 'zh_CN') returning id)
       update channels c set watermark_template_id = made.id from made
       where c.tenant_id = $1 and c.channel_code = $2 returning made.id`,
      [ours, name, JSON.stringify([oneStamp('x')])],
    ),
    import: await first(
      `insert into imports (tenant_id, import_no, kind, file_id, heads, mapping, total, created_by)
       values ($1, $2, 'customers', $3, '["x"]', '{"customerCode": 0}', 1, $4) returning id`,
      [ours, name, sheet, me.id],
    ),
    group,
    customer,
    rep: me.id,
  }
}

/** The same for a payment with its proof, and money in the account. */
async function ownMoney(name: string, customer: number, proof: number) {
  const [row] = await server.owner<{ id: string }>(
    `insert into collections (tenant_id, collection_no, customer_id, purpose, amount, pay_method, paid_on, created_by)
     values ($1, $2, $3, 'top_up', 1, 'cash', '2026-01-01', $4) returning id`,
    [ours, name, customer, me.id],
    ours,
  )
  const collection = Number(row?.id)
  await server.owner(`update collections set bank_ref_no = 'R-' || id where id = $1`, [collection], ours)
  await server.owner(
    'insert into collection_attachments (tenant_id, collection_id, file_id) values ($1, $2, $3)',
    [ours, collection, proof],
    ours,
  )
  await server.owner(
    `select post_money($1, null, array[row('x', $2, 'x', 1, 'in', 'adjustment', $3, 5, null)::money_line])`,
    [me.id, collection, customer],
    ours,
  )
  const own = async (text: string) => {
    const [made] = await server.owner<{ id: string }>(text, [ours, name, customer, me.id], ours)
    return Number(made?.id)
  }
  const payment = await own(
    `insert into collections (tenant_id, collection_no, customer_id, purpose, amount, pay_method, paid_on, created_by)
     values ($1, 'P-' || $2, $3, 'bill_payment', 1, 'cash', '2026-01-01', $4) returning id`,
  )
  const bill = await own(
    `with owed as (
       insert into fees (tenant_id, customer_id, fee_type_id, order_type, amount, charge_date, occurred_at, is_manual, created_by)
       select $1, $3, (select min(t.id) from fee_types t where t.tenant_id = $1), 'manual', 1, d::date, now(), true, $4
       from unnest(array['2026-01-01', '2026-03-01']) d returning id, charge_date),
     billed as (
       insert into bills (tenant_id, bill_no, customer_id, settlement_mode, period_from, period_to, total, created_by)
       values ($1, $2, $3, 'bill', '2026-01-01', '2026-01-31', 1, $4) returning id),
     lined as (
       insert into bill_lines (tenant_id, bill_id, fee_id, customer_id)
       select $1, b.id, f.id, $3 from billed b, owed f where f.charge_date = '2026-01-01' returning 1)
     select b.id from billed b, lined`,
  )
  await server.owner(`update customers set settlement_mode = 'bill' where id = $1`, [customer], ours)
  await server.owner(
    `insert into billable_events (tenant_id, kind, source_id, source_no, customer_id, charge_date, facts_version, facts)
     values ($1, 'inbound', $2, 'x', $3, '2026-03-01', 1, '{"boxSizes": [], "lines": []}')`,
    [ours, -bill, customer],
    ours,
  )
  await server.owner(`update billable_events set status = 'free' where source_id = $1`, [-bill], ours)
  await server.owner(
    `update bills set status = 'not_settled', issued_at = now(), issued_by = $2 where id = $1`,
    [bill, me.id],
    ours,
  )
  return { collection, proof, bill, payment }
}

/** The same for a night that is not done, with the customer's goods. */
async function ownRent(customer: number) {
  const [row] = await server.owner<{ night: string; day: string }>(
    `with night as (
       insert into stock_snapshots (tenant_id, charge_date, due_at)
       select $1, max(charge_date) + 1, max(due_at) + interval '1 day' from stock_snapshots where tenant_id = $1 returning id, charge_date),
     day as (
       insert into rent_days (tenant_id, snapshot_id, customer_id, charge_date) select $1, id, $2, charge_date from night returning id)
     select night.id as night, day.id as day from night, day`,
    [ours, customer],
    ours,
  )
  return { night: Number(row?.night), rentDay: Number(row?.day) }
}

/** The same for a quote with a draft, a freight quote that the customer has, and a type of fee. */
async function ownPrices(name: string, customer: number, channel: number) {
  const first = async (text: string, values: unknown[]) => {
    const [row] = await server.owner<{ id: string }>(text, [ours, ...values], ours)
    return Number(row?.id)
  }
  const quote = await first(
    `insert into quotes (tenant_id, quote_code, quote_name, search_line, kind) values ($1, $2, $2, $2, 'operation') returning id`,
    [name],
  )
  const freight = await first(
    `insert into quotes (tenant_id, quote_code, quote_name, search_line, kind, channel_id)
     values ($1, $2 || 'F', $2, $2, 'freight', $3) returning id`,
    [name, channel],
  )
  return {
    quote,
    freight,
    feeType: await first(
      `insert into fee_types (tenant_id, id, fee_code, name_zh, name_en, search_line, order_type, biz_type)
       select $1, n, 'F' || n, $2, $2, $2, 'order', 'order_operation_fee' from nextval('wms.fee_types_id_seq') n returning id`,
      [name],
    ),
    version: await first(
      `insert into quote_versions (tenant_id, quote_id, version_no, content, created_by)
       values ($1, $2, 1, '{"kind": "operation", "dimDivisor": null, "rules": []}', $3) returning id`,
      [quote, me.id],
    ),
    published: await first(
      `insert into quote_versions (tenant_id, quote_id, version_no, content, effective_from, published_at, published_by, created_by)
       values ($1, $2, 2, '{"kind": "operation", "dimDivisor": null, "rules": []}', '2039-01-01', '2026-01-01', $3, $3) returning id`,
      [quote, me.id],
    ),
    price: await first(
      `insert into customer_prices (tenant_id, customer_id, quote_id, kind, channel_id, effective_from, created_by)
       values ($1, $2, $3, 'freight', $4, '2039-01-01', $5) returning id`,
      [customer, freight, channel, me.id],
    ),
  }
}

/** The same for fees: one to act on, an event without a price, and a request of a colleague. */
async function ownFees(name: string, customer: number, colleague: number, feeType: number, feeProof: number) {
  const first = async (text: string, values: unknown[]) => {
    const [row] = await server.owner<{ id: string }>(text, [ours, ...values], ours)
    return Number(row?.id)
  }
  return {
    fee: await first(
      `with made as (
         insert into fees (tenant_id, customer_id, fee_type_id, order_type, amount, charge_date, occurred_at, is_manual, created_by)
         values ($1, $2, $4, 'manual', 9, '2026-01-01', now(), true, $3) returning id)
       insert into fee_attachments (tenant_id, fee_id, file_id) select $1, id, $5 from made returning fee_id as id`,
      [customer, me.id, feeType, feeProof],
    ),
    feeProof,
    openEvent: await first(
      `insert into billable_events (tenant_id, kind, source_id, source_no, customer_id, charge_date, facts_version, facts)
       select $1, 'inbound', n, $2, $3, '2026-01-01', 1, '{"boxSizes": [], "lines": []}' from nextval('wms.fees_id_seq') n returning id`,
      [name, customer],
    ),
    feeRequest: await first(
      `insert into fee_requests (tenant_id, customer_id, fee_type_id, order_type, amount, charge_date, reason, asked_by)
       values ($1, $2, $4, 'manual', 9, '2026-01-01', 'x', $3) returning id`,
      [customer, colleague, feeType],
    ),
  }
}

/** One rule under a type of fee, whose code is made of its id. */
const oneRule = (feeTypeId: number) => ({
  kind: 'operation',
  dimDivisor: null,
  rules: [
    {
      feeTypeId,
      feeCode: `F${feeTypeId}`,
      billOrderType: 'order',
      chargeUnit: 'order',
      conditionType: 'none',
      minCharge: null,
      maxCharge: null,
      tiers: [{ from: '0', to: null, firstCount: 1, firstPrice: '1', nextPrice: null }],
    },
  ],
})

/** The same for stock, allocated and blocked, and a count of it. */
async function ownStock(name: string, zone: number, customer: number, product: number) {
  const first = async (text: string, values: unknown[]) => {
    const [row] = await server.owner<{ id: string }>(text, values, ours)
    return Number(row?.id)
  }
  const place = await first(
    `insert into locations (tenant_id, location_code, zone_id, purpose) values ($1, $2, $3, 'storage') returning id`,
    [ours, `${name}S`, zone],
  )
  const batch = await first(
    `insert into batches (tenant_id, customer_id, product_id, putaway_date) values ($1, $2, $3, '2026-01-01') returning id`,
    [ours, customer, product],
  )
  const stock = await first(
    `insert into stock (tenant_id, location_id, customer_id, product_id, batch_id, quality, on_hand, seq, blocked_because)
     values ($1, $2, $3, $4, $5, 'good', 5, 1, 'x') returning id`,
    [ours, place, customer, product, batch],
  )
  await server.owner(
    `insert into stock_flows (tenant_id, stock_id, seq, flow_type, source_type, source_id, source_line, source_no, location_id,
       customer_id, product_id, d_on_hand, d_allocated, d_frozen, on_hand_after, allocated_after, frozen_after, actor_id, at)
     values ($1, $2, 1, 'receive', 'own', $2, 1, 'x', $3, $4, $5, 5, 0, 0, 5, 0, 0, $6, now())`,
    [ours, stock, place, customer, product, me.id],
    ours,
  )
  await server.owner(
    `insert into allocations (tenant_id, stock_id, demand_type, demand_id, demand_line, demand_no, quantity)
     values ($1, $2, 'x', 1, 1, 'x', 1)`,
    [ours, stock],
    ours,
  )
  const count = (status: 'open' | 'review') =>
    first(
      `with made as (
         insert into stock_counts (tenant_id, count_no, is_blind, created_by) values ($1, $2, false, $3) returning tenant_id, id),
       lined as (
         insert into stock_count_lines (tenant_id, count_id, line, location_id, customer_id, product_id, counted, on_hand_then)
         select tenant_id, id, 1, $4, $5, $6, 4, 5 from made returning 1)
       select id from made, lined`,
      [ours, `${name}${status}`, me.id, place, customer, product],
    )
  const open = await count('open')
  const review = await count('review')
  await server.owner(`update stock_counts set status = 'review' where id = $1`, [review], ours)
  return { stock, stockBatch: batch, count: open, review }
}

/** The same for outbound orders: one that waits for its audit, a printed one, and a batch that has left. */
async function ownOrder(name: string, customer: number, product: number, channel: number) {
  const add = async (no: string) => {
    const [row] = await server.owner<{ id: string }>(
      `with head as (
         insert into orders (tenant_id, order_no, customer_id, reference_no, channel_id, receiver_name, country_code, city, address1,
           piece_class, sku_count, piece_count, created_by)
         values ($1, $2, $3, $2, $5, 'x', 'US', 'x', 'x', 'ss', 1, 1, $6) returning tenant_id, id, customer_id),
       lined as (
         insert into order_lines (tenant_id, order_id, line_no, customer_id, product_id, quantity)
         select tenant_id, id, 1, customer_id, $4, 1 from head returning 1)
       select id from head, lined`,
      [ours, no, customer, product, channel, me.id],
      ours,
    )
    return Number(row?.id)
  }
  const order = await add(`O${name}`)
  const printed = await add(`P${name}`)
  for (const status of ['under_audit', 'waybill_printed'])
    await server.owner('update orders set status = $2::order_status where id = $1', [printed, status], ours)
  const [row] = await server.owner<{ pack: string; batch: string }>(
    `with packed as (insert into packages (tenant_id, order_id) values ($1, $2) returning id),
     batched as (
       insert into shipment_batches (tenant_id, batch_no, carrier, order_count, package_count, created_by)
       values ($1, $3, 'x', 1, 1, $4) returning id)
     select packed.id as pack, batched.id as batch from packed, batched`,
    [ours, printed, `B${name}`, me.id],
    ours,
  )
  const excepted = await add(`E${name}`)
  const shipped = await add(`S${name}`)
  const uploadable = await add(`U${name}`)
  const step = (id: number, set: string) => server.owner(`update orders set ${set} where id = $1`, [id], ours)
  await step(excepted, `status = 'under_audit'`)
  await step(
    excepted,
    `status = 'audit_exception', exception_code = 'stock_short', exception_facts = '{"text":"stockShort","values":{"goods":"x"}}'`,
  )
  for (const set of [
    `status = 'under_audit'`,
    `status = 'waybill_printed'`,
    `status = 'shipped', shipped_at = now()`,
  ])
    await step(shipped, set)
  const [upload] = await server.owner<{ channel: string; file: string }>(
    `with channel as (
       insert into channels (tenant_id, channel_code, name_zh, name_en, search_line, carrier, label_source, billing_method, label_format, countries)
       values ($1, $2, 'x', 'x', 'x', 'x', 'uploaded', 'none', 'pdf_100x150', '{US}') returning id),
     file as (
       insert into files (tenant_id, file_name, mime, size, sha256, storage_key, purpose, created_by)
       values ($1, 'x.pdf', 'application/pdf', 1, '', $2, 'label', $3) returning id)
     select channel.id as channel, file.id as file from channel, file`,
    [ours, `U${name}`, me.id],
    ours,
  )
  await step(uploadable, `channel_id = ${upload?.channel}`)
  return {
    ...{ order, printed, excepted, shipped, uploadable, labelFile: Number(upload?.file) },
    ...{ outbound: Number(row?.batch), package: Number(row?.pack) },
  }
}

/** The same for picking lists: an order that can be picked, and a list that waits with another one. */
async function ownPicking(
  name: string,
  own: { customer: number; product: number; channel: number; stock: number },
) {
  const { customer, product, channel, stock } = own
  const { order: pickable } = await ownOrder(`P${name}`, customer, product, channel)
  const { order } = await ownOrder(`L${name}`, customer, product, channel)
  for (const status of ['under_audit', 'pending_shipment'])
    await server.owner(
      'update orders set status = $1::order_status where id = any($2)',
      [status, [pickable, order]],
      ours,
    )
  const [row] = await server.owner<{ id: string }>(
    `with promised as (
       insert into allocations (tenant_id, stock_id, demand_type, demand_id, demand_line, demand_no, quantity)
       select $1, $2, 'order', x, 1, 'x', 1 from unnest($3::bigint[]) x returning id, demand_id),
     head as (
       insert into picking_lists (tenant_id, picking_no, list_type, assignee_id, created_by) values ($1, $4, 'ss', $6, $6) returning id),
     ordered as (
       insert into picking_list_orders (tenant_id, list_id, order_id, basket_no) select $1, id, $5, 1 from head returning 1),
     task as (
       insert into picking_tasks (tenant_id, list_id, task_no, location_id, product_id)
       select $1, h.id, 1, s.location_id, s.product_id from head h, stock s where s.id = $2 returning 1),
     pieces as (
       insert into picking_task_orders (tenant_id, list_id, task_no, order_id, allocation_id, quantity)
       select $1, h.id, 1, $5, p.id, 1 from head h, promised p where p.demand_id = $5 returning 1)
     select head.id from head, ordered, task, pieces`,
    [ours, stock, [pickable, order], `K${name}`, order, me.id],
    ours,
  )
  await server.owner(`update orders set pick_status = 'listed' where id = $1`, [order], ours)
  return { pickable, listed: order, picking: Number(row?.id) }
}

/** The same for labels: a print that waits for its confirmation, with its waybill, and an order that was printed before. */
async function ownPrints(name: string, own: { customer: number; product: number; channel: number }) {
  const { order } = await ownOrder(`W${name}`, own.customer, own.product, own.channel)
  for (const status of ['under_audit', 'pending_shipment'])
    await server.owner('update orders set status = $1::order_status where id = $2', [status, order], ours)
  const [row] = await server.owner<Record<string, string>>(
    `with boxed as (insert into packages (tenant_id, order_id) values ($1, $2) returning *),
     labelled as (
       insert into waybills (tenant_id, package_id, order_id, channel_id, label_source, label_format, carrier, status, tracking_no)
       select tenant_id, id, order_id, $3, 'self_built', 'pdf_100x150', 'X', 'requesting', $4 from boxed returning *),
     worked as (
       insert into tasks (tenant_id, kind, input, created_by, request_id) values ($1, 'print_labels', '{}', $5, 'r') returning *),
     heads as (
       insert into label_prints (tenant_id, task_id, is_reprint, created_by, confirmed_by, confirmed_at)
       select $1, w.id, false, $5, x.by, x.at from worked w, (values (null::bigint, null::timestamptz), ($5, now())) x (by, at) returning *),
     lined as (
       insert into label_print_lines (tenant_id, print_id, position, waybill_id, order_id, copy_no, outcome)
       select h.tenant_id, h.id, 1, l.id, l.order_id, 1, case when h.confirmed_at is not null then 'not_printed'::label_outcome end
       from heads h, labelled l returning 1)
     select (select id from heads where confirmed_at is null) as print, l.id as waybill, w.id as task from labelled l, worked w`,
    [ours, order, own.channel, name, me.id],
    ours,
  )
  await server.owner(
    `update waybills set status = 'obtained', obtained_at = now() where id = $1`,
    [row?.waybill],
    ours,
  )
  for (const status of ['running', 'done'])
    await server.owner('update tasks set status = $1::task_status where id = $2', [status, row?.task], ours)
  return { labelled: order, print: Number(row?.print), waybill: Number(row?.waybill) }
}

/** The same for inbound orders: one expected, one with received goods. */
async function ownInbounds(name: string, customer: number, product: number, zone: number) {
  const first = async (text: string, values: unknown[]) => {
    const [row] = await server.owner<{ id: string }>(text, [ours, ...values], ours)
    return Number(row?.id)
  }
  await server.owner(`update products set audit_status = 'passed' where id = $1`, [product], ours)
  const inbound = async (no: string) => {
    const id = await first(
      `insert into inbounds (tenant_id, inbound_no, customer_id, inbound_type, search_line, created_by)
       values ($1, $2, $3, 'by_sku', $2, $4) returning id`,
      [no, customer, me.id],
    )
    const box = await first(
      `insert into inbound_boxes (tenant_id, inbound_id, box_no) values ($1, $2, 'B1') returning id`,
      [id],
    )
    const line = await first(
      `insert into inbound_lines (tenant_id, inbound_id, customer_id, box_id, product_id, expected)
       values ($1, $2, $3, $4, $5, 5) returning id`,
      [id, customer, box, product],
    )
    return { id, box, line }
  }
  const [draft, arrived] = [await inbound(`D${name}`), await inbound(`A${name}`)]
  await server.owner(`update inbounds set status = 'pending_confirm' where id = $1`, [arrived.id], ours)
  await server.owner(
    `update inbounds set status = 'receiving', arrived_at = now(), arrived_by = $2 where id = $1`,
    [arrived.id, me.id],
    ours,
  )
  const dock = await first(
    `insert into locations (tenant_id, location_code, zone_id, purpose) values ($1, $2, $3, 'receiving') returning id`,
    [`R${name}`, zone],
  )
  const damaged = await first(
    `insert into location_zones (tenant_id, zone_code, zone_name, quality) values ($1, $2, $2, 'defective') returning id`,
    [`D${name}`],
  )
  const batch = await first(
    `insert into batches (tenant_id, customer_id, product_id, inbound_id) values ($1, $2, $3, $4) returning id`,
    [customer, product, arrived.id],
  )
  await first(
    `insert into stock (tenant_id, location_id, customer_id, product_id, batch_id, quality, on_hand)
     values ($1, $2, $3, $4, $5, 'good', 5) returning id`,
    [dock, customer, product, batch],
  )
  const paper = await first(
    `insert into files (tenant_id, file_name, mime, size, sha256, storage_key, created_by, purpose)
     values ($1, 'x', 'x', 1, '', $2, $3, 'attachment') returning id`,
    [`paper${name}`, me.id],
  )
  await first(
    'insert into inbound_attachments (tenant_id, inbound_id, file_id) values ($1, $2, $3) returning inbound_id as id',
    [arrived.id, paper],
  )
  return {
    inboundDraft: draft.id,
    inboundArrived: arrived.id,
    inboundBox: arrived.box,
    dock,
    damagedBin: await first(
      `insert into locations (tenant_id, location_code, zone_id, purpose) values ($1, $2, $3, 'storage') returning id`,
      [`D${name}`, damaged],
    ),
    batch,
    paper,
    call: await first(
      `insert into lead_calls (tenant_id, station, reason, called_by) values ($1, 'count', 'other', $2) returning id`,
      [me.id],
    ),
    parcel: await first(
      `insert into parcels (tenant_id, parcel_no, tracking_no, created_by) values ($1, $2, $2, $3) returning id`,
      [`P${name}`, me.id],
    ),
    putaway: await first(
      'insert into putaways (tenant_id, inbound_id, created_by) values ($1, $2, $3) returning id',
      [arrived.id, me.id],
    ),
    receipt: await first(
      `insert into receipts (tenant_id, receipt_no, inbound_id, mode, created_by) values ($1, $2, $3, 'sku', $4) returning id`,
      [`R${name}`, arrived.id, me.id],
    ),
  }
}

/** The same for channels and what they refer to. */
async function ownChannels(name: string) {
  const first = async (text: string, values: unknown[]) => {
    const [row] = await server.owner<{ id: string }>(text, values, ours)
    return Number(row?.id)
  }
  const channel = await first(
    `insert into channels (tenant_id, channel_code, name_zh, name_en, search_line, carrier, label_source, billing_method, label_format, countries)
     values ($1, $2, $2, $2, $2, $2, 'self_built', 'none', 'pdf_a4', '{US}') returning id`,
    [ours, name],
  )
  const platform = await first(
    `insert into platforms (tenant_id, platform_code, platform_name, address, headers, requests, answers, search_line)
     values ($1, $2, $2, 'https://127.0.0.1', '[]', $3, $4, $2) returning id`,
    [ours, name, PLATFORM.requests, PLATFORM.answers],
  )
  return {
    channel,
    zoneSchema: await first(
      `insert into zone_schemas (tenant_id, schema_code, schema_name, search_line) values ($1, $2, $2, $2) returning id`,
      [ours, name],
    ),
    platform,
    platformAccount: await first(
      `insert into carrier_accounts (tenant_id, adapter, carrier, account_name, environment, platform_id, search_line)
       values ($1, 'platform', 'X', $2 || ' of a platform', 'live', $3, $2) returning id`,
      [ours, name, platform],
    ),
    pool: await first(
      `insert into number_pools (tenant_id, channel_id, kind, prefix, digits, start_no, next_no, end_no, first_number, last_number)
       values ($1, $2, 'range', upper($3), 1, 1, 1, 2, upper($3) || '1', upper($3) || '2') returning id`,
      [ours, channel, name],
    ),
    account: await first(
      `insert into carrier_accounts (tenant_id, adapter, carrier, account_name, environment, search_line)
       values ($1, 'demo', 'DEMO', $2, 'sandbox', $2) returning id`,
      [ours, name],
    ),
  }
}

type OwnRows = Awaited<ReturnType<typeof ownRows>>

const ofCarrier = ({ account, customer, zoneSchema }: OwnRows) => ({
  labelSource: 'carrier_api',
  carrierAccountId: account,
  billingMethod: 'price_book',
  zoneSchemaId: zoneSchema,
  dimDivisor: 139,
  watermarkTemplateId: null,
  customerScope: 'list',
  customerIds: [customer],
})

/** The stock lists without filters. */
const allStock = {
  search: undefined,
  location: undefined,
  quality: undefined,
  lot: undefined,
  minAge: undefined,
  withZero: undefined,
  warn: undefined,
  at: undefined,
  customerId: undefined,
  productId: undefined,
  ofBatchId: undefined,
}
const allFlows = {
  search: undefined,
  sourceNo: undefined,
  document: undefined,
  flowType: undefined,
  location: undefined,
  from: undefined,
  to: undefined,
}

const allInbounds = {
  search: undefined,
  codes: undefined,
  status: undefined,
  inboundType: undefined,
  etaFrom: undefined,
  etaTo: undefined,
  differs: undefined,
  overdue: undefined,
  toPutAway: undefined,
}
/** The order list without filters. */
const allOrders = {
  ...{
    search: undefined,
    codes: undefined,
    status: undefined,
    exceptionCode: undefined,
    customerId: undefined,
  },
  ...{ channelId: undefined, countryCode: undefined, pieceClass: undefined, tag: undefined },
  ...{
    pickStatus: undefined,
    isDue: undefined,
    refusedVoid: undefined,
    isMine: undefined,
    hasStock: undefined,
    printStatus: undefined,
    minPriority: undefined,
    platform: undefined,
    minAge: undefined,
  },
  ...{ createdFrom: undefined, createdTo: undefined },
}
/** The list of picking lists without filters. */
const allPicking = {
  ...{ search: undefined, codes: undefined, status: undefined, listType: undefined, assigneeId: undefined },
  ...{ customerId: undefined, channelId: undefined, zoneId: undefined },
  ...{ createdFrom: undefined, createdTo: undefined },
}
/** The list of what can be shipped without filters. */
const allOutbound = {
  ...{ search: undefined, codes: undefined, carrier: undefined, channelId: undefined, customerId: undefined },
  ...{ printedFrom: undefined, printedTo: undefined },
}
/** The list of labels without filters. */
const allLabels = {
  ...{
    search: undefined,
    codes: undefined,
    printStatus: undefined,
    channelId: undefined,
    customerId: undefined,
  },
  ...{ pieceClass: undefined, createdFrom: undefined, createdTo: undefined, pickingListId: undefined },
}
/** A document of one line, and one count of it. */
const oneLine = (productId: number) => ({
  inboundType: 'by_sku',
  referenceNo: null,
  putawayDate: null,
  boxes: [],
  lines: [{ boxNo: null, productId, expected: 1, productionDate: null, expiryDate: null }],
})
const oneCount = (productId: number, locationId: number) => ({
  productId,
  good: 1,
  defective: 1,
  locationId,
  photoFileIds: [],
  isUnexpected: true,
  confirmedTotal: 1_000_000,
})

/** The other inputs a call needs, so that an id of ours in the tested place makes a difference. */
const allCollections = {
  ...{ search: undefined, customerId: undefined, purpose: undefined, payMethod: undefined },
  ...{ paidFrom: undefined, paidTo: undefined, minAmount: undefined, maxAmount: undefined },
}

const allBills = {
  ...{ search: undefined, customerId: undefined, mode: undefined, from: undefined, to: undefined },
}

const allFees = {
  ...{ customerId: undefined, feeTypeId: undefined, orderType: undefined, document: undefined },
  ...{
    chargedFrom: undefined,
    chargedTo: undefined,
    status: undefined,
    origin: undefined,
    isFailed: undefined,
  },
}

const besides: Record<string, (own: OwnRows) => object> = {
  '/gateway/wms/fee/list': () => allFees,
  '/gateway/wms/fee/sums': () => allFees,
  '/gateway/wms/fee/open-events': () => ({
    ...{ status: undefined, gap: undefined, kind: undefined, customerId: undefined, document: undefined },
  }),
  '/gateway/wms/fee/requests': () => ({ status: undefined, customerId: undefined }),
  '/gateway/wms/fee/create': ({ customer, feeType }) => ({
    ...{ customerId: customer, feeTypeId: feeType, fileIds: [] },
  }),
  '/gateway/wms/fee/add-proof': ({ fee, paper }) => ({ id: fee, fileId: paper }),
  '/gateway/wms/fee/remove-proof': ({ fee, feeProof }) => ({ id: fee, fileId: feeProof }),
  '/gateway/wms/fee/price': ({ openEvent }) => ({ ids: [openEvent] }),
  '/gateway/wms/fee/rerate': ({ fee }) => ({ ids: [fee] }),
  '/gateway/wms/collection/list': () => ({ ...allCollections, status: undefined }),
  '/gateway/wms/collection/counts': () => allCollections,
  '/gateway/wms/collection/twins': ({ customer }) => ({
    ...{ bankRefNo: undefined, customerId: customer, paidOn: '2026-01-01', amount: '1' },
    exceptId: undefined,
  }),
  '/gateway/wms/collection/create': ({ customer }) => ({
    ...{ customerId: customer, purpose: 'bill_payment' },
    ...{ fileIds: [], billIds: [] },
  }),
  '/gateway/wms/collection/edit': ({ collection, customer }) => ({
    ...{ id: collection, customerId: customer, purpose: 'bill_payment', billIds: [] },
  }),
  '/gateway/wms/what-if/calculate': () => ({ from: '2026-03-01', to: '2026-03-31', versionIds: [] }),
  '/gateway/wms/what-if/download': ({ customer }) => ({
    ...{ from: '2026-03-01', to: '2026-03-31', versionIds: [], customerIds: [customer] },
  }),
  '/gateway/wms/bill/list': () => ({ ...allBills, status: undefined }),
  '/gateway/wms/bill/counts': () => allBills,
  '/gateway/wms/bill/preview': () => ({ from: '2026-03-01', to: '2026-03-31' }),
  '/gateway/wms/bill/create': () => ({ from: '2026-03-01', to: '2026-03-31' }),
  '/gateway/wms/bill/pay': ({ payment, bill }) => ({ collectionId: payment, billIds: [bill] }),
  '/gateway/wms/collection/add-proof': ({ collection, paper }) => ({ id: collection, fileId: paper }),
  '/gateway/wms/collection/remove-proof': ({ collection, proof }) => ({ id: collection, fileId: proof }),
  '/gateway/wms/balance-flow/list': () => ({
    ...{ customerId: undefined, logType: undefined, business: undefined, document: undefined },
    ...{ from: undefined, to: undefined },
  }),
  '/gateway/wms/balance-flow/sums': () => ({ customerId: undefined, from: undefined, to: undefined }),
  '/gateway/wms/balance-flow/days': () => ({ customerId: undefined, from: '2020-01-01', to: '2099-01-01' }),
  '/gateway/wms/quote/list': () => ({
    ...{ search: undefined, kind: undefined, side: undefined, channelId: undefined, status: undefined },
    isEnabled: undefined,
  }),
  '/gateway/wms/quote/create-version': ({ quote, feeType }) => ({
    quoteId: quote,
    content: oneRule(feeType),
  }),
  '/gateway/wms/quote/edit-version': ({ version, feeType }) => ({ id: version, content: oneRule(feeType) }),
  '/gateway/wms/quote/try-package': ({ freight, customer }) => ({ quoteId: freight, customerId: customer }),
  '/gateway/wms/customer-price/list': () => ({
    ...{ search: undefined, customerId: undefined, quoteId: undefined, kind: undefined, status: undefined },
  }),
  '/gateway/wms/customer-price/assign': ({ customer, group, freight }) => ({
    ...{ customerIds: [customer], groupId: group, quoteId: freight },
  }),
  '/gateway/wms/stock/by-sku': () => allStock,
  '/gateway/wms/stock/by-location': () => allStock,
  '/gateway/wms/stock/by-batch': () => allStock,
  '/gateway/wms/stock/flows': () => ({
    ...allFlows,
    customerId: undefined,
    stockId: undefined,
    productId: undefined,
  }),
  '/gateway/wms/stock/flow-sums': () => ({
    ...allFlows,
    customerId: undefined,
    stockId: undefined,
    productId: undefined,
  }),
  '/gateway/wms/stock/promises': () => ({ stockId: undefined, productId: undefined }),
  '/gateway/wms/count/create': () => ({ zoneId: null, customerId: null, sku: null, locationCodes: [] }),
  '/gateway/wms/order/list': () => allOrders,
  '/gateway/wms/order/counts': () => {
    const { status: _, exceptionCode: __, ...others } = allOrders
    return others
  },
  '/gateway/wms/order/exceptions': () => {
    const { status: _, exceptionCode: __, ...others } = allOrders
    return others
  },
  '/gateway/wms/order/open-return': ({ shipped, product }) => ({
    id: shipped,
    lines: [{ productId: product, quantity: 1 }],
  }),
  '/gateway/wms/waybill/upload': ({ uploadable, labelFile }) => ({ id: uploadable, fileId: labelFile }),
  '/gateway/wms/order/products': () => ({ search: undefined }),
  '/gateway/wms/outbound/list': () => allOutbound,
  '/gateway/wms/outbound/totals': ({ printed }) => ({ ids: [printed], filters: allOutbound }),
  '/gateway/wms/order/create': ({ customer, channel, product }) => ({
    customerId: customer,
    channelId: channel,
    stateCode: 'TWIN',
    senderState: 'TWIN',
    referenceNo: `N${Math.random()}`.replace('.', ''),
    lines: [{ productId: product, quantity: 1, declaredValue: null }],
  }),
  '/gateway/wms/order/estimate': ({ customer, channel, product }) => ({
    customerId: customer,
    channelId: channel,
    lines: [{ productId: product, quantity: 1, declaredValue: null }],
  }),
  '/gateway/wms/order/edit': ({ order, channel, product }) => ({
    id: order,
    channelId: channel,
    stateCode: 'TWIN',
    senderState: 'TWIN',
    lines: [{ productId: product, quantity: 1, declaredValue: null }],
  }),
  '/gateway/wms/picking/list': () => allPicking,
  '/gateway/wms/picking/counts': () => {
    const { status: _, ...others } = allPicking
    return others
  },
  '/gateway/wms/picking/pickable': () => ({
    ...{ ids: undefined, matching: {}, pieceClass: undefined },
    ...{ channelId: undefined, customerId: undefined, zoneId: undefined },
  }),
  '/gateway/wms/picking/split': ({ picking }) => ({ id: picking, orderIds: undefined }),
  '/gateway/wms/picking/assign': ({ picking }) => ({ ids: [picking], assigneeId: null }),
  '/gateway/wms/label/list': () => allLabels,
  '/gateway/wms/label/counts': () => allLabels,
  '/gateway/wms/label/print': () => ({ ids: undefined, filters: {} }),
  '/gateway/wms/label/reprint': ({ labelled, waybill }) => ({ ids: [labelled], waybillIds: [waybill] }),
  '/gateway/wms/label/confirm': ({ print }) => ({ id: print, notPrinted: [] }),
  '/gateway/wms/inbound/list': () => ({ ...allInbounds, customerId: undefined }),
  '/gateway/wms/inbound/counts': () => {
    const { status: _, ...others } = allInbounds
    return { ...others, customerId: undefined }
  },
  '/gateway/wms/inbound/products': () => ({ search: undefined }),
  '/gateway/wms/inbound/create': ({ customer, product }) => ({
    customerId: customer,
    ...oneLine(product),
    fileIds: [],
  }),
  '/gateway/wms/inbound/add-box': () => ({ boxNo: `N${Math.random()}`.replace('.', '') }),
  '/gateway/wms/inbound/measure-box': ({ inboundArrived, inboundBox }) => ({
    id: inboundArrived,
    ofBoxId: inboundBox,
  }),
  '/gateway/wms/inbound/edit': ({ inboundDraft, product }) => {
    const { inboundType: _, ...facts } = oneLine(product)
    return { id: inboundDraft, rowVersion: 1, ...facts }
  },
  '/gateway/wms/inbound/receive': ({ inboundArrived, product, location, damagedBin }) => ({
    inboundId: inboundArrived,
    boxId: null,
    lines: [
      {
        ...oneCount(product, location),
        defectiveLocationId: damagedBin,
        productionDate: null,
        expiryDate: null,
      },
    ],
  }),
  '/gateway/wms/inbound/receive-whole': ({ inboundArrived, location, product }) => ({
    inboundId: inboundArrived,
    boxId: null,
    locationId: location,
    facts: [{ productId: product, expiryDate: '2030-01-01', lot: 'L1' }],
  }),
  '/gateway/wms/inbound/code-owners': () => ({ scanned: 'TWIN' }),
  '/gateway/wms/inbound/put-away': ({ inboundArrived, product, location }) => ({
    inboundId: inboundArrived,
    lines: [{ productId: product, batchId: null, quantity: 1, locationId: location }],
  }),
  '/gateway/wms/inbound/photo-link': ({ inboundArrived }) => ({
    inboundId: inboundArrived,
    trackingNo: null,
  }),
  '/gateway/wms/parcel/list': () => ({ search: undefined, status: undefined }),
  '/gateway/wms/parcel/keep': ({ picture }) => ({ trackingNo: `N${Math.random()}`, photoFileIds: [picture] }),
  '/gateway/wms/parcel/claim': ({ parcel, inboundArrived }) => ({ id: parcel, inboundId: inboundArrived }),
  '/gateway/wms/parcel/open': ({ customer }) => ({ customerId: customer, parcelId: null }),
  '/gateway/wms/inbound/add-attachment': ({ inboundDraft, paper }) => ({ id: inboundDraft, fileId: paper }),
  '/gateway/wms/inbound/remove-attachment': ({ inboundArrived, paper }) => ({
    id: inboundArrived,
    fileId: paper,
  }),
  '/gateway/wms/staff/list': () => ({ search: undefined, isEnabled: undefined }),
  '/gateway/wms/staff/edit': ({ colleague }) => ({ id: colleague }),
  '/gateway/wms/staff/end-sessions': ({ colleague }) => ({ id: colleague }),
  '/gateway/wms/import/start': ({ sheet }) => ({ kind: 'customers', fileId: sheet, zipFileId: undefined }),
  '/gateway/wms/import/mend': () => ({ column: 'customerCode' }),
  '/gateway/wms/customer/list': () => ({
    search: undefined,
    codes: undefined,
    isEnabled: undefined,
    isBlocked: undefined,
    isLow: undefined,
    groupId: undefined,
    salesRepId: undefined,
  }),
  '/gateway/wms/product/list': () => ({
    search: undefined,
    codes: undefined,
    isEnabled: undefined,
    auditStatus: undefined,
    lacksSize: undefined,
    measuredDiffers: undefined,
    hasStock: undefined,
  }),
  '/gateway/wms/product/remove-barcode': ({ product, barcode }) => ({ id: product, barcodeId: barcode }),
  '/gateway/wms/product/choose-barcode': ({ product, barcode }) => ({ id: product, barcodeId: barcode }),
  '/gateway/wms/product/add-image': ({ product, picture }) => ({ id: product, fileId: picture }),
  '/gateway/wms/product/arrange-images': ({ product, picture }) => ({
    id: product,
    fileIds: [picture],
    shownIds: [],
  }),
  '/gateway/wms/inbound/print-labels': () => ({ boxNo: null }),
  '/gateway/wms/inbound/labels': () => ({ boxNo: null }),
  '/gateway/wms/product/labels': ({ product }) => ({ ids: [product], filters: {} }),
  // The bin of the start, where goods of one customer lie.
  '/gateway/wms/inbound/find-place': () => ({ scanned: 'TWIN' }),
  '/gateway/wms/location/labels': ({ location }) => ({ ids: [location], filters: {} }),
  '/gateway/wms/product/print-labels': ({ product }) => ({ ids: [product], filters: {} }),
  '/gateway/wms/location/list': () => ({
    search: undefined,
    codes: undefined,
    isEnabled: undefined,
    purpose: undefined,
  }),
  '/gateway/wms/location/edit': ({ location, zone }) => ({ id: location, zoneId: zone }),
  '/gateway/wms/location/save-zone': ({ zone }) => ({ id: zone }),
  '/gateway/wms/location/print-labels': ({ location }) => ({ ids: [location], filters: {} }),
  '/gateway/wms/carrier-account/create': ({ platform }) => ({
    adapter: 'platform',
    password: null,
    platformId: platform,
    accountName: `N${Math.random()}`,
  }),
  '/gateway/wms/setup/channel': () => ({ way: 'carrier', carrier: 'DEMO', serviceCode: 'ground' }),
  '/gateway/wms/platform/try': ({ platform }) => ({ id: platform }),
  '/gateway/wms/platform/void-tried': ({ platform }) => ({ id: platform }),
  '/gateway/wms/channel/create': (own) => ({ ...ofCarrier(own), pool: null }),
  '/gateway/wms/channel/edit': (own) => ({ ...ofCarrier(own), id: own.channel }),
  '/gateway/wms/customer/at-work': ({ customer }) => ({ ids: [customer], filters: {} }),
  '/gateway/wms/watermark/in-use': ({ watermark }) => ({ ids: [watermark], filters: {} }),
  '/gateway/wms/customer/create': () => ({ groupId: null, salesRepId: null }),
  '/gateway/wms/customer/edit': ({ customer }) => ({ id: customer, groupId: null, salesRepId: null }),
}

const idFields = server.server.calls
  .flatMap((call) =>
    fieldsOf(call)
      // A sequential number can be guessed; an upload's id is random.
      .filter((field) => isId(field) && field.form.type !== 'string')
      // Its task looks at the selected rows; `act-on-all.db.test.ts` tries them.
      .filter((field) => call !== actOnAll || field.path[0] !== 'ids')
      .map((field) => [call.path, field.path.join('.'), call, field] as const),
  )
  .map((field, place) => [...field, place] as const)
/** Commands need rows of their own for every field, which takes time: a sample tries a sixth of theirs each day, and all of the queries'. */
const triedFields = [
  ...idFields.filter(([, , call]) => call.kind === 'query'),
  ...shareOf(
    idFields.filter(([, , call]) => call.kind === 'command'),
    0,
    6,
  ),
]

/** Ids of our own rows: those the field is named after first, then those the call is about. */
function likelyFirst(own: OwnRows, path: string, field: string) {
  const likelihood = (kind: string) =>
    2 * Number(field.toLowerCase().startsWith(kind.toLowerCase())) + Number(path.includes(kind))
  return Object.entries(own)
    .toSorted(([a], [b]) => likelihood(b) - likelihood(a))
    .map(([, id]) => id)
}

let forQueries: Promise<OwnRows> | undefined
/** Only a command needs rows that no other call has changed. */
const ownRowsFor = (call: Call) => {
  if (call.kind === 'command') return ownRows()
  forQueries ??= ownRows()
  return forQueries
}

test('some calls take ids, or the tests below prove nothing', () => {
  expect(idFields.map(([path, field]) => `${path} ${field}`)).toEqual(
    expect.arrayContaining(['/gateway/wms/staff/member id', '/gateway/wms/staff/switch ids.0']),
  )
  expect(theirIds.length).toBeGreaterThan(7)
})

/** A sample tries their rows of the table that the field is about, and some of the others. */
test.each(triedFields)(
  '%s: another company’s id in %s gets the same response as a nonexistent one',
  async (_, __, call, field, place) => {
    const own = await ownRowsFor(call)
    const input = { ...exampleOf(call), ...besides[call.path]?.(own) }
    const ask = (id: number) => answerTo(call, withValue(input, field.path, id), id)
    const before = await ask(ABSENT)
    expect(before.status).toBe(200)
    let known = 0
    for (const id of likelyFirst(own, call.path, field.name))
      if (known === 0 && (await ask(id)).body !== before.body) known = id
    expect(known, 'a row of our own is found').toBeGreaterThan(0)
    const alike = theirIds.filter((id) => known < FIRST || isSameTable(id, known))
    expect(alike, 'they have such a row, too').not.toEqual([])
    const others = theirIds.filter((id) => !alike.includes(id))
    const absent = await ask(ABSENT)
    const answers = await Promise.all([...alike, ...shareOf(others, place, 8)].map(ask))
    for (const answer of answers) expect(answer).toEqual(absent)
  },
)

test('no response contains anything of another company', async () => {
  const answered: string[] = []
  for (const call of server.server.calls.filter(
    (call) => call.permission !== 'public' && !call.path.endsWith('/logout'),
  )) {
    const { body, status } = await answerTo(call, exampleOf(call))
    expect(status, call.path).toBeLessThan(500)
    expect(body).not.toContain(CANARY)
    answered.push(body)
  }
  expect(answered.join()).toContain('Ours')
})

test('the other company itself does see its rows in the same calls', async () => {
  const own = await answerTo(listStaff, {}, ABSENT, { 'x-access-token': theirToken })
  expect(own.body).toContain(CANARY)
})

test.each(['tenant_id', 'x-tenant-id', 'tenantid', 'sys_company_code'])(
  'a company named in the header %s is ignored',
  async (header) => {
    for (const call of [topInfo, listStaff]) {
      const input = exampleOf(topInfo)
      expect(await answerTo(call, input, ABSENT, { [header]: String(theirs) })).toEqual(
        await answerTo(call, input),
      )
    }
  },
)

test('a company named in the body or the URL is refused as an unknown field', async () => {
  for (const call of server.server.calls.filter((call) => call.permission !== 'public')) {
    const { body } = await answerTo(call, { ...exampleOf(call), tenantId: theirs })
    expect(JSON.parse(body), call.path).toMatchObject({ success: false, data: { kind: 'validation' } })
  }
})

type Reference = { name: string; table: string; has_tenant: boolean; pairs: string[] }

const references = await server.owner<Reference>(`
  select c.conname as name, t.relname as table,
    exists (select 1 from pg_attribute a where a.attrelid = c.conrelid and a.attname = 'tenant_id') as has_tenant,
    array(select a.attname || '>' || f.relname || '.' || b.attname
      from unnest(c.conkey, c.confkey) as k (mine, other)
      join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.mine
      join pg_attribute b on b.attrelid = c.confrelid and b.attnum = k.other) as pairs
  from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_class f on f.oid = c.confrelid
  where c.contype = 'f' and c.connamespace = 'wms'::regnamespace`)

/** Who invited whom: the only reference allowed between companies. */
const between = ['invitations_invitee_tenant_id_fkey']

test('every foreign key leads from a company’s row to a row of the same company', () => {
  const loose = references.filter(
    ({ name, has_tenant, pairs }) =>
      has_tenant &&
      !between.includes(name) &&
      !pairs.some((pair) => pair === 'tenant_id>tenants.id' || /^tenant_id>\w+\.tenant_id$/.test(pair)),
  )
  expect(references.length).toBeGreaterThan(5)
  expect(loose).toEqual([])
})

const anIdOf = async (table: string, tenantId: number) => {
  const [row] = await server.owner<{ id: string }>(
    `select id from ${table} where tenant_id = $1`,
    [tenantId],
    tenantId,
  )
  return row?.id ?? ''
}
const [theirRole, theirFile, theirTask, theirImport, theirGroup, theirZone] = (
  await Promise.all(
    ['roles', 'files', 'tasks', 'imports', 'customer_groups', 'location_zones'].map((table) =>
      anIdOf(table, theirs),
    ),
  )
).map(Number)
const theirUpload = await anIdOf('uploads', theirs)
const ourFile = Number(await anIdOf('files', ours))
const [theirCustomer, theirProduct] = [
  await anIdOf('customers', theirs),
  await anIdOf('products', theirs),
].map(Number)
const [ourCustomer, ourProduct] = [await anIdOf('customers', ours), await anIdOf('products', ours)].map(
  Number,
)

const [ourQuote = 0, theirQuote = 0, theirVersion = 0] = (
  await Promise.all([anIdOf('quotes', ours), anIdOf('quotes', theirs), anIdOf('quote_versions', theirs)])
).map(Number)
const theirPrice = Number(await anIdOf('customer_prices', theirs))

const [theirChannel, theirPool, theirAccount, theirWatermark] = (
  await Promise.all(
    ['channels', 'number_pools', 'carrier_accounts', 'watermark_templates'].map((table) =>
      anIdOf(table, theirs),
    ),
  )
).map(Number)
const theirPlatform = Number(await anIdOf('platforms', theirs))
const ourChannel = Number(await anIdOf('channels', ours))
const theirZones = Number(await anIdOf('zone_schemas', theirs))

const [theirStock, ourStock] = [await anIdOf('stock', theirs), await anIdOf('stock', ours)].map(Number)
const [theirPlace, theirBatch] = [await anIdOf('locations', theirs), await anIdOf('batches', theirs)]
const [theirInbound, theirBox, theirReceipt, theirLine, theirPutaway, theirParcel] = (
  await Promise.all(
    ['inbounds', 'inbound_boxes', 'receipts', 'inbound_lines', 'putaways', 'parcels'].map((table) =>
      anIdOf(table, theirs),
    ),
  )
).map(Number)
const flowAcross = (stock = 0, actor = 0) => `
  insert into stock_flows (tenant_id, stock_id, seq, flow_type, source_type, source_id, source_line, source_no, location_id,
    customer_id, product_id, d_on_hand, d_allocated, d_frozen, on_hand_after, allocated_after, frozen_after, actor_id, at)
  values (${ours}, ${stock}, 99, 'receive', 'x', 99, 1, 'x', 1, 1, 1, 1, 0, 0, 2, 0, 0, ${actor}, now())`

const moneyAcross = ({
  customer = ourCustomer,
  hold,
  actor = me.id,
}: {
  customer?: number | undefined
  hold?: number | undefined
  actor?: number
}) => `
  insert into balance_flows (tenant_id, customer_id, seq, log_type, business, amount, balance_after, frozen_after, credit_after,
    source_type, source_id, source_no, source_line, hold_id, actor_id, at)
  values (${ours}, ${customer}, 99, '${hold ? 'freeze' : 'in'}', 'collection', 1, 1, 0, 0, 'x', 99, 'x', 1, ${hold ?? null}, ${actor}, now())`

/** A copy of our row, with another key and one value of theirs. */
function copyOf(table: string, fresh: object, over: object) {
  const next = JSON.stringify({ ...fresh, ...over })
  return sql`insert into ${sql.table(table)}
    select (jsonb_populate_record(o, ${next}::jsonb)).* from ${sql.table(table)} o where o.tenant_id = ${ours} limit 1 returning 1`
}

const [theirCollection, theirHold, theirBill, theirFee, theirRequest] = [
  await anIdOf('collections', theirs),
  await anIdOf('account_holds', theirs),
  await anIdOf('bills', theirs),
  await anIdOf('fees', theirs),
  await anIdOf('fee_requests', theirs),
].map(Number)
const [ourFeeType, theirFeeType, theirEvent] = (
  await Promise.all([
    anIdOf('fee_types', ours),
    anIdOf('fee_types', theirs),
    anIdOf('billable_events', theirs),
  ])
).map(Number) as [number, number, number]
const otherOfOurs = await aPerson(server, ours)
const [payer] = await server.owner<{ id: string }>(
  'select customer_id as id from balance_flows where tenant_id = $1 and seq = 1',
  [ours],
  ours,
)
const ourPayer = Number(payer?.id)
const theirOrder = Number(await anIdOf('orders', theirs))
const [theirNight, theirRentDay] = [
  await anIdOf('stock_snapshots', theirs),
  await anIdOf('rent_days', theirs),
].map(Number)
const [theirPicking, theirAllocation] = [
  await anIdOf('picking_lists', theirs),
  await anIdOf('allocations', theirs),
].map(Number)
const ourOrder = Number(await anIdOf('orders', ours))
const [theirPackage, theirShipment, ourShipment] = [
  await anIdOf('packages', theirs),
  await anIdOf('shipment_batches', theirs),
  await anIdOf('shipment_batches', ours),
].map(Number)

const [theirWaybill, theirPrint] = [
  await anIdOf('waybills', theirs),
  await anIdOf('label_prints', theirs),
].map(Number)

/** Of everything an outbound order refers to. */
function orderCrossings(): Record<string, ReturnType<typeof sql>> {
  const head = ({
    customer = ourCustomer,
    channel = ourChannel,
    by = me.id,
    audited = null as number | null,
  }) => sql`
    insert into orders (tenant_id, order_no, customer_id, reference_no, channel_id, receiver_name, country_code, city, address1,
      piece_class, sku_count, piece_count, created_by, audited_by)
    values (${ours}, 'CROSS', ${customer}, 'CROSS', ${channel}, 'x', 'US', 'x', 'x', 'ss', 1, 1, ${by}, ${audited}) returning 1`
  const line = (over: object) => copyOf('order_lines', { line_no: 9 }, over)
  const label = ({
    order = sql`order_id`,
    pack = sql`id`,
    channel = ourChannel,
    account = null as number | null | undefined,
    file = null as number | null | undefined,
  }) => sql`
    insert into waybills (tenant_id, package_id, order_id, channel_id, label_source, label_format, carrier, status, carrier_account_id,
      label_file_id)
    select ${ours}, ${pack}, ${order}, ${channel}, 'self_built', 'pdf_100x150', 'SELF', 'requesting', ${account}::bigint, ${file}::bigint
    from packages where tenant_id = ${ours} and order_id = ${ourOrder} and package_seq = 2 returning 1`
  const refused = (by: number) => sql`
    insert into waybills (tenant_id, package_id, order_id, channel_id, label_source, label_format, carrier, status, void_acknowledged_by,
      void_acknowledged_at, void_acknowledged_reason)
    select ${ours}, id, order_id, ${ourChannel}, 'self_built', 'pdf_100x150', 'SELF', 'void_failed', ${by}, now(), 'x'
    from packages where tenant_id = ${ours} and order_id = ${ourOrder} and package_seq = 2 returning 1`
  const manifest = (over: object) => copyOf('manifests', { id: 9_000_000 }, over)
  const shipped = (order: number, batch = 0) => sql`
    insert into shipments (tenant_id, order_id, batch_id) values (${ours}, ${order}, ${batch}) returning 1`
  return {
    orders_tenant_id_customer_id_fkey: head({ customer: theirCustomer }),
    orders_tenant_id_channel_id_fkey: head({ channel: theirChannel }),
    orders_tenant_id_created_by_fkey: head({ by: them.id }),
    orders_tenant_id_audited_by_fkey: head({ audited: them.id }),
    order_lines_tenant_id_order_id_customer_id_fkey: line({ order_id: theirOrder }),
    order_lines_tenant_id_customer_id_product_id_fkey: line({ product_id: theirProduct }),
    order_words_tenant_id_order_id_fkey: copyOf('order_words', {}, { order_id: theirOrder }),
    packages_tenant_id_order_id_fkey: copyOf('packages', { id: 9_000_000 }, { order_id: theirOrder }),
    waybills_tenant_id_package_id_order_id_fkey: label({
      pack: sql`${theirPackage}::bigint`,
      order: sql`${theirOrder}::bigint`,
    }),
    waybills_tenant_id_channel_id_fkey: label({ channel: theirChannel ?? 0 }),
    waybills_tenant_id_carrier_account_id_fkey: label({ account: theirAccount }),
    waybills_tenant_id_label_file_id_fkey: label({ file: theirFile }),
    waybills_tenant_id_void_acknowledged_by_fkey: refused(them.id),
    shipment_batches_tenant_id_created_by_fkey: copyOf(
      'shipment_batches',
      { id: 9_000_000, batch_no: 'CROSS' },
      { created_by: them.id },
    ),
    manifests_tenant_id_batch_id_fkey: manifest({ batch_id: theirShipment }),
    manifests_tenant_id_carrier_account_id_fkey: manifest({ carrier_account_id: theirAccount }),
    manifests_tenant_id_file_id_fkey: sql`
      update manifests set file_id = ${theirFile} where tenant_id = ${ours} returning 1`,
    manifests_tenant_id_requested_by_fkey: sql`
      update manifests set requested_by = ${them.id} where tenant_id = ${ours} returning 1`,
    shipments_tenant_id_order_id_fkey: shipped(theirOrder, ourShipment),
    shipments_tenant_id_batch_id_fkey: shipped(ourOrder, theirShipment),
  }
}

/** Of everything a night of rent refers to. */
function rentCrossings(): Record<string, ReturnType<typeof sql>> {
  const day = { id: 9_000_000, charge_date: '2040-01-01' }
  return {
    rent_days_tenant_id_snapshot_id_fkey: copyOf('rent_days', day, { snapshot_id: theirNight }),
    rent_days_tenant_id_customer_id_fkey: copyOf('rent_days', day, { customer_id: theirCustomer }),
    rent_days_tenant_id_version_id_fkey: copyOf('rent_days', day, {
      ...{ amount: 0, discount: 1, version_id: theirVersion },
    }),
    rent_days_tenant_id_fee_id_customer_id_fkey: sql`
      insert into rent_days (tenant_id, id, snapshot_id, customer_id, charge_date, amount, discount, version_id, fee_id)
      select d.tenant_id, 9000000, d.snapshot_id, d.customer_id, '2040-01-01', 1, 1, v.id, ${theirFee}::bigint
      from rent_days d join quote_versions v on v.tenant_id = d.tenant_id where d.tenant_id = ${ours} limit 1 returning 1`,
    stock_snapshot_lines_tenant_id_rent_day_id_fkey: copyOf(
      'stock_snapshot_lines',
      {},
      { rent_day_id: theirRentDay },
    ),
    stock_snapshot_lines_tenant_id_batch_id_fkey: copyOf(
      'stock_snapshot_lines',
      {},
      { batch_id: theirBatch },
    ),
  }
}

/** Of everything a collection or a hold refers to. */
function moneyCrossings(): Record<string, ReturnType<typeof sql>> {
  const collection = (over: {
    customer?: number
    maker?: number
    confirmer?: number
    reverser?: number
  }) => sql`
    insert into collections (tenant_id, collection_no, customer_id, purpose, amount, pay_method, paid_on, status, created_by, confirmed_by,
      confirmed_at, reversed_by, reversed_at, reverse_reason)
    values (${ours}, 'CROSS', ${over.customer ?? ourCustomer}, 'top_up', 1, 'cash', '2026-01-01', 'reversed', ${over.maker ?? me.id},
      ${over.confirmer ?? me.id}, now(), ${over.reverser ?? me.id}, now(), 'x') returning 1`
  return {
    collections_tenant_id_customer_id_fkey: collection({ customer: Number(theirCustomer) }),
    collections_tenant_id_created_by_fkey: collection({ maker: them.id }),
    collections_tenant_id_confirmed_by_fkey: collection({ confirmer: them.id }),
    collections_tenant_id_reversed_by_fkey: collection({ reverser: them.id }),
    collection_attachments_tenant_id_collection_id_fkey: copyOf(
      'collection_attachments',
      {},
      { collection_id: theirCollection },
    ),
    collection_attachments_tenant_id_file_id_fkey: copyOf(
      'collection_attachments',
      {},
      { file_id: theirFile },
    ),
    collection_attachments_tenant_id_small_file_id_fkey: sql`
      insert into collection_attachments (tenant_id, collection_id, file_id, small_file_id)
      select a.tenant_id, a.collection_id, f.id, ${theirFile}::bigint from collection_attachments a
      join files f on f.tenant_id = a.tenant_id and f.id <> a.file_id where a.tenant_id = ${ours} limit 1 returning 1`,
    account_holds_tenant_id_customer_id_fkey: copyOf(
      'account_holds',
      { id: 9_000_000, source_id: 9 },
      { customer_id: theirCustomer },
    ),
  }
}

/** Of everything a bill refers to. */
function billCrossings(): Record<string, ReturnType<typeof sql>> {
  const bill = (over: { customer?: number; maker?: number; issuer?: number; voider?: number }) => sql`
    insert into bills (tenant_id, bill_no, customer_id, settlement_mode, period_from, period_to, status, created_by, issued_by, issued_at,
      voided_by, voided_at, void_reason)
    values (${ours}, 'CROSS', ${over.customer ?? ourCustomer}, 'bill', '2026-01-01', '2026-01-31', 'voided', ${over.maker ?? me.id},
      ${over.issuer ?? me.id}, now(), ${over.voider ?? me.id}, now(), 'x') returning 1`
  // With a bill and a payment of its own: the tests before this one may have deleted others.
  const paid = ({
    bill: of,
    collection,
  }: {
    bill?: number | undefined
    collection?: number | undefined
  }) => sql`
    with owed as (
      insert into bills (tenant_id, bill_no, customer_id, settlement_mode, period_from, period_to, created_by)
      values (${ours}, 'CROSS', ${ourCustomer}, 'bill', '2020-01-01', '2020-01-31', ${me.id}) returning id),
    came as (
      insert into collections (tenant_id, collection_no, customer_id, purpose, amount, pay_method, paid_on, created_by)
      values (${ours}, 'CROSS', ${ourCustomer}, 'bill_payment', 1, 'cash', '2020-02-01', ${me.id}) returning id)
    insert into bill_payments (tenant_id, bill_id, collection_id, customer_id, amount)
    select ${ours}, coalesce(${of ?? null}::bigint, owed.id), coalesce(${collection ?? null}::bigint, came.id), ${ourCustomer}, 0
    from owed, came returning 1`
  return {
    bills_tenant_id_customer_id_fkey: bill({ customer: Number(theirCustomer) }),
    bills_tenant_id_created_by_fkey: bill({ maker: them.id }),
    bills_tenant_id_issued_by_fkey: bill({ issuer: them.id }),
    bills_tenant_id_voided_by_fkey: bill({ voider: them.id }),
    bill_lines_tenant_id_bill_id_customer_id_fkey: copyOf(
      'bill_lines',
      { is_live: false },
      { bill_id: theirBill },
    ),
    bill_lines_tenant_id_fee_id_customer_id_fkey: copyOf('bill_lines', {}, { fee_id: theirFee }),
    bill_payments_tenant_id_bill_id_customer_id_fkey: paid({ bill: theirBill }),
    bill_payments_tenant_id_collection_id_customer_id_fkey: paid({ collection: theirCollection }),
  }
}

/** Of everything a fee or a request for one refers to. */
function feeCrossings(): Record<string, ReturnType<typeof sql>> {
  const fee = (over: Record<string, string | number>) => {
    const row = {
      ...{
        customer_id: ourCustomer,
        fee_type_id: ourFeeType,
        order_type: 'manual',
        amount: -1,
        charge_date: '2026-01-01',
      },
      ...{ occurred_at: '2026-01-01', is_manual: true, created_by: me.id, status: 'not_settled', ...over },
    }
    return sql`
      insert into fees (tenant_id, customer_id, fee_type_id, event_id, version_id, order_type, amount, charge_date, occurred_at, refund_of, replaces,
        is_manual, status, flow_seq, reversed_seq, settled_at, ended_reason, created_by)
      select ${ours}, x.customer_id, x.fee_type_id, x.event_id, x.version_id, x.order_type, x.amount, x.charge_date, x.occurred_at, x.refund_of,
        x.replaces, x.is_manual, x.status, x.flow_seq, x.reversed_seq, x.settled_at, x.ended_reason, x.created_by
      from jsonb_populate_record(null::fees, ${JSON.stringify(row)}::jsonb) x returning 1`
  }
  const request = (over: Record<string, string | number>) => {
    const row = {
      ...{
        customer_id: ourCustomer,
        fee_type_id: ourFeeType,
        order_type: 'manual',
        amount: -1,
        charge_date: '2026-01-01',
      },
      ...{ reason: 'x', status: 'waiting', asked_by: me.id, ...over },
    }
    return sql`
      insert into fee_requests (tenant_id, customer_id, fee_type_id, refund_of, order_type, amount, charge_date, reason, status, asked_by, answered_by,
        answered_at, answer, fee_id)
      select ${ours}, x.customer_id, x.fee_type_id, x.refund_of, x.order_type, x.amount, x.charge_date, x.reason, x.status, x.asked_by, x.answered_by,
        x.answered_at, x.answer, x.fee_id
      from jsonb_populate_record(null::fee_requests, ${JSON.stringify(row)}::jsonb) x returning 1`
  }
  const settled = { status: 'settled', settled_at: '2026-01-01' }
  return {
    fees_tenant_id_customer_id_fkey: fee({ customer_id: theirCustomer ?? 0 }),
    fees_tenant_id_fee_type_id_fkey: fee({ fee_type_id: theirFeeType }),
    fees_tenant_id_event_id_fkey: fee({ event_id: theirEvent }),
    fees_tenant_id_version_id_fkey: fee({ version_id: theirVersion }),
    fees_tenant_id_created_by_fkey: fee({ created_by: them.id }),
    fees_tenant_id_refund_of_customer_id_fkey: fee({ refund_of: Number(theirFee) }),
    fees_tenant_id_replaces_customer_id_fkey: fee({ replaces: Number(theirFee) }),
    fees_tenant_id_customer_id_flow_seq_fkey: fee({ ...settled, flow_seq: 98 }),
    fees_tenant_id_customer_id_reversed_seq_fkey: fee({
      ...{ ...settled, customer_id: ourPayer, flow_seq: 1, status: 'reversed', ended_reason: 'x' },
      reversed_seq: 98,
    }),
    fee_requests_tenant_id_customer_id_fkey: request({ customer_id: theirCustomer ?? 0 }),
    fee_requests_tenant_id_fee_type_id_fkey: request({ fee_type_id: theirFeeType }),
    fee_requests_tenant_id_asked_by_fkey: request({ asked_by: them.id }),
    fee_requests_tenant_id_refund_of_customer_id_fkey: request({ refund_of: Number(theirFee) }),
    fee_requests_tenant_id_answered_by_fkey: request({
      ...{ status: 'refused', answered_by: them.id, answered_at: '2026-01-01', answer: 'x' },
    }),
    fee_requests_tenant_id_fee_id_customer_id_fkey: request({
      ...{
        status: 'approved',
        answered_by: otherOfOurs.id,
        answered_at: '2026-01-01',
        fee_id: Number(theirFee),
      },
    }),
    fee_attachments_tenant_id_fee_id_fkey: copyOf('fee_attachments', {}, { fee_id: Number(theirFee) }),
    fee_attachments_tenant_id_file_id_fkey: copyOf('fee_attachments', {}, { file_id: theirFile }),
    fee_request_attachments_tenant_id_request_id_fkey: copyOf(
      'fee_request_attachments',
      {},
      { request_id: theirRequest },
    ),
    fee_request_attachments_tenant_id_file_id_fkey: copyOf(
      'fee_request_attachments',
      {},
      { file_id: theirFile },
    ),
    billable_events_tenant_id_waived_by_fkey: sql`
      insert into billable_events (tenant_id, kind, source_id, source_no, customer_id, charge_date, facts_version, facts, status, waived_by, waive_reason)
      values (${ours}, 'inbound', 98, 'x', ${ourCustomer}, '2026-01-01', 1, '{}', 'waived', ${them.id}, 'x') returning 1`,
  }
}

/** Of everything a picking list refers to. */
function pickingCrossings(): Record<string, ReturnType<typeof sql>> {
  const head = (over: object) => copyOf('picking_lists', { id: 9_000_000, picking_no: 'CROSS' }, over)
  const order = (over: object) => copyOf('picking_list_orders', { basket_no: 9, is_live: false }, over)
  const task = (over: object) => copyOf('picking_tasks', { task_no: 9 }, over)
  const pieces = (over: object) => copyOf('picking_task_orders', {}, over)
  return {
    picking_lists_tenant_id_assignee_id_fkey: head({ assignee_id: them.id }),
    picking_lists_tenant_id_created_by_fkey: head({ created_by: them.id }),
    picking_list_orders_tenant_id_list_id_fkey: order({ list_id: theirPicking }),
    picking_list_orders_tenant_id_order_id_fkey: order({ order_id: theirOrder }),
    picking_tasks_tenant_id_list_id_fkey: task({ list_id: theirPicking }),
    picking_tasks_tenant_id_location_id_fkey: task({ location_id: Number(theirPlace) }),
    picking_tasks_tenant_id_product_id_fkey: task({ product_id: theirProduct }),
    picking_task_orders_tenant_id_list_id_task_no_fkey: pieces({ list_id: theirPicking }),
    picking_task_orders_tenant_id_list_id_order_id_fkey: pieces({
      order_id: theirOrder,
      allocation_id: theirAllocation,
    }),
    picking_task_orders_tenant_id_allocation_id_fkey: pieces({ allocation_id: theirAllocation }),
  }
}

/** Of everything a print of labels refers to. */
function priceCrossings(): Record<string, ReturnType<typeof sql>> {
  const version = (over: {
    quote?: number
    ended?: number | null
    publisher?: number
    maker?: number
  }) => sql`
    insert into quote_versions (tenant_id, quote_id, version_no, content, ended_version_id, published_at, published_by, effective_from, created_by)
    values (${ours}, ${over.quote ?? ourQuote}, 99, '{}', ${over.ended ?? null}, now(), ${over.publisher ?? me.id}, now() + interval '9 years',
      ${over.maker ?? me.id}) returning 1`
  const fuel = (quote: number, maker: number) => sql`
    insert into fuel_rates (tenant_id, quote_id, starts_on, percent, created_by) values (${ours}, ${quote}, '2040-01-01', 1, ${maker}) returning 1`
  const price = (over: {
    customer?: number
    group?: number
    quote?: number
    channel?: number
    ended?: number
    maker?: number
  }) => sql`
    insert into customer_prices (tenant_id, customer_id, group_id, quote_id, kind, channel_id, effective_from, ended_price_id, created_by)
    values (${ours}, ${over.group ? null : (over.customer ?? ourCustomer)}, ${over.group ?? null}, ${over.quote ?? ourQuote}, 'operation',
      ${over.channel ?? null}, '2040-01-01', ${over.ended ?? null}, ${over.maker ?? me.id}) returning 1`
  return {
    quotes_tenant_id_channel_id_fkey: sql`
      insert into quotes (tenant_id, quote_code, quote_name, search_line, kind, channel_id)
      values (${ours}, 'X', 'x', 'x', 'freight', ${theirChannel}) returning 1`,
    quote_versions_tenant_id_quote_id_fkey: version({ quote: theirQuote }),
    quote_versions_tenant_id_ended_version_id_fkey: version({ ended: theirVersion }),
    quote_versions_tenant_id_published_by_fkey: version({ publisher: them.id }),
    quote_versions_tenant_id_created_by_fkey: version({ maker: them.id }),
    fuel_rates_tenant_id_quote_id_fkey: fuel(theirQuote, me.id),
    fuel_rates_tenant_id_created_by_fkey: fuel(ourQuote, them.id),
    customer_prices_tenant_id_customer_id_fkey: price({ customer: theirCustomer ?? 0 }),
    customer_prices_tenant_id_group_id_fkey: price({ group: theirGroup ?? 0 }),
    customer_prices_tenant_id_quote_id_fkey: price({ quote: theirQuote }),
    customer_prices_tenant_id_channel_id_fkey: price({ channel: theirChannel ?? 0 }),
    customer_prices_tenant_id_ended_price_id_fkey: price({ ended: theirPrice }),
    customer_prices_tenant_id_created_by_fkey: price({ maker: them.id }),
  }
}

function labelCrossings(): Record<string, ReturnType<typeof sql>> {
  const head = (over: object) => copyOf('label_prints', { id: 9_000_000 }, over)
  const line = (over: object) => copyOf('label_print_lines', { position: 9, outcome: 'left_out' }, over)
  return {
    label_prints_tenant_id_task_id_fkey: head({ task_id: Number(theirTask) }),
    label_prints_tenant_id_created_by_fkey: head({ created_by: them.id }),
    label_prints_tenant_id_confirmed_by_fkey: head({
      confirmed_by: them.id,
      confirmed_at: '2026-01-01T00:00:00Z',
    }),
    label_print_lines_tenant_id_print_id_fkey: line({ print_id: theirPrint }),
    label_print_lines_tenant_id_waybill_id_fkey: line({ waybill_id: theirWaybill }),
    label_print_lines_tenant_id_order_id_fkey: line({ order_id: theirOrder }),
  }
}

/** Of everything an inbound order refers to. */
function receivingCrossings(): Record<string, ReturnType<typeof sql>> {
  const head = (customer = 0, by = 0) => sql`
    insert into inbounds (tenant_id, inbound_no, customer_id, inbound_type, search_line, created_by)
    values (${ours}, 'CROSS', ${customer}, 'by_sku', 'x', ${by}) returning 1`
  const line = (over: object) => copyOf('inbound_lines', { id: 9_000_000, is_extra: true, expected: 0 }, over)
  const receipt = (over: object) => copyOf('receipts', { id: 9_000_000, receipt_no: 'CROSS' }, over)
  const pieces = (over: object) => copyOf('receipt_lines', { line_no: 9 }, over)
  const away = (over: object) => copyOf('putaway_lines', { line_no: 9 }, over)
  return {
    inbounds_tenant_id_customer_id_fkey: head(theirCustomer, me.id),
    inbounds_tenant_id_created_by_fkey: head(ourCustomer, them.id),
    inbounds_tenant_id_arrived_by_fkey: sql`
      update inbounds set status = 'receiving', arrived_at = now(), arrived_by = ${them.id}
      where id = (select min(id) from inbounds where status = 'pending_confirm') returning 1`,
    inbounds_tenant_id_completed_by_fkey: sql`
      update inbounds set status = 'complete', completed_at = now(), completed_by = ${them.id}
      where id = (select min(id) from inbounds where status = 'receiving') returning 1`,
    inbound_boxes_tenant_id_inbound_id_fkey: sql`
      insert into inbound_boxes (tenant_id, inbound_id, box_no) values (${ours}, ${theirInbound}, 'X') returning 1`,
    inbound_lines_tenant_id_inbound_id_customer_id_fkey: line({ inbound_id: theirInbound, box_id: null }),
    inbound_lines_tenant_id_inbound_id_box_id_fkey: line({ box_id: theirBox }),
    inbound_lines_tenant_id_customer_id_product_id_fkey: line({ product_id: theirProduct }),
    inbound_words_tenant_id_inbound_id_fkey: sql`
      insert into inbound_words (tenant_id, word, inbound_id, mark) values (${ours}, 'x', ${theirInbound}, 'box') returning 1`,
    inbound_words_tenant_id_inbound_id_box_id_fkey: copyOf(
      'inbound_words',
      { word: 'x' },
      { box_id: theirBox },
    ),
    inbound_attachments_tenant_id_inbound_id_fkey: copyOf(
      'inbound_attachments',
      {},
      { inbound_id: theirInbound },
    ),
    inbound_attachments_tenant_id_file_id_fkey: copyOf('inbound_attachments', {}, { file_id: theirFile }),
    receipts_tenant_id_inbound_id_fkey: receipt({ inbound_id: theirInbound, box_id: null }),
    receipts_tenant_id_inbound_id_box_id_fkey: receipt({ box_id: theirBox }),
    receipts_tenant_id_created_by_fkey: receipt({ created_by: them.id }),
    receipts_tenant_id_cancelled_by_fkey: receipt({ cancelled_at: '2026-01-01', cancelled_by: them.id }),
    receipt_lines_tenant_id_inbound_id_receipt_id_fkey: pieces({ receipt_id: theirReceipt }),
    receipt_lines_tenant_id_inbound_id_line_id_fkey: pieces({ line_id: theirLine }),
    receipt_lines_tenant_id_location_id_fkey: pieces({ location_id: Number(theirPlace) }),
    receipt_lines_tenant_id_batch_id_fkey: pieces({ batch_id: Number(theirBatch) }),
    receipt_photos_tenant_id_receipt_id_line_no_fkey: copyOf(
      'receipt_photos',
      {},
      { receipt_id: theirReceipt },
    ),
    receipt_photos_tenant_id_file_id_fkey: copyOf('receipt_photos', {}, { file_id: theirFile }),
    putaways_tenant_id_inbound_id_fkey: copyOf('putaways', { id: 9_000_000 }, { inbound_id: theirInbound }),
    putaways_tenant_id_created_by_fkey: copyOf('putaways', { id: 9_000_000 }, { created_by: them.id }),
    putaways_tenant_id_undoes_id_fkey: copyOf('putaways', { id: 9_000_000 }, { undoes_id: theirPutaway }),
    parcels_tenant_id_inbound_id_fkey: sql`
      update parcels set status = 'claimed', closed_at = now(), closed_by = ${me.id}, inbound_id = ${theirInbound}
      where tenant_id = ${ours} and status = 'waiting' returning 1`,
    parcels_tenant_id_created_by_fkey: sql`
      insert into parcels (tenant_id, parcel_no, tracking_no, created_by) values (${ours}, 'CROSS', 'CROSS', ${them.id}) returning 1`,
    parcels_tenant_id_closed_by_fkey: sql`
      update parcels set status = 'sent_back', closed_at = now(), closed_by = ${them.id}
      where tenant_id = ${ours} and status = 'waiting' returning 1`,
    parcel_photos_tenant_id_parcel_id_fkey: copyOf('parcel_photos', {}, { parcel_id: theirParcel }),
    parcel_photos_tenant_id_file_id_fkey: copyOf('parcel_photos', {}, { file_id: theirFile }),
    lead_calls_tenant_id_called_by_fkey: sql`
      insert into lead_calls (tenant_id, station, reason, called_by) values (${ours}, 'move', 'other', ${them.id}) returning 1`,
    lead_calls_tenant_id_taken_by_fkey: sql`
      insert into lead_calls (tenant_id, station, reason, called_by, taken_by, taken_at)
      values (${ours}, 'move', 'other', ${me.id}, ${them.id}, now()) returning 1`,
    photo_links_tenant_id_inbound_id_fkey: sql`
      insert into photo_links (tenant_id, subject, created_by, inbound_id) values (${ours}, 'x', ${me.id}, ${theirInbound}) returning 1`,
    photo_links_tenant_id_created_by_fkey: sql`
      insert into photo_links (tenant_id, subject, created_by) values (${ours}, 'x', ${them.id}) returning 1`,
    photo_links_tenant_id_file_id_fkey: sql`
      update photo_links set file_id = ${theirFile} where tenant_id = ${ours} returning 1`,
    putaway_lines_tenant_id_putaway_id_fkey: away({ putaway_id: theirPutaway }),
    putaway_lines_tenant_id_from_location_id_fkey: away({ from_location_id: Number(theirPlace) }),
    putaway_lines_tenant_id_from_batch_id_fkey: away({ from_batch_id: Number(theirBatch) }),
    putaway_lines_tenant_id_location_id_fkey: away({ location_id: Number(theirPlace) }),
    putaway_lines_tenant_id_batch_id_fkey: away({ batch_id: Number(theirBatch) }),
    batches_tenant_id_inbound_id_customer_id_fkey: copyOf(
      'batches',
      { id: 9_000_000 },
      { inbound_id: theirInbound },
    ),
    billable_events_tenant_id_customer_id_fkey: copyOf(
      'billable_events',
      { id: 9_000_000, kind: 'return' },
      { customer_id: theirCustomer },
    ),
    billable_events_tenant_id_group_id_fkey: copyOf(
      'billable_events',
      { id: 9_000_000, kind: 'return', is_group_known: true },
      { group_id: theirGroup },
    ),
  }
}

const [theirCount, ourCount, ourPlace] = [
  await anIdOf('stock_counts', theirs),
  await anIdOf('stock_counts', ours),
  await anIdOf('locations', ours),
].map(Number)
const countLineAcross = (over: { count?: number; place?: number | string; product?: number }) => sql`
  insert into stock_count_lines (tenant_id, count_id, line, location_id, customer_id, product_id)
  values (${ours}, ${over.count ?? ourCount}, 99, ${over.place ?? ourPlace}, ${ourCustomer}, ${over.product ?? ourProduct}) returning 1`

/**
 * By the foreign key's name: a write of ours that names a row of theirs. A new foreign key needs a line here.
 */
const crossing: Record<string, ReturnType<typeof sql>> = {
  audit_log_tenant_id_account_id_fkey: sql`
    insert into audit_log (tenant_id, account_id, login_account, ip, request_id, action, object_type, object_id, object_no)
    values (${ours}, ${them.id}, 'x', '', '', 'x', 'x', 1, 'x') returning 1`,
  account_roles_tenant_id_account_id_fkey: sql`
    insert into account_roles (tenant_id, account_id, role_id)
    select ${ours}::bigint, ${them.id}::bigint, min(id) from roles returning 1`,
  account_roles_tenant_id_role_id_fkey: sql`
    insert into account_roles (tenant_id, account_id, role_id) values (${ours}, ${me.id}, ${theirRole}) returning 1`,
  files_tenant_id_created_by_fkey: sql`
    insert into files (tenant_id, file_name, mime, size, sha256, storage_key, created_by)
    values (${ours}, 'x', 'x', 0, '', 'crossing', ${them.id}) returning 1`,
  password_links_tenant_id_account_id_fkey: sql`
    insert into password_links (tenant_id, account_id) values (${ours}, ${them.id}) returning 1`,
  uploads_tenant_id_created_by_fkey: sql`
    insert into uploads (tenant_id, purpose, file_name, size, created_by) values (${ours}, 'zip', 'x', 1, ${them.id}) returning 1`,
  upload_parts_tenant_id_upload_id_fkey: sql`
    insert into upload_parts (tenant_id, upload_id, part, bytes) values (${ours}, ${theirUpload}, 0, 'x') returning 1`,
  list_settings_tenant_id_account_id_fkey: sql`
    insert into list_settings (tenant_id, account_id, list, settings) values (${ours}, ${them.id}, 'x', '{}') returning 1`,
  imports_tenant_id_file_id_fkey: sql`
    insert into imports (tenant_id, import_no, kind, file_id, heads, total, created_by)
    values (${ours}, 'x', 'x', ${theirFile}, '[]', 1, ${me.id}) returning 1`,
  imports_tenant_id_zip_file_id_fkey: sql`
    insert into imports (tenant_id, import_no, kind, file_id, zip_file_id, heads, total, created_by)
    values (${ours}, 'x', 'x', ${ourFile}, ${theirFile}, '[]', 1, ${me.id}) returning 1`,
  imports_tenant_id_task_id_fkey: sql`
    insert into imports (tenant_id, import_no, kind, file_id, task_id, heads, total, created_by)
    values (${ours}, 'x', 'x', ${ourFile}, ${theirTask}, '[]', 1, ${me.id}) returning 1`,
  imports_tenant_id_created_by_fkey: sql`
    insert into imports (tenant_id, import_no, kind, file_id, heads, total, created_by)
    values (${ours}, 'x', 'x', ${ourFile}, '[]', 1, ${them.id}) returning 1`,
  import_rows_tenant_id_import_id_fkey: sql`
    insert into import_rows (tenant_id, import_id, row_no, cells) values (${ours}, ${theirImport}, 1, '[]') returning 1`,
  locations_tenant_id_zone_id_fkey: sql`
    insert into locations (tenant_id, location_code, zone_id, purpose) values (${ours}, 'X1', ${theirZone}, 'storage') returning 1`,
  products_tenant_id_customer_id_fkey: sql`
    insert into products (tenant_id, customer_id, sku, name_en, search_line)
    values (${ours}, ${theirCustomer}, 'X1', 'x', 'x') returning 1`,
  products_tenant_id_measured_by_fkey: sql`
    insert into products (tenant_id, customer_id, sku, name_en, search_line, measured_weight, measured_at, measured_by)
    values (${ours}, ${ourCustomer}, 'X2', 'x', 'x', 1, now(), ${them.id}) returning 1`,
  product_barcodes_tenant_id_customer_id_product_id_fkey: sql`
    insert into product_barcodes (tenant_id, customer_id, product_id, barcode, type)
    values (${ours}, ${ourCustomer}, ${theirProduct}, 'x', 'custom') returning 1`,
  product_images_tenant_id_product_id_fkey: sql`
    insert into product_images (tenant_id, product_id, place, file_id, small_file_id)
    values (${ours}, ${theirProduct}, 1, ${ourFile}, ${ourFile}) returning 1`,
  product_images_tenant_id_file_id_fkey: sql`
    insert into product_images (tenant_id, product_id, place, file_id, small_file_id)
    values (${ours}, ${ourProduct}, 1, ${theirFile}, ${ourFile}) returning 1`,
  product_images_tenant_id_small_file_id_fkey: sql`
    insert into product_images (tenant_id, product_id, place, file_id, small_file_id)
    values (${ours}, ${ourProduct}, 1, ${ourFile}, ${theirFile}) returning 1`,
  customers_tenant_id_group_id_fkey: sql`
    insert into customers (tenant_id, customer_code, customer_name, search_line, group_id)
    values (${ours}, 'X1', 'x', 'x', ${theirGroup}) returning 1`,
  customers_tenant_id_account_id_fkey: sql`
    insert into customers (tenant_id, customer_code, customer_name, search_line, account_id)
    values (${ours}, 'X2', 'x', 'x', ${them.id}) returning 1`,
  customers_tenant_id_sales_rep_id_fkey: sql`
    insert into customers (tenant_id, customer_code, customer_name, search_line, sales_rep_id)
    values (${ours}, 'X3', 'x', 'x', ${them.id}) returning 1`,
  carrier_accounts_tenant_id_platform_id_fkey: sql`
    insert into carrier_accounts (tenant_id, adapter, carrier, account_name, environment, platform_id, search_line)
    values (${ours}, 'platform', 'x', 'crossing', 'live', ${theirPlatform}, 'x') returning 1`,
  carrier_calls_tenant_id_account_id_fkey: sql`
    insert into carrier_calls (tenant_id, account_id, deed, method, url, ms, request, answer)
    values (${ours}, ${theirAccount}, 'test', 'GET', 'x', 1, '', '') returning 1`,
  carrier_days_tenant_id_account_id_fkey: sql`
    insert into carrier_days (tenant_id, account_id, day, calls, failed) values (${ours}, ${theirAccount}, '2026-01-01', 1, 0) returning 1`,
  carrier_faults_tenant_id_account_id_fkey: sql`
    insert into carrier_faults (tenant_id, account_id, faults) values (${ours}, ${theirAccount}, 1) returning 1`,
  demo_labels_tenant_id_account_id_fkey: sql`
    insert into demo_labels (tenant_id, account_id, purchase_key, tracking_no, service, shipment)
    values (${ours}, ${theirAccount}, 'x', 'x', 'x', '{}') returning 1`,
  channels_tenant_id_carrier_account_id_fkey: sql`
    update channels set carrier_account_id = ${theirAccount} where id = ${ourChannel} returning 1`,
  channels_tenant_id_watermark_template_id_fkey: sql`
    update channels set watermark_template_id = ${theirWatermark} where id = ${ourChannel} returning 1`,
  channels_tenant_id_zone_schema_id_fkey: sql`
    update channels set billing_method = 'price_book', dim_divisor = 139, zone_schema_id = ${theirZones} where id = ${ourChannel} returning 1`,
  zone_rows_tenant_id_schema_id_fkey: sql`
    insert into zone_rows (tenant_id, schema_id, row_no, zone_code, country_code) values (${ours}, ${theirZones}, 1, '2', 'US') returning 1`,
  channel_customers_tenant_id_channel_id_fkey: sql`
    insert into channel_customers (tenant_id, channel_id, customer_id) values (${ours}, ${theirChannel}, ${ourCustomer}) returning 1`,
  channel_customers_tenant_id_customer_id_fkey: sql`
    insert into channel_customers (tenant_id, channel_id, customer_id) values (${ours}, ${ourChannel}, ${theirCustomer}) returning 1`,
  channel_has_numbers: sql`
    insert into number_pools (tenant_id, channel_id, kind, start_no, next_no, end_no) values (${ours}, ${theirChannel}, 'list', 1, 1, 1) returning 1`,
  pool_numbers_tenant_id_pool_id_fkey: sql`
    insert into pool_numbers (tenant_id, pool_id, place, number) values (${ours}, ${theirPool}, 1, 'XXXX') returning 1`,
  print_settings_tenant_id_account_id_fkey: sql`
    insert into print_settings (tenant_id, account_id, workstation, auto_print_on_check, copies, label_sort, packing_slip,
      picking_paper)
    values (${ours}, ${them.id}, ${WORKSTATION}, false, 1, 'sku', 'none', 'a4') returning 1`,
  batches_tenant_id_customer_id_product_id_fkey: sql`
    insert into batches (tenant_id, customer_id, product_id) values (${ours}, ${ourCustomer}, ${theirProduct}) returning 1`,
  allocations_tenant_id_stock_id_fkey: sql`
    insert into allocations (tenant_id, stock_id, demand_type, demand_id, demand_line, demand_no, quantity)
    values (${ours}, ${theirStock}, 'x', 1, 1, 'x', 1) returning 1`,
  stock_documents_tenant_id_created_by_fkey: sql`
    insert into stock_documents (tenant_id, document_no, kind, created_by) values (${ours}, 'X', 'move', ${them.id}) returning 1`,
  stock_counts_tenant_id_created_by_fkey: sql`
    insert into stock_counts (tenant_id, count_no, is_blind, created_by) values (${ours}, 'X1', false, ${them.id}) returning 1`,
  stock_counts_tenant_id_closed_by_fkey: sql`
    insert into stock_counts (tenant_id, count_no, is_blind, created_by, closed_by) values (${ours}, 'X2', false, ${me.id}, ${them.id}) returning 1`,
  stock_counts_tenant_id_zone_id_fkey: sql`
    insert into stock_counts (tenant_id, count_no, is_blind, created_by, zone_id) values (${ours}, 'X3', false, ${me.id}, ${theirZone}) returning 1`,
  stock_counts_tenant_id_customer_id_fkey: sql`
    insert into stock_counts (tenant_id, count_no, is_blind, created_by, customer_id)
    values (${ours}, 'X4', false, ${me.id}, ${theirCustomer}) returning 1`,
  stock_counts_tenant_id_product_id_fkey: sql`
    insert into stock_counts (tenant_id, count_no, is_blind, created_by, product_id)
    values (${ours}, 'X5', false, ${me.id}, ${theirProduct}) returning 1`,
  stock_count_lines_tenant_id_count_id_fkey: countLineAcross({ count: theirCount }),
  stock_count_lines_tenant_id_location_id_fkey: countLineAcross({ place: theirPlace }),
  stock_count_lines_tenant_id_customer_id_product_id_fkey: countLineAcross({ product: theirProduct }),
  stock_count_lines_tenant_id_counted_by_fkey: sql`
    update stock_count_lines set counted_by = ${them.id} where count_id = ${ourCount} returning 1`,
  ...receivingCrossings(),
  ...orderCrossings(),
  ...pickingCrossings(),
  ...labelCrossings(),
  ...priceCrossings(),
  ...moneyCrossings(),
  ...rentCrossings(),
  ...billCrossings(),
  ...feeCrossings(),
  tasks_tenant_id_created_by_fkey: sql`
    insert into tasks (tenant_id, kind, input, created_by, request_id) values (${ours}, 'x', '{}', ${them.id}, 'r') returning 1`,
  tasks_tenant_id_file_id_fkey: sql`
    insert into tasks (tenant_id, kind, input, created_by, request_id, file_id)
    values (${ours}, 'x', '{}', ${me.id}, 'r', ${theirFile}) returning 1`,
}
/** Written only by the owner’s functions; the server’s role cannot write there at all. */
const crossingAsOwner: Record<string, string> = {
  stock_tenant_id_location_id_fkey: `
    insert into stock (tenant_id, location_id, customer_id, product_id, batch_id, quality)
    select ${ours}, ${theirPlace}, o.customer_id, o.product_id, o.batch_id, 'defective' from stock o where o.id = ${ourStock}`,
  stock_tenant_id_batch_id_customer_id_product_id_fkey: `
    insert into stock (tenant_id, location_id, customer_id, product_id, batch_id, quality)
    select ${ours}, o.location_id, o.customer_id, o.product_id, ${theirBatch}, 'defective' from stock o where o.id = ${ourStock}`,
  stock_flows_tenant_id_stock_id_fkey: flowAcross(theirStock, me.id),
  stock_flows_tenant_id_actor_id_fkey: flowAcross(ourStock, them.id),
  customer_accounts_tenant_id_customer_id_fkey: `
    insert into customer_accounts (tenant_id, customer_id) values (${ours}, ${theirCustomer})`,
  balance_flows_tenant_id_customer_id_fkey: moneyAcross({ customer: theirCustomer }),
  balance_flows_tenant_id_hold_id_customer_id_fkey: moneyAcross({ hold: theirHold }),
  balance_flows_tenant_id_actor_id_fkey: moneyAcross({ actor: them.id }),
  sessions_tenant_id_account_id_fkey: `
    insert into sessions (token_hash, tenant_id, account_id, ip, browser) values ('x', ${ours}, ${them.id}, '', '')`,
  sso_codes_tenant_id_account_id_fkey: `
    insert into sso_codes (code_hash, tenant_id, account_id, expires_at) values ('x', ${ours}, ${them.id}, now())`,
}

test('every foreign key within a company is tested with a row of another', () => {
  const names = references
    .filter(({ has_tenant, pairs }) => has_tenant && pairs.length > 1)
    .map(({ name }) => name)
    .sort()
  expect(names).toEqual([...Object.keys(crossing), ...Object.keys(crossingAsOwner)].sort())
})

test.each(Object.entries(crossing))('a write across %s is refused', async (name, write) => {
  const written = server.database.write(ours, (tx) => write.execute(tx))
  await expect(written).rejects.toMatchObject({ code: '23503', constraint: name })
})

test.each(Object.entries(crossingAsOwner))(
  'a write across %s is refused even to the owner',
  async (name, write) => {
    await expect(server.owner(write, [], ours)).rejects.toMatchObject({ code: '23503', constraint: name })
  },
)

test('a row of another company can be neither created, moved there, seen, changed nor deleted', async () => {
  const inOurs = (statement: ReturnType<typeof sql>) =>
    server.database.write(ours, (tx) => statement.execute(tx))
  const created = sql`insert into roles (tenant_id, code, role_name, permissions) values (${theirs}, 'spy', 'x', '{"*"}')`
  await expect(inOurs(created)).rejects.toMatchObject({ code: '42501' })
  const moved = sql`update roles set tenant_id = ${theirs} where code = 'twin'`
  await expect(inOurs(moved)).rejects.toMatchObject({ code: '42501' })
  const seen = await inOurs(sql`select 1 from roles where tenant_id = ${theirs}`)
  expect(seen.rows).toEqual([])
  const changed = await inOurs(
    sql`update roles set permissions = '{"*"}' where tenant_id = ${theirs} returning 1`,
  )
  expect(changed.rows).toEqual([])
  const ended = await inOurs(sql`delete from sessions where tenant_id = ${theirs} returning 1`)
  expect(ended.rows).toEqual([])
})

test('every tenant table shows the server only the rows of the current company', async () => {
  const readable = await server.owner<{ relname: string }>(`
    select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant_id'
    where c.relnamespace = 'wms'::regnamespace and c.relkind in ('r', 'p') and has_table_privilege('tally_app', c.oid, 'select')`)
  expect(readable.map(({ relname }) => relname)).toEqual(
    expect.arrayContaining(['accounts', 'sessions', 'tasks']),
  )
  for (const { relname } of readable) {
    const { rows } = await server.database.read(ours, (db) =>
      sql<{ tenantId: number }>`select distinct tenant_id from ${sql.table(relname)}`.execute(db),
    )
    expect([relname, rows.filter((row) => row.tenantId !== ours)]).toEqual([relname, []])
  }
})

test('the list of tables without a company is the agreed one', () => {
  expect([...globalTables].sort()).toEqual(
    [
      'account_secrets',
      'accounts',
      'applied_files',
      'dictionary_texts',
      'installation',
      'invitations',
      'migrations',
      'password_links',
      'sessions',
      'shipped_fee_types',
      'shipped_states',
      'sso_codes',
      'state_steps',
      'tenants',
      'throttles',
      'verification_codes',
    ].sort(),
  )
})
