import { machine, type StateOf } from '../../platform/text/state-machine.ts'

/** Money that is held back for a document. A consumed hold was followed by the charge it was for. */
export const holdStates = machine({
  name: 'hold',
  first: 'open',
  states: ['open', 'released', 'consumed'],
  actions: {
    release: { from: ['open'], to: 'released' },
    consume: { from: ['open'], to: 'consumed' },
  },
})

/** A customer's payment. Only a draft can be changed or deleted; reversing takes the money out again. */
export const collectionStates = machine({
  name: 'collection',
  first: 'draft',
  states: ['draft', 'paid', 'reversed'],
  actions: {
    edit: { from: ['draft'], to: 'draft' },
    confirm: { from: ['draft'], to: 'paid' },
    reverse: { from: ['paid'], to: 'reversed' },
  },
})
export type CollectionState = StateOf<typeof collectionStates>
