import { ChannelListPage } from '../../channels/web/ChannelListPage.tsx'
import { LabelDrawer } from '../../channels/web/label-drawer.ts'
import { lazyDialog } from '../../platform/ui/web/lazy-page.tsx'

const ChannelLabel = lazyDialog(() => import('../../shipping/web/ChannelLabel.tsx'), 'ChannelLabel')

/** The channels, with label previews from the folder that stamps them. */
export function ChannelPage() {
  return (
    <LabelDrawer value={ChannelLabel}>
      <ChannelListPage />
    </LabelDrawer>
  )
}
