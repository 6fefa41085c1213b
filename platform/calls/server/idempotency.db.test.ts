import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { myProfile, saveMyProfile } from '../../../staff/contract.ts'
import { staffText } from '../../../staff/text.ts'
import { aPerson, aSession, aTenant, startTestServer } from '../../../testing/test-server.ts'
import { atNight } from '../../../testing/work.ts'
import { switchTime } from '../../../warehouse/top-contract.ts'
import { publishEvents, writeAudit } from '../../audit/server/audit.ts'
import { command, nothing } from '../call.ts'
import { KEY_DAYS, RESEND_DAYS } from '../key-days.ts'
import { refuse } from '../refusal.ts'

const terms = { permission: 'signed_in', feature: 'home' } as const
/** Writes an audit row, so that executions can be counted. */
const mark = command('/gateway/test/mark', {
  ...terms,
  input: z.strictObject({ no: z.string() }),
  output: z.object({ n: z.number() }),
})
const markToo = command('/gateway/test/mark-too', {
  ...terms,
  input: z.strictObject({ no: z.string() }),
  output: z.object({ n: z.number() }),
})
const fussy = command('/gateway/test/fussy', {
  ...terms,
  input: z.strictObject({ no: z.string() }),
  output: nothing,
})
const crossing = command('/gateway/test/crossing', {
  ...terms,
  input: z.strictObject({ order: z.array(z.number()) }),
  output: z.object({ tries: z.number() }),
})
const stubborn = command('/gateway/test/stubborn', { ...terms, input: nothing, output: nothing })
const breaking = command('/gateway/test/breaking', { ...terms, input: nothing, output: nothing })

let isFussy = true
let counter = 0
const tries = { crossing: 0, stubborn: 0, breaking: 0 }

const server = await startTestServer({
  also: ({ answer }) => {
    for (const call of [mark, markToo]) {
      answer(call, async (tx, who, { no }) => {
        await writeAudit(tx, who, [{ action: 'mark', type: 'test', id: 1, no }])
        return { n: ++counter }
      })
    }
    answer(fussy, async (tx, who, { no }) => {
      await writeAudit(tx, who, [{ action: 'mark', type: 'test', id: 1, no }])
      if (isFussy) refuse(staffText.notFound)
      return {}
    })
    answer(crossing, async (tx, who, { order }) => {
      const mine = ++tries.crossing
      await writeAudit(tx, who, [{ action: 'cross', type: 'test', id: 1, no: 'x' }])
      await publishEvents(tx, who, [{ kind: 'test.crossed', type: 'test', id: 1 }])
      for (const id of order) {
        await sql`update roles set role_name = role_name where tenant_id = ${who.tenantId} and id = ${id}`.execute(
          tx,
        )
        await new Promise((wake) => setTimeout(wake, 150))
      }
      return { tries: mine }
    })
    answer(stubborn, async () => {
      tries.stubborn++
      throw Object.assign(new Error('deadlock'), { code: '40P01' })
    })
    answer(breaking, async () => {
      tries.breaking++
      throw Object.assign(new Error('unique'), { code: '23505' })
    })
  },
})
const tenantId = await aTenant(server)
const newKey = () => randomBytes(12).toString('base64url')

async function aClerk(of = tenantId) {
  const person = await aPerson(server, of)
  return { ...person, token: await aSession(server, of, person.id) }
}
type Clerk = Awaited<ReturnType<typeof aClerk>>
const clerk = await aClerk()

const sendMark = (who: Clerk, key: string | undefined, no: string, call: typeof mark = mark) =>
  server.send(
    call,
    { no },
    { token: who.token, headers: key === undefined ? {} : { 'x-idempotency-key': key } },
  )

const marksOf = async (no: string, of = tenantId) =>
  (await server.owner('select 1 from audit_log where object_no = $1', [no], of)).length

