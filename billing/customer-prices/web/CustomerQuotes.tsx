import { Link } from 'react-router'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import { columnText } from '../../../platform/lists/column-text.ts'
import { discountText } from '../../../platform/text/discount.ts'
import { useDictionary } from '../../../platform/text/web/dictionary.tsx'
import { LocalTime } from '../../../platform/text/web/LocalTime.tsx'
import { useText } from '../../../platform/text/web/language.tsx'
import { useMay } from '../../../platform/ui/web/permission.tsx'
import { QueryBoundary } from '../../../platform/ui/web/QueryBoundary.tsx'
import { WideTable } from '../../../platform/ui/web/WideTable.tsx'
import { quoteText } from '../../quotes/text.ts'
import { pricesInForce } from '../contract.ts'
import { customerPriceText } from '../text.ts'

const sources = {
  customer: customerPriceText.fromCustomer,
  group: customerPriceText.fromGroup,
  default: customerPriceText.fromDefault,
}

/** On a customer's page: what each kind of work is priced with now, and what has no price. */
export function CustomerQuotes({ id }: { id: number }) {
  const t = useText()
  const kinds = useDictionary('quoteKind')
  const sees = useMay()(pricesInForce.permission)
  const prices = useAnswer(pricesInForce, { customerId: id }, { enabled: sees, keep: false })
  if (!sees) return null
  return (
    <section aria-label={t(customerPriceText.inForce)}>
      <h3>{t(customerPriceText.inForce)}</h3>
      <QueryBoundary answer={prices}>
        {(rows) => (
          <WideTable
            size="small"
            rowKey={({ kind, channelCode }) => `${kind} ${channelCode}`}
            pagination={false}
            dataSource={rows}
            columns={[
              {
                title: t(quoteText.kind),
                render: (_, { kind, channelCode }) =>
                  [kinds.textOf(kind), channelCode].filter(Boolean).join(' '),
              },
              {
                title: t(customerPriceText.quote),
                render: (_, { quoteId, quoteCode, versionNo }) => (
                  <>
                    {quoteId !== null && (
                      <Link to={`/setting/quote?open=${quoteId}`}>
                        {[quoteCode, versionNo !== null && `V${versionNo}`].filter(Boolean).join(' ')}
                      </Link>
                    )}{' '}
                    {versionNo === null && (
                      <span className="bad-text">{t(customerPriceText.noPriceNow)}</span>
                    )}
                  </>
                ),
              },
              {
                title: t(columnText.discount),
                className: 'figures',
                render: (_, { quoteId, discount }) => quoteId !== null && t(discountText(discount)),
              },
              {
                title: t(customerPriceText.source),
                render: (_, { quoteId, source }) => quoteId !== null && t(sources[source]),
              },
              {
                title: t(quoteText.inactiveAt),
                render: (_, { inactiveAt }) => <LocalTime at={inactiveAt} />,
              },
            ]}
          />
        )}
      </QueryBoundary>
    </section>
  )
}
