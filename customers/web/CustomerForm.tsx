import type { OutputOf } from '../../platform/calls/call.ts'
import { useAnswer } from '../../platform/calls/web/call.ts'
import { Dialog } from '../../platform/forms/web/Dialog.tsx'
import { FormBody, SelectField, TextField } from '../../platform/forms/web/FormParts.tsx'
import type { Fields } from '../../platform/forms/web/fields.ts'
import { useForm } from '../../platform/forms/web/form.ts'
import { countries } from '../../platform/text/countries.ts'
import { language, useText } from '../../platform/text/web/language.tsx'
import {
  createCustomer,
  editCustomer,
  getCustomer,
  listCustomers,
  listGroups,
  salesReps,
} from '../contract.ts'
import { customersText } from '../text.ts'

type Customer = OutputOf<typeof getCustomer>

const nothing = {
  customerName: '',
  mnemonic: '',
  groupId: undefined as number | undefined,
  contact: '',
  phone: '',
  email: '',
  countryCode: undefined as string | undefined,
  address: '',
  salesRepId: undefined as number | undefined,
  remark: '',
}
type Typed = typeof nothing

const sent = ({ groupId, salesRepId, countryCode, ...texts }: Typed) => ({
  ...texts,
  groupId: groupId ?? null,
  salesRepId: salesRepId ?? null,
  countryCode: countryCode ?? null,
})

export function NewCustomer({ onClose }: { onClose: () => void }) {
  const t = useText()
  const { fields, ...form } = useForm(createCustomer, {
    draft: 'new-customer',
    initial: { customerCode: '', ...nothing },
    toInput: ({ customerCode, ...facts }) => ({ customerCode, ...sent(facts) }),
    refreshes: [listCustomers],
    onDone: onClose,
  })
  return (
    <Dialog title={t(customersText.newCustomer)} onClose={onClose}>
      <FormBody fields={fields} {...form} onCancel={onClose}>
        <TextField
          fields={fields}
          name="customerCode"
          label={customersText.customerCode}
          hint={t(customersText.codeHint)}
          isRequired
        />
        <Facts fields={fields} />
      </FormBody>
    </Dialog>
  )
}

export function EditCustomer({ of, onClose }: { of: Customer; onClose: () => void }) {
  const { fields, ...form } = useForm(editCustomer, {
    draft: `customer-${of.id}`,
    initial: {
      customerName: of.customerName,
      mnemonic: of.mnemonic ?? '',
      groupId: of.groupId ?? undefined,
      contact: of.contact ?? '',
      phone: of.phone ?? '',
      email: of.email ?? '',
      countryCode: of.countryCode ?? undefined,
      address: of.address ?? '',
      salesRepId: of.salesRepId ?? undefined,
      remark: of.remark ?? '',
    },
    toInput: (typed) => ({ id: of.id, rowVersion: of.rowVersion, ...sent(typed) }),
    refreshes: [listCustomers, getCustomer],
    onDone: onClose,
  })
  return (
    <FormBody fields={fields} {...form} onCancel={onClose}>
      <Facts fields={fields} />
    </FormBody>
  )
}

function Facts<V extends Typed>({ fields }: { fields: Fields<V> }) {
  const groups = useAnswer(listGroups, {})
  const reps = useAnswer(salesReps, {})
  const { groupId, salesRepId } = fields.value
  return (
    <>
      <TextField fields={fields} name="customerName" label={customersText.customerName} isRequired />
      <TextField fields={fields} name="mnemonic" label={customersText.mnemonic} />
      <SelectField
        fields={fields}
        name="groupId"
        label={customersText.group}
        options={(groups.data ?? [])
          .filter(({ isEnabled, id }) => isEnabled || id === groupId)
          .map(({ id, groupName }) => ({ value: id, label: groupName }))}
      />
      <TextField fields={fields} name="contact" label={customersText.contact} />
      <TextField fields={fields} name="phone" label={customersText.phone} inputMode="tel" />
      <TextField fields={fields} name="email" label={customersText.email} inputMode="email" />
      <SelectField
        fields={fields}
        name="countryCode"
        label={customersText.country}
        options={countries(language).map(({ code, name }) => ({ value: code, label: `${code} ${name}` }))}
      />
      <TextField fields={fields} name="address" label={customersText.address} />
      <SelectField
        fields={fields}
        name="salesRepId"
        label={customersText.salesRep}
        options={(reps.data ?? [])
          .filter(({ isEnabled, id }) => isEnabled || id === salesRepId)
          .map(({ id, userName }) => ({ value: id, label: userName }))}
      />
      <TextField fields={fields} name="remark" label={customersText.remark} />
    </>
  )
}
