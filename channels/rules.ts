export const labelSources = ['carrier_api', 'self_built', 'uploaded', 'platform', 'none'] as const
export const billingMethods = ['none', 'price_book', 'carrier_cost', 'flat'] as const
export const labelFormats = [
  'pdf_100x150',
  'pdf_100x100',
  'pdf_100x180',
  'pdf_100x200',
  'pdf_a4',
  'png_100x150',
] as const
export const dimRoundings = ['none', 'nearest', 'ceil'] as const
export const weightBases = ['actual', 'volumetric', 'max'] as const
export const customerScopes = ['all', 'list'] as const

export type LabelFormat = (typeof labelFormats)[number]

/** The paper of a label, in millimetres. */
export function labelSize(format: LabelFormat): { widthMm: number; heightMm: number } {
  const [, width, height] = /(\d+)x(\d+)$/.exec(format) ?? []
  return width && height
    ? { widthMm: Number(width), heightMm: Number(height) }
    : { widthMm: 210, heightMm: 297 }
}
export type LabelSource = (typeof labelSources)[number]
export type BillingMethod = (typeof billingMethods)[number]

/** The format carriers with an interface of ours send: the one we request. */
const CARRIER_FORMATS: readonly LabelFormat[] = ['pdf_100x150']

/** The possible label formats of a source. */
export const formatsOf = (source: LabelSource): readonly LabelFormat[] =>
  source === 'carrier_api' ? CARRIER_FORMATS : labelFormats

/** Below this the list warns that numbers are running out. */
export const FEW_NUMBERS = 100

/** Below this success rate of the last week the list shows a warning. */
const GOOD_SHARE = 95

type LastWeek = { weekCalls: number; weekFailed: number }

/** The success rate of carrier calls in percent; rounded down, so that only all of them are a hundred. */
const answeredShare = ({ weekCalls, weekFailed }: LastWeek) =>
  Math.floor(((weekCalls - weekFailed) * 1000) / weekCalls) / 10

export const successWords = (week: LastWeek) =>
  week.weekCalls === 0 ? null : `${answeredShare(week).toFixed(1)}% (${week.weekCalls})`

export const isTroubled = (week: LastWeek) => week.weekCalls > 0 && answeredShare(week) < GOOD_SHARE

type Choice = {
  labelSource: LabelSource
  billingMethod: BillingMethod
  carrierAccountId: number | null | undefined
  customerScope: (typeof customerScopes)[number]
}

/** Sources whose labels can come from a carrier account. */
export const usesCarrierAccount = (source: LabelSource) => source === 'carrier_api' || source === 'self_built'

/** The fields a channel uses, by its label source, billing method and customers. */
export function usesOf({ labelSource, billingMethod, carrierAccountId, customerScope }: Choice) {
  const hasCarrier =
    labelSource === 'carrier_api' || (labelSource === 'self_built' && Boolean(carrierAccountId))
  return {
    account: usesCarrierAccount(labelSource),
    /** The label is requested from a carrier: services, options and voiding apply. */
    carrier: hasCarrier,
    ownNumbers: labelSource === 'self_built' && !hasCarrier,
    uploads: labelSource === 'uploaded' || labelSource === 'platform',
    label: labelSource !== 'none',
    weighing: billingMethod === 'price_book',
    customers: customerScope === 'list',
  }
}

/** The billing methods a channel can have: without a carrier there is no cost to charge. */
export const methodsOf = (channel: Choice): readonly BillingMethod[] =>
  billingMethods.filter((method) => method !== 'carrier_cost' || usesOf(channel).carrier)

type Unused = Choice & {
  serviceCode: string | null
  watermarkTemplateId: number | null
  zoneSchemaId: number | null
  dimDivisor: number | null
  dimTriggerVolume: string | null
  dimRounding: (typeof dimRoundings)[number]
  weightStep: string
  weightBasis: (typeof weightBases)[number]
  supportSignature: boolean
  supportInsurance: boolean
  trackingPattern: string | null
  voidDays: number | null
  customerIds: number[]
}

const notWeighed = {
  zoneSchemaId: null,
  dimDivisor: null,
  dimTriggerVolume: null,
  dimRounding: 'none',
  weightStep: '1.000',
  weightBasis: 'max',
} as const

const noCarrier = {
  serviceCode: null,
  supportSignature: false,
  supportInsurance: false,
  voidDays: null,
} as const

/** A channel without the fields its kind does not use: what no screen shows must not have an effect. */
export function withoutUnused<F extends Unused>(given: F): F {
  const uses = usesOf(given)
  return {
    ...given,
    ...(!uses.account && { carrierAccountId: null }),
    ...(!uses.carrier && noCarrier),
    ...(!uses.uploads && { trackingPattern: null }),
    ...(!uses.label && { watermarkTemplateId: null }),
    ...(!uses.weighing && notWeighed),
    ...(!uses.customers && { customerIds: [] }),
  }
}

type Label = { labelSource: string | null; labelFormat: string }

/** Whether a watermark template fits such labels: of their size, and of their source or any source. */
export const suitsLabel = (template: Label, label: Label) =>
  template.labelFormat === label.labelFormat &&
  (template.labelSource === null || template.labelSource === label.labelSource)

/** The default billing method: uploaded labels are already paid for. */
export const usualMethod: Record<LabelSource, BillingMethod> = {
  carrier_api: 'price_book',
  self_built: 'flat',
  uploaded: 'none',
  platform: 'none',
  none: 'none',
}

/**
 * The days in which a carrier voids a label: USPS 28, UPS 90, FedEx until the end of the day; unknown for
 * others.
 */
const voidDays: Record<string, number> = { USPS: 28, UPS: 90, FEDEX: 0 }
export const usualVoidDays = (carrier: string): number | null =>
  voidDays[carrier.trim().toUpperCase()] ?? null

export const knownCarriers = ['UPS', 'FEDEX', 'USPS', 'DHL', 'GLS', 'SELF'] as const

const MAX_CODE_LENGTH = 35
const MAX_COPIES = 99

/** The first free code for a copy: the channel's own, shortened if necessary, with COPY and a number. */
export function copyCode(channelCode: string, taken: ReadonlySet<string>): string | undefined {
  for (let n = 1; n <= MAX_COPIES; n++) {
    const end = n === 1 ? '-COPY' : `-COPY${n}`
    const candidate = channelCode.slice(0, MAX_CODE_LENGTH - end.length) + end
    if (!taken.has(candidate.toLowerCase())) return candidate
  }
  return undefined
}
