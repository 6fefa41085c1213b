import { columnText } from '../../lib/column-text.ts'
import { NothingYet } from '../../lib/web/NothingYet.tsx'
import { channelsText } from '../text.ts'

export function ChannelListPage() {
  return (
    <NothingYet
      title={channelsText.channelsTitle}
      feature="channel"
      empty={channelsText.noChannels}
      columns={[
        channelsText.channelCode,
        columnText.status,
        channelsText.channelName,
        channelsText.carrier,
        channelsText.labelSource,
        channelsText.billingMethod,
        channelsText.labelFormat,
        channelsText.cutoff,
      ]}
    />
  )
}
