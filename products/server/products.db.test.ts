import { writeXlsx } from 'hucre/xlsx'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { ZipFile } from 'yazl'
import { importKinds } from '../../app/server/slices.ts'
import { createCustomer, switchCustomers } from '../../customers/contract.ts'
import type { OutputOf } from '../../platform/calls/call.ts'
import { uploadText } from '../../platform/files/uploads.ts'
import {
  importRows,
  importState,
  importTemplate,
  runImport,
  startImport,
} from '../../platform/imports/contract.ts'
import { readTable } from '../../platform/imports/server/spreadsheets.ts'
import { importTask } from '../../platform/imports/server/write-import.ts'
import { importText } from '../../platform/imports/text.ts'
import { exportList } from '../../platform/lists/lists.ts'
import { articleKey } from '../../platform/scanning/gs1.ts'
import type { Work } from '../../platform/tasks/server/tasks.ts'
import { blankCustomer, blankProduct } from '../../testing/blank-inputs.ts'
import { aStore } from '../../testing/stock-builders.ts'
import { aPerson, aSession, aUser, startTestServer, type TestServer } from '../../testing/test-server.ts'
import { uploadedId } from '../../testing/upload.ts'
import { connectionsWhileDrawing } from '../../testing/watch-drawing.ts'
import { worked } from '../../testing/work.ts'
import { zipOf as hostileZip } from '../../testing/zips.ts'
import {
  addBarcode,
  addImage,
  approveProducts,
  arrangeImages,
  chooseBarcode,
  createProduct,
  editProduct,
  getProduct,
  listProducts,
  MAX_BARCODES,
  measureProduct,
  removeBarcode,
  switchProducts,
} from '../contract.ts'
import { measuredDiffers } from '../measures.ts'
import { productsText } from '../text.ts'

type Desk = Awaited<ReturnType<typeof aDesk>>

const aDesk = (server: TestServer, permissions = ['*'], tenantId?: number) =>
  aUser(server, { permissions, tenantId })

async function aCustomer(server: TestServer, who: Desk, customerCode: string) {
  const given = { ...blankCustomer, customerCode, customerName: customerCode }
  return (await server.done(createCustomer, given, who)).id
}

async function aProduct(server: TestServer, who: Desk, customerId: number, sku: string, over: object = {}) {
  const made = await server.send(createProduct, { customerId, sku, ...blankProduct, ...over }, who)
  if (!made.success) throw new Error(made.message)
  return (made.data as { id: number }).id
}

const item = (server: TestServer, who: Desk, id: number) => server.done(getProduct, { id }, who)

const skus = async (
  server: TestServer,
  who: Desk,
  input: Parameters<typeof server.send<typeof listProducts>>[1],
) => {
  const { data } = await server.send(listProducts, { sort: 'sku', order: 'asc', ...input }, who)
  return (data as OutputOf<typeof listProducts>).rows.map(({ sku }) => sku)
}

const aPicture = (side: number, background: string) =>
  sharp({ create: { width: side, height: side, channels: 3, background } })
    .png()
    .toBuffer()

describe('a product', async () => {
  const server = await startTestServer()
  const who = await aDesk(server)
  const [acme, other] = [await aCustomer(server, who, 'ACME'), await aCustomer(server, who, 'OTHER')]

  test('has a unique SKU per customer, however it is typed, displayed as entered', async () => {
    const id = await aProduct(server, who, acme, 'Ab-1')
    const duplicate = await server.send(
      createProduct,
      { customerId: acme, sku: 'aB-1', ...blankProduct },
      who,
    )
    expect(duplicate).toMatchObject({
      success: false,
      data: { kind: 'sku_taken', fields: [{ path: 'sku' }] },
    })
    await aProduct(server, who, other, 'AB-1')
    expect(await item(server, who, id)).toMatchObject({
      sku: 'Ab-1',
      auditStatus: 'pending',
      isEnabled: true,
    })
    await expect(
      server.owner(`update products set sku = 'x' where id = $1`, [id], who.tenantId),
    ).rejects.toMatchObject({
      constraint: 'sku_kept',
    })
  })

  test('has a system barcode, which stays', async () => {
    const id = await aProduct(server, who, acme, 'SYS-1')
    const { barcodes } = await item(server, who, id)
    expect(barcodes).toMatchObject([
      { barcode: 'ACME.SYS-1', type: 'system', packQuantity: 1, isDefault: true },
    ])
    const gone = await server.send(removeBarcode, { id, barcodeId: barcodes[0]?.id ?? 0 }, who)
    expect(gone).toMatchObject({ success: false, message: productsText.systemStays.en_US })
    const torn = server.owner('delete from product_barcodes where product_id = $1', [id], who.tenantId)
    await expect(torn).rejects.toMatchObject({ constraint: 'system_barcode_kept' })
    const change = (set: string) =>
      server.owner(`update product_barcodes set ${set} where product_id = $1`, [id], who.tenantId)
    for (const set of [`barcode = 'OTHER'`, `type = 'custom'`])
      await expect(change(set), set).rejects.toMatchObject({ constraint: 'system_barcode_kept' })
    await change('is_default = false')
  })

  test('belongs to an enabled customer', async () => {
    const off = await aCustomer(server, who, 'OFF')
    await server.send(switchCustomers, { ids: [off], isEnabled: false }, who)
    const made = await server.send(createProduct, { customerId: off, sku: 'X', ...blankProduct }, who)
    expect(made).toMatchObject({ success: false, message: productsText.customerDisabled.en_US })
  })

  test.each([
    ['no name', { nameEn: ' ' }, 'nameZh'],
    ['two sides of three', { declaredLength: '1', declaredWidth: '2' }, 'declaredLength'],
    ['a value without a currency', { declaredValue: '5.00' }, 'declaredCurrency'],
    ['a currency in small letters', { declaredValue: '5.00', declaredCurrency: 'usd' }, 'declaredCurrency'],
    ['no currency at all', { declaredValue: '5.00', declaredCurrency: 'XXX' }, 'declaredCurrency'],
    [
      'a currency that is not used for payments',
      { declaredValue: '5.00', declaredCurrency: 'ABC' },
      'declaredCurrency',
    ],
    ['expiry dates without a shelf life', { expiryManaged: true }, 'shelfLifeDays'],
    ['a shelf life without expiry dates', { shelfLifeDays: 10 }, 'shelfLifeDays'],
    ['a side of nothing', { declaredLength: '0', declaredWidth: '2', declaredHeight: '3' }, 'declaredLength'],
    [
      'three decimals',
      { declaredLength: '1.005', declaredWidth: '2', declaredHeight: '3' },
      'declaredLength',
    ],
    ['a float', { declaredWeight: '1e3' }, 'declaredWeight'],
    ['an HS code of letters', { hsCode: 'ABCD' }, 'hsCode'],
  ])('with %s is refused', async (_, over, path) => {
    const made = await server.send(
      createProduct,
      { customerId: acme, sku: 'BAD', ...blankProduct, ...over },
      who,
    )
    expect(made).toMatchObject({ success: false, data: { kind: 'validation' } })
    expect((made.data as { fields: { path: string }[] }).fields.map((field) => field.path)).toContain(path)
  })

  test('detects concurrent edits, and the audit log has the changes', async () => {
    const id = await aProduct(server, who, acme, 'EDIT-1', { declaredWeight: '5' })
    const { rowVersion } = await item(server, who, id)
    const after = { ...blankProduct, nameZh: '保温杯', nameEn: 'Bottle', declaredWeight: '5.0' }
    expect(await server.send(editProduct, { id, rowVersion, ...after }, who)).toMatchObject({ success: true })
    expect(await server.send(editProduct, { id, rowVersion, ...after }, who)).toMatchObject({
      data: { kind: 'stale' },
    })
    const [row] = await server.owner<{ before: object; after: object }>(
      `select before, after from audit_log where object_type = 'product' and object_id = $1 and action = 'edit'`,
      [id],
      who.tenantId,
    )
    expect(row).toEqual({
      before: { nameZh: null, nameEn: 'Thing' },
      after: { nameZh: '保温杯', nameEn: 'Bottle' },
    })
  })

  test('is approved once, and refused ones of a selection are reported', async () => {
    const [a, b] = [await aProduct(server, who, acme, 'OK-1'), await aProduct(server, who, acme, 'OK-2')]
    expect((await server.send(approveProducts, { ids: [a] }, who)).data).toEqual({ ok: 1, failed: [] })
    expect((await server.send(approveProducts, { ids: [a, b, 999_999_999] }, who)).data).toEqual({
      ok: 1,
      failed: [
        { id: a, no: 'OK-1', reason: productsText.alreadyPassed.en_US },
        { id: 999_999_999, no: '999999999', reason: productsText.notFound.en_US },
      ],
    })
    const back = server.owner(`update products set audit_status = 'pending' where id = $1`, [a], who.tenantId)
    await expect(back).rejects.toMatchObject({ constraint: 'state_step' })
    const versions = `select row_version::int as version, updated_at > created_at as is_changed from products where id = any($1) order by id`
    const once = { version: 2, is_changed: true }
    expect(await server.owner(versions, [[a, b]], who.tenantId)).toEqual([once, once])
    const approvals = await server.owner(
      `select a.object_id::int as id, a.object_no as no, a.before, a.after, e.kind from audit_log a
       join events e on e.request_id = a.request_id and e.object_id = a.object_id where a.action = 'approve' and a.object_id = any($1) order by 1`,
      [[a, b]],
      who.tenantId,
    )
    const step = {
      before: { auditStatus: 'pending' },
      after: { auditStatus: 'passed' },
      kind: 'product.approved',
    }
    expect(approvals).toEqual([
      { id: a, no: 'OK-1', ...step },
      { id: b, no: 'OK-2', ...step },
    ])
    expect((await server.send(switchProducts, { ids: [a, b], isEnabled: false }, who)).data).toEqual({
      ok: 2,
      failed: [],
    })
    expect((await item(server, who, a)).isEnabled).toBe(false)
  })

  test('is approved once by two concurrent clicks', async () => {
    const id = await aProduct(server, who, acme, 'RACE-1')
    const both = await Promise.all([1, 2].map(() => server.send(approveProducts, { ids: [id] }, who)))
    expect(both.map(({ data }) => (data as { ok: number }).ok).sort()).toEqual([0, 1])
  })
})

