import { expect, test, vi } from 'vitest'
import type { SentTo } from '../../../platform/calls/call.ts'
import { callReasonText, leadText, openCalls } from '../../../platform/scanning/lead-calls.ts'
import { leadAction } from '../../../platform/scanning/web/call-lead.ts'
import { scanText } from '../../../platform/scanning/web/text.ts'
import { scanLine } from '../../../platform/scanning/web/use-queue.ts'
import { t } from '../../../platform/text/web/language.tsx'
import { aStore } from '../../../testing/stock-builders.ts'
import { english, startTestServer } from '../../../testing/test-server.ts'
import { answerQuestion, lookingUp, openTestPage } from '../../../testing/web/test-page.ts'
import { approveCount, createCount, enterCount, getCount, submitCount } from '../../counts/contract.ts'
import { countText } from '../../counts/text.ts'
import {
  Counter,
  chooseCount,
  type Entered,
  finishBin,
  handIn,
  sendCount,
  startAgain,
  takeScan as takeCountScan,
  undo as undoCount,
} from '../../counts/web/counter.ts'
import { adjustStock, freezeStock, moveStock } from '../../stock/contract.ts'
import { stockText } from '../../stock/text.ts'
import {
  adjust,
  type Booked,
  freeze,
  Mover,
  printLast,
  sendMove,
  takeAll,
  takeScan,
  undo,
  unfreeze,
} from '../../stock/web/mover.ts'
import { scanGoods } from '../contract.ts'
import type { CountingScan, StockScan } from '../scanning.ts'
import {
  adjustReasons,
  countScanText,
  freezeReasons,
  moveText,
  qualityReasons,
  unfreezeReasons,
} from '../text.ts'

const server = await startTestServer()
const page = openTestPage(server)

/** Bolts of two expiry dates, nuts and another customer's screws in A-01; bolts also come in pairs. */
async function aWarehouse() {
  const store = await aStore(server)
  const { tenantId, token } = store
  page.logIn(token, tenantId)
  const [soon, later] = [
    await store.batch('BOLT', { expiryDate: '2030-01-31', lot: 'L1' }),
    await store.batch('BOLT', { expiryDate: '2030-02-28', lot: 'L2' }),
  ]
  const [nuts, screws] = [await store.batch('NUT'), await store.batch('SCREW')]
  for (const [batchId, onHand] of [
    [soon, 3],
    [later, 7],
    [nuts, 5],
    [screws, 2],
  ] as const)
    await store.move({ flow: 'receive', batchId, onHand })
  await server.owner(
    `insert into product_barcodes (tenant_id, customer_id, product_id, barcode, type, pack_quantity)
     select tenant_id, customer_id, id, 'PAIR', 'custom'::barcode_type, 2 from products where sku = 'NUT'
     union all select tenant_id, customer_id, id, 'SHARED', 'custom'::barcode_type, 1 from products where sku in ('NUT', 'SCREW')
     union all select p.tenant_id, c.id, p.id, c.customer_code || '.' || p.sku, 'system', 1
     from products p join customers c on c.tenant_id = p.tenant_id and c.id = p.customer_id`,
    [],
    tenantId,
  )
  const pieces = async (batchId: number, place?: string) => (await store.level(batchId, place))[0]
  return { ...store, soon, later, nuts, screws, pieces }
}

async function aMover(
  store: Awaited<ReturnType<typeof aWarehouse>>,
  may: (permission: string) => boolean = () => true,
) {
  const line = scanLine<StockScan, Booked>('move', sendMove)
  const mover = new Mover(line.queue, may)
  line.hearers.add(mover)
  await line.queue.open()
  const inTurn = (work: () => Promise<void> | void) => mover.inTurn('', work)
  return {
    mover,
    scan: (code: string, over: { times?: number; expiry?: string; lot?: string } = {}) =>
      mover.inTurn(code, () => takeScan(mover, { code, times: 1, isCounted: false, ...over })),
    undo: () => inTurn(() => undo(mover)),
    takeAll: () => inTurn(() => takeAll(mover)),
    freeze: () => inTurn(() => freeze(mover)),
    unfreeze: () => inTurn(() => unfreeze(mover)),
    adjust: () => inTurn(() => adjust(mover)),
    answer: (reply: number | string) => answerQuestion(mover, reply),
    sent: () => line.queue.sent(),
    newest: () => {
      const [mark] = mover.state.marks
      return [mark?.tone, mark?.code, mark?.words]
    },
    /** What is still available in the open bin, and what is frozen there. */
    here: () =>
      mover.state.place?.goods.map(
        ({ sku, free, frozen }) => `${sku} ${free}${frozen ? ` (${frozen})` : ''}`,
      ),
    hand: () => mover.state.hand.map(({ sku, pieces }) => `${sku} ${pieces}`),
    reasons: () =>
      server.owner<{ kind: string; reason: string | null }>(
        'select kind, reason from stock_documents order by id',
        [],
        store.tenantId,
      ),
  }
}

