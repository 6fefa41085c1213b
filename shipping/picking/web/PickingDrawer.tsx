import { Button, Flex, Progress, Tag } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { ordersText, pickStatusText } from '../../../orders/text.ts'
import { OrderTag } from '../../../orders/web/OrderTag.tsx'
import type { OutputOf } from '../../../platform/calls/call.ts'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import { columnText } from '../../../platform/lists/column-text.ts'
import type { Text } from '../../../platform/text/text.ts'
import { useDictionary } from '../../../platform/text/web/dictionary.tsx'
import { LocalTime } from '../../../platform/text/web/LocalTime.tsx'
import { useText } from '../../../platform/text/web/language.tsx'
import { DetailDrawer } from '../../../platform/ui/web/DetailDrawer.tsx'
import { type Fact, FactList } from '../../../platform/ui/web/FactList.tsx'
import { lazyDialog } from '../../../platform/ui/web/lazy-page.tsx'
import { useFeature, useMay } from '../../../platform/ui/web/permission.tsx'
import { WideTable } from '../../../platform/ui/web/WideTable.tsx'
import { nameOf } from '../../../products/web/names.ts'
import { LogButton } from '../../../staff/audit/web/LogButton.tsx'
import { getPickingList, splitPickingList } from '../contract.ts'
import { pickingStates } from '../states.ts'
import { pickingText } from '../text.ts'
import { PickingTag } from './PickingTag.tsx'
import { usePickingActions } from './picking-actions.tsx'

type PickingList = OutputOf<typeof getPickingList>

const SplitDialog = lazyDialog(() => import('./SplitDialog.tsx'), 'SplitDialog')

/** One picking list: how far it is, what can be done, its goods in pick sequence and its orders. */
export function PickingDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const t = useText()
  const match = useAnswer(getPickingList, { id }, { enabled: id !== undefined, keep: false })
  return (
    <DetailDrawer
      title={match.data?.pickingNo ?? t(pickingText.list)}
      totals={match.data && totalsOf(match.data)}
      isOpen={id !== undefined}
      onClose={onClose}
      answer={match}
    >
      {(list) => (
        // A failed attempt on one list does not concern the next.
        <Flex key={id} vertical gap={16}>
          <Steps of={list} />
          <Standing of={list} />
          <Tasks of={list} />
          <Orders of={list} />
          <Facts of={list} />
        </Flex>
      )}
    </DetailDrawer>
  )
}

const totalsOf = (list: PickingList): readonly Fact[] => [
  [pickingText.orderCount, list.orderCount],
  [pickingText.taskCount, list.taskCount],
  [columnText.pieces, list.pieceCount],
]

function Steps({ of }: { of: PickingList }) {
  const t = useText()
  const may = useMay()
  const [isSplitting, setSplitting] = useState(false)
  const isOpen = useFeature('orders') === 'full'
  const canSplit =
    isOpen &&
    may(splitPickingList.permission) &&
    pickingStates.allows(of.status, 'start') &&
    of.orderCount > 1
  const { status, assigneeId } = of
  const actions = usePickingActions({ ids: [of.id], count: 1, status, assigneeId, isOpen })
  return (
    <>
      <Flex gap={8} wrap>
        {actions.buttons}
        {canSplit && <Button onClick={() => setSplitting(true)}>{t(pickingText.split)}</Button>}
        <LogButton of="picking_list" object={of.id} />
      </Flex>
      {actions.panel}
      {isSplitting && <SplitDialog of={of} onClose={() => setSplitting(false)} />}
    </>
  )
}

function Standing({ of }: { of: PickingList }) {
  const t = useText()
  const types = useDictionary('pickingListType')
  const words = t(pickingText.pickedOf, { picked: of.pickedCount, pieces: of.pieceCount })
  return (
    <div>
      <Flex gap={8} wrap align="center">
        <PickingTag status={of.status} />
        <Tag>{types.textOf(of.listType)}</Tag>
        <span className="figures">{words}</span>
      </Flex>
      <Progress
        percent={of.pieceCount === 0 ? 0 : Math.floor((of.pickedCount * 100) / of.pieceCount)}
        aria-label={words}
      />
    </div>
  )
}

