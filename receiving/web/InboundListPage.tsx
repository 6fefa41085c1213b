import { Button, Checkbox, Popconfirm, Select } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { columnText } from '../../lib/column-text.ts'
import { listText } from '../../lib/lists.ts'
import { useBulk } from '../../lib/web/BulkResult.tsx'
import { useAnswer } from '../../lib/web/call.ts'
import { useTable } from '../../lib/web/columns.tsx'
import { DaySpan } from '../../lib/web/DaySpan.tsx'
import { useDictionary } from '../../lib/web/dictionary.tsx'
import { useFilters } from '../../lib/web/filters.ts'
import { ListMenu } from '../../lib/web/ListMenu.tsx'
import { ListPage } from '../../lib/web/ListPage.tsx'
import { useText } from '../../lib/web/language.tsx'
import { useMay } from '../../lib/web/permission.tsx'
import { SearchBox } from '../../lib/web/SearchBox.tsx'
import { useShortcut } from '../../lib/web/shortcuts.ts'
import type { View } from '../../lib/web/Views.tsx'
import { inboundColumns } from '../columns.ts'
import {
  confirmInbounds,
  countInbounds,
  createInbound,
  inboundCustomers,
  inboundQuery,
  inboundTypes,
  listInbounds,
  receive,
  voidInbounds,
} from '../contract.ts'
import { type InboundState, inboundStates, inboundStateText } from '../states.ts'
import { receivingText } from '../text.ts'
import { InboundDrawer } from './InboundDrawer.tsx'
import { NewInbound } from './InboundForm.tsx'
import { InboundTag } from './InboundTag.tsx'
import { readings } from './readings.ts'
import './inbound.css'

/** What customers announced, by where it stands. */
export function InboundListPage() {
  const t = useText()
  const may = useMay()
  const navigate = useNavigate()
  const filters = useFilters(inboundQuery)
  const { value, change } = filters
  const list = useAnswer(listInbounds, value)
  const customers = useAnswer(inboundCustomers, {}, { staleTime: 60_000 })
  const types = useDictionary('inboundType')
  const [picked, setPicked] = useState<number[]>([])
  const [isNew, setNew] = useState(false)
  const confirming = useBulk(confirmInbounds, { refreshes: readings, setPicked })
  const voiding = useBulk(voidInbounds, { refreshes: readings, setPicked })
  const { table, columns, views } = useTable('inbounds', inboundColumns, {
    status: ({ status }) => <InboundTag status={status} />,
  })
  const states = useStateViews(filters)
  const mayCreate = may(createInbound.permission)
  const mayPick = may(confirmInbounds.permission) || may(voidInbounds.permission)
  useShortcut('new', () => setNew(true), mayCreate)
  const fresh = mayCreate && <Button onClick={() => setNew(true)}>{t(receivingText.newInbound)}</Button>
  const nameOf = (id: number) => customers.data?.find((one) => one.id === id)?.customerCode ?? String(id)

  return (
    <ListPage
      title={t(receivingText.inboundTitle)}
      list={list}
      views={[...states, ...views.filter(({ key }) => key !== 'all')]}
      paging={filters}
      actions={
        <>
          {may(receive.permission) && (
            <Button type="primary" onClick={() => navigate('/inbound/receive')}>
              {t(receivingText.receiveByScan)}
            </Button>
          )}
          {fresh}
        </>
      }
      more={<ListMenu table={table} filters={value} />}
      filters={
        <>
          <SearchBox
            label={t(receivingText.search)}
            value={value.search}
            onSearch={(search) => change({ search })}
          />
          <Select
            className="filter"
            aria-label={t(columnText.customer)}
            placeholder={t(columnText.customer)}
            value={value.customerId}
            onChange={(customerId) => change({ customerId })}
            options={(customers.data ?? []).map(({ id, customerCode, customerName }) => ({
              value: id,
              label: `${customerCode} ${customerName}`,
            }))}
            showSearch={{ optionFilterProp: 'label' }}
            allowClear
          />
          <Select
            className="filter"
            aria-label={t(receivingText.inboundType)}
            placeholder={t(receivingText.inboundType)}
            value={value.inboundType}
            onChange={(inboundType) => change({ inboundType })}
            options={inboundTypes.map((type) => ({ value: type, label: types.textOf(type) }))}
            allowClear
          />
          <DaySpan
            value={{ from: value.etaFrom, to: value.etaTo }}
            onChange={({ from, to }) => change({ etaFrom: from, etaTo: to })}
          />
          <Checkbox
            checked={value.differs === '1'}
            onChange={({ target }) => change({ differs: target.checked ? '1' : undefined })}
          >
            {t(receivingText.differs)}
          </Checkbox>
        </>
      }
      chips={{
        search: (search) => search,
        customerId: nameOf,
        inboundType: (type) => types.textOf(type),
        etaFrom: (day) => `${t(receivingText.eta)} ≥ ${day}`,
        etaTo: (day) => `${t(receivingText.eta)} ≤ ${day}`,
        differs: () => t(receivingText.differs),
      }}
      {...(mayPick && {
        selection: { selectedRowKeys: picked, onChange: (keys) => setPicked(keys.map(Number)) },
      })}
      bulk={
        <>
          {may(confirmInbounds.permission) && (
            <Button loading={confirming.isPending} onClick={() => confirming.run({ ids: picked })}>
              {t(receivingText.confirm)}
            </Button>
          )}
          {may(voidInbounds.permission) && (
            <Popconfirm
              title={t(receivingText.voidAsk, { count: picked.length })}
              description={t(receivingText.voidWarning)}
              okText={t(receivingText.void)}
              okButtonProps={{ danger: true }}
              onConfirm={() => voiding.run({ ids: picked })}
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
          {isNew && <NewInbound onClose={() => setNew(false)} />}
        </>
      }
      columns={columns}
      empty={{ title: t(receivingText.noInbounds), action: fresh }}
      drawer={(open, close) => <InboundDrawer id={open} onClose={close} />}
    />
  )
}

/** A view for each state with how many stand there, and one for all. */
function useStateViews({ value, change }: ReturnType<typeof useFilters<typeof inboundQuery>>): View[] {
  const t = useText()
  const { page: _, size: __, sort: ___, order: ____, status, ...asked } = value
  const counts = useAnswer(countInbounds, asked).data
  const sum = counts && Object.values(counts).reduce((all, one) => all + one, 0)
  const view = (key: InboundState | undefined, label: string, count: number | undefined): View => ({
    key: key ?? 'all',
    label,
    isCurrent: status === key,
    onSelect: () => change({ status: key }),
    ...(count !== undefined && { count }),
  })
  return [
    view(undefined, t(listText.allRows), sum),
    ...inboundStates.states.map((state) => view(state, t(inboundStateText[state]), counts?.[state])),
  ]
}