describe('measurements', async () => {
  const server = await startTestServer()
  const who = await aDesk(server)
  const acme = await aCustomer(server, who, 'ACME')
  const declared = { declaredLength: '30', declaredWidth: '20', declaredHeight: '10', declaredWeight: '2' }
  const measures = (
    length: string | null,
    width: string | null,
    height: string | null,
    weight: string | null,
  ) => ({
    measuredLength: length,
    measuredWidth: width,
    measuredHeight: height,
    measuredWeight: weight,
  })

  test('can be written by receivers, who may change nothing else', async () => {
    const id = await aProduct(server, who, acme, 'M-1', declared)
    const receiver = await aDesk(server, ['query:product:view', 'query:product:measure'], who.tenantId)
    const { rowVersion } = await item(server, who, id)
    const done = await server.send(
      measureProduct,
      { id, rowVersion, ...measures('30', '20', '10', '2.2') },
      receiver,
    )
    expect(done).toMatchObject({ success: true })
    expect(await item(server, who, id)).toMatchObject({
      measuredSize: '30 × 20 × 10',
      measuredWeight: '2.200',
      measuredDiffers: true,
      measuredByName: expect.stringContaining('Person'),
    })
    const measured =
      'select measured_by::int as by, measured_at = updated_at as is_now, updated_at > created_at as is_changed'
    expect(await server.owner(`${measured} from products where id = $1`, [id], who.tenantId)).toEqual([
      { by: receiver.id, is_now: true, is_changed: true },
    ])
    // An edit is no measurement.
    const edited = { id, rowVersion: 2, ...blankProduct, ...declared }
    expect(await server.send(editProduct, edited, who)).toMatchObject({ data: { rowVersion: 3 } })
    expect(await server.owner(`${measured} from products where id = $1`, [id], who.tenantId)).toEqual([
      { by: receiver.id, is_now: false, is_changed: true },
    ])
    const events = `select kind, customer_id::int as customer from events where object_type = 'product' and object_id = $1 order by id`
    expect(await server.owner(events, [id], who.tenantId)).toEqual(
      ['product.created', 'product.measured', 'product.edited'].map((kind) => ({ kind, customer: acme })),
    )
    for (const refused of [
      server.send(editProduct, { id, rowVersion: 3, ...blankProduct }, receiver),
      server.send(approveProducts, { ids: [id] }, receiver),
      server.send(createProduct, { customerId: acme, sku: 'X', ...blankProduct }, receiver),
    ])
      expect(await refused).toMatchObject({ data: { kind: 'forbidden' } })
  })

  test('keep the sides when only the weight is measured again', async () => {
    const id = await aProduct(server, who, acme, 'M-2', declared)
    await server.send(measureProduct, { id, rowVersion: 1, ...measures('30', '20', '10', '2') }, who)
    await server.send(measureProduct, { id, rowVersion: 2, ...measures(null, null, null, '9') }, who)
    expect(await item(server, who, id)).toMatchObject({
      measuredSize: '30 × 20 × 10',
      measuredWeight: '9.000',
    })
    const none = await server.send(
      measureProduct,
      { id, rowVersion: 3, ...measures(null, null, null, null) },
      who,
    )
    expect(none).toMatchObject({ success: false, data: { kind: 'validation' } })
    const torn = await server.send(
      measureProduct,
      { id, rowVersion: 3, ...measures('1', null, null, null) },
      who,
    )
    expect(torn).toMatchObject({ success: false, data: { kind: 'validation' } })
  })

  test.each([
    ['30', '20', '10', '2'],
    ['10', '30', '20', '2'],
    ['31.5', '20', '10', '2'],
    ['31.51', '20', '10', '2'],
    ['30', '18.99', '10', '2'],
    ['30', '19', '9.49', '2'],
    ['20', '30', '9.5', '2.1'],
    ['30', '20', '10', '2.101'],
    ['30', '20', '10', '1.9'],
    ['30', '20', '10', '1.899'],
  ])('database and page agree whether %s × %s × %s at %s differs', async (length, width, height, weight) => {
    const [row] = await server.owner<{ measured_differs: boolean }>(
      `insert into products (tenant_id, customer_id, sku, name_en, search_line, declared_length, declared_width, declared_height,
         declared_weight, measured_length, measured_width, measured_height, measured_weight, measured_at, measured_by)
       select $1, $2, left(md5($3 || $4 || $5 || $6), 30), 'x', 'x', 30, 20, 10, 2, $3::numeric, $4::numeric, $5::numeric, $6::numeric,
         now(), (select min(id) from accounts where tenant_id = $1)
       returning measured_differs`,
      [who.tenantId, acme, length, width, height, weight],
      who.tenantId,
    )
    const answer = { length: '30', width: '20', height: '10', weight: '2' }
    expect(row?.measured_differs).toBe(measuredDiffers(answer, { length, width, height, weight }))
  })
})

