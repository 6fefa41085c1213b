import { expect, test } from 'vitest'
import type { InboundChange, InboundProduct, InboundStanding } from '../contract.ts'
import {
  announcedFacts,
  completed,
  dayIn,
  daysFrom,
  factsFrom,
  isOtherLikely,
  typedDays,
} from './batch-facts.ts'
import {
  afterChange,
  boxIn,
  broughtBy,
  type CountScan,
  colourOf,
  differencesOf,
  differs,
  gotIn,
  isUnannounced,
  noFacts,
  overOf,
  productIn,
  refusedAt,
  sharesOf,
  standingOf,
  type WholeScan,
  withWaiting,
} from './scanning.ts'

const line = (id: number, boxId: number | null, productId: number, expected: number) => ({
  id,
  boxId,
  productId,
  expected,
  good: 0,
  defective: 0,
  isExtra: false,
  productionDate: null,
  expiryDate: null as string | null,
  lot: null as string | null,
})
const box = (id: number, boxNo: string) => ({
  id,
  boxNo,
  customerBoxNo: `C${boxNo}`,
  length: null,
  width: null,
  height: null,
  weight: null,
  measuredLength: null,
  measuredWidth: null,
  measuredHeight: null,
  measuredWeight: null,
  isExtra: false,
  status: 'expected' as const,
  receivedAt: null,
  receivedByName: null,
})
const [BOLT, NUT, SCREW] = [1, 2, 3]
const document = {
  lines: [line(11, 1, BOLT, 10), line(12, 1, NUT, 5), line(21, 2, BOLT, 4)],
  boxes: [box(1, 'BX-1'), box(2, 'BX-2')],
  pending: [
    {
      batchId: 1,
      productId: BOLT,
      locationId: 9,
      locationCode: 'RECV',
      quality: 'good' as const,
      expiryDate: null,
      lot: null as string | null,
      quantity: 6,
    },
    {
      batchId: 2,
      productId: BOLT,
      locationId: 9,
      locationCode: 'RECV',
      quality: 'good' as const,
      expiryDate: null,
      lot: null as string | null,
      quantity: 3,
    },
  ],
}
const count = (over: Partial<CountScan> = {}): CountScan => ({
  kind: 'count',
  inboundId: 1,
  inboundNo: 'IB-1',
  code: 'BOLT',
  boxId: 1,
  productId: BOLT,
  good: 1,
  defective: 0,
  locationId: null,
  isPending: true,
  ...noFacts,
  photoFileIds: [],
  isUnexpected: false,
  remark: null,
  confirmedTotal: null,
  took: [{ lineId: 11, quantity: over.good ?? 1 }],
  broughtBoxes: [],
  ...over,
})
const whole: WholeScan = {
  kind: 'whole',
  inboundId: 1,
  inboundNo: 'IB-1',
  code: 'BX-1',
  boxId: 1,
  locationId: null,
  isPending: true,
  isRest: false,
  facts: [],
  took: [
    { lineId: 11, quantity: 10 },
    { lineId: 12, quantity: 5 },
  ],
  broughtBoxes: [1],
}
const figures = (of: { lines: readonly { good: number; defective: number }[] }) =>
  of.lines.map(({ good, defective }) => [good, defective])

test('queued scans are counted on the screen', () => {
  const now = withWaiting(document, [count(), count({ good: 0, defective: 2 }), count({ productId: NUT })])
  expect(figures(now)).toEqual([
    [1, 2],
    [1, 0],
    [0, 0],
  ])
  expect(figures(document).flat()).toEqual([0, 0, 0, 0, 0, 0])
})

test('pieces without a box fill the lines of all boxes in order', () => {
  const now = withWaiting(document, [count({ boxId: null, good: 10 }), count({ boxId: null, good: 2 })])
  expect(figures(now)).toEqual([
    [10, 0],
    [0, 0],
    [2, 0],
  ])
})

test('unexpected goods get a line of their own', () => {
  const now = withWaiting(document, [count({ productId: SCREW, isUnexpected: true })])
  expect(now.lines.at(-1)).toMatchObject({ productId: SCREW, expected: 0, good: 1, isExtra: true })
})

