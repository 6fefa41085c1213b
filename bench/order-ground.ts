import { freightOf, publishPrice, surcharge } from '../testing/price-builders.ts'
import { asOwner, tenantOf } from './goods.ts'
import { dropIndexes } from './stock.ts'

/** What the orders of the benchmark refer to. */
export type Ground = {
  tenant: number
  actor: number
  customer: { id: number; code: string }
  channel: { id: number; code: string }
  products: { id: number; sku: string }[]
}

const PIECES = 10_000_000
const OPEN_SHARE = 20

/**
 * A channel with enough numbers of its own and a price, and plenty of stock of one customer's products, all in one bin. The customer has
 * money, so that every order is priced, tested, held and charged.
 */
export const prepareGround = (folder: string): Promise<Ground> =>
  asOwner(folder, async (client) => {
    const tenant = await tenantOf(client)
    const one = async <R>(text: string, values: unknown[] = []) =>
      (await client.query(text, [tenant, ...values])).rows[0] as R
    const { id: actor } = await one<{ id: string }>('select min(id) as id from accounts where tenant_id = $1')
    const customer = await one<{ id: string; code: string }>(
      `select c.id, c.customer_code as code from customers c join products p on p.tenant_id = c.tenant_id and p.customer_id = c.id
       where c.tenant_id = $1 and c.is_enabled group by 1, 2 order by count(*) desc, 1 limit 1`,
    )
    await client.query(
      'update locations set mix_sku = true, mix_batch = true, mix_customer = true where tenant_id = $1',
      [tenant],
    )
    const channel = await one<{ id: string; code: string }>(
      `insert into channels (tenant_id, channel_code, name_zh, name_en, search_line, carrier, label_source, billing_method, label_format, countries)
       values ($1, 'BENCH', 'BENCH', 'BENCH', 'bench', 'BENCH', 'self_built', 'flat', 'pdf_100x150', '{US}') returning id, channel_code as code`,
    )
    await one(
      `insert into number_pools (tenant_id, channel_id, kind, prefix, digits, start_no, next_no, end_no, first_number, last_number)
       values ($1, $2, 'range', 'BN', 9, 1, 1, 99999999, 'BN000000001', 'BN099999999')`,
      [channel.id],
    )
    await publishPrice(
      {
        owner: async <R extends object>(text: string, list: unknown[] = []) =>
          (await client.query(text, list)).rows as R[],
      },
      {
        ...{
          tenantId: tenant,
          quoteCode: 'BENCH',
          kind: 'freight',
          channelId: Number(channel.id),
          fuelPercent: '16.50',
        },
        content: freightOf({ flatPrice: '5.00', surcharges: [surcharge('residential', '1.00', true)] }),
      },
    )
    await one(
      `select count(*) from post_money($2, null, array[
         row('bench', $1, 'BENCH', 1, 'in', 'collection', $3, 100000000, null)::money_line])`,
      [actor, customer.id],
    )
    const { rows: products } = await client.query<{ id: string; sku: string }>(
      `select id, sku from products where tenant_id = $1 and customer_id = $2 and is_enabled and audit_status = 'passed' and not lacks_size order by id limit 201`,
      [tenant, customer.id],
    )
    await one(
      `with made as (
         insert into batches (tenant_id, customer_id, product_id, putaway_date, lot)
         select $1, $2, p, current_date, 'BENCH' from unnest($3::bigint[]) p returning id)
       select count(*) from made`,
      [customer.id, products.map(({ id }) => id)],
    )
    await one(
      `select count(*) from post_stock('bench', $2, null, array(
         select row(b.id, 'BENCH', 1, 'receive', l.id, b.id, 'good', case when b.product_id = $3 then 100 else ${PIECES} end, 0, 0)::stock_line
         from batches b, (
           select s.id from locations s join location_zones z on z.tenant_id = s.tenant_id and z.id = s.zone_id
           where s.tenant_id = $1 and s.purpose = 'storage' and s.is_enabled and z.quality = 'good' order by s.id limit 1) l
         where b.tenant_id = $1 and b.lot = 'BENCH'))`,
      [actor, products.at(-1)?.id],
    )
    const asNumber = <T extends { id: string }>(row: T) => ({ ...row, id: Number(row.id) })
    return {
      tenant,
      actor: Number(actor),
      customer: asNumber(customer),
      channel: asNumber(channel),
      products: products.map(asNumber),
    }
  })

/** The last product has only a hundred pieces, outside of any other order. */
export const hotProduct = ({ products }: Ground) => {
  const hot = products.at(-1)
  if (!hot) throw new Error('no products')
  return hot
}

const facts = `tenant_id, order_no, customer_id, reference_no, channel_id, receiver_name, country_code, state_code, city, postcode,
  address1, piece_class, sku_count, piece_count, est_weight, est_length, est_width, est_height, created_by`
const values = (
  lines: string,
) => `$1, m.mark || '-' || lpad(n::text, 8, '0'), $2, m.mark || '-' || n, $3, 'Li Lei', 'US', 'CA', 'Ontario', '91761',
  '20 Maple Street', 'mm', ${lines}, ${lines}, 1.5, 10, 8, 5, $4`