test('goods are taken from the open bin, as many as are available, and brought to another', async () => {
  const store = await aWarehouse()
  const { scan, newest, here, hand, undo, sent, takeAll, mover, reasons } = await aMover(store)
  await undo()
  expect(newest()).toEqual(['warning', '', t(scanText.nothingToUndo)])
  await scan('NOWHERE')
  expect(newest()).toEqual(['error', 'NOWHERE', t(moveText.noBin)])
  await takeAll()
  expect(newest()).toEqual(['warning', '', t(moveText.emptyBin)])
  await scan('RECV')
  expect([newest(), here()]).toEqual([['error', 'RECV', t(stockText.notPutAway)], undefined])
  await scan('a-02')
  expect([newest(), here()]).toEqual([['warning', 'A-02', t(moveText.emptyBin)], []])
  await scan('A-01')
  expect([newest(), here()]).toEqual([
    ['ok', 'A-01', t(moveText.opened, { count: 17 })],
    ['BOLT 3', 'BOLT 7', 'NUT 5', 'SCREW 2'],
  ])
  await scan('NOWHERE')
  expect(newest()).toEqual(['error', 'NOWHERE', t(moveText.notHere, { bin: 'A-01' })])

  await scan('PAIR', { times: 3 })
  expect(newest()).toEqual(['error', 'PAIR', t(moveText.tooFew, { bin: 'A-01', free: 5 })])
  await scan('PAIR', { times: 2 })
  await scan('nut')
  expect([newest(), here(), hand()]).toEqual([
    ['ok', 'NUT', t(moveText.inHand, { pieces: 5 })],
    ['BOLT 3', 'BOLT 7', 'NUT 0', 'SCREW 2'],
    ['NUT 4', 'NUT 1'],
  ])
  await undo()
  expect([newest(), hand(), here()?.at(2)]).toEqual([
    ['warning', 'NUT', t(scanText.undone)],
    ['NUT 4'],
    'NUT 1',
  ])
  await scan('RECV')
  expect([newest(), hand()]).toEqual([['error', 'RECV', t(stockText.notPutAway)], ['NUT 4']])
  await scan('A-01')
  expect([newest(), hand(), here()?.at(2)]).toEqual([['warning', 'A-01', t(moveText.putBack)], [], 'NUT 5'])

  await scan('PAIR')
  await scan('A-02')
  expect([newest(), hand(), here()?.at(2), mover.state.place?.locationCode]).toEqual([
    ['step', 'A-02', t(moveText.moved, { pieces: 2, from: 'A-01', to: 'A-02' })],
    [],
    'NUT 3',
    'A-01',
  ])
  expect(await sent()).toBe(true)
  expect(mover.state.marks.map(({ isWaiting }) => isWaiting)).not.toContain(true)
  expect([await store.pieces(store.nuts), await store.pieces(store.nuts, 'A-02')]).toEqual([3, 2])
  expect(await reasons()).toEqual([{ kind: 'move', reason: null }])

  // Opening a bin shows its current stock, even if it was cached before.
  await scan('A-02')
  expect([newest(), here()]).toEqual([['ok', 'A-02', t(moveText.opened, { count: 2 })], ['NUT 2']])
  await scan('A-01')
  await takeAll()
  expect([newest(), hand(), here()]).toEqual([
    ['ok', 'A-01', t(moveText.inHand, { pieces: 15 })],
    ['BOLT 10', 'NUT 3', 'SCREW 2'],
    ['BOLT 0', 'BOLT 0', 'NUT 0', 'SCREW 0'],
  ])
  await scan('A-02')
  await sent()
  await takeAll()
  expect([newest(), hand()]).toEqual([['warning', '', t(moveText.emptyBin)], []])
  expect((await store.level(store.later, 'A-02'))[0]).toBe(7)

  // Undone by a move of its own, with the destination requested by the key of the first.
  await undo()
  expect([newest(), here()]).toEqual([
    ['warning', 'A-02', t(scanText.undone)],
    ['BOLT 3', 'BOLT 7', 'NUT 3', 'SCREW 2'],
  ])
  await sent()
  expect([await store.pieces(store.later), await store.pieces(store.nuts, 'A-02')]).toEqual([7, 2])
  expect((await reasons()).at(-1)).toEqual({ kind: 'move', reason: t(moveText.undoReason) })
})

test('several batches or customers need a choice, unless the label decides', async () => {
  const store = await aWarehouse()
  const { scan, answer, hand, here, sent } = await aMover(store)
  await scan('A-01')
  let scanning = scan('BOLT', { times: 4 })
  expect(await answer(2)).toBe(t(moveText.whichBatch, { sku: 'BOLT' }))
  await scanning
  expect(hand()).toEqual([])
  scanning = scan('BOLT', { times: 4 })
  await answer(1)
  await scanning
  expect([hand(), here()]).toEqual([['BOLT 4'], ['BOLT 3', 'BOLT 3', 'NUT 5', 'SCREW 2']])
  await scan('BOLT', { expiry: '2030-01-31' })
  await scan('BOLT', { lot: 'L2' })
  expect(here()).toEqual(['BOLT 2', 'BOLT 2', 'NUT 5', 'SCREW 2'])
  // A single remaining batch needs no choice.
  await scan('BOLT', { times: 2, lot: 'L1' })
  await scan('BOLT')
  expect(here()).toEqual(['BOLT 0', 'BOLT 1', 'NUT 5', 'SCREW 2'])

  scanning = scan('SHARED')
  expect(await answer(2)).toBe(t(moveText.whose))
  await scanning
  expect(hand()).toHaveLength(5)
  scanning = scan('SHARED')
  await answer(1)
  await scanning
  expect(hand().at(-1)).toBe('SCREW 1')
  await scan('A-02')
  await sent()
  expect([await store.pieces(store.soon), await store.pieces(store.later, 'A-02')]).toEqual([0, 6])
})

test('a user who may only move goods is told which permission freezing and adjusting them needs', async () => {
  const store = await aWarehouse()
  const station = await aMover(store, (permission) => permission === moveStock.permission)
  const { scan, newest, hand, sent } = station
  await scan('A-01')
  await station.unfreeze()
  expect(newest()).toEqual(['error', '', t(moveText.mayNotFreeze, { why: freezeStock.permission })])
  await scan('NUT')
  await station.freeze()
  expect(newest()).toEqual(['error', '', t(moveText.mayNotFreeze, { why: freezeStock.permission })])
  await station.adjust()
  expect([newest(), hand()]).toEqual([
    ['error', '', t(moveText.mayNotAdjust, { why: adjustStock.permission })],
    ['NUT 1'],
  ])
  await scan('A-02')
  await sent()
  expect(await store.pieces(store.nuts, 'A-02')).toBe(1)
})