describe('barcodes', async () => {
  const server = await startTestServer()
  const who = await aDesk(server)
  const [acme, other] = [await aCustomer(server, who, 'ACME'), await aCustomer(server, who, 'OTHER')]
  const give = (id: number, barcode: string, type: 'upc' | 'ean' | 'custom' = 'ean', packQuantity = 1) =>
    server.send(addBarcode, { id, type, barcode, packQuantity }, who)

  test('are several, each with its pieces; a duplicate of one customer is refused with the product that has it', async () => {
    const [a, b] = [await aProduct(server, who, acme, 'B-1'), await aProduct(server, who, acme, 'B-2')]
    expect(await give(a, '6901234567892')).toMatchObject({ success: true })
    expect(await give(a, 'CASE-12', 'custom', 12)).toMatchObject({ success: true })
    expect(await give(b, 'case-12', 'custom')).toMatchObject({
      success: false,
      message: expect.stringContaining('B-1'),
      data: { fields: [{ path: 'barcode' }] },
    })
    const elsewhere = await aProduct(server, who, other, 'B-1')
    expect(await give(elsewhere, '6901234567892')).toMatchObject({ success: true })
    const { barcodes } = await item(server, who, a)
    expect(barcodes.map(({ barcode, packQuantity }) => [barcode, packQuantity])).toEqual([
      ['ACME.B-1', 1],
      ['6901234567892', 1],
      ['CASE-12', 12],
    ])
  })

  test('of GS1 keep the article number; a wrong check digit is refused with a message', async () => {
    const id = await aProduct(server, who, acme, 'G-1')
    expect((await give(id, ']C10109506000134352\u001d10LOT', 'custom')).data).toEqual({
      barcode: '9506000134352',
      type: 'ean',
    })
    expect(await give(id, '9506000134353')).toMatchObject({
      success: false,
      data: { fields: [{ path: 'barcode', message: productsText.checkDigit.en_US }] },
    })
  })

  test('of one article are one, regardless of leading zeros and symbology', async () => {
    const [a, b] = [await aProduct(server, who, acme, 'Z-1'), await aProduct(server, who, acme, 'Z-2')]
    expect(await give(a, '036000291452', 'upc')).toMatchObject({ success: true })
    for (const same of [
      '0036000291452',
      '00036000291452',
      '(01)00036000291452',
      'https://id.gs1.org/01/036000291452',
    ])
      expect(await give(b, same)).toMatchObject({
        success: false,
        message: expect.stringContaining('Z-1'),
        data: { fields: [{ path: 'barcode' }] },
      })
    await expect(
      server.owner(
        `insert into product_barcodes (tenant_id, customer_id, product_id, barcode, type)
         values ($1, $2, $3, '0036000291452', 'custom')`,
        [who.tenantId, acme, b],
        who.tenantId,
      ),
    ).rejects.toThrow('barcode_taken')
    for (const search of ['036000291452', '0036000291452', '00036000291452', '0100036000291452', '0360002'])
      expect(await skus(server, who, { search })).toEqual(['Z-1'])
    const { data } = await server.send(
      listProducts,
      { codes: ['0036000291452', 'z-2', '0036000291453'] },
      who,
    )
    expect(data).toMatchObject({ total: 2, missing: ['0036000291453'] })
  })

  test('are compared by the database as by the page', async () => {
    const codes = [
      '95012346',
      '95012347',
      '012345678905',
      '0012345678905',
      '10614141000415',
      '106141415432109866',
      'Ab.C-1',
      '0',
    ]
    const rows = await server.owner<{ code: string; key: string }>(
      'select code, wms.article_key(code) as key from unnest($1::text[]) code',
      [codes],
      who.tenantId,
    )
    expect(rows).toEqual(codes.map((code) => ({ code, key: articleKey(code) })))
  })

  test('have one default; when it is removed, the system barcode replaces it', async () => {
    const id = await aProduct(server, who, acme, 'D-1')
    await give(id, '012345678905', 'upc')
    const upc = (await item(server, who, id)).barcodes[1]?.id ?? 0
    expect(await server.send(chooseBarcode, { id, barcodeId: upc }, who)).toMatchObject({ success: true })
    const defaults = async () =>
      (await item(server, who, id)).barcodes
        .filter(({ isDefault }) => isDefault)
        .map(({ barcode }) => barcode)
    expect(await defaults()).toEqual(['012345678905'])
    // Another one that is removed leaves the default alone.
    await give(id, 'BOX-6', 'custom', 6)
    const box = (await item(server, who, id)).barcodes[2]?.id ?? 0
    await server.send(removeBarcode, { id, barcodeId: box }, who)
    expect(await defaults()).toEqual(['012345678905'])
    expect(await skus(server, who, { search: 'box-6' })).toEqual([])
    expect(await skus(server, who, { search: '0012345678905' })).toEqual(['D-1'])
    await server.send(removeBarcode, { id, barcodeId: upc }, who)
    expect(await defaults()).toEqual(['ACME.D-1'])
    expect(await skus(server, who, { search: '012345678905' })).toEqual([])
    expect(await server.send(removeBarcode, { id, barcodeId: upc }, who)).toMatchObject({
      data: { kind: 'not_found' },
    })
    const trail = await server.owner(
      `select a.action, a.object_no as no, a.before, a.after, e.kind from audit_log a
       join events e on e.request_id = a.request_id where a.object_type = 'product' and a.object_id = $1 and a.action like '%barcode'
       order by a.id`,
      [id],
      who.tenantId,
    )
    const upcFacts = { barcode: '012345678905', type: 'upc', packQuantity: 1 }
    const boxFacts = { barcode: 'BOX-6', type: 'custom', packQuantity: 6 }
    const [added, removed] = [
      { action: 'add_barcode', before: null },
      { action: 'remove_barcode', after: null },
    ]
    const of = (kind: string) => ({ no: 'D-1', kind: `product.${kind}` })
    expect(trail).toEqual([
      { ...of('barcode_added'), ...added, after: upcFacts },
      {
        ...of('edited'),
        ...{ action: 'choose_barcode', before: { barcode: 'ACME.D-1' }, after: { barcode: '012345678905' } },
      },
      { ...of('barcode_added'), ...added, after: boxFacts },
      { ...of('barcode_removed'), ...removed, before: boxFacts },
      { ...of('barcode_removed'), ...removed, before: upcFacts },
    ])
  })
})

