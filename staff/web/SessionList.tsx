import { Button, Tag } from 'antd'
import type { OutputOf } from '../../platform/calls/call.ts'
import { LocalTime } from '../../platform/text/web/LocalTime.tsx'
import { useText } from '../../platform/text/web/language.tsx'
import type { mySessions } from '../contract.ts'
import { deviceText } from '../login/device.ts'
import { staffText } from '../text.ts'
import './staff.css'

type Session = OutputOf<typeof mySessions>[number]

/** The devices a user is logged in on. The full user agent opens behind its name. */
export function SessionList({
  sessions,
  onEnd,
  isEnding = false,
}: {
  sessions: readonly Session[]
  /** Without it the sessions cannot be ended here. */
  onEnd?: ((id: number) => void) | undefined
  isEnding?: boolean
}) {
  const t = useText()
  if (sessions.length === 0) return <p className="hint">{t(staffText.noSessions)}</p>
  return (
    <ul className="sessions">
      {sessions.map(({ id, browser, ip, createdAt, lastSeenAt, isThis }) => {
        const device = t(deviceText(browser))
        return (
          <li key={id}>
            <div className="session-facts">
              <details>
                <summary title={browser}>
                  {device} {isThis && <Tag color="success">{t(staffText.thisDevice)}</Tag>}
                </summary>
                <span className="hint breakable">{browser}</span>
              </details>
              <span className="hint">
                {ip} · {t(staffText.lastSeenAt)} <LocalTime at={lastSeenAt} /> · {t(staffText.signedInAt)}{' '}
                <LocalTime at={createdAt} />
              </span>
            </div>
            {onEnd && !isThis && (
              <Button
                size="small"
                disabled={isEnding}
                aria-label={t(staffText.endSessionOf, { device: `${device}, ${ip}` })}
                onClick={() => onEnd(id)}
              >
                {t(staffText.endSession)}
              </Button>
            )}
          </li>
        )
      })}
    </ul>
  )
}
