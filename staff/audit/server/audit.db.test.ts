import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { command, nothing } from '../../../platform/calls/call.ts'
import { openDatabase } from '../../../platform/database/server/db.ts'
import { aPerson, aSession, aTenant, startTestServer } from '../../../testing/test-server.ts'
import { createStaff, saveMyProfile, switchStaff } from '../../contract.ts'

const server = await startTestServer()
const tenantId = await aTenant(server)
const person = await aPerson(server, tenantId)
const token = await aSession(server, tenantId, person.id)

test('a change stores who, when, the changed fields before and after, and the request number', async () => {
  const input = { userName: 'New Name', phone: null, email: null, rowVersion: 1 }
  const answer = await server.send(saveMyProfile, input, { token })
  expect(answer).toMatchObject({ success: true, data: { rowVersion: 2 } })
  const rows = await server.owner(
    `select login_account, action, object_type, object_id::int, before, after, request_id from audit_log where action = 'edit'`,
    [],
    tenantId,
  )
  expect(rows).toEqual([
    {
      login_account: person.loginAccount,
      action: 'edit',
      object_type: 'account',
      object_id: person.id,
      before: { userName: expect.stringMatching(/^Person/) },
      after: { userName: 'New Name' },
      request_id: answer.headers['x-request-id'],
    },
  ])
})

test('the audit log cannot be rewritten', async () => {
  for (const change of [
    sql`update audit_log set action = 'x'`,
    sql`delete from audit_log`,
    sql`truncate audit_log`,
    sql`update events set kind = 'x'`,
    sql`delete from events`,
  ]) {
    await expect(server.database.write(tenantId, (tx) => change.execute(tx))).rejects.toMatchObject({
      code: '42501',
    })
  }
})

test('row counts of a refused change do not affect the next call on its connection', async () => {
  const database = openDatabase(server.at.app, 'one', { max: 1 })
  const narrow = await startTestServer({ db: { ...server, database } })
  const [role] = await server.owner<{ id: string }>('select min(id) as id from roles', [], tenantId)
  const taken = {
    loginAccount: person.loginAccount,
    userName: 'x',
    phone: null,
    email: null,
    roleIds: [Number(role?.id)],
    password: 'Pallet77x',
  }
  expect(await narrow.send(createStaff, taken, { token })).toMatchObject({ data: { kind: 'account_taken' } })
  expect(await narrow.send(switchStaff, { ids: [7_654_321], isEnabled: true }, { token })).toMatchObject({
    status: 200,
    data: { ok: 0 },
  })
  await narrow.server.http.close()
  await database.close()
})

test('a change without an entry is a fault in tests, also right after one with an entry', async () => {
  const silent = command('/gateway/test/silent', {
    permission: 'signed_in',
    feature: 'home',
    input: nothing,
    output: nothing,
  })
  const database = openDatabase(server.at.app, 'one', { max: 1 })
  const narrow = await startTestServer({
    db: { ...server, database },
    also: ({ answer }) =>
      answer(silent, async (tx, who) => {
        await sql`update roles set role_name = role_name where tenant_id = ${who.tenantId}`.execute(tx)
        return {}
      }),
  })
  const input = { userName: 'Once More', phone: null, email: null, rowVersion: 2 }
  expect(await narrow.send(saveMyProfile, input, { token })).toMatchObject({ success: true })
  expect(await narrow.send(silent, {}, { token })).toMatchObject({ status: 500 })
  await narrow.server.http.close()
  await database.close()
})
