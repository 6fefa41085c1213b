import { columnText } from '../../lib/column-text.ts'
import type { Text } from '../../lib/text.ts'
import { NothingYet } from '../../lib/web/NothingYet.tsx'
import type { View } from '../../lib/web/Views.tsx'
import { channelsText } from '../text.ts'

/** Number ranges and labels of the operator's own channels, as a view of the basic configuration. */
export function SelfBuiltList({ title, views }: { title: Text; views: View[] }) {
  return (
    <NothingYet
      title={title}
      feature="basicData"
      views={views}
      empty={channelsText.noSelfBuilt}
      columns={[
        channelsText.channelCode,
        columnText.status,
        channelsText.channelName,
        channelsText.numberPrefix,
        channelsText.numbersLeft,
        channelsText.labelTemplate,
      ]}
    />
  )
}
