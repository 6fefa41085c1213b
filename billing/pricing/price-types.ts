import type { RemoteLevel } from '../../channels/zones/rules.ts'
import type { Decimal } from '../../platform/text/decimal.ts'

/** The kind of document a fee or a rule belongs to; dictionary `bill_order_type`. */
export const billOrderTypes = ['inbound', 'order', 'return', 'storage', 'value_added', 'manual'] as const
export type BillOrderType = (typeof billOrderTypes)[number]

/** What an operation fee counts; dictionary `chargeUnit`. */
export const chargeUnits = [
  'order',
  'piece',
  'sku',
  'box',
  'pallet',
  'container',
  'weight',
  'volume',
] as const
export type ChargeUnit = (typeof chargeUnits)[number]

/** What decides the tier of an operation fee; dictionary `prc_wh_operation_condition_type`. */
export const conditionTypes = [
  'none',
  'order_weight',
  'piece_weight',
  'pieces',
  'sku_kinds',
  'total_volume',
  'longest_side',
  'box_weight',
  'piece_billable_weight',
] as const
export type ConditionType = (typeof conditionTypes)[number]

/** The formula of a freight row; dictionary `freightBillingCode`. */
export const freightBillingCodes = ['flat', 'unit', 'first_next', 'piece', 'volume'] as const
export type FreightBillingCode = (typeof freightBillingCodes)[number]

/** Dictionary `surchargeType`. */
export const surchargeTypes = [
  'residential',
  'remote',
  'oversize',
  'overweight',
  'peak',
  'signature',
  'insurance',
  'label_cancel',
] as const
export type SurchargeType = (typeof surchargeTypes)[number]

export const surchargeMeasures = ['longest_side', 'second_side', 'weight', 'volume'] as const
export type SurchargeMeasure = (typeof surchargeMeasures)[number]

export const quoteKinds = ['operation', 'freight', 'storage'] as const
export type QuoteKind = (typeof quoteKinds)[number]

/** What customers pay, or what a carrier charges us. */
type QuoteSide = 'sale' | 'cost'

/** How a channel's freight is priced; dictionary `channelBillingMethod`. */
export type BillingMethod = 'none' | 'price_book' | 'carrier_cost' | 'flat'

/** The warehouse's unit: 1 is kg, cm and m³; 2 is lb, in and ft³. */
export type Unit = 1 | 2

/** A day in the warehouse's time zone, `2026-03-31`. */
export type Day = string

/** A moment in ISO 8601 with its offset, as PostgreSQL writes it. */
export type Instant = string

/** Sides and weight in the warehouse's unit, each null while it is unknown. */
export type Sizes = { length: Decimal | null; width: Decimal | null; height: Decimal | null }
export type Measured = Sizes & { weight: Decimal | null }

/** How packages are weighed. A version's own values replace the channel's; null leaves the channel's. */
export type WeighingOverride = {
  dimDivisor: number | null
  dimRounding: 'none' | 'nearest' | 'ceil' | null
  weightStep: Decimal | null
  weightBasis: 'actual' | 'volumetric' | 'max' | null
}

/** A tier of an operation rule: the value is above `from` (0 is included) and at most `to`; without `to` there is no upper limit. */
export type OperationTier = {
  from: Decimal
  to: Decimal | null
  /** How many are counted at the first price. */
  firstCount: number
  firstPrice: Decimal
  /** For each one more; null where the first price is for all. */
  nextPrice: Decimal | null
}

/** How one type of fee is charged. */
export type OperationRule = {
  feeTypeId: number
  /** `fee_types.fee_code`, such as OUT_HANDLING. */
  feeCode: string
  billOrderType: BillOrderType
  chargeUnit: ChargeUnit
  conditionType: ConditionType
  minCharge: Decimal | null
  maxCharge: Decimal | null
  tiers: readonly OperationTier[]
}

/** What `quote_versions.content` holds for operation fees. */
export type OperationContent = {
  /** For the volumetric weight of a piece; inbound orders have no channel that could say it. */
  dimDivisor: number | null
  rules: readonly OperationRule[]
}
export type OperationVersion = OperationContent & { versionId: number }

