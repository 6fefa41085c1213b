import { describe, expect, test } from 'vitest'
import type { Text } from '../../platform/text/text.ts'
import { fill } from '../../platform/text/text.ts'
import { anOrder, aProduct, atWork, goods, places } from '../../testing/paper-order.ts'
import {
  type Answer,
  afterRefusal,
  type Event,
  type FoundOrder,
  keptWork,
  noWork,
  type Operation,
  type Outcome,
  remember,
  resumedWork,
  step,
  undo,
  type Work,
  whyNotThere,
} from './receive-flow.ts'
import type { CountScan, InboundDocument } from './scanning.ts'
import { receiveText } from './text.ts'

const twoBoxes = [
  { sku: 'BOLT', expected: 24, boxNo: 'B1' },
  { sku: 'BOLT', expected: 24, boxNo: 'B2' },
] as const
const good = ({ lines }: { lines: readonly { good: number }[] }) => lines.map((line) => line.good)

test('a box that was counted short stays short when it is scanned again', async () => {
  const { station, paper, replies } = await atWork(anOrder(twoBoxes))
  await station.scan('A-01')
  await station.happen({ kind: 'mode' })
  await station.scan('B1')
  await station.scan('BOLT', { times: 20 })
  await station.scan('B1')
  // Twenty of twenty-four must not show success.
  expect(station.newest).toEqual({ tone: 'warning', code: 'B1', words: 'Box counted: 20 of 24, 4 short' })
  await station.happen({ kind: 'mode' })
  await station.scan('B2')
  expect(station.newest).toEqual({
    tone: 'warning',
    code: 'B2',
    words: 'Whole box, 2/2; other boxes 4 short',
  })
  replies.push({ kind: 'no' })
  await station.scan('B1')
  expect(station.asked).toMatchObject([
    { need: 'rest', words: 'Box B1 was already received: 20 of 24, 4 short (–)' },
  ])
  expect(station.newest).toEqual({ tone: 'warning', code: 'B1', words: 'Unchanged: 20 of 24' })
  await station.send()
  expect([good(paper.document), paper.document.status]).toEqual([[20, 24], 'receiving'])

  // Adding needs an explicit confirmation, and then closes the order.
  replies.push({ kind: 'yes' })
  await station.scan('B1')
  await station.send()
  expect([good(paper.document), paper.document.status]).toEqual([[24, 24], 'complete'])
})

test('a complete box is not received twice, and the box count never exceeds the total', async () => {
  const { station } = await atWork(anOrder(twoBoxes))
  await station.scan('A-01')
  for (const box of ['B1', 'B1', 'B2', 'B2']) await station.scan(box)
  expect(station.said.slice(1).map(({ tone, words }) => [tone, words])).toEqual([
    ['ok', 'Whole box, 1/2'],
    ['error', 'Already received: 24 of 24 (–)'],
    ['step', 'Whole box, 2/2'],
    ['error', 'Already received: 24 of 24 (–)'],
  ])
})

test('a box can be reopened to count more of it', async () => {
  const { station, replies } = await atWork(anOrder(twoBoxes), [{ kind: 'pieces' }])
  await station.scan('A-01')
  await station.happen({ kind: 'mode' })
  await station.scan('B1')
  await station.scan('BOLT', { times: 20 })
  await station.happen({ kind: 'mode' })
  expect(station.newest).toMatchObject({ tone: 'warning', words: 'Box counted: 20 of 24, 4 short' })
  await station.scan('B1')
  expect(station.newest).toEqual({ tone: 'step', code: 'B1', words: 'Opened: 4 pieces expected' })
  await station.scan('BOLT', { times: 4 })
  expect([station.newest?.words, replies]).toEqual(['complete: 24', []])
})

test('receiving all as expected leaves a box short that was counted short', async () => {
  const { station, paper } = await atWork(anOrder(twoBoxes), [{ kind: 'yes' }])
  await station.scan('A-01')
  await station.happen({ kind: 'mode' })
  await station.scan('B1')
  await station.scan('BOLT', { times: 20 })
  await station.happen({ kind: 'whole' })
  expect(station.asked[0]?.words).toBe('Receive the remaining 24 as expected?')
  await station.send()
  expect(good(paper.document)).toEqual([20, 24])
})

test('one confirmation of an excess covers the total it was given for', async () => {
  const { station, paper, replies } = await atWork(anOrder([{ sku: 'BOLT', expected: 24 }]), [
    { kind: 'yes' },
  ])
  await station.scan('A-01')
  await station.scan('BOLT', { times: 24 })
  await station.scan('BOLT')
  replies.push({ kind: 'no' })
  await station.scan('BOLT', { times: 500 })
  expect(station.asked.map(({ words }) => words)).toEqual([
    'BOLT exceeds the expected quantity: 25/24. Receive it anyway?',
    'BOLT exceeds the expected quantity: 525/24. Receive it anyway?',
  ])
  expect(station.newest).toEqual({ tone: 'warning', code: 'BOLT', words: 'Not counted. Put it aside.' })
  await station.send()
  expect(good(paper.document)).toEqual([25])
  // Undone and counted again, it needs another confirmation: the one before was undone with it.
  await station.undo()
  replies.push({ kind: 'yes' })
  await station.scan('BOLT')
  await station.send()
  expect([good(paper.document), station.asked.length]).toEqual([[25], 3])
})

