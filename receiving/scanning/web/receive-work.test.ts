import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { type BatchIdentity, batchName } from '../../../inventory/stock/batches.ts'
import { scanText } from '../../../platform/scanning/web/text.ts'
import { fill, inBoth, say, type Text } from '../../../platform/text/text.ts'
import { language, t } from '../../../platform/text/web/language.tsx'
import { anOrder, aProduct, goods, places } from '../../../testing/paper-order.ts'
import { PaperServer } from '../../../testing/paper-server.ts'
import { type Asked, openBrowsers, ReceivingPage, type Reply } from '../../../testing/web/receiving-page.ts'
import { receivingText } from '../../text.ts'
import type { InboundDocument } from '../scanning.ts'
import { receiveText } from '../text.ts'

openBrowsers()
beforeAll(() => void vi.useFakeTimers({ toFake: ['setTimeout'] }))
afterAll(() => void vi.useRealTimers())

/** The choice with this text or command, or what is scanned or typed. */
type Wanted = 'yes' | 'no' | Text | Exclude<Reply, { choose: string }>

/** A user at an order, and their answers in order. */
async function atWork(document: InboundDocument, replies: Wanted[] = []) {
  const paper = new PaperServer(document, places)
  const reply = ({ words, choices }: Asked): Reply => {
    const next = replies.shift()
    if (!next) throw new Error(`asked: ${words}`)
    if (next !== 'yes' && next !== 'no')
      return typeof next === 'object' && 'zh_CN' in next ? { choose: t(next) } : next
    const command = next === 'yes' ? 'ok' : 'undo'
    return { choose: choices.find((choice) => choice.command === command)?.text ?? next }
  }
  const page = new ReceivingPage(paper.answer, reply)
  onTestFinished(() => page.close())
  await page.open(document.id)
  return { page, paper, replies }
}

const batchOf = (batch: BatchIdentity, count: number) =>
  inBoth((lang) => say(receiveText.batchOf, lang, { batch: batchName(batch)[lang], count }))
const noBatch = (sku: string, batch: BatchIdentity) =>
  t(receiveText.noSuchBatch, { sku, batch: batchName(batch)[language] })

const twoBoxes = [
  { sku: 'BOLT', expected: 24, boxNo: 'B1' },
  { sku: 'BOLT', expected: 24, boxNo: 'B2' },
] as const
const good = ({ lines }: { lines: readonly { good: number }[] }) => lines.map((line) => line.good)

test('a box that was counted short stays short when it is scanned again', async () => {
  const { page, paper, replies } = await atWork(anOrder(twoBoxes))
  await page.scan('A-01')
  await page.press(t(receiveText.byPiece))
  await page.scan('B1')
  await page.scan('BOLT', { times: 20 })
  await page.scan('B1')
  // Twenty of twenty-four must not show success.
  expect(page.newest).toEqual({
    tone: 'warning',
    code: 'B1',
    words: t(receiveText.boxShort, { got: 20, expected: 24, missing: 4 }),
  })
  await page.press(t(receiveText.byBox))
  await page.scan('B2')
  expect(page.newest).toEqual({
    tone: 'warning',
    code: 'B2',
    words: t(receiveText.boxesShort, { done: 2, all: 2, missing: 4 }),
  })
  replies.push('no')
  await page.scan('B1')
  expect(page.asked).toMatchObject([
    {
      need: 'rest',
      words: t(receiveText.askRest, { box: 'B1', got: 20, expected: 24, missing: 4, who: '–' }),
    },
  ])
  expect(page.newest).toEqual({
    tone: 'warning',
    code: 'B1',
    words: t(receiveText.boxLeft, { got: 20, expected: 24 }),
  })
  await page.send()
  expect([good(paper.document), paper.document.status]).toEqual([[20, 24], 'receiving'])

  // Adding needs an explicit confirmation, and then closes the order.
  replies.push('yes')
  await page.scan('B1')
  await page.send()
  expect([good(paper.document), paper.document.status]).toEqual([[24, 24], 'complete'])
})

