import { Button } from 'antd'
import { useState } from 'react'
import type { Text } from '../../lib/text.ts'
import { useBulk } from '../../lib/web/BulkResult.tsx'
import { useAnswer } from '../../lib/web/call.ts'
import { useTable } from '../../lib/web/columns.tsx'
import { EnabledFilter, EnabledTag, SwitchButtons, useEnabledChip } from '../../lib/web/Enabled.tsx'
import { useFilters } from '../../lib/web/filters.ts'
import { ListMenu } from '../../lib/web/ListMenu.tsx'
import { ListPage } from '../../lib/web/ListPage.tsx'
import { useText } from '../../lib/web/language.tsx'
import { useFeature, useMay } from '../../lib/web/permission.tsx'
import { SearchBox } from '../../lib/web/SearchBox.tsx'
import { useShortcut } from '../../lib/web/shortcuts.ts'
import type { View } from '../../lib/web/Views.tsx'
import { platformColumns } from '../carrier-columns.ts'
import {
  createPlatform,
  listPlatforms,
  platform,
  platformQuery,
  switchPlatforms,
} from '../platform-contract.ts'
import { platformText } from '../platform-text.ts'
import { PlatformDrawer } from './PlatformDrawer.tsx'
import { NewPlatform } from './PlatformForm.tsx'

const readings = [listPlatforms, platform]

/** The carriers' interfaces that the company describes itself, as a view of the basic configuration. */
export function SelfBuiltList({ title, views }: { title: Text; views: View[] }) {
  const t = useText()
  const may = useMay()
  const filters = useFilters(platformQuery)
  const list = useAnswer(listPlatforms, filters.value)
  const [picked, setPicked] = useState<number[]>([])
  const [isNew, setNew] = useState(false)
  const switching = useBulk(switchPlatforms, { refreshes: readings, setPicked })
  const { table, columns } = useTable('platforms', platformColumns, {
    isEnabled: ({ isEnabled }) => <EnabledTag isEnabled={isEnabled} />,
  })
  const mayChange = may(createPlatform.permission)
  const isFull = useFeature('basicData') === 'full'
  useShortcut('new', () => setNew(true), mayChange && isFull)
  const enabledChip = useEnabledChip()
  const newButton = mayChange && (
    <Button type="primary" onClick={() => setNew(true)}>
      {t(platformText.newPlatform)}
    </Button>
  )

  return (
    <ListPage
      title={t(title)}
      views={views}
      list={list}
      paging={filters}
      actions={newButton}
      more={<ListMenu table={table} filters={filters.value} />}
      filters={
        <>
          <SearchBox
            label={t(platformText.search)}
            value={filters.value.search}
            onSearch={(search) => filters.change({ search })}
          />
          <EnabledFilter filters={filters} />
        </>
      }
      chips={{ search: (search) => search, isEnabled: enabledChip }}
      {...(mayChange && {
        selection: { selectedRowKeys: picked, onChange: (keys) => setPicked(keys.map(Number)) },
      })}
      bulk={
        <SwitchButtons
          picked={picked}
          bulk={switching}
          ask={t(platformText.disableAsk, { count: picked.length })}
          warning={t(platformText.disableWarning)}
        />
      }
      panel={
        <>
          {switching.panel}
          {isNew && <NewPlatform onClose={() => setNew(false)} />}
        </>
      }
      columns={columns}
      empty={{ title: t(platformText.noPlatforms), action: newButton }}
      drawer={(open, close) => <PlatformDrawer id={open} onClose={close} />}
    />
  )
}
