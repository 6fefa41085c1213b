import { Button, Flex } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import { useText } from '../../../platform/text/web/language.tsx'
import { lazyDialog } from '../../../platform/ui/web/lazy-page.tsx'
import { useFeature, useMay } from '../../../platform/ui/web/permission.tsx'
import { InboundTag } from '../../../receiving/web/InboundTag.tsx'
import { listReturns, openReturn } from '../contract.ts'
import { returnsText } from '../text.ts'

const ReturnDialog = lazyDialog(() => import('./ReturnDialog.tsx'), 'ReturnDialog')

/** The returns of a shipped order, and the way to a new one while pieces are left. */
export function ReturnsPanel({ id }: { id: number }) {
  const t = useText()
  const may = useMay()
  const isOpen = useFeature('receiving') === 'full'
  const { data } = useAnswer(listReturns, { id })
  const [isAdding, setAdding] = useState(false)
  if (!data?.isShipped) return null
  const mayAdd =
    isOpen && may(openReturn.permission) && data.lines.some(({ shipped, returned }) => returned < shipped)
  if (!mayAdd && data.returns.length === 0) return null
  return (
    <section aria-label={t(returnsText.returns)}>
      <Flex justify="space-between" align="center">
        <h3>{t(returnsText.returns)}</h3>
        {mayAdd && (
          <Button size="small" onClick={() => setAdding(true)}>
            {t(returnsText.openReturn)}
          </Button>
        )}
      </Flex>
      {data.returns.map(({ id: inbound, inboundNo, status, pieces }) => (
        <Flex key={inbound} gap={8} align="center">
          <Link to={`/inbound/list?open=${inbound}`}>{inboundNo}</Link>
          <InboundTag status={status} />
          <span>
            {t(returnsText.pieces)} {pieces}
          </span>
        </Flex>
      ))}
      {isAdding && <ReturnDialog id={id} lines={data.lines} onClose={() => setAdding(false)} />}
    </section>
  )
}
