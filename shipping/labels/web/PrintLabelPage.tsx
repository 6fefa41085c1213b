import { Alert, Button, Flex, Tag } from 'antd'
import { useState } from 'react'
import { customerFilter } from '../../../customers/web/customer-options.ts'
import { orderChannels, orderCustomers, pieceClasses } from '../../../orders/contract.ts'
import { ordersText, pieceClassText } from '../../../orders/text.ts'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import { columnText } from '../../../platform/lists/column-text.ts'
import { listText } from '../../../platform/lists/lists.ts'
import { useBulk } from '../../../platform/lists/web/BulkResult.tsx'
import { useCodes } from '../../../platform/lists/web/codes.tsx'
import { useTable } from '../../../platform/lists/web/columns.tsx'
import { filtersOf, useFilters } from '../../../platform/lists/web/filters.ts'
import type { FilterDefs } from '../../../platform/lists/web/ListFilters.tsx'
import { ListPage } from '../../../platform/lists/web/ListPage.tsx'
import { usePicks } from '../../../platform/lists/web/selection.ts'
import type { View } from '../../../platform/lists/web/Views.tsx'
import { useDictionary } from '../../../platform/text/web/dictionary.tsx'
import { LocalTime } from '../../../platform/text/web/LocalTime.tsx'
import { useText } from '../../../platform/text/web/language.tsx'
import { lazyDialog, lazyDrawer } from '../../../platform/ui/web/lazy-page.tsx'
import { useFeature, useMay } from '../../../platform/ui/web/permission.tsx'
import { useShortcut } from '../../../platform/ui/web/shortcuts.ts'
import { listPickingLists } from '../../picking/contract.ts'
import { shippingText } from '../../text.ts'
import { labelColumns } from '../columns.ts'
import {
  cancelLabelPrint,
  countLabels,
  type LabelRow,
  labelQuery,
  listLabels,
  MAX_ORDERS,
  openLabelPrints,
  printLabels,
} from '../contract.ts'
import { labelsText } from '../text.ts'
import { labelReadings } from './readings.ts'

const PrintDrawer = lazyDialog(() => import('./LabelPrintDrawer.tsx'), 'LabelPrintDrawer')
const ReasonDialog = lazyDialog(() => import('../../../platform/forms/web/ReasonDialog.tsx'), 'ReasonDialog')
const OrderDrawer = lazyDrawer(() => import('../../../orders/web/OrderDrawer.tsx'), 'OrderDrawer')

type Filters = ReturnType<typeof useFilters<typeof labelQuery>>
type Opened = { kind: 'print' } | { kind: 'cancel' } | { kind: 'confirm'; id: number }

/** Orders whose labels are to be printed, by channel, and those that are printed and not shipped yet. */
export function PrintLabelPage({ views }: { views: View[] }) {
  const t = useText()
  const may = useMay()
  const isOpen = useFeature('orders') === 'full'
  const filters = useFilters(labelQuery)
  const { value } = filters
  const isReprint = value.printStatus === 'printed'
  const list = useAnswer(listLabels, value)
  const matching = filtersOf(value)
  const counts = useAnswer(countLabels, matching, { every: 60_000 }).data
  const picks = usePicks('labels', value)
  const pasted = useCodes(filters, list.data)
  const [opened, setOpened] = useState<Opened>()
  const close = () => setOpened(undefined)
  const cancelling = useBulk(cancelLabelPrint, { refreshes: labelReadings, picks })
  const table = useTable('labels', labelColumns, { printStatus: (row) => <PrintStatus of={row} /> })

  const mayPrint = isOpen && (isReprint ? (counts?.mayReprint ?? false) : may(printLabels.permission))
  // Without a selection all that match are printed; labels are reprinted one by one.
  const total = isReprint ? 0 : (list.data?.total ?? 0)
  const count = picks.count || total
  const canPrint = mayPrint && count > 0 && count <= MAX_ORDERS
  const open = () => setOpened({ kind: 'print' })
  useShortcut('open', open, canPrint && !isReprint && opened === undefined)
  useShortcut('receive', open, canPrint && isReprint && opened === undefined)
  const words = isReprint ? labelsText.reprintCountOf : labelsText.printCountOf

  return (
    <ListPage
      title={t(shippingText.labelsTitle)}
      list={list}
      views={views}
      viewGroups={useLabelViews(filters, counts)}
      table={{ ...table, views: table.views.filter(({ key }) => key !== 'all') }}
      paging={filters}
      actions={[
        mayPrint &&
          count > 0 && {
            label: t(words, { count }),
            run: open,
            isPrimary: true,
            isDisabled: !canPrint,
            ...(!canPrint && { hint: t(labelsText.tooManyToPrint, { max: MAX_ORDERS }) }),
          },
      ]}
      filters={useLabelFilters(pasted)}
      {...(mayPrint && { picks })}
      isOnAll={false}
      bulk={
        <>
          <Button type="primary" disabled={!canPrint} onClick={open}>
            {t(words, { count: picks.count })}
          </Button>
          {isReprint && may(cancelLabelPrint.permission) && (
            <Button danger loading={cancelling.isPending} onClick={() => setOpened({ kind: 'cancel' })}>
              {t(labelsText.cancelPrint)}
            </Button>
          )}
        </>
      }
      panel={
        <>
          <OpenPrints onConfirm={(id) => setOpened({ kind: 'confirm', id })} />
          {cancelling.panel}
          {pasted.panel}
          {opened?.kind === 'print' && (
            <PrintDrawer
              {...(picks.ids.length > 0 ? { ids: picks.ids } : { filters: matching })}
              count={count}
              isReprint={isReprint}
              sample={picks.ids[0] ?? list.data?.rows[0]?.id}
              onPrinted={() => picks.set([])}
              onClose={close}
            />
          )}
          {opened?.kind === 'confirm' && (
            <PrintDrawer
              printId={opened.id}
              count={0}
              isReprint={false}
              onPrinted={() => {}}
              onClose={close}
            />
          )}
          {opened?.kind === 'cancel' && (
            <ReasonDialog
              title={t(labelsText.cancelAsk, { count: picks.count })}
              warning={labelsText.cancelWarning}
              submitText={labelsText.cancelPrint}
              onSubmit={(reason) => cancelling.send({ ids: picks.ids, reason })}
              onClose={close}
            />
          )}
        </>
      }
      empty={
        isReprint
          ? { title: t(labelsText.nonePrinted), view: 'printStatus' }
          : { title: t(labelsText.allPrinted), why: t(labelsText.allPrintedHint) }
      }
      drawer={(shown, onClose) => <OrderDrawer id={shown} onClose={onClose} />}
    />
  )
}

