import { expect, test } from 'vitest'
import { auditLabels } from '../../app/audit-labels.ts'
import { writeAudit } from '../../platform/audit/server/audit.ts'
import { cancelLabelPrint } from '../../shipping/labels/contract.ts'
import { shipOrders, weighPackage } from '../../shipping/outbound/contract.ts'
import { listAudit } from '../../staff/audit/contract.ts'
import { staffAuditLabels, wordsFor } from '../../staff/audit-labels.ts'
import { auditColumns } from '../../staff/columns.ts'
import { aShippingDesk, doOrderJobs } from '../../testing/order-builders.ts'
import { aUser, startTestServer } from '../../testing/test-server.ts'
import { ordersAuditLabels } from '../audit-labels.ts'
import { auditOrders, listOrders, markOrders, orderHistory, voidOrders } from '../contract.ts'
import { decideIntercepts } from './steps.ts'
import { systemOf } from './system-account.ts'

const server = await startTestServer()

test('the history of an order says who did which step, and from which status to which', async () => {
  const desk = await aShippingDesk(server)
  const { id } = await desk.create()
  await desk.done(auditOrders, { ids: [id] })
  await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 5 })
  await doOrderJobs(server, desk)
  await desk.done(markOrders, { ids: [id], priority: 3 })
  await desk.print([id])
  const [box] = await server.owner<{ id: string }>(
    'select id from packages where order_id = $1',
    [id],
    desk.tenantId,
  )
  const weightOf = async () => (await desk.done(listOrders, {})).rows.map(({ actualWeight }) => actualWeight)
  expect(await weightOf()).toEqual([null])
  await desk.done(weighPackage, { packageId: Number(box?.id), weight: '0.520' })
  expect(await weightOf()).toEqual(['0.520'])
  const second = (text: string) => server.owner(text, [id], desk.tenantId)
  await second(
    'insert into packages (tenant_id, order_id, package_seq) select tenant_id, id, 2 from orders where id = $1',
  )
  expect(await weightOf(), 'one of its packages is not weighed').toEqual([null])
  await second('update packages set weight = 1.5 where order_id = $1 and package_seq = 2')
  expect(await weightOf()).toEqual(['2.020'])
  await second('delete from packages where order_id = $1 and package_seq = 2')
  await desk.done(cancelLabelPrint, { ids: [id], reason: 'torn' })
  await desk.print([id])
  expect(await desk.done(shipOrders, { ids: [id] })).toMatchObject({ ok: 1 })

  expect((await desk.done(listOrders, {})).rows).toMatchObject([{ age: null, actualWeight: '0.520' }])

  const steps = await desk.done(orderHistory, { id })
  expect(steps.map(({ action, from, status, reason }) => [action, from, status, reason])).toEqual([
    ['ship', 'waybill_printed', 'shipped', null],
    ['cancel_print', 'waybill_printed', 'pending_shipment', 'torn'],
    ['weigh', null, null, null],
    ['mark', null, null, null],
    ['pass_audit', 'audit_exception', 'pending_shipment', null],
    ['fail_audit', 'pending_audit', 'audit_exception', 'Insufficient stock'],
    ['create', null, 'pending_audit', null],
  ])
  const people = steps.map(({ personName }) => personName)
  expect(people.indexOf(null)).toBe(4)
  expect(new Set(people).size).toBe(2)
  const actions = { ...staffAuditLabels.actions, ...ordersAuditLabels.actions }
  const name = wordsFor({ ...ordersAuditLabels, actions }, 'en_US')
  expect(steps.map(({ action }) => name.action(action))).toEqual([
    ...['Shipped', 'Print cancelled', 'Weighed', 'Set priority and tags', 'Audit passed', 'Audit failed'],
    'Create',
  ])
})

test('what the system did, and why, is told in the language of the reader', async () => {
  const desk = await aShippingDesk(server)
  const { id } = await desk.create()
  await desk.done(auditOrders, { ids: [id] })
  for (const change of [
    `update orders set intercept_status = 'requested', intercept_reason = 'moved' where tenant_id = $1`,
    `update warehouses set settings = settings || '{"interceptAllowed": ["pending_audit"]}' where tenant_id = $1`,
  ])
    await server.owner(change, [desk.tenantId], desk.tenantId)
  await desk.write(async (tx) => decideIntercepts(tx, await systemOf(tx, desk.tenantId), { ids: [id] }))
  const reader = await aUser(server, { tenantId: desk.tenantId, permissions: ['*'] })
  const rows = async (as: { token: string; headers?: Record<string, string> }) => {
    const { rows } = await server.done(listAudit, { type: 'order', object: id }, as)
    const [rejected] = await server.done(orderHistory, { id }, as)
    const language = as.headers ? 'en_US' : 'zh_CN'
    const [, person] = auditColumns(auditLabels)
    return [
      ...rows.map((row) => [row.action, person?.value?.(row, language), row.reason, row.after]),
      [rejected?.action, rejected?.personName, rejected?.reason],
    ]
  }
  expect(await rows(reader)).toMatchObject([
    ['reject_intercept', 'System', expect.stringContaining('don’t allow'), { interceptStatus: 'rejected' }],
    [
      'fail_audit',
      desk.who.loginAccount,
      'Not enough stock, missing: BOLT × 1',
      { exceptionCode: 'stock_short' },
    ],
    ['create', desk.who.loginAccount, null, {}],
    ['reject_intercept', null, expect.stringContaining('don’t allow')],
  ])
  expect(await rows({ token: reader.token })).toMatchObject([
    ['reject_intercept', '系统', expect.stringMatching(/\p{Script=Han}/u), {}],
    ['fail_audit', desk.who.loginAccount, '库存不足，缺少：BOLT × 1', {}],
    ['create', desk.who.loginAccount, null, {}],
    ['reject_intercept', null, expect.stringMatching(/\p{Script=Han}/u)],
  ])
  expect(JSON.stringify(await rows(reader))).not.toMatch(/because|isTyped/)
})

test('users who may only see orders read the history, and never the words of a carrier about the recipient', async () => {
  const desk = await aShippingDesk(server)
  const { id, orderNo } = await desk.create()
  await desk.write((tx) =>
    writeAudit(tx, desk.who, [
      {
        ...{ action: 'fail_audit', type: 'order', id, no: orderNo },
        before: { orderStatus: 'under_audit' },
        after: { orderStatus: 'audit_exception', exceptionCode: 'label_failed' },
        reason: 'Unknown recipient Ann Example, 1 Main Street',
      },
    ]),
  )
  await desk.done(voidOrders, { ids: [id], reason: 'sold out' })
  const viewer = await aUser(server, { tenantId: desk.tenantId, permissions: ['order:order:view'] })
  const reasons = async (reader: { token: string; headers?: Record<string, string> }) =>
    (await server.done(orderHistory, { id }, reader)).map(({ reason }) => reason)
  expect(await reasons(viewer)).toEqual(['sold out', 'Label failed', null])
  expect(await reasons({ token: viewer.token })).toEqual(['sold out', '获取面单失败', null])
  expect(JSON.stringify(await server.done(orderHistory, { id }, viewer))).not.toContain('Ann')
  expect((await desk.send(orderHistory, { id: 999_999 })).data).toMatchObject({ kind: 'not_found' })
  const other = await aUser(server, { tenantId: desk.tenantId, permissions: ['query:stock:view'] })
  expect((await server.send(orderHistory, { id }, other)).success).toBe(false)
})
