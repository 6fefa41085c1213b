import type { WorkQueues } from '../platform/slices/slice.ts'

/** The orders of the desk. */
export const ordersWork = {
  toAudit: {
    title: { zh_CN: '待审核订单', en_US: 'Orders to audit' },
    to: '/order/list?status=pending_audit',
    permission: 'order:order:audit',
  },
  auditExceptions: {
    title: { zh_CN: '审核异常订单', en_US: 'Orders with exceptions' },
    to: '/order/list?status=audit_exception',
    permission: 'order:order:audit',
    isInMenu: true,
  },
  toPrint: {
    title: { zh_CN: '待打印面单的订单', en_US: 'Orders to print' },
    to: '/order/list?status=pending_shipment',
    permission: 'order:waybill:print',
  },
  toShip: {
    title: { zh_CN: '已打印待出库订单', en_US: 'Orders to ship' },
    to: '/order/list?status=waybill_printed',
    permission: 'order:order:ship',
  },
  voidsRefused: {
    title: { zh_CN: '承运商拒绝作废的面单', en_US: 'Void refused by the carrier' },
    to: '/order/list?refusedVoid=open',
    permission: 'order:waybill:acknowledge',
    isInMenu: true,
    isTrouble: true,
  },
} as const satisfies WorkQueues
