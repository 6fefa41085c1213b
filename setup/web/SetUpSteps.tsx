import { Alert, Button, Flex, Radio } from 'antd'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { createCustomer, listCustomers } from '../../customers/contract.ts'
import { customersText } from '../../customers/text.ts'
import { listLocations, listZones, previewBins } from '../../inventory/locations/contract.ts'
import { BinRanges, firstRanges, useBinPreview } from '../../inventory/locations/web/BinRanges.tsx'
import type { OutputOf } from '../../platform/calls/call.ts'
import { useCommand } from '../../platform/calls/web/call.ts'
import { Field } from '../../platform/forms/web/Field.tsx'
import { CheckField, FormBody, TextField } from '../../platform/forms/web/FormParts.tsx'
import { useForm } from '../../platform/forms/web/form.ts'
import { fill, type Text } from '../../platform/text/text.ts'
import { useDictionary } from '../../platform/text/web/dictionary.tsx'
import { useText } from '../../platform/text/web/language.tsx'
import { useMissing } from '../../platform/ui/web/missing-right.ts'
import { useFeature, useMay } from '../../platform/ui/web/permission.tsx'
import { type GivenLogin, LoginFields } from '../../staff/web/SetPassword.tsx'
import { warehouseFacts } from '../../warehouse/contract.ts'
import { warehouseText } from '../../warehouse/text.ts'
import { topInfo } from '../../warehouse/top-contract.ts'
import { FactsFields, factsIn } from '../../warehouse/web/FactsFields.tsx'
import { MeasuresFields, measuresIn, sentMeasures } from '../../warehouse/web/MeasuresFields.tsx'
import { passStep, setUpCustomer, setUpLocations, setUpMeasures, setUpWarehouse } from '../contract.ts'
import { type SetUpState, setUpState } from '../state-contract.ts'
import { setUpText } from '../text.ts'

type Facts = OutputOf<typeof warehouseFacts>
type Taken = (taken: { initStep: number }) => void
export type Step = { facts: Facts; state: SetUpState; onTaken: Taken }

export const readings = [setUpState, warehouseFacts, topInfo]

const receivingWays = [
  { value: true, title: setUpText.oneStep, why: setUpText.oneStepHint },
  { value: false, title: setUpText.twoSteps, why: setUpText.twoStepsHint },
]

export function WarehouseStep({ facts, state, onTaken }: Step) {
  const t = useText()
  const { fields, ...form } = useForm(setUpWarehouse, {
    draft: 'setup-warehouse',
    initial: {
      ...factsIn(facts),
      userName: state.userName,
      receiveOneStep: facts.settings.receiveOneStep,
    },
    toInput: (typed) => ({ rowVersion: facts.rowVersion, ...typed }),
    refreshes: readings,
    quiet: true,
    onDone: onTaken,
  })
  return (
    <FormBody fields={fields} {...form} submitText={setUpText.next}>
      <TextField
        fields={fields}
        name="userName"
        label={setUpText.yourName}
        hint={t(setUpText.yourNameHint)}
        isRequired
      />
      <div className="setup-fields">
        <FactsFields fields={fields} />
      </div>
      <Field
        fields={fields}
        name="receiveOneStep"
        label={setUpText.receiving}
        hint={t(setUpText.receivingHint)}
        isRequired
      >
        {() => (
          <Radio.Group
            vertical
            aria-label={t(setUpText.receiving)}
            value={fields.value.receiveOneStep}
            onChange={({ target }) => fields.change({ receiveOneStep: target.value })}
            options={receivingWays.map(({ value, title, why }) => ({
              value,
              label: (
                <>
                  {t(title)} <span className="hint">{t(why)}</span>
                </>
              ),
            }))}
          />
        )}
      </Field>
    </FormBody>
  )
}

export function MeasuresStep(step: Step) {
  const t = useText()
  const units = useDictionary('metricUnit')
  const { currencyCode, unit } = step.facts
  const isUnknown = currencyCode === null || unit === null
  // The form stays until the step ends: its own refresh would otherwise remove it before it could continue.
  const [isChosenHere] = useState(isUnknown)
  if (isUnknown || isChosenHere) return <ChooseMeasures {...step} />
  return (
    <PassOn step={2} text={setUpText.goOn} onTaken={step.onTaken}>
      <p>{t(setUpText.measuresAre, { measures: `${currencyCode} · ${units.textOf(unit)}` })}</p>
    </PassOn>
  )
}

function ChooseMeasures({ facts, onTaken }: Step) {
  const t = useText()
  const { fields, ...form } = useForm(setUpMeasures, {
    draft: 'setup-measures',
    secrets: ['typed'],
    initial: measuresIn(facts),
    toInput: sentMeasures,
    refreshes: readings,
    quiet: true,
    onDone: onTaken,
  })
  return (
    <FormBody fields={fields} {...form} submitText={warehouseText.fixForGood}>
      <Alert type="warning" showIcon title={t(warehouseText.once)} style={{ marginBottom: 16 }} />
      <MeasuresFields fields={fields} of={facts} />
    </FormBody>
  )
}

