import { describe, expect, test } from 'vitest'
import { type CarrierAdapter, CarrierFault } from '../../../carriers/carrier.ts'
import type { Carriers } from '../../../carriers/server/carriers.ts'
import {
  answerIntercepts,
  assignChannel,
  auditOrders,
  interceptOrders,
  voidOrders,
} from '../../../orders/contract.ts'
import { reissueLabels } from '../../../orders/waybills/contract.ts'
import type { Call, OutputOf, SentTo } from '../../../platform/calls/call.ts'
import { deadlocksOf } from '../../../testing/deadlocks.ts'
import { addLabelChannels, aShippingDesk, doOrderJobs, queuedJobs } from '../../../testing/order-builders.ts'
import { chance, rounds } from '../../../testing/random.ts'
import { readPaper } from '../../../testing/read-paper.ts'
import { aPerson, aSession, startTestServer } from '../../../testing/test-server.ts'
import { cancelLabelPrint } from '../../labels/contract.ts'
import { shipOrders } from '../../outbound/contract.ts'
import { listManifests, makeManifests } from '../contract.ts'
import { manifestText } from '../text.ts'
import { makeManifest } from './make-manifest.ts'

const server = await startTestServer()

type Calls = NonNullable<CarrierAdapter['manifest']>

/** The demo carrier, with the calls for manifests that a test replaces. */
const withCalls = (change: (calls: Calls) => Partial<Calls>): Carriers => ({
  ...server.services.carriers,
  carrierOf: async (...account) => {
    const carrier = await server.services.carriers.carrierOf(...account)
    return carrier.manifest
      ? { ...carrier, manifest: { ...carrier.manifest, ...change(carrier.manifest) } }
      : carrier
  },
})

const noAnswer = () => new CarrierFault('down', 'no answer', true)

const refusing = async () => {
  throw new CarrierFault('service', 'labels of a past day')
}

/** A desk with a carrier's labels, and batches that have left with them. */
async function aManifestDesk() {
  const desk = await aShippingDesk(server)
  const channel = await addLabelChannels(server, desk)
  await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 100 })
  const ask = <R extends object>(text: string, values: unknown[] = []) =>
    server.owner<R>(text, values, desk.tenantId)

  /** The labels that these orders have are printed. */
  async function print(ids: readonly number[]) {
    await ask(
      `update waybills set print_count = 1, printed_at = business_now() where order_id = any($1) and status = 'obtained'`,
      [ids],
    )
    await ask(
      `update orders set status = 'waybill_printed', status_at = business_now() where id = any($1) and status = 'pending_shipment'`,
      [ids],
    )
  }
  /** Orders of these channels that can leave. */
  async function printed(...channelIds: number[]) {
    const ids: number[] = []
    for (const channelId of channelIds) ids.push((await desk.create({ channelId })).id)
    await desk.send(auditOrders, { ids })
    await doOrderJobs(server, desk)
    await print(ids)
    return ids
  }
  /** Orders of these channels that left together. */
  async function shipped(...channelIds: number[]) {
    const ids = await printed(...channelIds)
    const { batches } = await desk.done(shipOrders, { ids })
    return { ids, batches }
  }
  const boughtBatch = async (count = 2) => {
    const { ids, batches } = await shipped(...Array.from({ length: count }, () => channel('BOUGHT')))
    const [batch] = batches
    if (!batch) throw new Error('no batch')
    return { ...batch, orderIds: ids }
  }
  const list = (id: number) => desk.done(listManifests, { id })
  const make = (id: number) => desk.done(makeManifests, { id })
  const jobs = (change?: Parameters<typeof withCalls>[0]) =>
    doOrderJobs(server, desk, change && { services: { ...server.services, carriers: withCalls(change) } })
  /** A channel of another account of the same carrier. */
  async function secondAccount() {
    const [second] = await ask<{ id: string }>(
      `with account as (
         insert into carrier_accounts (tenant_id, adapter, carrier, account_name, environment, search_line)
         values ($1, 'demo', 'DEMO', 'Second', 'sandbox', 'second') returning id)
       insert into channels (tenant_id, channel_code, name_zh, name_en, search_line, carrier, service_code, label_source, billing_method,
         label_format, carrier_account_id, countries)
       select $1, 'SECOND', 'x', 'x', 'x', 'DEMO', 'GROUND', 'carrier_api', 'none', 'pdf_100x150', id, '{US}' from account returning id`,
      [desk.tenantId],
    )
    return Number(second?.id)
  }
  /** The manifests that the demo carrier has made. */
  const atCarrier = () =>
    ask<{ no: string; count: number }>(
      `select manifest_no as no, count(*)::int as count from demo_labels where manifest_no is not null group by 1 order by 1`,
    )
  return {
    ...desk,
    ask,
    channel,
    secondAccount,
    print,
    printed,
    shipped,
    boughtBatch,
    list,
    make,
    jobs,
    atCarrier,
  }
}
type Desk = Awaited<ReturnType<typeof aManifestDesk>>

