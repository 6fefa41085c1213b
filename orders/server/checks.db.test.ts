import { expect, test } from 'vitest'
import { damagedBooks, wrongBy } from '../../testing/books.ts'
import { aShippingDesk } from '../../testing/order-builders.ts'
import { startTestServer } from '../../testing/test-server.ts'
import { auditOrders, voidOrders } from '../contract.ts'
import { orderChecks } from './checks.ts'

const server = await startTestServer()

/** A database that can be damaged, as by its administrator. */
for (const [table, index] of [
  ['waybills', 'tracking_no_live_once'],
  ['waybills', 'package_has_one_waybill'],
  ['picking_list_orders', 'one_live_picking_list'],
])
  await server
    .owner(`drop index wms.${index}`)
    .catch(() => server.owner(`alter table ${table} drop constraint ${index}`))

const desk = await aShippingDesk(server)
await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 100 })
await desk.move({ flow: 'receive', batchId: await desk.batch('NUT'), onHand: 100 })
const lines = [desk.line('BOLT', 2), desk.line('NUT', 3)]
const [ready, second, waiting, short, voided] = [
  await desk.create({ lines }),
  await desk.create({ lines }),
  await desk.create({ lines }),
  await desk.create({ lines: [desk.line('BOLT', 5000)] }),
  await desk.create({ lines }),
]
await desk.send(auditOrders, { ids: [ready.id, second.id, short.id, voided.id] })
await desk.send(voidOrders, { ids: [voided.id], reason: 'x' })

const reportAfter = damagedBooks(server, desk, (tx) => wrongBy(orderChecks, tx, desk))
const wrongAfter = (statements: string) => reportAfter(...statements.split(';'))

test('orders as the product writes them pass every check', async () => {
  expect(await reportAfter()).toEqual([])
})

/** Without the triggers, which would refuse the damage. */
const off = (table: string, statement: string) =>
  `alter table wms.${table} disable trigger user; ${statement}; alter table wms.${table} enable trigger user`
const ofOrder = (id: number) => `demand_type = 'order' and demand_id = ${id}`

test.each([
  [
    'I-04 orders',
    off('allocations', `update allocations set status = 'released' where ${ofOrder(ready.id)}`),
  ],
  [
    'I-04 orders',
    off(
      'allocations',
      `update allocations set quantity = quantity + 1 where ${ofOrder(ready.id)} and demand_line = 1`,
    ),
  ],
  [
    'I-04 orders',
    off(
      'allocations',
      `update allocations set status = 'released' where ${ofOrder(ready.id)} and demand_line = 2`,
    ),
  ],
  [
    'I-04 orders',
    off('allocations', `update allocations set demand_id = ${waiting.id} where ${ofOrder(ready.id)}`),
  ],
  [
    'I-04 orders',
    off('allocations', `update allocations set demand_id = 999999 where ${ofOrder(second.id)}`),
  ],
  ['I-04 orders', off('allocations', `update allocations set demand_line = 9 where ${ofOrder(second.id)}`)],
  [
    'I-04 orders',
    off('allocations', `update allocations set demand_no = 'OB-X' where ${ofOrder(second.id)}`),
  ],
  ['I-04 orders', off('allocations', `update allocations set status = 'open' where ${ofOrder(voided.id)}`)],
  ['I-04 orders', off('orders', `update orders set status = 'pending_audit' where id = ${ready.id}`)],
  ['I-04 orders', off('orders', `update orders set status = 'pending_shipment' where id = ${waiting.id}`)],
  [
    'I-04 orders',
    `update order_lines set quantity = quantity + 1 where order_id = ${ready.id} and line_no = 1`,
  ],
  ['I-06', `alter table wms.orders disable trigger check_step`],
  ['I-06', `drop trigger check_step on wms.waybills`],
  ['I-06', `drop trigger check_first on wms.orders`],
  [
    'I-08',
    `with lists as (insert into picking_lists (tenant_id, picking_no, list_type, created_by)
       select ${desk.tenantId}, 'PK260101-0000' || n, 'mm', ${desk.who.accountId} from generate_series(1, 2) n returning tenant_id, id)
     insert into picking_list_orders (tenant_id, list_id, order_id, basket_no) select tenant_id, id, ${ready.id}, 1 from lists`,
  ],
  [
    'I-09',
    `update waybills set tracking_no = (select min(tracking_no) from waybills where tenant_id = ${desk.tenantId})
     where tenant_id = ${desk.tenantId} and status = 'obtained'`,
  ],
  [
    'I-09',
    off(
      'waybills',
      `update waybills set status = 'voiding', tracking_no = (select min(tracking_no) from waybills where tenant_id = ${desk.tenantId})
     where tenant_id = ${desk.tenantId} and status = 'obtained'`,
    ),
  ],
  [
    'I-09',
    off(
      'waybills',
      `update waybills set package_id = (select min(package_id) from waybills where order_id = ${ready.id}), order_id = ${ready.id}
     where order_id = ${second.id}`,
    ),
  ],
])('%s finds what was damaged: %s', async (code, statement) => {
  const wrong = await wrongAfter(statement)
  expect(wrong.filter((line) => line.startsWith(`${code} `))).not.toEqual([])
})

test('an order in exception may have all its goods or none', async () => {
  const set = (id: number) =>
    off(
      'orders',
      `update orders set status = 'audit_exception', exception_code = 'label_failed' where id = ${id}`,
    )
  expect(await wrongAfter(set(ready.id))).toEqual([])
  expect(
    await wrongAfter(
      `${set(ready.id)}; ${off('allocations', `update allocations set status = 'released' where ${ofOrder(ready.id)} and demand_line = 1`)}`,
    ),
  ).toEqual([`I-04 orders ${ready.orderNo}`])
})

const heldFor = ({ id, orderNo }: { id: number; orderNo: string }, customer = 'ACME') =>
  `insert into account_holds (tenant_id, customer_id, reason, source_id, source_no, amount)
   select tenant_id, id, 'order', ${id}, '${orderNo}', 5 from customers
   where tenant_id = ${desk.tenantId} and customer_code = '${customer}'`

test('money is held for an order with goods, until it is shipped and charged', async () => {
  expect(await wrongAfter(heldFor(ready))).toEqual([])
  const ship = off(
    'orders',
    `update orders set status = 'shipped', shipped_at = now() where id = ${ready.id}`,
  )
  const billed = `insert into billable_events (tenant_id, kind, source_id, source_no, customer_id, facts_version, facts, charge_date)
    values (${desk.tenantId}, 'order', ${ready.id}, '${ready.orderNo}', ${desk.customerId}, 1, '{}', '2026-01-05')`
  const ofMoney = async (statements: string) =>
    (await wrongAfter(statements)).filter((line) => line.startsWith('I-10 orders '))
  expect(await ofMoney(`${heldFor(ready)}; ${ship}; ${billed}`)).toEqual([])
  expect(await ofMoney(`${heldFor(ready)}; ${ship}`)).toEqual([`I-10 orders ${ready.orderNo}`])
})

test.each([
  ['was voided', voided],
  ['waits for its audit', waiting],
  ['lacks its goods', short],
  ['doesn’t exist', { id: 999_999, orderNo: 'OB-X' }],
  ['has another number', { ...ready, orderNo: 'OB-X' }],
])('money that is held for an order that %s is found', async (_, order) => {
  expect(await wrongAfter(heldFor(order))).toEqual([`I-10 orders ${order.orderNo}`])
})

test('money of another customer that is held for an order is found', async () => {
  expect(await wrongAfter(heldFor(ready, 'OTHER'))).toEqual([`I-10 orders ${ready.orderNo}`])
})
