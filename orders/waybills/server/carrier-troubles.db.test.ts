import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, test } from 'vitest'
import { type CarrierAdapter, CarrierFault, type Shipment } from '../../../carriers/carrier.ts'
import type { Carriers } from '../../../carriers/server/carriers.ts'
import type { BulkResult } from '../../../platform/calls/call.ts'
import { Refusal } from '../../../platform/calls/refusal.ts'
import { idsOf } from '../../../platform/database/server/rows.ts'
import {
  addLabelChannels,
  aShippingDesk,
  doOrderJobs,
  takeJobs,
  wrongInOrders,
} from '../../../testing/order-builders.ts'
import { chance, isAll, sampleOf, seed } from '../../../testing/random.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import {
  answerIntercepts,
  assignChannel,
  auditOrders,
  editOrder,
  getOrder,
  interceptOrders,
  voidOrders,
} from '../../contract.ts'
import { orderJobs } from '../../server/jobs.ts'
import { reissueLabels } from '../contract.ts'
import { buyLabel, claimWaybill, recordBought } from './buy.ts'

/**
 * Carriers that answer slowly, twice, wrongly or not at all, over `FAULT_ORDERS` orders: whatever happened, what was bought there
 * and not voided is exactly what the orders have.
 */
const orders = Number(process.env.FAULT_ORDERS ?? sampleOf(60))
const AT_ONCE = 6

console.log(`FAULT_SEED=${seed}, ${orders} orders`)
const server = await startTestServer()

/** The demo carrier, with the calls that a test replaces. */
const withCalls = (
  change: (
    carrier: CarrierAdapter,
  ) => Partial<Pick<CarrierAdapter, 'buy' | 'find' | 'void' | 'capabilities'>>,
): Carriers => ({
  ...server.services.carriers,
  carrierOf: async (...account) => {
    const carrier = await server.services.carriers.carrierOf(...account)
    return { ...carrier, ...change(carrier) }
  },
})

const noAnswer = () => new CarrierFault('down', 'no answer', true)
const noConnection = () => new CarrierFault('down', 'no connection')

async function aCarrierDesk() {
  const desk = await aShippingDesk(server)
  const label = await addLabelChannels(server, desk)
  await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 5000 })
  const one = (id: number) => desk.done(getOrder, { id })
  const audit = async (...ids: number[]) => (await desk.send(auditOrders, { ids })).data as BulkResult
  const bought = () => desk.create({ channelId: label('BOUGHT') })
  /** Does all jobs, also those for later, with these carriers. */
  const jobs = (carriers = server.services.carriers) =>
    doOrderJobs(server, desk, { isLater: true, services: { ...server.services, carriers } })
  /** As if the labels had been requested an hour earlier. */
  const age = () =>
    server.owner(
      `update waybills set requested_at = requested_at - interval '1 hour' where tenant_id = $1`,
      [desk.tenantId],
      desk.tenantId,
    )
  /** Purchases that the carrier did not void, and which waybills they belong to. */
  const compare = async () => {
    const sold = await server.owner<{ key: string }>(
      'select purchase_key as key from demo_labels where tenant_id = $1 and voided_at is null order by 1',
      [desk.tenantId],
      desk.tenantId,
    )
    const live = await server.owner<{ key: string }>(
      `select carrier_ref as key from waybills where tenant_id = $1 and carrier_account_id is not null
         and status in ('obtained', 'void_failed') order by 1`,
      [desk.tenantId],
      desk.tenantId,
    )
    return { sold: sold.map(({ key }) => key), live: live.map(({ key }) => key) }
  }
  return { ...desk, label, one, audit, bought, jobs, age, compare }
}

type CarrierDesk = Awaited<ReturnType<typeof aCarrierDesk>>

/** Does the jobs that are due, with the demo carrier as a test changes it. */
const jobsWith = (desk: CarrierDesk, change: Parameters<typeof withCalls>[0]) =>
  doOrderJobs(server, desk, { services: { ...server.services, carriers: withCalls(change) } })

/** The carrier sold one label, and it is the one that the order has. */
async function soldOnce(desk: CarrierDesk) {
  const { sold, live } = await desk.compare()
  expect(sold).toHaveLength(1)
  expect(live).toEqual(sold)
}

/** A carrier that does not know the address. */
const refusing = () => ({
  buy: async () => {
    throw new CarrierFault('address', 'unknown street')
  },
})

