import { Tag } from 'antd'
import { useText } from '../../../platform/text/web/language.tsx'
import type { CountState } from '../../stock/states.ts'
import { countStatusText } from '../text.ts'

const colors: Record<CountState, string> = {
  open: 'processing',
  review: 'warning',
  done: 'success',
  voided: 'default',
}

export function CountTag({ status }: { status: CountState }) {
  const t = useText()
  return <Tag color={colors[status]}>{t(countStatusText[status])}</Tag>
}
