import { columnText } from '../../lib/column-text.ts'
import { NothingYet } from '../../lib/web/NothingYet.tsx'
import type { View } from '../../lib/web/Views.tsx'
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
