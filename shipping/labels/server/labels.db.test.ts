import { describe, expect, test } from 'vitest'
import { getOrder, voidOrders } from '../../../orders/contract.ts'
import { voidOrders as voidNow } from '../../../orders/server/steps.ts'
import type { OutputOf, SentTo } from '../../../platform/calls/call.ts'
import { readZip } from '../../../platform/imports/server/zip.ts'
import type { TaskRow } from '../../../platform/tasks/tasks.ts'
import {
  addPackage,
  carrierLabel,
  carrierPdf,
  ordersToPrint,
  pagesOf,
  waybillsOf,
} from '../../../testing/label-builders.ts'
import { aShippingDesk, type ShippingDesk } from '../../../testing/order-builders.ts'
import { readPaper } from '../../../testing/read-paper.ts'
import { atOnce } from '../../../testing/server-ground.ts'
import { aPerson, aSession, startTestServer } from '../../../testing/test-server.ts'
import { worked } from '../../../testing/work.ts'
import { createPickingLists } from '../../picking/contract.ts'
import {
  cancelLabelPrint,
  confirmLabelPrint,
  countLabels,
  getLabelPrint,
  labelLog,
  labelsOfOrders,
  listLabels,
  openLabelPrints,
  previewLabel,
  printLabels,
  reprintLabels,
} from '../contract.ts'
import { labelsText } from '../text.ts'
import { confirmLabelPrint as confirmNow } from './confirm-print.ts'
import { goodsOf, labelFacts, senderOf } from './read-labels.ts'

const server = await startTestServer()

const options = {
  sort: 'order_time',
  copies: 1,
  packingSlip: 'none',
  file: 'pdf',
  printer: 'Station 2',
  items: null,
  text: null,
} as const satisfies Partial<SentTo<typeof printLabels>>

type Started = OutputOf<typeof printLabels>
type Print = OutputOf<typeof getLabelPrint>

/** A desk whose tasks can be run to their end. */
async function aPrintingDesk() {
  const { print: _, ...desk } = await aShippingDesk(server)
  const { session } = desk
  const started = async (ids: number[], over: object = {}) =>
    (await desk.send(printLabels, { ids, ...options, ...over })).data as Started
  const drawn = ({ taskId }: Started): Promise<TaskRow> => worked(server, session, taskId ?? 0)
  const printOf = async ({ printId }: Started) =>
    (await desk.send(getLabelPrint, { id: printId ?? 0 })).data as Print
  /** Prints and draws, and returns the print. */
  const print = async (ids: number[], over: object = {}) => {
    const start = await started(ids, over)
    await drawn(start)
    return printOf(start)
  }
  const confirm = (id: number, notPrinted: number[] = []) => desk.done(confirmLabelPrint, { id, notPrinted })
  const statusOf = async (id: number) => (await desk.done(getOrder, { id })).status
  const fileOf = async ({ task }: Print) => {
    const answer = await server.server.http.inject({ url: task.fileUrl ?? '' })
    return answer.rawPayload
  }
  const logOf = (orderId: number) => desk.done(labelLog, { orderId })
  return { ...desk, started, drawn, printOf, print, confirm, statusOf, fileOf, logOf }
}

const idsOf = (orders: readonly { id: number }[]) => orders.map(({ id }) => id)
const reasonsOf = ({ failed }: Pick<Started, 'failed'>) => failed.map(({ reason }) => reason)
const only = <T>([item]: readonly T[]): T => {
  if (item === undefined) throw new Error('nothing there')
  return item
}
/** Another person of the same company, by permissions. */
async function aColleague(desk: Pick<ShippingDesk, 'tenantId'>, permissions = ['*']) {
  const person = await aPerson(server, desk.tenantId, { permissions })
  const token = await aSession(server, desk.tenantId, person.id)
  return { token, headers: { 'x-language': 'en_US' } }
}

