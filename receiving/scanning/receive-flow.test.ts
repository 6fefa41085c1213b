import { describe, expect, test } from 'vitest'
import type { Text } from '../../platform/text/text.ts'
import { fill } from '../../platform/text/text.ts'
import { anOrder, goods, places } from '../../testing/paper-order.ts'
import { afterRefusal, keptWork, resumedWork, step, undo, whyNotThere } from './receive-flow.ts'
import {
  type Answer,
  type Event,
  type FoundOrder,
  noWork,
  type Operation,
  type Outcome,
  remember,
  type Work,
} from './receive-state.ts'
import type { CountScan, InboundDocument } from './scanning.ts'
import { receiveText } from './text.ts'

const twoBoxes = [
  { sku: 'BOLT', expected: 24, boxNo: 'B1' },
  { sku: 'BOLT', expected: 24, boxNo: 'B2' },
] as const

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
    const order = withGot(0, { receiveOneStep: false })
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
    const history = [operation('a', 1), operation('b', 2)]
    const kept = { inboundId: null, ...hands, history }
    expect(keptWork({ ...busy, history }, undefined)).toEqual(kept)
    expect(resumedWork(kept, ['a'])).toEqual({ ...noWork, ...hands, history: [operation('b', 2)] })
  })
})