function Tasks({ of }: { of: PickingList }) {
  const t = useText()
  const { tasks, listType } = of
  const hasBatches = tasks.some(({ lot, expiryDate }) => lot ?? expiryDate)
  return (
    <section>
      <h3>{t(pickingText.tasks)}</h3>
      <WideTable
        size="small"
        rowKey="taskNo"
        dataSource={tasks}
        pagination={tasks.length > 100 && { pageSize: 100, showSizeChanger: false }}
        columns={[
          { title: t(pickingText.taskNo), dataIndex: 'taskNo', align: 'right' },
          { title: t(pickingText.bin), render: (_, { locationCode }) => <b>{locationCode}</b> },
          {
            title: t(pickingText.product),
            render: (_, task) => (
              <div className="wrapped-name">
                {task.sku} <span className="hint">{nameOf(task)}</span>
              </div>
            ),
          },
          ...(hasBatches
            ? [
                { title: t(pickingText.lot), dataIndex: 'lot' },
                { title: t(pickingText.expiry), dataIndex: 'expiryDate' },
              ]
            : []),
          { title: t(pickingText.quantity), dataIndex: 'quantity', align: 'right' as const },
          { title: t(pickingText.picked), dataIndex: 'picked', align: 'right' as const },
          ...(listType === 'ss'
            ? []
            : [
                {
                  title: t(pickingText.baskets),
                  render: (_: unknown, { baskets }: (typeof tasks)[number]) =>
                    baskets.map(({ basketNo, quantity }) => `${basketNo}×${quantity}`).join('  '),
                },
              ]),
        ]}
      />
    </section>
  )
}

function Orders({ of: { orders } }: { of: PickingList }) {
  const t = useText()
  return (
    <section>
      <h3>{t(pickingText.orders)}</h3>
      <WideTable
        size="small"
        rowKey="id"
        dataSource={orders}
        pagination={orders.length > 100 && { pageSize: 100, showSizeChanger: false }}
        columns={[
          { title: t(pickingText.basket), dataIndex: 'basketNo', align: 'right' },
          {
            title: t(columnText.orderNo),
            render: (_, { id, orderNo }) => <Link to={`/order/list?open=${id}`}>{orderNo}</Link>,
          },
          {
            title: t(columnText.status),
            render: (_, { status, isLive, interceptStatus }) => (
              <>
                <OrderTag status={status} />
                {!isLive && <Tag>{t(pickingText.hasLeft)}</Tag>}
                {interceptStatus === 'requested' && <Tag color="error">{t(pickingText.intercepted)}</Tag>}
              </>
            ),
          },
          { title: t(ordersText.pickStatus), render: (_, { pickStatus }) => t(pickStatusText[pickStatus]) },
          { title: t(columnText.customer), dataIndex: 'customerCode' },
          { title: t(columnText.channel), dataIndex: 'channelCode' },
          { title: t(columnText.pieces), dataIndex: 'pieceCount', align: 'right' },
        ]}
      />
    </section>
  )
}

function Facts({ of }: { of: PickingList }) {
  const times: readonly (readonly [Text, string | null])[] = [
    [pickingText.startedAt, of.startedAt],
    [pickingText.pickedAt, of.pickedAt],
    [pickingText.doneAt, of.doneAt],
    [pickingText.cancelledAt, of.cancelledAt],
  ]
  return (
    <FactList
      isNarrow
      facts={[
        [pickingText.picker, of.assigneeName],
        [pickingText.printCount, of.printCount],
        [
          columnText.createdAt,
          <>
            <LocalTime at={of.createdAt} /> {of.createdByName}
          </>,
        ],
        ...times.flatMap(([label, at]) => (at ? [[label, <LocalTime key="at" at={at} />] as const] : [])),
      ]}
    />
  )
}
