import { Alert, Button, Flex, Popconfirm, Progress, Tag } from 'antd'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { Command, OutputOf } from '../../platform/calls/call.ts'
import { useAnswer } from '../../platform/calls/web/call.ts'
import { useBulk } from '../../platform/lists/web/BulkResult.tsx'
import { labelled } from '../../platform/text/text.ts'
import { useDictionary } from '../../platform/text/web/dictionary.tsx'
import { LocalTime } from '../../platform/text/web/LocalTime.tsx'
import { language, useText } from '../../platform/text/web/language.tsx'
import { webText } from '../../platform/text/web/text.ts'
import { DetailDrawer } from '../../platform/ui/web/DetailDrawer.tsx'
import { type Fact, FactList } from '../../platform/ui/web/FactList.tsx'
import { useFeature, useMay } from '../../platform/ui/web/permission.tsx'
import { WideTable } from '../../platform/ui/web/WideTable.tsx'
import { nameOf } from '../../products/web/names.ts'
import { auditText } from '../../staff/audit/text.ts'
import {
  completeInbound,
  confirmInbounds,
  countLoads,
  editInbound,
  inbound,
  reopenInbound,
  submitInbounds,
  undoInboundArrivals,
  voidInbounds,
  withdrawInbounds,
} from '../contract.ts'
import { hasLoads } from '../rules.ts'
import { receive } from '../scanning/contract.ts'
import { readings } from '../scanning/web/readings.ts'
import { inboundStates } from '../states.ts'
import { receivingText } from '../text.ts'
import { Attachments } from './Attachments.tsx'
import { InboundBoxes } from './InboundBoxes.tsx'
import { Complete, CountLoads, Reopen } from './InboundEnds.tsx'
import { EditInbound } from './InboundForm.tsx'
import { InboundHistory } from './InboundHistory.tsx'
import { InboundReceipts } from './InboundReceipts.tsx'
import { InboundTag } from './InboundTag.tsx'
import { usePapers } from './papers.tsx'

type Inbound = OutputOf<typeof inbound>
type Task = 'edit' | 'complete' | 'count_loads' | 'reopen'

/** One inbound order: its progress, available actions, lines and receipts. */
export function InboundDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const t = useText()
  const match = useAnswer(inbound, { id }, { enabled: id !== undefined, keep: false })
  const [task, setTask] = useState<{ of: string | undefined; what: Task }>()
  const now = task?.of === id ? task?.what : undefined
  const done = () => setTask(undefined)
  return (
    <DetailDrawer
      title={match.data?.inboundNo ?? t(receivingText.inboundTitle)}
      owner={match.data && `${match.data.customerCode} · ${match.data.customerName}`}
      totals={match.data && totalsOf(match.data)}
      isOpen={id !== undefined}
      onClose={onClose}
      answer={match}
    >
      {(item) =>
        now === 'edit' ? (
          <EditInbound of={item} onClose={done} />
        ) : (
          <Flex vertical gap={16}>
            <Steps of={item} onTask={(what) => setTask({ of: id, what })} />
            <Papers of={item} />
            <Standing of={item} />
            <Lines of={item} />
            <InboundBoxes of={item} />
            <InboundReceipts of={item} />
            <InboundHistory of={item} />
            <Facts of={item} />
            <Attachments of={item} />
            {now === 'complete' && <Complete of={item} onClose={done} />}
            {now === 'count_loads' && <CountLoads of={item} onClose={done} />}
            {now === 'reopen' && <Reopen of={item} onClose={done} />}
          </Flex>
        )
      }
    </DetailDrawer>
  )
}

const totalsOf = ({ expectedBoxes, receivedBoxes, expected, good, defective, pending }: Inbound): Fact[] => [
  [receivingText.boxes, `${expectedBoxes} / ${receivedBoxes}`],
  [receivingText.expected, expected],
  [receivingText.received, good],
  [receivingText.damaged, defective],
  [receivingText.pending, pending.reduce((sum, { quantity }) => sum + quantity, 0)],
]