const twoStep = { receiveOneStep: false }
const dates = ['2027-12-31', '2028-01-31'] as const

test('a putaway takes the batch whose expiry date was scanned, and asks where several wait', async () => {
  const { station, paper, replies } = await atWork(anOrder([{ sku: 'CREAM', expected: 10 }], twoStep))
  for (const expiry of dates) await station.scan('CREAM', { times: 5, expiry })
  await station.send()
  await station.happen({ kind: 'start_putaway' })
  await station.scan('A-01')
  await station.scan('CREAM', { times: 2, expiry: '2028-01-31' })
  replies.push({ text: '20290101' }, { text: 'CREAM', expiry: '2028-01-31' })
  await station.scan('CREAM', { times: 1 })
  expect(station.asked[0]?.words).toBe('Several batches of CREAM are pending putaway. Which one?')
  expect(station.said.at(-2)?.words).toBe('This batch of CREAM is not pending putaway: Expiry 2029-01-01')
  await station.scan('CREAM', { expiry: '2026-01-01' })
  expect(station.newest).toMatchObject({
    tone: 'error',
    words: 'This batch of CREAM is not pending putaway: Expiry 2026-01-01',
  })
  await station.send()
  expect([...paper.stock]).toEqual([
    ['RECV|2|2027-12-31|good', 5],
    ['RECV|2|2028-01-31|good', 2],
    ['A-01|2|2028-01-31|good', 3],
  ])
  // One batch of a date left: a plain code means all of it.
  replies.push({ kind: 'batch', batch: { expiryDate: '2028-01-31', lot: null } })
  await station.scan('CREAM')
  await station.scan('CREAM')
  expect(station.newest).toMatchObject({ tone: 'step', words: '5 → A-01' })
})

test('a putaway takes the lot that was scanned, and asks where several wait', async () => {
  const { station, paper, replies } = await atWork(anOrder([{ sku: 'PILLS', expected: 10 }], twoStep))
  for (const lot of ['A', 'B']) await station.scan('PILLS', { times: 5, lot })
  await station.send()
  await station.happen({ kind: 'start_putaway' })
  await station.scan('A-01')
  await station.scan('PILLS', { times: 2, lot: 'B' })
  replies.push({ text: 'C' }, { text: 'b' })
  await station.scan('PILLS', { times: 1 })
  expect(station.asked[0]).toMatchObject({ need: 'batch' })
  expect(station.said.at(-2)?.words).toBe('This batch of PILLS is not pending putaway: Lot C')
  await station.scan('PILLS', { lot: 'C' })
  expect(station.newest).toMatchObject({ tone: 'error' })
  await station.send()
  expect([...paper.stock]).toEqual([
    ['RECV|4|null/A|good', 5],
    ['RECV|4|null/B|good', 2],
    ['A-01|4|null/B|good', 3],
  ])
})

const lotted = aProduct(4, 'PILLS', { lotManaged: true, expiryManaged: true, shelfLifeDays: 365 })

test('goods that need date and lot require both, and one GS1 code provides both', async () => {
  const order = anOrder([{ sku: 'PILLS', expected: 9 }], { ...twoStep, products: [lotted] })
  const { station, paper, replies } = await atWork(order)
  replies.push({ text: '20271231' }, { text: 'PILLS' }, { text: 'a b' }, { text: 'a-1' })
  await station.scan('PILLS')
  expect(station.asked.map(({ need, words }) => [need, words])).toEqual([
    ['days', 'Expiry date of PILLS?'],
    ['lot', 'Lot number of PILLS?'],
    ['lot', 'Lot number of PILLS?'],
    ['lot', 'Lot number of PILLS?'],
  ])
  // The same goods need no further question; another lot needs its own date.
  await station.scan('PILLS')
  replies.push({ text: 'PILLS', expiry: '2028-01-31', lot: 'B' })
  await station.scan('PILLS', { lot: 'B' })
  await station.scan('PILLS', { lot: 'C', expiry: '2028-02-29' })
  expect(station.asked).toHaveLength(5)
  await station.send()
  expect([...paper.stock]).toEqual([
    ['RECV|4|2027-12-31/A-1|good', 2],
    ['RECV|4|2028-01-31/B|good', 1],
    ['RECV|4|2028-02-29/C|good', 1],
  ])
  // One date, two lots: the date alone is ambiguous.
  await station.happen({ kind: 'start_putaway' })
  await station.scan('A-01')
  await station.scan('PILLS', { lot: 'B' })
  expect(station.newest).toMatchObject({ words: '1 → A-01' })
})

