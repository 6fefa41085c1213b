import { describe, expect, test } from 'vitest'
import { fill } from '../../platform/text/text.ts'
import { anOrder, aProduct, goods, places } from '../../testing/paper-order.ts'
import { MAX_PIECES } from '../contract.ts'
import { afterRefusal, keptWork, resumedWork, step } from './receive-flow.ts'
import {
  type Answer,
  type Event,
  noWork,
  type Outcome,
  type Place,
  type Scene,
  type Work,
} from './receive-state.ts'
import type { InboundDocument } from './scanning.ts'
import { receiveText } from './text.ts'

const bin = { locationId: 1, locationCode: 'A-01' }
const atPieces: Work = { ...noWork, bin }

/** A user at an order, and the result of each event. */
function at(document: InboundDocument, over: Partial<Scene> = {}) {
  const scene: Scene = {
    document,
    products: document.products,
    may: () => true,
    missing: (right) => `right ${right}`,
    language: 'en_US',
    ...over,
  }
  let count = 0
  return (work: Work, event: Event) => step(work, scene, event, `scan-${++count}`)
}
const scanned = (product: (typeof goods)[keyof typeof goods], times = 1): Event => ({
  kind: 'product',
  product,
  pieces: 1,
  scanned: { code: product.sku, times, isCounted: times > 1 },
})
const answer = (given: Answer): Event => ({ kind: 'answer', answer: given })
const sent = ({ effects }: Outcome) => effects.flatMap((effect) => (effect.do === 'put' ? [effect.scan] : []))
const tones = ({ effects }: Outcome) =>
  effects.flatMap((effect) => (effect.do === 'put' || effect.do === 'say' ? [effect.tone] : []))
const words = ({ effects }: Outcome) =>
  effects.flatMap((effect) => (effect.do === 'put' || effect.do === 'say' ? [effect.text.en_US] : []))
const needs = ({ effects }: Outcome) =>
  effects.flatMap((effect) => (effect.do === 'ask' ? [effect.question.need] : []))

const bolts = anOrder([{ sku: 'BOLT', expected: 2 }])

test('one scan counts at most as many pieces as a receipt accepts', () => {
  const happens = at({ ...bolts, overReceivePolicy: 'allow' })
  expect(sent(happens(atPieces, scanned(goods.BOLT, MAX_PIECES)))).toMatchObject([{ good: MAX_PIECES }])
  const over = happens(atPieces, scanned(goods.BOLT, MAX_PIECES + 1))
  expect([sent(over), tones(over)]).toEqual([[], ['error']])
})

describe('unexpected goods', () => {
  test('need a reason, which is stored in the user’s language, and also applies to the next piece', () => {
    const happens = at(bolts)
    const input = happens(atPieces, scanned(goods.SCREW))
    expect(needs(input)).toEqual(['reason'])
    const reason = { zh_CN: '寄错了', en_US: 'Sent by mistake' }
    const first = happens(input.work, answer({ kind: 'reason', reason }))
    expect(sent(first)).toMatchObject([{ isUnexpected: true, remark: 'Sent by mistake' }])
    expect(sent(happens(first.work, scanned(goods.SCREW)))).toMatchObject([{ remark: 'Sent by mistake' }])
    const inChinese = at(bolts, { language: 'zh_CN' })
    expect(sent(inChinese(input.work, answer({ kind: 'reason', reason })))).toMatchObject([
      { remark: '寄错了' },
    ])
  })

  test('need none in an order that was created at the dock', () => {
    const outcome = at(anOrder([]))(atPieces, scanned(goods.SCREW))
    expect([needs(outcome), sent(outcome)]).toMatchObject([[], [{ isUnexpected: true, remark: null }]])
  })

  test('are accepted by users who may edit orders, and others see which permission is missing', () => {
    const outcome = at(bolts, { may: (right) => right !== 'inbound:order:edit' })(
      atPieces,
      scanned(goods.SCREW),
    )
    expect([tones(outcome), words(outcome)]).toEqual([
      ['error'],
      [expect.stringContaining('right inbound:order:edit')],
    ])
  })
})

test.each([
  ['disabled', { isEnabled: false }],
  ['not approved', { auditStatus: 'pending' }],
] as const)('goods that are %s cannot be counted, neither by piece nor with their box', (_, over) => {
  const product = aProduct(1, 'BOLT', over)
  const document = anOrder([{ sku: 'BOLT', expected: 2, boxNo: 'B1' }], { products: [product] })
  const happens = at(document)
  for (const event of [scanned(product), { kind: 'box', boxId: 1, code: 'B1' } as const]) {
    const outcome = happens({ ...atPieces, way: event.kind === 'box' ? 'box' : 'piece' }, event)
    expect([sent(outcome), tones(outcome)]).toEqual([[], ['error']])
  }
})

test('goods that come back are counted although their product is disabled', () => {
  const product = aProduct(1, 'BOLT', { isEnabled: false })
  const document = anOrder([{ sku: 'BOLT', expected: 2 }], { products: [product], inboundType: 'return' })
  expect(sent(at(document)(atPieces, scanned(product)))).toMatchObject([{ good: 1 }])
})

describe('goods of unknown size', () => {
  const heavy = aProduct(1, 'BOLT', { lacksSize: true })
  const document = anOrder([{ sku: 'BOLT', expected: 5 }], { products: [heavy] })

  test('are measured before they count, by users who may; skipping is not asked again', () => {
    const happens = at(document)
    const input = happens(atPieces, scanned(heavy))
    expect([needs(input), sent(input)]).toEqual([['size'], []])
    const form = happens(input.work, answer({ kind: 'yes' }))
    expect(form.effects).toMatchObject([{ do: 'measure', product: { sku: 'BOLT' } }])
    const skipped = happens(form.work, answer({ kind: 'no' }))
    expect(sent(skipped)).toMatchObject([{ good: 1 }])
    const next = happens(skipped.work, scanned(heavy))
    expect([needs(next), sent(next).length]).toEqual([[], 1])
  })

  test('are counted without a question by users who may not measure', () => {
    const outcome = at(document, { may: (right) => right !== 'query:product:measure' })(
      atPieces,
      scanned(heavy),
    )
    expect([needs(outcome), sent(outcome).length]).toEqual([[], 1])
  })
})

