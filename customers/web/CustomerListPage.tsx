import { Button, Select } from 'antd'
import { useState } from 'react'
import { useBulk } from '../../lib/web/BulkResult.tsx'
import { useAnswer } from '../../lib/web/call.ts'
import { useTable } from '../../lib/web/columns.tsx'
import { EnabledFilter, EnabledTag, SwitchButtons, useEnabledChip } from '../../lib/web/Enabled.tsx'
import { useFilters } from '../../lib/web/filters.ts'
import { ImportDialog } from '../../lib/web/ImportDialog.tsx'
import { ListMenu } from '../../lib/web/ListMenu.tsx'
import { ListPage } from '../../lib/web/ListPage.tsx'
import { useText } from '../../lib/web/language.tsx'
import { useMay } from '../../lib/web/permission.tsx'
import { SearchBox } from '../../lib/web/SearchBox.tsx'
import { useShortcut } from '../../lib/web/shortcuts.ts'
import { customerColumns } from '../columns.ts'
import {
  createCustomer,
  customer,
  customerQuery,
  listCustomers,
  listGroups,
  switchCustomers,
} from '../contract.ts'
import { customerImport } from '../import-form.ts'
import { customersText } from '../text.ts'
import { CustomerDrawer } from './CustomerDrawer.tsx'
import { NewCustomer } from './CustomerForm.tsx'
import { GroupsDialog } from './GroupsDialog.tsx'

const readings = [listCustomers, customer, listGroups]

/** The customers of the warehouse, found by code, name, mnemonic or the first letters of their sounds. */
export function CustomerListPage() {
  const t = useText()
  const may = useMay()
  const filters = useFilters(customerQuery)
  const list = useAnswer(listCustomers, filters.value)
  const groups = useAnswer(listGroups, {})
  const [picked, setPicked] = useState<number[]>([])
  const [isOpen, setOpen] = useState<'new' | 'import' | 'groups'>()
  const close = () => setOpen(undefined)
  const switching = useBulk(switchCustomers, { refreshes: readings, setPicked })
  const { table, columns, views } = useTable('customers', customerColumns, {
    isEnabled: ({ isEnabled }) => <EnabledTag isEnabled={isEnabled} />,
  })
  const mayCreate = may(createCustomer.permission)
  useShortcut('new', () => setOpen('new'), mayCreate)
  const enabledChip = useEnabledChip()

  return (
    <ListPage
      title={t(customersText.customersTitle)}
      list={list}
      views={views}
      paging={filters}
      actions={
        mayCreate && (
          <>
            <Button type="primary" onClick={() => setOpen('new')}>
              {t(customersText.newCustomer)}
            </Button>
            <Button onClick={() => setOpen('import')}>{t(customersText.import)}</Button>
          </>
        )
      }
      more={
        <>
          <Button onClick={() => setOpen('groups')}>{t(customersText.groups)}</Button>
          <ListMenu table={table} filters={filters.value} />
        </>
      }
      filters={
        <>
          <SearchBox
            label={t(customersText.search)}
            value={filters.value.search}
            onSearch={(search) => filters.change({ search })}
          />
          <EnabledFilter filters={filters} />
          <Select
            className="filter"
            aria-label={t(customersText.group)}
            placeholder={t(customersText.group)}
            value={filters.value.groupId}
            onChange={(groupId) => filters.change({ groupId })}
            options={(groups.data ?? []).map(({ id, groupName }) => ({ value: id, label: groupName }))}
            allowClear
          />
        </>
      }
      chips={{
        search: (search) => search,
        isEnabled: enabledChip,
        groupId: (groupId) => groups.data?.find(({ id }) => id === groupId)?.groupName ?? String(groupId),
      }}
      {...(may(switchCustomers.permission) && {
        selection: { selectedRowKeys: picked, onChange: (keys) => setPicked(keys.map(Number)) },
      })}
      bulk={
        <SwitchButtons
          picked={picked}
          bulk={switching}
          ask={t(customersText.disableAsk, { count: picked.length })}
          warning={t(customersText.disableWarning)}
        />
      }
      panel={
        <>
          {switching.panel}
          {isOpen === 'new' && <NewCustomer onClose={close} />}
          {isOpen === 'groups' && <GroupsDialog onClose={close} />}
          {isOpen === 'import' && <ImportDialog form={customerImport} refreshes={readings} onClose={close} />}
        </>
      }
      columns={columns}
      empty={{
        title: t(customersText.noCustomers),
        action: mayCreate && (
          <Button type="primary" onClick={() => setOpen('new')}>
            {t(customersText.newCustomer)}
          </Button>
        ),
      }}
      drawer={(open, closeRow) => <CustomerDrawer id={open} onClose={closeRow} />}
    />
  )
}
