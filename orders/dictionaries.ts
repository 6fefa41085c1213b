import type { Dictionary } from '../platform/text/dictionary.ts'

export const ordersDictionaries = [
  {
    code: 'orderStatus',
    items: [
      { value: 'pending_audit', text: { zh_CN: '待审核', en_US: 'Pending audit' } },
      { value: 'under_audit', text: { zh_CN: '审核中', en_US: 'Under audit' } },
      { value: 'audit_exception', text: { zh_CN: '审核异常', en_US: 'Audit exception' } },
      { value: 'pending_shipment', text: { zh_CN: '待发货', en_US: 'Pending shipment' } },
      { value: 'waybill_printed', text: { zh_CN: '已打单', en_US: 'Waybill printed' } },
      { value: 'shipped', text: { zh_CN: '已发货', en_US: 'Shipped' } },
      { value: 'voided', text: { zh_CN: '已作废', en_US: 'Voided' } },
    ],
  },
  {
    code: 'orderExceptionCode',
    items: [
      { value: 'address_invalid', text: { zh_CN: '地址无效', en_US: 'Invalid address' } },
      { value: 'channel_unavailable', text: { zh_CN: '渠道不可用', en_US: 'Channel unavailable' } },
      { value: 'stock_short', text: { zh_CN: '库存不足', en_US: 'Insufficient stock' } },
      { value: 'no_price', text: { zh_CN: '无报价', en_US: 'No price' } },
      { value: 'no_zone', text: { zh_CN: '无分区', en_US: 'No zone' } },
      { value: 'balance_short', text: { zh_CN: '余额不足', en_US: 'Insufficient balance' } },
      { value: 'account_blocked', text: { zh_CN: '账户账务异常', en_US: 'Account blocked' } },
      { value: 'label_failed', text: { zh_CN: '获取面单失败', en_US: 'Label failed' } },
      { value: 'label_waiting', text: { zh_CN: '等待面单', en_US: 'Waiting for label' } },
      { value: 'short_pick', text: { zh_CN: '拣货短缺', en_US: 'Short pick' } },
      {
        value: 'waybill_refused',
        text: { zh_CN: '承运商拒收面单', en_US: 'Label rejected by carrier' },
      },
      { value: 'timeout', text: { zh_CN: '审核超时', en_US: 'Audit timed out' } },
      { value: 'intercepted', text: { zh_CN: '已截单', en_US: 'Intercepted' } },
    ],
  },
  {
    code: 'interceptStatus',
    items: [
      { value: 'none', text: { zh_CN: '未截单', en_US: 'Not intercepted' } },
      { value: 'requested', text: { zh_CN: '申请截单', en_US: 'Requested' } },
      { value: 'approved', text: { zh_CN: '截单成功', en_US: 'Approved' } },
      { value: 'rejected', text: { zh_CN: '截单驳回', en_US: 'Rejected' } },
    ],
  },
] as const satisfies Dictionary[]
