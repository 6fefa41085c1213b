import { writeXlsx } from 'hucre/xlsx'
import { describe, expect, test } from 'vitest'
import { stockByBatch } from '../../inventory/stock/contract.ts'
import type { Call, OutputOf, SentTo } from '../../platform/calls/call.ts'
import {
  importRows,
  importState,
  importTemplate,
  runImport,
  startImport,
} from '../../platform/imports/contract.ts'
import type { Area } from '../../platform/printing/labels.ts'
import { labelsOf, openPaper } from '../../platform/printing/server/paper.ts'
import type { TaskRow } from '../../platform/tasks/tasks.ts'
import { addBarcode } from '../../products/contract.ts'
import { blankBox, blankInbound, blankInboundLine } from '../../testing/blank-inputs.ts'
import { readPaper } from '../../testing/read-paper.ts'
import { aStore } from '../../testing/stock-builders.ts'
import { startTestServer } from '../../testing/test-server.ts'
import { uploadedId } from '../../testing/upload.ts'
import { worked } from '../../testing/work.ts'
import {
  addBox,
  completeInbound,
  createInbound,
  findInbound,
  inbound,
  inboundHistory,
  listBoxLabels,
  listInbounds,
  measureBox,
  printBoxLabels,
  printReceivingSheets,
  reopenInbound,
  voidInbounds,
} from '../contract.ts'
import { putAway, receive, receiveWhole } from '../scanning/contract.ts'
import { receivingText } from '../text.ts'
import { drawBox } from './box-label.ts'
import { drawSheet, SHEET, SHEET_DPI } from './receiving-sheet.ts'

const server = await startTestServer()

/** A user in a warehouse with receivable products; SCREW belongs to another customer and is not approved. */
const aDesk = () => aStore(server, { approved: ['BOLT', 'NUT'], settings: { receiveOneStep: false } })
type Desk = Awaited<ReturnType<typeof aDesk>>

const taskIn = (answer: { data: unknown }) => (answer.data as { taskId: number }).taskId

type Kind = 'inbounds_by_box' | 'inbounds_by_sku'
async function sheetIn(desk: Desk, kind: Kind, ...rows: string[][]) {
  const bytes = await writeXlsx({ sheets: [{ name: 'x', rows }] })
  const fileId = await uploadedId(server, desk, 'sheet', 'inbounds.xlsx', bytes)
  return (await server.done(startImport, { kind, fileId }, desk)).id
}
const stateOf = (desk: Desk, id: number) => server.done(importState, { id }, desk)
const wrongIn = async (desk: Desk, id: number) => {
  const { rows } = await server.done(importRows, { id, verdict: 'error' }, desk)
  return rows.map(({ rowNo, problems }) => [
    rowNo,
    problems.map(({ column, message }) => `${column ?? ''}: ${message}`).join('; '),
  ])
}
const ran = async (desk: Desk, id: number, mode: 'good_rows' | 'all_or_nothing') =>
  worked(server, desk, taskIn(await server.send(runImport, { id, mode }, desk)))
const orders = (desk: Desk) => server.done(listInbounds, { sort: 'inboundNo', order: 'asc' }, desk)
const item = (desk: Desk, id: number) => server.done(inbound, { id }, desk)

const BOX_HEADS = ['Customer', '参考号', 'Box no.', 'SKU', 'Expected', 'Weight', 'Container no.', 'Transport']

