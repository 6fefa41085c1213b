import { describe, expect, test } from 'vitest'
import type { Call, SentTo } from '../../platform/calls/call.ts'
import { exportList } from '../../platform/lists/lists.ts'
import { myTasks } from '../../platform/tasks/tasks.ts'
import { callText } from '../../platform/text/common-text.ts'
import { exampleOf } from '../../testing/example-input.ts'
import { aPerson, aSession, aTenant, aUser, PASSWORD, startTestServer } from '../../testing/test-server.ts'
import {
  changePassword,
  createRole,
  createStaff,
  deleteRole,
  editRole,
  editStaff,
  endMySessions,
  endStaffSessions,
  getStaffMember,
  inviteStaff,
  limitRole,
  listRoles,
  listStaff,
  myProfile,
  mySessions,
  resetStaffPassword,
  saveMyProfile,
  switchStaff,
} from '../contract.ts'
import { getUserInfo, login, logout } from '../login/contract.ts'
import { seedRoles } from '../roles/server/seed-roles.ts'
import { staffText } from '../text.ts'

const server = await startTestServer()
const tenantId = await aTenant(server)
await seedRoles(server.at.owner)

const english = { 'x-language': 'en_US' }
async function aClerk(permissions = ['*'], of = tenantId) {
  const user = await aUser(server, { tenantId: of, permissions })
  return { ...user, roleId: await roleOf(user.id, of) }
}
type Clerk = Awaited<ReturnType<typeof aClerk>>

async function roleOf(accountId: number, of = tenantId) {
  const [row] = await server.owner<{ id: string }>(
    'select role_id as id from account_roles where account_id = $1',
    [accountId],
    of,
  )
  return Number(row?.id)
}

let count = 0
async function aRole(permissions: string[], of = tenantId) {
  const [row] = await server.owner<{ id: string }>(
    `insert into roles (tenant_id, code, role_name, permissions) values ($1, $2, $3, $4) returning id`,
    [
      of,
      `own_${'abcdefghij'[++count % 10]}${'abcdefghij'[Math.floor(count / 10)]}`,
      `Own ${count}`,
      permissions,
    ],
    of,
  )
  return Number(row?.id)
}
const systemRole = async (code: string) => {
  const [row] = await server.owner<{ id: string; row_version: number }>(
    'select id, row_version from roles where code = $1',
    [code],
    tenantId,
  )
  return { id: Number(row?.id), rowVersion: Number(row?.row_version) }
}

const STRONG = 'Pallet77x'
const STAFF = ['setting:account:view', 'setting:account:create', 'setting:account:edit']
const boss = await aClerk()
const manager = await aClerk([...STAFF, 'inbound:order:view'])
const plain = await aRole(['inbound:order:view'])
const mighty = await aRole(['query:cost:refund'])

const newPerson = (over: Partial<SentTo<typeof createStaff>> = {}): SentTo<typeof createStaff> => ({
  loginAccount: `colleague${++count}`,
  userName: 'Colleague',
  phone: '',
  email: '',
  roleIds: [plain],
  password: STRONG,
  ...over,
})
const member = async (id: number, who = boss) =>
  (await server.send(getStaffMember, { id }, who)).data as {
    rowVersion: number
    roles: { id: number }[]
    isEnabled: boolean
    isWithinReach: boolean
  }
const editOf = async (id: number, over: object = {}) => {
  const { rowVersion, roles } = await member(id)
  const roleIds = roles.map((role) => role.id)
  return { id, rowVersion, userName: 'Edited', phone: null, email: null, roleIds, ...over }
}
const refusedAt = (path: string, text: { en_US: string }) => ({
  code: 5000,
  success: false,
  data: { fields: [{ path, message: text.en_US }] },
})
const moreThanYours = (path: string) => ({
  code: 5000,
  success: false,
  data: {
    kind: 'validation',
    fields: [{ path, message: expect.stringMatching(/^You can’t grant permissions/) }],
  },
})
const forbidden = (text: { en_US: string }) => ({
  code: 5000,
  message: text.en_US,
  data: { kind: 'forbidden' },
})
const notFound = { status: 200, code: 5000, success: false, data: { kind: 'not_found' } }
const auditOf = (id: number, of = tenantId) =>
  server.owner<{ action: string; before: object | null; after: object | null; login_account: string }>(
    'select action, before, after, login_account from audit_log where object_id = $1 order by id',
    [id],
    of,
  )

