import { columnText } from '../../platform/lists/column-text.ts'
import type { ColumnDef } from '../../platform/lists/columns.ts'
import type { FeeTypeRow } from './contract.ts'
import { feeTypeText } from './text.ts'

export const feeTypeColumns: readonly ColumnDef<FeeTypeRow>[] = [
  { key: 'feeCode', title: feeTypeText.feeCode, kind: 'code', sortKey: 'feeCode' },
  { key: 'isEnabled', title: columnText.status, kind: 'enabled', phone: 'status' },
  { key: 'nameZh', title: feeTypeText.nameZh, kind: 'text', phone: 'detail' },
  { key: 'nameEn', title: feeTypeText.nameEn, kind: 'text' },
  {
    key: 'orderType',
    title: feeTypeText.orderType,
    kind: { words: 'bill_order_type' },
    sortKey: 'orderType',
  },
  { key: 'bizType', title: feeTypeText.bizType, kind: { words: 'account_log_biz_type' } },
  { key: 'isSystem', title: feeTypeText.isSystem, kind: 'flag' },
]
