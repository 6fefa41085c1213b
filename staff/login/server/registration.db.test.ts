import { describe, expect, test } from 'vitest'
import { backgroundJobs } from '../../../app/server/slices.ts'
import type { Call, Envelope, SentTo } from '../../../platform/calls/call.ts'
import type { Letter } from '../../../platform/mail/server/mail.ts'
import { measure } from '../../../platform/server/metrics.ts'
import { openSigner } from '../../../platform/server/signer.ts'
import { queueFigures } from '../../../platform/tasks/server/workers.ts'
import {
  aPerson,
  aSession,
  aTenant,
  PASSWORD,
  SIGNING_SECRET,
  startTestServer,
  type TestServer,
} from '../../../testing/test-server.ts'
import { topInfo } from '../../../warehouse/top-contract.ts'
import { getStaffMember, inviteAgain, inviteStaff } from '../../contract.ts'
import { linkTo } from '../../server/welcome-links.ts'
import { staffText } from '../../text.ts'
import {
  acceptWelcome,
  checkUrlName,
  getUserInfo,
  login,
  register,
  resetPassword,
  sendRegisterCode,
  sendResetCode,
  type UserInfo,
  welcomeFacts,
} from '../contract.ts'
import { mailText } from '../mail-text.ts'
import { codeHash, type Purpose } from './codes.ts'

const letters: Letter[] = []
const post = { isDown: false }
const deliver = async () => {
  if (post.isDown) throw new Error('the post office is closed')
}
const mail = {
  isReal: true,
  send: async (letter: Letter) => {
    await deliver()
    letters.push(letter)
  },
  check: deliver,
}
const server = await startTestServer({
  mail,
  also: ({ http, database }) => measure(http, database.pool, () => queueFigures(database.pool)),
})
const signer = openSigner(SIGNING_SECRET)

let count = 0
const newEmail = () => `founder${++count}@company${count}.example`
const newName = () => `firm${++count}`
const STRONG = 'Pallet77x'

/** Sends requests from its own IP address, so that tests do not use up each other's attempts. */
async function knock<C extends Call>(
  call: C,
  input: SentTo<C>,
  over: { ip?: string; on?: TestServer; headers?: Record<string, string> } = {},
) {
  const answer = await (over.on ?? server).server.http.inject({
    method: call.method,
    url: call.path,
    ...(call.method === 'GET' ? { query: input as Record<string, string> } : { payload: input as object }),
    remoteAddress: over.ip ?? `10.1.${Math.floor(++count / 250)}.${count % 250}`,
    headers: { 'x-language': 'en_US', ...over.headers },
  })
  const retryAfter = answer.headers['retry-after']
  const cookie = String(answer.headers['set-cookie'] ?? '').split(';')[0]
  return { status: answer.statusCode, retryAfter, cookie, ...answer.json<Envelope>() }
}

const codeFor = (to: string) =>
  /\d{6}/.exec(letters.findLast((letter) => letter.to === to)?.subject ?? '')?.[0] ?? ''
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')
const age = (target: string, by: string) =>
  server.owner('update verification_codes set sent_at = sent_at - $2::interval where target = $1', [
    target,
    by,
  ])
/** Stores a chosen code, as if it had just been sent. */
const seedCode = (purpose: Purpose, target: string, code: string) =>
  server.owner(
    `insert into verification_codes (purpose, target, code_hash) values ($1, $2, $3)
     on conflict (purpose, target) do update set code_hash = excluded.code_hash, tries = 0, sent_at = now()`,
    [purpose, target, codeHash(signer, purpose, target, code)],
  )

/** All companies and people, to check that a call changed nothing. */
const counted = async () =>
  (
    await server.owner<Record<string, string>>(`
      select (select count(*) from tenants) as tenants, (select count(*) from accounts) as accounts,
        (select count(*) from account_secrets) as secrets, (select count(*) from sessions) as sessions,
        (select count(*) from invitations) as invitations, (select max(id) from tenants) as newest`)
  )[0]

type Application = SentTo<typeof register>
const applyWith = (email: string, over: Partial<Application> = {}): Application => ({
  email,
  code: codeFor(email),
  companyName: 'Founders Ltd',
  loginUrlName: newName(),
  password: STRONG,
  ...over,
})
const askForCode = (email: string) => knock(sendRegisterCode, { email })

