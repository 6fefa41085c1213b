import { machine, type StateOf } from '../platform/text/state-machine.ts'

/** Something that may cost a customer money: it waits for its price, or was taken back. */
export const billableStates = machine({
  name: 'billable',
  first: 'waiting',
  states: ['waiting', 'reversed'],
  actions: {
    reverse: { from: ['waiting'], to: 'reversed' },
  },
})
export type BillableState = StateOf<typeof billableStates>