describe('a spreadsheet of inbound orders', () => {
  test('by box creates an order for each reference, with its boxes, lines and scannable numbers', async () => {
    const desk = await aDesk()
    const id = await sheetIn(
      desk,
      'inbounds_by_box',
      BOX_HEADS,
      ['acme', 'PO-1', 'B-1', 'bolt', '6', '12.5', 'MSKU1', '空运'],
      ['ACME', 'PO-2', 'B-1', 'BOLT', '9', '', '', ''],
      ['ACME', 'po-1', 'b-1', 'NUT', '4', '', '', ''],
      ['ACME', 'PO-1', 'B-2', 'NUT', '2', '', '', ''],
    )
    expect(await stateOf(desk, id)).toMatchObject({ counts: { new: 4 }, numbers: [] })
    expect(await ran(desk, id, 'all_or_nothing')).toMatchObject({ status: 'done' })
    const { rows } = await orders(desk)
    expect((await stateOf(desk, id)).numbers).toEqual(rows.map(({ inboundNo }) => inboundNo))
    expect(rows).toMatchObject([
      {
        referenceNo: 'PO-1',
        inboundType: 'standard',
        status: 'pending_confirm',
        transport: 'air',
        expected: 12,
      },
      {
        referenceNo: 'PO-2',
        inboundType: 'standard',
        status: 'pending_confirm',
        transport: null,
        expected: 9,
      },
    ])
    const first = await item(desk, rows[0]?.id ?? 0)
    expect(first.boxes).toMatchObject([
      { boxNo: 'B-1', weight: '12.500' },
      { boxNo: 'B-2', weight: null },
    ])
    expect(
      first.lines.map(({ boxId, expected }) => [first.boxes.findIndex((box) => box.id === boxId), expected]),
    ).toEqual([
      [0, 6],
      [0, 4],
      [1, 2],
    ])
    const match = (await server.send(findInbound, { scanned: 'msku1' }, desk)).data
    expect(match).toMatchObject([{ id: first.id, mark: 'container' }])
    const made = await server.owner<{ made_id: string }>(
      'select made_id from import_rows where import_id = $1 order by row_no',
      [id],
      desk.tenantId,
    )
    expect(made.map((row) => Number(row.made_id))).toEqual([first.id, rows[1]?.id, first.id, first.id])
    const again = await sheetIn(desk, 'inbounds_by_box', BOX_HEADS, [
      'ACME',
      'PO-1',
      'B-1',
      'BOLT',
      '1',
      '',
      '',
      '',
    ])
    expect(await wrongIn(desk, again)).toEqual([
      [2, 'referenceNo: This customer already has an inbound order with this reference'],
    ])
  })

  test('by box takes the facts of a box from whichever of its rows has them', async () => {
    const desk = await aDesk()
    const id = await sheetIn(
      desk,
      'inbounds_by_box',
      [
        'Customer',
        'Reference',
        'Box no.',
        'SKU',
        'Expected',
        'Customer box no.',
        'Length',
        'Width',
        'Height',
        'Weight',
      ],
      ['ACME', 'PO-1', 'B-1', 'BOLT', '6', '', '', '', '', ''],
      ['ACME', 'PO-1', 'B-1', 'NUT', '4', 'C-1', '1', '2', '3', '4'],
      ['ACME', 'PO-1', 'B-2', 'NUT', '4', '', '', '', '', ''],
    )
    expect(await ran(desk, id, 'all_or_nothing')).toMatchObject({ status: 'done' })
    const [order] = (await orders(desk)).rows
    expect((await item(desk, order?.id ?? 0)).boxes).toMatchObject([
      { boxNo: 'B-1', customerBoxNo: 'C-1', length: '1.00', width: '2.00', height: '3.00', weight: '4.000' },
      { boxNo: 'B-2', customerBoxNo: null, length: null, width: null, height: null, weight: null },
    ])
  })

  test('takes the facts of an order and its type from whichever of its rows has them, and finds a SKU of any width', async () => {
    const desk = await aDesk()
    const id = await sheetIn(
      desk,
      'inbounds_by_sku',
      [
        ...['Customer', 'Reference', 'SKU', 'Expected', 'Type', 'Putaway date', 'Original order no.'],
        ...['Transport', 'Container no.', 'Tracking numbers', 'Expected arrival', 'Note', 'Production date'],
        'Expiry date',
      ],
      ['ACME', 'OLD', 'BOLT', '6', '', '', '', '', '', '', '', '', '2025-01-02', '2030-01-02'],
      [
        ...[
          'ACME',
          'OLD',
          'ｎut',
          '4',
          'Opening stock',
          '2025-06-01',
          '',
          '空运',
          'MSKU1',
          '1Z9',
          '2026-03-04',
        ],
        ...['fragile', '', ''],
      ],
      ['ACME', 'BACK', 'BOLT', '1', '', '', '', '', '', '', '', '', '', ''],
      ['ACME', 'BACK', 'NUT', '1', 'Return', '', 'OB-7', '', '', '', '', '', '', ''],
    )
    expect(await wrongIn(desk, id)).toEqual([])
    expect(await ran(desk, id, 'all_or_nothing')).toMatchObject({ status: 'done' })
    const [old, back] = (await orders(desk)).rows
    expect(await item(desk, old?.id ?? 0)).toMatchObject({
      inboundType: 'init',
      putawayDate: '2025-06-01',
      transport: 'air',
      containerNo: 'MSKU1',
      trackingNos: ['1Z9'],
      eta: '2026-03-04',
      remark: 'fragile',
      originNo: null,
      lines: [
        { productId: desk.productOf('BOLT'), productionDate: '2025-01-02', expiryDate: '2030-01-02' },
        { productId: desk.productOf('NUT'), productionDate: null, expiryDate: null },
      ],
    })
    expect(await item(desk, back?.id ?? 0)).toMatchObject({ inboundType: 'return', originNo: 'OB-7' })
  })

  test('reports every problem of a row at once', async () => {
    const desk = await aDesk()
    await server.owner(`update products set is_enabled = false where sku = 'NUT'`, [], desk.tenantId)
    await server.owner(
      `insert into products (tenant_id, customer_id, sku, name_en, search_line)
       select tenant_id, id, 'FRESH', 'Fresh', 'fresh' from customers where customer_code = 'ACME'`,
      [],
      desk.tenantId,
    )
    await announced(desk, {
      inboundType: 'by_sku',
      referenceNo: 'PO-1',
      boxes: [],
      lines: [{ ...blankInboundLine, productId: desk.productOf('BOLT'), expected: 1 }],
    })
    const heads = [
      ...['Customer', 'Reference', 'SKU', 'Expected', 'Type', 'Original order no.'],
      'Putaway date',
    ]
    const id = await sheetIn(
      desk,
      'inbounds_by_sku',
      heads,
      ...['NONE', 'FRESH', 'NUT', 'BOLT'].map((sku) => ['ACME', 'PO-1', sku, '1', '', '', '']),
      ['ACME', 'PO-2', 'BOLT', '1', 'Opening stock', 'OB-1', ''],
      ['ACME', 'PO-3', 'BOLT', '1', 'Opening stock', 'OB-1', '2999-01-01'],
      ['ACME', 'PO-4', 'BOLT', '1', 'Opening stock', 'OB-1', '2025-01-01'],
    )
    const columns = (await wrongIn(desk, id)).map(([row, why]) => [
      row,
      ...String(why)
        .split('; ')
        .map((problem) => problem.split(':')[0]),
    ])
    expect(columns).toEqual([
      [2, 'referenceNo', 'sku'],
      [3, 'referenceNo', 'sku'],
      [4, 'referenceNo', 'sku'],
      [5, 'referenceNo'],
      [6, 'originNo', 'putawayDate'],
      [7, 'originNo', 'putawayDate'],
      [8, 'originNo'],
    ])
  })

  test('with a bad row leaves out that whole order and imports the others', async () => {
    const desk = await aDesk()
    const id = await sheetIn(
      desk,
      'inbounds_by_box',
      BOX_HEADS,
      ['ACME', 'PO-1', 'B-1', 'BOLT', '6', '', '', ''],
      ['ACME', 'PO-1', 'B-1', 'bolt', '7', '', '', ''],
      ['ACME', 'PO-2', 'B-1', 'BOLT', '', '', '', ''],
      ['ACME', 'PO-2', 'B-2', 'NUT', '2', '', 'MSKU1', ''],
      ['ACME', 'PO-3', 'B-1', 'SCREW', '2', '', '', ''],
      ['OTHER', 'PO-3', 'B-1', 'SCREW', '2', '', '', ''],
      ['NOBODY', 'PO-3', 'B-1', 'SCREW', '2', '', '', ''],
      ['ACME', 'PO-4', 'B-1', 'BOLT', '3', '1', '', ''],
      ['ACME', 'PO-5', 'B-1', 'BOLT', '3', '1', '', ''],
      ['ACME', 'PO-5', 'B-1', 'NUT', '3', '2', '', ''],
    )
    const whole = 'has an error, so the whole document is not imported'
    expect(await wrongIn(desk, id)).toEqual([
      [2, `: Row 3 of the same document ${whole}`],
      [
        3,
        'customerCode: Duplicate of row 2; referenceNo: Duplicate of row 2; boxNo: Duplicate of row 2; sku: Duplicate of row 2',
      ],
      [4, 'expected: Required'],
      [5, `: Row 4 of the same document ${whole}`],
      [6, 'sku: The product doesn’t exist or belongs to another customer'],
      [7, 'sku: Product SCREW is not approved and can’t be received'],
      [8, 'customerCode: Customer not found'],
      [10, `: Row 11 of the same document ${whole}`],
      [11, 'boxWeight: Differs from row 10 of the same order or box'],
    ])
    const refused = await server.send(runImport, { id, mode: 'all_or_nothing' }, desk)
    expect(refused.message).toContain('9 rows have errors')
    const task = await ran(desk, id, 'good_rows')
    expect(task).toMatchObject({ status: 'partly_done', message: '1 row imported, 9 failed' })
    expect(task.fileUrl).toBeTruthy()
    expect((await orders(desk)).rows).toMatchObject([{ referenceNo: 'PO-4', expected: 3 }])
  })

  test('by SKU imports returns, and opening stock with its storage date', async () => {
    const desk = await aDesk()
    const heads = [
      ...['Customer', 'Reference', 'SKU', 'Expected', 'Type', 'Original order no.', 'Putaway date'],
      'Tracking numbers',
    ]
    const id = await sheetIn(
      desk,
      'inbounds_by_sku',
      heads,
      ['ACME', 'OLD', 'BOLT', '6', '期初库存', '', '2025-06-01'],
      ['ACME', 'OLD', 'NUT', '5', '', '', ''],
      ['ACME', 'BACK', 'NUT', '1', 'Return', 'OB-7', ''],
      ['ACME', 'NEW', 'NUT', '2', '', '', '', '1Z9, 1Z8, 1Z9'],
      ['ACME', 'LATE', 'NUT', '2', 'Opening stock', '', ''],
      ['ACME', 'AHEAD', 'NUT', '2', 'Opening stock', '', '2999-01-01'],
      ['ACME', 'ODD', 'NUT', '2', '', 'OB-7', '2025-06-01'],
    )
    expect(await wrongIn(desk, id)).toEqual([
      [6, 'putawayDate: Opening stock requires a putaway date'],
      [7, 'putawayDate: The putaway date can’t be in the future'],
      [
        8,
        'originNo: Only returns can have an original order number; putawayDate: Only opening stock can have a putaway date',
      ],
    ])
    await ran(desk, id, 'good_rows')
    const { rows } = await orders(desk)
    expect(
      rows.map(({ inboundNo, inboundType, referenceNo }) => [
        inboundNo.slice(0, 2),
        inboundType,
        referenceNo,
      ]),
    ).toEqual([
      ['IB', 'init', 'OLD'],
      ['IB', 'by_sku', 'NEW'],
      ['RT', 'return', 'BACK'],
    ])
    expect(rows[1]?.trackingNos).toEqual(['1Z9', '1Z8'])
    expect(await item(desk, rows[0]?.id ?? 0)).toMatchObject({ putawayDate: '2025-06-01', expected: 11 })
    expect(await item(desk, rows[2]?.id ?? 0)).toMatchObject({ originNo: 'OB-7' })
  })

  test('accepts opening stock of today, and nothing of a disabled customer or product unless it comes back', async () => {
    const desk = await aDesk()
    const heads = ['Customer', 'Reference', 'SKU', 'Expected', 'Type', 'Putaway date']
    const [now] = await server.owner<{ day: string }>(
      `select to_char(business_now() at time zone time_zone, 'YYYY-MM-DD') as day from warehouses where tenant_id = $1`,
      [desk.tenantId],
      desk.tenantId,
    )
    const off = (table: string, column: string, code: string) =>
      server.owner(
        `update ${table} set is_enabled = false where tenant_id = $1 and ${column} = $2`,
        [desk.tenantId, code],
        desk.tenantId,
      )
    await off('products', 'sku', 'NUT')
    await off('customers', 'customer_code', 'OTHER')
    const id = await sheetIn(
      desk,
      'inbounds_by_sku',
      heads,
      ['ACME', 'TODAY', 'BOLT', '6', 'Opening stock', now?.day ?? ''],
      ['ACME', 'OFF-1', 'NUT', '6', '', ''],
      ['ACME', 'BACK', 'NUT', '6', 'Return', ''],
      ['OTHER', 'OFF-2', 'SCREW', '6', '', ''],
    )
    expect((await wrongIn(desk, id)).map(([row, why]) => [row, String(why).split(':')[0]])).toEqual([
      [3, 'sku'],
      [5, 'customerCode'],
    ])
  })

  test('has a lot for each row, and one product may arrive in several lots', async () => {
    const desk = await aDesk()
    const heads = ['Customer', 'Reference', 'SKU', 'Expected', 'Type', 'Putaway date', 'Expiry date', '批号']
    const opening = ['Opening stock', '2025-06-01', '2030-01-01']
    const id = await sheetIn(
      desk,
      'inbounds_by_sku',
      heads,
      ['ACME', 'OLD', 'BOLT', '6', ...opening, 'a-1'],
      ['ACME', 'OLD', 'BOLT', '5', ...opening, 'B'],
      ['ACME', 'OLD', 'BOLT', '4', ...opening, ''],
      ['ACME', 'TWIN', 'BOLT', '3', ...opening, 'a-1'],
      ['ACME', 'TWIN', 'BOLT', '3', ...opening, ' A-1 '],
      ['ACME', 'TWIN', 'BOLT', '2', ...opening, 'two words'],
    )
    expect((await wrongIn(desk, id)).slice(1)).toEqual([
      [6, expect.stringContaining('lot: Duplicate of row 5')],
      [7, 'lot: A lot number has 1 to 20 letters, digits or symbols allowed by GS1, without spaces'],
    ])
    await ran(desk, id, 'good_rows')
    const { rows } = await orders(desk)
    const order = await item(desk, rows[0]?.id ?? 0)
    expect(order.lines.map(({ lot, expected }) => [lot, expected])).toEqual([
      ['A-1', 6],
      ['B', 5],
      [null, 4],
    ])
    // Opening stock is stored under its lots once it is received.
    const whole = { inboundId: order.id, boxId: null, locationId: desk.at('A-01') }
    expect((await server.send(receiveWhole, whole, desk)).success).toBe(true)
    const { data } = await server.send(stockByBatch, { sort: 'onHand', order: 'desc' }, desk)
    expect((data as OutputOf<typeof stockByBatch>).rows).toMatchObject([
      { lot: 'A-1', onHand: 6, expiryDate: '2030-01-01', putawayDate: '2025-06-01' },
      { lot: 'B', onHand: 5 },
      { lot: null, onHand: 4 },
    ])
  })

  test('skips the example of its template', async () => {
    const desk = await aDesk()
    const { data } = await server.send(importTemplate, { kind: 'inbounds_by_box' }, desk)
    const bytes = Buffer.from((data as { base64: string }).base64, 'base64')
    const fileId = await uploadedId(server, desk, 'sheet', 'template.xlsx', bytes)
    const { id } = await server.done(startImport, { kind: 'inbounds_by_box', fileId }, desk)
    expect((await server.send(importState, { id }, desk)).data).toMatchObject({ counts: { skip: 1 } })
    expect(await wrongIn(desk, id)).toEqual([])
  })
})

