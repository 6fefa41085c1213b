import { ScanOutlined } from '@ant-design/icons'
import { ordersText } from '../../orders/text.ts'
import type { WebSlice } from '../../platform/slices/web/web-slice.ts'
import { lazyDialog, lazyPage } from '../../platform/ui/web/lazy-page.tsx'
import { pickingText } from '../picking/text.ts'

const PrintLabelPage = lazyPage(() => import('../labels/web/PrintLabelPage.tsx'), 'PrintLabelPage')
const BatchShipmentPage = lazyPage(() => import('./BatchShipmentPage.tsx'), 'BatchShipmentPage')
const PickingListPage = lazyPage(() => import('../picking/web/PickingListPage.tsx'), 'PickingListPage')
const CreateDialog = lazyDialog(() => import('../picking/web/CreateDialog.tsx'), 'CreateDialog')
const OutboundScanPage = lazyPage(() => import('../outbound/web/OutboundScanPage.tsx'), 'OutboundScanPage')

const OrderPanels = lazyDialog(() => import('./OrderPanels.tsx'), 'OrderPanels')

const family = { of: '/order/list', first: ordersText.allOrders }

export const shippingScreens: WebSlice = {
  screens: {
    '/order/list/print_label': { ...family, Page: PrintLabelPage },
    '/order/list/batch_shipment': { ...family, Page: BatchShipmentPage },
    '/order/outbound': { Icon: ScanOutlined, page: <OutboundScanPage /> },
    '/order/list/picking_list': { ...family, Page: PickingListPage },
  },
  listActs: [
    {
      on: '/order/list',
      label: pickingText.create,
      permission: 'order:picking:create',
      statuses: ['pending_shipment', 'waybill_printed'],
      Dialog: CreateDialog,
    },
  ],
  scanTargets: [
    {
      permission: 'order:picking:view',
      load: () => import('../picking/web/scan-place.ts').then(({ placeOfPickingList }) => placeOfPickingList),
    },
  ],
  panels: { order: OrderPanels },
}
