import { Button, Popconfirm } from 'antd'
import { useState } from 'react'
import { customerFilter } from '../../../customers/web/customer-options.ts'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import { columnText } from '../../../platform/lists/column-text.ts'
import { inCurrency } from '../../../platform/lists/columns.ts'
import { useBulk } from '../../../platform/lists/web/BulkResult.tsx'
import { useTable } from '../../../platform/lists/web/columns.tsx'
import { filtersOf, useFilters } from '../../../platform/lists/web/filters.ts'
import { ListPage } from '../../../platform/lists/web/ListPage.tsx'
import { useHeld, usePicks } from '../../../platform/lists/web/selection.ts'
import { useStatusViews } from '../../../platform/lists/web/status-views.ts'
import type { View } from '../../../platform/lists/web/Views.tsx'
import { useDictionary } from '../../../platform/text/web/dictionary.tsx'
import { useText } from '../../../platform/text/web/language.tsx'
import { lazyDialog, lazyDrawer } from '../../../platform/ui/web/lazy-page.tsx'
import { useFeature, useMay } from '../../../platform/ui/web/permission.tsx'
import { useShortcut } from '../../../platform/ui/web/shortcuts.ts'
import { useLogAction } from '../../../staff/audit/web/LogButton.tsx'
import { useCurrency } from '../../../warehouse/web/unit.ts'
import { billColumns } from '../columns.ts'
import {
  billCustomers,
  billQuery,
  countBills,
  createBills,
  deleteBills,
  issueBills,
  listBills,
  printBills,
  refreshBills,
  voidBills,
} from '../contract.ts'
import { billStates } from '../states.ts'
import { billText } from '../text.ts'
import { BillTag } from './BillTag.tsx'
import { readings } from './readings.ts'
import { useBillFiles } from './use-bill-files.ts'

const CreateBills = lazyDialog(() => import('./CreateBills.tsx'), 'CreateBills')
const IssueDialog = lazyDialog(() => import('./BillDialogs.tsx'), 'IssueDialog')
const VoidDialog = lazyDialog(() => import('./BillDialogs.tsx'), 'VoidDialog')
const BillDrawer = lazyDrawer(() => import('./BillDrawer.tsx'), 'BillDrawer')

/** The bills and statements of customers, from their drafts to their payment. */
export function BillList({ views }: { views: View[] }) {
  const t = useText()
  const may = useMay()
  const isOpen = useFeature('collectPayment') === 'full'
  const filters = useFilters(billQuery)
  const { value } = filters
  const list = useAnswer(listBills, value)
  const customers = useAnswer(billCustomers, {}, { staleTime: 60_000 })
  const kinds = useDictionary('billKind')
  const [dialog, setDialog] = useState<'new' | 'issue' | 'void'>()
  const picks = useHeld(usePicks('bills', value), dialog !== undefined)
  const close = () => setDialog(undefined)
  const issuing = useBulk(issueBills, { refreshes: readings, picks })
  const voiding = useBulk(voidBills, { refreshes: readings, picks })
  const deleting = useBulk(deleteBills, { refreshes: readings, picks })
  const refreshing = useBulk(refreshBills, { refreshes: readings, picks })
  const files = useBillFiles()
  const table = useTable('bills', inCurrency(billColumns, useCurrency()), {
    status: ({ status }) => <BillTag status={status} />,
  })
  const words = useDictionary('billStatus')
  const { status, ...input } = filtersOf(value)
  const counted = useAnswer(countBills, input).data
  const states = useStatusViews(billStates.states, {
    current: status,
    counts: counted && { ...counted, not_settled: counted.notSettled },
    textOf: words.textOf,
    onSelect: (next) => filters.change({ status: next }),
  })
  const mayCreate = isOpen && may(createBills.permission)
  useShortcut('new', () => setDialog('new'), mayCreate)
  const fresh = mayCreate && { label: t(billText.create), run: () => setDialog('new'), isPrimary: true }
  return (
    <ListPage
      title={t(billText.title)}
      views={views}
      list={list}
      viewGroups={[{ label: t(columnText.status), views: states }]}
      table={{ ...table, views: table.views.filter(({ key }) => key !== 'all') }}
      paging={filters}
      mayExport={may('query:money:export')}
      actions={[fresh, useLogAction('bill')]}
      filters={[
        { kind: 'search', name: 'search', label: t(billText.search) },
        customerFilter(t, customers.data),
        { kind: 'choice', name: 'mode', label: t(billText.kind), options: kinds.options },
        { kind: 'days', from: 'from', to: 'to', label: t(billText.period) },
      ]}
      picks={picks}
      bulk={
        <>
          {isOpen && may(issueBills.permission) && (
            <Button type="primary" loading={issuing.isPending} onClick={() => setDialog('issue')}>
              {t(billText.issue)}
            </Button>
          )}
          {mayCreate && (
            <Button loading={refreshing.isPending} onClick={() => refreshing.run({ ids: picks.ids })}>
              {t(billText.refresh)}
            </Button>
          )}
          {may(printBills.permission) && (
            <Button
              disabled={picks.all !== undefined}
              loading={files.isPending}
              onClick={() => picks.inOneCall((ids) => files.download(ids, 'pdf'))}
            >
              {t(billText.pdf)}
            </Button>
          )}
          {isOpen && may(deleteBills.permission) && (
            <Popconfirm
              title={t(billText.deleteCount, { count: picks.count })}
              okText={t(billText.delete)}
              okButtonProps={{ danger: true }}
              onConfirm={() => deleting.run({ ids: picks.ids })}
            >
              <Button danger loading={deleting.isPending}>
                {t(billText.delete)}
              </Button>
            </Popconfirm>
          )}
          {isOpen && may(voidBills.permission) && (
            <Button danger loading={voiding.isPending} onClick={() => setDialog('void')}>
              {t(billText.void)}
            </Button>
          )}
        </>
      }
      panel={
        <>
          {issuing.panel}
          {voiding.panel}
          {refreshing.panel}
          {deleting.panel}
          {dialog === 'new' && <CreateBills onClose={close} />}
          {dialog === 'issue' && (
            <IssueDialog
              count={picks.count}
              onConfirm={(withUnpriced) => issuing.send({ ids: picks.ids, withUnpriced })}
              onClose={close}
            />
          )}
          {dialog === 'void' && (
            <VoidDialog
              count={picks.count}
              onSubmit={(reason) => voiding.send({ ids: picks.ids, reason })}
              onClose={close}
            />
          )}
        </>
      }
      empty={{ title: t(billText.noBills), why: t(billText.noBillsHint), actions: [fresh] }}
      drawer={(open, closeRow) => <BillDrawer id={open} onClose={closeRow} />}
    />
  )
}