describe('a purchase', () => {
  test('whose outcome is unknown stays so while the carrier can’t be asked, and is not made twice', async () => {
    const desk = await aCarrierDesk()
    const { id } = await desk.bought()
    await desk.audit(id)
    // It sells the label, its answer is lost, and then it is gone for some time.
    await jobsWith(desk, (carrier) => ({
      buy: async (...sale) => {
        await carrier.buy(...sale)
        throw noAnswer()
      },
      find: async () => {
        throw noConnection()
      },
    }))
    expect(await desk.one(id)).toMatchObject({ status: 'audit_exception', waybills: [{ status: 'failed' }] })
    await desk.audit(id)
    await jobsWith(desk, () => ({
      find: async () => {
        throw noConnection()
      },
    }))
    expect(await desk.one(id)).toMatchObject({ status: 'audit_exception', waybills: [{ status: 'failed' }] })

    await desk.jobs()
    expect(await desk.one(id)).toMatchObject({ status: 'pending_shipment' })
    await soldOnce(desk)
  })

  test('asks for the signature and the insurance of the order, and sends the address as it was tested', async () => {
    const desk = await aCarrierDesk()
    await server.owner(
      `update channels set support_signature = true, support_insurance = true where tenant_id = $1`,
      [desk.tenantId],
      desk.tenantId,
    )
    const sent: Shipment[] = []
    const send = async (over: Parameters<typeof desk.create>[0]) => {
      const { id } = await desk.create({ channelId: desk.label('BOUGHT'), ...over })
      await desk.audit(id)
      await jobsWith(desk, (carrier) => ({
        buy: (...sale) => {
          sent.push(sale[0])
          return carrier.buy(...sale)
        },
      }))
      expect(await desk.one(id)).toMatchObject({ status: 'pending_shipment' })
    }
    await send({ signature: true, insuredValue: '80.00', doorplate: '12b', address3: 'Rear' })
    const known = { company: 'Example', phone: '+1 555 0100', email: 'ann@example.com', address2: 'Floor 1' }
    await send({ ...known, lines: [{ ...desk.line('BOLT', 1), declaredValue: '29.70' }] })
    const currency = sent[0]?.currency
    expect(currency).toBe('USD')
    const size = { weight: 500, length: 100, width: 80, height: 50 }
    const address = { countryCode: 'US', stateCode: 'CA', city: 'Los Angeles', zip: '90001' }
    const recipient = { name: 'Ann Example', company: '', phone: '', email: '', ...address }
    const sender = expect.objectContaining({ company: expect.stringMatching(/^Warehouse/), address2: '' })
    expect(sent).toEqual([
      {
        ...{ reference: expect.stringMatching(/^OB/), from: sender, parcel: size, value: '0', currency },
        ...{ signature: true, insuredValue: { amount: '80.00', currency } },
        to: { ...recipient, address1: '12b 1 Main Street', address2: 'Rear' },
      },
      {
        ...{ reference: expect.stringMatching(/^OB/), from: sender, parcel: size, value: '29.70', currency },
        ...{ signature: false, insuredValue: null },
        to: {
          ...{ ...recipient, company: 'Example', phone: '+1 555 0100', email: 'ann@example.com' },
          ...{ address1: '1 Main Street', address2: 'Floor 1' },
        },
      },
    ])
  })

  test.each([
    ['100.00', ['33.33', '33.33', '33.34']],
    ['0.02', [null, '0.01', '0.01']],
  ])(
    'of an order insured for %s in three packages insures each for its share',
    async (insuredValue, shares) => {
      const desk = await aCarrierDesk()
      await server.owner('update channels set support_insurance = true', [], desk.tenantId)
      const { id } = await desk.create({ channelId: desk.label('BOUGHT'), insuredValue })
      await server.owner(
        'insert into packages (tenant_id, order_id, package_seq) select $1, $2, n from generate_series(1, 3) n',
        [desk.tenantId, id],
        desk.tenantId,
      )
      await desk.audit(id)
      await server.owner(
        'update packages set weight = 2, length = 30, width = 20, height = 10 where package_seq = 2',
        [],
        desk.tenantId,
      )
      const sent = new Map<string, string | null>()
      const weights: number[] = []
      const statuses: string[] = []
      await jobsWith(desk, (carrier) => ({
        buy: async (...sale) => {
          const { reference, insuredValue: insured, parcel } = sale[0]
          sent.set(reference, insured?.amount ?? null)
          weights.push(parcel.weight)
          statuses.push((await desk.one(id)).status)
          return carrier.buy(...sale)
        },
      }))
      // It passes with the last of its labels.
      expect(statuses).toEqual(Array(3).fill('under_audit'))
      expect(
        weights.toSorted((a, b) => a - b),
        'as measured, or else as estimated',
      ).toEqual([500, 500, 2000])
      const { orderNo, status } = await desk.one(id)
      expect(status).toBe('pending_shipment')
      expect([orderNo, `${orderNo}-2`, `${orderNo}-3`].map((reference) => sent.get(reference))).toEqual(
        shares,
      )
    },
  )

  test('that a slow carrier makes after its order was voided is voided too', async () => {
    const desk = await aCarrierDesk()
    const { id } = await desk.bought()
    await desk.audit(id)
    const sales: (() => Promise<unknown>)[] = []
    const slow = withCalls((carrier) => ({
      buy: async (...sale) => {
        sales.push(() => carrier.buy(...sale))
        throw noAnswer()
      },
    }))
    await doOrderJobs(server, desk, { services: { ...server.services, carriers: slow } })
    await desk.send(voidOrders, { ids: [id], reason: 'changed mind' })
    await doOrderJobs(server, desk)
    for (const sell of sales) await sell()
    await desk.age()
    await desk.jobs()
    expect(await desk.one(id)).toMatchObject({ status: 'voided', waybills: [{ status: 'voided' }] })
    expect(await desk.compare()).toEqual({ sold: [], live: [] })
  })

  /** Ends the audit of an order as if its carrier had been asked eleven minutes ago. */
  async function endLate(desk: CarrierDesk, id: number) {
    await server.owner(
      `update orders set status_at = now() - interval '11 minutes' where tenant_id = $1 and id = $2`,
      [desk.tenantId, id],
      desk.tenantId,
    )
    await orderJobs(server.database).end_late_audits?.(desk.tenantId, { ids: [id] } as never)
    expect(await desk.one(id)).toMatchObject({ status: 'audit_exception', exceptionCode: 'timeout' })
  }

  test('that ends after its audit was given up counts, and the order passes by itself', async () => {
    const desk = await aCarrierDesk()
    const { id } = await desk.bought()
    await desk.audit(id)
    await jobsWith(desk, (carrier) => ({
      buy: async (...sale) => {
        await endLate(desk, id)
        return carrier.buy(...sale)
      },
    }))
    expect(await desk.one(id)).toMatchObject({ status: 'pending_shipment', exceptionCode: null })
    await soldOnce(desk)
    const [label] = await server.owner('select is_unknown, claimed_until from waybills', [], desk.tenantId)
    expect(label, 'nothing about it is unknown any more').toEqual({ is_unknown: false, claimed_until: null })
  })

  test('that was made when its audit was given up is found by the next audit, and not made twice', async () => {
    const desk = await aCarrierDesk()
    const { id } = await desk.bought()
    await desk.audit(id)
    let sales = 0
    await jobsWith(desk, (carrier) => ({
      buy: async (...sale) => {
        const label = await carrier.buy(...sale)
        if (sales++ > 0) return label
        await endLate(desk, id)
        await desk.audit(id)
        throw noAnswer()
      },
    }))
    await desk.jobs()
    expect(await desk.one(id)).toMatchObject({ status: 'pending_shipment' })
    await soldOnce(desk)
  })

  test('under an earlier attempt does not become the label of the next one', async () => {
    const desk = await aCarrierDesk()
    const { id } = await desk.bought()
    await desk.audit(id)
    let sales = 0
    await jobsWith(desk, (carrier) => ({
      buy: async (...sale) => {
        if (sales++ === 0)
          await server.owner(
            `update waybills set attempt = attempt + 1, calls = 0, claimed_until = null where tenant_id = $1 and order_id = $2`,
            [desk.tenantId, id],
            desk.tenantId,
          )
        return carrier.buy(...sale)
      },
    }))
    expect(await desk.one(id)).toMatchObject({
      status: 'under_audit',
      waybills: [{ status: 'requesting', trackingNo: null }],
    })
  })

  test('of a new label after a refused one has a key of its own', async () => {
    const desk = await aCarrierDesk()
    const { id } = await desk.bought()
    await desk.audit(id)
    await jobsWith(desk, refusing)
    await desk.audit(id)
    await desk.jobs()
    expect(await desk.one(id)).toMatchObject({
      status: 'pending_shipment',
      waybills: [{ status: 'obtained' }],
    })
    await desk.send(reissueLabels, { ids: [id], reason: 'lost' })
    await desk.jobs()
    expect(await desk.one(id)).toMatchObject({
      status: 'pending_shipment',
      waybills: [{ status: 'obtained' }, { status: 'voided' }],
    })
    await soldOnce(desk)
  })
})