/** A cell of a freight table: the weight is above `weightFrom` (0 is included) and at most `weightTo`. */
export type FreightRow = {
  zoneCode: string
  weightFrom: Decimal
  weightTo: Decimal | null
  billingCode: FreightBillingCode
  /** Per package, weight unit, piece or volume unit; with `first_next` of the first weight. Null is an empty cell. */
  price: Decimal | null
  firstWeight: Decimal | null
  nextPrice: Decimal | null
  step: Decimal | null
  minCharge: Decimal | null
}

/**
 * A surcharge: an amount or a percentage of the freight, once per package where all its conditions are met. That of an insurance is of the
 * insured value.
 * A condition that is null is always met. Of several matches of one type the highest counts.
 */
export type FreightSurcharge = {
  type: SurchargeType
  remoteLevel: Exclude<RemoteLevel, 'none'> | null
  /** Met if the measure is greater than `above`; a volume is in cubic cm or in, as the trigger volume of a channel is. */
  measure: SurchargeMeasure | null
  above: Decimal | null
  /** First and last day. */
  dateFrom: Day | null
  dateTo: Day | null
  amount: Decimal | null
  percent: Decimal | null
  /** Whether the fuel percentage is applied to it as well. */
  fuelable: boolean
}

/** `fuel_rates` of a quote: a percentage from this day until the next one starts. */
export type FuelRate = { startsOn: Day; percent: Decimal }

/** What `quote_versions.content` holds for freight. */
export type FreightContent = WeighingOverride & {
  /** For channels with a flat price: what every package costs, without a zone. */
  flatPrice: Decimal | null
  rows: readonly FreightRow[]
  surcharges: readonly FreightSurcharge[]
}
export type FreightVersion = FreightContent & { versionId: number; fuelRates: readonly FuelRate[] }

export type TierQuality = 'all' | 'good' | 'defective'

/** The price of one m³ or ft³ for a day, at an age from `ageFrom` to `ageTo`, both included. */
export type StorageTier = { ageFrom: number; ageTo: number | null; price: Decimal; quality: TierQuality }

/** What `quote_versions.content` holds for rent. */
export type StorageContent = {
  /** Goods up to this age cost nothing, whatever the tiers say. */
  freeDays: number
  tiers: readonly StorageTier[]
}
export type StorageVersion = StorageContent & { versionId: number }

/** `quotes` and `quote_versions`, as far as they decide which version applies. */
export type Quote = {
  quoteId: number
  kind: QuoteKind
  side: QuoteSide
  /** Set for freight only. */
  channelId: number | null
  isDefault: boolean
  isEnabled: boolean
}
export type QuoteVersion = {
  versionId: number
  quoteId: number
  effectiveFrom: Instant | null
  inactiveAt: Instant | null
  /** Null for a draft, which never applies. */
  publishedAt: Instant | null
}

/** `customer_prices`: binds a customer or a customer group to a quote with a discount. */
export type PriceBinding = {
  customerId: number | null
  groupId: number | null
  kind: QuoteKind
  channelId: number | null
  quoteId: number
  /** A multiplier: 0.85 charges 85 % of the price. */
  discount: Decimal
  effectiveFrom: Instant
  inactiveAt: Instant | null
}

/** Why something has no price yet. */
export const gapReasons = ['no_price', 'no_tier', 'no_zone', 'no_dims'] as const
export type GapReason = (typeof gapReasons)[number]

/** What keeps a document from being priced, with the values that lead to the repair. */
export type Gap = { gap: GapReason; detail: GapDetail }
export type GapDetail = {
  versionId?: number
  quoteId?: number
  feeCode?: string
  packageSeq?: number
  productId?: number
  zoneCode?: string
  currency?: string
  /** What has no tier, or what is not known. */
  what?: string
  value?: Decimal
}

/** One fee with everything that explains its amount; 0.00 is free by rule. */
export type Fee<D> = { feeCode: string; amount: Decimal; detail: D }

/** All fees of a document, or the reason why it has none yet: a document is never charged in part. */
export type Priced<D> = { versionId: number | null; amount: Decimal; fees: Fee<D>[] }

export const isGap = (result: object): result is Gap => 'gap' in result
