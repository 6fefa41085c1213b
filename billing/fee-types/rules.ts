import type { BillOrderType } from '../pricing/price-types.ts'

const handled: readonly BillOrderType[] = ['inbound', 'order', 'return']

/** Whether the prices of handling can charge a type of fee: freight has prices of its own, and no work charges the others. */
export const isHandlingFee = ({ orderType, bizType }: { orderType: BillOrderType; bizType: string }) =>
  handled.includes(orderType) && bizType !== 'order_freight'
