import { expect, test } from 'vitest'
import { auditOrders, voidOrders } from '../../orders/contract.ts'
import { send, type Try } from '../../testing/crowd.ts'
import { wrongInOrders } from '../../testing/order-builders.ts'
import { type OrderServers, orderServers } from '../../testing/order-servers.ts'
import { type OrderCommand, orderCommands, reason, targetOf, went } from '../../testing/order-work.ts'
import { chance, rounds, seed, shareOf } from '../../testing/random.ts'
import { products } from '../../testing/run-product.ts'

console.log(`FAULT_SEED=${seed}`)
const installation = products()
const CROWD = 100
const RACERS = 200
/** How many orders two commands race for. */
const races = rounds(12)
const AT_ONCE = 6

/** The usual status of an order that gets a command. */
const standings = {
  pending_audit: ['edit', 'audit', 'force'],
  pending_shipment: ['channel', 'reissue', 'print', 'list'],
  uploaded: ['upload', 'upload ZIP'],
  drawn: ['confirm'],
  listed: ['pick', 'unlist'],
  waybill_printed: ['void', 'intercept', 'reprint', 'unprint', 'ship', 'weigh', 'mark'],
  intercepted: ['approve', 'reject'],
  shipped: ['return'],
} as const satisfies Partial<Record<keyof OrderServers['ordersIn'], readonly OrderCommand[]>>
type Standing = keyof typeof standings
const standingOf = (name: OrderCommand) =>
  (Object.keys(standings) as Standing[]).find((standing) =>
    standings[standing].some((other) => other === name),
  ) ?? 'pending_audit'

const names = Object.keys(orderCommands) as OrderCommand[]
const everyPair = names.flatMap((a, i) =>
  names
    .slice(i)
    .flatMap((b) => [...new Set([standingOf(a), standingOf(b)])].map((standing) => ({ a, b, standing }))),
)

const winners = (tries: readonly Try[]) => tries.filter(({ body }) => body !== undefined && went(body)).length
const isAnswer = ({ status = 0 }: Try) => status >= 200 && status < 500

type Row = {
  status: string
  allocated: number
  labels: number
  printed: number
  shipments: number
  billed: number
}

async function rowOf({ owner, tenantId }: OrderServers, id: number): Promise<Row> {
  const [row] = await owner<Row>(
    `select o.status, coalesce((select sum(a.quantity) from allocations a where a.demand_id = o.id and a.status = 'open'), 0)::int as allocated,
       (select count(*)::int from waybills w where w.order_id = o.id and w.status = 'obtained') as labels,
       (select coalesce(sum(w.print_count), 0)::int from waybills w where w.order_id = o.id) as printed,
       (select count(*)::int from shipments s where s.order_id = o.id) as shipments,
       (select count(*)::int from billable_events e where e.source_id = o.id and e.kind = 'order') as billed
     from orders o where o.id = $1`,
    [id],
    tenantId,
  )
  if (!row) throw new Error(`no order ${id}`)
  return row
}

/** The clients of both commands at once, for each of some orders. */
async function raced(
  desk: OrderServers,
  ids: readonly number[],
  [a, b]: readonly [OrderCommand, OrderCommand],
  clients = 3,
) {
  const results: { id: number; first: number; second: number; row: Row }[] = []
  const left = [...ids]
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let id = left.shift(); id !== undefined; id = left.shift()) {
        const files = [a, b].some((name) => name.startsWith('upload')) ? await desk.labelFiles(id) : undefined
        const target = await targetOf(desk.owner, desk, id, files)
        const tries = await Promise.all(
          Array.from({ length: clients }, () => [a, b])
            .flat()
            .map(async (name) => ({ name, came: await desk.race(orderCommands[name](target)) })),
        )
        const of = (name: OrderCommand) => tries.flatMap((item) => (item.name === name ? [item.came] : []))
        expect([a, b, tries.map(({ came }) => came).filter((came) => !isAnswer(came))]).toEqual([a, b, []])
        results.push({ id, first: winners(of(a)), second: winners(of(b)), row: await rowOf(desk, id) })
      }
    }),
  )
  return results
}

