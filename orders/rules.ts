import { fill, type Text } from '../platform/text/text.ts'
import { type OrderAction, type OrderState, orderStates, orderStateText } from './states.ts'
import { ordersText } from './text.ts'

/** Why an order in this status does not take the action; undefined where it does. */
export function notNow(orderNo: string, status: OrderState, action: OrderAction): Text | undefined {
  if (orderStates.allows(status, action)) return undefined
  const words = orderStateText[status]
  return {
    zh_CN: fill(ordersText.notNow, { no: orderNo, status: words.zh_CN }).zh_CN,
    en_US: fill(ordersText.notNow, { no: orderNo, status: words.en_US }).en_US,
  }
}