describe('a new colleague', () => {
  test('logs in with the temporary password and must choose a new one before anything else', async () => {
    const input = newPerson({ loginAccount: '  New.Hand+7 ', phone: '13800000000' })
    const { id } = await server.done(createStaff, input, manager)
    const inside = await server.send(login, { loginAccount: 'new.hand+7', password: STRONG })
    expect(inside).toMatchObject({ success: true, data: { mustChange: true, loginAccount: 'new.hand+7' } })
    const { token } = inside.data as { token: string }
    for (const call of server.server.calls.filter(
      (call) => call.permission !== 'public' && !call.isForRestricted,
    )) {
      expect(await server.send(call, {}, { token }), call.path).toMatchObject({
        data: { kind: 'must_change' },
      })
    }
    expect(await server.send(getUserInfo, {}, { token })).toMatchObject({ success: true })
    const changed = await server.send(
      changePassword,
      { oldPassword: STRONG, newPassword: 'Forklift9' },
      { token },
    )
    expect(changed).toMatchObject({ success: true })
    expect(await server.send(getUserInfo, {}, { token }), 'every session ends').toMatchObject({ code: 2 })
    const again = await server.send(login, { loginAccount: 'new.hand+7', password: 'Forklift9' })
    expect(again).toMatchObject({ success: true, data: { mustChange: false } })
    expect(await server.send(myTasks, {}, { token: (again.data as { token: string }).token })).toMatchObject({
      success: true,
    })

    const auditRows = await auditOf(id)
    expect(auditRows.map((row) => row.action)).toEqual(['create', 'log_in', 'change_password', 'log_in'])
    expect(auditRows[0]).toMatchObject({
      login_account: manager.loginAccount,
      after: { loginAccount: 'new.hand+7', phone: '13800000000', email: null, roles: [expect.any(String)] },
    })
    expect(JSON.stringify(auditRows)).not.toMatch(/Pallet77x|Forklift9|argon2/)
  })

  test('with an account in use, also by another company and ignoring case, is refused', async () => {
    const stranger = await aPerson(server, await aTenant(server))
    for (const loginAccount of [manager.loginAccount, stranger.loginAccount.toUpperCase()]) {
      expect(await server.send(createStaff, newPerson({ loginAccount }), boss)).toMatchObject(
        refusedAt('loginAccount', staffText.accountTaken),
      )
    }
  })

  test.each(['abc', 'a'.repeat(51), '.abcd', 'ab cd', 'аdmin', 'ab\u200bcd', 'ab\u0000cd', "ab'cd"])(
    'cannot be named %j',
    async (loginAccount) => {
      expect(await server.send(createStaff, newPerson({ loginAccount }), boss)).toMatchObject({
        data: { kind: 'validation', fields: [{ path: 'loginAccount' }] },
      })
    },
  )

  test('gets no role with more permissions than the caller has, none of another company and none that does not exist', async () => {
    const foreign = await aRole([], await aTenant(server))
    const { id: owner } = await systemRole('owner')
    for (const [roleIds, refusal] of [
      [[mighty], moreThanYours('roleIds')],
      [[plain, mighty], moreThanYours('roleIds')],
      [[owner], moreThanYours('roleIds')],
      [[foreign], refusedAt('roleIds', staffText.roleNotFound)],
      [[7_654_321], refusedAt('roleIds', staffText.roleNotFound)],
      [[], refusedAt('roleIds', staffText.rolesNeeded)],
    ] as const) {
      const person = newPerson({ roleIds: [...roleIds] })
      expect(await server.send(createStaff, person, manager)).toMatchObject(refusal)
      const email = `invited${++count}@example.com`
      const invited = { email, userName: 'x', phone: null, roleIds: [...roleIds] }
      expect(await server.send(inviteStaff, invited, manager)).toMatchObject(refusal)
      expect(
        await server.owner('select 1 from accounts where login_account in ($1, $2)', [
          person.loginAccount,
          email,
        ]),
      ).toEqual([])
    }
    expect(await server.send(createStaff, newPerson({ roleIds: [mighty, mighty] }), boss)).toMatchObject({
      success: true,
    })
  })

  test('gets no weak password', async () => {
    for (const [password, text] of [
      ['password1', staffText.passwordCommon],
      ['xCOLLIE9', staffText.passwordHasAccount],
    ] as const) {
      const person = newPerson({ loginAccount: 'collie', password })
      expect(await server.send(createStaff, person, boss)).toMatchObject(refusedAt('password', text))
    }
  })

  test('invited twice is one account', async () => {
    const invited = { email: `twice${++count}@example.com`, userName: 'x', phone: null, roleIds: [plain] }
    const answers = await Promise.all([1, 2, 3].map(() => server.send(inviteStaff, invited, boss)))
    expect(answers.filter((answer) => answer.success)).toHaveLength(1)
    for (const answer of answers.filter((answer) => !answer.success))
      expect(answer.message).toBe(staffText.accountTaken.en_US)
  })
})

