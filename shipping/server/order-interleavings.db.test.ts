import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { feeChecks } from '../../billing/fees/server/checks.ts'
import { refundFees } from '../../billing/fees/server/fees.ts'
import { rerateFees } from '../../billing/fees/server/rerate.ts'
import { moneyChecks } from '../../billing/money/server/checks.ts'
import {
  confirmCollections,
  recordCollection,
  reverseCollection,
} from '../../billing/money/server/collections.ts'
import { postMoney } from '../../billing/money/server/ledger.ts'
import { post } from '../../inventory/stock/server/ledger.ts'
import * as stock from '../../inventory/stock/server/moves.ts'
import * as orderCalls from '../../orders/contract.ts'
import { auditOrders, forceOrders } from '../../orders/server/audit.ts'
import { createOrder, editOrder } from '../../orders/server/orders.ts'
import { assignChannel, reissueLabels } from '../../orders/server/reroute.ts'
import { answerIntercepts, interceptOrders, markOrders, voidOrders } from '../../orders/server/steps.ts'
import type { Db, Tx } from '../../platform/database/server/db.ts'
import { wrongBy } from '../../testing/books.ts'
import { expectInterleaved, perPair } from '../../testing/interleave-pairs.ts'
import { aShippingDesk, wrongInOrders } from '../../testing/order-builders.ts'
import { nameJobs, printOptions, reason } from '../../testing/order-work.ts'
import { publishFlatPrices } from '../../testing/priced-desk.ts'
import { isAll, seed, shareOf } from '../../testing/random.ts'
import { startTestServer } from '../../testing/test-server.ts'
import { cancelLabelPrint, confirmLabelPrint } from '../labels/server/confirm-print.ts'
import { printLabels, reprintLabels } from '../labels/server/print-labels.ts'
import { shipOrders } from '../outbound/server/ship.ts'
import { weighPackage } from '../outbound/server/weigh.ts'
import { createPickingLists } from '../picking/server/create.ts'
import { mergePickingLists, splitPickingList } from '../picking/server/regroup.ts'
import {
  assignPickingLists,
  cancelPickingLists,
  completePickingLists,
  markPickingListsPrinted,
  settlePickingLists,
} from '../picking/server/steps.ts'
import { openReturn } from '../returns/server/returns.ts'

console.log(`FAULT_SEED=${seed}`)
const server = await startTestServer()
await nameJobs(server.owner)

/**
 * A desk in the middle of its day: two new orders that want two pieces each, of which three are left; one order whose label is in
 * the printer; one that is printed; one that is audited; one that is printed and asked to be stopped; one that has left. The first two
 * of these five are on one picking list, each of the next two on one of its own. The customer's balance, of which a payment can be
 * reversed and to which another one can be added, covers six of the seven.
 */
