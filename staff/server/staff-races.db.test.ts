import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { openCustomerLogin, resetCustomerPassword } from '../../customers/contract.ts'
import { setUpCustomer } from '../../setup/contract.ts'
import { aPerson, aSession, aTenant, aUser, PASSWORD, startTestServer } from '../../testing/test-server.ts'
import {
  changePassword,
  createRole,
  createStaff,
  editRole,
  editStaff,
  getStaffMember,
  inviteStaff,
  limitRole,
  resetStaffPassword,
  switchStaff,
} from '../contract.ts'
import { getUserInfo, login } from '../login/contract.ts'
import { staffText } from '../text.ts'
import { hashPassword } from './passwords.ts'

const server = await startTestServer()
const tenantId = await aTenant(server)
const english = { 'x-language': 'en_US' }

const aClerk = (permissions = ['*']) => aUser(server, { tenantId, permissions })
const owners = [await aClerk(), await aClerk()] as const
const [boss] = owners

let count = 0
async function aRole(permissions: string[], secondPersonAbove: string | null = null) {
  return (
    await server.done(
      createRole,
      { roleName: `Role of its own ${++count}`, permissions, secondPersonAbove },
      boss,
    )
  ).id
}

const roleFacts = async (id: number) => {
  const [row] = await server.owner<{ role_name: string; row_version: number }>(
    'select role_name, row_version from roles where id = $1',
    [id],
    tenantId,
  )
  return { id, roleName: row?.role_name ?? '', rowVersion: row?.row_version ?? 0 }
}

const editRights = async (id: number, permissions: string[], by: { token: string }) =>
  server.send(editRole, { ...(await roleFacts(id)), permissions, secondPersonAbove: null }, by)

/** A packer's account with roles by their ids. */
async function hold(roleIds: number[]) {
  const loginAccount = `holder${++count}`
  const made = await server.send(
    createStaff,
    { loginAccount, userName: 'Holder', phone: null, email: null, roleIds, password: 'Pallet77x' },
    boss,
  )
  expect(made.success, made.message).toBe(true)
  return (made.data as { id: number }).id
}

const editRoles = async (id: number, roleIds: number[], by: { token: string }) => {
  const { data } = await server.send(getStaffMember, { id }, boss)
  const { rowVersion } = data as { rowVersion: number }
  return server.send(editStaff, { id, rowVersion, userName: 'Holder', phone: null, email: null, roleIds }, by)
}

const rights = async (id: number) => {
  const [row] = await server.owner<{ has: string[]; should: string[] }>(
    `select a.permissions as has, coalesce((select array_agg(distinct p order by p) from account_roles ar
       join roles r on r.tenant_id = ar.tenant_id and r.id = ar.role_id cross join unnest(r.permissions) p
       where ar.account_id = a.id), '{}') as should from accounts a where a.id = $1`,
    [id],
    tenantId,
  )
  return row
}

describe('permissions that are changed in two places at once', () => {
  test('follow from the final roles', async () => {
    for (let round = 0; round < 8; round++) {
      const [stays, goes] = [await aRole(['inbound:order:view']), await aRole(['query:stock:view'])]
      const id = await hold([stays, goes])
      await Promise.all([
        editRoles(id, [stays], owners[0]),
        editRights(goes, ['query:stock:view', 'setting:role:edit'], owners[1]),
      ])
      const { has, should } = (await rights(id)) ?? { has: [], should: ['?'] }
      expect(has).toEqual(should)
      expect(has).not.toContain('setting:role:edit')
    }
  })

  test('also when two of their roles change', async () => {
    for (let round = 0; round < 8; round++) {
      const both = [await aRole(['inbound:order:view']), await aRole(['query:stock:view'])]
      const id = await hold(both)
      const answers = await Promise.all(
        both.map((role, i) => editRights(role, ['query:product:view'], owners[i % 2] ?? boss)),
      )
      expect(answers.map(({ success }) => success)).toEqual([true, true])
      expect((await rights(id))?.has).toEqual(['query:product:view'])
    }
  })
})

