import { createHash, randomBytes } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { type Call, query } from '../../platform/calls/call.ts'
import { openDatabase } from '../../platform/database/server/db.ts'
import type { Letter } from '../../platform/mail/server/mail.ts'
import { createStaff, getStaffMember, inviteStaff, resetStaffPassword } from '../../staff/contract.ts'
import {
  getUserInfo,
  login,
  register,
  resetPassword,
  sendRegisterCode,
  sendResetCode,
} from '../../staff/login/contract.ts'
import { exampleOf } from '../../testing/example-input.ts'
import { aPerson, aSession, aTenant, PASSWORD, startTestServer } from '../../testing/test-server.ts'

const letters: Letter[] = []
const mail = {
  isReal: true,
  send: async (letter: Letter) => void letters.push(letter),
  check: async () => {},
}
const deep = z.object({ rows: z.array(z.object({ id: z.number() })), note: z.string().nullable() })
const generous = query('/gateway/test/generous', {
  permission: 'signed_in',
  feature: 'home',
  input: z.strictObject({ how: z.enum(['exact', 'top', 'nested']) }),
  output: deep,
})
const answers = {
  exact: { rows: [{ id: 1 }], note: null },
  top: { rows: [{ id: 1 }], note: null, passwordHash: 'x' },
  nested: { rows: [{ id: 1, balance: '1.00' }], note: null },
}
const testServer = await startTestServer({
  mail,
  also: ({ answer }) => answer(generous, async (_, __, { how }) => answers[how]),
})
const tenantId = await aTenant(testServer)
const boss = await aPerson(testServer, tenantId)
const token = await aSession(testServer, tenantId, boss.id)
await testServer.owner(`update accounts set email = 'boss@example.com' where id = $1`, [boss.id])

const tables = await testServer.owner<{ name: string }>(`
  select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname in ('wms', 'graphile_worker') order by 1`)

const contents = tables
  .map(
    ({ name }) =>
      `select '${name}' as name, (select string_agg(t::text, E'\\n' order by t::text) from ${name} t) as rows`,
  )
  .join(' union all ')

/** The whole content of a copy of the database, as text. */
async function copyOfAll(): Promise<string> {
  const copy = await testServer.owner<{ name: string; rows: string | null }>(contents, [], tenantId)
  return copy.map(({ name, rows }) => `${name}\n${rows ?? ''}`).join('\n')
}

test('a copy of the database holds no token, code, link or password, and no plain hash of one that could be guessed', async () => {
  const passwords = ['Guessed4Me', 'Chosen5Me', 'Given6Me']
  const { data: inside } = await testServer.send(login, {
    loginAccount: boss.loginAccount,
    password: PASSWORD,
  })
  const session = (inside as { token: string }).token
  const [role] = await testServer.owner<{ id: string }>('select min(id) as id from roles', [], tenantId)
  const roleIds = [Number(role?.id)]
  const keyed = () => ({ token, headers: { 'x-idempotency-key': randomBytes(12).toString('base64url') } })
  const colleague = {
    loginAccount: 'colleague',
    userName: 'x',
    phone: null,
    email: null,
    roleIds,
    password: passwords[0] ?? '',
  }
  const made = await testServer.send(createStaff, colleague, keyed())
  const reset = { id: (made.data as { id: number }).id, password: passwords[1] ?? '' }
  expect(await testServer.send(resetStaffPassword, reset, keyed())).toMatchObject({ success: true })
  const invited = await testServer.send(
    inviteStaff,
    { email: 'invited@example.com', userName: 'x', phone: null, roleIds },
    keyed(),
  )
  const { data } = await testServer.send(
    getStaffMember,
    { id: (invited.data as { id: number }).id },
    { token },
  )
  const [, signature = ''] = (data as { welcomeLink: string }).welcomeLink.split('.')
  await testServer.send(sendRegisterCode, { email: 'new@example.com' })
  await testServer.send(sendResetCode, { loginAccount: boss.loginAccount })
  const codes = letters.map(({ subject }) => /\d{6}/.exec(subject)?.[0] ?? '')
  expect(codes).toHaveLength(2)

  const copy = await copyOfAll()
  expect(copy).toContain('colleague')
  expect(copy).toContain('invited@example.com')
  const secrets = [session, token, signature, PASSWORD, ...passwords]
  for (const secret of secrets) {
    expect(secret.length).toBeGreaterThan(7)
    expect(copy).not.toContain(secret)
    expect(copy).not.toContain(Buffer.from(secret).toString('hex'))
  }
  // A value with few possibilities must not be stored as a plain hash either: all of them can be tried in a
  // second.
  const guessable = [
    ...codes,
    `new@example.com${codes[0]}`,
    `code.register.new@example.com.${codes[0]}`,
    `code.reset.${boss.loginAccount}.${codes[1]}`,
    ...passwords,
    PASSWORD,
    JSON.stringify(colleague),
    JSON.stringify(reset),
  ]
  for (const words of guessable) {
    for (const method of ['sha256', 'sha1', 'md5', 'sha512']) {
      const digest = createHash(method).update(words).digest()
      for (const form of ['hex', 'base64', 'base64url'] as const) {
        expect(copy, `${method} of ${words}`).not.toContain(digest.toString(form))
        expect(copy).not.toContain(Buffer.from(digest.toString(form)).toString('hex'))
      }
    }
  }
  expect(copy, 'tokens have too many possibilities, so their hash may stand').toContain(
    createHash('sha256').update(session).digest('hex'),
  )
})

