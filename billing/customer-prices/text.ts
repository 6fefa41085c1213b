import type { Text } from '../../platform/text/text.ts'
import { assignText } from './assign-text.ts'

export const customerPriceText = {
  customerPrice: { zh_CN: '客户价格', en_US: 'Customer price' },
  owner: { zh_CN: '客户或客户分组', en_US: 'Customer or group' },
  ownerName: { zh_CN: '名称', en_US: 'Name' },
  customers: { zh_CN: '客户', en_US: 'Customers' },
  group: { zh_CN: '客户分组', en_US: 'Customer group' },
  quote: { zh_CN: '报价', en_US: 'Quote' },
  discountHint: { zh_CN: '0.85 表示八五折', en_US: '0.85 charges 85% of the price' },
  search: { zh_CN: '客户或报价代码', en_US: 'Customer or quote code' },
  assign: assignText,
  assignTo: {
    zh_CN: '给 {count} 个客户分配报价',
    en_US: 'Assign a quote to {count} {count|customer|customers}',
  },
  end: { zh_CN: '设置失效时间', en_US: 'Set end' },
  remove: { zh_CN: '删除', en_US: 'Delete' },
  removeAsk: {
    zh_CN: '删除 {count} 条未生效的客户价格？',
    en_US: 'Delete {count} customer {count|price that hasn’t|prices that haven’t} started?',
  },
  endAsk: {
    zh_CN: '给 {count} 条客户价格设置失效时间',
    en_US: 'Set the end of {count} customer {count|price|prices}',
  },
  inForce: { zh_CN: '当前报价', en_US: 'Prices in force' },
  source: { zh_CN: '来源', en_US: 'From' },
  fromCustomer: { zh_CN: '客户', en_US: 'Customer' },
  fromGroup: { zh_CN: '客户分组', en_US: 'Group' },
  fromDefault: { zh_CN: '默认报价', en_US: 'Default quote' },
  noPriceNow: { zh_CN: '无报价', en_US: 'No price' },
  none: { zh_CN: '暂无客户价格', en_US: 'No customer prices yet' },
  why: {
    zh_CN: '给客户或客户分组分配报价和折扣；没有分配的客户使用默认报价',
    en_US: 'Assign a quote and a discount to customers or groups; all others use the default quotes',
  },
  missing: { zh_CN: '无报价客户', en_US: 'Customers without a price' },
  missingKinds: { zh_CN: '缺少的报价', en_US: 'Missing prices' },
  noneMissing: { zh_CN: '每个客户都有报价', en_US: 'Every customer has prices' },
  noneMissingWhy: {
    zh_CN: '没有报价的客户会列在这里，他们的订单审核时会停下',
    en_US: 'Customers without a price are listed here; their orders fail the audit',
  },
  notFound: { zh_CN: '客户价格不存在', en_US: 'Customer price not found' },
  customerGone: { zh_CN: '客户不存在', en_US: 'Customer not found' },
  groupGone: { zh_CN: '客户分组不存在', en_US: 'Customer group not found' },
  quoteOff: { zh_CN: '该报价不存在或已停用', en_US: 'This quote doesn’t exist or is disabled' },
  costQuote: { zh_CN: '成本报价不能分配给客户', en_US: 'A cost quote can’t be assigned to customers' },
  oneOwner: { zh_CN: '请选择客户或客户分组之一', en_US: 'Choose customers or a group' },
  startLater: { zh_CN: '生效时间须晚于当前时间', en_US: 'The start must be later than now' },
  endLater: { zh_CN: '失效时间须晚于当前时间', en_US: 'The end must be later than now' },
  endAfterStart: { zh_CN: '失效时间须晚于生效时间', en_US: 'The end must be later than the start' },
  overlap: {
    zh_CN: '该客户在此时间已有同类报价，请先调整其失效时间',
    en_US: 'The customer already has a price of this kind at that time. Change its end first.',
  },
  hasEnded: { zh_CN: '该价格已失效', en_US: 'This price has already ended' },
  hasStarted: {
    zh_CN: '已生效的价格不能删除，可设置失效时间',
    en_US: 'A price that has started can’t be deleted. Set its end instead.',
  },
} as const satisfies Record<string, Text>
