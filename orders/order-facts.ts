import { billableWeight, type Measures, type Weighing } from '../billing/pricing/billable-weight.ts'
import type { RemoteLevel } from '../channels/zones/rules.ts'

/** The version of an order's billing facts. A price calculated years later reads facts of every version; those before 4 have the postal code. */
export const ORDER_FACTS_VERSION = 4

type Sizes = { [K in keyof Measures]: string | null }

/** A label that a carrier issued for a package, whatever became of it; `unknown` if it may have. */
export type BilledWaybill = {
  waybillId: number
  status: string
  trackingNo: string | null
  carrier: string
  labelSource: string
  channelId: number
  costAmount: string | null
  costCurrency: string | null
  /** To the warehouse's currency, by the carrier account. */
  costRate: string | null
}

/** A package; its weight and size are null until they are measured. */
export type BilledPackage = Sizes & { packageId: number; packageSeq: number; waybills: BilledWaybill[] }

/** The pieces of one product, with the measures they are billed by. */
type BilledLine = Sizes & {
  lineNo: number
  productId: number
  sku: string
  quantity: number
  declaredValue: string | null
}

/** An order with everything that a price may ask about it. */
export type BilledOrder = Weighing & {
  id: number
  orderNo: string
  customerId: number
  channelId: number
  channelCode: string
  carrier: string
  serviceCode: string | null
  labelSource: string
  billingMethod: string
  zoneSchemaId: number | null
  zoneSchemaCode: string | null
  countryCode: string
  stateCode: string | null
  city: string
  postcode: string | null
  addressKind: string
  signature: boolean
  insuredValue: string | null
  pieceClass: string
  skuCount: number
  pieceCount: number
  estWeight: string | null
  estLength: string | null
  estWidth: string | null
  estHeight: string | null
  packages: BilledPackage[]
  lines: BilledLine[]
  createdAt: string
  auditedAt: string | null
  now: string
}

/** Where the order goes in the zone schema of its channel; null where the schema does not know the address. */
type Zone = { zoneCode: string; remoteLevel: RemoteLevel } | undefined

/** What a package is billed by: as measured, or else as estimated; null without a weight. */
function billed(measured: Sizes, estimated: Sizes | undefined, weighing: Weighing): string | null {
  const weight = measured.weight ?? estimated?.weight
  if (!weight) return null
  const isMeasured = measured.length !== null
  const { length, width, height } = isMeasured || !estimated ? measured : estimated
  return billableWeight(
    { weight, length: length ?? '0', width: width ?? '0', height: height ?? '0' },
    weighing,
  )
}

/**
 * Everything a price of this order will ever need, as it is at this moment: channels, zones and products may change
 * before it is priced. Nothing of it tells who the recipient is: it stays when their data is deleted. The estimate is of the whole order, so it stands for a package only if there is just one.
 */
export function orderFacts(order: BilledOrder, zone: Zone) {
  const { dimDivisor, dimTriggerVolume, dimRounding, weightStep, weightBasis } = order
  const weighing = { dimDivisor, dimTriggerVolume, dimRounding, weightStep, weightBasis }
  const estimated = {
    weight: order.estWeight,
    length: order.estLength,
    width: order.estWidth,
    height: order.estHeight,
  }
  const isSingle = order.packages.length === 1
  return {
    at: order.now,
    createdAt: order.createdAt,
    auditedAt: order.auditedAt,
    channelId: order.channelId,
    channelCode: order.channelCode,
    carrier: order.carrier,
    serviceCode: order.serviceCode,
    labelSource: order.labelSource,
    billingMethod: order.billingMethod,
    ...weighing,
    zoneSchemaId: order.zoneSchemaId,
    zoneSchemaCode: order.zoneSchemaCode,
    zoneCode: zone?.zoneCode ?? null,
    remoteLevel: zone?.remoteLevel ?? null,
    countryCode: order.countryCode,
    stateCode: order.stateCode,
    addressKind: order.addressKind,
    signature: order.signature,
    services: order.signature ? ['signature' as const] : [],
    insurance: order.insuredValue,
    pieceClass: order.pieceClass,
    skus: order.skuCount,
    pieces: order.pieceCount,
    estimated: { ...estimated, billableWeight: billed(estimated, undefined, weighing) },
    packages: order.packages.map(({ packageId, packageSeq, weight, length, width, height, waybills }) => {
      const measured = { weight, length, width, height }
      return {
        packageId,
        packageSeq,
        ...measured,
        billableWeight: billed(measured, isSingle ? estimated : undefined, weighing),
        waybills,
      }
    }),
    lines: order.lines,
  }
}
