import { shipOrders } from '../shipping/outbound/contract.ts'
import { asOwner, type Call, tenantOf } from './goods.ts'

const ORDERS = 500
const LINES = 3
const ROUNDS = 5

/** Orders with printed waybills, each with allocated goods of some products; several rounds of them. */
const fillPrinted = (folder: string) =>
  asOwner(folder, async (client) => {
    const tenant = await tenantOf(client)
    const actor = (await client.query('select min(id) as id from accounts where tenant_id = $1', [tenant]))
      .rows[0].id
    await client.query('begin')
    await client.query(
      'update locations set mix_sku = true, mix_batch = true, mix_customer = true where tenant_id = $1',
      [tenant],
    )
    await client.query(
      `create temp table wares on commit drop as
       select p.id, p.customer_id, row_number() over (order by p.id) - 1 as n, count(*) over () as all_of_them
       from (select * from products where tenant_id = $1 and customer_id = (
         select customer_id from products where tenant_id = $1 group by 1 order by count(*) desc limit 1) order by id limit 300) p`,
      [tenant],
    )
    await client.query(
      `create temp table places on commit drop as
       with made as (
         insert into batches (tenant_id, customer_id, product_id, putaway_date, lot)
         select $1, customer_id, id, current_date, 'BENCH' from wares on conflict do nothing returning id, product_id)
       select m.id as batch_id, m.product_id, l.id as location_id from made m, (
         select b.id from locations b join location_zones z on z.tenant_id = b.tenant_id and z.id = b.zone_id
         where b.tenant_id = $1 and b.purpose = 'storage' and b.is_enabled and z.quality = 'good' order by b.id limit 1) l`,
      [tenant],
    )
    await client.query(
      `select count(*) from post_stock('bench', $1, null, array(
         select row(batch_id, 'BENCH', 1, 'receive', location_id, batch_id, 'good', 1000000, 0, 0)::stock_line from places))`,
      [actor],
    )
    await client.query(
      `create temp table made on commit drop as
       with heads as (
         insert into orders (tenant_id, order_no, customer_id, reference_no, channel_id, receiver_name, country_code, state_code, city,
           postcode, address1, piece_class, sku_count, piece_count, est_weight, est_length, est_width, est_height, created_by)
         select $1, 'BENCH-' || lpad(n::text, 6, '0'), (select min(customer_id) from wares), 'BENCH-' || n,
           (select min(id) from channels where tenant_id = $1 and label_source = 'self_built'), 'x', 'US', 'CA', 'x', '90001', 'x', 'mm',
           ${LINES}, ${LINES}, 1.5, 10, 8, 5, $2
         from generate_series(1, ${ORDERS * ROUNDS}) n returning id, customer_id, order_no)
       select id, customer_id, order_no, row_number() over (order by id) - 1 as n from heads`,
      [tenant, actor],
    )
    await client.query(
      `insert into order_lines (tenant_id, order_id, line_no, customer_id, product_id, quantity)
       select $1, m.id, k, m.customer_id, w.id, 1 from made m cross join generate_series(1, ${LINES}) k
       join wares w on w.n = (m.n * ${LINES} + k) % w.all_of_them`,
      [tenant],
    )
    await client.query(
      `create temp table promised on commit drop as
       with given as (
         insert into allocations (tenant_id, stock_id, demand_type, demand_id, demand_line, demand_no, quantity)
         select $1, s.id, 'order', l.order_id, l.line_no, m.order_no, 1 from order_lines l join made m on m.id = l.order_id
         join places p on p.product_id = l.product_id
         join stock s on s.tenant_id = $1 and s.batch_id = p.batch_id and s.location_id = p.location_id
         returning id, stock_id, demand_no)
       select * from given`,
      [tenant],
    )
    await client.query(
      `select count(*) from post_stock('allocation', $1, null, array(
         select row(a.id, a.demand_no, 1, 'allocate', s.location_id, s.batch_id, 'good', 0, 1, 0)::stock_line
         from promised a join stock s on s.id = a.stock_id))`,
      [actor],
    )
    await client.query(`insert into packages (tenant_id, order_id) select $1, id from made`, [tenant])
    await client.query(
      `insert into waybills (tenant_id, package_id, order_id, channel_id, label_source, label_format, carrier, status)
       select p.tenant_id, p.id, o.id, h.id, h.label_source, h.label_format, h.carrier, 'requesting'
       from packages p join made m on m.id = p.order_id join orders o on o.tenant_id = p.tenant_id and o.id = m.id
       join channels h on h.tenant_id = o.tenant_id and h.id = o.channel_id where p.tenant_id = $1`,
      [tenant],
    )
    await client.query(
      `update waybills set status = 'obtained', obtained_at = now(), print_count = 1, printed_at = now(), tracking_no = 'BENCH' || order_id
       where tenant_id = $1 and order_id in (select id from made)`,
      [tenant],
    )
    for (const status of ['under_audit', 'waybill_printed'])
      await client.query(
        `update orders set status = $2::order_status where tenant_id = $1 and id in (select id from made)`,
        [tenant, status],
      )
    const { rows } = await client.query<{ id: string }>('select id from made order by id')
    await client.query('commit')
    for (const table of ['orders', 'order_lines', 'allocations', 'packages', 'waybills', 'stock'])
      await client.query(`vacuum analyze ${table}`)
    return rows.map(({ id }) => Number(id))
  })

/** Ships five hundred orders of three lines at once: status, stock, ledger, billing facts, shipments, audit rows and events. */
export async function batchOutbound(folder: string, call: Call): Promise<number> {
  const ids = await fillPrinted(folder)
  const times: number[] = []
  for (let at = 0; at < ids.length; at += ORDERS) {
    const started = performance.now()
    const { ok, failed } = await call<{ ok: number; failed: { reason: string }[] }>(shipOrders.path, {
      ids: ids.slice(at, at + ORDERS),
    })
    if (ok !== ORDERS) throw new Error(failed[0]?.reason)
    times.push(performance.now() - started)
  }
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
}