async function aBusyDesk() {
  const desk = await aShippingDesk(server)
  const { who, tenantId } = desk
  const batchId = await desk.batch('BOLT')
  await publishFlatPrices(server, desk, ['LOCAL', 'LIGHT'])
  await server.owner(`update customers set bill_amount_limit = 'balance'`, [], tenantId)
  const [later] = await server.owner<{ id: string }>(
    `with ended as (
       update quote_versions v set inactive_at = now() + interval '1 year' from quotes q
       where q.tenant_id = v.tenant_id and q.id = v.quote_id and q.quote_code = 'LOCAL' returning v.*)
     insert into quote_versions (tenant_id, quote_id, version_no, content, effective_from, published_at, published_by, created_by)
     select tenant_id, quote_id, 2, jsonb_set(content, '{flatPrice}', '"4.00"'), inactive_at, published_at, published_by, created_by
     from ended returning id`,
    [],
    tenantId,
  )
  return desk.write(async (tx) => {
    await payIn(tx, desk, 1, '35.00')
    const payments = { draft: await collect(tx, desk), paid: await collect(tx, desk) }
    await confirmCollections(tx, who, { ids: [payments.paid] })
    const line = { sourceNo: 'T', line: 1, locationId: desk.at('A-01'), batchId, quality: 'good' } as const
    await post(tx, who, { type: 'test' }, [{ ...line, sourceId: 1, flow: 'receive', onHand: 13 }])
    const made: number[] = []
    const input = () => desk.facts({ lines: [desk.line('BOLT', 2)] })
    for (let n = 0; n < 7; n++)
      made.push((await createOrder(tx, who, orderCalls.createOrder.input.parse(input()))).id)
    const [fresh = 0, rival = 0, ready = 0, printed = 0, audited = 0, stopped = 0, gone = 0] = made
    const ids = [ready, printed, audited, stopped, gone]
    await auditOrders(tx, who, { ids })
    const drawn = async (some: number[]) => {
      const { printId } = await printLabels(tx, who, { ids: some, ...printOptions })
      for (const status of ['running', 'done'])
        await sql`update tasks set status = ${status}::task_status where tenant_id = ${tenantId} and status in ('waiting', 'running')`.execute(
          tx,
        )
      return printId ?? 0
    }
    await confirmLabelPrint(tx, who, { id: await drawn([printed, stopped, gone]), notPrinted: [] })
    const printId = await drawn([ready])
    await shipOrders(tx, who, { ids: [gone] })
    const fee = await tx
      .selectFrom('fees')
      .select('id')
      .where('tenantId', '=', tenantId)
      .where('sourceId', '=', gone)
      .where('amount', '=', '5.00')
      .executeTakeFirstOrThrow()
    const listOf = async (ids: number[]) =>
      (await createPickingLists(tx, who, { ids, perList: 9, isMixed: true })).lists[0]?.id ?? 0
    const lists = {
      listId: await listOf([ready, printed]),
      nextListId: await listOf([audited]),
      stoppedListId: await listOf([stopped]),
    }
    await interceptOrders(tx, who, { ids: [stopped], reason })
    const printedPackage = await tx
      .selectFrom('packages')
      .select('id')
      .where('tenantId', '=', tenantId)
      .where('orderId', '=', printed)
      .executeTakeFirstOrThrow()
    const shelf = await tx
      .selectFrom('stock')
      .select('id')
      .where('tenantId', '=', tenantId)
      .where('locationId', '=', line.locationId)
      .executeTakeFirstOrThrow()
    const orders = { fresh, rival, ready, printed, audited, stopped, gone }
    const { customerId: _, ...facts } = desk.facts({ referenceNo: 'REF-1', lines: [desk.line('BOLT', 3)] })
    const money = { ...payments, feeId: fee.id, laterId: Number(later?.id) }
    return {
      ...desk,
      ...orders,
      ...money,
      orders,
      ...lists,
      printId,
      packageId: printedPackage.id,
      stockId: shelf.id,
      facts,
    }
  })
}
const payIn = (
  tx: Tx,
  { who, customerId }: Pick<Awaited<ReturnType<typeof aShippingDesk>>, 'who' | 'customerId'>,
  sourceId: number,
  amount: string,
) =>
  postMoney(tx, who, [
    {
      ...{ sourceType: 'payment', sourceId, sourceNo: 'P', customerId },
      ...{
        business: 'collection',
        type: amount.startsWith('-') ? 'out' : 'in',
        amount: amount.replace('-', ''),
      },
    },
  ])
/** A payment that is not confirmed. */
const collect = async (
  tx: Tx,
  { who, customerId }: Pick<Awaited<ReturnType<typeof aShippingDesk>>, 'who' | 'customerId'>,
) => {
  const { id } = await recordCollection(tx, who, {
    ...{ customerId, purpose: 'top_up', amount: '6.20', payMethod: 'cash', paidOn: '2026-01-02' },
    ...{ bankName: null, bankRefNo: null, remark: null, billIds: [] },
  })
  return id
}
type BusyDesk = Awaited<ReturnType<typeof aBusyDesk>>