describe('a print', () => {
  test('of three orders is one file in order, and they count as printed once that is confirmed', async () => {
    const desk = await aPrintingDesk()
    const orders = await ordersToPrint(desk, 3)
    const print = await desk.print(idsOf(orders))
    expect(print).toMatchObject({ task: { status: 'done', done: 3, total: 3 }, confirmedAt: null })
    expect(print.labels.map(({ orderNo, copyNo, outcome }) => [orderNo, copyNo, outcome])).toEqual(
      orders.map(({ orderNo }) => [orderNo, 1, null]),
    )
    const pages = await readPaper(await desk.fileOf(print), 203)
    expect(pages.map(({ codes }) => codes)).toEqual(print.labels.map(({ trackingNo }) => [trackingNo]))
    expect(await desk.statusOf(orders[0]?.id ?? 0)).toBe('pending_shipment')

    expect(await desk.confirm(print.id)).toEqual({ ok: 3, failed: [] })
    for (const { id, orderNo } of orders) {
      expect([orderNo, await desk.statusOf(id)]).toEqual([orderNo, 'waybill_printed'])
      expect(only(await waybillsOf(server, desk, id))).toMatchObject({
        print_count: 1,
        printed_at: expect.any(Date),
      })
      expect(await desk.logOf(id)).toMatchObject([
        { outcome: 'printed', copyNo: 1, printer: 'Station 2', packageNo: 1, reason: null },
      ])
    }
    const entries = await server.owner<{ action: string; object_no: string; after: object }>(
      `select action, object_no, after from audit_log where action = 'print' order by object_no`,
      [],
      desk.tenantId,
    )
    expect(entries).toEqual(
      orders.map(({ orderNo }) => ({
        action: 'print',
        object_no: orderNo,
        after: { orderStatus: 'waybill_printed', copyNo: 1 },
      })),
    )
    const events = await server.owner<{ kind: string }>(
      `select kind from events where kind like 'order.label%'`,
      [],
      desk.tenantId,
    )
    expect(events.map(({ kind }) => kind)).toEqual(Array(3).fill('order.label_printed'))
  })

  test('counts only what came out, and the rest can be printed again without a mark', async () => {
    const desk = await aPrintingDesk()
    const orders = await ordersToPrint(desk, 3)
    const print = await desk.print(idsOf(orders))
    const missing = print.labels.slice(1).map(({ waybillId }) => waybillId)
    expect(await desk.confirm(print.id, missing)).toEqual({ ok: 1, failed: [] })
    const written = await server.owner(
      `select l.action, l.after, e.kind, e.payload from audit_log l join events e on e.object_type = l.object_type and e.object_id = l.object_id
       where l.object_type = 'label_print' and l.object_id = $1`,
      [print.id],
      desk.tenantId,
    )
    const after = { printed: 1, notPrinted: 2, refused: 0 }
    expect(written).toEqual([{ action: 'confirm', after, kind: 'label_print.confirmed', payload: after }])
    expect(await desk.logOf(orders[1]?.id ?? 0)).toMatchObject([
      { outcome: 'not_printed', copyNo: 1, packageNo: 1 },
    ])
    expect(await desk.send(confirmLabelPrint, { id: print.id, notPrinted: [] }), 'other words').toMatchObject(
      {
        ...{ success: false, data: { kind: 'moved_on' } },
      },
    )
    expect(await Promise.all(orders.map(({ id }) => desk.statusOf(id)))).toEqual([
      'waybill_printed',
      'pending_shipment',
      'pending_shipment',
    ])
    const again = await desk.print(idsOf(orders.slice(1)))
    expect(again.labels.map(({ copyNo }) => copyNo)).toEqual([1, 1])
    expect(await desk.confirm(again.id)).toEqual({ ok: 2, failed: [] })
  })

  test('of orders that cannot be printed names each with its reason and prints the others', async () => {
    const desk = await aPrintingDesk()
    const [good, bare, early, caught, done] = await ordersToPrint(desk, 5)
    if (!good || !bare || !early || !caught || !done) throw new Error('no orders')
    const fresh = await desk.create()
    const owner = (text: string, ...values: unknown[]) => server.owner(text, values, desk.tenantId)
    await owner(`update waybills set status = 'voided', voided_at = now() where order_id = $1`, bare.id)
    await owner(`update waybills set ready_at = '2099-01-02 03:04Z' where order_id = $1`, early.id)
    await owner(`update orders set intercept_status = 'requested' where id = $1`, caught.id)
    await desk.confirm((await desk.print([done.id])).id)
    const started = await desk.started([
      good.id,
      bare.id,
      early.id,
      caught.id,
      done.id,
      fresh.id,
      999_999_999,
    ])
    expect(started).toMatchObject({ ok: 1, printId: expect.any(Number) })
    expect(Object.fromEntries(started.failed.map(({ id, reason }) => [id, reason]))).toEqual({
      [bare.id]: 'Waybill not found',
      [early.id]: `The label of order ${early.orderNo} can’t be printed before 2099-01-02 11:04`,
      [caught.id]: `An intercept of order ${caught.orderNo} has been requested. Answer the request first.`,
      [done.id]: `The label of order ${done.orderNo} has been printed already. Use “Reprint” to print it again.`,
      [fresh.id]: `Order ${fresh.orderNo} is “Pending audit”, so this isn’t possible`,
      999999999: 'Order not found',
    })
    await desk.drawn(started)
    expect((await desk.printOf(started)).labels.map(({ orderId }) => orderId)).toEqual([good.id])
    expect(await desk.started([bare.id])).toMatchObject({ ok: 0, printId: null, taskId: null })
  })

  test('names the sender of its order, and otherwise the warehouse', async () => {
    const desk = await aPrintingDesk()
    const [plain] = await ordersToPrint(desk, 1)
    const [named] = await ordersToPrint(desk, 1, {
      ...{ senderName: 'Toy Brand', senderPhone: '+1 555 0111', senderCountry: 'US', senderState: 'CA' },
      ...{ senderCity: 'Fresno', senderPostcode: '93650', senderAddress: '5 Virginia Street' },
    })
    const labels = await server.owner<{ id: string }>(
      'select id from waybills where order_id = any($1) order by order_id',
      [[plain?.id, named?.id]],
      desk.tenantId,
    )
    const ids = labels.map(({ id }) => Number(id))
    const facts = await server.database.read(desk.tenantId, (db) => labelFacts(db, desk.who, ids))
    expect(facts.toSorted((a, b) => a.orderId - b.orderId).map(({ sender }) => sender)).toEqual([
      null,
      { name: 'Toy Brand', rows: ['5 Virginia Street', 'Fresno CA 93650 US', '+1 555 0111'] },
    ])
  })

  test.each([0, 501])('of %i orders is refused', async (count) => {
    const desk = await aPrintingDesk()
    const ids = Array.from({ length: count }, (_, n) => n + 1)
    const answer = await desk.send(printLabels, { ids, ...options })
    expect(answer).toMatchObject({ success: false, code: 5000 })
    expect(JSON.stringify(answer)).toContain('Invalid order size')
  })

  test('takes all that match, and refuses when none does', async () => {
    const desk = await aPrintingDesk()
    await ordersToPrint(desk, 2)
    const light = await ordersToPrint(desk, 2, { channelId: desk.channelOf('LIGHT') })
    const filters = { channelId: desk.channelOf('LIGHT') }
    const { data } = await desk.send(printLabels, { filters, ...options })
    await desk.drawn(data as Started)
    const { labels } = await desk.printOf(data as Started)
    expect(labels.map(({ orderId }) => orderId)).toEqual(idsOf(light))
    const none = await desk.send(printLabels, { filters: { customerId: 999_999 }, ...options })
    expect(none).toMatchObject({ success: false, message: 'Invalid order size' })
  })

  test('is in the chosen order, with copies and packing slips', async () => {
    const desk = await aPrintingDesk()
    const [nut, bolt] = [
      only(await ordersToPrint(desk, 1, { lines: [desk.line('NUT', 2)] })),
      only(await ordersToPrint(desk, 1, { lines: [desk.line('BOLT', 1)] })),
    ]
    const print = await desk.print([nut.id, bolt.id], { sort: 'sku', copies: 2, packingSlip: 'always' })
    expect(print.labels.map(({ orderId }) => orderId)).toEqual([bolt.id, nut.id])
    const pages = await readPaper(await desk.fileOf(print), 203)
    const [first, second] = print.labels.map(({ trackingNo }) => trackingNo)
    expect(pages.map(({ codes }) => codes[0])).toEqual([
      first,
      bolt.orderNo,
      first,
      bolt.orderNo,
      second,
      nut.orderNo,
      second,
      nut.orderNo,
    ])
  })

  test('has a packing slip for each label, for those whose stamp lacks text, or for none', async () => {
    const desk = await aPrintingDesk()
    const order = only(await ordersToPrint(desk, 1))
    const pagesWith = async (packingSlip: string, text: string) => {
      const print = await desk.print([order.id], { packingSlip, items: ['custom_text'], text })
      await desk.confirm(
        print.id,
        print.labels.map(({ waybillId }) => waybillId),
      )
      return pagesOf(await desk.fileOf(print))
    }
    const long = 'W'.repeat(30)
    expect([await pagesWith('none', long), await pagesWith('always', 'x')]).toEqual([1, 2])
    expect([await pagesWith('on_overflow', 'x'), await pagesWith('on_overflow', long)]).toEqual([1, 2])
  })

  test('leaves out a label of ours whose recipient can’t be printed, and names the signs', async () => {
    const desk = await aPrintingDesk()
    const order = only(await ordersToPrint(desk, 1, { receiverName: 'Ann 🚚' }))
    const started = await desk.started([order.id])
    expect(await desk.drawn(started)).toMatchObject({
      ...{
        status: 'failed',
        failures: [{ no: order.orderNo, reason: 'These characters can’t be printed: 🚚' }],
      },
    })
    expect(await desk.send(previewLabel, { id: order.id, items: null, text: null })).toMatchObject({
      ...{ success: false, message: 'These characters can’t be printed: 🚚' },
    })
  })

  test('may be a ZIP with a file for each order, in the chosen order; what cannot be drawn is left out', async () => {
    const desk = await aPrintingDesk()
    const [nut, bad, bolt] = [
      only(await ordersToPrint(desk, 1, { lines: [desk.line('NUT', 2)] })),
      only(await ordersToPrint(desk, 1, { lines: [desk.line('NUT', 1)] })),
      only(await ordersToPrint(desk, 1, { lines: [desk.line('BOLT', 1)] })),
    ]
    await addPackage(server, desk, nut.id, 'LO-SECOND')
    await carrierLabel(server, desk, bad.id, Buffer.from('%PDF-1.4 broken'))
    const started = await desk.started([nut.id, bad.id, bolt.id], { sort: 'sku', file: 'zip' })
    expect(await desk.drawn(started)).toMatchObject({
      status: 'partly_done',
      done: 4,
      failures: [{ id: bad.id, no: bad.orderNo, reason: 'The label’s file can’t be read' }],
    })
    const print = await desk.printOf(started)
    const answer = await server.server.http.inject({ url: print.task.fileUrl ?? '' })
    expect(answer.headers['content-type']).toBe('application/zip')
    expect(answer.headers['content-disposition']).toContain(`labels-${print.id}.zip`)
    const files = await readZip(answer.rawPayload, { entries: 10, each: 1e6, total: 1e7 })
    expect(files.map(({ path }) => path)).toEqual([`001-${bolt.orderNo}.pdf`, `002-${nut.orderNo}.pdf`])
    const numbersOf = (orderId: number) =>
      print.labels.flatMap((label) => (label.orderId === orderId ? [[label.trackingNo]] : []))
    for (const [place, { id }] of [bolt, nut].entries()) {
      const pages = await readPaper(files[place]?.bytes ?? Buffer.alloc(0), 203)
      expect(pages.map(({ codes }) => codes)).toEqual(numbersOf(id))
    }
    expect(await desk.confirm(print.id)).toEqual({ ok: 3, failed: [] })
    expect(await Promise.all([nut, bad, bolt].map(({ id }) => desk.statusOf(id)))).toEqual([
      'waybill_printed',
      'pending_shipment',
      'waybill_printed',
    ])
  })

  test('whose every label is broken has no ZIP', async () => {
    const desk = await aPrintingDesk()
    const order = only(await ordersToPrint(desk, 1))
    await carrierLabel(server, desk, order.id, Buffer.from('%PDF-1.4 broken'))
    const started = await desk.started([order.id], { file: 'zip' })
    expect(await desk.drawn(started)).toMatchObject({ status: 'failed', fileUrl: null })
  })

  test('of an order without labels is a delivery note with its items', async () => {
    const desk = await aPrintingDesk()
    await server.owner(
      `with gone as (delete from number_pools n using channels c
         where n.tenant_id = $1 and c.id = n.channel_id and c.channel_code = 'LIGHT' returning n.channel_id)
       select 1 from gone`,
      [desk.tenantId],
      desk.tenantId,
    )
    await server.owner(
      `update channels set label_source = 'none' where channel_code = 'LIGHT'`,
      [],
      desk.tenantId,
    )
    const order = only(await ordersToPrint(desk, 1, { channelId: desk.channelOf('LIGHT') }))
    const print = await desk.print([order.id])
    const pages = await readPaper(await desk.fileOf(print), 203)
    expect(pages.map(({ codes }) => codes)).toEqual([[order.orderNo]])
    expect(await desk.confirm(print.id)).toEqual({ ok: 1, failed: [] })
    expect(await desk.statusOf(order.id)).toBe('waybill_printed')
  })

  test('brings an order forward when the last of its packages is printed', async () => {
    const desk = await aPrintingDesk()
    const order = only(await ordersToPrint(desk, 1))
    await addPackage(server, desk, order.id, 'LO-SECOND')
    const print = await desk.print([order.id])
    expect(print.labels.map(({ packageNo, packageCount }) => [packageNo, packageCount])).toEqual([
      [1, 2],
      [2, 2],
    ])
    const second = print.labels[1]?.waybillId ?? 0
    expect(await desk.confirm(print.id, [second])).toEqual({ ok: 1, failed: [] })
    expect(await desk.statusOf(order.id)).toBe('pending_shipment')
    const logged = await server.owner(
      `select l.before, l.after, e.payload from audit_log l join events e on e.object_id = l.object_id and e.kind = 'order.label_printed'
       where l.object_id = $1 and l.action = 'print'`,
      [order.id],
      desk.tenantId,
    )
    expect(logged, 'it is as it was').toEqual([
      { before: {}, after: { copyNo: 1 }, payload: { copyNo: 1, isPrinted: false } },
    ])
    const rest = await desk.print([order.id])
    expect(rest.labels.map(({ waybillId, copyNo }) => [waybillId, copyNo])).toEqual([[second, 1]])
    await desk.confirm(rest.id)
    expect(await desk.statusOf(order.id)).toBe('waybill_printed')
  })

  test('does not bring an order forward while one of its packages has no label', async () => {
    const desk = await aPrintingDesk()
    const order = only(await ordersToPrint(desk, 1))
    await addPackage(server, desk, order.id, 'LO-SECOND')
    const print = await desk.print([order.id])
    await server.owner(
      `update waybills set status = 'superseded' where id = $1`,
      [print.labels[1]?.waybillId],
      desk.tenantId,
    )
    expect(await desk.confirm(print.id)).toMatchObject({ ok: 1, failed: [{ id: order.id }] })
    expect(await desk.statusOf(order.id)).toBe('pending_shipment')
  })
})

