import { Flex, Tag, Tooltip } from 'antd'
import { useText } from '../../platform/text/web/language.tsx'
import { type ProductAudit, productAuditText } from '../states.ts'
import { productsText } from '../text.ts'

export function AuditTag({ status }: { status: ProductAudit }) {
  const t = useText()
  return <Tag color={status === 'passed' ? 'success' : 'warning'}>{t(productAuditText[status])}</Tag>
}

/** What is unusual about a product's sizes; empty if nothing is. */
export function SizeTags({ measuredDiffers, lacksSize }: { measuredDiffers: boolean; lacksSize: boolean }) {
  const t = useText()
  return (
    <Flex gap={4}>
      {measuredDiffers && (
        <Tooltip title={t(productsText.differsHint)}>
          <Tag color="error">{t(productsText.differs)}</Tag>
        </Tooltip>
      )}
      {lacksSize && <Tag color="warning">{t(productsText.toMeasure)}</Tag>}
    </Flex>
  )
}