test('a date on the label narrows the batches to choose from', async () => {
  const order = anOrder([{ sku: 'PILLS', expected: 9 }], { ...twoStep, products: [lotted] })
  const { station, replies } = await atWork(order)
  for (const lot of ['A', 'B']) await station.scan('PILLS', { lot, expiry: '2027-12-31' })
  await station.scan('PILLS', { lot: 'C', expiry: '2028-12-31' })
  await station.send()
  await station.happen({ kind: 'start_putaway' })
  await station.scan('A-01')
  replies.push({ text: '20271231' }, { kind: 'batch', batch: { expiryDate: '2027-12-31', lot: 'B' } })
  await station.scan('PILLS', { expiry: '2027-12-31' })
  expect(station.said.at(-2)).toMatchObject({ tone: 'error', words: 'Several batches match. Select one.' })
  expect(station.newest).toMatchObject({ words: '1 → A-01' })
  await station.scan('PILLS', { expiry: '2028-12-31' })
  expect([station.newest?.words, station.asked.length]).toEqual(['1 → A-01', 2])
})

test('undo forgets the lot that was entered with the scan, before and after a reload', async () => {
  const { station, paper, replies } = await atWork(anOrder([{ sku: 'PILLS', expected: 9 }], twoStep))
  replies.push({ text: 'WRONG' })
  await station.scan('PILLS')
  await station.undo()
  replies.push({ text: 'A' })
  await station.scan('PILLS')
  // The lot of the scan before it still applies.
  await station.scan('PILLS')
  await station.undo()
  await station.scan('PILLS')
  expect(station.asked.map(({ reply }) => reply)).toEqual([{ text: 'WRONG' }, { text: 'A' }])
  await station.send()
  await station.reload()
  await station.undo()
  await station.scan('PILLS')
  await station.undo()
  await station.undo()
  replies.push({ text: 'B' })
  await station.scan('PILLS', { times: 2 })
  await station.send()
  expect([station.asked.length, [...paper.stock]]).toEqual([3, [['RECV|4|null/B|good', 2]]])
})

test('undo forgets what was confirmed: a surplus, and why unexpected goods were accepted', async () => {
  const { station, replies } = await atWork(anOrder([{ sku: 'BOLT', expected: 2 }], twoStep))
  const why = { kind: 'reason', reason: receiveText.sentByMistake } as const
  for (const isSent of [false, true]) {
    replies.push({ kind: 'yes' })
    await station.scan('BOLT', { times: 3 })
    if (isSent) await station.send()
    await station.undo()
    replies.push(why)
    await station.scan('SCREW')
    if (isSent) await station.send()
    await station.undo()
  }
  replies.push(why)
  await station.scan('SCREW')
  expect(station.asked.map(({ need }) => need)).toEqual(['over', 'reason', 'over', 'reason', 'reason'])
  expect(station.queue.at(-1)?.scan).toMatchObject({ kind: 'count', remark: receiveText.sentByMistake.en_US })
})

test('a lot that is complete is not assumed for further goods while another expected lot is open', async () => {
  const lots = [
    { sku: 'PILLS', expected: 3, boxNo: 'B1', lot: 'A' },
    { sku: 'PILLS', expected: 3, boxNo: 'B1', lot: 'B' },
  ] as const
  const { station, paper, replies } = await atWork(anOrder(lots, twoStep), [{ text: 'A' }])
  await station.happen({ kind: 'mode' })
  await station.scan('B1')
  await station.scan('PILLS')
  await station.scan('PILLS')
  // Three more do not fit into the lot, so some of them may be of the other.
  replies.push({ kind: 'no' })
  await station.scan('PILLS', { times: 3 })
  await station.scan('PILLS')
  replies.push({ text: 'B' })
  for (const _ of lots) await station.scan('PILLS')
  expect(station.asked.map(({ need }) => need)).toEqual(['lot', 'lot', 'lot'])
  // A code that names the lot needs no question.
  await station.scan('PILLS', { lot: 'B' })
  await station.send()
  expect([...paper.stock]).toEqual([
    ['RECV|4|null/A|good', 3],
    ['RECV|4|null/B|good', 3],
  ])
  // With no other lot open, more of the same are a surplus, which has its own question.
  replies.push({ kind: 'yes' })
  await station.scan('PILLS')
  expect(station.asked.map(({ need }) => need).slice(3)).toEqual(['over'])
})

test('a whole box asks for the lot the order does not state', async () => {
  const boxes = [
    { sku: 'PILLS', expected: 4, boxNo: 'B1', lot: 'A' },
    { sku: 'PILLS', expected: 3, boxNo: 'B2' },
  ] as const
  const { station, paper, replies } = await atWork(anOrder(boxes, twoStep), [{ text: 'b1' }, { text: 'b' }])
  await station.scan('B1')
  await station.scan('B2')
  expect([station.asked.map(({ need }) => need), replies]).toEqual([['lot', 'lot'], []])
  await station.send()
  expect([...paper.stock]).toEqual([
    ['RECV|4|null/A|good', 4],
    ['RECV|4|null/B|good', 3],
  ])
})

test('a carton code puts away as many pieces as it holds, and never more than wait', async () => {
  const { station } = await atWork(anOrder([{ sku: 'BOLT', expected: 13 }], twoStep))
  await station.scan('BOLT', { times: 13 })
  await station.send()
  await station.happen({ kind: 'start_putaway' })
  await station.scan('CARTON', { times: 1 })
  expect(station.newest).toMatchObject({ tone: 'error', words: 'Put away: scan the bin' })
  await station.scan('A-01')
  await station.scan('CARTON', { times: 2 })
  expect(station.newest).toMatchObject({ tone: 'ok', words: '12 → A-01' })
  await station.scan('CARTON', { times: 1 })
  expect(station.newest).toMatchObject({ tone: 'error', words: 'Only 1 of BOLT pending putaway' })
  await station.scan('BOLT', { times: 1 })
  expect(station.newest).toMatchObject({ tone: 'step', words: '1 → A-01' })
})

