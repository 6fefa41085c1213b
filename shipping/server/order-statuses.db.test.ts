import { describe, expect, test } from 'vitest'
import { auditOrders, interceptOrders, voidOrders } from '../../orders/contract.ts'
import { type OrderState, orderStates } from '../../orders/states.ts'
import type { BulkResult, OutputOf } from '../../platform/calls/call.ts'
import { addLabelChannels, aShippingDesk, takeJobs, wrongInOrders } from '../../testing/order-builders.ts'
import {
  drawPrints,
  type OrderCommand,
  orderCommands,
  printOptions,
  reason,
  targetOf,
  went,
} from '../../testing/order-work.ts'
import { startTestServer } from '../../testing/test-server.ts'
import { confirmLabelPrint, printLabels } from '../labels/contract.ts'
import { shipOrders } from '../outbound/contract.ts'

const server = await startTestServer()

/** An order is in a status, or in one with an open request to intercept it. */
const standings = [
  ...orderStates.states,
  'under_audit, intercepted',
  'audit_exception, intercepted',
  'pending_shipment, intercepted',
  'waybill_printed, intercepted',
] as const
type Standing = (typeof standings)[number]

/**
 * Commands that name an order and that its channel takes: a print or a picking list has its own statuses, and labels are uploaded for
 * other channels.
 */
type Command = Exclude<OrderCommand, 'confirm' | 'pick' | 'unlist' | 'upload' | 'upload ZIP'>

/**
 * What each command leads to. It refuses an order in any status that is not named, and then changes nothing.
 */
const table: Record<Command, Partial<Record<Standing, OrderState>>> = {
  edit: {
    pending_audit: 'pending_audit',
    audit_exception: 'pending_audit',
    'audit_exception, intercepted': 'pending_audit',
  },
  audit: { pending_audit: 'pending_shipment', audit_exception: 'pending_shipment' },
  force: { pending_audit: 'pending_shipment', audit_exception: 'pending_shipment' },
  void: {
    pending_audit: 'voided',
    audit_exception: 'voided',
    pending_shipment: 'voided',
    waybill_printed: 'voided',
    'audit_exception, intercepted': 'voided',
    'pending_shipment, intercepted': 'voided',
    'waybill_printed, intercepted': 'voided',
  },
  intercept: {
    pending_audit: 'voided',
    audit_exception: 'voided',
    under_audit: 'under_audit',
    pending_shipment: 'pending_shipment',
    waybill_printed: 'waybill_printed',
  },
  approve: {
    'audit_exception, intercepted': 'voided',
    'pending_shipment, intercepted': 'voided',
    'waybill_printed, intercepted': 'voided',
  },
  reject: {
    'under_audit, intercepted': 'under_audit',
    'audit_exception, intercepted': 'audit_exception',
    'pending_shipment, intercepted': 'pending_shipment',
    'waybill_printed, intercepted': 'waybill_printed',
  },
  channel: {
    pending_audit: 'pending_audit',
    audit_exception: 'pending_audit',
    pending_shipment: 'pending_shipment',
    waybill_printed: 'pending_shipment',
  },
  reissue: { pending_shipment: 'pending_shipment', waybill_printed: 'pending_shipment' },
  print: { pending_shipment: 'pending_shipment' },
  reprint: { waybill_printed: 'waybill_printed' },
  unprint: { waybill_printed: 'pending_shipment', 'waybill_printed, intercepted': 'pending_shipment' },
  list: { pending_shipment: 'pending_shipment', waybill_printed: 'waybill_printed' },
  ship: { waybill_printed: 'shipped' },
  weigh: { waybill_printed: 'waybill_printed', 'waybill_printed, intercepted': 'waybill_printed' },
  return: { shipped: 'shipped' },
  mark: {
    pending_audit: 'pending_audit',
    under_audit: 'under_audit',
    audit_exception: 'audit_exception',
    pending_shipment: 'pending_shipment',
    waybill_printed: 'waybill_printed',
    shipped: 'shipped',
    voided: 'voided',
    'under_audit, intercepted': 'under_audit',
    'audit_exception, intercepted': 'audit_exception',
    'pending_shipment, intercepted': 'pending_shipment',
    'waybill_printed, intercepted': 'waybill_printed',
  },
}

