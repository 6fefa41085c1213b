import { writeXlsx } from 'hucre/xlsx'
import pg from 'pg'
import { describe, expect, test, vi } from 'vitest'
import {
  correctImportRow,
  importRows,
  importState,
  importTemplate,
  runImport,
  startImport,
} from '../../platform/imports/contract.ts'
import { guessMapping } from '../../platform/imports/imports.ts'
import { judgeSheet } from '../../platform/imports/server/check-spreadsheet.ts'
import { aShippingDesk } from '../../testing/order-builders.ts'
import { aPerson, aSession, startTestServer } from '../../testing/test-server.ts'
import { uploadedId } from '../../testing/upload.ts'
import { worked } from '../../testing/work.ts'
import { auditOrders, createOrder, getOrder, listOrders, voidOrders } from '../contract.ts'
import { type OrderSheetLine, orderImport } from '../import-form.ts'
import { ordersFromSheet } from './import-orders.ts'

const server = await startTestServer()

const aDesk = () => aShippingDesk(server)
type Desk = Awaited<ReturnType<typeof aDesk>>
type Cells = Partial<Record<string, string>>

const columns = orderImport.columns.map(({ key }) => key)
/** Uploads a spreadsheet with the columns of the template; what a row does not name is empty. */
async function sheetIn(desk: Desk, ...rows: Cells[]) {
  const table = rows.map((row) => columns.map((key) => row[key] ?? ''))
  const heads = orderImport.columns.map(({ title }, i) => (i % 2 ? title.zh_CN : title.en_US))
  const bytes = await writeXlsx({ sheets: [{ name: 'x', rows: [heads, ...table] }] })
  const fileId = await uploadedId(server, desk, 'sheet', 'orders.xlsx', bytes)
  return (await desk.done(startImport, { kind: 'orders', fileId })).id
}

const line = (referenceNo: string, sku: string, over: Cells = {}): Cells => ({
  customerCode: 'ACME',
  referenceNo,
  sku,
  quantity: '1',
  ...over,
})
/** The first row of an order: all that an order needs. */
const first = (referenceNo: string, sku: string, over: Cells = {}): Cells =>
  line(referenceNo, sku, {
    channelCode: 'LOCAL',
    receiverName: 'Ann Example',
    countryCode: 'US',
    stateCode: 'CA',
    city: 'Los Angeles',
    postcode: '90001',
    address1: '1 Main Street',
    ...over,
  })

const stateOf = (desk: Desk, id: number) => desk.done(importState, { id })
const badRows = async (desk: Desk, id: number) => (await desk.done(importRows, { id, verdict: 'error' })).rows
const wrongIn = async (desk: Desk, id: number) =>
  (await badRows(desk, id)).map(({ rowNo, problems }) => [
    rowNo,
    problems.map(({ column, message }) => `${column ?? ''}: ${message}`).join('; '),
  ])
const wrong = async (desk: Desk, ...rows: Cells[]) => wrongIn(desk, await sheetIn(desk, ...rows))
const ran = async (desk: Desk, id: number, mode: 'good_rows' | 'all_or_nothing') => {
  return worked(server, desk, (await desk.done(runImport, { id, mode })).taskId)
}
const orders = (desk: Desk) => desk.done(listOrders, { sort: 'orderNo', order: 'asc', size: 200 })
const item = (desk: Desk, id: number | undefined) => desk.done(getOrder, { id: id ?? 0 })
const switchOff = (desk: Desk, table: string, where: string) =>
  server.owner(
    `update ${table} set is_enabled = false where tenant_id = $1 and ${where}`,
    [desk.tenantId],
    desk.tenantId,
  )
const held = (row: number) =>
  `: Row ${row} of the same document has an error, so the whole document is not imported`