test('a void that the carrier has not decided is asked for again in an hour', async () => {
  const desk = await aCarrierDesk()
  const { id } = await desk.bought()
  await desk.audit(id)
  await desk.jobs()
  await desk.send(voidOrders, { ids: [id], reason: 'changed mind' })
  const undecided = () => ({ void: async () => ({ outcome: 'requested' as const, words: null }) })
  await jobsWith(desk, undecided)
  const [job] = await server.owner<object>(
    `select extract(epoch from j.run_at - j.created_at)::int as seconds, j.max_attempts::int as attempts, w.status, w.claimed_until, w.voided_at
     from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id and t.identifier = 'void_label', waybills w
     where (j.payload ->> 'tenantId')::bigint = w.tenant_id and w.order_id = $1`,
    [id],
    desk.tenantId,
  )
  expect(job).toEqual({ seconds: 3600, attempts: 5, status: 'voiding', claimed_until: null, voided_at: null })
  await desk.jobs()
  expect(await desk.one(id)).toMatchObject({ waybills: [{ status: 'voided' }] })
  const [label] = await server.owner(
    'select voided_at is not null as "isTimed" from waybills',
    [],
    desk.tenantId,
  )
  expect(label).toEqual({ isTimed: true })
})

describe('a label', () => {
  const asked = async (desk: CarrierDesk) => {
    const { id } = await desk.bought()
    await desk.audit(id)
    const [row] = await server.owner<{ id: string }>(
      `select id from waybills where order_id = $1 and status = 'requesting'`,
      [id],
      desk.tenantId,
    )
    return Number(row?.id)
  }
  const set = (desk: CarrierDesk, id: number, columns: string) =>
    server.owner(`update waybills set ${columns} where id = $1`, [id], desk.tenantId)

  test('is claimed for two minutes by one server, which knows whether its carrier was asked and may still sell', async () => {
    const desk = await aCarrierDesk()
    const id = await asked(desk)
    const claim = async (status: 'requesting' | 'voiding' = 'requesting') => {
      const claimed = await desk.write((tx) => claimWaybill(tx, desk.tenantId, id, status, 'void_label'))
      return claimed && [claimed.wasAsked, claimed.isRecent, claimed.isVoidOver]
    }
    expect(await claim('voiding'), 'it is in another status').toBeUndefined()
    expect(await claim()).toEqual([false, true, false])
    const [row] = await server.owner(
      'select round(extract(epoch from claimed_until - now()) / 10)::int * 10 as seconds, calls::int from waybills where id = $1',
      [id],
      desk.tenantId,
    )
    expect(row).toEqual({ seconds: 120, calls: 1 })
    expect(await claim(), 'it is held').toBeUndefined()
    const [job] = await server.owner(
      `select j.payload -> 'input' as input, extract(epoch from j.run_at - j.created_at)::int as seconds
       from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
       where t.identifier = 'void_label' and (j.payload ->> 'tenantId')::bigint = $1`,
      [desk.tenantId],
    )
    expect(job).toEqual({ input: { id }, seconds: 120 })
    const free = "claimed_until = now() - interval '1 second'"
    await set(
      desk,
      id,
      `${free}, requested_at = now() - interval '14 minutes 50 seconds', void_until = now() + interval '1 minute'`,
    )
    expect(await claim()).toEqual([true, true, false])
    await set(desk, id, `${free}, requested_at = now() - interval '15 minutes', void_until = now()`)
    expect(await claim()).toEqual([true, false, true])
  })

  test('that was sold has a number of its own among the live ones of its carrier, however it is written', async () => {
    const desk = await aCarrierDesk()
    const [first, second] = [await asked(desk), await asked(desk)]
    const sold = (
      id: number,
      attempt: number,
      ref: string,
      trackingNo: string,
      cost: { amount: string; currency: string } | null,
    ) => desk.write((tx) => recordBought(tx, desk.tenantId, { id, attempt }, { ref, trackingNo, cost }))
    const known = async (id: number) =>
      (
        await server.owner(
          'select carrier_ref as ref, tracking_no as no, cost_amount::float as cost, cost_currency as currency from waybills where id = $1',
          [id],
          desk.tenantId,
        )
      )[0]
    const five = { amount: '5.00', currency: 'USD' }
    expect(await sold(first, 1, 'A', 'Tn 1', five)).toBe('bought')
    const row = { ref: 'A', no: 'Tn 1', cost: 5, currency: 'USD' }
    expect(await known(first)).toEqual(row)
    expect(await sold(second, 1, 'B', 't n1', five), 'another label has it').toBe('taken')
    expect(await known(second)).toEqual({ ref: null, no: null, cost: null, currency: null })
    expect(await sold(first, 1, 'A', 'Tn 1', null), 'its own number, and the cost it is known to have').toBe(
      'bought',
    )
    expect(await known(first)).toEqual(row)
    await sold(first, 2, 'C', 'TN2', five)
    expect(await known(first), 'another attempt').toEqual(row)
    await sold(first, 1, 'D', 'TN3', null)
    expect(await known(first), 'another sale').toEqual({ ref: 'D', no: 'TN3', cost: null, currency: null })
    await set(desk, first, `tracking_no = 'TN1', status = 'failed'`)
    for (const [status, result] of [
      ['failed', 'taken'],
      ['voiding', 'taken'],
      ['void_failed', 'taken'],
      ['voiding', 'taken'],
      ['voided', 'bought'],
    ] as const) {
      await set(
        desk,
        first,
        `status = '${status}', voided_at = case when '${status}' = 'voided' then now() end`,
      )
      expect([status, await sold(second, 1, 'B', 'TN1', five)]).toEqual([status, result])
    }
  })
})

