import { useText } from '../../../platform/text/web/language.tsx'
import type { GridPlace, GridProblem } from '../freight-checks.ts'
import { freightText } from '../freight-text.ts'

const SHOWN = 50

/** What is wrong with the table; a click leads to the cell. */
export function FreightProblems({
  problems,
  onGo,
}: {
  problems: readonly GridProblem[]
  onGo: (place: GridPlace) => void
}) {
  const t = useText()
  const errors = problems.filter(({ isWarning }) => !isWarning).length
  const warnings = problems.length - errors
  const counts = [
    ...(errors > 0 ? [t(freightText.errorCount, { count: errors })] : []),
    ...(warnings > 0 ? [t(freightText.warningCount, { count: warnings })] : []),
  ]
  return (
    <aside className="freight-problems" aria-label={t(freightText.problems)}>
      <h3>{t(freightText.problems)}</h3>
      <p role="status">{counts.length > 0 ? counts.join(' · ') : t(freightText.noProblems)}</p>
      <ul>
        {problems.slice(0, SHOWN).map((problem) => (
          <li
            key={`${JSON.stringify(problem.place)} ${problem.message.en_US}`}
            className={problem.isWarning ? 'quote-warning' : 'is-error'}
          >
            <button type="button" className="text-button" onClick={() => onGo(problem.place)}>
              {t(problem.message)}
            </button>
          </li>
        ))}
        {problems.length > SHOWN && <li>{t(freightText.more, { count: problems.length - SHOWN })}</li>}
      </ul>
    </aside>
  )
}