test('a whole box turns green at once, and grey again when it is undone', () => {
  const taken = withWaiting(document, [whole])
  expect([taken.boxes.map(({ status }) => status), figures(taken)[0]]).toEqual([
    ['received', 'expected'],
    [10, 0],
  ])
  const undone = { id: 'x', scan: whole }
  const back = withWaiting(document, [
    whole,
    { kind: 'undo', inboundId: 1, inboundNo: 'IB-1', code: 'BX-1', undone },
  ])
  expect(back).toEqual(document)
})

test('an undone count leaves the screen before the server has confirmed', () => {
  const scan = count({ good: 3 })
  const now = withWaiting(document, [
    scan,
    { kind: 'undo', inboundId: 1, inboundNo: 'IB-1', code: '', undone: { id: 'x', scan } },
  ])
  expect(figures(now)).toEqual(figures(document))
})

const undo = (scan: CountScan | WholeScan) =>
  ({ kind: 'undo', inboundId: 1, inboundNo: 'IB-1', code: '', undone: { id: 'x', scan } }) as const

test('undoing unexpected goods leaves other unexpected goods unchanged', () => {
  const extra = (productId: number) =>
    count({ productId, boxId: null, isUnexpected: true, took: [{ lineId: 0, quantity: 1 }] })
  const now = withWaiting(document, [extra(SCREW), extra(4), undo(extra(4))])
  expect(now.lines.slice(3).map(({ productId, good }) => [productId, good])).toEqual([
    [SCREW, 1],
    [4, 0],
  ])
})

test('a box that is still full after an undo stays received', () => {
  const brought = count({ good: 10, broughtBoxes: [1], took: [{ lineId: 11, quantity: 10 }] })
  // A colleague counted the same pieces meanwhile.
  const [bolts, nuts, others] = document.lines
  const lines = [bolts && { ...bolts, good: 20 }, nuts && { ...nuts, good: 5 }, others]
  const full = { ...document, lines: lines.filter((line) => line !== undefined), boxes: document.boxes }
  const here = { ...full, boxes: full.boxes.map((one) => ({ ...one, status: 'received' as const })) }
  expect(withWaiting(here, [undo(brought)]).boxes[0]?.status).toBe('received')
  const short = { ...here, lines: document.lines }
  expect(withWaiting(short, [undo(brought)]).boxes[0]?.status).toBe('expected')
})

test('a partial putaway leaves the rest waiting', () => {
  const putaway = {
    kind: 'putaway' as const,
    inboundId: 1,
    inboundNo: 'IB-1',
    code: '',
    productId: BOLT,
    batch: { expiryDate: null, lot: null },
    quantity: 7,
    locationId: 5,
  }
  expect(withWaiting(document, [putaway]).pending).toMatchObject([{ batchId: 2, quantity: 2 }])
})

test('a box is found by either of its numbers, ignoring case', () => {
  expect([boxIn(document, 'bx-2')?.id, boxIn(document, 'CBX-1')?.id, boxIn(document, 'BX-3')]).toEqual([
    2,
    1,
    undefined,
  ])
})

test('a carton is the same with and without the identifier of its SSCC', () => {
  const boxes = document.boxes.map((box, i) => ({
    ...box,
    boxNo: ['00340123450000000017', '340123450000000024'][i] ?? '',
  }))
  expect(boxIn({ boxes }, '340123450000000017')?.id).toBe(1)
  expect(boxIn({ boxes }, '00340123450000000024')?.id).toBe(2)
})

test('a product is found by barcode before SKU, and a pack counts its pieces', () => {
  const product = (id: number, sku: string, barcode: string, packQuantity: number): InboundProduct => ({
    id,
    sku,
    nameZh: null,
    nameEn: null,
    imageUrl: null,
    isEnabled: true,
    auditStatus: 'passed',
    expiryManaged: false,
    shelfLifeDays: null,
    lotManaged: false,
    lacksSize: false,
    measuredLength: null,
    measuredWidth: null,
    measuredHeight: null,
    measuredWeight: null,
    rowVersion: 1,
    barcodes: [{ barcode, packQuantity }],
  })
  const products = [product(1, 'BOLT', '4006381333931', 12), product(2, '4006381333931', 'X', 1)]
  expect(productIn(products, '4006381333931')).toMatchObject({ product: { id: 1 }, pieces: 12 })
  expect(productIn(products, 'bolt')).toMatchObject({ product: { id: 1 }, pieces: 1 })
  expect(productIn(products, 'NUT')).toBeUndefined()
  // The same article as GTIN-14.
  expect(productIn(products, '04006381333931')).toMatchObject({ product: { id: 1 }, pieces: 12 })
})

