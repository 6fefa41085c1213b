import { stateText } from '../../channels/state-text.ts'
import { channelsText } from '../../channels/text.ts'
import { SelfBuiltList } from '../../channels/web/SelfBuiltList.tsx'
import { StateList } from '../../channels/web/StateList.tsx'
import { useViews } from '../../lib/web/use-views.ts'
import { watermarkText } from '../../shipping/watermark-text.ts'
import { WatermarkList } from '../../shipping/web/WatermarkList.tsx'
import { printText } from '../../warehouse/print-text.ts'
import { PrintSettingsPage } from '../../warehouse/web/PrintSettings.tsx'
import { basicDataText } from '../page-text.ts'

const lists = {
  states: StateList,
  print: PrintSettingsPage,
  watermark: WatermarkList,
  self_built: SelfBuiltList,
}

/** Basic configuration: each slice brings its own list. */
export function BasicDataPage() {
  const { current, views } = useViews([
    { key: 'states', label: stateText.states },
    { key: 'print', label: printText.title },
    { key: 'watermark', label: watermarkText.title },
    { key: 'self_built', label: channelsText.selfBuilt },
  ])
  const List = lists[current]
  return <List title={basicDataText.title} views={views} />
}
