import type { InboundProduct } from '../receiving/contract.ts'
import type { Place } from '../receiving/scanning/receive-state.ts'
import type { InboundDocument } from '../receiving/scanning/scanning.ts'

const noSizes = { measuredLength: null, measuredWidth: null, measuredHeight: null, measuredWeight: null }

export const aProduct = (id: number, sku: string, over: Partial<InboundProduct> = {}): InboundProduct => ({
  id,
  sku,
  nameZh: null,
  nameEn: sku,
  imageUrl: null,
  isEnabled: true,
  auditStatus: 'passed',
  expiryManaged: false,
  shelfLifeDays: null,
  lotManaged: false,
  lacksSize: false,
  ...noSizes,
  rowVersion: 1,
  barcodes: [],
  ...over,
})

/** Plain bolts with a carton code of six, creams that expire, pills with lots, and unexpected screws. */
export const goods = {
  BOLT: aProduct(1, 'BOLT', { barcodes: [{ barcode: 'CARTON', packQuantity: 6 }] }),
  CREAM: aProduct(2, 'CREAM', { expiryManaged: true, shelfLifeDays: 365 }),
  SCREW: aProduct(3, 'SCREW'),
  PILLS: aProduct(4, 'PILLS', { lotManaged: true }),
} as const

const place = (id: number, locationCode: string, over: Partial<Place> = {}): Place => ({
  locationId: id,
  locationCode,
  purpose: 'storage',
  quality: 'good',
  isEnabled: true,
  otherCustomer: null,
  ...over,
})

export const places = [
  place(1, 'A-01'),
  place(2, 'A-02'),
  place(3, 'D-01', { quality: 'defective' }),
  place(4, 'RECV', { purpose: 'receiving' }),
  place(5, 'OFF', { isEnabled: false }),
  place(6, 'X-01', { otherCustomer: 'OTHER' }),
  place(7, 'PACK', { purpose: 'packing' }),
]

export type Announced = {
  sku: keyof typeof goods
  expected: number
  boxNo?: string
  expiryDate?: string
  lot?: string
}

/** An inbound order as the page has it. */
export function anOrder(
  announced: readonly Announced[],
  over: Partial<InboundDocument> = {},
): InboundDocument {
  const boxNos = [...new Set(announced.flatMap(({ boxNo }) => (boxNo ? [boxNo] : [])))]
  const idOf = (boxNo: string | undefined) => (boxNo ? 1 + boxNos.indexOf(boxNo) : null)
  return {
    id: 1,
    inboundNo: 'IB-1',
    status: 'pending_confirm',
    inboundType: boxNos.length > 0 ? 'standard' : 'by_sku',
    customerId: 1,
    customerCode: 'ACME',
    customerName: 'Acme',
    referenceNo: null,
    transport: null,
    containerNo: null,
    trackingNos: [],
    eta: null,
    expectedBoxes: boxNos.length,
    receivedBoxes: 0,
    skus: 1,
    expected: 0,
    good: 0,
    defective: 0,
    createdAt: '2026-01-01T00:00:00Z',
    updatedAt: '2026-01-01T00:00:00Z',
    rowVersion: 1,
    lines: announced.map(({ sku, expected, boxNo, expiryDate = null, lot = null }, i) => ({
      id: i + 1,
      boxId: idOf(boxNo),
      productId: goods[sku].id,
      expected,
      good: 0,
      defective: 0,
      isExtra: false,
      productionDate: null,
      expiryDate,
      lot,
    })),
    boxes: boxNos.map((boxNo, i) => ({
      id: i + 1,
      boxNo,
      customerBoxNo: null,
      length: null,
      width: null,
      height: null,
      weight: null,
      ...noSizes,
      isExtra: false,
      status: 'expected',
      receivedAt: null,
      receivedByName: null,
    })),
    pending: [],
    originNo: null,
    putawayDate: null,
    palletCount: null,
    containerCount: null,
    remark: null,
    createdByName: 'Owner',
    arrivedAt: null,
    arrivedByName: null,
    firstReceiveAt: null,
    completedAt: null,
    completedByName: null,
    reopensItself: false,
    differenceNote: null,
    receiveOneStep: true,
    overReceivePolicy: 'warn',
    overReceivePercent: 0,
    products: Object.values(goods),
    receipts: [],
    attachments: [],
    ...over,
  }
}