test('more than expected is accepted, confirmed or refused, depending on the warehouse setting', () => {
  const standing = standingOf(withWaiting(document, [count({ good: 10 })]), 1, BOLT)
  const over = (overReceivePolicy: 'allow' | 'warn' | 'block', overReceivePercent = 0) =>
    overOf({ overReceivePolicy, overReceivePercent }, standing, 1)
  expect([over('allow'), over('warn'), over('block')]).toEqual(['fine', 'ask', 'blocked'])
  expect([over('warn', 10), over('block', 10), over('block', 9)]).toEqual(['fine', 'fine', 'blocked'])
})

test('a date is parsed in the formats printed on boxes', () => {
  const spellings = ['2027-05-31', '20270531', '270531', '2027/05/31', '2027.05.31']
  expect(spellings.map(dayIn)).toEqual(spellings.map(() => '2027-05-31'))
  expect(['2027-02-30', '4006381333931', 'soon'].map(dayIn)).toEqual([undefined, undefined, undefined])
})

test('the expected expiry date and lot are used where there is only one', () => {
  const [day, later] = ['2027-05-31', '2028-05-31']
  const item = [{ ...line(1, 1, BOLT, 1), expiryDate: day, lot: 'A' }, line(2, 1, NUT, 1)]
  const factsOf = (lines: typeof item, known = noFacts, productId = BOLT) => {
    const { expiryDate, lot } = announcedFacts({ lines }, 1, productId, known)
    return [expiryDate, lot]
  }
  expect([factsOf(item), factsOf(item, noFacts, NUT)]).toEqual([
    [day, 'A'],
    [null, null],
  ])
  // Unexpected goods say nothing about the expected ones.
  expect(factsOf([...item, { ...line(3, 1, BOLT, 0), isExtra: true }])).toEqual([day, 'A'])
  const two = [...item, { ...line(3, 1, BOLT, 1), expiryDate: later, lot: 'B' }]
  expect(factsOf(two)).toEqual([null, null])
  // The barcode data selects the line; a lot that no line expects has no expected date.
  expect(factsOf(two, { ...noFacts, lot: 'B' })).toEqual([later, 'B'])
  expect(factsOf(two, { ...noFacts, expiryDate: day })).toEqual([day, 'A'])
  expect(factsOf(item, { ...noFacts, lot: 'C' })).toEqual([null, null])
})

test('earlier input applies to goods that do not state otherwise', () => {
  const before = { productionDate: null, expiryDate: '2027-05-31', lot: 'A' }
  expect(completed(noFacts, before)).toEqual(before)
  expect(completed({ ...noFacts, lot: 'A' }, before)).toEqual(before)
  expect(completed({ ...noFacts, lot: 'B' }, before)).toEqual({ ...noFacts, lot: 'B' })
  expect(completed({ ...noFacts, expiryDate: '2028-01-01' }, before)).toMatchObject({ lot: null })
  // A production date belongs to its expiry date.
  const made = { ...before, productionDate: '2026-05-31' }
  expect(completed(noFacts, made)).toEqual(made)
  expect(completed({ ...noFacts, expiryDate: '2027-05-31' }, made)).toEqual(before)
  expect(factsFrom({ production: '2026-01-01', lot: 'A' }, 30)).toEqual({
    productionDate: '2026-01-01',
    expiryDate: '2026-01-31',
    lot: 'A',
  })
})

test('short, over and damaged are distinguished at the end', () => {
  const { lines } = withWaiting(document, [
    count({ good: 10 }),
    count({ productId: NUT, good: 4, defective: 1 }),
    count({ boxId: 2, good: 4 }),
  ])
  expect(differencesOf({ lines })).toEqual([{ productId: NUT, expected: 5, good: 4, defective: 1 }])
  // Damaged pieces have arrived: no piece is missing, and no reason is needed.
  expect(differs({ lines })).toBe(false)
  expect(differs(document)).toBe(true)
  // Packed in another box: as many as expected in all, but the server asks why for each line.
  const swapped = withWaiting(document, [
    count({ good: 9 }),
    count({ productId: NUT, good: 5 }),
    count({ boxId: 2, good: 5 }),
  ])
  expect([differencesOf(swapped), differs(swapped)]).toEqual([[], true])
})