describe('a carrier’s label', () => {
  test('is stamped on every page, and its barcodes still scan', async () => {
    const desk = await aPrintingDesk()
    const order = only(await ordersToPrint(desk, 1))
    await carrierLabel(server, desk, order.id, await carrierPdf('1Z999AA10123456784', 2))
    const strip = { x: 0, y: 129, width: 100, height: 20 }
    const plain = await readPaper(await desk.fileOf(await printAndDrop({ items: [] })), 300, strip)
    const stamped = await readPaper(
      await desk.fileOf(
        await printAndDrop({ items: ['sku_loc_qty', 'order_no', 'custom_text'], text: '易碎' }),
      ),
      300,
      strip,
    )
    expect(plain.map(({ codes, ink }) => [codes, ink])).toEqual([
      [['1Z999AA10123456784'], 0],
      [['1Z999AA10123456784-2'], 0],
    ])
    expect(stamped.map(({ codes }) => codes)).toEqual(plain.map(({ codes }) => codes))
    for (const { ink } of stamped) expect(ink).toBeGreaterThan(500)

    async function printAndDrop(over: object) {
      const print = await desk.print([order.id], over)
      await desk.confirm(
        print.id,
        print.labels.map(({ waybillId }) => waybillId),
      )
      return print
    }
  })

  test('carries the template of its channel', async () => {
    const desk = await aPrintingDesk()
    const order = only(await ordersToPrint(desk, 1))
    await carrierLabel(server, desk, order.id, await carrierPdf('1Z999AA10123456784'))
    const item = { item: 'order_no', xMm: 3, yMm: 130, wMm: 60, fontPt: 10, maxRows: 1, text: null }
    await server.owner(
      `with made as (
         insert into watermark_templates (tenant_id, template_name, label_format, stamp_mode, scale_percent, items, lang)
         values ($1, 'T', 'pdf_100x150', 'shrink', 80, $2, 'en_US') returning id)
       update channels set watermark_template_id = made.id from made where tenant_id = $1 and channel_code = 'LOCAL'`,
      [desk.tenantId, JSON.stringify([item])],
      desk.tenantId,
    )
    const print = await desk.print([order.id])
    const [page] = await readPaper(await desk.fileOf(print), 300, { x: 3, y: 130, width: 60, height: 6 })
    expect(page?.codes).toEqual(['1Z999AA10123456784'])
    expect(page?.ink).toBeGreaterThan(200)
  })

  test('that cannot be stamped or read is left out and named; the others are printed', async () => {
    const desk = await aPrintingDesk()
    const [bad, good] = await ordersToPrint(desk, 2)
    if (!good || !bad) throw new Error('no orders')
    await carrierLabel(server, desk, bad.id, Buffer.from('%PDF-1.4 broken'))
    const print = await desk.print([bad.id, good.id], { items: ['order_no'] })
    expect(print.task).toMatchObject({ status: 'partly_done' })
    expect(print.labels.map(({ orderId, outcome, problem }) => [orderId, outcome, problem])).toEqual([
      [bad.id, 'left_out', 'Watermark Failed'],
      [good.id, null, null],
    ])
    expect(await pagesOf(await desk.fileOf(print))).toBe(1)
    expect(await desk.confirm(print.id)).toEqual({ ok: 1, failed: [] })
    expect(await Promise.all([good, bad].map(({ id }) => desk.statusOf(id)))).toEqual([
      'waybill_printed',
      'pending_shipment',
    ])
    const alone = await desk.started([bad.id])
    expect(await desk.drawn(alone)).toMatchObject({
      status: 'failed',
      message: 'The label’s file can’t be read',
      failures: [{ no: bad.orderNo }],
    })
    expect(await desk.send(confirmLabelPrint, { id: alone.printId ?? 0, notPrinted: [] })).toMatchObject({
      ...{ success: false, message: labelsText.neverDrawn.en_US },
    })
    const again = await desk.started([bad.id])
    expect(again).toMatchObject({ ok: 1, failed: [] })
    // A print that was cancelled lets go of its labels, too.
    await server.owner(`update tasks set status = 'cancelled' where id = $1`, [again.taskId], desk.tenantId)
    expect(await desk.started([bad.id])).toMatchObject({ ok: 1, failed: [] })
    expect((await desk.printOf(again)).labels).toMatchObject([{ outcome: 'left_out' }])
  })

  test('that is left out takes its packing slips with it, in every copy', async () => {
    const desk = await aPrintingDesk()
    const [bad, good] = await ordersToPrint(desk, 2)
    if (!good || !bad) throw new Error('no orders')
    await carrierLabel(server, desk, bad.id, Buffer.from('%PDF-1.4 broken'))
    const over = { items: ['order_no'], packingSlip: 'always', copies: 2 }
    const print = await desk.print([bad.id, good.id], over)
    expect(print.labels.map(({ outcome }) => outcome)).toEqual(['left_out', null])
    const pages = await readPaper(await desk.fileOf(print), 203)
    const label = print.labels[1]?.trackingNo
    expect(pages.map(({ codes }) => codes[0])).toEqual([label, good.orderNo, label, good.orderNo])
  })

  test('takes no text that cannot be printed', async () => {
    const desk = await aPrintingDesk()
    const order = only(await ordersToPrint(desk, 1))
    for (const text of ['x'.repeat(31), 'a\u0007b']) {
      const answer = await desk.send(printLabels, {
        ids: [order.id],
        ...options,
        items: ['custom_text'],
        text,
      })
      expect(JSON.stringify(answer)).toContain('Invalid watermark text')
    }
    const emoji = await desk.print([order.id], { items: ['custom_text'], text: '🚚' })
    expect(emoji).toMatchObject({
      task: { status: 'failed', message: 'Invalid watermark text' },
      labels: [{ outcome: 'left_out' }],
    })
  })
})