/** Each change of an order's status starts from the one before: no command acted on an old status. */
async function expectChained({ owner, tenantId }: OrderServers) {
  const broken = await owner<object>(
    `select * from (
       select object_no, action, before ->> 'orderStatus' as before, after ->> 'orderStatus' as after,
         lag(after ->> 'orderStatus') over (partition by object_id order by id) as last
       from audit_log where tenant_id = $1 and object_type = 'order' and after ? 'orderStatus') x
     where last is distinct from before and action <> 'create'`,
    [tenantId],
    tenantId,
  )
  expect(broken).toEqual([])
}

async function expectClean(desk: OrderServers) {
  await expectChained(desk)
  expect(await desk.database.read(desk.tenantId, (db) => wrongInOrders(db, desk.tenantId))).toEqual([])
  for (const { output } of desk.servers) expect(output()).not.toContain('"level":50')
}

const hundredClients = (count: number) => async () => {
  const desk = await orderServers(installation, count)
  const batchId = await desk.batch('BOLT')
  await desk.move({ flow: 'receive', batchId, onHand: 2000 })

  // A hundred clients, some of them two windows of one that repeat a request with its key.
  const crowd = async (id: number, name: OrderCommand) => {
    const target = await targetOf(desk.owner, desk, id)
    const keys = Array.from({ length: CROWD - 10 }, () => desk.newKey())
    return Promise.all(
      [...keys, ...keys.slice(0, 10)].map((key) => desk.race(orderCommands[name](target), key)),
    )
  }
  const [fresh = 0] = await desk.ordersIn.pending_audit(1)
  const audits = await crowd(fresh, 'audit')
  expect(audits.filter((came) => !isAnswer(came))).toEqual([])
  expect(winners(audits)).toBeGreaterThanOrEqual(1)
  expect(winners(audits)).toBeLessThanOrEqual(2)
  expect(await rowOf(desk, fresh)).toMatchObject({ status: 'pending_shipment', allocated: 1, labels: 1 })
  const [printed = 0] = await desk.ordersIn.waybill_printed(1)
  const ships = await crowd(printed, 'ship')
  expect(ships.filter((came) => !isAnswer(came))).toEqual([])
  // The winner's second window gets the same answer.
  expect(winners(ships)).toBeGreaterThanOrEqual(1)
  expect(winners(ships)).toBeLessThanOrEqual(2)
  expect(await rowOf(desk, printed)).toMatchObject({
    status: 'shipped',
    allocated: 0,
    shipments: 1,
    billed: 1,
  })

  // Whatever comes first, the void ends the order; goods and label are free.
  for (const { id, first, second, row } of await raced(desk, await desk.ordersIn.pending_audit(races), [
    'audit',
    'void',
  ])) {
    expect([id, second, row.status, row.allocated, row.labels]).toEqual([id, 1, 'voided', 0, 0])
    expect(first).toBeLessThanOrEqual(1)
  }
  for (const { first, second, row } of await raced(desk, await desk.ordersIn.drawn(Math.min(races, 6)), [
    'confirm',
    'intercept',
  ])) {
    expect(second).toBe(1)
    // Every client of a confirmed print is told the same.
    expect([row.status, row.printed]).toEqual(first > 0 ? ['waybill_printed', 1] : ['pending_shipment', 0])
  }
  for (const { first, second, row } of await raced(desk, await desk.ordersIn.waybill_printed(races), [
    'ship',
    'void',
  ])) {
    expect(first + second).toBe(1)
    expect(row).toMatchObject(
      first === 1
        ? { status: 'shipped', shipments: 1, billed: 1, allocated: 0 }
        : { status: 'voided', shipments: 0, billed: 0, allocated: 0 },
    )
  }

  // Twenty clients for ten pieces of another product.
  await desk.move({ flow: 'receive', batchId: await desk.batch('NUT'), onHand: 10 }, 'A-02')
  const wanting = await desk.ordersIn.pending_audit(20, { lines: [desk.line('NUT', 1)] })
  const came = await Promise.all(wanting.map((id) => desk.race({ call: auditOrders, input: { ids: [id] } })))
  expect(winners(came)).toBe(10)
  // One is given up by many at once: what it held goes to exactly one other.
  const given = wanting[came.findIndex(({ body }) => body && went(body))] ?? 0
  const voids = await Promise.all(
    Array.from({ length: 20 }, () => desk.race({ call: voidOrders, input: { ids: [given], reason } })),
  )
  expect(winners(voids)).toBe(1)
  const ready = async () =>
    (
      await desk.owner<{ n: number }>(
        `select count(*)::int as n from orders where id = any($1) and status = 'pending_shipment'`,
        [wanting],
        desk.tenantId,
      )
    )[0]?.n
  await expect.poll(ready, { timeout: 30_000, interval: 100 }).toBe(10)
  await expectClean(desk)
  await desk.close()
}

