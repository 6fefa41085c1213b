import { Alert, Button, Dropdown, Segmented } from 'antd'
import { useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import { ImportDialog } from '../../../platform/imports/web/ImportDialog.ts'
import { useTable } from '../../../platform/lists/web/columns.tsx'
import { type Filters, useFilters } from '../../../platform/lists/web/filters.ts'
import { ListMenu } from '../../../platform/lists/web/ListMenu.tsx'
import { ListPage } from '../../../platform/lists/web/ListPage.tsx'
import { usePicks } from '../../../platform/lists/web/selection.ts'
import type { View } from '../../../platform/lists/web/Views.tsx'
import type { Text } from '../../../platform/text/text.ts'
import { useDictionary } from '../../../platform/text/web/dictionary.tsx'
import { useText } from '../../../platform/text/web/language.tsx'
import { useFeature, useMay } from '../../../platform/ui/web/permission.tsx'
import { inventoryText } from '../../locations/text.ts'
import { moveText } from '../../scanning/text.ts'
import { batchStockColumns, placeStockColumns, skuStockColumns } from '../columns.ts'
import {
  batchStockQuery,
  moveStock,
  placeStockQuery,
  skuStockQuery,
  stockByBatch,
  stockByPlace,
  stockBySku,
} from '../contract.ts'
import { adjustImport, freezeImport, moveImport } from '../import-forms.ts'
import { stockText } from '../text.ts'
import { promised } from './promised.tsx'
import { momentOf, type StockAsked, StockFilters, useChoices, WarningViews } from './StockFilters.tsx'
import { StockWork } from './StockWork.tsx'
import { stockReadings } from './stock-readings.ts'
import './stock.css'
import { lazyDrawer } from '../../../platform/ui/web/lazy-page.tsx'

const PlaceDrawer = lazyDrawer(() => import('./StockDrawer.tsx'), 'PlaceDrawer')
const ProductDrawer = lazyDrawer(() => import('./StockDrawer.tsx'), 'ProductDrawer')

const modes = { sku: stockText.bySku, location: stockText.byLocation, batch: stockText.byBatch } as const
type Mode = keyof typeof modes

const sheets = [moveImport, adjustImport, freezeImport]

/** Stock in three ways: what there is of a product, what lies in a place, how old a batch is. */
export function StockList({ views }: { views: View[] }) {
  const { search } = useLocation()
  const input = new URLSearchParams(search).get('mode')
  if (input === 'location') return <ByPlace views={views} />
  if (input === 'batch') return <ByBatch views={views} />
  return <BySku views={views} />
}

function ModeSwitch({ mode, asked }: { mode: Mode; asked: StockAsked }) {
  const t = useText()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const go = (next: Mode) => {
    const params = new URLSearchParams(search)
    // Another way to look at the same goods: the filters stay, order, page, open row and saved view do not.
    for (const name of ['mode', 'sort', 'order', 'page', 'open', 'warn', 'saved', 'by']) params.delete(name)
    if (next !== 'sku') params.set('mode', next)
    navigate({ pathname, search: params.toString() && `?${params}` })
  }
  return (
    <div className="stock-modes">
      <Segmented<Mode>
        aria-label={t(stockText.mode)}
        value={mode}
        onChange={go}
        options={(['sku', 'location', 'batch'] as const).map((value) => ({ value, label: t(modes[value]) }))}
      />
      <WarningViews warn={asked.warn} />
    </div>
  )
}

/** What the three lists have in common. */
function useStockList(mode: Mode, { value, change }: Pick<Filters<StockAsked>, 'value' | 'change'>) {
  const t = useText()
  const may = useMay()
  const words = useDictionary('stockQuality')
  const { customers } = useChoices()
  const [importing, setImporting] = useState<string>()
  const navigate = useNavigate()
  const isFull = useFeature('stock') === 'full'
  const forms = sheets.filter(({ permission }) => isFull && may(permission))
  const mayMove = isFull && may(moveStock.permission)
  return {
    title: t(inventoryText.stockTitle),
    actions: (
      <>
        {mayMove && <Button onClick={() => navigate('/stock/move')}>{t(moveText.title)}</Button>}
        {forms.length > 0 && (
          <Dropdown
            trigger={['click']}
            menu={{
              items: forms.map(({ kind, title }) => ({ key: kind, label: t(title) })),
              onClick: ({ key }) => setImporting(key),
            }}
          >
            <Button>{t(stockText.importSheet)}</Button>
          </Dropdown>
        )}
      </>
    ),
    filters: <StockFilters value={value} change={change} />,
    chips: {
      search: (message: string) => message,
      location: (message: string) => message,
      lot: (message: string) => t(moveText.ofLot, { lot: message }),
      customerId: (id: number) => customers.find((customer) => customer.value === id)?.label ?? String(id),
      quality: (message: string) => words.textOf(message),
      minAge: (days: number) => t(stockText.minAgeChip, { days }),
      withZero: () => t(stockText.withZero),
      warn: (warn: keyof typeof stockText) => t<Text>(stockText[warn]),
      at: (at: string) => t(stockText.atChip, { time: momentOf(at) }),
    },
    empty: { title: t(inventoryText.noStock) },
    panel: (
      <>
        <ModeSwitch mode={mode} asked={value} />
        {value.at && <Alert type="info" showIcon title={t(stockText.atNote, { time: momentOf(value.at) })} />}
        {forms
          .filter(({ kind }) => kind === importing)
          .map((form) => (
            <ImportDialog
              key={form.kind}
              form={form}
              refreshes={stockReadings}
              onClose={() => setImporting(undefined)}
            />
          ))}
      </>
    ),
    mayTake: may('query:stock:export'),
    isFull,
  }
}

function BySku({ views }: { views: View[] }) {
  const filters = useFilters(skuStockQuery)
  const { mayTake, isFull: _, ...common } = useStockList('sku', filters)
  const { table, columns, views: own } = useTable('stock_by_sku', skuStockColumns, { allocated: promised })
  return (
    <ListPage
      {...common}
      views={[...views, ...own]}
      paging={filters}
      list={useAnswer(stockBySku, filters.value)}
      more={<ListMenu table={table} filters={filters.value} mayExport={mayTake} />}
      columns={columns}
      density={table.density}
      drawer={(open, close) => <ProductDrawer id={open} by="productId" onClose={close} />}
    />
  )
}

function ByBatch({ views }: { views: View[] }) {
  const filters = useFilters(batchStockQuery)
  const { mayTake, isFull: _, ...common } = useStockList('batch', filters)
  const { table, columns, views: own } = useTable('stock_by_batch', batchStockColumns)
  return (
    <ListPage
      {...common}
      views={[...views, ...own]}
      paging={filters}
      list={useAnswer(stockByBatch, filters.value)}
      more={<ListMenu table={table} filters={filters.value} mayExport={mayTake} />}
      columns={columns}
      density={table.density}
      drawer={(open, close) => <ProductDrawer id={open} by="ofBatchId" onClose={close} />}
    />
  )
}

function ByPlace({ views }: { views: View[] }) {
  const filters = useFilters(placeStockQuery)
  const { mayTake, isFull, ...common } = useStockList('location', filters)
  const list = useAnswer(stockByPlace, filters.value)
  const {
    table,
    columns,
    views: own,
  } = useTable('stock_by_location', placeStockColumns, { allocated: promised })
  const picks = usePicks('stock_by_location', filters.value)
  const isNow = !filters.value.at
  const rows = (list.data?.rows ?? []).filter(({ id }) => picks.ids.includes(id))
  return (
    <ListPage
      {...common}
      views={[...views, ...own]}
      paging={filters}
      list={list}
      more={<ListMenu table={table} filters={filters.value} mayExport={mayTake} />}
      columns={columns}
      density={table.density}
      {...(isNow &&
        isFull && {
          picks,
        })}
      isOnAll={false}
      bulk={<StockWork rows={rows} onDone={() => picks.set([])} />}
      drawer={(open, close) => <PlaceDrawer id={open} onClose={close} />}
    />
  )
}
