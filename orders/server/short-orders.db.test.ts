import { expect, test } from 'vitest'
import { approveCount, createCount, enterCount, submitCount } from '../../inventory/counts/contract.ts'
import { adjustStock, moveStock } from '../../inventory/stock/contract.ts'
import { createInbound } from '../../receiving/contract.ts'
import { putAway, receive } from '../../receiving/scanning/contract.ts'
import { blankInbound, blankInboundLine } from '../../testing/blank-inputs.ts'
import { aShippingDesk, doOrderJobs, type ShippingDesk } from '../../testing/order-builders.ts'
import { startTestServer } from '../../testing/test-server.ts'
import { auditOrders, getOrder, voidOrders } from '../contract.ts'

const server = await startTestServer()

/** Two bolts that are expected from a customer. */
const inbound = async (desk: ShippingDesk) => {
  const lines = [{ ...blankInboundLine, productId: desk.productOf('BOLT'), expected: 2 }]
  const { id } = await desk.done(createInbound, { customerId: desk.customerId, ...blankInbound, lines })
  return id
}
const received = (desk: ShippingDesk, inboundId: number, place: string) => {
  const line = { productId: desk.productOf('BOLT'), good: 2, defective: 0, locationId: desk.at(place) }
  return desk.done(receive, { inboundId, lines: [line] })
}
const bolts = async (desk: ShippingDesk, onHand: number) =>
  desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand })
const shelf = async (desk: ShippingDesk) => {
  const [row] = await server.owner<{ id: string }>('select id from stock', [], desk.tenantId)
  return Number(row?.id)
}

/** What happens before an order lacks goods, and how they come then. */
type Way = (desk: ShippingDesk) => Promise<() => Promise<unknown>>
const ways: Record<string, Way> = {
  'are put away': async (desk) => {
    const inboundId = await inbound(desk)
    await received(desk, inboundId, 'RECV')
    const line = { productId: desk.productOf('BOLT'), quantity: 2, locationId: desk.at('A-01') }
    return () => desk.done(putAway, { inboundId, lines: [line] })
  },
  'are received into a storage bin': async (desk) => {
    const inboundId = await inbound(desk)
    return () => received(desk, inboundId, 'A-01')
  },
  'come on their last day': async (desk) => async () => {
    const [day] = await server.owner<{ today: string }>(
      'select warehouse_today()::text as today',
      [],
      desk.tenantId,
    )
    const batchId = await desk.batch('BOLT', { expiryDate: day?.today ?? '' })
    return desk.move({ flow: 'receive', batchId, onHand: 2 })
  },
  'are found and adjusted': async (desk) => {
    await bolts(desk, 1)
    const lines = [{ stockId: await shelf(desk), quantity: 1 }]
    return () => desk.done(adjustStock, { lines, reason: 'found' })
  },
  'are counted': async (desk) => {
    await bolts(desk, 1)
    return async () => {
      const { id } = await desk.done(createCount, {
        ...{ zoneId: null, customerId: null, sku: null, locationCodes: ['A-01'], isBlind: false },
      })
      await desk.done(enterCount, { id, locationCode: 'A-01', code: 'BOLT', quantity: 2 })
      await desk.done(submitCount, { id })
      await desk.done(approveCount, { id })
    }
  },
  'turn out to be good': async (desk) => {
    const batchId = await desk.batch('BOLT')
    await desk.move({ flow: 'receive', batchId, onHand: 2, quality: 'defective' }, 'D-01')
    const lines = [{ stockId: await shelf(desk), quantity: 2 }]
    return () => desk.done(moveStock, { lines, toLocationCode: 'A-01', reason: 'only the box was damaged' })
  },
  'are given back by a voided order': async (desk) => {
    await bolts(desk, 2)
    const { id } = await desk.create({ lines: [desk.line('BOLT', 2)] })
    await desk.done(auditOrders, { ids: [id] })
    return () => desk.done(voidOrders, { ids: [id], reason: 'ordered twice' })
  },
}

test.each(Object.entries(ways))(
  'an order that lacked goods passes by itself once they %s',
  async (_, way) => {
    const desk = await aShippingDesk(server)
    const comes = await way(desk)
    const { id } = await desk.create({ lines: [desk.line('BOLT', 2)] })
    await desk.done(auditOrders, { ids: [id] })
    await doOrderJobs(server, desk)
    expect(await desk.done(getOrder, { id })).toMatchObject({ exceptionCode: 'stock_short' })
    await comes()
    await doOrderJobs(server, desk)
    expect(await desk.done(getOrder, { id })).toMatchObject({ status: 'pending_shipment' })
  },
)
