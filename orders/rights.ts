import { type RightGroup, right } from '../platform/slices/rights.ts'

/** Picking, printing and shipping need it too. */
export const seeOrders = right('order:order:view', '查看订单', 'View orders')

export const ordersRights: readonly RightGroup[] = [
  {
    name: 'orders',
    title: { zh_CN: '订单创建、导入与审核', en_US: 'Create, import and audit orders' },
    views: [seeOrders],
    acts: [
      right('order:order:create', '创建与导入订单', 'Create and import orders'),
      right('order:order:edit', '编辑订单', 'Edit orders'),
      right('order:order:audit', '审核订单', 'Audit orders'),
    ],
    fullFor: ['manager', 'service_desk'],
    viewFor: ['biller', 'read_only'],
  },
  {
    name: 'forcing',
    title: { zh_CN: '强制通过审核', en_US: 'Force the audit' },
    views: [seeOrders],
    acts: [right('order:order:force', '强制通过审核（需填原因）', 'Force the audit (reason required)')],
    fullFor: ['manager'],
  },
  {
    name: 'voiding',
    title: { zh_CN: '作废订单、处理截单', en_US: 'Void orders, handle intercepts' },
    views: [seeOrders],
    acts: [
      right('order:order:void', '作废订单', 'Void orders'),
      right('order:intercept:edit', '处理截单', 'Handle intercepts'),
    ],
    fullFor: ['manager', 'service_desk'],
  },
  {
    name: 'refusedVoids',
    title: { zh_CN: '确认承运商拒绝作废的面单', en_US: 'Acknowledge refused voids' },
    views: [seeOrders],
    acts: [
      right(
        'order:waybill:acknowledge',
        '确认承运商拒绝作废的面单（需填原因）',
        'Acknowledge labels that the carrier refused to void (reason required)',
      ),
    ],
    fullFor: ['manager', 'biller', 'service_desk'],
  },
]
