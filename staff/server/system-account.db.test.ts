import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { homeFigures } from '../../app/contract.ts'
import { writeAudit } from '../../platform/audit/server/audit.ts'
import { aPerson, aSession, aTenant, PASSWORD, startTestServer } from '../../testing/test-server.ts'
import { listStaff } from '../contract.ts'
import { login } from '../login/contract.ts'

const server = await startTestServer()

const systemOf = (tenantId: number) =>
  server.owner<{ id: string; login: string }>(
    `select id, login_account as login from accounts where tenant_id = $1 and kind = 'system'`,
    [tenantId],
  )

test('every company has one system account, however it was created', async () => {
  const made = await aTenant(server)
  const satellite = await aTenant(server, { version: 'satellite', parent: made })
  const [founded] = await server.owner<{ tenant_id: string }>(
    `select tenant_id from wms.create_company('{"actor": "administrator", "companyName": "X", "loginUrlName": "xfound",
       "email": "x@found.example", "userName": "X", "zone": "UTC"}'::jsonb, '[]'::jsonb, '', 'r')`,
  )
  for (const id of [made, satellite, Number(founded?.tenant_id)])
    expect(await systemOf(id)).toEqual([{ id: expect.any(String), login: `system:${id}` }])
  await expect(
    server.owner(
      `insert into accounts (tenant_id, kind, login_account, user_name, zone_code, is_enabled)
       values ($1, 'system', $2, 'Second', 'UTC', false)`,
      [made, `system:${made}`],
    ),
  ).rejects.toMatchObject({ constraint: 'account_taken' })
})

test('it can be neither enabled, nor referred to, nor logged in with', async () => {
  const tenantId = await aTenant(server)
  const [system] = await systemOf(tenantId)
  const refused = (text: string, values: unknown[]) =>
    server.owner(text, values).catch((fault) => fault.constraint)
  expect(await refused('update accounts set is_enabled = true where id = $1', [system?.id])).toBe(
    'system_never_logs_in',
  )
  expect(
    await refused(
      `insert into accounts (tenant_id, kind, login_account, user_name, zone_code) values ($1, 'staff', 'system:99', 'X', 'UTC')`,
      [tenantId],
    ),
  ).toBe('login_account_form')
  // Even with a password it cannot log in.
  await server.owner('insert into account_secrets select $1, password_hash from account_secrets limit 1', [
    system?.id,
  ])
  const answer = await server.send(login, { loginAccount: `system:${tenantId}`, password: PASSWORD })
  expect(answer.success).toBe(false)
  const { rows } = await sql<{ opened: number | null }>`
    select open_session(${system?.id}::bigint, null, sha256('x'), '', '') as opened`.execute(
    server.database.gate,
  )
  expect(rows).toEqual([{ opened: null }])
})

test('it is in no list of people and is not counted', async () => {
  const tenantId = await aTenant(server)
  const { id, loginAccount } = await aPerson(server, tenantId)
  const who = { token: await aSession(server, tenantId, id), headers: { 'x-language': 'en_US' } }
  expect((await server.send(listStaff, {}, who)).data).toMatchObject({ total: 1, rows: [{ loginAccount }] })
  expect((await server.send(homeFigures, {}, who)).data).toMatchObject({ staff: { enabled: 1 } })
})

test('automatic changes, and those of the administrator, are logged under it', async () => {
  const tenantId = await aTenant(server)
  const [system] = await systemOf(tenantId)
  await server.database.write(tenantId, (tx) =>
    writeAudit(tx, { tenantId, accountId: null, loginAccount: 'system', requestId: 'r', ip: '' }, [
      { action: 'edit', type: 'x', id: 1, no: 'x' },
    ]),
  )
  const actors = await server.owner('select account_id from audit_log', [], tenantId)
  expect(actors).toEqual([{ account_id: system?.id }])
})
