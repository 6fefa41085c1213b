import { expect, test, vi } from 'vitest'
import { nothingPending, readScan } from '../../../platform/scanning/web/reading.ts'
import { scanText } from '../../../platform/scanning/web/text.ts'
import { scanLine } from '../../../platform/scanning/web/use-queue.ts'
import { t } from '../../../platform/text/web/language.tsx'
import { aShippingDesk, type ShippingDesk } from '../../../testing/order-builders.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { answerQuestion, openTestPage } from '../../../testing/web/test-page.ts'
import { weighPackage } from '../contract.ts'
import { loadingText } from '../text.ts'
import { askTruck, Loader, sendWeight, ship, takeScan, undo, type WeighScan } from './loader.ts'

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
    /** Until the work is done, or something is asked. */
    untilAsked: (work: Promise<void>) =>
      Promise.race([
        work,
        new Promise<void>((resolve) => loader.listen(() => loader.state.question && resolve())),
      ]),
  }
}

/** A second package of an order, with its label printed. */
async function addPackage(desk: ShippingDesk, orderId: number) {
  await server.owner(
    `with k as (insert into packages (tenant_id, order_id, package_seq) values ($1, $2, 2) returning id)
     insert into waybills (tenant_id, package_id, order_id, channel_id, label_source, label_format, carrier, status)
     select $1, k.id, $2, $3, 'self_built', 'pdf_100x150', 'SELF', 'requesting' from k`,
    [desk.tenantId, orderId, desk.channelOf('LOCAL')],
    desk.tenantId,
  )
  await server.owner(
    `update waybills set status = 'obtained', tracking_no = 'SECOND', obtained_at = now(), print_count = 1, printed_at = now()
     where order_id = $1 and status = 'requesting'`,
    [orderId],
    desk.tenantId,
  )
}

const demandWeights = (desk: ShippingDesk) =>
  server.owner(
    `update warehouses set settings = settings || '{"weighRequired": true}' where tenant_id = $1`,
    [desk.tenantId],
    desk.tenantId,
  )

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

test('a load has five hundred orders at most', async () => {
  const desk = await aLoadingDesk()
  const [last, tooMany] = await desk.createPrinted({}, {})
  const { loader, scan, newest } = await aLoader(desk)
  await scan(`TN${last?.id}`)
  const [item] = loader.state.load
  if (!item) throw new Error('nothing is on the load')
  const others = Array.from({ length: 499 }, (_, n) => ({
    ...item,
    orderId: -n,
    trackingNo: `X${n}`,
    number: `X${n}`,
  }))
  loader.set({ load: others })
  await scan(`TN${last?.id}`)
  expect(newest()).toEqual(['ok', t(loadingText.added, { count: 500 })])
  await scan(`TN${tooMany?.id}`)
  expect(newest()).toEqual(['error', t(loadingText.full, { max: 500 })])
})

test('a package that is weighed is not weighed again because another one of its order is not', async () => {
  const desk = await aLoadingDesk()
  const [order] = await desk.createPrinted({})
  const id = order?.id ?? 0
  await addPackage(desk, id)
  await demandWeights(desk)
  await server.owner(
    `update packages set weight = 0.6 where order_id = $1 and package_seq = 1`,
    [id],
    desk.tenantId,
  )
  const { scan, newest, untilAsked } = await aLoader(desk)
  await untilAsked(scan(`TN${id}`))
  expect(newest()).toEqual(['ok', t(loadingText.added, { count: 1 })])
})

test('nothing is shipped while a weight is not sent yet', async () => {
  const desk = await aLoadingDesk()
  const [order] = await desk.createPrinted({})
  await demandWeights(desk)
  const { loader, scan, newest, untilAsked } = await aLoader(desk)
  page.cut((path) => path === weighPackage.path)
  try {
    const scanning = scan(`TN${order?.id}`)
    await answerQuestion(loader, '0.62')
    await scanning
    await untilAsked(loader.inTurn('', () => ship(loader)))
    expect(newest()).toEqual(['warning', t(scanText.waitFirst)])
  } finally {
    page.mend()
  }
  loader.queue.wake()
  await vi.waitUntil(() => loader.queue.line().entries.length === 0, { timeout: 30_000 })
})

test('work that continues has the packages that were on the load, and the truck', async () => {
  const desk = await aLoadingDesk()
  const [order] = await desk.createPrinted({})
  await addPackage(desk, order?.id ?? 0)
  const { loader, scan } = await aLoader(desk)
  loader.set({ truckNo: '7' })
  expect(loader.kept(), 'a truck without a package').toEqual({ items: [], truckNo: '7' })
  await scan(order?.orderNo ?? '')
  undo(loader)
  const kept = loader.kept()
  if (!kept) throw new Error('nothing is kept')
  const { loader: again } = await aLoader(desk)
  await again.resume(kept)
  expect(again.state.truckNo).toBe('7')
  expect(again.state.load.map(({ packageSeq }) => packageSeq)).toEqual([1])
})

test('the truck stays when the question for it is cancelled', async () => {
  const { loader } = await aLoader(await aLoadingDesk())
  const answer = async (reply: number | string) => {
    const asking = loader.inTurn('', () => askTruck(loader))
    await answerQuestion(loader, reply)
    await asking
    return loader.state.truckNo
  }
  const [noTruck, cancel] = [0, 1]
  expect(await answer('7')).toBe('7')
  expect(await answer(cancel)).toBe('7')
  expect(await answer(noTruck)).toBeNull()
})
