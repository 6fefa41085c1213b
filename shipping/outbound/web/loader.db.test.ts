import { expect, test, vi } from 'vitest'
import { nothingPending, readScan } from '../../../platform/scanning/web/reading.ts'
import { scanLine } from '../../../platform/scanning/web/use-queue.ts'
import { t } from '../../../platform/text/web/language.tsx'
import { aShippingDesk, type ShippingDesk } from '../../../testing/order-builders.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { answerQuestion, openTestPage } from '../../../testing/web/test-page.ts'
import { loadingText } from '../text.ts'
import { Loader, sendWeight, ship, takeScan, type WeighScan } from './loader.ts'

/** The screen for loading the truck with the real server, without a browser. */
const server = await startTestServer()
const page = openTestPage(server)
vi.stubGlobal('window', { document: { hidden: false } })

async function aLoadingDesk() {
  const desk = await aShippingDesk(server)
  await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 100 })
  return desk
}

async function aLoader(desk: ShippingDesk) {
  page.logIn(desk.token, desk.tenantId)
  const line = scanLine<WeighScan, { weight: string }>('outbound', sendWeight)
  const loader = new Loader(line.queue, () => true)
  line.hearers.clear()
  line.hearers.add(loader)
  await line.queue.open()
  return {
    loader,
    /** As the scan field does: what a scanner sends is read first. */
    scan: async (sent: string) => {
      const { reading } = readScan(sent, nothingPending)
      if (reading.kind !== 'code') throw new Error(`${sent} is ${JSON.stringify(reading)}`)
      await loader.inTurn(reading.code, () => takeScan(loader, reading))
    },
    newest: () => {
      const [mark] = loader.state.marks
      return [mark?.tone, mark?.words]
    },
    orders: () => loader.state.load.map(({ orderId }) => orderId),
  }
}

test.each([
  ['with its symbology identifier', ']C142090001\u001d'],
  ['with the separator', '42090001\u001d'],
  ['as digits alone', '42090001'],
])('a USPS label sent %s puts its package onto the load', async (_, before) => {
  const desk = await aLoadingDesk()
  const [order] = await desk.createPrinted({})
  await server.owner(
    `update waybills set tracking_no = '9400136895232412345678' where order_id = $1`,
    [order?.id],
    desk.tenantId,
  )
  const { scan, newest, orders } = await aLoader(desk)
  await scan(`${before}9400136895232412345678`)
  expect([newest(), orders()]).toEqual([['ok', t(loadingText.added, { count: 1 })], [order?.id]])
})

test('after a refused shipment another customer’s order with the same reference stays off the load', async () => {
  const desk = await aLoadingDesk()
  await desk.move({ flow: 'receive', batchId: await desk.batch('SCREW'), onHand: 10 })
  const [other] = await server.owner<{ id: string }>(
    `select id from customers where customer_code = 'OTHER'`,
    [],
    desk.tenantId,
  )
  const [mine] = await desk.createPrinted(
    { referenceNo: 'R-1' },
    { referenceNo: 'R-1', customerId: Number(other?.id), lines: [desk.line('SCREW', 1)] },
  )
  const { loader, scan, newest, orders } = await aLoader(desk)
  const scanning = scan('R-1')
  const question = await vi.waitUntil(() => loader.state.question)
  question.choices.find(({ text }) => text.startsWith(mine?.orderNo ?? ''))?.run()
  await scanning
  expect(orders()).toEqual([mine?.id])

  await server.owner(
    `update orders set intercept_status = 'requested', intercept_reason = 'x' where id = $1`,
    [mine?.id],
    desk.tenantId,
  )
  const shipping = loader.inTurn('', () => ship(loader))
  await answerQuestion(loader, 0)
  await shipping
  expect([newest(), orders()]).toEqual([['error', t(loadingText.refused, { count: 1 })], [mine?.id]])
  expect(loader.state.load[0]?.obstacle).toBe('intercepted')
})
