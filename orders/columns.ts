import { columnText } from '../platform/lists/column-text.ts'
import type { ColumnDef } from '../platform/lists/columns.ts'
import type { OrderRow } from './contract.ts'
import { ordersText, pickStatusText } from './text.ts'

export const orderColumns: readonly ColumnDef<OrderRow>[] = [
  { key: 'orderNo', title: ordersText.orderNo, kind: 'code', sortKey: 'orderNo' },
  { key: 'status', title: columnText.status, kind: { words: 'orderStatus' }, phone: 'status' },
  { key: 'exception', title: ordersText.exception, kind: 'text', phone: 'note' },
  { key: 'referenceNo', title: ordersText.referenceNo, kind: 'code', phone: 'detail' },
  { key: 'customerCode', title: columnText.customer, kind: 'code', phone: 'detail' },
  { key: 'customerName', title: ordersText.customerName, kind: 'text', isExtra: true },
  { key: 'channelCode', title: ordersText.channel, kind: 'code' },
  { key: 'trackingNo', title: ordersText.trackingNo, kind: 'code' },
  {
    key: 'skuCount',
    title: ordersText.goods,
    kind: 'text',
    value: ({ skuCount, pieceCount }) => `${skuCount} / ${pieceCount}`,
    phone: 'quantity',
  },
  { key: 'fee', title: ordersText.fee, kind: 'amount', permission: 'query:cost:view', isMoney: true },
  { key: 'estWeight', title: ordersText.estWeight, kind: 'measure', unit: 'weight' },
  { key: 'actualWeight', title: ordersText.actualWeight, kind: 'measure', unit: 'weight' },
  { key: 'receiverName', title: ordersText.receiver, kind: 'text', isExtra: true },
  {
    key: 'countryCode',
    title: ordersText.destination,
    kind: 'text',
    value: ({ countryCode, stateCode, postcode }) =>
      [countryCode, stateCode, postcode].filter(Boolean).join(' · '),
  },
  {
    key: 'pickStatus',
    title: ordersText.pickStatus,
    kind: 'text',
    value: ({ pickStatus }, language) => pickStatusText[pickStatus][language],
  },
  { key: 'pickingNo', title: ordersText.pickingNo, kind: 'code' },
  { key: 'priority', title: ordersText.priority, kind: 'count', sortKey: 'priority' },
  { key: 'tags', title: ordersText.tags, kind: 'text', value: ({ tags }) => tags.join(', ') },
  { key: 'platformOrderNo', title: ordersText.platformOrderNo, kind: 'code', isExtra: true },
  { key: 'age', title: ordersText.age, kind: 'count' },
  { key: 'statusAt', title: ordersText.statusAt, kind: 'time', sortKey: 'statusAt' },
  { key: 'shippedAt', title: ordersText.shippedAt, kind: 'time', isExtra: true },
  { key: 'createdAt', title: columnText.createdAt, kind: 'time', sortKey: 'createdAt' },
]
