import type { OutputOf, SentTo } from '../../platform/calls/call.ts'
import { neededNumberIn, numberIn } from '../../platform/forms/web/fields.ts'
import type { createChannel, getChannel } from '../contract.ts'
import { type LabelSource, usualMethod, usualVoidDays, withoutUnused } from '../rules.ts'

type Given = SentTo<typeof createChannel>
export type Channel = OutputOf<typeof getChannel>

/** A channel as typed: numbers are strings until they are sent. */
export type Typed = Omit<
  Given,
  | 'channelCode'
  | 'pool'
  | 'carrierAccountId'
  | 'watermarkTemplateId'
  | 'zoneSchemaId'
  | 'dimDivisor'
  | 'voidDays'
  | 'addressLen'
> & {
  carrierAccountId: number | undefined
  watermarkTemplateId: number | undefined
  zoneSchemaId: number | undefined
  serviceCode: string
  trackingPattern: string
  cutoffTime: string
  dimDivisor: string
  dimTriggerVolume: string
  maxWeight: string
  maxLongest: string
  maxGirthSum: string
  voidDays: string
  addressLen: string
}

const text = (value: string | number | null | undefined) =>
  value === null || value === undefined ? '' : String(value)

export const typedOf = (of?: Channel): Typed => ({
  nameZh: of?.nameZh ?? '',
  nameEn: of?.nameEn ?? '',
  carrier: of?.carrier ?? '',
  labelSource: of?.labelSource ?? 'self_built',
  carrierAccountId: of?.carrierAccountId ?? undefined,
  serviceCode: text(of?.serviceCode),
  labelFormat: of?.labelFormat ?? 'pdf_100x150',
  watermarkTemplateId: of?.watermarkTemplateId ?? undefined,
  supportSignature: of?.supportSignature ?? false,
  supportInsurance: of?.supportInsurance ?? false,
  trackingPattern: text(of?.trackingPattern),
  voidDays: text(of?.voidDays),
  cutoffTime: text(of?.cutoffTime),
  billingMethod: of?.billingMethod ?? 'flat',
  zoneSchemaId: of?.zoneSchemaId ?? undefined,
  dimDivisor: text(of?.dimDivisor),
  dimTriggerVolume: text(of?.dimTriggerVolume),
  dimRounding: of?.dimRounding ?? 'none',
  weightStep: of?.weightStep ?? '1.000',
  weightBasis: of?.weightBasis ?? 'max',
  maxWeight: text(of?.maxWeight),
  maxLongest: text(of?.maxLongest),
  maxGirthSum: text(of?.maxGirthSum),
  countries: of?.countries ?? [],
  needPhone: of?.needPhone ?? false,
  needEmail: of?.needEmail ?? false,
  addressLen: String(of?.addressLen ?? 35),
  customerScope: of?.customerScope ?? 'all',
  customerIds: of?.customers.map(({ id }) => id) ?? [],
})

export const sentOf = (typed: Typed) =>
  withoutUnused({
    ...typed,
    serviceCode: typed.serviceCode.trim() || null,
    trackingPattern: typed.trackingPattern.trim() || null,
    dimTriggerVolume: typed.dimTriggerVolume.trim() || null,
    carrierAccountId: typed.carrierAccountId ?? null,
    watermarkTemplateId: typed.watermarkTemplateId ?? null,
    zoneSchemaId: typed.zoneSchemaId ?? null,
    dimDivisor: numberIn(typed.dimDivisor),
    voidDays: numberIn(typed.voidDays),
    addressLen: neededNumberIn(typed.addressLen),
  })

/** Dependent changes: another source brings its default billing, another carrier its void period. */
export function following(now: Typed, next: Partial<Typed>): Partial<Typed> {
  if (next.labelSource && next.labelSource !== now.labelSource)
    return { ...next, ...ofSource(next.labelSource) }
  if (next.carrier !== undefined) return { ...next, voidDays: text(usualVoidDays(next.carrier)) }
  // A watermark is made for one label size.
  if (next.labelFormat) return { ...next, watermarkTemplateId: undefined }
  return next
}

const ofSource = (labelSource: LabelSource): Partial<Typed> => ({
  billingMethod: usualMethod[labelSource],
  labelFormat: labelSource === 'none' ? 'pdf_a4' : 'pdf_100x150',
  carrierAccountId: undefined,
  serviceCode: '',
  watermarkTemplateId: undefined,
  trackingPattern: '',
  supportSignature: false,
  supportInsurance: false,
})

type Starter = { channelCode: string } & Partial<Typed>

/** The three most common channels. */
export const starters: Record<'truck' | 'platform' | 'api', Starter> = {
  truck: {
    channelCode: 'TRUCK',
    nameZh: '自有车辆或自提',
    nameEn: 'Own truck or pickup',
    carrier: 'SELF',
    labelSource: 'none',
    ...ofSource('none'),
  },
  platform: {
    channelCode: 'PLATFORM',
    nameZh: '平台面单',
    nameEn: 'Platform label',
    labelSource: 'platform',
    ...ofSource('platform'),
  },
  api: {
    channelCode: 'CARRIER',
    nameZh: '承运商渠道',
    nameEn: 'Carrier channel',
    labelSource: 'carrier_api',
    ...ofSource('carrier_api'),
    dimRounding: 'ceil',
  },
}
export type StarterName = keyof typeof starters
