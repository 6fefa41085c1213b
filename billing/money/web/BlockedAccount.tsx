import { Alert, Button } from 'antd'
import { useState } from 'react'
import { getCustomer, listCustomers } from '../../../customers/contract.ts'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import { ReasonForm } from '../../../platform/forms/web/ReasonDialog.tsx'
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
      {isOpen && (
        <ReasonForm
          call={unblockAccounts}
          title={t(moneyText.unblock)}
          warning={moneyText.unblockHint}
          submitText={moneyText.unblock}
          toInput={(reason) => ({ reason, ids: [id] })}
          refreshes={[getCustomer, listCustomers]}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
