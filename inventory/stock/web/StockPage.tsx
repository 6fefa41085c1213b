import { useViews } from '../../../platform/lists/web/use-views.ts'
import { lazyPage } from '../../../platform/ui/web/lazy-page.tsx'
import { inventoryText } from '../../locations/text.ts'
import { StockList } from './StockList.tsx'

const FlowList = lazyPage(() => import('./FlowList.tsx'), 'FlowList')
const CountList = lazyPage(() => import('../../counts/web/CountList.tsx'), 'CountList')

/** Current stock, its history, and its ledger checks. */
export function StockPage() {
  const { current, views } = useViews([
    { key: 'stock', label: inventoryText.stock },
    { key: 'flow', label: inventoryText.flow },
    { key: 'counts', label: inventoryText.counts },
  ])
  if (current === 'flow') return <FlowList views={views} />
  if (current === 'counts') return <CountList views={views} />
  return <StockList views={views} />
}