test('a complete box is not received twice, and the box count never exceeds the total', async () => {
  const { page } = await atWork(anOrder(twoBoxes))
  await page.scan('A-01')
  for (const box of ['B1', 'B1', 'B2', 'B2']) await page.scan(box)
  expect(page.said.slice(1).map(({ tone, words }) => [tone, words])).toEqual([
    ['ok', t(receiveText.boxTaken, { done: 1, all: 2 })],
    ['error', t(receiveText.boxTwice, { got: 24, expected: 24, who: '–' })],
    ['step', t(receiveText.boxTaken, { done: 2, all: 2 })],
    ['error', t(receiveText.boxTwice, { got: 24, expected: 24, who: '–' })],
  ])
})

test('a box can be reopened to count more of it', async () => {
  const { page, replies } = await atWork(anOrder(twoBoxes), [receiveText.countMore])
  await page.scan('A-01')
  await page.press(t(receiveText.byPiece))
  await page.scan('B1')
  await page.scan('BOLT', { times: 20 })
  await page.press(t(receiveText.byBox))
  expect(page.newest).toMatchObject({
    tone: 'warning',
    words: t(receiveText.boxShort, { got: 20, expected: 24, missing: 4 }),
  })
  await page.scan('B1')
  expect(page.newest).toEqual({ tone: 'step', code: 'B1', words: t(receiveText.boxOpen, { pieces: 4 }) })
  await page.scan('BOLT', { times: 4 })
  expect([page.newest?.words, replies]).toEqual([t(receiveText.lineFull, { expected: 24 }), []])
})

test('receiving all as expected leaves a box short that was counted short', async () => {
  const { page, paper } = await atWork(anOrder(twoBoxes), ['yes'])
  await page.scan('A-01')
  await page.press(t(receiveText.byPiece))
  await page.scan('B1')
  await page.scan('BOLT', { times: 20 })
  await page.press(t(receiveText.wholeDocument))
  expect(page.asked[0]?.words).toBe(t(receiveText.askWhole, { pieces: 24 }))
  await page.send()
  expect(good(paper.document)).toEqual([20, 24])
})

test('one confirmation of an excess covers the total it was given for', async () => {
  const { page, paper, replies } = await atWork(anOrder([{ sku: 'BOLT', expected: 24 }]), ['yes'])
  await page.scan('A-01')
  await page.scan('BOLT', { times: 24 })
  await page.scan('BOLT')
  replies.push('no')
  await page.scan('BOLT', { times: 500 })
  expect(page.asked.map(({ words }) => words)).toEqual([
    t(receiveText.askOver, { sku: 'BOLT', got: 25, expected: 24 }),
    t(receiveText.askOver, { sku: 'BOLT', got: 525, expected: 24 }),
  ])
  expect(page.newest).toEqual({ tone: 'warning', code: 'BOLT', words: t(receiveText.leftAside) })
  await page.send()
  expect(good(paper.document)).toEqual([25])
  // Undone and counted again, it needs another confirmation: the one before was undone with it.
  await page.undo()
  replies.push('yes')
  await page.scan('BOLT')
  await page.send()
  expect([good(paper.document), page.asked.length]).toEqual([[25], 3])
})

const twoStep = { receiveOneStep: false }
const dates = ['2027-12-31', '2028-01-31'] as const

test('a putaway takes the batch whose expiry date was scanned, and asks where several wait', async () => {
  const { page, paper, replies } = await atWork(anOrder([{ sku: 'CREAM', expected: 10 }], twoStep))
  for (const expiry of dates) await page.scan('CREAM', { times: 5, expiry })
  await page.send()
  await page.press(t(receiveText.toPutAway))
  await page.scan('A-01')
  await page.scan('CREAM', { times: 2, expiry: '2028-01-31' })
  replies.push({ text: '20290101' }, { text: 'CREAM', expiry: '2028-01-31' })
  await page.scan('CREAM', { times: 1 })
  expect(page.asked[0]?.words).toBe(t(receiveText.askBatch, { sku: 'CREAM' }))
  expect(page.said.at(-2)?.words).toBe(noBatch('CREAM', { expiryDate: '2029-01-01', lot: null }))
  await page.scan('CREAM', { expiry: '2026-01-01' })
  expect(page.newest).toMatchObject({
    tone: 'error',
    words: noBatch('CREAM', { expiryDate: '2026-01-01', lot: null }),
  })
  await page.send()
  expect([...paper.stock]).toEqual([
    ['RECV|2|2027-12-31|good', 5],
    ['RECV|2|2028-01-31|good', 2],
    ['A-01|2|2028-01-31|good', 3],
  ])
  // One batch of a date left: a plain code means all of it.
  replies.push(batchOf({ expiryDate: '2028-01-31', lot: null }, 2))
  await page.scan('CREAM')
  await page.scan('CREAM')
  expect(page.newest).toMatchObject({
    tone: 'step',
    words: t(receiveText.putAway, { count: 5, bin: 'A-01' }),
  })
})