/** A carrier that can't be asked what it has sold. */
const withoutFind = (carrier: CarrierAdapter) => ({
  capabilities: { ...carrier.capabilities, find: false },
})

describe('a label that was bought while its file can’t be stored', () => {
  /** Runs the job of the only waybill, as it is run again when it failed. */
  async function runBuy(
    desk: CarrierDesk,
    change: Parameters<typeof withCalls>[0],
    files: Partial<typeof server.files> = {},
  ) {
    const [waybill] = await server.owner<{ id: string }>(
      `update waybills set claimed_until = null where tenant_id = $1 and status = 'requesting' returning id`,
      [desk.tenantId],
      desk.tenantId,
    )
    const services = { carriers: withCalls(change), files: { ...server.files, ...files } }
    await buyLabel(server.database, services)(desk.tenantId, { id: Number(waybill?.id) })
  }
  const noStore = {
    storeBytes: async () => {
      throw new Refusal({ zh_CN: '存储不可用', en_US: 'no storage' }, { kind: 'unavailable' })
    },
  }

  test('is found by the next try and not bought again', async () => {
    const desk = await aCarrierDesk()
    const { id } = await desk.bought()
    await desk.audit(id)
    await expect(runBuy(desk, () => ({}), noStore)).rejects.toThrow('no storage')
    expect(await desk.one(id)).toMatchObject({
      status: 'under_audit',
      waybills: [{ status: 'requesting', trackingNo: expect.stringMatching(/./) }],
    })
    await runBuy(desk, () => ({}))
    expect(await desk.one(id)).toMatchObject({
      status: 'pending_shipment',
      waybills: [{ status: 'obtained' }],
    })
    await soldOnce(desk)
  })

  test('is named where the carrier can’t be asked for it, not bought again, and voided with its order', async () => {
    const desk = await aCarrierDesk()
    const { id } = await desk.bought()
    await desk.audit(id)
    await expect(runBuy(desk, withoutFind, noStore)).rejects.toThrow('no storage')
    await runBuy(desk, withoutFind)
    const order = await desk.one(id)
    expect(order).toMatchObject({ status: 'audit_exception', waybills: [{ status: 'failed' }] })
    expect(order.waybills[0]?.trackingNo).toMatch(/./)
    expect(order.exception).toContain(`tracking number ${order.waybills[0]?.trackingNo},`)
    expect((await desk.compare()).sold).toHaveLength(1)

    await desk.send(voidOrders, { ids: [id], reason: 'changed mind' })
    await jobsWith(desk, withoutFind)
    expect(await desk.one(id)).toMatchObject({ status: 'voided', waybills: [{ status: 'voided' }] })
    expect(await desk.compare()).toEqual({ sold: [], live: [] })
  })

  test('is written down too where the carrier has sold it and did not send its file', async () => {
    const desk = await aCarrierDesk()
    const { id } = await desk.bought()
    await desk.audit(id)
    await runBuy(desk, (carrier) => ({
      ...withoutFind(carrier),
      buy: async (...sale) => {
        throw new CarrierFault('down', 'HTTP 500', true, await carrier.buy(...sale))
      },
    }))
    const order = await desk.one(id)
    expect(order).toMatchObject({ status: 'audit_exception', waybills: [{ status: 'failed' }] })
    expect(order.waybills[0]?.trackingNo).toMatch(/./)
  })
})

