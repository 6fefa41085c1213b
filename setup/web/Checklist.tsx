import { Link } from 'react-router'
import { useText } from '../../platform/text/web/language.tsx'
import { useShell } from '../../platform/ui/web/shell-context.ts'
import { LAST_STEP } from '../../warehouse/steps.ts'
import { checkLines, setUpCardText } from '../card-text.ts'
import type { SetUpState } from '../state-contract.ts'
import './setup.css'

type Checks = Pick<SetUpState, 'checks' | 'initStep'>

/** The lines of the checklist; pages closed to the reader are left out. */
export function useCheckLines({ checks, initStep }: Checks) {
  const { isOpen } = useShell()
  // Until the setup is complete, its own pages are used.
  const placeOf = (name: SetUpState['checks'][number]['name']) =>
    initStep < LAST_STEP && (name === 'warehouse' || name === 'measures') ? '/setup' : checkLines[name].path
  return checks.map((check) => ({ ...check, path: placeOf(check.name) })).filter(({ path }) => isOpen(path))
}

export const doneOf = (lines: readonly { isDone: boolean }[]) => ({
  done: lines.filter(({ isDone }) => isDone).length,
  total: lines.length,
})

/** What is still to be set up, each line with a link. */
export function Checklist(state: Checks) {
  const t = useText()
  const lines = useCheckLines(state)
  return (
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
  )
}
