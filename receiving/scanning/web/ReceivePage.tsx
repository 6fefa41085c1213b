import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { useNavigate, useSearchParams } from 'react-router'
import { keyOf } from '../../../platform/calls/web/call.ts'
import { send } from '../../../platform/calls/web/send.ts'
import { leadAction } from '../../../platform/scanning/web/call-lead.ts'
import type { Scanned } from '../../../platform/scanning/web/reading.ts'
import { ScanStation } from '../../../platform/scanning/web/ScanStation.tsx'
import { scanText } from '../../../platform/scanning/web/text.ts'
import { scanLine, useScanLine } from '../../../platform/scanning/web/use-queue.ts'
import { useResume } from '../../../platform/scanning/web/use-resume.ts'
import { t } from '../../../platform/text/web/language.tsx'
import { useMissing } from '../../../platform/ui/web/missing-right.ts'
import { useMay, useUserName } from '../../../platform/ui/web/permission.tsx'
import { inbound, listInbounds } from '../../contract.ts'
import { parcelText } from '../../parcels/text.ts'
import { PhotoBox } from '../../photos/web/PhotoBox.tsx'
import { nextStep } from '../next-step.ts'
import { sendScan } from '../requests.ts'
import { type ReceiveScan, refusedAt, withWaiting } from '../scanning.ts'
import { receiveText } from '../text.ts'
import { takeBack, takeScan } from './counting.ts'
import { findDocument } from './find-document.ts'
import { ReceiveCard } from './ReceiveCard.tsx'
import { actionsOf } from './receive-actions.ts'
import { fetchChanges, Receiver, type Standing, scansOf } from './receiver.ts'
import './receive.css'

/** Receiving from truck to bin by scanner only. */
export function ReceivePage() {
  const may = useMay()
  const navigate = useNavigate()
  const client = useQueryClient()
  const [params] = useSearchParams()
  const [line] = useState(() =>
    scanLine<ReceiveScan, Standing>('receive', (scan, how) => sendScan(send, scan, how)),
  )
  const [receiver] = useState(() => new Receiver(line.queue, may))
  receiver.missing = useMissing()
  receiver.person = useUserName()
  const state = useSyncExternalStore(receiver.listen, receiver.current)
  const kept = useScanLine(line, receiver)
  const input = params.get('scan')
  useResume('receive', receiver, input !== null)

  // A link from a document is its first scan; it is removed from the URL, or every return to the tab would
  // scan it again.
  useEffect(() => {
    if (!input) return
    navigate('/inbound/receive', { replace: true })
    const scanned = { code: input, times: 1, isCounted: false }
    void receiver.inTurn(input, () => findDocument(receiver, scanned))
  }, [receiver, input, navigate])

  // Colleagues' boxes on the same document show within two seconds.
  useEffect(() => {
    const timer = setInterval(() => void fetchChanges(receiver), POLL_MS)
    return () => clearInterval(timer)
  }, [receiver])

  const document = state.document && withWaiting(state.document, scansOf(kept.entries, state.document.id))
  const refused = refusedAt(kept.entries, document?.id)
  const { primary, others } = actionsOf(receiver, state, document)

  const parcels = { text: t(parcelText.title), key: 'F7', run: () => navigate('/inbound/parcels') }

  const onClose = () => {
    for (const query of [listInbounds, inbound]) void client.invalidateQueries({ queryKey: keyOf(query) })
    receiver.close()
    if (!state.document) navigate('/inbound/list')
  }
  const onScan = (scanned: Scanned) =>
    void receiver.inTurn(
      scanned.code,
      async () => {
        const now = receiver.figures()
        return now ? takeScan(receiver, now, scanned) : findDocument(receiver, scanned)
      },
      scanned.isTyped,
    )

  return (
    <ScanStation
      title={t(receiveText.title)}
      next={state.isBusy ? t(scanText.loading) : t(nextStep(state, document))}
      marks={state.marks}
      line={kept}
      question={state.question}
      isBusy={state.isBusy}
      primary={primary}
      others={[...(document ? others : [parcels]), leadAction(receiver, 'receive', document?.inboundNo)]}
      onScan={onScan}
      onBad={(words) => receiver.say('error', '', words)}
      onUndo={() => void receiver.inTurn('', () => takeBack(receiver))}
      onClose={onClose}
      refused={refused}
      onRead={(id) => void line.queue.dismiss(id)}
    >
      {state.photos && <PhotoBox receiver={receiver} photos={state.photos} />}
      {document && <ReceiveCard receiver={receiver} state={state} document={document} />}
    </ScanStation>
  )
}

const POLL_MS = 1_500
