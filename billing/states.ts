import { machine, type StateOf } from '../platform/text/state-machine.ts'

/**
 * A billable event: it waits for its price, or lacks one; then it is charged, free by its price, or waived by a person. Every one of
 * them can be reversed with the work it stands for.
 */
export const billableStates = machine({
  name: 'billable',
  first: 'waiting',
  states: ['waiting', 'open', 'charged', 'free', 'waived', 'reversed'],
  actions: {
    charge: { from: ['waiting', 'open'], to: 'charged' },
    find_free: { from: ['waiting', 'open'], to: 'free' },
    lack_price: { from: ['waiting', 'open'], to: 'open' },
    waive: { from: ['waiting', 'open'], to: 'waived' },
    reverse: { from: ['waiting', 'open', 'charged', 'free', 'waived'], to: 'reversed' },
  },
})
export type BillableState = StateOf<typeof billableStates>

/** A fee: settled once it has left the balance. A wrong one is voided before that, and reversed afterwards. */
export const feeStates = machine({
  name: 'fee',
  first: 'not_settled',
  states: ['not_settled', 'settled', 'voided', 'reversed'],
  actions: {
    settle: { from: ['not_settled'], to: 'settled' },
    void: { from: ['not_settled'], to: 'voided' },
    reverse: { from: ['settled'], to: 'reversed' },
    /** Of a bill that was paid and is opened again. */
    reopen: { from: ['settled'], to: 'not_settled' },
  },
})
export type FeeState = StateOf<typeof feeStates>

/** A refund or a manual fee that another person has to approve. */
export const feeRequestStates = machine({
  name: 'fee_request',
  first: 'waiting',
  states: ['waiting', 'approved', 'refused'],
  actions: {
    approve: { from: ['waiting'], to: 'approved' },
    refuse: { from: ['waiting'], to: 'refused' },
  },
})
export type FeeRequestState = StateOf<typeof feeRequestStates>
