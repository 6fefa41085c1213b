import { expect, test } from 'vitest'
import { blankBox, blankInbound } from '../testing/blank-inputs.ts'
import {
  completeInbound,
  createInbound,
  MAX_ATTACHMENTS,
  MAX_BOXES,
  MAX_LINES,
  MAX_PHOTOS,
  MAX_PIECES,
} from './contract.ts'
import { keepParcel } from './parcels/contract.ts'
import { putAway, receive } from './scanning/contract.ts'

const many = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item)
const isAccepted = (
  { input }: { input: { safeParse: (value: unknown) => { success: boolean } } },
  value: object,
) => input.safeParse(value).success

test('an inbound order has up to five hundred boxes and lines, and as many documents as may be attached', () => {
  const line = { boxNo: null, productId: 1, expected: 1, productionDate: null, expiryDate: null }
  const box = { boxNo: 'B', ...blankBox }
  const create = (over: object) =>
    isAccepted(createInbound, { customerId: 1, ...blankInbound, lines: [line], ...over })
  expect([MAX_BOXES, MAX_LINES, MAX_ATTACHMENTS]).toEqual([500, 500, 20])
  for (const [over, isGood] of [
    [{}, true],
    [{ lines: [] }, false],
    [{ lines: many(MAX_LINES, line) }, true],
    [{ lines: many(MAX_LINES + 1, line) }, false],
    [{ boxes: many(MAX_BOXES, box) }, true],
    [{ boxes: many(MAX_BOXES + 1, box) }, false],
    [{ fileIds: many(MAX_ATTACHMENTS, 1) }, true],
    [{ fileIds: many(MAX_ATTACHMENTS + 1, 1) }, false],
    [{ lines: [{ ...line, expected: 0 }] }, false],
    [{ lines: [{ ...line, expected: MAX_PIECES }] }, true],
    [{ lines: [{ ...line, expected: MAX_PIECES + 1 }] }, false],
  ] as const)
    expect([Object.keys(over), create(over)]).toEqual([Object.keys(over), isGood])
  const { trackingNos } = createInbound.input.parse({
    customerId: 1,
    ...blankInbound,
    lines: [line],
    trackingNos: ['T-1', 'T-2', 'T-1'],
  })
  expect(trackingNos).toEqual(['T-1', 'T-2'])
})

test('a receipt counts at least one piece, in up to two hundred lines of up to five photos', () => {
  const line = { productId: 1, good: 1, defective: 0 }
  const count = (...lines: object[]) => isAccepted(receive, { inboundId: 1, lines })
  for (const [over, isGood] of [
    [{}, true],
    [{ good: 0 }, false],
    [{ good: 0, defective: 1 }, true],
    [{ good: MAX_PIECES, defective: MAX_PIECES }, true],
    [{ good: MAX_PIECES + 1 }, false],
    [{ defective: MAX_PIECES + 1 }, false],
    [{ confirmedTotal: 0 }, false],
    [{ confirmedTotal: 1 }, true],
    [{ photoFileIds: many(MAX_PHOTOS, 1) }, true],
    [{ photoFileIds: many(MAX_PHOTOS + 1, 1) }, false],
  ] as const)
    expect([over, count({ ...line, ...over })]).toEqual([over, isGood])
  expect([count(), count(...many(200, line)), count(...many(201, line))]).toEqual([false, true, false])
  const parcel = { trackingNo: 'T-1', remark: null }
  const keep = (photos: number) => isAccepted(keepParcel, { ...parcel, photoFileIds: many(photos, 1) })
  expect([MAX_PHOTOS, keep(MAX_PHOTOS), keep(MAX_PHOTOS + 1)]).toEqual([5, true, false])
})

test('a putaway names a batch or a product in each of up to two hundred lines', () => {
  const put = (...lines: object[]) => isAccepted(putAway, { inboundId: 1, lines })
  const line = { quantity: 1, locationId: 1 }
  expect([put(line), put({ ...line, batchId: 1 }), put({ ...line, productId: 1 })]).toEqual([
    false,
    true,
    true,
  ])
  expect([
    put(),
    put(...many(200, { ...line, batchId: 1 })),
    put(...many(201, { ...line, batchId: 1 })),
  ]).toEqual([false, true, false])
})

test('pallets and containers are counted from none to 9999', () => {
  const complete = (palletCount: number | null) =>
    isAccepted(completeInbound, { id: 1, differenceNote: null, palletCount, containerCount: palletCount })
  expect([null, -1, 0, 9999, 10_000].map(complete)).toEqual([true, false, true, true, false])
})