/** A person who has received a code. */
async function anApplicant() {
  const email = newEmail()
  expect(await askForCode(email)).toMatchObject({ success: true })
  return email
}
const refusedAt = (path: string, text?: { en_US: string }) => ({
  status: 200,
  code: 5000,
  success: false,
  data: {
    kind: 'validation',
    fields: [{ path, ...(text && { message: text.en_US }) }],
  },
})
const wrongCode = refusedAt('code', staffText.codeWrong)

describe('registering', () => {
  test('with the code from the mail creates a trial company, at the first step, with its nine roles and its owner', async () => {
    const email = await anApplicant()
    expect(letters.at(-1)).toMatchObject({ to: email, text: expect.stringContaining(codeFor(email)) })
    const input = applyWith(`  ${email.toUpperCase()} `, { code: codeFor(email) })
    const { data, success } = await knock(register, input, { headers: { 'x-timezone': 'America/New_York' } })
    expect(success).toBe(true)
    const info = data as UserInfo & { token: string }
    expect(info).toMatchObject({
      loginAccount: email,
      companyName: 'Founders Ltd',
      companyCode: input.loginUrlName.toUpperCase(),
      loginUrlName: input.loginUrlName,
      zoneCode: 'America/New_York',
      permissions: ['*'],
      mustChange: false,
    })
    const { tenantId, token } = info
    expect(
      await server.owner('select status, system_version from tenants where id = $1', [tenantId]),
    ).toEqual([{ status: 'trial', system_version: 'standard' }])
    expect((await server.send(topInfo, {}, { token })).data).toMatchObject({
      initStep: 1,
      expireDays: 30,
      isExpired: false,
      timeZone: 'America/New_York',
      currencyCode: null,
      unit: null,
      omsDomainName: input.loginUrlName,
    })
    const roles = await server.owner<{ code: string }>(
      'select code, is_system from roles order by id',
      [],
      tenantId,
    )
    expect(roles).toHaveLength(9)
    const limits = await server.owner<{ code: string }>(
      'select code from roles where second_person_above is distinct from 200',
      [],
      tenantId,
    )
    expect(limits, 'a second person agrees from the start; the owner may be alone').toEqual([
      { code: 'owner' },
    ])
    expect(roles.every((role) => 'is_system' in role && role.is_system)).toBe(true)
    const auditRows = await server.owner<{ action: string; after: object }>(
      `select action, login_account, after from audit_log order by id`,
      [],
      tenantId,
    )
    expect(auditRows.map((row) => row.action)).toEqual(['found', 'log_in'])
    expect(JSON.stringify(auditRows)).not.toMatch(/argon2|secret|Pallet77x/)
    expect(
      await server.owner(`select 1 from events where kind = 'company.founded'`, [], tenantId),
    ).toHaveLength(1)
    expect(await knock(login, { loginAccount: email, password: STRONG })).toMatchObject({ success: true })
  })

  test('uses its code up: it cannot create a second company', async () => {
    const email = await anApplicant()
    const code = codeFor(email)
    expect(await knock(register, applyWith(email))).toMatchObject({ success: true })
    const before = await counted()
    expect(await knock(register, applyWith(email, { code }))).toMatchObject(wrongCode)
    expect(await counted()).toEqual(before)
  })

  test('with one code twice at once creates one company', async () => {
    const email = await anApplicant()
    const answers = await Promise.all([1, 2, 3].map(() => knock(register, applyWith(email))))
    expect(answers.filter((answer) => answer.success)).toHaveLength(1)
    expect(answers.filter((answer) => !answer.success)).toMatchObject([wrongCode, wrongCode])
    expect(await server.owner('select 1 from tenants where contact_email = $1', [email])).toHaveLength(1)
  })

  test('under one name twice at once creates one company, and the other may choose another name with the same code', async () => {
    const [item, two] = [await anApplicant(), await anApplicant()]
    const loginUrlName = newName()
    const answers = await Promise.all(
      [item, two].map((email) => knock(register, applyWith(email, { loginUrlName }))),
    )
    expect(answers.filter((answer) => answer.success)).toHaveLength(1)
    const loser = answers[0]?.success ? two : item
    expect(answers.find((answer) => !answer.success)).toMatchObject({
      code: 5000,
      message: staffText.urlNameTaken.en_US,
      data: { fields: [{ path: 'loginUrlName' }] },
    })
    expect(await server.owner('select 1 from accounts where login_account = $1', [loser])).toEqual([])
    expect(await knock(register, applyWith(loser))).toMatchObject({ success: true })
  })

  test.each([
    ['a taken name', () => ({ loginUrlName: 'taken1' }), 'loginUrlName', staffText.urlNameTaken],
    ['a taken name in capitals', () => ({ loginUrlName: 'TAKEN1' }), 'loginUrlName', staffText.urlNameTaken],
    ['an unknown invite code', () => ({ inviteCode: 'ABCDEFGHIJ' }), 'inviteCode', staffText.inviteUnknown],
    ['a name of three letters', () => ({ loginUrlName: 'abc' }), 'loginUrlName', undefined],
    ['a name of eleven letters', () => ({ loginUrlName: 'abcdefghijk' }), 'loginUrlName', undefined],
    ['a name with a hyphen', () => ({ loginUrlName: 'ab-cd' }), 'loginUrlName', undefined],
    ['a name with a letter that looks Latin', () => ({ loginUrlName: 'аcme' }), 'loginUrlName', undefined],
    ['no company', () => ({ companyName: '  ' }), 'companyName', undefined],
    ['a company of 101 letters', () => ({ companyName: 'x'.repeat(101) }), 'companyName', undefined],
    ['a password of five', () => ({ password: 'abc12' }), 'password', staffText.passwordForm],
    [
      'a password of seventeen',
      () => ({ password: 'abcdefghijk123456' }),
      'password',
      staffText.passwordForm,
    ],
    ['a password of letters only', () => ({ password: 'abcdefgh' }), 'password', staffText.passwordForm],
    ['a password of digits only', () => ({ password: '19283746' }), 'password', staffText.passwordForm],
    ['a password with a space', () => ({ password: ' Pallet77' }), 'password', staffText.passwordForm],
    ['a password with a NUL', () => ({ password: 'Pallet77\0' }), 'password', staffText.passwordForm],
    ['a password with a face', () => ({ password: 'Pallet77😀' }), 'password', staffText.passwordForm],
    ['a common password', () => ({ password: 'password1' }), 'password', staffText.passwordCommon],
    [
      'a common password in capitals',
      () => ({ password: 'PassWord1' }),
      'password',
      staffText.passwordCommon,
    ],
    [
      'a password with the account in it',
      () => ({ password: 'xTESTER9' }),
      'password',
      staffText.passwordHasAccount,
    ],
  ])('with %s is refused, and nothing is created', async (_, over, path, text) => {
    if (!(await server.owner(`select 1 from tenants where login_url_name = 'taken1'`)).length) {
      const [tenant] = [await aTenant(server)]
      await server.owner(`update tenants set login_url_name = 'taken1' where id = $1`, [tenant])
    }
    const email = `tester@company${++count}.example`
    await askForCode(email)
    const before = await counted()
    expect(await knock(register, applyWith(email, over()))).toMatchObject(refusedAt(path, text))
    expect(await counted()).toEqual(before)
    expect(
      await server.owner('select tries from verification_codes where target = $1', [email]),
      'the code is still good',
    ).toEqual([{ tries: 0 }])
  })

  test('with a long name cuts it at a whole character where the owner is named after the company', async () => {
    const email = await anApplicant()
    const companyName = `${'x'.repeat(49)}😀 and partners`
    const answer = await knock(register, applyWith(email, { companyName }))
    expect(answer).toMatchObject({ success: true, data: { companyName } })
    expect((answer.data as UserInfo).userName.isWellFormed()).toBe(true)
  })

  test('with an address that got an account meanwhile is refused at that field, and nothing is created', async () => {
    const email = await anApplicant()
    await aPerson(server, await aTenant(server), { account: email })
    const before = await counted()
    expect(await knock(register, applyWith(email))).toMatchObject({
      status: 200,
      message: staffText.accountTaken.en_US,
      data: { fields: [{ path: 'email' }] },
    })
    expect(await counted()).toEqual(before)
  })

  test('checks beforehand whether a name is free, ignoring case', async () => {
    await server.owner(`update tenants set code = 'Depot9' where id = $1`, [await aTenant(server)])
    const isFree = async (loginUrlName: string) => (await knock(checkUrlName, { loginUrlName })).data
    expect(await isFree('depot9')).toEqual({ isFree: false })
    expect(await isFree('DEPOT9')).toEqual({ isFree: false })
    expect(await isFree('depot10')).toEqual({ isFree: true })
  })
})