describe('a colleague', () => {
  test('is edited with only the changed fields in the audit log', async () => {
    const person = await aClerk([])
    const input = await editOf(person.id, { phone: '13900000000', roleIds: [person.roleId, plain] })
    expect(await server.send(editStaff, input, manager)).toMatchObject({
      success: true,
      data: { rowVersion: input.rowVersion + 1 },
    })
    expect((await member(person.id)).roles.map((role) => role.id)).toEqual(
      [plain, person.roleId].sort((a, b) => a - b),
    )
    const [edit] = (await auditOf(person.id)).filter((row) => row.action === 'edit')
    expect(Object.keys(edit?.after ?? {}).sort()).toEqual(['phone', 'roles', 'userName'])
    expect(edit?.before).toMatchObject({ phone: null })
  })

  test('changed by another user meanwhile is not overwritten', async () => {
    const person = await aClerk([])
    const input = await editOf(person.id)
    const answers = await Promise.all([
      server.send(editStaff, { ...input, userName: 'One' }, boss),
      server.send(editStaff, { ...input, userName: 'Two' }, manager),
    ])
    expect(answers.filter((answer) => answer.success)).toHaveLength(1)
    expect(answers.find((answer) => !answer.success)).toMatchObject({ data: { kind: 'stale' } })
  })

  test('with more permissions than the caller cannot be managed in any way', async () => {
    const above = await aClerk(['query:cost:refund'])
    expect(await member(above.id, manager)).toMatchObject({ isWithinReach: false })
    const before = await auditOf(above.id)
    for (const [call, input] of [
      [editStaff, await editOf(above.id)],
      [resetStaffPassword, { id: above.id, password: STRONG }],
      [endStaffSessions, { id: above.id }],
    ] as [Call, object][]) {
      expect(await server.send(call, input, manager), call.path).toMatchObject(forbidden(staffText.aboveYou))
    }
    const switched = await server.send(switchStaff, { ids: [above.id], isEnabled: false }, manager)
    expect(switched.data).toMatchObject({ ok: 0, failed: [{ reason: staffText.aboveYou.en_US }] })
    expect(await auditOf(above.id)).toEqual(before)
    expect(await server.send(getUserInfo, {}, above)).toMatchObject({ success: true })
  })

  test('who got more permissions through an edited role can no longer be managed, nor can the role', async () => {
    const role = await aRole(['inbound:order:view'])
    const { data } = await server.send(createStaff, newPerson({ roleIds: [role] }), manager)
    const { id } = data as { id: number }
    const edited = {
      id: role,
      rowVersion: 1,
      roleName: 'Grown',
      permissions: ['inbound:order:view', 'query:cost:refund'],
      secondPersonAbove: null,
    }
    expect(await server.send(editRole, edited, boss)).toMatchObject({ success: true })
    expect(await server.send(resetStaffPassword, { id, password: STRONG }, manager)).toMatchObject(
      forbidden(staffText.aboveYou),
    )
    expect(await server.send(createStaff, newPerson({ roleIds: [role] }), manager)).toMatchObject(
      moreThanYours('roleIds'),
    )
  })

  test('of the software company cannot be managed', async () => {
    const support = await aClerk([])
    await server.owner('update accounts set is_support = true where id = $1', [support.id])
    expect(await server.send(editStaff, await editOf(support.id), boss)).toMatchObject(
      forbidden(staffText.notSupport),
    )
    expect(await server.send(resetStaffPassword, { id: support.id, password: STRONG }, boss)).toMatchObject(
      forbidden(staffText.notSupport),
    )
  })

  test('of another company, a customer or a nonexistent one is not found, with the same message', async () => {
    const stranger = await aClerk(['*'], await aTenant(server))
    const customer = await aPerson(server, tenantId, { kind: 'customer' })
    for (const id of [stranger.id, customer.id, 7_654_321]) {
      for (const [call, input] of [
        [editStaff, { id, rowVersion: 1, userName: 'x', phone: null, email: null, roleIds: [plain] }],
        [resetStaffPassword, { id, password: STRONG }],
        [endStaffSessions, { id }],
        [getStaffMember, { id }],
      ] as [Call, object][]) {
        expect(await server.send(call, input, boss), call.path).toMatchObject({
          ...notFound,
          message: staffText.notFound.en_US,
        })
      }
      expect((await server.send(switchStaff, { ids: [id], isEnabled: false }, boss)).data).toEqual({
        ok: 0,
        failed: [{ id, no: String(id), reason: staffText.notFound.en_US }],
      })
    }
    expect(await server.send(getUserInfo, {}, stranger)).toMatchObject({ success: true })
  })

  test('gets a temporary password: logged out everywhere, and must change it at once', async () => {
    const person = await aClerk([])
    expect(await server.send(resetStaffPassword, { id: person.id, password: STRONG }, manager)).toMatchObject(
      {
        success: true,
      },
    )
    expect(await server.send(getUserInfo, {}, person)).toMatchObject({ code: 2 })
    expect(await server.send(login, { loginAccount: person.loginAccount, password: PASSWORD })).toMatchObject(
      {
        success: false,
      },
    )
    expect(await server.send(login, { loginAccount: person.loginAccount, password: STRONG })).toMatchObject({
      data: { mustChange: true },
    })
  })

  test('is logged out of one device, or of all', async () => {
    const person = await aClerk([])
    const second = await aSession(server, tenantId, person.id)
    const { data } = await server.send(getStaffMember, { id: person.id }, manager)
    const { sessions } = data as unknown as { sessions: { id: number }[] }
    expect(sessions).toHaveLength(2)
    const [latest] = sessions
    const item = { id: person.id, sessionId: latest?.id }
    expect(await server.send(endStaffSessions, item, manager)).toMatchObject({ data: { ended: 1 } })
    expect(await server.send(endStaffSessions, item, manager)).toMatchObject(notFound)
    const ofBoss = await server.done(mySessions, {}, boss)
    expect(
      await server.send(endStaffSessions, { id: person.id, sessionId: ofBoss[0]?.id }, manager),
    ).toMatchObject(notFound)
    expect(await server.send(endStaffSessions, { id: person.id }, manager)).toMatchObject({
      data: { ended: 1 },
    })
    for (const token of [person.token, second])
      expect(await server.send(getUserInfo, {}, { token })).toMatchObject({ code: 2 })
    expect(await server.send(getUserInfo, {}, boss)).toMatchObject({ success: true })
  })

  test('whose account expires is logged out then', async () => {
    const person = await aClerk([])
    const endIn = (span: string) =>
      server.owner('update accounts set ends_at = now() + $1::interval where id = $2', [span, person.id])
    await endIn('1 minute')
    expect(await server.send(getUserInfo, {}, person)).toMatchObject({ success: true })
    await endIn('-1 second')
    expect(await server.send(getUserInfo, {}, person)).toMatchObject({ code: 2 })
    expect(
      await server.send(
        login,
        { loginAccount: person.loginAccount, password: PASSWORD },
        { headers: english },
      ),
    ).toMatchObject({ success: false, message: staffText.disabled.en_US })
  })
})

