import { useAnswer } from '../../../platform/calls/web/call.ts'
import { useTable } from '../../../platform/lists/web/columns.tsx'
import { useFilters } from '../../../platform/lists/web/filters.ts'
import { ListPage } from '../../../platform/lists/web/ListPage.tsx'
import { LocalTime } from '../../../platform/text/web/LocalTime.tsx'
import { language, useText } from '../../../platform/text/web/language.tsx'
import { useMay } from '../../../platform/ui/web/permission.tsx'
import { type AuditLabels, wordsFor } from '../../audit-labels.ts'
import { auditColumns } from '../../columns.ts'
import { auditQuery, listAudit } from '../contract.ts'
import { auditText } from '../text.ts'
import { AuditDrawer } from './AuditDrawer.tsx'

/** Who changed what. The labels of other slices are passed in. */
export function AuditPage({ words }: { words: AuditLabels }) {
  const t = useText()
  const may = useMay()
  const filters = useFilters(auditQuery)
  const list = useAnswer(listAudit, filters.value)
  const name = wordsFor(words, language)
  const table = useTable('trail', auditColumns(words), {
    at: ({ at }) => <LocalTime at={at} withSeconds />,
    after: ({ before, after }) => <span className="one-line">{name.fields(after ?? before)}</span>,
  })

  const choices = (from: Record<string, unknown>, say: (code: string) => string) =>
    Object.keys(from).map((value) => ({ value, label: say(value) }))

  return (
    <ListPage
      title={t(auditText.title)}
      list={list}
      table={table}
      paging={filters}
      mayExport={may('setting:audit:export')}
      filters={[
        { kind: 'search', name: 'search', label: t(auditText.searchNo) },
        { kind: 'search', name: 'person', label: t(auditText.person) },
        { kind: 'choice', name: 'type', label: t(auditText.type), options: choices(words.types, name.type) },
        {
          kind: 'choice',
          name: 'action',
          label: t(auditText.action),
          options: choices(words.actions, name.action),
          isSearched: true,
        },
        { kind: 'days', from: 'from', to: 'to', label: t(auditText.at) },
        { kind: 'linked', name: 'object', label: t(auditText.no), chip: (id) => `#${id}` },
      ]}
      empty={{ title: t(auditText.none) }}
      drawer={(open, close) => <AuditDrawer id={open} onClose={close} words={words} />}
    />
  )
}