test('a quality change, freeze, unfreeze or adjustment needs a reason, and each can be undone', async () => {
  const store = await aWarehouse()
  const station = await aMover(store)
  const { mover, scan, answer, newest, here, hand, sent, reasons } = station
  const levels = async () => (await store.level(store.nuts)).slice(0, 3)
  await station.freeze()
  expect(newest()).toEqual(['warning', '', t(moveText.nothingInHand)])
  await station.unfreeze()
  expect(newest()).toEqual(['warning', '', t(moveText.nothingFrozen)])
  await scan('A-01')
  await station.freeze()
  expect(newest()).toEqual(['warning', '', t(moveText.nothingInHand)])
  await station.adjust()
  expect(newest()).toEqual(['warning', '', t(moveText.nothingInHand)])
  await station.unfreeze()
  expect(newest()).toEqual(['warning', '', t(moveText.nothingFrozen)])
  printLast(station.mover)
  expect(newest()).toEqual(['warning', '', t(moveText.nothingInHand)])

  await scan('NUT')
  let doing = scan('D-01')
  expect(await answer(3)).toBe(t(moveText.qualityReason, { bin: 'D-01' }))
  await doing
  expect(hand()).toEqual(['NUT 1'])
  doing = scan('D-01')
  await answer(1)
  await doing
  await sent()
  expect([hand(), await levels(), (await store.level(store.nuts, 'D-01'))[0]]).toEqual([[], [4, 0, 0], 1])
  await station.undo()
  await sent()
  expect([await levels(), here()?.at(2)]).toEqual([[5, 0, 0], 'NUT 5'])

  await scan('PAIR')
  doing = station.freeze()
  expect(await answer(3)).toBe(t(moveText.freezeReason))
  await doing
  expect([hand(), here()?.at(2)]).toEqual([['NUT 2'], 'NUT 3'])
  // Goods or a bin that are scanned meanwhile are not the reason, wherever they are.
  doing = station.freeze()
  for (const code of ['PAIR', 'A-01', 'a-03', 'ACME.BOLT']) {
    const question = await vi.waitUntil(() => mover.state.question, { timeout: 30_000, interval: 5 })
    question.onText?.(code, { code, times: 1, isCounted: false })
    await vi.waitUntil(() => newest()[1] === code, { timeout: 30_000 })
    expect([newest(), mover.state.question]).toEqual([['error', code, t(scanText.answerFirst)], question])
  }
  await answer('wet')
  await doing
  expect([newest(), hand(), here()?.at(2)]).toEqual([
    ['step', 'A-01', t(moveText.frozen, { pieces: 2 })],
    [],
    'NUT 3 (2)',
  ])
  await sent()
  expect(await levels()).toEqual([5, 0, 2])
  await station.undo()
  await sent()
  expect([await levels(), here()?.at(2)]).toEqual([[5, 0, 0], 'NUT 5'])

  await scan('NUT')
  doing = station.freeze()
  await answer(0)
  await doing
  doing = station.unfreeze()
  expect(await answer(1)).toBe(t(moveText.whichFrozen))
  await doing
  doing = station.unfreeze()
  await answer(0)
  expect(await answer(3)).toBe(t(moveText.unfreezeReason))
  await doing
  await sent()
  expect([await levels(), here()?.at(2)]).toEqual([[5, 0, 1], 'NUT 4 (1)'])
  doing = station.unfreeze()
  await answer('nut')
  await answer(0)
  await doing
  expect(newest()).toEqual(['step', 'A-01', t(moveText.unfrozen, { pieces: 1 })])
  await sent()
  expect([await levels(), here()?.at(2)]).toEqual([[5, 0, 0], 'NUT 5'])
  await station.undo()
  await sent()
  expect([await levels(), here()?.at(2)]).toEqual([[5, 0, 1], 'NUT 4 (1)'])

  await scan('PAIR')
  doing = station.adjust()
  expect(await answer(2)).toBe(t(moveText.askAdjust, { pieces: 2, bin: 'A-01' }))
  await doing
  doing = station.adjust()
  await answer(0)
  expect(await answer(3)).toBe(t(moveText.adjustReason))
  await doing
  expect(hand()).toEqual(['NUT 2'])
  doing = station.adjust()
  await answer(0)
  await answer(0)
  await doing
  expect([newest(), here()?.at(2)]).toEqual([
    ['step', 'A-01', t(moveText.adjusted, { change: '−2' })],
    'NUT 2 (1)',
  ])
  await sent()
  expect(await levels()).toEqual([3, 0, 1])
  await station.undo()
  await sent()
  expect([await levels(), here()?.at(2)]).toEqual([[5, 0, 1], 'NUT 4 (1)'])
  await scan('NUT')
  doing = station.adjust()
  await answer(1)
  await answer(1)
  await doing
  expect(newest()).toEqual(['step', 'A-01', t(moveText.adjusted, { change: '+1' })])
  await sent()
  expect([await levels(), here()?.at(2)]).toEqual([[6, 0, 1], 'NUT 5 (1)'])
  const undone = t(moveText.undoReason)
  expect((await reasons()).map(({ kind, reason }) => `${kind} ${reason}`)).toEqual([
    `quality ${t(qualityReasons[1])}`,
    `quality ${undone}`,
    'freeze wet',
    `unfreeze ${undone}`,
    `freeze ${t(freezeReasons[0])}`,
    `unfreeze ${t(unfreezeReasons[0])}`,
    `freeze ${undone}`,
    `adjust ${t(adjustReasons[0])}`,
    `adjust ${undone}`,
    `adjust ${t(adjustReasons[1])}`,
  ])
})

test('goods can be brought to a known bin offline, and nothing is shown twice', async () => {
  const store = await aWarehouse()
  const { scan, newest, here, hand, sent, mover, undo } = await aMover(store)
  await scan('A-02')
  await scan('A-01')
  await scan('PAIR')
  page.cut((path) => path === moveStock.path)
  await scan('A-02')
  expect([newest()[0], mover.state.marks[0]?.isWaiting, await sent()]).toEqual(['step', true, false])
  // The server still has them in A-01; the queued move applies anyway.
  await scan('A-01')
  expect(here()?.at(2)).toBe('NUT 3')
  await scan('NUT')
  page.cut()
  await scan('A-03')
  expect([newest(), hand()]).toEqual([['error', 'A-03', t(scanText.offline)], ['NUT 1']])
  await scan('A-02')
  expect([newest()[0], hand()]).toEqual(['step', []])
  // An unsent scan is removed from the queue, as if it had never been made.
  await undo()
  expect(mover.queue.line().entries).toHaveLength(1)
  expect(here()?.at(2)).toBe('NUT 3')
  page.mend()
  mover.queue.wake()
  await vi.waitUntil(() => mover.queue.line().entries.length === 0, { timeout: 30_000 })
  expect([await store.pieces(store.nuts), await store.pieces(store.nuts, 'A-02')]).toEqual([3, 2])

  // What the server refuses never happened, and cannot be undone.
  await scan('A-01')
  await scan('NUT', { times: 3 })
  await store.move({ flow: 'freeze', batchId: store.nuts, frozen: 3 })
  await scan('A-02')
  await vi.waitUntil(() => newest()[0] === 'error', { timeout: 30_000 })
  expect(newest()[2]).toContain(t(scanText.notCounted))
  expect(mover.done).toHaveLength(1)
  await scan('A-01')
  expect(here()?.at(2)).toBe('NUT 0 (3)')
})

