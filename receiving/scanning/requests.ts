import type { Call, OutputOf, SentTo } from '../../platform/calls/call.ts'
import type { InboundChange } from '../contract.ts'
import { cancelReceipt, putAway, receive, receiveWhole, undoPutAway } from './contract.ts'
import type { CountScan, PutAwayScan, ReceiveScan, WholeScan } from './scanning.ts'

/** Sends one call. With a key it is the same action however often it is sent. */
type Send<How> = <C extends Call>(
  call: C,
  input: SentTo<C>,
  how: How | { key: string },
) => Promise<OutputOf<C>>

/** Sends one scan with its own key; a retry gets the first response. */
export async function sendScan<How>(send: Send<How>, scan: ReceiveScan, how: How): Promise<InboundChange> {
  switch (scan.kind) {
    case 'count':
      return send(receive, countInput(scan), how)
    case 'whole':
      return send(receiveWhole, wholeInput(scan), how)
    case 'putaway':
      return send(putAway, putAwayInput(scan), how)
    case 'undo': {
      const { id: key, scan: undone } = scan.undone
      if (undone.kind === 'putaway') {
        const { putawayId } = await send(putAway, putAwayInput(undone), { key })
        return send(undoPutAway, { putawayId }, how)
      }
      // Repeated with its own key, the count returns the receipt it became, whatever its age.
      const { receiptId } =
        undone.kind === 'count'
          ? await send(receive, countInput(undone), { key })
          : await send(receiveWhole, wholeInput(undone), { key })
      return send(cancelReceipt, { receiptId, reason: null }, how)
    }
  }
}

const countInput = ({ inboundId, boxId, ...scan }: CountScan) => {
  const {
    kind: _,
    code: __,
    inboundNo: ___,
    isPending: ____,
    took: _____,
    broughtBoxes: ______,
    ...line
  } = scan
  return { inboundId, boxId, lines: [{ ...line, defectiveLocationId: line.defectiveLocationId ?? null }] }
}
const wholeInput = ({ inboundId, boxId, locationId, isRest, facts }: WholeScan) => ({
  inboundId,
  boxId,
  locationId,
  isRest,
  facts,
})
const putAwayInput = ({ inboundId, productId, batch, quantity, locationId }: PutAwayScan) => ({
  inboundId,
  lines: [{ batchId: null, productId, batch, quantity, locationId }],
})
