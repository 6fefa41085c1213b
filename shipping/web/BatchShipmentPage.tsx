import { columnText } from '../../platform/lists/column-text.ts'
import type { View } from '../../platform/lists/web/Views.tsx'
import { NothingYet } from '../../platform/ui/web/EmptyState.tsx'
import { shippingText } from '../text.ts'

export function BatchShipmentPage({ views }: { views: View[] }) {
  return (
    <NothingYet
      title={shippingText.batchTitle}
      feature="orders"
      views={views}
      empty={shippingText.noParcels}
      columns={[
        columnText.trackingNo,
        columnText.status,
        columnText.orderNo,
        columnText.customer,
        columnText.channel,
        columnText.pieces,
        columnText.weight,
        shippingText.printedAt,
      ]}
    />
  )
}
