import {
  CarOutlined,
  ControlOutlined,
  DollarOutlined,
  HistoryOutlined,
  HomeOutlined,
  IdcardOutlined,
  PictureOutlined,
  ShopOutlined,
} from '@ant-design/icons'
import { quoteViews } from '../../billing/web/quote-views.ts'
import { billingScreens } from '../../billing/web/slice.tsx'
import { customersScreens } from '../../customers/web/slice.tsx'
import { inventoryScreens } from '../../inventory/web/slice.tsx'
import { ordersScreens } from '../../orders/web/slice.tsx'
import type { WebSlice } from '../../platform/slices/web/web-slice.ts'
import { lazyPage } from '../../platform/ui/web/lazy-page.tsx'
import { productsScreens } from '../../products/web/slice.tsx'
import { receivingScreens } from '../../receiving/web/slice.tsx'
import { setUpScreens } from '../../setup/web/slice.tsx'
import { shippingScreens } from '../../shipping/web/slice.tsx'
import { staffScreens } from '../../staff/web/slice.tsx'
import { warehouseScreens } from '../../warehouse/web/slice.tsx'
import { homeText } from '../page-text.ts'
import { useSignedIn } from './signed-in.tsx'

const HomePage = lazyPage(() => import('./HomePage.tsx'), 'HomePage')
const PersonPage = lazyPage(() => import('./PersonPage.tsx'), 'PersonPage')
const WarehousePage = lazyPage(() => import('./WarehousePage.tsx'), 'WarehousePage')
const AuditTab = lazyPage(() => import('./AuditTab.tsx'), 'AuditTab')
const BasicDataPage = lazyPage(() => import('./BasicDataPage.tsx'), 'BasicDataPage')
const ChannelPage = lazyPage(() => import('./ChannelPage.tsx'), 'ChannelPage')
const ZoneSchemaPage = lazyPage(() => import('../../channels/zones/web/ZoneSchemaPage.tsx'), 'ZoneSchemaPage')
const LogoPage = lazyPage(() => import('../../warehouse/logos/web/LogoPage.tsx'), 'LogoPage')
const TasksCard = lazyPage(() => import('./home-cards.tsx'), 'TasksCard')
const PeopleCard = lazyPage(() => import('./home-cards.tsx'), 'PeopleCard')
const BooksCard = lazyPage(() => import('./home-cards.tsx'), 'BooksCard')

/** A slice knows the user's permissions and nothing else about them; the name comes from here. */
const OwnLogoPage = () => <LogoPage name={useSignedIn().user.loginUrlName} />

const Home = () => <HomePage cards={homeCards} />

/** The pages composed of several slices, and the home page. */
const app: WebSlice = {
  screens: {
    '/': { Icon: HomeOutlined, page: <Home /> },
    '/setting/channel': { Icon: CarOutlined, page: <ChannelPage /> },
    '/setting/quote/zone_schema': {
      Icon: DollarOutlined,
      ...quoteViews,
      Page: ZoneSchemaPage,
    },
    '/setting/warehouse': { Icon: ShopOutlined, page: <WarehousePage /> },
    '/setting/logo': { Icon: PictureOutlined, page: <OwnLogoPage /> },
    '/setting/basicData': { Icon: ControlOutlined, page: <BasicDataPage /> },
    '/setting/audit': { Icon: HistoryOutlined, page: <AuditTab /> },
    '/personInfo': { Icon: IdcardOutlined, page: <PersonPage /> },
  },
  homeCards: [
    { name: 'tasks', title: homeText.tasks, rank: 20, Inside: TasksCard },
    {
      name: 'people',
      title: homeText.people,
      rank: 30,
      permission: 'setting:account:view',
      Inside: PeopleCard,
    },
    { name: 'books', title: homeText.books, rank: 50, permission: 'setting:books:check', Inside: BooksCard },
  ],
}

const slices: readonly WebSlice[] = [
  app,
  receivingScreens,
  ordersScreens,
  shippingScreens,
  customersScreens,
  productsScreens,
  inventoryScreens,
  billingScreens,
  staffScreens,
  warehouseScreens,
  setUpScreens,
]

export const screens: NonNullable<WebSlice['screens']> = Object.assign(
  {},
  ...slices.map((slice) => slice.screens),
)

const homeCards = slices.flatMap((slice) => slice.homeCards ?? []).sort((a, b) => a.rank - b.rank)

export const scanTargets = slices.flatMap((slice) => slice.scanTargets ?? [])

export const listActs = slices.flatMap((slice) => slice.listActs ?? [])
/** The panels that slices add to documents of others, by the document's type. */
export const documentPanels = Object.fromEntries(
  [...new Set(slices.flatMap(({ panels = {} }) => Object.keys(panels)))].map((type) => [
    type,
    slices.flatMap(({ panels = {} }) => panels[type] ?? []),
  ]),
)
