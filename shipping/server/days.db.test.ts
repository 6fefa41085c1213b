import { expect, test } from 'vitest'
import { auditOrders, listOrders } from '../../orders/contract.ts'
import { aShippingDesk } from '../../testing/order-builders.ts'
import { startTestServer } from '../../testing/test-server.ts'
import { listLabels } from '../labels/contract.ts'
import { listBatches, listOutbound, shipOrders } from '../outbound/contract.ts'
import { createPickingLists, listPickingLists } from '../picking/contract.ts'

const server = await startTestServer()
const desk = await aShippingDesk(server)
await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 9 })
const [gone] = await desk.createPrinted({}, {})
await desk.done(shipOrders, { ids: [gone?.id ?? 0] })
const listed = await desk.create()
await desk.done(auditOrders, { ids: [listed.id] })
await desk.done(createPickingLists, { ids: [listed.id] })

// When a row was made never changes otherwise.
for (const table of ['orders', 'picking_lists'])
  await server.owner(`alter table ${table} disable trigger user`)

/** Two days as the reader's clock has them, in Shanghai. */
const [from, to] = ['2026-03-01', '2026-03-02']
const instants = [
  ['2026-02-28T15:59:59.999Z', false],
  ['2026-02-28T16:00:00.000Z', true],
  ['2026-03-02T15:59:59.999Z', true],
  ['2026-03-02T16:00:00.000Z', false],
] as const

test.each([
  ['orders', 'orders.created_at', () => desk.done(listOrders, { createdFrom: from, createdTo: to })],
  ['labels', 'orders.created_at', () => desk.done(listLabels, { createdFrom: from, createdTo: to })],
  ['packages', 'orders.status_at', () => desk.done(listOutbound, { printedFrom: from, printedTo: to })],
  [
    'picking lists',
    'picking_lists.created_at',
    () => desk.done(listPickingLists, { createdFrom: from, createdTo: to }),
  ],
  [
    'batches',
    'shipment_batches.created_at',
    () => desk.done(listBatches, { shippedFrom: from, shippedTo: to }),
  ],
] as const)('%s of some days are those from the first midnight to the last', async (_, column, list) => {
  const [table, name] = column.split('.')
  const found: [string, boolean][] = []
  for (const [at] of instants) {
    await server.owner(`update ${table} set ${name} = $1`, [at], desk.tenantId)
    found.push([at, (await list()).total > 0])
  }
  expect(found).toEqual(instants.map((one) => [...one]))
})
