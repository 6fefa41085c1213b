import { columnText } from '../../platform/lists/column-text.ts'
import type { View } from '../../platform/lists/web/Views.tsx'
import { NothingYet } from '../../platform/ui/web/EmptyState.tsx'
import { ordersText } from '../text.ts'

export function OrderQueryPage({ views }: { views: View[] }) {
  return (
    <NothingYet
      title={ordersText.queryTitle}
      feature="orders"
      views={views}
      empty={ordersText.noOrders}
      columns={[
        columnText.orderNo,
        columnText.status,
        ordersText.referenceNo,
        ordersText.platformNo,
        columnText.customer,
        columnText.channel,
        columnText.trackingNo,
        ordersText.goods,
        ordersText.destination,
        columnText.createdAt,
        ordersText.shippedAt,
      ]}
    />
  )
}