describe('the system barcode of a later SKU', async () => {
  const server = await startTestServer()
  const who = await aDesk(server)
  const acme = await aCustomer(server, who, 'ACME')

  test('is not taken from its holder: the SKU is refused with the product that has it', async () => {
    const id = await aProduct(server, who, acme, 'S-1')
    await server.send(addBarcode, { id, type: 'custom', barcode: 'acme.s-2', packQuantity: 1 }, who)
    const create = (sku: string) =>
      server.send(createProduct, { customerId: acme, sku, ...blankProduct }, who)
    expect(await create('S-2')).toMatchObject({
      success: false,
      message: 'System barcode ACME.S-2 is already a barcode of this customer’s product S-1',
      data: { fields: [{ path: 'sku' }] },
    })
    expect(await create('S-1')).toMatchObject({ message: productsText.skuTaken.en_US })
  })
})

describe('the list', async () => {
  const server = await startTestServer()
  const who = await aDesk(server)
  const [acme, other] = [await aCustomer(server, who, 'ACME'), await aCustomer(server, who, 'OTHER')]
  const bottle = await aProduct(server, who, acme, 'BO-001-BK', {
    nameZh: '不锈钢保温杯 500ml 黑色',
    nameEn: 'Stainless bottle, black',
    declaredLength: '30',
    declaredWidth: '20',
    declaredHeight: '10',
    declaredWeight: '2',
  })
  await aProduct(server, who, acme, 'LAMP-7', { nameZh: '台灯', nameEn: 'Desk lamp 100%' })
  await aProduct(server, who, other, 'BO-900', {
    nameEn: `A very long name ${'of many parts '.repeat(5)}`.trim(),
  })
  await server.send(addBarcode, { id: bottle, type: 'ean', barcode: '6901234567892', packQuantity: 1 }, who)

  test.each([
    ['a SKU', 'bo-001-bk', ['BO-001-BK']],
    ['the beginning of a SKU', 'BO-', ['BO-001-BK', 'BO-900']],
    ['a part of a SKU', '001', ['BO-001-BK']],
    ['a barcode', '6901234567892', ['BO-001-BK']],
    ['the beginning of a barcode', '69012', ['BO-001-BK']],
    ['the system barcode', 'acme.lamp-7', ['LAMP-7']],
    ['a part of a Chinese name', '保温', ['BO-001-BK']],
    ['the initials of a Chinese name', 'bxgbwb', ['BO-001-BK']],
    ['initials from the middle', 'bwb', ['BO-001-BK']],
    ['an English word', 'Bottle', ['BO-001-BK']],
    ['words in any order', 'black 不锈钢', ['BO-001-BK']],
    ['words that no product has together', 'lamp 不锈钢', []],
    ['a long name', `long name ${'of many parts '.repeat(2)}`, ['BO-900']],
    ['full-width letters', 'ＢＯ－９００', ['BO-900']],
    ['a sign alone', '%', ['LAMP-7']],
    ['nothing that is there', 'zzz', []],
  ])('finds by %s', async (_, search, expected) => {
    expect(await skus(server, who, { search })).toEqual(expected)
    expect((await server.done(listProducts, { search }, who)).total).toBe(expected.length)
  })

  test('distinguishes long words with a common prefix', async () => {
    const desk = await aDesk(server)
    const customer = await aCustomer(server, desk, 'ACME')
    const word = 'donaudampfschifffahrts'
    await aProduct(server, desk, customer, 'LONG-1', { nameEn: `${word}kapitaen` })
    await aProduct(server, desk, customer, 'LONG-2', { nameEn: `${word}gesellschaft` })
    expect(await skus(server, desk, { search: word })).toEqual(['LONG-1', 'LONG-2'])
    expect(await skus(server, desk, { search: `${word}kap` })).toEqual(['LONG-1'])
    expect(await skus(server, desk, { search: `${word}gesellschaft long` })).toEqual(['LONG-2'])
  })

  test('takes many pasted codes and lists unknown ones', async () => {
    const { data } = await server.send(
      listProducts,
      { codes: ['bo-900', '6901234567892', 'NOPE', 'NOPE', 'acme.lamp-7'], sort: 'sku', order: 'asc' },
      who,
    )
    expect(data).toMatchObject({ total: 3, missing: ['NOPE'] })
    const many = Array.from({ length: 500 }, (_, i) => `C${i}`)
    expect((await server.send(listProducts, { codes: many }, who)).data).toMatchObject({ total: 0 })
    expect(await server.send(listProducts, { codes: [...many, 'X'] }, who)).toMatchObject({
      data: { kind: 'validation' },
    })
  })

  test('is filtered by customer, approval, status, and what is missing or differs', async () => {
    expect(await skus(server, who, { customerId: other })).toEqual(['BO-900'])
    expect(await skus(server, who, { lacksSize: '1' })).toEqual(['BO-900', 'LAMP-7'])
    expect(await skus(server, who, { measuredDiffers: '1' })).toEqual([])
    const measured = { measuredLength: null, measuredWidth: null, measuredHeight: null, measuredWeight: '3' }
    await server.send(measureProduct, { id: bottle, rowVersion: 1, ...measured }, who)
    expect(await skus(server, who, { measuredDiffers: '1', search: 'bottle' })).toEqual(['BO-001-BK'])
    await server.send(approveProducts, { ids: [bottle] }, who)
    expect(await skus(server, who, { auditStatus: 'passed' })).toEqual(['BO-001-BK'])
    expect(await skus(server, who, { isEnabled: '0' })).toEqual([])
  })

  test('shows the stock of each to users who may see it only', async () => {
    const store = await aStore(server)
    await store.move({ flow: 'receive', batchId: await store.batch('BOLT'), onHand: 10 })
    await store.move({ flow: 'receive', batchId: await store.batch('BOLT'), onHand: 2 }, 'A-02')
    const as = async (permissions: string[]) => {
      const { id } = await aPerson(server, store.tenantId, { permissions })
      return { ...who, tenantId: store.tenantId, token: await aSession(server, store.tenantId, id) }
    }
    const keeper = await as(['query:product:view', 'query:stock:view'])
    const { data } = await server.send(listProducts, { sort: 'sku', order: 'asc' }, keeper)
    const rows = (data as OutputOf<typeof listProducts>).rows
    expect(rows.map(({ sku, onHand }) => [sku, onHand])).toEqual([
      ['BOLT', 12],
      ['NUT', 0],
      ['SCREW', 0],
    ])
    expect(await skus(server, keeper, { hasStock: '1' })).toEqual(['BOLT'])
    expect(await skus(server, keeper, { hasStock: '0' })).toEqual(['NUT', 'SCREW'])
    const clerk = await as(['query:product:view'])
    const seen = await server.done(listProducts, {}, clerk)
    expect(seen.rows.map(({ onHand }) => onHand)).toEqual([null, null, null])
    expect(await server.send(listProducts, { hasStock: '1' }, clerk)).toMatchObject({
      data: { kind: 'forbidden' },
    })
  })

  test('shows the newest first, and a renamed product by its new name only', async () => {
    const { data } = await server.send(listProducts, {}, who)
    expect((data as OutputOf<typeof listProducts>).rows.map(({ sku }) => sku)).toEqual([
      'BO-900',
      'LAMP-7',
      'BO-001-BK',
    ])
    const lamp = (data as OutputOf<typeof listProducts>).rows[1]?.id ?? 0
    await server.send(editProduct, { id: lamp, rowVersion: 1, ...blankProduct, nameZh: '落地灯' }, who)
    expect(await skus(server, who, { search: '台灯' })).toEqual([])
    expect(await skus(server, who, { search: 'ldd' })).toEqual(['LAMP-7'])
    expect(await skus(server, who, { search: 'acme.lamp' })).toEqual(['LAMP-7'])
  })

  test('shows no other company’s products', async () => {
    const stranger = await aDesk(server)
    expect(await skus(server, stranger, {})).toEqual([])
    expect(await skus(server, stranger, { search: 'bo' })).toEqual([])
  })
})

