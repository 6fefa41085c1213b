import type { Page } from '@playwright/test'
import { billColumns } from '../billing/bills/columns.ts'
import { customerPriceColumns, missingPriceColumns } from '../billing/customer-prices/columns.ts'
import { feeTypeColumns } from '../billing/fee-types/columns.ts'
import { feeColumns, feeRequestColumns, openEventColumns } from '../billing/fees/columns.ts'
import { balanceFlowColumns, collectionColumns } from '../billing/money/columns.ts'
import { quoteColumns } from '../billing/quotes/columns.ts'
import { nightColumns } from '../billing/rent/columns.ts'
import { accountColumns, platformColumns } from '../carriers/columns.ts'
import { channelColumns } from '../channels/columns.ts'
import { stateColumns } from '../channels/provinces/columns.ts'
import { zoneSchemaColumns } from '../channels/zones/columns.ts'
import { customerColumns } from '../customers/columns.ts'
import { locationColumns } from '../inventory/locations/columns.ts'
import {
  batchStockColumns,
  countColumns,
  flowColumns,
  placeStockColumns,
  skuStockColumns,
} from '../inventory/stock/columns.ts'
import { orderColumns } from '../orders/columns.ts'
import type { ColumnDef } from '../platform/lists/columns.ts'
import { productColumns } from '../products/columns.ts'
import { inboundColumns } from '../receiving/columns.ts'
import { parcelColumns } from '../receiving/parcels/columns.ts'
import { labelColumns } from '../shipping/labels/columns.ts'
import { batchColumns, outboundColumns } from '../shipping/outbound/columns.ts'
import { pickingColumns } from '../shipping/picking/columns.ts'
import { templateColumns } from '../shipping/watermarks/columns.ts'
import { auditColumns, staffColumns } from '../staff/columns.ts'
import { stub } from './desk.ts'

const auditLog = auditColumns({ types: {}, actions: {}, fields: {} } as never)

/** Every list of the product and what its rows show. */
export const lists: [string, readonly Pick<ColumnDef<never>, 'phone' | 'isExtra' | 'sortKey' | 'title'>[]][] =
  [
    ['/inbound/list', inboundColumns],
    ['/inbound/parcels', parcelColumns],
    ['/order/list', orderColumns],
    ['/order/list/print_label', labelColumns],
    ['/order/list/batch_shipment', outboundColumns],
    ['/order/list/batch_shipment?view=batches', batchColumns],
    ['/order/list/picking_list', pickingColumns],
    ['/query/customer', customerColumns],
    ['/query/collectPayment', collectionColumns],
    ['/query/cost', feeColumns],
    ['/query/cost?view=no_price', openEventColumns],
    ['/query/cost?view=requests', feeRequestColumns],
    ['/query/cost?view=bills', billColumns],
    ['/query/cost?view=rent', nightColumns],
    ['/query/cost?view=fee_types', feeTypeColumns],
    ['/query/cost?view=balance_flow', balanceFlowColumns],
    ['/query/productArchives', productColumns],
    ['/query/stock', skuStockColumns],
    ['/query/stock?mode=location', placeStockColumns],
    ['/query/stock?mode=batch', batchStockColumns],
    ['/query/stock?view=flow', flowColumns],
    ['/query/stock?view=counts', countColumns],
    ['/setting/channel', channelColumns],
    ['/setting/channel?view=accounts', accountColumns],
    ['/setting/account', staffColumns],
    ['/setting/warehouse?view=locations', locationColumns],
    ['/setting/basicData', stateColumns],
    ['/setting/basicData?view=self_built', platformColumns],
    ['/setting/basicData?view=watermark', templateColumns],
    ['/setting/quote/customer_price', customerPriceColumns],
    ['/setting/quote/customer_price?view=missing', missingPriceColumns],
    ['/setting/quote/warehouse_operation', quoteColumns],
    ['/setting/quote/zone_schema', zoneSchemaColumns],
    ['/setting/audit', auditLog],
  ]