describe('a code', () => {
  test('is valid for ten minutes', async () => {
    const [late, early] = [await anApplicant(), await anApplicant()]
    await age(late, '10 minutes 1 second')
    await age(early, '9 minutes 50 seconds')
    expect(await knock(register, applyWith(late))).toMatchObject(wrongCode)
    expect(await knock(register, applyWith(early))).toMatchObject({ success: true })
  })

  test('fails at the sixth attempt, even if it is right', async () => {
    const email = await anApplicant()
    const code = codeFor(email)
    for (let i = 0; i < 5; i++)
      expect(await knock(register, applyWith(email, { code: wrong(code) }))).toMatchObject(wrongCode)
    expect(await knock(register, applyWith(email))).toMatchObject(wrongCode)
    expect(await server.owner('select 1 from tenants where contact_email = $1', [email])).toEqual([])
  })

  test('guessed fifty times at once is checked five times', async () => {
    const email = await anApplicant()
    const guess = wrong(codeFor(email))
    await Promise.all(Array.from({ length: 50 }, () => knock(register, applyWith(email, { code: guess }))))
    expect(await server.owner('select tries from verification_codes where target = $1', [email])).toEqual([
      { tries: 5 },
    ])
    expect(await knock(register, applyWith(email))).toMatchObject(wrongCode)
  })

  test('survives four wrong guesses', async () => {
    const email = await anApplicant()
    for (let i = 0; i < 4; i++) await knock(register, applyWith(email, { code: wrong(codeFor(email)) }))
    expect(await knock(register, applyWith(email))).toMatchObject({ success: true })
  })

  test('is valid for its own address only', async () => {
    const [item, two] = [await anApplicant(), await anApplicant()]
    await seedCode('register', item, '111111')
    await seedCode('register', two, '222222')
    expect(await knock(register, applyWith(two, { code: '111111' }))).toMatchObject(wrongCode)
    expect(await knock(register, applyWith(newEmail(), { code: '111111' }))).toMatchObject(wrongCode)
  })

  test('is valid for its own purpose only', async () => {
    const person = await aPerson(server, await aTenant(server), { account: newEmail() })
    await seedCode('register', person.loginAccount, '111111')
    await seedCode('reset', person.loginAccount, '222222')
    const reset = { loginAccount: person.loginAccount, password: STRONG }
    expect(await knock(resetPassword, { ...reset, code: '111111' })).toMatchObject(wrongCode)
    const email = newEmail()
    await seedCode('reset', email, '333333')
    expect(await knock(register, applyWith(email, { code: '333333' }))).toMatchObject(wrongCode)
  })

  test.each(['000123', ' 000 123 ', '０００１２３'])(
    'with leading zeros is accepted as "%s"',
    async (typed) => {
      const email = newEmail()
      await seedCode('register', email, '000123')
      expect(await knock(register, applyWith(email, { code: typed }))).toMatchObject({ success: true })
    },
  )

  test.each(['123', '0e1', '0e0123', '123e0', '0x1234', '+00123', '-00123', '00012３4', '', '٠٠٠١٢٣'])(
    'does not match "%s"',
    async (typed) => {
      const email = newEmail()
      await seedCode('register', email, '000123')
      expect(await knock(register, applyWith(email, { code: typed }))).toMatchObject(
        refusedAt('code', staffText.codeForm),
      )
    },
  )

  test.each([123, null, ['000123'], { $ne: null }, 0, true])('cannot be %j', async (typed) => {
    const email = newEmail()
    await seedCode('register', email, '000123')
    expect(await knock(register, applyWith(email, { code: typed as never }))).toMatchObject(refusedAt('code'))
  })

  test('is replaced by the next one', async () => {
    const email = await anApplicant()
    const first = codeFor(email)
    let second = first
    // Two consecutive codes are equal once in a million.
    while (second === first) {
      await age(email, '61 seconds')
      await askForCode(email)
      second = codeFor(email)
    }
    expect(await knock(register, applyWith(email, { code: first }))).toMatchObject(wrongCode)
    expect(await knock(register, applyWith(email, { code: second }))).toMatchObject({ success: true })
  })

  test('is stored as an HMAC only: nothing of it is in the table', async () => {
    const email = await anApplicant()
    const [row] = await server.owner<{ row: string; hash: string }>(
      `select c::text as row, convert_from(code_hash, 'UTF8') as hash from verification_codes c where target = $1`,
      [email],
    )
    expect(row?.row.replace(email, '')).not.toContain(codeFor(email))
    expect(row?.hash).toMatch(/^[A-Za-z0-9_-]{43}$/)
  })
})