test.each([
  ['D-01', 'This bin is for defective goods. Scan a bin for good stock.'],
  ['RECV', 'This is the receiving area, where the goods already are. Scan a storage bin.'],
  ['OFF', 'This bin is disabled. Scan another bin.'],
  ['X-01', 'This bin contains goods of OTHER and doesn’t allow mixing. Scan another bin.'],
  ['PACK', 'This bin doesn’t accept incoming goods. Scan a receiving or storage bin.'],
])('during putaway, bin %s is refused when it is scanned', async (bin, words) => {
  const { station } = await atWork(anOrder([{ sku: 'BOLT', expected: 2 }], twoStep))
  await station.scan('BOLT')
  await station.send()
  await station.happen({ kind: 'start_putaway' })
  await station.scan(bin)
  expect([station.newest, station.work.bin]).toEqual([{ tone: 'error', code: bin, words }, undefined])
})

test('a bin that does not accept incoming goods is refused, and the question stays open', async () => {
  const replies = [{ text: 'D-01' }, { text: 'NOWHERE' }, { text: 'X-01' }, { text: 'A-02' }]
  const { station, paper } = await atWork(anOrder([{ sku: 'BOLT', expected: 2 }]), replies)
  await station.scan('BOLT')
  await station.send()
  expect([...paper.stock]).toEqual([['A-02|1|null|good', 1]])
})

test('in a two-step warehouse, a bin scanned while counting explains why it is not used', async () => {
  const { station } = await atWork(anOrder([{ sku: 'BOLT', expected: 2 }], twoStep))
  await station.scan('A-01')
  expect([station.newest?.tone, station.work.bin]).toEqual(['warning', undefined])
  expect(station.newest?.words).toContain('this bin was not used')
})

const creamBox = [
  { sku: 'CREAM', expected: 6, boxNo: 'B1' },
  { sku: 'BOLT', expected: 2, boxNo: 'B1' },
] as const

test('a whole box of goods without a date asks for the date, online or offline', async () => {
  const { station, paper } = await atWork(anOrder(creamBox), [
    { kind: 'no' },
    { text: '20300230' },
    { text: '20271231' },
  ])
  await station.scan('A-01')
  station.isCut = true
  await station.scan('B1')
  expect(station.newest).toMatchObject({ tone: 'warning', words: 'Unchanged: 0 of 8' })
  await station.scan('B1')
  expect(station.asked.map(({ need }) => need)).toEqual(['days', 'days', 'days'])
  station.isCut = false
  await station.send()
  expect([...paper.stock]).toEqual([
    ['A-01|2|2027-12-31|good', 6],
    ['A-01|1|null|good', 2],
  ])
  expect(station.queue).toEqual([])
})

test('what a client-side rule forbids is never shown as done', async () => {
  const off = aProduct(goods.BOLT.id, 'BOLT', { isEnabled: false })
  const { station } = await atWork(anOrder(creamBox, { products: [off, goods.CREAM] }))
  await station.scan('A-01')
  station.isCut = true
  await station.scan('B1')
  expect(station.newest).toMatchObject({ tone: 'error', words: 'Product BOLT is disabled' })
  await station.happen({ kind: 'mode' })
  await station.scan('BOLT')
  expect([station.newest?.tone, station.queue]).toEqual(['error', []])
})

test('an unknown label is a box in whole-box mode, and undo does not affect the good ones', async () => {
  const { station, paper, replies } = await atWork(anOrder(twoBoxes), [{ kind: 'no' }])
  await station.scan('A-01')
  await station.scan('B1')
  await station.scan('STRANGE-1')
  expect(station.asked).toMatchObject([{ need: 'stranger' }])
  expect(station.newest).toEqual({ tone: 'warning', code: 'STRANGE-1', words: 'Not received' })
  replies.push({ kind: 'extra' })
  await station.send()
  await station.scan('STRANGE-1')
  expect(station.work).toMatchObject({ way: 'piece', boxId: 3 })
  await station.undo()
  expect(station.newest).toMatchObject({ tone: 'error', words: expect.stringContaining('STRANGE-1') })
  await station.undo()
  await station.send()
  expect(good(paper.document)).toEqual([24, 0])
})

