import { dictionary } from '../platform/text/dictionary.ts'
import { inboundStateText } from './states.ts'

export const receivingDictionaries = [
  dictionary('inboundStatus', inboundStateText),
  dictionary('inboundType', {
    standard: { zh_CN: '按箱入库', en_US: 'By box' },
    by_sku: { zh_CN: '按 SKU 入库', en_US: 'By SKU' },
    return: { zh_CN: '退货入库', en_US: 'Return' },
    init: { zh_CN: '期初库存', en_US: 'Opening stock' },
  }),
  dictionary('receiveMode', {
    box: { zh_CN: '按箱收货', en_US: 'By box' },
    sku: { zh_CN: '按 SKU 收货', en_US: 'By SKU' },
    whole: { zh_CN: '整单收货', en_US: 'Whole order' },
  }),
  dictionary('inboundTransport', {
    sea_fcl: { zh_CN: '海运整柜', en_US: 'Sea freight, FCL' },
    sea_lcl: { zh_CN: '海运拼箱', en_US: 'Sea freight, LCL' },
    air: { zh_CN: '空运', en_US: 'Air freight' },
    express: { zh_CN: '快递', en_US: 'Express' },
    truck: { zh_CN: '卡车', en_US: 'Truck' },
    self: { zh_CN: '自送', en_US: 'Customer drop-off' },
  }),
  dictionary('inboundBoxStatus', {
    expected: { zh_CN: '未收', en_US: 'Not received' },
    received: { zh_CN: '已收', en_US: 'Received' },
    missing: { zh_CN: '缺箱', en_US: 'Missing' },
  }),
]
