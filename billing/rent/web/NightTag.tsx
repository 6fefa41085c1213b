import { Tag } from 'antd'
import { useText } from '../../../platform/text/web/language.tsx'
import type { SnapshotState } from '../states.ts'
import { snapshotStatusText } from '../text.ts'

const colors: Record<SnapshotState, string> = { running: 'processing', done: 'success', failed: 'error' }

export function NightTag({ status }: { status: SnapshotState }) {
  const t = useText()
  return <Tag color={colors[status]}>{t(snapshotStatusText[status])}</Tag>
}
