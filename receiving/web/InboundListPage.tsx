import { Button, Popconfirm } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { customerFilter } from '../../customers/web/customer-options.ts'
import { useAnswer } from '../../platform/calls/web/call.ts'
import { send } from '../../platform/calls/web/send.ts'
import { ImportDialog } from '../../platform/imports/web/ImportDialog.ts'
import { useBulk } from '../../platform/lists/web/BulkResult.tsx'
import { useCodes } from '../../platform/lists/web/codes.tsx'
import { useTable } from '../../platform/lists/web/columns.tsx'
import { filtersOf, useFilters } from '../../platform/lists/web/filters.ts'
import { ListPage } from '../../platform/lists/web/ListPage.tsx'
import { usePicks } from '../../platform/lists/web/selection.ts'
import { useStatusViews } from '../../platform/lists/web/status-views.ts'
import { useDictionary } from '../../platform/text/web/dictionary.tsx'
import { useText } from '../../platform/text/web/language.tsx'
import { lazyDialog, lazyDrawer } from '../../platform/ui/web/lazy-page.tsx'
import { notice } from '../../platform/ui/web/notices.ts'
import { useFeature, useMay } from '../../platform/ui/web/permission.tsx'
import { useScan, useShortcut } from '../../platform/ui/web/shortcuts.ts'
import { inboundColumns } from '../columns.ts'
import {
  confirmInbounds,
  countInbounds,
  createInbound,
  findInbound,
  inboundCustomers,
  inboundQuery,
  inboundTypes,
  listInbounds,
  voidInbounds,
} from '../contract.ts'
import { byBoxImport, bySkuImport } from '../import-form.ts'
import { parcelText } from '../parcels/text.ts'
import { notNow } from '../rules.ts'
import { receive } from '../scanning/contract.ts'
import { readings } from '../scanning/web/readings.ts'
import { inboundStates, inboundStateText } from '../states.ts'
import { receivingText } from '../text.ts'
import { receivingWork } from '../work.ts'
import { InboundTag } from './InboundTag.tsx'
import { usePapers } from './papers.tsx'
import './inbound.css'

const NewInbound = lazyDialog(() => import('./InboundForm.tsx'), 'NewInbound')
const InboundDrawer = lazyDrawer(() => import('./InboundDrawer.tsx'), 'InboundDrawer')

