import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { chargeAccounts } from '../../billing/money/server/ledger.ts'
import { listFlows, unblockStock } from '../../inventory/stock/contract.ts'
import { post } from '../../inventory/stock/server/ledger.ts'
import type { OutputOf, SentTo } from '../../platform/calls/call.ts'
import type { Who } from '../../platform/calls/who.ts'
import { openDatabase, type Tx } from '../../platform/database/server/db.ts'
import { actOnAll } from '../../platform/lists/lists.ts'
import { productImport } from '../../products/import-form.ts'
import { productsFromSheet } from '../../products/server/import-products.ts'
import { lockProduct } from '../../products/server/products.ts'
import { shipOrders } from '../../shipping/outbound/contract.ts'
import { untilLockWaits } from '../../testing/lock-waits.ts'
import {
  addLabelChannels,
  aShippingDesk,
  doOrderJobs,
  type ShippingDesk,
} from '../../testing/order-builders.ts'
import { aPerson, aSession, startTestServer } from '../../testing/test-server.ts'
import { worked } from '../../testing/work.ts'
import {
  assignChannel,
  auditOrders,
  countExceptions,
  countOrders,
  createOrder,
  editOrder,
  getOrder,
  listOrders,
  markOrders,
  orderChannels,
  orderProducts,
  orderStatesOf,
  voidOrders,
} from '../contract.ts'
import { auditOrders as auditNow } from './audit.ts'
import { orderJobs } from './jobs.ts'
import { createOrder as writeOrder, writeOrders } from './orders.ts'

const server = await startTestServer()

type Order = OutputOf<typeof getOrder>
const one = async (desk: ShippingDesk, id: number) => (await desk.send(getOrder, { id })).data as Order
/** What is wrong, by field. */
const problemsOf = ({ data }: { data: unknown }) =>
  Object.fromEntries(
    (data as { fields: { path: string; message: string }[] }).fields.map(({ path, message }) => [
      path,
      message,
    ]),
  )
const audit = (desk: ShippingDesk, ...ids: number[]) => desk.done(auditOrders, { ids })
/** Orders of one bolt each, written at once. */
const manyOrders = async (desk: ShippingDesk, count: number) => {
  const orders = Array.from({ length: count }, () => {
    const { customerId, ...facts } = createOrder.input.parse(desk.facts())
    return { customerId, facts }
  })
  return (await desk.write((tx) => writeOrders(tx, desk.who, orders))).map(({ id }) => id)
}
const reasonOf = async (desk: ShippingDesk, over: Parameters<ShippingDesk['facts']>[0]) => {
  const { id } = await desk.create(over)
  const { failed } = await audit(desk, id)
  return { ...(await one(desk, id)), reason: failed[0]?.reason }
}

describe('an order', () => {
  test('is created while a picture is added to its product, and while an import has the product', async () => {
    const desk = await aShippingDesk(server)
    const value = productImport.line.parse({ customerCode: 'ACME', sku: 'BOLT', nameEn: 'Bolt' })
    const locks: ((tx: Tx) => Promise<unknown>)[] = [
      (tx) => lockProduct(tx, desk.who, desk.productOf('BOLT')),
      (tx) => productsFromSheet.write(tx, desk.who, [{ rowNo: 2, value, verdict: 'update' }]),
    ]
    for (const lock of locks)
      await desk.write(async (tx) => {
        await lock(tx)
        expect(await desk.send(createOrder, desk.facts())).toMatchObject({ success: true })
      })
  })

  test('is written with its class, its estimate and its search words, and found by each of them', async () => {
    const desk = await aShippingDesk(server)
    const made = await desk.create({
      referenceNo: 'Web-1',
      platformOrderNo: '111-222',
      lines: [desk.line('BOLT', 2), desk.line('NUT', 1)],
    })
    expect(made.orderNo).toMatch(/^OB\d{6}-00001$/)
    expect(await one(desk, made.id)).toMatchObject({
      status: 'pending_audit',
      pieceClass: 'mm',
      skuCount: 2,
      pieceCount: 3,
      estWeight: '1.500',
      estLength: '10.00',
      estWidth: '8.00',
      estHeight: '15.00',
      lines: [
        { lineNo: 1, sku: 'BOLT', quantity: 2, allocated: [] },
        { lineNo: 2, sku: 'NUT', quantity: 1 },
      ],
    })
    const classes = await Promise.all(
      [1, 4].map(async (quantity) => {
        const { id } = await desk.create({ lines: [desk.line('BOLT', quantity)] })
        return (await one(desk, id)).pieceClass
      }),
    )
    expect(classes).toEqual(['ss', 'sm'])
    for (const search of ['WEB-1', '111-2', made.orderNo.toLowerCase()]) {
      const { rows } = await desk.done(listOrders, { search })
      expect([search, rows.map(({ id }) => id)]).toEqual([search, [made.id]])
    }
    const codes = ['web-1', 'nowhere', '111-222']
    const { data } = await desk.send(listOrders, { codes })
    expect(data).toMatchObject({ total: 1, missing: ['nowhere'] })
  })

  test('is found by a number past five digits, too', async () => {
    const desk = await aShippingDesk(server)
    await server.owner(
      `insert into number_series (tenant_id, prefix, day, last) values ($1, 'OB', warehouse_today(), 99998)`,
      [desk.tenantId],
      desk.tenantId,
    )
    const made = [await desk.create(), await desk.create()]
    expect(made.map(({ orderNo }) => orderNo.split('-')[1])).toEqual(['99999', '100000'])
    for (const { id, orderNo } of made)
      for (const input of [{ codes: [orderNo.toLowerCase()] }, { search: orderNo }])
        expect((await desk.done(listOrders, input)).rows.map((row) => row.id)).toEqual([id])
  })

  test('may have any postal code where its country has no form for it', async () => {
    const desk = await aShippingDesk(server)
    const abroad = { countryCode: 'HK', stateCode: null }
    const { id } = await desk.create({ ...abroad, postcode: 'AB😀😀' })
    const { customerId: _, ...facts } = desk.facts({ ...abroad, postcode: 'CD😀' })
    await desk.done(editOrder, { id, rowVersion: 1, ...facts })
    const log = await server.owner<{ postcode: string }>(
      `select after ->> 'postcode' as postcode from audit_log where object_type = 'order' and object_id = $1 order by id`,
      [id],
      desk.tenantId,
    )
    expect(log).toEqual([{ postcode: 'AB😀' }, { postcode: 'CD😀' }])
  })

  test('is found by a platform’s number that gets much longer in the form in which it is compared', async () => {
    const desk = await aShippingDesk(server)
    const { id } = await desk.create({ platformOrderNo: 'ﷺ'.repeat(60) })
    expect((await desk.done(listOrders, { search: 'ﷺ' })).rows.map((row) => row.id)).toEqual([id])
  })

  test('keeps its reference to itself until it is voided', async () => {
    const desk = await aShippingDesk(server)
    const { id } = await desk.create({ referenceNo: 'TWICE' })
    const again = () => desk.send(createOrder, desk.facts({ referenceNo: 'twice' }))
    expect(problemsOf(await again())).toEqual({
      referenceNo: 'This customer already has an order with this reference',
    })
    await desk.send(voidOrders, { ids: [id], reason: 'cancelled by the customer' })
    expect(await again()).toMatchObject({ success: true })
  })

  test.each([
    ['a state its country does not have', { stateCode: 'ZZ' }, 'stateCode'],
    ['no state where the country has states', { stateCode: null }, 'stateCode'],
    ['a postal code of another form', { postcode: '9000' }, 'postcode'],
    ['no postal code', { postcode: null }, 'postcode'],
    ['a channel that does not exist', { channelId: 999_999 }, 'channelId'],
    [
      'a product of somebody else',
      { lines: [{ productId: 999_999, quantity: 1, declaredValue: null }] },
      'lines.0.productId',
    ],
    ['no lines', { lines: [] }, 'lines'],
    ['a country that is none', { countryCode: 'XX' }, 'countryCode'],
  ])('is refused with %s, at its field', async (_, over, field) => {
    const desk = await aShippingDesk(server)
    expect(Object.keys(problemsOf(await desk.send(createOrder, desk.facts(over))))).toEqual([field])
  })

  test('is refused with the same product twice, one that is disabled, and one that is not approved', async () => {
    const desk = await aShippingDesk(server)
    const wrong = async (lines: ReturnType<ShippingDesk['line']>[]) =>
      problemsOf(await desk.send(createOrder, desk.facts({ lines })))
    expect(await wrong([desk.line('BOLT', 1), desk.line('BOLT', 2)])).toEqual({
      'lines.1.productId': 'BOLT is listed twice. Add the quantities.',
    })
    expect(await wrong([desk.line('SCREW', 1)])).toEqual({
      'lines.0.productId': 'This customer has no such product',
    })
    await server.owner(`update products set is_enabled = false where sku = 'NUT'`, [], desk.tenantId)
    expect(await wrong([desk.line('NUT', 1)])).toEqual({ 'lines.0.productId': 'Product NUT is disabled' })
    const customer = await desk.send(createOrder, desk.facts({ customerId: 999_999 }))
    expect(problemsOf(customer)).toEqual({ customerId: 'Customer not found' })
    await server.owner(
      `update customers set is_enabled = false where customer_code = 'ACME'`,
      [],
      desk.tenantId,
    )
    expect(problemsOf(await desk.send(createOrder, desk.facts()))).toEqual({
      customerId: 'This customer is disabled',
    })
  })

  test('names another sender than the warehouse as a whole or not at all', async () => {
    const desk = await aShippingDesk(server)
    const sender = {
      senderName: 'Toy Brand',
      senderPhone: '+1 555 0111',
      senderCountry: 'US',
      senderState: 'CA',
      senderCity: 'Fresno',
      senderPostcode: '93650',
      senderAddress: '5 Virginia Street',
    }
    const wrong = async (over: Partial<typeof sender>) =>
      problemsOf(await desk.send(createOrder, desk.facts({ ...sender, ...over })))
    const isWhole = 'A sender needs a name, country, city and address'
    expect(await wrong({ senderName: '' })).toEqual({ senderName: isWhole })
    expect(await wrong({ senderCountry: '' })).toEqual({ senderCountry: isWhole })
    expect(await wrong({ senderCity: ' ' })).toEqual({ senderCity: isWhole })
    expect(await wrong({ senderAddress: '' })).toEqual({ senderAddress: isWhole })
    expect(await wrong({ senderState: 'QQ' })).toEqual({ senderState: expect.stringContaining('QQ') })
    expect(await wrong({ senderPostcode: 'A1' })).toEqual({ senderPostcode: expect.stringContaining('US') })

    const { id } = await desk.create(sender)
    const made = await one(desk, id)
    expect(made).toMatchObject(sender)
    const person = await aPerson(server, desk.tenantId, { permissions: ['order:order:view'] })
    const token = await aSession(server, desk.tenantId, person.id)
    expect((await server.send(getOrder, { id }, { token })).data).toMatchObject({
      senderName: '***',
      senderPhone: '***',
      senderAddress: '***',
      senderCity: 'Fresno',
    })
    const { customerId: _, ...facts } = desk.facts({ referenceNo: made.referenceNo })
    await desk.done(editOrder, { id, rowVersion: made.rowVersion, ...facts })
    expect(await one(desk, id)).toMatchObject({ senderName: null, senderCountry: null, senderAddress: null })
    const log = await server.owner(
      'select before, after from audit_log where object_id = $1 and object_type = $2',
      [id, 'order'],
      desk.tenantId,
    )
    expect(JSON.stringify(log)).toContain('senderAddress')
    expect(JSON.stringify(log)).not.toMatch(/Virginia|Toy Brand|555 0111/)
  })

  test('shows its recipient only to users who may edit orders', async () => {
    const desk = await aShippingDesk(server)
    const { id } = await desk.create({ phone: '+1 555 0100', email: 'ann@example.com', company: 'Example' })
    const person = await aPerson(server, desk.tenantId, { permissions: ['order:order:view'] })
    const token = await aSession(server, desk.tenantId, person.id)
    const { data } = await server.send(getOrder, { id }, { token })
    expect(data).toMatchObject({
      isMasked: true,
      receiverName: 'A***',
      company: '***',
      phone: '***',
      email: '***',
      address1: '***',
      address2: null,
      city: 'Los Angeles',
      postcode: '90001',
    })
    const list = await server.send(listOrders, {}, { token })
    expect(JSON.stringify(list.data)).not.toContain('Ann')
    expect(await one(desk, id)).toMatchObject({
      isMasked: false,
      receiverName: 'Ann Example',
      phone: '+1 555 0100',
    })

    const failure = { text: 'labelRefused', values: { reason: 'Nobody called Ann at this address' } }
    const asOwner = (change: string) =>
      server.owner(change, [id, JSON.stringify(failure), desk.tenantId], desk.tenantId)
    for (const change of [
      `with package as (insert into packages (tenant_id, order_id) values ($3, $1) returning id)
       insert into waybills (tenant_id, package_id, order_id, channel_id, label_source, label_format, carrier, status, fail_facts)
       select $3, package.id, $1, o.channel_id, 'carrier_api', 'pdf_100x150', 'UPS', 'requesting', $2::jsonb from package, orders o where o.id = $1`,
      `update orders set status = 'under_audit' where tenant_id = $3 and id = $1 and $2::text is not null`,
      `update orders set status = 'audit_exception', exception_code = 'label_failed', exception_facts = $2::jsonb
       where tenant_id = $3 and id = $1`,
    ])
      await asOwner(change)
    for (const [reader, reason] of [
      [{ ...desk.session, token }, '***'],
      [desk.session, failure.values.reason],
    ] as const) {
      const words = `The carrier issued no label: ${reason}`
      expect((await server.send(getOrder, { id }, reader)).data).toMatchObject({
        exception: words,
        waybills: [{ failure: words }],
      })
      expect((await server.send(listOrders, {}, reader)).data).toMatchObject({ rows: [{ exception: words }] })
    }
  })
})

