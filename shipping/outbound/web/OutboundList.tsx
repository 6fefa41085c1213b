import { Alert, Button, Tag } from 'antd'
import { useState } from 'react'
import { customerFilter } from '../../../customers/web/customer-options.ts'
import { orderChannels, orderCustomers } from '../../../orders/contract.ts'
import { ordersText } from '../../../orders/text.ts'
import { OrderTag } from '../../../orders/web/OrderTag.tsx'
import { readings as orderReadings } from '../../../orders/web/readings.ts'
import type { OutputOf } from '../../../platform/calls/call.ts'
import { useAnswer } from '../../../platform/calls/web/call.ts'
import { inUnits } from '../../../platform/lists/columns.ts'
import { useBulk } from '../../../platform/lists/web/BulkResult.tsx'
import { useCodes } from '../../../platform/lists/web/codes.tsx'
import { useTable } from '../../../platform/lists/web/columns.tsx'
import { FailureList } from '../../../platform/lists/web/FailureList.tsx'
import { filtersOf, useFilters } from '../../../platform/lists/web/filters.ts'
import { ListPage } from '../../../platform/lists/web/ListPage.tsx'
import { useHeld, usePicks } from '../../../platform/lists/web/selection.ts'
import type { View, ViewGroup } from '../../../platform/lists/web/Views.tsx'
import { useText } from '../../../platform/text/web/language.tsx'
import { lazyDialog, lazyDrawer } from '../../../platform/ui/web/lazy-page.tsx'
import { useMay } from '../../../platform/ui/web/permission.tsx'
import { useUnits } from '../../../warehouse/web/unit.ts'
import { outboundColumns } from '../columns.ts'
import { listOutbound, outboundCarriers, outboundQuery, shipOrders } from '../contract.ts'
import { loadingText, outboundText } from '../text.ts'
import { outboundReadings } from './readings.ts'
import { useHandover } from './use-handover.ts'
import '../../../orders/web/orders.css'

const ShipDialog = lazyDialog(() => import('./ShipDialog.tsx'), 'ShipDialog')
const OrderDrawer = lazyDrawer(() => import('../../../orders/web/OrderDrawer.tsx'), 'OrderDrawer')

type Batch = OutputOf<typeof shipOrders>['batches'][number]

/** The orders whose waybill is printed: tick them or paste their numbers, and ship them. */
export function OutboundList({ views, viewGroups }: { views: View[]; viewGroups: ViewGroup[] }) {
  const t = useText()
  const may = useMay()
  const filters = useFilters(outboundQuery)
  const { value } = filters
  const list = useAnswer(listOutbound, value)
  const carriers = useAnswer(outboundCarriers, {}, { staleTime: 60_000 })
  const customers = useAnswer(orderCustomers, {}, { staleTime: 60_000 })
  const channels = useAnswer(orderChannels, {}, { staleTime: 60_000 })
  const pasted = useCodes(filters, list.data)
  const [isAsking, setAsking] = useState(false)
  const picks = useHeld(usePicks('outbound', value), isAsking)
  const [batches, setBatches] = useState<Batch[]>([])
  const shipping = useBulk(shipOrders, {
    refreshes: [...outboundReadings, ...orderReadings],
    picks,
    onAnswer: ({ batches: left }) => setBatches((before) => [...left, ...before]),
  })
  const table = useTable('outbound', inUnits(outboundColumns, useUnits()), {
    status: ({ status, interceptStatus }) => (
      <>
        <OrderTag status={status} />
        {interceptStatus === 'requested' && <Tag color="error">{t(outboundText.intercept)}</Tag>}
      </>
    ),
  })
  const mayShip = may(shipOrders.permission)

  return (
    <ListPage
      title={t(outboundText.title)}
      list={list}
      views={views}
      viewGroups={viewGroups}
      table={{ ...table, views: table.views.filter(({ key }) => key !== 'all') }}
      paging={filters}
      actions={[mayShip && { label: t(loadingText.title), to: '/order/outbound', isPrimary: true }]}
      filters={[
        { kind: 'search', name: 'search', label: t(outboundText.search), codes: pasted },
        {
          kind: 'choice',
          name: 'carrier',
          label: t(outboundText.carrier),
          options: (carriers.data ?? []).map((carrier) => ({ value: carrier, label: carrier })),
        },
        {
          kind: 'choice',
          name: 'channelId',
          label: t(ordersText.channel),
          options: (channels.data ?? []).map(({ id, channelCode }) => ({ value: id, label: channelCode })),
          isSearched: true,
        },
        customerFilter(t, customers.data),
        { kind: 'days', from: 'printedFrom', to: 'printedTo', label: t(outboundText.printedAt) },
      ]}
      whenExpired={shipOrders.whenExpired}
      {...(mayShip && { picks })}
      bulk={
        mayShip && (
          <Button type="primary" loading={shipping.isPending} onClick={() => setAsking(true)}>
            {t(outboundText.shipCount, { count: picks.count })}
          </Button>
        )
      }
      panel={
        <>
          {shipping.panel}
          <BatchesLeft batches={batches} onClose={() => setBatches([])} />
          {pasted.panel}
          <NotReady items={list.data?.notReady ?? []} />
          {isAsking && (
            <ShipDialog
              of={picks.all ? { filters: filtersOf(value) } : { ids: picks.ids }}
              count={picks.count}
              onShip={(truckNo) => {
                setBatches([])
                return shipping.send({ ids: picks.ids, truckNo })
              }}
              onClose={() => setAsking(false)}
            />
          )}
        </>
      }
      empty={{ title: t(outboundText.noneToShip), why: t(outboundText.noneToShipHint) }}
      drawer={(open, close) => <OrderDrawer id={open} onClose={close} />}
    />
  )
}

/** What has just left, with the sheets for the drivers. */
function BatchesLeft({ batches, onClose }: { batches: Batch[]; onClose: () => void }) {
  const t = useText()
  const handover = useHandover()
  if (batches.length === 0) return null
  return (
    <Alert
      type="success"
      showIcon
      role="status"
      closable={{ onClose }}
      title={
        <ul className="order-plain">
          {batches.map(({ id, batchNo, orderCount, packageCount }) => (
            <li key={id}>
              {t(outboundText.shipped, { no: batchNo, orders: orderCount, packages: packageCount })}
            </li>
          ))}
        </ul>
      }
      action={
        <Button loading={handover.isPending} onClick={() => handover.print(batches.map(({ id }) => id))}>
          {t(outboundText.printSheet)}
        </Button>
      }
    />
  )
}

/** Of the pasted numbers those that exist and can't leave. */
function NotReady({ items }: { items: OutputOf<typeof listOutbound>['notReady'] }) {
  const t = useText()
  if (items.length === 0) return null
  const words = t(outboundText.cannotShip, { count: items.length })
  const failed = items.map(({ reason }) => ({ reason }))
  return (
    <Alert
      type="warning"
      showIcon
      title={words}
      description={<FailureList label={words} failed={failed} />}
    />
  )
}