test('at most eight batches, owners of a code and frozen products are offered', async () => {
  const store = await aWarehouse()
  const { scan, answer, mover, hand, unfreeze } = await aMover(store)
  const offered = async () => {
    const question = await vi.waitUntil(() => mover.state.question, { timeout: 30_000, interval: 5 })
    return question.choices.map(({ text }) => text)
  }
  for (let n = 1; n <= 9; n++)
    await store.move(
      { flow: 'receive', batchId: await store.batch('NUT', { lot: `N${n}` }), onHand: 2 },
      'A-02',
    )
  await scan('A-02')
  let doing = scan('NUT')
  expect([(await offered()).length, await answer(7)]).toEqual([9, t(moveText.whichBatch, { sku: 'NUT' })])
  await doing
  await scan('A-02')
  const owned = await server.owner<{ product: string; customer: string }>(
    `with owners as (
       insert into customers (tenant_id, customer_code, customer_name, search_line)
       select $1, 'C' || n, 'C' || n, '' from generate_series(1, 9) n returning id)
     insert into products (tenant_id, customer_id, sku, name_en, search_line)
     select $1, id, 'GLUE', 'Glue', 'glue' from owners returning id as product, customer_id as customer`,
    [store.tenantId],
    store.tenantId,
  )
  for (const { product, customer } of owned) {
    const key = { productId: Number(product), customerId: Number(customer) }
    const batchId = await store.batch('GLUE', key)
    await store.move({ flow: 'receive', batchId, onHand: 2 }, 'A-02')
    await store.move({ flow: 'freeze', batchId, frozen: 1 }, 'A-02')
  }
  await scan('A-02')
  doing = scan('GLUE')
  const owners = await offered()
  expect([owners.length, owners[0]]).toEqual([9, 'C1 · GLUE'])
  await answer(8)
  await doing
  expect(hand()).toEqual([])
  doing = unfreeze()
  const frozen = await offered()
  expect([frozen.length, frozen[0]]).toEqual([9, 'C1 · GLUE × 1'])
  await answer(8)
  await doing
})

test('undoing work that the server refuses changes no stock', async () => {
  const store = await aWarehouse()
  const { scan, mover, undo, adjust, freeze, answer } = await aMover(store)
  for (const [work, path, choices] of [
    [adjust, adjustStock.path, [0, 0]],
    [freeze, freezeStock.path, [0]],
  ] as const) {
    await scan('A-01')
    await scan('PAIR')
    page.cut((cut) => cut === path)
    const doing = work()
    for (const choice of choices) await answer(choice)
    await doing
    await vi.waitUntil(() => mover.queue.line().isCut, { timeout: 30_000 })
    await undo()
    // Meanwhile all of them are reserved, so the work is refused.
    await store.move({ flow: 'allocate', batchId: store.nuts, allocated: 5 })
    page.mend()
    mover.queue.wake()
    const states = () => mover.queue.line().entries.map(({ state, scan }) => `${state} ${scan.kind}`)
    await vi.waitUntil(() => !states().join().includes('waiting'), { timeout: 30_000 })
    expect(await store.level(store.nuts)).toEqual([5, 5, 0, expect.any(Number)])
    for (const { id } of mover.queue.line().entries) await mover.queue.dismiss(id)
    await store.move({ flow: 'deallocate', batchId: store.nuts, allocated: -5 })
  }
})

test('work is resumed as it was: picked-up goods stay, an open bin is loaded again', async () => {
  const store = await aWarehouse()
  const first = await aMover(store)
  expect(first.mover.kept()).toBeUndefined()
  await first.scan('A-01')
  const open = first.mover.kept()
  await first.scan('PAIR')
  const held = first.mover.kept()
  if (!open || !held) throw new Error('nothing kept')
  const again = await aMover(store)
  expect(await again.mover.resume(held)).toBe('A-01')
  expect([again.hand(), again.here()?.at(2)]).toEqual([['NUT 2'], 'NUT 3'])
  await store.move({ flow: 'adjust_down', batchId: store.nuts, onHand: -1 })
  expect(await again.mover.resume(open)).toBe('A-01')
  expect([again.hand(), again.here()?.at(2)]).toEqual([[], 'NUT 4'])
  again.mover.close()
  expect([again.mover.kept(), again.mover.state.marks.length]).toEqual([undefined, 0])
  await first.scan('A-01')
  first.mover.close()
  expect(first.mover.state.marks).not.toEqual([])
  const gone = { ...open, place: { ...open.place, locationCode: 'GONE' } }
  expect(await again.mover.resume(gone)).toBeUndefined()
  expect(again.mover.state.place).toBeUndefined()
})

async function aCounter() {
  const line = scanLine<CountingScan, Entered>('count', sendCount)
  const counter = new Counter(line.queue, () => true)
  line.hearers.add(counter)
  await line.queue.open()
  const inTurn = (work: () => Promise<void> | void) => counter.inTurn('', work)
  return {
    counter,
    scan: (code: string, times = 1) =>
      counter.inTurn(code, () => takeCountScan(counter, { code, times, isCounted: times > 1 })),
    choose: () => inTurn(() => chooseCount(counter)),
    finishBin: () => inTurn(() => finishBin(counter)),
    handIn: () => inTurn(() => handIn(counter)),
    undo: () => inTurn(() => undoCount(counter)),
    answer: (reply: number | string) => answerQuestion(counter, reply),
    sent: () => line.queue.sent(),
    newest: () => {
      const [mark] = counter.state.marks
      return [mark?.tone, mark?.code, mark?.words]
    },
    totals: () => Object.fromEntries(counter.state.totals),
    state: () => {
      const { count, bin, last } = counter.state
      return [count?.countNo, bin, last?.sku]
    },
  }
}

const countsOf = ({ token }: { token: string }) => {
  const as = { token, headers: english }
  const create = async (over: Partial<SentTo<typeof createCount>> = {}) => {
    const scope = { zoneId: null, customerId: null, sku: null, locationCodes: [], isBlind: true, ...over }
    const { id } = await server.done(createCount, scope, as)
    return read(id)
  }
  const read = (id: number) => server.done(getCount, { id }, as)
  return { as, create, read }
}

