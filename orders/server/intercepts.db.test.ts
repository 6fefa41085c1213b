import { expect, test } from 'vitest'
import { addLabelChannels, aShippingDesk, doOrderJobs } from '../../testing/order-builders.ts'
import { startTestServer } from '../../testing/test-server.ts'
import { failedLabel } from '../audit.ts'
import { auditOrders, getOrder, interceptOrders } from '../contract.ts'
import { failAudit } from './audit-end.ts'

const server = await startTestServer()

const reason = 'customer called'

/** An order whose intercept is requested while its label is being bought. */
async function interceptedInAudit(settings: object) {
  const desk = await aShippingDesk(server)
  const label = await addLabelChannels(server, desk)
  await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 5 })
  const asOwner = (text: string, ...values: unknown[]) =>
    server.owner(text, [desk.tenantId, ...values], desk.tenantId)
  await asOwner(
    `update warehouses set settings = settings || $2::jsonb where tenant_id = $1`,
    JSON.stringify(settings),
  )
  const { id } = await desk.create({ channelId: label('BOUGHT') })
  await desk.send(auditOrders, { ids: [id] })
  expect((await desk.send(interceptOrders, { ids: [id], reason })).data).toEqual({ ok: 1, failed: [] })
  const order = () => desk.done(getOrder, { id })
  expect(await order()).toMatchObject({ status: 'under_audit', interceptStatus: 'requested' })
  const lastChange = async () =>
    (
      await asOwner(
        `select login_account, action, reason from audit_log where tenant_id = $1 and object_type = 'order' and object_id = $2
         order by id desc limit 1`,
        id,
      )
    )[0]
  const allocated = async () => (await order()).lines.flatMap((line) => line.allocated)
  return { desk, id, order, asOwner, lastChange, allocated }
}

const approved = {
  status: 'voided',
  interceptStatus: 'approved',
  voidReason: reason,
  waybills: [{ status: 'voided' }],
}

test('an intercept requested during an audit that passes is approved at its end where none needs an answer', async () => {
  const { desk, order, lastChange, allocated } = await interceptedInAudit({ interceptNeedsReview: false })
  await doOrderJobs(server, desk)
  expect(await order()).toMatchObject(approved)
  expect(await allocated()).toEqual([])
  expect(await lastChange()).toEqual({ login_account: 'system', action: 'approve_intercept', reason })
})

test('an intercept requested during an audit that passes waits for an answer where each needs one', async () => {
  const { desk, id, order, lastChange } = await interceptedInAudit({ interceptNeedsReview: true })
  expect((await desk.send(interceptOrders, { ids: [id], reason: 'asked twice' })).data).toMatchObject({
    ok: 0,
    failed: [
      {
        reason: `An intercept of order ${(await order()).orderNo} has been requested. Answer the request first.`,
      },
    ],
  })
  expect(await lastChange()).toMatchObject({ action: 'request_intercept', reason })
  await doOrderJobs(server, desk)
  expect(await order()).toMatchObject({ status: 'pending_shipment', interceptStatus: 'requested' })
  expect(await lastChange()).toMatchObject({ action: 'pass_audit' })
})

test('an intercept requested during an audit that fails is approved at its end, whatever the setting', async () => {
  const { desk, order, asOwner, allocated } = await interceptedInAudit({ interceptNeedsReview: true })
  await asOwner(
    `update orders set est_weight = null, est_length = null, est_width = null, est_height = null where tenant_id = $1`,
  )
  await doOrderJobs(server, desk)
  expect(await order()).toMatchObject(approved)
  expect(await allocated()).toEqual([])
})

test('an intercept requested during an audit is rejected at its end where the warehouse does not allow it then', async () => {
  const { desk, order, lastChange } = await interceptedInAudit({
    interceptAllowed: ['pending_audit'],
    interceptNeedsReview: false,
  })
  await doOrderJobs(server, desk)
  expect(await order()).toMatchObject({
    status: 'pending_shipment',
    interceptStatus: 'rejected',
    interceptReason: reason,
  })
  expect(await lastChange()).toMatchObject({ login_account: 'system', action: 'reject_intercept' })
})

test('a request that waits for its answer stays when its order falls into an exception', async () => {
  const { desk, id, order } = await interceptedInAudit({ interceptNeedsReview: true })
  await doOrderJobs(server, desk)
  await desk.write((tx) =>
    failAudit(
      tx,
      desk.who,
      [{ id, orderNo: 'X', status: 'pending_shipment' }],
      new Map([[id, failedLabel('waybill_refused', 'labelMissing', { channel: 'BOUGHT' })]]),
    ),
  )
  await doOrderJobs(server, desk)
  expect(await order()).toMatchObject({ status: 'audit_exception', interceptStatus: 'requested' })
})
