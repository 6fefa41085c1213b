import { useAnswer } from '../../../platform/calls/web/call.ts'
import { columnText } from '../../../platform/lists/column-text.ts'
import { LocalTime } from '../../../platform/text/web/LocalTime.tsx'
import { useText } from '../../../platform/text/web/language.tsx'
import { QueryBoundary } from '../../../platform/ui/web/QueryBoundary.tsx'
import { WideTable } from '../../../platform/ui/web/WideTable.tsx'
import { stockPromises } from '../contract.ts'
import { stockText } from '../text.ts'

/** The documents that pieces are allocated to. */
export function PromiseList({ of }: { of: { stockId: number } | { productId: number } }) {
  const t = useText()
  return (
    <QueryBoundary answer={useAnswer(stockPromises, of, { keep: false })}>
      {(rows) => (
        <WideTable
          size="small"
          rowKey="id"
          dataSource={rows}
          pagination={false}
          locale={{ emptyText: <span className="hint">{t(stockText.noPromises)}</span> }}
          columns={[
            { title: t(stockText.demand), dataIndex: 'demandNo' },
            { title: t(columnText.location), dataIndex: 'locationCode' },
            { title: t(stockText.quantity), dataIndex: 'quantity', align: 'right' },
            { title: t(columnText.createdAt), render: (_, { createdAt }) => <LocalTime at={createdAt} /> },
          ]}
        />
      )}
    </QueryBoundary>
  )
}
