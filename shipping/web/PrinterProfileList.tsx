import { columnText } from '../../lib/column-text.ts'
import type { Text } from '../../lib/text.ts'
import { NothingYet } from '../../lib/web/NothingYet.tsx'
import type { View } from '../../lib/web/Views.tsx'
import { shippingText } from '../text.ts'

/** How and on which paper things are printed, as a view of the basic configuration. */
export function PrinterProfileList({ title, views }: { title: Text; views: View[] }) {
  return (
    <NothingYet
      title={title}
      feature="basicData"
      views={views}
      empty={shippingText.noProfiles}
      columns={[
        shippingText.profile,
        shippingText.paper,
        shippingText.resolution,
        shippingText.way,
        shippingText.documents,
        columnText.updatedAt,
      ]}
    />
  )
}
