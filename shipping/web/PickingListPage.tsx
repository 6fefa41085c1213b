import { columnText } from '../../lib/column-text.ts'
import { NothingYet } from '../../lib/web/NothingYet.tsx'
import type { View } from '../../lib/web/Views.tsx'
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