test('a putaway takes the lot that was scanned, and asks where several wait', async () => {
  const { page, paper, replies } = await atWork(anOrder([{ sku: 'PILLS', expected: 10 }], twoStep))
  for (const lot of ['A', 'B']) await page.scan('PILLS', { times: 5, lot })
  await page.send()
  await page.press(t(receiveText.toPutAway))
  await page.scan('A-01')
  await page.scan('PILLS', { times: 2, lot: 'B' })
  replies.push({ text: 'C' }, { text: 'b' })
  await page.scan('PILLS', { times: 1 })
  expect(page.asked[0]).toMatchObject({ need: 'batch' })
  expect(page.said.at(-2)?.words).toBe(noBatch('PILLS', { expiryDate: null, lot: 'C' }))
  await page.scan('PILLS', { lot: 'C' })
  expect(page.newest).toMatchObject({ tone: 'error' })
  await page.send()
  expect([...paper.stock]).toEqual([
    ['RECV|4|null/A|good', 5],
    ['RECV|4|null/B|good', 2],
    ['A-01|4|null/B|good', 3],
  ])
})

const lotted = aProduct(4, 'PILLS', { lotManaged: true, expiryManaged: true, shelfLifeDays: 365 })

test('goods that need date and lot require both, and one GS1 code provides both', async () => {
  const order = anOrder([{ sku: 'PILLS', expected: 9 }], { ...twoStep, products: [lotted] })
  const { page, paper, replies } = await atWork(order)
  replies.push({ text: '20271231' }, { text: 'PILLS' }, { text: 'a b' }, { text: 'a-1' })
  await page.scan('PILLS')
  expect(page.asked.map(({ need, words }) => [need, words])).toEqual([
    ['days', t(receiveText.askExpiry, { sku: 'PILLS' })],
    ['lot', t(receiveText.askLot, { sku: 'PILLS' })],
    ['lot', t(receiveText.askLot, { sku: 'PILLS' })],
    ['lot', t(receiveText.askLot, { sku: 'PILLS' })],
  ])
  // The same goods need no further question; another lot needs its own date.
  await page.scan('PILLS')
  replies.push({ text: 'PILLS', expiry: '2028-01-31', lot: 'B' })
  await page.scan('PILLS', { lot: 'B' })
  await page.scan('PILLS', { lot: 'C', expiry: '2028-02-29' })
  expect(page.asked).toHaveLength(5)
  await page.send()
  expect([...paper.stock]).toEqual([
    ['RECV|4|2027-12-31/A-1|good', 2],
    ['RECV|4|2028-01-31/B|good', 1],
    ['RECV|4|2028-02-29/C|good', 1],
  ])
  // One date, two lots: the date alone is ambiguous.
  await page.press(t(receiveText.toPutAway))
  await page.scan('A-01')
  await page.scan('PILLS', { lot: 'B' })
  expect(page.newest).toMatchObject({ words: t(receiveText.putAway, { count: 1, bin: 'A-01' }) })
})

