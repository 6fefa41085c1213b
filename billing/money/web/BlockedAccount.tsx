import { Alert, Button } from 'antd'
import { useState } from 'react'
import { getCustomer, listCustomers } from '../../../customers/contract.ts'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import { Dialog } from '../../../platform/forms/web/Dialog.tsx'
import { FormBody, TextField } from '../../../platform/forms/web/FormParts.tsx'
import { useForm } from '../../../platform/forms/web/form.ts'
import { useText } from '../../../platform/text/web/language.tsx'
import { useFeature, useMay } from '../../../platform/ui/web/permission.tsx'
import { unblockAccounts } from '../contract.ts'
import { moneyText } from '../text.ts'

/** Says that a ledger check has blocked a customer's account, and offers to unblock it. */
export function BlockedAccount({ id }: { id: number }) {
  const t = useText()
  const may = useMay()
  const [isOpen, setOpen] = useState(false)
  const mayUnblock = useFeature(unblockAccounts.feature) === 'full' && may(unblockAccounts.permission)
  const code = useAnswer(getCustomer, { id }).data?.blockedBecause
  if (!code) return null
  const close = () => setOpen(false)
  return (
    <>
      <Alert
        type="error"
        showIcon
        title={t(moneyText.blocked, { code })}
        description={t(moneyText.blockedHint)}
        action={
          mayUnblock && (
            <Button size="small" onClick={() => setOpen(true)}>
              {t(moneyText.unblock)}
            </Button>
          )
        }
      />
      {isOpen && <UnblockDialog id={id} onClose={close} />}
    </>
  )
}

function UnblockDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const t = useText()
  const { fields, onSubmit, isPending } = useForm(unblockAccounts, {
    initial: { reason: '' },
    toInput: ({ reason }) => ({ reason, ids: [id] }),
    refreshes: [getCustomer, listCustomers],
    onDone: onClose,
  })
  return (
    <Dialog title={t(moneyText.unblock)} onClose={onClose}>
      <p>{t(moneyText.unblockHint)}</p>
      <FormBody
        fields={fields}
        onSubmit={onSubmit}
        isPending={isPending}
        onCancel={onClose}
        submitText={moneyText.unblock}
      >
        <TextField fields={fields} name="reason" label={moneyText.reason} isRequired />
      </FormBody>
    </Dialog>
  )
}
