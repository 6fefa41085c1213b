import { expect, test } from 'vitest'
import { addLabelChannels, aShippingDesk, doOrderJobs } from '../../testing/order-builders.ts'
import { startTestServer } from '../../testing/test-server.ts'
import { assignChannel, auditOrders, editOrder, forceOrders, getOrder } from '../contract.ts'
import { reissueLabels } from '../waybills/contract.ts'
import { orderJobs } from './jobs.ts'

const server = await startTestServer()
const jobs = orderJobs(server.database)

const reason = 'agreed with the carrier'

/** An order that is too heavy for its channel and that a manager has forced. */
async function forcedOn(channel: 'UPLOAD' | 'BOUGHT', pieces = 1) {
  const desk = await aShippingDesk(server)
  const label = await addLabelChannels(server, desk)
  await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 5 })
  const asOwner = <T extends object>(text: string, ...values: unknown[]) =>
    server.owner<T>(text, [desk.tenantId, ...values], desk.tenantId)
  await asOwner(`update channels set max_weight = 0.1 where tenant_id = $1`)
  const { id } = await desk.create({ channelId: label(channel), lines: [desk.line('BOLT', pieces)] })
  await desk.send(auditOrders, { ids: [id] })
  const order = () => desk.done(getOrder, { id })
  expect(await order()).toMatchObject({ exceptionCode: 'channel_unavailable' })
  await desk.send(forceOrders, { ids: [id], reason })
  const allocated = async () => (await order()).lines.flatMap((line) => line.allocated)
  const log = async () =>
    (
      await asOwner<{ action: string; reason: string | null }>(
        `select action, coalesce(reason, after -> 'because' ->> 'en_US') as reason from audit_log where tenant_id = $1 and object_type = 'order' and object_id = $2 order by id`,
        id,
      )
    ).slice(2)
  const kept = async () =>
    (
      await asOwner<{ forced: string | null }>(
        `select forced_reason as forced from orders where tenant_id = $1 and id = $2`,
        id,
      )
    )[0]?.forced
  /** As if its label had been uploaded. */
  const upload = async () => {
    await asOwner(
      `insert into waybills (tenant_id, package_id, order_id, channel_id, label_source, label_format, carrier, attempt, status)
       select tenant_id, id, order_id, $3, 'uploaded', 'pdf_100x150', 'UPS', 1, 'requesting' from packages
       where tenant_id = $1 and order_id = $2`,
      id,
      label('UPLOAD'),
    )
    await asOwner(
      `update waybills set status = 'obtained', obtained_at = now(), tracking_no = '1Z12345678'
       where tenant_id = $1 and order_id = $2`,
      id,
    )
    await jobs.retry_labels?.(desk.tenantId, { ids: [id] } as never)
  }
  return { desk, id, order, allocated, log, kept, upload, asOwner }
}

test('a forced order that waits for its label passes with it, with the tests overruled that the manager overruled', async () => {
  const { order, allocated, log, upload } = await forcedOn('UPLOAD')
  expect(await order()).toMatchObject({ exceptionCode: 'label_waiting' })
  expect(await allocated()).toHaveLength(1)
  await upload()
  expect(await order()).toMatchObject({ status: 'pending_shipment', exceptionCode: null })
  expect(await allocated()).toHaveLength(1)
  expect(await log()).toEqual([
    { action: 'force_audit', reason },
    { action: 'fail_audit', reason: expect.any(String) },
    { action: 'pass_audit', reason: null },
  ])
})

test('the reason of a force is logged when the label comes later from a carrier', async () => {
  const { desk, order, log } = await forcedOn('BOUGHT')
  expect(await order()).toMatchObject({ status: 'under_audit' })
  await doOrderJobs(server, desk)
  expect(await order()).toMatchObject({ status: 'pending_shipment' })
  expect(await log()).toEqual([
    { action: 'force_audit', reason },
    { action: 'pass_audit', reason: null },
  ])
})

