import { type ActionOf, machine, type StateOf } from '../platform/text/state-machine.ts'
import type { Text } from '../platform/text/text.ts'

/**
 * An outbound order, from the customer's submission to the carrier's van.
 *
 * Passing the audit allocates the goods; only `ship` takes them. An order that passes again with a label that is still
 * valid and printed goes straight back to `waybill_printed`. What was shipped or voided stays so.
 */
export const orderStates = machine({
  name: 'order',
  first: 'pending_audit',
  states: [
    'pending_audit',
    'under_audit',
    'audit_exception',
    'pending_shipment',
    'waybill_printed',
    'shipped',
    'voided',
  ],
  actions: {
    edit: { from: ['pending_audit', 'audit_exception'], to: 'pending_audit' },
    start_audit: { from: ['pending_audit', 'audit_exception'], to: 'under_audit' },
    pass_audit: { from: ['under_audit'], to: 'pending_shipment' },
    pass_printed: { from: ['under_audit'], to: 'waybill_printed' },
    fail_audit: { from: ['under_audit'], to: 'audit_exception' },
    print: { from: ['pending_shipment'], to: 'waybill_printed' },
    reprint: { from: ['waybill_printed'], to: 'waybill_printed' },
    cancel_print: { from: ['waybill_printed'], to: 'pending_shipment' },
    fall_short: { from: ['pending_shipment', 'waybill_printed'], to: 'audit_exception' },
    ship: { from: ['waybill_printed'], to: 'shipped' },
    void: { from: ['pending_audit', 'audit_exception', 'pending_shipment', 'waybill_printed'], to: 'voided' },
  },
})
export type OrderState = StateOf<typeof orderStates>
export type OrderAction = ActionOf<typeof orderStates>

export const orderStateText: Record<OrderState, Text> = {
  pending_audit: { zh_CN: '待审核', en_US: 'Pending audit' },
  under_audit: { zh_CN: '审核中', en_US: 'Under audit' },
  audit_exception: { zh_CN: '审核异常', en_US: 'Audit exception' },
  pending_shipment: { zh_CN: '待发货', en_US: 'Pending shipment' },
  waybill_printed: { zh_CN: '已打单', en_US: 'Waybill printed' },
  shipped: { zh_CN: '已发货', en_US: 'Shipped' },
  voided: { zh_CN: '已作废', en_US: 'Voided' },
}
