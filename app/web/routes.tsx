import type { ComponentProps, ComponentType, ReactNode } from 'react'
import type { RouteObject } from 'react-router'
import { billingText } from '../../billing/text.ts'
import { ordersText } from '../../orders/text.ts'
import type { View } from '../../platform/lists/web/Views.tsx'
import type { Text } from '../../platform/text/text.ts'
import { lazyPage } from '../../platform/ui/web/lazy-page.tsx'
import { placeAt, places } from '../menu.ts'
import { PageGuard } from './PageGuard.tsx'
import { SharedViews } from './SharedViews.tsx'
import { useSignedIn } from './signed-in.tsx'

const HomePage = lazyPage(() => import('./HomePage.tsx'), 'HomePage')
const SetUpPage = lazyPage(() => import('../../setup/web/SetUpPage.tsx'), 'SetUpPage')
const PersonPage = lazyPage(() => import('./PersonPage.tsx'), 'PersonPage')
const NotFoundPage = lazyPage(() => import('./NotFoundPage.tsx'), 'NotFoundPage')
const WarehousePage = lazyPage(() => import('./WarehousePage.tsx'), 'WarehousePage')
const AuditRoom = lazyPage(() => import('./AuditTab.tsx'), 'AuditRoom')
const BasicDataPage = lazyPage(() => import('./BasicDataPage.tsx'), 'BasicDataPage')

const InboundListPage = lazyPage(() => import('../../receiving/web/InboundListPage.tsx'), 'InboundListPage')
const ReceivePage = lazyPage(() => import('../../receiving/scanning/web/ReceivePage.tsx'), 'ReceivePage')
const ParcelListPage = lazyPage(
  () => import('../../receiving/parcels/web/ParcelListPage.tsx'),
  'ParcelListPage',
)
const OrderListPage = lazyPage(() => import('../../orders/web/OrderListPage.tsx'), 'OrderListPage')
const OrderQueryPage = lazyPage(() => import('../../orders/web/OrderQueryPage.tsx'), 'OrderQueryPage')
const PrintLabelPage = lazyPage(() => import('../../shipping/web/PrintLabelPage.tsx'), 'PrintLabelPage')
const BatchShipmentPage = lazyPage(
  () => import('../../shipping/web/BatchShipmentPage.tsx'),
  'BatchShipmentPage',
)
const PickingListPage = lazyPage(() => import('../../shipping/web/PickingListPage.tsx'), 'PickingListPage')
const CustomerListPage = lazyPage(
  () => import('../../customers/web/CustomerListPage.tsx'),
  'CustomerListPage',
)
const ProductListPage = lazyPage(() => import('../../products/web/ProductListPage.tsx'), 'ProductListPage')
const StockPage = lazyPage(() => import('../../inventory/stock/web/StockPage.tsx'), 'StockPage')
const MoveScanPage = lazyPage(() => import('../../inventory/stock/web/MoveScanPage.tsx'), 'MoveScanPage')
const CountScanPage = lazyPage(() => import('../../inventory/counts/web/CountScanPage.tsx'), 'CountScanPage')
const CostPage = lazyPage(() => import('../../billing/web/CostPage.tsx'), 'CostPage')
const CollectionListPage = lazyPage(
  () => import('../../billing/web/CollectionListPage.tsx'),
  'CollectionListPage',
)
const QuotePage = lazyPage(() => import('../../billing/web/QuotePage.tsx'), 'QuotePage')
const ChannelPage = lazyPage(() => import('./ChannelPage.tsx'), 'ChannelPage')
const ZoneSchemaPage = lazyPage(() => import('../../channels/zones/web/ZoneSchemaPage.tsx'), 'ZoneSchemaPage')
const StaffPage = lazyPage(() => import('../../staff/web/StaffPage.tsx'), 'StaffPage')
const LogoPage = lazyPage(() => import('../../warehouse/logos/web/LogoPage.tsx'), 'LogoPage')

/** A slice knows nothing of who is signed in beyond their rights; the name comes from here. */
const OwnLogoPage = () => <LogoPage name={useSignedIn().user.loginUrlName} />

const orderView = (Page: ComponentType<{ views: View[] }>) => (
  <SharedViews page="/order/list" first={ordersText.allOrders}>
    {(views) => <Page views={views} />}
  </SharedViews>
)

const quoteView = (Page: ComponentType<{ views: View[] }>) => (
  <SharedViews page="/setting/quote" first={billingText.allQuotes}>
    {(views) => <Page views={views} />}
  </SharedViews>
)

const quotes = (section: ComponentProps<typeof QuotePage>['section']) =>
  quoteView(({ views }) => <QuotePage section={section} views={views} />)

const shown: Record<string, ReactNode> = {
  '/': <HomePage />,
  '/inbound/list': <InboundListPage />,
  '/inbound/receive': <ReceivePage />,
  '/inbound/parcels': <ParcelListPage />,
  '/order/list': orderView(OrderListPage),
  '/order/list/print_label': orderView(PrintLabelPage),
  '/order/list/batch_shipment': orderView(BatchShipmentPage),
  '/order/list/picking_list': orderView(PickingListPage),
  '/order/list/order_query': orderView(OrderQueryPage),
  '/query/customer': <CustomerListPage />,
  '/query/productArchives': <ProductListPage />,
  '/query/stock': <StockPage />,
  '/stock/move': <MoveScanPage />,
  '/stock/count': <CountScanPage />,
  '/query/cost': <CostPage />,
  '/query/collectPayment': <CollectionListPage />,
  '/setting/channel': <ChannelPage />,
  '/setting/quote': quotes('all'),
  '/setting/quote/customer_price': quotes('customer_price'),
  '/setting/quote/warehouse_operation': quotes('warehouse_operation'),
  '/setting/quote/logistics_freight': quotes('logistics_freight'),
  '/setting/quote/storage_fee': quotes('storage_fee'),
  '/setting/quote/zone_schema': quoteView(ZoneSchemaPage),
  '/setting/quote/channel_quote': quotes('channel_quote'),
  '/setting/account': <StaffPage />,
  '/setting/warehouse': <WarehousePage />,
  '/setting/logo': <OwnLogoPage />,
  '/setting/basicData': <BasicDataPage />,
  '/setting/audit': <AuditRoom />,
  '/setup': <SetUpPage />,
  '/personInfo': <PersonPage />,
}

/** What a tab can show, by its address. */
export const routes: RouteObject[] = [
  ...places.map((place) => ({
    path: place.path,
    element: <PageGuard place={place}>{shown[place.path]}</PageGuard>,
  })),
  { path: '*', element: <NotFoundPage /> },
]

export const tabTitle = (path: string): Text | undefined => placeAt(path)?.title