describe('a reprint', () => {
  test('needs a printed order and a reason, says R2 on the label, and is in the log', async () => {
    const desk = await aPrintingDesk()
    const order = only(await ordersToPrint(desk, 1))
    await carrierLabel(server, desk, order.id, await carrierPdf('1Z999AA10123456784'))
    const reprint = async (reason: string) =>
      (await desk.send(reprintLabels, { ids: [order.id], reason, ...options })) as {
        data: Started
        success: boolean
      }
    expect(reasonsOf((await reprint('torn')).data)).toEqual([
      `The label of order ${order.orderNo} hasn’t been printed yet, so it can’t be reprinted`,
    ])
    const first = await desk.print([order.id])
    await desk.confirm(first.id)
    expect(await reprint(' ')).toMatchObject({ success: false })
    const corner = { x: 80, y: 0, width: 20, height: 10 }
    const inkOf = async (print: Print) =>
      (await readPaper(await desk.fileOf(print), 203, corner))[0]?.ink ?? 0
    expect(await inkOf(first)).toBe(0)
    for (const copyNo of [2, 3]) {
      const { data } = await reprint(`torn ${copyNo}`)
      await desk.drawn(data)
      const print = await desk.printOf(data)
      expect(print.labels.map((label) => label.copyNo)).toEqual([copyNo])
      expect(await inkOf(print)).toBeGreaterThan(50)
      expect(await desk.confirm(print.id)).toEqual({ ok: 1, failed: [] })
    }
    expect(only(await waybillsOf(server, desk, order.id)).print_count).toBe(3)
    expect((await desk.logOf(order.id)).map(({ copyNo, reason }) => [copyNo, reason])).toEqual([
      [3, 'torn 3'],
      [2, 'torn 2'],
      [1, null],
    ])
    expect(await desk.statusOf(order.id)).toBe('waybill_printed')
  })

  test('takes only the packages that were chosen; others keep their copies', async () => {
    const desk = await aPrintingDesk()
    const [order, other] = await ordersToPrint(desk, 2)
    if (!order || !other) throw new Error('two orders')
    await addPackage(server, desk, order.id, 'LO-SECOND')
    await desk.confirm((await desk.print([order.id, other.id])).id)
    const labels = await desk.done(labelsOfOrders, { ids: [order.id, other.id] })
    expect(labels.map(({ orderId, packageNo, packageCount }) => [orderId, packageNo, packageCount])).toEqual([
      [order.id, 1, 2],
      [order.id, 2, 2],
      [other.id, 1, 1],
    ])
    const second = labels[1]?.waybillId ?? 0
    const reprint = async (over: object) =>
      (await desk.send(reprintLabels, { ids: [order.id], reason: 'torn', ...options, ...over }))
        .data as Started
    const started = await reprint({ waybillIds: [second] })
    await desk.drawn(started)
    const print = await desk.printOf(started)
    expect(print.labels.map(({ waybillId, copyNo }) => [waybillId, copyNo])).toEqual([[second, 2]])
    await desk.confirm(print.id)
    const counts = await waybillsOf(server, desk, order.id)
    expect(counts.map(({ print_count }) => print_count).sort()).toEqual([1, 2])
    // A label of another order is none of this one's.
    const foreign = { ids: [order.id], waybillIds: [labels[2]?.waybillId ?? 0], reason: 'torn', ...options }
    expect(await desk.send(reprintLabels, foreign)).toMatchObject({
      success: false,
      message: 'Waybill not found',
    })
    // Nor is a label that was voided since.
    await server.owner(
      `update waybills set status = 'voided', voided_at = now() where id = $1`,
      [second],
      desk.tenantId,
    )
    const withVoided = { ...foreign, waybillIds: labels.slice(0, 2).map(({ waybillId }) => waybillId) }
    expect(await desk.send(reprintLabels, withVoided)).toMatchObject({
      success: false,
      message: 'Waybill not found',
    })
  })

  test('needs its own permission unless the warehouse asks for none', async () => {
    const desk = await aPrintingDesk()
    const order = only(await ordersToPrint(desk, 1))
    await desk.confirm((await desk.print([order.id])).id)
    const packer = await aColleague(desk, ['order:order:view', 'order:waybill:print'])
    const reprint = () => server.send(reprintLabels, { ids: [order.id], reason: 'torn', ...options }, packer)
    expect(await reprint()).toMatchObject({ success: false, data: { kind: 'forbidden' } })
    const counts = async () => (await server.done(countLabels, {}, packer)).mayReprint
    expect(await counts()).toBe(false)
    await server.owner(
      `update warehouses set settings = settings || '{"reprintNeedsPermission": false}'`,
      [],
      desk.tenantId,
    )
    expect(await counts()).toBe(true)
    expect(await reprint()).toMatchObject({ success: true, data: { ok: 1 } })
  })

  test('after a print was cancelled the label says which copy it is', async () => {
    const desk = await aPrintingDesk()
    const order = only(await ordersToPrint(desk, 1))
    const cancel = (reason = 'wrong paper') => desk.done(cancelLabelPrint, { ids: [order.id], reason })
    expect(reasonsOf(await cancel())).toEqual([
      `Order ${order.orderNo} is “Pending shipment”, so this isn’t possible`,
    ])
    await desk.confirm((await desk.print([order.id])).id)
    expect(await cancel()).toEqual({ ok: 1, failed: [] })
    expect(await desk.statusOf(order.id)).toBe('pending_shipment')
    expect(only(await waybillsOf(server, desk, order.id))).toMatchObject({ print_count: 0, printed_at: null })
    const again = await desk.print([order.id])
    expect(again.labels.map(({ copyNo }) => copyNo)).toEqual([2])
    expect(await desk.confirm(again.id)).toEqual({ ok: 1, failed: [] })
  })
})

