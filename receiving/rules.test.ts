import { expect, test } from 'vitest'
import { expiryAfter, factsOfLine, hasLoads, isAllIn, linesFor, notNow, spread } from './rules.ts'
import { inboundStates } from './states.ts'

test.each([
  ['2026-01-01', 365, '2027-01-01'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2026-12-31', 1, '2027-01-01'],
])('goods produced on %s with a shelf life of %i days expire on %s', (made, days, expires) => {
  expect(expiryAfter(made, days)).toBe(expires)
})

const line = (expected: number, good: number, defective = 0) => ({ expected, good, defective })
const box = (status: string) => ({ status })
const line1of1 = line(1, 1)
const inn = { lines: [line(5, 4, 1), line(0, 0)], boxes: [box('received')], pending: [] }

test.each([
  ['as expected, including damaged ones, all in their bins', inn, true],
  ['a piece short', { ...inn, lines: [line(5, 4)] }, false],
  ['a piece over', { ...inn, lines: [line(5, 6)] }, false],
  ['one short and another over', { ...inn, lines: [line(5, 4), line(5, 6)] }, false],
  ['unexpected goods', { ...inn, lines: [line(5, 5), line(0, 1)] }, false],
  ['nothing expected and nothing received', { ...inn, lines: [line(0, 0)] }, false],
  ['pieces that wait for their bin', { ...inn, pending: [{ quantity: 1 }] }, false],
  ['a box that has not come', { ...inn, boxes: [box('received'), box('expected')] }, false],
])('%s', (_, figures, isIn) => {
  expect(isAllIn(figures)).toBe(isIn)
})

test('a line that is over-received gives nothing to the next one', () => {
  expect(
    spread(3, [
      { id: 1, room: -2 },
      { id: 2, room: 5 },
    ]),
  ).toEqual([{ id: 2, quantity: 3 }])
})

test('pieces without a date fill the lines in order; those with one fill the line of their date first', () => {
  const line = (id: number, expiryDate: string | null, lot: string | null = null) => ({
    id,
    boxId: null,
    productId: 1,
    isExtra: false,
    expiryDate,
    lot,
  })
  const lines = [line(1, '2027-12-31'), line(2, null), line(3, '2028-01-31')]
  const filled = (expiryDate: string | null, lot: string | null = null, all = lines) =>
    linesFor(all, { boxId: null, productId: 1, expiryDate, lot }).map(({ id }) => id)
  expect(filled(null)).toEqual([1, 2, 3])
  expect(filled('2028-01-31')).toEqual([3, 1, 2])
  // The lot takes precedence over the date.
  const lots = [line(1, '2027-12-31', 'A'), line(2, null), line(3, null, 'B'), line(4, '2027-12-31', 'B')]
  expect(filled(null, 'B', lots)).toEqual([3, 4, 1, 2])
  expect(filled('2027-12-31', 'B', lots)).toEqual([4, 3, 1, 2])
})

test('unexpected goods have a line in each box, and one outside the boxes', () => {
  const line = (id: number, boxId: number | null) => ({
    ...{ id, boxId, productId: 1, isExtra: true, expiryDate: null, lot: null },
  })
  const filled = (boxId: number | null, ...lines: ReturnType<typeof line>[]) =>
    linesFor(lines, { boxId, productId: 1, expiryDate: null, lot: null }).map(({ id }) => id)
  expect(filled(null, line(1, 7), line(2, null))).toEqual([2])
  expect(filled(7, line(2, null), line(1, 7))).toEqual([1])
  expect(filled(null, line(1, 7))).toEqual([])
})

test('user input fills only what the order leaves open', () => {
  const line = { productId: 1, productionDate: null, expiryDate: '2027-12-31', lot: null }
  const input = [{ productId: 1, productionDate: '2026-01-01', expiryDate: '2028-12-31', lot: 'A' }]
  expect(factsOfLine(line, input)).toEqual({ productionDate: null, expiryDate: '2027-12-31', lot: 'A' })
  expect(factsOfLine({ ...line, expiryDate: null, lot: 'B' }, input)).toEqual({
    productionDate: '2026-01-01',
    expiryDate: '2028-12-31',
    lot: 'B',
  })
  expect(factsOfLine({ ...line, productId: 2 }, input)).toMatchObject({ lot: null })
})

test('goods of another box or product fill no line, and an unstated lot prefers none', () => {
  const line = (id: number, boxId: number, productId: number, over: object = {}) => ({
    ...{ id, boxId, productId, isExtra: false, expiryDate: null, lot: null as string | null, ...over },
  })
  const filled = (lines: ReturnType<typeof line>[], boxId: number | null) =>
    linesFor(lines, { boxId, productId: 1, expiryDate: null, lot: null }).map(({ id }) => id)
  const lines = [line(1, 7, 1, { lot: 'A' }), line(2, 8, 1), line(3, 7, 2), line(4, 7, 1)]
  expect(filled(lines, 7)).toEqual([1, 4])
  expect(filled(lines, null)).toEqual([1, 2, 4])
  expect(filled([line(1, 7, 1, { isExtra: true }), line(2, 7, 1, { isExtra: true })], 7)).toEqual([1])
  expect(isAllIn({ ...inn, lines: [line1of1] })).toBe(true)
})

test('a refused action names the order’s status and the action', () => {
  expect(notNow('IB-1', 'receiving', 'receive')).toBeUndefined()
  expect(notNow('IB-1', 'complete', 'void')).toEqual({
    zh_CN: expect.stringMatching(/IB-1.*收货完成.*作废/),
    en_US: expect.stringMatching(/void.*IB-1.*Recv complete/),
  })
})

test.each([
  ['edit', ['draft']],
  ['submit', ['draft']],
  ['withdraw', ['pending_confirm']],
  ['confirm', ['pending_confirm']],
  ['receive', ['pending_confirm', 'receiving']],
  ['cancel_receipt', ['receiving']],
  ['put_away', ['receiving']],
  ['add_box', ['pending_confirm', 'receiving']],
  ['measure_box', ['receiving']],
  ['undo_arrival', ['receiving']],
  ['complete', ['receiving']],
  ['reopen', ['complete']],
  ['void', ['draft', 'pending_confirm']],
] as const)('%s is possible in %j only', (action, states) => {
  expect(inboundStates.states.filter((state) => notNow('IB-1', state, action) === undefined)).toEqual(states)
})

test('pallets and containers are counted from the arrival on', () => {
  expect(inboundStates.states.filter(hasLoads)).toEqual(['receiving', 'complete'])
})
