import type { Dictionary } from '../platform/text/dictionary.ts'

export const receivingDictionaries = [
  {
    code: 'inboundStatus',
    items: [
      { value: 'draft', text: { zh_CN: '草稿', en_US: 'Draft' } },
      { value: 'pending_confirm', text: { zh_CN: '待确认', en_US: 'Pending confirmation' } },
      { value: 'receiving', text: { zh_CN: '收货中', en_US: 'Receiving' } },
      { value: 'complete', text: { zh_CN: '收货完成', en_US: 'Recv complete' } },
      { value: 'voided', text: { zh_CN: '已作废', en_US: 'Voided' } },
    ],
  },
  {
    code: 'inboundType',
    items: [
      { value: 'standard', text: { zh_CN: '按箱入库', en_US: 'By box' } },
      { value: 'by_sku', text: { zh_CN: '按SKU入库', en_US: 'By SKU' } },
      { value: 'return', text: { zh_CN: '退货入库', en_US: 'Return' } },
      { value: 'init', text: { zh_CN: '期初库存', en_US: 'Opening stock' } },
    ],
  },
  {
    code: 'receiveMode',
    items: [
      { value: 'box', text: { zh_CN: '按箱收货', en_US: 'By box' } },
      { value: 'sku', text: { zh_CN: '按SKU收货', en_US: 'By SKU' } },
      { value: 'whole', text: { zh_CN: '整单收货', en_US: 'Whole order' } },
    ],
  },
  {
    code: 'inboundTransport',
    items: [
      { value: 'sea_fcl', text: { zh_CN: '海运整柜', en_US: 'Sea freight, FCL' } },
      { value: 'sea_lcl', text: { zh_CN: '海运拼箱', en_US: 'Sea freight, LCL' } },
      { value: 'air', text: { zh_CN: '空运', en_US: 'Air freight' } },
      { value: 'express', text: { zh_CN: '快递', en_US: 'Express' } },
      { value: 'truck', text: { zh_CN: '卡车', en_US: 'Truck' } },
      { value: 'self', text: { zh_CN: '自送', en_US: 'Customer drop-off' } },
    ],
  },
  {
    code: 'inboundBoxStatus',
    items: [
      { value: 'expected', text: { zh_CN: '未收', en_US: 'Not received' } },
      { value: 'received', text: { zh_CN: '已收', en_US: 'Received' } },
      { value: 'missing', text: { zh_CN: '缺箱', en_US: 'Missing' } },
    ],
  },
] as const satisfies Dictionary[]
