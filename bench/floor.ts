import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import * as calls from '../inventory/stock/contract.ts'
import { flowPage } from '../inventory/stock/server/flows.ts'
import { stockByPlace, stockBySku } from '../inventory/stock/server/stock.ts'
import type { Who } from '../platform/calls/who.ts'
import { handleOn, type Tx } from '../platform/database/server/db.ts'

/**
 * The baseline: `node:http` and `pg`, prepared statements, the same queries.
 *
 * It looks up the session and returns the envelope, and nothing else: no row security, no checks, no log.
 */
const { host, user, password, database } = JSON.parse(process.env.FLOOR_AT ?? '{}')
const pool = new pg.Pool({ host, port: 5432, user, password, database, max: 20 })
/** The same database as its owner, who may write; every connection is one of the company's. */
const owner = JSON.parse(process.env.FLOOR_OWNER ?? '{}')
const writers = (tenant: unknown) =>
  new pg.Pool({ ...owner, options: `-c search_path=wms -c app.tenant_id=${tenant}`, max: 20 })
let writing: pg.Pool | undefined

const session = `
  select s.tenant_id, a.id from wms.sessions s join wms.accounts a on a.tenant_id = s.tenant_id and a.id = s.account_id
  where s.token_hash = $1 and s.last_seen_at > now() - interval '12 hours' and a.is_enabled`
const top = `
  select w.warehouse_code, w.warehouse_name, w.time_zone, w.currency_code, w.unit, w.init_step, w.oms_domain_name, t.system_version,
    greatest(0, (t.expires_at at time zone w.time_zone)::date - (now() at time zone w.time_zone)::date) as expire_days
  from wms.warehouses w join wms.tenants t on t.id = w.tenant_id where w.tenant_id = $1`
const list = `
  select a.id, a.login_account, a.user_name, a.phone, a.email, a.is_enabled, a.last_login_at, a.created_at,
    array(select r.role_name from wms.account_roles ar join wms.roles r on r.tenant_id = ar.tenant_id and r.id = ar.role_id
          where ar.tenant_id = a.tenant_id and ar.account_id = a.id order by r.id) as role_names
  from wms.accounts a where a.tenant_id = $1 and a.kind = 'staff' order by a.created_at desc, a.id desc limit 20`
const count = `select count(*) from wms.accounts where tenant_id = $1 and kind = 'staff'`

const products = `
  select p.id, p.sku, p.is_enabled, p.audit_status, p.customer_id, c.customer_code, c.customer_name, p.name_zh, p.name_en, p.category,
    p.brand, p.declared_length, p.declared_width, p.declared_height, p.declared_weight, p.measured_length, p.measured_width,
    p.measured_height, p.measured_weight, p.measured_at, p.measured_differs, p.lacks_size, p.created_at,
    array(select b.barcode from wms.product_barcodes b where b.tenant_id = p.tenant_id and b.product_id = p.id
          order by b.is_default desc, b.id) as barcodes,
    (select i.small_file_id from wms.product_images i where i.tenant_id = p.tenant_id and i.product_id = p.id
     order by i.place limit 1) as small_file_id
  from (select w.product_id as id from wms.product_words w where w.tenant_id = $1 and w.word >= $2 and w.word < $3
        group by w.product_id order by w.product_id desc limit 20) page
  join wms.products p on p.tenant_id = $1 and p.id = page.id
  join wms.customers c on c.tenant_id = p.tenant_id and c.id = p.customer_id order by p.id desc`
const productCount = `
  select count(distinct w.product_id) from wms.product_words w where w.tenant_id = $1 and w.word >= $2 and w.word < $3`

async function productList(tenant: unknown, search: string) {
  const values = [tenant, search.toLowerCase(), `${search.toLowerCase()}\u{10FFFF}`]
  const [rows, total] = await Promise.all([
    pool.query({ name: 'products', text: products, values }),
    pool.query({ name: 'product count', text: productCount, values }),
  ])
  return { rows: rows.rows, total: Number(total.rows[0].count) }
}

