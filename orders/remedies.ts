import type { Permission } from '../platform/calls/call.ts'
import type { Feature } from '../platform/calls/features.ts'
import type { Text } from '../platform/text/text.ts'
import type { OrderException } from './exceptions.ts'
import { ordersText } from './text.ts'

/** The order in question, or the filters of a list of orders. */
export type About = { customerId?: number | undefined; channelId?: number | undefined }

/** A page on which a cause is corrected, and what the user needs for that. */
export type Place = { label: Text; permission: Permission; feature: Feature; to: (about: About) => string }

export const remedyPlaces = {
  stock: {
    label: ordersText.showStock,
    permission: 'query:stock:view',
    feature: 'stock',
    to: () => '/query/stock',
  },
  inbounds: {
    label: { zh_CN: '查看收货中的入库单', en_US: 'Show inbound orders' },
    permission: 'inbound:order:view',
    feature: 'receiving',
    to: () => '/inbound/list?status=receiving',
  },
  products: {
    label: { zh_CN: '测量产品', en_US: 'Measure products' },
    permission: 'query:product:measure',
    feature: 'product',
    to: () => '/query/productArchives?lacksSize=1',
  },
  prices: {
    label: { zh_CN: '分配报价', en_US: 'Assign prices' },
    permission: 'setting:quote:price',
    feature: 'quote',
    to: () => '/setting/quote/customer_price?view=missing',
  },
  quotes: {
    label: { zh_CN: '修改报价', en_US: 'Edit quotes' },
    permission: 'setting:quote:price',
    feature: 'quote',
    to: () => '/setting/quote',
  },
  zones: {
    label: { zh_CN: '修改分区方案', en_US: 'Edit zone schemas' },
    permission: 'setting:channel:edit',
    feature: 'quote',
    to: () => '/setting/quote/zone_schema',
  },
  collections: {
    label: { zh_CN: '登记收款', en_US: 'Record collection' },
    permission: 'query:collection:create',
    feature: 'collectPayment',
    to: ({ customerId }) => `/query/collectPayment${customerId ? `?customerId=${customerId}` : ''}`,
  },
  account: {
    label: { zh_CN: '恢复记账', en_US: 'Unblock account' },
    permission: 'query:credit:edit',
    feature: 'cost',
    to: ({ customerId }) => `/query/customer?${customerId ? `open=${customerId}` : 'isBlocked=1'}`,
  },
  numbers: {
    label: { zh_CN: '补充单号', en_US: 'Add tracking numbers' },
    permission: 'setting:channel:edit',
    feature: 'carrier',
    to: ({ channelId }) => `/setting/channel${channelId ? `?open=${channelId}` : ''}`,
  },
  accounts: {
    label: { zh_CN: '承运商账号', en_US: 'Carrier accounts' },
    permission: 'setting:channel:edit',
    feature: 'carrier',
    to: () => '/setting/channel?view=accounts',
  },
} as const satisfies Record<string, Place>

export type RemedyAct = 'edit' | 'channel' | 'upload' | 'reissue'
export type RemedyPlace = keyof typeof remedyPlaces
export type Remedy = RemedyAct | RemedyPlace

/** What corrects each cause of an exception, the most likely first. Without any, the order is only checked again. */
export const remedies: Record<OrderException, readonly Remedy[]> = {
  address_invalid: ['edit', 'channel'],
  channel_unavailable: ['channel', 'edit'],
  stock_short: ['stock', 'inbounds', 'edit'],
  no_price: ['prices', 'channel'],
  no_zone: ['zones', 'edit', 'channel'],
  balance_short: ['collections'],
  account_blocked: ['account'],
  label_failed: ['numbers', 'edit', 'reissue', 'channel'],
  label_waiting: ['upload', 'channel'],
  short_pick: ['stock'],
  waybill_refused: [],
  timeout: [],
  intercepted: [],
}

/** The same by the message of an order, where that says more than its cause. */
export const remediesByText: Readonly<Record<string, readonly Remedy[]>> = {
  notMeasured: ['products'],
  measuresMissing: ['products'],
  noTier: ['quotes'],
  noFreightTier: ['quotes', 'channel'],
  noSignaturePrice: ['quotes', 'edit'],
  noInsurancePrice: ['quotes', 'edit'],
  priceTooLarge: ['quotes', 'edit'],
  noRate: ['accounts'],
  noCarrierCost: ['accounts', 'channel'],
  noNumbers: ['numbers', 'channel'],
  labelRefused: ['edit', 'channel'],
  labelNotFound: ['reissue'],
  labelLost: ['reissue'],
  trackingTaken: ['reissue'],
  labelUnreadable: ['reissue'],
  labelUnknown: [],
  labelUnderWay: [],
  numberUsed: [],
}

/** What corrects an order in exception. */
export const remediesOf = (order: {
  exceptionCode: OrderException | null
  exceptionKey: string | null
}): readonly Remedy[] => {
  if (!order.exceptionCode) return []
  return remediesByText[order.exceptionKey ?? ''] ?? remedies[order.exceptionCode]
}
