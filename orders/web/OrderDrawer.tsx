import { Alert, Button, Descriptions, Flex, Tag } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import type { OutputOf } from '../../platform/calls/call.ts'
import { useAnswer } from '../../platform/calls/web/call.ts'
import { columnText } from '../../platform/lists/column-text.ts'
import { ActionButton, type ListAction } from '../../platform/lists/web/ListActions.tsx'
import { PanelsOf } from '../../platform/slices/web/document-panels.tsx'
import { labelled } from '../../platform/text/text.ts'
import { LocalTime } from '../../platform/text/web/LocalTime.tsx'
import { language, useText } from '../../platform/text/web/language.tsx'
import { webText } from '../../platform/text/web/text.ts'
import { DetailDrawer } from '../../platform/ui/web/DetailDrawer.tsx'
import type { Fact } from '../../platform/ui/web/FactList.tsx'
import { useFeature, useMay } from '../../platform/ui/web/permission.tsx'
import { WideTable } from '../../platform/ui/web/WideTable.tsx'
import { nameOf } from '../../products/web/names.ts'
import { LogButton } from '../../staff/audit/web/LogButton.tsx'
import { useUnits } from '../../warehouse/web/unit.ts'
import { editOrder, getOrder } from '../contract.ts'
import { OrderCost } from '../cost/web/OrderCost.tsx'
import { dialogText } from '../dialog-text.ts'
import { fits, isReady } from '../offers.ts'
import { type RemedyAct, remediesOf } from '../remedies.ts'
import { orderStates } from '../states.ts'
import { addressKindText, ordersText, pieceClassText } from '../text.ts'
import { EditOrder } from './OrderForm.tsx'
import { OrderHistory } from './OrderHistory.tsx'
import { OrderTag } from './OrderTag.tsx'
import { useOrderActions } from './order-actions.tsx'
import { useRemedies } from './use-remedies.ts'
import { Waybills } from './Waybills.tsx'

type Order = OutputOf<typeof getOrder>

/** A carrier is being asked for this label, or to void it. */
const isAtCarrier = ({ status }: Order['waybills'][number]) => status === 'requesting' || status === 'voiding'

/** One order: where it stands, what can be done, its items and where they go. */
export function OrderDrawer({ id, onClose }: { id: string | undefined; onClose: () => void }) {
  const t = useText()
  const [editing, setEditing] = useState<string>()
  const match = useAnswer(
    getOrder,
    { id },
    {
      enabled: id !== undefined,
      keep: false,
      every: (order) => (order?.waybills.some(isAtCarrier) && !editing ? 5_000 : 0),
    },
  )
  const units = useUnits()
  const done = () => setEditing(undefined)
  return (
    <DetailDrawer
      title={match.data?.orderNo ?? t(ordersText.order)}
      owner={match.data && `${match.data.customerCode} ${match.data.customerName}`}
      totals={match.data && totalsOf(match.data, units)}
      isOpen={id !== undefined}
      onClose={onClose}
      answer={match}
    >
      {(order) =>
        editing === id ? (
          <EditOrder of={order} onClose={done} />
        ) : (
          <Flex vertical gap={16}>
            <Steps of={order} onEdit={() => setEditing(id)} />
            <Standing of={order} />
            <Lines of={order} />
            <OrderCost id={order.id} />
            <Waybills of={order} />
            <PanelsOf type="order" id={order.id} />
            <OrderHistory id={order.id} />
            <Receiver of={order} />
            <Facts of={order} />
          </Flex>
        )
      }
    </DetailDrawer>
  )
}

const totalsOf = (order: Order, { weight }: { weight: string }): readonly Fact[] => [
  [columnText.skuCount, order.skuCount],
  [columnText.pieces, order.pieceCount],
  [ordersText.estWeight, order.estWeight && `${order.estWeight} ${weight}`],
]

/** The buttons that the order's status and the user's permissions allow. */
function Steps({ of, onEdit }: { of: Order; onEdit: () => void }) {
  const t = useText()
  const may = useMay()
  const isOpen = useFeature('orders') === 'full'
  const { items, panel } = useOrderActions({ ids: [of.id], count: 1 })
  const offered = items.filter(({ name, call }) => isOpen && may(call.permission) && fits[name](of))
  const isEditor = isOpen && may(editOrder.permission)
  const mayEdit = isEditor && orderStates.allows(of.status, 'edit')
  const act = (wanted: RemedyAct): ListAction | false => {
    const item = offered.find(({ name }) => name === wanted)
    return item ? { label: t(item.label), run: item.run } : false
  }
  // A label is uploaded beside the order’s other labels.
  const acts = {
    edit: mayEdit && { label: t(webText.edit), run: onEdit },
    channel: act('channel'),
    reissue: act('reissue'),
  }
  const wanted = isOpen ? remediesOf(of) : []
  const remedies = useRemedies(wanted, acts, of)
  const isOther = (name: string) => remedies.every(({ remedy }) => remedy !== name)
  const others = offered.filter(({ name }) => isOther(name))
  const isFirst = (name: string) => name === 'approve' || (name === 'audit' && wanted.length === 0)
  return (
    <>
      <Flex gap={8} wrap>
        {remedies.map(({ remedy, action }) => (
          <ActionButton key={remedy} action={{ ...action, isPrimary: remedy === wanted[0] }} />
        ))}
        {others.map(({ name, label, run, isPending }) => (
          <Button
            key={name}
            type={isFirst(name) ? 'primary' : 'default'}
            danger={name === 'void'}
            loading={isPending}
            onClick={run}
          >
            {t(name === 'audit' && of.status === 'audit_exception' ? ordersText.checkAgain : label)}
          </Button>
        ))}
        {mayEdit && isOther('edit') && <Button onClick={onEdit}>{t(webText.edit)}</Button>}
        <LogButton of="order" object={of.id} />
      </Flex>
      {isEditor && isReady(of) && <span className="hint">{t(dialogText.notEditable)}</span>}
      {panel}
    </>
  )
}

