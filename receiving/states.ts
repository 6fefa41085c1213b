import { machine, type StateOf } from '../platform/text/state-machine.ts'
import type { Text } from '../platform/text/text.ts'

/**
 * An inbound order, from the customer's submission to the last piece in its bin.
 *
 * The first receipt counts as the arrival, and so does an unexpected box. Receipts, their undo, putaway and
 * changes to boxes affect the stock, not the order's status.
 */
export const inboundStates = machine({
  name: 'inbound',
  first: 'draft',
  states: ['draft', 'pending_confirm', 'receiving', 'complete', 'voided'],
  actions: {
    edit: { from: ['draft'], to: 'draft' },
    submit: { from: ['draft'], to: 'pending_confirm' },
    withdraw: { from: ['pending_confirm'], to: 'draft' },
    confirm: { from: ['pending_confirm'], to: 'receiving' },
    receive: { from: ['pending_confirm', 'receiving'], to: 'receiving' },
    cancel_receipt: { from: ['receiving'], to: 'receiving' },
    put_away: { from: ['receiving'], to: 'receiving' },
    add_box: { from: ['pending_confirm', 'receiving'], to: 'receiving' },
    measure_box: { from: ['receiving'], to: 'receiving' },
    undo_arrival: { from: ['receiving'], to: 'pending_confirm' },
    complete: { from: ['receiving'], to: 'complete' },
    reopen: { from: ['complete'], to: 'receiving' },
    void: { from: ['draft', 'pending_confirm'], to: 'voided' },
  },
})
export type InboundState = StateOf<typeof inboundStates>

export const inboundStateText: Record<InboundState, Text> = {
  draft: { zh_CN: '草稿', en_US: 'Draft' },
  pending_confirm: { zh_CN: '待确认', en_US: 'Pending confirmation' },
  receiving: { zh_CN: '收货中', en_US: 'Receiving' },
  complete: { zh_CN: '收货完成', en_US: 'Recv complete' },
  voided: { zh_CN: '已作废', en_US: 'Voided' },
}

/** A parcel without a document: it waits until it is assigned to an inbound order, or is returned. */
export const parcelStates = machine({
  name: 'parcel',
  first: 'waiting',
  states: ['waiting', 'claimed', 'sent_back'],
  actions: {
    claim: { from: ['waiting'], to: 'claimed' },
    send_back: { from: ['waiting'], to: 'sent_back' },
  },
})
export type ParcelState = StateOf<typeof parcelStates>

export const parcelStateText: Record<ParcelState, Text> = {
  waiting: { zh_CN: '待认领', en_US: 'Unmatched' },
  claimed: { zh_CN: '已认领', en_US: 'Matched' },
  sent_back: { zh_CN: '已退回', en_US: 'Sent back' },
}
