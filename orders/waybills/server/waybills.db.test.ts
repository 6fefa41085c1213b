import { sql } from 'kysely'
import PDFDocument from 'pdfkit'
import { describe, expect, test } from 'vitest'
import type { BulkResult } from '../../../platform/calls/call.ts'
import { startImport } from '../../../platform/imports/contract.ts'
import { untilLockWaits } from '../../../testing/lock-waits.ts'
import { addLabelChannels, aShippingDesk, doOrderJobs, queuedJobs } from '../../../testing/order-builders.ts'
import { aPerson, aSession, aUser, startTestServer } from '../../../testing/test-server.ts'
import { uploadedId } from '../../../testing/upload.ts'
import { worked } from '../../../testing/work.ts'
import { zipOf } from '../../../testing/zips.ts'
import { setLogo } from '../../../warehouse/logos/contract.ts'
import {
  answerIntercepts,
  assignChannel,
  auditOrders,
  countOrders,
  editOrder,
  forceOrders,
  getOrder,
  interceptOrders,
  listOrders,
  orderHistory,
  type refusedVoids,
  voidOrders,
} from '../../contract.ts'
import { assignChannel as moveToChannel } from '../../server/reroute.ts'
import {
  acknowledgeRefusedVoids,
  reissueLabels,
  uploadLabel,
  uploadLabels,
  voidLabelAgain,
} from '../contract.ts'

const server = await startTestServer()

async function aLabelDesk() {
  const desk = await aShippingDesk(server)
  const label = await addLabelChannels(server, desk)
  await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 1000 })
  const one = (id: number) => desk.done(getOrder, { id })
  const audit = async (...ids: number[]) => (await desk.send(auditOrders, { ids })).data as BulkResult
  const audited = async (channel: string, over: Parameters<typeof desk.create>[0] = {}) => {
    const { id } = await desk.create({
      channelId: label(channel) || desk.channelOf(channel),
      ...over,
    })
    const result = await audit(id)
    await doOrderJobs(server, desk)
    return { result, ...(await one(id)) }
  }
  /** As if the labels of orders had been printed. */
  const print = async (...ids: number[]) => {
    await server.owner(
      `update waybills set print_count = 1, printed_at = now() where tenant_id = $1 and order_id = any($2) and status = 'obtained'`,
      [desk.tenantId, ids],
      desk.tenantId,
    )
    await server.owner(
      `update orders set status = 'waybill_printed' where tenant_id = $1 and id = any($2)`,
      [desk.tenantId, ids],
      desk.tenantId,
    )
  }
  const file = async (bytes?: Buffer) =>
    uploadedId(server, desk.session, 'label', 'label.pdf', bytes ?? (await aLabelFile()))
  const sold = () =>
    server.owner<{ key: string; isVoided: boolean }>(
      `select purchase_key as key, voided_at is not null as "isVoided" from demo_labels where tenant_id = $1 order by purchase_key`,
      [desk.tenantId],
      desk.tenantId,
    )
  /** An order that was voided, and whose label the carrier refused to void. */
  const keptByCarrier = async () => {
    const { id } = await audited('BOUGHT', { receiverName: 'DEMO-KEEP' })
    await desk.send(voidOrders, { ids: [id], reason: 'changed mind' })
    await doOrderJobs(server, desk)
    return id
  }
  /** From now on the carrier voids what it refused to. */
  const giveIn = () =>
    server.owner(
      `update demo_labels set shipment = replace(shipment::text, 'DEMO-KEEP', 'Ann')::jsonb where tenant_id = $1`,
      [desk.tenantId],
      desk.tenantId,
    )
  const refused = async (refusedVoid: (typeof refusedVoids)[number]) =>
    (await desk.done(listOrders, { refusedVoid, sort: 'orderNo', order: 'asc' })).rows.map(({ id }) => id)
  const allocated = async (id: number) => (await one(id)).lines.flatMap(({ allocated }) => allocated)
  return { ...desk, label, one, audit, audited, keptByCarrier, giveIn, refused, print, file, sold, allocated }
}

type LabelDesk = Awaited<ReturnType<typeof aLabelDesk>>

/** A label on paper of 4 × 6 inches, as carriers send it. */
async function aLabelFile(words = 'SHIP TO'): Promise<Buffer> {
  const paper = new PDFDocument({ size: [288, 432], margin: 20 })
  const pieces: Buffer[] = []
  paper.on('data', (piece) => pieces.push(piece))
  const ended = new Promise((resolve) => paper.on('end', resolve))
  paper.fontSize(20).text(words).rect(40, 200, 200, 80).fill('black')
  paper.end()
  await ended
  return Buffer.concat(pieces)
}

const upload = async (desk: LabelDesk, id: number, trackingNo: string) =>
  desk.send(uploadLabel, { id, fileId: await desk.file(), trackingNo, readyAt: null })

describe('a self-built label', () => {
  test('takes the next numbers, the most urgent orders first, and orders are found by them', async () => {
    const desk = await aLabelDesk()
    const calm = await desk.create()
    const urgent = await desk.create({ priority: 9 })
    expect(await desk.audit(calm.id, urgent.id)).toEqual({ ok: 2, failed: [] })
    expect(await desk.one(urgent.id)).toMatchObject({
      status: 'pending_shipment',
      trackingNo: 'LO00000001',
      waybills: [{ status: 'obtained', labelSource: 'self_built', printCount: 0, fileUrl: null }],
    })
    expect(await desk.one(calm.id)).toMatchObject({ trackingNo: 'LO00000002' })
    const { data } = await desk.send(listOrders, { codes: ['lo00000002'] })
    expect(data).toMatchObject({ rows: [{ id: calm.id, trackingNo: 'LO00000002' }], missing: [] })
  })

  test('is missing where the pool ends: these orders keep their goods and pass once there are numbers', async () => {
    const desk = await aLabelDesk()
    await server.owner(
      `update number_pools set next_no = end_no where tenant_id = $1 and prefix = 'LO'`,
      [desk.tenantId],
      desk.tenantId,
    )
    const first = await desk.create()
    const second = await desk.create()
    expect(await desk.audit(first.id, second.id)).toEqual({
      ok: 1,
      failed: [
        {
          id: second.id,
          no: second.orderNo,
          reason: 'Channel LOCAL has no tracking numbers left. Add a range or import numbers.',
        },
      ],
    })
    expect(await desk.one(second.id)).toMatchObject({
      status: 'audit_exception',
      exceptionCode: 'label_failed',
      waybills: [],
    })
    expect(await desk.allocated(second.id)).toHaveLength(1)
    await server.owner(
      `insert into number_pools (tenant_id, channel_id, kind, prefix, digits, start_no, next_no, end_no, first_number, last_number)
       values ($1, $2, 'range', 'LZ', 8, 1, 1, 9, 'LZ00000001', 'LZ00000009')`,
      [desk.tenantId, desk.channelOf('LOCAL')],
      desk.tenantId,
    )
    expect(await desk.audit(second.id)).toEqual({ ok: 1, failed: [] })
    expect(await desk.one(second.id)).toMatchObject({ trackingNo: 'LZ00000001', status: 'pending_shipment' })
    expect(await desk.allocated(second.id), 'allocated once').toHaveLength(1)
  })

  test('is not taken for an order that fails before', async () => {
    const desk = await aLabelDesk()
    await desk.audited('LOCAL', { lines: [desk.line('BOLT', 999_999)] })
    expect(await desk.audited('LOCAL')).toMatchObject({ trackingNo: 'LO00000001' })
  })

  test.each([
    ['live', []],
    ['still being voided', ['voiding']],
    ['not voided by the carrier', ['voiding', 'void_failed']],
  ])('skips a number of the carrier whose label is %s', async (_words, steps) => {
    const desk = await aLabelDesk()
    const { id } = await desk.audited('LOCAL')
    await server.owner(
      `update waybills set tracking_no = 'lo00000002' where tenant_id = $1 and order_id = $2`,
      [desk.tenantId, id],
      desk.tenantId,
    )
    for (const status of steps)
      await server.owner(
        `update waybills set status = $3 where tenant_id = $1 and order_id = $2`,
        [desk.tenantId, id, status],
        desk.tenantId,
      )
    const other = await desk.audited('LOCAL')
    expect(other).toMatchObject({ status: 'audit_exception', exceptionCode: 'label_failed' })
    expect(other.exception).toContain('LO00000002')
    expect(await desk.audit(other.id)).toEqual({ ok: 1, failed: [] })
    expect(await desk.one(other.id)).toMatchObject({ trackingNo: 'LO00000003' })
  })
})

test('a channel without labels needs none', async () => {
  const desk = await aLabelDesk()
  expect(await desk.audited('PICKUP')).toMatchObject({
    status: 'pending_shipment',
    trackingNo: null,
    waybills: [{ status: 'obtained', labelSource: 'none' }],
  })
})

