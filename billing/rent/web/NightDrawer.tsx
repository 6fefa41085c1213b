import { Alert, Button, Flex, type TableColumnType, Tag } from 'antd'
import { useState } from 'react'
import { useAnswer, useCommand } from '../../../platform/calls/web/call.ts'
import { columnText } from '../../../platform/lists/column-text.ts'
import { grouped, inUnit } from '../../../platform/lists/columns.ts'
import { useDictionary } from '../../../platform/text/web/dictionary.tsx'
import { LocalTime } from '../../../platform/text/web/LocalTime.tsx'
import { useText } from '../../../platform/text/web/language.tsx'
import { DetailDrawer } from '../../../platform/ui/web/DetailDrawer.tsx'
import { useFeature, useMay } from '../../../platform/ui/web/permission.tsx'
import { QueryBoundary } from '../../../platform/ui/web/QueryBoundary.tsx'
import { WideTable } from '../../../platform/ui/web/WideTable.tsx'
import { useCurrency, useMoney, useUnits } from '../../../warehouse/web/unit.ts'
import {
  getNight,
  listNights,
  listRentDays,
  listRentLines,
  type NightRow,
  type RentDayRow,
  type RentLineRow,
  runNight,
} from '../contract.ts'
import { rentHealth } from '../health-contract.ts'
import { type RentDayState, rentDayText, rentText } from '../text.ts'
import { Change } from './Change.tsx'
import { NightTag } from './NightTag.tsx'

const SIZE = 20

/** One night: its customers, and for each of them the goods that were in storage. */
export function NightDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const t = useText()
  const money = useMoney()
  const match = useAnswer(getNight, { id }, { enabled: id !== undefined, keep: false })
  return (
    <DetailDrawer
      title={match.data ? `${t(rentText.rent)} ${match.data.chargeDate}` : t(rentText.night)}
      owner={
        match.data && (
          <>
            {t(rentText.dueAt)} <LocalTime at={match.data.dueAt} />
          </>
        )
      }
      totals={
        match.data && [
          [rentText.total, money(match.data.total)],
          [rentText.change, <Change key="change" change={match.data.change} />],
          [rentText.customers, match.data.customers],
          [rentText.lineCount, match.data.lineCount],
        ]
      }
      isOpen={id !== undefined}
      onClose={onClose}
      answer={match}
    >
      {(night) => (
        <Flex key={id} vertical gap={16}>
          <Flex>
            <NightTag status={night.status} />
          </Flex>
          {night.status === 'failed' && <Failed night={night} />}
          <Customers night={night} />
        </Flex>
      )}
    </DetailDrawer>
  )
}

function Failed({ night: { id } }: { night: NightRow }) {
  const t = useText()
  const may = useMay()
  const mayRun = useFeature('cost') === 'full' && may(runNight.permission)
  const run = useCommand(runNight, {
    refreshes: [listNights, getNight, rentHealth],
    successText: rentText.runStarted,
  })
  return (
    <Alert
      type="error"
      showIcon
      title={t(rentText.failedHint)}
      action={
        mayRun && (
          <Button loading={run.isPending} onClick={() => run.mutate({ id })}>
            {t(rentText.runAgain)}
          </Button>
        )
      }
    />
  )
}

const colors: Record<RentDayState, string> = {
  waiting: 'processing',
  open: 'error',
  free: 'default',
  put_aside: 'warning',
  charged: 'success',
  waived: 'default',
}

/** A title with the warehouse's unit of volume. */
function useVolumeTitle() {
  const { volume } = useUnits()
  return (title: string) => (volume ? `${title} (${volume})` : title)
}