test('are computed by the database after the previous transaction has finished', async () => {
  const [stays, goes] = [await aRole(['inbound:order:view']), await aRole(['query:stock:view'])]
  const id = await hold([stays, goes])
  const { promise: mayEnd, resolve: end } = Promise.withResolvers<void>()
  const { promise: isTaken, resolve: taken } = Promise.withResolvers<void>()
  const first = server.database.write(tenantId, async (tx) => {
    await sql`delete from account_roles where tenant_id = ${tenantId} and account_id = ${id} and role_id = ${goes}`.execute(
      tx,
    )
    taken()
    await mayEnd
  })
  await isTaken
  const second = server.database.write(tenantId, (tx) =>
    sql`update roles set permissions = '{setting:role:edit}' where tenant_id = ${tenantId} and id = ${goes}`.execute(
      tx,
    ),
  )
  await expect
    .poll(() => server.owner('select 1 from pg_locks where not granted'), { timeout: 60_000 })
    .not.toEqual([])
  end()
  await Promise.all([first, second])
  expect((await rights(id))?.has).toEqual(['inbound:order:view'])
})

describe('a login with the old password', () => {
  const opened = (answers: { success: boolean; data: unknown }[]) =>
    answers.filter(({ success }) => success).map(({ data }) => (data as { token: string }).token)
  const stillIn = async (tokens: string[]) => {
    const answers = await Promise.all(tokens.map((token) => server.send(getUserInfo, {}, { token })))
    return answers.filter(({ success }) => success).length
  }
  const knock = (loginAccount: string) => server.send(login, { loginAccount, password: PASSWORD })

  test('does not survive a concurrent reset', async () => {
    for (let round = 0; round < 4; round++) {
      const { id, loginAccount } = await aPerson(server, tenantId, { permissions: ['inbound:order:view'] })
      const [reset, ...logins] = await Promise.all([
        server.send(resetStaffPassword, { id, password: 'Fresh4now' }, boss),
        ...Array.from({ length: 3 }, () => knock(loginAccount)),
      ])
      expect(reset?.success).toBe(true)
      expect(await stillIn(opened(logins))).toBe(0)
    }
  })

  test('nor a change by the user', async () => {
    const person = await aClerk(['inbound:order:view'])
    const change = { oldPassword: PASSWORD, newPassword: 'Fresh4now' }
    const [changed, ...logins] = await Promise.all([
      server.send(changePassword, change, person),
      ...Array.from({ length: 3 }, () => knock(person.loginAccount)),
    ])
    expect(changed?.success, changed?.message).toBe(true)
    expect(await stillIn(opened(logins))).toBe(0)
  })

  test('nor disabling, when the account is enabled again', async () => {
    const { id, loginAccount } = await aPerson(server, tenantId, { permissions: ['inbound:order:view'] })
    const [, ...logins] = await Promise.all([
      server.send(switchStaff, { ids: [id], isEnabled: false }, boss),
      ...Array.from({ length: 3 }, () => knock(loginAccount)),
    ])
    await server.send(switchStaff, { ids: [id], isEnabled: true }, boss)
    expect(await stillIn(opened(logins))).toBe(0)
  })
})

test('users cannot change their own email in the staff list, where no password is required', async () => {
  const { data } = await server.send(getStaffMember, { id: boss.id }, boss)
  const { rowVersion, roles } = data as { rowVersion: number; roles: { id: number }[] }
  const mine = {
    id: boss.id,
    rowVersion,
    userName: 'Me',
    phone: null,
    roleIds: roles.map(({ id }) => id),
  }
  expect(await server.send(editStaff, { ...mine, email: 'thief@example.com' }, boss)).toMatchObject({
    success: false,
    message: staffText.ownEmail.en_US,
    data: { fields: [{ path: 'email' }] },
  })
  expect(await server.send(editStaff, { ...mine, email: null }, boss)).toMatchObject({ success: true })
})

test('an invited colleague whose address is corrected gets a new link, and the old one is invalid', async () => {
  const roleIds = [await aRole(['inbound:order:view'])]
  const invited = { email: 'wrong@example.com', userName: 'Li', phone: null, roleIds }
  const { id } = await server.done(inviteStaff, invited, boss)
  const links = () =>
    server.owner<{ id: string }>('select id from password_links where account_id = $1', [id])
  const [before] = await links()
  const { data } = await server.send(getStaffMember, { id }, boss)
  const { rowVersion } = data as { rowVersion: number }
  await server.send(editStaff, { ...invited, id, rowVersion, email: 'right@example.com' }, boss)
  const after = await links()
  expect(after).toHaveLength(1)
  expect(after[0]?.id).not.toBe(before?.id)
})