const box = (boxNo: string) => ({ boxNo, ...blankBox })

async function announced(desk: Desk, over: Partial<SentTo<typeof createInbound>> = {}) {
  const line = (boxNo: string, sku: string, expected: number) => ({
    ...blankInboundLine,
    boxNo,
    productId: desk.productOf(sku),
    expected,
  })
  const answer = await server.send(
    createInbound,
    {
      ...blankInbound,
      inboundType: 'standard',
      customerId: desk.customerId,
      boxes: [box('BOX-1'), box('BOX-2')],
      lines: [line('BOX-1', 'BOLT', 6), line('BOX-2', 'NUT', 4)],
      ...over,
    },
    desk,
  )
  return answer.data as { id: number; inboundNo: string }
}
const counted = (desk: Desk, sku: string, good: number, over: object = {}) => ({
  productId: desk.productOf(sku),
  good,
  defective: 0,
  ...over,
})
const sizes = { length: '60', width: '40', height: '30', weight: '12.5' }

test('uploaded documents are attached to the new order, and only the user’s own', async () => {
  const [desk, other] = [await aDesk(), await aDesk()]
  const pdf = Buffer.from('%PDF-1.4\n%%EOF')
  const fileId = await uploadedId(server, desk, 'attachment', 'packing-list.pdf', pdf)
  const { id } = await announced(desk, { fileIds: [fileId, fileId] })
  expect((await item(desk, id)).attachments).toMatchObject([{ fileId, fileName: 'packing-list.pdf' }])
  const theirs = await uploadedId(server, other, 'attachment', 'theirs.pdf', pdf)
  expect(await announced(desk, { fileIds: [theirs] })).toMatchObject({
    fields: [{ path: 'fileIds' }],
  })
})