const idsOf = (desk: Desk) =>
  desk
    .ask<{ id: string }>('select id from manifests order by id')
    .then((rows) => rows.map(({ id }) => Number(id)))

test('a batch has one manifest for each account, with its number, its file, audit row and event', async () => {
  const desk = await aManifestDesk()
  const { id, batchNo } = await desk.boughtBatch()
  expect(await desk.list(id)).toMatchObject([
    { status: null, packageCount: 2, manifestNo: null, fileUrl: null },
  ])
  expect(await desk.make(id)).toEqual({ requested: 1 })
  expect(await desk.list(id)).toMatchObject([{ status: 'requesting' }])
  await desk.jobs()
  const [made] = await desk.list(id)
  expect(made).toMatchObject({
    accountName: 'Demo',
    status: 'made',
    packageCount: 2,
    manifestNo: expect.stringMatching(/^TM\d{14}$/),
    failure: null,
  })
  expect(await desk.atCarrier()).toEqual([{ no: made?.manifestNo, count: 2 }])
  const file = await server.server.http.inject({ method: 'GET', url: made?.fileUrl ?? '' })
  expect(await readPaper(file.rawPayload, 203)).toMatchObject([{ codes: [made?.manifestNo] }])
  const log = await desk.ask(
    `select action, after from audit_log where object_type = 'shipment_batch' and object_no = $1 and action <> 'create' order by id`,
    [batchNo],
  )
  expect(log).toEqual([
    { action: 'request_manifest', after: null },
    {
      action: 'make_manifest',
      after: { accountName: 'Demo', manifestNo: made?.manifestNo, packageCount: 2 },
    },
  ])
  const events = await desk.ask<{ kind: string }>(
    `select kind from events where kind like 'shipment_batch.manifest%' order by id`,
  )
  expect(events.map(({ kind }) => kind)).toEqual([
    'shipment_batch.manifest_requested',
    'shipment_batch.manifest_made',
  ])
  expect(await desk.make(id), 'it is not made again').toEqual({ requested: 0 })
})

test('several accounts in one batch have a manifest each; labels of other sources have none', async () => {
  const desk = await aManifestDesk()
  const second = await desk.secondAccount()
  const { batches } = await desk.shipped(desk.channel('BOUGHT'), second, second, desk.channelOf('LOCAL'))
  const answers = await Promise.all(batches.map(({ id }) => desk.list(id)))
  expect(
    answers.map((rows) => rows.map(({ accountName, packageCount }) => [accountName, packageCount])),
  ).toEqual(
    expect.arrayContaining([
      [
        ['Demo', 1],
        ['Second', 2],
      ],
      [],
    ]),
  )
  for (const [i, { id }] of batches.entries()) {
    if (answers[i]?.length) expect(await desk.make(id)).toEqual({ requested: 2 })
    else
      expect(await desk.send(makeManifests, { id })).toMatchObject({
        success: false,
        message: manifestText.noCarrier.en_US,
      })
  }
  await desk.jobs()
  expect((await desk.atCarrier()).map(({ count }) => count).toSorted()).toEqual([1, 2])
})