/** The buttons that the order's status and the user's permissions allow. */
function Steps({ of, onTask }: { of: Inbound; onTask: (task: Task) => void }) {
  const t = useText()
  const may = useMay()
  const isOpen = useFeature('receiving') === 'full'
  const navigate = useNavigate()
  const options = { refreshes: readings }
  const submitting = useBulk(submitInbounds, options)
  const withdrawing = useBulk(withdrawInbounds, options)
  const confirming = useBulk(confirmInbounds, options)
  const undoing = useBulk(undoInboundArrivals, options)
  const voiding = useBulk(voidInbounds, options)
  if (!isOpen) return null
  const can = (action: Parameters<typeof inboundStates.allows>[1], call: Command) =>
    inboundStates.allows(of.status, action) && may(call.permission)
  const ids = { ids: [of.id] }
  return (
    <>
      <Flex gap={8} wrap>
        {can('submit', submitInbounds) && (
          <Button type="primary" loading={submitting.isPending} onClick={() => submitting.run(ids)}>
            {t(receivingText.submit)}
          </Button>
        )}
        {can('confirm', confirmInbounds) && (
          <Button type="primary" loading={confirming.isPending} onClick={() => confirming.run(ids)}>
            {t(receivingText.confirm)}
          </Button>
        )}
        {can('receive', receive) && (
          <Button onClick={() => navigate(`/inbound/receive?scan=${of.inboundNo}`)}>
            {t(receivingText.receive)}
          </Button>
        )}
        {can('complete', completeInbound) && (
          <Button type="primary" onClick={() => onTask('complete')}>
            {t(receivingText.complete)}
          </Button>
        )}
        {can('edit', editInbound) && <Button onClick={() => onTask('edit')}>{t(webText.edit)}</Button>}
        {can('withdraw', withdrawInbounds) && (
          <Button loading={withdrawing.isPending} onClick={() => withdrawing.run(ids)}>
            {t(receivingText.withdraw)}
          </Button>
        )}
        {can('undo_arrival', undoInboundArrivals) && of.receipts.every(({ cancelledAt }) => cancelledAt) && (
          <Button loading={undoing.isPending} onClick={() => undoing.run(ids)}>
            {t(receivingText.undoArrival)}
          </Button>
        )}
        {hasLoads(of.status) && of.inboundType !== 'init' && may(countLoads.permission) && (
          <Button onClick={() => onTask('count_loads')}>{t(receivingText.countLoads)}</Button>
        )}
        {can('reopen', reopenInbound) && (
          <Button onClick={() => onTask('reopen')}>{t(receivingText.reopen)}</Button>
        )}
        {can('void', voidInbounds) && (
          <Popconfirm
            title={t(receivingText.voidAsk, { count: 1 })}
            description={t(receivingText.voidWarning)}
            okText={t(receivingText.void)}
            okButtonProps={{ danger: true }}
            onConfirm={() => voiding.run(ids)}
          >
            <Button danger loading={voiding.isPending}>
              {t(receivingText.void)}
            </Button>
          </Popconfirm>
        )}
      </Flex>
      {submitting.panel}
      {withdrawing.panel}
      {confirming.panel}
      {undoing.panel}
      {voiding.panel}
    </>
  )
}

function Papers({ of }: { of: Inbound }) {
  const t = useText()
  const papers = usePapers()
  return (
    <Flex gap={8} wrap>
      {of.boxes.length > 0 && (
        <Button onClick={() => papers.printLabels([of.id])}>{t(receivingText.printLabels)}</Button>
      )}
      <Button loading={papers.isPending} onClick={() => papers.printSheets([of.id])}>
        {t(receivingText.printSheet)}
      </Button>
      {papers.panel}
    </Flex>
  )
}

function Standing({ of }: { of: Inbound }) {
  const t = useText()
  const got = of.good + of.defective
  return (
    <div>
      <Flex gap={8} wrap align="center">
        <InboundTag status={of.status} />
        <span className="figures">{t(receivingText.progress, { got, expected: of.expected })}</span>
      </Flex>
      <Progress
        percent={of.expected === 0 ? 0 : Math.min(100, Math.floor((got * 100) / of.expected))}
        aria-label={t(receivingText.progress, { got, expected: of.expected })}
        {...(got > of.expected && { status: 'exception' as const })}
      />
      {of.differenceNote && (
        <Alert
          type="warning"
          showIcon
          title={labelled(t(receivingText.differenceNote), of.differenceNote, language)}
        />
      )}
    </div>
  )
}

