import { columnText } from '../../lib/column-text.ts'
import type { Text } from '../../lib/text.ts'
import { NothingYet } from '../../lib/web/NothingYet.tsx'
import type { View } from '../../lib/web/Views.tsx'
import { shippingText } from '../text.ts'

/** What is stamped on labels, as a view of the basic configuration. */
export function WatermarkList({ title, views }: { title: Text; views: View[] }) {
  return (
    <NothingYet
      title={title}
      feature="basicData"
      views={views}
      empty={shippingText.noTemplates}
      columns={[
        shippingText.template,
        columnText.status,
        shippingText.labelSource,
        shippingText.channels,
        shippingText.items,
        columnText.updatedAt,
      ]}
    />
  )
}