describe('requesting a code', () => {
  const soon = { status: 429, code: 5000, success: false, data: { kind: 'rate_limit' } }

  test('again within a minute is refused, with the time to wait', async () => {
    const email = await anApplicant()
    const sent = letters.length
    await age(email, '20 seconds')
    const answer = await askForCode(email)
    expect(answer).toMatchObject(soon)
    expect(Number(answer.retryAfter)).toBeGreaterThan(30)
    expect(Number(answer.retryAfter)).toBeLessThanOrEqual(40)
    expect(answer.message).toContain(String(answer.retryAfter))
    expect(letters).toHaveLength(sent)
    expect(await knock(register, applyWith(email)), 'the first is still good').toMatchObject({
      success: true,
    })
  })

  test('twenty times at once sends one mail', async () => {
    const email = newEmail()
    const answers = await Promise.all(Array.from({ length: 20 }, () => askForCode(email)))
    expect(answers.filter((answer) => answer.success)).toHaveLength(1)
    expect(letters.filter((letter) => letter.to === email)).toHaveLength(1)
  })

  test('works ten times a day for one address, and the eleventh does not invalidate the tenth code', async () => {
    const email = newEmail()
    for (let i = 0; i < 10; i++) {
      expect(await askForCode(email)).toMatchObject({ success: true })
      await age(email, '61 seconds')
    }
    expect(await askForCode(email)).toMatchObject(soon)
    expect(letters.filter((letter) => letter.to === email)).toHaveLength(10)
    expect(await knock(register, applyWith(email))).toMatchObject({ success: true })
  })

  test('for a new password by a stranger does not use up the owner’s requests', async () => {
    const loginAccount = newEmail()
    const tenantId = await aTenant(server)
    await aPerson(server, tenantId, { account: loginAccount })
    await server.owner('update accounts set email = $1 where login_account = $1', [loginAccount], tenantId)
    const ask = (ip: string) => knock(sendResetCode, { loginAccount }, { ip })
    for (let i = 0; i < 10; i++) {
      expect(await ask('198.51.100.1')).toMatchObject({ success: true })
      await age(loginAccount, '61 seconds')
    }
    expect(await ask('198.51.100.1')).toMatchObject(soon)
    expect(await ask('198.51.100.2')).toMatchObject({ success: true })
  })

  test('does not count towards the day when the mail server was down', async () => {
    const email = newEmail()
    post.isDown = true
    for (let i = 0; i < 12; i++)
      expect(await askForCode(email)).toMatchObject({ success: false, status: 200 })
    post.isDown = false
    expect(await askForCode(email)).toMatchObject({ success: true })
  })

  test('works thirty times in fifteen minutes for one network', async () => {
    const ip = '203.0.113.9'
    await server.owner(`insert into throttles (key, tries) values ($1, 29)`, [`code-ip:${ip}`])
    expect(await knock(sendRegisterCode, { email: newEmail() }, { ip })).toMatchObject({ success: true })
    expect(await knock(sendRegisterCode, { email: newEmail() }, { ip })).toMatchObject(soon)
    expect(await knock(sendResetCode, { loginAccount: 'whoever' }, { ip })).toMatchObject(soon)
  })

  test.each([
    [
      'an account',
      async (email: string) => void (await aPerson(server, await aTenant(server), { account: email })),
    ],
    [
      'a disabled account',
      async (email: string) =>
        void (await aPerson(server, await aTenant(server), { account: email, isEnabled: false })),
    ],
    [
      'an invitation',
      async (email: string) => {
        const tenantId = await aTenant(server)
        const { id } = await aPerson(server, tenantId, { account: email })
        await server.owner('delete from account_secrets where account_id = $1', [id])
      },
    ],
  ])('for an address with %s already gets the same response, and the mail says so', async (_, make) => {
    const [known, unknown] = [newEmail(), newEmail()]
    await make(known)
    const [item, other] = [await askForCode(known), await askForCode(unknown)]
    expect(item).toEqual(other)
    const [first, second] = [await askForCode(known), await askForCode(unknown)]
    expect([first.status, first.data]).toEqual([second.status, second.data])
    expect(letters.filter((letter) => letter.to === known)).toEqual([
      { to: known, subject: mailText.alreadyHere.subject.en_US, text: mailText.alreadyHere.text.en_US },
    ])
  })

  test.each([
    ['to register', (email: string) => askForCode(email)],
    ['for an account that is there', (account: string) => knock(sendResetCode, { loginAccount: account })],
    ['for an account that is not there', () => knock(sendResetCode, { loginAccount: newEmail() })],
  ])('%s while mail is down says so, and the next attempt is possible at once', async (_, ask) => {
    const email = newEmail()
    if (_ === 'for an account that is there') {
      const { id } = await aPerson(server, await aTenant(server), { account: email })
      await server.owner('update accounts set email = login_account where id = $1', [id])
    }
    post.isDown = true
    const answer = await ask(email).finally(() => {
      post.isDown = false
    })
    expect(answer).toMatchObject({
      status: 200,
      code: 5000,
      message: 'Verification code sending failed',
      data: { kind: 'refused' },
    })
    expect(await server.owner('select 1 from verification_codes where target = $1', [email])).toEqual([])
    expect(await ask(email)).toMatchObject({ success: true, data: { isInLog: false } })
  })

  test('without a mail server writes the mail to the log and says so', async () => {
    const bare = await startTestServer({ db: server })
    const email = newEmail()
    const answer = await knock(sendRegisterCode, { email }, { on: bare })
    expect(answer.data).toEqual({ waitSeconds: 60, isInLog: true })
    const line = bare.lines.find((line) => line.includes(email)) ?? ''
    const { to, text } = JSON.parse(line)
    expect(to).toBe(email)
    const code = /\d{6}/.exec(text)?.[0] ?? ''
    expect(await knock(register, applyWith(email, { code }), { on: bare })).toMatchObject({ success: true })
    expect(bare.lines.filter((line) => line.includes(STRONG))).toEqual([])
  })
})