test('no user can grant a second-approval limit above their own', async () => {
  const maker = await aClerk(['setting:account:view', 'setting:role:edit'])
  const [own] = await server.owner<{ id: string }>(
    'select role_id as id from account_roles where account_id = $1',
    [maker.id],
    tenantId,
  )
  const limit = async (by: { token: string }, secondPersonAbove: string | null) => {
    const { id, rowVersion } = await roleFacts(Number(own?.id))
    return server.send(limitRole, { id, rowVersion, secondPersonAbove }, by)
  }
  const above = { success: false, data: { fields: [{ path: 'secondPersonAbove' }] } }
  expect(await limit(boss, '100.00')).toMatchObject({ success: true })
  expect(await limit(maker, null), 'not away').toMatchObject(above)
  expect(await limit(maker, '100.01'), 'not up').toMatchObject(above)
  expect(await limit(maker, '50.00'), 'down').toMatchObject({ success: true })
  const role = { roleName: 'Without a limit', permissions: ['setting:account:view'] }
  expect(await server.send(createRole, { ...role, secondPersonAbove: null }, maker)).toMatchObject(above)
  expect(await server.send(createRole, { ...role, secondPersonAbove: '50.00' }, maker)).toMatchObject({
    success: true,
  })
})

test('a company creates at most a hundred accounts a day, of staff and customers, including failed ones', async () => {
  const far = await aTenant(server)
  const head = await aPerson(server, far)
  const who = { token: await aSession(server, far, head.id), headers: english }
  const [shop] = await server.owner<{ id: string }>(
    `insert into customers (tenant_id, customer_code, customer_name, search_line) values ($1, 'SHOP', 'Shop', 'shop') returning id`,
    [far],
    far,
  )
  await server.owner(`update warehouses set init_step = 5`, [], far)
  await server.owner(`insert into throttles (key, tries) values ($1, 97)`, [`open-account:${far}`])
  const { loginAccount } = boss
  const password = 'Pallet77x'
  const person = { loginAccount, userName: 'X', phone: null, email: null, roleIds: [1] }
  const first = { customerCode: 'NEW', customerName: 'New', contact: null, phone: null, email: null }
  const ways = [
    () => server.send(createStaff, { ...person, password }, who),
    () => server.send(openCustomerLogin, { id: Number(shop?.id), loginAccount, password }, who),
    () => server.send(setUpCustomer, { ...first, loginAccount, password }, who),
  ]
  for (const knock of ways) expect(await knock()).toMatchObject({ status: 200, success: false })
  for (const knock of ways) expect(await knock()).toMatchObject({ status: 429, data: { kind: 'rate_limit' } })
})

test('a password that is given to someone is hashed with no connection held', async () => {
  const home = await aTenant(server)
  const head = await aPerson(server, home)
  const who = { token: await aSession(server, home, head.id), headers: english }
  const [open, bare] = await server.owner<{ id: string }>(
    `insert into customers (tenant_id, customer_code, customer_name, search_line)
     values ($1, 'OPEN', 'Open', 'open'), ($1, 'BARE', 'Bare', 'bare') returning id`,
    [home],
    home,
  )
  const role = { roleName: 'Reads', permissions: ['query:stock:view'], secondPersonAbove: null }
  const { id: roleId } = await server.done(createRole, role, who)
  const password = 'Pallet77x'
  const about = { phone: null, email: null }
  const person = { ...about, userName: 'New', roleIds: [roleId], password }
  const { id } = await server.done(createStaff, { ...person, loginAccount: `there${++count}` }, who)
  const shop = { id: Number(open?.id), loginAccount: `shop${++count}`, password }
  await server.done(openCustomerLogin, shop, who)
  await server.owner(`update warehouses set init_step = 5`, [], home)
  const first = { ...about, customerCode: 'FIRST', customerName: 'First', contact: null }

  const { pool } = server.database
  let acquired = 0
  const onAcquire = () => void acquired++
  pool.on('acquire', onAcquire)
  onTestFinished(() => void pool.off('acquire', onAcquire))
  const others = Array.from({ length: 80 }, () => hashPassword(PASSWORD))
  let areHashed = false
  const calls = Promise.all([
    server.done(createStaff, { ...person, loginAccount: `new${++count}` }, who),
    server.done(resetStaffPassword, { id, password }, who),
    server.done(resetCustomerPassword, { id: shop.id, password }, who),
    server.done(openCustomerLogin, { ...shop, id: Number(bare?.id), loginAccount: `bare${count}` }, who),
    server.done(setUpCustomer, { ...first, loginAccount: `first${count}`, password }, who),
  ]).then(() => {
    areHashed = true
  })
  await expect.poll(() => acquired).toBeGreaterThanOrEqual(5)
  await expect.poll(() => pool.totalCount - pool.idleCount).toBe(0)
  expect(areHashed).toBe(false)
  await calls
  await Promise.all(others)
})
