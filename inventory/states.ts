import { machine, type StateOf } from '../lib/machine.ts'

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
