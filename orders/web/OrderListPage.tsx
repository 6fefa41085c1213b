import { Button, Dropdown } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { customerFilter } from '../../customers/web/customer-options.ts'
import { DEEPEST_ROW } from '../../platform/calls/call.ts'
import { useAnswer } from '../../platform/calls/web/call.ts'
import { ImportDialog } from '../../platform/imports/web/ImportDialog.ts'
import { columnText } from '../../platform/lists/column-text.ts'
import { inUnits } from '../../platform/lists/columns.ts'
import type { FilterValues } from '../../platform/lists/lists.ts'
import { useCodes } from '../../platform/lists/web/codes.tsx'
import { useTable } from '../../platform/lists/web/columns.tsx'
import { filtersOf, useFilters } from '../../platform/lists/web/filters.ts'
import { ListPage } from '../../platform/lists/web/ListPage.tsx'
import { usePicks } from '../../platform/lists/web/selection.ts'
import { useStatusViews } from '../../platform/lists/web/status-views.ts'
import type { View } from '../../platform/lists/web/Views.tsx'
import type { ListAct } from '../../platform/slices/web/web-slice.ts'
import { countries } from '../../platform/text/countries.ts'
import type { Text } from '../../platform/text/text.ts'
import { useDictionary } from '../../platform/text/web/dictionary.tsx'
import { language, useText } from '../../platform/text/web/language.tsx'
import { lazyDialog, lazyDrawer } from '../../platform/ui/web/lazy-page.tsx'
import { useFeature, useMay } from '../../platform/ui/web/permission.tsx'
import { useShortcut } from '../../platform/ui/web/shortcuts.ts'
import { useUnits } from '../../warehouse/web/unit.ts'
import { arrivalText } from '../arrival-text.ts'
import { orderColumns } from '../columns.ts'
import {
  countOrders,
  createOrder,
  listOrders,
  MAX_AGE,
  orderChannels,
  orderCustomers,
  orderPrintStates,
  orderQuery,
  pickStates,
  pieceClasses,
  refusedVoids,
} from '../contract.ts'
import { orderExceptions, pickingExceptions } from '../exceptions.ts'
import { orderImport } from '../import-form.ts'
import { fitsAny } from '../offers.ts'
import { remedies } from '../remedies.ts'
import { orderStates, orderStateText } from '../states.ts'
import { ordersText, pickStatusText, pieceClassText, refusedVoidText } from '../text.ts'
import { acknowledgeRefusedVoids, uploadLabels } from '../waybills/contract.ts'
import { ordersWork } from '../work.ts'
import { useAcknowledge } from './acknowledge.tsx'
import { Causes } from './Causes.tsx'
import { OrderTag } from './OrderTag.tsx'
import { useOrderActions } from './order-actions.tsx'
import { readings } from './readings.ts'
import './orders.css'

const NewOrder = lazyDialog(() => import('./OrderForm.tsx'), 'NewOrder')
const UploadZipDialog = lazyDialog(() => import('./UploadZipDialog.tsx'), 'UploadZipDialog')
const OrderDrawer = lazyDrawer(() => import('./OrderDrawer.tsx'), 'OrderDrawer')

/** Outbound orders, by status. */
export const OrderListPage = ({ views, acts }: { views: View[]; acts: readonly ListAct[] }) => (
  <Orders views={views} acts={acts} isWork />
)

/** The same list, to look up and export: nothing is changed here by accident. */
export const OrderQueryPage = ({ views }: { views: View[] }) => (
  <Orders views={views} acts={[]} isWork={false} />
)

