import { dictionary } from '../platform/text/dictionary.ts'

export const inventoryDictionaries = [
  dictionary('stockQuality', {
    good: { zh_CN: '良品', en_US: 'Good' },
    defective: { zh_CN: '次品', en_US: 'Defective' },
  }),
  dictionary('stockFlowType', {
    receive: { zh_CN: '收货', en_US: 'Receive' },
    receive_cancel: { zh_CN: '取消收货', en_US: 'Cancel receipt' },
    putaway_out: { zh_CN: '上架移出', en_US: 'Putaway out' },
    putaway_in: { zh_CN: '上架移入', en_US: 'Putaway in' },
    allocate: { zh_CN: '锁定', en_US: 'Allocate' },
    deallocate: { zh_CN: '释放锁定', en_US: 'Release allocation' },
    ship: { zh_CN: '出库', en_US: 'Ship' },
    return_in: { zh_CN: '退货入库', en_US: 'Return' },
    move_out: { zh_CN: '移库移出', en_US: 'Move out' },
    move_in: { zh_CN: '移库移入', en_US: 'Move in' },
    adjust_up: { zh_CN: '调增', en_US: 'Adjust up' },
    adjust_down: { zh_CN: '调减', en_US: 'Adjust down' },
    freeze: { zh_CN: '冻结', en_US: 'Freeze' },
    unfreeze: { zh_CN: '解冻', en_US: 'Unfreeze' },
    quality_out: { zh_CN: '品质转出', en_US: 'Quality change out' },
    quality_in: { zh_CN: '品质转入', en_US: 'Quality change in' },
    count_up: { zh_CN: '盘盈', en_US: 'Count gain' },
    count_down: { zh_CN: '盘亏', en_US: 'Count loss' },
    init: { zh_CN: '期初库存', en_US: 'Opening stock' },
    dispose: { zh_CN: '销毁', en_US: 'Dispose' },
  }),
  dictionary('locationPurpose', {
    storage: { zh_CN: '存储', en_US: 'Storage' },
    receiving: { zh_CN: '收货暂存', en_US: 'Receiving' },
    packing: { zh_CN: '打包', en_US: 'Packing' },
    return: { zh_CN: '退货', en_US: 'Returns' },
    quarantine: { zh_CN: '隔离', en_US: 'Quarantine' },
    virtual: { zh_CN: '虚拟', en_US: 'Virtual' },
  }),
]
