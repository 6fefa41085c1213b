import { Alert, Button, Flex } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { OutputOf } from '../../../platform/calls/call.ts'
import { FailedAlert } from '../../../platform/lists/web/FailedAlert.tsx'
import { useText } from '../../../platform/text/web/language.tsx'
import { webText } from '../../../platform/text/web/text.ts'
import type { createPickingLists } from '../contract.ts'
import { MAX_ORDERS } from '../plan.ts'
import { pickingText } from '../text.ts'
import { PickingPapers } from './PickingPapers.tsx'

/** The lists that were made, to open or print, and what was refused, with the reason. */
export function MadeLists({
  made: { ok, failed, lists, isComplete = true },
  onClose,
}: {
  made: OutputOf<typeof createPickingLists> & { isComplete?: boolean }
  onClose: () => void
}) {
  const t = useText()
  const [isPrinting, setPrinting] = useState(false)
  return (
    <Flex vertical gap={16}>
      {lists.length > 0 && (
        <Alert
          type="success"
          showIcon
          title={t(pickingText.made, { count: lists.length })}
          description={
            <ul className="picking-made" aria-label={t(pickingText.title)}>
              {lists.map(({ id, pickingNo, orderCount }) => (
                <li key={id}>
                  <Link to={`/order/list/picking_list?open=${id}`} onClick={onClose}>
                    {t(pickingText.madeList, { no: pickingNo, orders: orderCount })}
                  </Link>
                </li>
              ))}
            </ul>
          }
        />
      )}
      {!isComplete && <Alert type="warning" showIcon role="alert" title={t(pickingText.notAllMade)} />}
      {failed.length > 0 && <FailedAlert ok={ok} failed={failed} />}
      <Flex gap={8} justify="end" wrap>
        <Button onClick={onClose}>{t(webText.close)}</Button>
        {lists.length > 0 && (
          <Button type="primary" onClick={() => setPrinting(true)}>
            {t(pickingText.print)}
          </Button>
        )}
      </Flex>
      {isPrinting && (
        <PickingPapers
          ids={lists.slice(0, MAX_ORDERS).map(({ id }) => id)}
          onClose={() => setPrinting(false)}
        />
      )}
    </Flex>
  )
}
