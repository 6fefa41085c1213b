import Big from 'big.js'
import type { LabelKind } from '../platform/printing/label-kind.ts'
import type { Decimal } from '../platform/text/decimal.ts'
import type { Text } from '../platform/text/text.ts'

/** The adapters: the demo carrier, EasyPost, or a platform the company describes itself. */
export const adapterCodes = ['demo', 'easypost', 'platform'] as const
export type AdapterCode = (typeof adapterCodes)[number]

export const environments = ['sandbox', 'live'] as const

/** The possible credentials of an account. Written once, never shown again. */
export const credentialNames = ['apiKey', 'user', 'password', 'accessToken'] as const
export type CredentialName = (typeof credentialNames)[number]
export type Credentials = Partial<Record<CredentialName, string>>

/** Which credentials an adapter uses, and which it requires. */
export const credentialsOf: Record<
  AdapterCode,
  { takes: readonly CredentialName[]; needs: readonly CredentialName[] }
> = {
  demo: { takes: ['password'], needs: [] },
  easypost: { takes: ['apiKey'], needs: ['apiKey'] },
  platform: { takes: ['user', 'password', 'accessToken'], needs: [] },
}

export type Party = {
  name: string
  company: string
  phone: string
  email: string
  countryCode: string
  stateCode: string
  city: string
  zip: string
  address1: string
  address2: string
}

/** One parcel: grams and millimetres, whatever units the warehouse and the carrier use. */
export type Shipment = {
  /** The warehouse's own number, for people. */
  reference: string
  from: Party
  to: Party
  parcel: { weight: number; length: number; width: number; height: number }
  value: Decimal
  currency: string
  /** Whether the recipient signs for it. */
  signature: boolean
  insuredValue: { amount: Decimal; currency: string } | null
}

export type Rate = {
  carrier: string
  service: string
  amount: Decimal
  currency: string
  days: number | null
}

/** A service that can be bought, under the code a channel uses. */
type Service = Rate & { serviceCode: string }

/** Channels cannot store a longer code. */
export const MAX_SERVICE_LENGTH = 40

/**
 * Each service once, at its cheapest; where two carriers use the same name, the code contains the carrier.
 */
export function servicesIn(rates: readonly Rate[]): Service[] {
  const cheapest = new Map<string, Rate>()
  for (const rate of rates) {
    const name = `${rate.carrier}:${rate.service}`
    const known = cheapest.get(name)
    if (!known || new Big(rate.amount).lt(known.amount)) cheapest.set(name, rate)
  }
  const all = [...cheapest.values()]
  const isShared = (service: string) => all.filter((item) => item.service === service).length > 1
  return all
    .map((rate) => ({
      ...rate,
      serviceCode: isShared(rate.service) ? `${rate.carrier}:${rate.service}` : rate.service,
    }))
    .filter(({ serviceCode }) => serviceCode.length <= MAX_SERVICE_LENGTH)
}

/** The adapters whose carriers make manifests. */
export const manifestAdapters: readonly AdapterCode[] = ['demo', 'easypost']

/** A parcel that a carrier takes over with others. */
export type Parcel = Pick<Sold, 'ref' | 'trackingNo'>

/** A carrier's list of the parcels it takes over together, under its own number, as a PDF. */
export type Manifest = { number: string; file: Uint8Array }

/** What identifies a purchase. */
export type Sold = {
  /** The carrier's id of the purchase; a void needs it. */
  ref: string
  trackingNo: string
  cost: { amount: Decimal; currency: string } | null
}

export type Label = Sold & {
  carrier: string
  service: string
  format: LabelKind
  file: Uint8Array
}

/** Longer than any carrier's: a barcode must be scannable on 100 millimetres of paper. */
export const MAX_TRACKING_LENGTH = 60
const MAX_REF_LENGTH = 200
export const isTrackingNo = (text: string) =>
  text.length <= MAX_TRACKING_LENGTH && /^[\x21-\x7e]([\x20-\x7e]*[\x21-\x7e])?$/.test(text)
export const isReference = (text: string) => text.length <= MAX_REF_LENGTH && /^[^\p{Cc}\p{Cs}]+$/u.test(text)

/** A label's cost as it can be stored; null where it is no amount in a currency. The label is bought either way. */
export function validCost(cost: Label['cost']): Label['cost'] {
  const amount = cost?.amount.trim() ?? ''
  const currency = cost?.currency.trim().toUpperCase() ?? ''
  return /^\d{1,12}(\.\d{1,20})?$/.test(amount) && /^[A-Z]{3}$/.test(currency) ? { amount, currency } : null
}

/** `requested` is a void the carrier has accepted and not decided yet. */
export const voidOutcomes = ['voided', 'requested', 'refused'] as const
export type VoidResult = { outcome: (typeof voidOutcomes)[number]; words: string | null }

export type TrackEvent = {
  ref: string
  status: 'created' | 'in_transit' | 'out_for_delivery' | 'delivered' | 'returned' | 'failed' | 'unknown'
  at: string
  words: string
}

type CheckResult = { words: string }

type Capabilities = {
  rates: boolean
  void: boolean
  track: boolean
  /** Whether a purchase whose response was lost can be found by its key. */
  find: boolean
  formats: readonly Label['format'][]
}

/**
 * The interface to any carrier account.
 *
 * Every failure is thrown as a `CarrierFault`. A purchase carries our key; after a failure with an unknown
 * outcome, `find` must look for that key before anything is bought again.
 */