describe('one click', () => {
  test('sent two hundred times at once runs once, and every response is the same', async () => {
    const key = newKey()
    const answers = await Promise.all(
      Array.from({ length: 200 }, () =>
        server.server.http.inject({
          method: 'POST',
          url: mark.path,
          payload: { no: 'race' },
          headers: { 'x-access-token': clerk.token, 'x-idempotency-key': key },
        }),
      ),
    )
    expect(new Set(answers.map((answer) => `${answer.statusCode} ${answer.body}`)).size).toBe(1)
    expect(answers[0]?.json()).toMatchObject({ code: 0, success: true, data: { n: expect.any(Number) } })
    expect(await marksOf('race')).toBe(1)
  })

  test('sent again later gets the first response, even if the data has changed since', async () => {
    const who = await aClerk()
    const headers = { 'x-idempotency-key': newKey() }
    const input = { userName: 'Renamed', phone: null, email: null, rowVersion: 1 }
    const first = await server.send(saveMyProfile, input, { token: who.token, headers })
    const second = await server.send(saveMyProfile, input, { token: who.token, headers })
    expect([first.data, second.data]).toEqual([{ rowVersion: 2 }, { rowVersion: 2 }])
    expect(await server.send(saveMyProfile, input, who)).toMatchObject({
      success: false,
      data: { kind: 'stale' },
    })
    expect((await server.send(myProfile, {}, who)).data).toMatchObject({ rowVersion: 2 })
  })

  test('without a key runs as often as it is sent', async () => {
    await Promise.all([1, 2, 3].map(() => sendMark(clerk, undefined, 'keyless')))
    expect(await marksOf('keyless')).toBe(3)
  })
})