test('a piece is a success, the last one completes a step, and one too many is a warning', () => {
  const happens = at({ ...bolts, overReceivePolicy: 'allow' })
  const messages = [1, 2, 3].map((times) => {
    const outcome = happens(atPieces, scanned(goods.BOLT, times))
    return [tones(outcome), words(outcome)]
  })
  expect(messages).toEqual([
    [['ok'], ['1/2']],
    [['step'], ['complete: 2']],
    [['warning'], ['3/2']],
  ])
})

test('damaged pieces go to the bin chosen for them', () => {
  const happens = at(bolts)
  const damagedBin = { locationId: 3, locationCode: 'D-01' }
  const input = happens({ ...atPieces, isDamaged: true }, { ...scanned(goods.BOLT), damagedBin } as Event)
  expect(needs(input)).toEqual(['photos'])
  const counted = happens(input.work, answer({ kind: 'photos', fileIds: [7] }))
  expect(sent(counted)).toMatchObject([
    { good: 0, defective: 1, defectiveLocationId: 3, locationId: null, photoFileIds: [7] },
  ])
  expect(tones(counted)).toEqual(['warning'])
})

describe('a whole box', () => {
  const document = anOrder([
    { sku: 'BOLT', expected: 2, boxNo: 'B1' },
    { sku: 'BOLT', expected: 3, boxNo: 'B2' },
  ])
  const take = (of: InboundDocument, boxId: number) =>
    at(of)({ ...atPieces, way: 'box' }, { kind: 'box', boxId, code: `B${boxId}` })
  const received = (boxes: InboundDocument['boxes'], id: number) =>
    boxes.map((box) => (box.id === id ? { ...box, status: 'received' as const } : box))

  test('is a success, the last one completes a step, unless another is short', () => {
    const first = take(document, 1)
    expect([tones(first), words(first)]).toEqual([['ok'], ['Whole box, 1/2']])
    const boxes = received(document.boxes, 1)
    const lines = document.lines.map((line) => (line.boxId === 1 ? { ...line, good: 2 } : line))
    const last = take({ ...document, boxes, lines }, 2)
    expect([tones(last), words(last)]).toEqual([['step'], ['Whole box, 2/2']])
    const short = take({ ...document, boxes }, 2)
    expect([tones(short), words(short)]).toEqual([['warning'], ['Whole box, 2/2; other boxes 2 short']])
  })

  test('that is skipped shows how much was counted, and a skipped order shows that it was not received', () => {
    const happens = at(document)
    const boxes = received(document.boxes, 1)
    const input = at({ ...document, boxes })(
      { ...atPieces, way: 'box' },
      { kind: 'box', boxId: 1, code: 'B1' },
    )
    expect(needs(input)).toEqual(['rest'])
    const left = at({ ...document, boxes })(input.work, answer({ kind: 'no' }))
    expect([tones(left), words(left)]).toEqual([['warning'], ['Unchanged: 0 of 2']])
    const whole = happens(atPieces, { kind: 'whole' })
    expect(needs(whole)).toEqual(['agree'])
    expect(words(happens(whole.work, answer({ kind: 'no' })))).toEqual(['Not received'])
  })

  test('takes the rest of what is missing, and asks nothing about goods that are complete', () => {
    const mixed = anOrder([
      { sku: 'CREAM', expected: 1, boxNo: 'B1' },
      { sku: 'BOLT', expected: 2, boxNo: 'B1' },
    ])
    const lines = mixed.lines.map((line) => (line.expected === 1 ? { ...line, good: 1 } : line))
    const happens = at({ ...mixed, lines, boxes: received(mixed.boxes, 1) })
    const asked = happens({ ...atPieces, way: 'box' }, { kind: 'box', boxId: 1, code: 'B1' })
    expect(needs(asked)).toEqual(['rest'])
    const rest = happens(asked.work, answer({ kind: 'yes' }))
    expect([needs(rest), sent(rest)]).toMatchObject([[], [{ took: [{ lineId: 2, quantity: 2 }] }]])
  })

  test('that is over-received is not a success', () => {
    const lines = document.lines.map((line) => (line.boxId === 1 ? { ...line, good: 3 } : line))
    const put = at({ ...document, lines })({ ...atPieces, boxId: 1 }, { kind: 'finish_box' })
    expect([tones(put), words(put)]).toEqual([['warning'], [expect.stringContaining('3')]])
  })

  test('that is left with pieces missing is reported, whatever comes next', () => {
    const happens = at(document)
    const inBox = { ...atPieces, boxId: 1 }
    for (const kind of ['mode', 'start_putaway'] as const)
      expect(words(happens(inBox, { kind }))).toEqual(['Box counted: 0 of 2, 2 short'])
    const next = happens(inBox, { kind: 'box', boxId: 2, code: 'B2' })
    expect([tones(next), words(next)]).toEqual([['warning'], [expect.stringContaining('B1')]])
    const full = document.lines.map((line) => (line.boxId === 1 ? { ...line, good: 2 } : line))
    const after = at({ ...document, lines: full })(inBox, { kind: 'box', boxId: 2, code: 'B2' })
    expect(tones(after)).toEqual(['step'])
  })
})

