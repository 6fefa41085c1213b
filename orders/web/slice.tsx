import { ExportOutlined } from '@ant-design/icons'
import type { WebSlice } from '../../platform/slices/web/web-slice.ts'
import { lazyPage } from '../../platform/ui/web/lazy-page.tsx'
import { orderViews } from './order-views.ts'

const OrderListPage = lazyPage(() => import('./OrderListPage.tsx'), 'OrderListPage')
const OrderQueryPage = lazyPage(() => import('./OrderListPage.tsx'), 'OrderQueryPage')

export const ordersScreens: WebSlice = {
  screens: {
    '/order/list': { Icon: ExportOutlined, ...orderViews, Page: OrderListPage },
    '/order/list/order_query': { ...orderViews, Page: OrderQueryPage },
  },
  scanTargets: [
    {
      permission: 'order:order:view',
      load: () => import('./scan-place.ts').then(({ placeOfOrder }) => placeOfOrder),
    },
  ],
}
