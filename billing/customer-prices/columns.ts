import { columnText } from '../../platform/lists/column-text.ts'
import type { ColumnDef } from '../../platform/lists/columns.ts'
import { billingDictionaries } from '../dictionaries.ts'
import { quoteText } from '../quotes/text.ts'
import type { CustomerPriceRow, MissingPriceRow } from './contract.ts'
import { customerPriceText } from './text.ts'

const kindWords = billingDictionaries.find(({ code }) => code === 'quoteKind')?.items

export const customerPriceColumns: readonly ColumnDef<CustomerPriceRow>[] = [
  { key: 'owner', title: customerPriceText.owner, kind: 'code', sortKey: 'owner' },
  { key: 'status', title: columnText.status, kind: { words: 'quoteStatus' }, phone: 'status' },
  { key: 'ownerName', title: customerPriceText.ownerName, kind: 'text', phone: 'detail' },
  { key: 'kind', title: quoteText.kind, kind: { words: 'quoteKind' } },
  { key: 'quoteCode', title: customerPriceText.quote, kind: 'code', phone: 'detail' },
  { key: 'channelCode', title: columnText.channel, kind: 'code' },
  { key: 'discount', title: columnText.discount, kind: 'measure', phone: 'quantity' },
  { key: 'effectiveFrom', title: quoteText.effectiveFrom, kind: 'time', sortKey: 'effectiveFrom' },
  { key: 'inactiveAt', title: quoteText.inactiveAt, kind: 'time' },
]

export const missingPriceColumns: readonly ColumnDef<MissingPriceRow>[] = [
  { key: 'customerCode', title: columnText.customer, kind: 'code', sortKey: 'customerCode' },
  { key: 'customerName', title: customerPriceText.ownerName, kind: 'text', phone: 'detail' },
  {
    key: 'missing',
    title: customerPriceText.missingKinds,
    kind: 'text',
    value: ({ missing }, language) =>
      missing.map(({ kind, channelCode }) =>
        [kindWords?.find(({ value }) => value === kind)?.text[language] ?? kind, channelCode]
          .filter(Boolean)
          .join(' '),
      ),
    phone: 'status',
  },
]