describe('a putaway', () => {
  const waiting = (quantity: number, expiryDate: string | null = null, productId = 1) => ({
    batchId: 1,
    productId,
    locationId: 4,
    locationCode: 'RECV',
    quality: 'good' as const,
    expiryDate,
    lot: null,
    quantity,
  })
  const atShelves: Work = { ...atPieces, way: 'putaway' }
  const order = (pending: InboundDocument['pending']) => ({ ...bolts, pending })

  test('needs its bin first, and goods that wait', () => {
    const happens = at(order([waiting(3)]))
    expect(words(happens({ ...atShelves, bin: undefined }, scanned(goods.BOLT)))).toEqual([
      'Put away: scan the bin',
    ])
    expect(tones(happens(atShelves, scanned(goods.SCREW)))).toEqual(['error'])
  })

  test('of the last pieces completes a step, and the next bin is suggested after each', () => {
    const happens = at(order([waiting(3), waiting(1, null, 2)]))
    const part = happens(atShelves, scanned(goods.BOLT, 2))
    expect([tones(part), sent(part)]).toMatchObject([['ok'], [{ quantity: 2, locationId: 1 }]])
    expect(part.effects.at(-1)).toEqual({ do: 'suggest_next' })
    expect(tones(happens(atShelves, scanned(goods.BOLT, 3)))).toEqual(['ok'])
    const all = at(order([waiting(3)]))(atShelves, scanned(goods.BOLT))
    expect([tones(all), sent(all)]).toMatchObject([['step'], [{ quantity: 3 }]])
    expect(tones(happens(atShelves, scanned(goods.BOLT, 4)))).toEqual(['error'])
  })

  test('takes all rows of a batch, or as many pieces as were scanned, and not one more', () => {
    const happens = at(order([waiting(3), { ...waiting(2), locationId: 5 }]))
    expect(sent(happens(atShelves, scanned(goods.BOLT)))).toMatchObject([{ quantity: 5 }])
    expect(sent(happens(atShelves, scanned(goods.BOLT, 5)))).toMatchObject([{ quantity: 5 }])
    const over = happens(atShelves, scanned(goods.BOLT, 6))
    expect([sent(over), words(over)]).toEqual([
      [],
      [fill(receiveText.fewerPending, { sku: 'BOLT', pending: 5 }).en_US],
    ])
  })

  test('that is declined says that nothing was put away', () => {
    const happens = at(order([waiting(3, '2028-01-31', 2), waiting(1, '2029-01-31', 2)]))
    const open = happens(atShelves, scanned(goods.CREAM))
    expect(needs(open)).toEqual(['batch'])
    const left = happens(open.work, answer({ kind: 'no' }))
    expect([tones(left), words(left), left.work.asking]).toEqual([
      ['warning'],
      [receiveText.notPutAway.en_US],
      undefined,
    ])
  })

  test('uses the date on the label for goods with expiry dates, and ignores it for others', () => {
    const labelled = (product: typeof goods.CREAM): Event => ({
      kind: 'product',
      product,
      pieces: 1,
      scanned: { code: product.sku, times: 1, isCounted: false, expiry: '2029-01-01' },
    })
    const creams = at(order([waiting(2, '2028-01-31', goods.CREAM.id)]))(atShelves, labelled(goods.CREAM))
    expect([tones(creams), sent(creams)]).toEqual([['error'], []])
    expect(sent(at(order([waiting(2)]))(atShelves, labelled(goods.BOLT)))).toMatchObject([
      { quantity: 2, batch: { expiryDate: null } },
    ])
  })
})

describe('a bin', () => {
  const [storage] = places
  if (!storage) throw new Error('no place')
  const scan = (over: Partial<Place>, work: Work = noWork, document = bolts) =>
    at(document)(work, { kind: 'place', place: { ...storage, ...over }, code: 'X' })
  const shelves: Work = { ...noWork, way: 'putaway' }

  test.each(['storage', 'quarantine', 'return'] as const)('for %s accepts incoming goods', (purpose) => {
    expect(tones(scan({ purpose }))).toEqual(['ok'])
  })

  test('for receiving accepts them with a warning, and no putaway', () => {
    expect(tones(scan({ purpose: 'receiving' }))).toEqual(['warning'])
    expect(tones(scan({ purpose: 'receiving' }, shelves))).toEqual(['error'])
    expect(tones(scan({ purpose: 'packing' }))).toEqual(['error'])
  })

  test('must have the quality that waits, and the message names it', () => {
    const pending = [
      {
        batchId: 1,
        productId: 1,
        locationId: 4,
        locationCode: 'RECV',
        quality: 'defective' as const,
        expiryDate: null,
        lot: null,
        quantity: 1,
      },
    ]
    const waiting = { ...bolts, pending }
    expect(tones(scan({ quality: 'defective' }, shelves, waiting))).toEqual(['ok'])
    const good = scan({ quality: 'good' }, shelves, waiting)
    const damaged = scan({ quality: 'defective' })
    expect([tones(good), tones(damaged)]).toEqual([['error'], ['error']])
    expect(words(good)).not.toEqual(words(damaged))
    expect(tones(scan({ quality: 'good' }, shelves))).toEqual(['ok'])
  })
})

