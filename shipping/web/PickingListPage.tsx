import { columnText } from '../../platform/lists/column-text.ts'
import type { View } from '../../platform/lists/web/Views.tsx'
import { NothingYet } from '../../platform/ui/web/EmptyState.tsx'
import { shippingText } from '../text.ts'

export function PickingListPage({ views }: { views: View[] }) {
  return (
    <NothingYet
      title={shippingText.pickingTitle}
      feature="orders"
      views={views}
      empty={shippingText.noPickingLists}
      columns={[
        shippingText.pickingNo,
        columnText.status,
        columnText.type,
        shippingText.orderCount,
        columnText.skuCount,
        columnText.pieces,
        shippingText.picker,
        shippingText.progress,
        columnText.createdAt,
      ]}
    />
  )
}