describe('a carrier’s label', () => {
  test('is bought after the audit’s transaction, and the order passes with its answer', async () => {
    const desk = await aLabelDesk()
    const { id } = await desk.create({ channelId: desk.label('BOUGHT') })
    expect(await desk.audit(id)).toEqual({ ok: 1, failed: [] })
    expect(await desk.one(id)).toMatchObject({ status: 'under_audit', waybills: [{ status: 'requesting' }] })
    expect(await desk.sold()).toEqual([])
    await doOrderJobs(server, desk)
    const order = await desk.one(id)
    expect(order).toMatchObject({
      status: 'pending_shipment',
      waybills: [{ status: 'obtained', failure: null }],
    })
    expect(order.waybills[0]?.fileUrl).toMatch(/^\/gateway\/wms\/file\/open/)
    expect(await desk.sold()).toHaveLength(1)
    const [row] = await server.owner<object>(
      `select w.cost_amount::text as amount, w.cost_currency as currency, f.purpose, f.mime,
         (w.void_until at time zone x.time_zone - (now() at time zone x.time_zone)::date - interval '1 day' * h.void_days)::text as "afterVoidDays"
       from waybills w join files f on f.tenant_id = w.tenant_id and f.id = w.label_file_id
       join channels h on h.tenant_id = w.tenant_id and h.id = w.channel_id join warehouses x on x.tenant_id = w.tenant_id where w.tenant_id = $1 and w.order_id = $2`,
      [desk.tenantId, id],
      desk.tenantId,
    )
    expect(row).toEqual({
      amount: '5.000000',
      currency: expect.any(String),
      purpose: 'label',
      mime: 'application/pdf',
      // Until the last of these days ends.
      afterVoidDays: '1 day',
    })
  })

  test('that is refused says why in both languages, keeps the goods, and is bought under a new attempt', async () => {
    const desk = await aLabelDesk()
    const order = await desk.audited('BOUGHT', { receiverName: 'DEMO-ADDRESS' })
    expect(order).toMatchObject({
      status: 'audit_exception',
      exceptionCode: 'label_failed',
      exception: 'The carrier issued no label: Demo carrier: unknown address',
      waybills: [{ status: 'failed' }],
    })
    expect(await desk.allocated(order.id)).toHaveLength(1)
    await server.owner(
      `update orders set receiver_name = 'Ann' where tenant_id = $1 and id = $2`,
      [desk.tenantId, order.id],
      desk.tenantId,
    )
    await server.owner(`update waybills set requested_at = '2026-01-01'`, [], desk.tenantId)
    await desk.audit(order.id)
    expect((await desk.one(order.id)).waybills[0]).toMatchObject({ status: 'requesting', failure: null })
    const [request] = await server.owner(
      `select requested_at > '2026-01-02' as "isNow", calls::int from waybills`,
      [],
      desk.tenantId,
    )
    expect(request, 'it was never asked for under this attempt').toEqual({ isNow: true, calls: 0 })
    await doOrderJobs(server, desk)
    expect(await desk.one(order.id)).toMatchObject({
      status: 'pending_shipment',
      waybills: [{ status: 'obtained' }],
    })
    expect((await desk.sold()).map(({ key }) => key)).toEqual([expect.stringMatching(/-2$/)])
  })

  test('is bought from the warehouse, or from the sender that the order names', async () => {
    const desk = await aLabelDesk()
    const fromOf = async ({ id }: { id: number }) => {
      const [row] = await server.owner<{ from: Record<string, string> }>(
        `select l.shipment -> 'from' as "from" from demo_labels l join waybills w on w.tenant_id = l.tenant_id and w.tracking_no = l.tracking_no
         where w.tenant_id = $1 and w.order_id = $2`,
        [desk.tenantId, id],
        desk.tenantId,
      )
      return row?.from
    }
    const place = {
      countryCode: 'US',
      stateCode: 'CA',
      city: 'Ontario',
      zip: '91761',
      address1: '100 Dock Road',
    }
    await server.owner(
      `update warehouses set country_code = $2, state_code = $3, city = $4, zip = $5, address1 = $6 where tenant_id = $1`,
      [desk.tenantId, ...Object.values(place)],
      desk.tenantId,
    )
    expect(await fromOf(await desk.audited('BOUGHT'))).toMatchObject({
      ...{ company: expect.stringMatching(/^Warehouse/), address2: '' },
      ...place,
    })
    const named = await desk.audited('BOUGHT', {
      senderName: 'Toy Brand',
      senderCountry: 'US',
      senderState: 'CA',
      senderCity: 'Fresno',
      senderPostcode: '93650',
      senderAddress: '5 Virginia Street',
    })
    expect(await fromOf(named)).toEqual({
      ...{ name: 'Toy Brand', company: '', phone: '', email: '', countryCode: 'US', stateCode: 'CA' },
      ...{ city: 'Fresno', zip: '93650', address1: '5 Virginia Street', address2: '' },
    })
  })

  test('of a self-built channel with a platform is bought there and takes no number of a pool', async () => {
    const desk = await aLabelDesk()
    await server.owner(
      `update channels set label_source = 'self_built' where tenant_id = $1 and channel_code = 'BOUGHT'`,
      [desk.tenantId],
      desk.tenantId,
    )
    const { id } = await desk.create({ channelId: desk.label('BOUGHT') })
    await desk.audit(id)
    expect(await desk.one(id)).toMatchObject({ status: 'under_audit', exceptionCode: null })
    await doOrderJobs(server, desk)
    expect(await desk.one(id)).toMatchObject({
      status: 'pending_shipment',
      waybills: [{ status: 'obtained', labelSource: 'self_built' }],
    })
    expect(await desk.sold()).toHaveLength(1)
  })

  test('whose answer was lost is looked up and not bought twice', async () => {
    const desk = await aLabelDesk()
    const order = await desk.audited('BOUGHT', { receiverName: 'DEMO-LOST' })
    expect(order).toMatchObject({ status: 'pending_shipment', waybills: [{ status: 'obtained' }] })
    expect(await desk.sold()).toHaveLength(1)
  })

  test('is asked for again by itself while the carrier is down, three times', async () => {
    const desk = await aLabelDesk()
    const order = await desk.audited('BOUGHT', { receiverName: 'DEMO-DOWN' })
    expect(order).toMatchObject({ status: 'audit_exception', exceptionCode: 'label_failed' })
    const retries = async () =>
      (await queuedJobs(server, desk)).filter(({ task }) => task === 'retry_labels').length
    expect(await retries()).toBe(1)
    // Each time it waits three times as long.
    const waits: number[] = []
    while ((await retries()) > 0) {
      const [job] = await server.owner<{ seconds: number }>(
        `update graphile_worker._private_jobs j set run_at = now() from graphile_worker._private_jobs o, graphile_worker._private_tasks t
         where o.id = j.id and t.id = j.task_id and t.identifier = 'retry_labels' and (j.payload ->> 'tenantId')::bigint = $1
         returning extract(epoch from o.run_at - o.created_at)::int as seconds`,
        [desk.tenantId],
      )
      waits.push(Number(job?.seconds))
      await doOrderJobs(server, desk)
    }
    expect(waits).toEqual([60, 180, 540])
    const [row] = await server.owner<object>(
      `select attempt, retries from waybills where tenant_id = $1 and order_id = $2`,
      [desk.tenantId, order.id],
      desk.tenantId,
    )
    expect(row).toEqual({ attempt: 4, retries: 3 })
    expect(await desk.one(order.id)).toMatchObject({ status: 'audit_exception' })
  })

  test('that does not come in time ends the audit; a late one is kept and the order passes', async () => {
    const desk = await aLabelDesk()
    const { id } = await desk.create({ channelId: desk.label('BOUGHT') })
    await desk.audit(id)
    const jobs = await queuedJobs(server, desk)
    const late = jobs.find(({ task }) => task === 'end_late_audits')
    expect(late).toMatchObject({ isDue: false, input: { ids: [id] } })
    const [job] = await server.owner<{ isAfter: boolean }>(
      `select j.run_at >= o.status_at + interval '10 minutes' as "isAfter" from graphile_worker._private_jobs j, orders o
       where j.id = $1 and o.id = $2`,
      [late?.id, id],
      desk.tenantId,
    )
    expect(job, 'it would find nothing late').toEqual({ isAfter: true })
    const { orderJobs } = await import('../../server/jobs.ts')
    const end = () => orderJobs(server.database).end_late_audits?.(desk.tenantId, { ids: [id] } as never)
    await end()
    expect(await desk.one(id), 'not yet').toMatchObject({ status: 'under_audit' })
    const age = (interval: string) =>
      server.owner(
        `update orders set status_at = now() - $3::interval where tenant_id = $1 and id = $2`,
        [desk.tenantId, id, interval],
        desk.tenantId,
      )
    await age('9 minutes 50 seconds')
    await end()
    expect(await desk.one(id), 'nor now').toMatchObject({ status: 'under_audit' })
    await age('10 minutes')
    await end()
    expect(await desk.one(id)).toMatchObject({
      status: 'audit_exception',
      exceptionCode: 'timeout',
      exception: expect.stringContaining('10'),
      waybills: [{ status: 'failed' }],
    })
    await desk.audit(id)
    await doOrderJobs(server, desk)
    expect(await desk.one(id)).toMatchObject({ status: 'pending_shipment' })
    expect(await desk.sold()).toHaveLength(1)
  })

  test.each([
    ['reissue', (desk: LabelDesk, id: number) => desk.send(reissueLabels, { ids: [id], reason: 'lost' })],
    [
      'another channel',
      (desk: LabelDesk, id: number) =>
        desk.send(assignChannel, { ids: [id], channelId: desk.label('BOUGHT') }),
    ],
  ])(
    'of a ready order that does not come in time after %s takes the order out of the shipment; it can be voided again',
    async (how, change) => {
      const desk = await aLabelDesk()
      const { id, status } = await desk.audited(how === 'reissue' ? 'BOUGHT' : 'LOCAL')
      expect(status).toBe('pending_shipment')
      await change(desk, id)
      const { orderJobs } = await import('../../server/jobs.ts')
      const end = () => orderJobs(server.database).end_late_audits?.(desk.tenantId, { ids: [id] } as never)
      await server.owner(
        `update orders set status_at = now() - interval '1 day' where tenant_id = $1 and id = $2`,
        [desk.tenantId, id],
        desk.tenantId,
      )
      await end()
      expect(await desk.one(id), 'not yet').toMatchObject({ status: 'pending_shipment' })
      await server.owner(
        `update waybills set requested_at = now() - interval '11 minutes', calls = 1
       where tenant_id = $1 and order_id = $2 and status = 'requesting'`,
        [desk.tenantId, id],
        desk.tenantId,
      )
      await end()
      const late = await desk.one(id)
      expect(late).toMatchObject({ status: 'audit_exception', exceptionCode: 'waybill_refused' })
      expect(late.waybills[0]).toMatchObject({ status: 'failed' })
      expect((await desk.send(voidOrders, { ids: [id], reason: 'changed mind' })).data).toMatchObject({
        ok: 1,
      })
    },
  )

  test('that an order in exception waits for fails when it is late, and the order keeps its reason', async () => {
    const desk = await aLabelDesk()
    const { id } = await desk.audited('BOUGHT')
    await desk.send(reissueLabels, { ids: [id], reason: 'lost' })
    const asOwner = (text: string) => server.owner(text, [id], desk.tenantId)
    await asOwner(`update orders set status = 'audit_exception', exception_code = 'short_pick' where id = $1`)
    const { orderJobs } = await import('../../server/jobs.ts')
    const statusAfter = async (age: string) => {
      await asOwner(
        `update waybills set requested_at = now() - interval '${age}' where order_id = $1 and status = 'requesting'`,
      )
      await orderJobs(server.database).end_late_audits?.(desk.tenantId, { ids: [id] } as never)
      return (await desk.one(id)).waybills[0]?.status
    }
    expect([await statusAfter('9 minutes 50 seconds'), await statusAfter('10 minutes')]).toEqual([
      'requesting',
      'failed',
    ])
    expect(await desk.one(id)).toMatchObject({ status: 'audit_exception', exceptionCode: 'short_pick' })
  })

  test.each(['an audit', 'a reissue'])(
    'that comes in the moment in which %s is given up is used',
    async (before) => {
      const desk = await aLabelDesk()
      const isReissue = before === 'a reissue'
      const { id } = isReissue
        ? await desk.audited('BOUGHT')
        : await desk.create({ channelId: desk.label('BOUGHT') })
      if (isReissue) await desk.send(reissueLabels, { ids: [id], reason: 'lost' })
      else await desk.audit(id)
      for (const [table, column, key] of [
        ['orders', 'status_at', 'id'],
        ['waybills', 'requested_at', 'order_id'],
      ])
        await server.owner(
          `update ${table} set ${column} = now() - interval '11 minutes' where tenant_id = $1 and ${key} = $2`,
          [desk.tenantId, id],
          desk.tenantId,
        )
      const { orderJobs } = await import('../../server/jobs.ts')
      const { passAudit } = await import('../../server/audit-end.ts')
      // The carrier's answer holds the order; the job has read it as late and waits for it.
      let giveUp: unknown
      await desk.write(async (tx) => {
        await sql`select 1 from orders where tenant_id = ${desk.tenantId} and id = ${id} for no key update`.execute(
          tx,
        )
        giveUp = orderJobs(server.database).end_late_audits?.(desk.tenantId, { ids: [id] } as never)
        await untilLockWaits(server)
        await sql`update waybills set status = 'obtained', obtained_at = business_now(), tracking_no = 'LATE1'
          where tenant_id = ${desk.tenantId} and order_id = ${id} and status = 'requesting'`.execute(tx)
        if (!isReissue) await passAudit(tx, desk.who, [{ id, orderNo: '', status: 'under_audit' }])
      })
      await giveUp
      const { status, waybills } = await desk.one(id)
      expect([status, waybills[0]?.status]).toEqual(['pending_shipment', 'obtained'])
    },
  )

  test('is bought by one server only, however many run its job', async () => {
    const desk = await aLabelDesk()
    const { id } = await desk.create({ channelId: desk.label('BOUGHT'), receiverName: 'DEMO-SLOW' })
    await desk.audit(id)
    const job = (await queuedJobs(server, desk)).find(({ task }) => task === 'buy_label')
    const { buyLabel } = await import('./buy.ts')
    const { openCarriers } = await import('../../../carriers/server/carriers.ts')
    const others = () => ({
      files: server.files,
      carriers: openCarriers({ ...server.services.carriers, database: server.database }),
    })
    await Promise.all(
      Array.from({ length: 8 }, () =>
        buyLabel(server.database, others())(desk.tenantId, job?.input as { id: number }),
      ),
    )
    expect(await desk.one(id)).toMatchObject({ status: 'pending_shipment' })
    const [calls] = await server.owner<{ count: string }>(
      `select count(*) from carrier_calls where tenant_id = $1 and deed = 'buy'`,
      [desk.tenantId],
      desk.tenantId,
    )
    expect(calls?.count).toBe('1')
  })

  test('is voided at the carrier when its order is voided, and stays on the list where the carrier refuses', async () => {
    const desk = await aLabelDesk()
    const order = await desk.audited('BOUGHT')
    const kept = await desk.audited('BOUGHT', { receiverName: 'DEMO-KEEP' })
    await desk.send(voidOrders, { ids: [order.id, kept.id], reason: 'changed mind' })
    expect(await desk.one(order.id)).toMatchObject({ status: 'voided', waybills: [{ status: 'voiding' }] })
    await doOrderJobs(server, desk)
    expect(await desk.one(order.id)).toMatchObject({ waybills: [{ status: 'voided' }] })
    expect(await desk.one(kept.id)).toMatchObject({
      waybills: [
        {
          status: 'void_failed',
          failure: 'The carrier refused to void the label: demo carrier: already scanned',
        },
      ],
    })
    expect((await desk.sold()).filter(({ isVoided }) => isVoided)).toHaveLength(1)
    const { rows } = await desk.done(listOrders, { refusedVoid: 'open' })
    expect(rows.map(({ id }) => id)).toEqual([kept.id])
    expect(await desk.done(countOrders, { refusedVoid: 'open' })).toMatchObject({ voided: 1 })
  })

  test('that the carrier refused to void counts until a person acknowledges it with a reason, and once more when it is refused again', async () => {
    const desk = await aLabelDesk()
    const [kept, other] = [await desk.keptByCarrier(), await desk.keptByCarrier()]
    const [calm] = [await desk.create()]
    const reasonFor = (...ids: number[]) => desk.done(acknowledgeRefusedVoids, { ids, reason: 'claim 17' })
    const people = await Promise.all(
      [1, 2].map(() => aUser(server, { tenantId: desk.tenantId, permissions: ['*'] })),
    )
    const input = { ids: [kept, calm.id], reason: 'claim 17' }
    const both = await Promise.all(
      people.map((person) => server.done(acknowledgeRefusedVoids, input, person)),
    )
    const no = async (id: number) => (await desk.one(id)).orderNo
    const none = `Order ${calm.orderNo} has no label with a refused void that waits to be acknowledged`
    const [label] = (await desk.one(kept)).waybills
    expect(label).toMatchObject({
      status: 'void_failed',
      acknowledged: { by: expect.any(String), at: expect.stringMatching(/Z$/), reason: 'claim 17' },
    })
    const refused = `${label?.acknowledged?.by} has already acknowledged the refused void of order ${await no(kept)}`
    expect(both.toSorted((a, b) => b.ok - a.ok)).toEqual([
      { ok: 1, failed: [{ id: calm.id, no: calm.orderNo, reason: none }] },
      {
        ok: 0,
        failed: [
          { id: kept, no: await no(kept), reason: refused },
          { id: calm.id, no: calm.orderNo, reason: none },
        ],
      },
    ])
    expect(await desk.refused('open')).toEqual([other])
    expect(await desk.refused('acknowledged')).toEqual([kept])
    const steps = await desk.done(orderHistory, { id: kept })
    expect(steps.filter(({ action }) => action === 'acknowledge_refused_void')).toMatchObject([
      { personName: label?.acknowledged?.by, reason: 'claim 17', from: null, status: null },
    ])

    await desk.done(voidLabelAgain, { id: label?.id ?? 0 })
    expect((await desk.one(kept)).waybills).toMatchObject([{ status: 'voiding', acknowledged: null }])
    expect(await reasonFor(kept), 'the carrier is being asked').toMatchObject({ ok: 0 })
    await doOrderJobs(server, desk)
    expect(await desk.refused('open')).toEqual([kept, other])
    expect(await reasonFor(kept, other)).toEqual({ ok: 2, failed: [] })
    expect(await desk.refused('open')).toEqual([])
    expect(await server.send(acknowledgeRefusedVoids, { ids: [999_999], reason: 'x' }, desk)).toMatchObject({
      data: { ok: 0, failed: [{ reason: 'Order not found' }] },
    })
  })

  test('that is voided at last while a person acknowledges the refusal is void, and nothing is acknowledged', async () => {
    const desk = await aLabelDesk()
    const kept = await desk.keptByCarrier()
    const [label] = (await desk.one(kept)).waybills
    const again = { id: label?.id ?? 0 }
    const acknowledge = () => desk.done(acknowledgeRefusedVoids, { ids: [kept], reason: 'claim 17' })
    // The answer of the carrier waits for the order, and the person for the answer.
    await desk.done(voidLabelAgain, again)
    await desk.giveIn()
    let both: Promise<[unknown, BulkResult]> | undefined
    await desk.write(async (tx) => {
      await sql`select 1 from orders where tenant_id = ${desk.tenantId} and id = ${kept} for no key update`.execute(
        tx,
      )
      const answered = doOrderJobs(server, desk)
      await untilLockWaits(server)
      both = Promise.all([answered, acknowledge()])
    })
    expect((await both)?.[1]).toMatchObject({ ok: 0 })
    expect((await desk.one(kept)).waybills).toMatchObject([{ status: 'voided', acknowledged: null }])
    expect(await desk.refused('open')).toEqual([])

    // Whichever comes first, a label that is asked for again is not acknowledged.
    const second = await desk.keptByCarrier()
    const [{ id } = { id: 0 }] = (await desk.one(second)).waybills
    await Promise.all([
      desk.send(acknowledgeRefusedVoids, { ids: [second], reason: 'claim 18' }),
      desk.done(voidLabelAgain, { id }),
    ])
    expect((await desk.one(second)).waybills).toMatchObject([{ status: 'voiding', acknowledged: null }])
  })

  test('that the carrier refused to void can be voided again by hand, by one of several at once', async () => {
    const desk = await aLabelDesk()
    const kept = await desk.audited('BOUGHT', { receiverName: 'DEMO-KEEP' })
    const id = (await desk.one(kept.id)).waybills[0]?.id ?? 0
    const voidAgain = () => desk.send(voidLabelAgain, { id })
    expect(await voidAgain(), 'it is valid').toMatchObject({ success: false, data: { kind: 'moved_on' } })
    await desk.send(voidOrders, { ids: [kept.id], reason: 'changed mind' })
    await doOrderJobs(server, desk)
    const answers = await Promise.all([1, 2, 3].map(voidAgain))
    expect(answers.map(({ success }) => success).sort()).toEqual([false, false, true])
    expect(await desk.one(kept.id)).toMatchObject({ waybills: [{ status: 'voiding', failure: null }] })
    await doOrderJobs(server, desk)
    expect(await desk.one(kept.id), 'refused again').toMatchObject({
      waybills: [{ status: 'void_failed', mayVoidAgain: true }],
    })

    expect(await voidAgain()).toMatchObject({ success: true })
    await desk.giveIn()
    await doOrderJobs(server, desk)
    expect(await desk.one(kept.id)).toMatchObject({ waybills: [{ status: 'voided', failure: null }] })
    const log = await server.owner<{ action: string }>(
      `select action from audit_log where object_type = 'order' and object_id = $1 and action = 'void_label_again'`,
      [kept.id],
      desk.tenantId,
    )
    expect(log).toHaveLength(2)
    expect(await desk.send(voidLabelAgain, { id: 999_999 })).toMatchObject({ data: { kind: 'not_found' } })
  })

  test('that the carrier refused to void is not asked for again after the channel’s void period', async () => {
    const desk = await aLabelDesk()
    const kept = await desk.audited('BOUGHT', { receiverName: 'DEMO-KEEP' })
    await desk.send(voidOrders, { ids: [kept.id], reason: 'changed mind' })
    await doOrderJobs(server, desk)
    await server.owner(
      `update waybills set void_until = now() where tenant_id = $1`,
      [desk.tenantId],
      desk.tenantId,
    )
    const id = (await desk.one(kept.id)).waybills[0]?.id ?? 0
    expect(await desk.send(voidLabelAgain, { id })).toMatchObject({
      success: false,
      message: expect.stringContaining('The void period of the channel is over'),
    })
    const mayVoidAgain = async () => (await desk.one(kept.id)).waybills.map((label) => label.mayVoidAgain)
    expect(await desk.one(kept.id)).toMatchObject({
      waybills: [{ status: 'void_failed', mayVoidAgain: false }],
    })
    await server.owner('update waybills set void_until = null', [], desk.tenantId)
    expect(await mayVoidAgain(), 'a channel without a void period').toEqual([true])
  })

  test('that is to be voided again is not asked for once the void period is over either', async () => {
    const desk = await aLabelDesk()
    const kept = await desk.audited('BOUGHT', { receiverName: 'DEMO-KEEP' })
    await desk.send(voidOrders, { ids: [kept.id], reason: 'changed mind' })
    await doOrderJobs(server, desk)
    const id = (await desk.one(kept.id)).waybills[0]?.id ?? 0
    expect(await desk.send(voidLabelAgain, { id })).toMatchObject({ success: true })
    await server.owner(
      `update waybills set void_until = now() - interval '1 minute' where tenant_id = $1`,
      [desk.tenantId],
      desk.tenantId,
    )
    await doOrderJobs(server, desk)
    expect(await desk.one(kept.id)).toMatchObject({
      waybills: [
        { status: 'void_failed', failure: expect.stringContaining('The void period of the channel is over') },
      ],
    })
  })

  test('is not voided at the carrier after the channel’s void period, and says so; one that was asked for in time still is', async () => {
    const desk = await aLabelDesk()
    const late = await desk.audited('BOUGHT')
    const early = await desk.audited('BOUGHT')
    const endPeriod = (id: number, isAsked: boolean) =>
      server.owner(
        `update waybills set void_until = now() - interval '1 minute', calls = case when $3 then 1 else calls end
         where tenant_id = $1 and order_id = $2`,
        [desk.tenantId, id, isAsked],
        desk.tenantId,
      )
    await endPeriod(late.id, false)
    await desk.send(voidOrders, { ids: [late.id, early.id], reason: 'changed mind' })
    // The carrier accepted this one before the period ended and has not decided yet.
    await endPeriod(early.id, true)
    await doOrderJobs(server, desk)
    expect(await desk.one(late.id)).toMatchObject({
      status: 'voided',
      waybills: [
        { status: 'void_failed', failure: expect.stringContaining('The void period of the channel is over') },
      ],
    })
    expect(await desk.one(early.id)).toMatchObject({ waybills: [{ status: 'voided' }] })
    expect((await desk.sold()).filter(({ isVoided }) => isVoided)).toHaveLength(1)
    const [calls] = await server.owner<{ count: string }>(
      `select count(*) from carrier_calls where tenant_id = $1 and deed = 'void'`,
      [desk.tenantId],
      desk.tenantId,
    )
    expect(calls?.count).toBe('1')
  })

  test('keeps its order from being voided while the carrier is asked', async () => {
    const desk = await aLabelDesk()
    const order = await desk.audited('LOCAL')
    await desk.send(assignChannel, { ids: [order.id], channelId: desk.label('BOUGHT') })
    expect(await desk.one(order.id)).toMatchObject({
      status: 'pending_shipment',
      trackingNo: null,
      waybills: [{ status: 'requesting' }, { status: 'voided' }],
    })
    const { data } = await desk.send(voidOrders, { ids: [order.id], reason: 'x' })
    expect(data).toMatchObject({ ok: 0, failed: [{ reason: expect.stringContaining('being requested') }] })
    await doOrderJobs(server, desk)
    expect((await desk.one(order.id)).trackingNo).toMatch(/./)
  })

  test('keeps its order from being edited while the carrier is asked: it would have the old address', async () => {
    const desk = await aLabelDesk()
    const order = await desk.audited('LOCAL')
    const channelId = desk.label('BOUGHT')
    await desk.send(assignChannel, { ids: [order.id], channelId })
    await server.owner(
      `update orders set status = 'audit_exception', exception_code = 'short_pick' where tenant_id = $1 and id = $2`,
      [desk.tenantId, order.id],
      desk.tenantId,
    )
    const edit = async () => {
      const { customerId: _, ...facts } = desk.facts({ channelId, city: 'Pasadena' })
      return desk.send(editOrder, {
        id: order.id,
        rowVersion: (await desk.one(order.id)).rowVersion,
        ...facts,
      })
    }
    expect(await edit()).toMatchObject({
      message: expect.stringContaining('being requested'),
      data: { kind: 'moved_on' },
    })
    await doOrderJobs(server, desk)
    expect(await edit()).toMatchObject({ success: true })
    await doOrderJobs(server, desk)
    expect(await desk.one(order.id)).toMatchObject({
      city: 'Pasadena',
      trackingNo: null,
      waybills: [{ status: 'voided' }, { status: 'voided' }],
    })
    expect((await desk.sold()).map(({ isVoided }) => isVoided)).toEqual([true])
  })
})

