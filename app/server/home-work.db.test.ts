import { expect, test } from 'vitest'
import { listFeeRequests, listFees, listOpenEvents } from '../../billing/fees/contract.ts'
import { listCustomers } from '../../customers/contract.ts'
import { listCounts } from '../../inventory/counts/contract.ts'
import { stockByPlace } from '../../inventory/stock/contract.ts'
import { auditOrders, listOrders, voidOrders } from '../../orders/contract.ts'
import { acknowledgeRefusedVoids } from '../../orders/waybills/contract.ts'
import type { Call, SentTo } from '../../platform/calls/call.ts'
import { listInbounds } from '../../receiving/contract.ts'
import { addLabelChannels, aShippingDesk, doOrderJobs } from '../../testing/order-builders.ts'
import { aPricedDesk } from '../../testing/priced-desk.ts'
import { aDock } from '../../testing/receiving-builders.ts'
import { aPerson, aSession, startTestServer } from '../../testing/test-server.ts'
import { homeWork } from '../contract.ts'
import { workQueues } from '../work.ts'

const server = await startTestServer()

/** A warehouse with waiting work of every kind, and some that is not waiting. */
async function aBusyDock() {
  const dock = await aDock(server, { receiveOneStep: false })
  await dock.announce([{ sku: 'BOLT', expected: 1 }])
  await dock.announce([{ sku: 'BOLT', expected: 1 }], { eta: '2020-01-01' })
  await dock.announce([{ sku: 'BOLT', expected: 1 }], { isSubmitted: false })
  const waiting = await dock.announce([{ sku: 'BOLT', expected: 5 }])
  await dock.count(waiting, 'BOLT', 2, { locationId: null })
  const shelved = await dock.announce([{ sku: 'NUT', expected: 5 }], { eta: '2020-01-01' })
  await dock.count(shelved, 'NUT', 2)
  await server.owner(
    `insert into stock_counts (tenant_id, count_no, status, is_blind, created_by)
     select $1, 'CT260101-0000' || n, 'open', false, $2 from generate_series(1, 6) n`,
    [dock.tenantId, dock.who.accountId],
    dock.tenantId,
  )
  for (const [status, from] of [
    ['review', 2],
    ['done', 4],
  ] as const)
    await server.owner(
      `update stock_counts set status = $1, closed_by = created_by, closed_at = now() where count_no > $2`,
      [status, `CT260101-0000${from - 1}`],
      dock.tenantId,
    )
  const [returns] = await server.owner<{ id: string }>(
    `insert into locations (tenant_id, location_code, zone_id, purpose, mix_customer)
     select tenant_id, 'RETURN', zone_id, 'return', true from locations where location_code = 'A-01' returning id`,
    [],
    dock.tenantId,
  )
  const locationId = Number(returns?.id)
  for (const [sku, onHand] of [
    ['BOLT', 2],
    ['SCREW', 1],
    ['SCREW', -1],
  ] as const)
    await dock.move({
      ...{ flow: onHand > 0 ? 'receive' : 'adjust_down', onHand, locationId },
      batchId: await dock.batch(sku),
    })
  await server.owner(
    `update stock set blocked_because = 'I-01' where tenant_id = $1 and product_id = $2`,
    [dock.tenantId, dock.productOf('NUT')],
    dock.tenantId,
  )
  await server.owner(`select block_account($1, 'I-10')`, [dock.customerId], dock.tenantId)
  return dock
}

const lists: [prefix: string, call: Call][] = [
  ['/inbound/list', listInbounds],
  ['/query/stock?view=counts', listCounts],
  ['/query/stock?mode=location', stockByPlace],
  ['/query/cost?view=no_price', listOpenEvents],
  ['/query/cost?view=requests', listFeeRequests],
  ['/query/cost?isFailed', listFees],
  ['/query/customer', listCustomers],
  ['/order/list', listOrders],
]

