import { beforeEach, expect, test } from 'vitest'
import type { Call } from '../../platform/calls/call.ts'
import { listStaff, myProfile, saveMyProfile } from '../../staff/contract.ts'
import { exampleOf, fieldsOf, isText, withValue } from '../../testing/example-input.ts'
import { payloads } from '../../testing/payloads.ts'
import { shareOf } from '../../testing/random.ts'
import { aPerson, aSession, aTenant, startTestServer } from '../../testing/test-server.ts'

// A mail server that accepts everything: nothing is logged of a mail.
const mail = { isReal: true, send: async () => {}, check: async () => {} }
const server = await startTestServer({ mail })
const tenantId = await aTenant(server)
const person = await aPerson(server, tenantId)
const token = await aSession(server, tenantId, person.id)

// Logout would end the session that all other tests need; it takes no text.
const calls = server.server.calls.filter((call) => !call.path.endsWith('/logout'))

// A value written by one test must not look like a leak to the next.
beforeEach(async () => {
  await server.owner(`delete from roles where code like 'own%'`, [], tenantId)
  await server.owner(`update accounts set user_name = 'Person' where id = $1`, [person.id])
  server.lines.splice(0)
})

async function sendRaw(call: Call, input: object, headers: Record<string, string>) {
  const isGet = call.method === 'GET'
  return server.server.http.inject({
    method: call.method,
    url: call.path,
    ...(isGet
      ? { query: Object.fromEntries(Object.entries(input).map(([key, value]) => [key, String(value)])) }
      : { payload: input }),
    // A login would end the session of its token.
    headers: { ...(call.permission !== 'public' && { 'x-access-token': token }), ...headers },
  })
}

/** Ends a literal, whichever quotes it has, and leaves a statement that does not parse. */
const BREAKS_OUT = `x'"$$ )--`

const echoes = [...new Set([BREAKS_OUT, ...payloads].flatMap((payload) => [payload, payload.trim()]))]
  .filter(Boolean)
  .map((payload) => JSON.stringify(payload).slice(1, -1))
  .toSorted((a, b) => b.length - a.length)

const telling = /syntax|SQLSTATE|at character|select |node_modules/i

/** Whether it mentions a statement. Stored values may come back; the rest is the server's own text. */
const isTelling = (body: string) =>
  telling.test(body) && telling.test(echoes.reduce((text, echo) => text.replaceAll(echo, ''), body))

/** Every payload gets a normal response, and none reaches PostgreSQL except as a value. */
async function tryAll(send: (payload: string) => ReturnType<typeof sendRaw>, tried: readonly string[]) {
  const answers = await Promise.all(
    tried.map(async (payload) => {
      const { statusCode, body } = await send(payload)
      return statusCode >= 500 || isTelling(body) ? [payload, statusCode, body] : []
    }),
  )
  expect(answers.flat()).toEqual([])
  expect(server.lines).toEqual([])
}

test('there are enough distinct payloads', () => {
  expect(new Set(payloads).size).toBeGreaterThanOrEqual(40)
  expect(new Set(payloads).size).toBe(payloads.length)
})

const texts = calls
  .flatMap((call) =>
    fieldsOf(call)
      .filter(isText)
      .map((field) => [call.path, field.path.join('.'), call, field] as const),
  )
  .map((text, place) => [...text, place] as const)

test('the fields that take text are found', () => {
  expect(texts.map(([path, field]) => `${path} ${field}`)).toEqual(
    expect.arrayContaining([
      '/gateway/auth/login loginAccount',
      '/gateway/wms/staff/list search',
      '/gateway/wms/staff/list sort',
      '/gateway/system/dict/list dictCodeList.0',
      '/gateway/system/tenant/switch-time timeZone',
      '/gateway/system/tenant/query-logo name',
    ]),
  )
})

test.each(texts)('%s: nothing typed into %s becomes a statement', async (_, __, call, field, place) => {
  const tried = [BREAKS_OUT, ...shareOf(payloads, place, 6)]
  await tryAll((payload) => sendRaw(call, withValue(exampleOf(call), field.path, payload), {}), tried)
})

/** A header cannot contain line breaks or characters beyond Latin-1; Node itself refuses them. */
const asHeader = (payload: string) =>
  Buffer.from(payload.replace(/[\r\n\0]/g, ' '), 'utf8').toString('latin1')

/**
 * Headers are read before the call is known: each call gets a share of the payloads, and together all of
 * them.
 */
const SHARES = 8
test.each(calls.map((call, place) => [call.path, call, place] as const))(
  '%s: nothing in a header becomes a statement',
  async (_, call, place) => {
    const input = exampleOf(call)
    const own = payloads.filter((_, i) => i % SHARES === place % SHARES)
    const share = shareOf(own, Math.floor(place / SHARES), 3)
    const names = [['x-language', 'x-timezone'], ['x-access-token'], ['x-system-belong']]
    for (const group of names)
      await tryAll(
        (payload) => sendRaw(call, input, Object.fromEntries(group.map((name) => [name, asHeader(payload)]))),
        share,
      )
  },
)

test.each(payloads)('a name is stored as typed or refused, never changed: %j', async (payload) => {
  const before = await server.send(myProfile, {}, { token })
  const { rowVersion, email } = before.data as { rowVersion: number; email: string | null }
  const profile = { userName: payload, phone: null, email, rowVersion }
  // A lone surrogate is refused in every text, before the call's own rules.
  const isName = saveMyProfile.input.safeParse(profile).success && payload.isWellFormed()
  expect(await server.send(saveMyProfile, profile, { token })).toMatchObject(
    isName
      ? { success: true }
      : { success: false, data: { kind: 'validation', fields: [{ path: 'userName' }] } },
  )
  const { data } = await server.send(myProfile, {}, { token })
  expect(data).toEqual(
    isName
      ? { ...(before.data as object), userName: payload.trim(), rowVersion: rowVersion + 1 }
      : before.data,
  )
  expect(server.lines).toEqual([])
})

test.each(['%', '_', '\\', '%%', '__', `'`, '%25'])(
  'searching for "%s" finds only names that contain it',
  async (search) => {
    const quiet = await aTenant(server)
    const [odd, boss] = [await aPerson(server, quiet), await aPerson(server, quiet)]
    const token = await aSession(server, quiet, boss.id)
    await server.owner('update accounts set user_name = $1 where id = $2', [`a${search}b`, odd.id])
    const { data } = await server.send(listStaff, { search }, { token })
    const names = (data as { rows: { userName: string }[] }).rows.map((row) => row.userName)
    expect(names).toContain(`a${search}b`)
    expect(names.filter((name) => !name.includes(search))).toEqual([])
  },
)
