import { columnText } from '../../platform/lists/column-text.ts'
import type { View } from '../../platform/lists/web/Views.tsx'
import { NothingYet } from '../../platform/ui/web/EmptyState.tsx'
import { ordersText } from '../text.ts'

export function OrderListPage({ views }: { views: View[] }) {
  return (
    <NothingYet
      title={ordersText.ordersTitle}
      feature="orders"
      views={views}
      empty={ordersText.noOrders}
      columns={[
        columnText.orderNo,
        columnText.status,
        ordersText.referenceNo,
        columnText.customer,
        columnText.channel,
        columnText.trackingNo,
        ordersText.goods,
        ordersText.weights,
        ordersText.fee,
        ordersText.destination,
        ordersText.pickingNo,
        ordersText.age,
        ordersText.tags,
      ]}
    />
  )
}
