import { Tag } from 'antd'
import { useText } from '../../lib/web/language.tsx'
import { customersText } from '../text.ts'

export function StatusTag({ isEnabled }: { isEnabled: boolean }) {
  const t = useText()
  return (
    <Tag color={isEnabled ? 'success' : 'default'}>
      {t(isEnabled ? customersText.enabled : customersText.disabled)}
    </Tag>
  )
}