export function LocationsStep({ state, onTaken }: Step) {
  const t = useText()
  const { fields, ...form } = useForm(setUpLocations, {
    draft: 'setup-locations',
    initial: firstRanges,
    toInput: (typed) => typed,
    refreshes: [...readings, listLocations, listZones, previewBins],
    quiet: true,
    onDone: onTaken,
  })
  const skip = usePass(3, onTaken)
  const preview = useBinPreview(fields.value)
  return (
    <FormBody
      fields={fields}
      {...form}
      submitText={fill(setUpText.createAndGoOn, { count: preview.count })}
      cancelText={setUpText.skip}
      onCancel={skip.pass}
    >
      <p className="hint">{t(setUpText.locationsHint)}</p>
      {state.locations > 0 && <p>{t(setUpText.locationsAre, { count: state.locations })}</p>}
      <BinRanges fields={fields} preview={preview} />
      <p>
        <Link to="/setting/warehouse?view=locations">{t(setUpText.locationsLink)}</Link>
      </p>
    </FormBody>
  )
}

export function CustomerStep({ onLogin, ...step }: Step & { onLogin: (given: GivenLogin) => void }) {
  const t = useText()
  const may = useMay()
  const isOwn = useFeature('customer') === 'full'
  const whatIsMissing = useMissing(isOwn && !may(createCustomer.permission))
  if (isOwn && may(createCustomer.permission)) return <FirstCustomer {...step} onLogin={onLogin} />
  return (
    <PassOn step={5} text={setUpText.goOn} onTaken={step.onTaken}>
      <p>{isOwn ? whatIsMissing(createCustomer.permission) : t(setUpText.fromParent)}</p>
    </PassOn>
  )
}

function FirstCustomer({
  state,
  onTaken,
  onLogin,
}: Omit<Step, 'facts'> & { onLogin: (given: GivenLogin) => void }) {
  const t = useText()
  const skip = usePass(5, onTaken)
  const { fields, ...form } = useForm(setUpCustomer, {
    draft: 'setup-customer',
    secrets: ['password'],
    initial: {
      customerCode: '',
      customerName: '',
      contact: '',
      phone: '',
      email: '',
      hasLogin: false,
      loginAccount: '',
      password: '',
    },
    toInput: ({ hasLogin, loginAccount, password, ...facts }) => ({
      ...facts,
      loginAccount: hasLogin ? loginAccount : null,
      password: hasLogin ? password : null,
    }),
    also: ({ hasLogin, loginAccount }) =>
      hasLogin && loginAccount.trim() === '' ? { loginAccount: setUpText.loginNeedsAccount } : {},
    refreshes: [...readings, listCustomers],
    quiet: true,
    onDone: (taken, { hasLogin, loginAccount, password }) => {
      if (hasLogin) onLogin({ loginAccount, password })
      onTaken(taken)
    },
  })
  return (
    <FormBody
      fields={fields}
      {...form}
      submitText={setUpText.finish}
      cancelText={setUpText.skip}
      onCancel={skip.pass}
    >
      {state.customers > 0 && <p>{t(setUpText.customersAre, { count: state.customers })}</p>}
      <TextField
        fields={fields}
        name="customerCode"
        label={customersText.customerCode}
        hint={t(customersText.codeHint)}
        isRequired
      />
      <TextField fields={fields} name="customerName" label={customersText.customerName} isRequired />
      <TextField fields={fields} name="contact" label={customersText.contact} />
      <TextField fields={fields} name="phone" label={customersText.phone} inputMode="tel" />
      <TextField fields={fields} name="email" label={customersText.email} inputMode="email" />
      <CheckField fields={fields} name="hasLogin" label={setUpText.withLogin} />
      {fields.value.hasLogin && (
        <LoginFields
          fields={fields}
          accountText={customersText.loginAccount}
          passwordText={customersText.firstPassword}
        />
      )}
    </FormBody>
  )
}

/** Skips a step. */
export function usePass(step: 2 | 3 | 4 | 5, onTaken: Taken) {
  const command = useCommand(passStep, { refreshes: [...readings, listLocations, listZones], quiet: true })
  return { isPending: command.isPending, pass: () => command.mutate({ step }, { onSuccess: onTaken }) }
}

/** A step with nothing to do here. */
export function PassOn({
  step,
  text,
  onTaken,
  children,
}: {
  step: 2 | 3 | 4 | 5
  text: Text
  onTaken: Taken
  children: ReactNode
}) {
  const t = useText()
  const { pass, isPending } = usePass(step, onTaken)
  return (
    <>
      {children}
      <Flex justify="end">
        <Button type="primary" loading={isPending} onClick={pass}>
          {t(text)}
        </Button>
      </Flex>
    </>
  )
}