test('a login code cannot be used as a token, nor its hash', async () => {
  const rows = await testServer.owner<{ hash: string }>(
    `select convert_from(code_hash, 'UTF8') as hash from verification_codes`,
  )
  const hashes = await testServer.owner<{ hash: string }>(
    `select encode(token_hash, 'hex') as hash from sessions`,
  )
  expect(rows.length).toBeGreaterThan(0)
  for (const { hash } of [...rows, ...hashes]) {
    expect(await testServer.send(getUserInfo, {}, { token: hash })).toMatchObject({ code: 2 })
  }
})

test('attempts are counted across all servers', async () => {
  const database = openDatabase(testServer.at.app, 'second')
  const second = await startTestServer({ db: { ...testServer, database }, mail })
  const servers = [testServer, second]
  const on = (i: number) => servers[i % 2] ?? testServer
  const email = 'shared@example.com'
  const tooMany = { status: 429, data: { kind: 'rate_limit' } }
  expect(await testServer.send(sendRegisterCode, { email })).toMatchObject({ success: true })
  expect(await second.send(sendRegisterCode, { email }), 'a code a minute').toMatchObject(tooMany)
  const right = /\d{6}/.exec(letters.at(-1)?.subject ?? '')?.[0] ?? ''
  const code = right === '000000' ? '000001' : '000000'
  const application = { email, companyName: 'x', loginUrlName: 'shared1', password: 'Pallet77x' }
  for (let i = 0; i < 5; i++) await on(i).send(register, { ...application, code })
  for (const server of servers) {
    expect(await server.send(register, { ...application, code: right }), 'five guesses a code').toMatchObject(
      {
        success: false,
        data: { fields: [{ path: 'code' }] },
      },
    )
  }
  for (const [key, call, input] of [
    ['register:127.0.0.1', register, { ...application, code }],
    ['reset:127.0.0.1', resetPassword, { loginAccount: 'nobody', code, password: 'Pallet77x' }],
  ] as [string, Call, object][]) {
    await testServer.owner(
      'insert into throttles (key, tries) values ($1, 58) on conflict (key) do update set tries = 58',
      [key],
    )
    expect(await testServer.send(call, input)).toMatchObject({ status: 200 })
    expect(await second.send(call, input)).toMatchObject({ status: 200 })
    for (const server of servers) expect(await server.send(call, input), key).toMatchObject(tooMany)
  }
  await second.server.http.close()
  await database.close()
})

test('a response with a key that its contract does not name is detected, at any depth', async () => {
  expect(await testServer.send(generous, { how: 'exact' }, { token })).toMatchObject({ data: answers.exact })
  for (const how of ['top', 'nested'] as const) {
    expect(await testServer.send(generous, { how }, { token })).toMatchObject({
      status: 500,
      data: { kind: 'fault' },
    })
  }
})

const commands = testServer.server.calls.filter((call) => call.kind === 'command')

/** Keys that must not be settable. */
const keys: Record<string, unknown> = {
  status: 'active',
  balance: '1000000.00',
  tenantId: 1,
  rowVersion: 99,
  createdBy: 1,
  permissions: ['*'],
  isSystem: true,
  isSupport: true,
  mustChange: false,
  kind: 'administrator',
  passwordHash: 'x',
  bonusDays: 60,
}

test('some commands are tested with twelve keys', () => {
  expect(commands.length).toBeGreaterThan(20)
  expect(Object.keys(keys)).toHaveLength(12)
})

describe('with unknown keys', () => {
  let copy = ''
  beforeAll(async () => {
    copy = await copyOfAll()
  })

  test.each(commands.map((call) => [call.path, call] as const))(
    '%s is refused, and nothing changes',
    async (_, call) => {
      const example = exampleOf(call)
      for (const [key, value] of Object.entries(keys)) {
        if (key in example) continue
        const answer = await testServer.send(call, { ...example, [key]: value }, { token })
        expect(answer, key).toMatchObject({
          status: 200,
          code: 5000,
          success: false,
          data: { kind: 'validation' },
        })
        expect(answer.message, 'what was sent is not repeated').not.toContain('1000000')
      }
      const before = copy
      copy = await copyOfAll()
      expect(copy).toBe(before)
    },
  )
})