test('an order has at most a hundred tracking numbers', async () => {
  const desk = await aDesk()
  const numbers = (many: number) => Array.from({ length: many }, (_, i) => `1Z${i}`)
  const { id } = await announced(desk, { trackingNos: numbers(100) })
  expect((await item(desk, id)).trackingNos).toHaveLength(100)
  expect((await server.send(findInbound, { scanned: '1Z99' }, desk)).data).toMatchObject([{ id }])
  expect(await announced(desk, { trackingNos: numbers(101) })).toMatchObject({
    fields: [{ path: 'trackingNos' }],
  })
})

test('boxes are measured, and an unexpected one is added, found by its number and counted', async () => {
  const desk = await aDesk()
  const { id } = await announced(desk)
  const draft = await announced(desk, { isSubmitted: false })
  const early = await server.send(addBox, { id: draft.id, boxNo: 'BOX-9', ...sizes }, desk)
  expect(early).toMatchObject({ success: false, data: { kind: 'moved_on' } })
  await server.send(receive, { inboundId: id, lines: [counted(desk, 'BOLT', 6)] }, desk)
  const [first] = (await item(desk, id)).boxes
  const ofBoxId = first?.id ?? 0
  await server.send(measureBox, { id, ofBoxId, ...sizes }, desk)
  expect((await server.send(addBox, { id, boxNo: 'box-1', ...sizes }, desk)).data).toMatchObject({
    fields: [{ path: 'boxNo' }],
  })
  await server.send(addBox, { id, boxNo: 'BOX-9', ...sizes, weight: null }, desk)
  const now = await item(desk, id)
  expect(now).toMatchObject({ expectedBoxes: 2, receivedBoxes: 2 })
  expect(now.boxes).toMatchObject([
    { boxNo: 'BOX-1', length: null, measuredLength: '60.00', measuredWeight: '12.500', isExtra: false },
    { boxNo: 'BOX-2', measuredLength: null, isExtra: false },
    { boxNo: 'BOX-9', measuredHeight: '30.00', measuredWeight: null, isExtra: true, status: 'received' },
  ])
  expect((await server.send(findInbound, { scanned: 'BOX-9' }, desk)).data).toMatchObject([
    { id, mark: 'box' },
  ])
  const listed = (await server.send(listInbounds, { search: 'box-9' }, desk)).data
  expect(listed).toMatchObject({ rows: [{ id }] })
  const boxId = now.boxes[2]?.id ?? 0
  const lines = [counted(desk, 'NUT', 2, { isUnexpected: true })]
  expect(await server.send(receive, { inboundId: id, boxId, lines }, desk)).toMatchObject({ success: true })
  expect((await item(desk, id)).lines.at(-1)).toMatchObject({ boxId, isExtra: true, good: 2 })
})

