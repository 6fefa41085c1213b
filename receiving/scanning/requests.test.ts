import { expect, test } from 'vitest'
import { cancelReceipt, putAway, receive, receiveWhole, undoPutAway } from './contract.ts'
import { sendScan } from './requests.ts'
import type { CountScan, PutAwayScan, ReceiveScan, WholeScan } from './scanning.ts'

const of = { inboundId: 7, inboundNo: 'IB-7', code: 'X' }
const line = {
  productId: 1,
  good: 2,
  defective: 0,
  locationId: 5,
  productionDate: null,
  expiryDate: '2027-01-01',
  lot: 'L',
  photoFileIds: [3],
  isUnexpected: false,
  confirmedTotal: 9,
  remark: 'found',
}
const brought = { isPending: true, took: [{ lineId: 1, quantity: 2 }], broughtBoxes: [4] }
const count: CountScan = { ...of, kind: 'count', boxId: 4, ...line, ...brought }
const facts = [{ productId: 1, productionDate: null, expiryDate: '2027-01-01', lot: null }]
const whole: WholeScan = { ...of, kind: 'whole', boxId: 4, locationId: 5, isRest: true, facts, ...brought }
const batch = { expiryDate: '2027-01-01', lot: 'L' }
const put: PutAwayScan = { ...of, kind: 'putaway', productId: 1, batch, quantity: 2, locationId: 5 }

const inputs = {
  count: { inboundId: 7, boxId: 4, lines: [{ ...line, defectiveLocationId: null }] },
  whole: { inboundId: 7, boxId: 4, locationId: 5, isRest: true, facts },
  putaway: { inboundId: 7, lines: [{ batchId: null, productId: 1, batch, quantity: 2, locationId: 5 }] },
}

/** The requests of a scan, call by call; a receipt is number 11 and a putaway number 12. */
async function sentFor(scan: ReceiveScan) {
  const sent: unknown[] = []
  await sendScan(
    async (call, input, how) => {
      sent.push([call.path, input, how])
      return { receiptId: 11, putawayId: 12 } as never
    },
    scan,
    'how',
  )
  return sent
}

test('a scan is sent with all its data, and undoing it first asks what it became', async () => {
  expect(await sentFor(count)).toEqual([[receive.path, inputs.count, 'how']])
  const damaged = { ...count, defectiveLocationId: 6 }
  expect(await sentFor(damaged)).toMatchObject([
    [receive.path, { lines: [{ defectiveLocationId: 6 }] }, 'how'],
  ])
  expect(await sentFor(whole)).toEqual([[receiveWhole.path, inputs.whole, 'how']])
  expect(await sentFor(put)).toEqual([[putAway.path, inputs.putaway, 'how']])
  const undo = (scan: CountScan | WholeScan | PutAwayScan) =>
    sentFor({ ...of, kind: 'undo', undone: { id: 'first', scan } })
  const key = { key: 'first' }
  const cancelled = [cancelReceipt.path, { receiptId: 11, reason: null }, 'how']
  expect(await undo(count)).toEqual([[receive.path, inputs.count, key], cancelled])
  expect(await undo(whole)).toEqual([[receiveWhole.path, inputs.whole, key], cancelled])
  expect(await undo(put)).toEqual([
    [putAway.path, inputs.putaway, key],
    [undoPutAway.path, { putawayId: 12 }, 'how'],
  ])
})