describe('an order whose carrier may have issued its label and can’t be asked', () => {
  const lostAnswer = (carrier: CarrierAdapter) => ({
    ...withoutFind(carrier),
    buy: async (): Promise<never> => {
      throw noAnswer()
    },
  })
  const reissue = async (desk: CarrierDesk, id: number) =>
    (await desk.send(reissueLabels, { ids: [id], reason: 'looked it up' })).data as BulkResult

  test('is not voided under the number of another label, which the carrier mistakes for it', async () => {
    const desk = await aCarrierDesk()
    const good = await desk.bought()
    await desk.audit(good.id)
    await desk.jobs()
    const lost = await desk.create({ channelId: desk.label('BOUGHT'), receiverName: 'DEMO-LOST' })
    await desk.audit(lost.id)
    await jobsWith(desk, () => ({
      find: async () => {
        throw noAnswer()
      },
    }))
    await desk.send(voidOrders, { ids: [lost.id], reason: 'changed mind' })
    const [first] = await server.owner<{ key: string }>(
      'select purchase_key as key from demo_labels where tenant_id = $1 order by bought_at limit 1',
      [desk.tenantId],
      desk.tenantId,
    )
    await jobsWith(desk, (carrier) => ({ find: () => carrier.find(first?.key ?? '') }))
    expect(await desk.one(lost.id)).toMatchObject({
      waybills: [{ status: 'void_failed', failure: expect.stringContaining('is already on another label') }],
    })
    expect(await desk.one(good.id)).toMatchObject({ status: 'pending_shipment' })
    const voided = await server.owner(
      'select 1 from demo_labels where tenant_id = $1 and voided_at is not null',
      [desk.tenantId],
      desk.tenantId,
    )
    expect(voided).toEqual([])
  })

  test('gets a new label by a reissue, and the old one is left for the user to void', async () => {
    const desk = await aCarrierDesk()
    const { id } = await desk.bought()
    await desk.audit(id)
    await jobsWith(desk, lostAnswer)
    await desk.audit(id)
    await jobsWith(desk, withoutFind)
    const lost = await desk.one(id)
    expect(lost).toMatchObject({ status: 'audit_exception', waybills: [{ status: 'failed' }] })
    expect(lost.exception).toContain('choose “Reissue label”')
    expect((await desk.compare()).sold).toEqual([])

    expect(await reissue(desk, id)).toEqual({ ok: 1, failed: [] })
    await jobsWith(desk, withoutFind)
    expect(await desk.one(id)).toMatchObject({
      status: 'pending_shipment',
      waybills: [
        { status: 'obtained' },
        { status: 'void_failed', failure: expect.stringContaining('has no online void') },
      ],
    })
    expect((await desk.compare()).sold).toHaveLength(1)
  })

  test('is the only one in exception that takes a reissue; a refused one is audited again instead', async () => {
    const desk = await aCarrierDesk()
    const { id } = await desk.bought()
    await desk.audit(id)
    await jobsWith(desk, refusing)
    expect(await reissue(desk, id)).toMatchObject({
      ok: 0,
      failed: [{ id, reason: expect.stringContaining('Audit it again') }],
    })
    expect(await desk.one(id)).toMatchObject({ status: 'audit_exception', waybills: [{ status: 'failed' }] })
  })
})

