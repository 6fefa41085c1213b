import { Button, Select } from 'antd'
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
import type { View } from '../../lib/web/Views.tsx'
import { inventoryDictionaries } from '../dictionaries.ts'
import { flowColumns } from '../stock-columns.ts'
import { flowQuery, listFlows } from '../stock-contract.ts'
import { stockText } from '../stock-text.ts'
import { inventoryText } from '../text.ts'
import { CustomerFilter, useChoices } from './StockFilters.tsx'
import './stock.css'

const types = inventoryDictionaries.find(({ code }) => code === 'stockFlowType')?.items ?? []

/** Every change of the stock with the document that caused it. */
export function FlowList({ views }: { views: View[] }) {
  const t = useText()
  const may = useMay()
  const filters = useFilters(flowQuery)
  const { value, change } = filters
  const words = useDictionary('stockFlowType')
  const { customers } = useChoices()
  const {
    table,
    columns,
    views: own,
  } = useTable('stock_flows', flowColumns, {
    sourceNo: ({ sourceNo }) => (
      <Button type="link" size="small" onClick={() => change({ document: sourceNo })}>
        {sourceNo}
      </Button>
    ),
    change: ({ change: pieces }) => <span className="figures">{pieces > 0 ? `+${pieces}` : pieces}</span>,
  })
  return (
    <ListPage
      title={t(inventoryText.stockTitle)}
      views={[...views, ...own]}
      list={useAnswer(listFlows, value)}
      rowKey="key"
      paging={filters}
      more={<ListMenu table={table} filters={value} mayExport={may('query:stock:export')} />}
      filters={
        <>
          <SearchBox
            label={t(stockText.documentSearch)}
            value={value.document}
            onSearch={(document) => change({ document })}
          />
          <SearchBox
            label={t(stockText.search)}
            value={value.search}
            onSearch={(search) => change({ search })}
          />
          <SearchBox
            label={t(stockText.locationSearch)}
            value={value.location}
            onSearch={(location) => change({ location })}
          />
          <Select
            className="filter"
            aria-label={t(inventoryText.flowType)}
            placeholder={t(inventoryText.flowType)}
            value={value.flowType}
            onChange={(flowType) => change({ flowType })}
            options={types.map(({ value: type }) => ({ value: type, label: words.textOf(type) }))}
            allowClear
          />
          <CustomerFilter value={value.customerId} onChange={(customerId) => change({ customerId })} />
          <DaySpan value={value} onChange={change} />
        </>
      }
      chips={{
        document: (said) => said,
        search: (said) => said,
        location: (said) => said,
        flowType: (said) => words.textOf(said),
        customerId: (id) => customers.find((one) => one.value === id)?.label ?? String(id),
        stockId: (id) => `#${id}`,
        productId: (id) => `#${id}`,
        from: (day) => `≥ ${day}`,
        to: (day) => `≤ ${day}`,
      }}
      columns={columns}
      empty={{ title: t(inventoryText.noFlow) }}
    />
  )
}
