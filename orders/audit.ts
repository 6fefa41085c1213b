import Big from 'big.js'
import { girthSum } from '../billing/pricing/package-measures.ts'
import type { Gap } from '../billing/pricing/price-types.ts'
import { isZipOf } from '../platform/text/countries.ts'
import { fill, type Language, type Text } from '../platform/text/text.ts'
import type { OrderException } from './exceptions.ts'
import { HIDDEN } from './personal.ts'
import { ordersText } from './text.ts'

/** A failed test: its code, and the message with the figures it was made of. */
export type Failure = {
  code: OrderException
  text: keyof typeof ordersText
  values: Record<string, string | number | Text>
}

type Address = {
  phone: string | null
  email: string | null
  countryCode: string
  stateCode: string | null
  postcode: string | null
  address1: string
  address2: string | null
  address3: string | null
  doorplate: string | null
}

export type AuditedOrder = Address & {
  customerId: number
  signature: boolean
  insuredValue: string | null
  estWeight: string | null
  estLength: string | null
  estWidth: string | null
  estHeight: string | null
  /** Whether the state is one of the country's; true where the country has none on file. */
  isStateKnown: boolean
  /** Whether the country's states are on file. */
  hasStates: boolean
}

export type AuditedChannel = {
  channelCode: string
  isEnabled: boolean
  countries: readonly string[]
  needPhone: boolean
  needEmail: boolean
  addressLen: number
  supportSignature: boolean
  supportInsurance: boolean
  maxWeight: string | null
  maxLongest: string | null
  maxGirthSum: string | null
  /** Whether the customer is among those it is open to. */
  isForCustomer: boolean
}

/** Countries whose parcels go nowhere without a postal code. */
const needsPostcode = new Set(['US', 'CA', 'MX', 'AU', 'DE', 'FR', 'ES', 'IT', 'NL', 'PL', 'GB', 'JP', 'CN'])

/** Countries whose addresses name the state; elsewhere it may be given and is then checked. */
const needsState = new Set(['US', 'CA', 'MX', 'BR', 'AU', 'CN', 'IN', 'JP'])

/** What is wrong with an address for every carrier, and in which field. */
export function addressProblem({
  countryCode: country,
  stateCode: state,
  postcode,
  isStateKnown,
  hasStates,
}: Pick<AuditedOrder, 'countryCode' | 'stateCode' | 'postcode' | 'isStateKnown' | 'hasStates'>):
  | { field: 'stateCode' | 'postcode'; text: keyof typeof ordersText; values: Record<string, string> }
  | undefined {
  if (hasStates && needsState.has(country) && !state)
    return { field: 'stateCode', text: 'stateNeeded', values: { country } }
  if (state && !isStateKnown) return { field: 'stateCode', text: 'stateUnknown', values: { country, state } }
  if (!postcode && needsPostcode.has(country))
    return { field: 'postcode', text: 'postcodeNeeded', values: { country } }
  if (postcode && !isZipOf(country, postcode))
    return { field: 'postcode', text: 'postcodeForm', values: { country } }
  return undefined
}

const failure = (
  code: OrderException,
  text: keyof typeof ordersText,
  values: Failure['values'],
): Failure => ({ code, text, values })

/** The two lines of an address that a carrier gets. */
export const linesSent = ({
  doorplate,
  address1,
  address2,
  address3,
}: Pick<Address, 'doorplate' | 'address1' | 'address2' | 'address3'>) => ({
  address1: [doorplate, address1].filter(Boolean).join(' '),
  address2: [address2, address3].filter(Boolean).join(' '),
})

/** The first test: the address, by the rules of its country and of the channel. */
export function failedAddress(order: AuditedOrder, channel: AuditedChannel): Failure | undefined {
  const { channelCode, needPhone, needEmail, addressLen } = channel
  const wrong = (text: keyof typeof ordersText, values: Failure['values']) =>
    failure('address_invalid', text, values)
  const problem = addressProblem(order)
  if (problem) return wrong(problem.text, problem.values)
  if (needPhone && !order.phone) return wrong('phoneNeeded', { channel: channelCode })
  if (needEmail && !order.email) return wrong('emailNeeded', { channel: channelCode })
  if (Object.values(linesSent(order)).some((line) => [...line].length > addressLen))
    return wrong('addressTooLong', { channel: channelCode, max: addressLen })
  return undefined
}

