import { ExportOutlined } from '@ant-design/icons'
import type { WebSlice } from '../../platform/slices/web/web-slice.ts'
import { lazyPage } from '../../platform/ui/web/lazy-page.tsx'
import { ordersText } from '../text.ts'

const OrderListPage = lazyPage(() => import('./OrderListPage.tsx'), 'OrderListPage')
const OrderQueryPage = lazyPage(() => import('./OrderListPage.tsx'), 'OrderQueryPage')

const family = { of: '/order/list', first: ordersText.allOrders }

export const ordersScreens: WebSlice = {
  screens: {
    '/order/list': { Icon: ExportOutlined, ...family, Page: OrderListPage },
    '/order/list/order_query': { ...family, Page: OrderQueryPage },
  },
}
