import { columnText } from '../platform/lists/column-text.ts'
import type { AuditLabels } from '../staff/audit-labels.ts'
import { customerPriceText } from './customer-prices/text.ts'
import { feeTypeText } from './fee-types/text.ts'
import { quoteText } from './quotes/text.ts'

export const billingAuditLabels: AuditLabels = {
  types: {
    quote: quoteText.quote,
    quote_version: quoteText.version,
    customer_price: customerPriceText.customerPrice,
    fee_type: feeTypeText.feeType,
  },
  actions: { publish: quoteText.publish, withdraw: quoteText.withdraw },
  fields: {
    quoteCode: quoteText.quoteCode,
    quoteName: quoteText.quoteName,
    side: quoteText.side,
    isDefault: quoteText.isDefault,
    note: quoteText.note,
    content: quoteText.content,
    copyOf: quoteText.copyOf,
    endedVersion: quoteText.endedVersion,
    effectiveFrom: quoteText.effectiveFrom,
    inactiveAt: quoteText.inactiveAt,
    fuelRates: quoteText.fuelRates,
    discount: columnText.discount,
    feeCode: feeTypeText.feeCode,
    nameZh: feeTypeText.nameZh,
    nameEn: feeTypeText.nameEn,
    orderType: feeTypeText.orderType,
  },
}
