import type pg from 'pg'
import { handleOn, openClient } from '../platform/database/server/db.ts'
import { only } from '../platform/database/server/rows.ts'
import type { Store } from '../platform/files/server/store.ts'
import { seedCustomers } from '../setup/server/sample-customers.ts'
import { rolesToSeed } from '../staff/roles/roles.ts'
import { hashPassword, isPasswordOf } from '../staff/server/passwords.ts'
import { seedCarriers } from './carriers.ts'
import { seedChannels } from './channels.ts'
import { seedHistory } from './history.ts'
import { seedLocations } from './locations.ts'
import { queueOrderHistory } from './order-history.ts'
import { seedZones } from './price-zones.ts'
import { seedPrices } from './prices.ts'
import { seedProducts } from './products.ts'
import { seedSatellite } from './satellite.ts'

export const DEMO_PASSWORD = 'demo1234'

/** The staff of the demo warehouse: roles, and how many users of each. */
const desks = [
  { role: 'manager', desk: '经理', login: 'manager', count: 1 },
  { role: 'receiver', desk: '收货台', login: 'receiving', count: 6 },
  { role: 'picker', desk: '拣货组', login: 'picking', count: 8 },
  { role: 'packer', desk: '打包台', login: 'packing', count: 6 },
  { role: 'stock_controller', desk: '库存组', login: 'stock', count: 2 },
  { role: 'biller', desk: '财务台', login: 'billing', count: 2 },
  { role: 'service_desk', desk: '客服台', login: 'service', count: 2 },
  { role: 'read_only', desk: '访客', login: 'visitor', count: 1 },
]

type Site = {
  code: string
  company: string
  login: string
  version: 'standard' | 'satellite'
  owner: { login: string; name: string }
  warehouse: {
    code: string
    name: string
    zone: string
    country: string
    state: string
    city: string
    zip: string
    address: string
  }
  desks: typeof desks
}

const sites: Site[] = [
  {
    code: 'DEMO',
    company: '示例海外仓',
    login: 'demo',
    version: 'standard',
    owner: { login: 'demo', name: '演示负责人' },
    warehouse: {
      code: 'LAX01',
      name: '洛杉矶一号仓',
      zone: 'America/Los_Angeles',
      country: 'US',
      state: 'CA',
      city: 'Ontario',
      zip: '91761',
      address: '4300 E Jurupa St',
    },
    desks,
  },
  {
    code: 'DEMO-SAT',
    company: '示例卫星仓',
    login: 'demosat',
    version: 'satellite',
    owner: { login: 'satellite', name: '卫星仓负责人' },
    warehouse: {
      code: 'EWR02',
      name: '新泽西卫星仓',
      zone: 'America/New_York',
      country: 'US',
      state: 'NJ',
      city: 'Edison',
      zip: '08817',
      address: '200 Mill Rd',
    },
    desks: [],
  },
]

/**
 * Gives a new embedded installation its demo warehouse, once and complete, in one transaction.
 *
 * A database with tenants but without the mark already has real users.
 */
export async function seedDemo(owner: pg.ClientConfig, isWanted: boolean, store: Store): Promise<void> {
  const client = openClient(owner)
  await client.connect()
  try {
    await client.query(
      `insert into installation (demo) select case when exists (select 1 from tenants) then 'none' else $1 end
       on conflict (is_only) do update set demo = 'none' where installation.demo = 'wanted' and excluded.demo = 'none'`,
      [isWanted ? 'wanted' : 'none'],
    )
    const { rows } = await client.query<{ demo: string }>('select demo from installation')
    if (rows[0]?.demo !== 'wanted') return

    const hash = await hashPassword(DEMO_PASSWORD)
    await client.query('begin')
    let parent: number | null = null
    for (const site of sites) {
      const tenantId: number = await seedTenant(client, site, parent)
      await seedPeople(client, tenantId, site, hash)
      await seedLocations(client, tenantId, site.version)
      if (site.version === 'standard') {
        await seedCarriers(client, tenantId)
        await seedZones(client, tenantId)
        await seedChannels(client, tenantId)
        // Before anything happened to their money, whose ledger only goes forward in time.
        await client.query(`select set_config('app.business_now', (now() - interval '230 days')::text, true)`)
        await seedCustomers(client, tenantId)
        await seedPrices(client, tenantId)
        await client.query(`select set_config('app.business_now', '', true)`)
        await seedProducts(client, tenantId, store)
        await seedHistory(client, tenantId)
        await queueOrderHistory(handleOn(client))
      } else if (parent !== null) await seedSatellite(client, tenantId, parent)
      parent ??= tenantId
    }
    await client.query(`update installation set demo = 'laid'`)
    await client.query('commit')
  } finally {
    await client.end()
  }
}