/**
 * Orders of the past, one every two and a half minutes, with lines, search words, packages and labels. Of the newest ones some
 * are still open; `from` continues into the past, where all are finished and only their heads and labels are of interest.
 */
export const fillOrders = (folder: string, ground: Ground, from: number, upTo: number) =>
  asOwner(folder, async (client) => {
    const tenant = await tenantOf(client)
    const isFirst = from === 0
    await client.query('begin')
    const rebuild = await dropIndexes(client, 'orders', 'order_lines', 'order_words', 'packages', 'waybills')
    const last = await client.query('select coalesce(max(id), 0) as id from orders where tenant_id = $1', [
      tenant,
    ])
    const before = last.rows[0].id
    await client.query(
      `insert into orders (${facts}, status, created_at, status_at, updated_at, exception_code, exception_facts, audited_at, shipped_at, voided_at)
         select ${values('2')}, s.status::order_status, t.at, t.at, t.at,
           case when s.status = 'audit_exception' then 'address_invalid'::order_exception end,
           case when s.status = 'audit_exception' then '{"text": "postcodeForm", "values": {}}'::jsonb end,
           t.at, case when s.status = 'shipped' then t.at end, case when s.status = 'voided' then t.at end
         from (select 'HIST${from}' as mark) m cross join generate_series($5::int + 1, $6::int) n
         cross join lateral (select now() - n * interval '150 seconds' as at) t
         cross join lateral (select case
           when ${isFirst} and n <= ($6::int - $5::int) / ${OPEN_SHARE}
             then (array['pending_audit', 'audit_exception', 'pending_shipment', 'pending_shipment', 'waybill_printed'])[n % 5 + 1]
           when n % 50 = 0 then 'voided' else 'shipped' end as status) s`,
      [tenant, ground.customer.id, ground.channel.id, ground.actor, from, upTo],
    )
    const made = `from orders o where o.tenant_id = $1 and o.id > $2`
    if (isFirst) {
      await client.query(
        `insert into order_lines (tenant_id, order_id, line_no, customer_id, product_id, quantity)
           select $1, o.id, k, o.customer_id, ($3::bigint[])[1 + (o.id * 2 + k) % 200], 1
           from orders o cross join generate_series(1, 2) k where o.tenant_id = $1 and o.id > $2`,
        [tenant, before, ground.products.map(({ id }) => id)],
      )
      await client.query(
        `insert into order_words (tenant_id, word, order_id, mark)
           select $1, lower(o.order_no), o.id, 'order_no'::order_mark ${made}
           union all select $1, o.reference_key, o.id, 'reference' ${made}`,
        [tenant, before],
      )
    }
    await client.query(`insert into packages (tenant_id, order_id) select $1, o.id ${made}`, [tenant, before])
    await client.query(
      `insert into waybills (tenant_id, package_id, order_id, channel_id, label_source, label_format, carrier, status, tracking_no, obtained_at,
           print_count, printed_at)
         select $1, p.id, p.order_id, $3, 'self_built', 'pdf_100x150', 'BENCH', 'obtained', 'H' || p.order_id, now(), 1, now()
         from packages p where p.tenant_id = $1 and p.order_id > $2`,
      [tenant, before, ground.channel.id],
    )
    for (const statement of rebuild) await client.query(statement)
    await client.query('commit')
    for (const table of ['orders', 'order_lines', 'order_words', 'packages', 'waybills', 'stock'])
      await client.query(`vacuum analyze ${table}`)
  })

let marks = 0

/** New orders that wait for their audit; by id. Line `k` of each has its own product, or all have the same single one. */
export const addPending = (
  folder: string,
  ground: Ground,
  { count, lines, productId }: { count: number; lines: number; productId?: number },
) =>
  asOwner(folder, async (client) => {
    const tenant = await tenantOf(client)
    const chosen = productId === undefined ? ground.products.slice(0, -1).map(({ id }) => id) : [productId]
    const { rows } = await client.query<{ id: string }>(
      `with heads as (
         insert into orders (${facts})
         select ${values('$5::int')} from (select $6 as mark) m cross join generate_series(1, $7::int) n returning id, customer_id),
       contents as (
         insert into order_lines (tenant_id, order_id, line_no, customer_id, product_id, quantity)
         select $1, h.id, k, h.customer_id, ($8::bigint[])[1 + (h.id * $5::int + k) % cardinality($8::bigint[])], 1
         from heads h cross join generate_series(1, $5::int) k)
       select id from heads order by id`,
      [
        tenant,
        ground.customer.id,
        ground.channel.id,
        ground.actor,
        lines,
        `NEW${Date.now().toString(36)}${++marks}`,
        count,
        chosen,
      ],
    )
    return rows.map(({ id }) => Number(id))
  })

/** As after the labels came out of the printer. */
export const markPrinted = (folder: string, ids: readonly number[]) =>
  asOwner(folder, async (client) => {
    const tenant = await tenantOf(client)
    await client.query(
      `update waybills set print_count = 1, printed_at = now() where tenant_id = $1 and order_id = any($2::bigint[]) and status = 'obtained'`,
      [tenant, ids],
    )
    await client.query(
      `update orders set status = 'waybill_printed', status_at = now() where tenant_id = $1 and id = any($2::bigint[])`,
      [tenant, ids],
    )
  })
