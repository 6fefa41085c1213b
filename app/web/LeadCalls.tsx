import { BellFilled } from '@ant-design/icons'
import { Tooltip } from 'antd'
import { Suspense, useEffect, useRef, useState } from 'react'
import { useAnswer } from '../../platform/calls/web/call.ts'
import { leadText, openCalls } from '../../platform/scanning/lead-calls.ts'
import { play } from '../../platform/scanning/web/sounds.ts'
import { useText } from '../../platform/text/web/language.tsx'
import { lazyPage } from '../../platform/ui/web/lazy-page.tsx'
import { useMay } from '../../platform/ui/web/permission.tsx'

const LeadCallsDialog = lazyPage(() => import('./LeadCallsDialog.tsx'), 'LeadCallsDialog')

/** A bell for supervisors, while a user at a station waits for one. */
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
      {isOpen && (
        <Suspense>
          <LeadCallsDialog calls={data ?? []} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}