/** Every kind of work with orders, each for orders that others work on too, named in different sequences. */
const work = {
  create: (tx, { who, facts, customerId }) =>
    createOrder(tx, who, orderCalls.createOrder.input.parse({ customerId, ...facts, referenceNo: 'REF-99' })),
  edit: (tx, { who, fresh, facts }) =>
    editOrder(tx, who, orderCalls.editOrder.input.parse({ id: fresh, rowVersion: 1, ...facts })),
  audit: (tx, { who, rival, fresh }) => auditOrders(tx, who, { ids: [rival, fresh] }),
  force: (tx, { who, fresh }) => forceOrders(tx, who, { ids: [fresh], reason }),
  void: (tx, { who, printed, audited, ready, fresh }) =>
    voidOrders(tx, who, { ids: [printed, audited, ready, fresh], reason }),
  intercept: (tx, { who, printed, fresh, ready }) =>
    interceptOrders(tx, who, { ids: [ready, printed, fresh], reason }),
  approve: (tx, { who, stopped }) =>
    answerIntercepts(tx, who, { ids: [stopped], isApproved: true, reason: null }),
  reject: (tx, { who, stopped }) =>
    answerIntercepts(tx, who, { ids: [stopped], isApproved: false, reason: null }),
  channel: (tx, { who, printed, fresh, channelOf }) =>
    assignChannel(tx, who, { ids: [printed, fresh], channelId: channelOf('LIGHT') }),
  reissue: (tx, { who, printed, ready }) => reissueLabels(tx, who, { ids: [printed, ready], reason }),
  print: (tx, { who, ready, audited }) => printLabels(tx, who, { ids: [audited, ready], ...printOptions }),
  confirm: (tx, { who, printId }) => confirmLabelPrint(tx, who, { id: printId, notPrinted: [] }),
  reprint: (tx, { who, printed }) => reprintLabels(tx, who, { ids: [printed], reason, ...printOptions }),
  unprint: (tx, { who, stopped, printed }) => cancelLabelPrint(tx, who, { ids: [stopped, printed], reason }),
  list: (tx, { who, audited, printed, fresh }) =>
    createPickingLists(tx, who, { ids: [audited, printed, fresh], perList: 2, isMixed: true }),
  merge: (tx, { who, listId, nextListId }) => mergePickingLists(tx, who, { ids: [nextListId, listId] }),
  split: (tx, { who, listId, printed }) =>
    splitPickingList(tx, who, { id: listId, orderIds: [printed], perList: 9 }),
  assign: (tx, { who, listId, nextListId }) =>
    assignPickingLists(tx, who, { ids: [listId, nextListId], assigneeId: who.accountId }),
  paper: (tx, { who, listId, nextListId }) => markPickingListsPrinted(tx, who, { ids: [nextListId, listId] }),
  pick: (tx, { who, listId, stoppedListId }) =>
    completePickingLists(tx, who, { ids: [stoppedListId, listId] }),
  unlist: (tx, { who, listId, nextListId }) => cancelPickingLists(tx, who, { ids: [nextListId, listId] }),
  settle: (tx, { who, listId, nextListId, stoppedListId }) =>
    settlePickingLists(tx, who, [stoppedListId, listId, nextListId]),
  mark: (tx, { who, fresh, printed, audited }) =>
    markOrders(tx, who, { ids: [printed, audited, fresh], priority: 3, addTags: ['urgent'] }),
  weigh: (tx, { who, packageId }) => weighPackage(tx, who, { packageId, weight: '0.700' }),
  ship: (tx, { who, stopped, printed, ready }) => shipOrders(tx, who, { ids: [stopped, printed, ready] }),
  return: (tx, { who, gone, productOf }) => {
    const lines = [{ productId: productOf('BOLT'), quantity: 2 }]
    return openReturn(tx, who, { id: gone, trackingNo: null, remark: null, lines })
  },
  adjust: (tx, { who, stockId }) =>
    stock.adjustStock(tx, who, { lines: [{ stockId, quantity: -2 }], reason }),
  pay: (tx, desk) => payIn(tx, desk, 2, '6.20'),
  payBack: (tx, desk) => payIn(tx, desk, 3, '-6.20'),
  collect: (tx, { who, draft, paid }) => confirmCollections(tx, who, { ids: [paid, draft] }),
  uncollect: (tx, { who, paid }) => reverseCollection(tx, who, { id: paid, reason }),
  refund: (tx, { who, feeId }) => refundFees(tx, who, { ids: [feeId], amount: '3.00', reason }),
  rerate: (tx, { who, feeId, laterId }) => rerateFees(tx, who, { ids: [feeId], versionId: laterId, reason }),
  freeze: (tx, { who, stockId }) => stock.freezeStock(tx, who, { lines: [{ stockId, quantity: 3 }], reason }),
} satisfies Record<string, (tx: Tx, desk: BusyDesk) => Promise<unknown>>
type WorkName = keyof typeof work

const names = Object.keys(work) as WorkName[]
const all = names.flatMap((a, i) => names.slice(i).map((b) => [a, b] as const))
const pairs = shareOf(all, 0, 24)

