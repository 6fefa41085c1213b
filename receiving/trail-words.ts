import type { TrailWords } from '../staff/trail-words.ts'
import { inboundStates, inboundStateText } from './states.ts'
import { receivingText } from './text.ts'

export const receivingTrailWords: TrailWords = {
  types: { inbound: receivingText.inbound },
  actions: {
    submit: receivingText.submit,
    withdraw: receivingText.withdraw,
    confirm: receivingText.confirm,
    undo_arrival: receivingText.undoArrival,
    void: receivingText.void,
    receive: receivingText.receive,
    cancel_receipt: receivingText.cancelReceipt,
    put_away: receivingText.putAway,
    complete: receivingText.complete,
    reopen: receivingText.reopen,
    add_attachment: receivingText.addAttachment,
    remove_attachment: receivingText.removeAttachment,
  },
  fields: {
    inboundStatus: { zh_CN: '状态', en_US: 'Status' },
    inboundType: receivingText.inboundType,
    referenceNo: receivingText.referenceNo,
    transport: receivingText.transport,
    containerNo: receivingText.containerNo,
    trackingNos: receivingText.trackingNos,
    eta: receivingText.eta,
    originNo: receivingText.originNo,
    putawayDate: receivingText.putawayDate,
    boxCount: receivingText.boxCount,
    pieces: receivingText.pieceCount,
    receiptNo: receivingText.receiptNo,
  },
  values: {
    inboundStatus: (code) => {
      const state = inboundStates.states.find((one) => one === code)
      return state ? inboundStateText[state] : { zh_CN: code, en_US: code }
    },
  },
}