test('an order whose channel changed while its label is bought waits for that label', async () => {
  const desk = await aLabelDesk()
  const { id, orderNo } = await desk.create({ channelId: desk.label('BOUGHT') })
  await desk.audit(id)
  const asOwner = (text: string, ...values: unknown[]) => server.owner(text, [id, ...values], desk.tenantId)
  await asOwner(
    `update orders set status = 'audit_exception', exception_code = 'timeout', channel_id = $2 where id = $1`,
    desk.channelOf('LOCAL'),
  )
  expect(await desk.audit(id)).toMatchObject({
    ok: 0,
    failed: [
      { reason: `A label for order ${orderNo} is being requested from the carrier. Try again in a minute.` },
    ],
  })
  expect(await desk.one(id)).toMatchObject({
    exceptionCode: 'label_failed',
    waybills: [{ status: 'requesting' }],
  })
})

describe('a channel that got its labels from a carrier', () => {
  const switchTo = (desk: LabelDesk, source: 'uploaded' | 'self_built') =>
    server.owner(
      `update channels set label_source = $2::label_source, carrier_account_id = null, service_code = null
       where tenant_id = $1 and channel_code = 'BOUGHT'`,
      [desk.tenantId, source],
      desk.tenantId,
    )
  test('and takes uploads now: one replaces the request that failed', async () => {
    const desk = await aLabelDesk()
    const order = await desk.audited('BOUGHT', { receiverName: 'DEMO-ADDRESS' })
    await switchTo(desk, 'uploaded')
    expect(await upload(desk, order.id, 'UP1')).toMatchObject({ status: 200, success: true })
    await doOrderJobs(server, desk)
    expect(await desk.one(order.id)).toMatchObject({
      status: 'pending_shipment',
      waybills: [{ status: 'obtained', labelSource: 'uploaded' }, { status: 'voided' }],
    })
  })

  /** An order whose carrier sold a label and never said so; the audit has ended meanwhile. */
  async function soldInSilence(desk: LabelDesk) {
    await desk.audited('BOUGHT')
    const { id } = await desk.create({ channelId: desk.label('BOUGHT') })
    await desk.audit(id)
    const asOwner = (text: string) => server.owner(text, [id], desk.tenantId)
    await server.owner(
      `delete from graphile_worker._private_jobs where (payload ->> 'tenantId')::bigint = $1`,
      [desk.tenantId],
    )
    await asOwner(
      `insert into demo_labels (tenant_id, account_id, purchase_key, tracking_no, service, shipment)
       select d.tenant_id, d.account_id, 'package-' || p.id || '-1', 'SILENT', d.service, d.shipment from demo_labels d, packages p
       where d.tenant_id = p.tenant_id and p.order_id = $1`,
    )
    await asOwner(
      `update waybills set calls = 1, requested_at = now() - interval '1 hour' where order_id = $1`,
    )
    await asOwner(`update orders set status_at = now() - interval '1 hour' where id = $1`)
    const { orderJobs } = await import('../../server/jobs.ts')
    await orderJobs(server.database).end_late_audits?.(desk.tenantId, { ids: [id] } as never)
    expect(await desk.one(id)).toMatchObject({ exceptionCode: 'timeout', waybills: [{ status: 'failed' }] })
    return { id }
  }
  const soldAs = async (desk: LabelDesk) => (await desk.sold()).map(({ isVoided }) => isVoided)

  test('and takes uploads now: a label that the carrier sold is voided there', async () => {
    const desk = await aLabelDesk()
    const order = await desk.audited('BOUGHT')
    await switchTo(desk, 'uploaded')
    expect(await upload(desk, order.id, 'UP1')).toMatchObject({ status: 200, success: true })
    await doOrderJobs(server, desk)
    expect(await soldAs(desk)).toEqual([true])
    expect((await desk.one(order.id)).waybills.map(({ status }) => status)).toEqual(['obtained', 'voided'])
  })

  test('and takes uploads now: a label that the carrier may have sold is voided there', async () => {
    const desk = await aLabelDesk()
    const { id } = await soldInSilence(desk)
    await switchTo(desk, 'uploaded')
    expect(await upload(desk, id, 'UP1')).toMatchObject({ status: 200, success: true })
    await doOrderJobs(server, desk)
    expect((await soldAs(desk)).toSorted()).toEqual([false, true])
    expect((await desk.one(id)).waybills.map(({ status }) => status)).toEqual(['obtained', 'voided'])
  })

  test('and takes uploads now: none while the carrier is being asked', async () => {
    const desk = await aLabelDesk()
    const order = await desk.audited('BOUGHT')
    await desk.send(reissueLabels, { ids: [order.id], reason: 'torn' })
    await switchTo(desk, 'uploaded')
    expect(await upload(desk, order.id, 'UP1')).toMatchObject({
      ...{ status: 200, success: false },
      message: expect.stringContaining(order.orderNo),
    })
  })

  test('and has numbers of its own now: what the carrier may have sold is voided there', async () => {
    const desk = await aLabelDesk()
    const { id } = await soldInSilence(desk)
    await switchTo(desk, 'self_built')
    await server.owner(
      `insert into number_pools (tenant_id, channel_id, kind, prefix, digits, start_no, next_no, end_no, first_number, last_number)
       values ($1, $2, 'range', 'OWN', 8, 1, 1, 99, 'OWN00000001', 'OWN00000099')`,
      [desk.tenantId, desk.label('BOUGHT')],
      desk.tenantId,
    )
    expect(await desk.audit(id)).toMatchObject({ ok: 1 })
    await doOrderJobs(server, desk)
    expect(await desk.one(id)).toMatchObject({
      ...{ status: 'pending_shipment', trackingNo: 'OWN00000001' },
      waybills: [{ status: 'obtained', labelSource: 'self_built' }, { status: 'voided' }],
    })
    expect((await soldAs(desk)).toSorted()).toEqual([false, true])
  })
})

