import { columnText } from '../../platform/lists/column-text.ts'
import type { View } from '../../platform/lists/web/Views.tsx'
import { NothingYet } from '../../platform/ui/web/EmptyState.tsx'
import { shippingText } from '../text.ts'

export function PrintLabelPage({ views }: { views: View[] }) {
  return (
    <NothingYet
      title={shippingText.labelsTitle}
      feature="orders"
      views={views}
      empty={shippingText.noLabels}
      columns={[
        columnText.orderNo,
        shippingText.printStatus,
        columnText.customer,
        columnText.channel,
        columnText.trackingNo,
        shippingText.labelFormat,
        shippingText.pickingNo,
        columnText.pieces,
        shippingText.printCount,
        columnText.createdAt,
      ]}
    />
  )
}
