import { Tag } from 'antd'
import { useText } from '../../platform/text/web/language.tsx'
import { type InboundState, inboundStateText } from '../states.ts'

const colors: Record<InboundState, string> = {
  draft: 'default',
  pending_confirm: 'default',
  receiving: 'warning',
  complete: 'success',
  voided: 'default',
}

export function InboundTag({ status }: { status: InboundState }) {
  const t = useText()
  return <Tag color={colors[status]}>{t(inboundStateText[status])}</Tag>
}