function Orders({ views, acts, isWork }: { views: View[]; acts: readonly ListAct[]; isWork: boolean }) {
  const t = useText()
  const mayDo = useMay()
  const may = (permission: string) => isWork && mayDo(permission)
  const filters = useFilters(orderQuery)
  const { value } = filters
  const list = useAnswer(listOrders, value)
  const customers = useAnswer(orderCustomers, {}, { staleTime: 60_000 })
  const channels = useAnswer(orderChannels, {}, { staleTime: 60_000 })
  const exceptions = useDictionary('orderExceptionCode')
  const printed = useDictionary('printStatus')
  const picks = usePicks('orders', value)
  const pasted = useCodes(filters, list.data)
  const [isOpen, setOpen] = useState<'new' | 'import' | 'zip'>()
  const close = () => setOpen(undefined)
  const actions = useOrderActions({ ids: picks.ids, count: picks.count, picks })
  const acknowledging = useAcknowledge({ ids: picks.ids, count: picks.count, picks })
  const mayAcknowledge = may(acknowledgeRefusedVoids.permission)
  const [act, setAct] = useState<{ ids: number[]; all: FilterValues | undefined } & Pick<ListAct, 'Dialog'>>()
  const own = actions.items.filter(
    ({ name, call }) =>
      may(call.permission) && (!value.status || fitsAny(name, value.status, value.exceptionCode ?? null)),
  )
  const added = acts
    .filter(
      ({ permission, statuses }) =>
        may(permission) && (!value.status || !statuses || statuses.includes(value.status)),
    )
    .map((item) => ({
      name: item.label.en_US,
      label: item.label,
      run: () => setAct({ Dialog: item.Dialog, ids: picks.ids, all: picks.all?.filters }),
      isPending: false,
    }))
  // With a cause chosen, what corrects it comes before another audit.
  const wanted: readonly string[] = value.exceptionCode ? remedies[value.exceptionCode] : []
  const isEarly = ({ name }: { name: string }) => wanted.includes(name) || name === 'audit'
  const early = own
    .filter(isEarly)
    .toSorted((a, b) => Number(a.name === 'audit') - Number(b.name === 'audit'))
  const acknowledge = mayAcknowledge &&
    value.refusedVoid === 'open' && {
      name: 'acknowledge',
      label: ordersText.acknowledge,
      run: acknowledging.ask,
      isPending: acknowledging.isPending,
    }
  const offered = [
    ...(acknowledge ? [acknowledge] : []),
    ...early,
    ...added,
    ...own.filter((item) => !isEarly(item)),
  ]
  const table = useTable('orders', inUnits(orderColumns, useUnits()), {
    status: ({ status }) => <OrderTag status={status} />,
    exception: ({ exception }) => exception && <div className="order-reason">{exception}</div>,
  })
  const { status, exceptionCode: _, ...input } = filtersOf(value)
  const states = useStatusViews(orderStates.states, {
    current: status,
    counts: useAnswer(countOrders, input, { every: 60_000 }).data,
    max: DEEPEST_ROW + 1,
    textOf: (state) => t(orderStateText[state]),
    onSelect: (next) => filters.change({ status: next, exceptionCode: undefined }),
  })
  const whose = (isMine: '1' | undefined): View => ({
    key: isMine ? 'mine' : 'everyone',
    label: t(isMine ? ordersText.mine : ordersText.everyone),
    isCurrent: value.isMine === isMine,
    onSelect: () => filters.change({ isMine }),
  })
  const refused = useAnswer(countOrders, { refusedVoid: 'open' }, { every: 60_000, enabled: mayAcknowledge })
  const refusedCount = refused.data && Object.values(refused.data).reduce((sum, count) => sum + count, 0)
  const isRefused = value.refusedVoid === 'open'
  const refusals: View[] =
    mayAcknowledge && (refusedCount || isRefused)
      ? [
          {
            key: 'refused',
            label: t(ordersWork.voidsRefused.title),
            isCurrent: isRefused,
            isTrouble: refusedCount !== 0,
            onSelect: () =>
              filters.change({ refusedVoid: isRefused ? undefined : 'open', status: undefined }),
            ...(refusedCount !== undefined && { count: refusedCount }),
          },
        ]
      : []
  const mayCreate = useFeature(createOrder.feature) === 'full' && may(createOrder.permission)
  useShortcut('new', () => setOpen('new'), mayCreate)
  const auditItem = own.find(({ name }) => name === 'audit')
  const [addedItem] = added
  const navigate = useNavigate()
  useShortcut('audit', () => auditItem?.run(), auditItem !== undefined && picks.count > 0)
  useShortcut('wave', () => addedItem?.run(), addedItem !== undefined && picks.count > 0)
  useShortcut('label', () => navigate('/order/list/print_label'), isWork)
  useShortcut('ship', () => navigate('/order/list/batch_shipment'), isWork)
  const fresh = mayCreate && { label: t(ordersText.newOrder), run: () => setOpen('new'), isPrimary: true }
  const fromSheet = mayCreate && { label: t(ordersText.import), run: () => setOpen('import') }
  const labels = may(uploadLabels.permission) && {
    label: t(ordersText.uploadZip),
    run: () => setOpen('zip'),
  }

  return (
    <ListPage
      title={t(isWork ? ordersText.ordersTitle : ordersText.queryTitle)}
      list={list}
      views={views}
      viewGroups={[
        { label: t(columnText.status), views: states },
        { label: t(ordersText.createdByWhom), views: [whose(undefined), whose('1')] },
        ...(refusals.length > 0 ? [{ label: t(ordersText.refusedVoid), views: refusals }] : []),
      ]}
      table={{ ...table, views: table.views.filter(({ key }) => key !== 'all') }}
      paging={filters}
      actions={[fresh, fromSheet, labels]}
      filters={[
        { kind: 'search', name: 'search', label: t(ordersText.search), codes: pasted },
        customerFilter(t, customers.data),
        {
          kind: 'choice',
          name: 'channelId',
          label: t(ordersText.channel),
          options: (channels.data ?? []).map(({ id, channelCode }) => ({ value: id, label: channelCode })),
          isSearched: true,
        },
        {
          kind: 'choice',
          name: 'exceptionCode',
          label: t(ordersText.exceptionCode),
          options: orderExceptions
            .filter((code) => !pickingExceptions.includes(code))
            .map((code) => ({ value: code, label: exceptions.textOf(code) })),
        },
        {
          kind: 'choice',
          name: 'hasStock',
          label: t(ordersText.stock),
          options: [
            { value: '1', label: t(ordersText.hasStock) },
            { value: '0', label: t(ordersText.lacksStock) },
          ],
        },
        {
          kind: 'choice',
          name: 'countryCode',
          label: t(columnText.country),
          options: countries(language).map(({ code, name }) => ({ value: code, label: `${code} ${name}` })),
          isSearched: true,
        },
        {
          kind: 'choice',
          name: 'pieceClass',
          label: t(ordersText.pieceClass),
          options: pieceClasses.map((one) => ({ value: one, label: t(pieceClassText[one]) })),
        },
        {
          kind: 'choice',
          name: 'pickStatus',
          label: t(ordersText.pickStatus),
          options: pickStates.map((one) => ({ value: one, label: t(pickStatusText[one]) })),
        },
        { kind: 'search', name: 'platform', label: t(ordersText.platform) },
        { kind: 'search', name: 'tag', label: t(ordersText.tag) },
        {
          kind: 'number',
          name: 'minAge',
          label: t(ordersText.minAge),
          min: 1,
          max: MAX_AGE,
          chip: (days) => t(ordersText.minAgeChip, { days }),
        },
        {
          kind: 'number',
          name: 'minPriority',
          label: t(ordersText.minPriority),
          min: 1,
          max: 9,
          chip: (priority) => t(ordersText.minPriorityChip, { priority }),
        },
        {
          kind: 'choice',
          name: 'printStatus',
          label: t(ordersText.printStatus),
          options: orderPrintStates.map((one) => ({ value: one, label: printed.textOf(one) })),
        },
        { kind: 'flag', name: 'isDue', label: t(ordersText.isDue) },
        {
          kind: 'choice',
          name: 'refusedVoid',
          label: t(ordersText.refusedVoid),
          options: refusedVoids.map((one) => ({ value: one, label: t(refusedVoidText[one]) })),
        },
        { kind: 'days', from: 'createdFrom', to: 'createdTo', label: t(columnText.createdAt) },
      ]}
      {...(isWork && { picks })}
      bulk={
        <>
          {offered.slice(0, SHOWN).map(({ name, label, run, isPending }, at) => (
            <Button
              key={name}
              type={at === 0 && (name !== 'audit' || wanted.length === 0) ? 'primary' : 'default'}
              danger={name === 'void'}
              loading={isPending}
              onClick={run}
            >
              {t(label)}
            </Button>
          ))}
          {offered.length > SHOWN && (
            <Dropdown
              trigger={['click']}
              menu={{
                items: offered.slice(SHOWN).map(({ name, label, isPending }) => ({
                  key: name,
                  label: t(label),
                  danger: name === 'void',
                  disabled: isPending,
                })),
                onClick: ({ key }) => offered.find(({ name }) => name === key)?.run(),
              }}
            >
              <Button>{t(ordersText.more)}</Button>
            </Dropdown>
          )}
        </>
      }
      panel={
        <>
          {value.status === 'audit_exception' && (
            <Causes
              value={value}
              list={list}
              picks={picks}
              items={own}
              upload={labels}
              onSelect={(exceptionCode) => filters.change({ exceptionCode })}
            />
          )}
          {actions.panel}
          {acknowledging.panel}
          {pasted.panel}
          {act && (
            <act.Dialog
              ids={act.ids}
              all={act.all}
              onDone={() => picks.set([])}
              onClose={() => setAct(undefined)}
            />
          )}
          {isOpen === 'new' && <NewOrder onClose={close} />}
          {isOpen === 'import' && <ImportDialog form={orderImport} refreshes={readings} onClose={close} />}
          {isOpen === 'zip' && <UploadZipDialog onClose={close} />}
        </>
      }
      empty={{
        view: 'status',
        ...(status
          ? {
              title: t(ordersText.noneInStatus, { status: t(orderStateText[status]) }),
              why: t<Text>(arrivalText[status]),
            }
          : {
              title: t(ordersText.noOrders),
              why: t(ordersText.noOrdersHint),
              actions: [fresh, fromSheet],
            }),
      }}
      drawer={(open, close) => <OrderDrawer id={open} onClose={close} />}
    />
  )
}

/** Buttons of the bulk bar; the other actions are in its menu. */
const SHOWN = 3