function Standing({ of }: { of: Order }) {
  const t = useText()
  const may = useMay()
  return (
    <Flex vertical gap={8}>
      <Flex gap={8} wrap align="center">
        <OrderTag status={of.status} />
        <Tag>{t(pieceClassText[of.pieceClass])}</Tag>
        {of.priority > 0 && (
          <Tag color="warning">
            {t(ordersText.priority)} {of.priority}
          </Tag>
        )}
        {of.tags.map((tag) => (
          <Tag key={tag}>{tag}</Tag>
        ))}
      </Flex>
      {of.interceptStatus === 'requested' && (
        <Alert
          type="warning"
          showIcon
          title={t(ordersText.interceptRequested, { reason: of.interceptReason ?? '' })}
        />
      )}
      {of.exception && <Alert type="error" showIcon title={of.exception} />}
      {of.voidReason && (
        <Alert type="warning" showIcon title={labelled(t(ordersText.voidReason), of.voidReason, language)} />
      )}
      {of.putBackFrom && (
        <Alert
          type="info"
          showIcon
          title={t(ordersText.putBack, { bin: of.putBackFrom })}
          action={
            may('query:stock:view') && (
              <Link to={`/query/stock?mode=location&location=${encodeURIComponent(of.putBackFrom)}`}>
                {t(ordersText.showStock)}
              </Link>
            )
          }
        />
      )}
    </Flex>
  )
}

function Lines({ of }: { of: Order }) {
  const t = useText()
  return (
    <WideTable
      size="small"
      rowKey="lineNo"
      dataSource={of.lines}
      pagination={false}
      columns={[
        {
          title: t(ordersText.product),
          render: (_, line) => (
            <div className="wrapped-name">
              <b>{line.sku}</b> {nameOf(line)}
            </div>
          ),
        },
        { title: t(ordersText.quantity), dataIndex: 'quantity', align: 'right' },
        {
          title: t(ordersText.allocated),
          render: (_, { allocated }) => (
            <ul className="order-plain">
              {allocated.map(({ locationCode, quantity }) => (
                <li key={locationCode}>
                  {locationCode} × {quantity}
                </li>
              ))}
            </ul>
          ),
        },
        { title: t(ordersText.declaredValue), dataIndex: 'declaredValue', align: 'right' },
      ]}
    />
  )
}

function Receiver({ of }: { of: Order }) {
  const t = useText()
  const address = [of.address1, of.address2, of.address3, of.doorplate].filter(Boolean).join(', ')
  const place = [of.city, of.stateCode, of.postcode, of.countryCode].filter(Boolean).join(' ')
  if (of.purgedAt)
    return (
      <Descriptions
        size="small"
        column={1}
        title={t(ordersText.receiver)}
        items={[
          { key: 'purged', label: t(ordersText.purgedAt), children: <LocalTime at={of.purgedAt} /> },
          {
            key: 'address',
            label: t(ordersText.address),
            children: [of.stateCode, of.postcode, of.countryCode].filter(Boolean).join(' '),
          },
        ]}
      />
    )
  return (
    <Descriptions
      size="small"
      column={1}
      title={t(ordersText.receiver)}
      items={[
        { key: 'name', label: t(ordersText.receiverName), children: of.receiverName },
        { key: 'address', label: t(ordersText.address), children: `${address}, ${place}` },
        { key: 'kind', label: t(ordersText.addressKind), children: t(addressKindText[of.addressKind]) },
        ...(['company', 'phone', 'email', 'taxNo'] as const).flatMap((field) =>
          of[field] ? [{ key: field, label: t(ordersText[field]), children: of[field] }] : [],
        ),
        ...(of.senderName ? [{ key: 'sender', label: t(ordersText.sender), children: senderLine(of) }] : []),
      ]}
    />
  )
}

const senderLine = (of: Order) =>
  [
    of.senderName,
    of.senderAddress,
    [of.senderCity, of.senderState, of.senderPostcode, of.senderCountry].filter(Boolean).join(' '),
    of.senderPhone,
  ]
    .filter(Boolean)
    .join(', ')

function Facts({ of }: { of: Order }) {
  const t = useText()
  const units = useUnits()
  const size = of.estLength && `${of.estLength} × ${of.estWidth} × ${of.estHeight} ${units.side}`
  return (
    <Descriptions
      size="small"
      column={1}
      title={t(ordersText.facts)}
      items={[
        { key: 'reference', label: t(ordersText.referenceNo), children: of.referenceNo },
        { key: 'channel', label: t(ordersText.channel), children: of.channelCode },
        ...(
          ['platform', 'platformOrderNo', 'shopName', 'insuredValue', 'pickRemark', 'remark'] as const
        ).flatMap((field) =>
          of[field] ? [{ key: field, label: t(ordersText[field]), children: of[field] }] : [],
        ),
        {
          key: 'weight',
          label: t(ordersText.estWeight),
          children: of.estWeight ? `${of.estWeight} ${units.weight}` : '–',
        },
        { key: 'size', label: t(ordersText.estSize), children: size ?? '–' },
        { key: 'created', label: t(ordersText.createdAt), children: <LocalTime at={of.createdAt} /> },
        { key: 'since', label: t(ordersText.statusAt), children: <LocalTime at={of.statusAt} /> },
      ]}
    />
  )
}