test('a date on the label narrows the batches to choose from', async () => {
  const order = anOrder([{ sku: 'PILLS', expected: 9 }], { ...twoStep, products: [lotted] })
  const { page, replies } = await atWork(order)
  for (const lot of ['A', 'B']) await page.scan('PILLS', { lot, expiry: '2027-12-31' })
  await page.scan('PILLS', { lot: 'C', expiry: '2028-12-31' })
  await page.send()
  await page.press(t(receiveText.toPutAway))
  await page.scan('A-01')
  replies.push({ text: '20271231' }, batchOf({ expiryDate: '2027-12-31', lot: 'B' }, 1))
  await page.scan('PILLS', { expiry: '2027-12-31' })
  expect(page.said.at(-2)).toMatchObject({ tone: 'error', words: t(receiveText.severalBatches) })
  expect(page.newest).toMatchObject({ words: t(receiveText.putAway, { count: 1, bin: 'A-01' }) })
  await page.scan('PILLS', { expiry: '2028-12-31' })
  expect([page.newest?.words, page.asked.length]).toEqual([
    t(receiveText.putAway, { count: 1, bin: 'A-01' }),
    2,
  ])
})

test('undo forgets the lot that was entered with the scan, before and after a reload', async () => {
  const { page, paper, replies } = await atWork(anOrder([{ sku: 'PILLS', expected: 9 }], twoStep))
  replies.push({ text: 'WRONG' })
  await page.scan('PILLS')
  await page.undo()
  replies.push({ text: 'A' })
  await page.scan('PILLS')
  // The lot of the scan before it still applies.
  await page.scan('PILLS')
  await page.undo()
  await page.scan('PILLS')
  expect(page.asked.map(({ reply }) => reply)).toEqual([{ text: 'WRONG' }, { text: 'A' }])
  await page.send()
  await page.reload()
  await page.undo()
  await page.scan('PILLS')
  await page.undo()
  await page.undo()
  replies.push({ text: 'B' })
  await page.scan('PILLS', { times: 2 })
  await page.send()
  expect([page.asked.length, [...paper.stock]]).toEqual([3, [['RECV|4|null/B|good', 2]]])
})

test('undo forgets what was confirmed: a surplus, and why unexpected goods were accepted', async () => {
  const { page, replies } = await atWork(anOrder([{ sku: 'BOLT', expected: 2 }], twoStep))
  const why = receiveText.sentByMistake
  for (const isSent of [false, true]) {
    replies.push('yes')
    await page.scan('BOLT', { times: 3 })
    if (isSent) await page.send()
    await page.undo()
    replies.push(why)
    await page.scan('SCREW')
    if (isSent) await page.send()
    await page.undo()
  }
  replies.push(why)
  await page.scan('SCREW')
  expect(page.asked.map(({ need }) => need)).toEqual(['over', 'reason', 'over', 'reason', 'reason'])
  expect(page.queue.at(-1)?.scan).toMatchObject({ kind: 'count', remark: t(receiveText.sentByMistake) })
})

test('a lot that is complete is not assumed for further goods while another expected lot is open', async () => {
  const lots = [
    { sku: 'PILLS', expected: 3, boxNo: 'B1', lot: 'A' },
    { sku: 'PILLS', expected: 3, boxNo: 'B1', lot: 'B' },
  ] as const
  const { page, paper, replies } = await atWork(anOrder(lots, twoStep), [{ text: 'A' }])
  await page.press(t(receiveText.byPiece))
  await page.scan('B1')
  await page.scan('PILLS')
  await page.scan('PILLS')
  // Three more do not fit into the lot, so some of them may be of the other.
  replies.push('no')
  await page.scan('PILLS', { times: 3 })
  await page.scan('PILLS')
  replies.push({ text: 'B' })
  for (const _ of lots) await page.scan('PILLS')
  expect(page.asked.map(({ need }) => need)).toEqual(['lot', 'lot', 'lot'])
  // A code that names the lot needs no question.
  await page.scan('PILLS', { lot: 'B' })
  await page.send()
  expect([...paper.stock]).toEqual([
    ['RECV|4|null/A|good', 3],
    ['RECV|4|null/B|good', 3],
  ])
  // With no other lot open, more of the same are a surplus, which has its own question.
  replies.push('yes')
  await page.scan('PILLS')
  expect(page.asked.map(({ need }) => need).slice(3)).toEqual(['over'])
})