async function aDeskOfStatuses() {
  const desk = await aShippingDesk(server)
  const label = await addLabelChannels(server, desk)
  const batchId = await desk.batch('BOLT')
  const supply = (onHand: number) => desk.move({ flow: 'receive', batchId, onHand })
  await supply(500)
  const audit = async (id: number) => (await desk.send(auditOrders, { ids: [id] })).data as BulkResult
  const audited = async (over: Parameters<typeof desk.create>[0] = {}) => {
    const { id } = await desk.create(over)
    await audit(id)
    return id
  }
  const printed = async () => {
    const id = await audited()
    const { data } = await desk.send(printLabels, { ids: [id], ...printOptions })
    await drawPrints(server.owner, desk.tenantId)
    const { printId } = data as OutputOf<typeof printLabels>
    await desk.send(confirmLabelPrint, { id: printId ?? 0, notPrinted: [] })
    return id
  }
  const atCarrier = (receiverName = 'Ann') => audited({ channelId: label('BOUGHT'), receiverName })
  const make: Record<OrderState, () => Promise<number>> = {
    pending_audit: async () => (await desk.create()).id,
    under_audit: () => atCarrier(),
    // Its address is no longer one the channel takes; then it is again.
    audit_exception: async () => {
      const { id } = await desk.create()
      const sendTo = (country: string) =>
        server.owner('update orders set country_code = $2 where id = $1', [id, country], desk.tenantId)
      await sendTo('FR')
      await audit(id)
      await sendTo('US')
      return id
    },
    pending_shipment: () => audited(),
    waybill_printed: printed,
    shipped: async () => {
      const id = await printed()
      await desk.send(shipOrders, { ids: [id] })
      return id
    },
    voided: async () => {
      const { id } = await desk.create()
      await desk.send(voidOrders, { ids: [id], reason })
      return id
    },
  }
  const intercepted = async (id: number) => {
    await desk.send(interceptOrders, { ids: [id], reason })
    return id
  }
  const makers: Record<Standing, () => Promise<number>> = {
    ...make,
    'under_audit, intercepted': async () => intercepted(await make.under_audit()),
    'audit_exception, intercepted': async () => {
      const id = await intercepted(await atCarrier('DEMO-ADDRESS'))
      // The request stays open until the job runs that the end of the audit queues.
      for (;;) {
        const { order } = await rowsOf(id)
        if (order.status === 'audit_exception') return id
        const [job] = await takeJobs(server, desk)
        if (!job) return id
        await job.run()
      }
    },
    'pending_shipment, intercepted': async () => intercepted(await make.pending_shipment()),
    'waybill_printed, intercepted': async () => intercepted(await make.waybill_printed()),
  }
  /** Everything that belongs to an order. */
  const rowsOf = async (id: number) => {
    const [row] = await server.owner<{ all: object }>(
      `select jsonb_build_object('order', to_jsonb(o),
         ${[
           ['order_lines', 'order_id'],
           ['waybills', 'order_id'],
           ['packages', 'order_id'],
           ['picking_list_orders', 'order_id'],
           ['label_print_lines', 'order_id'],
           ['shipments', 'order_id'],
           ['allocations', 'demand_id'],
           ['billable_events', 'source_id'],
         ]
           .map(
             ([name, key]) =>
               `'${name}', (select jsonb_agg(to_jsonb(x) order by to_jsonb(x)::text) from ${name} x where x.${key} = o.id)`,
           )
           .join(', ')},
         'stock', (select jsonb_agg(to_jsonb(s) order by s.id) from stock s),
         'lists', (select jsonb_agg(to_jsonb(l) order by l.id) from picking_lists l),
         'inbounds', (select count(*) from inbounds), 'audit', (select count(*) from audit_log),
         'events', (select count(*) from events), 'tasks', (select count(*) from tasks),
         'jobs', (select count(*) from graphile_worker._private_jobs)) as all
       from orders o where o.id = $1`,
      [id],
      desk.tenantId,
    )
    return row?.all as { order: { status: OrderState; intercept_status: string } }
  }
  return { ...desk, makers, rowsOf }
}

describe('every command in every status', () => {
  test.each(standings)('%s: does what the table says, or refuses and changes nothing', async (standing) => {
    const desk = await aDeskOfStatuses()
    const [status = '', request] = standing.split(', ')
    const built = async () => {
      const id = await desk.makers[standing]()
      const { order } = await desk.rowsOf(id)
      expect([order.status, order.intercept_status === 'requested']).toEqual([status, request !== undefined])
      return id
    }
    const ask = async (name: Command, id: number) => {
      const { call, input } = orderCommands[name](await targetOf(server.owner, desk, id))
      return desk.send(call, input as never)
    }
    const names = Object.keys(table) as Command[]
    const refusing = await built()
    for (const name of names.filter((name) => !(standing in table[name]))) {
      const before = await desk.rowsOf(refusing)
      const answer = await ask(name, refusing)
      expect([name, went(answer), answer.status < 500]).toEqual([name, false, true])
      expect([name, await desk.rowsOf(refusing)]).toEqual([name, before])
    }
    for (const name of names.filter((name) => standing in table[name])) {
      const id = await built()
      const before = await desk.rowsOf(id)
      const answer = await ask(name, id)
      expect([name, went(answer), answer.data]).toEqual([name, true, answer.data])
      const after = await desk.rowsOf(id)
      expect([name, after.order.status]).toEqual([name, table[name][standing]])
      expect([name, after]).not.toEqual([name, before])
    }
    expect(await server.database.read(desk.tenantId, (db) => wrongInOrders(db, desk.tenantId))).toEqual([])
  })

  test('the database itself takes only the transitions of the table: all 49 pairs are tried', async () => {
    const desk = await aDeskOfStatuses()
    const allowed: string[] = []
    for (const from of orderStates.states)
      for (const to of orderStates.states.filter((state) => state !== from)) {
        const id = await desk.makers[from]()
        const step = server.owner(
          `update orders set status = $2::text::order_status, exception_code = case when $2 = 'audit_exception' then 'timeout'::order_exception end,
             exception_facts = case when $2 = 'audit_exception' then '{}'::jsonb end,
             shipped_at = case when $2 = 'shipped' then now() end, voided_at = case when $2 = 'voided' then now() end,
             void_reason = case when $2 = 'voided' then 'x' end where id = $1`,
          [id, to],
          desk.tenantId,
        )
        const fault = await step.then(
          () => undefined,
          (thrown) => thrown,
        )
        if (fault === undefined) allowed.push(`${from} > ${to}`)
        else expect([from, to, fault.constraint]).toEqual([from, to, 'state_step'])
      }
    const steps = Object.values(orderStates.actions).flatMap(({ from, to }) =>
      from.flatMap((state) => (state === to ? [] : [`${state} > ${to}`])),
    )
    expect(allowed.sort()).toEqual([...new Set<string>(steps)].sort())
  })
})
