import type { OutputOf } from '../../../platform/calls/call.ts'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import { useText } from '../../../platform/text/web/language.tsx'
import { listCustomerPrices } from '../../customer-prices/contract.ts'
import type { getQuote } from '../contract.ts'
import { quotePageText } from '../text.ts'

const NAMED = 20

/** Whom a quote concerns: who has it or will have it, and for a default quote everyone without a price of their own. */
export function QuoteUsers({ of }: { of: Pick<OutputOf<typeof getQuote>, 'id' | 'side' | 'isDefault'> }) {
  const t = useText()
  const isSale = of.side === 'sale'
  const which = { quoteId: of.id, size: NAMED } as const
  const now = useAnswer(listCustomerPrices, { ...which, status: 'effective' }, { enabled: isSale })
  const later = useAnswer(listCustomerPrices, { ...which, status: 'pending' }, { enabled: isSale })
  if (!isSale || !now.data || !later.data) return null
  const rows = [...now.data.rows, ...later.data.rows]
  const owners = [...new Set(rows.map(({ owner }) => owner))]
  const more = now.data.total + later.data.total - rows.length
  return (
    <>
      {owners.length > 0 && (
        <p>
          {more > 0
            ? t(quotePageText.usedByMore, { owners: owners.join(', '), count: more })
            : t(quotePageText.usedBy, { owners: owners.join(', ') })}
        </p>
      )}
      {of.isDefault && <p>{t(quotePageText.usedByDefault)}</p>}
      {owners.length === 0 && !of.isDefault && <p>{t(quotePageText.usedByNobody)}</p>}
    </>
  )
}