test('a whole box asks for the lot the order does not state', async () => {
  const boxes = [
    { sku: 'PILLS', expected: 4, boxNo: 'B1', lot: 'A' },
    { sku: 'PILLS', expected: 3, boxNo: 'B2' },
  ] as const
  const { page, paper, replies } = await atWork(anOrder(boxes, twoStep), [{ text: 'b1' }, { text: 'b' }])
  await page.scan('B1')
  await page.scan('B2')
  expect([page.asked.map(({ need }) => need), replies]).toEqual([['lot', 'lot'], []])
  await page.send()
  expect([...paper.stock]).toEqual([
    ['RECV|4|null/A|good', 4],
    ['RECV|4|null/B|good', 3],
  ])
})

test('a carton code puts away as many pieces as it holds, and never more than wait', async () => {
  const { page } = await atWork(anOrder([{ sku: 'BOLT', expected: 13 }], twoStep))
  await page.scan('BOLT', { times: 13 })
  await page.send()
  await page.press(t(receiveText.toPutAway))
  await page.scan('CARTON', { times: 1 })
  expect(page.newest).toMatchObject({ tone: 'error', words: t(receiveText.scanBin) })
  await page.scan('A-01')
  await page.scan('CARTON', { times: 2 })
  expect(page.newest).toMatchObject({ tone: 'ok', words: t(receiveText.putAway, { count: 12, bin: 'A-01' }) })
  await page.scan('CARTON', { times: 1 })
  expect(page.newest).toMatchObject({
    tone: 'error',
    words: t(receiveText.fewerPending, { sku: 'BOLT', pending: 1 }),
  })
  await page.scan('BOLT', { times: 1 })
  expect(page.newest).toMatchObject({
    tone: 'step',
    words: t(receiveText.putAway, { count: 1, bin: 'A-01' }),
  })
})

test.each([
  ['D-01', receiveText.binDamaged],
  ['RECV', receiveText.binReceiving],
  ['OFF', receiveText.binOff],
  ['X-01', fill(receiveText.binOther, { customer: 'OTHER' })],
  ['PACK', receiveText.binNoGoods],
])('during putaway, bin %s is refused when it is scanned', async (bin, words) => {
  const { page } = await atWork(anOrder([{ sku: 'BOLT', expected: 2 }], twoStep))
  await page.scan('BOLT')
  await page.send()
  await page.press(t(receiveText.toPutAway))
  await page.scan(bin)
  expect([page.newest, page.state.bin]).toEqual([{ tone: 'error', code: bin, words: t(words) }, undefined])
})

test('a bin that does not accept incoming goods is refused, and the question stays open', async () => {
  const replies = [{ text: 'D-01' }, { text: 'NOWHERE' }, { text: 'X-01' }, { text: 'A-02' }]
  const { page, paper } = await atWork(anOrder([{ sku: 'BOLT', expected: 2 }]), replies)
  await page.scan('BOLT')
  await page.send()
  expect([...paper.stock]).toEqual([['A-02|1|null|good', 1]])
})

test('in a two-step warehouse, a bin scanned while counting explains why it is not used', async () => {
  const { page } = await atWork(anOrder([{ sku: 'BOLT', expected: 2 }], twoStep))
  await page.scan('A-01')
  expect([page.newest, page.state.bin]).toEqual([
    { tone: 'warning', code: 'A-01', words: t(receiveText.binLater) },
    undefined,
  ])
})

const creamBox = [
  { sku: 'CREAM', expected: 6, boxNo: 'B1' },
  { sku: 'BOLT', expected: 2, boxNo: 'B1' },
] as const

test('a whole box of goods without a date asks for the date, online or offline', async () => {
  const { page, paper } = await atWork(anOrder(creamBox), ['no', { text: '20300230' }, { text: '20271231' }])
  await page.scan('A-01')
  await page.cut()
  await page.scan('B1')
  expect(page.newest).toMatchObject({
    tone: 'warning',
    words: t(receiveText.boxLeft, { got: 0, expected: 8 }),
  })
  await page.scan('B1')
  expect(page.asked.map(({ need }) => need)).toEqual(['days', 'days', 'days'])
  await page.mend()
  await page.send()
  expect([...paper.stock]).toEqual([
    ['A-01|2|2027-12-31|good', 6],
    ['A-01|1|null|good', 2],
  ])
  expect(page.queue).toEqual([])
})

