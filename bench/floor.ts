import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import pg from 'pg'

/**
 * The baseline: `node:http` and `pg`, prepared statements, the same queries.
 *
 * It looks up the session and returns the envelope, and nothing else: no row security, no checks, no log.
 */
const { host, user, password, database } = JSON.parse(process.env.FLOOR_AT ?? '{}')
const pool = new pg.Pool({ host, port: 5432, user, password, database, max: 20 })

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

const stock = `
  select s.id, s.location_id, l.location_code, s.product_id, c.customer_code, p.sku, p.name_zh, s.on_hand, s.allocated, s.frozen,
    s.quality, b.putaway_date, b.expiry_date, s.blocked_because
  from wms.stock s
  join wms.locations l on l.tenant_id = s.tenant_id and l.id = s.location_id
  join wms.batches b on b.tenant_id = s.tenant_id and b.id = s.batch_id
  join wms.products p on p.tenant_id = s.tenant_id and p.id = s.product_id
  join wms.customers c on c.tenant_id = s.tenant_id and c.id = s.customer_id
  where s.tenant_id = $1 and s.on_hand > 0 order by l.location_code, p.sku, b.putaway_date, s.id limit 20`
const stockCount = 'select count(*) from wms.stock where tenant_id = $1 and on_hand > 0'
const bySku = `
  select p.id, p.sku, p.name_zh, c.customer_code, sum(s.on_hand) as on_hand, sum(s.allocated) as allocated,
    sum(s.frozen) as frozen, min(b.putaway_date) as since, count(*) over () as total
  from wms.stock s
  join wms.batches b on b.tenant_id = s.tenant_id and b.id = s.batch_id
  join wms.products p on p.tenant_id = s.tenant_id and p.id = s.product_id
  join wms.customers c on c.tenant_id = s.tenant_id and c.id = s.customer_id
  where s.tenant_id = $1 and s.on_hand > 0 group by p.id, p.sku, p.sku_key, p.name_zh, c.customer_code order by p.sku_key, p.id limit 20`
const flows = `
  select f.at, f.flow_type, f.source_no, c.customer_code, p.sku, l.location_code, f.d_on_hand, f.on_hand_after, a.user_name
  from (select * from wms.stock_flows where tenant_id = $1 order by at desc, stock_id desc, seq desc limit 20) f
  join wms.locations l on l.tenant_id = f.tenant_id and l.id = f.location_id
  join wms.products p on p.tenant_id = f.tenant_id and p.id = f.product_id
  join wms.customers c on c.tenant_id = f.tenant_id and c.id = f.customer_id
  join wms.accounts a on a.tenant_id = f.tenant_id and a.id = f.actor_id order by f.at desc, f.stock_id desc, f.seq desc`
const flowCount = 'select count(*) from wms.stock_flows where tenant_id = $1'

/** The response of a path: a page, and the total. */
const pages: Record<string, [name: string, page: string, count?: string]> = {
  '/gateway/wms/staff/list': ['staff', list, count],
  '/gateway/wms/stock/by-location': ['stock', stock, stockCount],
  '/gateway/wms/stock/by-sku': ['by sku', bySku],
  '/gateway/wms/stock/flows': ['flows', flows, flowCount],
}

async function pageOf(tenant: unknown, [name, page, all]: (typeof pages)[string]) {
  const [rows, total] = await Promise.all([
    pool.query({ name, text: page, values: [tenant] }),
    all ? pool.query({ name: `${name} count`, text: all, values: [tenant] }) : undefined,
  ])
  return { rows: rows.rows, total: Number(total?.rows[0].count ?? rows.rows[0]?.total) }
}

async function answer(request: IncomingMessage, response: ServerResponse) {
  const hash = createHash('sha256').update(String(request.headers['x-access-token'])).digest()
  const known = await pool.query({ name: 'session', text: session, values: [hash] })
  const tenant = known.rows[0]?.tenant_id
  const { pathname } = new URL(request.url ?? '/', 'http://floor')
  const page = pages[pathname]
  const data = pathname.endsWith('/product/list')
    ? await productList(tenant, JSON.parse(await text(request)).search)
    : page
      ? await pageOf(tenant, page)
      : (await pool.query({ name: 'top', text: top, values: [tenant] })).rows[0]
  const body = JSON.stringify({ code: 0, message: '', success: true, data })
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  response.end(body)
}

// The load generator disconnects in the middle of a request when its time is over.
const server = createServer(
  (request, response) => void answer(request, response).catch(() => response.destroy()),
)
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(`floor ${typeof address === 'object' ? address?.port : ''}`)
})
