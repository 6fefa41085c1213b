import { expect, test } from 'vitest'
import { placeOfCustomer } from '../../customers/web/scan-place.ts'
import { placeOfProduct } from '../../products/web/scan-place.ts'
import { aShippingDesk } from '../../testing/order-builders.ts'
import { startTestServer } from '../../testing/test-server.ts'
import { openTestPage } from '../../testing/web/test-page.ts'
import { voidOrders } from '../contract.ts'
import { placeOfOrder } from './scan-place.ts'

const server = await startTestServer()
const page = openTestPage(server)

test('an order is opened by its number, its reference and its tracking number, scanned or pasted', async () => {
  const desk = await aShippingDesk(server)
  await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 5 })
  page.logIn(desk.token, desk.tenantId)
  const { id, orderNo } = await desk.create({ referenceNo: 'Web-1', platformOrderNo: '111-222' })
  const tracking = '9400136895232412345678'
  await server.owner(
    `insert into order_words (tenant_id, word, order_id, mark) values ($1, $2, $3, 'tracking')`,
    [desk.tenantId, tracking, id],
    desk.tenantId,
  )
  for (const number of [
    orderNo,
    ` ${orderNo.toLowerCase()} `,
    'WEB-1',
    '111-222',
    tracking,
    `42090001${tracking}`,
    '9400 1368 9523 2412 3456 78',
  ])
    expect([number, await placeOfOrder(number)]).toEqual([number, `/order/list?open=${id}`])
  for (const number of ['NOWHERE', ' ', 'x'.repeat(81)])
    expect([number, await placeOfOrder(number)]).toEqual([number, undefined])

  await desk.done(voidOrders, { ids: [id], reason: 'Ordered twice' })
  await desk.create({ referenceNo: 'Web-1' })
  expect(await placeOfOrder('web-1'), 'all orders that had the reference').toBe('/order/list?codes=web-1')
})

test('a customer is opened by its code, and a product by its SKU or barcode, or all that share it', async () => {
  const desk = await aShippingDesk(server)
  page.logIn(desk.token, desk.tenantId)
  expect(await placeOfCustomer(' acme ')).toBe(`/query/customer?open=${desk.customerId}`)
  const bolt = desk.productOf('BOLT')
  await server.owner(
    `insert into product_barcodes (tenant_id, product_id, customer_id, type, barcode)
     select tenant_id, id, customer_id, 'custom', 'X-' || sku from products where tenant_id = $1`,
    [desk.tenantId],
    desk.tenantId,
  )
  for (const code of ['BOLT', 'bolt', 'X-BOLT'])
    expect([code, await placeOfProduct(code)]).toEqual([code, `/query/productArchives?open=${bolt}`])
  await server.owner(
    `insert into products (tenant_id, customer_id, sku, name_en, search_line, audit_status)
     select $1, id, 'BOLT', 'Bolt', 'bolt', 'pending' from customers where tenant_id = $1 and customer_code = 'OTHER'`,
    [desk.tenantId],
    desk.tenantId,
  )
  expect(await placeOfProduct('Bolt')).toBe('/query/productArchives?codes=Bolt')
  for (const code of ['NOWHERE', ' ', 'x'.repeat(81)])
    expect([await placeOfProduct(code), await placeOfCustomer(code)]).toEqual([undefined, undefined])
})
