import { expect, test } from 'vitest'
import type { InputOf, OutputOf } from '../../platform/calls/call.ts'
import { only } from '../../platform/database/server/rows.ts'
import {
  cancelLabelPrint,
  confirmLabelPrint,
  printLabels,
  reprintLabels,
} from '../../shipping/labels/contract.ts'
import { shipOrders, weighPackage } from '../../shipping/outbound/contract.ts'
import { carrierPdf } from '../../testing/label-builders.ts'
import {
  addLabelChannels,
  aShippingDesk,
  doOrderJobs,
  type ShippingDesk,
} from '../../testing/order-builders.ts'
import { drawPrints, printOptions } from '../../testing/order-work.ts'
import { startTestServer } from '../../testing/test-server.ts'
import { uploadedId } from '../../testing/upload.ts'
import {
  answerIntercepts,
  assignChannel,
  auditOrders,
  editOrder,
  forceOrders,
  getOrder,
  interceptOrders,
  markOrders,
  voidOrders,
} from '../contract.ts'
import { acknowledgeRefusedVoids, reissueLabels, uploadLabel, voidLabelAgain } from '../waybills/contract.ts'

const server = await startTestServer()
const reason = 'because'

type Entry = [who: string, action: string, before: object | null, after: object | null, reason: string | null]

/** What some work on an order writes beside its status: the log, the events, its version, and which of its times move. */
async function written(
  desk: Pick<ShippingDesk, 'tenantId' | 'who' | 'customerId'>,
  id: number,
  work: () => Promise<unknown>,
) {
  const ask = <R extends object>(text: string, ...values: unknown[]) =>
    server.owner<R>(text, values, desk.tenantId)
  const [before] = await ask<{ audit: string; event: string; version: number }>(
    `with aged as (update orders set status_at = '2026-01-01', updated_at = '2026-01-01' where id = $1 returning row_version)
     select (select row_version from aged) as version, (select coalesce(max(id), 0) from audit_log) as audit,
       (select coalesce(max(id), 0) from events) as event`,
    id,
  )
  await work()
  const log = await ask<{ who: string; action: string; before: object; after: object; reason: string }>(
    `select login_account as who, action, before, after - 'because' as after, coalesce(reason, after -> 'because' ->> 'en_US') as reason
     from audit_log where object_type = 'order' and object_id = $1 and id > $2 order by id`,
    id,
    before?.audit,
  )
  const events = await ask<{ kind: string; payload: object; ours: boolean }>(
    `select kind, payload, customer_id = $3 as ours from events where object_type = 'order' and object_id = $1 and id > $2 order by id`,
    id,
    before?.event,
    desk.customerId,
  )
  const now = only(
    await ask<{ versions: number; isNewStatus: boolean; isUpdated: boolean }>(
      `select row_version - $2 as versions, status_at > '2026-01-02' as "isNewStatus", updated_at > '2026-01-02' as "isUpdated"
       from orders where id = $1`,
      id,
      before?.version,
    ),
  )
  return {
    log: log.map(
      (row): Entry => [
        row.who === desk.who.loginAccount ? 'user' : row.who,
        row.action,
        row.before,
        row.after,
        row.reason,
      ],
    ),
    events: events.map(({ kind, payload, ours }) => [kind, payload, ours]),
    now,
  }
}

/** Its version is one higher, and it is in another status since now. */
const inNewStatus = (versions = 1) => ({ versions, isNewStatus: true, isUpdated: true })
/** It was changed, and is in its status as long as before. */
const changed = { versions: 1, isNewStatus: false, isUpdated: true }
const untouched = { versions: 0, isNewStatus: false, isUpdated: false }
const step = (from: string, to: string, more: object = {}): [object, object] => [
  { orderStatus: from },
  { orderStatus: to, ...more },
]