describe('a forgotten password', () => {
  async function aForgetful(over: Parameters<typeof aPerson>[2] = {}) {
    const tenantId = await aTenant(server)
    const person = await aPerson(server, tenantId, over)
    const email = newEmail()
    await server.owner('update accounts set email = $1 where id = $2', [email, person.id])
    return { ...person, email, tenantId }
  }
  const ask = (loginAccount: string) => knock(sendResetCode, { loginAccount })
  const reset = (loginAccount: string, code: string, password = STRONG) =>
    knock(resetPassword, { loginAccount, code, password })

  test('is replaced with the code from the mail: every session ends, a lockout is lifted, and it is logged', async () => {
    const person = await aForgetful()
    const tokens = [
      await aSession(server, person.tenantId, person.id),
      await aSession(server, person.tenantId, person.id),
    ]
    for (let i = 0; i < 5; i++)
      await knock(login, { loginAccount: person.loginAccount, password: 'wrong123' })
    expect(await knock(login, { loginAccount: person.loginAccount, password: PASSWORD })).toMatchObject({
      status: 429,
    })
    expect(await ask(` ${person.loginAccount.toUpperCase()}`)).toMatchObject({ success: true })
    expect(await reset(person.loginAccount, codeFor(person.email))).toMatchObject({ success: true, data: {} })
    for (const token of tokens)
      expect(await server.send(getUserInfo, {}, { token })).toMatchObject({ code: 2 })
    expect(await knock(login, { loginAccount: person.loginAccount, password: PASSWORD })).toMatchObject({
      message: staffText.wrongPair.en_US,
    })
    expect(await knock(login, { loginAccount: person.loginAccount, password: STRONG })).toMatchObject({
      success: true,
      data: { mustChange: false },
    })
    const auditRows = await server.owner(
      `select login_account, object_id::int, ip <> '' as has_ip from audit_log where action = 'reset_password'`,
      [],
      person.tenantId,
    )
    expect(auditRows).toEqual([{ login_account: person.loginAccount, object_id: person.id, has_ip: true }])
    const events = `select 1 from events where kind = 'account.password_reset'`
    expect(await server.owner(events, [], person.tenantId)).toHaveLength(1)
    expect(await reset(person.loginAccount, codeFor(person.email))).toMatchObject(wrongCode)
  })

  test('lets its browser log in from then on, however many guesses fail elsewhere', async () => {
    const person = await aForgetful()
    await ask(person.loginAccount)
    const { cookie = '' } = await reset(person.loginAccount, codeFor(person.email))
    const enter = (password: string, headers = {}) =>
      knock(login, { loginAccount: person.loginAccount, password }, { headers })
    for (let i = 0; i < 6; i++) await enter('wrong123')
    expect(await enter(STRONG)).toMatchObject({ status: 429 })
    expect(await enter(STRONG, { cookie })).toMatchObject({ success: true })
  })

  test('of a customer is replaced in the same way', async () => {
    const customer = await aForgetful({ kind: 'customer' })
    await ask(customer.loginAccount)
    expect(await reset(customer.loginAccount, codeFor(customer.email))).toMatchObject({ success: true })
  })

  test('of an unknown or disabled account, one without an address, of a closed company or of support gets the same response and no mail', async () => {
    const [usual, disabled, bare, closed, support] = await Promise.all(
      [{}, { isEnabled: false }, {}, {}, {}].map((over) => aForgetful(over)),
    )
    await server.owner('update accounts set email = null where id = $1', [bare?.id])
    await server.owner(`update tenants set status = 'closed' where id = $1`, [closed?.tenantId])
    await server.owner('update accounts set is_support = true where id = $1', [support?.id])
    const answer = await ask(usual?.loginAccount ?? '')
    expect(codeFor(usual?.email ?? '')).not.toBe('')
    const sent = letters.length
    for (const account of [
      'nobody-at-all',
      ...[disabled, bare, closed, support].map((person) => person?.loginAccount ?? ''),
    ]) {
      expect(await ask(account)).toEqual(answer)
      const { status, data } = await ask(account)
      expect([status, data]).toEqual([429, { kind: 'rate_limit' }])
      if (account === bare?.loginAccount) continue
      await seedCode('reset', account, '424242')
      expect(await reset(account, '424242')).toMatchObject(wrongCode)
    }
    expect(letters).toHaveLength(sent)
  })

  test.each([
    ['common', 'password1', staffText.passwordCommon],
    ['short', 'ab1', staffText.passwordForm],
  ])('is not replaced by a %s one, and the code stays valid', async (_, password, text) => {
    const person = await aForgetful()
    await ask(person.loginAccount)
    const code = codeFor(person.email)
    expect(await reset(person.loginAccount, code, password)).toMatchObject(refusedAt('password', text))
    expect(await reset(person.loginAccount, code)).toMatchObject({ success: true })
  })

  test('is replaced once by two concurrent requests with the same code', async () => {
    const person = await aForgetful()
    await ask(person.loginAccount)
    const code = codeFor(person.email)
    const answers = await Promise.all([1, 2, 3].map(() => reset(person.loginAccount, code)))
    expect(answers.filter((answer) => answer.success)).toHaveLength(1)
  })
})