/** The state of the desk, without numbers that depend on order. */
async function lookOf(db: Db, { tenantId: t }: Pick<BusyDesk, 'tenantId'>): Promise<unknown> {
  const { rows } = await sql<{ look: unknown }>`
    select jsonb_build_object(
      'orders', (select jsonb_object_agg(o.reference_no, jsonb_build_array(o.status, o.intercept_status, o.pick_status, o.exception_code,
          o.piece_count, o.row_version, o.priority, o.tags, h.channel_code,
          (select jsonb_agg(k.weight order by k.id) from packages k where k.tenant_id = ${t} and k.order_id = o.id),
          (select coalesce(sum(a.quantity), 0) from allocations a where a.tenant_id = ${t} and a.demand_id = o.id and a.status = 'open'),
          (select jsonb_agg(jsonb_build_array(w.status, w.print_count) order by w.id) from waybills w
            where w.tenant_id = ${t} and w.order_id = o.id),
          (select jsonb_agg(e.status) from billable_events e where e.tenant_id = ${t} and e.source_id = o.id),
          (select jsonb_agg(h.amount) from account_holds h where h.tenant_id = ${t} and h.source_id = o.id and h.status = 'open'),
          (select jsonb_agg(jsonb_build_array(f.amount, f.status) order by f.amount, f.status) from fees f
            where f.tenant_id = ${t} and f.source_id = o.id),
          (select count(*) from shipments s where s.tenant_id = ${t} and s.order_id = o.id),
          (select jsonb_agg(p.is_live order by p.list_id) from picking_list_orders p where p.tenant_id = ${t} and p.order_id = o.id)))
        from orders o join channels h on h.tenant_id = o.tenant_id and h.id = o.channel_id where o.tenant_id = ${t}),
      'goods', (select jsonb_object_agg(x.place, x.level) from (
        select l.location_code as place, jsonb_build_array(sum(s.on_hand), sum(s.allocated), sum(s.frozen)) as level
        from stock s join locations l on l.tenant_id = s.tenant_id and l.id = s.location_id where s.tenant_id = ${t} group by 1) x),
      'money', (select jsonb_agg(jsonb_build_array(balance, frozen) order by customer_id) from customer_accounts where tenant_id = ${t}),
      'collections', (select jsonb_agg(status order by id) from collections where tenant_id = ${t}),
      'lists', (select jsonb_agg(x.list order by x.list) from (
        select jsonb_build_array(l.status, l.assignee_id is not null, l.print_count, (
          select jsonb_agg(jsonb_build_array(o.reference_no, p.basket_no, p.is_live,
              (select jsonb_agg(jsonb_build_array(k.task_no, k.quantity, k.picked) order by k.task_no, k.quantity)
                from picking_task_orders k where k.tenant_id = ${t} and k.list_id = l.id and k.order_id = p.order_id))
            order by p.basket_no)
          from picking_list_orders p join orders o on o.tenant_id = p.tenant_id and o.id = p.order_id
          where p.tenant_id = ${t} and p.list_id = l.id)) as list
        from picking_lists l where l.tenant_id = ${t}) x),
      'printed', (select jsonb_agg(outcome order by print_id, position) from label_print_lines where tenant_id = ${t}),
      'batches', (select jsonb_agg(jsonb_build_array(order_count, weight) order by order_count, weight) from shipment_batches
        where tenant_id = ${t}),
      'inbounds', (select count(*) from inbounds where tenant_id = ${t}),
      'audit', (select jsonb_object_agg(x.action, x.n) from (
        select action, count(*) as n from audit_log where tenant_id = ${t} group by 1) x)) as look`.execute(
    db,
  )
  return rows[0]?.look
}

test('any two concurrent kinds of work with the same orders end as if one had come first', {
  timeout: isAll ? 10_800_000 : 60_000 + pairs.length * (2 + perPair) * 2000,
}, async () => {
  const doing = (name: WorkName): ((tx: Tx, desk: BusyDesk) => Promise<unknown>) => work[name]
  const schedules = await expectInterleaved(server, pairs, {
    aStore: aBusyDesk,
    doing,
    lookOf,
    wrongIn: async (db, tenantId) => [
      ...(await wrongInOrders(db, tenantId)),
      ...(await wrongBy([...moneyChecks, ...feeChecks], db, { tenantId })),
    ],
  })
  expect(schedules).toBeGreaterThanOrEqual(pairs.length)
})