test('a bin is counted by scanning, and the last scan can be undone', async () => {
  const store = await aWarehouse()
  const { create, read } = countsOf(store)
  const { id, countNo } = await create({ locationCodes: ['A-01', 'A-02'] })
  const { scan, newest, totals, state, undo, sent, finishBin, answer, counter } = await aCounter()
  await undo()
  expect(newest()).toEqual(['warning', '', t(scanText.nothingToUndo)])
  await scan('NOWHERE')
  expect(newest()).toEqual(['error', 'NOWHERE', t(scanText.notFound)])
  await scan('RECV')
  expect(newest()).toEqual(['error', 'RECV', t(stockText.locationNotFound)])
  // A part of a number is no number.
  await scan(countNo.slice(0, -1))
  expect([newest(), state()[0]]).toEqual([['error', countNo.slice(0, -1), t(scanText.notFound)], undefined])
  await scan(countNo.toLowerCase())
  expect(newest()).toEqual(['step', countNo, t(countScanText.opened, { done: 0, all: 3 })])
  await scan('NUT')
  expect(newest()).toEqual(['error', 'NUT', t(countScanText.binFirst)])
  await scan('RECV')
  expect(newest()).toEqual(['error', 'RECV', t(stockText.locationNotFound)])
  await scan('A-03')
  expect(newest()).toEqual(['error', 'A-03', t(countText.outOfScope)])
  await scan('A-01')
  expect([newest(), state()]).toEqual([
    ['step', 'A-01', t(countScanText.binOpen)],
    [countNo, 'A-01', undefined],
  ])
  await scan('NOTHING')
  expect(newest()).toEqual(['error', 'NOTHING', t(countText.unknownCode)])
  // An unknown code is looked up again: it may have been linked since.
  await server.owner(
    `insert into product_barcodes (tenant_id, customer_id, product_id, barcode, type, pack_quantity)
     select tenant_id, customer_id, id, 'NOTHING', 'custom', 1 from products where sku = 'NUT'`,
    [],
    store.tenantId,
  )
  await scan('NOTHING')
  expect(totals()).toEqual({ 'A-01 ACME NUT': 1 })
  await undo()
  await scan('PAIR', 2)
  await scan('nut')
  expect([newest(), totals(), state()]).toEqual([
    ['ok', 'NUT', t(countScanText.counted, { total: 5 })],
    { 'A-01 ACME NUT': 5 },
    [countNo, 'A-01', 'NUT'],
  ])
  await undo()
  expect([newest(), totals()]).toEqual([['warning', 'NUT', t(scanText.undone)], { 'A-01 ACME NUT': 4 }])
  await scan('BOLT', 3)
  await undo()
  expect(totals()).toEqual({ 'A-01 ACME NUT': 4 })
  await sent()
  expect(counter.state.marks.map(({ isWaiting }) => isWaiting)).not.toContain(true)
  expect((await read(id)).items.map(({ sku, counted }) => [sku, counted])).toEqual([
    ['BOLT', null],
    ['NUT', 4],
    ['SCREW', null],
  ])

  // Two customers have this code; once looked up, it is known offline.
  page.cut((path) => path.startsWith(scanGoods.path))
  await scan('SHARED')
  expect(newest()).toEqual(['error', 'SHARED', t(scanText.offline)])
  page.mend()
  let scanning = scan('SHARED')
  expect(await answer(2)).toBe(t(moveText.whose))
  await scanning
  page.cut((path) => path.startsWith(scanGoods.path))
  scanning = scan('SHARED', 2)
  await answer(1)
  await scanning
  page.mend()
  expect(totals()).toEqual({ 'A-01 ACME NUT': 4, 'A-01 OTHER SCREW': 2 })

  // Scanning the bin again finishes it; missing goods are entered as zero, or left.
  scanning = scan('A-01')
  expect(await answer(1)).toBe(t(countScanText.askMissing, { bin: 'A-01', count: 1, skus: 'BOLT' }))
  await scanning
  expect([newest(), state()]).toEqual([
    ['step', 'A-01', t(countScanText.binDone)],
    [countNo, undefined, undefined],
  ])
  expect(Object.keys(totals())).toHaveLength(2)
  scanning = scan('A-01')
  expect(await answer(1)).toBe(t(countScanText.askAgain, { bin: 'A-01' }))
  await scanning
  const finishing = finishBin()
  await answer(0)
  await finishing
  expect(totals()['A-01 ACME BOLT']).toBe(0)
  await finishBin()
  await sent()
  expect((await read(id)).items.map(({ counted }) => counted)).toEqual([0, 4, 2])

  // A restart removes every entry of the bin and keeps it beside the next one.
  scanning = scan('A-01')
  await answer(0)
  await scanning
  expect(totals()).toEqual({})
  await scan('NUT', 5)
  await sent()
  expect((await read(id)).items.map(({ counted }) => counted)).toEqual([null, 5, null])
  expect((await read(id)).items.map(({ countedBefore }) => countedBefore)).toEqual([0, 4, 2])
  // An empty bin of the count has nothing to miss.
  await scan('A-02')
  expect(state()[1]).toBe('A-02')
  await finishBin()
  expect(newest()).toEqual(['step', 'A-02', t(countScanText.binDone)])
})

test('a count is submitted once everything has arrived, and differences are counted again', async () => {
  const store = await aWarehouse()
  const { create, read } = countsOf(store)
  const { scan, newest, totals, state, handIn, finishBin, choose, answer, sent, counter } = await aCounter()
  await choose()
  expect(newest()).toEqual(['warning', '', t(countScanText.noneOpen)])
  await handIn()
  await finishBin()
  expect(newest()).toEqual(['warning', '', t(countScanText.noneOpen)])

  // A bin outside every count gets a count of its own on request.
  let doing = scan('A-01')
  expect(await answer(1)).toBe(t(countScanText.askNew, { bin: 'A-01' }))
  await doing
  expect(state()).toEqual([undefined, undefined, undefined])
  doing = scan('A-01')
  await answer(0)
  await doing
  const { count } = counter.state
  if (!count) throw new Error('no count')
  const { id, countNo: no } = count
  expect([newest(), state()]).toEqual([
    ['step', no, t(countScanText.binOpen)],
    [no, 'A-01', undefined],
  ])
  expect(await read(id)).toMatchObject({ isBlind: true, locationCodes: ['A-01'], lines: 3 })
  await scan('NUT', 4)
  await scan('BOLT', 10)
  doing = handIn()
  expect(await answer(1)).toBe(t(countScanText.askHandIn, { no, done: 2, all: 3 }))
  await doing
  await scan('SCREW', 2)
  await scan('A-01')
  page.cut()
  await scan('A-02')
  page.mend()

  doing = handIn()
  expect(await answer(1)).toBe(t(countScanText.askHandIn, { no, done: 3, all: 3 }))
  await doing
  expect((await read(id)).status).toBe('open')
  doing = handIn()
  await answer(0)
  expect(await answer(1)).toBe(t(countScanText.askRecount, { no, count: 1 }))
  await doing
  expect([newest(), state()[0]]).toEqual([['step', no, t(countScanText.handedIn, { no })], undefined])
  expect((await read(id)).status).toBe('review')

  // Scanning its number again asks the same; then only differences are still to be counted.
  doing = scan(no)
  expect(await answer(0)).toBe(t(countScanText.askRecount, { no, count: 1 }))
  await doing
  expect([newest(), totals()]).toEqual([
    ['step', no, t(countScanText.recount)],
    { 'A-01 ACME BOLT': 10, 'A-01 OTHER SCREW': 2 },
  ])
  doing = scan('A-01')
  await answer(1)
  await doing
  await scan('NUT', 5)
  await finishBin()
  doing = handIn()
  await answer(0)
  await doing
  expect([newest(), state()[0]]).toEqual([['step', no, t(countScanText.handedIn, { no })], undefined])
  await scan(no)
  expect([newest(), state()[0]]).toEqual([['step', no, t(countScanText.noDifference, { no })], undefined])
  await server.send(approveCount, { id }, countsOf(store).as)
  await scan(no)
  expect([newest(), state()[0]]).toEqual([['error', no, t(countScanText.isOver, { no })], undefined])

  // Nothing is submitted while scans are queued offline.
  const other = await create({ customerId: null, locationCodes: ['A-01'] })
  doing = choose()
  expect(await answer(1)).toBe(t(countScanText.whichCount))
  await doing
  expect(state()[0]).toBeUndefined()
  doing = choose()
  await answer(0)
  await doing
  expect(state()[0]).toBe(other.countNo)
  await scan('A-01')
  await scan('NUT', 5)
  await sent()
  page.cut((path) => path === enterCount.path)
  await scan('NUT')
  await vi.waitUntil(() => counter.queue.line().isCut, { timeout: 30_000 })
  await handIn()
  expect(newest()).toEqual(['warning', other.countNo, t(scanText.waitFirst)])
  expect((await read(other.id)).items.find(({ sku }) => sku === 'NUT')?.counted).toBe(5)
  // Reopened meanwhile, the count shows queued entries as counted.
  await counter.open(other.id)
  expect(totals()).toEqual({ 'A-01 ACME NUT': 6 })
  page.mend()
  counter.queue.wake()
  await vi.waitUntil(() => counter.queue.line().entries.length === 0, { timeout: 30_000 })
})

