import type { ColumnDef } from '../platform/lists/columns.ts'
import { discountText } from '../platform/text/discount.ts'
import type { Language } from '../platform/text/text.ts'
import type { CustomerRow } from './contract.ts'
import { customersText } from './text.ts'

/** Each quote, with its discount where it has one. */
const quotesText = ({ quotes }: CustomerRow, language: Language) =>
  quotes?.map(({ quoteCode, discount }) =>
    Number(discount) === 1 ? quoteCode : `${quoteCode} ${discountText(discount)[language]}`,
  )

export const customerColumns: readonly ColumnDef<CustomerRow>[] = [
  { key: 'customerCode', title: customersText.customerCode, kind: 'code', sortKey: 'customerCode' },
  { key: 'isEnabled', title: customersText.status, kind: 'enabled', phone: 'status' },
  {
    key: 'customerName',
    title: customersText.customerName,
    kind: 'text',
    sortKey: 'customerName',
    phone: 'detail',
  },
  { key: 'mnemonic', title: customersText.mnemonic, kind: 'text', isExtra: true },
  { key: 'groupName', title: customersText.group, kind: 'text' },
  { key: 'salesRepName', title: customersText.salesRep, kind: 'text', isExtra: true },
  { key: 'loginAccount', title: customersText.loginAccount, kind: 'code' },
  {
    key: 'balance',
    title: customersText.balance,
    kind: 'amount',
    isMoney: true,
    permission: 'query:credit:view',
  },
  {
    key: 'creditLimit',
    title: customersText.creditLimit,
    kind: 'amount',
    isMoney: true,
    permission: 'query:credit:view',
  },
  {
    key: 'orderable',
    title: customersText.orderable,
    kind: 'amount',
    isMoney: true,
    permission: 'query:credit:view',
    phone: 'quantity',
  },
  {
    key: 'blockedBecause',
    title: customersText.blockedBecause,
    kind: 'text',
    isExtra: true,
    permission: 'query:credit:view',
  },
  {
    key: 'quotes',
    title: customersText.quotes,
    kind: 'text',
    value: quotesText,
    permission: 'setting:quote:view',
  },
  { key: 'lastOrderAt', title: customersText.lastOrderAt, kind: 'time' },
  { key: 'contact', title: customersText.contact, kind: 'text', isExtra: true },
  { key: 'phone', title: customersText.phone, kind: 'code', isExtra: true },
  { key: 'email', title: customersText.email, kind: 'text', isExtra: true },
  { key: 'createdAt', title: customersText.createdAt, kind: 'time', sortKey: 'createdAt' },
]
