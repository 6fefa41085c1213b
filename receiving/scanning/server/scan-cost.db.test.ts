import pg from 'pg'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { Call, SentTo } from '../../../platform/calls/call.ts'
import { aDock } from '../../../testing/receiving-builders.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { addBox, type InboundChange, type InboundStanding } from '../../contract.ts'
import { cancelReceipt, putAway, receive, receiveWhole, undoPutAway } from '../contract.ts'
import { afterChange } from '../scanning.ts'

const server = await startTestServer()
afterEach(() => void vi.restoreAllMocks())

const MAX_STATEMENTS = 14
const MAX_BYTES = 2_000

/** The statements sent to PostgreSQL meanwhile, from session to commit, without those of the tests. */
async function counted<T>(work: () => Promise<T>): Promise<{ answer: T; statements: string[] }> {
  const messages: string[] = []
  const { query } = pg.Client.prototype
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...given: unknown[]) {
    const [first] = given as [string | { text: string }]
    const text = typeof first === 'string' ? first : first.text
    if (!/pg_stat_get_xact|touch_session/.test(text)) messages.push(text)
    return Reflect.apply(query, this, given)
  })
  const answer = await work()
  vi.restoreAllMocks()
  return { answer, statements: messages }
}

let keys = 0
const key = () => `scan-cost-${String(++keys).padStart(10, '0')}`

/** One scan as the page sends it, with its own key. */
async function scan<C extends Call>(dock: Awaited<ReturnType<typeof aDock>>, call: C, input: SentTo<C>) {
  const headers = { 'x-language': 'en_US', 'x-idempotency-key': key() }
  const { answer, statements } = await counted(() => server.send(call, input, { token: dock.token, headers }))
  expect(answer.success, answer.message).toBe(true)
  return { answer, statements, bytes: Buffer.byteLength(JSON.stringify(answer)) }
}

/**
 * An order of a hundred boxes, each with the same two products: the response to a scan must not grow with it.
 */
const order = (dock: Awaited<ReturnType<typeof aDock>>) =>
  dock.announce(
    Array.from({ length: 100 }, (_, i) => `B${i + 1}`).flatMap((boxNo) =>
      ['BOLT', 'NUT'].map((sku) => ({ sku, expected: 10, boxNo })),
    ),
  )

const figures = ({ status, rowVersion, lines, boxes, pending }: InboundStanding) => ({
  status,
  rowVersion,
  lines,
  boxes,
  pending,
})

describe.each([
  ['one step', true],
  ['two steps', false],
])('received in %s', (_, receiveOneStep) => {
  const place = (dock: Awaited<ReturnType<typeof aDock>>) => (receiveOneStep ? dock.at('A-01') : null)

  test('a scan of a piece, of a damaged one and of a box costs few statements and a short response', async () => {
    const dock = await aDock(server, { receiveOneStep })
    const inboundId = await order(dock)
    const boxId = await dock.boxId(inboundId, 'B1')
    const line = { productId: dock.productOf('BOLT'), good: 1, defective: 0, locationId: place(dock) }
    const known = await dock.read(inboundId)
    const scans = [
      await scan(dock, receive, { inboundId, boxId, lines: [line] }),
      await scan(dock, receive, { inboundId, boxId, lines: [line] }),
      await scan(dock, receive, { inboundId, boxId: null, lines: [line] }),
      await scan(dock, receive, { inboundId, boxId, lines: [{ ...line, good: 0, defective: 1 }] }),
      await scan(dock, receiveWhole, {
        inboundId,
        boxId: await dock.boxId(inboundId, 'B2'),
        locationId: place(dock),
      }),
    ]
    for (const { statements, bytes } of scans) {
      expect(statements.length, statements.join('\n---\n')).toBeLessThanOrEqual(MAX_STATEMENTS)
      expect(bytes).toBeLessThanOrEqual(MAX_BYTES)
    }
    // Applied to the known document, the responses give the current one.
    const changes = scans.map(({ answer }) => answer.data as InboundChange)
    expect(figures(changes.reduce(afterChange, known))).toEqual(figures(await dock.read(inboundId)))
    await dock.cleanBooks()
  })
})

