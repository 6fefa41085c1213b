import { message } from 'antd'
import { useEffect, useEffectEvent } from 'react'
import { useText } from '../../platform/text/web/language.tsx'
import { webText } from '../../platform/text/web/text.ts'
import { type Notice, onNotice } from '../../platform/ui/web/notices.ts'

/** Shows messages from anywhere in the application, long enough to be read. */
export function Toasts() {
  const t = useText()
  const [toasts, place] = message.useMessage({ top: 50, maxCount: 4 })

  const show = useEffectEvent(({ kind, title, text, link, requestId, action }: Notice) => {
    const key = kind + title + text
    toasts.open({
      // The same text twice is one toast: ten identical failures need not be read ten times.
      key,
      type: kind,
      duration: kind === 'success' ? 3 : action ? 10 : 6,
      content: (
        <>
          {title && title !== text && <strong className="toast-title">{title}</strong>}
          {text}
          {requestId && <span className="hint"> {t(webText.requestId, { id: requestId })}</span>}
          {action && (
            <button
              type="button"
              className="text-button"
              onClick={() => {
                toasts.destroy(key)
                action.run()
              }}
            >
              {action.text}
            </button>
          )}
          {link && (
            <a className="toast-link" href={link} target="_blank" rel="noopener noreferrer">
              {t(webText.openLink)}
            </a>
          )}
        </>
      ),
    })
  })
  useEffect(() => onNotice((answer) => show(answer)), [])
  return place
}
