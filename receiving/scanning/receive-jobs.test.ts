import { describe, expect, test } from 'vitest'
import { anOrder, aProduct, goods, places } from '../../testing/paper-order.ts'
import { MAX_PIECES } from '../contract.ts'
import {
  type Answer,
  afterRefusal,
  type Event,
  keptWork,
  noWork,
  type Outcome,
  type Place,
  resumedWork,
  type Scene,
  step,
  type Work,
} from './receive-flow.ts'
import type { InboundDocument } from './scanning.ts'

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
    const all = at(order([waiting(3)]))(atShelves, scanned(goods.BOLT))
    expect([tones(all), sent(all)]).toMatchObject([['step'], [{ quantity: 3 }]])
    expect(tones(happens(atShelves, scanned(goods.BOLT, 4)))).toEqual(['error'])
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
