import { Alert, Button } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { customersText } from '../../customers/text.ts'
import type { OutputOf } from '../../platform/calls/call.ts'
import { useAnswer, useCommand } from '../../platform/calls/web/call.ts'
import { myTasks } from '../../platform/tasks/tasks.ts'
import type { Text } from '../../platform/text/text.ts'
import { useText } from '../../platform/text/web/language.tsx'
import { useMissing } from '../../platform/ui/web/missing-right.ts'
import { PlainPage } from '../../platform/ui/web/PlainPage.tsx'
import { useMay } from '../../platform/ui/web/permission.tsx'
import { QueryBoundary } from '../../platform/ui/web/QueryBoundary.tsx'
import { useShell } from '../../platform/ui/web/shell-context.ts'
import { HandOver } from '../../staff/web/HandOver.tsx'
import type { GivenLogin } from '../../staff/web/SetPassword.tsx'
import { warehouseFacts } from '../../warehouse/contract.ts'
import { LAST_STEP, type SetUpStep, setUpSteps } from '../../warehouse/steps.ts'
import { setUpCardText } from '../card-text.ts'
import { fillSamples, setUpWarehouse } from '../contract.ts'
import { type SetUpState, setUpState } from '../state-contract.ts'
import { setUpText } from '../text.ts'
import { Checklist, doneOf, useCheckLines } from './Checklist.tsx'
import { ChannelStep } from './SetUpChannel.tsx'
import { CustomerStep, LocationsStep, MeasuresStep, WarehouseStep } from './SetUpSteps.tsx'
import './setup.css'

const steps: Record<(typeof setUpSteps)[number], { title: Text; why: Text }> = {
  warehouse: { title: setUpText.stepWarehouse, why: setUpText.whyWarehouse },
  measures: { title: setUpText.stepMeasures, why: setUpText.whyMeasures },
  locations: { title: setUpText.stepLocations, why: setUpText.whyLocations },
  channel: { title: setUpText.stepChannel, why: setUpText.whyChannel },
  customer: { title: setUpText.stepCustomer, why: setUpText.whyCustomer },
}

/** The setup wizard, from an empty company to a working warehouse. */
export function SetUpPage() {
  const t = useText()
  const mayEdit = useMay()(setUpWarehouse.permission)
  const whatIsMissing = useMissing(!mayEdit)
  const state = useAnswer(setUpState, {}, { every: (now) => (now?.samples === 'under_way' ? 1000 : 60_000) })
  const facts = useAnswer(warehouseFacts, {})
  return (
    <PlainPage title={t(setUpText.title)}>
      <QueryBoundary answer={state}>
        {(now) =>
          mayEdit || now.initStep === LAST_STEP ? (
            <QueryBoundary answer={facts}>{(known) => <Wizard state={now} facts={known} />}</QueryBoundary>
          ) : (
            <Alert
              type="info"
              showIcon
              title={`${t(setUpCardText.unfinishedHint)} ${whatIsMissing(setUpWarehouse.permission)}`}
            />
          )
        }
      </QueryBoundary>
    </PlainPage>
  )
}

function Wizard({ state, facts }: { state: SetUpState; facts: OutputOf<typeof warehouseFacts> }) {
  const t = useText()
  // The current step stays until it is completed: the response arrives before its form has cleaned up.
  const [at, setAt] = useState(state.initStep)
  const [login, setLogin] = useState<GivenLogin>()
  const name = setUpSteps[at - 1]
  const begin = useBeginning(at)
  const step = { state, facts, onTaken: ({ initStep }: { initStep: number }) => setAt(initStep) }
  return (
    <div className="setup">
      <Progress at={at} reached={state.initStep} onGo={setAt} />
      <section className="setup-step" aria-labelledby="setup-step">
        {name ? (
          <>
            <p className="hint">{t(setUpText.stepOf, { step: at })}</p>
            <h2 id="setup-step" ref={begin} tabIndex={-1}>
              {t(steps[name].title)}
            </h2>
            <p>{t(steps[name].why)}</p>
          </>
        ) : (
          <h2 id="setup-step" ref={begin} tabIndex={-1}>
            {t(setUpText.finished)}
          </h2>
        )}
        {name === 'warehouse' && <WarehouseStep {...step} />}
        {name === 'measures' && <MeasuresStep {...step} />}
        {name === 'locations' && <LocationsStep {...step} />}
        {name === 'channel' && <ChannelStep {...step} />}
        {name === 'customer' && <CustomerStep {...step} onLogin={setLogin} />}
        {!name && <Finished state={state} login={login} onHanded={() => setLogin(undefined)} />}
      </section>
      <Rail state={state} isOver={!name} />
    </div>
  )
}