describe('only one manifest is made', () => {
  test('where users ask two servers at once, the first time and after a failure', async () => {
    const desk = await aManifestDesk()
    const other = await startTestServer({ db: server })
    const { id } = await desk.boughtBatch()
    const askAll = async () => {
      const answers = await Promise.all(
        [server, other, server, other].map(({ done }) => done(makeManifests, { id }, desk.session)),
      )
      return answers.map(({ requested }) => requested).toSorted()
    }
    expect(await askAll()).toEqual([0, 0, 0, 1])
    expect(await idsOf(desk)).toHaveLength(1)
    await desk.jobs(() => ({ make: refusing }))
    expect(await askAll()).toEqual([0, 0, 0, 1])
    await desk.jobs()
    expect(await desk.atCarrier()).toHaveLength(1)
  })

  test('where two servers have the same job, and the one that was late has nothing left to do', async () => {
    const desk = await aManifestDesk()
    const other = await startTestServer({ db: server })
    const { id } = await desk.boughtBatch()
    await desk.make(id)
    const [manifestId = 0] = await idsOf(desk)
    let asked = 0
    const carriers = withCalls((calls) => ({
      make: async (...input) => {
        asked++
        return calls.make(...input)
      },
    }))
    await Promise.all(
      [server, other, server].map(({ database }) =>
        makeManifest(database, { ...server.services, carriers })(desk.tenantId, { id: manifestId }),
      ),
    )
    expect(asked).toBe(1)
    await doOrderJobs(server, desk, { isLater: true, services: { ...server.services, carriers } })
    expect(asked).toBe(1)
    expect(await queuedJobs(server, desk)).toEqual([])
    expect(await desk.list(id)).toMatchObject([{ status: 'made' }])
    expect(await desk.atCarrier()).toHaveLength(1)
  })

  test('where another server has the job while the carrier is asked', async () => {
    const desk = await aManifestDesk()
    const { id } = await desk.boughtBatch()
    await desk.make(id)
    const [manifestId = 0] = await idsOf(desk)
    let asked = 0
    const work = () => makeManifest(server.database, { ...server.services, carriers })
    const carriers = withCalls((calls) => ({
      make: async (...input) => {
        if (++asked === 1) await work()(desk.tenantId, { id: manifestId })
        return calls.make(...input)
      },
    }))
    await work()(desk.tenantId, { id: manifestId })
    expect(asked).toBe(1)
    expect(await desk.list(id)).toMatchObject([{ status: 'made' }])
  })

  test('where another server made it after the claim ran out: the late one changes nothing', async () => {
    const desk = await aManifestDesk()
    const { id } = await desk.boughtBatch()
    await desk.make(id)
    const [manifestId = 0] = await idsOf(desk)
    const carriers = withCalls((calls) => ({
      make: async (...input) => {
        const made = await calls.make(...input)
        await desk.ask('update manifests set claimed_until = null')
        await makeManifest(server.database, server.services)(desk.tenantId, { id: manifestId })
        return { ...made, number: 'LATE' }
      },
    }))
    await makeManifest(server.database, { ...server.services, carriers })(desk.tenantId, { id: manifestId })
    const [{ no } = { no: '' }] = await desk.atCarrier()
    expect(await desk.list(id)).toMatchObject([{ status: 'made', manifestNo: no }])
    const written = await desk.ask(
      `select action as what from audit_log where action = 'make_manifest'
       union all select kind from events where kind = 'shipment_batch.manifest_made'`,
    )
    expect(written).toEqual([{ what: 'make_manifest' }, { what: 'shipment_batch.manifest_made' }])
  })

  test('where the server died after the carrier made it', async () => {
    const desk = await aManifestDesk()
    const { id } = await desk.boughtBatch()
    await desk.make(id)
    const [manifestId = 0] = await idsOf(desk)
    const dying = makeManifest(server.database, {
      ...server.services,
      carriers: withCalls((calls) => ({
        make: async (...input) => {
          await calls.make(...input)
          throw new Error('the server dies')
        },
      })),
    })
    await expect(dying(desk.tenantId, { id: manifestId })).rejects.toThrow('dies')
    expect(await desk.list(id)).toMatchObject([{ status: 'requesting' }])
    await desk.ask('update manifests set claimed_until = null')
    await desk.jobs()
    const [{ no } = { no: '' }] = await desk.atCarrier()
    expect(await desk.list(id)).toMatchObject([{ status: 'made', manifestNo: no }])
  })

  test('where the response was lost: it stays unknown while the carrier can’t be asked, and is found by the retry', async () => {
    const desk = await aManifestDesk()
    const { id } = await desk.boughtBatch()
    await desk.make(id)
    const gone = async () => {
      throw new CarrierFault('down', 'no connection')
    }
    await desk.jobs((calls) => ({
      make: async (...input) => {
        await calls.make(...input)
        throw noAnswer()
      },
      find: gone,
    }))
    const unknown = {
      status: 'failed',
      failure: expect.stringContaining('The carrier may have created the manifest'),
    }
    expect(await desk.list(id)).toMatchObject([unknown])
    expect(await desk.make(id)).toEqual({ requested: 1 })
    await desk.jobs(() => ({ find: gone }))
    expect(await desk.list(id), 'still unknown').toMatchObject([unknown])
    expect(await desk.make(id)).toEqual({ requested: 1 })
    await desk.jobs()
    const carriers = await desk.atCarrier()
    expect(carriers).toHaveLength(1)
    expect(await desk.list(id)).toMatchObject([
      { status: 'made', manifestNo: carriers[0]?.no, failure: null },
    ])
  })
})

