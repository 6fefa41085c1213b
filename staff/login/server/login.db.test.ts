import { createHash, randomBytes } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { z } from 'zod'
import { checkBooks, openApi } from '../../../app/contract.ts'
import { command, nothing, query } from '../../../platform/calls/call.ts'
import { openDatabase } from '../../../platform/database/server/db.ts'
import { measure } from '../../../platform/server/metrics.ts'
import { queueFigures } from '../../../platform/tasks/server/workers.ts'
import { cancelTask, myTasks } from '../../../platform/tasks/tasks.ts'
import { warehouseFacts } from '../../../warehouse/contract.ts'
import { switchTime, topInfo } from '../../../warehouse/top-contract.ts'
import { changePassword, listStaff, myProfile, saveMyProfile, switchStaff } from '../../contract.ts'
import { titleOfRight } from '../../roles/rights.ts'
import { hashPassword } from '../../server/passwords.ts'
import { staffText } from '../../text.ts'
import { getUserInfo, login, logout, singleSignOn } from '../contract.ts'

// The real hash function, counted: equal work for an unknown account is shown by the number of calls, not by
// time.
const hashing = vi.hoisted(() => ({ verified: [] as string[] }))
vi.mock('@node-rs/argon2', async (original) => {
  const real = await original<typeof import('@node-rs/argon2')>()
  return {
    ...real,
    verify: (hash: string, password: string) => {
      hashing.verified.push(hash)
      return real.verify(hash, password)
    },
  }
})

// The test files of a worker share their modules: the product is imported again, so that it uses the counted
// hash.
vi.resetModules()
const {
  startTestServer: aHouse,
  aPerson,
  aSession,
  aTenant,
  PASSWORD,
} = await import('../../../testing/test-server.ts')

const hiddenCall = query('/gateway/test/hidden', {
  permission: 'signed_in',
  feature: 'logo',
  input: nothing,
  output: nothing,
})
const readOnlyRead = query('/gateway/test/read-only', {
  permission: 'signed_in',
  feature: 'channel',
  input: nothing,
  output: nothing,
})
const readOnlyChange = command('/gateway/test/read-only-change', {
  permission: 'signed_in',
  feature: 'channel',
  input: nothing,
  output: nothing,
})
const breaking = command('/gateway/test/breaking', {
  permission: 'signed_in',
  feature: 'home',
  input: z.strictObject({ password: z.string() }),
  output: nothing,
})

const server = await aHouse({
  also: ({ answer, http, database }) => {
    answer(hiddenCall, async () => ({}))
    answer(readOnlyRead, async () => ({}))
    answer(readOnlyChange, async () => ({}))
    answer(breaking, async (_, __, input) => {
      throw Object.assign(new Error('broken'), {
        input,
        token: 'x',
        detail: `Key (password)=(${input.password})`,
      })
    })
    measure(http, database.pool, () => queueFigures(database.pool))
  },
})
const tenantId = await aTenant(server)

let address = 0
/** Sends a login from its own IP address, so that tests do not use up each other's attempts. */
async function logInAs(
  loginAccount: unknown,
  password: unknown = PASSWORD,
  over: { ip?: string; token?: string; on?: typeof server; cookie?: string | undefined } = {},
) {
  const ip = over.ip ?? `10.0.${Math.floor(++address / 250)}.${address % 250}`
  const answer = await (over.on ?? server).server.http.inject({
    method: 'POST',
    url: login.path,
    payload: { loginAccount, password },
    remoteAddress: ip,
    headers: {
      'x-language': 'en_US',
      'user-agent': 'Scanner/1.0',
      ...(over.token && { 'x-access-token': over.token }),
      ...(over.cookie && { cookie: over.cookie }),
    },
  })
  const { 'retry-after': retryAfter, 'set-cookie': setCookie } = answer.headers
  return {
    status: answer.statusCode,
    retryAfter,
    setCookie: setCookie && String(setCookie),
    ...answer.json(),
  }
}

/** What a browser sends back of a cookie it received. */
const cookieOf = ({ setCookie }: { setCookie?: string }) => setCookie?.split(';')[0]

const refusal = (text: { en_US: string }) => ({
  status: 200,
  code: 5000,
  success: false,
  message: text.en_US,
  data: { kind: 'refused' },
})
const signedOut = { code: 2, success: false, data: null, status: 200 }

beforeEach(() => void hashing.verified.splice(0))

