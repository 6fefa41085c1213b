import { DatabaseOutlined, ScanOutlined } from '@ant-design/icons'
import type { WebSlice } from '../../platform/slices/web/web-slice.ts'
import { lazyPage } from '../../platform/ui/web/lazy-page.tsx'
import { throughputText } from '../stock/throughput-text.ts'

const StockPage = lazyPage(() => import('../stock/web/StockPage.tsx'), 'StockPage')
const StockCard = lazyPage(() => import('../stock/web/StockCard.tsx'), 'StockCard')
const ThroughputCard = lazyPage(() => import('../stock/web/ThroughputCard.tsx'), 'ThroughputCard')
const MoveScanPage = lazyPage(() => import('../stock/web/MoveScanPage.tsx'), 'MoveScanPage')
const CountScanPage = lazyPage(() => import('../counts/web/CountScanPage.tsx'), 'CountScanPage')

export const inventoryScreens: WebSlice = {
  screens: {
    '/query/stock': { Icon: DatabaseOutlined, page: <StockPage /> },
    '/stock/move': { Icon: ScanOutlined, page: <MoveScanPage /> },
    '/stock/count': { Icon: ScanOutlined, page: <CountScanPage /> },
  },
  homeCards: [
    {
      name: 'throughput',
      title: throughputText.title,
      rank: 5,
      permission: 'query:stock:view',
      isWide: true,
      Inside: ThroughputCard,
    },
    {
      name: 'stock',
      title: { zh_CN: '库存预警', en_US: 'Stock warnings' },
      rank: 10,
      permission: 'query:stock:view',
      Inside: StockCard,
    },
  ],
  scanTargets: [
    {
      permission: 'query:stock:view',
      load: () => import('../counts/web/scan-place.ts').then(({ placeOfCount }) => placeOfCount),
    },
  ],
}