describe('an uploaded label', () => {
  test.each([
    ['uploaded', 'UPLOAD'],
    ['platform', 'SHOP'],
  ])('of the source %s is waited for; with it the order passes by itself', async (labelSource, channel) => {
    const desk = await aLabelDesk()
    const order = await desk.audited(channel)
    expect(order).toMatchObject({ status: 'audit_exception', exceptionCode: 'label_waiting' })
    const sent = await desk.send(uploadLabel, {
      id: order.id,
      fileId: await desk.file(),
      trackingNo: '1Z12345678',
      readyAt: null,
    })
    expect(sent).toMatchObject({ success: true })
    await doOrderJobs(server, desk)
    expect(await desk.one(order.id)).toMatchObject({
      status: 'pending_shipment',
      trackingNo: '1Z12345678',
      waybills: [{ status: 'obtained', labelSource, fileUrl: expect.any(String) }],
    })
  })

  test('is opened only by users who may see the recipient, whom it names in full', async () => {
    const desk = await aLabelDesk()
    const { id, waybills } = await desk.audited('BOUGHT')
    expect(waybills).toMatchObject([{ fileUrl: expect.any(String) }])
    const person = await aPerson(server, desk.tenantId, { permissions: ['order:order:view'] })
    const token = await aSession(server, desk.tenantId, person.id)
    const { data } = await server.send(getOrder, { id }, { token })
    expect(data).toMatchObject({ isMasked: true, waybills: [{ status: 'obtained', fileUrl: null }] })
  })

  test('is refused with a wrong number, a number in use, a broken file, or for a channel of its own numbers', async () => {
    const desk = await aLabelDesk()
    const order = await desk.audited('UPLOAD')
    const other = await desk.audited('UPLOAD')
    const own = await desk.audited('LOCAL')
    const send = (id: number, trackingNo: string, fileId: number) =>
      desk.send(uploadLabel, { id, fileId, trackingNo, readyAt: null })
    const fileId = await desk.file()
    expect(await send(order.id, 'X1', fileId)).toMatchObject({
      success: false,
      data: { fields: [{ path: 'trackingNo', message: 'This is not a tracking number of channel UPLOAD' }] },
    })
    expect(await send(own.id, '1Z12345678', fileId)).toMatchObject({
      message: 'Channel LOCAL doesn’t use customers’ labels',
    })
    expect(await send(order.id, '1Z12345678', fileId)).toMatchObject({ success: true })
    expect(await send(other.id, '1Z12345678', await desk.file())).toMatchObject({
      success: false,
      data: { fields: [{ path: 'trackingNo' }] },
    })
    const broken = await uploadedId(
      server,
      desk.session,
      'label',
      'label.pdf',
      Buffer.from('%PDF-1.4 nothing'),
    )
    expect(await send(other.id, '1Z00000001', broken)).toMatchObject({ success: false })
    expect(await desk.one(other.id)).toMatchObject({ status: 'audit_exception', waybills: [] })
  })

  test('is refused for an order that is being audited or has ended, and where the paper changed while the file was read', async () => {
    const desk = await aLabelDesk()
    const order = await desk.create({ channelId: desk.label('UPLOAD') })
    const asOwner = (text: string) => server.owner(text, [order.id], desk.tenantId)
    const fileId = await desk.file()
    const send = () =>
      desk.send(uploadLabel, { id: order.id, fileId, trackingNo: '1Z00000001', readyAt: null })
    let answer: unknown
    await desk.write(async (tx) => {
      await sql`select 1 from orders where id = ${order.id} for no key update`.execute(tx)
      await sql`update channels set label_format = 'pdf_a4' where channel_code = 'UPLOAD'`.execute(tx)
      answer = send()
      await untilLockWaits(server)
    })
    expect(await answer).toMatchObject({ success: false, message: expect.stringContaining('Refresh') })
    const late = { success: false, message: `Order ${order.orderNo} can’t take a label in its status` }
    await asOwner(`update orders set status = 'under_audit' where id = $1`)
    expect(await send()).toMatchObject(late)
    await asOwner(`update orders set status = 'audit_exception', exception_code = 'timeout' where id = $1`)
    await desk.send(voidOrders, { ids: [order.id], reason: 'sold out' })
    expect(await send()).toMatchObject(late)
    expect((await desk.one(order.id)).waybills).toEqual([])
  })

  test('and other files are refused in words where the file is unknown, of others, or for something else', async () => {
    const [desk, stranger] = [await aLabelDesk(), await aLabelDesk()]
    const { id } = await desk.audited('UPLOAD')
    const files = {
      unknown: 999_999,
      largest: Number.MAX_SAFE_INTEGER,
      'of another company': await stranger.file(),
      'of a colleague': await uploadedId(
        server,
        await aUser(server, { tenantId: desk.tenantId, permissions: ['*'] }),
        'label',
        'label.pdf',
        Buffer.from('%PDF-1.4 nothing'),
      ),
      'an attachment': await uploadedId(
        server,
        desk.session,
        'attachment',
        'label.pdf',
        Buffer.from('%PDF-1.4 nothing'),
      ),
    }
    const uses = {
      label: (fileId: number) =>
        desk.send(uploadLabel, { id, fileId, trackingNo: '1Z12345678', readyAt: null }),
      zip: (fileId: number) => desk.send(uploadLabels, { fileId }),
      logo: (fileId: number) => server.send(setLogo, { slot: 'company', fileId }, desk.session),
      orders: (fileId: number) => server.send(startImport, { kind: 'orders', fileId }, desk.session),
    }
    for (const [use, send] of Object.entries(uses))
      for (const [name, fileId] of Object.entries(files))
        expect(await send(fileId), `${use} ${name}`).toMatchObject({
          status: 200,
          message: 'The upload has expired. Choose the file again.',
          data: { kind: 'not_found' },
        })
  })

  test('replaces the one before: a printed order has to be printed again', async () => {
    const desk = await aLabelDesk()
    const order = await desk.audited('UPLOAD')
    const send = async (trackingNo: string) =>
      desk.send(uploadLabel, { id: order.id, fileId: await desk.file(), trackingNo, readyAt: null })
    await send('1Z00000001')
    await doOrderJobs(server, desk)
    await desk.print(order.id)
    await send('1Z00000002')
    expect(await desk.one(order.id)).toMatchObject({
      status: 'pending_shipment',
      trackingNo: '1Z00000002',
      waybills: [
        { status: 'obtained', printCount: 0 },
        { status: 'superseded', printCount: 1 },
      ],
    })
  })

  /** Uploads a ZIP and waits until its task ends. */
  async function zipped(desk: LabelDesk, files: Parameters<typeof zipOf>[0]) {
    const fileId = await uploadedId(server, desk.session, 'zip', 'labels.zip', zipOf(files))
    return worked(server, desk.session, (await desk.done(uploadLabels, { fileId })).taskId)
  }

  test('of many orders comes in one ZIP; each file that is no use is named, and the others are taken', async () => {
    const desk = await aLabelDesk()
    const order = async (referenceNo: string) => desk.audited('UPLOAD', { referenceNo })
    const good = [await order('GOOD-1'), await order('GOOD-2'), await order('GOOD-3'), await order('GOOD-4')]
    await desk.audited('SHOP', { referenceNo: 'SHOP-1' })
    const refused = ['LEFT-1', 'LEFT-2', 'LEFT-3', 'LEFT-4', 'TWO-1', 'TWO-2']
    for (const no of refused) await order(no)
    const other = await order('OTHER')
    expect(await upload(desk, other.id, '1Z00000099')).toMatchObject({ success: true })
    const own = await desk.audited('LOCAL')
    const gone = await desk.create({
      channelId: desk.label('UPLOAD'),
      referenceNo: 'GONE',
      platformOrderNo: 'SHOP-NO',
    })
    await desk.create({ channelId: desk.label('UPLOAD'), referenceNo: 'LIVE', platformOrderNo: 'SHOP-NO' })
    await desk.send(voidOrders, { ids: [gone.id], reason: 'sold out' })
    const data = await aLabelFile()
    const gbk = Buffer.concat([Buffer.from('c3e6b5a5', 'hex'), Buffer.from('_1Z00000020.pdf')])
    const task = await zipped(desk, [
      { name: 'good-1_1Z00000001.pdf', data },
      { name: '../../LEFT-1_1Z00000010.pdf', data },
      { name: '/LEFT-2_1Z00000011.pdf', data },
      { name: gbk, data },
      { name: Buffer.from('面单_1Z00000021.pdf'), data },
      { name: 'labels/GOOD-2_1Z00000002.PDF', data },
      { name: '__MACOSX/labels/._GOOD-2_1Z00000002.PDF', data: Buffer.from('finder') },
      { name: 'ABSENT_1Z00000012.pdf', data },
      { name: 'plain.pdf', data },
      { name: 'LEFT-3_77.pdf', data },
      { name: 'LEFT-4_1Z00000099.pdf', data },
      { name: 'LEFT-1_1Z00000013.txt', data },
      { name: 'LEFT-2_1Z00000014.png', data: Buffer.from('a spreadsheet') },
      { name: 'LEFT-2_1Z00000014 (1).pdf', data },
      { name: 'LEFT-1_1Z00000015.pdf', data, crc: 1 },
      { name: 'TWO-1_1Z00000016.pdf', data },
      { name: 'TWO-1_1Z00000017.pdf', data },
      { name: 'good-3_1Z00000003.pdf', data },
      { name: 'again/GOOD-3_1z00000003.pdf', data },
      { name: `${own.orderNo}_1Z00000018.pdf`, data },
      { name: `${good[3]?.orderNo}_1Z00000004.pdf`, data },
      { name: 'TWO-2_1Z00000001.pdf', data },
      { name: 'GONE_1Z00000030.pdf', data },
      { name: 'SHOP-NO_1Z00000031.pdf', data },
      { name: Buffer.from('SHOP-1_运单32.pdf'), data },
    ])
    expect(task).toMatchObject({ status: 'partly_done', message: '4 labels uploaded', done: 24, total: 24 })
    const named = 'Name the file “order or reference number_tracking number.pdf”'
    expect(task.failures).toEqual([
      { no: '../../LEFT-1_1Z00000010.pdf', reason: expect.stringContaining('folder') },
      { no: '/LEFT-2_1Z00000011.pdf', reason: expect.stringContaining('folder') },
      { no: '面单_1Z00000020.pdf', reason: named },
      { no: '面单_1Z00000021.pdf', reason: named },
      { no: 'ABSENT_1Z00000012.pdf', reason: 'No order has the number ABSENT' },
      { no: 'plain.pdf', reason: named },
      { no: 'LEFT-3_77.pdf', reason: 'This is not a tracking number of channel UPLOAD' },
      { no: 'LEFT-4_1Z00000099.pdf', reason: expect.stringContaining('tracking number') },
      { no: 'LEFT-1_1Z00000013.txt', reason: 'Only .pdf .png .jpg .jpeg .gif files are supported' },
      { no: 'LEFT-2_1Z00000014.png', reason: 'The label file is not a PDF, PNG, JPEG or GIF' },
      { no: 'LEFT-2_1Z00000014 (1).pdf', reason: expect.stringContaining('copy') },
      { no: 'LEFT-1_1Z00000015.pdf', reason: 'This file of the ZIP is damaged' },
      { no: 'TWO-1_1Z00000016.pdf', reason: expect.stringContaining('TWO-1') },
      { no: 'TWO-1_1Z00000017.pdf', reason: expect.stringContaining('TWO-1') },
      { no: 'again/GOOD-3_1z00000003.pdf', reason: expect.stringContaining('already in this ZIP') },
      { no: `${own.orderNo}_1Z00000018.pdf`, reason: 'Channel LOCAL doesn’t use customers’ labels' },
      { no: 'TWO-2_1Z00000001.pdf', reason: expect.stringContaining('tracking number') },
      { no: 'GONE_1Z00000030.pdf', reason: 'No order has the number GONE' },
      { no: 'SHOP-NO_1Z00000031.pdf', reason: 'No order has the number SHOP-NO' },
      { no: 'SHOP-1_运单32.pdf', reason: 'Enter a tracking number of 1 to 60 printable characters' },
    ])
    await doOrderJobs(server, desk)
    for (const [i, { id }] of good.entries())
      expect(await desk.one(id)).toMatchObject({
        ...{
          status: 'pending_shipment',
          trackingNo: `1Z0000000${i + 1}`,
          waybills: [{ status: 'obtained' }],
        },
      })
    for (const no of refused)
      expect((await desk.send(listOrders, { codes: [no] })).data).toMatchObject({
        rows: [{ status: 'audit_exception', trackingNo: null }],
      })
  })

  test('of a ZIP is taken once, also when the task runs again after its server was killed', async () => {
    const desk = await aLabelDesk()
    const { id } = await desk.audited('UPLOAD', { referenceNo: 'ONCE' })
    const task = await zipped(desk, [
      { name: 'ONCE_1Z00000001.pdf', data: await aLabelFile() },
      { name: 'ABSENT_1Z00000002.pdf', data: await aLabelFile() },
    ])
    const [again] = await server.owner<{ id: string }>(
      `insert into tasks (tenant_id, kind, input, created_by, request_id) select tenant_id, kind, input, created_by, request_id from tasks
       where tenant_id = $1 and id = $2 returning id`,
      [desk.tenantId, task.id],
      desk.tenantId,
    )
    const taskId = Number(again?.id)
    await server.owner(`select graphile_worker.add_job('task', $1::json)`, [
      JSON.stringify({ tenantId: desk.tenantId, input: { taskId } }),
    ])
    expect(await worked(server, desk.session, taskId)).toMatchObject({
      ...{ status: 'partly_done', message: '1 label uploaded', failures: [{ no: 'ABSENT_1Z00000002.pdf' }] },
    })
    expect((await desk.one(id)).waybills).toMatchObject([{ status: 'obtained', trackingNo: '1Z00000001' }])
  })

  test.each([
    ['nothing in it', () => zipOf([]), 'The ZIP file contains no files'],
    ['no ZIP inside', () => Buffer.from('504b0304', 'hex'), 'The ZIP file can’t be read'],
  ])('of a file with %s is refused as a whole', async (_, make, message) => {
    const desk = await aLabelDesk()
    const fileId = await uploadedId(server, desk.session, 'zip', 'labels.zip', make())
    expect(
      await worked(server, desk.session, (await desk.done(uploadLabels, { fileId })).taskId),
    ).toMatchObject({
      ...{ status: 'failed', message },
    })
  })

  test.each([
    ['SHOP', { success: true }],
    ['LOCAL', { success: false, message: 'Channel LOCAL doesn’t use customers’ labels' }],
  ])('that comes while the order moves to channel %s is one for that channel', async (code, outcome) => {
    const desk = await aLabelDesk()
    const { id } = await desk.create({ channelId: desk.label('UPLOAD') })
    const fileId = await desk.file()
    const channelId = desk.label(code) || desk.channelOf(code)
    let answer: unknown
    await desk.write(async (tx) => {
      await moveToChannel(tx, desk.who, { ids: [id], channelId })
      answer = desk.send(uploadLabel, { id, fileId, trackingNo: '1Z00000001', readyAt: null })
      await untilLockWaits(server)
    })
    expect(await answer).toMatchObject(outcome)
    const { waybills } = await desk.one(id)
    expect(waybills).toMatchObject(outcome.success ? [{ status: 'obtained', labelSource: 'platform' }] : [])
  })

  test.each(['UPLOAD', 'SHOP'])(
    'on channel %s stays when only the address is corrected, and goes with the channel',
    async (channel) => {
      const desk = await aLabelDesk()
      const { id } = await desk.create({ channelId: desk.label(channel) })
      await desk.send(uploadLabel, { id, fileId: await desk.file(), trackingNo: '1Z00000001', readyAt: null })
      const edit = async (channelId: number, city: string) => {
        const { customerId: _, ...facts } = desk.facts({ channelId, city })
        return desk.send(editOrder, { id, rowVersion: (await desk.one(id)).rowVersion, ...facts })
      }
      expect(await edit(desk.label(channel), 'Pasadena')).toMatchObject({ success: true })
      expect(await desk.one(id)).toMatchObject({ city: 'Pasadena', trackingNo: '1Z00000001' })
      expect((await desk.send(listOrders, { codes: ['1Z00000001'] })).data).toMatchObject({
        rows: [{ id }],
        missing: [],
      })
      expect(await desk.audit(id)).toEqual({ ok: 1, failed: [] })
      const other = await desk.create({ channelId: desk.label(channel) })
      await desk.send(uploadLabel, {
        id: other.id,
        fileId: await desk.file(),
        trackingNo: '1Z00000002',
        readyAt: null,
      })
      const { customerId: _, ...facts } = desk.facts({ channelId: desk.channelOf('LOCAL') })
      await desk.send(editOrder, {
        id: other.id,
        rowVersion: (await desk.one(other.id)).rowVersion,
        ...facts,
      })
      expect(await desk.one(other.id)).toMatchObject({ trackingNo: null, waybills: [{ status: 'voided' }] })
    },
  )
})