describe('the own account', () => {
  test('cannot change its roles, not even to fewer, but may change its name', async () => {
    const me = await aClerk([...STAFF, 'inbound:order:view'])
    for (const roleIds of [[plain], [me.roleId, plain]]) {
      expect(await server.send(editStaff, await editOf(me.id, { roleIds }), me)).toMatchObject(
        refusedAt('roleIds', staffText.notOwnRoles),
      )
    }
    expect(await server.send(editStaff, await editOf(me.id), me)).toMatchObject({ success: true })
  })

  test('resets its password only with the current one', async () => {
    expect(await server.send(resetStaffPassword, { id: boss.id, password: STRONG }, boss)).toMatchObject(
      forbidden(staffText.notOwnReset),
    )
  })

  test('changes its email only with the password, because the mailbox can reset it', async () => {
    const me = await aClerk([])
    const save = async (over: object) => {
      const { data } = await server.send(myProfile, {}, me)
      const { userName, rowVersion } = data as { userName: string; rowVersion: number }
      return server.send(saveMyProfile, { userName, phone: null, email: null, rowVersion, ...over }, me)
    }
    expect(await save({ phone: '13800000000' }), 'all else needs none').toMatchObject({ success: true })
    const email = 'thief@example.com'
    expect(await save({ email })).toMatchObject(refusedAt('password', staffText.passwordForEmail))
    expect(await save({ email, password: 'wrong1234' })).toMatchObject(
      refusedAt('password', staffText.passwordWrong),
    )
    expect(await save({ email: 'mine@example.com', password: PASSWORD })).toMatchObject({ success: true })
    expect(JSON.stringify(await auditOf(me.id))).not.toContain(PASSWORD)
  })

  test('is not disabled together with others: they are, it is not', async () => {
    const [me, other] = [await aClerk(), await aClerk([])]
    const answer = await server.send(switchStaff, { ids: [me.id, other.id], isEnabled: false }, me)
    expect(answer.data).toEqual({
      ok: 1,
      failed: [{ id: me.id, no: me.loginAccount, reason: staffText.notYourself.en_US }],
    })
    expect(await server.send(switchStaff, { ids: [other.id], isEnabled: false }, me)).toMatchObject({
      data: { ok: 0, failed: [{ reason: callText.alreadySo.en_US }] },
    })
  })

  test('lists its devices, this one first, and ends the others', async () => {
    const me = await aClerk([])
    const others = [await aSession(server, tenantId, me.id), await aSession(server, tenantId, me.id)]
    const list = () => server.done(mySessions, {}, me)
    const seen = await list()
    expect(seen.map(({ isThis }) => isThis)).toEqual([true, false, false])
    expect(
      await server.send(endMySessions, { id: seen[0]?.id }, me),
      'that is what log-out is for',
    ).toMatchObject(notFound)
    const ofBoss = await server.done(mySessions, {}, boss)
    expect(await server.send(endMySessions, { id: ofBoss[0]?.id }, me)).toMatchObject(notFound)
    expect(await server.send(endMySessions, { id: seen[1]?.id }, me)).toMatchObject({ data: { ended: 1 } })
    expect(await server.send(endMySessions, {}, me)).toMatchObject({ data: { ended: 1 } })
    expect(await list()).toHaveLength(1)
    for (const token of others)
      expect(await server.send(getUserInfo, {}, { token })).toMatchObject({ code: 2 })
    const ends = (await auditOf(me.id)).filter((row) => row.action === 'end_sessions')
    expect(ends.map((row) => row.after)).toEqual([{ ended: 1 }, { ended: 1 }])
  })
})