test('an unexpected box marks its order as arrived', async () => {
  const desk = await aDesk()
  const { id } = await announced(desk)
  expect((await server.send(addBox, { id, boxNo: 'BOX-9', ...sizes }, desk)).data).toMatchObject({
    status: 'receiving',
  })
  const now = await item(desk, id)
  expect(now).toMatchObject({ status: 'receiving', arrivedByName: expect.any(String), firstReceiveAt: null })
  const { timeline } = await server.done(inboundHistory, { id }, desk)
  expect(timeline).toMatchObject([
    { action: 'add_box', status: 'receiving' },
    { action: 'create', status: 'pending_confirm' },
  ])
})

test('the history of an order shows who did which step, what was put away, and what is charged', async () => {
  const desk = await aDesk()
  const { id } = await announced(desk)
  const history = () => server.done(inboundHistory, { id }, desk)
  expect(await history()).toMatchObject({
    timeline: [{ action: 'create', status: 'pending_confirm' }],
    putaways: [],
    charges: [],
  })
  await server.send(receive, { inboundId: id, lines: [counted(desk, 'BOLT', 6)] }, desk)
  await server.send(receive, { inboundId: id, lines: [counted(desk, 'NUT', 3)] }, desk)
  const place = { locationId: desk.at('A-01') }
  const lines = [
    { productId: desk.productOf('BOLT'), quantity: 6, ...place },
    { productId: desk.productOf('NUT'), quantity: 3, ...place },
  ]
  await server.send(putAway, { inboundId: id, lines }, desk)
  await server.send(completeInbound, { id, differenceNote: 'one lost at sea' }, desk)
  await server.send(reopenInbound, { id, reason: 'found it' }, desk)
  const { timeline, putaways, charges } = await history()
  expect(timeline.map(({ action, status, reason }) => [action, status, reason])).toEqual([
    ['reopen', 'receiving', 'found it'],
    ['complete', 'complete', 'one lost at sea'],
    ['receive', 'receiving', null],
    ['create', 'pending_confirm', null],
  ])
  const [me] = await server.owner<{ user_name: string }>(
    'select user_name from accounts where id = $1',
    [desk.who.accountId],
    desk.tenantId,
  )
  expect(new Set(timeline.map(({ personName }) => personName))).toEqual(new Set([me?.user_name]))
  expect(putaways).toMatchObject([
    {
      createdByName: me?.user_name,
      lines: [
        { productId: desk.productOf('BOLT'), quantity: 6, fromCode: 'RECV', locationCode: 'A-01' },
        { productId: desk.productOf('NUT'), quantity: 3, fromCode: 'RECV', locationCode: 'A-01' },
      ],
    },
  ])
  expect(charges).toMatchObject([{ status: 'reversed', skus: 2, pieces: 9 }])
  await server.send(completeInbound, { id, differenceNote: 'one lost at sea' }, desk)
  expect((await history()).charges.map(({ status }) => status)).toEqual(['open', 'reversed'])
})