describe('logging in', () => {
  test('returns the user, the company, and a token that works for the next call', async () => {
    const person = await aPerson(server, tenantId, { permissions: ['setting:account:view'] })
    const { status, data, success } = await logInAs(person.loginAccount)
    expect([status, success]).toEqual([200, true])
    expect(data).toEqual({
      kind: 'staff',
      loginAccount: person.loginAccount,
      userName: expect.stringMatching(/^Person/),
      companyName: expect.stringMatching(/^Company/),
      companyCode: expect.stringMatching(/^T\d/),
      loginUrlName: expect.stringMatching(/^co\d+$/),
      zoneCode: 'Asia/Shanghai',
      tenantId,
      platform: 'wms',
      permissions: ['setting:account:view'],
      mustChange: false,
      token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
    })
    const { token: _, ...info } = data
    expect((await server.send(getUserInfo, {}, { token: data.token })).data).toEqual(info)
  })

  test('gives the same response to a wrong password, an unknown account and an administrator, with the same work', async () => {
    const person = await aPerson(server, tenantId)
    await server.owner('update account_secrets set password_hash = $2 where account_id = $1', [
      person.id,
      await hashPassword(PASSWORD),
    ])
    const [admin] = await server.owner<{ id: string }>(
      `insert into accounts (kind, login_account, user_name, zone_code) values ('administrator', 'the-admin', 'x', 'Asia/Shanghai') returning id`,
    )
    await server.owner(
      `insert into account_secrets (account_id, password_hash)
       select $1, password_hash from account_secrets where account_id = $2`,
      [admin?.id, person.id],
    )
    const answers = [
      await logInAs(person.loginAccount, 'wrong1234'),
      await logInAs('nobody-has-this', 'wrong1234'),
      await logInAs('the-admin', PASSWORD),
    ]
    for (const answer of answers)
      expect(answer).toEqual({ ...refusal(staffText.wrongPair), retryAfter: undefined })
    expect(hashing.verified).toHaveLength(3)
    const costs = hashing.verified.map((hash) => hash.split('$').slice(1, 4).join('$'))
    expect(new Set(costs)).toEqual(new Set(['argon2id$v=19$m=19456,t=2,p=1']))
  })

  test('says "disabled" and "closed" only with the right password', async () => {
    const disabled = await aPerson(server, tenantId, { isEnabled: false })
    expect(await logInAs(disabled.loginAccount)).toMatchObject(refusal(staffText.disabled))
    expect(await logInAs(disabled.loginAccount, 'wrong1234')).toMatchObject(refusal(staffText.wrongPair))

    const shut = await aTenant(server)
    const person = await aPerson(server, shut)
    await server.owner(`update tenants set status = 'closed' where id = $1`, [shut])
    expect(await logInAs(person.loginAccount)).toMatchObject(refusal(staffText.closed))
    expect(await logInAs(person.loginAccount, 'wrong1234')).toMatchObject(refusal(staffText.wrongPair))
  })

  test.each([
    ['capitals', (name: string) => name.toUpperCase()],
    ['spaces around', (name: string) => `  ${name}\t`],
    ['an ideographic space', (name: string) => `\u3000${name}\u3000`],
    [
      'full-width letters',
      (name: string) => [...name].map((c) => String.fromCodePoint((c.codePointAt(0) ?? 0) + 0xfee0)).join(''),
    ],
  ])('finds an account typed with %s', async (_, typed) => {
    const person = await aPerson(server, tenantId)
    expect(await logInAs(typed(person.loginAccount))).toMatchObject({
      success: true,
      data: { loginAccount: person.loginAccount },
    })
  })

  test.each(['\u200b', '.', '\u0301'])('does not ignore %j at the end of an account', async (tail) => {
    const person = await aPerson(server, tenantId)
    expect(await logInAs(person.loginAccount + tail)).toMatchObject(refusal(staffText.wrongPair))
  })

  test.each([
    ['a missing account', undefined],
    ['null', null],
    ['a number', 7],
    ['a list', ['x']],
    ['an object', { $ne: null }],
    ['nothing', ''],
    ['101 letters', 'x'.repeat(101)],
    ['a NUL', 'some\u0000body'],
    ['half a character', 'some\ud800body'],
  ])('refuses %s as an account without echoing it', async (_, account) => {
    const answer = await logInAs(account)
    expect(answer).toMatchObject({
      status: 200,
      code: 5000,
      data: { kind: 'validation', fields: [{ path: 'loginAccount' }] },
    })
    expect(hashing.verified).toEqual([])
  })

  test('accepts a password as it is, with spaces and accents, in one normal form', async () => {
    const person = await aPerson(server, tenantId)
    expect(await logInAs(person.loginAccount, ` ${PASSWORD}`)).toMatchObject(refusal(staffText.wrongPair))
    expect(await logInAs(person.loginAccount, PASSWORD.toUpperCase())).toMatchObject(
      refusal(staffText.wrongPair),
    )
    const accented = 'Caf\u00e9 1234'
    await server.owner('update account_secrets set password_hash = $1 where account_id = $2', [
      await hashPassword(accented),
      person.id,
    ])
    for (const typed of [accented, accented.normalize('NFD')]) {
      expect(await logInAs(person.loginAccount, typed)).toMatchObject({ success: true })
    }
  })
})