/** What waits for a user, each number equal to the total of the list it links to. */
async function waiting(user: { token: string }) {
  const { data } = await server.send(homeWork, {}, user)
  for (const [queue, { to }] of Object.entries(workQueues)) {
    const call = lists.find(([prefix]) => to.startsWith(prefix))?.[1] ?? listInbounds
    const { view: _, mode: __, ...filters } = Object.fromEntries(new URL(to, 'http://x').searchParams)
    const list = await server.send(call, filters as SentTo<typeof call>, user)
    expect([queue, list.data]).toMatchObject([queue, { total: (data as Record<string, number>)[queue] }])
  }
  return data
}

test('the number of waiting items equals the list it links to', async () => {
  expect(await waiting(await aBusyDock())).toEqual({
    toConfirm: 2,
    toPutBack: 1,
    overdue: 1,
    toReceive: 2,
    toPutAway: 1,
    countsOpen: 1,
    countsToReview: 2,
    blocked: 1,
    toAudit: 0,
    auditExceptions: 0,
    toPrint: 0,
    toShip: 0,
    voidsRefused: 0,
    accountsBlocked: 1,
    lowBalances: 0,
    withoutPrice: 0,
    billingFailed: 0,
    feesToApprove: 0,
  })
})

test('orders wait for their audit, a correction, the printer and the truck; customers for a reminder', async () => {
  const desk = await aPricedDesk(server)
  await desk.pay('100.00')
  await desk.asOwner(`update customers set warn_amount = 500 where customer_code = 'ACME'`)
  const [short, passed] = [
    await desk.create({ lines: [desk.line('BOLT', 999_999)] }),
    await desk.create({ lines: desk.three() }),
  ]
  await desk.audit(short.id, passed.id)
  await desk.createPrinted({ lines: desk.three() })
  for (let i = 0; i < 3; i++) await desk.create({ lines: desk.three() })
  expect(await waiting(desk)).toMatchObject({
    ...{ toAudit: 3, auditExceptions: 1, toPrint: 1, toShip: 1, lowBalances: 1 },
  })
})

test('labels wait that a carrier refused to void, until a person acknowledges them', async () => {
  const desk = await aShippingDesk(server)
  const channel = await addLabelChannels(server, desk)
  await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 5 })
  const ids = await Promise.all(
    ['DEMO-KEEP', 'DEMO-KEEP', 'Ann'].map(
      async (receiverName) => (await desk.create({ channelId: channel('BOUGHT'), receiverName })).id,
    ),
  )
  await desk.done(auditOrders, { ids })
  await doOrderJobs(server, desk)
  await desk.done(voidOrders, { ids, reason: 'changed mind' })
  await doOrderJobs(server, desk)
  expect(await waiting(desk)).toMatchObject({ voidsRefused: 2 })
  await desk.done(acknowledgeRefusedVoids, { ids: ids.slice(0, 1), reason: 'claim 17' })
  expect(await waiting(desk)).toMatchObject({ voidsRefused: 1 })
})

test('fees wait that should have left the balance and have not', async () => {
  const desk = await aPricedDesk(server)
  await desk.setTerms({ limit: 'none', mode: 'bill' })
  const [order] = await desk.createPrinted({ lines: desk.three() })
  await desk.ship(order?.id ?? 0)
  expect(await waiting(desk)).toMatchObject({ billingFailed: 0 })
  await desk.setTerms({ mode: 'balance' })
  expect(await waiting(desk)).toMatchObject({ billingFailed: (await desk.feesOf(order?.id ?? 0)).length })
})

test('each user sees their own work', async () => {
  const dock = await aBusyDock()
  const person = await aPerson(server, dock.tenantId, { permissions: ['query:stock:view'] })
  const token = await aSession(server, dock.tenantId, person.id)
  expect((await server.send(homeWork, {}, { token })).data).toEqual({ blocked: 1 })
})
