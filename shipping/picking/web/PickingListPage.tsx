import { Progress } from 'antd'
import { useState } from 'react'
import { customerFilter } from '../../../customers/web/customer-options.ts'
import { countOrders, orderChannels, orderCustomers } from '../../../orders/contract.ts'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import { CallFailed, send } from '../../../platform/calls/web/send.ts'
import { columnText } from '../../../platform/lists/column-text.ts'
import { useCodes } from '../../../platform/lists/web/codes.tsx'
import { useTable } from '../../../platform/lists/web/columns.tsx'
import { filtersOf, useFilters } from '../../../platform/lists/web/filters.ts'
import { ListPage } from '../../../platform/lists/web/ListPage.tsx'
import { usePicks } from '../../../platform/lists/web/selection.ts'
import { useStatusViews } from '../../../platform/lists/web/status-views.ts'
import type { View } from '../../../platform/lists/web/Views.tsx'
import { useDictionary } from '../../../platform/text/web/dictionary.tsx'
import { useText } from '../../../platform/text/web/language.tsx'
import { lazyDialog, lazyDrawer } from '../../../platform/ui/web/lazy-page.tsx'
import { notice } from '../../../platform/ui/web/notices.ts'
import { useFeature, useMay } from '../../../platform/ui/web/permission.tsx'
import { useScan, useShortcut } from '../../../platform/ui/web/shortcuts.ts'
import { pickingColumns } from '../columns.ts'
import {
  countPickingLists,
  createPickingLists,
  findPickingList,
  listPickers,
  listPickingLists,
  listTypes,
  type PickingRow,
  pickingQuery,
  pickingZones,
} from '../contract.ts'
import { pickingStates, pickingStateText } from '../states.ts'
import { pickingText } from '../text.ts'
import { PickingTag } from './PickingTag.tsx'
import { usePickingActions } from './picking-actions.tsx'
import { zoneOptions } from './zone-options.ts'
import './picking.css'

const CreateDialog = lazyDialog(() => import('./CreateDialog.tsx'), 'CreateDialog')
const PickingDrawer = lazyDrawer(() => import('./PickingDrawer.tsx'), 'PickingDrawer')

/** A whole number of a list, as it is on its paper. */
const isNumber = (text: string) => /^\s*pk\d{6}-\d{5,}\s*$/i.test(text)

/** Picking lists, by status. */
export function PickingListPage({ views }: { views: View[] }) {
  const t = useText()
  const may = useMay()
  const filters = useFilters(pickingQuery)
  const { value, change } = filters
  const list = useAnswer(listPickingLists, value)
  const customers = useAnswer(orderCustomers, {}, { staleTime: 60_000 })
  const channels = useAnswer(orderChannels, {}, { staleTime: 60_000 })
  const pickers = useAnswer(listPickers, {}, { staleTime: 60_000 })
  const zones = useAnswer(pickingZones, {}, { staleTime: 60_000 })
  const isEmpty = list.data?.total === 0
  const toAudit =
    useAnswer(countOrders, {}, { enabled: isEmpty && may(countOrders.permission) }).data?.pending_audit ?? 0
  const types = useDictionary('pickingListType')
  const picks = usePicks('picking_lists', value)
  const pasted = useCodes(filters, list.data)
  const [isNew, setNew] = useState(false)
  const isOpen = useFeature('orders') === 'full'
  const actions = usePickingActions({ ids: picks.ids, count: picks.count, picks, isOpen })
  const table = useTable('picking_lists', pickingColumns, {
    status: ({ status }) => <PickingTag status={status} />,
    pickedCount: (row) => <Picked of={row} />,
  })
  const { status, ...input } = filtersOf(value)
  const states = useStatusViews(pickingStates.states, {
    current: status,
    counts: useAnswer(countPickingLists, input).data,
    textOf: (state) => t(pickingStateText[state]),
    onSelect: (next) => change({ status: next }),
  })
  const mayCreate = may(createPickingLists.permission)
  useShortcut('new', () => setNew(true), mayCreate && isOpen)
  useShortcut('print', actions.print, picks.ids.length > 0 && !picks.all)
  const fresh = mayCreate && { label: t(pickingText.create), run: () => setNew(true), isPrimary: true }

  /** The number of a list opens it; anything else is searched. An unknown number stays in the field. */
  const find = async (search: string | undefined) => {
    if (!search || !isNumber(search)) return change({ search })
    try {
      change({ search }, (await send(findPickingList, { scanned: search })).id)
    } catch (failure) {
      change({ search })
      if (failure instanceof CallFailed) notice('error', failure.message)
    }
  }
  useScan((scanned) => void find(scanned))

  return (
    <ListPage
      title={t(pickingText.title)}
      list={list}
      views={views}
      viewGroups={[{ label: t(columnText.status), views: states }]}
      table={{ ...table, views: table.views.filter(({ key }) => key !== 'all') }}
      paging={filters}
      actions={[fresh]}
      filters={[
        {
          kind: 'search',
          name: 'search',
          label: t(pickingText.search),
          onSearch: (search) => void find(search),
          codes: pasted,
        },
        {
          kind: 'choice',
          name: 'assigneeId',
          label: t(pickingText.picker),
          options: (pickers.data ?? []).map(({ id, userName }) => ({ value: id, label: userName })),
          isSearched: true,
        },
        {
          kind: 'choice',
          name: 'listType',
          label: t(pickingText.listType),
          options: listTypes.map((type) => ({ value: type, label: types.textOf(type) })),
        },
        {
          kind: 'choice',
          name: 'channelId',
          label: t(columnText.channel),
          options: (channels.data ?? []).map(({ id, channelCode }) => ({ value: id, label: channelCode })),
          isSearched: true,
        },
        { kind: 'choice', name: 'zoneId', label: t(pickingText.zone), options: zoneOptions(zones.data) },
        customerFilter(t, customers.data),
        { kind: 'days', from: 'createdFrom', to: 'createdTo', label: t(columnText.createdAt) },
      ]}
      picks={picks}
      bulk={actions.buttons}
      panel={
        <>
          {actions.panel}
          {pasted.panel}
          {isNew && <CreateDialog onClose={() => setNew(false)} />}
        </>
      }
      empty={{
        view: 'status',
        title: t(status === 'waiting' ? pickingText.nothingToPick : pickingText.noLists),
        why: toAudit > 0 ? t(pickingText.waitForAudit, { count: toAudit }) : t(pickingText.noListsHint),
        actions: [
          fresh,
          toAudit > 0 && {
            label: t(pickingText.showWaiting),
            to: '/order/list?status=pending_audit',
            isReading: true,
          },
        ],
      }}
      drawer={(open, close) => <PickingDrawer id={open} onClose={close} />}
    />
  )
}

/** How much is picked. */
function Picked({ of: { pickedCount, pieceCount } }: { of: PickingRow }) {
  const t = useText()
  return (
    <Progress
      className="picking-progress"
      size="small"
      percent={pieceCount === 0 ? 0 : Math.floor((pickedCount * 100) / pieceCount)}
      aria-label={t(pickingText.pickedOf, { picked: pickedCount, pieces: pieceCount })}
    />
  )
}
