import type { Dictionary } from '../platform/text/dictionary.ts'

export const inventoryDictionaries = [
  {
    code: 'stockQuality',
    items: [
      { value: 'good', text: { zh_CN: '良品', en_US: 'Good' } },
      { value: 'defective', text: { zh_CN: '次品', en_US: 'Defective' } },
    ],
  },
  {
    code: 'stockFlowType',
    items: [
      { value: 'receive', text: { zh_CN: '收货', en_US: 'Receive' } },
      { value: 'receive_cancel', text: { zh_CN: '取消收货', en_US: 'Cancel receipt' } },
      { value: 'putaway_out', text: { zh_CN: '上架移出', en_US: 'Putaway out' } },
      { value: 'putaway_in', text: { zh_CN: '上架移入', en_US: 'Putaway in' } },
      { value: 'allocate', text: { zh_CN: '锁定', en_US: 'Allocate' } },
      { value: 'deallocate', text: { zh_CN: '释放锁定', en_US: 'Release allocation' } },
      { value: 'ship', text: { zh_CN: '出库', en_US: 'Ship' } },
      { value: 'return_in', text: { zh_CN: '退货入库', en_US: 'Return' } },
      { value: 'move_out', text: { zh_CN: '移库移出', en_US: 'Move out' } },
      { value: 'move_in', text: { zh_CN: '移库移入', en_US: 'Move in' } },
      { value: 'adjust_up', text: { zh_CN: '调增', en_US: 'Adjust up' } },
      { value: 'adjust_down', text: { zh_CN: '调减', en_US: 'Adjust down' } },
      { value: 'freeze', text: { zh_CN: '冻结', en_US: 'Freeze' } },
      { value: 'unfreeze', text: { zh_CN: '解冻', en_US: 'Unfreeze' } },
      { value: 'quality_out', text: { zh_CN: '品质转出', en_US: 'Quality change out' } },
      { value: 'quality_in', text: { zh_CN: '品质转入', en_US: 'Quality change in' } },
      { value: 'count_up', text: { zh_CN: '盘盈', en_US: 'Count gain' } },
      { value: 'count_down', text: { zh_CN: '盘亏', en_US: 'Count loss' } },
      { value: 'init', text: { zh_CN: '期初库存', en_US: 'Opening stock' } },
      { value: 'dispose', text: { zh_CN: '销毁', en_US: 'Dispose' } },
    ],
  },
  {
    code: 'locationPurpose',
    items: [
      { value: 'storage', text: { zh_CN: '存储', en_US: 'Storage' } },
      { value: 'receiving', text: { zh_CN: '收货暂存', en_US: 'Receiving' } },
      { value: 'packing', text: { zh_CN: '打包', en_US: 'Packing' } },
      { value: 'return', text: { zh_CN: '退货', en_US: 'Returns' } },
      { value: 'quarantine', text: { zh_CN: '隔离', en_US: 'Quarantine' } },
      { value: 'virtual', text: { zh_CN: '虚拟', en_US: 'Virtual' } },
    ],
  },
] as const satisfies Dictionary[]
