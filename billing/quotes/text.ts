import type { Text } from '../../platform/text/text.ts'

export const quoteText = {
  quote: { zh_CN: '报价', en_US: 'Quote' },
  version: { zh_CN: '报价版本', en_US: 'Quote version' },
  versions: { zh_CN: '版本', en_US: 'Versions' },
  quoteCode: { zh_CN: '报价代码', en_US: 'Quote code' },
  quoteName: { zh_CN: '报价名称', en_US: 'Quote name' },
  kind: { zh_CN: '报价类别', en_US: 'Category' },
  side: { zh_CN: '报价方向', en_US: 'Side' },
  versionNo: { zh_CN: '版本', en_US: 'Version' },
  effectiveFrom: { zh_CN: '生效时间', en_US: 'Effective from' },
  inactiveAt: { zh_CN: '失效时间', en_US: 'Inactive from' },
  customerCount: { zh_CN: '使用客户数', en_US: 'Customers using it' },
  isDefault: { zh_CN: '默认报价', en_US: 'Default quote' },
  defaultHint: {
    zh_CN: '没有单独报价的客户按默认报价计费',
    en_US: 'Customers without a price of their own are charged by the default quote',
  },
  note: { zh_CN: '版本说明', en_US: 'Version note' },
  content: { zh_CN: '价格内容', en_US: 'Prices' },
  copyOf: { zh_CN: '复制自', en_US: 'Copy of' },
  endedVersion: { zh_CN: '被结束的版本', en_US: 'Version it ends' },
  fuelRates: { zh_CN: '燃油附加费率', en_US: 'Fuel surcharges' },
  publish: { zh_CN: '发布', en_US: 'Publish' },
  withdraw: { zh_CN: '撤回', en_US: 'Withdraw' },
  search: { zh_CN: '报价代码或名称', en_US: 'Quote code or name' },
  fresh: { zh_CN: '新建报价', en_US: 'New quote' },
  none: { zh_CN: '暂无报价', en_US: 'No quotes yet' },
  why: {
    zh_CN: '报价决定每项作业的收费。新建报价，填写价格并发布，客户的订单才能计费',
    en_US:
      'Quotes set what every piece of work costs. Create one, enter its prices and publish it, so that customers’ orders can be priced',
  },
  disableAsk: { zh_CN: '停用 {count} 个报价？', en_US: 'Disable {count} quotes?' },
  disableWarning: {
    zh_CN: '停用的报价不再用于新的费用，已产生的费用不变',
    en_US: 'A disabled quote is no longer used for new fees; existing fees stay as they are',
  },
  notFound: { zh_CN: '报价不存在', en_US: 'Quote not found' },
  versionNotFound: { zh_CN: '报价版本不存在', en_US: 'Quote version not found' },
  stale: {
    zh_CN: '{who} 刚刚修改了该报价，请刷新后重试',
    en_US: '{who} has just changed this quote. Reload and try again.',
  },
  codeTaken: { zh_CN: '报价代码已存在', en_US: 'This quote code already exists' },
  kept: {
    zh_CN: '报价代码、类别和渠道保存后不能修改',
    en_US: 'Code, category and channel of a quote can’t be changed',
  },
  defaultTaken: {
    zh_CN: '该类别（或渠道）已有默认报价，请先取消原默认',
    en_US: 'This category or channel already has a default quote. Clear that one first.',
  },
  channelNeeded: { zh_CN: '运费报价须选择渠道', en_US: 'A freight quote needs a channel' },
  onlyFreight: {
    zh_CN: '只有运费报价按渠道设置',
    en_US: 'Only freight quotes have a channel or a cost side',
  },
  noSuchChannel: { zh_CN: '渠道不存在', en_US: 'Channel not found' },
  usedBy: {
    zh_CN: '正在被以下客户使用：{customers}。请先给这些客户换报价',
    en_US: 'Used by {customers}. Give them another quote first.',
  },
  otherKind: { zh_CN: '价格内容与报价类别不符', en_US: 'These prices are for another category of quote' },
  feeTypeGone: {
    zh_CN: '费用类型 {code} 已停用或已变更，请重新选择',
    en_US: 'Fee type {code} was disabled or changed. Choose it again.',
  },
  inForce: {
    zh_CN: '已生效的版本不能修改，请复制为新版本',
    en_US: 'A version that has been in force can’t be changed. Copy it to a new version.',
  },
  alreadyPublished: { zh_CN: '该版本已发布', en_US: 'This version is already published' },
  startLater: { zh_CN: '生效时间须晚于当前时间', en_US: 'The start must be later than now' },
  endLater: { zh_CN: '失效时间须晚于当前时间', en_US: 'The end must be later than now' },
  endAfterStart: { zh_CN: '失效时间须晚于生效时间', en_US: 'The end must be later than the start' },
  overlap: {
    zh_CN: '与该报价的另一个版本时间重叠，请填写失效时间或先撤回另一版本',
    en_US:
      'Another version of this quote applies at that time. Enter an earlier end, or withdraw the other version.',
  },
  onlyPending: { zh_CN: '只有待生效的版本可以撤回', en_US: 'Only a scheduled version can be withdrawn' },
  notPublished: {
    zh_CN: '只有待生效或生效中的版本可以设置失效时间',
    en_US: 'Only a scheduled or effective version has an end',
  },
  onlyDraft: { zh_CN: '只有草稿可以删除', en_US: 'Only a draft can be deleted' },
  versionKept: { zh_CN: '已生效的版本不能修改', en_US: 'A version that has been in force can’t be changed' },
  orderByBox: { zh_CN: '订单不能按箱计费', en_US: 'Orders can’t be billed by box' },
  fuelOfFreight: { zh_CN: '只有运费报价有燃油附加费', en_US: 'Only freight quotes have a fuel surcharge' },
  fuelLater: {
    zh_CN: '燃油费率须从明天或更晚的日期开始',
    en_US: 'A fuel surcharge starts tomorrow or later',
  },
  sameDay: { zh_CN: '同一天只能有一个费率', en_US: 'One fuel surcharge for each day' },
} as const satisfies Record<string, Text>