/**
 * The difference to the expected quantity. While goods are still arriving, missing pieces are not short yet.
 */
function Difference({ line, of }: { line: Inbound['lines'][number]; of: Inbound }) {
  const t = useText()
  const count = line.good + line.defective - line.expected
  if (line.isExtra) return <Tag color="warning">{t(receivingText.notAnnounced)}</Tag>
  if (count > 0) return <Tag color="warning">{t(receivingText.over, { count })}</Tag>
  if (count === 0) return <Tag color="success">{t(receivingText.even)}</Tag>
  return of.status === 'complete' ? (
    <Tag color="error">{t(receivingText.short, { count: -count })}</Tag>
  ) : null
}

function Lines({ of }: { of: Inbound }) {
  const t = useText()
  const boxes = new Map(of.boxes.map(({ id, boxNo }) => [id, boxNo]))
  const products = new Map(of.products.map((product) => [product.id, product]))
  const lines = of.lines.filter(({ isExtra, good, defective }) => !isExtra || good + defective > 0)
  return (
    <WideTable
      size="small"
      rowKey="id"
      dataSource={lines}
      pagination={false}
      columns={[
        ...(of.boxes.length > 0
          ? [
              {
                title: t(receivingText.boxNo),
                render: (_: unknown, { boxId }: (typeof lines)[number]) => boxId !== null && boxes.get(boxId),
              },
            ]
          : []),
        {
          title: t(receivingText.product),
          render: (_, { productId }) => {
            const product = products.get(productId)
            return (
              <>
                <b>{product?.sku}</b> {product && nameOf(product)}
              </>
            )
          },
        },
        { title: t(receivingText.expected), dataIndex: 'expected', align: 'right' },
        { title: t(receivingText.received), dataIndex: 'good', align: 'right' },
        { title: t(receivingText.damaged), dataIndex: 'defective', align: 'right' },
        { title: t(receivingText.difference), render: (_, line) => <Difference line={line} of={of} /> },
        ...(lines.some(({ productionDate, expiryDate }) => productionDate ?? expiryDate)
          ? [
              {
                title: t(receivingText.days),
                render: (_: unknown, { productionDate, expiryDate }: (typeof lines)[number]) =>
                  (productionDate ?? expiryDate) && `${productionDate ?? '–'} / ${expiryDate ?? '–'}`,
              },
            ]
          : []),
        ...(lines.some(({ lot }) => lot) ? [{ title: t(receivingText.lot), dataIndex: 'lot' }] : []),
      ]}
    />
  )
}

function Facts({ of }: { of: Inbound }) {
  const t = useText()
  const types = useDictionary('inboundType')
  const ways = useDictionary('inboundTransport')
  const moment = (at: string | null, name: string | null) =>
    at && (
      <>
        <LocalTime at={at} /> {name}
      </>
    )
  return (
    <FactList
      isNarrow
      facts={[
        [receivingText.customer, `${of.customerCode} ${of.customerName}`],
        [receivingText.inboundType, types.textOf(of.inboundType)],
        [receivingText.referenceNo, of.referenceNo],
        [receivingText.boxes, `${of.expectedBoxes} / ${of.receivedBoxes}`],
        [receivingText.transport, of.transport && ways.textOf(of.transport)],
        [receivingText.containerNo, of.containerNo],
        [receivingText.containerCount, of.containerCount],
        [receivingText.palletCount, of.palletCount],
        [receivingText.trackingNos, of.trackingNos.join(', ')],
        [receivingText.eta, of.eta],
        ...(of.originNo ? [[receivingText.originNo, of.originNo] as const] : []),
        ...(of.putawayDate ? [[receivingText.putawayDate, of.putawayDate] as const] : []),
        [receivingText.remark, of.remark],
        [receivingText.createdAt, moment(of.createdAt, of.createdByName)],
        [receivingText.arrived, moment(of.arrivedAt, of.arrivedByName)],
        [receivingText.completed, moment(of.completedAt, of.completedByName ?? t(auditText.bySystem))],
      ]}
    />
  )
}
