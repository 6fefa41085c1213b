import { machine, type StateOf } from '../platform/text/state-machine.ts'
import type { Text } from '../platform/text/text.ts'

/** A product from its entry to the warehouse's approval; only what has passed may come in. */
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