test('the reason of a force is logged when the order lacks goods', async () => {
  const { id, order, log, asOwner } = await forcedOn('UPLOAD', 9)
  expect(await order()).toMatchObject({ exceptionCode: 'stock_short' })
  expect(await log()).toEqual([
    { action: 'force_audit', reason },
    { action: 'fail_audit', reason: expect.any(String) },
  ])
  const statuses = await asOwner(
    `select before ->> 'orderStatus' as "from", after ->> 'orderStatus' as "to" from audit_log
     where tenant_id = $1 and object_type = 'order' and object_id = $2 and action in ('force_audit', 'fail_audit') order by id`,
    id,
  )
  expect(statuses.slice(-2)).toEqual([
    { from: 'audit_exception', to: 'under_audit' },
    { from: 'under_audit', to: 'audit_exception' },
  ])
})

test('a forced order that lacked goods stays forced when they arrive', async () => {
  const { desk, order, allocated, kept } = await forcedOn('UPLOAD', 9)
  expect(await order()).toMatchObject({ exceptionCode: 'stock_short' })
  await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 5 })
  await doOrderJobs(server, desk)
  expect(await order()).toMatchObject({ exceptionCode: 'label_waiting' })
  expect(await allocated()).not.toHaveLength(0)
  expect(await kept()).toBe(reason)
})

test('a forced order whose account was blocked stays forced afterwards', async () => {
  const { desk, id, order, kept, asOwner, log } = await forcedOn('UPLOAD', 9)
  const block = (because: string | null) =>
    asOwner(`update customer_accounts set blocked_because = $2 where tenant_id = $1`, because)
  await block('I-10')
  await desk.send(forceOrders, { ids: [id], reason })
  expect(await order()).toMatchObject({ exceptionCode: 'account_blocked' })
  const entries = await log()
  await jobs.retry_unpaid_orders?.(desk.tenantId, {} as never)
  expect(await log(), 'it is blocked still').toEqual(entries)
  await block(null)
  await jobs.retry_unpaid_orders?.(desk.tenantId, {} as never)
  expect(await order()).toMatchObject({ exceptionCode: 'stock_short' })
  expect(await kept()).toBe(reason)
})

test('a forced order keeps its goods when the label that its carrier may have issued is given up', async () => {
  const { desk, id, order, allocated, kept, asOwner } = await forcedOn('BOUGHT')
  await asOwner(
    `update waybills set status = 'failed', is_unknown = true where tenant_id = $1 and order_id = $2`,
    id,
  )
  await asOwner(
    `update orders set status = 'audit_exception', exception_code = 'label_failed' where tenant_id = $1 and id = $2`,
    id,
  )
  const { data } = await desk.send(reissueLabels, { ids: [id], reason: 'looked it up' })
  expect(data).toEqual({ ok: 1, failed: [] })
  expect(await order()).toMatchObject({ status: 'under_audit' })
  expect(await allocated()).toHaveLength(1)
  expect(await kept()).toBe(reason)
})

test('an order that was not forced passes all tests again with its label', async () => {
  const { desk, id, order, upload, kept } = await forcedOn('UPLOAD')
  await server.owner(
    `update channels set max_weight = null where tenant_id = $1`,
    [desk.tenantId],
    desk.tenantId,
  )
  await desk.send(auditOrders, { ids: [id] })
  expect(await order()).toMatchObject({ exceptionCode: 'label_waiting' })
  expect(await kept(), 'it no longer needs the force').toBeNull()
  await server.owner(
    `update channels set max_weight = 0.1 where tenant_id = $1`,
    [desk.tenantId],
    desk.tenantId,
  )
  await upload()
  expect(await order()).toMatchObject({ exceptionCode: 'channel_unavailable' })
})

test('an edit and another channel end the force', async () => {
  const edited = await forcedOn('UPLOAD')
  expect(await edited.kept()).toBe(reason)
  const { rowVersion, channelId } = await edited.order()
  const { customerId: _, ...facts } = edited.desk.facts({ channelId })
  const answer = await edited.desk.send(editOrder, { id: edited.id, rowVersion, ...facts })
  expect(answer).toMatchObject({ success: true })
  expect(await edited.kept()).toBeNull()

  const moved = await forcedOn('UPLOAD')
  const toLocal = { ids: [moved.id], channelId: moved.desk.channelOf('LOCAL') }
  expect((await moved.desk.send(assignChannel, toLocal)).data).toEqual({ ok: 1, failed: [] })
  expect(await moved.kept()).toBeNull()
})
