import { Divider, Input } from 'antd'
import type { ReactNode } from 'react'
import type { OutputOf } from '../../platform/calls/call.ts'
import { Dialog } from '../../platform/forms/web/Dialog.tsx'
import { Field } from '../../platform/forms/web/Field.tsx'
import { FormBody, SelectField, TextField } from '../../platform/forms/web/FormParts.tsx'
import type { Fields } from '../../platform/forms/web/fields.ts'
import { useForm } from '../../platform/forms/web/form.ts'
import type { Text } from '../../platform/text/text.ts'
import { useText } from '../../platform/text/web/language.tsx'
import { platformChoices } from '../contract.ts'
import { createPlatform, editPlatform, listPlatforms, platform } from '../platform-contract.ts'
import { headersAsText, templateFields } from '../platform-template.ts'
import { platformText } from '../platform-text.ts'
import './calls.css'

type Platform = OutputOf<typeof platform>

export const platformReadings = [listPlatforms, platform, platformChoices]

/** The usual template, so that the form does not start empty. */
const beginning = {
  platformName: '',
  address: '',
  headers: 'Authorization: Bearer {{credential.accessToken}}',
  buyMethod: 'POST' as 'POST' | 'PUT',
  buyPath: '/labels',
  buyBody: JSON.stringify(
    {
      key: '{{order.key}}',
      reference: '{{order.reference}}',
      service: '{{order.service}}',
      to: {
        name: '{{to.name}}',
        street: '{{to.address1}}',
        city: '{{to.city}}',
        state: '{{to.stateCode}}',
        zip: '{{to.zip}}',
        country: '{{to.countryCode}}',
        phone: '{{to.phone}}',
      },
      weightKg: '{{parcel.kilograms:number}}',
    },
    null,
    2,
  ),
  findPath: '/labels/{{order.key}}',
  voidMethod: 'DELETE' as 'POST' | 'PUT' | 'DELETE',
  voidPath: '/labels/{{label.ref}}',
  voidBody: '',
  checkPath: '',
  okPath: '',
  okValue: '',
  noneValue: '',
  errorPath: 'message',
  refPath: 'id',
  trackingPath: 'trackingNo',
  labelKind: 'base64' as 'base64' | 'address',
  labelPath: 'label',
  costPath: '',
  currencyPath: '',
}
type Typed = typeof beginning

export function NewPlatform({ onClose }: { onClose: () => void }) {
  const t = useText()
  const { fields, ...form } = useForm(createPlatform, {
    draft: 'new-platform',
    initial: { platformCode: '', ...beginning },
    toInput: (typed) => typed,
    refreshes: platformReadings,
    onDone: onClose,
  })
  return (
    <Dialog width={720} title={t(platformText.newPlatform)} onClose={onClose}>
      <FormBody fields={fields} {...form} onCancel={onClose}>
        <TextField
          fields={fields}
          name="platformCode"
          label={platformText.platformCode}
          hint={t(platformText.codeHint)}
          isRequired
        />
        <Mapping fields={fields} />
      </FormBody>
    </Dialog>
  )
}

export function EditPlatform({ of, onClose }: { of: Platform; onClose: () => void }) {
  const { fields, ...form } = useForm(editPlatform, {
    draft: `platform-${of.id}`,
    initial: typedOf(of),
    toInput: (typed) => ({ id: of.id, rowVersion: of.rowVersion, ...typed }),
    refreshes: platformReadings,
    onDone: onClose,
  })
  return (
    <FormBody fields={fields} {...form} onCancel={onClose}>
      <Mapping fields={fields} />
    </FormBody>
  )
}

function typedOf({ platformName, shape: { address, headers, requests, answers } }: Platform): Typed {
  const methodOf = <M extends string>(method: string | undefined, all: readonly M[], first: M): M =>
    all.find((item) => item === method) ?? first
  return {
    platformName,
    address,
    headers: headersAsText(headers),
    buyMethod: methodOf(requests.buy.method, ['POST', 'PUT'], 'POST'),
    buyPath: requests.buy.path,
    buyBody: requests.buy.body ?? '',
    findPath: requests.find?.path ?? '',
    voidMethod: methodOf(requests.void?.method, ['POST', 'PUT', 'DELETE'], 'DELETE'),
    voidPath: requests.void?.path ?? '',
    voidBody: requests.void?.body ?? '',
    checkPath: requests.check?.path ?? '',
    okPath: answers.okPath ?? '',
    okValue: answers.okValue ?? '',
    noneValue: answers.noneValue ?? '',
    errorPath: answers.errorPath ?? '',
    refPath: answers.refPath ?? '',
    trackingPath: answers.trackingPath,
    labelKind: answers.labelKind,
    labelPath: answers.labelPath,
    costPath: answers.costPath ?? '',
    currencyPath: answers.currencyPath ?? '',
  }
}