async function aDesk(onHand = 20) {
  const desk = await aShippingDesk(server)
  if (onHand > 0) await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand })
  const order = (id: number) => desk.done(getOrder, { id })
  const confirm = async (started: OutputOf<typeof printLabels>) => {
    await drawPrints(server.owner, desk.tenantId)
    await desk.done(confirmLabelPrint, { id: started.printId ?? 0, notPrinted: [] })
  }
  const print = async (id: number) => confirm(await desk.done(printLabels, { ids: [id], ...printOptions }))
  const audited = async (over: Parameters<ShippingDesk['create']>[0] = {}) => {
    const { id } = await desk.create(over)
    await desk.done(auditOrders, { ids: [id] })
    return id
  }
  const edit = async (id: number, over: Partial<InputOf<typeof editOrder>>) => {
    const { rowVersion, referenceNo, channelId } = await order(id)
    const { customerId: _, ...facts } = desk.facts({ referenceNo, channelId })
    return desk.done(editOrder, { ...facts, id, rowVersion, ...over })
  }
  return { ...desk, order, confirm, print, audited, edit }
}

test('creating, failing, forcing and editing an order are written down, without what names its recipient', async () => {
  const desk = await aDesk(0)
  const { id } = await desk.create({ referenceNo: 'NEW-1', signature: false, priority: 2, tags: ['VIP'] })
  const [created] = await server.owner(
    `select action, before, after, reason from audit_log where object_type = 'order' and object_id = $1`,
    [id],
    desk.tenantId,
  )
  expect(created).toEqual({
    ...{ action: 'create', before: null, reason: null },
    after: {
      ...{ orderStatus: 'pending_audit', customerId: desk.customerId, channelId: desk.channelOf('LOCAL') },
      ...{ referenceNo: 'NEW-1', receiverName: '***', city: '***', address1: '***', postcode: '900' },
      ...{ countryCode: 'US', stateCode: 'CA', addressKind: 'residential', priority: 2, tags: ['VIP'] },
      lineCount: 1,
    },
  })

  const marks = { priority: 2, tags: ['VIP'] }
  const lines = [desk.line('BOLT', 3), desk.line('NUT', 1)]
  expect(await written(desk, id, () => desk.edit(id, { ...marks, city: 'Pasadena', lines }))).toEqual({
    log: [
      [
        ...['user', 'edit'],
        ...[{ city: '***', lineCount: 1, pieces: 1 }, { city: '***', lineCount: 2, pieces: 4 }, null],
      ],
    ],
    events: [['order.edited', {}, true]],
    now: changed,
  })

  const short = 'Not enough stock, missing: BOLT × 3, NUT × 1'
  const code = 'stock_short'
  expect(await written(desk, id, () => desk.done(auditOrders, { ids: [id] }))).toEqual({
    log: [
      ['user', 'fail_audit', ...step('pending_audit', 'audit_exception', { exceptionCode: code }), short],
    ],
    events: [['order.audit_failed', { code }, true]],
    now: inNewStatus(2),
  })
  expect(await written(desk, id, () => desk.done(forceOrders, { ids: [id], reason }))).toEqual({
    log: [
      ['user', 'force_audit', ...step('audit_exception', 'under_audit'), reason],
      ['user', 'fail_audit', ...step('under_audit', 'audit_exception', { exceptionCode: code }), short],
    ],
    events: [
      ['order.audit_started', {}, true],
      ['order.audit_failed', { code }, true],
    ],
    now: inNewStatus(2),
  })
  expect(await written(desk, id, () => desk.edit(id, { ...marks, city: 'Pasadena', lines }))).toEqual({
    log: [['user', 'edit', ...step('audit_exception', 'pending_audit'), null]],
    events: [['order.edited', {}, true]],
    now: inNewStatus(),
  })
  expect(await desk.order(id)).toMatchObject({ exceptionCode: null, exception: null, exceptionKey: null })
})

