import { Alert, Button } from 'antd'
import { CallFailed } from '../../calls/web/send.ts'
import { callText } from '../../text/common-text.ts'
import { useText } from '../../text/web/language.tsx'
import { webText } from '../../text/web/text.ts'

/** Why something could not be shown, in its place, with a retry button. */
export function ErrorPanel({
  error,
  retry,
  isOld = false,
}: {
  error: Error
  retry: () => void
  isOld?: boolean
}) {
  const t = useText()
  const { requestId, url } = error instanceof CallFailed ? error : {}
  const hints = [isOld && t(webText.oldRows), requestId && t(webText.requestId, { id: requestId })].filter(
    Boolean,
  )
  return (
    <Alert
      type="error"
      showIcon
      role="alert"
      title={error instanceof CallFailed ? error.message : t(callText.serverError)}
      description={
        (hints.length > 0 || url) && (
          <>
            {hints.join(' · ')}
            {url && (
              <a className="toast-link" href={url} target="_blank" rel="noopener noreferrer">
                {t(webText.openLink)}
              </a>
            )}
          </>
        )
      }
      action={
        <Button size="small" onClick={retry}>
          {t(webText.retry)}
        </Button>
      }
    />
  )
}
