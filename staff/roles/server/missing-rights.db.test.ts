import { expect, test } from 'vitest'
import { createCustomer } from '../../../customers/contract.ts'
import { rightHolders } from '../../../platform/calls/missing-right.ts'
import { aTenant, aUser, startTestServer } from '../../../testing/test-server.ts'
import { listAudit } from '../../audit/contract.ts'

const server = await startTestServer()

async function aClerk(tenantId: number, userName: string, permissions: string[], kind?: 'customer') {
  const user = await aUser(server, { tenantId, permissions, ...(kind && { kind }) })
  await server.owner('update accounts set user_name = $2 where id = $1', [user.id, userName])
  return user
}

const AUDIT = listAudit.permission
const holders = (clerk: { token: string }) => server.done(rightHolders, {}, clerk)

test('a refusal names the permission and colleagues who have it', async () => {
  const tenantId = await aTenant(server)
  const clerk = await aClerk(tenantId, 'Clerk', ['inbound:order:view'])
  await aClerk(tenantId, 'Olga Owner', ['*'])
  const heard = async () => (await server.send(listAudit, {}, clerk)).message
  // Only an owner has it: the owner is named.
  expect(await heard()).toBe(
    'You don’t have the “View audit log” permission. Colleagues who have it: Olga Owner.',
  )

  const cy = await aClerk(tenantId, 'Cy', [AUDIT])
  await aClerk(tenantId, 'Ann', [AUDIT, 'inbound:order:view'])
  expect(await heard()).toBe(
    'You don’t have the “View audit log” permission. Colleagues who have it: Ann, Cy.',
  )

  for (const name of ['Bo', 'Di', 'Eve']) await aClerk(tenantId, name, [AUDIT])
  expect(await server.send(listAudit, {}, clerk)).toMatchObject({
    success: false,
    message:
      'You don’t have the “View audit log” permission. Colleagues who have it: Ann, Bo, Cy and 2 more.',
    data: { kind: 'forbidden' },
  })

  // Former, expired and support users are not named.
  await server.owner('update accounts set is_enabled = false where id = $1', [cy.id])
  await server.owner(`update accounts set is_support = true where tenant_id = $1 and user_name = 'Bo'`, [
    tenantId,
  ])
  await server.owner(
    `update accounts set ends_at = now() - interval '1 day' where tenant_id = $1 and user_name = 'Di'`,
    [tenantId],
  )
  expect(await heard()).toBe(
    'You don’t have the “View audit log” permission. Colleagues who have it: Ann, Eve.',
  )
  expect((await holders(clerk)).find(({ permission }) => permission === AUDIT)).toEqual({
    permission: AUDIT,
    names: ['Ann', 'Eve'],
    total: 2,
  })
})

test('who has a permission can be queried within the company, and only for missing ones', async () => {
  const [tenantId, elsewhere] = [await aTenant(server), await aTenant(server)]
  const clerk = await aClerk(tenantId, 'Clerk', ['inbound:order:view'])
  const owner = await aClerk(tenantId, 'Olga', ['*'])
  await aClerk(elsewhere, 'Stranger', [AUDIT])
  expect(await holders(clerk)).toEqual([{ permission: '*', names: ['Olga'], total: 1 }])
  expect(await holders(owner)).toEqual([])
})

test('a customer’s login is not shown staff names', async () => {
  const tenantId = await aTenant(server)
  await aClerk(tenantId, 'Olga Owner', ['*'])
  const customer = await aClerk(tenantId, 'Shop', ['inbound:order:view'], 'customer')
  for (const call of [rightHolders, listAudit, createCustomer]) {
    const answer = await server.send(call, {}, customer)
    expect(answer).toMatchObject({ success: false, data: { kind: 'forbidden' } })
    expect(JSON.stringify(answer)).not.toContain('Olga')
  }
})
