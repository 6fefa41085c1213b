import { machine, type StateOf } from '../platform/text/state-machine.ts'

/** A billable event: it waits for its price, or was reversed. */
export const billableStates = machine({
  name: 'billable',
  first: 'waiting',
  states: ['waiting', 'reversed'],
  actions: {
    reverse: { from: ['waiting'], to: 'reversed' },
  },
})
export type BillableState = StateOf<typeof billableStates>