describe('another channel', () => {
  test('gives a ready order a new label and has it printed again', async () => {
    const desk = await aLabelDesk()
    const order = await desk.audited('LOCAL')
    await desk.print(order.id)
    const { data } = await desk.send(assignChannel, { ids: [order.id], channelId: desk.label('PICKUP') })
    expect(data).toEqual({ ok: 1, failed: [] })
    expect(await desk.one(order.id)).toMatchObject({
      status: 'pending_shipment',
      channelCode: 'PICKUP',
      waybills: [
        { status: 'obtained', labelSource: 'none' },
        { status: 'voided', trackingNo: 'LO00000001' },
      ],
    })
    expect(await desk.allocated(order.id), 'the goods stay').toHaveLength(1)
    const [row] = await server.owner(
      `select before, after from audit_log where action = 'assign_channel' and object_id = $1`,
      [order.id],
      desk.tenantId,
    )
    expect(row).toMatchObject({
      before: { orderStatus: 'waybill_printed' },
      after: { orderStatus: 'pending_shipment', channelId: desk.label('PICKUP') },
    })
  })

  test('that does not take the order changes nothing and says why', async () => {
    const desk = await aLabelDesk()
    const order = await desk.audited('LOCAL', { lines: [desk.line('BOLT', 5)] })
    const { data } = await desk.send(assignChannel, { ids: [order.id], channelId: desk.channelOf('LIGHT') })
    expect(data).toMatchObject({ ok: 0, failed: [{ reason: expect.stringContaining('LIGHT') }] })
    expect(await desk.one(order.id)).toMatchObject({ channelCode: 'LOCAL', trackingNo: 'LO00000001' })
  })

  test('puts an order in exception back to its audit, and refuses the channel it has', async () => {
    const desk = await aLabelDesk()
    const order = await desk.audited('UPLOAD')
    const to = (channelId: number) => desk.send(assignChannel, { ids: [order.id], channelId })
    expect((await to(desk.label('UPLOAD'))).data).toMatchObject({ ok: 0, failed: [{ no: order.orderNo }] })
    expect((await to(desk.channelOf('LOCAL'))).data).toEqual({ ok: 1, failed: [] })
    expect(await desk.one(order.id)).toMatchObject({ status: 'pending_audit', exceptionCode: null })
    expect(await desk.allocated(order.id)).toEqual([])

    // The label of the channel that it leaves is given up at once.
    const labelled = await desk.audited('LOCAL')
    await server.owner(
      `update orders set status = 'audit_exception', exception_code = 'short_pick' where id = $1`,
      [labelled.id],
      desk.tenantId,
    )
    await desk.send(assignChannel, { ids: [labelled.id], channelId: desk.label('PICKUP') })
    expect(await desk.one(labelled.id)).toMatchObject({
      ...{ status: 'pending_audit', trackingNo: null, waybills: [{ status: 'voided' }] },
    })
  })

  test('without numbers takes ready orders out of the shipment; those with a number stay in it', async () => {
    const desk = await aLabelDesk()
    const orders = [await desk.audited('LOCAL'), await desk.audited('LOCAL')]
    const [first, second] = orders
    const ids = orders.map(({ id }) => id)
    await desk.print(...ids)
    await server.owner(
      `update number_pools set next_no = end_no where tenant_id = $1 and prefix = 'LI'`,
      [desk.tenantId],
      desk.tenantId,
    )
    const { data } = await desk.send(assignChannel, { ids, channelId: desk.channelOf('LIGHT') })
    expect(data).toEqual({
      ok: 1,
      failed: [
        {
          id: second?.id,
          no: second?.orderNo,
          reason: expect.stringContaining('Channel LIGHT has no tracking numbers left'),
        },
      ],
    })
    expect(await desk.one(first?.id ?? 0)).toMatchObject({ status: 'pending_shipment', channelCode: 'LIGHT' })
    expect(await desk.one(second?.id ?? 0)).toMatchObject({
      ...{ status: 'audit_exception', exceptionCode: 'label_failed', channelCode: 'LIGHT' },
      waybills: [{ status: 'voided' }],
    })
    expect(await desk.allocated(second?.id ?? 0), 'the goods stay').toHaveLength(1)
    const log = await server.owner(
      `select action, before ->> 'orderStatus' as "from", after ->> 'orderStatus' as "to" from audit_log
       where object_type = 'order' and object_id = $1 order by id desc limit 2`,
      [second?.id],
      desk.tenantId,
    )
    expect(log).toEqual([
      { action: 'fail_audit', from: 'pending_shipment', to: 'audit_exception' },
      { action: 'assign_channel', from: 'waybill_printed', to: 'pending_shipment' },
    ])
  })
})