test('an entry that the server refuses is not part of the total, unless a later one covers it', async () => {
  const store = await aWarehouse()
  const { create, read } = countsOf(store)
  const { id, countNo } = await create({ locationCodes: ['A-01'] })
  const { counter, scan, newest, totals, undo, sent } = await aCounter()
  const spot = 'A-01 ACME NUT'
  const counted = async () => (await read(id)).items.find(({ sku }) => sku === 'NUT')?.counted
  const entries = () => counter.queue.line().entries.map(({ state }) => state)
  /** Another bin is counted instead, so that the server refuses the entries. */
  const setInScope = (isInScope: boolean) =>
    server.owner(
      'update stock_counts set location_codes = $1',
      [[isInScope ? 'A-01' : 'A-02']],
      store.tenantId,
    )
  const refusedOne = () => vi.waitUntil(() => newest()[0] === 'error', { timeout: 30_000 })
  await scan(countNo)
  await scan('A-01')
  await scan('NUT')
  await sent()
  await setInScope(false)
  await scan('NUT')
  await refusedOne()
  expect([totals()[spot], entries()]).toEqual([1, ['refused']])
  await setInScope(true)
  await counter.queue.dismiss(counter.queue.line().entries[0]?.id ?? '')
  await scan('NUT')
  await sent()
  expect([totals()[spot], await counted()]).toEqual([2, 2])

  // The later entry contains the refused pieces: they are counted, and no one is told otherwise.
  const scanTwiceOffline = async () => {
    page.cut((path) => path === enterCount.path)
    await scan('NUT')
    await scan('NUT')
    await vi.waitUntil(() => counter.queue.line().isCut, { timeout: 30_000 })
    await setInScope(false)
  }
  await scanTwiceOffline()
  let sends = 0
  page.cut((path) => path === enterCount.path && ++sends > 1)
  counter.queue.wake()
  await vi.waitUntil(() => entries().join() === 'waiting', { timeout: 30_000 })
  await setInScope(true)
  page.mend()
  counter.queue.wake()
  await vi.waitUntil(() => entries().length === 0, { timeout: 30_000 })
  expect([totals()[spot], await counted()]).toEqual([4, 4])
  expect(counter.state.marks.slice(0, 3).map(({ tone }) => tone)).toEqual(['ok', 'ok', 'ok'])

  // Where that one is refused too, neither is counted.
  await scanTwiceOffline()
  page.mend()
  counter.queue.wake()
  await refusedOne()
  expect([totals()[spot], await counted()]).toEqual([4, 4])
  expect(counter.state.marks.slice(0, 3).map(({ tone }) => tone)).toEqual(['error', 'error', 'ok'])
  await counter.queue.dismiss(counter.queue.line().entries[0]?.id ?? '')

  // What could not be undone is still counted.
  await undo()
  await refusedOne()
  expect([totals()[spot], await counted()]).toEqual([4, 4])
  await counter.queue.dismiss(counter.queue.line().entries[0]?.id ?? '')
  await setInScope(true)
  await scan('NUT')
  await sent()
  expect([totals()[spot], await counted()]).toEqual([5, 5])
})

test('an entry that the server refuses leaves alone what a later entry of other goods contains', async () => {
  const store = await aWarehouse()
  const { create } = countsOf(store)
  const { countNo } = await create({ locationCodes: ['A-01'] })
  const { counter, scan, totals, sent } = await aCounter()
  const states = () =>
    counter.queue
      .line()
      .entries.map(({ state }) => state)
      .join()
  const setPlaces = (places: string) =>
    server.owner('update stock_counts set location_codes = $1', [places], store.tenantId)
  await scan(countNo)
  await scan('A-01')
  await scan('NUT')
  await sent()
  page.cut((path) => path === enterCount.path)
  for (const code of ['NUT', 'SCREW', 'NUT']) await scan(code)
  await vi.waitUntil(() => counter.queue.line().isCut, { timeout: 30_000 })
  // The server refuses the first two, and takes the last one again.
  await setPlaces('{A-02}')
  let sends = 0
  page.cut((path) => path === enterCount.path && ++sends > 2)
  counter.queue.wake()
  await vi.waitUntil(() => states() === 'refused,waiting', { timeout: 30_000 })
  await setPlaces('{A-01}')
  page.mend()
  counter.queue.wake()
  await vi.waitUntil(() => states() === 'refused', { timeout: 30_000 })
  expect(totals()).toEqual({ 'A-01 ACME NUT': 3 })
  expect(counter.state.marks.slice(0, 3).map(({ tone }) => tone)).toEqual(['ok', 'error', 'ok'])
  await counter.queue.dismiss(counter.queue.line().entries[0]?.id ?? '')
})

