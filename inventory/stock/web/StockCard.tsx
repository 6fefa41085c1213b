import { Link } from 'react-router'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import { useText } from '../../../platform/text/web/language.tsx'
import { QueryBoundary } from '../../../platform/ui/web/QueryBoundary.tsx'
import { stockWarnings } from '../warning-contract.ts'
import { warningText } from '../warning-text.ts'
import { warningPath } from './warnings.ts'

/** Stock warnings; each number links to its list. */
export function StockCard() {
  const t = useText()
  return (
    <QueryBoundary answer={useAnswer(stockWarnings, {})}>
      {(match) => (
        <div className="figure-row">
          {(['low', 'old', 'expiring', 'waiting'] as const).map((warn) => (
            <Link key={warn} to={warningPath(warn)} className="figure">
              <strong>{match[warn]}</strong> {t(warningText[warn])}
            </Link>
          ))}
        </div>
      )}
    </QueryBoundary>
  )
}