/** Lists without rows in the demo company. */
const given = {
  '/gateway/wms/parcel/list': {
    id: 1,
    parcelNo: 'UP261116-00001',
    status: 'waiting',
    trackingNo: '1Z999AA10123456784',
    photoCount: 2,
    inboundNo: null,
    remark: null,
    createdByName: 'demo',
    createdAt: '2026-11-16T08:00:00Z',
    closedByName: null,
    closedAt: null,
  },
  '/gateway/wms/outbound/list': {
    id: 1,
    orderNo: 'OB261116-00001',
    status: 'waybill_printed',
    interceptStatus: 'requested',
    trackingNos: ['1Z999AA10123456784', '1Z999AA10123456785'],
    referenceNo: 'WEB-1001',
    customerCode: 'ACME',
    channelCode: 'LOCAL-LA',
    carrier: 'SELF',
    packageCount: 2,
    pieceCount: 12,
    weight: '12.500',
    countryCode: 'US',
    stateCode: 'CA',
    postcode: '90001',
    priority: 5,
    printedAt: '2026-11-16T08:00:00Z',
  },
  '/gateway/wms/outbound/batches': {
    id: 1,
    batchNo: 'SB261116-00001',
    carrier: 'SELF',
    truckNo: 'TRUCK-7',
    orderCount: 120,
    packageCount: 125,
    weight: '312.500',
    userName: 'demo',
    createdAt: '2026-11-16T08:00:00Z',
  },
  '/gateway/wms/customer-price/missing': {
    id: 1,
    customerCode: 'ACME',
    customerName: 'Acme Trading Company',
    missing: [
      { kind: 'storage', channelCode: null },
      { kind: 'freight', channelCode: 'LOCAL-LA' },
    ],
  },
  '/gateway/wms/collection/list': {
    id: 1,
    collectionNo: 'CP261116-00001',
    status: 'paid',
    customerId: 1,
    customerCode: 'ACME',
    customerName: 'Acme Trading Company',
    purpose: 'top_up',
    amount: '12500.00',
    payMethod: 'bank',
    bankName: 'First Bank of the West Coast',
    bankRefNo: 'FT26111600001',
    paidOn: '2026-11-16',
    proofs: 1,
    remark: null,
    createdBy: 'demo',
    createdAt: '2026-11-16T08:00:00Z',
    confirmedAt: '2026-11-16T08:00:00Z',
  },
  '/gateway/wms/fee/requests': {
    id: 1,
    requestNo: 'FR1',
    status: 'waiting',
    customerCode: 'ACME',
    customerName: 'Acme Trading Company',
    feeCode: 'MANUAL',
    nameZh: '手工费用',
    nameEn: 'Manual fee',
    amount: '12500.00',
    sourceNo: 'OB261116-00001',
    originNo: null,
    originId: null,
    reason: 'Repacked 40 boxes on request',
    files: [{ fileId: 1, fileName: 'invoice-2026-11.pdf', url: '/' }],
    askedBy: 'demo',
    isMine: false,
    askedAt: '2026-11-16T08:00:00Z',
    answeredBy: null,
    answeredAt: null,
    answer: null,
    feeId: null,
    feeNo: null,
  },
  '/gateway/wms/bill/list': {
    id: 1,
    billNo: 'BL261116-00001',
    status: 'not_settled',
    mode: 'bill',
    customerId: 1,
    customerCode: 'ACME',
    customerName: 'Acme Trading Company',
    periodFrom: '2026-10-01',
    periodTo: '2026-10-31',
    feeCount: 1200,
    total: '12500.00',
    paid: '500.00',
    unpriced: 3,
    createdAt: '2026-11-01T08:00:00Z',
    issuedAt: '2026-11-02T08:00:00Z',
    paidAt: null,
  },
  '/gateway/wms/rent/nights': {
    id: 1,
    chargeDate: '2026-11-15',
    status: 'done',
    customers: 12,
    withoutPrice: 1,
    lineCount: 3400,
    total: '12500.00',
    change: '1.5',
    dueAt: '2026-11-16T08:00:00Z',
    takenAt: '2026-11-16T08:00:00Z',
  },
  '/gateway/wms/balance-flow/list': {
    flowNo: 'ACME-1',
    at: '2026-11-16T08:00:00Z',
    customerCode: 'ACME',
    customerName: 'Acme Trading Company',
    logType: 'in',
    business: 'collection',
    amount: '12500.00',
    balanceAfter: '12500.00',
    frozenAfter: '0.00',
    creditAfter: '0.00',
    sourceType: 'collection',
    sourceId: 1,
    sourceNo: 'CP261116-00001',
    userName: 'demo',
    reason: null,
  },
  '/gateway/wms/platform/list': {
    id: 1,
    platformCode: 'OWN-TRUCKS-WEST-COAST',
    platformName: 'Own trucks of the west coast',
    isEnabled: true,
    address: 'https://carrier.example.com/api',
    accountCount: 3,
    updatedAt: '2026-11-16T08:00:00Z',
  },
  '/gateway/wms/watermark/list': {
    id: 1,
    templateName: 'SKU and order number on the right',
    isEnabled: true,
    labelSource: null,
    labelFormat: 'pdf',
    stampMode: 'shrink',
    scalePercent: 80,
    items: [],
    channels: [],
    updatedAt: '2026-11-16T08:00:00Z',
  },
}

export async function stubRareLists(page: Page) {
  for (const [path, row] of Object.entries(given))
    await stub(page, path, 200, { code: 0, success: true, message: '', data: { rows: [row], total: 1 } })
}
