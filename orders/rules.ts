import { fill, type Text } from '../platform/text/text.ts'
import { type OrderAction, type OrderState, orderStates, orderStateText } from './states.ts'
import { ordersText } from './text.ts'

/** Why there can be no order for this customer. */
export const customerProblem = (customer: { isEnabled: boolean } | undefined): Text | undefined => {
  if (!customer) return ordersText.customerNotFound
  return customer.isEnabled ? undefined : ordersText.customerDisabled
}

/** The fields of a sender that is not the warehouse. */
export const senderNames = [
  'senderName',
  'senderPhone',
  'senderCountry',
  'senderState',
  'senderCity',
  'senderPostcode',
  'senderAddress',
] as const
export type Sender = Record<(typeof senderNames)[number], string | null>

/** The warehouse is the sender. */
export const warehouseSends = Object.fromEntries(senderNames.map((name) => [name, null])) as Sender

/** The first field that a sender lacks, if anything of one was typed. */
export const missingOfSender = (typed: { [Name in keyof Sender]: string | null | undefined }) =>
  senderNames.some((name) => typed[name])
    ? (['senderName', 'senderCountry', 'senderCity', 'senderAddress'] as const).find((name) => !typed[name])
    : undefined

/** Why no order can choose this channel. */
export const channelProblem = (
  channel: { channelCode: string; isEnabled: boolean } | undefined,
): Text | undefined => {
  if (!channel) return ordersText.channelNotFound
  return channel.isEnabled ? undefined : fill(ordersText.channelDisabled, { channel: channel.channelCode })
}

/** Why this product can't be ordered. */
export function productProblem(
  product: { sku: string; auditStatus: string; isEnabled: boolean } | undefined,
): Text | undefined {
  if (!product) return ordersText.productNotFound
  const { sku } = product
  if (product.auditStatus !== 'passed') return fill(ordersText.productNotPassed, { sku })
  return product.isEnabled ? undefined : fill(ordersText.productDisabled, { sku })
}

/** Why an order in this status does not take the action; undefined where it does. */
export function notNow(orderNo: string, status: OrderState, action: OrderAction): Text | undefined {
  if (orderStates.allows(status, action)) return undefined
  const words = orderStateText[status]
  return {
    zh_CN: fill(ordersText.notNow, { no: orderNo, status: words.zh_CN }).zh_CN,
    en_US: fill(ordersText.notNow, { no: orderNo, status: words.en_US }).en_US,
  }
}
