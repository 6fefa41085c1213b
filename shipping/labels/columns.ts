import { ordersText } from '../../orders/text.ts'
import { columnText } from '../../platform/lists/column-text.ts'
import type { ColumnDef } from '../../platform/lists/columns.ts'
import { shippingText } from '../text.ts'
import type { LabelRow } from './contract.ts'
import { labelsText } from './text.ts'

export const labelColumns: readonly ColumnDef<LabelRow>[] = [
  { key: 'orderNo', title: columnText.orderNo, kind: 'code', sortKey: 'orderNo' },
  { key: 'printStatus', title: shippingText.printStatus, kind: { words: 'printStatus' }, phone: 'status' },
  { key: 'customerCode', title: columnText.customer, kind: 'code', phone: 'detail' },
  { key: 'channelCode', title: columnText.channel, kind: 'code', phone: 'detail' },
  {
    key: 'trackingNos',
    title: columnText.trackingNo,
    kind: 'code',
    value: ({ trackingNos }) => trackingNos.join(', '),
    phone: 'detail',
  },
  { key: 'labelFormat', title: shippingText.labelFormat, kind: { words: 'hwmsLabelFormat' } },
  { key: 'pickingNo', title: shippingText.pickingNo, kind: 'code' },
  { key: 'referenceNo', title: ordersText.referenceNo, kind: 'code', isExtra: true },
  { key: 'packageCount', title: labelsText.packages, kind: 'count', isExtra: true },
  { key: 'pieceCount', title: columnText.pieces, kind: 'count', phone: 'quantity' },
  { key: 'printCount', title: shippingText.printCount, kind: 'count' },
  { key: 'priority', title: ordersText.priority, kind: 'count', sortKey: 'priority', isExtra: true },
  { key: 'readyAt', title: labelsText.readyAt, kind: 'time', isExtra: true },
  { key: 'createdAt', title: columnText.createdAt, kind: 'time', sortKey: 'createdAt' },
]
