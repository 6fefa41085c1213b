import type { OutputOf } from '../../platform/calls/call.ts'
import { useAnswer } from '../../platform/calls/web/call.ts'
import { Dialog } from '../../platform/forms/web/Dialog.tsx'
import { FormBody, SelectField, TextField } from '../../platform/forms/web/FormParts.tsx'
import type { Fields } from '../../platform/forms/web/fields.ts'
import { useForm } from '../../platform/forms/web/form.ts'
import { useText } from '../../platform/text/web/language.tsx'
import { currencies } from '../../warehouse/rules.ts'
import { type AdapterCode, adapterCodes, credentialNames, credentialsOf, environments } from '../carrier.ts'
import { carrierAccount, createAccount, editAccount, listAccounts, platformChoices } from '../contract.ts'
import { adapterTexts, carrierText, credentialTexts } from '../text.ts'

type Account = OutputOf<typeof carrierAccount>

export const accountReadings = [listAccounts, carrierAccount, { feature: 'channel' }] as const
/** Fields that no draft stores and no response returns. */
const noSecrets = { apiKey: '', user: '', password: '', accessToken: '' }

/** A new account, on one of these connections; the caller receives its id. */
export function NewAccount({
  adapters = adapterCodes,
  onMade,
  onClose,
}: {
  adapters?: readonly [AdapterCode, ...AdapterCode[]]
  onMade?: (made: { id: number; carrier: string }) => void
  onClose: () => void
}) {
  const t = useText()
  const platforms = useAnswer(platformChoices, {})
  const { fields, ...form } = useForm(createAccount, {
    draft: `new-carrier-account-${adapters[0]}`,
    secrets: credentialNames,
    initial: {
      adapter: adapters[0],
      platformId: undefined as number | undefined,
      accountName: '',
      carrier: '',
      accountNo: '',
      environment: 'sandbox' as (typeof environments)[number],
      costCurrency: undefined as string | undefined,
      costRate: '',
      ...noSecrets,
    },
    toInput: ({ platformId, costCurrency, ...typed }) => ({
      ...typed,
      costCurrency: costCurrency ?? null,
      ...unused(typed.adapter),
      platformId: typed.adapter === 'platform' ? (platformId ?? null) : null,
    }),
    refreshes: accountReadings,
    onDone: ({ id }, { carrier }) => {
      onMade?.({ id, carrier })
      onClose()
    },
  })
  const { adapter } = fields.value
  return (
    <Dialog title={t(carrierText.newAccount)} onClose={onClose}>
      <FormBody fields={fields} {...form} onCancel={onClose}>
        <SelectField
          fields={fields}
          name="adapter"
          label={carrierText.adapter}
          isRequired
          options={adapters.map((value) => ({ value, label: t(adapterTexts[value]) }))}
        />
        {adapter === 'platform' && (
          <SelectField
            fields={fields}
            name="platformId"
            label={carrierText.platform}
            isRequired
            options={(platforms.data ?? []).map(({ id, platformName }) => ({
              value: id,
              label: platformName,
            }))}
          />
        )}
        <Facts fields={fields} adapter={adapter} has={[]} />
      </FormBody>
    </Dialog>
  )
}

/** A field that another adapter showed is not sent with this one. */
const unused = (adapter: AdapterCode) =>
  Object.fromEntries(
    credentialNames
      .filter((name) => !credentialsOf[adapter].takes.includes(name))
      .map((name) => [name, null]),
  )

export function EditAccount({ of, onClose }: { of: Account; onClose: () => void }) {
  const { fields, ...form } = useForm(editAccount, {
    draft: `carrier-account-${of.id}`,
    secrets: credentialNames,
    initial: {
      accountName: of.accountName,
      carrier: of.carrier,
      accountNo: of.accountNo ?? '',
      environment: of.environment,
      costCurrency: of.costCurrency ?? undefined,
      costRate: of.costRate ?? '',
      ...noSecrets,
    },
    toInput: ({ costCurrency, ...typed }) => ({
      id: of.id,
      rowVersion: of.rowVersion,
      ...typed,
      costCurrency: costCurrency ?? null,
    }),
    refreshes: accountReadings,
    onDone: onClose,
  })
  return (
    <FormBody fields={fields} {...form} onCancel={onClose}>
      <Facts fields={fields} adapter={of.adapter} has={of.credentialNames} />
    </FormBody>
  )
}

type Typed = {
  accountName: string
  carrier: string
  accountNo: string
  environment: string
  costCurrency: string | undefined
  costRate: string
} & typeof noSecrets

function Facts<V extends Typed>({
  fields,
  adapter,
  has,
}: {
  fields: Fields<V>
  adapter: AdapterCode
  has: readonly string[]
}) {
  const t = useText()
  const { takes, needs } = credentialsOf[adapter]
  return (
    <>
      <TextField fields={fields} name="accountName" label={carrierText.accountName} isRequired />
      <TextField
        fields={fields}
        name="carrier"
        label={carrierText.carrier}
        hint={t(carrierText.carrierHint)}
        isRequired
      />
      <TextField fields={fields} name="accountNo" label={carrierText.accountNo} />
      <SelectField
        fields={fields}
        name="environment"
        label={carrierText.environment}
        isRequired
        options={environments.map((value) => ({ value, label: t(carrierText[value]) }))}
      />
      <SelectField
        fields={fields}
        name="costCurrency"
        label={carrierText.costCurrency}
        hint={t(carrierText.costCurrencyHint)}
        options={currencies.map((value) => ({ value, label: value }))}
      />
      <TextField
        fields={fields}
        name="costRate"
        label={carrierText.costRate}
        hint={t(carrierText.costRateHint)}
        inputMode="decimal"
      />
      {takes.map((name) => (
        <TextField
          key={name}
          fields={fields}
          name={name}
          label={credentialTexts[name]}
          hint={t(has.includes(name) ? carrierText.keepHint : carrierText.credentialHint)}
          isRequired={needs.includes(name) && !has.includes(name)}
          type="password"
          autoComplete="new-password"
          spellCheck={false}
        />
      ))}
    </>
  )
}