test('once the carrier has said that it made none, another failure is no longer unknown', async () => {
  const desk = await aManifestDesk()
  const { id } = await desk.boughtBatch()
  const gone = async () => {
    throw new CarrierFault('down', 'no connection')
  }
  const failure = async () => (await desk.list(id))[0]?.failure
  await desk.make(id)
  await desk.jobs(() => ({ make: gone, find: gone }))
  await desk.make(id)
  await desk.jobs(() => ({ find: gone }))
  expect(await failure()).toContain('The carrier may have created the manifest')
  await desk.make(id)
  await desk.jobs(() => ({ make: gone }))
  expect(await failure()).not.toContain('may have created')
})

test('a refusal is shown in the carrier’s words and the user’s language, and can be retried', async () => {
  const desk = await aManifestDesk()
  const { id } = await desk.boughtBatch()
  await desk.make(id)
  await desk.jobs(() => ({ make: refusing }))
  expect(await desk.list(id)).toMatchObject([
    { status: 'failed', failure: 'Carrier’s message: labels of a past day', manifestNo: null },
  ])
  const inChinese = await server.done(listManifests, { id }, { token: desk.token })
  expect(inChinese).toMatchObject([{ failure: '对方返回：labels of a past day' }])
  await desk.make(id)
  await desk.jobs()
  expect(await desk.list(id)).toMatchObject([{ status: 'made', failure: null }])
})

test('one that is not made after its last attempt is failed and can be retried; one that is being made is left alone', async () => {
  const desk = await aManifestDesk()
  const { id } = await desk.boughtBatch()
  await desk.make(id)
  const broken = async () => {
    throw new Error('the disk is full')
  }
  await expect(desk.jobs(() => ({ make: broken }))).rejects.toThrow('the disk is full')
  expect((await queuedJobs(server, desk)).map(({ task }) => task)).not.toContain('make_manifest')
  expect(await desk.make(id)).toEqual({ requested: 0 })
  await desk.ask(`update manifests set requested_at = requested_at - interval '1 hour'`)
  expect(await desk.list(id), 'its server may still be at it').toMatchObject([{ status: 'requesting' }])
  expect(await desk.make(id)).toEqual({ requested: 0 })
  await desk.ask(`update manifests set claimed_until = now() - interval '1 second'`)
  expect(await desk.list(id)).toMatchObject([{ status: 'failed', failure: manifestText.overdue.en_US }])
  expect(await desk.make(id)).toEqual({ requested: 1 })
  expect(await desk.list(id)).toMatchObject([{ status: 'requesting', failure: null }])
  await desk.jobs()
  expect(await desk.list(id)).toMatchObject([{ status: 'made' }])
  expect(await desk.atCarrier()).toHaveLength(1)
})

