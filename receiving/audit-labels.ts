import type { AuditLabels } from '../staff/audit-labels.ts'
import { parcelText } from './parcels/text.ts'
import { inboundStates, inboundStateText, parcelStates, parcelStateText } from './states.ts'
import { receivingText } from './text.ts'

export const receivingAuditLabels: AuditLabels = {
  types: { inbound: receivingText.inbound, parcel: parcelText.parcel },
  actions: {
    submit: receivingText.submit,
    withdraw: receivingText.withdraw,
    confirm: receivingText.confirm,
    undo_arrival: receivingText.undoArrival,
    void: receivingText.void,
    receive: receivingText.receive,
    cancel_receipt: receivingText.cancelReceipt,
    put_away: receivingText.putAway,
    undo_put_away: receivingText.undoPutAway,
    keep_parcel: parcelText.keep,
    parcel_claim: parcelText.claim,
    parcel_send_back: parcelText.sendBack,
    add_box: receivingText.addBox,
    measure_box: receivingText.measureBox,
    complete: receivingText.complete,
    count_loads: receivingText.countLoads,
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
    inboundNo: receivingText.inboundNo,
    parcelStatus: { zh_CN: '状态', en_US: 'Status' },
    trackingNo: parcelText.trackingNo,
    photos: parcelText.photos,
    boxNo: receivingText.boxNo,
    palletCount: receivingText.palletCount,
    containerCount: receivingText.containerCount,
    boxLength: receivingText.length,
    boxWidth: receivingText.width,
    boxHeight: receivingText.height,
    boxWeight: receivingText.weight,
  },
  values: {
    parcelStatus: (code) => {
      const state = parcelStates.states.find((state) => state === code)
      return state ? parcelStateText[state] : { zh_CN: code, en_US: code }
    },
    inboundStatus: (code) => {
      const state = inboundStates.states.find((state) => state === code)
      return state ? inboundStateText[state] : { zh_CN: code, en_US: code }
    },
  },
}
