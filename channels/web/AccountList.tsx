import { Button, Select } from 'antd'
import { useState } from 'react'
import type { Text } from '../../lib/text.ts'
import { useBulk } from '../../lib/web/BulkResult.tsx'
import { useAnswer } from '../../lib/web/call.ts'
import { useTable } from '../../lib/web/columns.tsx'
import { EnabledFilter, EnabledTag, SwitchButtons, useEnabledChip } from '../../lib/web/Enabled.tsx'
import { useFilters } from '../../lib/web/filters.ts'
import { ListMenu } from '../../lib/web/ListMenu.tsx'
import { ListPage } from '../../lib/web/ListPage.tsx'
import { useText } from '../../lib/web/language.tsx'
import { useFeature, useMay } from '../../lib/web/permission.tsx'
import { SearchBox } from '../../lib/web/SearchBox.tsx'
import { useShortcut } from '../../lib/web/shortcuts.ts'
import type { View } from '../../lib/web/Views.tsx'
import { adapterCodes } from '../carrier.ts'
import { accountColumns } from '../carrier-columns.ts'
import {
  accountQuery,
  carrierAccount,
  createAccount,
  listAccounts,
  switchAccounts,
} from '../carrier-contract.ts'
import { adapterTexts, carrierText } from '../carrier-text.ts'
import { AccountDrawer } from './AccountDrawer.tsx'
import { NewAccount } from './AccountForm.tsx'

const readings = [listAccounts, carrierAccount]

/** The accounts that the warehouse holds with its carriers, as a view of the channels. */
export function AccountList({ title, views }: { title: Text; views: View[] }) {
  const t = useText()
  const may = useMay()
  const filters = useFilters(accountQuery)
  const list = useAnswer(listAccounts, filters.value)
  const [picked, setPicked] = useState<number[]>([])
  const [isNew, setNew] = useState(false)
  const switching = useBulk(switchAccounts, { refreshes: readings, setPicked })
  const { table, columns } = useTable('carrier_accounts', accountColumns, {
    isEnabled: ({ isEnabled }) => <EnabledTag isEnabled={isEnabled} />,
  })
  const mayChange = may(createAccount.permission)
  const isFull = useFeature('channel') === 'full'
  useShortcut('new', () => setNew(true), mayChange && isFull)
  const enabledChip = useEnabledChip()
  const newButton = mayChange && (
    <Button type="primary" onClick={() => setNew(true)}>
      {t(carrierText.newAccount)}
    </Button>
  )

  return (
    <ListPage
      title={t(title)}
      views={views}
      list={list}
      paging={filters}
      actions={newButton}
      more={<ListMenu table={table} filters={filters.value} />}
      filters={
        <>
          <SearchBox
            label={t(carrierText.search)}
            value={filters.value.search}
            onSearch={(search) => filters.change({ search })}
          />
          <Select
            className="filter"
            aria-label={t(carrierText.adapter)}
            placeholder={t(carrierText.adapter)}
            value={filters.value.adapter}
            onChange={(adapter) => filters.change({ adapter })}
            options={adapterCodes.map((value) => ({ value, label: t(adapterTexts[value]) }))}
            allowClear
          />
          <EnabledFilter filters={filters} />
        </>
      }
      chips={{
        search: (search) => search,
        adapter: (adapter) => t(adapterTexts[adapter]),
        isEnabled: enabledChip,
      }}
      {...(mayChange && {
        selection: { selectedRowKeys: picked, onChange: (keys) => setPicked(keys.map(Number)) },
      })}
      bulk={
        <SwitchButtons
          picked={picked}
          bulk={switching}
          ask={t(carrierText.disableAsk, { count: picked.length })}
          warning={t(carrierText.disableWarning)}
        />
      }
      panel={
        <>
          {switching.panel}
          {isNew && <NewAccount onClose={() => setNew(false)} />}
        </>
      }
      columns={columns}
      empty={{ title: t(carrierText.noAccounts), action: newButton }}
      drawer={(open, close) => <AccountDrawer id={open} onClose={close} />}
    />
  )
}