describe('two people', () => {
  test('do not print the same label at once', async () => {
    const desk = await aPrintingDesk()
    const orders = await ordersToPrint(desk, 4)
    const colleague = await aColleague(desk)
    const ids = idsOf(orders)
    const both = await Promise.all([
      desk.send(printLabels, { ids, ...options }),
      server.send(printLabels, { ids: ids.toReversed(), ...options }, colleague),
    ])
    const results = both.map(({ data }) => data as Started)
    expect(results.map(({ ok }) => ok).sort()).toEqual([0, 4])
    const [, loser] = results.toSorted((a, b) => b.ok - a.ok)
    expect(reasonsOf(loser ?? { failed: [] })[0]).toMatch(/is in a print by .+ Confirm that print first\.$/)
    expect(
      await server.owner('select 1 from label_print_lines where outcome is null', [], desk.tenantId),
    ).toHaveLength(4)
  })

  test('confirm a print once: the same words again change nothing, other words are refused', async () => {
    const desk = await aPrintingDesk()
    const orders = await ordersToPrint(desk, 2)
    const print = await desk.print(idsOf(orders))
    const colleague = await aColleague(desk)
    const confirm = (notPrinted: number[]) =>
      server.send(confirmLabelPrint, { id: print.id, notPrinted }, colleague)
    const racers = await Promise.all(Array.from({ length: 10 }, () => confirm([])))
    expect(racers.map(({ data }) => data)).toEqual(Array(10).fill({ ok: 2, failed: [] }))
    for (const { id } of orders)
      expect(only(await waybillsOf(server, desk, id))).toMatchObject({ print_count: 1 })
    const other = await confirm([print.labels[0]?.waybillId ?? 0])
    expect(other).toMatchObject({ success: false, data: { kind: 'moved_on' } })
    expect(other.message).toMatch(/^This print was already confirmed by/)
    const log = await desk.logOf(orders[0]?.id ?? 0)
    expect(log).toHaveLength(1)
  })

  test.each(['void', 'intercept', 'replace'] as const)(
    'an order is not printed when it was changed meanwhile: %s',
    async (change) => {
      const desk = await aPrintingDesk()
      const [kept, changed] = await ordersToPrint(desk, 2)
      if (!kept || !changed) throw new Error('no orders')
      const print = await desk.print([kept.id, changed.id])
      if (change === 'void') await desk.send(voidOrders, { ids: [changed.id], reason: 'sold out' })
      if (change === 'intercept')
        await server.owner(
          `update orders set intercept_status = 'requested' where id = $1`,
          [changed.id],
          desk.tenantId,
        )
      if (change === 'replace')
        await server.owner(
          `update waybills set status = 'superseded' where order_id = $1 and status = 'obtained'`,
          [changed.id],
          desk.tenantId,
        )
      const words = {
        void: `Order ${changed.orderNo} became “Voided” after the label was printed. Destroy the label.`,
        intercept: `An intercept of order ${changed.orderNo} was requested after the label was printed. Hold the package and answer the request first.`,
        replace: `The label of order ${changed.orderNo} was voided or replaced after it was printed. Destroy it.`,
      }
      expect(await desk.confirm(print.id)).toEqual({
        ok: 1,
        failed: [{ id: changed.id, no: changed.orderNo, reason: words[change] }],
      })
      expect(await desk.statusOf(kept.id)).toBe('waybill_printed')
      expect(await desk.statusOf(changed.id)).toBe(change === 'void' ? 'voided' : 'pending_shipment')
      expect(await waybillsOf(server, desk, changed.id)).toMatchObject([{ print_count: 0 }])
      expect(await desk.logOf(changed.id)).toMatchObject([{ outcome: 'refused', reason: words[change] }])
      expect(await desk.confirm(print.id), 'the same words again').toMatchObject({
        ...{ ok: 1, failed: [{ id: changed.id, reason: words[change] }] },
      })
    },
  )

  test('void and confirm at the same moment: the order is voided, or printed and then voided', async () => {
    const desk = await aPrintingDesk()
    const orders = await ordersToPrint(desk, 6)
    const print = await desk.print(idsOf(orders))
    const [confirmed] = await Promise.all([
      desk.confirm(print.id),
      ...orders.map(({ id }) => desk.send(voidOrders, { ids: [id], reason: 'race' })),
    ])
    expect(confirmed.ok + confirmed.failed.length).toBe(6)
    for (const { id } of orders) {
      expect(await desk.statusOf(id)).toBe('voided')
      const isPrinted = !confirmed.failed.some((item) => item.id === id)
      const [waybill] = await waybillsOf(server, desk, id)
      expect([id, waybill?.print_count]).toEqual([id, isPrinted ? 1 : 0])
    }
  })
})