describe('the own password', () => {
  const change = (who: Clerk, oldPassword: string, newPassword: string) =>
    server.send(changePassword, { oldPassword, newPassword }, who)

  test('is changed with the current one, and every session ends', async () => {
    const me = await aClerk([])
    const other = await aSession(server, tenantId, me.id)
    for (const [given, text] of [
      [PASSWORD, staffText.passwordSame],
      ['password1', staffText.passwordCommon],
      [`${me.loginAccount}x`, staffText.passwordHasAccount],
      ['short', staffText.passwordForm],
    ] as const) {
      expect(await change(me, PASSWORD, given)).toMatchObject(refusedAt('newPassword', text))
    }
    expect(await change(me, PASSWORD, STRONG)).toMatchObject({ success: true })
    for (const token of [me.token, other])
      expect(await server.send(getUserInfo, {}, { token })).toMatchObject({ code: 2 })
  })

  test('cannot be guessed with a stolen session: after five attempts the right one is refused too', async () => {
    const me = await aClerk([])
    for (let i = 0; i < 5; i++)
      expect(await change(me, 'wrong1234', STRONG)).toMatchObject(
        refusedAt('oldPassword', staffText.passwordWrong),
      )
    expect(await change(me, PASSWORD, STRONG)).toMatchObject({ status: 429, data: { kind: 'rate_limit' } })
    expect(
      await server.send(login, { loginAccount: me.loginAccount, password: PASSWORD }),
      'nor by logging in',
    ).toMatchObject({ status: 429 })
  })

  test('is changed by a customer too', async () => {
    const customer = await aPerson(server, tenantId, { kind: 'customer' })
    const token = await aSession(server, tenantId, customer.id)
    const input = { oldPassword: PASSWORD, newPassword: STRONG }
    expect(await server.send(changePassword, input, { token })).toMatchObject({ success: true })
  })

  test('two dozen concurrent password changes do not wait for each other’s connections', async () => {
    const people = await Promise.all(Array.from({ length: 24 }, () => aClerk([])))
    const answers = await Promise.all(people.map((me) => change(me, 'x', STRONG)))
    expect(answers.map((answer) => answer.message)).toEqual(
      people.map(() => expect.stringContaining(staffText.passwordWrong.en_US)),
    )
  })
})