describe('the audit', () => {
  test('allocates the goods of what passes, and names what the others lack', async () => {
    const desk = await aShippingDesk(server)
    const bolts = await desk.batch('BOLT')
    await desk.move({ flow: 'receive', batchId: bolts, onHand: 5 })
    const [first, second, third] = [
      await desk.create({ lines: [desk.line('BOLT', 3)] }),
      await desk.create({ lines: [desk.line('BOLT', 3), desk.line('NUT', 2)] }),
      await desk.create({ lines: [desk.line('BOLT', 2)] }),
    ]
    const result = await audit(desk, first.id, second.id, third.id, 999_999)
    expect(result).toEqual({
      ok: 2,
      failed: [
        { id: second.id, no: second.orderNo, reason: 'Not enough stock, missing: BOLT × 1, NUT × 2' },
        { id: 999_999, no: '999999', reason: 'Order not found' },
      ],
    })
    expect(await desk.level(bolts)).toEqual([5, 5, 0, 3])
    expect(await one(desk, first.id)).toMatchObject({
      status: 'pending_shipment',
      exceptionCode: null,
      lines: [{ allocated: [{ locationCode: 'A-01', quantity: 3 }] }],
    })
    expect(await one(desk, second.id)).toMatchObject({
      status: 'audit_exception',
      exceptionCode: 'stock_short',
      exception: 'Not enough stock, missing: BOLT × 1, NUT × 2',
      lines: [{ allocated: [] }, { allocated: [] }],
    })
    const audits = await server.owner(
      `select id = $2 as "isFirst", audited_by = $3 as "isByUs" from orders
       where tenant_id = $1 and audited_at is not null order by id limit 1`,
      [desk.tenantId, first.id, desk.who.accountId],
      desk.tenantId,
    )
    expect(audits).toEqual([{ isFirst: true, isByUs: true }])
    const flows = await desk.send(listFlows, { sourceNo: first.orderNo })
    expect(flows.data).toMatchObject({
      rows: [{ flowType: 'allocate', cause: { kind: 'order', id: first.id } }],
    })
    const { data: counts } = await desk.send(countOrders, {})
    expect(counts).toMatchObject({ pending_shipment: 2, audit_exception: 1, pending_audit: 0 })
  })

  test('serves the higher priority first, and then the older order', async () => {
    const desk = await aShippingDesk(server)
    await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 2 })
    const [old, young, urgent] = [
      await desk.create(),
      await desk.create(),
      await desk.create({ priority: 5 }),
    ]
    const { failed } = await audit(desk, young.id, old.id, urgent.id)
    expect(failed.map(({ id }) => id)).toEqual([young.id])
  })

  test('tells an order that passed from one that cannot be audited now', async () => {
    const desk = await aShippingDesk(server)
    await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 2 })
    const { id, orderNo } = await desk.create()
    expect(await audit(desk, id)).toEqual({ ok: 1, failed: [] })
    expect(await audit(desk, id)).toEqual({
      ok: 0,
      failed: [{ id, no: orderNo, reason: `Order ${orderNo} is “Pending shipment”, so this isn’t possible` }],
    })
    const other = await desk.create()
    await server.owner(
      `update orders set intercept_status = 'requested' where id = $1`,
      [other.id],
      desk.tenantId,
    )
    expect((await audit(desk, other.id)).failed[0]?.reason).toContain('An intercept of order')
    expect(await one(desk, other.id)).toMatchObject({ status: 'pending_audit' })
  })

  test('tests the address by the rules of the channel', async () => {
    const desk = await aShippingDesk(server)
    const rules = (set: string) =>
      server.owner(`update channels set ${set} where channel_code = 'LOCAL'`, [], desk.tenantId)
    await rules('need_phone = true')
    expect(await reasonOf(desk, {})).toMatchObject({
      exceptionCode: 'address_invalid',
      reason: 'Channel LOCAL needs the recipient’s phone number',
    })
    await rules('need_phone = false, need_email = true')
    expect(await reasonOf(desk, { phone: '123' })).toMatchObject({
      reason: 'Channel LOCAL needs the recipient’s email address',
    })
    await rules('need_email = false, address_len = 12')
    expect(await reasonOf(desk, {})).toMatchObject({
      reason: 'Channel LOCAL takes address lines of up to 12 characters',
    })
    expect(await reasonOf(desk, { address1: 'x'.repeat(12), address3: 'y'.repeat(13) })).toMatchObject({
      exceptionCode: 'address_invalid',
    })
    expect(await reasonOf(desk, { address1: 'x'.repeat(12) })).toMatchObject({ exceptionCode: 'stock_short' })
    const late = await desk.create({ address1: 'x' })
    await server.owner(`update states set is_enabled = false where state_code = 'CA'`, [], desk.tenantId)
    expect((await audit(desk, late.id)).failed[0]?.reason).toBe('US has no state or province CA')
  })

  test('tests whether the channel takes the order', async () => {
    const desk = await aShippingDesk(server)
    const channel = (code: string) => ({ channelId: desk.channelOf(code) })
    expect(await reasonOf(desk, channel('OTHERS'))).toMatchObject({
      exceptionCode: 'channel_unavailable',
      reason: 'Channel OTHERS is not open to this customer',
    })
    expect(await reasonOf(desk, { ...channel('LIGHT'), lines: [desk.line('BOLT', 3)] })).toMatchObject({
      reason: 'The weight of 1.500 kg is above the 1.200 kg that channel LIGHT takes',
    })
    expect(await reasonOf(desk, { ...channel('LIGHT'), lines: [desk.line('BOLT', 2)] })).toMatchObject({
      exceptionCode: 'stock_short',
    })
    expect(await reasonOf(desk, { countryCode: 'FR', stateCode: null, postcode: '75001' })).toMatchObject({
      reason: 'Channel LOCAL doesn’t deliver to FR',
    })
    expect(await reasonOf(desk, { signature: true })).toMatchObject({
      reason: 'Channel LOCAL doesn’t offer signatures',
    })
    expect(await reasonOf(desk, { insuredValue: '10' })).toMatchObject({
      reason: 'Channel LOCAL doesn’t offer insurance',
    })
    const limit = (set: string) =>
      server.owner(`update channels set ${set} where channel_code = 'LIGHT'`, [], desk.tenantId)
    await limit('max_longest = 9.99')
    expect(await reasonOf(desk, channel('LIGHT'))).toMatchObject({
      reason: 'The longest side of 10.00 cm is above the 9.99 cm that channel LIGHT takes',
    })
    await limit('max_longest = 10, max_girth_sum = 35.99')
    expect(await reasonOf(desk, channel('LIGHT'))).toMatchObject({
      reason: 'Length plus girth of 36.00 cm is above the 35.99 cm that channel LIGHT takes',
    })
    const { id } = await desk.create(channel('LIGHT'))
    await limit('max_girth_sum = 36, is_enabled = false')
    expect((await audit(desk, id)).failed).toMatchObject([{ reason: 'Channel LIGHT is disabled' }])
  })

  test('estimates by the products as they are measured now', async () => {
    const desk = await aShippingDesk(server)
    await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 5 })
    const asOwner = (text: string) => server.owner(text, [], desk.tenantId)
    await asOwner(`update products set declared_weight = 5 where sku = 'BOLT'`)
    const light = { channelId: desk.channelOf('LIGHT') }
    const [first, moved, ready] = [await desk.create(light), await desk.create(light), await desk.create()]
    expect(await audit(desk, ready.id)).toMatchObject({ ok: 1 })
    expect((await audit(desk, first.id)).failed).toMatchObject([{ reason: expect.stringContaining('5.000') }])
    await asOwner(`update products set measured_weight = 0.7, measured_length = 3, measured_width = 4, measured_height = 9,
      measured_at = now(), measured_by = ${desk.who.accountId} where sku = 'BOLT'`)
    expect(await audit(desk, first.id)).toEqual({ ok: 1, failed: [] })
    const now = { estWeight: '0.700', estLength: '9.00', estWidth: '4.00', estHeight: '3.00' }
    expect(await one(desk, first.id)).toMatchObject(now)
    expect(await one(desk, moved.id)).toMatchObject({ estWeight: '5.000' })
    await desk.send(assignChannel, { ids: [moved.id], channelId: desk.channelOf('LOCAL') })
    expect(await one(desk, moved.id)).toMatchObject({ status: 'pending_audit', ...now })
    await desk.done(assignChannel, { ids: [ready.id], channelId: light.channelId })
    expect(await one(desk, ready.id)).toMatchObject({ status: 'pending_shipment', ...now })
  })

  test('keeps the estimate for which a label was bought', async () => {
    const desk = await aShippingDesk(server)
    const label = await addLabelChannels(server, desk)
    await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 5 })
    const [bought, uploaded] = [
      { ...(await desk.create({ channelId: label('BOUGHT') })), channel: label('BOUGHT') },
      await desk.create({ channelId: label('UPLOAD') }),
    ]
    await audit(desk, bought.id, uploaded.id)
    await doOrderJobs(server, desk)
    const asOwner = (text: string) => server.owner(text, [bought.id], desk.tenantId)
    await asOwner(`update orders set status = 'audit_exception', exception_code = 'short_pick' where id = $1`)
    await server.owner(`update products set declared_weight = 5 where sku = 'BOLT'`, [], desk.tenantId)
    await audit(desk, bought.id, uploaded.id)
    expect(await one(desk, bought.id)).toMatchObject({ status: 'pending_shipment', estWeight: '0.500' })
    expect(await one(desk, uploaded.id)).toMatchObject({
      exceptionCode: 'label_waiting',
      estWeight: '5.000',
    })

    // Nor does a label that is being bought, or may have been, lose it; one that was refused does.
    await server.owner(`update products set declared_weight = 0.5 where sku = 'BOLT'`, [], desk.tenantId)
    const estimates: (string | null)[] = []
    for (const label of [null, `'failed', is_unknown = true`, `'failed', is_unknown = false`]) {
      const order = await desk.create({ channelId: bought.channel })
      await audit(desk, order.id)
      const change = (text: string) => server.owner(text, [order.id], desk.tenantId)
      if (label) await change(`update waybills set status = ${label} where order_id = $1`)
      await change(`update orders set status = 'audit_exception', exception_code = 'timeout' where id = $1`)
      await server.owner(`update products set declared_weight = 5 where sku = 'BOLT'`, [], desk.tenantId)
      await audit(desk, order.id)
      await server.owner(`update products set declared_weight = 0.5 where sku = 'BOLT'`, [], desk.tenantId)
      estimates.push((await one(desk, order.id)).estWeight)
    }
    expect(estimates).toEqual(['0.500', '0.500', '5.000'])
  })

  test('estimates by the same rule as a new order', async () => {
    const desk = await aShippingDesk(server)
    const sides = (length: string, width: string, height: string) =>
      `declared_length = ${length}, declared_width = ${width}, declared_height = ${height}`
    const cases = [
      [sides('7.25', '1.13', '30.01'), 'declared_weight = 0.333', 7, 1],
      [sides('2', '40', '3.5'), 'declared_weight = 12.001', 3, 9],
      [sides('null', 'null', 'null'), 'declared_weight = 2', 1, 2],
      [sides('99999999.99', '99999999.98', '99999999.97'), 'declared_weight = null', 1, 4],
      [sides('99999999.99', '99999999.98', '99999999.97'), 'declared_weight = 999999999.999', 2, 5],
    ] as const
    const estimates = async () =>
      server.owner(
        `select id, est_weight, est_length, est_width, est_height from orders order by id`,
        [],
        desk.tenantId,
      )
    for (const [size, weight, bolts, nuts] of cases) {
      await server.owner(`update products set ${size}, ${weight} where sku = 'BOLT'`, [], desk.tenantId)
      const lines = [desk.line('BOLT', bolts), desk.line('NUT', nuts)]
      const made = [await desk.create({ lines: lines.slice(0, 1) }), await desk.create({ lines })]
      const before = await estimates()
      await server.owner(
        `update orders set est_weight = 1, est_length = 1, est_width = 1, est_height = 1 where id = any($1)`,
        [made.map(({ id }) => id)],
        desk.tenantId,
      )
      await audit(desk, ...made.map(({ id }) => id))
      expect(await estimates(), `${size}, ${weight}`).toEqual(before)
    }
  })

  test('of many at once gives each piece away once', async () => {
    const desk = await aShippingDesk(server)
    const bolts = await desk.batch('BOLT')
    await desk.move({ flow: 'receive', batchId: bolts, onHand: 10 })
    const orders = []
    for (let n = 0; n < 20; n++) orders.push(await desk.create())
    const results = await Promise.all(orders.map(({ id }) => audit(desk, id)))
    expect(results.reduce((sum, { ok }) => sum + ok, 0)).toBe(10)
    expect(await desk.level(bolts)).toEqual([10, 10, 0, 11])
  })

  test('of one order by many is done once', async () => {
    const desk = await aShippingDesk(server)
    const bolts = await desk.batch('BOLT')
    await desk.move({ flow: 'receive', batchId: bolts, onHand: 10 })
    const { id } = await desk.create()
    const results = await Promise.all(Array.from({ length: 10 }, () => audit(desk, id)))
    expect(results.map(({ ok }) => ok).sort()).toEqual([...Array(9).fill(0), 1])
    expect(await desk.level(bolts)).toEqual([10, 1, 0, 2])
  })
})

