import { machine, type StateOf } from '../../platform/text/state-machine.ts'

/**
 * A bill: its lines change only while it is a draft. A statement of what has left a balance is issued as paid; a bill that was paid can be
 * reopened, so that its payment can be reversed.
 */
export const billStates = machine({
  name: 'bill',
  first: 'draft',
  states: ['draft', 'not_settled', 'paid', 'voided'],
  actions: {
    issue: { from: ['draft'], to: 'not_settled' },
    issue_statement: { from: ['draft'], to: 'paid' },
    pay: { from: ['not_settled'], to: 'paid' },
    reopen: { from: ['paid'], to: 'not_settled' },
    void: { from: ['draft', 'not_settled'], to: 'voided' },
  },
})
export type BillState = StateOf<typeof billStates>