test('every step of an order from its audit to the truck is written down', async () => {
  const desk = await aDesk()
  const { id } = await desk.create()
  const all = { ids: [id] }
  expect(await written(desk, id, () => desk.done(auditOrders, all))).toEqual({
    log: [['user', 'pass_audit', ...step('pending_audit', 'pending_shipment'), null]],
    events: [['order.audit_passed', {}, true]],
    now: inNewStatus(2),
  })
  expect(
    await written(desk, id, () => desk.done(markOrders, { ...all, priority: 3, tags: ['VIP'] })),
  ).toEqual({
    log: [['user', 'mark', { priority: 0, tags: [] }, { priority: 3, tags: ['VIP'] }, null]],
    events: [['order.marked', {}, true]],
    now: changed,
  })
  expect(await written(desk, id, () => desk.done(markOrders, { ...all, priority: 4 }))).toMatchObject({
    log: [['user', 'mark', { priority: 3 }, { priority: 4 }, null]],
  })
  expect(await written(desk, id, () => desk.done(interceptOrders, { ...all, reason }))).toEqual({
    log: [
      ['user', 'request_intercept', { interceptStatus: 'none' }, { interceptStatus: 'requested' }, reason],
    ],
    events: [['order.intercept_requested', {}, true]],
    now: changed,
  })
  const reject = { ...all, isApproved: false, reason: null }
  expect(await written(desk, id, () => desk.done(answerIntercepts, reject))).toEqual({
    log: [
      ['user', 'reject_intercept', { interceptStatus: 'requested' }, { interceptStatus: 'rejected' }, null],
    ],
    events: [['order.intercept_rejected', {}, true]],
    now: changed,
  })
  const [local, light] = [desk.channelOf('LOCAL'), desk.channelOf('LIGHT')]
  expect(await written(desk, id, () => desk.done(assignChannel, { ...all, channelId: light }))).toEqual({
    log: [
      [
        ...['user', 'assign_channel'],
        ...[{ channelId: local, orderStatus: 'pending_shipment' }],
        ...[{ channelId: light, orderStatus: 'pending_shipment' }, null],
      ],
    ],
    events: [['order.channel_changed', {}, true]],
    now: changed,
  })
  expect(await written(desk, id, () => desk.print(id))).toEqual({
    log: [['user', 'print', ...step('pending_shipment', 'waybill_printed', { copyNo: 1 }), null]],
    events: [['order.label_printed', { copyNo: 1, isPrinted: true }, true]],
    now: inNewStatus(),
  })
  const reprint = async () =>
    desk.confirm(await desk.done(reprintLabels, { ...all, ...printOptions, reason }))
  expect(await written(desk, id, reprint)).toEqual({
    log: [['user', 'reprint', {}, { copyNo: 2 }, reason]],
    events: [['order.label_reprinted', { copyNo: 2, isPrinted: true }, true]],
    now: untouched,
  })
  expect(await written(desk, id, () => desk.done(reissueLabels, { ...all, reason }))).toEqual({
    log: [['user', 'reissue_label', ...step('waybill_printed', 'pending_shipment'), reason]],
    events: [['order.label_reissued', {}, true]],
    now: inNewStatus(),
  })
  await desk.print(id)
  expect(await written(desk, id, () => desk.done(cancelLabelPrint, { ...all, reason }))).toEqual({
    log: [['user', 'cancel_print', ...step('waybill_printed', 'pending_shipment'), reason]],
    events: [['order.print_cancelled', {}, true]],
    now: inNewStatus(),
  })
  await desk.print(id)
  expect(await written(desk, id, () => desk.done(assignChannel, { ...all, channelId: local }))).toMatchObject(
    {
      log: [
        [
          'user',
          'assign_channel',
          { orderStatus: 'waybill_printed' },
          { orderStatus: 'pending_shipment' },
          null,
        ],
      ],
      now: inNewStatus(2),
    },
  )
  await desk.print(id)
  const [box] = await server.owner<{ id: string }>('select id from packages', [], desk.tenantId)
  const packageId = Number(box?.id)
  expect(await written(desk, id, () => desk.done(weighPackage, { packageId, weight: '0.62' }))).toEqual({
    log: [['user', 'weigh', { packageNo: 1, weight: null }, { packageNo: 1, weight: '0.620' }, null]],
    events: [['order.weighed', { packageId, weight: '0.620' }, true]],
    now: untouched,
  })
  const { trackingNo } = await desk.order(id)
  const ship = () => desk.done(shipOrders, { ...all, truckNo: 'TRUCK-7' })
  const shipped = await written(desk, id, ship)
  const batch = only(
    await server.owner<{ id: string; no: string; log: object; events: object }>(
      `select b.batch_no as no, (select json_agg(json_build_array(l.action, l.object_no, l.before, l.after)) from audit_log l
           where l.object_type = 'shipment_batch' and l.object_id = b.id) as log,
         (select json_agg(e.kind) from events e where e.object_type = 'shipment_batch' and e.object_id = b.id) as events
       from shipment_batches b`,
      [],
      desk.tenantId,
    ),
  )
  expect(shipped).toEqual({
    log: [['user', 'ship', ...step('waybill_printed', 'shipped', { batchNo: batch.no }), null]],
    events: [['order.shipped', { batchNo: batch.no, trackingNos: [trackingNo] }, true]],
    now: inNewStatus(),
  })
  const facts = { carrier: 'SELF', truckNo: 'TRUCK-7', orderCount: 1, packageCount: 1 }
  expect(batch).toMatchObject({
    log: [['create', batch.no, null, facts]],
    events: ['shipment_batch.created'],
  })
  // What has left still says which bin it came from.
  expect((await desk.order(id)).lines).toMatchObject([{ allocated: [{ locationCode: 'A-01', quantity: 1 }] }])
})

