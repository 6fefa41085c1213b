import type { Text } from '../../../platform/text/text.ts'
import { billingText } from '../../text.ts'
import { getQuote, listQuotes, type VersionHead } from '../contract.ts'

/** What a change of a quote makes the page read again. */
export const quoteReadings = [listQuotes, getQuote]

/** The version in force, or else the newest. */
export const currentOf = (versions: readonly VersionHead[]): VersionHead | undefined =>
  versions.find(({ status }) => status === 'effective') ?? versions[0]

/** The quotes of a section: of one kind, and for freight of one side. */
export const sections = {
  all: { title: billingText.quotesTitle, preset: {} },
  warehouse_operation: { title: billingText.operationFee, preset: { kind: 'operation' } },
  logistics_freight: { title: billingText.freight, preset: { kind: 'freight', side: 'sale' } },
  storage_fee: { title: billingText.rent, preset: { kind: 'storage' } },
  channel_quote: { title: billingText.channelQuote, preset: { kind: 'freight', side: 'cost' } },
} as const satisfies Record<string, { title: Text; preset: { kind?: string; side?: string } }>
export type QuoteSection = keyof typeof sections
