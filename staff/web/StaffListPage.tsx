import { useState } from 'react'
import { useAnswer } from '../../platform/calls/web/call.ts'
import { useBulk } from '../../platform/lists/web/BulkResult.tsx'
import { useTable } from '../../platform/lists/web/columns.tsx'
import { enabledFilter, SwitchButtons } from '../../platform/lists/web/Enabled.tsx'
import { useFilters } from '../../platform/lists/web/filters.ts'
import { ListPage } from '../../platform/lists/web/ListPage.tsx'
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
  const isOpen = useFeature('account') === 'full'
  const table = useTable('staff', staffColumns, {
    isEnabled: (row) => <StaffTags {...row} />,
    lastLoginAt: ({ lastLoginAt }) => (lastLoginAt ? <LocalTime at={lastLoginAt} /> : t(staffText.never)),
  })
  const mayAdd = isOpen && may(inviteStaff.permission)
  useShortcut('new', () => setAdding('invite'), mayAdd && adding === undefined)

  return (
    <ListPage
      views={views}
      title={t(staffText.staffTitle)}
      list={list}
      table={table}
      paging={filters}
      actions={[
        mayAdd && {
          label: t(staffText.invite),
          run: () => setAdding('invite'),
          hint: `${t(staffText.invite)} (N)`,
          isPrimary: true,
        },
        mayAdd && { label: t(staffText.createAccount), run: () => setAdding('create') },
      ]}
      filters={[
        { kind: 'search', name: 'search', label: t(staffText.search) },
        enabledFilter(t),
        {
          kind: 'choice',
          name: 'roleId',
          label: t(staffText.role),
          options: (roles.data ?? []).map((role) => ({ value: role.id, label: t(roleTitle(role)) })),
        },
      ]}
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
