import { Tag } from 'antd'
import { useText } from '../../../platform/text/web/language.tsx'
import { type PickingState, pickingStateText } from '../states.ts'

const colors: Record<PickingState, string> = {
  waiting: 'warning',
  picking: 'processing',
  picked: 'success',
  done: 'default',
  cancelled: 'default',
}

export function PickingTag({ status }: { status: PickingState }) {
  const t = useText()
  return <Tag color={colors[status]}>{t(pickingStateText[status])}</Tag>
}
