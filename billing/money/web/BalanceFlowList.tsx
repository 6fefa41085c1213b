import { Collapse, Tag } from 'antd'
import { Link } from 'react-router'
import { customerFilter } from '../../../customers/web/customer-options.ts'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import { columnText } from '../../../platform/lists/column-text.ts'
import { grouped, inCurrency } from '../../../platform/lists/columns.ts'
import { useTable } from '../../../platform/lists/web/columns.tsx'
import { useFilters } from '../../../platform/lists/web/filters.ts'
import { ListPage } from '../../../platform/lists/web/ListPage.tsx'
import { ListSums } from '../../../platform/lists/web/ListSums.tsx'
import type { View } from '../../../platform/lists/web/Views.tsx'
import type { Text } from '../../../platform/text/text.ts'
import { useDictionary } from '../../../platform/text/web/dictionary.tsx'
import { useText } from '../../../platform/text/web/language.tsx'
import { momentIn } from '../../../platform/text/web/local-time.ts'
import { useMay } from '../../../platform/ui/web/permission.tsx'
import { zone } from '../../../platform/ui/web/session.ts'
import { WideTable } from '../../../platform/ui/web/WideTable.tsx'
import { useCurrency } from '../../../warehouse/web/unit.ts'
import { billingText } from '../../text.ts'
import { balanceFlowColumns } from '../columns.ts'
import {
  type BalanceFlowRow,
  balanceCustomers,
  balanceFlowQuery,
  listBalanceFlows,
  sumBalanceDays,
  sumBalanceFlows,
} from '../contract.ts'
import { moneyText } from '../text.ts'

const colors: Record<BalanceFlowRow['logType'], string> = {
  in: 'success',
  out: 'error',
  freeze: 'warning',
  unfreeze: 'processing',
  limit_change: 'default',
}

/** The pages of the documents behind a change. */
const places: Record<string, string> = {
  collection: '/query/collectPayment',
  customer: '/query/customer',
  order: '/order/list',
  fee: '/query/cost',
  bill: '/query/cost?view=bills',
}

/** Every change of the customers' accounts, with the balance after it. */
export function BalanceFlowList({ views }: { views: View[] }) {
  const t = useText()
  const may = useMay()
  const filters = useFilters(balanceFlowQuery)
  const { value } = filters
  const list = useAnswer(listBalanceFlows, value)
  const customers = useAnswer(balanceCustomers, {}, { staleTime: 60_000 })
  const types = useDictionary('account_log_type')
  const businesses = useDictionary('account_log_biz_type')
  const table = useTable('balance_flows', inCurrency(balanceFlowColumns, useCurrency()), {
    logType: ({ logType }) => <Tag color={colors[logType]}>{types.textOf(logType)}</Tag>,
    sourceNo: ({ sourceType, sourceId, sourceNo }) => {
      // An event may have several fees: its document's are listed.
      if (sourceType === 'billable_event')
        return <Link to={`/query/cost?document=${encodeURIComponent(sourceNo)}`}>{sourceNo}</Link>
      const home = places[sourceType]
      return home ? (
        <Link to={`${home}${home.includes('?') ? '&' : '?'}open=${sourceId}`}>{sourceNo}</Link>
      ) : (
        sourceNo
      )
    },
  })
  const { customerId, from, to } = value
  return (
    <ListPage
      title={t(billingText.costTitle)}
      views={views}
      list={list}
      table={table}
      rowKey="flowNo"
      paging={filters}
      mayExport={may('query:money:export')}
      filters={[
        customerFilter(t, customers.data),
        { kind: 'days', from: 'from', to: 'to', label: t(columnText.occurredAt) },
        { kind: 'choice', name: 'logType', label: t(moneyText.direction), options: types.options },
        { kind: 'choice', name: 'business', label: t(moneyText.business), options: businesses.options },
        { kind: 'search', name: 'document', label: t(moneyText.documentSearch) },
      ]}
      summary={
        <>
          <Sums of={{ customerId, from, to }} />
          <Days of={list.data?.rows ?? []} customerId={customerId} />
        </>
      }
      empty={{ title: t(moneyText.noFlow) }}
    />
  )
}

type Period = { customerId?: number | undefined; from?: string | undefined; to?: string | undefined }

/** The balances before and after the chosen days. They are shown even if nothing happened. */
function Sums({ of }: { of: Period }) {
  const { data } = useAnswer(sumBalanceFlows, of)
  if (!data) return null
  return (
    <ListSums
      of={[
        [moneyText.opening, data.opening],
        [moneyText.totalIn, data.moneyIn],
        [moneyText.totalOut, data.moneyOut],
        [moneyText.closing, data.closing],
      ]}
    />
  )
}

/** The totals of the days on this page, whatever the type: whole days, also where the page starts or ends within one. */
function Days({ of, customerId }: { of: readonly BalanceFlowRow[]; customerId: number | undefined }) {
  const t = useText()
  const onPage = of.map(({ at }) => momentIn(at, zone() ?? 'UTC').slice(0, 10)).sort()
  const [from = ''] = onPage
  const to = onPage.at(-1) ?? ''
  const days = useAnswer(sumBalanceDays, { customerId, from, to }, { enabled: from !== '' })
  if (from === '' || !days.data) return null
  const amount = (name: 'moneyIn' | 'moneyOut' | 'balance', title: Text) => ({
    title: t(title),
    align: 'right' as const,
    className: 'figures',
    render: (_: unknown, row: { moneyIn: string; moneyOut: string; balance: string }) => grouped(row[name]),
  })
  return (
    <Collapse
      size="small"
      ghost
      items={[
        {
          key: 'days',
          label: t(moneyText.dayTotals),
          children: (
            <WideTable
              size="small"
              rowKey="day"
              pagination={false}
              dataSource={days.data.filter(({ day }) => onPage.includes(day))}
              columns={[
                { title: t(moneyText.day), dataIndex: 'day' },
                amount('moneyIn', moneyText.totalIn),
                amount('moneyOut', moneyText.totalOut),
                amount('balance', moneyText.closing),
              ]}
            />
          ),
        },
      ]}
    />
  )
}
