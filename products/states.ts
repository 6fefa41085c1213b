import { machine, type StateOf } from '../platform/text/state-machine.ts'
import type { Text } from '../platform/text/text.ts'

/** A product from entry to approval; only approved ones can be received. */
export const productAudit = machine({
  name: 'product_audit',
  first: 'pending',
  states: ['pending', 'passed'],
  actions: {
    approve: { from: ['pending'], to: 'passed' },
  },
})
export type ProductAudit = StateOf<typeof productAudit>

export const productAuditText: Record<ProductAudit, Text> = {
  pending: { zh_CN: '待审核', en_US: 'Pending approval' },
  passed: { zh_CN: '已通过', en_US: 'Approved' },
}
