import { columnText } from '../platform/lists/column-text.ts'
import type { AuditLabels } from '../staff/audit-labels.ts'
import { billText } from './bills/text.ts'
import { customerPriceText } from './customer-prices/text.ts'
import { billingDictionaries } from './dictionaries.ts'
import { feeTypeText } from './fee-types/text.ts'
import { feeText } from './fees/text.ts'
import { moneyText } from './money/text.ts'
import { quoteText } from './quotes/text.ts'
import { rentText } from './rent/text.ts'

/** The label of a dictionary's value. */
const wordOf = (dictionary: string) => (value: string) =>
  billingDictionaries.find(({ code }) => code === dictionary)?.items.find((item) => item.value === value)
    ?.text ?? { zh_CN: value, en_US: value }

export const billingAuditLabels: AuditLabels = {
  types: {
    quote: quoteText.quote,
    quote_version: quoteText.version,
    customer_price: customerPriceText.customerPrice,
    fee_type: feeTypeText.feeType,
    collection: moneyText.collection,
    bill: billText.bill,
    stock_snapshot: rentText.night,
    fee: feeText.fee,
    fee_request: feeText.request,
    billable_event: feeText.event,
  },
  actions: {
    refund: feeText.refundFee,
    settle: feeText.settle,
    rerate: feeText.rerate,
    waive: feeText.waive,
    price_event: feeText.price,
    approve_fee_request: feeText.approve,
    refuse_fee_request: feeText.refuse,
    publish: quoteText.publish,
    withdraw: quoteText.withdraw,
    confirm_collection: moneyText.confirm,
    reverse_collection: moneyText.reverse,
    release_deposit: moneyText.release,
    refresh_bill: billText.refresh,
    issue_bill: billText.issue,
    pay_bill: billText.paidInFull,
    reopen_bill: billText.reopen,
    plan_bills: billText.assign,
    run: rentText.runAgain,
  },
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
    collectionStatus: columnText.status,
    billStatus: columnText.status,
    periodFrom: billText.periodFrom,
    periodTo: billText.periodTo,
    total: billText.total,
    bills: billText.billsToPay,
    feeStatus: columnText.status,
    billableStatus: columnText.status,
    feeRequestStatus: columnText.status,
    sourceNo: columnText.document,
    customerId: columnText.customer,
    purpose: moneyText.purpose,
    amount: columnText.amount,
    payMethod: moneyText.payMethod,
    bankName: moneyText.bankName,
    bankRefNo: moneyText.bankRefNo,
    paidOn: moneyText.paidOn,
  },
  values: {
    feeStatus: wordOf('feeStatus'),
    billableStatus: wordOf('billableStatus'),
    feeRequestStatus: wordOf('feeRequestStatus'),
    collectionStatus: wordOf('collectionStatus'),
    billStatus: wordOf('billStatus'),
    purpose: wordOf('transaction_business_type'),
    payMethod: wordOf('payMethod'),
  },
}
