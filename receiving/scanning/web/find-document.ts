import { send } from '../../../platform/calls/web/send.ts'
import type { Scanned } from '../../../platform/scanning/web/reading.ts'
import { scanText } from '../../../platform/scanning/web/text.ts'
import { t } from '../../../platform/text/web/language.tsx'
import { findInbound } from '../../contract.ts'
import { receiveText } from '../text.ts'
import { takeUnknown } from './arrivals.ts'
import { takeScan } from './counting.ts'
import { reopen } from './document-actions.ts'
import type { Receiver } from './receiver.ts'

/** Any of its numbers finds the document; a box is received at once. */
export async function findDocument(receiver: Receiver, scanned: Scanned): Promise<void> {
  const { code } = scanned
  const results = await receiver.busy(send(findInbound, { scanned: code }))
  const [first, second] = results
  if (!first) return takeUnknown(receiver, code)
  const chosen = second
    ? await receiver.ask<typeof first | 'none'>(t(receiveText.whichOne), [
        ...results.slice(0, 9).map((item) => ({
          text: `${item.inboundNo} · ${item.customerCode}${item.boxNo ? ` · ${item.boxNo}` : ''}`,
          value: item,
        })),
        { text: t(scanText.cancel), command: 'undo' as const, value: 'none' as const },
      ])
    : first
  if (chosen === 'none') return receiver.say('warning', code, t(receiveText.notTaken))
  const { id, inboundNo: no, status, customerCode, boxNo, reopensItself } = chosen
  if (status === 'draft') return receiver.say('error', code, t(receiveText.isDraft, { no }))
  if (status === 'complete' && !reopensItself && !(await reopen(receiver, id, no))) return
  await receiver.open(id)
  receiver.say('step', code, t(receiveText.opened, { no, customer: customerCode }))
  const now = receiver.figures()
  if (boxNo && now) await takeScan(receiver, now, { ...scanned, code: boxNo })
}