describe('two owners', () => {
  const isIn = async (id: number) =>
    (await server.owner<{ is_enabled: boolean }>('select is_enabled from accounts where id = $1', [id]))[0]
      ?.is_enabled

  test('who disable each other at the same moment leave one', async () => {
    for (let round = 0; round < 12; round++) {
      const [item, two] = await Promise.all([aClerk(), aClerk()])
      const out = (who: Clerk, id: number) => server.send(switchStaff, { ids: [id], isEnabled: false }, who)
      const answers = await Promise.all([out(item, two.id), out(two, item.id)])
      expect([await isIn(item.id), await isIn(two.id)].filter(Boolean)).toHaveLength(1)
      expect(
        answers.map(({ code, data }) => (code === 2 ? 'out' : (data as { ok: number }).ok)).sort(),
      ).toEqual([1, 'out'])
    }
  })

  test('who remove each other’s role at the same moment leave one', async () => {
    for (let round = 0; round < 8; round++) {
      const [item, two] = await Promise.all([aClerk(), aClerk()])
      const inputs = [await editOf(two.id, { roleIds: [plain] }), await editOf(item.id, { roleIds: [plain] })]
      await Promise.all([
        server.send(editStaff, inputs[0] as never, item),
        server.send(editStaff, inputs[1] as never, two),
      ])
      const rows = await server.owner<{ permissions: string[] }>(
        'select permissions from accounts where id = any ($1)',
        [[item.id, two.id]],
      )
      expect(rows.filter(({ permissions }) => permissions.includes('*')).length).toBeGreaterThanOrEqual(1)
    }
  })
})

