import { scanCommands } from '../../lib/scan-commands.ts'
import { t } from '../../lib/web/language.tsx'
import type { StationAction } from '../../lib/web/scan/ScanStation.tsx'
import { isAllIn } from '../rules.ts'
import { receiveText } from '../scan-text.ts'
import type { InboundDocument } from '../scanning.ts'
import { finishBox, setBin } from './counting.ts'
import { allPending, cancelOne, complete, printLast, startPuttingAway, takeWhole } from './putting-away.ts'
import type { ReceiveBench, Receiver } from './receiver.ts'

type Actions = { primary: StationAction | undefined; others: StationAction[] }
type InTurn = (work: (now: InboundDocument) => Promise<void> | void) => () => void

const NEXT = { key: 'F9', command: 'next' } as const

/** The buttons of the moment. Each does its work in turn, behind the scans that were made before it. */
export function actionsOf(
  receiver: Receiver,
  bench: ReceiveBench,
  document: InboundDocument | undefined,
): Actions {
  if (!document) return { primary: undefined, others: [] }
  const inTurn: InTurn = (work) => () =>
    void receiver.inTurn('', async () => {
      const now = receiver.figures()
      if (now) await work(now)
    })
  return bench.way === 'putaway'
    ? whilePuttingAway(receiver, bench, document, inTurn)
    : whileCounting(receiver, bench, document, inTurn)
}

const label = (receiver: Receiver): StationAction => ({
  text: t(receiveText.printLabel),
  key: 'F8',
  command: 'print',
  run: () => printLast(receiver),
})

/** What closed itself has nothing to close, unless a scan that is under way opens it again. */
const closing = (receiver: Receiver, document: InboundDocument, inTurn: InTurn): StationAction | undefined =>
  !(document.status === 'complete' && isAllIn(document)) && receiver.may('inbound:order:complete')
    ? { ...NEXT, also: 'short', text: t(receiveText.complete), run: inTurn(() => complete(receiver)) }
    : undefined

function whilePuttingAway(
  receiver: Receiver,
  { suggestion }: ReceiveBench,
  document: InboundDocument,
  inTurn: InTurn,
): Actions {
  const countAgain = (now: InboundDocument) =>
    receiver.set({ way: now.boxes.length > 0 ? 'box' : 'piece', bin: undefined, suggestion: undefined })
  const suggested: StationAction[] = suggestion
    ? [
        {
          text: t(receiveText.suggested, { bin: suggestion.locationCode }),
          command: 'ok',
          run: inTurn(() => setBin(receiver, suggestion)),
        },
      ]
    : []
  return {
    primary: allPending(document) === 0 ? closing(receiver, document, inTurn) : undefined,
    others: [
      ...suggested,
      { text: t(receiveText.backToCount), key: 'F7', command: 'mode', run: inTurn(countAgain) },
      label(receiver),
    ],
  }
}

function whileCounting(
  receiver: Receiver,
  { way, boxId, isDamaged }: ReceiveBench,
  document: InboundDocument,
  inTurn: InTurn,
): Actions {
  const close = closing(receiver, document, inTurn)
  const isPutAwayDue = allPending(document) > 0 && receiver.may('inbound:order:putaway')
  const hasBoxes = document.boxes.length > 0
  const isByPiece = way === 'piece'
  const finish = { ...NEXT, text: t(receiveText.finishBox), run: inTurn(() => finishBox(receiver)) }
  const putAway = { ...NEXT, text: t(receiveText.toPutAway), run: inTurn(() => startPuttingAway(receiver)) }
  const damaged: StationAction = {
    text: t(scanCommands.defect.text),
    key: 'F6',
    command: 'defect',
    isOn: isDamaged,
    run: inTurn(() => receiver.set({ isDamaged: !isDamaged, way: 'piece' })),
  }
  const otherWay: StationAction = {
    text: t(isByPiece ? receiveText.byBox : receiveText.byPiece),
    key: 'F7',
    command: 'mode',
    run: inTurn(() => receiver.set({ way: isByPiece ? 'box' : 'piece', boxId: null, isDamaged: false })),
  }
  const whole = { text: t(receiveText.wholeDocument), run: inTurn((now) => takeWhole(receiver, now)) }
  const cancelling: StationAction = {
    text: t(receiveText.cancelOne),
    key: 'F3',
    run: inTurn(() => cancelOne(receiver)),
  }
  const primary = boxId !== null ? finish : isPutAwayDue ? putAway : close
  const elsewhere: StationAction[] =
    close && primary !== close ? [{ text: close.text, run: close.run, key: 'F10', command: 'short' }] : []
  return {
    primary,
    others: [damaged, ...elsewhere, ...(hasBoxes ? [otherWay] : []), whole, label(receiver), cancelling],
  }
}
