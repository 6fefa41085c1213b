import { expect, test } from 'vitest'
import {
  after,
  type Count,
  freeOf,
  type Goods,
  gathered,
  goodsMeant,
  isInScope,
  kindsIn,
  meantBy,
  missingAt,
  namesOf,
  type Place,
  takeFrom,
  totalsOf,
  without,
} from './scanning.ts'

const goods = (stockId: number, over: Partial<Goods> = {}): Goods => ({
  stockId,
  productId: 1,
  customerCode: 'ACME',
  sku: 'BOLT',
  productName: 'Bolt',
  putawayDate: '2026-01-01',
  expiryDate: null,
  lot: null,
  imageUrl: null,
  onHand: 10,
  free: 10,
  frozen: 0,
  codes: [
    { code: 'ACME.BOLT', pieces: 1 },
    { code: 'CARTON-12', pieces: 12 },
  ],
  ...over,
})
const place = (...all: Goods[]): Place => ({
  locationId: 1,
  locationCode: 'A-01',
  purpose: 'storage',
  quality: 'good',
  goods: all,
})

test('goods are found by their SKU or any of their barcodes, ignoring case', () => {
  const all = [goods(1), goods(2, { productId: 2, sku: 'NUT', codes: [] })]
  expect(kindsIn(all, 'bolt')).toEqual([{ goods: [all[0]], pieces: 1 }])
  expect(kindsIn(all, 'carton-12')).toEqual([{ goods: [all[0]], pieces: 12 }])
  expect(kindsIn(all, 'SCREW')).toEqual([])
})

test('goods are found by their barcode regardless of leading zeros', () => {
  const all = [goods(1, { codes: [{ code: '012345678905', pieces: 6 }] })]
  for (const code of ['012345678905', '0012345678905', '00012345678905'])
    expect(kindsIn(all, code)).toEqual([{ goods: all, pieces: 6 }])
  expect(kindsIn(all, '12345678905')).toEqual([])
})

test('a code shared by two customers means two products, and two batches of one product mean one', () => {
  const all = [goods(1), goods(2), goods(3, { productId: 9, customerCode: 'OTHER' })]
  expect(kindsIn(all, 'BOLT').map((kind) => kind.goods.map(({ stockId }) => stockId))).toEqual([[1, 2], [3]])
})

test('the earliest expiry is taken first, then the oldest, and never more than is available', () => {
  const all = [
    goods(1, { putawayDate: '2026-02-01', free: 4 }),
    goods(2, { putawayDate: '2026-01-01', free: 3 }),
    goods(3, { expiryDate: '2026-12-31', putawayDate: '2026-03-01', free: 2 }),
  ]
  expect(takeFrom(all, 6)).toEqual([
    { stockId: 3, quantity: 2 },
    { stockId: 2, quantity: 3 },
    { stockId: 1, quantity: 1 },
  ])
  expect(takeFrom(all, 99).reduce((sum, { quantity }) => sum + quantity, 0)).toBe(9)
})

test('the barcode gives the lot to take, otherwise the user is asked', () => {
  const [a, b, more] = [goods(1, { lot: 'A' }), goods(2, { lot: 'B' }), goods(3, { lot: 'A' })]
  const among = (lot: string | null) => goodsMeant([a, b, more], { expiryDate: null, lot })
  expect(among('A')).toEqual({ meant: [a, more], batches: [[a, more]] })
  expect(among(null).batches).toEqual([[a, more], [b]])
  expect(among('C')).toEqual({ meant: [], batches: [] })
})

test('goods without a date come after those with one, in any stored order', () => {
  const [none, late, soon, twin] = [
    goods(1, { free: 1 }),
    goods(2, { free: 1, expiryDate: '2027-12-31' }),
    goods(3, { free: 1, expiryDate: '2027-01-31' }),
    goods(4, { free: 1 }),
  ]
  for (const all of [
    [none, late, soon, twin],
    [late, none, twin, soon],
    [twin, soon, none, late],
    [soon, late, twin, none],
  ])
    expect(takeFrom(all, 4).map(({ stockId }) => stockId)).toEqual([3, 2, 1, 4])
  // Unavailable goods are not offered.
  const label = { expiryDate: null, lot: null }
  expect(goodsMeant([late, { ...soon, free: 0 }], label).batches).toEqual([[late]])
})

test('picked-up goods leave the bin, and return when they are put back', () => {
  const held = [
    {
      productId: 1,
      sku: 'BOLT',
      customerCode: 'ACME',
      imageUrl: null,
      pieces: 1,
      lines: [{ stockId: 1, quantity: 1 }],
    },
    {
      productId: 1,
      sku: 'BOLT',
      customerCode: 'ACME',
      imageUrl: null,
      pieces: 3,
      lines: [{ stockId: 1, quantity: 3 }],
    },
  ]
  expect(gathered(held)).toEqual([{ stockId: 1, quantity: 4 }])
  const left = without(place(goods(1)), gathered(held))
  expect(freeOf(left.goods)).toBe(6)
  expect(freeOf(without(left, gathered(held), -1).goods)).toBe(10)
})

