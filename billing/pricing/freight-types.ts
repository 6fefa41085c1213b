import type { RemoteLevel } from '../../channels/zones/rules.ts'
import type { Decimal } from '../../platform/text/decimal.ts'
import type { Charged } from './amounts.ts'
import type { Weighing } from './billable-weight.ts'
import type {
  Day,
  Fee,
  FreightRow,
  FreightSurcharge,
  Gap,
  Measured,
  Priced,
  SurchargeType,
  Unit,
} from './price-types.ts'

/** What this needs of the billing facts of an order. */
export type FreightFacts = Weighing & {
  billingMethod: string
  zoneCode: string | null
  remoteLevel: RemoteLevel | null
  addressKind: string
  signature: boolean
  /** What the order is insured for. Events of before insurance had a price don't have it: calculated again, they cost what they did. */
  insurance?: Decimal | null
  /** The other services that were ordered, each of which needs a price; older events don't have this and cost what they did. */
  services?: readonly 'signature'[]
  /** Of the whole order; null for a part of it, whose pieces are in its packages. */
  pieces: number | null
  estimated: Measured
  packages: readonly FreightPackage[]
}

export type FreightPackage = Measured & {
  packageSeq: number
  /** Null where it is unknown which pieces are in it. */
  pieces?: number | null
  waybills?: readonly FreightWaybill[]
}

export type FreightWaybill = {
  status: string
  trackingNo: string | null
  costAmount: Decimal | null
  costCurrency: string | null
  /** What one unit of that currency was worth when the label was charged; null where it was not set. */
  costRate?: Decimal | null
}

/** What the price depends on besides the version and the facts. */
export type FreightTerms = {
  discount: Decimal
  /** The day in the warehouse on which the order is shipped, for fuel and dated surcharges. */
  chargeDate: Day
  unit: Unit
  /** The warehouse's. */
  currency: string
  /** What one unit of another currency is worth in the warehouse's. */
  rates?: Readonly<Record<string, Decimal>>
}

export type PackageFreight = Charged & {
  packageSeq: number
  weight: Decimal | null
  length: Decimal | null
  width: Decimal | null
  height: Decimal | null
  /** Whether weight or size are of the order's estimate. */
  isEstimated: boolean
  /** The billed sides, the longest first; null where none were needed. */
  sides: Decimal[] | null
  volume: Decimal | null
  volumetricWeight: Decimal | null
  billedBy: 'actual' | 'volumetric' | null
  billableWeight: Decimal | null
  /** The cell of the table; null with a flat price. */
  row: FreightRow | null
  price: Decimal
  /** What the price is multiplied by: weight, pieces or volume; 1 for a price per package. */
  quantity: Decimal
  /** How many further steps above the first weight. */
  nextSteps: number
}

export type FreightDetail =
  | { kind: 'free'; method: 'none' }
  | {
      kind: 'freight'
      method: 'price_book' | 'flat'
      versionId: number
      zoneCode: string | null
      weighing: Weighing
      packages: PackageFreight[]
    }
  | {
      kind: 'carrier_cost'
      method: 'carrier_cost'
      versionId: number | null
      packages: (Charged & {
        packageSeq: number
        costs: { costAmount: Decimal; costCurrency: string; rate: Decimal }[]
      })[]
    }
  | {
      kind: 'surcharge'
      type: SurchargeType
      versionId: number | null
      packages: {
        packageSeq: number
        surcharge: FreightSurcharge
        /** The measure that was above the limit. */
        value: Decimal | null
        /** What a percentage is of: the freight, or the package's share of the insured value. */
        freight: Decimal | null
        raw: Decimal
        amount: Decimal
      }[]
    }
  | {
      kind: 'fuel'
      versionId: number
      percent: Decimal
      startsOn: Day
      packages: { packageSeq: number; freight: Decimal; fuelable: Decimal; raw: Decimal; amount: Decimal }[]
    }

export type FreightFee = Fee<FreightDetail>
export type FreightResult = Priced<FreightDetail> | Gap

/** Freight with or without what comes on top of it. A label that cannot be cancelled costs freight and fuel only. */
export type FreightExtent = 'all' | 'without_surcharges'
