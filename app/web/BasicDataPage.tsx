import { platformText } from '../../carriers/platform-text.ts'
import { SelfBuiltList } from '../../carriers/web/SelfBuiltList.tsx'
import { stateText } from '../../channels/provinces/text.ts'
import { StateList } from '../../channels/provinces/web/ProvinceList.tsx'
import { useViews } from '../../platform/lists/web/use-views.ts'
import { watermarkText } from '../../shipping/watermarks/text.ts'
import { WatermarkList } from '../../shipping/watermarks/web/WatermarkList.tsx'
import { printText } from '../../warehouse/print-settings/text.ts'
import { PrintSettingsPage } from '../../warehouse/print-settings/web/PrintSettings.tsx'
import { basicDataText } from '../page-text.ts'

const lists = {
  states: StateList,
  print: PrintSettingsPage,
  watermark: WatermarkList,
  self_built: SelfBuiltList,
}

/** Basic configuration: each slice adds its own list. */
export function BasicDataPage() {
  const { current, views } = useViews([
    { key: 'states', label: stateText.states },
    { key: 'print', label: printText.title },
    { key: 'watermark', label: watermarkText.title },
    { key: 'self_built', label: platformText.selfBuilt },
  ])
  const List = lists[current]
  return <List title={basicDataText.title} views={views} />
}