test('putting away, undoing and adding a box answer what they changed', async () => {
  const dock = await aDock(server, { receiveOneStep: false })
  const inboundId = await order(dock)
  const boxId = await dock.boxId(inboundId, 'B1')
  const productId = dock.productOf('BOLT')
  const { data } = await dock.takeWhole(inboundId, { boxId, locationId: null })
  const { receiptId } = data as { receiptId: number }
  let known: InboundStanding = await dock.read(inboundId)
  // What waits again is listed last, until the document is loaded again.
  const sorted = ({ pending, ...standing }: InboundStanding) => ({
    ...figures({ ...standing, pending }),
    pending: pending.toSorted((item, other) => item.batchId - other.batchId),
  })
  const done = async <C extends Call>(call: C, input: SentTo<C>) => {
    const { answer, bytes } = await scan(dock, call, input)
    const change = answer.data as InboundChange & { putawayId: number }
    expect(bytes).toBeLessThanOrEqual(MAX_BYTES)
    known = afterChange(known, change)
    expect(sorted(known)).toEqual(sorted(await dock.read(inboundId)))
    return change
  }
  const line = { productId, locationId: dock.at('A-01') }
  const part = await done(putAway, { inboundId, lines: [{ ...line, quantity: 4 }] })
  const rest = await done(putAway, { inboundId, lines: [{ ...line, quantity: 6 }] })
  expect(known.pending).toMatchObject([{ productId: dock.productOf('NUT'), quantity: 10 }])
  for (const { putawayId } of [part, rest]) await done(undoPutAway, { putawayId })
  await done(addBox, { id: inboundId, boxNo: 'X1', length: null, width: null, height: null, weight: null })
  await done(cancelReceipt, { receiptId })
  expect([known.pending, known.boxes[0]?.status, known.boxes.at(-1)?.boxNo]).toEqual([[], 'expected', 'X1'])
  await dock.cleanBooks()
})

test('a colleague’s change in between is not taken for known', async () => {
  const dock = await aDock(server)
  const id = await dock.announce([
    { sku: 'BOLT', expected: 2, boxNo: 'B1' },
    { sku: 'BOLT', expected: 2, boxNo: 'B2' },
  ])
  const known = await dock.read(id)
  await dock.takeWhole(id, { boxId: await dock.boxId(id, 'B1') })
  const own = await dock.count(id, 'BOLT', 1, { boxId: await dock.boxId(id, 'B2') })
  const now = afterChange(known, own.data as InboundChange)
  expect(now.lines).toMatchObject([{ good: 0 }, { good: 1 }])
  // The version stays behind, so that the document is loaded again.
  expect(now.rowVersion).toBe(known.rowVersion)
})

test('unexpected goods, and the last piece, are part of the response', async () => {
  const dock = await aDock(server)
  const id = await dock.announce([{ sku: 'BOLT', expected: 1 }])
  let known: InboundStanding = await dock.read(id)
  for (const [sku, over] of [
    ['NUT', { isUnexpected: true }],
    ['NUT', { isUnexpected: true }],
    ['BOLT', {}],
  ] as const) {
    known = afterChange(known, (await dock.count(id, sku, 1, over)).data as InboundChange)
    expect(figures(known)).toEqual(figures(await dock.read(id)))
  }
  const whole = await dock.announce([{ sku: 'BOLT', expected: 3, boxNo: 'B1' }])
  known = afterChange(await dock.read(whole), (await dock.takeWhole(whole)).data as InboundChange)
  expect(known.status).toBe('complete')
  expect(figures(known)).toEqual(figures(await dock.read(whole)))
})