describe('by itself', () => {
  const queued = (desk: ShippingDesk, task: string) =>
    server.owner<{ payload: { tenantId: number; input: object } }>(
      `select j.payload from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = $1 and (j.payload->>'tenantId')::bigint = $2`,
      [task, desk.tenantId],
    )
  const jobs = orderJobs(server.database)

  test('an order that lacked money is audited again once its customer is out of arrears', async () => {
    const desk = await aShippingDesk(server)
    await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 5 })
    const { id } = await desk.create()
    const asOwner = (text: string) => server.owner(text, [], desk.tenantId)
    await asOwner(`update orders set status = 'under_audit'`)
    await asOwner(`update orders set status = 'audit_exception', exception_code = 'balance_short'`)
    const change = async (amount: string, sourceId: number) => {
      const line = { sourceType: 'test', sourceId, sourceNo: 'T', business: 'adjustment', amount } as const
      const { who, customerId } = desk
      await desk.write((tx) => chargeAccounts(tx, who, [{ ...line, customerId }]))
      await jobs.retry_unpaid_orders?.(desk.tenantId, {} as never)
      return [(await queued(desk, 'retry_unpaid_orders')).length, (await one(desk, id)).status]
    }
    expect(await change('5.00', 1)).toEqual([0, 'audit_exception'])
    expect(await change('-4.99', 2)).toEqual([1, 'audit_exception'])
    expect(await change('-0.01', 3)).toEqual([2, 'pending_shipment'])
    expect(await change('-1.00', 4), 'no order waits').toEqual([2, 'pending_shipment'])
  })

  test('an order that lacked goods is audited again once there are enough, by the system', async () => {
    const desk = await aShippingDesk(server)
    const bolts = await desk.batch('BOLT')
    await desk.move({ flow: 'receive', batchId: bolts, onHand: 1 })
    expect(await queued(desk, 'retry_short_orders'), 'no order waits').toEqual([])
    const [small, large, urgent] = [
      await desk.create({ lines: [desk.line('BOLT', 2)] }),
      await desk.create({ lines: [desk.line('BOLT', 9)] }),
      await desk.create({ lines: [desk.line('BOLT', 4)], priority: 9 }),
    ]
    await audit(desk, small.id, large.id, urgent.id)
    await doOrderJobs(server, desk)
    await desk.move({ flow: 'freeze', batchId: bolts, frozen: 1 })
    expect(await queued(desk, 'retry_short_orders'), 'freezing frees nothing').toEqual([])
    await desk.move({ flow: 'unfreeze', batchId: bolts, frozen: -1 })
    expect(await queued(desk, 'retry_short_orders')).toHaveLength(1)
    await desk.move({ flow: 'receive', batchId: await desk.batch('NUT'), onHand: 4 })
    expect(await queued(desk, 'retry_short_orders'), 'no order lacks nuts').toHaveLength(1)
    await desk.move({ flow: 'receive', batchId: bolts, onHand: 4 })
    await jobs.retry_short_orders?.(desk.tenantId, {} as never)
    const states = await Promise.all(
      [small, large, urgent].map(async ({ id }) => (await one(desk, id)).status),
    )
    expect(states).toEqual(['audit_exception', 'audit_exception', 'pending_shipment'])
    const rows = await server.owner<{ login_account: string; action: string }>(
      `select login_account, action from audit_log where object_type = 'order' and object_id = any($1) order by id desc limit 2`,
      [[small.id, urgent.id]],
      desk.tenantId,
    )
    expect(rows).toEqual([
      { login_account: 'system', action: 'fail_audit' },
      { login_account: 'system', action: 'pass_audit' },
    ])
  })

  test('of more orders than one transaction audits, an urgent one gets the last goods wherever the list has it', async () => {
    const desk = await aShippingDesk(server)
    await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 2 })
    const urgent = await desk.create({ priority: 9 })
    const [old] = await manyOrders(desk, 500)
    const as = { token: await aSession(server, desk.tenantId, desk.who.accountId), headers: {} }
    const begun = await server.done(
      actOnAll,
      { list: 'orders', filters: { status: 'pending_audit' }, path: auditOrders.path, input: {} },
      as,
    )
    await worked(server, as, begun.taskId)
    const ready = await desk.done(listOrders, { status: 'pending_shipment', sort: 'orderNo', order: 'asc' })
    expect(ready.rows.map(({ id }) => id)).toEqual([urgent.id, old])
  })

  test('of more selected orders than one transaction audits, the urgent ones get the last goods wherever they were selected', async () => {
    const desk = await aShippingDesk(server)
    await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 3 })
    const early = await desk.create({ priority: 8 })
    const [first, ...rest] = await manyOrders(desk, 500)
    const late = await desk.create({ priority: 9 })
    const gone = 987_654_321
    const as = { token: await aSession(server, desk.tenantId, desk.who.accountId), headers: {} }
    const begun = await server.done(
      actOnAll,
      {
        list: 'orders',
        filters: {},
        path: auditOrders.path,
        input: {},
        ids: [...rest.reverse(), gone, early.id, Number(first), late.id, late.id],
      },
      as,
    )
    const task = await worked(server, as, begun.taskId)
    expect(task.failures).toHaveLength(500)
    expect(task.failures.at(-1)).toMatchObject({ id: gone })
    const ready = await desk.done(listOrders, { status: 'pending_shipment', sort: 'orderNo', order: 'asc' })
    expect(ready.rows.map(({ id }) => id)).toEqual([early.id, first, late.id])
  })

  test('goods that one order gave back in its audit are for the next one of the same selection', async () => {
    const desk = await aShippingDesk(server)
    await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 1 })
    const channelId = desk.channelOf('LIGHT')
    await server.owner(
      `update quotes set is_enabled = false where tenant_id = $1 and channel_id = $2`,
      [desk.tenantId, channelId],
      desk.tenantId,
    )
    const [first, next] = [await desk.create({ channelId, priority: 9 }), await desk.create()]
    await audit(desk, first.id, next.id)
    expect((await one(desk, first.id)).exceptionCode).toBe('no_price')
    await doOrderJobs(server, desk)
    expect((await one(desk, next.id)).status).toBe('pending_shipment')
  })

  test('goods that came while an order was audited are not missed', async () => {
    const desk = await aShippingDesk(server)
    const bolts = await desk.batch('BOLT')
    const { id } = await desk.create()
    await desk.write(async (tx) => {
      await auditNow(tx, desk.who, { ids: [id] })
      await desk.move({ flow: 'receive', batchId: bolts, onHand: 1 })
    })
    expect((await one(desk, id)).exceptionCode).toBe('stock_short')
    await doOrderJobs(server, desk)
    expect((await one(desk, id)).status).toBe('pending_shipment')
    expect(await queued(desk, 'retry_short_orders')).toEqual([])
  })

  test('nor are goods that were posted before and committed after it', async () => {
    const desk = await aShippingDesk(server)
    const bolts = await desk.batch('BOLT')
    const { id } = await desk.create()
    let retries: Promise<void> | undefined
    await desk.write(async (tx) => {
      const [place, line] = [
        desk.at('A-01'),
        { sourceId: 1, sourceNo: 'T', line: 1, quality: 'good' } as const,
      ]
      await post(tx, desk.who, { type: 'test' }, [
        { ...line, flow: 'receive', locationId: place, batchId: bolts, onHand: 1 },
      ])
      await audit(desk, id)
      retries = doOrderJobs(server, desk)
      await sleep(200)
    })
    await retries
    expect((await one(desk, id)).status).toBe('pending_shipment')
  })

  test('an order that lacks goods is audited again when its stock is unblocked', async () => {
    const desk = await aShippingDesk(server)
    await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 1 })
    const [row] = await server.owner<{ id: string }>(
      `update stock set blocked_because = 'I-01' where tenant_id = $1 returning id`,
      [desk.tenantId],
      desk.tenantId,
    )
    const { id } = await desk.create()
    await audit(desk, id)
    await doOrderJobs(server, desk)
    expect((await one(desk, id)).exceptionCode).toBe('stock_short')
    await desk.send(unblockStock, { ids: [Number(row?.id)], reason: 'counted by hand' })
    await doOrderJobs(server, desk)
    expect((await one(desk, id)).status).toBe('pending_shipment')
  })

  test('an audit that fails for another reason than missing goods retries no order that lacks them', async () => {
    const desk = await aShippingDesk(server)
    const [closed, short] = [await desk.create({ channelId: desk.channelOf('OTHERS') }), await desk.create()]
    await audit(desk, closed.id)
    expect((await one(desk, closed.id)).exceptionCode).toBe('channel_unavailable')
    expect(await queued(desk, 'retry_short_orders')).toEqual([])
    await audit(desk, short.id)
    expect((await one(desk, short.id)).exceptionCode).toBe('stock_short')
    expect(await queued(desk, 'retry_short_orders')).toHaveLength(1)
  })

  test('all orders that lacked goods are audited again, also more than one transaction takes', async () => {
    const desk = await aShippingDesk(server)
    const ids = await manyOrders(desk, 503)
    const asOwner = (text: string) => server.owner<{ count: number }>(text, [ids], desk.tenantId)
    await asOwner(`update orders set status = 'under_audit' where id = any($1)`)
    await asOwner(`update orders set status = 'audit_exception', exception_code = 'stock_short',
      intercept_status = 'requested' where id = any($1)`)
    await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 502 })
    expect(await queued(desk, 'retry_short_orders')).toHaveLength(1)
    await jobs.retry_short_orders?.(desk.tenantId, {} as never)
    expect(await queued(desk, 'retry_short_orders'), 'no order could be audited').toHaveLength(1)
    await asOwner(`update orders set intercept_status = 'none' where id = any($1)`)
    const urgent = ids.at(-1) ?? 0
    await server.owner('update orders set priority = 9 where id = $1', [urgent], desk.tenantId)
    await jobs.retry_short_orders?.(desk.tenantId, {} as never)
    expect((await one(desk, urgent)).status, 'it is among the first').toBe('pending_shipment')
    await doOrderJobs(server, desk)
    expect(
      await asOwner(
        `select status, count(*)::int from orders where id = any($1) group by status order by status`,
      ),
    ).toEqual([
      { status: 'audit_exception', count: 1 },
      { status: 'pending_shipment', count: 502 },
    ])
    expect(await queued(desk, 'retry_short_orders')).toEqual([])

    // The same for those that lacked money.
    await asOwner(`update orders set status = 'audit_exception', exception_code = 'balance_short', intercept_status = 'requested'
      where id = any($1) and status = 'pending_shipment'`)
    await jobs.retry_unpaid_orders?.(desk.tenantId, {} as never)
    expect(await queued(desk, 'retry_unpaid_orders'), 'no order could be audited').toEqual([])
    await asOwner(`update orders set intercept_status = 'none' where id = any($1)`)
    await jobs.retry_unpaid_orders?.(desk.tenantId, {} as never)
    expect((await one(desk, urgent)).status, 'it is among the first').toBe('pending_shipment')
    expect(await queued(desk, 'retry_unpaid_orders')).toHaveLength(1)
    await jobs.retry_unpaid_orders?.(desk.tenantId, {} as never)
    expect(await queued(desk, 'retry_unpaid_orders'), 'those were the last').toHaveLength(1)
  })

  test('an order that lacked money is audited again once its customer has no limit, and not while the account is blocked', async () => {
    const desk = await aShippingDesk(server)
    await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 5 })
    const { id } = await desk.create()
    const asOwner = (text: string) => server.owner(text, [], desk.tenantId)
    await asOwner(`update orders set status = 'under_audit'`)
    await asOwner(`update orders set status = 'audit_exception', exception_code = 'balance_short',
      exception_facts = '{"text": "balanceShort", "values": {"estimate": "5.00", "short": "5.00"}}'`)
    const retried = async () => {
      await jobs.retry_unpaid_orders?.(desk.tenantId, {} as never)
      const { length } = await asOwner(`select 1 from audit_log where object_type = 'order'`)
      return [length, (await one(desk, id)).status]
    }
    expect(await retried()).toEqual([1, 'audit_exception'])
    await asOwner(`update customers set bill_amount_limit = 'none'`)
    await asOwner(`update customer_accounts set blocked_because = 'I-10'`)
    expect(await retried()).toEqual([1, 'audit_exception'])
    await asOwner('update customer_accounts set blocked_because = null')
    expect(await retried()).toEqual([2, 'pending_shipment'])
  })

  test.each([
    ['goods', 'stock_short', 'retry_short_orders'],
    ['money', 'balance_short', 'retry_unpaid_orders'],
  ] as const)(
    'an order that is edited while it is found to have %s waits for its audit',
    async (_, exception, job) => {
      const desk = await aShippingDesk(server)
      const { id } = await desk.create()
      const asOwner = (text: string) => server.owner(text, [], desk.tenantId)
      await asOwner(`update orders set status = 'under_audit'`)
      await asOwner(`update orders set status = 'audit_exception', exception_code = '${exception}'`)
      await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 5 })
      let retry: Promise<unknown> | undefined
      await desk.write(async (tx) => {
        await sql`update orders set status = 'pending_audit', exception_code = null where id = ${id}`.execute(
          tx,
        )
        retry = jobs[job]?.(desk.tenantId, {} as never)
        await untilLockWaits(server)
      })
      await retry
      expect((await one(desk, id)).status).toBe('pending_audit')
    },
  )

  test('goods that are damaged, expired, frozen, blocked or not put away retry nothing', async () => {
    const desk = await aShippingDesk(server)
    const { id } = await desk.create()
    await audit(desk, id)
    await doOrderJobs(server, desk)
    await desk.move(
      { flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 5, quality: 'defective' },
      'D-01',
    )
    expect(await queued(desk, 'retry_short_orders')).toEqual([])
    await desk.move(
      { flow: 'receive', batchId: await desk.batch('BOLT', { putawayDate: null }), onHand: 5 },
      'RECV',
    )
    await desk.move({
      flow: 'receive',
      batchId: await desk.batch('BOLT', { expiryDate: '2020-01-01' }),
      onHand: 5,
    })
    const [blocked, frozen] = [
      await desk.batch('BOLT', { lot: 'BLOCKED' }),
      await desk.batch('BOLT', { lot: 'FROZEN' }),
    ]
    for (const batchId of [blocked, frozen]) await desk.move({ flow: 'receive', batchId, onHand: 5 })
    await desk.move({ flow: 'freeze', batchId: frozen, frozen: 5 })
    await server.owner(
      `update stock set blocked_because = 'I-01' where batch_id = $1`,
      [blocked],
      desk.tenantId,
    )
    await jobs.retry_short_orders?.(desk.tenantId, {} as never)
    const log = await server.owner(
      `select 1 from audit_log where object_type = 'order' and object_id = $1 and login_account = 'system'`,
      [id],
      desk.tenantId,
    )
    expect(log).toEqual([])
  })

  test('new orders are audited where the warehouse wants that, and only then', async () => {
    const desk = await aShippingDesk(server)
    await desk.create()
    expect(await queued(desk, 'audit_orders')).toEqual([])
    await server.owner(
      `update warehouses set settings = '{"autoAudit": true}' where tenant_id = $1`,
      [desk.tenantId],
      desk.tenantId,
    )
    await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 5 })
    const { id } = await desk.create()
    const [job] = await queued(desk, 'audit_orders')
    expect(job?.payload).toMatchObject({ input: { ids: [id] } })
    await jobs.audit_orders?.(desk.tenantId, job?.payload.input as never)
    expect(await one(desk, id)).toMatchObject({ status: 'pending_shipment' })
    // As many to a job as one transaction audits.
    const many = await manyOrders(desk, 501)
    const parts = (await queued(desk, 'audit_orders')).map(({ payload }) => payload.input)
    expect(parts.slice(1)).toEqual([{ ids: many.slice(0, 500) }, { ids: many.slice(500) }])
  })

  test('orders that were edited or got another channel are audited again where the warehouse wants that', async () => {
    const desk = await aShippingDesk(server)
    await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 5 })
    const over = { channelId: desk.channelOf('LIGHT'), lines: [desk.line('BOLT', 3)] }
    const statesAfter = async (autoAudit: boolean) => {
      const [moved, edited] = [await desk.create(over), await desk.create(over)]
      await audit(desk, moved.id, edited.id)
      await server.owner(
        `update warehouses set settings = $2 where tenant_id = $1`,
        [desk.tenantId, JSON.stringify({ autoAudit })],
        desk.tenantId,
      )
      const toLocal = { ids: [moved.id], channelId: desk.channelOf('LOCAL') }
      expect((await desk.send(assignChannel, toLocal)).data).toEqual({ ok: 1, failed: [] })
      const { customerId: _, ...facts } = desk.facts({ ...over, lines: [desk.line('BOLT', 1)] })
      const { rowVersion } = await one(desk, edited.id)
      const answer = await desk.send(editOrder, { id: edited.id, rowVersion, ...facts })
      expect(answer).toMatchObject({ success: true })
      await doOrderJobs(server, desk)
      return Promise.all([moved, edited].map(async ({ id }) => (await one(desk, id)).status))
    }
    expect(await statesAfter(false)).toEqual(['pending_audit', 'pending_audit'])
    expect(await statesAfter(true)).toEqual(['pending_shipment', 'pending_shipment'])
  })
})