describe('the undo history', () => {
  const happens = at(bolts)
  const moved = (work: Work, times: number): Work =>
    Array.from({ length: times }).reduce<Work>((now) => happens(now, { kind: 'damaged' }).work, work)

  test('keeps the last thirty steps', () => {
    const work = moved(noWork, 31)
    expect([work.history.length, work.history[0]?.seq, work.history.at(-1)?.seq]).toEqual([30, 2, 31])
  })

  test('restores an action whose undo was refused to its position', () => {
    const work = moved(noWork, 3)
    const [first, second, third] = work.history
    if (!first || !second || !third) throw new Error('no history')
    const undone = { ...work, history: [first, third] }
    expect(afterRefusal(undone, 'undo', second).history).toEqual([first, second, third])
  })

  test('drops an action that was refused while the page was closed', () => {
    const work = happens(atPieces, scanned(goods.BOLT)).work
    const kept = keptWork(work, bolts.id)
    const id = work.history[0]?.id ?? ''
    if (!kept) throw new Error('nothing was kept')
    expect(resumedWork(kept, ['other']).history).toHaveLength(1)
    expect(resumedWork(kept, [id]).history).toEqual([])
  })
})

describe('in full', () => {
  const yes = (text: object) => ({ text, command: 'ok', answer: { kind: 'yes' } })
  const no = (text: object) => ({ text, command: 'undo', answer: { kind: 'no' } })
  const asked = (outcome: Outcome, need: string, product?: object) => {
    expect(outcome.work.asking).toMatchObject({ need, ...(product && { product }) })
    expect('product' in (outcome.work.asking ?? {})).toBe(product !== undefined)
    const [effect, ...more] = outcome.effects
    expect(more).toEqual([])
    return effect?.do === 'ask' ? effect.question : undefined
  }
  const boxed = anOrder([
    { sku: 'BOLT', expected: 24, boxNo: 'B1' },
    { sku: 'CREAM', expected: 6, boxNo: 'B2' },
  ])
  const counted = (document: InboundDocument, ...got: number[]): InboundDocument => ({
    ...document,
    lines: document.lines.map((line, i) => ({ ...line, good: got[i] ?? 0 })),
  })
  const box = (boxId: number): Event => ({ kind: 'box', boxId, code: `b${boxId}` })
  const atBoxes: Work = { ...atPieces, way: 'box' }

  test('each question about goods says what it is about, and how to answer', () => {
    const happens = at(bolts)
    expect(asked(happens(atPieces, scanned(goods.SCREW)), 'reason')).toEqual({
      need: 'reason',
      tone: 'warning',
      text: fill(receiveText.askUnexpected, { sku: 'SCREW' }),
      choices: [
        ...[receiveText.notAnnounced, receiveText.sentByMistake, receiveText.wronglyPacked].map(
          (text, i) => ({
            text,
            ...(i === 0 && { command: 'ok' }),
            answer: { kind: 'reason', reason: text },
          }),
        ),
        no(receiveText.no),
      ],
    })
    expect(asked(happens(atPieces, scanned(goods.BOLT, 3)), 'over')).toEqual({
      need: 'over',
      tone: 'warning',
      text: fill(receiveText.askOver, { sku: 'BOLT', got: 3, expected: 2 }),
      choices: [yes(receiveText.yesCount), no(receiveText.no)],
    })
    expect(asked(happens({ ...atPieces, isDamaged: true }, scanned(goods.BOLT, 2)), 'photos')).toEqual({
      need: 'photos',
      tone: 'warning',
      text: fill(receiveText.askDamage, { sku: 'BOLT', count: 2 }),
      choices: [yes(receiveText.yesCount), no(receiveText.no)],
    })
    expect(asked(happens(noWork, scanned(goods.BOLT)), 'bin')).toEqual({
      need: 'bin',
      tone: 'warning',
      text: fill(receiveText.askBin, { what: 'BOLT' }),
      hint: receiveText.binHint,
      choices: [no(receiveText.cancel)],
      suggestFor: goods.BOLT.id,
    })
    const both = at(
      anOrder([
        { sku: 'CREAM', expected: 9 },
        { sku: 'PILLS', expected: 9 },
      ]),
    )
    for (const [product, need, text, hint] of [
      [goods.CREAM, 'days', receiveText.askExpiry, receiveText.expiryHint],
      [goods.PILLS, 'lot', receiveText.askLot, receiveText.lotHint],
    ] as const)
      expect(asked(both(atPieces, scanned(product)), need, product)).toEqual({
        need,
        tone: 'warning',
        text: fill(text, { sku: product.sku }),
        hint,
        choices: [no(receiveText.cancel)],
        product,
      })
    const heavy = aProduct(1, 'BOLT', { lacksSize: true })
    expect(asked(at({ ...bolts, products: [heavy] })(atPieces, scanned(heavy)), 'size', heavy)).toEqual({
      need: 'size',
      tone: 'warning',
      text: fill(receiveText.askMeasure, { sku: 'BOLT' }),
      choices: [yes(receiveText.measure), no(receiveText.skip)],
      product: heavy,
    })
  })

  test('each question about a box says how much was counted, and what can be done', () => {
    const countMore = { text: receiveText.countMore, command: 'mode', answer: { kind: 'pieces' } }
    const figures = { box: 'B1', got: 23, expected: 24, who: '–' }
    for (const work of [atPieces, atBoxes])
      expect(asked(at(counted(boxed, 23))(work, box(1)), 'rest')).toEqual({
        need: 'rest',
        tone: 'error',
        text: fill(receiveText.askRest, { ...figures, missing: 1 }),
        choices: [yes(fill(receiveText.addRest, { missing: 1 })), countMore, no(receiveText.leaveBox)],
      })
    const full = { ...figures, got: 24, who: 'Ann' }
    const boxes = boxed.boxes.map((item) => ({ ...item, receivedByName: 'Ann' }))
    const happens = at({ ...counted(boxed, 24), boxes })
    expect(asked(happens(atPieces, box(1)), 'rest')).toEqual({
      need: 'rest',
      tone: 'error',
      text: fill(receiveText.askMore, full),
      choices: [countMore, no(receiveText.leaveBox)],
    })
    expect(happens(atBoxes, box(1))).toEqual({
      work: atBoxes,
      effects: [{ do: 'say', tone: 'error', code: 'b1', text: fill(receiveText.boxTwice, full) }],
    })
    expect(asked(at(boxed)({ ...atBoxes, bin: undefined }, box(1)), 'bin')).toEqual({
      need: 'bin',
      tone: 'warning',
      text: fill(receiveText.askBin, { what: 'B1' }),
      hint: receiveText.binHint,
      choices: [no(receiveText.cancel)],
      suggestFor: goods.BOLT.id,
    })
    expect(asked(at(boxed)(atBoxes, { kind: 'whole' }), 'agree')).toEqual({
      need: 'agree',
      tone: 'warning',
      text: fill(receiveText.askWhole, { pieces: 30 }),
      choices: [yes(receiveText.yesCount), no(receiveText.no)],
    })
    // A surplus of one product does not compensate another.
    expect(asked(at(counted(boxed, 30))(atBoxes, { kind: 'whole' }), 'agree')?.text).toEqual(
      fill(receiveText.askWhole, { pieces: 6 }),
    )
    expect(at(counted(boxed, 24, 6))(atBoxes, { kind: 'whole' })).toEqual({
      work: atBoxes,
      effects: [{ do: 'say', tone: 'error', code: 'IB-1', text: receiveText.nothingLeft }],
    })
    const all = at(anOrder([{ sku: 'BOLT', expected: 2 }]))({ ...atBoxes, bin: undefined }, { kind: 'whole' })
    const agreed = at(anOrder([{ sku: 'BOLT', expected: 2 }]))(all.work, answer({ kind: 'yes' }))
    expect(asked(agreed, 'bin')?.text).toEqual(fill(receiveText.askBin, { what: 'IB-1' }))
  })

  test('each scan carries everything that server and undo need, and the state keeps the bin', () => {
    const A2 = { locationId: 2, locationCode: 'A-02' }
    const before = { way: 'piece', boxId: 1, bin: undefined, isDamaged: false }
    const open: Work = {
      ...noWork,
      boxId: 1,
      approved: { x: { total: 1, remark: null } },
      facts: { x: { productionDate: null, expiryDate: null, lot: 'X' } },
    }
    const happens = at(boxed)
    const first = happens(open, scanned(goods.BOLT, 24))
    const done = happens(first.work, answer({ kind: 'bin', bin: A2 }))
    const none = { productionDate: null, expiryDate: null, lot: null }
    const scan = {
      kind: 'count',
      inboundId: 1,
      inboundNo: 'IB-1',
      code: 'BOLT',
      boxId: 1,
      productId: 1,
      good: 24,
      defective: 0,
      locationId: 2,
      isPending: false,
      ...none,
      photoFileIds: [],
      isUnexpected: false,
      confirmedTotal: null,
      remark: null,
      took: [{ lineId: 1, quantity: 24 }],
      broughtBoxes: [1],
    }
    expect(done).toEqual({
      work: {
        ...open,
        productId: 1,
        bin: A2,
        approved: { ...open.approved, '1 1': { total: 0, remark: null } },
        facts: { ...open.facts, '1 1': none },
        history: [
          { kind: 'scan', id: 'scan-2', inboundId: 1, before, scan, answers: { key: '1 1' }, seq: 1 },
        ],
      },
      effects: [
        { do: 'put', id: 'scan-2', scan, tone: 'step', text: fill(receiveText.lineFull, { expected: 24 }) },
      ],
    })
    // Pieces counted into a receiving bin wait for putaway; damaged pieces never do.
    const waits = { ...A2, isReceiving: true } as const
    expect(sent(happens({ ...open, bin: waits }, scanned(goods.BOLT)))).toMatchObject([
      { isPending: true, locationId: 2 },
    ])
    const broken = happens({ ...open, bin: waits, isDamaged: true }, scanned(goods.BOLT))
    expect(sent(happens(broken.work, answer({ kind: 'photos', fileIds: [] })))).toEqual([
      { ...scan, good: 0, defective: 1, locationId: null, took: [{ lineId: 1, quantity: 1 }] },
    ])
    const twoSteps = at({ ...boxed, receiveOneStep: false })
    expect(sent(twoSteps({ ...open, bin: A2 }, scanned(goods.BOLT)))).toMatchObject([
      { isPending: true, locationId: null },
    ])
    // The confirmed total is sent, and only where it was confirmed.
    const over = happens({ ...open, bin: A2 }, scanned(goods.BOLT, 25))
    const agreed = happens(over.work, answer({ kind: 'yes' }))
    expect(agreed.effects).toMatchObject([
      {
        tone: 'warning',
        text: fill(receiveText.counted, { got: 25, expected: 24 }),
        scan: { confirmedTotal: 25 },
      },
    ])
    expect(sent(happens(agreed.work, scanned(goods.BOLT)))).toMatchObject([{ confirmedTotal: null }])
    const allowed = at({ ...boxed, overReceivePolicy: 'allow' })
    expect(sent(allowed({ ...open, bin: A2 }, scanned(goods.BOLT, 25)))).toMatchObject([
      { confirmedTotal: null },
    ])
  })

  test('a whole box carries its pieces per line, and the user’s input', () => {
    const happens = at(counted(boxed, 0, 2))
    const days = happens(atBoxes, { kind: 'whole' })
    const dated = happens(days.work, answer({ kind: 'yes' }))
    expect(asked(dated, 'days', goods.CREAM)?.product).toBe(goods.CREAM)
    const outcome = happens(dated.work, {
      kind: 'text',
      scanned: { code: '20280131', times: 1, isCounted: false },
    })
    const scan = {
      kind: 'whole',
      inboundId: 1,
      inboundNo: 'IB-1',
      code: 'IB-1',
      boxId: null,
      locationId: 1,
      isPending: false,
      isRest: false,
      facts: [{ productId: 2, productionDate: null, expiryDate: '2028-01-31', lot: null }],
      took: [
        { lineId: 1, quantity: 24 },
        { lineId: 2, quantity: 4 },
      ],
      broughtBoxes: [1, 2],
    }
    const before = { way: 'box', boxId: null, bin, isDamaged: false }
    expect(outcome).toEqual({
      work: { ...atBoxes, history: [{ kind: 'scan', id: 'scan-3', inboundId: 1, before, scan, seq: 1 }] },
      effects: [{ do: 'put', id: 'scan-3', scan, tone: 'step', text: receiveText.wholeTaken }],
    })
    const waits = { ...bin, isReceiving: true } as const
    expect(sent(at(boxed)({ ...atBoxes, bin: waits }, box(1)))).toMatchObject([
      { isPending: true, locationId: 1 },
    ])
    expect(sent(at({ ...boxed, receiveOneStep: false })(atBoxes, box(1)))).toMatchObject([
      { isPending: true, locationId: null },
    ])
    // Two products of one order, each with its own date.
    const creams = aProduct(9, 'BALM', { expiryManaged: true })
    const two = anOrder([{ sku: 'CREAM', expected: 1 }], { products: [goods.CREAM, creams] })
    const [line] = two.lines
    if (!line) throw new Error('no line')
    const both = at({ ...two, lines: [line, { ...line, id: 2, productId: 9 }] })
    let work = both(atBoxes, { kind: 'whole' }).work
    work = both(work, answer({ kind: 'yes' })).work
    work = both(
      work,
      answer({ kind: 'facts', facts: { productionDate: null, expiryDate: '2028-01-31', lot: null } }),
    ).work
    const last = both(
      work,
      answer({ kind: 'facts', facts: { productionDate: null, expiryDate: '2029-01-31', lot: null } }),
    )
    expect(sent(last)).toMatchObject([
      {
        facts: [
          { productId: 2, expiryDate: '2028-01-31' },
          { productId: 9, expiryDate: '2029-01-31' },
        ],
      },
    ])
  })

  test('a putaway asks which of the waiting batches, and takes the chosen one', () => {
    const row = { productId: 2, locationId: 4, locationCode: 'RECV', quality: 'good' as const }
    const pending = [
      { ...row, batchId: 1, expiryDate: '2028-01-31', lot: null, quantity: 2 },
      { ...row, batchId: 2, expiryDate: '2029-01-31', lot: 'L2', quantity: 3 },
      { ...row, batchId: 3, expiryDate: '2029-01-31', lot: 'L3', quantity: 4 },
    ]
    const happens = at({ ...bolts, pending })
    const shelves: Work = { ...atPieces, way: 'putaway' }
    const none = happens(shelves, scanned(goods.SCREW))
    expect(none.effects).toEqual([
      { do: 'say', tone: 'error', code: 'SCREW', text: fill(receiveText.notPending, { sku: 'SCREW' }) },
    ])
    const open = happens(shelves, scanned(goods.CREAM, 2))
    const named = (expiry: string, lot: string | null, count: number) => ({
      text: {
        en_US: expect.stringMatching(`${expiry}.*${lot ?? ''}.*${count}`),
        zh_CN: expect.stringContaining(expiry),
      },
      answer: { kind: 'batch', batch: { expiryDate: expiry, lot } },
    })
    expect(asked(open, 'batch', goods.CREAM)).toEqual({
      need: 'batch',
      tone: 'warning',
      text: fill(receiveText.askBatch, { sku: 'CREAM' }),
      hint: receiveText.batchHint,
      choices: [
        named('2028-01-31', null, 2),
        named('2029-01-31', 'L2', 3),
        named('2029-01-31', 'L3', 4),
        no(receiveText.cancel),
      ],
      product: goods.CREAM,
    })
    const scan = {
      kind: 'putaway',
      inboundId: 1,
      inboundNo: 'IB-1',
      code: 'CREAM',
      productId: 2,
      batch: { expiryDate: '2029-01-31', lot: 'L2' },
      quantity: 2,
      locationId: 1,
    }
    expect(happens(open.work, answer({ kind: 'batch', batch: scan.batch })).effects).toEqual([
      {
        do: 'put',
        id: expect.any(String),
        scan,
        tone: 'ok',
        text: fill(receiveText.putAway, { count: 2, bin: 'A-01' }),
      },
      { do: 'suggest_next' },
    ])
    // Another answer leaves the question open.
    expect(happens(open.work, answer({ kind: 'yes' }))).toEqual({ work: open.work, effects: [] })
    const typed = (code: string, over: object = {}) =>
      happens(open.work, { kind: 'text', scanned: { code, times: 1, isCounted: false, ...over } })
    expect(sent(typed('l3'))).toMatchObject([{ batch: { expiryDate: '2029-01-31', lot: 'L3' } }])
    expect(sent(typed('CREAM', { lot: 'L2' }))).toMatchObject([{ batch: { lot: 'L2' } }])
    expect(sent(typed('280131'))).toMatchObject([{ batch: { expiryDate: '2028-01-31', lot: null } }])
    expect(words(typed('290131'))).toEqual([receiveText.severalBatches.en_US])
    expect(words(typed('300131'))).toEqual(['This batch of CREAM is not pending putaway: Expiry 2030-01-31'])
    expect(words(typed('L9'))).toEqual(['This batch of CREAM is not pending putaway: Lot L9'])
    expect(words(typed('X', { lot: 'L8' }))).toEqual(['This batch of CREAM is not pending putaway: Lot L8'])
  })

  test('a scan during a question is its answer, or is refused with the reason, and the question stays open', () => {
    const text = (code: string, over: object = {}): Event => ({
      kind: 'text',
      scanned: { code, times: 1, isCounted: false, ...over },
    })
    const happens = at(
      anOrder([
        { sku: 'CREAM', expected: 9 },
        { sku: 'PILLS', expected: 9 },
      ]),
    )
    expect(happens(atPieces, text('X'))).toEqual({ work: atPieces, effects: [] })
    expect(happens(atPieces, answer({ kind: 'yes' }))).toEqual({ work: atPieces, effects: [] })
    const days = happens(atPieces, scanned(goods.CREAM)).work
    expect(happens(days, text('SOON'))).toEqual({
      work: days,
      effects: [{ do: 'say', tone: 'error', code: 'SOON', text: receiveText.notADay }],
    })
    expect(sent(happens(days, text('P270131')))).toMatchObject([
      { productionDate: '2027-01-31', expiryDate: '2028-01-31' },
    ])
    expect(sent(happens(days, text('CREAM', { production: '2027-01-31' })))).toMatchObject([
      { productionDate: '2027-01-31', expiryDate: '2028-01-31', lot: null },
    ])
    const lot = happens(atPieces, scanned(goods.PILLS)).work
    for (const code of ['PILLS', 'carton', 'x'.repeat(200)])
      expect(happens(lot, text(code))).toEqual({
        work: lot,
        effects: [{ do: 'say', tone: 'error', code, text: receiveText.notALot }],
      })
    expect(sent(happens(lot, text('PILLS', { lot: 'L7' })))).toMatchObject([{ lot: 'L7', expiryDate: null }])
    const inBox = at(anOrder([{ sku: 'PILLS', expected: 9, boxNo: 'B1' }]))
    const boxed = inBox({ ...atPieces, boxId: 1 }, scanned(goods.PILLS)).work
    expect(words(inBox(boxed, text('b1')))).toEqual([receiveText.notALot.en_US])
    const places = happens(noWork, scanned(goods.PILLS)).work
    const asksBin = happens(places, text('L7')).work
    expect(happens(asksBin, text('A-01'))).toEqual({
      work: asksBin,
      effects: [{ do: 'find_place', code: 'A-01' }],
    })
    const agree = happens(atBoxes, { kind: 'whole' }).work
    expect(happens(agree, text('BOLT'))).toEqual({
      work: agree,
      effects: [{ do: 'say', tone: 'error', code: 'BOLT', text: receiveText.answerFirst }],
    })
    const strange = happens(atBoxes, { kind: 'stranger', code: 'X-1', others: [] })
    expect(asked(strange, 'stranger')).toMatchObject({
      tone: 'error',
      text: fill(receiveText.askStrangeBox, { code: 'X-1' }),
      hint: receiveText.strangeBoxHint,
      choices: [{ text: receiveText.extraBox }, { text: receiveText.putAside }, no(receiveText.leaveIt)],
    })
    expect(happens(strange.work, text('IB-2')).effects).toEqual([{ do: 'find_order', code: 'IB-2' }])
    // An answer that fits no question about goods leaves it open.
    const wrong = happens(days, answer({ kind: 'aside' }))
    expect(wrong).toEqual({ work: { ...days, asking: { need: 'days', job: days.asking?.job } }, effects: [] })
  })

  test('dates and lots are stored only for goods that have them', () => {
    const labelled: Event = {
      kind: 'product',
      product: goods.BOLT,
      pieces: 1,
      scanned: {
        code: 'BOLT',
        times: 1,
        isCounted: false,
        expiry: '2028-01-31',
        production: '2027-01-31',
        lot: 'L1',
      },
    }
    const none = { productionDate: null, expiryDate: null, lot: null }
    expect(sent(at(bolts)(atPieces, labelled))).toMatchObject([none])
    const cream = { ...labelled, product: goods.CREAM } as Event
    expect(sent(at(anOrder([{ sku: 'CREAM', expected: 1 }]))(atPieces, cream))).toMatchObject([
      { productionDate: '2027-01-31', expiryDate: '2028-01-31', lot: null },
    ])
    const pills = { ...labelled, product: goods.PILLS } as Event
    expect(sent(at(anOrder([{ sku: 'PILLS', expected: 1 }]))(atPieces, pills))).toMatchObject([
      { ...none, lot: 'L1' },
    ])
  })

  test('more than expected is refused where the setting says so, with the quantities', () => {
    const outcome = at({ ...bolts, overReceivePolicy: 'block' })(atPieces, scanned(goods.BOLT, 3))
    expect(outcome).toEqual({
      work: { ...atPieces, productId: 1 },
      effects: [
        {
          do: 'say',
          tone: 'error',
          code: 'BOLT',
          text: fill(receiveText.overBlocked, { sku: 'BOLT', got: 3, expected: 2 }),
        },
      ],
    })
    const many = at(bolts)(atPieces, scanned(goods.BOLT, MAX_PIECES + 1))
    expect(many.effects).toMatchObject([{ text: fill(receiveText.tooManyPieces, { max: MAX_PIECES }) }])
    const extra = {
      ...bolts,
      lines: bolts.lines.map((line) => ({ ...line, isExtra: true, expected: 0, good: 5 })),
    }
    const again = at({ ...extra, overReceivePolicy: 'block' })(atPieces, scanned(goods.BOLT))
    expect(sent(again)).toMatchObject([{ isUnexpected: true }])
    // A total that was confirmed is not asked for again, and not exceeded.
    const approved = { 'null 1': { total: 3, remark: null } }
    const confirmed = at(counted(bolts, 2))({ ...atPieces, approved }, scanned(goods.BOLT))
    expect(sent(confirmed)).toMatchObject([{ confirmedTotal: 3 }])
    expect(needs(at(counted(bolts, 2))({ ...atPieces, approved }, scanned(goods.BOLT, 2)))).toEqual(['over'])
    // Users who may not edit orders can still count expected goods.
    expect(sent(at(bolts, { may: () => false })(atPieces, scanned(goods.BOLT)))).toHaveLength(1)
  })
})

