import { Alert } from 'antd'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import { ImportDialog } from '../../../platform/imports/web/ImportDialog.ts'
import { useTable } from '../../../platform/lists/web/columns.tsx'
import { useFilters } from '../../../platform/lists/web/filters.ts'
import { ListPage } from '../../../platform/lists/web/ListPage.tsx'
import { usePicks } from '../../../platform/lists/web/selection.ts'
import type { View, ViewGroup } from '../../../platform/lists/web/Views.tsx'
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
import { momentOf, type StockInput, useStockFilters, useWarningViews } from './StockFilters.tsx'
import { StockWork } from './StockWork.tsx'
import { stockReadings } from './stock-readings.ts'
import './stock.css'
import { lazyDrawer } from '../../../platform/ui/web/lazy-page.tsx'

const PlaceDrawer = lazyDrawer(() => import('./StockDrawer.tsx'), 'PlaceDrawer')
const ProductDrawer = lazyDrawer(() => import('./StockDrawer.tsx'), 'ProductDrawer')

const modes = { sku: stockText.bySku, location: stockText.byLocation, batch: stockText.byBatch } as const
type Mode = keyof typeof modes

const sheets = [moveImport, adjustImport, freezeImport]

/** Stock in three views: by product, by bin, by batch age. */
export function StockList({ views }: { views: View[] }) {
  const { search } = useLocation()
  const input = new URLSearchParams(search).get('mode')
  if (input === 'location') return <ByPlace views={views} />
  if (input === 'batch') return <ByBatch views={views} />
  return <BySku views={views} />
}

function useModeViews(mode: Mode): ViewGroup {
  const t = useText()
  const { pathname, search } = useLocation()
  const to = (next: Mode) => {
    const params = new URLSearchParams(search)
    // Another view of the same goods: the filters stay; order, page, open row and saved view do not.
    for (const name of ['mode', 'sort', 'order', 'page', 'open', 'warn', 'saved', 'by']) params.delete(name)
    if (next !== 'sku') params.set('mode', next)
    return pathname + (params.size > 0 ? `?${params}` : '')
  }
  return {
    label: t(stockText.mode),
    views: (['sku', 'location', 'batch'] as const).map((key) => ({
      key,
      label: t(modes[key]),
      to: to(key),
      isCurrent: key === mode,
    })),
  }
}

/** What the three lists share. */
function useStockList(mode: Mode, asked: StockInput) {
  const t = useText()
  const may = useMay()
  const [importing, setImporting] = useState<string>()
  const isFull = useFeature('stock') === 'full'
  const forms = sheets.filter(({ permission }) => isFull && may(permission))
  return {
    title: t(inventoryText.stockTitle),
    viewGroups: [useModeViews(mode), useWarningViews(asked.warn)],
    actions: [
      may(moveStock.permission) && { label: t(moveText.title), to: '/stock/move' },
      forms.length > 0 && {
        label: t(stockText.importSheet),
        items: forms.map(({ kind, title }) => ({ label: t(title), run: () => setImporting(kind) })),
      },
    ],
    mayExport: may('query:stock:export'),
    filters: useStockFilters(),
    empty: { title: t(inventoryText.noStock) },
    panel: (
      <>
        {asked.at && <Alert type="info" showIcon title={t(stockText.atNote, { time: momentOf(asked.at) })} />}
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
  }
}

function BySku({ views }: { views: View[] }) {
  const filters = useFilters(skuStockQuery)
  return (
    <ListPage
      {...useStockList('sku', filters.value)}
      views={views}
      paging={filters}
      list={useAnswer(stockBySku, filters.value)}
      table={useTable('stock_by_sku', skuStockColumns, { allocated: promised })}
      drawer={(open, close) => <ProductDrawer id={open} by="productId" onClose={close} />}
    />
  )
}

function ByBatch({ views }: { views: View[] }) {
  const filters = useFilters(batchStockQuery)
  return (
    <ListPage
      {...useStockList('batch', filters.value)}
      views={views}
      paging={filters}
      list={useAnswer(stockByBatch, filters.value)}
      table={useTable('stock_by_batch', batchStockColumns)}
      drawer={(open, close) => <ProductDrawer id={open} by="ofBatchId" onClose={close} />}
    />
  )
}

function ByPlace({ views }: { views: View[] }) {
  const filters = useFilters(placeStockQuery)
  const list = useAnswer(stockByPlace, filters.value)
  const picks = usePicks('stock_by_location', filters.value)
  const rows = (list.data?.rows ?? []).filter(({ id }) => picks.ids.includes(id))
  return (
    <ListPage
      {...useStockList('location', filters.value)}
      views={views}
      paging={filters}
      list={list}
      table={useTable('stock_by_location', placeStockColumns, { allocated: promised })}
      // Past stock cannot be changed.
      picks={filters.value.at ? undefined : picks}
      isOnAll={false}
      bulk={<StockWork rows={rows} onDone={() => picks.set([])} />}
      drawer={(open, close) => <PlaceDrawer id={open} onClose={close} />}
    />
  )
}
