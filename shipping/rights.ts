import { seeOrders } from '../orders/rights.ts'
import { type RightGroup, right } from '../platform/slices/rights.ts'

export const shippingRights: readonly RightGroup[] = [
  {
    name: 'pickingLists',
    title: { zh_CN: '拣货单', en_US: 'Picking lists' },
    views: [seeOrders, right('order:picking:view', '查看拣货单', 'View picking lists')],
    acts: [right('order:picking:create', '创建拣货单', 'Create picking lists')],
    fullFor: ['manager', 'packer', 'service_desk'],
    viewFor: ['picker', 'read_only'],
  },
  {
    name: 'picking',
    title: { zh_CN: '拣货与报缺', en_US: 'Pick and report short' },
    views: [seeOrders],
    acts: [right('order:picking:pick', '拣货与报缺', 'Pick and report short')],
    fullFor: ['manager', 'picker', 'packer', 'stock_controller'],
  },
  {
    name: 'printing',
    title: { zh_CN: '打印面单', en_US: 'Print waybills' },
    views: [seeOrders],
    acts: [right('order:waybill:print', '打印面单', 'Print waybills')],
    fullFor: ['manager', 'packer', 'service_desk'],
  },
  {
    name: 'reprinting',
    title: { zh_CN: '补打面单', en_US: 'Reprint waybills' },
    views: [seeOrders],
    acts: [right('order:waybill:reprint', '补打面单（需填原因）', 'Reprint waybills (reason required)')],
    fullFor: ['manager', 'packer', 'service_desk'],
  },
  {
    name: 'shipping',
    title: { zh_CN: '批量出库', en_US: 'Batch outbound' },
    views: [seeOrders],
    acts: [right('order:order:ship', '出库', 'Ship orders')],
    fullFor: ['manager', 'packer'],
    viewFor: ['service_desk'],
  },
]