test('the ends of orders that do not leave are written down, with the time of the end', async () => {
  const desk = await aDesk(1)
  const [ready, short, asked] = [await desk.audited(), await desk.audited(), await desk.audited()]
  const ended = async (id: number) =>
    only(
      await server.owner<object>(
        `select status, exception_code as code, exception_facts as facts, intercept_status as intercept, void_reason as reason,
           voided_at = status_at as "isTimed" from orders where id = $1`,
        [id],
        desk.tenantId,
      ),
    )
  const end = { status: 'voided', code: null, facts: null, isTimed: true }
  expect(await written(desk, ready, () => desk.done(voidOrders, { ids: [ready], reason }))).toEqual({
    log: [['user', 'void', ...step('pending_shipment', 'voided'), reason]],
    events: [['order.voided', {}, true]],
    now: inNewStatus(),
  })
  expect(await ended(ready)).toEqual({ ...end, intercept: 'none', reason })
  expect(await written(desk, short, () => desk.done(voidOrders, { ids: [short], reason }))).toMatchObject({
    log: [['user', 'void', ...step('audit_exception', 'voided'), reason]],
  })
  expect(await ended(short)).toEqual({ ...end, intercept: 'none', reason })
  expect(
    await written(desk, asked, () => desk.done(interceptOrders, { ids: [asked], reason: 'sold out' })),
  ).toEqual({
    log: [['user', 'approve_intercept', ...step('audit_exception', 'voided'), 'sold out']],
    events: [['order.intercepted', {}, true]],
    now: inNewStatus(),
  })
  expect(await ended(asked)).toEqual({ ...end, intercept: 'approved', reason: 'sold out' })
})

test('orders whose intercepts are approved together each keep why they were asked for, unless another reason is given', async () => {
  const desk = await aDesk()
  const ids = [await desk.audited(), await desk.audited(), await desk.audited()]
  for (const [i, id] of ids.entries()) await desk.done(interceptOrders, { ids: [id], reason: `reason ${i}` })
  const [first = 0, second = 0, third = 0] = ids
  await desk.done(answerIntercepts, { ids: [first, second], isApproved: true, reason: null })
  await desk.done(answerIntercepts, { ids: [third], isApproved: true, reason: 'agreed' })
  const reasons = await Promise.all(ids.map(async (id) => (await desk.order(id)).voidReason))
  expect(reasons).toEqual(['reason 0', 'reason 1', 'agreed'])
})