describe('special cases', () => {
  test('damaged applies to one scan, and a bin for damaged goods means only those', () => {
    const happens = at(bolts)
    const open = happens({ ...atPieces, isDamaged: true }, scanned(goods.BOLT, 2))
    const done = happens(open.work, answer({ kind: 'photos', fileIds: [] }))
    expect(done.work.isDamaged).toBe(false)
    expect(done.effects).toMatchObject([{ text: fill(receiveText.damaged, { count: 2 }) }])
    const damagedBin = { locationId: 3, locationCode: 'D-01' }
    const [good] = sent(happens(atPieces, { ...scanned(goods.BOLT), damagedBin } as Event))
    expect(good).not.toHaveProperty('defectiveLocationId')
  })

  test('a refusal is named', () => {
    const mayNot = at(bolts, { may: () => false })(atPieces, scanned(goods.SCREW))
    const why = 'right inbound:order:edit'
    expect(mayNot.effects).toMatchObject([{ text: fill(receiveText.mayNotAdd, { sku: 'SCREW', why }) }])
    const pending = aProduct(1, 'BOLT', { auditStatus: 'pending' })
    expect(words(at(bolts)(atPieces, scanned(pending)))).toEqual([expect.stringContaining('BOLT')])
    const other = { id: 5, inboundNo: 'IB-5', customerCode: 'OTHER', boxNo: 'X-1', status: 'draft' }
    const happens = at(bolts)
    const strange = (others: object[]): Event => ({ kind: 'stranger', code: 'X-1', others: others as never })
    expect(happens(atPieces, strange([other]))).toMatchObject({
      work: { asking: { need: 'stranger' } },
      effects: [
        {
          question: {
            text: fill(receiveText.askOtherBox, { code: 'X-1', no: 'IB-5', customer: 'OTHER' }),
            choices: [{ text: fill(receiveText.openOther, { no: 'IB-5' }) }, {}, {}],
          },
        },
      ],
    })
    const open = happens(atPieces, strange([])).work
    const draft = { kind: 'orders', orders: [{ ...other, boxNo: null }], code: 'X' } as unknown as Event
    expect(happens(open, draft).effects).toMatchObject([{ text: fill(receiveText.isDraft, { no: 'IB-5' }) }])
  })

  test('skipping one size still asks for the next, and for neither again', () => {
    const [small, large] = [
      aProduct(1, 'BOLT', { lacksSize: true }),
      aProduct(3, 'SCREW', { lacksSize: true }),
    ]
    const happens = at(
      anOrder([
        { sku: 'BOLT', expected: 5 },
        { sku: 'SCREW', expected: 5 },
      ]),
    )
    let { work } = happens(atPieces, scanned(small))
    work = happens(work, answer({ kind: 'no' })).work
    const second = happens(work, scanned(large))
    expect(needs(second)).toEqual(['size'])
    work = happens(second.work, answer({ kind: 'no' })).work
    for (const product of [small, large]) expect(needs(happens(work, scanned(product)))).toEqual([])
  })

  test('a surplus of one product in a box is not taken from what is still to be counted of another', () => {
    const order = anOrder([
      { sku: 'BOLT', expected: 2, boxNo: 'B1' },
      { sku: 'CREAM', expected: 3, boxNo: 'B1' },
    ])
    const lines = order.lines.map((line) => (line.productId === 1 ? { ...line, good: 4 } : line))
    const happens = at({ ...order, lines })
    const asked = happens(atPieces, { kind: 'box', boxId: 1, code: 'B1' })
    expect(needs(asked)).toEqual(['rest'])
    expect(words(happens(asked.work, answer({ kind: 'pieces' })))).toEqual([
      fill(receiveText.boxOpen, { pieces: 3 }).en_US,
    ])
  })

  test('one counted piece of a box is enough to ask about it, and one missing piece enough to report it', () => {
    const order = anOrder([
      { sku: 'BOLT', expected: 2, boxNo: 'B1' },
      { sku: 'BOLT', expected: 3, boxNo: 'B2' },
    ])
    const [first, second] = order.lines
    if (!first || !second) throw new Error('no lines')
    const atBoxes: Work = { ...atPieces, way: 'box' }
    const begun = { ...order, lines: [{ ...first, good: 1 }, second] }
    expect(needs(at(begun)(atBoxes, { kind: 'box', boxId: 1, code: 'B1' }))).toEqual(['rest'])
    const boxes = order.boxes.map((box) => (box.id === 1 ? { ...box, status: 'received' as const } : box))
    expect(words(at({ ...begun, boxes })(atBoxes, { kind: 'box', boxId: 2, code: 'B2' }))).toEqual([
      'Whole box, 2/2; other boxes 1 short',
    ])
  })

  test('choosing a batch without a lot takes that one, and not another of the same date', () => {
    const row = {
      productId: 2,
      locationId: 4,
      locationCode: 'RECV',
      quality: 'good' as const,
      expiryDate: '2028-01-31',
    }
    const pending = [
      { ...row, batchId: 1, lot: 'A', quantity: 2 },
      { ...row, batchId: 2, lot: null, quantity: 3 },
    ]
    const happens = at({ ...bolts, pending })
    const open = happens({ ...atPieces, way: 'putaway' }, scanned(goods.CREAM))
    const batch = { expiryDate: '2028-01-31', lot: null }
    expect(sent(happens(open.work, answer({ kind: 'batch', batch })))).toMatchObject([{ batch, quantity: 3 }])
  })
})