test('the colour of a line shows its progress', () => {
  const colours = [0, 3, 10, 11].map((good) => colourOf({ ...line(1, 1, BOLT, 10), good }))
  expect(colours).toEqual(['none', 'part', 'full', 'over'])
})

test('undoing a putaway makes its pieces wait again', () => {
  const put = {
    kind: 'putaway' as const,
    inboundId: 1,
    inboundNo: 'IB-1',
    code: 'BOLT',
    productId: BOLT,
    batch: { expiryDate: null, lot: null },
    quantity: 9,
    locationId: 5,
  }
  const away = withWaiting(document, [put])
  expect(away.pending).toEqual([])
  const back = withWaiting(document, [
    put,
    { kind: 'undo', inboundId: 1, inboundNo: 'IB-1', code: 'BOLT', undone: { id: 'x', scan: put } },
  ])
  expect(back.pending.map(({ productId, quantity }) => [productId, quantity])).toEqual([[BOLT, 9]])
})

test('the production date gives the expiry date', () => {
  expect(typedDays('P20260101', 30)).toEqual({ productionDate: '2026-01-01', expiryDate: '2026-01-31' })
  expect(typedDays('20270531', 30)).toEqual({ productionDate: null, expiryDate: '2027-05-31' })
  expect([typedDays('P20260101', null), typedDays('P20261399', 30), typedDays('soon', 30)]).toEqual([
    undefined,
    undefined,
    undefined,
  ])
  expect(daysFrom({ expiry: '2027-01-01', production: '2026-01-01' }, 30)).toEqual({
    productionDate: '2026-01-01',
    expiryDate: '2027-01-01',
  })
})

test('a document created at the dock expects nothing', () => {
  expect(isUnannounced({ lines: [] })).toBe(true)
  expect(isUnannounced(document)).toBe(false)
})

test('refused scans belong to their document, and without an open document all are shown', () => {
  const of = (id: string, inboundId: number, state: 'waiting' | 'refused') => ({
    id,
    state,
    by: 'Anna',
    scan: count({ inboundId, inboundNo: `IB-${inboundId}`, code: id }),
  })
  const entries = [of('a', 1, 'refused'), of('b', 2, 'refused'), of('c', 1, 'waiting')]
  const shown = (inboundId: number | undefined) =>
    refusedAt(entries, inboundId).map(({ id, code, subject, by }) => [id, code, subject, by])
  expect(shown(1)).toEqual([['a', 'a', 'IB-1', 'Anna']])
  expect(shown(2)).toEqual([['b', 'b', 'IB-2', 'Anna']])
  expect(shown(3)).toEqual([])
  expect(shown(undefined).map(([id]) => id)).toEqual(['a', 'b'])
})

test('loose pieces that complete a box show it as received before the server has confirmed', () => {
  const [first] = document.boxes
  if (!first) throw new Error('no box')
  const own = document.lines.filter(({ boxId }) => boxId === first.id)
  const shown = withWaiting(
    document,
    own.map(({ productId, expected }) => count({ boxId: null, productId, good: expected })),
  )
  expect(shown.boxes.find(({ id }) => id === first.id)?.status).toBe('received')
  const part = withWaiting(
    document,
    own.slice(0, 1).map(({ productId }) => count({ boxId: null, productId, good: 1 })),
  )
  expect(part.boxes.find(({ id }) => id === first.id)?.status).toBe('expected')
})

test('damaged pieces beside all the good ones are a difference', () => {
  const lines = [{ ...line(1, null, BOLT, 5), good: 5, defective: 1 }]
  expect(differencesOf({ lines })).toEqual([{ productId: BOLT, expected: 5, good: 5, defective: 1 }])
  expect(differencesOf({ lines: [{ ...line(1, null, BOLT, 5), good: 5 }] })).toEqual([])
})

const waits = (over: object) => ({
  ...document.pending[0],
  batchId: 1,
  expiryDate: null,
  lot: null,
  quantity: 1,
  ...over,
})