test('an entry that the server refuses for one count leaves the totals of another one unchanged', async () => {
  const store = await aWarehouse()
  const { create, as } = countsOf(store)
  const [first, second] = [
    await create({ locationCodes: ['A-01'] }),
    await create({ locationCodes: ['A-01'] }),
  ]
  const entry = { id: second.id, locationCode: 'A-01', code: 'NUT', quantity: 5 }
  expect(await server.send(enterCount, entry, as)).toMatchObject({ success: true })
  const { counter, scan, totals } = await aCounter()
  await scan(first.countNo)
  await scan('A-01')
  page.cut((path) => path === enterCount.path)
  await scan('NUT')
  await vi.waitUntil(() => counter.queue.line().isCut, { timeout: 30_000 })
  counter.close()
  await scan(second.countNo)
  expect(totals()).toEqual({ 'A-01 ACME NUT': 5 })
  await server.owner(
    `update stock_counts set location_codes = '{A-02}' where id = $1`,
    [first.id],
    store.tenantId,
  )
  page.mend()
  counter.queue.wake()
  await vi.waitUntil(() => counter.state.marks.some(({ tone }) => tone === 'error'), { timeout: 30_000 })
  expect(totals()).toEqual({ 'A-01 ACME NUT': 5 })
  await counter.queue.dismiss(counter.queue.line().entries[0]?.id ?? '')
})

test('goods outside the count are refused, and a count is resumed where it was left', async () => {
  const store = await aWarehouse()
  const { create } = countsOf(store)
  const [owner] = await server.owner<{ id: string }>(
    `select id from customers where customer_code = 'ACME'`,
    [],
    store.tenantId,
  )
  const { countNo, id } = await create({ customerId: Number(owner?.id), sku: 'NUT' })
  const { scan, newest, totals, counter, sent, handIn, answer } = await aCounter()
  expect(counter.kept()).toBeUndefined()
  await scan(countNo)
  await scan('A-02')
  await scan('NUT', 2)
  await scan('A-01')
  await scan('BOLT')
  expect(newest()).toEqual(['error', 'BOLT', t(countText.notOfCount)])
  // Of two customers with this code only one is counted.
  await scan('SHARED')
  expect([newest(), totals()]).toEqual([
    ['ok', 'NUT', t(countScanText.counted, { total: 1 })],
    { 'A-02 ACME NUT': 2, 'A-01 ACME NUT': 1 },
  ])
  await sent()
  const kept = counter.kept()
  if (!kept) throw new Error('nothing kept')
  expect(kept).toEqual({ countId: id, bin: 'A-01', here: [['A-01 ACME NUT', 1]] })
  // Goods that the count did not expect are part of it too.
  const handing = handIn()
  expect(await answer(1)).toBe(t(countScanText.askHandIn, { no: countNo, done: 2, all: 2 }))
  await handing
  const again = await aCounter()
  expect(await again.counter.resume({ ...kept, here: [['A-01 ACME NUT', 7]] })).toBe(`${countNo} · A-01`)
  expect([again.state(), again.totals()]).toEqual([
    [countNo, 'A-01', undefined],
    { 'A-02 ACME NUT': 2, 'A-01 ACME NUT': 7 },
  ])
  expect(await again.counter.resume({ countId: id, bin: undefined, here: [] })).toBe(countNo)
  expect(again.totals()).toEqual({ 'A-02 ACME NUT': 2, 'A-01 ACME NUT': 1 })
  counter.close()
  expect([counter.kept(), counter.state.marks.length > 0]).toEqual([undefined, true])
  await server.send(submitCount, { id }, countsOf(store).as)
  expect(await again.counter.resume(kept)).toBeUndefined()
  expect(again.state()).toEqual([undefined, undefined, undefined])
})

test('bins whose codes begin alike are counted apart, and missing goods that two customers have are both entered', async () => {
  const store = await aWarehouse()
  const { create, read } = countsOf(store)
  await server.owner(
    `insert into locations (tenant_id, location_code, zone_id, purpose, mix_customer)
     select tenant_id, 'A-011', id, 'storage', true from location_zones where zone_code = 'GOOD'`,
    [],
    store.tenantId,
  )
  const [twin] = await server.owner<{ id: string; customer_id: string }>(
    `with made as (
       insert into products (tenant_id, customer_id, sku, name_en, search_line)
       select tenant_id, id, 'NUT', 'Nut', 'nut' from customers where customer_code = 'OTHER'
       returning tenant_id, id, customer_id),
     coded as (
       insert into product_barcodes (tenant_id, customer_id, product_id, barcode, type, pack_quantity)
       select tenant_id, customer_id, id, 'OTHER.NUT', 'system', 1 from made)
     select id, customer_id from made`,
    [],
    store.tenantId,
  )
  const key = { productId: Number(twin?.id), customerId: Number(twin?.customer_id) }
  await store.move({ flow: 'receive', batchId: await store.batch('NUT', key), onHand: 1 })
  const { id, countNo } = await create({ locationCodes: ['A-01', 'A-011'] })
  const { scan, newest, totals, state, finishBin, answer, sent, counter } = await aCounter()
  await scan(countNo)
  await scan('A-011')
  await scan('BOLT', 4)
  await finishBin()
  // Nothing of this bin was counted yet, so nothing is asked.
  await scan('A-01')
  expect([newest(), state()[1]]).toEqual([['step', 'A-01', t(countScanText.binOpen)], 'A-01'])
  await scan('SCREW')
  expect(counter.kept()).toEqual({ countId: id, bin: 'A-01', here: [['A-01 OTHER SCREW', 1]] })
  startAgain(counter, 'A-01')
  expect(totals()).toEqual({ 'A-011 ACME BOLT': 4 })
  await scan('BOLT', 10)
  await scan('SCREW', 2)
  const finishing = finishBin()
  expect(await answer(0)).toBe(
    t(countScanText.askMissing, { bin: 'A-01', count: 2, skus: 'ACME.NUT, OTHER.NUT' }),
  )
  await finishing
  await sent()
  expect(
    (await read(id)).items.map((item) => [item.locationCode, item.customerCode, item.sku, item.counted]),
  ).toEqual([
    ['A-01', 'ACME', 'BOLT', 10],
    ['A-01', 'ACME', 'NUT', 0],
    ['A-01', 'OTHER', 'NUT', 0],
    ['A-01', 'OTHER', 'SCREW', 2],
    ['A-011', 'ACME', 'BOLT', 4],
  ])
  expect(await counter.resume({ countId: id, bin: 'A-01', here: [] })).toBe(`${countNo} · A-01`)
  expect(totals()).toEqual({ 'A-011 ACME BOLT': 4 })
})

