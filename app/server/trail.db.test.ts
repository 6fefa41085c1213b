import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { saveMyProfile } from '../../staff/contract.ts'
import { aHouse, aPerson, aSession, aTenant } from '../testing/house.ts'

const house = await aHouse()
const tenantId = await aTenant(house)
const person = await aPerson(house, tenantId)
const token = await aSession(house, tenantId, person.id)

test('a change leaves who, when, before, after and the number of the request', async () => {
  const input = { userName: 'New Name', phone: null, email: null, rowVersion: 1 }
  const answer = await house.send(saveMyProfile, input, { token })
  expect(answer).toMatchObject({ success: true, data: { rowVersion: 2 } })
  const rows = await house.owner(
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
      before: { userName: expect.stringMatching(/^Person/), phone: null, email: null },
      after: { userName: 'New Name', phone: null, email: null },
      request_id: answer.headers['x-request-id'],
    },
  ])
})

test('nobody can rewrite the trail', async () => {
  for (const change of [
    sql`update audit_log set action = 'x'`,
    sql`delete from audit_log`,
    sql`truncate audit_log`,
    sql`update events set kind = 'x'`,
    sql`delete from events`,
  ]) {
    await expect(house.database.write(tenantId, (tx) => change.execute(tx))).rejects.toMatchObject({
      code: '42501',
    })
  }
})