describe('guessing', () => {
  const tooMany = { status: 429, code: 5000, success: false, data: { kind: 'rate_limit' } }

  test('ends at five attempts per account, whatever the password, from any address and on any server', async () => {
    const person = await aPerson(server, tenantId)
    const database = openDatabase(server.at.app, 'second')
    const second = await aHouse({ db: { ...server, database } })
    for (let i = 0; i < 5; i++) {
      const on = i % 2 ? second : server
      expect(await logInAs(person.loginAccount, 'wrong1234', { on })).toMatchObject(
        refusal(staffText.wrongPair),
      )
    }
    expect(hashing.verified).toHaveLength(5)
    const sixth = await logInAs(person.loginAccount, PASSWORD, { on: second })
    const seventh = await logInAs(person.loginAccount, 'wrong1234')
    await second.server.http.close()
    await database.close()
    for (const answer of [sixth, seventh]) {
      expect(answer).toMatchObject({ ...tooMany, message: 'Too many attempts. Try again in 15 minutes.' })
      expect(Number(answer.retryAfter)).toBeGreaterThan(880)
      expect(Number(answer.retryAfter)).toBeLessThanOrEqual(900)
    }
    expect(hashing.verified).toHaveLength(5)
  })

  test('elsewhere does not lock users out of a known browser', async () => {
    const ip = '192.0.2.9'
    const [person, colleague] = [await aPerson(server, tenantId), await aPerson(server, tenantId)]
    const first = await logInAs(person.loginAccount, PASSWORD, { ip })
    expect(first.setCookie).toMatch(
      /^device=[\w.-]+; Path=\/gateway\/auth; Max-Age=31536000; HttpOnly; SameSite=Strict$/,
    )
    const cookie = cookieOf(first)
    for (let i = 0; i < 6; i++) await logInAs(person.loginAccount, 'wrong1234')
    for (let i = 0; i < 31; i++) await logInAs(`guess-behind-${i}`, 'wrong1234', { ip })
    expect(await logInAs(person.loginAccount)).toMatchObject(tooMany)
    expect(await logInAs(person.loginAccount, PASSWORD, { ip, cookie })).toMatchObject({ success: true })
    // The limits are separate: the guesses elsewhere still count.
    expect(await logInAs(person.loginAccount)).toMatchObject(tooMany)
    // A browser is known for users who logged in on it only.
    expect(await logInAs(colleague.loginAccount, PASSWORD, { ip, cookie })).toMatchObject(tooMany)
  })

  test('on a known browser ends at five attempts as well', async () => {
    const person = await aPerson(server, tenantId)
    const cookie = cookieOf(await logInAs(person.loginAccount))
    for (let i = 0; i < 5; i++)
      expect(await logInAs(person.loginAccount, 'wrong1234', { cookie })).toMatchObject({ status: 200 })
    expect(await logInAs(person.loginAccount, PASSWORD, { cookie })).toMatchObject(tooMany)
    expect(await logInAs(person.loginAccount)).toMatchObject({ success: true })
  })

  test('on a shared browser is counted for each of the last twenty users', async () => {
    const people = await Promise.all(Array.from({ length: 22 }, () => aPerson(server, tenantId)))
    let cookie: string | undefined
    for (const { loginAccount } of people)
      cookie = cookieOf(await logInAs(loginAccount, PASSWORD, { cookie })) ?? cookie
    expect(cookie?.length).toBeLessThan(1200)
    const locked = [people[0], people[1], people[2], people[21]].map((person) => person?.loginAccount)
    for (const account of locked) for (let i = 0; i < 6; i++) await logInAs(account, 'wrong1234')
    const answers = []
    for (const account of locked) answers.push(await logInAs(account, PASSWORD, { cookie }))
    expect(answers.map(({ status }) => status)).toEqual([429, 429, 200, 200])
  })

  test.each([
    ['made up', (_: string) => `device=${'x'.repeat(16)}.${'y'.repeat(43)}`],
    ['of another name', (cookie: string) => cookie.replace(/=.{16}/, `=${'x'.repeat(16)}`)],
    ['that is none', (_: string) => 'device=.'],
    ['of 8 KB', (cookie: string) => `${cookie}${'.x'.repeat(4000)}`],
  ])('with a cookie %s is like guessing without one', async (_, forged) => {
    const person = await aPerson(server, tenantId)
    const cookie = forged(cookieOf(await logInAs(person.loginAccount)) ?? '')
    for (let i = 0; i < 5; i++) await logInAs(person.loginAccount, 'wrong1234')
    expect(await logInAs(person.loginAccount, PASSWORD, { cookie })).toMatchObject(tooMany)
  })

  test('from many addresses of one IPv6 network counts as one', async () => {
    const at = (n: number) => `2001:db8:7:7::${n.toString(16)}`
    for (let i = 0; i < 30; i++)
      expect(await logInAs(`six${i}`, 'wrong1234', { ip: at(i) })).toMatchObject({ status: 200 })
    const person = await aPerson(server, tenantId)
    expect(await logInAs(person.loginAccount, PASSWORD, { ip: at(99) })).toMatchObject(tooMany)
    expect(await logInAs(person.loginAccount, PASSWORD, { ip: '2001:db8:7:8::1' })).toMatchObject({
      success: true,
    })
  })

  test('does not keep logged-in users from changing their password', async () => {
    const person = await aPerson(server, tenantId)
    const { data } = await logInAs(person.loginAccount)
    for (let i = 0; i < 6; i++) await logInAs(person.loginAccount, 'wrong1234')
    const change = (oldPassword: string) =>
      server.send(changePassword, { oldPassword, newPassword: 'forklift77' }, { token: data.token })
    expect(await change('wrong1234')).toMatchObject({ success: false, status: 200 })
    expect(await change(PASSWORD)).toMatchObject({ success: true })
  })

  test('a hundred times at once reaches the password check five times', async () => {
    const person = await aPerson(server, tenantId)
    const answers = await Promise.all(
      Array.from({ length: 100 }, () => logInAs(person.loginAccount, 'wrong1234')),
    )
    expect(answers.filter((answer) => answer.status === 429)).toHaveLength(95)
    expect(hashing.verified).toHaveLength(5)
  })

  test('on an unknown account is limited like on a known one', async () => {
    for (let i = 0; i < 5; i++) await logInAs('unknown-and-guessed')
    expect(await logInAs('Unknown-And-Guessed ')).toMatchObject(tooMany)
  })

  test('is possible again after fifteen minutes, and after a successful login', async () => {
    const person = await aPerson(server, tenantId)
    for (let i = 0; i < 4; i++) await logInAs(person.loginAccount, 'wrong1234')
    expect(await logInAs(person.loginAccount)).toMatchObject({ success: true })
    for (let i = 0; i < 5; i++)
      expect(await logInAs(person.loginAccount, 'wrong1234')).toMatchObject({ status: 200 })
    expect(await logInAs(person.loginAccount)).toMatchObject(tooMany)
    await server.owner(`update throttles set since = since - interval '15 minutes 1 second' where key = $1`, [
      `login:${person.loginAccount}`,
    ])
    expect(await logInAs(person.loginAccount)).toMatchObject({ success: true })
  })

  test('does not affect a whole shift behind one address, but thirty wrong attempts block it', async () => {
    const ip = '192.0.2.1'
    const shift = await Promise.all(Array.from({ length: 35 }, () => aPerson(server, tenantId)))
    for (const person of shift)
      expect(await logInAs(person.loginAccount, PASSWORD, { ip })).toMatchObject({ success: true })
    for (let i = 0; i < 30; i++)
      expect(await logInAs(`guess${i}`, 'wrong1234', { ip })).toMatchObject({ status: 200 })
    expect(await logInAs(shift[0]?.loginAccount, PASSWORD, { ip })).toMatchObject(tooMany)
    expect(await logInAs(shift[0]?.loginAccount, PASSWORD, { ip: '192.0.2.2' })).toMatchObject({
      success: true,
    })
  })

  test('from a blocked address uses up neither the account’s nor the company’s attempts', async () => {
    const company = await aTenant(server)
    const victim = await aPerson(server, company)
    const ip = '192.0.2.3'
    await server.owner(`insert into throttles (key, tries) values ($1, 30)`, [`ip:${ip}`])
    for (let i = 0; i < 20; i++)
      expect(await logInAs(victim.loginAccount, 'wrong1234', { ip })).toMatchObject(tooMany)
    expect(
      await server.owner('select 1 from throttles where key in ($1, $2)', [
        `login:${victim.loginAccount}`,
        `tenant:${company}`,
      ]),
    ).toEqual([])
    expect(await logInAs(victim.loginAccount)).toMatchObject({ success: true })
  })

  test('three hundred times blocks logins to a company until the window ends', async () => {
    const company = await aTenant(server)
    const person = await aPerson(server, company)
    await server.owner(`insert into throttles (key, tries) values ($1, 299)`, [`tenant:${company}`])
    expect(await logInAs(person.loginAccount, 'wrong1234')).toMatchObject({ status: 200 })
    expect(await logInAs(person.loginAccount)).toMatchObject(tooMany)
    const elsewhere = await aPerson(server, tenantId)
    expect(await logInAs(elsewhere.loginAccount)).toMatchObject({ success: true })
  })
})

