import { TeamOutlined } from '@ant-design/icons'
import type { WebSlice } from '../../platform/slices/web/web-slice.ts'
import { lazyPage } from '../../platform/ui/web/lazy-page.tsx'

const CustomerListPage = lazyPage(() => import('./CustomerListPage.tsx'), 'CustomerListPage')

export const customersScreens: WebSlice = {
  screens: { '/query/customer': { Icon: TeamOutlined, List: CustomerListPage } },
  scanTargets: [
    {
      permission: 'query:customer:view',
      load: () => import('./scan-place.ts').then(({ placeOfCustomer }) => placeOfCustomer),
    },
  ],
}