/** The lists of stock are too long for a simple statement: here the product's own are sent again, without the product. */
const stockLists: Record<string, (db: Tx, who: Who) => Promise<unknown>> = {
  [calls.stockBySku.path]: (db, who) => stockBySku(db, who, calls.stockBySku.input.parse(firstPage)),
  [calls.stockByPlace.path]: (db, who) => stockByPlace(db, who, calls.stockByPlace.input.parse(firstPage)),
  [calls.listFlows.path]: (db, who) => flowPage(db, who, calls.listFlows.input.parse(firstPage)),
}
const firstPage = { page: 1, size: 20 }
const recorded = new Map<string, pg.QueryConfig[]>()

async function record(pool: pg.Pool, pathname: string, tenantId: number): Promise<pg.QueryConfig[]> {
  const asked: pg.QueryConfig[] = []
  const client = await pool.connect()
  const query = (config: pg.QueryArrayConfig) => {
    const { rowMode: _, ...plain } = config
    asked.push(plain)
    return client.query(config)
  }
  await stockLists[pathname]?.(handleOn({ query } as pg.Client), {
    tenantId,
    language: 'zh_CN',
    zone: 'UTC',
  } as Who)
  client.release()
  recorded.set(pathname, asked)
  return asked
}

async function stockPage(tenant: unknown, pathname: string) {
  writing ??= writers(tenant)
  const pool = writing
  const asked = recorded.get(pathname) ?? (await record(pool, pathname, Number(tenant)))
  const results = await Promise.all(asked.map((statement) => pool.query(statement)))
  const total = results.find(({ rows }) => rows[0]?.total !== undefined)
  return { rows: results.findLast(({ rows }) => rows.length > 1)?.rows, total: total?.rows[0].total }
}

const orders = (status: string) => `
  select o.id, o.order_no, o.status, o.exception_code, o.exception_facts, o.intercept_status, o.customer_id, c.customer_code, c.customer_name,
    o.reference_no, o.platform_order_no, o.channel_id, h.channel_code, o.sku_count, o.piece_count, o.piece_class, o.pick_status,
    o.est_weight, o.receiver_name, o.country_code, o.state_code, o.postcode, o.priority, o.tags, o.status_at, o.shipped_at, o.created_at,
    o.row_version, (select w.tracking_no from wms.waybills w where w.tenant_id = o.tenant_id and w.order_id = o.id
      and w.status = 'obtained' order by w.id limit 1) as tracking_no
  from wms.orders o
  join wms.customers c on c.tenant_id = o.tenant_id and c.id = o.customer_id
  join wms.channels h on h.tenant_id = o.tenant_id and h.id = o.channel_id
  where o.tenant_id = $1 and o.status = '${status}' order by o.created_at desc, o.id desc limit 20`
const orderCount = (status: string) =>
  `select count(*) from (select 1 from wms.orders where tenant_id = $1 and status = '${status}' limit 10001) x`

const fees = `
  select f.id, f.fee_no, f.status, f.is_manual, f.refund_of, f.customer_id, c.customer_code, c.customer_name, f.fee_type_id, t.fee_code,
    t.name_zh, t.name_en, f.order_type, f.source_id, f.source_no, f.detail, q.id as quote_id, q.quote_code, v.version_no, f.amount,
    f.cost_amount, f.charge_date, f.occurred_at, f.remark, a.user_name
  from (select * from wms.fees where tenant_id = $1 order by charge_date desc, id desc limit 20) f
  join wms.customers c on c.tenant_id = f.tenant_id and c.id = f.customer_id
  join wms.fee_types t on t.tenant_id = f.tenant_id and t.id = f.fee_type_id
  join wms.accounts a on a.tenant_id = f.tenant_id and a.id = f.created_by
  left join wms.quote_versions v on v.tenant_id = f.tenant_id and v.id = f.version_id
  left join wms.quotes q on q.tenant_id = v.tenant_id and q.id = v.quote_id order by f.charge_date desc, f.id desc`
const feeCount = 'select count(*) from (select 1 from wms.fees where tenant_id = $1 limit 10001) x'