describe('a session', () => {
  const own = { 'x-language': 'en_US' }
  const ask = (token: string) => server.send(getUserInfo, {}, { token, headers: own })
  const hashOf = (token: string) => createHash('sha256').update(token).digest()

  test('is 32 random bytes of which only the SHA-256 is stored', async () => {
    const person = await aPerson(server, tenantId)
    const { token } = (await logInAs(person.loginAccount)).data
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    const rows = await server.owner<{ token_hash: Buffer; row: string }>(
      'select token_hash, s::text as row from sessions s where account_id = $1',
      [person.id],
    )
    expect(rows.map((row) => row.token_hash)).toEqual([hashOf(token)])
    expect(rows[0]?.row).not.toContain(token)
    expect(rows[0]?.row).not.toContain(Buffer.from(token, 'base64url').toString('hex'))
  })

  test('sent with a new login ends with it', async () => {
    const person = await aPerson(server, tenantId)
    const first = (await logInAs(person.loginAccount)).data.token
    const second = (await logInAs(person.loginAccount, PASSWORD, { token: first })).data.token
    expect(second).not.toBe(first)
    expect(await ask(first)).toMatchObject({ ...signedOut, message: 'Not logged in' })
    expect(await ask(second)).toMatchObject({ success: true })
  })

  test('is kept when the login that sends it is refused', async () => {
    const person = await aPerson(server, tenantId)
    const first = (await logInAs(person.loginAccount)).data.token
    await logInAs(person.loginAccount, 'wrong1234', { token: first })
    expect(await ask(first)).toMatchObject({ success: true })
  })

  test.each([
    ['12 hours without a call', 'last_seen_at', '11 hours 59 minutes', '12 hours'],
    ['7 days, however busy', 'created_at', '6 days 23 hours', '7 days'],
  ])('ends after %s', async (_, column, before, after) => {
    // The last use is written after the response and would renew the session: each age has its own session.
    const aged = async (by: string) => {
      const person = await aPerson(server, tenantId)
      const token = await aSession(server, tenantId, person.id)
      await server.owner(`update sessions set ${column} = now() - $1::interval where account_id = $2`, [
        by,
        person.id,
      ])
      return ask(token)
    }
    expect(await aged(before)).toMatchObject({ success: true })
    expect(await aged(after)).toMatchObject(signedOut)
  })

  test('stays open as long as it is used', async () => {
    const person = await aPerson(server, tenantId)
    const token = await aSession(server, tenantId, person.id)
    await server.owner(
      `update sessions set last_seen_at = now() - interval '11 hours' where account_id = $1`,
      [person.id],
    )
    await ask(token)
    // Written after the call, which does not wait for it.
    await expect
      .poll(() =>
        server.owner(
          `select last_seen_at > now() - interval '1 minute' as fresh from sessions where account_id = $1`,
          [person.id],
        ),
      )
      .toEqual([{ fresh: true }])
  })

  test('ends with logout, permanently', async () => {
    const person = await aPerson(server, tenantId)
    const token = await aSession(server, tenantId, person.id)
    const other = await aSession(server, tenantId, person.id)
    expect(await server.send(logout, {}, { token })).toMatchObject({ status: 200, success: true, data: {} })
    expect(await ask(token)).toMatchObject(signedOut)
    expect(await server.send(logout, {}, { token })).toMatchObject(signedOut)
    expect(await ask(other)).toMatchObject({ success: true })
  })

  test('ends everywhere the moment its user is disabled', async () => {
    const [boss, person] = [await aPerson(server, tenantId), await aPerson(server, tenantId)]
    const token = await aSession(server, tenantId, boss.id)
    const sessions = [
      await aSession(server, tenantId, person.id),
      await aSession(server, tenantId, person.id),
    ]
    await server.send(switchStaff, { ids: [person.id], isEnabled: false }, { token })
    for (const session of sessions) expect(await ask(session)).toMatchObject(signedOut)
    await server.send(switchStaff, { ids: [person.id], isEnabled: true }, { token })
    for (const session of sessions) expect(await ask(session)).toMatchObject(signedOut)
  })

  test('of a user disabled directly in the database, or of a closed company, is invalid', async () => {
    const shut = await aTenant(server)
    const [item, two] = [await aPerson(server, tenantId), await aPerson(server, shut)]
    const tokens = [await aSession(server, tenantId, item.id), await aSession(server, shut, two.id)]
    await server.owner('update accounts set is_enabled = false where id = $1', [item.id])
    await server.owner(`update tenants set status = 'closed' where id = $1`, [shut])
    for (const token of tokens) expect(await ask(token)).toMatchObject(signedOut)
  })

  test('number 21 ends the oldest', async () => {
    const person = await aPerson(server, tenantId)
    const tokens: string[] = []
    for (let i = 0; i < 21; i++) tokens.push((await logInAs(person.loginAccount)).data.token)
    const [oldest = '', second = ''] = tokens
    expect(await ask(oldest)).toMatchObject(signedOut)
    expect(await ask(second)).toMatchObject({ success: true })
    expect(await ask(tokens.at(-1) ?? '')).toMatchObject({ success: true })
  })

  test('uses a changed role from the next call on', async () => {
    const person = await aPerson(server, tenantId, { permissions: ['setting:account:view'] })
    const token = await aSession(server, tenantId, person.id)
    expect(await server.send(listStaff, {}, { token })).toMatchObject({ success: true })
    await server.owner(`delete from account_roles where account_id = $1`, [person.id], tenantId)
    expect(await server.send(listStaff, {}, { token })).toMatchObject({
      success: false,
      data: { kind: 'forbidden' },
    })
  })

  test.each(['', undefined])('is required with 401 when the header is %j', async (token) => {
    const answer = await server.server.http.inject({
      url: getUserInfo.path,
      headers: { 'x-language': 'en_US', ...(token !== undefined && { 'x-access-token': token }) },
    })
    expect([answer.statusCode, answer.json()]).toEqual([
      401,
      { code: 2, message: 'Not logged in', success: false, data: null },
    ])
  })

  test.each([
    ['the word null', 'null'],
    ['the word undefined', 'undefined'],
    ['one letter', 'x'],
    ['ten thousand letters', 'x'.repeat(10_000)],
    ['letters beyond ASCII', 'ä'.repeat(43)],
    ['a signed one of another kind', 'eyJhbGciOiJub25lIn0.e30.'],
    ['one that was made up', randomBytes(32).toString('base64url')],
  ])('has ended for a token that is %s', async (_, token) => {
    expect(await ask(token)).toMatchObject(signedOut)
  })

  test('in the URL, a cookie, a bearer header or the body is ignored', async () => {
    const person = await aPerson(server, tenantId)
    const token = await aSession(server, tenantId, person.id)
    const tries = await Promise.all([
      server.server.http.inject({ url: getUserInfo.path, query: { token } }),
      server.server.http.inject({ url: getUserInfo.path, query: { 'x-access-token': token } }),
      server.server.http.inject({
        url: getUserInfo.path,
        headers: { cookie: `token=${token}; x-access-token=${token}` },
      }),
      server.server.http.inject({ url: getUserInfo.path, headers: { authorization: `Bearer ${token}` } }),
      server.server.http.inject({ method: 'POST', url: logout.path, payload: { token } }),
    ])
    expect(tries.map((answer) => answer.statusCode)).toEqual([401, 401, 401, 401, 401])
  })
})

