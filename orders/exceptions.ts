/** Why an audit failed; the first test that failed counts. */
export const orderExceptions = [
  'address_invalid',
  'channel_unavailable',
  'stock_short',
  'no_price',
  'no_zone',
  'balance_short',
  'account_blocked',
  'label_failed',
  'label_waiting',
  'short_pick',
  'waybill_refused',
  'timeout',
  'intercepted',
] as const
export type OrderException = (typeof orderExceptions)[number]
/** Those that only picking with a scanner gives. No list offers them before there are any. */
export const pickingExceptions: readonly OrderException[] = ['short_pick', 'intercepted']
