import { type RightGroup, right } from '../platform/slices/rights.ts'

const seeInbounds = right('inbound:order:view', '查看入库单', 'View inbound orders')

export const receivingRights: readonly RightGroup[] = [
  {
    name: 'receiving',
    title: { zh_CN: '收货与上架', en_US: 'Receive and put away' },
    views: [seeInbounds],
    acts: [
      right('inbound:order:create', '创建入库单', 'Create inbound orders'),
      right('inbound:order:edit', '编辑入库单', 'Edit inbound orders'),
      right('inbound:order:receive', '收货', 'Receive inbound orders'),
      right('inbound:order:putaway', '上架', 'Put away goods'),
    ],
    fullFor: ['manager', 'receiver', 'stock_controller'],
    viewFor: ['biller', 'service_desk', 'read_only'],
  },
  {
    name: 'inboundEnd',
    title: { zh_CN: '入库完成与作废', en_US: 'Complete and void inbound orders' },
    views: [seeInbounds],
    acts: [
      right('inbound:order:complete', '完成入库', 'Complete inbound orders', ['receiver']),
      right('inbound:order:void', '作废入库单', 'Void inbound orders'),
    ],
    fullFor: ['manager'],
    viewFor: ['receiver', 'stock_controller', 'biller', 'service_desk', 'read_only'],
  },
]
