import { Link } from 'react-router'
import { useText } from '../../platform/text/web/language.tsx'
import { useShell } from '../../platform/ui/web/shell-context.ts'
import { LAST_STEP } from '../../warehouse/steps.ts'
import { checkLines, setUpCardText } from '../card-text.ts'
import type { SetUpState } from '../state-contract.ts'
import './setup.css'

/** What is still to be set up, each line a link to where it is done; places that are closed to the reader are left out. */
export function Checklist({ checks, initStep }: Pick<SetUpState, 'checks' | 'initStep'>) {
  const t = useText()
  const { isOpen } = useShell()
  // Until the set-up is over its own pages are the place for what it asks.
  const placeOf = (name: SetUpState['checks'][number]['name']) =>
    initStep < LAST_STEP && (name === 'warehouse' || name === 'measures') ? '/setup' : checkLines[name].path
  const lines = checks
    .map((check) => ({ ...check, path: placeOf(check.name) }))
    .filter(({ path }) => isOpen(path))
  const done = lines.filter(({ isDone }) => isDone).length
  return (
    <>
      <p className="hint">{t(setUpCardText.checksDone, { done, total: lines.length })}</p>
      <ul className="checklist">
        {lines.map(({ name, isDone, path }) => (
          <li key={name} className={isDone ? 'is-done' : undefined}>
            <span aria-hidden className="check-mark">
              {isDone ? '✓' : '○'}
            </span>
            <Link to={path}>{t(checkLines[name].text)}</Link>
            <span className="only-read-aloud">{t(isDone ? setUpCardText.isDone : setUpCardText.isOpen)}</span>
          </li>
        ))}
      </ul>
    </>
  )
}
