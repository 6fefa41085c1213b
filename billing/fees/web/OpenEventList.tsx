import { Button, Tag } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { customerFilter } from '../../../customers/web/customer-options.ts'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import { columnText } from '../../../platform/lists/column-text.ts'
import { useBulk } from '../../../platform/lists/web/BulkResult.tsx'
import { useTable } from '../../../platform/lists/web/columns.tsx'
import { useFilters } from '../../../platform/lists/web/filters.ts'
import { ListPage } from '../../../platform/lists/web/ListPage.tsx'
import { useHeld, usePicks } from '../../../platform/lists/web/selection.ts'
import type { View } from '../../../platform/lists/web/Views.tsx'
import { useDictionary } from '../../../platform/text/web/dictionary.tsx'
import { useText } from '../../../platform/text/web/language.tsx'
import { lazyDialog } from '../../../platform/ui/web/lazy-page.tsx'
import { useMay } from '../../../platform/ui/web/permission.tsx'
import { billingText } from '../../text.ts'
import { openEventColumns } from '../columns.ts'
import { feeChoices, listOpenEvents, openEventQuery, priceOpenEvents, waiveEvents } from '../contract.ts'
import { documentPage, gapText, repairPage } from '../gap-text.ts'
import { feeText } from '../text.ts'
import { readings } from './readings.ts'

const AskDialog = lazyDialog(() => import('./AskDialog.tsx'), 'AskDialog')

/** Work that has no fees yet, why, and where to repair it. */
export function OpenEventList({ views }: { views: View[] }) {
  const t = useText()
  const may = useMay()
  const filters = useFilters(openEventQuery)
  const { value } = filters
  const list = useAnswer(listOpenEvents, value)
  const choices = useAnswer(feeChoices, {}, { staleTime: 60_000 })
  const kinds = useDictionary('billableKind')
  const gaps = useDictionary('priceGap')
  const statuses = useDictionary('billableStatus')
  const [dialog, setDialog] = useState<'version' | 'waive'>()
  const picks = useHeld(usePicks('open_events', value), dialog !== undefined)
  const close = () => setDialog(undefined)
  const pricing = useBulk(priceOpenEvents, { refreshes: readings, picks })
  const waiving = useBulk(waiveEvents, { refreshes: readings, picks })
  const table = useTable('open_events', openEventColumns, {
    sourceNo: ({ kind, documentId, sourceNo }) => <Link to={documentPage(kind, documentId)}>{sourceNo}</Link>,
    status: ({ status }) => (
      <Tag color={status === 'open' ? 'error' : 'processing'}>{statuses.textOf(status)}</Tag>
    ),
    gap: (row) => {
      const page = repairPage(row)
      return (
        <>
          {t(gapText(row))} {page && <Link to={page}>{t(feeText.repair)}</Link>}
        </>
      )
    },
  })
  return (
    <ListPage
      title={t(billingText.costTitle)}
      views={views}
      list={list}
      table={table}
      paging={filters}
      filters={[
        customerFilter(t, choices.data?.customers),
        {
          kind: 'choice',
          name: 'status',
          label: t(columnText.status),
          options: statuses.options.filter(({ value: status }) => status === 'open' || status === 'waiting'),
        },
        { kind: 'choice', name: 'gap', label: t(feeText.reason), options: gaps.options },
        { kind: 'choice', name: 'kind', label: t(feeText.kind), options: kinds.options },
        { kind: 'search', name: 'document', label: t(feeText.documentNo) },
      ]}
      picks={picks}
      bulk={
        <>
          {may(priceOpenEvents.permission) && (
            <>
              <Button
                type="primary"
                loading={pricing.isPending}
                onClick={() => pricing.run({ ids: picks.ids, versionId: null })}
              >
                {t(feeText.price)}
              </Button>
              <Button loading={pricing.isPending} onClick={() => setDialog('version')}>
                {t(feeText.priceWith)}
              </Button>
            </>
          )}
          {may(waiveEvents.permission) && (
            <Button danger loading={waiving.isPending} onClick={() => setDialog('waive')}>
              {t(feeText.waive)}
            </Button>
          )}
        </>
      }
      panel={
        <>
          {pricing.panel}
          {waiving.panel}
          {dialog === 'version' && (
            <AskDialog
              title={t(feeText.priceWith)}
              hint={feeText.priceWithHint}
              asks="version"
              submitText={feeText.price}
              onSubmit={({ versionId }) => pricing.send({ ids: picks.ids, versionId })}
              onClose={close}
            />
          )}
          {dialog === 'waive' && (
            <AskDialog
              title={t(feeText.waiveCount, { count: picks.count })}
              asks="reason"
              submitText={feeText.waive}
              onSubmit={({ reason }) => waiving.send({ ids: picks.ids, reason })}
              onClose={close}
            />
          )}
        </>
      }
      empty={{ title: t(feeText.noGaps), why: t(feeText.noGapsHint) }}
    />
  )
}