test('an order that is being voided when its print is confirmed is not printed', async () => {
  const desk = await aPrintingDesk()
  const order = only(await ordersToPrint(desk, 1))
  const print = await desk.print([order.id])
  const result = await atOnce(server, desk, [
    (tx) => voidNow(tx, desk.who, { ids: [order.id], reason: 'sold out' }),
    (tx) => confirmNow(tx, desk.who, { id: print.id, notPrinted: [] }),
  ])
  expect(result).toMatchObject({
    first: { value: { ok: 1 } },
    second: { value: { ok: 0, failed: [{ id: order.id }] } },
    isHeld: true,
  })
  expect(await desk.statusOf(order.id)).toBe('voided')
  expect(await waybillsOf(server, desk, order.id)).toMatchObject([{ print_count: 0 }])
})

describe('a print can be confirmed', () => {
  test('only when its file is there, and only about its own labels', async () => {
    const desk = await aPrintingDesk()
    const [order, other] = await ordersToPrint(desk, 2)
    if (!order || !other) throw new Error('no orders')
    const started = await desk.started([order.id])
    const confirm = (id: number, notPrinted: number[] = []) =>
      desk.send(confirmLabelPrint, { id, notPrinted })
    expect(await confirm(started.printId ?? 0)).toMatchObject({
      message: 'The labels are still being generated. Confirm the print when they are ready.',
    })
    await desk.drawn(started)
    const foreign = Number(only(await waybillsOf(server, desk, other.id)).id)
    expect(await confirm(started.printId ?? 0, [foreign])).toMatchObject({
      message: 'Some labels are not part of this print',
    })
    expect(await confirm(999_999)).toMatchObject({ message: 'Print not found' })
    const open = await desk.done(openLabelPrints, {})
    expect(open).toMatchObject([{ id: started.printId, labels: 1, isReprint: false }])
    await confirm(started.printId ?? 0)
    expect((await desk.send(openLabelPrints, {})).data).toEqual([])
  })

  test('after the usage period ended, while nothing new is printed', async () => {
    const desk = await aPrintingDesk()
    const [order, other] = await ordersToPrint(desk, 2)
    if (!order || !other) throw new Error('no orders')
    const print = await desk.print([order.id])
    await server.owner(`update tenants set expires_at = now() - interval '1 day' where id = $1`, [
      desk.tenantId,
    ])
    expect(await desk.send(printLabels, { ids: [other.id], ...options })).toMatchObject({
      success: false,
      data: { kind: 'expired' },
    })
    expect(await desk.confirm(print.id)).toEqual({ ok: 1, failed: [] })
    expect(await desk.statusOf(order.id)).toBe('waybill_printed')
  })
})