describe('an order that has not left', () => {
  test('is not edited over what another edit is saving', async () => {
    const desk = await aShippingDesk(server)
    const { id } = await desk.create()
    const { rowVersion } = await one(desk, id)
    const { customerId: _, ...facts } = desk.facts({ city: 'Fresno' })
    let second: Promise<unknown> | undefined
    await desk.write(async (tx) => {
      await sql`update orders set city = 'Oakland', row_version = row_version + 1 where id = ${id}`.execute(
        tx,
      )
      second = desk.send(editOrder, { id, rowVersion, ...facts })
      await untilLockWaits(server)
    })
    expect(await second).toMatchObject({ success: false, data: { kind: 'stale' } })
    expect((await one(desk, id)).city).toBe('Oakland')
  })

  test('is edited after an exception, loses its goods, and is audited again', async () => {
    const desk = await aShippingDesk(server)
    const bolts = await desk.batch('BOLT')
    await desk.move({ flow: 'receive', batchId: bolts, onHand: 2 })
    const { id } = await desk.create({ lines: [desk.line('BOLT', 3)] })
    await audit(desk, id)
    const { customerId: _, ...facts } = desk.facts({ referenceNo: 'REF-NEW', lines: [desk.line('BOLT', 2)] })
    const stale = await desk.send(editOrder, { id, rowVersion: 1, ...facts })
    expect(stale.data).toMatchObject({ kind: 'stale' })
    const { rowVersion } = await one(desk, id)
    expect((await desk.send(editOrder, { id, rowVersion, ...facts })).data).toEqual({
      rowVersion: rowVersion + 1,
    })
    expect(await one(desk, id)).toMatchObject({
      status: 'pending_audit',
      exceptionCode: null,
      referenceNo: 'REF-NEW',
      pieceCount: 2,
      lines: [{ quantity: 2 }],
    })
    expect(await audit(desk, id)).toMatchObject({ ok: 1 })
    const now = await one(desk, id)
    const late = await desk.send(editOrder, { id, rowVersion: now.rowVersion, ...facts })
    expect(late.data).toMatchObject({ kind: 'moved_on' })
    expect(late.message, 'what has to be done first').toContain('void it first and create it again')
    const { rows } = await desk.done(listOrders, { search: 'REF-NEW' })
    expect(rows.map((row) => row.id)).toEqual([id])
    expect((await desk.send(editOrder, { id: 999_999, rowVersion: 1, ...facts })).data).toMatchObject({
      kind: 'not_found',
    })
  })

  test('loses the measured weight and size of its packages when its lines change, and only then', async () => {
    const desk = await aShippingDesk(server)
    await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 9 })
    const lines = [desk.line('BOLT', 2), desk.line('NUT', 1)]
    await desk.move({ flow: 'receive', batchId: await desk.batch('NUT'), onHand: 9 })
    const [order] = await desk.createPrinted({ lines })
    const id = order?.id ?? 0
    const asOwner = (text: string) => server.owner(text, [id], desk.tenantId)
    await asOwner(`update packages set weight = 7, length = 6, width = 5, height = 4 where order_id = $1`)
    await asOwner(`update orders set status = 'audit_exception', exception_code = 'short_pick' where id = $1`)
    const measuresAfter = async (over: Parameters<ShippingDesk['facts']>[0]) => {
      const { customerId: _, ...facts } = desk.facts(over)
      const { rowVersion } = await one(desk, id)
      expect(await desk.send(editOrder, { id, rowVersion, ...facts })).toMatchObject({ success: true })
      return asOwner(`select weight, length, width, height from packages where order_id = $1`)
    }
    const measured = [{ weight: '7.000', length: '6.00', width: '5.00', height: '4.00' }]
    expect(await measuresAfter({ lines, city: 'Pasadena' })).toEqual(measured)
    expect(await measuresAfter({ lines: lines.toReversed() }), 'the same pieces').toEqual(measured)
    expect(await measuresAfter({ lines: [desk.line('BOLT', 1), desk.line('NUT', 1)] })).toEqual([
      { weight: null, length: null, width: null, height: null },
    ])
  })

  test('is voided with a reason, and its goods are free again', async () => {
    const desk = await aShippingDesk(server)
    const bolts = await desk.batch('BOLT')
    await desk.move({ flow: 'receive', batchId: bolts, onHand: 5 })
    const { id, orderNo } = await desk.create({ lines: [desk.line('BOLT', 3)] })
    await audit(desk, id)
    expect(await desk.level(bolts)).toEqual([5, 3, 0, 2])
    const gone = async () => (await desk.send(voidOrders, { ids: [id], reason: 'sold out' })).data
    expect(await gone()).toEqual({ ok: 1, failed: [] })
    expect(await desk.level(bolts)).toEqual([5, 0, 0, 3])
    expect(await one(desk, id)).toMatchObject({ status: 'voided', voidReason: 'sold out' })
    expect(await gone()).toMatchObject({ ok: 0, failed: [{ no: orderNo }] })
    expect(await desk.level(bolts)).toEqual([5, 0, 0, 3])
  })

  test('that gets another channel has both in its log', async () => {
    const desk = await aShippingDesk(server)
    const { id } = await desk.create()
    const [from, to] = [desk.channelOf('LOCAL'), desk.channelOf('LIGHT')]
    expect(await desk.done(assignChannel, { ids: [id], channelId: to })).toMatchObject({ ok: 1 })
    const log = await server.owner(
      `select before, after from audit_log where object_type = 'order' and object_id = $1 and action = 'assign_channel'`,
      [id],
      desk.tenantId,
    )
    expect(log).toMatchObject([{ before: { channelId: from }, after: { channelId: to } }])
  })

  test('is marked with a priority and tags, and found by a tag', async () => {
    const desk = await aShippingDesk(server)
    const { id } = await desk.create()
    await desk.create()
    expect((await desk.send(markOrders, { ids: [id], tags: ['VIP', 'VIP', 'late'] })).data).toMatchObject({
      ok: 1,
    })
    expect(await one(desk, id)).toMatchObject({ tags: ['VIP', 'late'], priority: 0 })
    await desk.send(markOrders, { ids: [id], priority: 7 })
    expect(await one(desk, id)).toMatchObject({ tags: ['VIP', 'late'], priority: 7 })
    expect((await desk.send(listOrders, { tag: 'VIP' })).data).toMatchObject({ total: 1 })
  })

  test('gets tags beside those it has, or none if they would be too many', async () => {
    const desk = await aShippingDesk(server)
    const { id: plain } = await desk.create()
    const { id: marked } = await desk.create()
    const { id: full, orderNo } = await desk.create()
    const nine = Array.from({ length: 9 }, (_, n) => `t${n}`)
    await desk.send(markOrders, { ids: [marked], tags: ['late'], priority: 4 })
    await desk.send(markOrders, { ids: [full], tags: nine })
    const { data } = await desk.send(markOrders, { ids: [plain, marked, full], addTags: ['VIP', 'late'] })
    expect(data).toMatchObject({ ok: 2, failed: [{ no: orderNo }] })
    expect(await one(desk, plain)).toMatchObject({ tags: ['VIP', 'late'], priority: 0 })
    expect(await one(desk, marked)).toMatchObject({ tags: ['late', 'VIP'], priority: 4 })
    expect(await one(desk, full)).toMatchObject({ tags: nine })
    expect((await desk.send(markOrders, { ids: [full], addTags: ['VIP'] })).data).toMatchObject({ ok: 1 })
    expect(await one(desk, full)).toMatchObject({ tags: [...nine, 'VIP'] })
    const logged = await server.owner<{ before: object; after: object }>(
      `select before, after from audit_log where object_type = 'order' and object_id = $1 order by id desc limit 1`,
      [marked],
      desk.tenantId,
    )
    expect(logged).toEqual([{ before: { tags: ['late'] }, after: { tags: ['late', 'VIP'] } }])
  })

  test('gets tags together with all others that match', async () => {
    const desk = await aShippingDesk(server)
    const { id: plain } = await desk.create()
    const { id: marked } = await desk.create()
    const { id: other } = await desk.create()
    await desk.send(markOrders, { ids: [marked], tags: ['late'] })
    await desk.send(voidOrders, { ids: [other], reason: 'sold out' })
    const as = { token: await aSession(server, desk.tenantId, desk.who.accountId), headers: {} }
    const begun = await server.send(
      actOnAll,
      {
        list: 'orders',
        filters: { status: 'pending_audit' },
        path: markOrders.path,
        input: { addTags: ['VIP'] },
      },
      as,
    )
    expect(begun).toMatchObject({ success: true })
    const task = await worked(server, as, (begun.data as { taskId: number }).taskId)
    expect(task).toMatchObject({ status: 'done', total: 2, failures: [] })
    expect((await one(desk, plain)).tags).toEqual(['VIP'])
    expect((await one(desk, marked)).tags).toEqual(['late', 'VIP'])
    expect((await one(desk, other)).tags).toEqual([])
  })

  test('leaves a line in the log for every step, with who and why', async () => {
    const desk = await aShippingDesk(server)
    const { id } = await desk.create()
    await audit(desk, id)
    await desk.send(voidOrders, { ids: [id], reason: 'sold out' })
    const rows = await server.owner<{ action: string; reason: string | null }>(
      `select action, coalesce(reason, after -> 'because' ->> 'en_US') as reason from audit_log where object_type = 'order' and object_id = $1 order by id`,
      [id],
      desk.tenantId,
    )
    expect(rows).toEqual([
      { action: 'create', reason: null },
      { action: 'fail_audit', reason: 'Not enough stock, missing: BOLT × 1' },
      { action: 'void', reason: 'sold out' },
    ])
    const events = await server.owner<{ kind: string; customer_id: string }>(
      `select kind, customer_id from events where object_type = 'order' and object_id = $1 order by id`,
      [id],
      desk.tenantId,
    )
    expect(events.map(({ kind }) => kind)).toEqual(['order.created', 'order.audit_failed', 'order.voided'])
    expect(new Set(events.map(({ customer_id }) => Number(customer_id)))).toEqual(new Set([desk.customerId]))
  })
})

