import { Tag } from 'antd'
import { useText } from '../../../platform/text/web/language.tsx'
import { type ParcelState, parcelStateText } from '../../states.ts'

const colors: Record<ParcelState, string> = { waiting: 'warning', claimed: 'success', sent_back: 'default' }

export function ParcelTag({ status }: { status: ParcelState }) {
  const t = useText()
  return <Tag color={colors[status]}>{t(parcelStateText[status])}</Tag>
}