describe('a label that is not a box of this order', () => {
  const found = (id: number, over: Partial<FoundOrder> = {}): FoundOrder => ({
    id,
    inboundNo: `IB-${id}`,
    status: 'receiving',
    inboundType: 'standard',
    customerCode: 'OTHER',
    customerName: 'Other',
    mark: 'box',
    boxId: 9,
    boxNo: 'X-1',
    reopensItself: false,
    ...over,
  })
  const document = anOrder(twoBoxes)
  const scene = {
    document,
    products: document.products,
    may: () => true,
    missing: () => '',
    language: 'en_US',
  } as const
  const atBoxes = { ...noWork, way: 'box' } as const
  const met = (others: FoundOrder[]) => step(atBoxes, scene, { kind: 'stranger', code: 'X-1', others }, 'one')
  const choicesOf = ({ effects }: Outcome) =>
    effects.flatMap((effect) => (effect.do === 'ask' ? effect.question.choices : []))
  const choose = (outcome: Outcome, kind: Answer['kind']) => {
    const answer = choicesOf(outcome).find((choice) => choice.answer.kind === kind)?.answer
    if (!answer) throw new Error(`no choice ${kind}`)
    return step(outcome.work, scene, { kind: 'answer', answer }, 'two')
  }

  test('nor of another order can become an extra box, be set aside or be skipped', () => {
    const input = met([])
    expect(choicesOf(input).map(({ answer, command }) => [answer.kind, command])).toEqual([
      ['extra', 'ok'],
      ['aside', 'next'],
      ['no', 'undo'],
    ])
    expect(choose(input, 'extra')).toMatchObject({
      work: { asking: undefined },
      effects: [{ do: 'add_box', inboundId: document.id, boxNo: 'X-1', inboundNo: 'IB-1' }],
    })
    expect(choose(input, 'aside')).toMatchObject({
      work: { asking: undefined },
      effects: [{ do: 'put_aside', code: 'X-1' }],
    })
    expect(choose(input, 'no').effects).toMatchObject([{ do: 'say', tone: 'warning', code: 'X-1' }])
  })

  test('but of other orders: the first three can be opened, and it cannot be an extra box here', () => {
    const input = met([2, 3, 4, 5].map((id) => found(id)))
    expect(choicesOf(input).map(({ answer, command }) => [answer, command])).toEqual([
      [{ kind: 'open', id: 2 }, 'ok'],
      [{ kind: 'open', id: 3 }, undefined],
      [{ kind: 'open', id: 4 }, undefined],
      [{ kind: 'aside' }, 'next'],
      [{ kind: 'no' }, 'undo'],
    ])
    const [question] = input.effects
    expect(question).toMatchObject({
      question: { tone: 'error', text: { en_US: expect.stringContaining('IB-2') } },
    })
    expect(choose(input, 'open')).toMatchObject({
      work: { asking: undefined },
      effects: [{ do: 'open', id: 2, code: 'X-1' }],
    })
  })

  test('is offered as an extra box if another order has it as a number and not as a box', () => {
    expect(choicesOf(met([found(2, { mark: 'tracking', boxNo: null, boxId: null })]))[0]?.answer).toEqual({
      kind: 'extra',
    })
  })

  test('becomes an extra box of the order that is scanned next, including this one, but not of a draft', () => {
    const input = met([])
    const scanned = (orders: FoundOrder[]) =>
      step(input.work, scene, { kind: 'orders', orders, code: 'NO' }, 'two')
    const whole = { boxNo: null, boxId: null, mark: 'inbound_no' } as const
    expect(scanned([found(7, whole)]).effects).toEqual([
      { do: 'add_box', inboundId: 7, boxNo: 'X-1', inboundNo: 'IB-7' },
    ])
    expect(scanned([found(document.id, whole)]).effects).toMatchObject([{ inboundId: document.id }])
    for (const orders of [[], [found(7)], [found(7, { ...whole, status: 'draft' })]])
      expect(scanned(orders)).toMatchObject({ work: input.work, effects: [{ do: 'say', tone: 'error' }] })
  })
})

test('undo reverses the last action, also after a reload', async () => {
  const { station, paper } = await atWork(anOrder(twoBoxes))
  await station.scan('A-01')
  await station.scan('B1')
  await station.send()
  await station.scan('A-02')
  await station.happen({ kind: 'mode' })
  await station.scan('B2')
  await station.scan('BOLT')
  await station.reload()
  await station.undo()
  expect([station.work.boxId, station.newest?.words]).toEqual([2, 'Undone'])
  await station.undo()
  expect([station.work.boxId, station.newest?.words]).toEqual([null, 'Undone: box B2'])
  await station.undo()
  expect(station.work.way).toBe('box')
  await station.undo()
  expect(station.work.bin?.locationCode).toBe('A-01')
  await station.send()
  expect(good(paper.document)).toEqual([24, 0])
  await station.undo()
  await station.send()
  expect(good(paper.document)).toEqual([0, 0])
  await station.undo()
  await station.undo()
  expect(station.newest).toEqual({ tone: 'warning', code: '', words: 'Nothing to undo' })
})

test('a question never sounds like success', async () => {
  const { station, paper } = await atWork(anOrder([{ sku: 'BOLT', expected: 1, boxNo: 'B1' }]), [
    { kind: 'no' },
    { text: 'A-01' },
    { kind: 'reason', reason: { zh_CN: '', en_US: 'forgotten' } },
  ])
  await station.scan('B1')
  await station.scan('B1')
  await station.happen({ kind: 'mode' })
  await station.scan('SCREW')
  await station.send()
  expect(station.asked.map(({ need }) => need)).toEqual(['bin', 'bin', 'reason'])
  expect(good(paper.document)).toEqual([1, 1])
})