test('a manifest is overdue after a quarter of an hour, and claimed for three minutes by one server', async () => {
  const desk = await aManifestDesk()
  const { id } = await desk.boughtBatch(1)
  await desk.make(id)
  const statusAt = async (age: string) => {
    await desk.ask(`update manifests set requested_at = business_now() - $1::interval`, [age])
    return (await desk.list(id))[0]?.status
  }
  expect([await statusAt('14 minutes 50 seconds'), await statusAt('15 minutes 1 second')]).toEqual([
    'requesting',
    'failed',
  ])
  await desk.ask('update manifests set requested_at = business_now()')
  let claim: object | undefined
  await desk.jobs((calls) => ({
    make: async (...input) => {
      ;[claim] = await desk.ask(
        'select round(extract(epoch from claimed_until - now()) / 10)::int * 10 as seconds, calls from manifests',
      )
      const [manifestId = 0] = await idsOf(desk)
      await makeManifest(server.database, server.services)(desk.tenantId, { id: manifestId })
      return calls.make(...input)
    },
  }))
  expect(claim).toEqual({ seconds: 180, calls: 1 })
  const [again] = await desk.ask(
    `select extract(epoch from j.run_at - j.created_at)::int as seconds from graphile_worker._private_jobs j
     join graphile_worker._private_tasks t on t.id = j.task_id
     where t.identifier = 'make_manifest' and (j.payload ->> 'tenantId')::bigint = $1`,
    [desk.tenantId],
  )
  expect(again).toEqual({ seconds: 180 })
  const [made] = await desk.ask(
    'select package_count as packages, made_at >= requested_at as "isTimed", claimed_until from manifests',
  )
  expect(made).toEqual({ packages: 1, isTimed: true, claimed_until: null })
})

test('a carrier gets the labels in the order of their tracking numbers', async () => {
  const desk = await aManifestDesk()
  const { id, orderIds } = await desk.boughtBatch(3)
  for (const [i, orderId] of orderIds.entries())
    await desk.ask(`update waybills set tracking_no = $2 where order_id = $1`, [orderId, `TN-${9 - i}`])
  await desk.make(id)
  let asked: string[] = []
  await desk.jobs(() => ({
    make: async (parcels) => {
      asked = parcels.map(({ trackingNo }) => trackingNo)
      return refusing()
    },
  }))
  expect(asked).toEqual(['TN-7', 'TN-8', 'TN-9'])
})

test('a carrier that is asked holds no connection to the database', async () => {
  const desk = await aManifestDesk()
  const { id } = await desk.boughtBatch()
  await desk.make(id)
  let busy = -1
  await desk.jobs((calls) => ({
    make: async (...input) => {
      const { totalCount, idleCount } = server.database.pool
      busy = totalCount - idleCount
      return calls.make(...input)
    },
  }))
  expect(busy).toBe(0)
})

test('voided labels are left out, and a batch without others has nothing to hand over', async () => {
  const desk = await aManifestDesk()
  const { id, orderIds } = await desk.boughtBatch()
  const voided = (orderId: number | undefined) =>
    desk.ask(`update waybills set status = 'voided', voided_at = now() where order_id = $1`, [orderId])
  await voided(orderIds[0])
  expect(await desk.list(id)).toMatchObject([{ packageCount: 1 }])
  await desk.make(id)
  await voided(orderIds[1])
  await desk.jobs()
  expect(await desk.list(id)).toMatchObject([
    { status: 'failed', failure: manifestText.nothingLeft.en_US, packageCount: 0 },
  ])
  expect(await desk.atCarrier()).toEqual([])
})