test('a new label gets the next number, and the order has to be printed again', async () => {
  const desk = await aLabelDesk()
  const order = await desk.audited('LOCAL')
  await desk.print(order.id)
  const early = await desk.create()
  const { data } = await desk.send(reissueLabels, { ids: [order.id, early.id], reason: 'label torn' })
  expect(data).toMatchObject({ ok: 1, failed: [{ no: early.orderNo }] })
  expect(await desk.one(order.id)).toMatchObject({ status: 'pending_shipment', trackingNo: 'LO00000002' })
})

test('each new label of a package is bought under an attempt of its own', async () => {
  const desk = await aLabelDesk()
  const { id } = await desk.audited('BOUGHT')
  for (const reason of ['torn', 'wet']) {
    await desk.send(reissueLabels, { ids: [id], reason })
    await doOrderJobs(server, desk)
  }
  expect((await desk.sold()).map(({ key }) => key.replace(/.*-/, ''))).toEqual(['1', '2', '3'])
})

test('an order that passes again with a printed label needs no second print', async () => {
  const desk = await aLabelDesk()
  const [printed, other] = [await desk.audited('LOCAL'), await desk.audited('LOCAL')]
  await desk.print(printed.id)
  await server.owner(
    `update orders set status = 'audit_exception', exception_code = 'short_pick' where tenant_id = $1 and id = any($2)`,
    [desk.tenantId, [printed.id, other.id]],
    desk.tenantId,
  )
  expect(await desk.audit(printed.id, other.id)).toEqual({ ok: 2, failed: [] })
  expect(await desk.one(printed.id)).toMatchObject({ status: 'waybill_printed', trackingNo: 'LO00000001' })
  expect(await desk.one(other.id)).toMatchObject({ status: 'pending_shipment', trackingNo: 'LO00000002' })
})

