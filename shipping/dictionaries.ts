import type { Dictionary } from '../platform/text/dictionary.ts'

export const shippingDictionaries = [
  {
    code: 'labelWatermarkItem',
    items: [
      { value: 'sku_qty', text: { zh_CN: 'SKU×数量', en_US: 'SKU × qty' } },
      { value: 'location', text: { zh_CN: '库位', en_US: 'Bin' } },
      {
        value: 'sku_loc_qty',
        text: { zh_CN: 'SKU/库位/数量', en_US: 'SKU / bin / qty' },
      },
      { value: 'item_count', text: { zh_CN: '总件数', en_US: 'Total pieces' } },
      { value: 'order_no', text: { zh_CN: '订单号', en_US: 'Order no.' } },
      { value: 'ref_no', text: { zh_CN: '参考号', en_US: 'Reference' } },
      { value: 'customer_code', text: { zh_CN: '客户代码', en_US: 'Customer code' } },
      { value: 'pick_no', text: { zh_CN: '拣货单号', en_US: 'Picking list no.' } },
      { value: 'pick_seq', text: { zh_CN: '拣货序号/篮号', en_US: 'Sequence / basket no.' } },
      { value: 'parcel_seq', text: { zh_CN: '包裹序号', en_US: 'Package i/n' } },
      { value: 'channel_code', text: { zh_CN: '渠道代码', en_US: 'Channel code' } },
      { value: 'print_time', text: { zh_CN: '打印时间', en_US: 'Print time' } },
      { value: 'remark', text: { zh_CN: '拣货备注', en_US: 'Pick note' } },
      { value: 'custom_text', text: { zh_CN: '自定义文本', en_US: 'Custom text' } },
    ],
  },
  {
    code: 'pickingListType',
    items: [
      { value: 'ss', text: { zh_CN: '单品单件', en_US: 'One SKU, one piece' } },
      { value: 'sm', text: { zh_CN: '单品多件', en_US: 'One SKU, several pieces' } },
      { value: 'mm', text: { zh_CN: '多品', en_US: 'Several SKUs' } },
      { value: 'mixed', text: { zh_CN: '混合', en_US: 'Mixed' } },
    ],
  },
  {
    code: 'pickingListStatus',
    items: [
      { value: 'waiting', text: { zh_CN: '待拣货', en_US: 'To pick' } },
      { value: 'picking', text: { zh_CN: '拣货中', en_US: 'Picking' } },
      { value: 'picked', text: { zh_CN: '已拣货', en_US: 'Picked' } },
      { value: 'done', text: { zh_CN: '已完成', en_US: 'Done' } },
      { value: 'cancelled', text: { zh_CN: '已取消', en_US: 'Cancelled' } },
    ],
  },
  {
    code: 'waybillStatus',
    items: [
      { value: 'requesting', text: { zh_CN: '获取中', en_US: 'Requesting' } },
      { value: 'obtained', text: { zh_CN: '已获取', en_US: 'Obtained' } },
      { value: 'failed', text: { zh_CN: '获取失败', en_US: 'Failed' } },
      { value: 'voiding', text: { zh_CN: '作废中', en_US: 'Voiding' } },
      { value: 'voided', text: { zh_CN: '已作废', en_US: 'Voided' } },
      { value: 'void_failed', text: { zh_CN: '作废失败', en_US: 'Void failed' } },
      { value: 'superseded', text: { zh_CN: '已替换', en_US: 'Superseded' } },
    ],
  },
  {
    code: 'printStatus',
    items: [
      { value: 'unprinted', text: { zh_CN: '未打印', en_US: 'Unprinted' } },
      { value: 'printed', text: { zh_CN: '已打印', en_US: 'Printed' } },
    ],
  },
] as const satisfies Dictionary[]
