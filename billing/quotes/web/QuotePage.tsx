import { useAnswer, useCommand } from '../../../platform/calls/web/call.ts'
import { useFilters } from '../../../platform/lists/web/filters.ts'
import { MasterList } from '../../../platform/lists/web/MasterList.tsx'
import type { View } from '../../../platform/lists/web/Views.tsx'
import { useDictionary } from '../../../platform/text/web/dictionary.tsx'
import { useText } from '../../../platform/text/web/language.tsx'
import { lazyDialog, lazyDrawer } from '../../../platform/ui/web/lazy-page.tsx'
import { useLogAction } from '../../../staff/audit/web/LogButton.tsx'
import { quoteColumns } from '../columns.ts'
import { createQuote, createSampleQuotes, listQuotes, quoteQuery, switchQuotes } from '../contract.ts'
import { quoteText } from '../text.ts'
import { type QuoteSection, quoteReadings, sections } from './quote-sections.ts'

const QuoteDrawer = lazyDrawer(() => import('./QuoteDrawer.tsx'), 'QuoteDrawer')
const NewQuote = lazyDialog(() => import('./QuoteForm.tsx'), 'NewQuote')

export function QuotePage({ section, views }: { section: QuoteSection; views: View[] }) {
  const t = useText()
  const { title, preset } = sections[section]
  const filters = useFilters(quoteQuery)
  const list = useAnswer(listQuotes, { ...filters.value, ...preset })
  const statuses = useDictionary('quoteStatus')
  const kinds = useDictionary('quoteKind')
  const samples = useCommand(createSampleQuotes, { refreshes: quoteReadings })
  return (
    <MasterList
      key={section}
      title={title}
      views={views}
      filters={filters}
      list={list}
      name="quotes"
      columns={quoteColumns}
      words={quoteText}
      createCall={createQuote}
      switchCall={switchQuotes}
      readings={quoteReadings}
      also={[
        section === 'all' && {
          kind: 'choice',
          name: 'kind',
          label: t(quoteText.kind),
          options: kinds.options,
        },
        { kind: 'choice', name: 'status', label: t(quoteText.versionStatus), options: statuses.options },
      ]}
      waysIn={
        list.data?.total === 0 && filters.active.length === 0 && section !== 'channel_quote'
          ? [{ label: t(quoteText.sample), run: () => samples.mutate({}) }]
          : []
      }
      form={(close) => <NewQuote section={section} onClose={close} />}
      drawer={(open, close) => <QuoteDrawer id={open} onClose={close} />}
      more={[useLogAction('quote')]}
    />
  )
}