/** Whether it is printed, and what keeps it from being printed now. */
function PrintStatus({ of }: { of: LabelRow }) {
  const t = useText()
  const { textOf } = useDictionary('printStatus')
  return (
    <Flex gap={4} wrap>
      <Tag color={of.printStatus === 'printed' ? 'success' : 'default'}>{textOf(of.printStatus)}</Tag>
      {of.printingBy && <Tag color="processing">{t(labelsText.printing, { person: of.printingBy })}</Tag>}
      {of.interceptStatus === 'requested' && <Tag color="error">{t(labelsText.intercepting)}</Tag>}
    </Flex>
  )
}

/** Prints of all users that still have to be confirmed. */
function OpenPrints({ onConfirm }: { onConfirm: (id: number) => void }) {
  const t = useText()
  const may = useMay()
  const mayConfirm = may(openLabelPrints.permission)
  const { data = [] } = useAnswer(openLabelPrints, {}, { enabled: mayConfirm })
  return data.map(({ id, createdBy, createdAt, labels }) => (
    <Alert
      key={id}
      type="warning"
      showIcon
      className="list-note"
      title={
        <>
          {t(labelsText.openPrint, { person: createdBy, count: labels })} · <LocalTime at={createdAt} />
        </>
      }
      action={
        <Button size="small" onClick={() => onConfirm(id)}>
          {t(labelsText.toConfirm)}
        </Button>
      }
    />
  ))
}

type Counts = ReturnType<typeof useAnswer<typeof countLabels>>['data']

/** Printed or not, and each channel that has such orders, with their numbers. */
function useLabelViews({ value, change }: Filters, counts: Counts) {
  const t = useText()
  const { textOf } = useDictionary('printStatus')
  const status = (key: 'unprinted' | 'printed'): View => ({
    key,
    label: textOf(key),
    isCurrent: value.printStatus === key,
    onSelect: () => change({ printStatus: key }),
    ...(counts && { count: counts[key] }),
  })
  const channels = counts?.channels ?? []
  const channel = (id: number | undefined, label: string, count: number): View => ({
    key: String(id ?? 'all'),
    label,
    count,
    isCurrent: value.channelId === id,
    onSelect: () => change({ channelId: id }),
  })
  return [
    { label: t(shippingText.printStatus), views: [status('unprinted'), status('printed')] },
    {
      label: t(labelsText.byChannel),
      views: [
        channel(
          undefined,
          t(listText.allRows),
          channels.reduce((sum, { count }) => sum + count, 0),
        ),
        ...channels.map(({ channelId, channelCode, count }) => channel(channelId, channelCode, count)),
      ],
    },
  ]
}

function useLabelFilters(pasted: ReturnType<typeof useCodes>): FilterDefs<Filters['value']> {
  const t = useText()
  const may = useMay()
  const customers = useAnswer(orderCustomers, {}, { staleTime: 60_000 })
  const channels = useAnswer(orderChannels, {}, { staleTime: 60_000 })
  const maySeeLists = may(listPickingLists.permission)
  const lists = useAnswer(listPickingLists, { size: 100 }, { enabled: maySeeLists, staleTime: 60_000 })
  return [
    { kind: 'search', name: 'search', label: t(labelsText.search), codes: pasted },
    {
      kind: 'choice',
      name: 'channelId',
      label: t(columnText.channel),
      options: (channels.data ?? []).map(({ id, channelCode }) => ({ value: id, label: channelCode })),
      isSearched: true,
    },
    customerFilter(t, customers.data),
    {
      kind: 'choice',
      name: 'pieceClass',
      label: t(ordersText.pieceClass),
      options: pieceClasses.map((one) => ({ value: one, label: t(pieceClassText[one]) })),
    },
    maySeeLists && {
      kind: 'choice',
      name: 'pickingListId',
      label: t(shippingText.pickingNo),
      options: (lists.data?.rows ?? []).map(({ id, pickingNo }) => ({ value: id, label: pickingNo })),
      isSearched: true,
    },
    { kind: 'days', from: 'createdFrom', to: 'createdTo', label: t(columnText.createdAt) },
  ]
}