describe('a list', () => {
  test('is narrowed by status, exception, customer, channel, country, class, platform, tag, age and day', async () => {
    const desk = await aShippingDesk(server)
    const us = await desk.create()
    const de = await desk.create({
      countryCode: 'DE',
      stateCode: null,
      postcode: '10115',
      channelId: desk.channelOf('LIGHT'),
      platform: 'Amazon',
      tags: ['VIP', 'gift'],
      lines: [desk.line('BOLT', 2)],
    })
    await audit(desk, us.id)
    const today = new Date().toLocaleDateString('sv-SE', { timeZone: 'Asia/Shanghai' })
    const idsOf = async (input: object) => (await desk.done(listOrders, input)).rows.map(({ id }) => id)
    expect(await idsOf({ status: 'audit_exception' })).toEqual([us.id])
    expect(await idsOf({ exceptionCode: 'stock_short' })).toEqual([us.id])
    expect(await idsOf({ exceptionCode: 'no_price' })).toEqual([])
    const causes = async (input: object) => (await desk.send(countExceptions, input)).data
    expect(await causes({})).toEqual({ stock_short: 1 })
    expect(await causes({ countryCode: 'US' })).toEqual({ stock_short: 1 })
    expect(await causes({ countryCode: 'DE' })).toEqual({})
    expect(await idsOf({ countryCode: 'DE' })).toEqual([de.id])
    expect(await idsOf({ channelId: desk.channelOf('LIGHT') })).toEqual([de.id])
    expect(await idsOf({ pieceClass: 'sm' })).toEqual([de.id])
    expect(await idsOf({ platform: ' amazon ' })).toEqual([de.id])
    expect(await idsOf({ platform: 'ama' })).toEqual([])
    expect(await idsOf({ tag: 'gift' })).toEqual([de.id])
    expect(await idsOf({ tag: 'gif' })).toEqual([])
    await server.owner(
      `update orders set status_at = business_now() - interval '3 days' where id = $1`,
      [de.id],
      desk.tenantId,
    )
    expect([await idsOf({ minAge: 3 }), await idsOf({ minAge: 4 })]).toEqual([[de.id], []])
    const { rows } = await desk.done(listOrders, {})
    expect(rows.map(({ age }) => age)).toEqual([3, 0])
    expect(await idsOf({ customerId: desk.customerId })).toEqual([de.id, us.id])
    expect(await idsOf({ customerId: 999_999 })).toEqual([])
    expect(await idsOf({ createdFrom: today, createdTo: today })).toEqual([de.id, us.id])
    expect(await idsOf({ createdTo: '2020-01-01' })).toEqual([])
    expect(await idsOf({ createdFrom: '2099-01-01' })).toEqual([])
    expect(await idsOf({ sort: 'orderNo', order: 'asc' })).toEqual([us.id, de.id])
  })

  test('is narrowed by creator, priority and whether the label is printed', async () => {
    const desk = await aShippingDesk(server)
    await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 5 })
    const [printed, shipped] = await desk.createPrinted({}, {})
    await desk.done(shipOrders, { ids: [shipped?.id ?? 0] })
    const urgent = await desk.create({ priority: 7 })
    const colleague = await aPerson(server, desk.tenantId)
    const token = await aSession(server, desk.tenantId, colleague.id)
    const { customerId, ...facts } = desk.facts({})
    const { data } = await server.send(createOrder, { customerId, ...facts }, { token })
    const theirs = (data as { id: number }).id
    const idsOf = async (input: SentTo<typeof listOrders>, as?: string) => {
      const answer = as
        ? (await server.send(listOrders, input, { token: as })).data
        : await desk.done(listOrders, input)
      return (answer as OutputOf<typeof listOrders>).rows.map(({ id }) => id)
    }
    expect(await idsOf({ isMine: '1' })).toEqual([urgent.id, shipped?.id, printed?.id])
    expect(await idsOf({ isMine: '1' }, token)).toEqual([theirs])
    expect((await desk.send(countOrders, { isMine: '1' })).data).toMatchObject({
      pending_audit: 1,
      waybill_printed: 1,
    })
    expect(await idsOf({ minPriority: 7 })).toEqual([urgent.id])
    expect(await idsOf({ minPriority: 8 })).toEqual([])
    expect(await idsOf({ printStatus: 'printed' })).toEqual([shipped?.id, printed?.id])
    expect(await idsOf({ printStatus: 'unprinted' })).toEqual([theirs, urgent.id])
    await server.owner(
      `update orders set status = 'audit_exception', exception_code = 'waybill_refused' where id = $1`,
      [printed?.id],
      desk.tenantId,
    )
    await server.owner(
      `update waybills set print_count = 1, printed_at = now() where order_id = $1 and status = 'obtained'`,
      [printed?.id],
      desk.tenantId,
    )
    expect(await idsOf({ printStatus: 'printed' })).toEqual([shipped?.id, printed?.id])
    await server.owner(
      `update waybills set status = 'voided', voided_at = now() where order_id = $1`,
      [printed?.id],
      desk.tenantId,
    )
    expect(await idsOf({ printStatus: 'printed' }), 'its label is none any more').toEqual([shipped?.id])
  })

  test('is narrowed by whether there are enough goods, for each open order by itself', async () => {
    const desk = await aShippingDesk(server)
    await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 5 })
    const of = async (...lines: [string, number][]) =>
      (await desk.create({ lines: lines.map(([sku, quantity]) => desk.line(sku, quantity)) })).id
    const five = await of(['BOLT', 5])
    const three = await of(['BOLT', 3])
    const six = await of(['BOLT', 6])
    const both = await of(['BOLT', 1], ['NUT', 1])
    const voided = await of(['BOLT', 6])
    await desk.send(voidOrders, { ids: [voided], reason: 'sold out' })
    const found = async (hasStock: '1' | '0') => {
      const { rows, total } = await desk.done(listOrders, { hasStock, sort: 'orderNo', order: 'asc' })
      expect(total).toBe(rows.length)
      return rows.map(({ id }) => id)
    }
    expect([await found('1'), await found('0')]).toEqual([
      [five, three],
      [six, both],
    ])
    await audit(desk, five)
    expect([await found('1'), await found('0')]).toEqual([[five], [three, six, both]])
    await server.owner(
      `update orders set status = 'audit_exception', exception_code = 'label_waiting' where tenant_id = $1 and id = $2`,
      [desk.tenantId, five],
      desk.tenantId,
    )
    expect(await found('1'), 'its goods are still allocated').toEqual([five])
    const lacking = async () => (await desk.send(countOrders, { hasStock: '0' })).data
    expect(await lacking()).toMatchObject({ pending_audit: 3, audit_exception: 0, voided: 0 })
    await server.owner(`update orders set status = 'under_audit' where id = $1`, [six], desk.tenantId)
    expect(await lacking()).toMatchObject({ pending_audit: 2, under_audit: 1 })
  })

  test('finds what ships today: what came before the cut-off time of its channel, and is still here', async () => {
    const desk = await aShippingDesk(server)
    await server.owner(
      `update channels set cutoff_time = '16:00' where id = $1`,
      [desk.channelOf('LOCAL')],
      desk.tenantId,
    )
    const owner = openDatabase(server.at.owner, 'owner')
    server.closeWith(() => owner.close())
    const [account] = await server.owner<{ id: string }>(
      'select min(id) as id from accounts where tenant_id = $1',
      [desk.tenantId],
    )
    const who = {
      tenantId: desk.tenantId,
      accountId: Number(account?.id),
      zone: 'UTC',
      loginAccount: 'desk',
      requestId: 'r',
      ip: '::1',
    } as Who
    const cameAt = (daysAgo: number, time: string, channel: string) =>
      owner.write(desk.tenantId, async (tx) => {
        await sql`select set_config('app.business_now', ((warehouse_today() - ${daysAgo}::int + ${time}::time)
          at time zone 'Asia/Shanghai')::text, true)`.execute(tx)
        const { id } = await writeOrder(
          tx,
          who,
          createOrder.input.parse(desk.facts({ channelId: desk.channelOf(channel) })),
        )
        return id
      })
    const due = [
      await cameAt(9, '18:00', 'LOCAL'),
      await cameAt(1, '15:59:59', 'LOCAL'),
      await cameAt(1, '16:00', 'LOCAL'),
      await cameAt(0, '15:59:59', 'LOCAL'),
      await cameAt(0, '23:59:59', 'LIGHT'),
    ]
    await cameAt(0, '16:00', 'LOCAL')
    const voided = await cameAt(1, '09:00', 'LOCAL')
    await desk.send(voidOrders, { ids: [voided], reason: 'sold out' })
    const { data } = await desk.send(listOrders, { isDue: '1', sort: 'orderNo', order: 'asc' })
    expect((data as OutputOf<typeof listOrders>).rows.map(({ id }) => id)).toEqual(due)
    expect((await desk.send(countOrders, { isDue: '1' })).data).toMatchObject({ pending_audit: 5, voided: 0 })
  })

  test('offers the channels a customer may use, and the products with what is available', async () => {
    const desk = await aShippingDesk(server)
    const codesOf = async (input: object) =>
      (await desk.done(orderChannels, input)).map(({ channelCode }) => channelCode)
    expect(await codesOf({})).toEqual(['LIGHT', 'LOCAL', 'OTHERS'])
    expect(await codesOf({ customerId: desk.customerId })).toEqual(['LIGHT', 'LOCAL'])
    const bolts = await desk.batch('BOLT')
    await desk.move({ flow: 'receive', batchId: bolts, onHand: 5 })
    await desk.move({ flow: 'freeze', batchId: bolts, frozen: 1 })
    const { id } = await desk.create({ lines: [desk.line('BOLT', 1)] })
    await audit(desk, id)
    const wrong = await desk.batch('BOLT', { lot: 'L-1' })
    await desk.move({ flow: 'receive', batchId: wrong, onHand: 4 })
    await server.owner(
      `update stock set blocked_because = 'I-01' where batch_id = $1`,
      [wrong],
      desk.tenantId,
    )
    // Goods may be used on their expiry date, and not after it.
    const [days] = await server.owner<{ today: string; yesterday: string }>(
      'select warehouse_today()::text as today, (warehouse_today() - 1)::text as yesterday',
      [],
      desk.tenantId,
    )
    for (const expiryDate of [days?.today ?? '', days?.yesterday ?? '']) {
      const batchId = await desk.batch('NUT', { expiryDate })
      await desk.move({ flow: 'receive', batchId, onHand: 7 })
    }
    // Nor do pieces count that are damaged or not put away.
    await desk.move({ flow: 'receive', batchId: bolts, onHand: 8, quality: 'defective' }, 'D-01')
    await desk.move({ flow: 'receive', batchId: bolts, onHand: 8 }, 'RECV')
    const asOwner = (text: string) => server.owner(text, [], desk.tenantId)
    const { data } = await desk.send(orderProducts, { customerId: desk.customerId })
    expect(data).toEqual([
      { id: desk.productOf('BOLT'), sku: 'BOLT', nameZh: null, nameEn: 'BOLT', available: 3 },
      { id: desk.productOf('NUT'), sku: 'NUT', nameZh: null, nameEn: 'NUT', available: 7 },
    ])
    const offered = async (search?: string) =>
      (await desk.done(orderProducts, { customerId: desk.customerId, ...(search && { search }) })).map(
        ({ sku }) => sku,
      )
    expect([await offered('nu'), await offered('none')]).toEqual([['NUT'], []])
    await asOwner(`update products set is_enabled = false where sku = 'NUT'`)
    await asOwner(
      `insert into products (tenant_id, customer_id, sku, name_en, search_line) select tenant_id, customer_id, 'FRESH', 'Fresh', 'fresh'
       from products where sku = 'BOLT'`,
    )
    expect(await offered()).toEqual(['BOLT'])
  })

  test('offers the enabled states of a country, by their codes', async () => {
    const desk = await aShippingDesk(server)
    const statesOf = (countryCode: string) => desk.done(orderStatesOf, { countryCode })
    await server.owner(
      `with gone as (delete from states)
       insert into states (tenant_id, country_code, state_code, name_en, search_line, is_enabled)
       select $1, country, state, state, state, enabled from (values ('MX', 'OAX', true), ('MX', 'JAL', true), ('MX', 'CMX', false),
         ('BR', 'SP', true)) x (country, state, enabled)`,
      [desk.tenantId],
      desk.tenantId,
    )
    expect(await statesOf('MX')).toEqual([
      { stateCode: 'JAL', nameZh: null, nameEn: 'JAL' },
      { stateCode: 'OAX', nameZh: null, nameEn: 'OAX' },
    ])
    expect(await statesOf('SE')).toEqual([])
  })
})
