import type { Text } from '../../platform/text/text.ts'

/** What only the server says: kept out of the pages, which load every text of `text.ts`. */
export const refusalText = {
  nothingToReissue: {
    zh_CN: '订单 {no} 没有可能已出的面单，请重新审核',
    en_US: 'Order {no} has no label that the carrier may have issued. Audit it again.',
  },
  sameChannel: {
    zh_CN: '订单 {no} 已使用渠道 {channel}',
    en_US: 'Order {no} already ships with {channel}',
  },
  interceptNotAllowed: {
    zh_CN: '仓库设置不允许在此状态截单：{no}',
    en_US: 'The warehouse settings don’t allow intercepting order {no} in its status',
  },
  notIntercepting: { zh_CN: '订单 {no} 没有截单申请', en_US: 'No intercept of order {no} was requested' },
  noUploads: {
    zh_CN: '渠道 {channel} 不使用客户面单',
    en_US: 'Channel {channel} doesn’t use customers’ labels',
  },
  tooLateForLabel: {
    zh_CN: '订单 {no} 的状态不能上传面单',
    en_US: 'Order {no} can’t take a label in its status',
  },
  trackingInUse: {
    zh_CN: '该运单号已被另一张面单使用',
    en_US: 'This tracking number is already on another label',
  },
  labelNotFound: { zh_CN: '面单不存在', en_US: 'Label not found' },
  voidNotRefused: {
    zh_CN: '面单状态已变化，请刷新后重试',
    en_US: 'The label’s status has changed. Refresh and try again.',
  },
  noRefusedVoid: {
    zh_CN: '订单 {no} 没有待确认的“承运商拒绝作废”的面单',
    en_US: 'Order {no} has no label with a refused void that waits to be acknowledged',
  },
  voidAcknowledged: {
    zh_CN: '订单 {no} 的面单已由 {name} 确认',
    en_US: '{name} has already acknowledged the refused void of order {no}',
  },
  noReturnsBin: {
    zh_CN: '订单 {no} 的货物已拣出，没有可存放的退货库位。请先新建用途为“退货”的良品库位。',
    en_US:
      'The goods of order {no} are already picked, and there is no bin for them. Create a bin with the purpose “Returns” in a zone for good stock first.',
  },
  productTwice: {
    zh_CN: '产品 {sku} 出现了两次，请合并数量',
    en_US: '{sku} is listed twice. Add the quantities.',
  },
  referenceTaken: {
    zh_CN: '该客户已有使用此参考号的订单',
    en_US: 'This customer already has an order with this reference',
  },
} as const satisfies Record<string, Text>
