import { expect, test } from 'vitest'
import type { Call } from '../../platform/calls/call.ts'
import { rule } from '../../platform/calls/problems.ts'
import { callText } from '../../platform/text/common-text.ts'
import { sampleStamp } from '../../shipping/watermarks/contract.ts'
import { exampleOf, type Field, fieldsOf, withValue } from '../../testing/example-input.ts'
import { shareOf } from '../../testing/random.ts'
import { aPerson, aSession, aTenant, startTestServer } from '../../testing/test-server.ts'

const server = await startTestServer()
const tenantId = await aTenant(server)
const person = await aPerson(server, tenantId)
const token = await aSession(server, tenantId, person.id)

// Logout would end the session that all other tests need.
const calls = server.server.calls.filter((call) => !call.path.endsWith('/logout'))

/** As in JSON: the limits of numbers, and what people and programs write instead of numbers. */
const extremes = [
  '0',
  '-0',
  '-1',
  '1.5',
  '5e-324',
  '2147483648',
  '-2147483649',
  '9007199254740993',
  '9223372036854775808',
  '1e308',
  '1e400',
  '"1"',
  '"1e308"',
  '"NaN"',
  '""',
  `"${'9'.repeat(400)}"`,
  'null',
]
/** Large enough to show in the memory usage of code that computes with it, small enough to survive. */
const HUGE = '30000000'

const isNumber = (example: object, { form, path }: Field) =>
  form.type === 'number' ||
  form.type === 'integer' ||
  (form.type !== 'boolean' && !form.enum && /^-?\d+(\.\d+)?$/.test(String(valueAt(example, path))))

const valueAt = (value: unknown, path: Field['path']) =>
  path.reduce<unknown>((place, step) => (place as Record<string | number, unknown> | null)?.[step], value)

const MARK = '\u2316'
const bodyOf = (example: object, field: Field, extreme: string) =>
  JSON.stringify(withValue(example, field.path, MARK)).replace(`"${MARK}"`, extreme)

async function send(call: Call, body: string) {
  const query = () =>
    Object.fromEntries(Object.entries(JSON.parse(body) as object).map(([key, value]) => [key, String(value)]))
  const { statusCode } = await server.server.http.inject({
    method: call.method,
    url: call.path,
    ...(call.method === 'GET' ? { query: query() } : { payload: body }),
    headers: { 'x-access-token': token, 'content-type': 'application/json' },
  })
  return statusCode
}

/** The peak memory of this process in megabytes, including memory already freed. */
const mostHeld = () => process.resourceUsage().maxRSS / 1024
// The first label that is drawn loads the font and the PDF library, whatever its numbers are.
expect(await send(sampleStamp, JSON.stringify(exampleOf(sampleStamp)))).toBe(200)

const numbers = calls
  .flatMap((call) => {
    const example = exampleOf(call)
    return fieldsOf(call)
      .filter((field) => isNumber(example, field))
      .map((field) => [call.path, field.path.join('.'), call, field] as const)
  })
  .map((number, place) => [...number, place] as const)

test('the fields that take numbers are found', () => {
  expect(numbers.map(([path, field]) => `${path} ${field}`)).toEqual(
    expect.arrayContaining([
      '/gateway/wms/channel/add-pool digits',
      '/gateway/wms/channel/create pool.digits',
      '/gateway/wms/staff/list page',
      '/gateway/wms/staff/member id',
      '/gateway/wms/product/create declaredWeight',
    ]),
  )
})

const selecting = calls.filter((call) =>
  call.input
    .safeParse({ ...exampleOf(call), ids: [] })
    .error?.issues.some(({ message }) => message === rule(callText.selectionSize)),
)

test.each(selecting.map((call) => [call.path, call] as const))(
  '%s: none or more than 500 gives exactly the message of the spec',
  async (_, call) => {
    for (const count of [0, 501]) {
      const input = { ...exampleOf(call), ids: Array.from({ length: count }, (_, i) => i + 1) }
      for (const language of ['en_US', 'zh_CN'] as const)
        expect(await server.send(call, input, { token, headers: { 'x-language': language } })).toMatchObject({
          message: language === 'en_US' ? 'Invalid order size' : '单据数量无效',
          data: { kind: 'validation', fields: [{ path: 'ids' }] },
        })
    }
  },
)

test('calls that take a selection are found', () => {
  expect(selecting.length).toBeGreaterThan(10)
})

const accepts = (call: Call, { path }: Field, value: string) =>
  call.input.safeParse(withValue(exampleOf(call), path, value)).success
/** Fields that take a day or a point in time, and nothing else that looks like one. */
const fieldsTaking = (right: string, wrong: string) =>
  calls.flatMap((call) =>
    fieldsOf(call)
      .filter((field) => accepts(call, field, right) && !accepts(call, field, wrong))
      .map((field) => [call.path, field.path.join('.'), call, field] as const),
  )
const days = fieldsTaking('2026-03-08', '2026-03-32')
const instants = fieldsTaking('2040-06-01T00:00:00Z', '2040-06-01T25:00:00Z')

test('the fields that take dates are found', () => {
  const names = [...days, ...instants].map(([path, field]) => `${path} ${field}`)
  expect(names).toEqual(
    expect.arrayContaining([
      '/gateway/wms/order/list createdFrom',
      '/gateway/wms/inbound/create eta',
      '/gateway/wms/waybill/upload readyAt',
    ]),
  )
})

test.each(days)('%s: %s refuses a day that the database has no calendar for', (_, __, call, field) => {
  expect(accepts(call, field, '0000-01-01')).toBe(false)
})

test.each(instants)(
  '%s: %s refuses a time that the database would turn into another century',
  (_, __, call, field) => {
    for (const time of ['0000-01-01T00:00:00Z', '0001-01-01T00:00:00Z', '9999-12-31T23:59:59.9999999Z'])
      expect([time, accepts(call, field, time)]).toEqual([time, false])
  },
)

/** The example once for every other option of one of its fields. */
const variants = (call: Call): object[] =>
  fieldsOf(call).flatMap(({ path, form }) =>
    (form.enum ?? []).map((choice) => withValue(exampleOf(call), path, choice)),
  )

test.each(numbers)('%s: no number in %s causes a fault', async (_, __, call, field, place) => {
  const before = mostHeld()
  const example = exampleOf(call)
  const bodies = [
    bodyOf(example, field, HUGE),
    ...shareOf(variants(call), place, 5).map((variant) => bodyOf(variant, field, HUGE)),
    ...shareOf(extremes, place, 5).map((extreme) => bodyOf(example, field, extreme)),
  ]
  for (const body of bodies) expect([body, await send(call, body)]).not.toEqual([body, 500])
  expect(mostHeld() - before).toBeLessThan(100)
  expect(server.lines.splice(0)).toEqual([])
})
