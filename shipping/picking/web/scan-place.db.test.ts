import { expect, test } from 'vitest'
import { aShippingDesk } from '../../../testing/order-builders.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { openTestPage } from '../../../testing/web/test-page.ts'
import { createPickingLists } from '../contract.ts'
import { placeOfPickingList } from './scan-place.ts'

const server = await startTestServer()
const page = openTestPage(server)

test('the number of a picking list leads to it, and the number of an order on it does not', async () => {
  const desk = await aShippingDesk(server)
  await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 1 })
  const [order] = await desk.createPrinted({})
  const { lists } = await desk.done(createPickingLists, { ids: [order?.id ?? 0] })
  const [list] = lists
  page.logIn(desk.token, desk.tenantId)
  expect(await placeOfPickingList(` ${list?.pickingNo.toLowerCase()} `)).toBe(
    `/order/list/picking_list?open=${list?.id}`,
  )
  expect(await placeOfPickingList(order?.orderNo ?? '')).toBeUndefined()
})
