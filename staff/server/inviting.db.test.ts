import { expect, test } from 'vitest'
import { aPerson, aSession, aTenant, startTestServer } from '../../testing/test-server.ts'
import { editStaff, getStaffMember, inviteAgain, inviteStaff } from '../contract.ts'
import { staffText } from '../text.ts'

const server = await startTestServer()
const tenantId = await aTenant(server)

const english = { 'x-language': 'en_US' }
const STAFF = ['setting:account:view', 'setting:account:create', 'setting:account:edit']
const clerk = await aPerson(server, tenantId, { permissions: STAFF })
const who = { token: await aSession(server, tenantId, clerk.id), headers: english }
const [role] = await server.owner<{ id: string }>(
  'select role_id as id from account_roles where account_id = $1',
  [clerk.id],
  tenantId,
)
const roleIds = [Number(role?.id)]
const invite = (email: string) =>
  server.send(inviteStaff, { email, userName: 'Newcomer', phone: null, roleIds }, who)
const linkOf = async (id: number) => {
  const { data } = await server.send(getStaffMember, { id }, who)
  return data as { welcomeLink: string | null; isInvited: boolean; isYou: boolean }
}

test('an invitation to an existing account is refused at the address', async () => {
  expect(await invite('twice@example.com')).toMatchObject({ success: true })
  expect(await invite('Twice@example.com')).toMatchObject({
    success: false,
    data: { fields: [{ path: 'email', message: staffText.accountTaken.en_US }] },
  })
})

test('without a mail server an invitation says that nothing was sent, and its link can be passed on', async () => {
  const { data } = await invite('unsent@example.com')
  expect(data).toMatchObject({ isMailed: false })
  expect(await linkOf((data as { id: number }).id)).toMatchObject({
    welcomeLink: expect.stringMatching(/^\/welcome#/),
  })
})

test('a second invitation creates another link, and an expired one is not shown', async () => {
  const { id } = (await invite('again@example.com')).data as { id: number }
  const first = await linkOf(id)
  expect(first).toMatchObject({ isInvited: true, isYou: false })
  expect(await server.send(inviteAgain, { id }, who)).toMatchObject({ success: true })
  const second = await linkOf(id)
  expect(second.welcomeLink).not.toBe(first.welcomeLink)

  const old = `update password_links set expires_at = now() - interval '1 minute' where account_id = $1`
  await server.owner(old, [id], tenantId)
  expect(await linkOf(id)).toMatchObject({ welcomeLink: null })
})

test('users who may only create accounts get no link to one in use', async () => {
  const colleague = await aPerson(server, tenantId, { permissions: STAFF })
  const used = 'update accounts set last_login_at = now() where id = $1'
  await server.owner(used, [colleague.id], tenantId)
  expect(await server.send(inviteAgain, { id: colleague.id }, who)).toMatchObject({
    success: false,
    message: staffText.cameAlready.en_US,
  })
  expect(await linkOf(colleague.id)).toMatchObject({ welcomeLink: null, isInvited: false })
})

test('an invitation moved to another address counts towards the mails of a day', async () => {
  const { id } = (await invite('moved@example.com')).data as { id: number }
  const key = `open-account:${tenantId}`
  await server.owner(`update throttles set tries = 99 where key = $1`, [key])
  const move = (email: string, rowVersion: number) =>
    server.send(editStaff, { id, rowVersion, userName: 'Newcomer', phone: null, email, roleIds }, who)
  expect(await move('elsewhere@example.com', 1)).toMatchObject({ success: true })
  expect(await move('third@example.com', 2)).toMatchObject({ status: 429, data: { kind: 'rate_limit' } })
  expect(await server.send(getStaffMember, { id }, who)).toMatchObject({
    data: { email: 'elsewhere@example.com', isInvited: true },
  })
})
