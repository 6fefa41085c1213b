import { Tag } from 'antd'
import { useText } from '../../lib/web/language.tsx'
import { inventoryText } from '../text.ts'

export function StatusTag({ isEnabled }: { isEnabled: boolean }) {
  const t = useText()
  return (
    <Tag color={isEnabled ? 'success' : 'default'}>
      {t(isEnabled ? inventoryText.enabled : inventoryText.disabled)}
    </Tag>
  )
}
