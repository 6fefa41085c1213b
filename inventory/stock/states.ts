import { machine, type StateOf } from '../../platform/text/state-machine.ts'

/** Pieces promised to somebody: given back, or taken off the shelf. A promise given again is a new one. */
export const allocationStates = machine({
  name: 'allocation',
  first: 'open',
  states: ['open', 'released', 'taken'],
  actions: {
    release: { from: ['open'], to: 'released' },
    take: { from: ['open'], to: 'taken' },
  },
})
export type AllocationState = StateOf<typeof allocationStates>

/** A count, from the first bin to the booking. What is counted again goes back to counting. */
export const countStates = machine({
  name: 'count',
  first: 'open',
  states: ['open', 'review', 'done', 'voided'],
  actions: {
    submit: { from: ['open'], to: 'review' },
    recount: { from: ['review'], to: 'open' },
    approve: { from: ['review'], to: 'done' },
    void: { from: ['open', 'review'], to: 'voided' },
  },
})
export type CountState = StateOf<typeof countStates>