describe('single sign-on', () => {
  const codeFor = async (accountId: number, of = tenantId, seconds = 60) => {
    const code = randomBytes(24).toString('base64url')
    await server.owner(
      `insert into sso_codes (code_hash, tenant_id, account_id, expires_at) values (sha256($1::bytea), $2, $3, now() + $4 * interval '1 second')`,
      [Buffer.from(code), of, accountId, seconds],
    )
    return code
  }

  test('accepts a code once', async () => {
    const person = await aPerson(server, tenantId)
    const code = await codeFor(person.id)
    const first = await server.send(singleSignOn, { token: code })
    expect(first).toMatchObject({
      success: true,
      data: { loginAccount: person.loginAccount, zoneCode: 'Asia/Shanghai' },
    })
    const { token } = first.data as { token: string }
    expect(token).not.toBe(code)
    expect(await server.send(getUserInfo, {}, { token })).toMatchObject({ success: true })
    expect(await server.send(singleSignOn, { token: code })).toMatchObject(signedOut)
  })

  test('logs in one of twenty concurrent requests with the same code', async () => {
    const code = await codeFor((await aPerson(server, tenantId)).id)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => server.send(singleSignOn, { token: code })),
    )
    expect(answers.filter((answer) => answer.success)).toHaveLength(1)
    expect(answers.filter((answer) => answer.code === 2)).toHaveLength(19)
  })

  test('refuses a code after one minute, and one that was tried too late before', async () => {
    const code = await codeFor((await aPerson(server, tenantId)).id, tenantId, 0)
    expect(await server.send(singleSignOn, { token: code })).toMatchObject(signedOut)
    expect(await server.send(singleSignOn, { token: code })).toMatchObject(signedOut)
  })

  test('accepts no session token as a code and no code as a session', async () => {
    const person = await aPerson(server, tenantId)
    const token = await aSession(server, tenantId, person.id)
    expect(await server.send(singleSignOn, { token })).toMatchObject(signedOut)
    expect(await server.send(getUserInfo, {}, { token })).toMatchObject({ success: true })
    expect(await server.send(getUserInfo, {}, { token: await codeFor(person.id) })).toMatchObject(signedOut)
  })

  test('refuses disabled users and users of a closed company', async () => {
    const disabled = await aPerson(server, tenantId, { isEnabled: false })
    expect(await server.send(singleSignOn, { token: await codeFor(disabled.id) })).toMatchObject(signedOut)
    const shut = await aTenant(server)
    const person = await aPerson(server, shut)
    await server.owner(`update tenants set status = 'closed' where id = $1`, [shut])
    expect(await server.send(singleSignOn, { token: await codeFor(person.id, shut) })).toMatchObject(
      signedOut,
    )
    expect(
      await server.owner('select 1 from sessions where account_id = any ($1)', [[disabled.id, person.id]]),
    ).toEqual([])
  })
})

