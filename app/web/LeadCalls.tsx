import { BellFilled } from '@ant-design/icons'
import { Button, Flex, Tooltip } from 'antd'
import { useEffect, useRef, useState } from 'react'
import type { OutputOf } from '../../platform/calls/call.ts'
import { useAnswer, useCommand } from '../../platform/calls/web/call.ts'
import { Dialog } from '../../platform/forms/web/Dialog.tsx'
import {
  callReasonText,
  leadText,
  openCalls,
  stationText,
  takeCall,
} from '../../platform/scanning/lead-calls.ts'
import { play } from '../../platform/scanning/web/sounds.ts'
import { LocalTime } from '../../platform/text/web/LocalTime.tsx'
import { useText } from '../../platform/text/web/language.tsx'
import { notice } from '../../platform/ui/web/notices.ts'
import { useMay } from '../../platform/ui/web/permission.tsx'

/** A bell for whoever leads on the floor, for as long as somebody at a station waits for them. */
export function LeadCalls() {
  const t = useText()
  const may = useMay()(openCalls.permission)
  const { data } = useAnswer(openCalls, {}, { enabled: may, every: 10_000 })
  const [isOpen, setOpen] = useState(false)
  const known = useRef(0)
  const newest = Math.max(0, ...(data ?? []).map(({ id }) => id))
  useEffect(() => {
    if (newest <= known.current) return
    known.current = newest
    play('warning')
  }, [newest])
  const count = data?.length ?? 0
  if (!may || (count === 0 && !isOpen)) return null
  const words = t(leadText.count, { count })
  return (
    <>
      <Tooltip title={words}>
        <button type="button" className="books-alarm" aria-label={words} onClick={() => setOpen(true)}>
          <BellFilled className="bar-icon" /> {count}
        </button>
      </Tooltip>
      {isOpen && <Calls calls={data ?? []} onClose={() => setOpen(false)} />}
    </>
  )
}

type Called = OutputOf<typeof openCalls>[number]

function Calls({ calls, onClose }: { calls: Called[]; onClose: () => void }) {
  const t = useText()
  const take = useCommand(takeCall, { refreshes: [openCalls], quiet: true })
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
              <Button
                type="primary"
                loading={take.isPending}
                onClick={() => take.mutate({ id }, { onSuccess: () => notice('success', t(leadText.told)) })}
              >
                {t(leadText.take)}
              </Button>
            </Flex>
          </li>
        ))}
      </ul>
    </Dialog>
  )
}
