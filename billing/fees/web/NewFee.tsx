import { useState } from 'react'
import { Link } from 'react-router'
import { customerOptions } from '../../../customers/web/customer-options.ts'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import { type ChosenFile, FilesField } from '../../../platform/files/web/FilesField.tsx'
import { Dialog } from '../../../platform/forms/web/Dialog.tsx'
import { FormBody, SelectField, TextField } from '../../../platform/forms/web/FormParts.tsx'
import { useForm } from '../../../platform/forms/web/form.ts'
import { columnText } from '../../../platform/lists/column-text.ts'
import { inUnit } from '../../../platform/lists/columns.ts'
import { useLanguage, useText } from '../../../platform/text/web/language.tsx'
import { notice } from '../../../platform/ui/web/notices.ts'
import { useToday } from '../../../warehouse/web/today.ts'
import { useCurrency } from '../../../warehouse/web/unit.ts'
import { MAX_PROOFS } from '../../money/contract.ts'
import { moneyText } from '../../money/text.ts'
import { nameOf } from '../columns.ts'
import { createFee, feeChoices } from '../contract.ts'
import { feeText } from '../text.ts'
import { readings } from './readings.ts'

type Typed = {
  customerId: number | undefined
  feeTypeId: number | undefined
  amount: string
  documentNo: string
  chargeDate: string
  reason: string
}

/** Adds a fee by hand. */
export function NewFee({ onClose }: { onClose: () => void }) {
  const t = useText()
  const { language } = useLanguage()
  const today = useToday()
  const currency = useCurrency()
  const [proofs, setProofs] = useState<ChosenFile[]>([])
  const choices = useAnswer(feeChoices, {}, { staleTime: 60_000 })
  const initial: Typed = {
    ...{ customerId: undefined, feeTypeId: undefined, amount: '', documentNo: '' },
    ...{ chargeDate: today, reason: '' },
  }
  const { fields, ...form } = useForm(createFee, {
    draft: 'new-fee',
    initial,
    toInput: ({ customerId = 0, feeTypeId = 0, ...typed }) => ({
      ...{ ...typed, customerId, feeTypeId },
      fileIds: proofs.map(({ fileId }) => fileId),
    }),
    refreshes: readings,
    quiet: true,
    onDone: ({ feeNo, isRequested }) => {
      notice(
        isRequested ? 'warning' : 'success',
        t(isRequested ? feeText.requestSent : feeText.created, { no: feeNo }),
      )
      onClose()
    },
  })
  const { documentNo } = fields.value
  const isRefused = documentNo !== '' && fields.problemOf('feeTypeId') !== undefined
  return (
    <Dialog title={t(feeText.newFee)} onClose={onClose}>
      <FormBody fields={fields} {...form} onCancel={onClose}>
        <SelectField
          fields={fields}
          name="customerId"
          label={columnText.customer}
          isRequired
          options={customerOptions(choices.data?.customers)}
        />
        <SelectField
          fields={fields}
          name="feeTypeId"
          label={feeText.feeType}
          isRequired
          hint={
            isRefused && (
              <Link to={`/query/cost?document=${encodeURIComponent(documentNo)}`} target="_blank">
                {t(feeText.showFeesOf, { no: documentNo })}
              </Link>
            )
          }
          options={(choices.data?.types ?? [])
            .filter(({ isEnabled }) => isEnabled)
            .map((type) => ({ value: type.id, label: `${type.feeCode} ${nameOf(type, language)}` }))}
        />
        <TextField
          fields={fields}
          name="amount"
          label={inUnit(columnText.amount, currency)}
          isRequired
          inputMode="decimal"
          hint={t(feeText.amountHint)}
        />
        <TextField
          fields={fields}
          name="documentNo"
          label={feeText.documentNo}
          maxLength={40}
          hint={t(feeText.documentHint)}
        />
        <TextField fields={fields} name="chargeDate" label={feeText.chargeDate} isRequired type="date" />
        <TextField fields={fields} name="reason" label={feeText.reason} isRequired maxLength={500} />
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