test('another company’s orders and prints do not exist', async () => {
  const [desk, stranger] = [await aPrintingDesk(), await aPrintingDesk()]
  const order = only(await ordersToPrint(desk, 1))
  const print = await desk.print([order.id])
  expect(await stranger.started([order.id])).toMatchObject({
    ok: 0,
    printId: null,
    failed: [{ reason: 'Order not found' }],
  })
  for (const answer of [
    await stranger.send(getLabelPrint, { id: print.id }),
    await stranger.send(confirmLabelPrint, { id: print.id, notPrinted: [] }),
  ])
    expect(answer).toMatchObject({ success: false, message: 'Print not found' })
  expect(await stranger.send(previewLabel, { id: order.id, items: null, text: null })).toMatchObject({
    message: 'Order not found',
  })
  expect((await stranger.send(labelLog, { orderId: order.id })).data).toEqual([])
  expect(await stranger.send(cancelLabelPrint, { ids: [order.id], reason: 'x' })).toMatchObject({
    data: { ok: 0, failed: [{ reason: 'Order not found' }] },
  })
})

describe('the list', () => {
  test('shows what is to be printed by channel, and what is printed', async () => {
    const desk = await aPrintingDesk()
    const local = await ordersToPrint(desk, 2)
    const light = only(await ordersToPrint(desk, 1, { channelId: desk.channelOf('LIGHT') }))
    await desk.confirm((await desk.print([light.id])).id)
    const open = await desk.started([local[0]?.id ?? 0])
    const rowsOf = async (input: SentTo<typeof listLabels>) => (await desk.done(listLabels, input)).rows
    expect(await rowsOf({})).toMatchObject([
      { orderNo: local[0]?.orderNo, printStatus: 'unprinted', printCount: 0, printingBy: expect.any(String) },
      { orderNo: local[1]?.orderNo, printingBy: null, trackingNos: [expect.stringMatching(/^LO/)] },
    ])
    expect(open.ok).toBe(1)
    expect(await rowsOf({ printStatus: 'printed' })).toMatchObject([
      {
        orderNo: light.orderNo,
        printStatus: 'printed',
        printCount: 1,
        packageCount: 1,
        labelFormat: 'pdf_100x150',
      },
    ])
    const [tracking] = (await rowsOf({ printStatus: 'printed' }))[0]?.trackingNos ?? []
    expect(await rowsOf({ printStatus: 'printed', search: tracking ?? 'none' })).toHaveLength(1)
    const counts = await desk.done(countLabels, {})
    expect(counts).toMatchObject({
      unprinted: 2,
      printed: 1,
      channels: [{ channelCode: 'LOCAL', count: 2 }],
    })
  })

  test('is narrowed by customer, class, picking list, channel and numbers, and names what keeps a label here', async () => {
    const desk = await aPrintingDesk()
    const [one, two] = [
      only(await ordersToPrint(desk, 1, { referenceNo: 'WEB-1' })),
      only(
        await ordersToPrint(desk, 1, { lines: [desk.line('BOLT', 2)], channelId: desk.channelOf('LIGHT') }),
      ),
    ]
    const { lists } = await desk.done(createPickingLists, { ids: [two.id] })
    const found = async (input: SentTo<typeof listLabels>) =>
      (await desk.done(listLabels, input)).rows.map(({ id }) => id)
    expect(await found({ customerId: desk.customerId })).toEqual([one.id, two.id])
    expect(await found({ customerId: 999_999 })).toEqual([])
    expect(await found({ pieceClass: 'sm' })).toEqual([two.id])
    expect(await found({ pickingListId: lists[0]?.id ?? 0 })).toEqual([two.id])
    expect(await found({ pickingListId: 999_999 })).toEqual([])
    expect(await found({ channelId: desk.channelOf('LOCAL') })).toEqual([one.id])
    expect(await desk.done(listLabels, { codes: ['web-1', 'nowhere'] })).toMatchObject({
      ...{ total: 1, rows: [{ id: one.id }], missing: ['nowhere'] },
    })
    // Counts are of all channels, the figures of the chosen one.
    expect(await desk.done(countLabels, { channelId: desk.channelOf('LIGHT') })).toMatchObject({
      ...{ unprinted: 1, printed: 0 },
      channels: [
        { channelId: desk.channelOf('LIGHT'), channelCode: 'LIGHT', count: 1 },
        { channelId: desk.channelOf('LOCAL'), channelCode: 'LOCAL', count: 1 },
      ],
    })
    expect((await desk.done(countLabels, { printStatus: 'printed' })).channels).toEqual([])

    await addPackage(server, desk, one.id, 'LO-SECOND')
    const asOwner = (text: string) => server.owner(text, [], desk.tenantId)
    await asOwner(`update waybills set ready_at = '2099-01-01Z' where tracking_no = 'LO-SECOND'`)
    await asOwner(
      `update waybills set ready_at = '2020-01-01Z', label_format = 'pdf_a4' where order_id = ${two.id}`,
    )
    const { rows } = await desk.done(listLabels, {})
    expect(rows).toMatchObject([
      {
        ...{ id: one.id, pickingNo: null, packageCount: 2, readyAt: '2099-01-01T00:00:00Z' },
        ...{ trackingNos: ['LO00000001', 'LO-SECOND'], labelFormat: 'pdf_100x150' },
      },
      { id: two.id, pickingNo: lists[0]?.pickingNo, packageCount: 1, readyAt: null, labelFormat: 'pdf_a4' },
    ])
  })

  test('is sorted by priority, the older of two alike first', async () => {
    const desk = await aPrintingDesk()
    const [first, second] = await ordersToPrint(desk, 2)
    const [urgent] = await ordersToPrint(desk, 1, { priority: 5 })
    const { rows } = await desk.done(listLabels, { sort: 'priority', order: 'desc' })
    expect(rows.map(({ orderNo, priority }) => [orderNo, priority])).toEqual([
      [urgent?.orderNo, 5],
      [first?.orderNo, 0],
      [second?.orderNo, 0],
    ])
  })

  test('a preview is the label that will be printed', async () => {
    const desk = await aPrintingDesk()
    const order = only(await ordersToPrint(desk, 1))
    const { data } = await desk.send(previewLabel, { id: order.id, items: ['order_no'], text: null })
    const bytes = Buffer.from((data as OutputOf<typeof previewLabel>).base64, 'base64')
    const strip = { x: 0, y: 129, width: 100, height: 20 }
    const [page] = await readPaper(bytes, 203, strip)
    expect(page?.codes).toEqual([expect.stringMatching(/^LO/)])
    expect(page?.ink).toBeGreaterThan(50)
    const bare = await desk.create()
    expect(await desk.send(previewLabel, { id: bare.id, items: null, text: null })).toMatchObject({
      success: false,
      message: 'Waybill not found',
    })
  })
})