describe('a new label sold late to an order whose intercept awaits an answer', () => {
  const soldLate = async () => {
    const desk = await aCarrierDesk()
    const { id } = await desk.bought()
    await desk.audit(id)
    await desk.jobs()
    await desk.send(reissueLabels, { ids: [id], reason: 'crumpled' })
    await desk.send(interceptOrders, { ids: [id], reason: 'changed mind' })
    const sales: (() => Promise<unknown>)[] = []
    await jobsWith(desk, (carrier) => ({
      buy: async (...sale): Promise<never> => {
        sales.push(() => carrier.buy(...sale))
        throw new CarrierFault('address', 'no answer', true)
      },
    }))
    expect(sales).toHaveLength(1)
    await Promise.all(sales.map((sell) => sell()))
    expect(await desk.one(id)).toMatchObject({
      ...{ status: 'audit_exception', exceptionCode: 'waybill_refused', interceptStatus: 'requested' },
    })
    return {
      ...desk,
      id,
      answer: (isApproved: boolean) => desk.send(answerIntercepts, { ids: [id], isApproved, reason: null }),
    }
  }

  test('is voided with the order', async () => {
    const desk = await soldLate()
    await desk.answer(true)
    await desk.jobs()
    expect(await desk.one(desk.id)).toMatchObject({ status: 'voided' })
    expect((await desk.compare()).sold).toEqual([])
  })

  test('is its label when the order is to go', async () => {
    const desk = await soldLate()
    await desk.answer(false)
    await desk.audit(desk.id)
    await desk.jobs()
    expect(await desk.one(desk.id)).toMatchObject({ status: 'pending_shipment' })
    await soldOnce(desk)
  })
})