test('box labels and receiving sheets scan as the order they belong to', async () => {
  const desk = await aDesk()
  const [first, second] = [await announced(desk), await announced(desk)]
  const ids = [first.id, second.id]
  const fileOf = async ({ fileUrl }: TaskRow) =>
    (await server.server.http.inject({ url: fileUrl ?? '' })).rawPayload
  const labels = await worked(
    server,
    desk,
    taskIn(await server.send(printBoxLabels, { ids, layout: 'thermal_100x50' }, desk)),
  )
  expect(labels).toMatchObject({ status: 'done', message: '4 labels' })
  const read = await readPaper(await fileOf(labels))
  expect(read.map(({ codes }) => codes)).toEqual([['BOX-1'], ['BOX-2'], ['BOX-1'], ['BOX-2']])

  const one = { ids: [first.id], boxNo: 'box-2', layout: 'thermal_100x50' as const }
  const label = await worked(server, desk, taskIn(await server.send(printBoxLabels, one, desk)))
  expect((await readPaper(await fileOf(label))).map(({ codes }) => codes)).toEqual([['BOX-2']])

  const sheets = await worked(server, desk, taskIn(await server.send(printReceivingSheets, { ids }, desk)))
  expect(sheets).toMatchObject({ status: 'done', message: '2 receiving sheets' })
  const pages = await readPaper(await fileOf(sheets))
  expect(pages.map(({ codes }) => codes.filter((code) => code.startsWith('IB')))).toEqual([
    [first.inboundNo],
    [second.inboundNo],
  ])
  const bare = { inboundType: 'by_sku' as const, boxes: [] }
  const line = {
    boxNo: null,
    productId: desk.productOf('BOLT'),
    expected: 1,
    productionDate: null,
    expiryDate: null,
  }
  const loose = await announced(desk, { ...bare, lines: [line] })
  const layout = 'a4_3x8' as const
  expect(await server.send(printBoxLabels, { ids: [loose.id], layout }, desk)).toMatchObject({
    success: false,
    message: 'The selected inbound orders have no boxes to label. Select orders of the type “By box”.',
  })
})