test('a manager forces an order whose channel says no, with a reason; goods are still needed', async () => {
  const desk = await aLabelDesk()
  const heavy = await desk.audited('LIGHT', { lines: [desk.line('BOLT', 5)] })
  expect(heavy).toMatchObject({ exceptionCode: 'channel_unavailable' })
  const short = await desk.audited('LIGHT', { lines: [desk.line('BOLT', 999_999)] })
  const { data } = await desk.send(forceOrders, { ids: [heavy.id, short.id], reason: 'agreed with carrier' })
  expect(data).toMatchObject({
    ok: 1,
    failed: [{ no: short.orderNo, reason: expect.stringContaining('stock') }],
  })
  expect(await desk.one(heavy.id)).toMatchObject({ status: 'pending_shipment' })
  const rows = await server.owner<object>(
    `select action, reason from audit_log where tenant_id = $1 and object_type = 'order' and object_id = $2 order by id desc limit 1`,
    [desk.tenantId, heavy.id],
    desk.tenantId,
  )
  expect(rows).toEqual([{ action: 'force_audit', reason: 'agreed with carrier' }])
})

describe('an intercept', () => {
  const request = async (desk: LabelDesk, ...ids: number[]) =>
    (await desk.send(interceptOrders, { ids, reason: 'customer called' })).data as BulkResult

  test('voids at once what is not audited yet, and waits for an answer otherwise', async () => {
    const desk = await aLabelDesk()
    const early = await desk.create()
    const ready = await desk.audited('LOCAL')
    expect(await request(desk, early.id, ready.id)).toEqual({ ok: 2, failed: [] })
    expect(await desk.one(early.id)).toMatchObject({ status: 'voided', interceptStatus: 'approved' })
    expect(await desk.one(ready.id)).toMatchObject({
      status: 'pending_shipment',
      interceptStatus: 'requested',
      interceptReason: 'customer called',
    })
    expect(await request(desk, ready.id), 'asked already').toMatchObject({ ok: 0 })
    const answer = (isApproved: boolean, reason: string | null = null) =>
      desk.send(answerIntercepts, { ids: [ready.id], isApproved, reason })
    await answer(false)
    expect(await desk.one(ready.id)).toMatchObject({
      status: 'pending_shipment',
      interceptStatus: 'rejected',
    })
    expect((await answer(true)).data, 'nothing to answer').toMatchObject({ ok: 0 })
    await request(desk, ready.id)
    await answer(true)
    expect(await desk.one(ready.id)).toMatchObject({
      status: 'voided',
      interceptStatus: 'approved',
      voidReason: 'customer called',
      waybills: [{ status: 'voided' }],
    })
    expect(await desk.allocated(ready.id)).toEqual([])
  })

  test('is answered by voiding the order', async () => {
    const desk = await aLabelDesk()
    const [asked, other] = [await desk.audited('LOCAL'), await desk.audited('LOCAL')]
    await request(desk, asked.id)
    await desk.send(voidOrders, { ids: [asked.id, other.id], reason: 'sold out' })
    expect(await desk.one(asked.id)).toMatchObject({
      status: 'voided',
      interceptStatus: 'approved',
      voidReason: 'sold out',
    })
    expect(await desk.one(other.id)).toMatchObject({ status: 'voided', interceptStatus: 'none' })
  })

  test('during an audit waits for its end and then counts', async () => {
    const desk = await aLabelDesk()
    const { id } = await desk.create({ channelId: desk.label('BOUGHT') })
    await desk.audit(id)
    expect(await request(desk, id)).toEqual({ ok: 1, failed: [] })
    expect(await desk.one(id)).toMatchObject({ status: 'under_audit', interceptStatus: 'requested' })
    await doOrderJobs(server, desk)
    expect(await desk.one(id)).toMatchObject({ status: 'pending_shipment', interceptStatus: 'requested' })
    await desk.send(answerIntercepts, { ids: [id], isApproved: true, reason: null })
    await doOrderJobs(server, desk)
    expect(await desk.one(id)).toMatchObject({ status: 'voided', waybills: [{ status: 'voided' }] })
  })

  test('is only possible where the warehouse allows it, and needs no answer where it wants none', async () => {
    const desk = await aLabelDesk()
    const settings = (set: object) =>
      server.owner(
        `update warehouses set settings = settings || $2::jsonb where tenant_id = $1`,
        [desk.tenantId, JSON.stringify(set)],
        desk.tenantId,
      )
    await settings({ interceptAllowed: ['pending_audit'] })
    const ready = await desk.audited('LOCAL')
    expect(await request(desk, ready.id)).toMatchObject({
      ok: 0,
      failed: [{ reason: expect.stringContaining('settings') }],
    })
    await settings({ interceptAllowed: ['pending_shipment'], interceptNeedsReview: false })
    expect(await request(desk, ready.id)).toEqual({ ok: 1, failed: [] })
    expect(await desk.one(ready.id)).toMatchObject({ status: 'voided', interceptStatus: 'approved' })
  })
})
