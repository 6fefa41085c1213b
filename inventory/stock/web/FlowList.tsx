import { Alert } from 'antd'
import { Link } from 'react-router'
import type { SentTo } from '../../../platform/calls/call.ts'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import { columnText } from '../../../platform/lists/column-text.ts'
import { useTable } from '../../../platform/lists/web/columns.tsx'
import { filtersOf, useFilters } from '../../../platform/lists/web/filters.ts'
import { ListPage } from '../../../platform/lists/web/ListPage.tsx'
import type { View } from '../../../platform/lists/web/Views.tsx'
import { labelled } from '../../../platform/text/text.ts'
import { useDictionary } from '../../../platform/text/web/dictionary.tsx'
import { LocalTime } from '../../../platform/text/web/LocalTime.tsx'
import { language, useText } from '../../../platform/text/web/language.tsx'
import { DetailDrawer } from '../../../platform/ui/web/DetailDrawer.tsx'
import { FactList } from '../../../platform/ui/web/FactList.tsx'
import { useMay } from '../../../platform/ui/web/permission.tsx'
import { WideTable } from '../../../platform/ui/web/WideTable.tsx'
import { inventoryDictionaries } from '../../dictionaries.ts'
import { inventoryText } from '../../locations/text.ts'
import { flowColumns } from '../columns.ts'
import { type FlowRow, flowQuery, listFlows, sumFlows } from '../contract.ts'
import { stockText } from '../text.ts'
import { useChoices } from './StockFilters.tsx'
import './stock.css'

const types = inventoryDictionaries.find(({ code }) => code === 'stockFlowType')?.items ?? []

/** Every stock change with the document that caused it. */
export function FlowList({ views }: { views: View[] }) {
  const t = useText()
  const may = useMay()
  const filters = useFilters(flowQuery)
  const { value } = filters
  const words = useDictionary('stockFlowType')
  const { customers } = useChoices()
  const table = useTable('stock_flows', flowColumns, {
    sourceNo: (row) => <Cause {...row} />,
    change: ({ change: pieces }) => <span className="figures">{signed(pieces)}</span>,
  })
  const list = useAnswer(listFlows, value)
  const input = filtersOf(value)
  // Without filters the total would read the whole ledger.
  const isNarrowed = Object.values(input).some((filter) => filter !== undefined)
  return (
    <ListPage
      title={t(inventoryText.stockTitle)}
      views={views}
      list={list}
      table={table}
      rowKey="key"
      paging={filters}
      mayExport={may('query:stock:export')}
      filters={[
        { kind: 'search', name: 'document', label: t(stockText.documentSearch) },
        { kind: 'search', name: 'search', label: t(stockText.search) },
        {
          kind: 'choice',
          name: 'flowType',
          label: t(inventoryText.flowType),
          options: types.map(({ value: type }) => ({ value: type, label: words.textOf(type) })),
        },
        { kind: 'days', from: 'from', to: 'to', label: t(columnText.occurredAt) },
        { kind: 'search', name: 'location', label: t(stockText.locationSearch) },
        {
          kind: 'choice',
          name: 'customerId',
          label: t(inventoryText.customer),
          options: customers,
          isSearched: true,
        },
        { kind: 'linked', name: 'stockId', label: t(columnText.location), chip: (id) => `#${id}` },
        { kind: 'linked', name: 'productId', label: t(columnText.sku), chip: (id) => `#${id}` },
      ]}
      summary={isNarrowed && <Sums input={input} />}
      empty={{ title: t(inventoryText.noFlow) }}
      drawer={(open, close) => (
        <FlowDrawer row={list.data?.rows.find(({ key }) => key === open)} onClose={close} />
      )}
    />
  )
}

const signed = (pieces: number) => (pieces > 0 ? `+${pieces}` : String(pieces))

const homes: Record<NonNullable<FlowRow['cause']>['kind'], string> = {
  inbound: '/inbound/list?',
  count: '/query/stock?view=counts&',
  order: '/order/list?',
}

/** The document that caused a change: its number links to its page where it has one. */
function Cause({ sourceNo, cause }: Pick<FlowRow, 'sourceNo' | 'cause'>) {
  if (!cause) return sourceNo
  return <Link to={`${homes[cause.kind]}open=${cause.id}`}>{sourceNo}</Link>
}

/** Everything the same document changed. */
function FlowDrawer({ row, onClose }: { row: FlowRow | undefined; onClose: () => void }) {
  const t = useText()
  const words = useDictionary('stockFlowType')
  const same = useAnswer(
    listFlows,
    { sourceNo: row?.sourceNo ?? '', size: 200, order: 'asc' },
    { enabled: row !== undefined, keep: false },
  )
  return (
    <DetailDrawer
      title={row?.sourceNo}
      owner={[...new Set(same.data?.rows.map(({ customerCode }) => customerCode))].join(' · ')}
      isOpen={row !== undefined}
      onClose={onClose}
      answer={same}
    >
      {({ rows, total }) => (
        <>
          <FactList
            facts={[
              [columnText.document, row && <Cause {...row} />],
              [columnText.operator, row?.userName],
              [columnText.occurredAt, row && <LocalTime at={row.at} />],
              [stockText.reason, row?.reason],
            ]}
          />
          {total > rows.length && (
            <p className="hint">{t(stockText.firstOf, { shown: rows.length, total })}</p>
          )}
          <WideTable
            size="small"
            rowKey="key"
            dataSource={rows}
            pagination={false}
            columns={[
              { title: t(columnText.occurredAt), render: (_, { at }) => <LocalTime at={at} /> },
              { title: t(columnText.type), render: (_, { flowType }) => words.textOf(flowType) },
              { title: t(columnText.sku), dataIndex: 'sku' },
              { title: t(columnText.location), dataIndex: 'locationCode' },
              { title: t(inventoryText.before), dataIndex: 'before', align: 'right' },
              { title: t(inventoryText.change), render: (_, item) => signed(item.change), align: 'right' },
              { title: t(inventoryText.after), dataIndex: 'after', align: 'right' },
              { title: t(columnText.operator), dataIndex: 'userName' },
            ]}
          />
        </>
      )}
    </DetailDrawer>
  )
}

/** The sum of all matching changes, beside the current stock. */
function Sums({ input }: { input: SentTo<typeof sumFlows> }) {
  const t = useText()
  const { data } = useAnswer(sumFlows, input)
  if (!data) return null
  const { changes, stock } = data
  const isSame =
    !stock || (['onHand', 'allocated', 'frozen'] as const).every((part) => changes[part] === stock[part])
  const figures = ({ onHand, allocated, frozen }: typeof changes) =>
    t(stockText.figures, {
      onHand: onHand.toLocaleString('en-US'),
      allocated: allocated.toLocaleString('en-US'),
      frozen: frozen.toLocaleString('en-US'),
    })
  const words = labelled(t(stockText.sumOfChanges), figures(changes), language)
  const beside = stock
    ? ` · ${labelled(t(stockText.stockNow), figures(stock), language)} ${isSame ? '✓' : ''}`
    : ''
  return isSame ? (
    <p className="list-sums figures">{words + beside}</p>
  ) : (
    <Alert type="error" showIcon title={t(stockText.sumsDiffer)} description={words + beside} />
  )
}
