import { Button, Select } from 'antd'
import { myTasks } from '../../lib/tasks.ts'
import { useAnswer, useCommand } from '../../lib/web/call.ts'
import { DaySpan } from '../../lib/web/DaySpan.tsx'
import { useFilters } from '../../lib/web/filters.ts'
import { ListPage } from '../../lib/web/ListPage.tsx'
import { LocalTime } from '../../lib/web/LocalTime.tsx'
import { language, useText } from '../../lib/web/language.tsx'
import { notice } from '../../lib/web/notices.ts'
import { useMay } from '../../lib/web/permission.tsx'
import { SearchBox } from '../../lib/web/SearchBox.tsx'
import { useShortcut } from '../../lib/web/shortcuts.ts'
import { exportTrail, listTrail, trailQuery } from '../contract.ts'
import { trailText } from '../trail-text.ts'
import { type TrailWords, wordsFor } from '../trail-words.ts'
import { TrailDrawer } from './TrailDrawer.tsx'

/** Who changed what. The names of other slices' objects are handed in. */
export function TrailPage({ words }: { words: TrailWords }) {
  const t = useText()
  const may = useMay()
  const filters = useFilters(trailQuery)
  const { page: _, size: __, sort: ___, order: ____, ...asked } = filters.value
  const list = useAnswer(listTrail, filters.value)
  const name = wordsFor(words, language)
  const fetchAll = useCommand(exportTrail, { refreshes: [myTasks], quiet: true })
  const runExport = () =>
    fetchAll.mutate(asked, { onSuccess: () => notice('success', t(trailText.exportStarted)) })
  const canExport = may(exportTrail.permission)
  useShortcut('export', runExport, canExport)

  const choices = (from: Record<string, unknown>, say: (code: string) => string) =>
    Object.keys(from).map((value) => ({ value, label: say(value) }))

  return (
    <ListPage
      title={t(trailText.title)}
      list={list}
      paging={filters}
      actions={
        canExport && (
          <Button loading={fetchAll.isPending} onClick={runExport}>
            {t(trailText.export)}
          </Button>
        )
      }
      filters={
        <>
          <SearchBox
            label={t(trailText.searchNo)}
            value={asked.search}
            onSearch={(search) => filters.change({ search })}
          />
          <SearchBox
            label={t(trailText.person)}
            value={asked.person}
            onSearch={(person) => filters.change({ person })}
          />
          <Select
            className="filter"
            aria-label={t(trailText.type)}
            placeholder={t(trailText.type)}
            value={asked.type}
            onChange={(type) => filters.change({ type })}
            options={choices(words.types, name.type)}
            allowClear
          />
          <Select
            className="filter"
            aria-label={t(trailText.action)}
            placeholder={t(trailText.action)}
            value={asked.action}
            onChange={(action) => filters.change({ action })}
            options={choices(words.actions, name.action)}
            showSearch={{ optionFilterProp: 'label' }}
            allowClear
          />
          <DaySpan value={asked} onChange={filters.change} />
        </>
      }
      chips={{
        search: (search) => search,
        person: (person) => `${t(trailText.person)}: ${person}`,
        type: (type) => name.type(type),
        action: (action) => name.action(action),
        from: (from) => `≥ ${from}`,
        to: (to) => `≤ ${to}`,
      }}
      columns={[
        {
          title: t(trailText.at),
          sortKey: 'at',
          fixed: 'left',
          render: (_, row) => <LocalTime at={row.at} withSeconds />,
        },
        { title: t(trailText.person), dataIndex: 'loginAccount' },
        { title: t(trailText.action), render: (_, row) => name.action(row.action) },
        { title: t(trailText.type), render: (_, row) => name.type(row.objectType) },
        { title: t(trailText.no), dataIndex: 'objectNo' },
        {
          title: t(trailText.changes),
          render: (_, row) => <span className="one-line">{name.fields(row.after ?? row.before)}</span>,
        },
        { title: t(trailText.reason), dataIndex: 'reason' },
        { title: t(trailText.ip), dataIndex: 'ip' },
      ]}
      empty={{ title: t(trailText.none) }}
      drawer={(open, close) => <TrailDrawer id={open} onClose={close} words={words} />}
    />
  )
}
