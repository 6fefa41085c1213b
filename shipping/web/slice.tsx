import { ordersText } from '../../orders/text.ts'
import type { WebSlice } from '../../platform/slices/web/web-slice.ts'
import { lazyPage } from '../../platform/ui/web/lazy-page.tsx'

const PrintLabelPage = lazyPage(() => import('./PrintLabelPage.tsx'), 'PrintLabelPage')
const BatchShipmentPage = lazyPage(() => import('./BatchShipmentPage.tsx'), 'BatchShipmentPage')
const PickingListPage = lazyPage(() => import('./PickingListPage.tsx'), 'PickingListPage')

const family = { of: '/order/list', first: ordersText.allOrders }

export const shippingScreens: WebSlice = {
  screens: {
    '/order/list/print_label': { ...family, Page: PrintLabelPage },
    '/order/list/batch_shipment': { ...family, Page: BatchShipmentPage },
    '/order/list/picking_list': { ...family, Page: PickingListPage },
  },
}