describe('an idempotency key', () => {
  const mismatch = { status: 422, code: 5000, success: false, data: { kind: 'idempotency_mismatch' } }

  test('reused for another input or another call is refused, and nothing runs', async () => {
    const key = newKey()
    expect(await sendMark(clerk, key, 'first')).toMatchObject({ success: true })
    expect(await sendMark(clerk, key, 'second')).toMatchObject(mismatch)
    expect(await sendMark(clerk, key, 'first', markToo)).toMatchObject(mismatch)
    expect(
      await server.send(
        switchTime,
        { timeZone: 'Asia/Tokyo' },
        { token: clerk.token, headers: { 'x-idempotency-key': key } },
      ),
    ).toMatchObject(mismatch)
    expect([await marksOf('first'), await marksOf('second')]).toEqual([1, 0])
  })

  test('is scoped to its user and its company', async () => {
    const key = newKey()
    const elsewhere = await aTenant(server)
    const [colleague, stranger] = [await aClerk(), await aClerk(elsewhere)]
    const answers = [
      await sendMark(clerk, key, 'own'),
      await sendMark(colleague, key, 'own'),
      await sendMark(stranger, key, 'own'),
    ]
    expect(new Set(answers.map((answer) => (answer.data as { n: number }).n)).size).toBe(3)
    expect([await marksOf('own'), await marksOf('own', elsewhere)]).toEqual([2, 1])
    const again = [
      await sendMark(clerk, key, 'own'),
      await sendMark(colleague, key, 'own'),
      await sendMark(stranger, key, 'own'),
    ]
    expect(again.map(({ data }) => data)).toEqual(answers.map(({ data }) => data))
  })

  test('of a refused command is evaluated again', async () => {
    const headers = { 'x-idempotency-key': newKey() }
    const send = () => server.send(fussy, { no: 'fussy' }, { token: clerk.token, headers })
    expect(await send()).toMatchObject({ success: false, data: { kind: 'refused' } })
    expect(await marksOf('fussy')).toBe(0)
    isFussy = false
    expect(await send()).toMatchObject({ success: true })
    isFussy = true
    expect(await send()).toMatchObject({ success: true })
    expect(await marksOf('fussy')).toBe(1)
  })

  test.each([
    'a'.repeat(15),
    'a'.repeat(65),
    '',
    'with spaces in it ok',
    'semicolon;semicolon',
    'umlaut-ä-umlaut-ä',
    `'; drop table x;--`,
  ])('like "%s" is refused before anything runs', async (key) => {
    expect(await sendMark(clerk, key, 'form')).toMatchObject({
      status: 200,
      code: 5000,
      data: { kind: 'validation', fields: [{ path: 'x-idempotency-key', rule: 'pattern' }] },
    })
    expect(await marksOf('form')).toBe(0)
  })

  test.each(['a'.repeat(16), 'Z'.repeat(64), 'a_b-c_d-e_f-g_h-'])('like "%s" is accepted', async (key) => {
    expect(await sendMark(clerk, key, 'good')).toMatchObject({ success: true })
  })

  /** A duplicate request that has stored its key and will roll back; it signals when the key is stored. */
  async function aTwin(key: string, until: Promise<unknown>) {
    let isLaid = () => {}
    const stored = new Promise<void>((resolve) => {
      isLaid = resolve
    })
    const running = server.database.write(tenantId, async (tx) => {
      await sql`
        insert into idempotency (tenant_id, actor_id, key, route, request_hash)
        values (${tenantId}, ${clerk.id}, ${key}, ${mark.path}, '')`.execute(tx)
      isLaid()
      await until
      throw new Error('rolled back')
    })
    const broken = expect(running).rejects.toThrow('rolled back')
    await stored
    return { broken }
  }

  test('of a command that is still running gives its duplicate a 409 after three seconds', async () => {
    const key = newKey()
    let finish = () => {}
    const finished = new Promise<void>((resolve) => {
      finish = resolve
    })
    const { broken } = await aTwin(key, finished)
    const answer = await sendMark(clerk, key, 'twin')
    expect(answer).toMatchObject({ status: 409, code: 5000, success: false, data: { kind: 'in_progress' } })
    expect(answer.headers['retry-after']).toBe('1')
    finish()
    await broken
    expect(await sendMark(clerk, key, 'twin')).toMatchObject({ success: true })
    expect(await marksOf('twin')).toBe(1)
  })

  test('of a running command makes its duplicate wait, which runs if the first one rolls back', async () => {
    const key = newKey()
    const { broken } = await aTwin(key, new Promise((wake) => setTimeout(wake, 500)))
    expect(await sendMark(clerk, key, 'heir')).toMatchObject({ success: true })
    await broken
    expect(await marksOf('heir')).toBe(1)
  })

  test('expires after the days that pages rely on, not earlier', async () => {
    const [old, young] = [newKey(), newKey()]
    for (const key of [old, young]) await sendMark(clerk, key, 'aged')
    const age = (key: string, by: string) =>
      server.owner('update idempotency set at = now() - $1::interval where key = $2', [by, key], tenantId)
    await age(old, `${KEY_DAYS} days 1 minute`)
    await age(young, `${RESEND_DAYS} days 23 hours`)
    await atNight(server, 'sweep')
    const kept = await server.owner<{ key: string }>(
      'select key from idempotency where key = any ($1)',
      [[old, young]],
      tenantId,
    )
    expect(kept).toEqual([{ key: young }])
  })
})

describe('a command that the database aborted', () => {
  test('because of a deadlock is retried, and both succeed', async () => {
    const roles = await server.owner<{ id: string }>(
      `
      insert into roles (tenant_id, code, role_name, permissions)
      select ${tenantId}, 'deadlock_' || c, 'Deadlock ' || c, '{}' from unnest(array['a', 'b']) c returning id`,
      [],
      tenantId,
    )
    const [a = 0, b = 0] = roles.map(({ id }) => Number(id))
    const answers = await Promise.all([
      server.send(crossing, { order: [a, b] }, clerk),
      server.send(crossing, { order: [b, a] }, clerk),
    ])
    expect(answers.map((answer) => answer.success)).toEqual([true, true])
    expect(tries.crossing).toBe(3)
    expect(await server.owner(`select 1 from audit_log where action = 'cross'`, [], tenantId)).toHaveLength(2)
  })

  test('three times in a row ends with 503 and is not logged as a fault', async () => {
    expect(await server.send(stubborn, {}, clerk)).toMatchObject({
      status: 503,
      data: { kind: 'unavailable' },
    })
    expect(tries.stubborn).toBe(3)
  })

  test('for any other reason is not retried', async () => {
    expect(await server.send(breaking, {}, clerk)).toMatchObject({ status: 500, data: { kind: 'fault' } })
    expect(tries.breaking).toBe(1)
  })
})