test('the work of a carrier and of its jobs on an order is written down', async () => {
  const desk = await aDesk()
  const channel = await addLabelChannels(server, desk)
  const { id } = await desk.create({ channelId: channel('BOUGHT'), receiverName: 'DEMO-KEEP' })
  const jobs = () => doOrderJobs(server, desk)
  expect(await written(desk, id, () => desk.done(auditOrders, { ids: [id] }))).toEqual({
    log: [['user', 'start_audit', ...step('pending_audit', 'under_audit'), null]],
    events: [['order.audit_started', {}, true]],
    now: inNewStatus(),
  })
  expect(await written(desk, id, jobs)).toEqual({
    log: [['system', 'pass_audit', ...step('under_audit', 'pending_shipment'), null]],
    events: [['order.audit_passed', {}, true]],
    now: inNewStatus(),
  })
  const { trackingNo } = await desk.order(id)
  await desk.done(voidOrders, { ids: [id], reason })
  await jobs()
  const [label] = (await desk.order(id)).waybills
  expect(await written(desk, id, () => desk.done(voidLabelAgain, { id: label?.id ?? 0 }))).toEqual({
    log: [['user', 'void_label_again', null, { trackingNo: label?.trackingNo }, null]],
    events: [['order.label_void_asked', {}, true]],
    now: untouched,
  })
  expect(label?.trackingNo).toBe(trackingNo)
  await jobs()
  const accepted = () => desk.done(acknowledgeRefusedVoids, { ids: [id], reason: 'claim 17' })
  expect(await written(desk, id, accepted)).toEqual({
    log: [['user', 'acknowledge_refused_void', null, { trackingNo }, 'claim 17']],
    events: [['order.refused_void_acknowledged', {}, true]],
    now: untouched,
  })

  const refused = await desk.audited({ channelId: channel('BOUGHT'), receiverName: 'DEMO-ADDRESS' })
  const code = 'label_failed'
  expect(await written(desk, refused, jobs)).toEqual({
    log: [
      [
        ...([
          'system',
          'fail_audit',
          ...step('under_audit', 'audit_exception', { exceptionCode: code }),
        ] as const),
        'The carrier issued no label: Demo carrier: unknown address',
      ],
    ],
    events: [['order.audit_failed', { code }, true]],
    now: inNewStatus(),
  })
})

test('a customer’s own label is written down, and takes a printed order back', async () => {
  const desk = await aDesk()
  const channel = await addLabelChannels(server, desk)
  const id = await desk.audited({ channelId: channel('UPLOAD') })
  const pdf = await carrierPdf('1Z00000001')
  const upload = async (trackingNo: string, readyAt: string | null = null) =>
    desk.done(uploadLabel, {
      ...{ id, trackingNo, readyAt },
      fileId: await uploadedId(server, desk.session, 'label', 'label.pdf', pdf),
    })
  expect(await written(desk, id, () => upload('1Z00000001', '2099-01-01T00:00:00Z'))).toEqual({
    log: [
      [
        'user',
        'upload_label',
        ...step('audit_exception', 'audit_exception', { trackingNo: '1Z00000001' }),
        null,
      ],
    ],
    events: [['order.label_uploaded', {}, true]],
    now: changed,
  })
  expect((await desk.order(id)).waybills).toMatchObject([
    { readyAt: '2099-01-01T00:00:00Z', obtainedAt: expect.any(String), mayVoidAgain: false },
  ])
  await doOrderJobs(server, desk)
  await server.owner(`update waybills set ready_at = null`, [], desk.tenantId)
  await desk.print(id)
  expect(await written(desk, id, () => upload('1Z00000002'))).toEqual({
    log: [
      [
        'user',
        'upload_label',
        ...step('waybill_printed', 'pending_shipment', { trackingNo: '1Z00000002' }),
        null,
      ],
    ],
    events: [['order.label_uploaded', {}, true]],
    now: inNewStatus(),
  })
})
