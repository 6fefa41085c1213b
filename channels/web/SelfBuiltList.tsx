import type { Text } from '../../lib/text.ts'
import { useAnswer } from '../../lib/web/call.ts'
import { useFilters } from '../../lib/web/filters.ts'
import { MasterList } from '../../lib/web/MasterList.tsx'
import type { View } from '../../lib/web/Views.tsx'
import { LogButton } from '../../staff/web/LogButton.tsx'
import { platformColumns } from '../carrier-columns.ts'
import { createPlatform, listPlatforms, platformQuery, switchPlatforms } from '../platform-contract.ts'
import { platformText } from '../platform-text.ts'
import { PlatformDrawer } from './PlatformDrawer.tsx'
import { NewPlatform, platformReadings } from './PlatformForm.tsx'

/** The carriers' interfaces that the company describes itself, as a view of the basic configuration. */
export function SelfBuiltList({ title, views }: { title: Text; views: View[] }) {
  const filters = useFilters(platformQuery)
  const list = useAnswer(listPlatforms, filters.value)
  return (
    <MasterList
      title={title}
      views={views}
      filters={filters}
      list={list}
      name="platforms"
      columns={platformColumns}
      words={{ ...platformText, fresh: platformText.newPlatform, none: platformText.noPlatforms }}
      createCall={createPlatform}
      switchCall={switchPlatforms}
      readings={platformReadings}
      more={<LogButton of="platform" />}
      form={(close) => <NewPlatform onClose={close} />}
      drawer={(open, close) => <PlatformDrawer id={open} onClose={close} />}
    />
  )
}