describe('permissions', () => {
  const signedIn = async (of: number, over: Parameters<typeof aPerson>[2] = {}) => {
    const person = await aPerson(server, of, over)
    return { ...person, token: await aSession(server, of, person.id), headers: { 'x-language': 'en_US' } }
  }
  const forbidden = (message: unknown) => ({
    status: 200,
    code: 5000,
    success: false,
    message,
    data: { kind: 'forbidden' },
  })

  test('a customer’s account may query itself and log out, and nothing else', async () => {
    const customer = await signedIn(tenantId, { kind: 'customer' })
    expect(await server.send(getUserInfo, {}, customer)).toMatchObject({
      success: true,
      data: { kind: 'customer' },
    })
    for (const call of server.server.calls.filter(
      (call) => call.permission !== 'public' && !call.isForRestricted,
    )) {
      expect(await server.send(call, {}, customer), call.path).toMatchObject(
        forbidden('Customer accounts must use the order management system'),
      )
    }
    expect(server.server.calls.filter((call) => call.isForRestricted).map((call) => call.path)).toEqual([
      logout.path,
      getUserInfo.path,
      changePassword.path,
    ])
    expect(await server.send(logout, {}, customer)).toMatchObject({ success: true })
  })

  test('the satellite version closes on the server what its menu hides, and allows reading where it is read-only', async () => {
    const satellite = await signedIn(await aTenant(server, { version: 'satellite' }))
    expect(await server.send(hiddenCall, {}, satellite)).toMatchObject(
      forbidden('Not available in this system version'),
    )
    expect(await server.send(readOnlyChange, {}, satellite)).toMatchObject(
      forbidden('Read-only in this system version'),
    )
    expect(await server.send(readOnlyRead, {}, satellite)).toMatchObject({ success: true })
    expect(await server.send(warehouseFacts, {}, satellite)).toMatchObject({ success: true })
  })

  test.each(['standard', null] as const)('the version %s closes nothing', async (version) => {
    const person = await signedIn(await aTenant(server, { version }))
    for (const call of [hiddenCall, readOnlyRead, readOnlyChange]) {
      expect(await server.send(call, {}, person)).toMatchObject({ success: true })
    }
  })

  test('when the usage period is over, reading works and changing does not', async () => {
    const person = await signedIn(await aTenant(server, { expiresIn: '-1 minute' }))
    for (const call of [topInfo, listStaff, myTasks, myProfile] as const) {
      expect(await server.send(call, {}, person)).toMatchObject({ success: true })
    }
    const input = { userName: 'New', phone: null, email: null, rowVersion: 1 }
    expect(await server.send(saveMyProfile, input, person)).toMatchObject({
      status: 200,
      code: 5000,
      data: { kind: 'expired' },
    })
    expect(await server.send(switchTime, { timeZone: 'Asia/Tokyo' }, person)).toMatchObject({ success: true })
    expect(await server.send(checkBooks, {}, person)).toMatchObject({ success: true })
    expect(await server.send(cancelTask, { id: 7_000_000 }, person)).toMatchObject({
      data: { kind: 'not_found' },
    })
    for (const call of server.server.calls.filter((call) => call.whenExpired === 'refused')) {
      expect(await server.send(call, {}, person), call.path).toMatchObject({ data: { kind: 'expired' } })
    }
  })

  test('days earned by inviting friends are used before the period ends', async () => {
    const tenant = await aTenant(server, { expiresIn: '-1 day' })
    const person = await signedIn(tenant)
    await server.owner('update tenants set bonus_days = 2 where id = $1', [tenant])
    expect(await server.send(readOnlyChange, {}, person)).toMatchObject({ success: true })
  })

  test('a missing permission is named', async () => {
    const own = 'inbound:order:view'
    const person = await signedIn(tenantId, { permissions: [own] })
    const closed = server.server.calls.filter(
      ({ permission }) => permission.includes(':') && permission !== own,
    )
    for (const call of closed) {
      expect(await server.send(call, {}, person), call.path).toMatchObject(
        forbidden(expect.stringContaining(`the “${titleOfRight(call.permission).en_US}” permission`)),
      )
    }
    const paths = server.server.calls.map((call) => call.path)
    expect(paths).toEqual(expect.arrayContaining([openApi.path, listStaff.path, switchStaff.path]))
  })

  test.each([
    'setting:account',
    'setting:account:*',
    'setting:account:view ',
    'SETTING:ACCOUNT:VIEW',
    'setting:account:viewer',
  ])('the permission "%s" is not the permission "setting:account:view"', async (right) => {
    const person = await signedIn(tenantId, { permissions: [right] })
    expect(await server.send(listStaff, {}, person)).toMatchObject({ data: { kind: 'forbidden' } })
  })

  test('users cannot disable themselves', async () => {
    const person = await signedIn(tenantId)
    const answer = await server.send(switchStaff, { ids: [person.id], isEnabled: false }, person)
    expect(answer.data).toEqual({
      ok: 0,
      failed: [{ id: person.id, no: person.loginAccount, reason: staffText.notYourself.en_US }],
    })
  })
})

