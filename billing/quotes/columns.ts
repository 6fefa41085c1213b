import { columnText } from '../../platform/lists/column-text.ts'
import type { ColumnDef } from '../../platform/lists/columns.ts'
import type { QuoteRow } from './contract.ts'
import { quoteText } from './text.ts'

export const quoteColumns: readonly ColumnDef<QuoteRow>[] = [
  { key: 'quoteCode', title: quoteText.quoteCode, kind: 'code', sortKey: 'quoteCode' },
  { key: 'status', title: quoteText.versionStatus, kind: { words: 'quoteStatus' }, phone: 'status' },
  { key: 'quoteName', title: quoteText.quoteName, kind: 'text', sortKey: 'quoteName', phone: 'detail' },
  { key: 'kind', title: quoteText.kind, kind: { words: 'quoteKind' } },
  { key: 'channelCode', title: columnText.channel, kind: 'code' },
  { key: 'isDefault', title: quoteText.isDefault, kind: 'flag' },
  { key: 'versionNo', title: quoteText.versionNo, kind: 'count' },
  { key: 'effectiveFrom', title: quoteText.effectiveFrom, kind: 'time' },
  { key: 'inactiveAt', title: quoteText.inactiveAt, kind: 'time' },
  { key: 'customerCount', title: quoteText.customerCount, kind: 'count', phone: 'quantity' },
  { key: 'isEnabled', title: columnText.status, kind: 'enabled' },
  { key: 'updatedAt', title: columnText.updatedAt, kind: 'time', sortKey: 'updatedAt', isExtra: true },
]