test('a receiving sheet shows the barcode on the goods, and our own where they have none', async () => {
  const desk = await aDesk()
  const give = (sku: string, barcode: string, packQuantity: number) =>
    server.send(addBarcode, { id: desk.productOf(sku), type: 'ean', barcode, packQuantity }, desk)
  await server.owner(
    `insert into product_barcodes (tenant_id, customer_id, product_id, barcode, type, is_default)
     select p.tenant_id, p.customer_id, p.id, 'ACME.' || p.sku, 'system', true from products p where p.sku in ('BOLT', 'NUT')`,
    [],
    desk.tenantId,
  )
  await give('BOLT', '10614141000415', 12)
  await give('BOLT', '6901234567892', 1)
  const line = { boxNo: null, expected: 1, productionDate: null, expiryDate: null }
  const lines = ['BOLT', 'NUT'].map((sku) => ({ ...line, productId: desk.productOf(sku) }))
  const { id } = await announced(desk, { inboundType: 'by_sku', boxes: [], lines })
  await announced(desk)
  const task = taskIn(await server.send(printReceivingSheets, { ids: [id] }, desk))
  const { fileUrl, message } = await worked(server, desk, task)
  expect(message).toBe('1 receiving sheet')
  const [page] = await readPaper((await server.server.http.inject({ url: fileUrl ?? '' })).rawPayload)
  expect(page?.codes.filter((code) => !code.startsWith('IB')).sort()).toEqual(['6901234567892', 'ACME.NUT'])
})