const troubles = {
  buy: [
    'none',
    'none',
    'none',
    'slow',
    'refused',
    'away',
    'lost before',
    'lost after',
    'late',
    'number',
    'file',
  ],
  find: ['none', 'none', 'none', 'slow', 'away'],
  void: ['none', 'none', 'none', 'slow', 'away', 'lost after', 'undecided'],
} as const
const seen = new Map<string, number>()

/** A carrier on its worst day. */
function badDay(
  luck: ReturnType<typeof chance>,
  usedNumbers: () => Promise<string[]>,
  late: Promise<unknown>[],
): Carriers {
  const trouble = (call: keyof typeof troubles) => {
    const picked = luck.pick<string>(troubles[call])
    seen.set(`${call} ${picked}`, (seen.get(`${call} ${picked}`) ?? 0) + 1)
    return picked
  }
  const before = async (picked: string) => {
    if (picked === 'slow') await sleep(luck.between(1, 60))
    if (picked === 'away') throw noConnection()
    if (picked === 'lost before') throw noAnswer()
  }
  return withCalls((carrier) => ({
    buy: async (shipment, service, key) => {
      const picked = trouble('buy')
      await before(picked)
      if (picked === 'refused') throw new CarrierFault('address', 'unknown street')
      const sell = () => carrier.buy(shipment, service, key)
      if (picked === 'late') {
        // The request is given up, but the purchase is made later.
        late.push(sleep(luck.between(1, 800)).then(sell))
        throw noAnswer()
      }
      const label = await sell()
      if (picked === 'lost after') throw noAnswer()
      if (picked === 'file') return { ...label, file: Buffer.from('<html>Bad gateway</html>') }
      const numbers = picked === 'number' ? await usedNumbers() : []
      return { ...label, trackingNo: luck.pick([...numbers, label.trackingNo]) }
    },
    find: async (key) => {
      await before(trouble('find'))
      return carrier.find(key)
    },
    void: async (ref) => {
      const picked = trouble('void')
      await before(picked)
      if (picked === 'undecided') return { outcome: 'requested', words: null }
      const answer = await carrier.void(ref)
      if (picked === 'lost after') throw noAnswer()
      return answer
    },
  }))
}