/** The second test: whether the channel takes this order. */
export function failedChannel(
  order: AuditedOrder,
  channel: AuditedChannel,
  units: { side: string; weight: string },
): Failure | undefined {
  const { channelCode } = channel
  const wrong = (text: keyof typeof ordersText, values: Failure['values'] = {}) =>
    failure('channel_unavailable', text, { channel: channelCode, ...values })
  if (!channel.isEnabled) return wrong('channelDisabled')
  if (!channel.isForCustomer) return wrong('channelNotForCustomer')
  if (!channel.countries.includes(order.countryCode))
    return wrong('channelNotThere', { country: order.countryCode })
  if (order.signature && !channel.supportSignature) return wrong('noSignature')
  if (order.insuredValue !== null && !channel.supportInsurance) return wrong('noInsurance')
  const { estWeight: weight, estLength: length, estWidth: width, estHeight: height } = order
  if (weight && isAbove(weight, channel.maxWeight))
    return wrong('tooHeavy', measured(weight, channel.maxWeight, 'weight', units.weight))
  if (!length || !width || !height) return undefined
  const side = [length, width, height].reduce((max, next) => (new Big(next).gt(max) ? next : max))
  if (isAbove(side, channel.maxLongest))
    return wrong('tooLong', measured(side, channel.maxLongest, 'side', units.side))
  const girth = girthSum({ length, width, height }).toFixed(2)
  if (isAbove(girth, channel.maxGirthSum))
    return wrong('tooThick', measured(girth, channel.maxGirthSum, 'girth', units.side))
  return undefined
}

/** A measure and its limit, both with their unit. */
const measured = (value: string, limit: string | null, name: string, unit: string) => ({
  [name]: `${value} ${unit}`.trim(),
  max: `${limit} ${unit}`.trim(),
})

const isAbove = (value: string, limit: string | null) => limit !== null && new Big(value).gt(limit)

/** What an order lacks, by SKU. */
export const failedStock = (lacking: readonly { sku: string; missing: number }[]): Failure =>
  failure('stock_short', 'stockShort', {
    goods: lacking.map(({ sku, missing }) => `${sku} × ${missing}`).join(', '),
  })

/** Why an order has no price: none was set, its address has no zone, or it can't be measured. */
export function failedPrice(
  { gap, detail }: Gap & { detail: { kind?: string } },
  channelCode: string,
): Failure {
  const values = { channel: channelCode, value: detail.value ?? '', fee: detail.feeCode ?? '' }
  if (detail.what === 'rate')
    return failure('no_price', 'noRate', { ...values, currency: detail.currency ?? '' })
  if (detail.what === 'carrier_cost') return failure('no_price', 'noCarrierCost', values)
  if (detail.what === 'signature') return failure('no_price', 'noSignaturePrice', values)
  if (detail.what === 'insurance') return failure('no_price', 'noInsurancePrice', values)
  if (detail.what === 'too_large') return failure('no_price', 'priceTooLarge', values)
  if (gap === 'no_zone') return failure('no_zone', 'noZone', values)
  if (gap === 'no_dims') return failure('no_price', 'notMeasured', values)
  if (gap === 'no_tier')
    return failure('no_price', detail.kind === 'freight' ? 'noFreightTier' : 'noTier', values)
  return failure('no_price', detail.kind === 'freight' ? 'noFreightPrice' : 'noHandlingPrice', values)
}

/** What a customer lacks for an order. */
export const failedBalance = (estimate: string, shortBy: string, currency: string | null): Failure =>
  currency === null
    ? failure('balance_short', 'balanceShort', { estimate, short: shortBy })
    : failure('balance_short', 'balanceShortIn', { estimate, short: shortBy, currency })

/** The customer's account is blocked, so nothing can be held for an order. */
export const failedAccount = (customer: string): Failure =>
  failure('account_blocked', 'accountBlocked', { customer })

/** Why an order has no label. */
export const failedLabel = (
  code: 'label_failed' | 'label_waiting' | 'waybill_refused' | 'timeout',
  text: keyof typeof ordersText,
  values: Failure['values'],
): Failure => failure(code, text, values)

/** A failure as it was stored; what a carrier said may itself be in both languages. */
export const failureText = ({ text, values }: Pick<Failure, 'text' | 'values'>): Text => ({
  zh_CN: fill(ordersText[text], valuesIn('zh_CN', values)).zh_CN,
  en_US: fill(ordersText[text], valuesIn('en_US', values)).en_US,
})

/** A failure without the words of a carrier, which may name the recipient. */
export const withoutTheirWords = <F extends Pick<Failure, 'text' | 'values'>>(failure: F): F =>
  typeof failure.values.reason === 'string'
    ? { ...failure, values: { ...failure.values, reason: HIDDEN } }
    : failure

const valuesIn = (language: Language, values: Failure['values']): Record<string, string | number> =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'object' ? value[language] : value,
    ]),
  )