/** Expected goods, by status. */
export function InboundListPage() {
  const t = useText()
  const may = useMay()
  const navigate = useNavigate()
  const filters = useFilters(inboundQuery)
  const { value, change } = filters
  const list = useAnswer(listInbounds, value)
  const customers = useAnswer(inboundCustomers, {}, { staleTime: 60_000 })
  const types = useDictionary('inboundType')
  const picks = usePicks('inbounds', value)
  const pasted = useCodes(filters, list.data)
  const [isOpen, setOpen] = useState<'new' | 'by_box' | 'by_sku'>()
  const close = () => setOpen(undefined)
  const papers = usePapers()
  const confirming = useBulk(confirmInbounds, { refreshes: readings, picks })
  const voiding = useBulk(voidInbounds, { refreshes: readings, picks })
  const table = useTable('inbounds', inboundColumns, {
    status: ({ status }) => <InboundTag status={status} />,
  })
  const { status, ...input } = filtersOf(value)
  const states = useStatusViews(inboundStates.states, {
    current: status,
    counts: useAnswer(countInbounds, input).data,
    textOf: (state) => t(inboundStateText[state]),
    onSelect: (next) => change({ status: next }),
  })
  const mayCreate = useFeature(createInbound.feature) === 'full' && may(createInbound.permission)
  useShortcut('new', () => setOpen('new'), mayCreate)
  useShortcut('print', () => picks.inOneCall(papers.printLabels), picks.ids.length > 0 && !picks.all)
  const fresh = mayCreate && { label: t(receivingText.newInbound), run: () => setOpen('new') }

  /** A number that identifies one order, or a part of it, opens that order; anything else is searched. */
  const find = async (search: string | undefined) => {
    // If there is no response, the list shows the failure.
    const results = search ? await send(findInbound, { scanned: search }).catch(() => []) : []
    const [only, ...others] = new Set(results.map(({ id }) => id))
    change({ search }, others.length === 0 ? only : undefined)
  }
  useScan((scanned) => void find(scanned))

  const receiveRow = (id: number) => {
    const row = list.data?.rows.find((row) => row.id === id)
    if (!row) return
    const because = notNow(row.inboundNo, row.status, 'receive')
    if (because) notice('warning', t(because))
    else navigate(`/inbound/receive?scan=${row.inboundNo}`)
  }

  return (
    <ListPage
      title={t(receivingText.inboundTitle)}
      list={list}
      views={states}
      table={{ ...table, views: table.views.filter(({ key }) => key !== 'all') }}
      paging={filters}
      actions={[
        may(receive.permission) && {
          label: t(receivingText.receiveByScan),
          to: '/inbound/receive',
          isPrimary: true,
        },
        fresh,
        mayCreate && {
          label: t(receivingText.import),
          items: [
            { label: t(receivingText.importByBox), run: () => setOpen('by_box') },
            { label: t(receivingText.importBySku), run: () => setOpen('by_sku') },
          ],
        },
        { label: t(parcelText.title), to: '/inbound/parcels', isReading: true },
      ]}
      filters={[
        {
          kind: 'search',
          name: 'search',
          label: t(receivingText.search),
          onSearch: (search) => void find(search),
          codes: pasted,
        },
        customerFilter(t, customers.data),
        {
          kind: 'choice',
          name: 'inboundType',
          label: t(receivingText.inboundType),
          options: inboundTypes.map((type) => ({ value: type, label: types.textOf(type) })),
        },
        { kind: 'days', from: 'etaFrom', to: 'etaTo', label: t(receivingText.eta) },
        { kind: 'flag', name: 'differs', label: t(receivingText.differs) },
        { kind: 'flag', name: 'overdue', label: t(receivingWork.overdue.title) },
        { kind: 'flag', name: 'toPutAway', label: t(receivingWork.toPutAway.title) },
      ]}
      picks={picks}
      {...(may(receive.permission) && { rowAct: { by: 'receive', run: (key) => receiveRow(Number(key)) } })}
      bulk={
        <>
          {may(confirmInbounds.permission) && (
            <Button loading={confirming.isPending} onClick={() => confirming.run({ ids: picks.ids })}>
              {t(receivingText.confirm)}
            </Button>
          )}
          <Button disabled={picks.all !== undefined} onClick={() => picks.inOneCall(papers.printLabels)}>
            {t(receivingText.printLabels)}
          </Button>
          <Button
            disabled={picks.all !== undefined}
            loading={papers.isPending}
            onClick={() => picks.inOneCall(papers.printSheets)}
          >
            {t(receivingText.printSheets)}
          </Button>
          {may(voidInbounds.permission) && (
            <Popconfirm
              title={t(receivingText.voidAsk, { count: picks.count })}
              description={t(receivingText.voidWarning)}
              okText={t(receivingText.void)}
              okButtonProps={{ danger: true }}
              onConfirm={() => voiding.run({ ids: picks.ids })}
            >
              <Button danger loading={voiding.isPending}>
                {t(receivingText.void)}
              </Button>
            </Popconfirm>
          )}
        </>
      }
      panel={
        <>
          {confirming.panel}
          {voiding.panel}
          {pasted.panel}
          {papers.panel}
          {isOpen === 'new' && <NewInbound onClose={close} />}
          {isOpen === 'by_box' && <ImportDialog form={byBoxImport} refreshes={readings} onClose={close} />}
          {isOpen === 'by_sku' && <ImportDialog form={bySkuImport} refreshes={readings} onClose={close} />}
        </>
      }
      empty={{ title: t(receivingText.noInbounds), actions: [fresh] }}
      drawer={(open, close) => <InboundDrawer id={open} onClose={close} />}
    />
  )
}