test('an extra box starts with good pieces, whatever was counted before', () => {
  const document = anOrder(twoBoxes)
  const work = { ...noWork, isDamaged: true, productId: goods.BOLT.id }
  const event = { kind: 'box_added', boxId: 9, code: 'X1' } as const
  const scene = { document, products: [], may: () => true, missing: String, language: 'en_US' as const }
  const { work: now } = step(work, scene, event, 'x')
  expect(now).toMatchObject({ boxId: 9, isDamaged: false, productId: null })
})

describe('one event', () => {
  const A1 = { locationId: 1, locationCode: 'A-01' }
  const A2 = { locationId: 2, locationCode: 'A-02' }
  /** Two boxes of 24, with this many counted. */
  const withGot = (got: number, over: Partial<InboundDocument> = {}) => {
    const order = anOrder(twoBoxes, over)
    const lines = order.lines.map((line, i) => ({ ...line, good: i === 0 ? got : 0 }))
    return { ...order, lines }
  }
  const sceneOf = (document: InboundDocument) =>
    ({ document, products: document.products, may: () => true, missing: String, language: 'en_US' }) as const
  /** Damaged bolts of the first box are being counted. */
  const busy: Work = { ...noWork, boxId: 1, bin: A1, isDamaged: true, productId: goods.BOLT.id }
  const hands = { way: 'piece', boxId: 1, bin: A1, isDamaged: true } as const
  const said = (tone: string, code: string, text: Text) => [{ do: 'say', tone, code, text }]
  const short = fill(receiveText.boxShort, { got: 20, expected: 24, missing: 4 })

  const moves: [string, Work, InboundDocument, Event, Partial<Work>, Text, unknown[]][] = [
    [
      'a bin',
      busy,
      withGot(20),
      { kind: 'bin', bin: A2 },
      { bin: A2 },
      receiveText.undoBin,
      said('ok', 'A-02', receiveText.binSet),
    ],
    [
      'the mode, out of a short box',
      busy,
      withGot(20),
      { kind: 'mode' },
      { way: 'box', boxId: null, isDamaged: false },
      receiveText.undoMode,
      said('warning', 'B1', short),
    ],
    [
      'the mode, one piece short',
      busy,
      withGot(23),
      { kind: 'mode' },
      { way: 'box', boxId: null, isDamaged: false },
      receiveText.undoMode,
      said('warning', 'B1', fill(receiveText.boxShort, { got: 23, expected: 24, missing: 1 })),
    ],
    [
      'the mode, out of a full box',
      busy,
      withGot(24),
      { kind: 'mode' },
      { way: 'box', boxId: null, isDamaged: false },
      receiveText.undoMode,
      [],
    ],
    [
      'the mode, out of no box',
      { ...busy, way: 'box', boxId: null },
      withGot(20),
      { kind: 'mode' },
      { isDamaged: false },
      receiveText.undoMode,
      [],
    ],
    [
      'damaged, from whole boxes',
      { ...busy, way: 'box', isDamaged: false },
      withGot(20),
      { kind: 'damaged' },
      {},
      receiveText.undoDamaged,
      [],
    ],
    [
      'damaged, again',
      busy,
      withGot(20),
      { kind: 'damaged' },
      { isDamaged: false },
      receiveText.undoDamaged,
      [],
    ],
    [
      'the end of a short box',
      busy,
      withGot(20),
      { kind: 'finish_box' },
      { boxId: null, productId: null },
      fill(receiveText.undoBox, { box: 'B1' }),
      said('warning', 'B1', short),
    ],
    [
      'the end of a full box',
      busy,
      withGot(24),
      { kind: 'finish_box' },
      { boxId: null, productId: null },
      fill(receiveText.undoBox, { box: 'B1' }),
      said('step', 'B1', fill(receiveText.boxDone, { got: 24, expected: 24 })),
    ],
    [
      'the end of a box with too many',
      busy,
      withGot(26),
      { kind: 'finish_box' },
      { boxId: null, productId: null },
      fill(receiveText.undoBox, { box: 'B1' }),
      said('warning', 'B1', fill(receiveText.boxOver, { got: 26, expected: 24, over: 2 })),
    ],
    [
      'the open box, scanned again',
      busy,
      withGot(24),
      { kind: 'box', boxId: 1, code: 'b1' },
      { boxId: null, productId: null },
      fill(receiveText.undoBox, { box: 'B1' }),
      said('step', 'B1', fill(receiveText.boxDone, { got: 24, expected: 24 })),
    ],
    [
      'the next box, while one is short',
      busy,
      withGot(20),
      { kind: 'box', boxId: 2, code: 'b2' },
      { boxId: 2, productId: null },
      fill(receiveText.undoBox, { box: 'B2' }),
      said('warning', 'b2', fill(receiveText.boxOpenAfter, { pieces: 24, box: 'B1', missing: 4 })),
    ],
    [
      'the next box, after one that is one short',
      busy,
      withGot(23),
      { kind: 'box', boxId: 2, code: 'b2' },
      { boxId: 2, productId: null },
      fill(receiveText.undoBox, { box: 'B2' }),
      said('warning', 'b2', fill(receiveText.boxOpenAfter, { pieces: 24, box: 'B1', missing: 1 })),
    ],
    [
      'the next box, after one with too many',
      busy,
      withGot(26),
      { kind: 'box', boxId: 2, code: 'b2' },
      { boxId: 2, productId: null },
      fill(receiveText.undoBox, { box: 'B2' }),
      said('step', 'b2', fill(receiveText.boxOpen, { pieces: 24 })),
    ],
    [
      'the first box',
      { ...busy, boxId: null },
      withGot(0),
      { kind: 'box', boxId: 1, code: 'b1' },
      { boxId: 1, productId: null },
      fill(receiveText.undoBox, { box: 'B1' }),
      said('step', 'b1', fill(receiveText.boxOpen, { pieces: 24 })),
    ],
    [
      'the putaway, out of a short box',
      busy,
      withGot(20),
      { kind: 'start_putaway' },
      { way: 'putaway', boxId: null, bin: undefined, isDamaged: false },
      receiveText.undoMode,
      [...said('warning', 'B1', short), { do: 'suggest_next' }],
    ],
    [
      'counting, after a putaway, of an order with boxes',
      { ...busy, way: 'putaway' },
      withGot(20),
      { kind: 'back_to_counting' },
      { way: 'box', bin: undefined },
      receiveText.undoMode,
      [],
    ],
    [
      'counting, after a putaway, of an order without boxes',
      { ...busy, way: 'putaway' },
      anOrder([{ sku: 'BOLT', expected: 1 }]),
      { kind: 'back_to_counting' },
      { way: 'piece', bin: undefined },
      receiveText.undoMode,
      [],
    ],
    [
      'a receiving place',
      busy,
      withGot(20),
      {
        kind: 'place',
        place: { ...A2, purpose: 'receiving', quality: 'good', isEnabled: true, otherCustomer: null },
        code: 'a2',
      },
      { bin: { ...A2, isReceiving: true } },
      receiveText.undoBin,
      said('warning', 'A-02', receiveText.binWaits),
    ],
    [
      'a storage place',
      busy,
      withGot(20),
      {
        kind: 'place',
        place: { ...A2, purpose: 'storage', quality: 'good', isEnabled: true, otherCustomer: null },
        code: 'a2',
      },
      { bin: A2 },
      receiveText.undoBin,
      said('ok', 'A-02', receiveText.binSet),
    ],
  ]
  test.each(moves)(
    'that changes the state can be undone: %s',
    (_, work, document, event, change, text, effects) => {
      const outcome = step(work, sceneOf(document), event, 'new')
      const { way, boxId, bin, isDamaged } = work
      const before = { way, boxId, bin, isDamaged }
      const history = [{ kind: 'moved', id: 'new', inboundId: 1, before, text, seq: 1 }]
      const damagedStays = event.kind === 'damaged' ? { way: 'piece', isDamaged: !isDamaged } : {}
      const toPiece = event.kind === 'mode' && way === 'box' ? { way: 'piece' } : {}
      expect(outcome).toEqual({ work: { ...work, ...toPiece, ...damagedStays, ...change, history }, effects })
      expect(undo(outcome.work)).toMatchObject({
        work: { ...before, history: [] },
        effects: said('warning', '', text),
      })
    },
  )

  test('that cannot be undone says so, and a fixed one stays the last', () => {
    const fixed = step(busy, sceneOf(withGot(0)), { kind: 'fixed', text: receiveText.undoBin }, 'new')
    const entry = { kind: 'fixed', id: 'new', inboundId: 1, before: hands, text: receiveText.undoBin, seq: 1 }
    expect(fixed).toEqual({ work: { ...busy, history: [entry] }, effects: [] })
    const added = step(busy, sceneOf(withGot(0)), { kind: 'box_added', boxId: 9, code: 'X1' }, 'new')
    const text = fill(receiveText.keepsBox, { box: 'X1' })
    expect(added.work.history).toEqual([{ ...entry, text }])
    expect(undo(added.work)).toEqual({ work: added.work, effects: said('error', '', text) })
    const nothing = step({ ...busy, boxId: null }, sceneOf(withGot(0)), { kind: 'finish_box' }, 'new')
    expect(nothing).toEqual({ work: { ...busy, boxId: null }, effects: [] })
  })

  test('goods are refused in whole-box mode, and boxes during putaway', () => {
    const scanned = { code: 'BOLT', times: 1, isCounted: false }
    const product = { kind: 'product', product: goods.SCREW, pieces: 1, scanned } as const
    expect(step({ ...busy, way: 'box' }, sceneOf(withGot(0)), product, 'new')).toEqual({
      work: { ...busy, way: 'box', productId: goods.SCREW.id },
      effects: said('error', 'BOLT', receiveText.scanBoxFirst),
    })
    const putting = { ...busy, way: 'putaway' } as const
    expect(step(putting, sceneOf(withGot(0)), { kind: 'box', boxId: 1, code: 'b1' }, 'new')).toEqual({
      work: putting,
      effects: said('warning', 'b1', receiveText.scanSku),
    })
    // A box that was open when whole-box mode started is received like any other.
    const whole = step(
      { ...busy, way: 'box', isDamaged: false },
      sceneOf(withGot(0)),
      { kind: 'box', boxId: 1, code: 'b1' },
      'new',
    )
    expect(whole.effects).toMatchObject([
      { do: 'put', scan: { kind: 'whole', boxId: 1, code: 'b1', isRest: false } },
    ])
    const all = step({ ...busy, way: 'box', isDamaged: false }, sceneOf(withGot(0)), { kind: 'whole' }, 'new')
    expect(all.effects).toMatchObject([{ do: 'ask', question: { need: 'agree' } }])
    const yes = step(all.work, sceneOf(withGot(0)), { kind: 'answer', answer: { kind: 'yes' } }, 'new')
    expect(yes.effects).toMatchObject([
      { do: 'put', scan: { kind: 'whole', boxId: null, code: 'IB-1', isRest: false } },
    ])
  })

  test('a question for a bin accepts one in a two-step warehouse too', () => {
    const order = withGot(0, twoStep)
    const asked = step(
      { ...busy, boxId: null },
      sceneOf(order),
      { kind: 'place', place: places[0] ?? null, code: 'x' },
      'new',
    )
    expect(asked.effects).toEqual(said('warning', 'A-01', receiveText.binLater))
    const job = { kind: 'whole', boxId: 1, code: 'B1', isRest: false, isAgreed: true, facts: {} } as const
    const open = { ...busy, bin: undefined, asking: { need: 'bin', job } } as const
    const named = step(open, sceneOf(order), { kind: 'place', place: places[0] ?? null, code: 'x' }, 'new')
    expect(named.effects).not.toEqual(said('warning', 'A-01', receiveText.binLater))
    expect(step(open, sceneOf(order), { kind: 'place', place: null, code: 'x' }, 'new').effects).toEqual(
      said('error', 'x', receiveText.noBin),
    )
  })

  test.each([
    ['nothing waits', [], 'good', undefined],
    ['nothing waits', [], 'defective', receiveText.binDamaged],
    ['good pieces wait', ['good'], 'defective', receiveText.binDamaged],
    ['damaged pieces wait', ['defective'], 'good', receiveText.binGood],
    ['both wait', ['good', 'defective'], 'good', undefined],
    ['both wait', ['good', 'defective'], 'defective', undefined],
  ] as const)('while %s (%j), a bin for %s goods', (_, waiting, quality, why) => {
    const place = { ...A1, purpose: 'storage', quality, isEnabled: true, otherCustomer: null } as const
    const pending = waiting.map((quality) => ({
      ...A2,
      batchId: 1,
      productId: 1,
      quality,
      expiryDate: null,
      lot: null,
      quantity: 1,
    }))
    expect(whyNotThere(place, anOrder(twoBoxes, { pending }), 'putaway')).toEqual(why)
    // While counting, pieces go to bins for good stock, whatever waits.
    const counting = quality === 'good' ? undefined : receiveText.binDamaged
    expect(whyNotThere(place, anOrder(twoBoxes, { pending }), 'piece')).toEqual(counting)
  })

  const counted = { kind: 'count', inboundId: 7, inboundNo: 'IB-7', code: 'BOLT' } as CountScan
  const operation = (id: string, seq: number): Operation => ({
    kind: 'scan',
    id,
    inboundId: 7,
    scan: counted,
    before: hands,
    seq,
  })

  test('a scan is undone by one that names it', () => {
    const { work, effects } = undo({ ...noWork, history: [operation('a', 1), operation('b', 2)] })
    expect(work).toMatchObject({ ...hands, history: [operation('a', 1)] })
    const undone = { id: 'b', scan: counted }
    const reverse = { kind: 'undo', inboundId: 7, inboundNo: 'IB-7', code: 'BOLT', undone }
    expect(effects).toEqual([{ do: 'take_back', operation: operation('b', 2), reverse }])
  })

  test('what the server refuses never happened; a refused undo restores the action in its place', () => {
    const work = { ...busy, history: [operation('a', 1), operation('b', 2), operation('c', 3)] }
    expect(afterRefusal(work, 'b', undefined)).toEqual({
      ...busy,
      history: [operation('a', 1), operation('c', 3)],
    })
    // Later actions have the same position and come after it.
    const since = { ...busy, history: [operation('a', 1), operation('c', 2), operation('d', 3)] }
    expect(afterRefusal(since, 'undo of b', operation('b', 2))).toEqual({
      ...busy,
      history: [operation('a', 1), operation('b', 2), operation('c', 2), operation('d', 3)],
    })
  })

  test('the last thirty can be undone, and are stored with the state when the page closes', () => {
    let work: Work = busy
    for (let i = 1; i <= 31; i++)
      work = remember(work, { kind: 'scan', id: `${i}`, inboundId: 7, scan: counted, before: hands })
    expect(work.history.map(({ seq }) => seq)).toEqual(Array.from({ length: 30 }, (_, i) => i + 2))
    expect(keptWork(noWork, undefined)).toBeUndefined()
    expect(keptWork(busy, 7)).toEqual({ inboundId: 7, ...hands, history: [] })
    const kept = keptWork({ ...busy, history: [operation('a', 1), operation('b', 2)] }, undefined)
    expect(kept).toEqual({ inboundId: null, ...hands, history: [operation('a', 1), operation('b', 2)] })
    if (kept) expect(resumedWork(kept, ['a'])).toEqual({ ...noWork, ...hands, history: [operation('b', 2)] })
  })
})