test('no log line contains a password, token or code, even when the server fails', async () => {
  const [password, code] = ['Canary-Password-1', 'canary-code-0123456789']
  const person = await aPerson(server, tenantId)
  const { token } = (await logInAs(person.loginAccount)).data
  server.lines.splice(0)
  await logInAs(person.loginAccount, password)
  await logInAs(password, password)
  await server.send(singleSignOn, { token: code })
  await server.send(getUserInfo, {}, { token })
  await server.server.http.inject({ url: `${getUserInfo.path}?token=${token}` })
  const broken = await server.send(breaking, { password }, { token, headers: { 'x-language': 'en_US' } })
  expect([broken.status, broken.message]).toEqual([500, 'Server error'])
  expect(JSON.stringify(broken)).not.toContain(password)
  expect(broken.data).toEqual({ kind: 'fault', traceId: broken.headers['x-request-id'] })

  const log = server.lines.join('')
  expect(log).toContain('"msg":"fault"')
  expect(log).toContain(String(broken.headers['x-request-id']))
  expect(log.match(/"msg":"answered"/g)).toHaveLength(6)
  for (const secret of [password, code, token, PASSWORD]) expect(log).not.toContain(secret)
})

test('metrics are served to the local machine only, and not through a proxy on it', async () => {
  const ask = async (headers: Record<string, string>, remoteAddress = '127.0.0.1') =>
    (await server.server.http.inject({ url: '/metrics', remoteAddress, headers })).statusCode
  expect(await ask({})).toBe(200)
  expect(await ask({}, '10.0.0.9')).toBe(405)
  for (const name of [
    'x-forwarded-for',
    'x-forwarded-host',
    'x-forwarded-proto',
    'x-real-ip',
    'forwarded',
    'via',
  ])
    expect([name, await ask({ [name]: '10.0.0.9' })]).toEqual([name, 405])
})
