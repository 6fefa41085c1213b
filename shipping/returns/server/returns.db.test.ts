import { expect, test } from 'vitest'
import { only } from '../../../platform/database/server/rows.ts'
import { completeInbound, inbound as getInbound, voidInbounds } from '../../../receiving/contract.ts'
import { receive } from '../../../receiving/scanning/contract.ts'
import { aShippingDesk } from '../../../testing/order-builders.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { shipOrders } from '../../outbound/contract.ts'
import { listReturns, openReturn } from '../contract.ts'
import { returnsText } from '../text.ts'

const server = await startTestServer()

async function aPrintedOrder() {
  const desk = await aShippingDesk(server)
  await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 10 })
  await desk.move({ flow: 'receive', batchId: await desk.batch('NUT'), onHand: 10 })
  const made = await desk.createPrinted({ lines: [desk.line('BOLT', 3), desk.line('NUT', 1)] })
  const order = only(made)
  const back = (...lines: [sku: string, quantity: number][]) =>
    desk.send(openReturn, {
      id: order.id,
      trackingNo: '',
      remark: null,
      lines: lines.map(([sku, quantity]) => ({ productId: desk.productOf(sku), quantity })),
    })
  const returns = () => desk.done(listReturns, { id: order.id })
  /** Counts pieces of a return that came. */
  const arrive = (inboundId: number, sku: string, pieces: { good: number; defective: number }) =>
    desk.send(receive, {
      inboundId,
      boxId: null,
      lines: [
        {
          productId: desk.productOf(sku),
          ...pieces,
          locationId: desk.at('A-01'),
          confirmedTotal: pieces.good + pieces.defective,
        },
      ],
    })
  return { ...desk, order, back, returns, arrive }
}

test('goods of a shipped order come back on a return under its number, never more than were sent', async () => {
  const desk = await aPrintedOrder()
  expect(await desk.back(['BOLT', 1]), 'not shipped').toMatchObject({
    success: false,
    message: `Order ${desk.order.orderNo} has not been shipped`,
  })
  await desk.send(shipOrders, { ids: [desk.order.id] })
  expect(await desk.returns()).toMatchObject({ isShipped: true, returns: [] })

  const opened = await desk.back(['BOLT', 2])
  expect(opened).toMatchObject({ success: true, data: { inboundNo: expect.stringMatching(/^RT/) } })
  expect(await desk.returns()).toMatchObject({
    lines: [
      { sku: 'BOLT', shipped: 3, returned: 2 },
      { sku: 'NUT', shipped: 1, returned: 0 },
    ],
    returns: [{ status: 'pending_confirm', pieces: 2 }],
  })
  const [inbound] = await server.owner<object>(
    `select inbound_type as type, origin_no as origin, customer_id::int as customer from inbounds where tenant_id = $1`,
    [desk.tenantId],
    desk.tenantId,
  )
  expect(inbound).toEqual({ type: 'return', origin: desk.order.orderNo, customer: desk.customerId })
  const sent = { id: desk.order.id, trackingNo: 'BACK-1', remark: 'broken' }
  const nut = { productId: desk.productOf('NUT'), quantity: 1 }
  const { id: second } = await desk.done(openReturn, { ...sent, lines: [nut] })
  const known = await desk.done(getInbound, { id: second })
  expect(known).toMatchObject({ trackingNos: ['BACK-1'], remark: 'broken', originNo: desk.order.orderNo })
  expect(
    (await desk.returns()).returns.map(({ id, pieces }) => [id, pieces]),
    'the last one first',
  ).toEqual([
    [second, 1],
    [(opened.data as { id: number }).id, 2],
  ])
  await desk.send(voidInbounds, { ids: [second] })

  const problems = async (...lines: Parameters<typeof desk.back>) => {
    const { data } = await desk.back(...lines)
    return (data as { fields: { path: string; message: string }[] }).fields
  }
  expect(await problems(['NUT', 1], ['BOLT', 2])).toEqual([
    expect.objectContaining({ path: 'lines.1.quantity', message: 'Up to 1 of BOLT can still be returned' }),
  ])
  expect(await problems(['BOLT', 1], ['BOLT', 1])).toEqual([
    expect.objectContaining({ path: 'lines.1.productId' }),
  ])
  expect(await problems(['BOLT', 1], ['SCREW', 1])).toEqual([
    expect.objectContaining({ path: 'lines.1.productId', message: returnsText.notInOrder.en_US }),
  ])

  const { id } = opened.data as { id: number }
  await desk.send(voidInbounds, { ids: [id] })
  expect(await desk.back(['BOLT', 3]), 'a voided return counts no more').toMatchObject({ success: true })
})

test('of two returns opened at once for the last pieces one is refused', async () => {
  const desk = await aPrintedOrder()
  await desk.send(shipOrders, { ids: [desk.order.id] })
  const answers = await Promise.all(Array.from({ length: 8 }, () => desk.back(['BOLT', 2])))
  expect(answers.filter(({ success }) => success)).toHaveLength(1)
})

test('a completed return counts the pieces that came: the others can be expected again', async () => {
  const desk = await aPrintedOrder()
  await desk.send(shipOrders, { ids: [desk.order.id] })
  const { id } = (await desk.back(['BOLT', 3])).data as { id: number }
  expect(await desk.arrive(id, 'BOLT', { good: 1, defective: 1 })).toMatchObject({ success: true })
  expect(await desk.back(['BOLT', 1]), 'the third may still come').toMatchObject({ success: false })
  expect(await desk.send(completeInbound, { id, differenceNote: 'one was not in it' })).toMatchObject({
    success: true,
    data: { status: 'complete' },
  })
  expect(await desk.returns()).toMatchObject({ lines: [{ sku: 'BOLT', shipped: 3, returned: 2 }, {}] })
  expect(await desk.back(['BOLT', 2]), 'one is left').toMatchObject({ success: false })
  expect(await desk.back(['BOLT', 1])).toMatchObject({ success: true })
})

test('pieces that came back unexpectedly count too', async () => {
  const desk = await aPrintedOrder()
  await desk.send(shipOrders, { ids: [desk.order.id] })
  const { id } = (await desk.back(['BOLT', 2])).data as { id: number }
  expect(await desk.arrive(id, 'BOLT', { good: 4, defective: 0 })).toMatchObject({ success: true })
  const refused = { success: false, data: { fields: [{ message: 'Up to 0 of BOLT can still be returned' }] } }
  expect(await desk.back(['BOLT', 1])).toMatchObject(refused)
  expect(await desk.send(completeInbound, { id, differenceNote: 'two more' })).toMatchObject({
    success: true,
  })
  expect(await desk.back(['BOLT', 1])).toMatchObject(refused)
})

test('goods come back although their product was disabled meanwhile', async () => {
  const desk = await aPrintedOrder()
  await desk.send(shipOrders, { ids: [desk.order.id] })
  await server.owner(
    `update products set is_enabled = false where tenant_id = $1 and sku = 'BOLT'`,
    [desk.tenantId],
    desk.tenantId,
  )
  const opened = await desk.back(['BOLT', 2])
  expect(opened).toMatchObject({ success: true })
  const { id } = opened.data as { id: number }
  expect(await desk.arrive(id, 'BOLT', { good: 2, defective: 0 })).toMatchObject({ success: true })
  expect(await desk.returns()).toMatchObject({ returns: [{ status: 'complete' }] })
})