test('the response to one count changes what it names, and nothing else', () => {
  const known = { ...document, status: 'receiving' as const, rowVersion: 5 }
  const change = {
    status: 'complete' as const,
    since: 5,
    rowVersion: 6,
    lines: [{ id: 12, good: 4, defective: 1 }],
    opened: [{ ...line(31, null, SCREW, 0), good: 2, isExtra: true }],
    boxes: [
      { id: 1, status: 'received' as const, receivedAt: '2026-01-01T00:00:00Z', receivedByName: 'Ann' },
    ],
    pending: [waits({ batchId: 2, quantity: 8 }), waits({ batchId: 3, expiryDate: '2027-01-01' })],
  } as unknown as Parameters<typeof afterChange>[1]
  const now = afterChange(known, change)
  const [bolts, nuts, others] = document.lines
  expect(now).toEqual({
    ...known,
    status: 'complete',
    rowVersion: 6,
    lines: [bolts, { ...nuts, good: 4, defective: 1 }, others, ...change.opened],
    boxes: [{ ...document.boxes[0], ...change.boxes[0] }, document.boxes[1]],
    // Earliest expiry first, and goods without expiry last.
    pending: [
      waits({ batchId: 3, expiryDate: '2027-01-01' }),
      document.pending[0],
      waits({ batchId: 2, quantity: 8 }),
    ],
  })
  // Received twice, a new line exists once; an older response changes nothing.
  expect(afterChange({ ...now, rowVersion: 5 }, change).lines).toHaveLength(4)
  expect(afterChange(now, change)).toBe(now)
  expect(afterChange(known, { ...change, rowVersion: 4 })).toBe(known)
  // Another user made changes in between: the known version stays.
  expect(afterChange({ ...known, rowVersion: 4 }, change)).toMatchObject({
    rowVersion: 4,
    status: 'complete',
  })
})

test('waiting pieces of a batch are apart by bin and quality, and gone once none of them wait', () => {
  const known = { ...document, status: 'receiving', rowVersion: 5, pending: [waits({ quantity: 6 })] }
  const change = { status: 'receiving', since: 5, rowVersion: 6, lines: [], opened: [], boxes: [] }
  const left = (...pending: object[]) =>
    afterChange(
      known as unknown as InboundStanding,
      { ...change, pending } as unknown as InboundChange,
    ).pending.map(({ quantity }) => quantity)
  expect(left(waits({ locationId: 8, quantity: 2 }), waits({ quality: 'defective', quantity: 1 }))).toEqual([
    6, 2, 1,
  ])
  expect(left(waits({ quantity: 0 }), waits({ batchId: 7, quantity: 0 }))).toEqual([])
})

test('an unexpected box that the server names twice is listed once', () => {
  const known: InboundStanding = { ...document, status: 'receiving', rowVersion: 5 }
  const added = [{ ...box(3, 'BX-3'), isExtra: true }]
  const change = (rowVersion: number): InboundChange => ({
    ...{ status: 'receiving', lines: [], opened: [], boxes: [], pending: [] },
    ...{ since: rowVersion - 1, rowVersion, addedBoxes: added },
  })
  const once = afterChange(known, change(6))
  expect(once.boxes.map(({ id }) => id)).toEqual([1, 2, 3])
  expect(afterChange(once, change(7)).boxes.map(({ id }) => id)).toEqual([1, 2, 3])
})