test.each([
  ['freeze', 2, [8, 2]],
  ['unfreeze', -2, [8, 2]],
  ['adjust', -2, [8, 0]],
  ['adjust', 3, [13, 0]],
  ['move', 4, [6, 0]],
] as const)(
  'to %s %i pieces leaves the right available and frozen quantities, and undo restores them',
  (kind, quantity, left) => {
    const work = { kind, lines: [{ stockId: 1, quantity }] }
    const done = after(place(goods(1), goods(2)), work)
    expect(done.goods.map(({ free, frozen }) => [free, frozen])).toEqual([left, [10, 0]])
    expect(after(done, work, -1)).toEqual(place(goods(1), goods(2)))
  },
)

const item = (locationCode: string, sku: string, counted: number | null = null, customerCode = 'ACME') => ({
  line: 1,
  locationCode,
  customerCode,
  sku,
  counted,
  countedBefore: null,
  onHandThen: null,
  difference: null,
  value: null,
  userName: null,
  countedAt: null,
})
const count = (over: Partial<Count> = {}): Count => ({
  id: 7,
  countNo: 'CT260101-00001',
  status: 'open',
  isBlind: true,
  zoneName: null,
  customerCode: null,
  sku: null,
  locationCodes: [],
  lines: 3,
  countedLines: 1,
  differing: null,
  difference: null,
  value: null,
  userName: 'x',
  createdAt: '2026-01-01T00:00:00Z',
  items: [item('A-01', 'BOLT', 5), item('A-01', 'NUT'), item('A-02', 'BOLT')],
  ...over,
})
const answer = { countId: 7, code: 'NUT', locationCode: 'A-01', said: 'NUT', spot: 'A-01 ACME NUT' }

test('queued entries override the server’s', () => {
  const waiting = [
    { ...answer, kind: 'count' as const, quantity: 2, before: 1 },
    { ...answer, countId: 8, kind: 'count' as const, quantity: 99, before: null },
  ]
  const totals = totalsOf(count(), waiting)
  expect([...totals]).toEqual([
    ['A-01 ACME BOLT', 5],
    ['A-01 ACME NUT', 2],
  ])
  expect(missingAt(count(), 'A-01', totals)).toEqual([])
  expect(missingAt(count(), 'A-02', totals).map(({ sku }) => sku)).toEqual(['BOLT'])
  const back = totalsOf(count(), [...waiting, { ...answer, kind: 'undo' as const, quantity: null }])
  expect(back.has('A-01 ACME NUT')).toBe(false)
})

test('every product that would be entered as zero is named, and duplicates with their customers', () => {
  const [bolt, nut] = [
    { customerCode: 'ACME', sku: 'BOLT' },
    { customerCode: 'ACME', sku: 'NUT' },
  ]
  const many = Array.from({ length: 12 }, (_, i) => ({ customerCode: 'ACME', sku: `S-${i}` }))
  expect(namesOf(many)).toHaveLength(12)
  expect(namesOf([bolt, nut, { customerCode: 'OTHER', sku: 'NUT' }])).toEqual([
    'BOLT',
    'ACME.NUT',
    'OTHER.NUT',
  ])
})

test('of products with one code the one that should be here is chosen, and none outside the count', () => {
  const [mine, theirs] = [
    { customerCode: 'ACME', sku: 'NUT' },
    { customerCode: 'OTHER', sku: 'NUT' },
  ]
  expect(meantBy(count(), 'A-01', [mine, theirs])).toEqual([mine])
  expect(meantBy(count(), 'A-09', [mine, theirs])).toEqual([mine, theirs])
  expect(meantBy(count({ customerCode: 'OTHER' }), 'A-01', [mine, theirs])).toEqual([theirs])
  expect(meantBy(count({ sku: 'BOLT' }), 'A-01', [mine, theirs])).toEqual([])
})

test('a count of some bins concerns only those', () => {
  expect(isInScope(count(), 'B-01')).toBe(true)
  expect([
    isInScope(count({ locationCodes: ['a-01'] }), 'A-01'),
    isInScope(count({ locationCodes: ['a-01'] }), 'B-01'),
  ]).toEqual([true, false])
})

test('a count of several bins covers each of them, and of one product only that product', () => {
  const bins = count({ locationCodes: ['A-01', 'Ａ-02'] })
  expect(['A-01', ' a-02', 'A-03'].map((code) => isInScope(bins, code))).toEqual([true, true, false])
  const nut = { customerCode: 'ACME', sku: 'NUT' }
  expect(meantBy(count({ sku: 'NUT' }), 'A-01', [nut])).toEqual([nut])
})

test('goods with a barcode that is not scanned count as one by their SKU, however it is typed', () => {
  expect(kindsIn([goods(1, { codes: [{ code: 'CARTON-12', pieces: 12 }] })], ' ｂｏｌｔ ')).toMatchObject([
    { pieces: 1 },
  ])
})

test('goods without a putaway date go first among those with the same expiry, and empty lines take nothing', () => {
  const dated = [goods(1, { free: 2 }), goods(2, { free: 3, putawayDate: null }), goods(3)]
  expect(takeFrom(dated, 5)).toEqual([
    { stockId: 2, quantity: 3 },
    { stockId: 1, quantity: 2 },
  ])
  expect(takeFrom(dated.toReversed(), 4)).toEqual([
    { stockId: 2, quantity: 3 },
    { stockId: 1, quantity: 1 },
  ])
})
