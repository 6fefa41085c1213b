import { ScanOutlined } from '@ant-design/icons'
import { orderViews } from '../../orders/web/order-views.ts'
import type { WebSlice } from '../../platform/slices/web/web-slice.ts'
import { lazyDialog, lazyPage } from '../../platform/ui/web/lazy-page.tsx'
import { createPickingListText } from '../picking/create-text.ts'

const PrintLabelPage = lazyPage(() => import('../labels/web/PrintLabelPage.tsx'), 'PrintLabelPage')
const BatchShipmentPage = lazyPage(() => import('./BatchShipmentPage.tsx'), 'BatchShipmentPage')
const PickingListPage = lazyPage(() => import('../picking/web/PickingListPage.tsx'), 'PickingListPage')
const CreateDialog = lazyDialog(() => import('../picking/web/CreateDialog.tsx'), 'CreateDialog')
const OutboundScanPage = lazyPage(() => import('../outbound/web/OutboundScanPage.tsx'), 'OutboundScanPage')

const OrderPanels = lazyDialog(() => import('./OrderPanels.tsx'), 'OrderPanels')

export const shippingScreens: WebSlice = {
  screens: {
    '/order/list/print_label': { ...orderViews, Page: PrintLabelPage },
    '/order/list/batch_shipment': { ...orderViews, Page: BatchShipmentPage },
    '/order/outbound': { Icon: ScanOutlined, page: <OutboundScanPage /> },
    '/order/list/picking_list': { ...orderViews, Page: PickingListPage },
  },
  listActs: [
    {
      on: '/order/list',
      label: createPickingListText,
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
