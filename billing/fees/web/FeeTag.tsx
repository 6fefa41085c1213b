import { Tag } from 'antd'
import { useDictionary } from '../../../platform/text/web/dictionary.tsx'
import type { FeeState } from '../../states.ts'

const colors: Record<FeeState, string> = {
  not_settled: 'warning',
  settled: 'success',
  voided: 'default',
  reversed: 'default',
}

export function FeeTag({ status }: { status: FeeState }) {
  const words = useDictionary('feeStatus')
  return <Tag color={colors[status]}>{words.textOf(status)}</Tag>
}
