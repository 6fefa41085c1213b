import { expect, test } from 'vitest'
import { inboundColumns } from './columns.ts'
import type { InboundRow } from './contract.ts'
import { parcelColumns } from './parcels/columns.ts'
import type { ParcelRow } from './parcels/contract.ts'

const inbound = {
  expectedBoxes: 5,
  receivedBoxes: 4,
  expected: 30,
  good: 20,
  defective: 3,
  containerNo: 'MSKU1',
  trackingNos: ['T-1', 'T-2'],
} as InboundRow

test('an order lists its expected and received boxes and pieces, damaged ones included, and all its numbers', () => {
  const shown = (row: InboundRow) =>
    inboundColumns.flatMap(({ key, value }) => (value ? [[key, value(row, 'en_US')]] : []))
  expect(shown(inbound)).toEqual([
    ['expectedBoxes', '5 / 4'],
    ['expected', '30 / 23'],
    ['trackingNos', 'MSKU1, T-1, T-2'],
  ])
  expect(shown({ ...inbound, containerNo: null, trackingNos: ['T-1'] }).at(-1)).toEqual([
    'trackingNos',
    'T-1',
  ])
})

test('a parcel lists its status in the language of the reader', () => {
  const status = parcelColumns.find(({ key }) => key === 'status')
  const shown = (['zh_CN', 'en_US'] as const).map((language) =>
    status?.value?.({ status: 'sent_back' } as ParcelRow, language),
  )
  expect(shown).toEqual(['已退回', 'Sent back'])
})
