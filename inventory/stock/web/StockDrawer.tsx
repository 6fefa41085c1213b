import { Flex } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import type { ColumnDef } from '../../../platform/lists/columns.ts'
import { useTable, Value } from '../../../platform/lists/web/columns.tsx'
import { useText } from '../../../platform/text/web/language.tsx'
import { DetailDrawer } from '../../../platform/ui/web/DetailDrawer.tsx'
import { type Fact, FactList } from '../../../platform/ui/web/FactList.tsx'
import { useFeature } from '../../../platform/ui/web/permission.tsx'
import { WideTable } from '../../../platform/ui/web/WideTable.tsx'
import { inventoryText } from '../../locations/text.ts'
import { batchStockColumns, placeStockColumns, skuStockColumns } from '../columns.ts'
import { getStockPlace, type PlaceStockRow, stockByBatch, stockByPlace, stockBySku } from '../contract.ts'
import { stockText } from '../text.ts'
import { PromiseList } from './PromiseList.tsx'
import { StockWork } from './StockWork.tsx'

/** One stock row: its details and its actions. */
export function PlaceDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const t = useText()
  const match = useAnswer(getStockPlace, { id }, { enabled: id !== undefined, keep: false })
  const isFull = useFeature('stock') === 'full'
  return (
    <DetailDrawer
      title={match.data ? titleOf(match.data, match.data.locationCode) : t(inventoryText.stock)}
      owner={match.data?.customerCode}
      totals={match.data && totalsOf(placeStockColumns, match.data)}
      isOpen={id !== undefined}
      onClose={onClose}
      answer={match}
    >
      {(row) => (
        <Flex vertical gap={16}>
          {isFull && (
            <Flex gap={8} wrap>
              <StockWork rows={[row]} onDone={() => {}} />
            </Flex>
          )}
          <FactList
            facts={placeStockColumns
              .filter(({ kind }) => kind !== 'count')
              .map(({ key, title, kind }) => [
                title,
                <Value key={key} kind={kind} value={row[key] ?? '–'} />,
              ])}
          />
          <FlowLink query={`stockId=${row.id}`} />
          {row.allocated > 0 && (
            <>
              <h3>{t(stockText.promised)}</h3>
              <PromiseList of={{ stockId: row.id }} />
            </>
          )}
        </Flex>
      )}
    </DetailDrawer>
  )
}

const titleOf = ({ sku, productName }: { sku: string; productName: string }, place?: string) =>
  [place, sku, productName].filter(Boolean).join(' · ')

/** Every number of the row the drawer was opened from. */
const totalsOf = <R extends object>(columns: readonly ColumnDef<R>[], row: R): Fact[] =>
  columns.flatMap(({ key, title, kind }) => (kind === 'count' ? [[title, String(row[key] ?? '–')]] : []))

const FlowLink = ({ query }: { query: string }) => {
  const t = useText()
  return <Link to={`/query/stock?view=flow&${query}`}>{t(stockText.flows)}</Link>
}

/** The bins of a product or a batch, with the actions for each. */
export function ProductDrawer({
  id,
  by,
  onClose,
}: {
  id: string | undefined
  by: 'productId' | 'ofBatchId'
  onClose: () => void
}) {
  const t = useText()
  const of = { withZero: '1', ...(id !== undefined && { [by]: id }) } as const
  const options = { enabled: id !== undefined, keep: false }
  const match = useAnswer(stockByPlace, { ...of, withZero: undefined, size: 200 }, options)
  const product = useAnswer(stockBySku, of, { ...options, enabled: options.enabled && by === 'productId' })
  const batch = useAnswer(stockByBatch, of, { ...options, enabled: options.enabled && by === 'ofBatchId' })
  const ofProduct = product.data?.rows[0]
  const ofBatch = batch.data?.rows[0]
  const row = ofProduct ?? ofBatch
  return (
    <DetailDrawer
      title={row ? titleOf(row) : t(inventoryText.stock)}
      owner={row?.customerCode}
      totals={
        ofProduct ? totalsOf(skuStockColumns, ofProduct) : ofBatch && totalsOf(batchStockColumns, ofBatch)
      }
      isOpen={id !== undefined}
      onClose={onClose}
      answer={match}
    >
      {({ rows }) => (
        <Flex vertical gap={16}>
          <h3>{t(stockText.where)}</h3>
          <Places key={id} rows={rows} />
          {by === 'productId' && <FlowLink query={`productId=${id}`} />}
        </Flex>
      )}
    </DetailDrawer>
  )
}

const rarelyThere = ['expiryDate', 'lot', 'blockedBecause']

function Places({ rows }: { rows: PlaceStockRow[] }) {
  const t = useText()
  const isFull = useFeature('stock') === 'full'
  const { columns } = useTable('stock_places', placeStockColumns)
  const own = columns.filter(
    ({ key }) =>
      !['sku', 'customerCode', 'productName'].includes(String(key)) &&
      // Columns without values make room for the others.
      (!rarelyThere.includes(String(key)) || rows.some((row) => row[key as keyof PlaceStockRow])),
  )
  const [picked, setPicked] = useState<number[]>([])
  return (
    <>
      {isFull && rows.length > 0 && (
        <Flex gap={8} wrap align="center">
          <StockWork
            rows={picked.length > 0 ? rows.filter(({ id }) => picked.includes(id)) : rows}
            isWaiting={picked.length === 0}
            onDone={() => setPicked([])}
          />
        </Flex>
      )}
      <WideTable<PlaceStockRow>
        size="small"
        rowKey="id"
        dataSource={rows}
        pagination={false}
        columns={own.map(({ sortKey: _, ...column }) => column)}
        locale={{ emptyText: <span className="hint">{t(inventoryText.noStock)}</span> }}
        {...(isFull && {
          rowSelection: {
            selectedRowKeys: picked,
            onChange: (keys) => setPicked(keys.map(Number)),
            getTitleCheckboxProps: () => ({ 'aria-label': t(stockText.allStock) }),
            getCheckboxProps: ({ locationCode }) => ({ 'aria-label': locationCode }),
          },
        })}
      />
    </>
  )
}
