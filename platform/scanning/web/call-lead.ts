import { send } from '../../calls/web/send.ts'
import { t } from '../../text/web/language.tsx'
import {
  type CallReason,
  callLead,
  callReasonText,
  leadComing,
  leadText,
  type StationName,
} from '../lead-calls.ts'
import type { StationAction } from './ScanStation.tsx'
import type { LineScan, ScanSession, ScanState } from './scan-session.ts'
import { scanText } from './text.ts'

const POLL_MS = 5_000
const MAX_LENGTH = 15 * 60_000

/** The button that calls a supervisor to this station: one tap for the reason, and the work continues. */
export const leadAction = <B extends ScanState, S extends LineScan, A>(
  session: ScanSession<B, S, A>,
  station: StationName,
  subject: string | undefined,
): StationAction => ({
  text: t(leadText.call),
  key: 'F1',
  command: 'lead',
  run: () =>
    void session.inTurn('', async () => {
      const reasons = Object.keys(callReasonText) as CallReason[]
      const reason = await session.ask<CallReason | 'none'>(t(leadText.why), [
        ...reasons.map((value) => ({ text: t(callReasonText[value]), value })),
        { text: t(scanText.cancel), command: 'undo' as const, value: 'none' as const },
      ])
      if (reason === 'none') return
      const { id } = await session.busy(send(callLead, { station, subject: subject ?? null, reason }))
      session.say('step', subject ?? '', t(leadText.called))
      void session.beside('', () => waitFor(session, id))
    }),
})

/** Says who is on the way, as long as the screen is open. */
async function waitFor<B extends ScanState, S extends LineScan, A>(
  session: ScanSession<B, S, A>,
  id: number,
) {
  for (const until = Date.now() + MAX_LENGTH; Date.now() < until && session.isShown(); ) {
    await new Promise((wake) => setTimeout(wake, POLL_MS))
    const answer = await send(leadComing, { id }).catch(() => undefined)
    if (answer?.takenBy) return session.say('step', '', t(leadText.coming, { name: answer.takenBy }))
  }
}
