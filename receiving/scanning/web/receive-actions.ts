import { scanCommands } from '../../../platform/scanning/scan-commands.ts'
import type { StationAction } from '../../../platform/scanning/web/ScanStation.tsx'
import { t } from '../../../platform/text/web/language.tsx'
import { completeInbound } from '../../contract.ts'
import { isAllIn } from '../../rules.ts'
import { putAway } from '../contract.ts'
import type { InboundDocument } from '../scanning.ts'
import { receiveText } from '../text.ts'
import { happen } from './counting.ts'
import { allPending, cancelOne, complete, printLast } from './document-actions.ts'
import type { Receiver, ReceiveState } from './receiver.ts'

type Actions = { primary: StationAction | undefined; others: StationAction[] }
type InTurn = (work: (now: InboundDocument) => Promise<void> | void) => () => void

const NEXT = { key: 'F9', command: 'next' } as const

/** The available buttons. Each runs in order, after the scans made before it. */
export function actionsOf(
  receiver: Receiver,
  state: ReceiveState,
  document: InboundDocument | undefined,
): Actions {
  if (!document) return { primary: undefined, others: [] }
  const inTurn: InTurn = (work) => () =>
    void receiver.inTurn('', async () => {
      const now = receiver.figures()
      if (now) await work(now)
    })
  return state.way === 'putaway'
    ? whilePuttingAway(receiver, state, document, inTurn)
    : whileCounting(receiver, state, document, inTurn)
}

const label = (receiver: Receiver): StationAction => ({
  text: t(receiveText.printLabel),
  key: 'F8',
  command: 'print',
  run: () => printLast(receiver),
})

/** A document that closed itself has nothing to close, unless a scan in progress reopens it. */
const closing = (receiver: Receiver, document: InboundDocument, inTurn: InTurn): StationAction | undefined =>
  document.status === 'complete' && isAllIn(document)
    ? undefined
    : {
        ...NEXT,
        also: 'short',
        text: t(receiveText.complete),
        run: inTurn(() =>
          receiver.may(completeInbound.permission)
            ? complete(receiver)
            : refuseFor(receiver, receiveText.mayNotComplete, completeInbound.permission),
        ),
      }

/**
 * A user without the permission sees which one is missing and who has it; a hidden button explains nothing.
 */
const refuseFor = (
  receiver: Receiver,
  text: typeof receiveText.mayNotComplete | typeof receiveText.mayNotPutAway,
  permission: string,
) => receiver.say('error', '', t(text, { why: receiver.missing(permission) }))

function whilePuttingAway(
  receiver: Receiver,
  { suggestion }: ReceiveState,
  document: InboundDocument,
  inTurn: InTurn,
): Actions {
  const countAgain = () => {
    receiver.set({ suggestion: undefined })
    return happen(receiver, { kind: 'back_to_counting' })
  }
  const suggested: StationAction[] = suggestion
    ? [
        {
          text: t(receiveText.suggested, { bin: suggestion.locationCode }),
          command: 'ok',
          run: inTurn(() => happen(receiver, { kind: 'bin', bin: suggestion })),
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
  { way, boxId, isDamaged }: ReceiveState,
  document: InboundDocument,
  inTurn: InTurn,
): Actions {
  const close = closing(receiver, document, inTurn)
  const isPutAwayDue = allPending(document) > 0
  const hasBoxes = document.boxes.length > 0
  const isByPiece = way === 'piece'
  const finish = {
    ...NEXT,
    text: t(receiveText.finishBox),
    run: inTurn(() => happen(receiver, { kind: 'finish_box' })),
  }
  const toPutAway = {
    ...NEXT,
    text: t(receiveText.toPutAway),
    run: inTurn(() =>
      receiver.may(putAway.permission)
        ? happen(receiver, { kind: 'start_putaway' })
        : refuseFor(receiver, receiveText.mayNotPutAway, putAway.permission),
    ),
  }
  const damaged: StationAction = {
    text: t(scanCommands.defect.text),
    key: 'F6',
    command: 'defect',
    isOn: isDamaged,
    run: inTurn(() => happen(receiver, { kind: 'damaged' })),
  }
  const otherWay: StationAction = {
    text: t(isByPiece ? receiveText.byBox : receiveText.byPiece),
    key: 'F7',
    command: 'mode',
    run: inTurn(() => happen(receiver, { kind: 'mode' })),
  }
  const whole = { text: t(receiveText.wholeDocument), run: inTurn(() => happen(receiver, { kind: 'whole' })) }
  const cancelling: StationAction = {
    text: t(receiveText.cancelOne),
    key: 'F3',
    run: inTurn(() => cancelOne(receiver)),
  }
  const primary = boxId !== null ? finish : isPutAwayDue ? toPutAway : close
  const elsewhere: StationAction[] =
    close && primary !== close ? [{ text: close.text, run: close.run, key: 'F10', command: 'short' }] : []
  return {
    primary,
    others: [damaged, ...elsewhere, ...(hasBoxes ? [otherWay] : []), whole, label(receiver), cancelling],
  }
}