test('what a client-side rule forbids is never shown as done', async () => {
  const off = aProduct(goods.BOLT.id, 'BOLT', { isEnabled: false })
  const { page } = await atWork(anOrder(creamBox, { products: [off, goods.CREAM] }))
  await page.scan('A-01')
  await page.cut()
  await page.scan('B1')
  expect(page.newest).toMatchObject({
    tone: 'error',
    words: t(receivingText.productDisabled, { sku: 'BOLT' }),
  })
  await page.press(t(receiveText.byPiece))
  await page.scan('BOLT')
  expect([page.newest?.tone, page.queue]).toEqual(['error', []])
})

test('an unknown label is a box in whole-box mode, and undo does not affect the good ones', async () => {
  const { page, paper, replies } = await atWork(anOrder(twoBoxes), ['no'])
  await page.scan('A-01')
  await page.scan('B1')
  await page.scan('STRANGE-1')
  expect(page.asked).toMatchObject([{ need: 'stranger' }])
  expect(page.newest).toEqual({ tone: 'warning', code: 'STRANGE-1', words: t(receiveText.notTaken) })
  replies.push(receiveText.extraBox)
  await page.send()
  await page.scan('STRANGE-1')
  expect(page.state).toMatchObject({ way: 'piece', boxId: 3 })
  await page.undo()
  expect(page.newest).toMatchObject({ tone: 'error', words: expect.stringContaining('STRANGE-1') })
  await page.undo()
  await page.send()
  expect(good(paper.document)).toEqual([24, 0])
})

test('undo reverses the last action, also after a reload', async () => {
  const { page, paper } = await atWork(anOrder(twoBoxes))
  await page.scan('A-01')
  await page.scan('B1')
  await page.send()
  await page.scan('A-02')
  await page.press(t(receiveText.byPiece))
  await page.scan('B2')
  await page.scan('BOLT')
  await page.reload()
  await page.undo()
  expect([page.state.boxId, page.newest?.words]).toEqual([2, t(scanText.undone)])
  await page.undo()
  expect([page.state.boxId, page.newest?.words]).toEqual([null, t(receiveText.undoBox, { box: 'B2' })])
  await page.undo()
  expect(page.state.way).toBe('box')
  await page.undo()
  expect(page.state.bin?.locationCode).toBe('A-01')
  await page.send()
  expect(good(paper.document)).toEqual([24, 0])
  await page.undo()
  await page.send()
  expect(good(paper.document)).toEqual([0, 0])
  await page.undo()
  await page.undo()
  expect(page.newest).toEqual({ tone: 'warning', code: '', words: t(receiveText.nothingToUndo) })
})

test('a question never sounds like success', async () => {
  const { page, paper } = await atWork(anOrder([{ sku: 'BOLT', expected: 1, boxNo: 'B1' }]), [
    'no',
    { text: 'A-01' },
    receiveText.notAnnounced,
  ])
  await page.scan('B1')
  await page.scan('B1')
  await page.press(t(receiveText.byPiece))
  await page.scan('SCREW')
  await page.send()
  expect(page.asked.map(({ need }) => need)).toEqual(['bin', 'bin', 'reason'])
  expect(good(paper.document)).toEqual([1, 1])
})

test('an order that the user has closed is opened again by an undo, but not by one that was made before', async () => {
  const { page, paper } = await atWork(anOrder(twoBoxes))
  await page.scan('A-01')
  await page.scan('B1')
  await page.send()
  await page.undo()
  page.leave()
  await page.send()
  expect([good(paper.document), page.state.document]).toEqual([[0, 0], undefined])

  await page.open(1)
  await page.scan('A-02')
  await page.scan('B1')
  await page.send()
  page.leave()
  await page.undo()
  await page.reload()
  await page.send()
  expect([good(paper.document), page.state.bin?.locationCode, page.state.document?.id]).toEqual([
    [0, 0],
    'A-02',
    1,
  ])
})
