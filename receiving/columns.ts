import { columnText } from '../platform/lists/column-text.ts'
import type { ColumnDef } from '../platform/lists/columns.ts'
import type { InboundRow } from './contract.ts'
import { receivingText } from './text.ts'

export const inboundColumns: readonly ColumnDef<InboundRow>[] = [
  { key: 'inboundNo', title: receivingText.inboundNo, kind: 'code', sortKey: 'inboundNo' },
  { key: 'status', title: columnText.status, kind: { words: 'inboundStatus' }, phone: 'status' },
  { key: 'customerCode', title: columnText.customer, kind: 'code', phone: 'detail' },
  { key: 'customerName', title: receivingText.customerName, kind: 'text', isExtra: true },
  { key: 'inboundType', title: receivingText.inboundType, kind: { words: 'inboundType' } },
  { key: 'referenceNo', title: receivingText.referenceNo, kind: 'code' },
  {
    key: 'expectedBoxes',
    title: receivingText.boxes,
    kind: 'text',
    value: ({ expectedBoxes, receivedBoxes }) => `${expectedBoxes} / ${receivedBoxes}`,
  },
  {
    key: 'expected',
    title: receivingText.pieces,
    kind: 'text',
    value: ({ expected, good, defective }) => `${expected} / ${good + defective}`,
    phone: 'quantity',
    shortTitle: columnText.pieces,
  },
  { key: 'skus', title: receivingText.skus, kind: 'count', isExtra: true },
  { key: 'defective', title: receivingText.damaged, kind: 'count' },
  { key: 'pending', title: receivingText.pending, kind: 'count' },
  { key: 'eta', title: receivingText.eta, kind: 'day', sortKey: 'eta', phone: 'detail' },
  {
    key: 'trackingNos',
    title: receivingText.tracking,
    kind: 'text',
    value: ({ containerNo, trackingNos }) => [containerNo, ...trackingNos].filter(Boolean).join(', '),
  },
  { key: 'transport', title: receivingText.transport, kind: { words: 'inboundTransport' }, isExtra: true },
  { key: 'createdAt', title: receivingText.createdAt, kind: 'time', isExtra: true },
  { key: 'updatedAt', title: columnText.updatedAt, kind: 'time', sortKey: 'updatedAt' },
]