describe('pictures', async () => {
  const server = await startTestServer()
  const who = await aDesk(server)
  const acme = await aCustomer(server, who, 'ACME')

  test('are five at most, in a changeable order, and open by links', async () => {
    const id = await aProduct(server, who, acme, 'P-1')
    for (const [i, colour] of ['red', 'green', 'blue', 'black', 'white'].entries()) {
      const fileId = await uploadedId(server, who, 'image', `${i}.png`, await aPicture(300, colour))
      expect(await server.send(addImage, { id, fileId }, who)).toMatchObject({ success: true })
    }
    const sixth = await uploadedId(server, who, 'image', '6.png', await aPicture(10, 'red'))
    expect(await server.send(addImage, { id, fileId: sixth }, who)).toMatchObject({
      message: productsText.tooManyImages.en_US,
    })
    const { images } = await item(server, who, id)
    const order = images.map(({ fileId }) => fileId)
    const small = await server.server.http.inject({ url: images[0]?.smallUrl ?? '' })
    expect((await sharp(small.rawPayload).metadata()).width).toBe(128)

    const turned = [order[4], order[0]].map(Number)
    expect(await server.send(arrangeImages, { id, fileIds: turned, shownIds: order }, who)).toMatchObject({
      success: true,
    })
    const after = await item(server, who, id)
    expect(after.images.map(({ fileId }) => fileId)).toEqual(turned)
    const gone = { id, fileIds: [order[1] ?? 0], shownIds: turned }
    expect(await server.send(arrangeImages, gone, who)).toMatchObject({ data: { kind: 'not_found' } })
    const { data } = await server.send(listProducts, {}, who)
    const url = (data as OutputOf<typeof listProducts>).rows[0]?.imageUrl ?? ''
    expect((await server.server.http.inject({ url })).statusCode).toBe(200)
  })

  test('that a colleague added while others were moved or removed stay', async () => {
    const id = await aProduct(server, who, acme, 'P-3')
    const shown: number[] = []
    const add = async (colour: string) => {
      const picture = await aPicture(10, colour)
      const fileId = await uploadedId(server, who, 'image', `${colour}.png`, picture)
      expect(await server.send(addImage, { id, fileId }, who)).toMatchObject({ success: true })
      return fileId
    }
    for (const colour of ['red', 'green', 'blue']) shown.push(await add(colour))
    const added = await add('white')
    const kept = [shown[2], shown[0]].map(Number)
    const arranged = await server.send(arrangeImages, { id, fileIds: kept, shownIds: shown }, who)
    expect(arranged).toMatchObject({ success: true })
    const { images } = await item(server, who, id)
    expect(images.map(({ fileId }) => fileId)).toEqual([...kept, added])
  })

  test('are drawn with no connection held, as they are uploaded and as they are added', async () => {
    const id = await aProduct(server, who, acme, 'P-4')
    const picture = await aPicture(10, 'red')
    const inUse = connectionsWhileDrawing(server)
    const fileId = await uploadedId(server, who, 'image', 'a.png', picture)
    await server.done(addImage, { id, fileId }, who)
    expect(inUse).toEqual([0, 0])
  })

  test('must be the user’s own upload of a picture', async () => {
    const id = await aProduct(server, who, acme, 'P-2')
    const colleague = await aDesk(server, ['*'], who.tenantId)
    const theirs = await uploadedId(server, colleague, 'image', 'a.png', await aPicture(10, 'red'))
    expect(await server.send(addImage, { id, fileId: theirs }, who)).toMatchObject({ success: false })
  })
})

const zipOf = (entries: Record<string, Buffer>) =>
  new Promise<Buffer>((done) => {
    const zip = new ZipFile()
    for (const [name, bytes] of Object.entries(entries)) zip.addBuffer(bytes, name)
    zip.end()
    const parts: Buffer[] = []
    zip.outputStream.on('data', (part: Buffer) => parts.push(part))
    zip.outputStream.on('end', () => done(Buffer.concat(parts)))
  })