test.each([
  [
    'the lot is full and another is open',
    1,
    [
      [3, 3, 'A'],
      [3, 0, 'B'],
    ],
    'A',
    true,
  ],
  [
    'they fit into the lot exactly',
    1,
    [
      [3, 2, 'A'],
      [3, 0, 'B'],
    ],
    'A',
    false,
  ],
  [
    'one of them does not fit',
    2,
    [
      [3, 2, 'A'],
      [3, 0, 'B'],
    ],
    'A',
    true,
  ],
  [
    'the other lot is full too',
    2,
    [
      [3, 2, 'A'],
      [3, 3, 'B'],
    ],
    'A',
    false,
  ],
  [
    'a surplus does not take the room of another line',
    2,
    [
      [3, 9, 'A'],
      [2, 0, 'A'],
      [3, 0, 'B'],
    ],
    'A',
    false,
  ],
  [
    'no line expects the lot',
    1,
    [
      [3, 0, 'A'],
      [3, 0, 'B'],
    ],
    'C',
    false,
  ],
] as const)('goods may be of another lot than the last: %s', (_, quantity, lots, last, isLikely) => {
  const lines = lots.map(([expected, good, lot], i) => ({ ...line(i, 1, BOLT, expected), good, lot }))
  const isOther = (of: typeof lines, known: Parameters<typeof isOtherLikely>[2] = noFacts) =>
    isOtherLikely(
      { lines: of },
      { boxId: 1, productId: BOLT },
      known,
      { expiryDate: null, lot: last },
      quantity,
    )
  expect(isOther(lines)).toBe(isLikely)
  // A code that names the lot, other goods, another box and unexpected goods leave no doubt.
  expect(isOther(lines, { expiryDate: null, lot: last })).toBe(false)
  const only = (over: object) =>
    isOther(lines.map((item) => (item.lot === last ? item : { ...item, ...over })))
  expect([only({ productId: NUT }), only({ boxId: 2 }), only({ isExtra: true })]).toEqual([
    false,
    false,
    false,
  ])
})

test('waiting pieces are listed with their batch, and removed when undone', () => {
  const dated = { expiryDate: '2027-01-01', lot: 'A' }
  const fresh = { ...dated, batchId: 0, productId: BOLT, locationId: 0, locationCode: '', quality: 'good' }
  const scan = count({ good: 2, ...dated, took: [{ lineId: 11, quantity: 2 }] })
  const counted = withWaiting(document, [scan])
  expect(counted.pending).toEqual([...document.pending, { ...fresh, quantity: 2 }])
  expect(withWaiting(document, [scan, scan]).pending.at(-1)).toEqual({ ...fresh, quantity: 4 })
  expect(withWaiting(document, [scan, scan, undo(scan)]).pending.at(-1)).toEqual({ ...fresh, quantity: 2 })
  expect(withWaiting(document, [scan, undo(scan)]).pending).toEqual(document.pending)
  expect(withWaiting(document, [count({ good: 2 })]).pending.map(({ quantity }) => quantity)).toEqual([8, 3])
  // Goods in their bin, and damaged ones, wait for nothing.
  for (const gone of [{ isPending: false }, { good: 0, defective: 2 }])
    expect(withWaiting(document, [count({ good: 2, ...gone })]).pending).toEqual(document.pending)
  const facts = [{ productId: NUT, productionDate: null, ...dated }]
  const taken = withWaiting(document, [{ ...whole, facts }])
  expect(taken.pending).toEqual([
    { ...document.pending[0], quantity: 16 },
    document.pending[1],
    { ...fresh, productId: NUT, quantity: 5 },
  ])
  expect(withWaiting(document, [{ ...whole, facts }, undo({ ...whole, facts })]).pending).toMatchObject([
    { quantity: 6 },
    { quantity: 3 },
  ])
  expect(withWaiting(document, [{ ...whole, isPending: false }]).pending).toEqual(document.pending)
})

test('a whole order is every box of it, and a box without lines is received only when it was opened', () => {
  const states = (of: { boxes: readonly { status: string }[] }) => of.boxes.map(({ status }) => status)
  expect(states(withWaiting(document, [{ ...whole, boxId: null }]))).toEqual(['received', 'received'])
  const empty = { ...document, boxes: [...document.boxes, box(3, 'BX-3')] }
  expect(states(withWaiting(empty, [count()]))).toEqual(['received', 'expected', 'expected'])
  expect(states(withWaiting(empty, [count({ boxId: 3, productId: SCREW })]))[2]).toBe('received')
  // Loose pieces complete the second box; the first was received before.
  const here = { ...document, boxes: [{ ...box(1, 'BX-1'), status: 'received' as const }, box(2, 'BX-2')] }
  const loose = count({ boxId: null, good: 14 })
  expect([broughtBy(here, loose), broughtBy(document, count())]).toEqual([[2], [1]])
  // A scan that brought no box removes none.
  expect(states(withWaiting(here, [undo(count({ broughtBoxes: [] }))]))).toEqual(['received', 'expected'])
})

