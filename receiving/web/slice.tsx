import { ImportOutlined, InboxOutlined, ScanOutlined } from '@ant-design/icons'
import type { WebSlice } from '../../platform/slices/web/web-slice.ts'
import { lazyPage } from '../../platform/ui/web/lazy-page.tsx'

const InboundListPage = lazyPage(() => import('./InboundListPage.tsx'), 'InboundListPage')
const ReceivePage = lazyPage(() => import('../scanning/web/ReceivePage.tsx'), 'ReceivePage')
const ParcelListPage = lazyPage(() => import('../parcels/web/ParcelListPage.tsx'), 'ParcelListPage')

export const receivingScreens: WebSlice = {
  screens: {
    '/inbound/list': { Icon: ImportOutlined, page: <InboundListPage /> },
    '/inbound/receive': { Icon: ScanOutlined, page: <ReceivePage /> },
    '/inbound/parcels': { Icon: InboxOutlined, page: <ParcelListPage /> },
  },
  scanTargets: [
    {
      permission: 'inbound:order:view',
      load: () => import('./scan-place.ts').then(({ placeOfInbound }) => placeOfInbound),
    },
    {
      permission: 'inbound:order:view',
      load: () => import('./scan-place.ts').then(({ placeOfParcel }) => placeOfParcel),
    },
  ],
}
