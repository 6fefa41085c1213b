import Big from 'big.js'

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
export type LabelSource = (typeof labelSources)[number]
export type BillingMethod = (typeof billingMethods)[number]

/** What carriers that are asked by an interface of ours send: they are asked for it. */
const ASKED_FOR: readonly LabelFormat[] = ['pdf_100x150']

/** The formats that labels from a source can have. */
export const formatsOf = (source: LabelSource): readonly LabelFormat[] =>
  source === 'carrier_api' ? ASKED_FOR : labelFormats

/** Fewer than these, and the list says that the numbers are running out. */
export const FEW_NUMBERS = 100

/** A smaller share of answered calls in the last week, and the list says that something is wrong. */
const GOOD_SHARE = 95

type LastWeek = { weekCalls: number; weekFailed: number }

/** Of a hundred calls to the carrier, how many it answered; rounded down, so that only all of them are a hundred. */
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

/** Labels from these sources can come from an account with a carrier. */
export const usesCarrierAccount = (source: LabelSource) => source === 'carrier_api' || source === 'self_built'

/** What means something for a channel, by where its label comes from, how freight is charged and who may use it. */
export function usesOf({ labelSource, billingMethod, carrierAccountId, customerScope }: Choice) {
  const hasCarrier =
    labelSource === 'carrier_api' || (labelSource === 'self_built' && Boolean(carrierAccountId))
  return {
    account: usesCarrierAccount(labelSource),
    /** Somebody is asked for the label: services, options and voiding are theirs. */
    carrier: hasCarrier,
    ownNumbers: labelSource === 'self_built' && !hasCarrier,
    uploads: labelSource === 'uploaded' || labelSource === 'platform',
    label: labelSource !== 'none',
    weighing: billingMethod === 'price_book',
    customers: customerScope === 'list',
  }
}

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

/** A channel without what its kind does not use: what no screen shows must not work in the dark. */
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

/** Whether a watermark's template is for such labels: of their size, and from where they come or from anywhere. */
export const suitsLabel = (template: Label, label: Label) =>
  template.labelFormat === label.labelFormat &&
  (template.labelSource === null || template.labelSource === label.labelSource)

/** How freight is charged unless somebody says otherwise: who brings a label of their own has paid the carrier. */
export const usualMethod: Record<LabelSource, BillingMethod> = {
  carrier_api: 'price_book',
  self_built: 'flat',
  uploaded: 'none',
  platform: 'none',
  none: 'none',
}

/** Days in which a carrier takes a label back: USPS 28, UPS 90, FedEx until the end of the day; of others none is known. */
const voidDays: Record<string, number> = { USPS: 28, UPS: 90, FEDEX: 0 }
export const usualVoidDays = (carrier: string): number | null =>
  voidDays[carrier.trim().toUpperCase()] ?? null

export const knownCarriers = ['UPS', 'FEDEX', 'USPS', 'DHL', 'GLS', 'SELF'] as const

/** What a box of 40 × 30 × 20 weighs by volume, so that a wrong divisor shows while it is typed. */
export const boxByVolume = (divisor: number) => new Big(40 * 30 * 20).div(divisor).round(2).toFixed(2)

const MAX_CODE_LENGTH = 35
const MAX_COPIES = 99

/** The first free code for a copy: the channel's own, shortened where it must be, with COPY and a number at its end. */
export function copyCode(channelCode: string, taken: ReadonlySet<string>): string | undefined {
  for (let n = 1; n <= MAX_COPIES; n++) {
    const end = n === 1 ? '-COPY' : `-COPY${n}`
    const candidate = channelCode.slice(0, MAX_CODE_LENGTH - end.length) + end
    if (!taken.has(candidate.toLowerCase())) return candidate
  }
  return undefined
}
