import { machine, type StateOf } from '../../platform/text/state-machine.ts'

/** Allocated pieces: released, or taken off the shelf. Allocating again creates a new row. */
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

/** A count, from the first bin to posting. A recount goes back to counting. */
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
