import { Tag } from 'antd'
import { useDictionary } from '../../../platform/text/web/dictionary.tsx'
import type { BillState } from '../states.ts'

const colors: Record<BillState, string> = {
  draft: 'warning',
  not_settled: 'processing',
  paid: 'success',
  voided: 'default',
}

export function BillTag({ status }: { status: BillState }) {
  const words = useDictionary('billStatus')
  return <Tag color={colors[status]}>{words.textOf(status)}</Tag>
}