/** What may never be, however orders leave, labels are given up and manifests are made. */
const never = {
  'a voided label on a manifest': `select tracking_no from demo_labels where manifest_no is not null and voided_at is not null`,
  'a label on a manifest whose order has not left, or that was given up': `select d.tracking_no from demo_labels d
    left join waybills w on w.carrier_ref = d.purchase_key and w.status = 'obtained'
    left join orders o on o.id = w.order_id and o.status = 'shipped'
    where d.manifest_no is not null and o.id is null`,
  'a package that left on no manifest': `select o.order_no from shipments s join orders o on o.id = s.order_id
    join waybills w on w.order_id = o.id and w.status = 'obtained' and w.carrier_account_id is not null
    join demo_labels d on d.purchase_key = w.carrier_ref where d.manifest_no is null`,
  'a manifest that the carrier knows otherwise': `select b.batch_no, m.status, m.manifest_no, m.package_count from manifests m
    join shipment_batches b on b.id = m.batch_id
    where m.status <> 'made' or m.package_count <> (
      select count(*) from demo_labels d join waybills w on w.carrier_ref = d.purchase_key and w.status = 'obtained'
      join shipments s on s.order_id = w.order_id and s.batch_id = m.batch_id
      where d.manifest_no = m.manifest_no)`,
  'more than one manifest of a batch': `select s.batch_id from shipments s join waybills w on w.order_id = s.order_id
    join demo_labels d on d.purchase_key = w.carrier_ref where d.manifest_no is not null
    group by s.batch_id, d.account_id having count(distinct d.manifest_no) > 1`,
}
const expectNever = async (desk: Desk) => {
  for (const [what, text] of Object.entries(never)) expect([what, await desk.ask(text)]).toEqual([what, []])
}

const ROUNDS = rounds(3)

test('labels that are given up while their orders leave and the manifest is made are never on it', {
  timeout: 60_000 + ROUNDS * 20_000,
}, async () => {
  const desk = await aManifestDesk()
  const other = await startTestServer({ db: server })
  const { key, pick } = chance('manifests and voids')
  const faults: unknown[] = []
  const ask = async <C extends Call>(call: C, input: SentTo<C>) => {
    const answer = await pick([server, other]).send(call, input, desk.session)
    if (answer.status !== 200) faults.push([call.path, answer.status, answer.message])
    return answer.success ? (answer.data as OutputOf<C>) : undefined
  }
  const reason = 'x'
  /** Everything that gives up the label of an order that could leave. */
  const givingUp: ((ids: number[]) => Promise<unknown>)[] = [
    (ids) => ask(voidOrders, { ids, reason }),
    async (ids) => {
      await ask(interceptOrders, { ids, reason })
      await ask(answerIntercepts, { ids, isApproved: true, reason: null })
    },
    (ids) => ask(reissueLabels, { ids, reason }),
    (ids) => ask(assignChannel, { ids, channelId: desk.channelOf('LOCAL') }),
    (ids) => ask(cancelLabelPrint, { ids, reason }),
  ]
  /** Users ship these orders, and for what has left, they ask for the manifest; its job comes at once. */
  const leave = async (ids: number[]) => {
    const left = await ask(shipOrders, { ids })
    for (const { id } of left?.batches ?? []) {
      await ask(makeManifests, { id })
      await desk.jobs()
    }
  }
  for (let round = 0; round < ROUNDS; round++) {
    const ids = await desk.printed(...Array.from({ length: 9 }, () => desk.channel('BOUGHT')))
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0, i = 0] = ids
    const works = [
      ...givingUp.map((give, n) => () => give([ids[n] ?? 0, g])),
      () => ask(reissueLabels, { ids: [i], reason }),
      ...[
        [c, d, a, b],
        [g, f, e, d],
        [h, c, b, g],
      ].map((some) => () => leave(some)),
      () => desk.jobs(),
    ]
    const order = works.map((run) => ({ run, key: key() })).sort((x, y) => (x.key < y.key ? -1 : 1))
    await Promise.all(order.map(({ run }) => run()))
    // What stayed gets its new labels, and leaves while the carrier is still voiding the old ones.
    await desk.print(ids)
    await Promise.all([leave(ids), desk.jobs()])
  }
  await doOrderJobs(server, desk, { isLater: true })
  expect(faults).toEqual([])
  expect(await deadlocksOf(server)).toBe(0)
  await expectNever(desk)
  const [counts] = await desk.ask<{ voided: number; listed: number }>(
    `select count(*) filter (where voided_at is not null)::int as voided, count(*) filter (where manifest_no is not null)::int as listed
       from demo_labels`,
  )
  expect(counts?.voided).toBeGreaterThan(0)
  expect(counts?.listed).toBeGreaterThan(0)
})

