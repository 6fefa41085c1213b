import { waybillStateText } from '../orders/waybills/states.ts'
import { dictionary } from '../platform/text/dictionary.ts'
import { pickingStateText } from './picking/states.ts'

export const shippingDictionaries = [
  dictionary('labelWatermarkItem', {
    sku_qty: { zh_CN: 'SKU×数量', en_US: 'SKU × qty' },
    location: { zh_CN: '库位', en_US: 'Bin' },
    sku_loc_qty: { zh_CN: 'SKU/库位/数量', en_US: 'SKU / bin / qty' },
    item_count: { zh_CN: '总件数', en_US: 'Total pieces' },
    order_no: { zh_CN: '订单号', en_US: 'Order no.' },
    ref_no: { zh_CN: '参考号', en_US: 'Reference' },
    customer_code: { zh_CN: '客户代码', en_US: 'Customer code' },
    pick_no: { zh_CN: '拣货单号', en_US: 'Picking list no.' },
    pick_seq: { zh_CN: '拣货序号/篮号', en_US: 'Sequence / basket no.' },
    parcel_seq: { zh_CN: '包裹序号', en_US: 'Package i/n' },
    channel_code: { zh_CN: '渠道代码', en_US: 'Channel code' },
    print_time: { zh_CN: '打印时间', en_US: 'Print time' },
    remark: { zh_CN: '拣货备注', en_US: 'Pick note' },
    custom_text: { zh_CN: '自定义文本', en_US: 'Custom text' },
  }),
  dictionary('pickingListType', {
    ss: { zh_CN: '单品单件', en_US: 'One SKU, one piece' },
    sm: { zh_CN: '单品多件', en_US: 'One SKU, several pieces' },
    mm: { zh_CN: '多品', en_US: 'Several SKUs' },
    mixed: { zh_CN: '混合', en_US: 'Mixed' },
  }),
  dictionary('pickingListStatus', pickingStateText),
  dictionary('waybillStatus', waybillStateText),
  dictionary('printStatus', {
    unprinted: { zh_CN: '未打印', en_US: 'Unprinted' },
    printed: { zh_CN: '已打印', en_US: 'Printed' },
  }),
]
