import { machine, type StateOf } from '../../platform/text/state-machine.ts'

/** The carrier's manifest of a batch, from its request to its end. A failed request is made again. */
export const manifestStates = machine({
  name: 'manifest',
  first: 'requesting',
  states: ['requesting', 'made', 'failed'],
  actions: {
    make: { from: ['requesting'], to: 'made' },
    fail: { from: ['requesting'], to: 'failed' },
    retry: { from: ['failed'], to: 'requesting' },
  },
})
export type ManifestState = StateOf<typeof manifestStates>