describe('a spreadsheet of products', async () => {
  const server = await startTestServer()
  const who = await aDesk(server)
  const [acme] = [await aCustomer(server, who, 'ACME'), await aCustomer(server, who, 'OTHER')]
  const head = [
    '客户代码',
    'SKU',
    '中文名称',
    'English name',
    '条码 1',
    '条码 2',
    '申报长',
    '申报宽',
    '申报高',
    '申报重量',
    '带电',
  ]

  async function begin(rows: (string | number | null)[][], zip?: Buffer, heads = head) {
    const bytes = await writeXlsx({ sheets: [{ name: 'x', rows: [heads, ...rows] }] })
    const fileId = await uploadedId(server, who, 'sheet', 'p.xlsx', bytes)
    const zipFileId = zip && (await uploadedId(server, who, 'zip', 'p.zip', zip))
    return (
      await server.done(startImport, { kind: 'products', fileId, ...(zipFileId && { zipFileId }) }, who)
    ).id
  }
  async function run(id: number) {
    return worked(server, who, (await server.done(runImport, { id, mode: 'good_rows' }, who)).taskId)
  }

  test('creates products and updates existing ones; an empty cell changes nothing', async () => {
    const old = await aProduct(server, who, acme, 'OLD-1', { nameZh: '旧名', brand: 'Kept', isBattery: true })
    const id = await begin([
      ['acme', 'NEW-1', '新产品', 'New thing', '6901234567892', 'CASE-1', '30', '20', '10', '1.5', '是'],
      ['ACME', 'old-1', '新名', '', '', '', '', '', '', '2', ''],
    ])
    expect((await server.send(importState, { id }, who)).data).toMatchObject({
      counts: { new: 1, update: 1 },
    })
    expect(await run(id)).toMatchObject({ status: 'done', failures: [] })
    expect(await item(server, who, old)).toMatchObject({
      sku: 'OLD-1',
      nameZh: '新名',
      nameEn: 'Thing',
      brand: 'Kept',
      isBattery: true,
      declaredWeight: '2.000',
      rowVersion: 2,
    })
    const { data } = await server.send(listProducts, { search: 'xcp' }, who)
    expect(data).toMatchObject({
      total: 1,
      rows: [
        {
          sku: 'NEW-1',
          declaredSize: '30 × 20 × 10',
          auditStatus: 'passed',
          barcodes: ['ACME.NEW-1', '6901234567892', 'CASE-1'],
        },
      ],
    })
    expect(await skus(server, who, { search: 'case-1' })).toEqual(['NEW-1'])
    expect(await skus(server, who, { search: '旧名' })).toEqual([])
    expect(await editsOf(old)).toEqual([
      {
        before: { nameZh: '旧名', declaredWeight: null },
        after: { nameZh: '新名', declaredWeight: '2.000' },
      },
    ])
  })

  test('is approved at once if the importing user may approve, and waits otherwise', async () => {
    const clerk = await aDesk(server, ['query:product:view', 'query:product:create'], who.tenantId)
    const statusAfter = async (sku: string, by: Desk) => {
      const bytes = await writeXlsx({
        sheets: [{ name: 'x', rows: [head.slice(0, 3), ['ACME', sku, '新']] }],
      })
      const fileId = await uploadedId(server, by, 'sheet', `${sku}.xlsx`, bytes)
      const { id } = await server.done(startImport, { kind: 'products', fileId }, by)
      const { taskId } = await server.done(runImport, { id, mode: 'good_rows' }, by)
      expect(await worked(server, by, taskId)).toMatchObject({ status: 'done', failures: [] })
      const { rows } = await server.done(listProducts, { search: sku }, who)
      return rows.map(({ auditStatus }) => auditStatus)
    }
    expect(await statusAfter('LEAD-1', who)).toEqual(['passed'])
    expect(await statusAfter('CLERK-1', clerk)).toEqual(['pending'])
  })

  const editsOf = (id: number) =>
    server.owner(
      `select before, after from audit_log where object_type = 'product' and action = 'edit' and object_id = $1 order by id`,
      [id],
      who.tenantId,
    )

  test('sets lot tracking; an empty cell leaves it unchanged', async () => {
    const kept = await aProduct(server, who, acme, 'LOT-OLD', { lotManaged: true })
    const heads = ['客户代码', 'SKU', '中文名称', '批号管理']
    const lines = [
      ['ACME', 'LOT-NEW', '有批号', '是'],
      ['ACME', 'LOT-NONE', '无批号', ''],
      ['ACME', 'LOT-OLD', '旧', ''],
    ]
    expect(await run(await begin(lines, undefined, heads))).toMatchObject({ status: 'done', failures: [] })
    const managed = async () =>
      server.owner(
        `select sku, lot_managed from products where tenant_id = $1 and sku like 'LOT-%' order by sku`,
        [who.tenantId],
        who.tenantId,
      )
    expect(await managed()).toEqual([
      { sku: 'LOT-NEW', lot_managed: true },
      { sku: 'LOT-NONE', lot_managed: false },
      { sku: 'LOT-OLD', lot_managed: true },
    ])
    const off = await begin([['ACME', 'LOT-OLD', '旧', 'no']], undefined, heads)
    expect(await run(off)).toMatchObject({ status: 'done' })
    expect(await item(server, who, kept)).toMatchObject({ lotManaged: false })
    expect((await editsOf(kept)).at(-1)).toEqual({
      before: { lotManaged: true },
      after: { lotManaged: false },
    })
  })

  test('sets the pieces per scan of a barcode, for new and existing ones', async () => {
    const packed = (lines: string[][]) =>
      begin(lines, undefined, [
        '客户代码',
        'SKU',
        '中文名称',
        '条码 1',
        '每码件数 1',
        'Barcode 2',
        'Pieces per scan 2',
      ])
    const made = [['ACME', 'PACK-1', '箱', 'PACK-BAG', '', 'PACK-CASE', '12']]
    expect(await run(await packed(made))).toMatchObject({ status: 'done' })
    const id = (await server.done(listProducts, { search: 'pack-1' }, who)).rows[0]?.id
    const packs = async () =>
      (await item(server, who, id ?? 0)).barcodes.map(({ barcode, packQuantity }) => [barcode, packQuantity])
    expect(await packs()).toEqual([
      ['ACME.PACK-1', 1],
      ['PACK-BAG', 1],
      ['PACK-CASE', 12],
    ])
    const changes = [['ACME', 'PACK-1', '箱', 'pack-bag', '6', 'PACK-CASE', '']]
    expect(await run(await packed(changes))).toMatchObject({ status: 'done' })
    expect((await packs()).slice(1)).toEqual([
      ['PACK-BAG', 6],
      ['PACK-CASE', 12],
    ])
    expect(await editsOf(id ?? 0)).toEqual([
      {
        before: { barcodes: ['ACME.PACK-1', 'PACK-BAG', 'PACK-CASE ×12'] },
        after: { barcodes: ['ACME.PACK-1', 'PACK-BAG ×6', 'PACK-CASE ×12'] },
      },
    ])

    const bad = await packed([
      ['ACME', 'PACK-2', '箱', '', '6', '', ''],
      ['ACME', 'PACK-3', '箱', 'X-3', '0', 'X-4', '1000001'],
      ['ACME', 'PACK-1', '箱', 'ACME.PACK-1', '2', '', ''],
      ['ACME', 'PACK-4', '箱', 'acme.pack-4', '2', '', ''],
      ['ACME', 'PACK-5', '箱', 'ACME.PACK-5', '1', '', ''],
    ])
    const { rows } = await server.done(importRows, { id: bad, verdict: 'error' }, who)
    expect(rows.map(({ rowNo, problems }) => [rowNo, problems.map(({ column }) => column).join()])).toEqual([
      [2, 'packQuantity1'],
      [3, 'packQuantity1,packQuantity2'],
      [4, 'packQuantity1'],
      [5, 'packQuantity1'],
    ])
    expect(rows[0]?.problems[0]?.message).toBe('Enter the barcode as well')
    expect(rows[2]?.problems[0]?.message).toBe('The system barcode always stands for 1 piece')
    expect(await run(bad)).toMatchObject({ status: 'partly_done', failures: [{}, {}, {}, {}] })
    expect(await skus(server, who, { search: 'pack-5' })).toEqual(['PACK-5'])
  })

  test('reports every bad cell: customers, barcodes, sides, duplicates', async () => {
    await aProduct(server, who, acme, 'HAS-1')
    const id = await begin([
      ['NOBODY', 'A-1', '甲', '', '', '', '', '', '', '', ''],
      ['ACME', 'A-2', '乙', '', '6901234567891', '', '', '', '', '', ''],
      ['ACME', 'A-3', '丙', '', 'ACME.HAS-1', '', '', '', '', '', ''],
      ['ACME', 'A-4', '丁', '', 'DUP', '', '', '', '', '', ''],
      ['ACME', 'A-5', '戊', '', '', 'dup', '', '', '', '', ''],
      ['ACME', 'A-6', '', '', '', '', '30', '', '', '', ''],
      ['ACME', 'a-4', '丁', '', '', '', '', '', '', '', ''],
    ])
    const { rows } = await server.done(importRows, { id, verdict: 'error' }, who)
    expect(rows.map(({ rowNo, problems }) => [rowNo, problems.map(({ column }) => column).join()])).toEqual([
      [2, 'customerCode'],
      [3, 'barcode1'],
      [4, 'barcode1'],
      [6, 'barcode2'],
      [7, 'nameZh,declaredLength'],
      [8, 'customerCode,sku'],
    ])
    expect(rows[3]?.problems[0]?.message).toBe('Same barcode as row 5')
    expect(rows[5]?.problems[0]?.message).toBe('Duplicate of row 5')
  })

  test('gives every new SKU its system barcode, or names who has it', async () => {
    const holder = await aProduct(server, who, acme, 'SYS-1')
    const give = (barcode: string) =>
      server.send(addBarcode, { id: holder, type: 'custom', barcode, packQuantity: 1 }, who)
    await give('ACME.sys-2')
    const blank = ['', '', '', '', '']
    const id = await begin([
      ['ACME', 'SYS-2', '二', '', '', '', ...blank],
      ['ACME', 'SYS-3', '三', '', 'acme.SYS-3', 'SYS-3-CASE', ...blank],
      ['ACME', 'SYS-4', '四', '', 'ACME.SYS-5', '', ...blank],
      ['ACME', 'SYS-5', '五', '', '', '', ...blank],
      ['ACME', 'SYS-6', '六', '', 'ACME.SYS-4', '', ...blank],
    ])
    const { rows } = await server.done(importRows, { id, verdict: 'error' }, who)
    expect(rows.map(({ rowNo, problems }) => [rowNo, problems[0]?.column, problems[0]?.message])).toEqual([
      [2, 'sku', 'System barcode ACME.SYS-2 is already a barcode of this customer’s product SYS-1'],
      [5, 'sku', 'System barcode ACME.SYS-5 is the same as a barcode in row 4'],
      [6, 'barcode1', 'Same barcode as row 4'],
    ])
    expect(await run(id)).toMatchObject({ status: 'partly_done' })
    expect(
      await server.owner(
        `select p.sku, array_agg(b.barcode || ' ' || b.type order by b.barcode) as barcodes
         from products p join product_barcodes b on b.product_id = p.id where p.sku like 'SYS-_' group by p.sku order by 1`,
        [],
        who.tenantId,
      ),
    ).toEqual([
      { sku: 'SYS-1', barcodes: ['ACME.SYS-1 system', 'ACME.sys-2 custom'] },
      { sku: 'SYS-3', barcodes: ['ACME.SYS-3 system', 'SYS-3-CASE custom'] },
      { sku: 'SYS-4', barcodes: ['ACME.SYS-4 system', 'ACME.SYS-5 custom'] },
    ])
  })

  test('gives a product no more barcodes than allowed by hand', async () => {
    const full = await aProduct(server, who, acme, 'FULL-1')
    for (let n = 1; n < MAX_BARCODES - 1; n++)
      await server.send(addBarcode, { id: full, type: 'custom', barcode: `F-${n}`, packQuantity: 1 }, who)
    const blank = ['', '', '', '', '']
    const problems = async (...barcodes: [string, string]) => {
      const id = await begin([['ACME', 'FULL-1', '满', '', ...barcodes, ...blank]])
      const { data } = await server.send(importRows, { id }, who)
      return (data as OutputOf<typeof importRows>).rows[0]?.problems.map(({ column }) => column)
    }
    expect(await problems('F-19', 'F-1')).toEqual([])
    expect(await problems('F-19', 'F-20')).toEqual(['barcode2'])
    const give = (barcode: string) =>
      server.send(addBarcode, { id: full, type: 'custom', barcode, packQuantity: 1 }, who)
    expect(await give('F-19')).toMatchObject({ success: true })
    expect(await give('F-20')).toMatchObject({ success: false, message: expect.stringContaining('20') })
  })

  test('is aborted if a barcode is taken at the same moment', async () => {
    const taker = await aProduct(server, who, acme, 'FAST-1')
    const id = await begin([['ACME', 'SLOW-1', '慢', '', 'RACE-1', '', '', '', '', '', '']])
    const { data } = await server.send(runImport, { id, mode: 'good_rows' }, who)
    const [task] = await server.owner<{ input: { who: never } }>(
      'select input from tasks where id = $1',
      [(data as { taskId: number }).taskId],
      who.tenantId,
    )
    const { judge } = importKinds.products ?? {}
    const late = {
      ...importKinds,
      products: {
        ...importKinds.products,
        judge: async (...input: Parameters<NonNullable<typeof judge>>) => {
          const judged = await judge?.(...input)
          await server.send(
            addBarcode,
            { id: taker, type: 'custom', barcode: 'race-1', packQuantity: 1 },
            who,
          )
          return judged
        },
      },
    }
    const work = importTask({ kinds: late as typeof importKinds, files: server.files, may: () => {} })({
      input: task?.input,
      read: server.database.read.bind(undefined, who.tenantId),
      write: server.database.write.bind(undefined, who.tenantId),
      progress: async () => ({ isCancelAsked: false }),
    } as unknown as Work<never>)
    await expect(work).rejects.toThrow('barcode_taken')
    expect(await skus(server, who, { search: 'slow-1' })).toEqual([])
  })

  test('accepts a currency by its code in capitals, and reports any other', async () => {
    const id = await begin(
      [
        ['ACME', 'C-1', '甲', '5.50', 'usd'],
        ['ACME', 'C-2', '乙', '5.50', 'XXX'],
        ['ACME', 'C-3', '丙', '5.50', 'USD'],
      ],
      undefined,
      ['客户代码', 'SKU', '中文名称', '申报价值', '申报币种'],
    )
    expect((await server.send(importRows, { id, verdict: 'error' }, who)).data).toMatchObject({
      total: 2,
      rows: [2, 3].map((rowNo) => ({
        rowNo,
        problems: [{ column: 'declaredCurrency', message: productsText.currencyForm.en_US }],
      })),
    })
  })

  test('assigns pictures by SKU; those that match nothing are reported', async () => {
    const red = await aPicture(200, 'red')
    const zip = await zipOf({
      'PIC-1.png': red,
      'folder/pic-1_2.png': await aPicture(100, 'blue'),
      'ACME.SHARED_1.png': red,
      'SHARED.png': red,
      'NOBODY.jpg': red,
      'PIC-1_3.txt': Buffer.from('words'),
      'PIC-1_4.png': Buffer.from('<html>'),
      '__MACOSX/PIC-1.png': red,
      '.DS_Store': red,
    })
    const id = await begin(
      [
        ['ACME', 'PIC-1', '图', '', '', '', '', '', '', '', ''],
        ['ACME', 'SHARED', '共', '', '', '', '', '', '', '', ''],
        ['OTHER', 'SHARED', '共', '', '', '', '', '', '', '', ''],
      ],
      zip,
    )
    const task = await run(id)
    expect(task.failures.map(({ no }) => no).sort()).toEqual([
      'NOBODY.jpg',
      'PIC-1_3.txt',
      'PIC-1_4.png',
      'SHARED.png',
    ])
    expect(task.failures.find(({ no }) => no === 'NOBODY.jpg')?.reason).toBe(
      productsText.pictureUnmatched.en_US,
    )
    expect((await server.send(importState, { id }, who)).data).toMatchObject({
      status: 'done',
      ok: 3,
      failed: 0,
    })
    const { rows } = await server.done(listProducts, { search: 'pic-1' }, who)
    expect((await item(server, who, rows[0]?.id ?? 0)).images).toHaveLength(2)
  })

  test('logs pictures, and assigns none twice when its ZIP is sent again', async () => {
    const rows = [['ACME', 'TWICE-1', '图', '', '', '', '', '', '', '', '']]
    const pictures = ['red', 'blue', 'green', 'black', 'white'].map((colour) => aPicture(60, colour))
    const [red, blue, ...rest] = await Promise.all(pictures)
    if (!red || !blue) throw new Error('no pictures')
    const first = await zipOf({ 'TWICE-1.png': red, 'TWICE-1_2.png': blue, 'TWICE-1_3.png': red })
    expect(await run(await begin(rows, first))).toMatchObject({ status: 'done', failures: [] })
    const id = (await server.done(listProducts, { search: 'twice-1' }, who)).rows[0]?.id ?? 0
    expect((await item(server, who, id)).images).toHaveLength(2)

    const names = rest.map((bytes, i) => [`TWICE-1_${i + 3}.png`, bytes] as const)
    const full = { 'TWICE-1.png': red, 'TWICE-1_2.png': blue, ...Object.fromEntries(names) }
    expect(await run(await begin(rows, await zipOf(full)))).toMatchObject({ status: 'done' })
    expect(await run(await begin(rows, await zipOf(full)))).toMatchObject({ status: 'done', failures: [] })
    expect((await item(server, who, id)).images).toHaveLength(5)
    const sixth = { ...full, 'TWICE-1_6.png': await aPicture(60, 'yellow') }
    expect((await run(await begin(rows, await zipOf(sixth)))).failures).toEqual([
      { no: 'TWICE-1_6.png', reason: productsText.pictureTooMany.en_US },
    ])
    expect(
      await server.owner(
        `select object_no, before, after from audit_log
         where object_type = 'product' and action = 'add_image' and object_id = $1 order by id`,
        [id],
        who.tenantId,
      ),
    ).toEqual([
      { object_no: 'TWICE-1', before: { images: 0 }, after: { images: 2 } },
      { object_no: 'TWICE-1', before: { images: 2 }, after: { images: 5 } },
    ])
    expect(
      await server.owner(
        `select 1 from events where kind = 'product.edited' and object_id = $1`,
        [id],
        who.tenantId,
      ),
    ).toHaveLength(2)
  })

  test('updates existing products only for users who may edit them by hand', async () => {
    await aProduct(server, who, acme, 'KNOWN-1')
    const maker = await aDesk(server, ['query:product:view', 'query:product:create'], who.tenantId)
    const pasted = `${head.slice(0, 3).join('\t')}\nACME\tKNOWN-1\t改\nACME\tFRESH-1\t新\n`
    const { id } = await server.done(startImport, { kind: 'products', pasted }, maker)
    expect((await server.send(importState, { id }, maker)).data).toMatchObject({
      counts: { new: 1, error: 1 },
    })
    expect((await server.send(importRows, { id, verdict: 'error' }, maker)).data).toMatchObject({
      rows: [{ rowNo: 2, problems: [{ column: null, message: importText.mayNotEdit.en_US }] }],
    })
    expect(
      await worked(server, maker, (await server.done(runImport, { id, mode: 'good_rows' }, maker)).taskId),
    ).toMatchObject({
      status: 'partly_done',
      failures: [{ no: '2', reason: importText.mayNotEdit.en_US }],
    })
  })

  test('reports its pictures one by one', async () => {
    const red = await aPicture(50, 'red')
    const id = await begin(
      [['ACME', 'TOLD-1', '图', '', '', '', '', '', '', '', '']],
      await zipOf({ 'TOLD-1.png': red, 'TOLD-1_2.png': red }),
    )
    const { data } = await server.send(runImport, { id, mode: 'good_rows' }, who)
    const [task] = await server.owner<{ input: object }>(
      'select input from tasks where id = $1',
      [(data as { taskId: number }).taskId],
      who.tenantId,
    )
    const reports: string[] = []
    await importTask({ kinds: importKinds, files: server.files, may: () => {} })({
      input: task?.input,
      read: server.database.read.bind(undefined, who.tenantId),
      write: server.database.write.bind(undefined, who.tenantId),
      progress: async (done: number, total: number) => {
        reports.push(`${done}/${total}`)
        return { isCancelAsked: false }
      },
    } as unknown as Work<never>)
    expect(reports).toEqual(['0/1', '1/3', '2/3', '1/1'])
  })

  test('reports a damaged and an oversized picture, each with its problem', async () => {
    const red = await aPicture(20, 'red')
    const zip = hostileZip([
      { name: 'BAD-1.png', data: red, crc: 1 },
      { name: 'BAD-1_2.png', data: red, claims: 10 },
      { name: 'BAD-1_3.png', data: Buffer.alloc(2 * 1024 * 1024 + 1) },
      { name: 'BAD-1_4.png', data: red },
    ])
    const task = await run(await begin([['ACME', 'BAD-1', '图', '', '', '', '', '', '', '', '']], zip))
    expect(task.failures).toEqual([
      { no: 'BAD-1.png', reason: uploadText.notWhatItSays.en_US },
      { no: 'BAD-1_2.png', reason: uploadText.notWhatItSays.en_US },
      { no: 'BAD-1_3.png', reason: uploadText.imageTooLarge.en_US },
    ])
  })

  test('with a broken ZIP still imports its rows, and says so', async () => {
    const torn = Buffer.concat([Buffer.from('504b0304', 'hex'), Buffer.alloc(60)])
    const id = await begin([['ACME', 'TORN-1', '图', '', '', '', '', '', '', '', '']], torn)
    const task = await run(id)
    expect(task.failures).toEqual([{ no: 'ZIP', reason: 'The ZIP file can’t be read' }])
    expect(await skus(server, who, { search: 'torn-1' })).toEqual(['TORN-1'])
  })

  test('skips the example of its template', async () => {
    const fresh = await aDesk(server)
    await aCustomer(server, fresh, 'ACME-01')
    const { data } = await server.send(importTemplate, { kind: 'products' }, fresh)
    const bytes = Buffer.from((data as { base64: string }).base64, 'base64')
    const fileId = await uploadedId(server, fresh, 'sheet', 't.xlsx', bytes)
    const { id } = await server.done(startImport, { kind: 'products', fileId }, fresh)
    expect((await server.send(importState, { id }, fresh)).data).toMatchObject({ counts: { skip: 1 } })
  })

  test('is exported as filtered, without pictures', async () => {
    const task = await worked(
      server,
      who,
      (
        await server.done(
          exportList,
          {
            list: 'products',
            filters: { search: 'new-1' },
            columns: ['sku', 'imageUrl', 'auditStatus', 'barcodes'],
            format: 'xlsx',
          },
          who,
        )
      ).taskId,
    )
    const file = await server.server.http.inject({ url: task.fileUrl ?? '' })
    const { heads, rows } = await readTable(file.rawPayload)
    expect(heads).toEqual(['SKU', 'Approval status', 'Barcodes'])
    expect(rows.map(({ cells }) => cells)).toEqual([
      ['NEW-1', 'Approved', 'ACME.NEW-1, 6901234567892, CASE-1'],
    ])
  })
})
