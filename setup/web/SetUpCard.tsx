import { useAnswer } from '../../platform/calls/web/call.ts'
import { useText } from '../../platform/text/web/language.tsx'
import { useMissing } from '../../platform/ui/web/missing-right.ts'
import { useMay } from '../../platform/ui/web/permission.tsx'
import { LAST_STEP } from '../../warehouse/steps.ts'
import { topInfo } from '../../warehouse/top-contract.ts'
import { setUpState, setUpWarehouse } from '../contract.ts'
import { setUpText } from '../text.ts'
import { Checklist } from './Checklist.tsx'

/** What the set-up still lacks, for those who can do it, until it lacks nothing; the others hear that it is under way. */
export function SetUpCard() {
  const t = useText()
  const mayEdit = useMay()(setUpWarehouse.permission)
  const { data: warehouse } = useAnswer(topInfo, {})
  const isUnderWay = !mayEdit && warehouse !== undefined && warehouse.initStep < LAST_STEP
  const whatIsMissing = useMissing(isUnderWay)
  const { data } = useAnswer(setUpState, {}, { enabled: mayEdit })
  if (isUnderWay)
    return (
      <section className="card" aria-labelledby="card-setup">
        <h2 id="card-setup">{t(setUpText.unfinished)}</h2>
        <p>{`${t(setUpText.unfinishedHint)} ${whatIsMissing(setUpWarehouse.permission)}`}</p>
      </section>
    )
  if (!data || data.checks.every(({ isDone }) => isDone)) return null
  return (
    <section className="card" aria-labelledby="card-setup">
      <h2 id="card-setup">{t(setUpText.checklist)}</h2>
      <Checklist {...data} />
    </section>
  )
}
