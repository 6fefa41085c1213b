import { columnText } from '../../lib/column-text.ts'
import type { Text } from '../../lib/text.ts'
import { NothingYet } from '../../lib/web/NothingYet.tsx'
import type { View } from '../../lib/web/Views.tsx'
import { channelsText } from '../text.ts'

/** States and provinces per country, as a view of the basic configuration. */
export function StateList({ title, views }: { title: Text; views: View[] }) {
  return (
    <NothingYet
      title={title}
      feature="basicData"
      views={views}
      empty={channelsText.noStates}
      columns={[
        columnText.country,
        columnText.status,
        channelsText.stateCode,
        channelsText.stateName,
        columnText.updatedAt,
      ]}
    />
  )
}