describe('a spreadsheet of orders', () => {
  test('creates an order for each customer and reference, with its lines', async () => {
    const desk = await aDesk()
    const id = await sheetIn(
      desk,
      first('Web-1', 'bolt', {
        customerCode: 'acme',
        channelCode: 'light',
        quantity: '2',
        declaredValue: '9.9',
        phone: '+1 555 0100',
        email: 'ann@example.com',
        address2: 'Floor 1',
        address3: 'Room 1',
        doorplate: '1a',
        company: 'Example',
        taxNo: 'T-1',
        addressKind: '商业',
        signature: 'Yes',
        insuredValue: '100',
        platform: 'Shop',
        platformOrderNo: '111-222',
        shopName: 'Corner',
        remark: 'fragile',
        pickRemark: 'top shelf',
        priority: '3',
        tags: 'gift, b2c',
      }),
      line('WEB-2', 'NUT', { quantity: '4' }),
      line('web-1', 'NUT', { quantity: '3', city: 'Los Angeles' }),
      first('WEB-2', 'BOLT', { countryCode: 'DE', stateCode: '', postcode: '10115', city: 'Berlin' }),
      first('WEB-1', 'SCREW', { customerCode: 'OTHER' }),
    )
    expect(await wrongIn(desk, id)).toEqual([])
    expect(await stateOf(desk, id)).toMatchObject({ counts: { new: 5 }, numbers: [] })
    expect(await ran(desk, id, 'all_or_nothing')).toMatchObject({
      status: 'done',
      message: '5 rows imported, 0 failed',
    })
    const { rows } = await orders(desk)
    expect((await stateOf(desk, id)).numbers).toEqual(rows.map(({ orderNo }) => orderNo))
    expect(rows.map(({ customerCode, referenceNo, status }) => [customerCode, referenceNo, status])).toEqual([
      ['ACME', 'Web-1', 'pending_audit'],
      ['ACME', 'WEB-2', 'pending_audit'],
      ['OTHER', 'WEB-1', 'pending_audit'],
    ])
    expect(await item(desk, rows[0]?.id)).toMatchObject({
      channelId: desk.channelOf('LIGHT'),
      pieceClass: 'mm',
      pieceCount: 5,
      estWeight: '2.500',
      receiverName: 'Ann Example',
      phone: '+1 555 0100',
      email: 'ann@example.com',
      countryCode: 'US',
      stateCode: 'CA',
      city: 'Los Angeles',
      postcode: '90001',
      address1: '1 Main Street',
      address2: 'Floor 1',
      address3: 'Room 1',
      doorplate: '1a',
      company: 'Example',
      taxNo: 'T-1',
      addressKind: 'commercial',
      signature: true,
      insuredValue: '100.00',
      platform: 'Shop',
      platformOrderNo: '111-222',
      shopName: 'Corner',
      remark: 'fragile',
      pickRemark: 'top shelf',
      priority: 3,
      tags: ['gift', 'b2c'],
      lines: [
        { lineNo: 1, sku: 'BOLT', quantity: 2, declaredValue: '9.90' },
        { lineNo: 2, sku: 'NUT', quantity: 3, declaredValue: null },
      ],
    })
    expect(await item(desk, rows[1]?.id)).toMatchObject({
      channelId: desk.channelOf('LOCAL'),
      countryCode: 'DE',
      stateCode: null,
      phone: null,
      addressKind: 'residential',
      signature: false,
      insuredValue: null,
      priority: 0,
      tags: [],
      lines: [
        { sku: 'NUT', quantity: 4 },
        { sku: 'BOLT', quantity: 1 },
      ],
    })
    const search = await desk.done(listOrders, { search: '111-2' })
    expect(search.rows.map((row) => row.referenceNo)).toEqual(['Web-1'])
    const written = await server.owner<{ action: string; object_no: string }>(
      `select action, object_no from audit_log where tenant_id = $1 and object_type = 'order' order by object_no`,
      [desk.tenantId],
      desk.tenantId,
    )
    expect(written).toEqual(rows.map(({ orderNo }) => ({ action: 'create', object_no: orderNo })))
    const { data } = await desk.send(auditOrders, { ids: rows.slice(0, 1).map((row) => row.id) })
    expect(data).toMatchObject({ ok: 0, failed: [{ reason: expect.stringContaining('LIGHT') }] })
  })

  test('reports customers, channels and products that can’t be used at their cells, in the words of the form', async () => {
    const desk = await aDesk()
    await server.owner(
      `insert into products (tenant_id, customer_id, sku, name_en, search_line) values ($1, $2, 'FRESH', 'Fresh', 'fresh')`,
      [desk.tenantId, desk.customerId],
      desk.tenantId,
    )
    await switchOff(desk, 'customers', `customer_code = 'OTHER'`)
    expect(
      await wrong(
        desk,
        first('A-1', 'BOLT', { customerCode: 'NOBODY' }),
        first('A-2', 'SCREW', { customerCode: 'other' }),
        first('A-3', 'BOLT', { channelCode: 'NOWHERE' }),
        first('A-4', 'SCREW'),
        first('A-5', 'fresh'),
        first('A-6', 'BOLT'),
      ),
    ).toEqual([
      [2, 'customerCode: Customer not found'],
      [3, 'customerCode: This customer is disabled'],
      [4, 'channelCode: Channel not found'],
      [5, 'sku: This customer has no such product'],
      [6, 'sku: Product FRESH is not approved yet'],
    ])
    await switchOff(desk, 'products', `sku = 'BOLT'`)
    expect(await wrong(desk, first('A-6', 'bolt'))).toEqual([[2, 'sku: Product BOLT is disabled']])
  })

  test('reports addresses at the row that gives the value, or at the first row of the order', async () => {
    const desk = await aDesk()
    expect(
      await wrong(
        desk,
        first('A-1', 'BOLT', { stateCode: 'ZZ' }),
        first('A-2', 'BOLT', { stateCode: '' }),
        first('A-3', 'BOLT', { postcode: '9000' }),
        first('A-4', 'BOLT', { postcode: '' }),
        line('A-5', 'NUT'),
        first('A-5', 'BOLT', { postcode: '1' }),
        line('A-6', 'NUT'),
        first('A-6', 'BOLT', { postcode: '' }),
      ),
    ).toEqual([
      [2, 'stateCode: US has no state or province ZZ'],
      [3, 'stateCode: Addresses in US need a state or province'],
      [4, 'postcode: Not a valid postal code for US'],
      [5, 'postcode: Addresses in US need a postal code'],
      [6, held(7)],
      [7, 'postcode: Not a valid postal code for US'],
      [8, 'postcode: Addresses in US need a postal code'],
      [9, held(8)],
    ])
  })

  test('reports what no row of an order gives, and rows that contradict each other', async () => {
    const desk = await aDesk()
    const id = await sheetIn(
      desk,
      line('A-1', 'BOLT', { postcode: '90001' }),
      line('A-1', 'NUT', { city: 'Los Angeles' }),
      first('A-2', 'BOLT', { phone: '+1 555 0100' }),
      line('A-2', 'NUT', { phone: '+1 555 0101', channelCode: 'LIGHT', receiverName: 'Ann Example' }),
    )
    expect(await wrongIn(desk, id)).toEqual([
      [2, 'channelCode: Required; receiverName: Required; countryCode: Required; address1: Required'],
      [3, held(2)],
      [4, held(5)],
      [5, 'channelCode: Differs from row 4 of the same order; phone: Differs from row 4 of the same order'],
    ])
    const [lacking] = await badRows(desk, id)
    expect(lacking?.problems[1]?.remedy).toBe(
      'Fill in “Recipient name”: Up to 60 characters; required, enter once per order',
    )
  })

  test('does not ask for values that a row with another error gives', async () => {
    const desk = await aDesk()
    expect(
      await wrong(
        desk,
        first('A-1', 'BOLT', { quantity: 'two' }),
        line('A-1', 'NUT', { countryCode: 'US' }),
        line('A-2', 'BOLT', { countryCode: 'US', postcode: '1', stateCode: 'CA' }),
        first('A-2', 'NUT', { quantity: '', postcode: '' }),
        line('A-2', 'SCREW'),
      ),
    ).toEqual([
      [2, 'quantity: Enter a whole number from 1 to 1000000'],
      [3, held(2)],
      [4, 'postcode: Not a valid postal code for US'],
      [5, 'quantity: Required'],
      [6, 'sku: This customer has no such product'],
    ])
  })

  test('names the first row of a SKU that an order has twice', async () => {
    const desk = await aDesk()
    const id = await sheetIn(
      desk,
      first('A-1', 'BOLT'),
      line('A-1', 'NUT'),
      line('a-1', 'bolt'),
      first('A-2', 'BOLT'),
    )
    const same = 'Duplicate of row 2'
    expect(await wrongIn(desk, id)).toEqual([
      [2, held(4)],
      [3, held(4)],
      [4, `customerCode: ${same}; referenceNo: ${same}; sku: ${same}`],
    ])
    expect((await badRows(desk, id))[2]).toMatchObject({ sameAsRow: 2 })
  })

  test('refuses a reference of an order that is not voided', async () => {
    const desk = await aDesk()
    const { id } = await desk.create({ referenceNo: 'Taken' })
    const rows = [first('TAKEN', 'BOLT'), line('taken', 'NUT')]
    const taken = 'referenceNo: This customer already has an order with this reference'
    expect(await wrong(desk, ...rows)).toEqual([
      [2, taken],
      [3, taken],
    ])
    expect(await wrong(desk, first('TAKEN', 'SCREW', { customerCode: 'OTHER' }))).toEqual([])
    await desk.send(voidOrders, { ids: [id], reason: 'wrong' })
    const again = await sheetIn(desk, ...rows)
    expect(await wrongIn(desk, again)).toEqual([])
    // Someone else uses the reference between the check and the run.
    await desk.create({ referenceNo: 'taken' })
    expect((await desk.send(runImport, { id: again, mode: 'good_rows' })).success).toBe(false)
  })

  test('with errors is imported without their orders, or not at all, as chosen', async () => {
    const desk = await aDesk()
    const rows = [
      first('GOOD-1', 'BOLT'),
      first('BAD-1', 'BOLT'),
      line('GOOD-1', 'NUT'),
      line('BAD-1', 'SCREW'),
      first('GOOD-2', 'NUT', { quantity: '7' }),
    ]
    const id = await sheetIn(desk, ...rows)
    const refused = await desk.send(runImport, { id, mode: 'all_or_nothing' })
    expect(refused.message).toContain('2 rows have errors')
    expect((await orders(desk)).total).toBe(0)

    const task = await ran(desk, id, 'good_rows')
    expect(task).toMatchObject({ status: 'partly_done', message: '3 rows imported, 2 failed' })
    expect(task.fileUrl).toBeTruthy()
    expect((await orders(desk)).rows.map(({ referenceNo, skuCount }) => [referenceNo, skuCount])).toEqual([
      ['GOOD-1', 2],
      ['GOOD-2', 1],
    ])
    expect(await stateOf(desk, id)).toMatchObject({ status: 'partial', ok: 3, failed: 2 })

    const whole = await sheetIn(desk, first('BAD-2', 'SCREW'), first('GOOD-3', 'BOLT'))
    await desk.send(correctImportRow, { id: whole, rowNo: 2, column: 'sku', text: 'NUT' })
    expect(await ran(desk, whole, 'all_or_nothing')).toMatchObject({ status: 'done' })
    expect((await orders(desk)).total).toBe(4)
  })

  test('writes nothing if an order became wrong after the check of an all-or-nothing import', async () => {
    const desk = await aDesk()
    const id = await sheetIn(desk, first('A-1', 'BOLT'), first('A-2', 'NUT'))
    const { data } = await desk.send(runImport, { id, mode: 'all_or_nothing' })
    await switchOff(desk, 'products', `sku = 'NUT'`)
    const task = await worked(server, desk, (data as { taskId: number }).taskId)
    expect(task).toMatchObject({ message: '0 rows imported, 2 failed' })
    expect((await orders(desk)).total).toBe(0)
  })

  test('imports 500 rows, in as many statements as two', async () => {
    const desk = await aDesk()
    const rowsOf = (name: string, count: number) =>
      Array.from({ length: count }, (_, i) => [
        first(`${name}-${i}`, 'BOLT'),
        line(`${name}-${i}`, 'NUT', { quantity: '2' }),
      ]).flat()
    const id = await sheetIn(desk, ...rowsOf('FULL', 250))
    expect(await stateOf(desk, id)).toMatchObject({ counts: { new: 500 } })
    expect(await ran(desk, id, 'all_or_nothing')).toMatchObject({ message: '500 rows imported, 0 failed' })
    expect((await stateOf(desk, id)).numbers).toHaveLength(250)
    const { total, rows } = await orders(desk)
    expect([total, rows.length]).toEqual([250, 200])
    expect(rows.every(({ skuCount, pieceCount }) => skuCount === 2 && pieceCount === 3)).toBe(true)

    const statements = async (name: string, count: number) => {
      const mapping = guessMapping(orderImport.columns, columns)
      const cells = rowsOf(name, count).map((row) => columns.map((key) => row[key] ?? ''))
      const lines = cells.map((row, i) => ({ rowNo: i + 2, cells: row, formulas: [] }))
      const sent = vi.spyOn(pg.Client.prototype, 'query')
      await desk.write(async (tx) => {
        const judged = await judgeSheet(tx, desk.who, ordersFromSheet, mapping, lines)
        expect(new Set(judged.map(({ verdict }) => verdict))).toEqual(new Set(['new']))
        const good = judged.map(({ rowNo, value }) => ({
          rowNo,
          value: value as OrderSheetLine,
          verdict: 'new' as const,
        }))
        await ordersFromSheet.write(tx, desk.who, good)
      })
      const { length } = sent.mock.calls
      sent.mockRestore()
      return length
    }
    expect(await statements('MANY', 250)).toBe(await statements('ONE', 1))
  })

  test('knows nothing of another company', async () => {
    const [desk, stranger] = [await aDesk(), await aDesk()]
    await server.owner(
      `with theirs as (
         insert into customers (tenant_id, customer_code, customer_name, search_line)
         values ($1, 'THEIRS', 'Theirs', 'theirs')),
       goods as (
         insert into products (tenant_id, customer_id, sku, name_en, search_line, audit_status)
         values ($1, $2, 'THEIRS', 'Theirs', 'theirs', 'pending'))
       insert into channels (tenant_id, channel_code, name_zh, name_en, search_line, carrier, label_source, billing_method,
         label_format, countries)
       values ($1, 'THEIRS', 'T', 'T', 't', 'SELF', 'self_built', 'flat', 'pdf_100x150', '{US}')`,
      [stranger.tenantId, stranger.customerId],
      stranger.tenantId,
    )
    await stranger.create({ referenceNo: 'SAME' })
    expect(
      await wrong(
        desk,
        first('A-1', 'BOLT', { customerCode: 'THEIRS' }),
        first('A-2', 'BOLT', { channelCode: 'THEIRS' }),
        first('A-3', 'THEIRS'),
        first('SAME', 'BOLT'),
      ),
    ).toEqual([
      [2, 'customerCode: Customer not found'],
      [3, 'channelCode: Channel not found'],
      [4, 'sku: This customer has no such product'],
    ])
  })

  test('is for users who may create orders', async () => {
    const desk = await aDesk()
    const as = async (...permissions: string[]) => {
      const { id } = await aPerson(server, desk.tenantId, { permissions })
      return { token: await aSession(server, desk.tenantId, id) }
    }
    const template = async (...permissions: string[]) =>
      (await server.send(importTemplate, { kind: 'orders' }, await as(...permissions))).success
    expect(await template('order:order:view', 'order:order:edit')).toBe(false)
    expect(await template('order:order:create')).toBe(true)
  })

  test('skips the example of its template', async () => {
    const desk = await aDesk()
    const bytes = Buffer.from((await desk.done(importTemplate, { kind: 'orders' })).base64, 'base64')
    const fileId = await uploadedId(server, desk, 'sheet', 'template.xlsx', bytes)
    const { id } = await desk.done(startImport, { kind: 'orders', fileId })
    expect(await stateOf(desk, id)).toMatchObject({ counts: { skip: 1 } })
  })
})

test('a row with the largest numbers is imported like any other', async () => {
  const desk = await aDesk()
  await server.owner(
    `update products set declared_length = 99999999.99, declared_width = 99999999.99, declared_height = 99999999.99,
       declared_weight = 999999999.999 where tenant_id = $1`,
    [desk.tenantId],
    desk.tenantId,
  )
  const most = { quantity: '1000000', declaredValue: '99999999999999.99', insuredValue: '99999999999999.99' }
  const id = await sheetIn(desk, first('MOST', 'BOLT', most), line('MOST', 'NUT', most))
  expect(await ran(desk, id, 'all_or_nothing')).toMatchObject({ status: 'done' })
  expect((await orders(desk)).rows).toMatchObject([{ pieceCount: 2_000_000, estWeight: '999999999.999' }])
})

test('an order has an insured value above zero or none', async () => {
  const desk = await aDesk()
  const { data } = await desk.send(createOrder, desk.facts({ insuredValue: '0' }))
  expect(data).toMatchObject({ fields: [{ path: 'insuredValue' }] })
})