const twoCommands = (count: number) => async () => {
  const luck = chance(`pairs ${count}`)
  const pairs = shareOf(everyPair, count, 8)
  const desk = await orderServers(installation, count)
  await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 5000 })
  let racers = 0
  for (const standing of Object.keys(standings) as Standing[]) {
    const here = pairs.filter((pair) => pair.standing === standing)
    const ids = await desk.ordersIn[standing](here.length)
    const left = here.map((pair, i) => ({ ...pair, id: ids[i] ?? 0 })).sort(() => luck.between(-1, 1))
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (let item = left.shift(); item; item = left.shift()) {
          await raced(desk, [item.id], [item.a, item.b], 2)
          racers += 4
        }
      }),
    )
    await desk.zipsRead()
    expect([
      standing,
      await desk.database.read(desk.tenantId, (db) => wrongInOrders(db, desk.tenantId)),
    ]).toEqual([standing, []])
  }
  console.log(`${pairs.length} pairs, ${racers} racers, ${count} servers`)
  const health = await send(desk.servers[0]?.address ?? '', { path: '/healthz', method: 'GET' })
  expect(health.status).toBe(200)
  await expectClean(desk)
  await desk.close()
}

/** Two hundred clients send all commands at once for the same order, in each status. */
const everyCommand = async () => {
  const luck = chance('every command')
  const desk = await orderServers(installation, 2)
  await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 5000 })
  for (const standing of Object.keys(standings) as Standing[]) {
    const [id = 0] = await desk.ordersIn[standing](1)
    const target = await targetOf(desk.owner, desk, id, await desk.labelFiles(id))
    const crowd = Array.from({ length: RACERS }, (_, i) => names[i % names.length] ?? 'audit')
    crowd.sort(() => luck.between(-1, 1))
    const tries = await Promise.all(
      crowd.map(async (name) => ({ name, came: await desk.race(orderCommands[name](target)) })),
    )
    expect([standing, tries.filter(({ came }) => !isAnswer(came))]).toEqual([standing, []])
    const { shipments, billed } = await rowOf(desk, id)
    expect([standing, shipments <= 1 && billed <= 1]).toEqual([standing, true])
    await desk.zipsRead()
  }
  await expectClean(desk)
  await desk.close()
}

const long = { timeout: 300_000 + races * 10_000 }
test(
  'on one server, of a hundred clients one wins, two commands exclude each other, and the last piece goes once',
  long,
  hundredClients(1),
)
test(
  'on two servers, of a hundred clients one wins, two commands exclude each other, and the last piece goes once',
  long,
  hundredClients(2),
)
test(
  'on one server, any two commands on the same order leave it as if one had come first',
  { timeout: 900_000 },
  twoCommands(1),
)
test(
  'on two servers, any two commands on the same order leave it as if one had come first',
  { timeout: 900_000 },
  twoCommands(2),
)
test(
  'on two servers, two hundred clients send every command for one order, and it ends as after some order of them',
  { timeout: 900_000 },
  everyCommand,
)
