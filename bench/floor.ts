import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import pg from 'pg'

/**
 * The floor that the product is measured against: `node:http` and `pg`, prepared statements, the same questions.
 *
 * It looks the session up and answers in the envelope, and does nothing else: no row security, no checks, no log.
 */
const { host, user, password, database } = JSON.parse(process.env.FLOOR_AT ?? '{}')
const pool = new pg.Pool({ host, port: 5432, user, password, database, max: 20 })

const session = `
  select s.tenant_id, a.id from wms.sessions s join wms.accounts a on a.tenant_id = s.tenant_id and a.id = s.account_id
  where s.token_hash = $1 and s.last_seen_at > now() - interval '12 hours' and a.is_enabled`
const top = `
  select w.warehouse_code, w.warehouse_name, w.time_zone, w.currency_code, w.unit, w.init_step, w.oms_domain_name, t.system_version,
    greatest(0, (t.expires_at at time zone w.time_zone)::date - (now() at time zone w.time_zone)::date) as expire_days
  from wms.warehouses w join wms.tenants t on t.id = w.tenant_id where w.tenant_id = $1 order by w.id limit 1`
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

async function staffList(tenant: unknown) {
  const [rows, total] = await Promise.all([
    pool.query({ name: 'list', text: list, values: [tenant] }),
    pool.query({ name: 'count', text: count, values: [tenant] }),
  ])
  return { rows: rows.rows, total: Number(total.rows[0].count) }
}

async function answer(request: IncomingMessage, response: ServerResponse) {
  const hash = createHash('sha256').update(String(request.headers['x-access-token'])).digest()
  const known = await pool.query({ name: 'session', text: session, values: [hash] })
  const tenant = known.rows[0]?.tenant_id
  const data = request.url?.endsWith('/product/list')
    ? await productList(tenant, JSON.parse(await text(request)).search)
    : request.url?.endsWith('/staff/list')
      ? await staffList(tenant)
      : (await pool.query({ name: 'top', text: top, values: [tenant] })).rows[0]
  const body = JSON.stringify({ code: 0, message: '', success: true, data })
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  response.end(body)
}

// Whoever measures leaves in the middle of a question when their time is over.
const server = createServer(
  (request, response) => void answer(request, response).catch(() => response.destroy()),
)
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(`floor ${typeof address === 'object' ? address?.port : ''}`)
})
