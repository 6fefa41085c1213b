import { sql } from 'kysely'
import type { Db } from '../platform/database/server/db.ts'
import { companyNamed } from './admin-context.ts'
import { aligned } from './columns.ts'
import { type Office, UsageError } from './command.ts'

/** What the administrator sees of a company: identity and status, nothing of its stock. */
export async function factsOf(db: Db, id: number) {
  const { rows } = await sql<{
    code: string
    companyName: string
    loginName: string
    version: string
    parent: string | null
    status: string
    isOver: boolean
    expires: string | null
    bonusDays: number
    people: number
    created: string
    warehouse: string
    zone: string
    setUp: string
    email: string | null
    phone: string | null
    satellites: string | null
    supportUntil: string | null
  }>`
    select t.code, t.company_name, t.login_url_name as login_name, coalesce(t.system_version::text, 'none') as version,
      p.code as parent, t.status, coalesce(paid_until(t) < business_now(), false) as is_over,
      to_char(paid_until(t) at time zone w.time_zone, 'YYYY-MM-DD') as expires, t.bonus_days,
      (select count(*)::int from accounts a where a.tenant_id = t.id and a.kind = 'staff' and not a.is_support) as people,
      to_char(t.created_at at time zone w.time_zone, 'YYYY-MM-DD') as created,
      w.warehouse_code || ' ' || w.warehouse_name as warehouse, w.time_zone as zone,
      case when w.init_step = 6 then 'finished' else 'step ' || w.init_step || ' of 6' end as set_up,
      t.contact_email as email, t.contact_phone as phone,
      (select string_agg(s.code, ', ' order by s.code) from tenants s where s.parent_tenant_id = t.id) as satellites,
      (select to_char(a.ends_at at time zone w.time_zone, 'YYYY-MM-DD HH24:MI') from accounts a
        where a.tenant_id = t.id and a.is_support and a.ends_at > now()) as support_until
    from tenants t
    left join tenants p on p.id = t.parent_tenant_id
    join warehouses w on w.tenant_id = t.id
    where t.id = ${id}`.execute(db)
  return rows.map(({ status, isOver, expires, bonusDays, ...facts }) => ({
    ...facts,
    status: isOver && status !== 'closed' ? `${status}, over` : status,
    expires: expires ?? 'never',
    until: expires ? `until ${expires}${bonusDays ? ` with ${bonusDays} bonus days` : ''}` : 'without end',
    bonus: bonusDays ? `+${bonusDays} d` : '',
  }))
}

export async function listCompanies({ database }: Office): Promise<string> {
  const ids = await database.gate.selectFrom('tenants').select('id').orderBy('id').execute()
  const results = []
  // A company's warehouse is visible only within that company, so each is read separately.
  for (const { id } of ids) results.push(...(await database.read(id, (db) => factsOf(db, id))))
  if (results.length === 0) return 'No companies yet. See npm run admin -- help tenant-new to create one.'
  return aligned([
    ['code', 'company', 'login name', 'version', 'parent', 'status', 'expires', 'bonus', 'people', 'created'],
    ...results.map((item) => [
      ...[item.code, item.companyName, item.loginName, item.version, item.parent, item.status, item.expires],
      ...[item.bonus, item.people, item.created],
    ]),
  ])
}

export async function showCompany({ database }: Office, code: string): Promise<string> {
  const { id } = await companyNamed(database.gate, code)
  const [item] = await database.read(id, (db) => factsOf(db, id))
  if (!item) throw new UsageError(`${code} has no warehouse.`)
  return aligned([
    ['code', item.code],
    ['company', item.companyName],
    ['login name', item.loginName],
    ['version', item.version],
    ['parent', item.parent],
    ['satellites', item.satellites],
    ['status', item.status],
    ['usage period', item.until],
    ['warehouse', item.warehouse],
    ['time zone', item.zone],
    ['set-up', item.setUp],
    ['people', item.people],
    ['e-mail', item.email],
    ['phone', item.phone],
    ['support until', item.supportUntil],
    ['created', item.created],
  ])
}
