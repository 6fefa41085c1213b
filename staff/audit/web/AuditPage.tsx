import { Select } from 'antd'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import { useTable } from '../../../platform/lists/web/columns.tsx'
import { DaySpan } from '../../../platform/lists/web/DateRange.tsx'
import { useFilters } from '../../../platform/lists/web/filters.ts'
import { ListMenu } from '../../../platform/lists/web/ListMenu.tsx'
import { ListPage } from '../../../platform/lists/web/ListPage.tsx'
import { SearchBox } from '../../../platform/lists/web/SearchBox.tsx'
import { LocalTime } from '../../../platform/text/web/LocalTime.tsx'
import { language, useText } from '../../../platform/text/web/language.tsx'
import { useMay } from '../../../platform/ui/web/permission.tsx'
import { type AuditLabels, wordsFor } from '../../audit-labels.ts'
import { auditColumns } from '../../columns.ts'
import { auditQuery, listAudit } from '../contract.ts'
import { auditText } from '../text.ts'
import { AuditDrawer } from './AuditDrawer.tsx'

/** Who changed what. The names of other slices' objects are handed in. */
export function AuditPage({ words }: { words: AuditLabels }) {
  const t = useText()
  const may = useMay()
  const filters = useFilters(auditQuery)
  const input = filters.value
  const list = useAnswer(listAudit, filters.value)
  const name = wordsFor(words, language)
  const { table, columns, views } = useTable('trail', auditColumns(words), {
    at: ({ at }) => <LocalTime at={at} withSeconds />,
    after: ({ before, after }) => <span className="one-line">{name.fields(after ?? before)}</span>,
  })

  const choices = (from: Record<string, unknown>, say: (code: string) => string) =>
    Object.keys(from).map((value) => ({ value, label: say(value) }))

  return (
    <ListPage
      title={t(auditText.title)}
      list={list}
      paging={filters}
      views={views}
      more={<ListMenu table={table} filters={filters.value} mayExport={may('setting:audit:export')} />}
      filters={
        <>
          <SearchBox
            label={t(auditText.searchNo)}
            value={input.search}
            onSearch={(search) => filters.change({ search })}
          />
          <SearchBox
            label={t(auditText.person)}
            value={input.person}
            onSearch={(person) => filters.change({ person })}
          />
          <Select
            className="filter"
            aria-label={t(auditText.type)}
            placeholder={t(auditText.type)}
            value={input.type}
            onChange={(type) => filters.change({ type })}
            options={choices(words.types, name.type)}
            allowClear
          />
          <Select
            className="filter"
            aria-label={t(auditText.action)}
            placeholder={t(auditText.action)}
            value={input.action}
            onChange={(action) => filters.change({ action })}
            options={choices(words.actions, name.action)}
            showSearch={{ optionFilterProp: 'label' }}
            allowClear
          />
          <DaySpan value={input} onChange={filters.change} />
        </>
      }
      chips={{
        search: (search) => search,
        person: (person) => `${t(auditText.person)}: ${person}`,
        type: (type) => name.type(type),
        object: (id) => `#${id}`,
        action: (action) => name.action(action),
        from: (from) => `≥ ${from}`,
        to: (to) => `≤ ${to}`,
      }}
      columns={columns}
      density={table.density}
      empty={{ title: t(auditText.none) }}
      drawer={(open, close) => <AuditDrawer id={open} onClose={close} words={words} />}
    />
  )
}
