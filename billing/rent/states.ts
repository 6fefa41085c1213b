import { machine, type StateOf } from '../../platform/text/state-machine.ts'

/** A night: running until all of its rent is priced. A failed one is tried again with the next run. */
export const snapshotStates = machine({
  name: 'snapshot',
  first: 'running',
  states: ['running', 'done', 'failed'],
  actions: {
    finish: { from: ['running', 'failed'], to: 'done' },
    fail: { from: ['running'], to: 'failed' },
  },
})
export type SnapshotState = StateOf<typeof snapshotStates>
