import { AccountBookOutlined, DollarOutlined, WalletOutlined } from '@ant-design/icons'
import type { ComponentProps } from 'react'
import type { View } from '../../platform/lists/web/Views.tsx'
import type { WebSlice } from '../../platform/slices/web/web-slice.ts'
import { lazyDialog, lazyPage } from '../../platform/ui/web/lazy-page.tsx'
import { assignText } from '../customer-prices/assign-text.ts'
import { storageText } from '../rent/storage-text.ts'
import { quoteViews } from './quote-views.ts'

const CostPage = lazyPage(() => import('./CostPage.tsx'), 'CostPage')
const RentCard = lazyPage(() => import('../rent/web/RentCard.tsx'), 'RentCard')
const StorageCard = lazyPage(() => import('../rent/web/StorageCard.tsx'), 'StorageCard')
const CollectionListPage = lazyPage(() => import('../money/web/CollectionListPage.tsx'), 'CollectionListPage')
const CustomerPanels = lazyDialog(() => import('./CustomerPanels.tsx'), 'CustomerPanels')
const QuotePage = lazyPage(() => import('../quotes/web/QuotePage.tsx'), 'QuotePage')
const WhatIf = lazyPage(() => import('../what-if/web/WhatIf.tsx'), 'WhatIf')
const AssignDialog = lazyDialog(() => import('../customer-prices/web/PriceDialogs.tsx'), 'AssignDialog')
const CustomerPricePage = lazyPage(
  () => import('../customer-prices/web/CustomerPricePage.tsx'),
  'CustomerPricePage',
)

const quotes = (section: ComponentProps<typeof QuotePage>['section']) => ({
  ...quoteViews,
  Page: ({ views }: { views: View[] }) => <QuotePage section={section} views={views} />,
})

export const billingScreens: WebSlice = {
  screens: {
    '/query/cost': { Icon: AccountBookOutlined, page: <CostPage /> },
    '/query/collectPayment': { Icon: WalletOutlined, page: <CollectionListPage /> },
    '/setting/quote': { Icon: DollarOutlined, ...quotes('all') },
    '/setting/quote/customer_price': {
      ...quoteViews,
      Page: ({ views }: { views: View[] }) => <CustomerPricePage views={views} />,
    },
    '/setting/quote/warehouse_operation': quotes('warehouse_operation'),
    '/setting/quote/logistics_freight': quotes('logistics_freight'),
    '/setting/quote/storage_fee': quotes('storage_fee'),
    '/setting/quote/channel_quote': quotes('channel_quote'),
    '/setting/quote/what_if': {
      ...quoteViews,
      Page: ({ views }: { views: View[] }) => <WhatIf views={views} />,
    },
  },
  homeCards: [
    {
      name: 'rent',
      title: { zh_CN: '昨晚仓租', en_US: 'Last night’s rent' },
      rank: 15,
      permission: 'query:cost:view',
      Inside: RentCard,
    },
    {
      name: 'storage',
      title: storageText.title,
      rank: 12,
      permission: 'query:stock:view',
      Inside: StorageCard,
    },
  ],
  listActs: [
    {
      on: '/query/customer',
      label: assignText,
      permission: 'setting:quote:price',
      Dialog: ({ ids, onClose }) => <AssignDialog customerIds={ids} onClose={onClose} />,
    },
  ],
  panels: { customer: CustomerPanels },
}
