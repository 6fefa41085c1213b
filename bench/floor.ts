import { createHash } from 'node:crypto'
import { createServer } from 'node:http'
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

const server = createServer(async (request, response) => {
  const hash = createHash('sha256').update(String(request.headers['x-access-token'])).digest()
  const known = await pool.query({ name: 'session', text: session, values: [hash] })
  const tenant = known.rows[0]?.tenant_id
  const isList = request.url?.includes('list')
  const data = isList
    ? await Promise.all([
        pool.query({ name: 'list', text: list, values: [tenant] }),
        pool.query({ name: 'count', text: count, values: [tenant] }),
      ]).then(([rows, total]) => ({ rows: rows.rows, total: Number(total.rows[0].count) }))
    : (await pool.query({ name: 'top', text: top, values: [tenant] })).rows[0]
  const body = JSON.stringify({ code: 0, message: '', success: true, data })
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(`floor ${typeof address === 'object' ? address?.port : ''}`)
})
