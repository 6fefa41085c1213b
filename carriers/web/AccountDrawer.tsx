import { EditDrawer } from '../../platform/forms/web/EditDrawer.tsx'
import { useText } from '../../platform/text/web/language.tsx'
import { LogButton } from '../../staff/audit/web/LogButton.tsx'
import { carrierAccount, editAccount } from '../contract.ts'
import { carrierText } from '../text.ts'
import { AccountCalls, AccountFacts } from './AccountFacts.tsx'
import { EditAccount } from './AccountForm.tsx'
import { AccountTest } from './AccountTest.tsx'

/** One account: details, connection test, and latest calls. */
export function AccountDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const t = useText()
  return (
    <EditDrawer
      id={id}
      onClose={onClose}
      call={carrierAccount}
      editCall={editAccount}
      title={(item) => item?.accountName ?? t(carrierText.accounts)}
      actions={(item) => <AccountTest id={item.id} />}
      log={(item) => <LogButton of="carrier_account" object={item.id} />}
      facts={(item) => (
        <>
          <AccountFacts of={item} />
          <AccountCalls id={item.id} />
        </>
      )}
      form={(item, close) => <EditAccount of={item} onClose={close} />}
    />
  )
}