/** What creating an order writes: a number, head, lines, words, audit row and event; committed once. */
async function createOrder(tenant: unknown, account: unknown, input: Record<string, unknown>) {
  writing ??= writers(tenant)
  const numbers = await writing.query({ name: 'number', text: `select next_numbers('OB', 1) as no` })
  const { no } = numbers.rows[0]
  const client = await writing.connect()
  const run = (name: string, text: string, values: unknown[]) =>
    client.query({ name, text, values: [tenant, ...values] })
  try {
    await client.query('begin')
    const { rows } = await run(
      'head',
      `insert into orders (tenant_id, order_no, customer_id, reference_no, channel_id, receiver_name, country_code, state_code, city, postcode,
         address1, piece_class, sku_count, piece_count, est_weight, est_length, est_width, est_height, created_by)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'mm', 2, 2, 1.5, 10, 8, 5, $12) returning id`,
      [
        no,
        input.customerId,
        input.referenceNo,
        input.channelId,
        input.receiverName,
        input.countryCode,
        input.stateCode,
        input.city,
        input.postcode,
        input.address1,
        account,
      ],
    )
    const { id } = rows[0]
    const lines = input.lines as { productId: number; quantity: number }[]
    await run(
      'lines',
      `insert into order_lines (tenant_id, order_id, line_no, customer_id, product_id, quantity)
       select $1, $2, x.n, $3, x.product, x.quantity from unnest($4::bigint[], $5::int[]) with ordinality x (product, quantity, n)`,
      [id, input.customerId, lines.map(({ productId }) => productId), lines.map(({ quantity }) => quantity)],
    )
    await run(
      'words',
      `insert into order_words (tenant_id, word, order_id, mark)
       values ($1, lower($2), $4, 'order_no'), ($1, lower($3), $4, 'reference')`,
      [no, input.referenceNo, id],
    )
    await run(
      'audit',
      `insert into audit_log (tenant_id, account_id, login_account, ip, request_id, action, object_type, object_id, object_no, after)
       values ($1, $2, 'demo', '127.0.0.1', 'floor', 'create', 'order', $3, $4, $5)`,
      [account, id, no, JSON.stringify(input)],
    )
    await run(
      'event',
      `insert into events (tenant_id, request_id, kind, object_type, object_id, customer_id)
       values ($1, 'floor', 'order.created', 'order', $2, $3)`,
      [id, input.customerId],
    )
    await client.query('commit')
    return { id: Number(id), orderNo: no }
  } finally {
    client.release()
  }
}

/** The response of a path: a page, and the total. */
const pages: Record<string, [name: string, page: string, count: string]> = {
  '/gateway/wms/staff/list': ['staff', list, count],
  '/gateway/wms/fee/list': ['fees', fees, feeCount],
}

async function pageOf(tenant: unknown, [name, page, all]: (typeof pages)[string]) {
  const [rows, total] = await Promise.all([
    pool.query({ name, text: page, values: [tenant] }),
    pool.query({ name: `${name} count`, text: all, values: [tenant] }),
  ])
  return { rows: rows.rows, total: Number(total.rows[0].count) }
}

async function answer(request: IncomingMessage, response: ServerResponse) {
  const sent = text(request)
  const hash = createHash('sha256').update(String(request.headers['x-access-token'])).digest()
  const known = await pool.query({ name: 'session', text: session, values: [hash] })
  const tenant = known.rows[0]?.tenant_id
  const { pathname } = new URL(request.url ?? '/', 'http://floor')
  const body = async () => JSON.parse(await sent)
  const page = pages[pathname]
  const data = await (async () => {
    if (pathname.endsWith('/product/list')) return productList(tenant, (await body()).search)
    if (pathname.endsWith('/order/create')) return createOrder(tenant, known.rows[0]?.id, await body())
    if (pathname.endsWith('/order/list')) {
      const { status } = await body()
      return pageOf(tenant, [`orders ${status}`, orders(status), orderCount(status)])
    }
    if (pathname in stockLists) return stockPage(tenant, pathname)
    if (page) return pageOf(tenant, page)
    return (await pool.query({ name: 'top', text: top, values: [tenant] })).rows[0]
  })()
  const reply = JSON.stringify({ code: 0, message: '', success: true, data })
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(reply) })
  response.end(reply)
}

// The load generator disconnects in the middle of a request when its time is over.
const server = createServer(
  (request, response) => void answer(request, response).catch(() => response.destroy()),
)
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(`floor ${typeof address === 'object' ? address?.port : ''}`)
})
