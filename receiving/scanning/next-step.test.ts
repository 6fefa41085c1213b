import { expect, test } from 'vitest'
import { fill, type Text } from '../../platform/text/text.ts'
import { anOrder, goods } from '../../testing/paper-order.ts'
import { nextStep } from './next-step.ts'
import { noWork } from './receive-state.ts'
import { receiveText } from './text.ts'

const work = { ...noWork, measuring: undefined }
const loose = anOrder([{ sku: 'BOLT', expected: 2 }])
const boxed = anOrder([
  { sku: 'BOLT', expected: 2, boxNo: 'B1' },
  { sku: 'BOLT', expected: 3, boxNo: 'B2' },
])
const counted = (first: number, second: number, isAllHere = true) => ({
  ...boxed,
  lines: boxed.lines.map((line, i) => ({ ...line, good: i === 0 ? first : second })),
  boxes: boxed.boxes.map((box, i) => ({
    ...box,
    status: isAllHere || i === 0 ? ('received' as const) : ('expected' as const),
  })),
})
const waiting = {
  ...{ batchId: 1, productId: 1, locationId: 4, locationCode: 'RECV', quality: 'good' as const },
  ...{ expiryDate: null, lot: null, quantity: 1 },
}
const bin = { locationId: 1, locationCode: 'A-01' }
const measuring = { product: goods.BOLT }

test.each<[string, Parameters<typeof nextStep>[0], Parameters<typeof nextStep>[1], Text]>([
  ['no document is open', { ...work, measuring }, undefined, receiveText.scanDocument],
  [
    'goods are measured',
    { ...work, way: 'putaway', measuring },
    loose,
    fill(receiveText.measureTitle, { sku: 'BOLT' }),
  ],
  ['nothing waits for putaway', { ...work, way: 'putaway', bin }, loose, receiveText.allPutAway],
  [
    'goods wait for a bin',
    { ...work, way: 'putaway' },
    { ...loose, pending: [waiting] },
    receiveText.scanBin,
  ],
  [
    'a bin waits for goods',
    { ...work, way: 'putaway', bin },
    { ...loose, pending: [waiting] },
    fill(receiveText.scanForBin, { bin: 'A-01' }),
  ],
  ['the next goods are damaged', { ...work, isDamaged: true, boxId: 1 }, boxed, receiveText.damagedNext],
  ['boxes are still to come', { ...work, way: 'box' }, counted(1, 0, false), receiveText.scanBox],
  [
    'all boxes are here, and pieces of one are missing although another has too many',
    { ...work, way: 'box' },
    counted(4, 2),
    fill(receiveText.boxesHere, { missing: 1 }),
  ],
  ['all boxes are here and complete', { ...work, way: 'box' }, counted(2, 4), receiveText.scanBox],
  ['a box is open', { ...work, boxId: 2 }, boxed, fill(receiveText.scanSkuIn, { box: 'B2' })],
  ['no box is open', work, boxed, receiveText.openBox],
  ['there are no boxes', work, loose, receiveText.scanSku],
])('the next step, while %s', (_, now, document, text) => {
  expect(nextStep(now, document)).toEqual(text)
})