const same = (values: readonly string[]) => values.map((value) => ({ value, label: value }))

/** The platform's URL, the requests, and the paths in its responses. */
function Mapping<V extends Typed>({ fields }: { fields: Fields<V> }) {
  const t = useText()
  return (
    <>
      <TextField fields={fields} name="platformName" label={platformText.platformName} isRequired />
      <TextField
        fields={fields}
        name="address"
        label={platformText.address}
        hint={t(platformText.addressHint)}
        isRequired
        inputMode="url"
        spellCheck={false}
        placeholder="https://api.carrier.example/v1"
      />
      <LinesField
        fields={fields}
        name="headers"
        label={platformText.headers}
        rows={2}
        hint={t(platformText.headersHint, { example: 'Authorization: Bearer {{credential.accessToken}}' })}
      />
      <details>
        <summary>{t(platformText.fields)}</summary>
        <p>
          {t(platformText.fieldsHint, { example: '{{to.zip}}', number: '"{{parcel.kilograms:number}}"' })}
        </p>
        <p className="template-fields">{templateFields.join(', ')}</p>
      </details>
      <Divider titlePlacement="start">{t(platformText.buy)}</Divider>
      <Pair>
        <SelectField
          fields={fields}
          name="buyMethod"
          label={platformText.buyMethod}
          isRequired
          options={same(['POST', 'PUT'])}
        />
        <TextField
          fields={fields}
          name="buyPath"
          label={platformText.buyPath}
          isRequired
          spellCheck={false}
        />
      </Pair>
      <LinesField fields={fields} name="buyBody" label={platformText.buyBody} rows={10} isRequired />
      <Divider titlePlacement="start">{t(platformText.answers)}</Divider>
      <Places fields={fields} />
      <Divider titlePlacement="start">{t(platformText.find)}</Divider>
      <TextField
        fields={fields}
        name="findPath"
        label={platformText.findPath}
        hint={t(platformText.findHint, { example: '{{order.key}}' })}
        spellCheck={false}
      />
      <TextField
        fields={fields}
        name="noneValue"
        label={platformText.noneValue}
        hint={t(platformText.noneHint)}
      />
      <Pair>
        <SelectField
          fields={fields}
          name="voidMethod"
          label={platformText.voidMethod}
          isRequired
          options={same(['POST', 'PUT', 'DELETE'])}
        />
        <TextField fields={fields} name="voidPath" label={platformText.voidPath} spellCheck={false} />
      </Pair>
      <LinesField fields={fields} name="voidBody" label={platformText.voidBody} rows={2} />
      <TextField
        fields={fields}
        name="checkPath"
        label={platformText.checkPath}
        hint={t(platformText.checkHint)}
        spellCheck={false}
      />
    </>
  )
}

function Places<V extends Typed>({ fields }: { fields: Fields<V> }) {
  const t = useText()
  const hint = t(platformText.placeHint)
  return (
    <>
      <Pair>
        <TextField
          fields={fields}
          name="trackingPath"
          label={platformText.trackingPath}
          hint={hint}
          isRequired
          spellCheck={false}
        />
        <TextField fields={fields} name="refPath" label={platformText.refPath} spellCheck={false} />
      </Pair>
      <Pair>
        <SelectField
          fields={fields}
          name="labelKind"
          label={platformText.labelKind}
          isRequired
          options={[
            { value: 'base64', label: t(platformText.asBase64) },
            { value: 'address', label: t(platformText.asAddress) },
          ]}
        />
        <TextField
          fields={fields}
          name="labelPath"
          label={platformText.labelPath}
          isRequired
          spellCheck={false}
        />
      </Pair>
      <Pair>
        <TextField fields={fields} name="okPath" label={platformText.okPath} spellCheck={false} />
        <TextField fields={fields} name="okValue" label={platformText.okValue} />
      </Pair>
      <TextField fields={fields} name="errorPath" label={platformText.errorPath} spellCheck={false} />
      <Pair>
        <TextField fields={fields} name="costPath" label={platformText.costPath} spellCheck={false} />
        <TextField fields={fields} name="currencyPath" label={platformText.currencyPath} spellCheck={false} />
      </Pair>
    </>
  )
}

const Pair = ({ children }: { children: ReactNode }) => <div className="mapping-pair">{children}</div>

/** Multi-line text in a form. */
function LinesField<V extends object>({
  fields,
  name,
  label,
  rows,
  hint,
  isRequired = false,
}: {
  fields: Fields<V>
  name: keyof V & string
  label: Text
  rows: number
  hint?: ReactNode
  isRequired?: boolean
}) {
  return (
    <Field fields={fields} name={name} label={label} hint={hint} isRequired={isRequired}>
      {(answer) => (
        <Input.TextArea
          {...fields.bind(name)}
          {...answer}
          autoSize={{ minRows: rows, maxRows: 20 }}
          spellCheck={false}
        />
      )}
    </Field>
  )
}
