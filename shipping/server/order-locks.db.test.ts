import { sql } from 'kysely'
import { expect, test } from 'vitest'
import {
  answerIntercepts,
  assignChannel,
  auditOrders,
  interceptOrders,
  markOrders,
  voidOrders,
} from '../../orders/contract.ts'
import { orderJobs } from '../../orders/server/jobs.ts'
import { reissueLabels } from '../../orders/waybills/contract.ts'
import { untilLockWaits } from '../../testing/lock-waits.ts'
import { aShippingDesk, type ShippingDesk } from '../../testing/order-builders.ts'
import { drawPrints, printOptions, reason } from '../../testing/order-work.ts'
import { startTestServer } from '../../testing/test-server.ts'
import { cancelLabelPrint, confirmLabelPrint, printLabels, reprintLabels } from '../labels/contract.ts'
import { shipOrders } from '../outbound/contract.ts'
import {
  assignPickingLists,
  cancelPickingLists,
  completePickingLists,
  createPickingLists,
  markPickingListsPrinted,
  mergePickingLists,
} from '../picking/contract.ts'

const server = await startTestServer()
const desk = await aShippingDesk(server)
await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 500 })
const ask = <R extends object>(text: string, ...values: unknown[]) =>
  server.owner<R>(text, values, desk.tenantId)

type Two = [low: number, high: number]
const pending = async (): Promise<Two> => [(await desk.create()).id, (await desk.create()).id]
const ready = async () => {
  const ids = await pending()
  await desk.done(auditOrders, { ids })
  return ids
}
const printed = async () => {
  const ids = await ready()
  await desk.print(ids)
  return ids
}
const asked = async () => {
  const ids = await ready()
  await desk.done(interceptOrders, { ids, reason })
  return ids
}
/** A list for each of two orders. */
const lists = async (): Promise<Two> => {
  const [low, high] = await ready()
  const made = [
    await desk.done(createPickingLists, { ids: [low] }),
    await desk.done(createPickingLists, { ids: [high] }),
  ]
  const [first = 0, second = 0] = made.flatMap(({ lists }) => lists.map(({ id }) => id))
  return [first, second]
}

const freeOf = async (table: 'orders' | 'picking_lists', ids: readonly number[]) =>
  (await ask(`select 1 from ${table} where id = any($1) for no key update skip locked`, ids)).length

/** Works on the two in the wrong order while another transaction holds the first one: whether the second one, and lists, are still free. */
async function isSecondFree(
  table: 'orders' | 'picking_lists',
  [low, high]: Two,
  work: (ids: number[]) => Promise<unknown>,
  lists: readonly number[] = [],
) {
  let answer: Promise<unknown> = Promise.resolve()
  const free = await desk.write(async (tx) => {
    await sql`select 1 from ${sql.table(table)} where id = ${low} for no key update`.execute(tx)
    answer = work([high, low])
    await untilLockWaits(server)
    return [await freeOf(table, [high]), await freeOf('picking_lists', lists)]
  })
  return { isFree: free[0] === 1, freeLists: free[1], answer: await answer }
}

type Command = [name: string, make: () => Promise<Two>, (ids: number[]) => Promise<unknown>]
const reprintOptions = { ...printOptions, reason }
const commands: Command[] = [
  ['audit', pending, (ids) => desk.done(auditOrders, { ids })],
  ['void', pending, (ids) => desk.done(voidOrders, { ids, reason })],
  ['intercept', ready, (ids) => desk.done(interceptOrders, { ids, reason })],
  ['answer', asked, (ids) => desk.done(answerIntercepts, { ids, isApproved: true, reason })],
  ['mark', pending, (ids) => desk.done(markOrders, { ids, priority: 3 })],
  ['channel', pending, (ids) => desk.done(assignChannel, { ids, channelId: desk.channelOf('LIGHT') })],
  ['reissue', ready, (ids) => desk.done(reissueLabels, { ids, reason })],
  ['print', ready, (ids) => desk.done(printLabels, { ids, ...printOptions })],
  ['reprint', printed, (ids) => desk.done(reprintLabels, { ids, ...reprintOptions })],
  ['cancel print', printed, (ids) => desk.done(cancelLabelPrint, { ids, reason })],
  ['list', ready, (ids) => desk.done(createPickingLists, { ids })],
  ['ship', printed, (ids) => desk.done(shipOrders, { ids })],
]

test.each(commands)(
  '%s locks orders in the order of their ids, and does its work afterwards',
  async (_, make, work) => {
    expect(await isSecondFree('orders', await make(), work)).toMatchObject({
      isFree: true,
      answer: { ok: 2 },
    })
  },
)

test('confirming a print locks its orders in the order of their ids', async () => {
  const ids = await ready()
  const { printId } = await desk.done(printLabels, { ids: ids.toReversed(), ...printOptions })
  await drawPrints(server.owner, desk.tenantId)
  const confirm = () => desk.done(confirmLabelPrint, { id: printId ?? 0, notPrinted: [] })
  expect(await isSecondFree('orders', ids, confirm)).toMatchObject({ isFree: true, answer: { ok: 2 } })
})

const onLists: Command[] = [
  ['assign', lists, (ids) => desk.done(assignPickingLists, { ids, assigneeId: desk.who.accountId })],
  ['print', lists, (ids) => desk.done(markPickingListsPrinted, { ids })],
  ['cancel', lists, (ids) => desk.done(cancelPickingLists, { ids })],
  ['complete', lists, (ids) => desk.done(completePickingLists, { ids })],
  ['merge', lists, (ids) => desk.done(mergePickingLists, { ids })],
]

test.each(onLists)('%s locks picking lists in the order of their ids', async (_, make, work) => {
  expect(await isSecondFree('picking_lists', await make(), work)).toMatchObject({
    isFree: true,
    answer: { ok: 2 },
  })
})

test.each(onLists.slice(2))(
  '%s locks the orders of lists before the lists, in the order of their ids',
  async (_, make, work) => {
    const both = await make()
    const rows = await ask<{ id: string }>(
      'select order_id as id from picking_list_orders where list_id = any($1) order by 1',
      both,
    )
    const [low = 0, high = 0] = rows.map(({ id }) => Number(id))
    const free = await isSecondFree('orders', [low, high], () => work(both.toReversed()), both)
    expect(free).toMatchObject({ isFree: true, freeLists: 2, answer: { ok: 2 } })
  },
)

/** What jobs do to orders, and the orders that they are for. */
const jobs: [
  name: string,
  make: (desk: ShippingDesk) => Promise<Two>,
  job: 'decide_intercepts' | 'end_late_audits',
][] = [
  ['decide_intercepts', asked, 'decide_intercepts'],
  ['end_late_audits', pending, 'end_late_audits'],
]
test.each(jobs)('the job %s locks orders in the order of their ids', async (_, make, job) => {
  const run = (ids: number[]) =>
    Promise.resolve(orderJobs(server.database)[job]?.(desk.tenantId, { ids } as never))
  expect((await isSecondFree('orders', await make(desk), run)).isFree).toBe(true)
})
