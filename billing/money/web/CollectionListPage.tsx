import { Button, Popconfirm } from 'antd'
import { useState } from 'react'
import { customerFilter } from '../../../customers/web/customer-options.ts'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import { ImportDialog } from '../../../platform/imports/web/ImportDialog.ts'
import { columnText } from '../../../platform/lists/column-text.ts'
import { inCurrency } from '../../../platform/lists/columns.ts'
import { useBulk } from '../../../platform/lists/web/BulkResult.tsx'
import { useTable } from '../../../platform/lists/web/columns.tsx'
import { filtersOf, useFilters } from '../../../platform/lists/web/filters.ts'
import { ListPage } from '../../../platform/lists/web/ListPage.tsx'
import { useHeld, usePicks } from '../../../platform/lists/web/selection.ts'
import { useStatusViews } from '../../../platform/lists/web/status-views.ts'
import { useDictionary } from '../../../platform/text/web/dictionary.tsx'
import { useText } from '../../../platform/text/web/language.tsx'
import { lazyDialog, lazyDrawer } from '../../../platform/ui/web/lazy-page.tsx'
import { useFeature, useMay } from '../../../platform/ui/web/permission.tsx'
import { useShortcut } from '../../../platform/ui/web/shortcuts.ts'
import { Picture } from '../../../products/web/Picture.tsx'
import { useLogAction } from '../../../staff/audit/web/LogButton.tsx'
import { useCurrency } from '../../../warehouse/web/unit.ts'
import { collectionColumns } from '../columns.ts'
import {
  collectionCustomers,
  collectionQuery,
  confirmCollections,
  countCollections,
  createCollection,
  deleteCollections,
  listCollections,
  MAX_AMOUNT,
} from '../contract.ts'
import { collectionImport } from '../import-form.ts'
import { collectionStates } from '../states.ts'
import { moneyText } from '../text.ts'
import { CollectionTag } from './CollectionTag.tsx'
import { readings } from './readings.ts'

const NewCollection = lazyDialog(() => import('./CollectionForm.tsx'), 'NewCollection')
const ConfirmDialog = lazyDialog(() => import('./ConfirmDialog.tsx'), 'ConfirmDialog')
const CollectionDrawer = lazyDrawer(() => import('./CollectionDrawer.tsx'), 'CollectionDrawer')

/** Customers' payments: drafts that wait to be checked, and what is in the balances. */
export function CollectionListPage() {
  const t = useText()
  const may = useMay()
  const filters = useFilters(collectionQuery)
  const { value } = filters
  const list = useAnswer(listCollections, value)
  const customers = useAnswer(collectionCustomers, {}, { staleTime: 60_000 })
  const purposes = useDictionary('transaction_business_type')
  const methods = useDictionary('payMethod')
  const [dialog, setDialog] = useState<'new' | 'import' | 'confirm'>()
  const picks = useHeld(usePicks('collections', value), dialog !== undefined)
  const close = () => setDialog(undefined)
  const confirming = useBulk(confirmCollections, { refreshes: readings, picks })
  const deleting = useBulk(deleteCollections, { refreshes: readings, picks })
  const table = useTable('collections', inCurrency(collectionColumns, useCurrency()), {
    status: ({ status }) => <CollectionTag status={status} />,
    proofUrl: ({ proofUrl, collectionNo }) =>
      proofUrl && <Picture url={proofUrl} reading={listCollections} alt={collectionNo} />,
  })
  const words = useDictionary('collectionStatus')
  const { status, ...input } = filtersOf(value)
  const states = useStatusViews(collectionStates.states, {
    current: status,
    counts: useAnswer(countCollections, input).data,
    textOf: words.textOf,
    onSelect: (next) => filters.change({ status: next }),
  })
  const mayRecord = useFeature(createCollection.feature) === 'full' && may(createCollection.permission)
  useShortcut('new', () => setDialog('new'), mayRecord)
  const fresh = mayRecord && {
    label: t(moneyText.newCollection),
    run: () => setDialog('new'),
    isPrimary: true,
  }
  const sheet = mayRecord && { label: t(moneyText.import), run: () => setDialog('import') }
  return (
    <ListPage
      title={t(moneyText.title)}
      list={list}
      viewGroups={[{ label: t(columnText.status), views: states }]}
      table={{ ...table, views: table.views.filter(({ key }) => key !== 'all') }}
      paging={filters}
      mayExport={may('query:money:export')}
      actions={[fresh, sheet, useLogAction('collection')]}
      filters={[
        { kind: 'search', name: 'search', label: t(moneyText.search) },
        customerFilter(t, customers.data),
        { kind: 'choice', name: 'purpose', label: t(moneyText.purpose), options: purposes.options },
        { kind: 'choice', name: 'payMethod', label: t(moneyText.payMethod), options: methods.options },
        { kind: 'days', from: 'paidFrom', to: 'paidTo', label: t(moneyText.paidOn) },
        {
          kind: 'number',
          name: 'minAmount',
          label: t(moneyText.minAmount),
          min: -MAX_AMOUNT,
          max: MAX_AMOUNT,
          chip: (amount) => `≥ ${amount}`,
        },
        {
          kind: 'number',
          name: 'maxAmount',
          label: t(moneyText.maxAmount),
          min: -MAX_AMOUNT,
          max: MAX_AMOUNT,
          chip: (amount) => `≤ ${amount}`,
        },
      ]}
      picks={picks}
      bulk={
        <>
          {may(confirmCollections.permission) && (
            <Button
              type="primary"
              disabled={picks.all !== undefined}
              loading={confirming.isPending}
              onClick={() => picks.inOneCall(() => setDialog('confirm'))}
            >
              {t(moneyText.confirm)}
            </Button>
          )}
          {mayRecord && (
            <Popconfirm
              title={t(moneyText.deleteCount, { count: picks.count })}
              okText={t(moneyText.delete)}
              okButtonProps={{ danger: true }}
              onConfirm={() => deleting.run({ ids: picks.ids })}
            >
              <Button danger loading={deleting.isPending}>
                {t(moneyText.delete)}
              </Button>
            </Popconfirm>
          )}
        </>
      }
      panel={
        <>
          {confirming.panel}
          {deleting.panel}
          {dialog === 'new' && <NewCollection onClose={close} />}
          {dialog === 'import' && (
            <ImportDialog form={collectionImport} refreshes={readings} onClose={close} />
          )}
          {dialog === 'confirm' && (
            <ConfirmDialog
              ids={picks.ids}
              onConfirm={(shown) => confirming.run({ ids: picks.ids, shown })}
              onClose={close}
            />
          )}
        </>
      }
      empty={{
        title: t(moneyText.noCollections),
        why: t(moneyText.noCollectionsHint),
        actions: [fresh, sheet],
      }}
      drawer={(open, closeRow) => <CollectionDrawer id={open} onClose={closeRow} />}
    />
  )
}
