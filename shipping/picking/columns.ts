import { ordersText } from '../../orders/text.ts'
import { columnText } from '../../platform/lists/column-text.ts'
import type { ColumnDef } from '../../platform/lists/columns.ts'
import type { PickingRow } from './contract.ts'
import { pickingText } from './text.ts'

export const pickingColumns: readonly ColumnDef<PickingRow>[] = [
  { key: 'pickingNo', title: pickingText.pickingNo, kind: 'code', sortKey: 'pickingNo' },
  { key: 'status', title: columnText.status, kind: { words: 'pickingListStatus' }, phone: 'status' },
  { key: 'listType', title: columnText.type, kind: { words: 'pickingListType' }, phone: 'detail' },
  { key: 'orderCount', title: pickingText.orderCount, kind: 'count', phone: 'quantity' },
  { key: 'taskCount', title: pickingText.taskCount, kind: 'count' },
  { key: 'skuCount', title: columnText.skuCount, kind: 'count', isExtra: true },
  { key: 'pieceCount', title: columnText.pieces, kind: 'count' },
  {
    key: 'pickedCount',
    title: pickingText.progress,
    kind: 'text',
    value: ({ pickedCount, pieceCount }) => `${pickedCount} / ${pieceCount}`,
  },
  { key: 'priority', title: ordersText.priority, kind: 'count', sortKey: 'priority', isExtra: true },
  { key: 'assigneeName', title: pickingText.picker, kind: 'text', phone: 'detail' },
  { key: 'printCount', title: pickingText.printCount, kind: 'count' },
  { key: 'createdByName', title: pickingText.createdBy, kind: 'text', isExtra: true },
  { key: 'age', title: pickingText.age, kind: 'count' },
  { key: 'createdAt', title: columnText.createdAt, kind: 'time', sortKey: 'createdAt' },
  { key: 'startedAt', title: pickingText.startedAt, kind: 'time', isExtra: true },
  { key: 'pickedAt', title: pickingText.pickedAt, kind: 'time', isExtra: true },
]
