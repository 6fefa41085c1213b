import { Button, Select, Tooltip } from 'antd'
import { useState } from 'react'
import { useAnswer } from '../../platform/calls/web/call.ts'
import { useBulk } from '../../platform/lists/web/BulkResult.tsx'
import { useTable } from '../../platform/lists/web/columns.tsx'
import { EnabledFilter, SwitchButtons, useEnabledChip } from '../../platform/lists/web/Enabled.tsx'
import { useFilters } from '../../platform/lists/web/filters.ts'
import { ListMenu } from '../../platform/lists/web/ListMenu.tsx'
import { ListPage } from '../../platform/lists/web/ListPage.tsx'
import { SearchBox } from '../../platform/lists/web/SearchBox.tsx'
import { usePicks } from '../../platform/lists/web/selection.ts'
import type { View } from '../../platform/lists/web/Views.tsx'
import { LocalTime } from '../../platform/text/web/LocalTime.tsx'
import { useText } from '../../platform/text/web/language.tsx'
import { lazyDialog, lazyDrawer } from '../../platform/ui/web/lazy-page.tsx'
import { useFeature, useMay } from '../../platform/ui/web/permission.tsx'
import { useShortcut } from '../../platform/ui/web/shortcuts.ts'
import { staffColumns } from '../columns.ts'
import { getStaffMember, inviteStaff, listRoles, listStaff, staffQuery, switchStaff } from '../contract.ts'
import { roleTitle } from '../roles/roles.ts'
import { staffText } from '../text.ts'
import type { Adding } from './StaffForm.tsx'
import { StaffTags } from './StaffTags.tsx'

const AddStaff = lazyDialog(() => import('./StaffForm.tsx'), 'AddStaff')
const StaffDrawer = lazyDrawer(() => import('./StaffDrawer.tsx'), 'StaffDrawer')

export function StaffListPage({ views }: { views: View[] }) {
  const t = useText()
  const may = useMay()
  const filters = useFilters(staffQuery)
  const list = useAnswer(listStaff, filters.value)
  const roles = useAnswer(listRoles, {})
  const picks = usePicks('staff', filters.value)
  const [adding, setAdding] = useState<Adding>()
  const switching = useBulk(switchStaff, { refreshes: [listStaff, getStaffMember], picks })
  const enabledChip = useEnabledChip()
  const roleNames = (roles.data ?? []).map((role) => ({ value: role.id, label: t(roleTitle(role)) }))
  const isOpen = useFeature('account') === 'full'
  const {
    table,
    columns,
    views: own,
  } = useTable('staff', staffColumns, {
    isEnabled: (row) => <StaffTags {...row} />,
    lastLoginAt: ({ lastLoginAt }) => (lastLoginAt ? <LocalTime at={lastLoginAt} /> : t(staffText.never)),
  })
  const mayAdd = isOpen && may(inviteStaff.permission)
  useShortcut('new', () => setAdding('invite'), mayAdd && adding === undefined)

  return (
    <ListPage
      views={[...views, ...own]}
      title={t(staffText.staffTitle)}
      list={list}
      paging={filters}
      more={<ListMenu table={table} filters={filters.value} />}
      filters={
        <>
          <SearchBox
            label={t(staffText.search)}
            value={filters.value.search}
            onSearch={(search) => filters.change({ search })}
          />
          <EnabledFilter filters={filters} />
          <Select
            className="filter"
            aria-label={t(staffText.role)}
            placeholder={t(staffText.role)}
            value={filters.value.roleId}
            onChange={(roleId) => filters.change({ roleId })}
            options={roleNames}
            loading={roles.isLoading}
            allowClear
          />
        </>
      }
      {...(mayAdd && {
        actions: (
          <>
            <Button onClick={() => setAdding('create')}>{t(staffText.createAccount)}</Button>
            <Tooltip title={`${t(staffText.invite)} (N)`}>
              <Button type="primary" onClick={() => setAdding('invite')}>
                {t(staffText.invite)}
              </Button>
            </Tooltip>
          </>
        ),
      })}
      chips={{
        search: (search) => search,
        roleId: (roleId) =>
          `${t(staffText.role)}: ${roleNames.find(({ value }) => value === roleId)?.label ?? roleId}`,
        isEnabled: enabledChip,
      }}
      {...(may(switchStaff.permission) && {
        picks,
      })}
      bulk={
        <SwitchButtons
          picks={picks}
          bulk={switching}
          ask={t(staffText.disableAsk, { count: picks.count })}
          warning={t(staffText.disableWarning)}
        />
      }
      panel={switching.panel}
      columns={columns}
      density={table.density}
      empty={{ title: t(staffText.noStaff) }}
      drawer={(open, close) => (
        <>
          <StaffDrawer id={open} onClose={close} />
          {adding && <AddStaff how={adding} onClose={() => setAdding(undefined)} />}
        </>
      )}
    />
  )
}