test('a label is drawn from all that is known of its package, its sender and its place', async () => {
  const desk = await aPrintingDesk()
  const order = only(
    await ordersToPrint(desk, 1, {
      ...{
        referenceNo: 'WEB-1',
        company: 'Example',
        address2: 'Floor 1',
        address3: 'Rear',
        doorplate: '12b',
      },
      ...{ phone: '+1 555 0100', pickRemark: 'top shelf', lines: [desk.line('NUT', 2)] },
    }),
  )
  const asOwner = (text: string) => server.owner<{ id: string }>(text, [], desk.tenantId)
  await asOwner(`update channels set name_zh = '本地', name_en = 'Local' where channel_code = 'LOCAL'`)
  await asOwner(`update products set name_zh = '螺母', name_en = 'Nut' where sku = 'NUT'`)
  await asOwner(`update warehouses set warehouse_name = 'East', contact = 'Desk', address1 = '9 Dock Road', address2 = 'Gate 2', city = 'Reno',
    state_code = 'NV', zip = '89501', country_code = 'US', phone = '555', unit = 1`)
  const { lists } = await desk.done(createPickingLists, { ids: [order.id] })
  const items = [{ item: 'order_no', xMm: 3, yMm: 130, wMm: 60, fontPt: 10, maxRows: 1, text: null }]
  const [template] = await asOwner(
    `with made as (insert into watermark_templates (tenant_id, template_name, label_format, stamp_mode, scale_percent, items, lang)
       values (${desk.tenantId}, 'T', 'pdf_100x150', 'overlay', 100, '${JSON.stringify(items)}', 'en_US') returning id),
     used as (update channels set watermark_template_id = (select id from made) where channel_code = 'LOCAL')
     select id from made`,
  )
  const [label] = await desk.done(labelsOfOrders, { ids: [order.id] })
  const read = async () =>
    server.database.read(desk.tenantId, async (db) => ({
      facts: only(await labelFacts(db, desk.who, [label?.waybillId ?? 0])),
      goods: (await goodsOf(db, desk.who, [order.id])).get(order.id),
      sender: only(await senderOf(db, desk.who)),
    }))
  const { facts, goods, sender } = await read()
  expect(facts).toEqual({
    ...{ waybillId: label?.waybillId, orderId: order.id, orderNo: order.orderNo, status: 'pending_shipment' },
    ...{ referenceNo: 'WEB-1', customerCode: 'ACME', channelCode: 'LOCAL', channelName: '本地 Local' },
    ...{ labelSource: 'self_built', labelFormat: 'pdf_100x150', trackingNo: 'LO00000001', storageKey: null },
    ...{ labelSpace: null, packageNo: 1, packageCount: 1, weight: '1.000', pickRemark: 'top shelf' },
    ...{ pickNo: lists[0]?.pickingNo, basketNo: '1', sender: null },
    recipient: {
      name: 'Ann Example',
      rows: [
        'Example',
        '1 Main Street',
        'Floor 1',
        'Rear',
        '12b',
        'Los Angeles CA 90001',
        'US',
        '+1 555 0100',
      ],
    },
    template: {
      labelFormat: 'pdf_100x150',
      stampMode: 'overlay',
      scalePercent: 100,
      lang: 'en_US',
      items,
    },
  })
  expect(goods).toEqual([{ sku: 'NUT', name: '螺母 Nut', quantity: 2, location: 'A-02', routeSeq: 0 }])
  expect(sender).toEqual({
    ...{ name: 'East', unit: 1, printTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/) },
    rows: ['Desk', '9 Dock Road', 'Gate 2', 'Reno NV 89501 US', '555'],
  })
  // Of several packages each has its own weight or none; a template that is disabled stamps nothing.
  await addPackage(server, desk, order.id, 'LO-SECOND')
  await asOwner(`update watermark_templates set is_enabled = false where id = ${template?.id}`)
  expect((await read()).facts).toMatchObject({ weight: null, packageCount: 2, template: null })
  await asOwner('update packages set weight = 2.5 where package_seq = 1')
  expect((await read()).facts).toMatchObject({ weight: '2.500' })
})

test('the goods of an order are named in the order of its lines, wherever they lie', async () => {
  const desk = await aPrintingDesk()
  const lines = [desk.line('NUT', 2), desk.line('BOLT', 1)]
  const { id } = only(await ordersToPrint(desk, 1, { lines }))
  const goods = await server.database.read(desk.tenantId, (db) => goodsOf(db, desk.who, [id]))
  expect(goods.get(id)?.map(({ sku, quantity, location }) => [sku, quantity, location])).toEqual([
    ['NUT', 2, 'A-02'],
    ['BOLT', 1, 'A-01'],
  ])
})
