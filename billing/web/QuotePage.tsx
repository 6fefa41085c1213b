import { columnText } from '../../platform/lists/column-text.ts'
import type { View } from '../../platform/lists/web/Views.tsx'
import { NothingYet } from '../../platform/ui/web/EmptyState.tsx'
import { billingText } from '../text.ts'

const versionColumns = [
  billingText.version,
  billingText.effectiveFrom,
  billingText.inactiveAt,
  billingText.customersUsing,
]

const sections = {
  all: {
    title: billingText.quotesTitle,
    empty: billingText.noQuotes,
    columns: [
      billingText.quoteCode,
      columnText.status,
      billingText.quoteName,
      billingText.kind,
      columnText.channel,
      ...versionColumns,
    ],
  },
  customer_price: {
    title: billingText.customerPrice,
    empty: billingText.noCustomerPrices,
    columns: [
      columnText.customer,
      columnText.status,
      billingText.kind,
      billingText.quote,
      columnText.channel,
      columnText.discount,
      billingText.effectiveFrom,
      billingText.inactiveAt,
    ],
  },
  warehouse_operation: {
    title: billingText.operationFee,
    empty: billingText.noOperationFees,
    columns: [
      billingText.quoteCode,
      columnText.status,
      billingText.orderType,
      billingText.feeType,
      billingText.chargeUnit,
      billingText.condition,
      billingText.minCharge,
      billingText.maxCharge,
      ...versionColumns,
    ],
  },
  logistics_freight: {
    title: billingText.freight,
    empty: billingText.noFreight,
    columns: [
      billingText.quoteCode,
      columnText.status,
      columnText.channel,
      billingText.zoneSchema,
      billingText.dimDivisor,
      billingText.fuel,
      ...versionColumns,
    ],
  },
  storage_fee: {
    title: billingText.rent,
    empty: billingText.noRent,
    columns: [
      billingText.quoteCode,
      columnText.status,
      billingText.quoteName,
      billingText.freeDays,
      billingText.ageSteps,
      ...versionColumns,
    ],
  },
  channel_quote: {
    title: billingText.channelQuote,
    empty: billingText.noChannelQuotes,
    columns: [
      billingText.quoteCode,
      columnText.status,
      columnText.channel,
      billingText.zoneSchema,
      billingText.version,
      billingText.effectiveFrom,
      billingText.inactiveAt,
    ],
  },
}

/** One section of the quotes: each has its own URL. */
export function QuotePage({ section, views }: { section: keyof typeof sections; views: View[] }) {
  return <NothingYet feature="quote" views={views} {...sections[section]} />
}
