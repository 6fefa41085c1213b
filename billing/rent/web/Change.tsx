import { Tag, Tooltip } from 'antd'
import { useText } from '../../../platform/text/web/language.tsx'
import { changeWords, isUnusual, MAX_CHANGE } from '../change.ts'
import { rentText } from '../text.ts'

/** The change against the night before; an unusual one is pointed out. */
export function Change({ change }: { change: string | null }) {
  const t = useText()
  if (change === null) return '–'
  const shown = changeWords(change)
  if (!isUnusual(change)) return shown
  return (
    <Tooltip title={t(rentText.changeHint, { percent: MAX_CHANGE })}>
      <Tag color="warning">{shown}</Tag>
    </Tooltip>
  )
}
