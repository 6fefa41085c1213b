import { Descriptions, Flex, Table } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import { useTable, Value } from '../../../platform/lists/web/columns.tsx'
import { useText } from '../../../platform/text/web/language.tsx'
import { DetailDrawer } from '../../../platform/ui/web/DetailDrawer.tsx'
import { useFeature } from '../../../platform/ui/web/permission.tsx'
import { inventoryText } from '../../locations/text.ts'
import { placeStockColumns } from '../columns.ts'
import { getStockPlace, type PlaceStockRow, stockByPlace } from '../contract.ts'
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
      title={match.data ? `${match.data.locationCode} · ${match.data.sku}` : t(inventoryText.stock)}
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
          <Descriptions
            bordered
            size="small"
            column={1}
            items={placeStockColumns.map(({ key, title, kind }) => ({
              key,
              label: t(title),
              children: <Value kind={kind} value={row[key] ?? '–'} />,
            }))}
          />
          <FlowLink asked={`stockId=${row.id}`} />
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

const FlowLink = ({ asked }: { asked: string }) => {
  const t = useText()
  return <Link to={`/query/stock?view=flow&${asked}`}>{t(stockText.flows)}</Link>
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
  const match = useAnswer(
    stockByPlace,
    { size: 200, ...(id !== undefined && { [by]: id }) },
    { enabled: id !== undefined, keep: false },
  )
  return (
    <DetailDrawer
      title={match.data?.rows[0]?.sku ?? t(inventoryText.stock)}
      isOpen={id !== undefined}
      onClose={onClose}
      answer={match}
      width={860}
    >
      {({ rows }) => (
        <Flex vertical gap={16}>
          <h3>{t(stockText.where)}</h3>
          <Places rows={rows} />
          {by === 'productId' && <FlowLink asked={`productId=${id}`} />}
        </Flex>
      )}
    </DetailDrawer>
  )
}

function Places({ rows }: { rows: PlaceStockRow[] }) {
  const t = useText()
  const isFull = useFeature('stock') === 'full'
  const { columns } = useTable('stock_places', placeStockColumns)
  const own = columns.filter(({ key }) => !['sku', 'customerCode', 'productName'].includes(String(key)))
  const [picked, setPicked] = useState<number[]>([])
  return (
    <>
      {isFull && picked.length > 0 && (
        <Flex gap={8} wrap>
          <StockWork rows={rows.filter(({ id }) => picked.includes(id))} onDone={() => setPicked([])} />
        </Flex>
      )}
      <Table<PlaceStockRow>
        size="small"
        rowKey="id"
        dataSource={rows}
        pagination={false}
        scroll={{ x: 'max-content' }}
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
