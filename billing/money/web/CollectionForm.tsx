import { Alert } from 'antd'
import { useState } from 'react'
import { customerOptions } from '../../../customers/web/customer-options.ts'
import type { OutputOf } from '../../../platform/calls/call.ts'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import { type ChosenFile, FilesField } from '../../../platform/files/web/FilesField.tsx'
import { Dialog } from '../../../platform/forms/web/Dialog.tsx'
import { FormBody, SelectField, TextField } from '../../../platform/forms/web/FormParts.tsx'
import type { Fields } from '../../../platform/forms/web/fields.ts'
import { useForm } from '../../../platform/forms/web/form.ts'
import { columnText } from '../../../platform/lists/column-text.ts'
import { inUnit } from '../../../platform/lists/columns.ts'
import { useDictionary } from '../../../platform/text/web/dictionary.tsx'
import { useText } from '../../../platform/text/web/language.tsx'
import { useToday } from '../../../warehouse/web/today.ts'
import { useCurrency } from '../../../warehouse/web/unit.ts'
import { BillsField } from '../../bills/web/BillsField.tsx'
import {
  collectionCustomers,
  collectionTwins,
  createCollection,
  editCollection,
  type getCollection,
  MAX_PROOFS,
} from '../contract.ts'
import { asStored, type PayMethod, type Purpose, twinFacts } from '../rules.ts'
import { moneyText } from '../text.ts'
import { readings } from './readings.ts'

type Collection = OutputOf<typeof getCollection>

type Typed = {
  customerId: number | undefined
  purpose: Purpose
  amount: string
  payMethod: PayMethod
  bankName: string
  bankRefNo: string
  paidOn: string
  remark: string
  billIds: number[]
}

const sent = ({ customerId = 0, amount, billIds, ...typed }: Typed) => ({
  ...typed,
  billIds: typed.purpose === 'bill_payment' ? billIds : [],
  customerId,
  amount: asStored(typed.purpose, amount),
})

/** Records a payment as a draft, with its proof. The customer may be given, as on the customer's page. */
export function NewCollection({ customerId, onClose }: { customerId?: number; onClose: () => void }) {
  const t = useText()
  const [proofs, setProofs] = useState<ChosenFile[]>([])
  const today = useToday()
  const initial: Typed = {
    ...{ customerId, purpose: 'top_up', amount: '', payMethod: 'bank' },
    ...{ bankName: '', bankRefNo: '', paidOn: today, remark: '', billIds: [] },
  }
  const { fields, ...form } = useForm(createCollection, {
    draft: customerId ? `collection-of-${customerId}` : 'new-collection',
    initial,
    toInput: (typed) => ({ ...sent(typed), fileIds: proofs.map(({ fileId }) => fileId) }),
    refreshes: readings,
    onDone: onClose,
  })
  return (
    <Dialog title={t(moneyText.newCollection)} onClose={onClose}>
      <FormBody fields={fields} {...form} onCancel={onClose}>
        <Facts fields={fields} isOfCustomer={customerId !== undefined} />
        <FilesField
          files={proofs}
          max={MAX_PROOFS}
          words={{ files: moneyText.proofs, add: moneyText.addProof, remove: moneyText.removeProof }}
          onChange={setProofs}
        />
      </FormBody>
    </Dialog>
  )
}

export function EditCollection({ of, onClose }: { of: Collection; onClose: () => void }) {
  const initial: Typed = {
    customerId: of.customerId,
    purpose: of.purpose,
    amount: of.amount,
    payMethod: of.payMethod,
    bankName: of.bankName ?? '',
    bankRefNo: of.bankRefNo ?? '',
    paidOn: of.paidOn,
    remark: of.remark ?? '',
    billIds: of.bills.map(({ billId }) => billId),
  }
  const { fields, ...form } = useForm(editCollection, {
    draft: `collection-${of.id}`,
    initial,
    toInput: (typed) => ({ id: of.id, rowVersion: of.rowVersion, ...sent(typed) }),
    refreshes: readings,
    onDone: onClose,
  })
  return (
    <FormBody fields={fields} {...form} onCancel={onClose}>
      <Facts fields={fields} id={of.id} />
    </FormBody>
  )
}

function Facts({
  fields,
  id,
  isOfCustomer = false,
}: {
  fields: Fields<Typed>
  id?: number
  isOfCustomer?: boolean
}) {
  const t = useText()
  const customers = useAnswer(collectionCustomers, {}, { staleTime: 60_000 })
  const currency = useCurrency()
  const purposes = useDictionary('transaction_business_type')
  const methods = useDictionary('payMethod')
  const { purpose, payMethod, customerId } = fields.value
  return (
    <>
      <SelectField
        fields={fields}
        name="customerId"
        label={columnText.customer}
        isRequired
        disabled={isOfCustomer}
        options={customerOptions(customers.data)}
      />
      <SelectField
        fields={fields}
        name="purpose"
        label={moneyText.purpose}
        isRequired
        options={purposes.options}
        hint={
          purpose === 'refund'
            ? t(moneyText.refundHint)
            : purpose === 'deposit'
              ? t(moneyText.depositHint)
              : undefined
        }
      />
      {purpose === 'bill_payment' && customerId !== undefined && (
        <BillsField fields={fields} customerId={customerId} />
      )}
      <TextField
        fields={fields}
        name="amount"
        label={inUnit(columnText.amount, currency)}
        isRequired
        inputMode="decimal"
      />
      <SelectField
        fields={fields}
        name="payMethod"
        label={moneyText.payMethod}
        isRequired
        options={methods.options}
      />
      <TextField
        fields={fields}
        name="bankName"
        label={moneyText.bankName}
        isRequired={payMethod === 'bank'}
        maxLength={200}
      />
      <TextField fields={fields} name="bankRefNo" label={moneyText.bankRefNo} maxLength={35} />
      <TextField fields={fields} name="paidOn" label={moneyText.paidOn} isRequired type="date" />
      <Twins of={fields.value} id={id} />
      <TextField fields={fields} name="remark" label={columnText.remark} maxLength={500} />
    </>
  )
}

/** A warning that the payment may be recorded already; it may still be saved. */
function Twins({ of, id }: { of: Typed; id: number | undefined }) {
  const t = useText()
  const facts = twinFacts(of)
  const { data } = useAnswer(
    collectionTwins,
    { ...facts, ...(id && { exceptId: id }) },
    { enabled: facts !== undefined, keep: false },
  )
  if (!data?.length) return null
  return <Alert type="warning" showIcon title={t(moneyText.twins, { nos: data.join(', ') })} />
}