test('labels and sheets show which box of how many it is and the expected quantity, in the language of the user', async () => {
  const desk = await aDesk()
  const line = (boxNo: string, sku: string, expected: number) => ({
    ...blankInboundLine,
    ...{ boxNo, productId: desk.productOf(sku), expected },
  })
  const before = await announced(desk)
  const order = await announced(desk, {
    referenceNo: 'PO-1',
    transport: 'air',
    containerNo: 'MSKU1234567',
    trackingNos: ['1Z1', '1Z2'],
    eta: '2026-03-04',
    remark: 'fragile',
    boxes: [box('BOX-2'), box('BOX-1'), box('BOX-3')],
    lines: [
      line('BOX-1', 'NUT', 4),
      { ...line('BOX-1', 'BOLT', 3), expiryDate: '2030-01-31', lot: 'L1' },
      line('BOX-2', 'BOLT', 6),
      line('BOX-3', 'NUT', 8),
    ],
  })
  const boxId = (await item(desk, order.id)).boxes[1]?.id ?? 0
  const unexpected = [counted(desk, 'BOLT', 1, { isUnexpected: true }), counted(desk, 'NUT', 4)]
  await server.done(addBox, { id: order.id, boxNo: 'BOX-0', ...sizes }, desk)
  const extraId = (await item(desk, order.id)).boxes[3]?.id ?? 0
  await server.done(receive, { inboundId: order.id, boxId, lines: unexpected.slice(1) }, desk)
  await server.done(receive, { inboundId: order.id, boxId: extraId, lines: unexpected.slice(0, 1) }, desk)
  const printedBy = async (call: typeof printBoxLabels | typeof printReceivingSheets, input: object) => {
    const task = await worked(server, desk, taskIn(await server.send(call as Call, input as never, desk)))
    const { rawPayload, headers } = await server.server.http.inject({ url: task.fileUrl ?? '' })
    return { bytes: rawPayload, name: String(headers['content-disposition']) }
  }
  const inkOf = async (bytes: Uint8Array, part: Area) =>
    (await readPaper(bytes, 100, part)).map(({ ink }) => ink)

  const layout = 'thermal_100x150'
  const label = { inboundNo: order.inboundNo, customerCode: 'ACME', referenceNo: 'PO-1', of: 4 }
  const other = { inboundNo: before.inboundNo, referenceNo: null, of: 2 }
  const contents = [
    { sku: 'NUT', expected: 4 },
    { sku: 'BOLT', expected: 3 },
  ]
  const drawn = await labelsOf(
    layout,
    'labels',
    [
      { ...label, ...other, boxNo: 'BOX-1', place: 1, contents: [{ sku: 'BOLT', expected: 6 }] },
      { ...label, ...other, boxNo: 'BOX-2', place: 2, contents: [{ sku: 'NUT', expected: 4 }] },
      { ...label, boxNo: 'BOX-2', place: 1, contents: [{ sku: 'BOLT', expected: 6 }] },
      { ...label, boxNo: 'BOX-1', place: 2, contents },
      { ...label, boxNo: 'BOX-3', place: 3, contents: [{ sku: 'NUT', expected: 8 }] },
      { ...label, boxNo: 'BOX-0', place: 4, contents: [] },
    ],
    drawBox,
  )
  const { labels: offered } = await server.done(listBoxLabels, { ids: [order.id] }, desk)
  expect(offered.map(({ text }) => text)).toEqual(
    ['BOX-2', 'BOX-1', 'BOX-3', 'BOX-0'].map((boxNo) => `${order.inboundNo} · ${boxNo}`),
  )
  const whole = { x: 0, y: 0, width: 100, height: 150 }
  const labels = await printedBy(printBoxLabels, { ids: [before.id, order.id], layout })
  expect(await inkOf(labels.bytes, whole)).toEqual(await inkOf(drawn ?? Buffer.alloc(0), whole))

  const paper = openPaper(SHEET, 'sheet', SHEET_DPI)
  const row = (boxNo: string, sku: string, expected: number, over: object = {}) => ({
    ...{
      boxNo,
      sku,
      nameZh: null,
      nameEn: sku,
      barcode: null,
      expected,
      expiryDate: null,
      lot: null,
      ...over,
    },
  })
  const sheet = {
    inboundNo: order.inboundNo,
    customer: 'ACME Acme',
    boxes: 4,
    facts: [
      { title: receivingText.inboundType, value: 'By box' },
      { title: receivingText.referenceNo, value: 'PO-1' },
      { title: receivingText.transport, value: 'Air freight' },
      { title: receivingText.eta, value: '2026-03-04' },
      { title: receivingText.containerNo, value: 'MSKU1234567' },
      { title: receivingText.trackingNos, value: '1Z1, 1Z2' },
      { title: receivingText.remark, value: 'fragile' },
    ],
    lines: [
      row('BOX-2', 'BOLT', 6),
      row('BOX-1', 'NUT', 4),
      row('BOX-1', 'BOLT', 3, { expiryDate: '2030-01-31', lot: 'L1' }),
      row('BOX-3', 'NUT', 8),
    ],
  }
  drawSheet(paper, sheet, 'en_US')
  const expected = await paper.whole()
  const { bytes, name } = await printedBy(printReceivingSheets, { ids: [order.id] })
  expect(name).toContain(`receiving-${order.inboundNo}.pdf`)
  for (const part of [
    { x: 0, y: 0, width: 200, height: 50 },
    ...[0, 1, 2, 3].map((at) => ({ x: 0, y: 59 + at * 14, width: 297, height: 14 })),
    { x: 0, y: 116, width: 297, height: 94 },
  ])
    expect([part, await inkOf(bytes, part)]).toEqual([part, await inkOf(expected, part)])
})

test('the reference of a voided order can be used again by an import', async () => {
  const desk = await aDesk()
  const { id } = await announced(desk, { referenceNo: 'PO-1' })
  await server.send(voidInbounds, { ids: [id] }, desk)
  const sheet = await sheetIn(desk, 'inbounds_by_box', BOX_HEADS, [
    'ACME',
    'PO-1',
    'B-1',
    'BOLT',
    '1',
    '',
    '',
    '',
  ])
  expect(await wrongIn(desk, sheet)).toEqual([])
})

test('receiving sheets have at most five thousand lines, and an import may use the reference of another customer', async () => {
  const desk = await aDesk()
  const { id } = await announced(desk, { referenceNo: 'PO-7' })
  const add = (from: number, to: number) =>
    server.owner(
      `insert into inbound_lines (tenant_id, inbound_id, customer_id, product_id, expected, lot)
       select $1, $2, $3, $4, 1, n from generate_series($5::int, $6::int) n`,
      [desk.tenantId, id, desk.customerId, desk.productOf('BOLT'), from, to],
      desk.tenantId,
    )
  await add(3, 5000)
  expect((await server.send(printReceivingSheets, { ids: [id] }, desk)).success).toBe(true)
  await add(5001, 5001)
  expect((await server.send(printReceivingSheets, { ids: [id] }, desk)).message).toContain('5000')
  expect((await server.send(printReceivingSheets, { ids: [999_999] }, desk)).data).toMatchObject({
    kind: 'not_found',
  })
  const row = (customer: string, sku: string) => [customer, 'PO-7', 'B-1', sku, '1', '', '', '']
  const sheet = await sheetIn(desk, 'inbounds_by_box', BOX_HEADS, row('OTHER', 'SCREW'), row('ACME', 'BOLT'))
  expect(await wrongIn(desk, sheet)).toEqual([
    [2, expect.stringMatching(/^sku: /)],
    [3, expect.stringMatching(/^referenceNo: /)],
  ])
})