describe('a role', () => {
  const roleFields = (over: object = {}) => ({
    roleName: `Role of our own ${++count}`,
    permissions: ['inbound:order:view'],
    secondPersonAbove: null as string | null,
    ...over,
  })
  const make = async (over: object = {}) => {
    return (await server.done(createRole, roleFields(over), boss)).id
  }
  const seen = async (id: number) => (await server.done(listRoles, {}, boss)).find((role) => role.id === id)

  test('of the company is created, edited, limited and deleted, each with an audit row', async () => {
    const id = await make({ permissions: ['query:stock:view', 'inbound:order:view', 'query:stock:view'] })
    expect(await seen(id)).toMatchObject({
      isSystem: false,
      permissions: ['inbound:order:view', 'query:stock:view'],
      secondPersonAbove: null,
      holders: 0,
      rowVersion: 1,
    })
    const fields = roleFields({ secondPersonAbove: '250.5' })
    expect(await server.send(editRole, { id, rowVersion: 1, ...fields }, boss)).toMatchObject({
      success: true,
    })
    const limit = { id, rowVersion: 2, secondPersonAbove: '100.00' }
    expect(await server.send(limitRole, limit, boss)).toMatchObject({ success: true })
    expect(await seen(id)).toMatchObject({
      secondPersonAbove: '100.00',
      rowVersion: 3,
      roleName: fields.roleName,
    })
    expect(await server.send(deleteRole, { id }, boss)).toMatchObject({ success: true })
    expect(await seen(id)).toBeUndefined()
    const auditRows = (
      await server.owner<{ action: string; before: object; after: object }>(
        `select action, before, after from audit_log where object_type = 'role' and object_id = $1 order by id`,
        [id],
        tenantId,
      )
    ).map(({ action, before, after }) => ({ action, before, after }))
    expect(auditRows.map((row) => row.action)).toEqual(['create', 'edit', 'edit', 'delete'])
    expect(auditRows[2]).toMatchObject({
      before: { secondPersonAbove: '250.50' },
      after: { secondPersonAbove: '100.00' },
    })
    expect(Object.keys(auditRows[2]?.after ?? {})).toEqual(['secondPersonAbove'])
  })

  test('changes its users’ permissions from their next call on', async () => {
    const id = await make({ permissions: ['setting:account:view'] })
    const { data } = await server.send(createStaff, newPerson({ roleIds: [id] }), boss)
    const person = (data as { id: number }).id
    await server.owner('update accounts set must_change = false where id = $1', [person])
    const token = await aSession(server, tenantId, person)
    expect(await server.send(listStaff, {}, { token })).toMatchObject({ success: true })
    const fields = roleFields({ permissions: ['inbound:order:view'] })
    await server.send(editRole, { id, rowVersion: 1, ...fields }, boss)
    expect(await server.send(listStaff, {}, { token })).toMatchObject({ data: { kind: 'forbidden' } })
    expect(await server.send(deleteRole, { id }, boss)).toMatchObject({
      success: false,
      message: '1 user still has this role, so it can’t be deleted',
    })
  })

  test('granted while it is being deleted is either kept or not granted', async () => {
    for (let round = 0; round < 6; round++) {
      const [id, person] = [await make(), await aClerk([])]
      const input = await editOf(person.id, { roleIds: [id] })
      const [deleted, given] = await Promise.all([
        server.send(deleteRole, { id }, boss),
        server.send(editStaff, input, boss),
      ])
      expect([deleted.success, given.success].filter(Boolean)).toHaveLength(1)
      expect([deleted.status, given.status]).toEqual([200, 200])
    }
  })

  test('that is a default cannot be changed except for its limit, nor deleted', async () => {
    const { id, rowVersion } = await systemRole('biller')
    expect(await server.send(editRole, { id, rowVersion, ...roleFields() }, boss)).toMatchObject({
      success: false,
      message: staffText.roleFixed.en_US,
    })
    expect(await server.send(deleteRole, { id }, boss)).toMatchObject({ message: staffText.roleFixed.en_US })
    const limit = { id, rowVersion, secondPersonAbove: '500.00' }
    expect(await server.send(limitRole, limit, boss)).toMatchObject({ success: true })
    expect(await server.send(limitRole, limit, boss)).toMatchObject({ data: { kind: 'stale' } })
    await seedRoles(server.at.owner)
    expect(await seen(id), 'a new start keeps the limit').toMatchObject({ secondPersonAbove: '500.00' })
  })

  test('that is a default is created beside a custom one with the same name', async () => {
    const of = await aTenant(server)
    await server.owner(
      `insert into roles (tenant_id, code, role_name, permissions) values ($1, 'ours', '经理', '{}')`,
      [of],
      of,
    )
    await seedRoles(server.at.owner)
    const roles = await server.owner<{ code: string }>('select code from roles', [], of)
    expect(roles).toHaveLength(10)
    const unlimited = 'select code from roles where is_system and second_person_above is null'
    expect(await server.owner(unlimited, [], of)).toEqual([{ code: 'owner' }])
    await seedRoles(server.at.owner)
    expect(await server.owner('select 1 from roles where is_system and row_version > 1', [], of)).toEqual([])
  })

  test('has a unique name, ignoring case', async () => {
    const id = await make({ roleName: 'Night Shift' })
    for (const roleName of ['Night Shift', 'NIGHT SHIFT', ' night shift ']) {
      expect(await server.send(createRole, roleFields({ roleName }), boss)).toMatchObject(
        refusedAt('roleName', staffText.roleNameTaken),
      )
    }
    const other = await make()
    const fields = roleFields({ roleName: 'night shift' })
    expect(await server.send(editRole, { id: other, rowVersion: 1, ...fields }, boss)).toMatchObject(
      refusedAt('roleName', staffText.roleNameTaken),
    )
    const itself = roleFields({ roleName: 'NIGHT shift' })
    expect(await server.send(editRole, { id, rowVersion: 1, ...itself }, boss)).toMatchObject({
      success: true,
    })
  })

  test('cannot be given permissions its editor lacks', async () => {
    const maker = await aClerk(['setting:role:edit', 'inbound:order:view'])
    const tooMuch = roleFields({ permissions: ['inbound:order:view', 'query:cost:refund'] })
    expect(await server.send(createRole, tooMuch, maker)).toMatchObject(moreThanYours('permissions'))
    const { data } = await server.send(createRole, roleFields(), maker)
    const { id } = data as { id: number }
    expect(await server.send(editRole, { id, rowVersion: 1, ...tooMuch }, maker)).toMatchObject(
      moreThanYours('permissions'),
    )
    const own = { id: maker.roleId, rowVersion: 1, ...tooMuch }
    expect(await server.send(editRole, own, maker), 'nor one’s own').toMatchObject(
      moreThanYours('permissions'),
    )
    expect(
      await server.send(editRole, { id: mighty, rowVersion: 1, ...roleFields() }, maker),
      'nor takes it away from others',
    ).toMatchObject(moreThanYours('permissions'))
    const limit = { id: mighty, rowVersion: 1, secondPersonAbove: '1.00' }
    expect(await server.send(limitRole, limit, maker)).toMatchObject(moreThanYours('permissions'))
    const unheld = await aRole(['query:cost:refund'])
    expect(await server.send(deleteRole, { id: unheld }, maker), 'nor deletes one').toMatchObject(
      moreThanYours('permissions'),
    )
  })

  test.each(['*', 'setting:role', 'setting:*:edit', 'inbound:order:fly', '', 'signed_in', 'public'])(
    'has no permission called "%s"',
    async (right) => {
      expect(await server.send(createRole, roleFields({ permissions: [right] }), boss)).toMatchObject({
        data: { kind: 'validation', fields: [{ path: expect.stringContaining('permissions') }] },
      })
    },
  )

  test.each(['-1', '1.005', '1e3', 'NaN', '1,000', '12345678901234567', '', ' 1', '٣'])(
    'has no limit of "%s"',
    async (secondPersonAbove) => {
      expect(await server.send(createRole, roleFields({ secondPersonAbove }), boss)).toMatchObject({
        data: { kind: 'validation', fields: [{ path: 'secondPersonAbove' }] },
      })
    },
  )

  test('changed meanwhile, of another company or nonexistent is refused', async () => {
    const id = await make()
    expect(await server.send(editRole, { id, rowVersion: 0, ...roleFields() }, boss)).toMatchObject({
      data: { kind: 'stale' },
    })
    const foreign = await aRole(['inbound:order:view'], await aTenant(server))
    for (const other of [foreign, 7_654_321]) {
      for (const [call, input] of [
        [editRole, { id: other, rowVersion: 1, ...roleFields() }],
        [limitRole, { id: other, rowVersion: 1, secondPersonAbove: null }],
        [deleteRole, { id: other }],
      ] as [Call, object][]) {
        expect(await server.send(call, input, boss), call.path).toMatchObject({
          ...notFound,
          message: staffText.roleNotFound.en_US,
        })
      }
    }
  })
})