test('whatever a carrier answers, what was bought and not voided is what the orders have', {
  timeout: 120_000 + orders * 4000,
}, async () => {
  const luck = chance('carrier')
  const desk = await aCarrierDesk()
  /** Numbers of labels that orders have. */
  const usedNumbers = async () => {
    const rows = await server.owner<{ no: string }>(
      `select tracking_no as no from waybills where tenant_id = $1 and carrier_account_id is not null and status = 'obtained'`,
      [desk.tenantId],
      desk.tenantId,
    )
    return rows.map(({ no }) => no)
  }
  const late: Promise<unknown>[] = []
  const carriers = badDay(luck, usedNumbers, late)
  const ids: number[] = []

  /** Two servers may get the same job. */
  const work = async (rounds: number, isBad: boolean) => {
    const services = isBad ? { ...server.services, carriers } : server.services
    for (let round = 0; round < rounds; round++) {
      const jobs = await takeJobs(server, desk, { isLater: true, services, max: 500 })
      if (jobs.length === 0) return
      await Promise.all(
        Array.from({ length: AT_ONCE }, async () => {
          for (let job = jobs.shift(); job; job = jobs.shift())
            await (isBad && luck.between(0, 4) === 0 ? Promise.all([job.run(), job.run()]) : job.run())
        }),
      )
    }
  }
  const changes = {
    audit: (id: number) => desk.audit(id),
    void: (id: number) => desk.send(voidOrders, { ids: [id], reason: 'changed mind' }),
    intercept: (id: number) => desk.send(interceptOrders, { ids: [id], reason: 'changed mind' }),
    reissue: (id: number) => desk.send(reissueLabels, { ids: [id], reason: 'lost' }),
    away: (id: number) => desk.send(assignChannel, { ids: [id], channelId: desk.channelOf('LOCAL') }),
    back: (id: number) => desk.send(assignChannel, { ids: [id], channelId: desk.label('BOUGHT') }),
    edit: async (id: number) => {
      const { rowVersion, channelId, referenceNo } = await desk.one(id)
      const { customerId: _, ...facts } = desk.facts({ channelId, referenceNo, receiverName: 'Bob Example' })
      await desk.send(editOrder, { id, rowVersion, ...facts })
    },
  }
  const kinds = ['audit', 'audit', 'audit', 'void', 'intercept', 'reissue', 'away', 'back', 'edit'] as const

  while (ids.length < orders) {
    const fresh: number[] = []
    while (fresh.length < 20 && ids.length + fresh.length < orders) fresh.push((await desk.bought()).id)
    ids.push(...fresh)
    if (isAll && ids.length % 100 === 0) console.log(`${ids.length} orders so far`)
    await desk.audit(...fresh)
    await work(1, true)
    await Promise.all([
      work(1, true),
      ...Array.from({ length: 10 }, () => changes[luck.pick(kinds)](luck.pick(ids))),
    ])
  }
  await work(4, true)
  await Promise.allSettled(late)
  await desk.age()
  await work(Number.POSITIVE_INFINITY, false)
  // An order that is to be intercepted is not audited again: it keeps a label that failed until it is answered.
  const asked = await server.owner<{ id: number }>(
    `select id::int from orders where tenant_id = $1 and intercept_status = 'requested' order by id`,
    [desk.tenantId],
    desk.tenantId,
  )
  for (const isApproved of [true, false]) {
    const some = idsOf(asked.filter((_, index) => index % 2 === Number(isApproved)))
    if (some.length > 0) await desk.done(answerIntercepts, { ids: some, isApproved, reason: null })
  }
  await desk.audit(...ids.slice(0, 500))
  if (ids.length > 500) await desk.audit(...ids.slice(500))
  await work(Number.POSITIVE_INFINITY, false)

  const statuses = await server.owner<{ status: string; count: number }>(
    'select status, count(*)::int as count from orders where tenant_id = $1 group by 1 order by 1',
    [desk.tenantId],
    desk.tenantId,
  )
  const { sold, live } = await desk.compare()
  const figures = Object.fromEntries(statuses.map(({ status, count }) => [status, count]))
  console.log(
    `${orders} orders, ${JSON.stringify(figures)}, ${sold.length} live purchases; ${JSON.stringify(Object.fromEntries(seen))}`,
  )
  const open = await server.owner<object>(
    `select o.order_no, o.status, o.exception_code, o.exception_facts, w.status as waybill from orders o
     left join waybills w on w.tenant_id = o.tenant_id and w.order_id = o.id and w.status in ('requesting', 'failed', 'voiding')
     where o.tenant_id = $1 and (w.status in ('requesting', 'voiding')
       or o.status in ('under_audit', 'audit_exception') or w.status = 'failed' or o.intercept_status = 'requested')`,
    [desk.tenantId],
    desk.tenantId,
  )
  expect(open).toEqual([])
  expect(live).toEqual(sold)
  expect(live.length).toBeGreaterThan(orders / 4)
  expect(await server.database.read(desk.tenantId, (db) => wrongInOrders(db, desk.tenantId))).toEqual([])
})
