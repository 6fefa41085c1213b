import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { expect, test } from 'vitest'
import { feeChecks } from '../../../billing/fees/server/checks.ts'
import { moneyChecks } from '../../../billing/money/server/checks.ts'
import { auditOrders, createOrder } from '../../../orders/contract.ts'
import { writeOrders } from '../../../orders/server/orders.ts'
import { wrongNow } from '../../../testing/books.ts'
import { wrongInOrders } from '../../../testing/order-builders.ts'
import { handlingOf, publishPrice } from '../../../testing/price-builders.ts'
import { aPricedDesk, type PricedDesk } from '../../../testing/priced-desk.ts'
import { chance, rounds, seed } from '../../../testing/random.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { shipOrders } from '../contract.ts'

console.log(`FAULT_SEED=${seed}`)
const KILLS = rounds(10)
const AT_ONCE = 15
/** Some batches end before they are killed. */
const BATCHES = 4 * KILLS + 10

const server = await startTestServer()

/** A desk whose orders cost handling, freight, a surcharge and fuel. */
async function aCostlyDesk() {
  const desk = await aPricedDesk(server)
  await publishPrice(server, {
    ...{ tenantId: desk.tenantId, quoteCode: 'HANDLING', kind: 'operation' },
    content: await handlingOf(server, desk.tenantId, [['OUT_HANDLING', 'order', '1.52']]),
  })
  await desk.move({ flow: 'receive', batchId: desk.bolts, onHand: 3 * AT_ONCE * BATCHES })
  await desk.pay(`${300 * BATCHES}.00`)
  return desk
}

/** Audited orders with printed labels, whose money is held; every other one was weighed and costs more than that. */
async function ready(desk: PricedDesk): Promise<number[]> {
  const orders = Array.from({ length: AT_ONCE }, () => {
    const { customerId, ...facts } = createOrder.input.parse(desk.facts({ lines: desk.three() }))
    return { customerId, facts }
  })
  const ids = (await desk.write((tx) => writeOrders(tx, desk.who, orders))).map(({ id }) => id)
  expect((await desk.send(auditOrders, { ids })).data).toMatchObject({ ok: AT_ONCE })
  await desk.print(ids)
  for (const id of ids.filter((_, i) => i % 2 === 0)) await desk.weigh(id, '5')
  return ids
}

/** All that shipping leaves, without ids; orders by their place. */
const resultOf = async ({ asOwner, level, bolts }: PricedDesk) => [
  await asOwner(
    `select row_number() over (order by o.id)::int as place, o.status::text,
       (select jsonb_agg(jsonb_build_object('code', t.fee_code, 'amount', f.amount, 'status', f.status) order by t.fee_code) from fees f
         join fee_types t on t.id = f.fee_type_id where f.source_id = o.id) as fees,
       (select jsonb_agg(jsonb_build_object('amount', h.amount, 'status', h.status)) from account_holds h where h.source_id = o.id) as holds,
       (select jsonb_agg(e.status) from billable_events e where e.source_id = o.id) as events,
       (select count(*)::int from shipments s where s.order_id = o.id) as shipments,
       (select array_agg(a.action order by a.id) from audit_log a where a.object_type = 'order' and a.object_id = o.id) as actions,
       (select count(*)::int from stock_flows w where w.source_no = o.order_no) as stock_flows,
       (select array_agg(b.log_type || ' ' || b.business || ' ' || b.amount order by b.log_type, b.business) from balance_flows b
         where b.source_no = o.order_no) as flows
     from orders o order by o.id`,
  ),
  await asOwner('select balance, frozen, last_seq::int from customer_accounts order by customer_id'),
  (await level(bolts)).slice(0, 3),
]

test('a batch outbound with fees that is killed at random statements ends like one that is not', {
  timeout: 120_000 + KILLS * 20_000,
}, async () => {
  const luck = chance('outbound kills')
  // Waits until they are gone, or a connection that is idle by then would fail in what is prepared next.
  const kill = `select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and application_name = 'tallyhouse test' and xact_start is not null`
  const [whole, cut] = [await aCostlyDesk(), await aCostlyDesk()]
  // A role may end the connections of its own.
  const killer = new pg.Client(server.at.app)
  await killer.connect()
  server.closeWith(() => killer.end())
  let killed = 0
  let torn = 0
  for (let batch = 0; killed < KILLS; batch++) {
    expect(batch, 'most batches are killed').toBeLessThan(BATCHES)
    const uninterrupted = await ready(whole)
    const since = performance.now()
    expect(await whole.ship(...uninterrupted)).toMatchObject({ ok: AT_ONCE, failed: [] })
    const duration = performance.now() - since

    const ids = await ready(cut)
    const { token, headers } = cut.session
    const as = { token, headers: { ...headers, 'x-idempotency-key': randomUUID() } }
    const first = server.send(shipOrders, { ids }, as)
    await sleep(luck.between(1, Math.ceil(duration)))
    if (((await killer.query(kill)).rowCount ?? 0) > 0) killed++
    let answer = await first
    await sleep(20)
    if (!answer.success) torn++
    for (let i = 0; i < 20 && !answer.success; i++) {
      answer = await server.send(shipOrders, { ids }, as)
      await sleep(20)
    }
    expect(answer.data).toMatchObject({ ok: AT_ONCE, failed: [] })
  }
  expect(torn).toBeGreaterThan(0)
  expect(await resultOf(cut)).toEqual(await resultOf(whole))
  for (const desk of [whole, cut]) {
    expect(await server.database.read(desk.tenantId, (db) => wrongInOrders(db, desk.tenantId))).toEqual([])
    expect(await wrongNow([...moneyChecks, ...feeChecks], server, desk)).toEqual([])
  }
})