test('unexpected goods create one complete line, and are removed from it by quality', () => {
  const extra = (over: Partial<CountScan>) =>
    count({ productId: SCREW, isUnexpected: true, took: [{ lineId: 0, quantity: 1 }], ...over })
  const opened = withWaiting(document, [extra({})])
  expect(opened.lines.at(-1)).toEqual({ ...line(0, 1, SCREW, 0), good: 1, isExtra: true })
  const damaged = extra({ good: 0, defective: 1 })
  const both = withWaiting(document, [extra({}), damaged, undo(damaged)])
  expect(both.lines.at(-1)).toMatchObject({ good: 1, defective: 0 })
  expect(withWaiting(document, [damaged, extra({}), undo(extra({}))]).lines.at(-1)).toMatchObject({
    good: 0,
    defective: 1,
  })
})

test('counted pieces fill their lines in order, and goods without a line create one', () => {
  const none = { expiryDate: null, lot: null }
  const { lines } = withWaiting(document, [count({ good: 7, defective: 2 })])
  expect(sharesOf(lines, { boxId: null, productId: BOLT, ...none }, 3)).toEqual([
    { lineId: 11, quantity: 1 },
    { lineId: 21, quantity: 2 },
  ])
  expect(sharesOf(lines, { boxId: null, productId: SCREW, ...none }, 3)).toEqual([{ lineId: 0, quantity: 3 }])
  expect(gotIn(lines, 1)).toEqual({ got: 9, expected: 15, missing: 6 })
  const over = withWaiting(document, [count({ good: 12 })]).lines
  expect(gotIn(over, 1)).toEqual({ got: 12, expected: 15, missing: 5 })
})

test('the received quantity of a product includes damaged pieces, and unexpected ones only separately', () => {
  const { lines } = withWaiting(document, [count({ good: 2, defective: 1 })])
  const beside = { ...line(31, 1, BOLT, 0), good: 9, isExtra: true }
  const standing = { expected: 10, got: 3, isKnown: true, isExtra: false }
  expect(standingOf({ lines }, 1, BOLT)).toEqual(standing)
  expect(standingOf({ lines: [...lines, beside] }, 1, BOLT)).toEqual(standing)
  expect(standingOf({ lines: [beside] }, 1, BOLT)).toEqual({
    expected: 0,
    got: 9,
    isKnown: true,
    isExtra: true,
  })
  expect(standingOf({ lines }, null, BOLT)).toEqual({ ...standing, expected: 14 })
  expect(standingOf({ lines }, 2, NUT)).toEqual({ expected: 0, got: 0, isKnown: false, isExtra: false })
})

test('codes and dates are parsed in any spelling', () => {
  const product = { sku: 'BOLT', barcodes: [] } as unknown as InboundProduct
  expect(productIn([product], ' ｂｏｌｔ ')).toEqual({ product, pieces: 1 })
  expect(dayIn(' 270531 ')).toBe('2027-05-31')
  expect(typedDays(' p260101 ', 30)).toEqual({ productionDate: '2026-01-01', expiryDate: '2026-01-31' })
  expect(
    announcedFacts(
      { lines: [{ ...line(1, 1, BOLT, 1), productionDate: '2026-01-01' as never }] },
      null,
      BOLT,
      noFacts,
    ),
  ).toEqual(noFacts)
})

test('one product with a difference is enough to require a reason, even if others are only damaged', () => {
  const lines = [
    { ...line(1, null, BOLT, 5), good: 4, defective: 1 },
    { ...line(2, null, NUT, 5), good: 2, defective: 1 },
  ]
  expect(differencesOf({ lines })).toHaveLength(2)
  expect(differs({ lines })).toBe(true)
  expect(differs({ lines: lines.slice(0, 1) })).toBe(false)
  expect(colourOf({ ...line(1, 1, BOLT, 10), good: 6, defective: 4 })).toBe('full')
})

test('a box is full once every line is, and pieces are removed from the line they filled', () => {
  const first = withWaiting(document, [count({ boxId: null, good: 10 })])
  expect(first.boxes[0]?.status).toBe('expected')
  const loose = count({ boxId: null, good: 2, took: [{ lineId: 21, quantity: 2 }] })
  expect(figures(withWaiting(document, [undo(loose)]))).toEqual([
    [0, 0],
    [0, 0],
    [-2, 0],
  ])
})