/** Whether any demo user still has the public password. They share one hash, so usually one is compared. */
export async function isDemoOpen(owner: pg.ClientConfig): Promise<boolean> {
  const client = openClient(owner)
  await client.connect()
  try {
    const { rows } = await client.query<{ hash: string }>(
      `select s.password_hash as hash from account_secrets s join accounts a on a.id = s.account_id join tenants t on t.id = a.tenant_id
       where t.is_demo and t.status <> 'closed' and a.is_enabled group by 1 order by count(*) desc`,
    )
    for (const { hash } of rows) if (await isPasswordOf(hash, DEMO_PASSWORD)) return true
    return false
  } finally {
    await client.end()
  }
}

async function seedTenant(client: pg.Client, site: Site, parent: number | null): Promise<number> {
  const { warehouse } = site
  const { rows } = await client.query<{ id: string }>(
    `insert into tenants (code, company_name, login_url_name, system_version, parent_tenant_id, status, expires_at, is_demo)
     values ($1, $2, $3, $4, $5, 'trial', now() + interval '180 days', true) returning id`,
    [site.code, site.company, site.login, site.version, site.version === 'satellite' ? parent : null],
  )
  const tenantId = Number(only(rows).id)
  await client.query(`set local app.tenant_id = '${tenantId}'`)
  await client.query(
    `insert into warehouses (tenant_id, warehouse_code, warehouse_name, time_zone, country_code, state_code, city, zip,
       address1, contact, phone, currency_code, unit, init_step, oms_domain_name)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, '+1 909 555 0100', 'USD', 2, 6, $11)`,
    [
      tenantId,
      warehouse.code,
      warehouse.name,
      warehouse.zone,
      warehouse.country,
      warehouse.state,
      warehouse.city,
      warehouse.zip,
      warehouse.address,
      site.owner.name,
      site.login,
    ],
  )
  return tenantId
}

/** People and their roles, in one statement each. */
async function seedPeople(client: pg.Client, tenantId: number, site: Site, hash: string) {
  const people = [
    { login: site.owner.login, name: site.owner.name, role: 'owner' },
    ...site.desks.flatMap((desk) =>
      Array.from({ length: desk.count }, (_, i) => ({
        login: `${desk.login}${i + 1}`,
        name: `${desk.desk} ${i + 1}`,
        role: desk.role,
      })),
    ),
  ]
  await client.query(
    `insert into roles (tenant_id, code, role_name, permissions, second_person_above, is_system)
     select $1, r->>'code', r->>'name', array(select jsonb_array_elements_text(r->'permissions')), (r->>'secondPersonAbove')::numeric, true
     from jsonb_array_elements($2) r returning id`,
    [tenantId, JSON.stringify(rolesToSeed)],
  )
  await client.query(
    `with made as (
       insert into accounts (tenant_id, kind, login_account, user_name, zone_code)
       select $1, 'staff', p->>'login', p->>'name', $3 from jsonb_array_elements($2) p
       returning id, tenant_id, login_account),
     secrets as (
       insert into account_secrets (account_id, password_hash) select id, $4 from made returning account_id)
     insert into account_roles (tenant_id, account_id, role_id)
     select m.tenant_id, m.id, r.id from made m
       join jsonb_array_elements($2) p on p->>'login' = m.login_account
       join roles r on r.tenant_id = m.tenant_id and r.code = p->>'role'
     returning account_id`,
    [tenantId, JSON.stringify(people), site.warehouse.zone, hash],
  )
}
