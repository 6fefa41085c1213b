import { expect, test } from 'vitest'
import { auditOrders } from '../../../orders/contract.ts'
import { aShippingDesk } from '../../../testing/order-builders.ts'
import { aUser, startTestServer } from '../../../testing/test-server.ts'
import { shipOrders, weighPackage } from '../../outbound/contract.ts'
import { cancelPickingLists, completePickingLists, createPickingLists } from '../../picking/contract.ts'
import { orderDocuments } from '../contract.ts'

const server = await startTestServer()

test('an order names its picking lists, what its packages weigh and the batch it left with', async () => {
  const desk = await aShippingDesk(server)
  await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 10 })
  const { id } = await desk.create()
  const { id: beside } = await desk.create()
  const documents = (of = id) => desk.done(orderDocuments, { id: of })
  expect(await documents()).toEqual({ pickingLists: [], packages: [], shipment: null })

  await desk.done(auditOrders, { ids: [id, beside] })
  const listed = async (...ids: number[]) => {
    const { lists } = await desk.done(createPickingLists, { ids })
    return { id: lists[0]?.id ?? 0, pickingNo: lists[0]?.pickingNo }
  }
  const first = await listed(id)
  await desk.done(cancelPickingLists, { ids: [first.id] })
  const second = await listed(beside, id)
  const pickingLists = [
    { ...second, basketNo: expect.any(Number), isLive: true },
    { ...first, basketNo: 1, isLive: false },
  ]
  await desk.done(completePickingLists, { ids: [second.id] })
  await desk.print([id, beside])
  expect(await documents()).toEqual({
    pickingLists,
    packages: [{ packageSeq: 1, weight: null }],
    shipment: null,
  })

  const [box] = await server.owner<{ id: string }>(
    'select id from packages where order_id = $1',
    [id],
    desk.tenantId,
  )
  await desk.done(weighPackage, { packageId: Number(box?.id), weight: '0.520' })
  const { batches } = await desk.done(shipOrders, { ids: [id], truckNo: 'TRUCK-7' })
  expect(await documents()).toEqual({
    pickingLists,
    packages: [{ packageSeq: 1, weight: '0.520' }],
    shipment: {
      batchId: batches[0]?.id,
      batchNo: batches[0]?.batchNo,
      truckNo: 'TRUCK-7',
      shippedAt: expect.any(String),
    },
  })
  expect(await documents(beside)).toMatchObject({ packages: [{ weight: null }], shipment: null })

  expect((await desk.send(orderDocuments, { id: 999_999 })).data).toMatchObject({ kind: 'not_found' })
  const viewer = await aUser(server, { tenantId: desk.tenantId, permissions: ['order:order:view'] })
  expect((await server.send(orderDocuments, { id }, viewer)).success).toBe(true)
})
