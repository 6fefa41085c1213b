import { Alert, Button, Popconfirm } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { customerFilter } from '../../../customers/web/customer-options.ts'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import { ImportDialog } from '../../../platform/imports/web/ImportDialog.ts'
import { columnText } from '../../../platform/lists/column-text.ts'
import { inCurrency } from '../../../platform/lists/columns.ts'
import { useBulk } from '../../../platform/lists/web/BulkResult.tsx'
import { useTable } from '../../../platform/lists/web/columns.tsx'
import { filtersOf, useFilters } from '../../../platform/lists/web/filters.ts'
import { ListPage } from '../../../platform/lists/web/ListPage.tsx'
import { ListSums } from '../../../platform/lists/web/ListSums.tsx'
import { useHeld, usePicks } from '../../../platform/lists/web/selection.ts'
import type { View } from '../../../platform/lists/web/Views.tsx'
import { useDictionary } from '../../../platform/text/web/dictionary.tsx'
import { useLanguage, useText } from '../../../platform/text/web/language.tsx'
import { lazyDialog, lazyDrawer } from '../../../platform/ui/web/lazy-page.tsx'
import { notice } from '../../../platform/ui/web/notices.ts'
import { useFeature, useMay } from '../../../platform/ui/web/permission.tsx'
import { useShortcut } from '../../../platform/ui/web/shortcuts.ts'
import { useLogAction } from '../../../staff/audit/web/LogButton.tsx'
import { useCurrency } from '../../../warehouse/web/unit.ts'
import { createBills } from '../../bills/contract.ts'
import { billText } from '../../bills/text.ts'
import { billingText } from '../../text.ts'
import { failureTexts, feeColumns, nameOf } from '../columns.ts'
import {
  createFee,
  type FeeRow,
  feeChoices,
  feeOrigins,
  feeQuery,
  listFees,
  refundFees,
  rerateFees,
  settleFees,
  sumFees,
  voidFees,
} from '../contract.ts'
import { documentPage } from '../gap-text.ts'
import { feeImport } from '../import-form.ts'
import { feeText } from '../text.ts'
import { FeeTag } from './FeeTag.tsx'
import { readings } from './readings.ts'

const AskDialog = lazyDialog(() => import('./AskDialog.tsx'), 'AskDialog')
const BillFees = lazyDialog(() => import('../../bills/web/BillFees.tsx'), 'BillFees')
const NewFee = lazyDialog(() => import('./NewFee.tsx'), 'NewFee')
const FeeDrawer = lazyDrawer(() => import('./FeeDrawer.tsx'), 'FeeDrawer')

/** Among the fees that failed, each says why. */
const columnsWithCause = feeColumns.map((column) =>
  column.key === 'failedBecause' ? { ...column, isExtra: false } : column,
)

