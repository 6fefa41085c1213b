import { columnText } from '../../lib/column-text.ts'
import { NothingYet } from '../../lib/web/NothingYet.tsx'
import type { View } from '../../lib/web/Views.tsx'
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