describe('an invitation link', async () => {
  const tenantId = await aTenant(server)
  const boss = await aPerson(server, tenantId)
  const token = await aSession(server, tenantId, boss.id)
  const [role] = await server.owner<{ id: string }>('select min(id) as id from roles', [], tenantId)
  const roleIds = [Number(role?.id)]

  async function anInvited() {
    const email = newEmail()
    const { id } = await server.done(
      inviteStaff,
      { email, userName: 'New Colleague', phone: null, roleIds },
      { token },
    )
    const { data } = await server.send(getStaffMember, { id }, { token })
    const { welcomeLink } = data as { welcomeLink: string }
    return { id, email, link: welcomeLink.replace('/welcome#', '') }
  }
  const over = {
    status: 200,
    code: 5000,
    success: false,
    message: staffText.linkOver.en_US,
    data: { kind: 'not_found' },
  }
  /** Whether a link neither reveals nor opens anything. */
  async function isWorthNothing(link: string) {
    expect(await knock(welcomeFacts, { link })).toMatchObject(over)
    expect(await knock(acceptWelcome, { link, password: STRONG })).toMatchObject(over)
  }

  test('is in the mail, names its account, and opens it with a password its owner chooses', async () => {
    const { id, email, link } = await anInvited()
    const send = backgroundJobs(server.database, {
      mail,
      signer,
      home: 'https://wms.example',
    }).invitation_letter
    await send?.(tenantId, { accountId: id, language: 'en_US' } as never)
    const letter = letters.findLast((letter) => letter.to === email)
    expect(letter?.text).toContain(`https://wms.example/welcome#${link}`)
    expect(await knock(welcomeFacts, { link })).toMatchObject({
      data: { loginAccount: email, userName: 'New Colleague', companyName: expect.any(String) },
    })
    const answer = await knock(acceptWelcome, { link, password: STRONG })
    expect(answer).toMatchObject({ success: true, data: { loginAccount: email, mustChange: false } })
    await isWorthNothing(link)
    const auditRows = await server.owner<{ action: string }>(
      'select action from audit_log where object_id = $1 order by id',
      [id],
      tenantId,
    )
    expect(auditRows.map((row) => row.action)).toEqual(['invite', 'accept_invitation', 'log_in'])
    const sent = letters.length
    await send?.(tenantId, { accountId: id, language: 'en_US' } as never)
    expect(letters, 'a late letter is not sent').toHaveLength(sent)
  })

  test('opens it once, however many requests come at once', async () => {
    const { link } = await anInvited()
    const answers = await Promise.all([1, 2, 3].map(() => knock(acceptWelcome, { link, password: STRONG })))
    expect(answers.filter((answer) => answer.success)).toHaveLength(1)
  })

  test('expires after seven days, with its account, and when a new one was sent', async () => {
    const [late, disabled, again] = [await anInvited(), await anInvited(), await anInvited()]
    await server.owner(`update password_links set expires_at = now() where account_id = $1`, [late.id])
    await server.owner('update accounts set is_enabled = false where id = $1', [disabled.id])
    expect(await server.send(inviteAgain, { id: again.id }, { token })).toMatchObject({ success: true })
    for (const { link } of [late, disabled, again]) await isWorthNothing(link)
  })

  test('of a closed company is invalid', async () => {
    const { link } = await anInvited()
    await server.owner(`update tenants set status = 'closed' where id = $1`, [tenantId])
    await isWorthNothing(link)
    await server.owner(`update tenants set status = 'active' where id = $1`, [tenantId])
    expect(await knock(welcomeFacts, { link })).toMatchObject({ success: true })
  })

  test('with a foreign signature, or that of another link, is invalid', async () => {
    const [item, two] = [await anInvited(), await anInvited()]
    const [id = '', signature = ''] = item.link.split('.')
    const [otherId = '', otherSignature = ''] = two.link.split('.')
    const forged = linkTo(openSigner('another secret of thirty-two characters'), id)
    for (const link of [
      id,
      `${id}.`,
      forged,
      `${id}.${otherSignature}`,
      `${otherId}.${signature}`,
      `${id.toUpperCase()}.${signature}`,
      `${id}.${signature.slice(0, -1)}`,
      linkTo(signer, '00000000-0000-0000-0000-000000000000'),
      `${signature}.${id}`,
      'x',
    ])
      await isWorthNothing(link)
    expect(await knock(welcomeFacts, { link: item.link })).toMatchObject({ success: true })
  })

  test('is in no log line, nor is the password', async () => {
    const { link } = await anInvited()
    server.lines.splice(0)
    await knock(welcomeFacts, { link })
    await knock(acceptWelcome, { link, password: STRONG })
    expect(server.lines.filter((line) => line.includes('"msg":"answered"'))).toHaveLength(2)
    const [id = '', signature = ''] = link.split('.')
    for (const secret of [id, signature, STRONG]) expect(server.lines.join()).not.toContain(secret)
  })

  test('refuses a weak password, and is not used up by it', async () => {
    const { link, email } = await anInvited()
    for (const password of ['password1', 'ab1', `${email.split('@')[0]}1`]) {
      expect(await knock(acceptWelcome, { link, password })).toMatchObject(refusedAt('password'))
    }
    expect(await knock(acceptWelcome, { link, password: STRONG })).toMatchObject({ success: true })
  })

  test('is not shown to users who may only view', async () => {
    const { id } = await anInvited()
    const viewer = await aPerson(server, tenantId, { permissions: ['setting:account:view'] })
    const { data } = await server.send(
      getStaffMember,
      { id },
      { token: await aSession(server, tenantId, viewer.id) },
    )
    expect(data).toMatchObject({ isInvited: true, welcomeLink: null })
  })

  test('is not created for a user who has logged in: that would bypass their password', async () => {
    const colleague = await aPerson(server, tenantId)
    await server.owner('update accounts set last_login_at = now() where id = any ($1)', [
      [colleague.id, boss.id],
    ])
    for (const id of [colleague.id, boss.id]) {
      expect(await server.send(inviteAgain, { id }, { token })).toMatchObject({ success: false })
      expect(await server.owner('select 1 from password_links where account_id = $1', [id])).toEqual([])
    }
  })
})
