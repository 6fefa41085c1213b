import { useViews } from '../../platform/lists/web/use-views.ts'
import { lazyPage } from '../../platform/ui/web/lazy-page.tsx'
import { staffText } from '../text.ts'
import { StaffListPage } from './StaffListPage.tsx'

const RolesPage = lazyPage(() => import('../roles/web/RolesPage.tsx'), 'RolesPage')

/** The people of the warehouse, and the roles that define their permissions. */
export function StaffPage() {
  const { current, views } = useViews([
    { key: 'staff', label: staffText.staffView },
    { key: 'roles', label: staffText.rolesView },
  ])
  if (current === 'roles') return <RolesPage views={views} />
  return <StaffListPage views={views} />
}