function Customers({ night: { id } }: { night: NightRow }) {
  const t = useText()
  const inVolume = useVolumeTitle()
  const currency = useCurrency()
  const [page, setPage] = useState(1)
  const list = useAnswer(listRentDays, { nightId: id, page, size: SIZE })
  const columns: TableColumnType<RentDayRow>[] = [
    { title: t(columnText.customer), dataIndex: 'customerCode' },
    {
      title: t(columnText.status),
      render: (_, { status }) => <Tag color={colors[status]}>{t(rentDayText[status])}</Tag>,
    },
    { title: t(rentText.quantity), align: 'right', render: (_, { pieces }) => grouped(String(pieces)) },
    { title: inVolume(t(rentText.volume)), align: 'right', render: (_, { volume }) => grouped(volume) },
    {
      title: t(inUnit(columnText.amount, currency)),
      align: 'right',
      render: (_, { amount }) => (amount === null ? '–' : grouped(amount)),
    },
    { title: t(rentText.cycleTo), render: (_, { cycleTo }) => cycleTo ?? '–' },
    { title: t(rentText.fee), render: (_, { feeNo }) => feeNo ?? '–' },
  ]
  return (
    <QueryBoundary answer={list}>
      {({ rows, total }) => (
        <WideTable
          size="small"
          rowKey="id"
          columns={columns}
          dataSource={rows}
          locale={{ emptyText: t(rentText.noCustomers) }}
          pagination={{
            current: page,
            pageSize: SIZE,
            total,
            onChange: setPage,
            hideOnSinglePage: true,
            showSizeChanger: false,
          }}
          expandable={{
            expandedRowRender: (day) => <Lines day={day} />,
            expandIcon: ({ expanded, onExpand, record }) => (
              <Button
                size="small"
                type="text"
                aria-expanded={expanded}
                aria-label={t(rentText.showLines, { customer: record.customerCode })}
                onClick={(event) => onExpand(record, event)}
              >
                {expanded ? '−' : '+'}
              </Button>
            ),
          }}
        />
      )}
    </QueryBoundary>
  )
}

function Lines({ day: { id: rentDayId, sum6, discount, amount } }: { day: RentDayRow }) {
  const t = useText()
  const inVolume = useVolumeTitle()
  const currency = useCurrency()
  const qualities = useDictionary('stockQuality')
  const [page, setPage] = useState(1)
  const list = useAnswer(listRentLines, { rentDayId, page, size: SIZE })
  const columns: TableColumnType<RentLineRow>[] = [
    { title: t(columnText.sku), dataIndex: 'sku' },
    { title: t(rentText.putawayDate), dataIndex: 'putawayDate' },
    { title: t(rentText.age), dataIndex: 'ageDays', align: 'right' },
    { title: t(rentText.quality), render: (_, { quality }) => qualities.textOf(quality) },
    { title: t(rentText.quantity), dataIndex: 'quantity', align: 'right' },
    {
      title: inVolume(t(rentText.unitVolume)),
      align: 'right',
      render: (_, { unitVolume, noDims }) => (
        <>
          {noDims && <Tag color="warning">{t(rentText.noDims)}</Tag>} {unitVolume}
        </>
      ),
    },
    { title: inVolume(t(rentText.volume)), dataIndex: 'volume', align: 'right' },
    { title: t(rentText.price), align: 'right', render: (_, { tierPrice }) => tierPrice ?? '–' },
    {
      title: t(inUnit(columnText.amount, currency)),
      align: 'right',
      render: (_, { amount6 }) => amount6 ?? '–',
    },
  ]
  return (
    <QueryBoundary answer={list}>
      {({ rows, total }) => (
        <>
          <WideTable
            size="small"
            rowKey="lineNo"
            columns={columns}
            dataSource={rows}
            pagination={{
              current: page,
              pageSize: SIZE,
              total,
              onChange: setPage,
              hideOnSinglePage: true,
              showSizeChanger: false,
            }}
          />
          {sum6 !== null && discount !== null && amount !== null && (
            <p className="figures">{t(rentText.sum, { sum: sum6, discount, amount: grouped(amount) })}</p>
          )}
        </>
      )}
    </QueryBoundary>
  )
}