test('however many users and servers request, make, lose and retry manifests at the same time, each is made once', {
  timeout: 60_000 + ROUNDS * 20_000,
}, async () => {
  const desk = await aManifestDesk()
  const other = await startTestServer({ db: server })
  const second = await desk.secondAccount()
  const { key, pick } = chance('manifests and manifests')
  const faults: unknown[] = []
  const ask = async (id: number) => {
    const answer = await pick([server, other]).send(makeManifests, { id }, desk.session)
    if (!answer.success) faults.push([answer.status, answer.message])
  }
  const gone = async () => {
    throw new CarrierFault('down', 'no connection')
  }
  const losing = (calls: Calls): Partial<Calls> => ({
    make: async (...input) => {
      await calls.make(...input)
      throw noAnswer()
    },
    find: gone,
  })
  /** As if the servers that had claimed them were too slow. */
  const tooLate = () =>
    desk.ask(
      `update manifests set requested_at = requested_at - interval '1 hour', claimed_until = now() where status = 'requesting'`,
    )
  for (let round = 0; round < ROUNDS; round++) {
    const first = await desk.shipped(...[1, 2].flatMap(() => [desk.channel('BOUGHT'), second]))
    const rest = await desk.shipped(desk.channel('BOUGHT'), second)
    const batchIds = [...first.batches, ...rest.batches].map(({ id }) => id)
    const works = [
      ...batchIds.flatMap((id) => Array.from({ length: 6 }, () => () => ask(id))),
      ...[1, 2, 3].map(() => () => desk.jobs()),
      ...[1, 2].map(() => () => desk.jobs(losing)),
      () => desk.jobs(() => ({ make: refusing })),
      tooLate,
      tooLate,
    ]
    const order = works.map((run) => ({ run, key: key() })).sort((x, y) => (x.key < y.key ? -1 : 1))
    const left = order.map(({ run }) => run)
    const work = async () => {
      for (let next = left.pop(); next; next = left.pop()) await next()
    }
    await Promise.all(Array.from({ length: 5 }, work))
    // At the end of the day, what isn't made yet is requested once more.
    await tooLate()
    for (const id of batchIds) await ask(id)
    await desk.jobs()
  }
  expect(faults).toEqual([])
  expect(await deadlocksOf(server)).toBe(0)
  await expectNever(desk)
  expect((await desk.atCarrier()).length).toBe((await idsOf(desk)).length)
})

test('an account that was disabled after its labels were bought still makes its manifest', async () => {
  const desk = await aManifestDesk()
  const { id } = await desk.boughtBatch()
  await desk.ask('update carrier_accounts set is_enabled = false')
  await desk.make(id)
  await desk.jobs()
  expect(await desk.list(id)).toMatchObject([{ status: 'made' }])
})

test('users who may ship see and make manifests; others and other companies do not', async () => {
  const desk = await aManifestDesk()
  const other = await aManifestDesk()
  const { id } = await desk.boughtBatch()
  const person = await aPerson(server, desk.tenantId, { permissions: ['order:order:view'] })
  const token = await aSession(server, desk.tenantId, person.id)
  for (const call of [listManifests, makeManifests] as const) {
    expect(await server.send(call, { id }, { token })).toMatchObject({ success: false })
    expect(await other.send(call, { id })).toMatchObject({ data: { kind: 'not_found' } })
    expect(await desk.send(call, { id: id + 1000 })).toMatchObject({ data: { kind: 'not_found' } })
  }
  expect(await idsOf(desk)).toEqual([])
})