describe('a company whose usage period', () => {
  const ended = (by: string) => aTenant(server, { expiresIn: `${by} ago` })

  test('ended within thirty days can read and export, and change nothing', async () => {
    const of = await ended('29 days 23 hours')
    const person = await aClerk(['*'], of)
    const own = { ...person, headers: english }
    for (const call of server.server.calls.filter(
      (call) => call.permission !== 'public' && call.path !== logout.path,
    )) {
      const answer = await server.server.http.inject({
        method: call.method,
        url: call.path,
        ...(call.method === 'GET'
          ? {
              query: Object.fromEntries(
                Object.entries(exampleOf(call)).map(([key, value]) => [key, String(value)]),
              ),
            }
          : { payload: exampleOf(call) }),
        headers: { 'x-access-token': person.token },
      })
      const isRefused = answer.body.includes('"kind":"expired"')
      expect([call.path, isRefused]).toEqual([
        call.path,
        call.kind === 'command' && !stillOpen.includes(call.path),
      ])
    }
    expect(
      await server.send(
        exportList,
        { list: 'staff', filters: {}, columns: ['loginAccount'], format: 'csv' },
        own,
      ),
    ).toMatchObject({ success: true })
    expect(await server.send(login, { loginAccount: person.loginAccount, password: PASSWORD })).toMatchObject(
      {
        success: true,
      },
    )
  })

  /** Written by hand: the commands that still work, since they change nothing of the warehouse. */
  const stillOpen = [
    '/gateway/auth/logout',
    '/gateway/auth/password',
    '/gateway/wms/staff/end-my-sessions',
    '/gateway/wms/list/export',
    '/gateway/wms/list/save-settings',
    '/gateway/wms/location/print-labels',
    '/gateway/wms/product/print-labels',
    '/gateway/wms/outbound/ship',
    '/gateway/wms/outbound/weigh',
    '/gateway/wms/outbound/print-handover',
    '/gateway/wms/outbound/make-manifests',
    '/gateway/wms/label/confirm',
    '/gateway/wms/picking/print',
    '/gateway/wms/picking/print-cart-labels',
    '/gateway/wms/bill/print',
    '/gateway/wms/inbound/print-labels',
    '/gateway/wms/inbound/print-sheets',
    '/gateway/wms/print/save-settings',
    '/gateway/wms/books/check',
    '/gateway/wms/task/cancel',
    '/gateway/wms/task/retry',
    '/gateway/system/tenant/switch-time',
  ]

  test('ended more than thirty days ago is closed: sessions end, and login says why', async () => {
    const of = await ended('30 days 1 minute')
    const person = await aClerk(['*'], of)
    expect(await server.send(getUserInfo, {}, person)).toMatchObject({ code: 2 })
    const knock = (password: string) =>
      server.send(login, { loginAccount: person.loginAccount, password }, { headers: english })
    expect(await knock(PASSWORD)).toMatchObject({ success: false, message: staffText.lapsed.en_US })
    expect(await knock('wrong1234')).toMatchObject({ message: staffText.wrongPair.en_US })
    await server.owner('update tenants set bonus_days = 10 where id = $1', [of])
    expect(
      await server.send(saveMyProfile, { userName: 'x', phone: null, email: null, rowVersion: 1 }, person),
    ).toMatchObject({
      data: { kind: 'expired' },
    })
    expect(await knock(PASSWORD)).toMatchObject({ success: true })
  })
})
