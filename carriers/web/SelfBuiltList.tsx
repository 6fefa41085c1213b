import { useAnswer } from '../../platform/calls/web/call.ts'
import { useFilters } from '../../platform/lists/web/filters.ts'
import { MasterList } from '../../platform/lists/web/MasterList.tsx'
import type { View } from '../../platform/lists/web/Views.tsx'
import type { Text } from '../../platform/text/text.ts'
import { useLogAction } from '../../staff/audit/web/LogButton.tsx'
import { platformColumns } from '../columns.ts'
import { createPlatform, listPlatforms, platformQuery, switchPlatforms } from '../platform-contract.ts'
import { platformText } from '../platform-text.ts'
import { PlatformDrawer } from './PlatformDrawer.tsx'
import { NewPlatform, platformReadings } from './PlatformForm.tsx'

/** Self-described carrier interfaces, as a view of the basic configuration. */
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
      more={[useLogAction('platform')]}
      form={(close) => <NewPlatform onClose={close} />}
      drawer={(open, close) => <PlatformDrawer id={open} onClose={close} />}
    />
  )
}