/** All fees: what each was charged for, by which price, and whether it has left the balance. */
export function FeeList({ views }: { views: View[] }) {
  const t = useText()
  const may = useMay()
  const { language } = useLanguage()
  const filters = useFilters(feeQuery)
  const { value } = filters
  const list = useAnswer(listFees, value)
  const choices = useAnswer(feeChoices, {}, { staleTime: 60_000 })
  const statuses = useDictionary('feeStatus')
  const documents = useDictionary('bill_order_type')
  const [dialog, setDialog] = useState<'new' | 'import' | 'bill' | 'refund' | 'void' | 'rerate'>()
  const picks = useHeld(usePicks('fees', value), dialog !== undefined)
  const close = () => setDialog(undefined)
  const settling = useBulk(settleFees, { refreshes: readings, picks })
  const voiding = useBulk(voidFees, { refreshes: readings, picks })
  const rerating = useBulk(rerateFees, { refreshes: readings, picks })
  const refunding = useBulk(refundFees, {
    refreshes: readings,
    picks,
    onAnswer: ({ requested }) => {
      if (requested > 0) notice('warning', t(feeText.requestsSent, { count: requested }))
    },
  })
  const columns = value.isFailed ? columnsWithCause : feeColumns
  const table = useTable('fees', inCurrency(columns, useCurrency()), {
    status: ({ status }) => <FeeTag status={status} />,
    failedBecause: ({ failedBecause }) => failedBecause && <Failure because={failedBecause} />,
    sourceNo: ({ orderType, documentId, sourceNo }) =>
      documentId === null ? sourceNo : <Link to={documentPage(orderType, documentId)}>{sourceNo}</Link>,
    rule: ({ rule, quoteId }) => rule && <Link to={`/setting/quote?open=${quoteId}`}>{rule}</Link>,
  })
  const mayBill = useFeature(createBills.feature) === 'full' && may(createBills.permission)
  const mayCreate = useFeature(createFee.feature) === 'full' && may(createFee.permission)
  useShortcut('new', () => setDialog('new'), mayCreate)
  const fresh = mayCreate && { label: t(feeText.newFee), run: () => setDialog('new'), isPrimary: true }
  const sheet = mayCreate && { label: t(feeText.importFees), run: () => setDialog('import') }
  const sums = filtersOf(value)
  return (
    <ListPage
      title={t(billingText.costTitle)}
      views={views}
      list={list}
      table={table}
      paging={filters}
      mayExport={may('query:money:export')}
      actions={[fresh, sheet, useLogAction('fee')]}
      filters={[
        customerFilter(t, choices.data?.customers),
        {
          kind: 'choice',
          name: 'feeTypeId',
          label: t(feeText.feeType),
          options: (choices.data?.types ?? []).map((type) => ({
            value: type.id,
            label: `${type.feeCode} ${nameOf(type, language)}`,
          })),
          isSearched: true,
        },
        { kind: 'search', name: 'document', label: t(feeText.documentNo) },
        { kind: 'days', from: 'chargedFrom', to: 'chargedTo', label: t(feeText.chargeDate) },
        { kind: 'choice', name: 'status', label: t(columnText.status), options: statuses.options },
        { kind: 'choice', name: 'orderType', label: t(feeText.documentType), options: documents.options },
        {
          kind: 'choice',
          name: 'origin',
          label: t(feeText.origin),
          options: feeOrigins.map((origin) => ({ value: origin, label: t(feeText[origin]) })),
        },
        { kind: 'flag', name: 'isFailed', label: t(feeText.failed) },
      ]}
      picks={picks}
      bulk={
        <>
          {mayBill && (
            <Button
              type="primary"
              disabled={picks.all !== undefined}
              onClick={() => picks.inOneCall(() => setDialog('bill'))}
            >
              {t(billText.billSelected)}
            </Button>
          )}
          {may(settleFees.permission) && (
            <Popconfirm
              title={t(feeText.settledByCount, { count: picks.count })}
              okText={t(feeText.settle)}
              onConfirm={() => settling.run({ ids: picks.ids })}
            >
              <Button loading={settling.isPending}>{t(feeText.settle)}</Button>
            </Popconfirm>
          )}
          {may(refundFees.permission) && (
            <Button
              disabled={picks.all !== undefined}
              loading={refunding.isPending}
              onClick={() => setDialog('refund')}
            >
              {t(feeText.refundFee)}
            </Button>
          )}
          {may(rerateFees.permission) && (
            <Button loading={rerating.isPending} onClick={() => setDialog('rerate')}>
              {t(feeText.rerate)}
            </Button>
          )}
          {may(voidFees.permission) && (
            <Button danger loading={voiding.isPending} onClick={() => setDialog('void')}>
              {t(feeText.voidFee)}
            </Button>
          )}
        </>
      }
      panel={
        <>
          {value.isFailed && <Alert type="info" showIcon title={t(feeText.failedHint)} />}
          {settling.panel}
          {refunding.panel}
          {rerating.panel}
          {voiding.panel}
          {dialog === 'bill' && <BillFees ids={picks.ids} onClose={close} />}
          {dialog === 'new' && <NewFee onClose={close} />}
          {dialog === 'import' && <ImportDialog form={feeImport} refreshes={readings} onClose={close} />}
          {dialog === 'refund' && (
            <AskDialog
              title={t(feeText.refundAll, { count: picks.count })}
              asks="reason"
              submitText={feeText.refundFee}
              onSubmit={({ reason }) => refunding.send({ ids: picks.ids, amount: null, reason })}
              onClose={close}
            />
          )}
          {dialog === 'rerate' && (
            <AskDialog
              title={t(feeText.rerateCount, { count: picks.count })}
              hint={feeText.rerateHint}
              asks="reason_and_version"
              submitText={feeText.rerate}
              onSubmit={({ reason, versionId }) => rerating.send({ ids: picks.ids, versionId, reason })}
              onClose={close}
            />
          )}
          {dialog === 'void' && (
            <AskDialog
              title={t(feeText.voidCount, { count: picks.count })}
              asks="reason"
              submitText={feeText.voidFee}
              onSubmit={({ reason }) => voiding.send({ ids: picks.ids, reason })}
              onClose={close}
            />
          )}
        </>
      }
      summary={<Sums of={sums} />}
      empty={{ title: t(feeText.noFees), why: t(feeText.noFeesHint), actions: [fresh, sheet] }}
      drawer={(open, closeRow) => <FeeDrawer id={open} onClose={closeRow} />}
    />
  )
}

/** Why a fee has not left the balance, with the page that helps. */
function Failure({ because }: { because: NonNullable<FeeRow['failedBecause']> }) {
  const t = useText()
  const words = t(failureTexts[because])
  return because === 'account_blocked' ? <Link to="/query/customer?isBlocked=1">{words}</Link> : words
}

/** The totals of all fees that match, also those on other pages. */
function Sums({ of }: { of: Parameters<typeof useAnswer<typeof sumFees>>[1] }) {
  const { data } = useAnswer(sumFees, of)
  if (!data) return null
  return (
    <ListSums
      of={[
        [feeText.total, data.amount],
        [feeText.settledTotal, data.settled],
        [feeText.notSettledTotal, data.notSettled],
        [feeText.cost, data.costAmount],
        [feeText.profit, data.profit],
      ]}
    />
  )
}
