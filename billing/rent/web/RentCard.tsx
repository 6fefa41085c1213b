import { Alert } from 'antd'
import { Link } from 'react-router'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import { grouped } from '../../../platform/lists/columns.ts'
import { useText } from '../../../platform/text/web/language.tsx'
import { QueryBoundary } from '../../../platform/ui/web/QueryBoundary.tsx'
import { useCurrency } from '../../../warehouse/web/unit.ts'
import { rentHealth } from '../health-contract.ts'
import { rentText } from '../text.ts'
import { Change } from './Change.tsx'

const PATH = '/query/cost?view=rent'

/** Last night's rent, and whether a night is missing. */
export function RentCard() {
  const t = useText()
  const currency = useCurrency()
  return (
    <QueryBoundary answer={useAnswer(rentHealth, {}, { every: 60_000 })}>
      {({ late, failedDate, lastDate, lastTotal, change }) => (
        <>
          {late > 0 && (
            <Alert
              type="error"
              showIcon
              title={
                failedDate
                  ? t(rentText.cardFailed, { day: failedDate })
                  : t(rentText.cardLate, { count: late })
              }
              description={<Link to={PATH}>{t(rentText.open)}</Link>}
            />
          )}
          {lastDate ? (
            <div className="figure-row">
              <Link to={PATH} className="figure">
                <strong>
                  {grouped(lastTotal ?? '')} {currency}
                </strong>{' '}
                {lastDate} <Change change={change} />
              </Link>
            </div>
          ) : (
            <p>{t(rentText.cardNone)}</p>
          )}
        </>
      )}
    </QueryBoundary>
  )
}
