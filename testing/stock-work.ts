import { sql } from 'kysely'
import { enterCount } from '../inventory/counts/contract.ts'
import { approve } from '../inventory/counts/server/approve-count.ts'
import * as counts from '../inventory/counts/server/counts.ts'
import { release } from '../inventory/stock/server/allocate.ts'
import { stockChecks } from '../inventory/stock/server/checks.ts'
import * as moves from '../inventory/stock/server/moves.ts'
import type { Db, Tx } from '../platform/database/server/db.ts'
import * as receivingCalls from '../receiving/contract.ts'
import * as scanningCalls from '../receiving/scanning/contract.ts'
import { putAway } from '../receiving/scanning/contract.ts'
import { cancelReceipt } from '../receiving/server/cancel.ts'
import { receivingChecks } from '../receiving/server/checks.ts'
import { createInbound } from '../receiving/server/inbounds.ts'
import { putGoodsAway } from '../receiving/server/putaway.ts'
import { receive } from '../receiving/server/receive.ts'
import { allocateOne } from './allocate-one.ts'
import { blankInbound, blankInboundLine } from './blank-inputs.ts'
import { wrongBy } from './books.ts'
import { allProducts, aStore } from './stock-builders.ts'
import type { TestServer } from './test-server.ts'

/**
 * A warehouse in the middle of its day: bolts in a bin, some allocated; bolts pending putaway; a count with a
 * surplus of two and a shortage of three. Eight are available in the bin, and most operations need five.
 */
export async function aBusyStore(server: Pick<TestServer, 'database' | 'owner'>) {
  const store = await aStore(server, { approved: allProducts })
  const { who, tenantId, customerId, at } = store
  const productId = store.productOf('BOLT')
  const goods = (good: number, place: string) => ({
    lines: [{ productId, good, defective: 0, locationId: at(place) }],
  })
  return store.write(async (tx) => {
    const { id: inboundId } = await createInbound(
      tx,
      who,
      receivingCalls.createInbound.input.parse({
        customerId,
        ...blankInbound,
        lines: [{ ...blankInboundLine, productId, expected: 40 }],
      }),
    )
    const take = (good: number, place: string) =>
      receive(tx, who, scanningCalls.receive.input.parse({ inboundId, ...goods(good, place) }))
    await take(4, 'RECV')
    await take(3, 'A-01')
    const { receiptId } = await take(7, 'A-01')
    const ordered = { type: 'order', id: 2, no: 'OB-2', lines: [{ line: 1, productId, quantity: 2 }] }
    await allocateOne(tx, who, ordered)
    const scope = { zoneId: null, customerId, sku: null, locationCodes: [], isBlind: false }
    const { id: countId } = await counts.createCount(tx, who, scope)
    for (const [locationCode, quantity] of [
      ['A-01', 7],
      ['A-03', 2],
    ])
      await counts.enterCount(
        tx,
        who,
        enterCount.input.parse({ id: countId, locationCode, code: 'BOLT', quantity }),
      )
    await counts.submitCount(tx, who, { id: countId })
    const shelf = await tx
      .selectFrom('stock')
      .select('id')
      .where('tenantId', '=', tenantId)
      .where('locationId', '=', at('A-01'))
      .executeTakeFirstOrThrow()
    return { ...store, inboundId, receiptId, countId, productId, stockId: shelf.id, goods }
  })
}

export type BusyStore = Awaited<ReturnType<typeof aBusyStore>>

type Operation = (tx: Tx, store: BusyStore) => Promise<unknown>

/** Every operation that changes the stock, as the server does it, each in one transaction. */
export const operations = {
  receive: (tx, { who, inboundId, goods }) =>
    receive(tx, who, scanningCalls.receive.input.parse({ inboundId, ...goods(5, 'A-03') })),
  'cancel receipt': (tx, { who, receiptId }) => cancelReceipt(tx, who, { receiptId, reason: null }),
  putaway: (tx, { who, inboundId, productId, at }) =>
    putGoodsAway(
      tx,
      who,
      putAway.input.parse({ inboundId, lines: [{ productId, quantity: 3, locationId: at('A-03') }] }),
    ),
  move: (tx, { who, stockId }) =>
    moves.moveStock(tx, who, { lines: [{ stockId, quantity: 5 }], toLocationCode: 'A-03' }),
  adjust: (tx, { who, stockId }) =>
    moves.adjustStock(tx, who, { lines: [{ stockId, quantity: -5 }], reason: 'broken' }),
  freeze: (tx, { who, stockId }) =>
    moves.freezeStock(tx, who, { lines: [{ stockId, quantity: 5 }], reason: 'recalled' }),
  count: (tx, { who, countId }) => approve(tx, who, { id: countId }),
  allocate: (tx, { who, productId }) =>
    allocateOne(tx, who, { type: 'order', id: 1, no: 'OB-1', lines: [{ line: 1, productId, quantity: 5 }] }),
  release: (tx, { who }) => release(tx, who, { type: 'order', ids: [2] }),
} satisfies Record<string, Operation>

export type OperationName = keyof typeof operations

/** Runs one of them. */
export const doing = (name: OperationName): Operation => operations[name]

/** The state of the warehouse, without numbers that depend on order. */
export async function lookOf(db: Db, { tenantId }: Pick<BusyStore, 'tenantId'>): Promise<unknown> {
  const { rows } = await sql<{ look: unknown }>`
    select jsonb_build_object(
      'shelves', (select jsonb_object_agg(x.place, x.level) from (
        select l.location_code || case when b.putaway_date is null then ' waiting' else '' end as place,
          jsonb_build_array(sum(s.on_hand), sum(s.allocated), sum(s.frozen)) as level
        from stock s join locations l on l.tenant_id = s.tenant_id and l.id = s.location_id
        join batches b on b.tenant_id = s.tenant_id and b.id = s.batch_id
        where s.tenant_id = ${tenantId} group by 1) x),
      'promises', (select jsonb_object_agg(x.demand_id, x.pieces) from (
        select demand_id, sum(quantity) as pieces from allocations where tenant_id = ${tenantId} and status = 'open' group by 1) x),
      'received', (select jsonb_agg(good) from inbound_lines where tenant_id = ${tenantId}),
      'receipts', (select jsonb_agg(r.cancelled_at is null order by r.id) from receipts r where tenant_id = ${tenantId}),
      'count', (select status from stock_counts where tenant_id = ${tenantId}),
      'documents', (select jsonb_object_agg(x.kind, x.n) from (
        select kind, count(*) as n from stock_documents where tenant_id = ${tenantId} group by 1) x)) as look`.execute(
    db,
  )
  return rows[0]?.look
}

/** The ledger check results for stock and receiving. */
export const wrongIn = (db: Db, tenantId: number) =>
  wrongBy([...stockChecks, ...receivingChecks], db, { tenantId })
