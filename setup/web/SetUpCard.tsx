import { useAnswer } from '../../platform/calls/web/call.ts'
import { useText } from '../../platform/text/web/language.tsx'
import { useMissing } from '../../platform/ui/web/missing-right.ts'
import { useMay } from '../../platform/ui/web/permission.tsx'
import { LAST_STEP } from '../../warehouse/steps.ts'
import { topInfo } from '../../warehouse/top-contract.ts'
import { setUpCardText } from '../card-text.ts'
import { SET_UP, type SetUpState, setUpState } from '../state-contract.ts'
import { Checklist, doneOf, useCheckLines } from './Checklist.tsx'

/**
 * What the setup still lacks, for users who can do it, until it is complete; others see that it is in
 * progress.
 */
export function SetUpCard() {
  const t = useText()
  const mayEdit = useMay()(SET_UP)
  const { data: warehouse } = useAnswer(topInfo, {})
  const isUnderWay = !mayEdit && warehouse !== undefined && warehouse.initStep < LAST_STEP
  const whatIsMissing = useMissing(isUnderWay)
  const { data } = useAnswer(setUpState, {}, { enabled: mayEdit })
  if (isUnderWay)
    return (
      <section className="card" aria-labelledby="card-setup">
        <h2 id="card-setup">{t(setUpCardText.unfinished)}</h2>
        <p>{`${t(setUpCardText.unfinishedHint)} ${whatIsMissing(SET_UP)}`}</p>
      </section>
    )
  if (!data || data.checks.every(({ isDone }) => isDone)) return null
  return <OpenChecks {...data} />
}

/** It shrinks to one line once most of it is done. */
function OpenChecks(state: SetUpState) {
  const t = useText()
  const { done, total } = doneOf(useCheckLines(state))
  return (
    <section className="card" aria-labelledby="card-setup">
      <details open={done * 2 < total}>
        <summary>
          <h2 id="card-setup">{t(setUpCardText.checklist)}</h2>{' '}
          <span className="hint">{t(setUpCardText.checksDone, { done, total })}</span>
        </summary>
        <Checklist {...state} />
      </details>
    </section>
  )
}
