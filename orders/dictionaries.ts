import { dictionary } from '../platform/text/dictionary.ts'
import { orderStateText } from './states.ts'

export const ordersDictionaries = [
  dictionary('orderStatus', orderStateText),
  dictionary('orderExceptionCode', {
    address_invalid: { zh_CN: '地址无效', en_US: 'Invalid address' },
    channel_unavailable: { zh_CN: '渠道不可用', en_US: 'Channel unavailable' },
    stock_short: { zh_CN: '库存不足', en_US: 'Insufficient stock' },
    no_price: { zh_CN: '无报价', en_US: 'No price' },
    no_zone: { zh_CN: '无分区', en_US: 'No zone' },
    balance_short: { zh_CN: '余额不足', en_US: 'Insufficient balance' },
    account_blocked: { zh_CN: '账户账务异常', en_US: 'Account blocked' },
    label_failed: { zh_CN: '获取面单失败', en_US: 'Label failed' },
    label_waiting: { zh_CN: '等待面单', en_US: 'Waiting for label' },
    short_pick: { zh_CN: '拣货短缺', en_US: 'Short pick' },
    waybill_refused: { zh_CN: '承运商拒收面单', en_US: 'Label rejected by carrier' },
    timeout: { zh_CN: '审核超时', en_US: 'Audit timed out' },
    intercepted: { zh_CN: '已截单', en_US: 'Intercepted' },
  }),
  dictionary('interceptStatus', {
    none: { zh_CN: '未截单', en_US: 'Not intercepted' },
    requested: { zh_CN: '申请截单', en_US: 'Requested' },
    approved: { zh_CN: '截单成功', en_US: 'Approved' },
    rejected: { zh_CN: '截单驳回', en_US: 'Rejected' },
  }),
]
