import { columnText } from '../../lib/column-text.ts'
import { NothingYet } from '../../lib/web/NothingYet.tsx'
import { useViews } from '../../lib/web/use-views.ts'
import { inventoryText } from '../text.ts'

const lists = {
  stock: {
    empty: inventoryText.noStock,
    columns: [
      columnText.sku,
      columnText.customer,
      inventoryText.onHand,
      inventoryText.available,
      inventoryText.allocated,
      inventoryText.frozen,
      inventoryText.defective,
      inventoryText.pendingPutaway,
      inventoryText.incoming,
      inventoryText.age,
    ],
  },
  flow: {
    empty: inventoryText.noFlow,
    columns: [
      columnText.occurredAt,
      columnText.type,
      columnText.document,
      columnText.customer,
      columnText.sku,
      columnText.location,
      columnText.quality,
      inventoryText.before,
      inventoryText.change,
      inventoryText.after,
      columnText.operator,
    ],
  },
  counts: {
    empty: inventoryText.noCounts,
    columns: [
      inventoryText.countNo,
      columnText.status,
      inventoryText.scope,
      columnText.skuCount,
      inventoryText.difference,
      columnText.operator,
      columnText.createdAt,
    ],
  },
}

export function StockPage() {
  const { current, views } = useViews([
    { key: 'stock', label: inventoryText.stock },
    { key: 'flow', label: inventoryText.flow },
    { key: 'counts', label: inventoryText.counts },
  ])
  return <NothingYet title={inventoryText.stockTitle} feature="stock" views={views} {...lists[current]} />
}
