import { type RightGroup, right } from '../platform/slices/rights.ts'

export const inventoryRights: readonly RightGroup[] = [
  {
    name: 'stock',
    title: { zh_CN: '库存查询', en_US: 'Stock query' },
    views: [right('query:stock:view', '查看库存', 'View stock')],
    acts: [right('query:stock:export', '导出库存', 'Export stock')],
    fullFor: ['manager', 'stock_controller'],
    viewFor: ['receiver', 'picker', 'packer', 'biller', 'service_desk', 'read_only'],
  },
  {
    name: 'stockChanges',
    title: { zh_CN: '库存调整、移库与冻结', en_US: 'Adjust, move and freeze stock' },
    views: [],
    acts: [
      right('query:stock:adjust', '调整与盘点', 'Adjust and count stock'),
      right('query:stock:move', '移库', 'Move stock'),
      right('query:stock:freeze', '冻结', 'Freeze stock'),
    ],
    fullFor: ['manager', 'stock_controller'],
  },
]
