import { ChannelListPage } from '../../channels/web/ChannelListPage.tsx'
import { LabelDrawer } from '../../channels/web/label-look.ts'
import { ChannelLabel } from '../../shipping/web/ChannelLabel.tsx'

/** The channels, with their labels drawn by the folder that stamps them. */
export function ChannelPage() {
  return (
    <LabelDrawer value={ChannelLabel}>
      <ChannelListPage />
    </LabelDrawer>
  )
}