export type CarrierAdapter = {
  code: AdapterCode
  capabilities: Capabilities
  validateCredentials: () => Promise<CheckResult>
  quote: (shipment: Shipment) => Promise<Rate[]>
  buy: (shipment: Shipment, service: string, key: string) => Promise<Label>
  find: (key: string) => Promise<Label | undefined>
  void: (ref: string) => Promise<VoidResult>
  track: (refs: readonly string[]) => Promise<TrackEvent[]>
  /** Only where the carrier makes manifests. A parcel is on one manifest at most. */
  manifest?: {
    /** Makes the manifest of these parcels; our reference tells it from others. */
    make: (parcels: readonly Parcel[], reference: string) => Promise<Manifest>
    /** The manifest that has these parcels already; after a failure with an unknown outcome it is looked for before another is made. */
    find: (parcels: readonly Parcel[]) => Promise<Manifest | undefined>
  }
}

/** The kinds of problem, as far as users can do something about them. */
export const problemKinds = ['address', 'dimension', 'balance', 'service', 'auth', 'down'] as const
export type ProblemKind = (typeof problemKinds)[number]

export const problemTexts: Record<ProblemKind, Text> = {
  address: { zh_CN: '地址有误，承运商不接受', en_US: 'The carrier rejected the address' },
  dimension: { zh_CN: '重量或尺寸不符合要求', en_US: 'The carrier rejected the weight or dimensions' },
  balance: { zh_CN: '承运商账户余额不足', en_US: 'Insufficient balance with the carrier' },
  service: { zh_CN: '该服务不可用', en_US: 'The service is not available' },
  auth: { zh_CN: '承运商拒绝了账号凭证', en_US: 'The carrier rejected the credentials' },
  down: { zh_CN: '承运商暂时无法连接', en_US: 'The carrier can’t be reached right now' },
}

/**
 * A carrier's refusal: our classification and its own message; or ours, in both languages, where it sent
 * none.
 */
export class CarrierFault extends Error {
  readonly problem: ProblemKind
  readonly reason: string | Text
  /** Whether the carrier may have executed it anyway. */
  readonly isUnknown: boolean
  /** What it sold although the label can't be used, where it said so. */
  readonly sold: Sold | undefined

  constructor(problem: ProblemKind, answer: string | Text, isUnknown = false, sold?: Sold) {
    super(`${problem}: ${typeof answer === 'string' ? answer : answer.en_US}`)
    this.problem = problem
    this.reason = answer
    this.isUnknown = isUnknown
    this.sold = sold
  }

  /** As logged. */
  get words(): string {
    return typeof this.reason === 'string' ? this.reason : this.reason.en_US
  }
}

const readings: readonly [ProblemKind, RegExp][] = [
  ['auth', /unauthori[sz]ed|api.?key|credential|token|signature|permission|凭证|密钥|签名|未授权/i],
  ['balance', /balance|funds|payment|余额|欠费/i],
  ['address', /address|street|postal|zip|city|country|phone|地址|邮编|城市|电话/i],
  ['dimension', /weight|dimension|length|width|height|size|parcel|重量|尺寸|超重/i],
]

/** Classifies a carrier's message, where nothing better is available. */
export const readingOf = (words: string): ProblemKind =>
  readings.find(([, pattern]) => pattern.test(words))?.[0] ?? 'service'

/** The same by HTTP status; the message decides where the status is generic. */
export function problemOf(status: number, words: string): ProblemKind {
  if (status === 401 || status === 403) return 'auth'
  if (status === 402) return 'balance'
  if (status === 408 || status === 429 || status >= 500) return 'down'
  return readingOf(words)
}

const INCH = '25.4'
const OUNCE = '28.349523125'
const POUND = '453.59237'

const divided = (value: number, unit: string, places: number) =>
  new Big(value).div(unit).round(places, Big.roundUp).toFixed()

/** Carriers reject a parcel that is heavier or longer than declared, so values are rounded up. */
export const inInches = (millimetres: number): Decimal => divided(millimetres, INCH, 2)
export const inOunces = (grams: number): Decimal => divided(grams, OUNCE, 1)
export const inPounds = (grams: number): Decimal => divided(grams, POUND, 2)
export const inKilograms = (grams: number): Decimal => divided(grams, '1000', 3)
export const inCentimetres = (millimetres: number): Decimal => divided(millimetres, '10', 1)

/** Converts from the warehouse's units: 1 is kilograms and centimetres, 2 is pounds and inches. */
export const toGrams = (weight: Decimal, unit: number): number =>
  new Big(weight)
    .times(unit === 2 ? POUND : '1000')
    .round(0, Big.roundUp)
    .toNumber()
export const toMillimetres = (length: Decimal, unit: number): number =>
  new Big(length)
    .times(unit === 2 ? INCH : '10')
    .round(0, Big.roundUp)
    .toNumber()

/** The sample parcel of a connection test: small, within one town. */
export const sampleShipment: Shipment = {
  reference: 'SAMPLE-1',
  from: {
    name: 'Tallyhouse',
    company: 'Tallyhouse',
    phone: '9095550100',
    email: 'warehouse@example.com',
    countryCode: 'US',
    stateCode: 'CA',
    city: 'Ontario',
    zip: '91761',
    address1: '4300 E Jurupa St',
    address2: '',
  },
  to: {
    name: 'Sample Recipient',
    company: '',
    phone: '4155550100',
    email: 'recipient@example.com',
    countryCode: 'US',
    stateCode: 'CA',
    city: 'San Francisco',
    zip: '94104',
    address1: '417 Montgomery St',
    address2: 'Floor 5',
  },
  parcel: { weight: 500, length: 200, width: 150, height: 100 },
  value: '20.00',
  currency: 'USD',
  signature: false,
  insuredValue: null,
}
