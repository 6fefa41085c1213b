import { ordersText } from '../../orders/text.ts'
import { columnText } from '../../platform/lists/column-text.ts'
import type { ColumnDef } from '../../platform/lists/columns.ts'
import type { BatchRow, OutboundRow } from './contract.ts'
import { outboundText } from './text.ts'

export const outboundColumns: readonly ColumnDef<OutboundRow>[] = [
  { key: 'orderNo', title: columnText.orderNo, kind: 'code', sortKey: 'orderNo' },
  { key: 'status', title: columnText.status, kind: { words: 'orderStatus' }, phone: 'status' },
  {
    key: 'trackingNos',
    title: columnText.trackingNo,
    kind: 'code',
    value: ({ trackingNos }) => trackingNos.join(', '),
    phone: 'detail',
  },
  { key: 'referenceNo', title: ordersText.referenceNo, kind: 'code', isExtra: true },
  { key: 'customerCode', title: columnText.customer, kind: 'code', phone: 'detail' },
  { key: 'channelCode', title: columnText.channel, kind: 'code' },
  { key: 'carrier', title: outboundText.carrier, kind: 'text' },
  { key: 'packageCount', title: outboundText.packages, kind: 'count', phone: 'quantity' },
  { key: 'pieceCount', title: columnText.pieces, kind: 'count' },
  { key: 'weight', title: outboundText.weight, kind: 'measure', unit: 'weight' },
  {
    key: 'countryCode',
    title: outboundText.destination,
    kind: 'text',
    value: ({ countryCode, stateCode, postcode }) =>
      [countryCode, stateCode, postcode].filter(Boolean).join(' · '),
  },
  { key: 'priority', title: ordersText.priority, kind: 'count', sortKey: 'priority', isExtra: true },
  { key: 'printedAt', title: outboundText.printedAt, kind: 'time', sortKey: 'printedAt' },
]

export const batchColumns: readonly ColumnDef<BatchRow>[] = [
  { key: 'batchNo', title: outboundText.batchNo, kind: 'code', sortKey: 'batchNo' },
  { key: 'carrier', title: outboundText.carrier, kind: 'text', phone: 'status' },
  { key: 'truckNo', title: outboundText.truckNo, kind: 'text', phone: 'detail' },
  { key: 'orderCount', title: outboundText.orders, kind: 'count' },
  { key: 'packageCount', title: outboundText.packages, kind: 'count', phone: 'quantity' },
  { key: 'weight', title: outboundText.weight, kind: 'measure', unit: 'weight' },
  { key: 'userName', title: columnText.operator, kind: 'text' },
  { key: 'createdAt', title: outboundText.shippedAt, kind: 'time', sortKey: 'createdAt', phone: 'detail' },
]
