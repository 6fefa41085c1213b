import { Button, Flex } from 'antd'
import type { OutputOf } from '../../platform/calls/call.ts'
import { useCommand } from '../../platform/calls/web/call.ts'
import { Dialog } from '../../platform/forms/web/Dialog.tsx'
import {
  callReasonText,
  leadText,
  openCalls,
  stationText,
  takeCall,
} from '../../platform/scanning/lead-calls.ts'
import { LocalTime } from '../../platform/text/web/LocalTime.tsx'
import { useText } from '../../platform/text/web/language.tsx'

type Called = OutputOf<typeof openCalls>[number]

/** Who waits at which station, and a button to accept. */
export function LeadCallsDialog({ calls, onClose }: { calls: Called[]; onClose: () => void }) {
  const t = useText()
  const take = useCommand(takeCall, { refreshes: [openCalls], successText: leadText.told })
  return (
    <Dialog title={t(leadText.title)} onClose={onClose}>
      {calls.length === 0 && <p className="hint">{t(leadText.none)}</p>}
      <ul className="lead-calls">
        {calls.map(({ id, station, subject, reason, userName, calledAt }) => (
          <li key={id}>
            <Flex gap={8} align="center" justify="space-between" wrap>
              <span>
                <b>{userName}</b> · {t(stationText[station])}
                {subject && ` · ${subject}`} · {t(callReasonText[reason])} · <LocalTime at={calledAt} />
              </span>
              <Button type="primary" loading={take.isPending} onClick={() => take.mutate({ id })}>
                {t(leadText.take)}
              </Button>
            </Flex>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
