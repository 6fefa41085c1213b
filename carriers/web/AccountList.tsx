import { useAnswer } from '../../platform/calls/web/call.ts'
import { useFilters } from '../../platform/lists/web/filters.ts'
import { MasterList } from '../../platform/lists/web/MasterList.tsx'
import type { View } from '../../platform/lists/web/Views.tsx'
import type { Text } from '../../platform/text/text.ts'
import { useText } from '../../platform/text/web/language.tsx'
import { useLogAction } from '../../staff/audit/web/LogButton.tsx'
import { adapterCodes } from '../carrier.ts'
import { accountColumns } from '../columns.ts'
import { accountQuery, createAccount, listAccounts, switchAccounts } from '../contract.ts'
import { adapterTexts, carrierText } from '../text.ts'
import { AccountDrawer } from './AccountDrawer.tsx'
import { accountReadings, NewAccount } from './AccountForm.tsx'

/** The carrier accounts, as a view of the channels. */
export function AccountList({ title, views }: { title: Text; views: View[] }) {
  const t = useText()
  const filters = useFilters(accountQuery)
  const list = useAnswer(listAccounts, filters.value)
  return (
    <MasterList
      title={title}
      views={views}
      filters={filters}
      list={list}
      name="carrier_accounts"
      columns={accountColumns}
      words={{ ...carrierText, fresh: carrierText.newAccount, none: carrierText.noAccounts }}
      createCall={createAccount}
      switchCall={switchAccounts}
      readings={accountReadings}
      form={(close) => <NewAccount onClose={close} />}
      drawer={(open, close) => <AccountDrawer id={open} onClose={close} />}
      also={[
        {
          kind: 'choice',
          name: 'adapter',
          label: t(carrierText.adapter),
          options: adapterCodes.map((value) => ({ value, label: t(adapterTexts[value]) })),
        },
      ]}
      more={[useLogAction('carrier_account')]}
    />
  )
}