test('a bin that is started from zero keeps nothing of what was counted in it, and other bins keep theirs', async () => {
  const store = await aWarehouse()
  const { create, read } = countsOf(store)
  const { id, countNo } = await create({ locationCodes: ['A-01', 'A-02'] })
  const { scan, newest, totals, sent, undo, finishBin, answer, counter } = await aCounter()
  await scan(countNo)
  await scan('A-02')
  await scan('NUT', 7)
  await finishBin()
  await scan('A-01')
  await scan('BOLT', 10)
  await scan('SCREW', 2)
  const finishing = finishBin()
  await answer(1)
  await finishing
  const again = scan('A-02')
  await answer(1)
  await again
  await scan('BOLT', 3)
  await sent()
  const entries = async () =>
    (await read(id)).items.map(({ locationCode, sku, counted }) => `${locationCode} ${sku} ${counted}`)
  expect(await entries()).toEqual([
    ...['A-01 BOLT 10', 'A-01 NUT null', 'A-01 SCREW 2'],
    ...['A-02 BOLT 3', 'A-02 NUT 7'],
  ])
  const marks = counter.state.marks.length
  startAgain(counter, 'A-02')
  expect(totals()).toEqual({ 'A-01 ACME BOLT': 10, 'A-01 OTHER SCREW': 2 })
  await sent()
  // Goods that only the scans had added leave no line behind.
  expect(await entries()).toEqual(['A-01 BOLT 10', 'A-01 NUT null', 'A-01 SCREW 2'])
  expect(counter.state.marks).toHaveLength(marks)
  // What was scanned in the bin before can no longer be undone; the last scan elsewhere can.
  await undo()
  expect([newest()[1], totals()]).toEqual(['SCREW', { 'A-01 ACME BOLT': 10 }])
  await sent()
})

test('at most eight counts and eight owners of a code are offered', async () => {
  const store = await aWarehouse()
  const { create } = countsOf(store)
  for (let i = 0; i < 9; i++) await create({ locationCodes: ['A-01', 'A-02', 'A-03', 'D-01'] })
  await server.owner(
    `with owners as (
       insert into customers (tenant_id, customer_code, customer_name, search_line)
       select $1, 'C' || n, 'C' || n, '' from generate_series(1, 9) n returning id)
     insert into products (tenant_id, customer_id, sku, name_en, search_line)
     select $1, id, 'GLUE', 'Glue', 'glue' from owners`,
    [store.tenantId],
    store.tenantId,
  )
  const { choose, scan, answer, counter } = await aCounter()
  const offered = async () => {
    const question = await vi.waitUntil(() => counter.state.question, { timeout: 30_000, interval: 5 })
    return question.choices.map(({ text }) => text)
  }
  let doing = choose()
  const counts = await offered()
  expect(counts).toHaveLength(9)
  expect(counts[0]).toMatch(/^CT\S+ · A-01 · A-02 · A-03$/)
  await answer(0)
  await doing
  await scan('A-03')
  doing = scan('GLUE')
  expect(await offered()).toHaveLength(9)
  await answer(8)
  await doing
})

test('leaving a bin or a count with a question open ends it, and the next scan is taken', async () => {
  const store = await aWarehouse()
  const { mover, scan, adjust, hand, sent } = await aMover(store)
  await scan('A-01')
  await scan('PAIR')
  const adjusting = adjust()
  await vi.waitUntil(() => mover.state.question, { timeout: 30_000, interval: 5 })
  mover.close()
  await scan('A-01')
  await adjusting
  expect([mover.state.place?.locationCode, mover.state.question, hand()]).toEqual(['A-01', undefined, []])
  await sent()
  expect(await store.pieces(store.nuts)).toBe(5)

  const { create } = countsOf(store)
  const { countNo } = await create({ locationCodes: ['A-01'] })
  const { counter, scan: count, handIn } = await aCounter()
  await count(countNo)
  const handing = handIn()
  await vi.waitUntil(() => counter.state.question, { timeout: 30_000, interval: 5 })
  counter.close()
  await count(countNo)
  await handing
  expect([counter.state.count?.countNo, counter.state.question]).toEqual([countNo, undefined])
})

test('what is looked up when the user leaves a bin or a count changes nothing afterwards', async () => {
  const store = await aWarehouse()
  const { mover, scan } = await aMover(store)
  await scan('A-01')
  let isLooking = lookingUp(mover)
  let doing = scan('A-02')
  await isLooking
  mover.close()
  await doing
  expect([mover.state.place, mover.state.marks.map(({ code }) => code)]).toEqual([undefined, ['A-01']])

  const { create, read } = countsOf(store)
  const { id, countNo } = await create({ locationCodes: ['A-01'] })
  const { counter, scan: count, sent } = await aCounter()
  await count(countNo)
  await count('A-01')
  await count('NUT', 3)
  await sent()
  isLooking = lookingUp(counter)
  doing = count('PAIR')
  await isLooking
  counter.close()
  await doing
  await sent()
  // A total of two would have replaced the three that were counted.
  const { items } = await read(id)
  expect(items.find(({ sku }) => sku === 'NUT')?.counted).toBe(3)
  expect([counter.state.count, counter.state.totals.size]).toEqual([undefined, 0])
})

test('a supervisor is called to the station with a reason, or not at all', async () => {
  const store = await aWarehouse()
  const { mover, newest, answer } = await aMover(store)
  const call = async (subject: string | undefined, reply: number) => {
    const action = leadAction(mover, 'move', subject)
    expect([action.text, action.key, action.command]).toEqual([t(leadText.call), 'F1', 'lead'])
    action.run()
    const words = await answer(reply)
    await mover.inTurn('', () => {})
    return words
  }
  const reasons = Object.keys(callReasonText)
  expect(await call('A-01', reasons.length)).toBe(t(leadText.why))
  const open = () => server.done(openCalls, {}, { token: store.token })
  expect([newest(), await open()]).toEqual([[undefined, undefined, undefined], []])
  await call('A-01', 2)
  expect(newest()).toEqual(['step', 'A-01', t(leadText.called)])
  await call(undefined, 0)
  expect(newest()).toEqual(['step', '', t(leadText.called)])
  expect((await open()).map(({ station, subject, reason }) => [station, subject, reason])).toEqual([
    ['move', 'A-01', reasons[2]],
    ['move', null, reasons[0]],
  ])
})
