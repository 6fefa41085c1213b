import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { auditOrders } from '../../orders/contract.ts'
import type { Call, OutputOf } from '../../platform/calls/call.ts'
import { confirmLabelPrint, printLabels } from '../../shipping/labels/contract.ts'
import { shipOrders } from '../../shipping/outbound/contract.ts'
import { send, type Try } from '../../testing/crowd.ts'
import { wrongInOrders } from '../../testing/order-builders.ts'
import { orderServers } from '../../testing/order-servers.ts'
import { printOptions } from '../../testing/order-work.ts'
import { chance, rounds, seed } from '../../testing/random.ts'
import { products } from '../../testing/run-product.ts'

console.log(`FAULT_SEED=${seed}`)
const installation = products()
const kills = rounds(12)
const phases = ['audit', 'labels', 'print', 'drawing', 'confirm', 'ship'] as const
const OWN = 6
const BOUGHT = 2

test('a server killed during audit, print or batch outbound loses no order and does nothing twice', {
  timeout: 180_000 + kills * 60_000,
}, async () => {
  const luck = chance('order kills')
  const desk = await orderServers(installation, 1)
  const { owner, tenantId, token } = desk
  const asked = <R extends object>(text: string, values: unknown[] = []) => owner<R>(text, values, tenantId)
  await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 5000 })
  let repeated = 0
  let restarted = Promise.resolve()

  /** Ends the server in the middle of whatever it does, and starts another one. */
  async function kill(delay: number) {
    await sleep(delay)
    await desk.servers[0]?.kill()
    desk.servers[0] = await desk.launch()
  }
  /** One command with one key, repeated until it has its answer. */
  async function insist<C extends Call>(call: C, input: object, isKilled: boolean, delay: number) {
    const key = desk.newKey()
    if (isKilled) restarted = kill(delay)
    let came: Try | undefined
    for (const until = performance.now() + 60_000; came?.status !== 200; ) {
      if (came) repeated++
      if (performance.now() > until) throw new Error(`${call.path}: ${JSON.stringify(came)}`)
      came = await send(desk.servers[0]?.address ?? '', { path: call.path, body: input, token, key })
      if (came.status !== 200) await sleep(30)
    }
    await restarted
    expect([
      call.path,
      came.body?.success,
      (came.body?.data as { failed: unknown[] } | undefined)?.failed,
    ]).toEqual([call.path, true, []])
    return came.body?.data as OutputOf<C>
  }
  /** What the dead server had in hand is due again at once: no test waits for its claims to end. */
  const hurry = async () => {
    await asked('update waybills set claimed_until = null where claimed_until is not null')
    await asked(
      'update graphile_worker._private_jobs set run_at = now() where run_at > now() and locked_at is null',
    )
  }
  const untilDone = async (count: () => Promise<number>) => {
    for (const until = performance.now() + 90_000; (await count()) > 0; await sleep(100)) {
      if (performance.now() > until) throw new Error(`still ${await count()} to do`)
      await hurry()
    }
  }
  const counted = async (text: string, values: unknown[]) =>
    (await asked<{ n: number }>(`select count(*)::int as n from ${text}`, values))[0]?.n ?? 0

  const all: number[] = []
  const first = luck.between(0, phases.length - 1)
  for (let round = 0; round < kills; round++) {
    const phase = phases[(first + round) % phases.length] ?? 'audit'
    const ids = [
      ...(await desk.ordersIn.pending_audit(OWN)),
      ...(await desk.ordersIn.pending_audit(BOUGHT, { channelId: desk.label('BOUGHT') })),
    ]
    all.push(...ids)
    // At the audit, the answers of the carrier come later.
    await insist(auditOrders, { ids }, phase === 'audit', luck.between(0, 60))
    if (phase === 'labels') await kill(luck.between(0, 600))
    await untilDone(() => counted(`orders where id = any($1) and status <> 'pending_shipment'`, [ids]))
    const print = await insist(printLabels, { ids, ...printOptions }, phase === 'print', luck.between(0, 60))
    if (phase === 'drawing') await kill(luck.between(0, 400))
    await untilDone(() => counted(`tasks where id = $1 and status <> 'done'`, [print.taskId]))
    await insist(
      confirmLabelPrint,
      { id: print.printId ?? 0, notPrinted: [] },
      phase === 'confirm',
      luck.between(0, 40),
    )
    await insist(shipOrders, { ids }, phase === 'ship', luck.between(0, 60))
  }
  console.log(`server killed ${kills} times: ${all.length} orders, ${repeated} requests repeated`)

  // Without commands cut off in the middle nothing was tested.
  expect(repeated).toBeGreaterThan(0)

  const rows = await asked<object>(
    `select o.id::int, o.status, (select count(*)::int from shipments s where s.order_id = o.id) as shipments,
       (select count(*)::int from billable_events e where e.source_id = o.id and e.kind = 'order') as billed,
       (select count(*)::int from waybills w where w.order_id = o.id) as labels,
       (select sum(w.print_count)::int from waybills w where w.order_id = o.id) as printed,
       (select array_agg(l.action order by l.id) from audit_log l where l.object_type = 'order' and l.object_id = o.id
         and l.action <> 'start_audit') as actions
     from orders o order by o.id`,
  )
  expect(rows).toEqual(
    all
      .sort((a, b) => a - b)
      .map((id) => ({
        id,
        status: 'shipped',
        shipments: 1,
        billed: 1,
        labels: 1,
        printed: 1,
        actions: ['create', 'pass_audit', 'print', 'ship'],
      })),
  )
  expect(await asked('select sum(on_hand)::int as hand, sum(allocated)::int as held from stock')).toEqual([
    { hand: 5000 - all.length, held: 0 },
  ])
  expect(
    await asked(
      `select (select count(*)::int from demo_labels where voided_at is null) as bought,
         (select count(*)::int from waybills where status = 'obtained' and carrier_account_id is not null) as live,
         (select count(*)::int from idempotency where answer is null) as unanswered,
         (select count(*)::int from shipment_batches b where b.order_count <> (select count(*) from shipments s where s.batch_id = b.id)) as torn`,
    ),
  ).toEqual([{ bought: kills * BOUGHT, live: kills * BOUGHT, unanswered: 0, torn: 0 }])
  expect(await desk.database.read(tenantId, (db) => wrongInOrders(db, tenantId))).toEqual([])
  expect(desk.servers[0]?.output()).not.toContain('"level":50')
  await desk.close()
})