/** The next step starts at its top, for the eye and for screen readers. */
function useBeginning(at: number) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(at)
  useEffect(() => {
    if (shown.current === at) return
    shown.current = at
    heading.current?.focus({ preventScroll: true })
    heading.current?.closest('.setup')?.scrollIntoView()
  }, [at])
  return heading
}

/** The current step. Completed ones can be viewed until the end. */
function Progress({
  at,
  reached,
  onGo,
}: {
  at: number
  reached: number
  onGo: (step: SetUpStep | typeof LAST_STEP) => void
}) {
  const t = useText()
  const titles = [...setUpSteps.map((name) => steps[name].title), setUpText.stepDone]
  return (
    <ol className="setup-progress" aria-label={t(setUpText.title)}>
      {titles.map((title, place) => {
        const step = ([1, 2, 3, 4, 5, LAST_STEP] as const)[place] ?? LAST_STEP
        const isTaken = step < reached || reached === LAST_STEP
        return (
          <li key={title.en_US} {...(step === at && { 'aria-current': 'step' as const })}>
            <button
              type="button"
              disabled={step > reached || (reached === LAST_STEP && step !== LAST_STEP)}
              onClick={() => onGo(step)}
            >
              <span aria-hidden className={isTaken ? 'setup-dot is-taken' : 'setup-dot'}>
                {isTaken ? '✓' : step}
              </span>
              {t(title)}
            </button>
          </li>
        )
      })}
    </ol>
  )
}

function Finished({
  state,
  login,
  onHanded,
}: {
  state: SetUpState
  login: GivenLogin | undefined
  onHanded: () => void
}) {
  const t = useText()
  const navigate = useNavigate()
  const done = doneOf(useCheckLines(state))
  if (login) return <HandOver {...login} passwordText={customersText.firstPassword} onDone={onHanded} />
  return (
    <>
      <p>{t(setUpText.finishedHint)}</p>
      <p className="hint">{t(setUpCardText.checksDone, done)}</p>
      <Checklist {...state} />
      <Button type="primary" onClick={() => navigate('/')}>
        {t(setUpText.toHome)}
      </Button>
    </>
  )
}

function Rail({ state, isOver }: { state: SetUpState; isOver: boolean }) {
  const { openHelp } = useShell()
  const t = useText()
  const navigate = useNavigate()
  return (
    <aside className="setup-rail">
      {!isOver && (
        <section>
          <p className="hint">{t(setUpText.laterHint)}</p>
          <Button onClick={() => navigate('/')}>{t(setUpText.later)}</Button>
        </section>
      )}
      <section>
        <button type="button" className="text-button" onClick={() => void openHelp('/setup')}>
          {t(setUpText.help)}
        </button>
      </section>
      {state.samples !== 'none' && <Samples samples={state.samples} />}
    </aside>
  )
}

function Samples({ samples }: Pick<SetUpState, 'samples'>) {
  const t = useText()
  const command = useCommand(fillSamples, {
    refreshes: [setUpState, myTasks],
    successText: setUpText.samplesStarted,
  })
  return (
    <section>
      <h3>{t(setUpText.samples)}</h3>
      <p className="hint">{t(setUpText.samplesHint)}</p>
      {samples === 'needs_measures' ? (
        <p>{t(setUpText.samplesAfter)}</p>
      ) : (
        <Button loading={command.isPending || samples === 'under_way'} onClick={() => command.mutate({})}>
          {t(setUpText.fillSamples)}
        </Button>
      )}
    </section>
  )
}
