import { PDFDocument } from '@cantoo/pdf-lib'
import { auditOrders } from '../orders/contract.ts'
import { openPaper } from '../platform/printing/server/paper.ts'
import type { ShippingDesk } from './order-builders.ts'
import type { TestServer } from './test-server.ts'

type Order = Parameters<ShippingDesk['create']>[0]
type Desk = Omit<ShippingDesk, 'print'>

/** Orders that have passed their audit: their goods are allocated, and they have a label. */
export async function ordersToPrint(desk: Desk, count: number, over: Order = {}) {
  await someStock(desk)
  const orders: { id: number; orderNo: string }[] = []
  for (let n = 0; n < count; n++) orders.push(await desk.create(over))
  const { data } = await desk.send(auditOrders, { ids: orders.map(({ id }) => id) })
  const { failed } = data as { failed: { reason: string }[] }
  if (failed[0]) throw new Error(failed[0].reason)
  return orders
}

/** Enough bolts and nuts for any test, once. */
async function someStock(desk: Desk) {
  const known = stocked.get(desk) ?? fill(desk)
  stocked.set(desk, known)
  await known
}
const stocked = new WeakMap<Desk, Promise<void>>()

async function fill(desk: Desk) {
  const bolts = await desk.batch('BOLT')
  const nuts = await desk.batch('NUT')
  await desk.move({ flow: 'receive', batchId: bolts, onHand: 1000 }, 'A-01')
  await desk.move({ flow: 'receive', batchId: nuts, onHand: 1000 }, 'A-02')
}

/** The waybills of an order. */
export const waybillsOf = (server: TestServer, { tenantId }: { tenantId: number }, orderId: number) =>
  server.owner<{
    id: string
    status: string
    tracking_no: string
    print_count: number
    printed_at: Date | null
  }>('select * from waybills where order_id = $1 order by id', [orderId], tenantId)

/** A further package of an order, with an obtained label. */
export async function addPackage(
  server: TestServer,
  { tenantId }: { tenantId: number },
  orderId: number,
  trackingNo: string,
) {
  await server.owner(
    `with head as (
       insert into packages (tenant_id, order_id, package_seq)
       select $1, $2, 1 + count(*) from packages where tenant_id = $1 and order_id = $2 returning *)
     insert into waybills (tenant_id, package_id, order_id, channel_id, label_source, label_format, carrier, status)
     select h.tenant_id, h.id, h.order_id, c.id, c.label_source, c.label_format, c.carrier, 'requesting'
     from head h join orders o on o.tenant_id = h.tenant_id and o.id = h.order_id
     join channels c on c.tenant_id = o.tenant_id and c.id = o.channel_id`,
    [tenantId, orderId],
    tenantId,
  )
  await server.owner(
    `update waybills set status = 'obtained', obtained_at = now(), tracking_no = $3
     where tenant_id = $1 and order_id = $2 and status = 'requesting'`,
    [tenantId, orderId, trackingNo],
    tenantId,
  )
}

/** A carrier's label of an order, in place of one of our own. */
export async function carrierLabel(
  server: TestServer,
  desk: Pick<ShippingDesk, 'tenantId' | 'who' | 'write'>,
  orderId: number,
  bytes: Buffer,
) {
  const fileId = await desk.write((tx) =>
    server.files.keep(tx, desk.who, { name: 'label.pdf', mime: 'application/pdf', purpose: 'label', bytes }),
  )
  await server.owner(
    'update waybills set label_file_id = $2 where order_id = $1',
    [orderId, fileId],
    desk.tenantId,
  )
}

/** What a carrier sends: a barcode in the middle, on as many pages. */
export async function carrierPdf(code: string, pages = 1): Promise<Buffer> {
  const paper = openPaper({ width: 100, height: 150 }, 'carrier')
  for (let page = 0; page < pages; page++) {
    paper.turn()
    paper.code128(page === 0 ? code : `${code}-${page + 1}`, { x: 5, y: 60, width: 90, height: 30 })
  }
  return paper.whole()
}

/** The number of pages of a file. */
export const pagesOf = async (bytes: Uint8Array) => (await PDFDocument.load(bytes)).getPageCount()
