import { Alert } from 'antd'
import type { ReactNode } from 'react'
import { callText } from '../../text/common-text.ts'
import { useText } from '../../text/web/language.tsx'
import { webText } from '../../text/web/text.ts'
import { FailureList } from './FailureList.tsx'

/** How much of an action was done, and what was not, each with its reason. */
export function FailedAlert({
  ok,
  failed,
  children,
}: {
  ok: number
  failed: { no?: ReactNode; reason: string }[]
  children?: ReactNode
}) {
  const t = useText()
  return (
    <Alert
      type={ok > 0 ? 'warning' : 'error'}
      showIcon
      role="alert"
      title={`${t(ok > 0 ? callText.partlyDone : callText.actionFailed)} · ${t(webText.bulkCounts, { ok, failed: failed.length })}`}
      description={
        <>
          <FailureList label={t(webText.reason)} failed={failed} />
          {children}
        </>
      }
    />
  )
}
