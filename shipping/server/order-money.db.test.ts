import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { assignPrices } from '../../billing/customer-prices/contract.ts'
import { createFee, refundFees, rerateFees, voidFees } from '../../billing/fees/contract.ts'
import { priceEvents } from '../../billing/fees/server/charge.ts'
import { confirmCollections, createCollection, unblockAccounts } from '../../billing/money/contract.ts'
import { reverseCollection as takeCollectionBack } from '../../billing/money/server/collections.ts'
import { lockAccounts, postMoney } from '../../billing/money/server/ledger.ts'
import { editQuote, publishVersion, switchQuotes } from '../../billing/quotes/contract.ts'
import { whatIf } from '../../billing/what-if/contract.ts'
import { CarrierFault } from '../../carriers/carrier.ts'
import { getCustomer, listCustomers, setTerms } from '../../customers/contract.ts'
import * as orderCalls from '../../orders/contract.ts'
import { auditOrders } from '../../orders/server/audit.ts'
import { orderJobs, orderNightly } from '../../orders/server/jobs.ts'
import { writeOrders } from '../../orders/server/orders.ts'
import { voidOrders } from '../../orders/server/steps.ts'
import { reissueLabels, uploadLabel, voidLabelAgain } from '../../orders/waybills/contract.ts'
import type { OutputOf, SentTo } from '../../platform/calls/call.ts'
import type { Tx } from '../../platform/database/server/db.ts'
import { deadlocksOf, LOCK_NOT_AVAILABLE } from '../../testing/deadlocks.ts'
import { carrierPdf } from '../../testing/label-builders.ts'
import { untilLockWaits } from '../../testing/lock-waits.ts'
import { addLabelChannels, doOrderJobs, queuedJobs, wrongInOrders } from '../../testing/order-builders.ts'
import { printOptions } from '../../testing/order-work.ts'
import { freightOf, handlingOf, publishPrice } from '../../testing/price-builders.ts'
import { aPricedDesk, freightTable, type PricedDesk } from '../../testing/priced-desk.ts'
import { chance } from '../../testing/random.ts'
import { atOnce } from '../../testing/server-ground.ts'
import { aPerson, aSession, startTestServer } from '../../testing/test-server.ts'
import { uploadedId } from '../../testing/upload.ts'
import { confirmLabelPrint, printLabels, reprintLabels } from '../labels/contract.ts'
import { shipOrders } from '../outbound/server/ship.ts'

const server = await startTestServer()
const reason = 'because'

const aDesk = () => aPricedDesk(server)
const levels = async (desk: PricedDesk) => (await desk.level(desk.bolts)).slice(0, 2)
const reasonOf = ({ failed }: { failed: readonly { reason: string }[] }) => failed[0]?.reason
const voidOrder = (desk: PricedDesk, ...ids: number[]) => desk.send(orderCalls.voidOrders, { ids, reason })
const wrong = (desk: PricedDesk) =>
  server.database.read(desk.tenantId, (db) => wrongInOrders(db, desk.tenantId))

/** Handling costs something, or has no price at all. */
const priceHandling = async (desk: PricedDesk, prices: Parameters<typeof handlingOf>[2]) =>
  publishPrice(server, {
    ...{ tenantId: desk.tenantId, quoteCode: `OP-${prices.length}`, kind: 'operation' },
    content: await handlingOf(server, desk.tenantId, prices),
  })

/** What is frozen is what is held, and what is in an account is the sum of its flows. */
async function expectBalanced(desk: PricedDesk) {
  const rows = await desk.asOwner(
    `select a.customer_id from customer_accounts a
     where a.frozen <> (select coalesce(sum(h.amount), 0) from account_holds h where h.customer_id = a.customer_id and h.status = 'open')
       or a.balance <> (select coalesce(sum(case f.log_type when 'in' then f.amount when 'out' then -f.amount else 0 end), 0)
         from balance_flows f where f.customer_id = a.customer_id)
       or exists (select 1 from account_holds h join orders o on o.id = h.source_id where h.customer_id = a.customer_id and h.status = 'open'
         and h.reason = 'order' and o.status in ('pending_audit', 'voided'))`,
  )
  expect(rows).toEqual([])
}

/** A customer with bills, whose open fees for a shipped order leave too little for the next one. */
async function aBilledShortage() {
  const desk = await aDesk()
  await desk.setTerms({ mode: 'bill', limit: 'balance' })
  await desk.pay('17.53')
  const { id: shipped } = await desk.audited()
  await desk.print([shipped])
  await desk.ship(shipped)
  const { id } = await desk.audited()
  expect(await desk.standing(id)).toBe('balance_short')
  return { desk, shipped, id }
}

describe('stock and money through one order (S1)', () => {
  test('are held at the audit, untouched by printing, and taken at shipping by what was measured', async () => {
    const desk = await aDesk()
    await desk.pay('50.00')
    const { id } = await desk.audited()
    const fees = async () => {
      const { rows } = (await desk.send(orderCalls.listOrders, {})).data as OutputOf<
        typeof orderCalls.listOrders
      >
      return rows.map(({ fee }) => fee)
    }
    expect(await fees()).toEqual(['17.53'])
    expect([await levels(desk), await desk.money()], 'audited').toEqual([
      [100, 3],
      ['50.00', '17.53'],
    ])
    const asked = { ids: [id], ...printOptions }
    for (const [what, start] of [
      ['printed', () => desk.send(printLabels, asked)],
      ['printed again', () => desk.send(reprintLabels, { ...asked, reason })],
    ] as const) {
      const { printId } = (await start()).data as { printId: number }
      // As if a worker had drawn them.
      for (const status of ['running', 'done'])
        await desk.asOwner(
          `update tasks set status = $1::task_status where status in ('waiting', 'running')`,
          [status],
        )
      expect(await desk.send(confirmLabelPrint, { id: printId, notPrinted: [] }), what).toMatchObject({
        data: { ok: 1, failed: [] },
      })
      expect([await levels(desk), await desk.money()], what).toEqual([
        [100, 3],
        ['50.00', '17.53'],
      ])
    }
    await desk.weigh(id, '5')
    expect(await desk.ship(id)).toMatchObject({ ok: 1 })
    expect([await levels(desk), await desk.money()], 'shipped').toEqual([
      [97, 0],
      ['31.98', '0.00'],
    ])
    expect(await desk.feesOf(id)).toEqual([
      'FREIGHT 9.52 settled',
      'RESIDENTIAL 5.95 settled',
      'FUEL 2.55 settled',
    ])
    expect(await fees()).toEqual(['18.02'])
    expect(await desk.holdsOf(id)).toEqual(['17.53 consumed'])
    const flows = await desk.asOwner<{ flow: string }>(
      `select log_type || ' ' || business || ' ' || amount as flow from balance_flows where source_type <> 'test' order by seq`,
    )
    expect(flows.map(({ flow }) => flow)).toEqual([
      'freeze order_freight 17.53',
      'unfreeze order_freight 17.53',
      'out order_freight 18.02',
    ])
    const [fee] = await desk.asOwner<{ id: string }>('select id from fees where amount = 9.52')
    const refund = { ids: [Number(fee?.id)], amount: '5.00', reason }
    expect((await desk.send(refundFees, refund)).data).toMatchObject({ ok: 1, failed: [] })
    expect([await levels(desk), await desk.money()], 'refunded').toEqual([
      [97, 0],
      ['36.98', '0.00'],
    ])
    expect(await wrong(desk)).toEqual([])
  })

  test('are given back when it is voided instead', async () => {
    const desk = await aDesk()
    await desk.pay('50.00')
    const unlabelled = freightOf({ ...freightTable, surcharges: freightTable.surcharges.slice(0, 1) })
    await desk.asOwner('delete from customer_prices')
    await publishPrice(server, {
      ...{ tenantId: desk.tenantId, customerId: desk.customerId, quoteCode: 'NO-CANCEL', discount: '0.80' },
      ...{ kind: 'freight', fuelPercent: '16.50', channelId: desk.channelOf('LOCAL'), content: unlabelled },
    })
    const { id } = await desk.audited()
    await desk.print([id])
    await voidOrder(desk, id)
    expect([await levels(desk), await desk.money()]).toEqual([
      [100, 0],
      ['50.00', '0.00'],
    ])
    expect(await desk.eventOf(id, 'order_void')).toMatchObject({ status: 'free' })
    expect(await wrong(desk)).toEqual([])
  })

  test('with a price for the cancelled label, the customer pays that (RF-2)', async () => {
    const desk = await aDesk()
    await desk.pay('50.00')
    const { id } = await desk.audited()
    await desk.print([id])
    await voidOrder(desk, id)
    expect(await desk.money()).toEqual(['49.00', '0.00'])
    expect(await desk.feesOf(id)).toEqual(['LABEL_CANCEL 1.00 settled'])
  })

  test('handling and freight leave the balance as a line each', async () => {
    const desk = await aDesk()
    await priceHandling(desk, [['OUT_HANDLING', 'order', '1.20']])
    await desk.pay('50.00')
    const { id } = await desk.audited()
    expect(await desk.money()).toEqual(['50.00', '18.73'])
    await desk.print([id])
    await desk.ship(id)
    const flows = await desk.asOwner<{ flow: string }>(
      `select business || ' ' || amount as flow from balance_flows where log_type = 'out' order by business`,
    )
    expect(flows.map(({ flow }) => flow).sort()).toEqual(['order_freight 17.53', 'order_operation_fee 1.20'])
    expect(await desk.money()).toEqual(['31.27', '0.00'])
  })
})

test('the list shows what is held for an order together with what it was charged before', async () => {
  const desk = await aDesk()
  await desk.pay('50.00')
  const { id, orderNo } = await desk.create({ lines: desk.three() })
  const fee = async () => (await desk.done(orderCalls.listOrders, {})).rows.map((row) => row.fee)
  expect(await fee()).toEqual([null])
  const [photos] = await desk.asOwner<{ id: string }>(`select id from fee_types where fee_code = 'VAS'`)
  await desk.done(createFee, {
    ...{ customerId: desk.customerId, feeTypeId: Number(photos?.id), amount: '3.00', documentNo: orderNo },
    ...{ chargeDate: '2026-01-02', reason: 'photos' },
  })
  expect(await fee()).toEqual(['3.00'])
  await desk.audit(id)
  expect(await fee()).toEqual(['20.53'])
  expect(await desk.money()).toEqual(['47.00', '17.53'])
  await desk.print([id])
  await desk.ship(id)
  expect(await fee()).toEqual(['20.53'])
})

describe('the balance test (BL-1)', () => {
  /** Balance 20.00, credit 10.00, and 5.00 held for another order. */
  async function aTightDesk(limit: 'none' | 'balance' | 'balance_and_credit') {
    const desk = await aDesk()
    await publishPrice(server, {
      ...{ tenantId: desk.tenantId, quoteCode: 'FIVE', kind: 'freight', channelId: desk.channelOf('LIGHT') },
      content: freightOf({ flatPrice: '5.00' }),
    })
    await desk.pay('20.00')
    await desk.setTerms({ credit: '10.00', limit })
    await desk.audited({ channelId: desk.channelOf('LIGHT'), lines: [desk.line('BOLT', 1)] })
    expect(await desk.money()).toEqual(['20.00', '5.00'])
    return desk
  }

  const orderable = async (desk: PricedDesk) =>
    ((await desk.send(getCustomer, { id: desk.customerId })).data as { orderable: string }).orderable

  test.each([
    ['none', '15.00', 'pending_shipment', '22.53', undefined],
    [
      'balance',
      '15.00',
      'balance_short',
      '5.00',
      'Not enough balance: estimate 17.53 USD, short by 2.53 USD',
    ],
    ['balance_and_credit', '25.00', 'pending_shipment', '22.53', undefined],
  ] as const)('with the limit %s, %s to spend ends as %s', async (limit, before, standing, frozen, why) => {
    const desk = await aTightDesk(limit)
    expect(await orderable(desk)).toBe(before)
    const { id, result } = await desk.audited()
    expect(await desk.standing(id)).toBe(standing)
    expect(await desk.money()).toEqual(['20.00', frozen])
    expect(reasonOf(result)).toBe(why)
  })

  test('leaves 7.47 of balance and credit, and an order of just 15.00 leaves nothing of the balance', async () => {
    const credited = await aTightDesk('balance_and_credit')
    await credited.audited()
    expect(await orderable(credited)).toBe('7.47')
    const desk = await aTightDesk('balance')
    await publishPrice(server, {
      ...{ tenantId: desk.tenantId, quoteCode: 'FIFTEEN', kind: 'freight' },
      ...{ channelId: desk.channelOf('LIGHT'), content: freightOf({ flatPrice: '15.00' }) },
    })
    const { id } = await desk.audited({
      channelId: desk.channelOf('LIGHT'),
      lines: [desk.line('BOLT', 1)],
    })
    expect([await desk.standing(id), await orderable(desk)]).toEqual(['pending_shipment', '0.00'])
  })

  test('an order that fails it holds no goods either, and says in both languages what is missing', async () => {
    const desk = await aTightDesk('balance')
    const { id } = await desk.audited()
    expect(await levels(desk)).toEqual([100, 1])
    const { data } = await desk.send(orderCalls.getOrder, { id })
    expect(data).toMatchObject({ exceptionCode: 'balance_short' })
    const [row] = await desk.asOwner<{ facts: unknown }>(
      'select exception_facts as facts from orders where id = $1',
      [id],
    )
    expect(row?.facts).toEqual({
      text: 'balanceShortIn',
      values: { estimate: '17.53', short: '2.53', currency: 'USD' },
    })
  })

  test('an order that fails it tells the amounts only to users who may see fees', async () => {
    const desk = await aTightDesk('balance')
    const { id: held } = await desk.audited({
      channelId: desk.channelOf('LIGHT'),
      lines: [desk.line('BOLT', 1)],
    })
    const { id } = await desk.audited()
    const desks = ['order:order:view', 'order:order:edit', 'order:order:audit']
    for (const [permissions, words, fee] of [
      [desks, 'Insufficient balance', null],
      [[...desks, 'query:cost:view'], 'Not enough balance: estimate 17.53 USD, short by 7.53 USD', '5.00'],
    ] as const) {
      const { id: personId } = await aPerson(server, desk.tenantId, { permissions: [...permissions] })
      const token = await aSession(server, desk.tenantId, personId)
      const as = { token, headers: { 'x-language': 'en_US' } }
      expect((await server.send(orderCalls.getOrder, { id }, as)).data).toMatchObject({ exception: words })
      expect((await server.send(orderCalls.getOrder, { id: held }, as)).data).toMatchObject({ fee })
      const again = await server.send(orderCalls.auditOrders, { ids: [id] }, as)
      expect(again.data).toMatchObject({ failed: [{ reason: words }] })
    }
  })

  test('the package is charged by what it weighs, also above the limit', async () => {
    const desk = await aTightDesk('balance_and_credit')
    const { id } = await desk.audited()
    await desk.print([id])
    await desk.weigh(id, '5')
    expect(await desk.ship(id)).toMatchObject({ ok: 1 })
    expect(await desk.money()).toEqual(['1.98', '5.00'])
  })

  test('what is just enough passes, and one cent less does not', async () => {
    const desk = await aDesk()
    await desk.setTerms({ limit: 'balance' })
    await desk.pay('17.53')
    expect(await desk.standing((await desk.audited()).id)).toBe('pending_shipment')
    expect(await desk.money()).toEqual(['17.53', '17.53'])
    await desk.pay('17.52')
    const { result } = await desk.audited()
    expect(reasonOf(result)).toBe('Not enough balance: estimate 17.53 USD, short by 0.01 USD')
  })

  test('each order of a selection finds what the ones before it left, by priority', async () => {
    const desk = await aDesk()
    await desk.setTerms({ limit: 'balance' })
    await desk.pay('40.00')
    const made = [await desk.create({ lines: desk.three() }), await desk.create({ lines: desk.three() })]
    const urgent = await desk.create({ lines: desk.three(), priority: 9 })
    const ids = [...made, urgent].map(({ id }) => id)
    expect(await desk.audit(...ids)).toMatchObject({ ok: 2, failed: [{ id: made[1]?.id }] })
    expect(await desk.standing(urgent.id)).toBe('pending_shipment')
    expect(await desk.money()).toEqual(['40.00', '35.06'])
  })

  test('a debtor’s order fails even if it costs nothing, unless there is no limit', async () => {
    const desk = await aDesk()
    await desk.pay('-0.01')
    const free = { channelId: desk.channelOf('LIGHT'), lines: [desk.line('BOLT', 1)] }
    for (const [limit, standing] of [
      ['balance', 'balance_short'],
      ['balance_and_credit', 'balance_short'],
      ['none', 'pending_shipment'],
    ] as const) {
      await desk.setTerms({ limit })
      const { id } = await desk.audited(free)
      expect([limit, await desk.standing(id)]).toEqual([limit, standing])
      expect(await desk.holdsOf(id)).toEqual([])
    }
  })

  test('what a customer with bills has not settled yet counts, and what was settled before does not', async () => {
    const desk = await aDesk()
    await desk.pay('47.53')
    const { id: settled } = await desk.audited()
    await desk.print([settled])
    await desk.ship(settled)
    await desk.setTerms({ mode: 'bill', limit: 'balance' })
    const { id } = await desk.audited()
    await desk.print([id])
    await desk.ship(id)
    expect([await desk.money(), await desk.holdsOf(id)]).toEqual([['30.00', '0.00'], ['17.53 consumed']])
    expect(await desk.feesOf(id)).toEqual([
      'FREIGHT 9.10 not_settled',
      'RESIDENTIAL 5.95 not_settled',
      'FUEL 2.48 not_settled',
    ])
    const { result } = await desk.audited()
    expect(reasonOf(result)).toBe('Not enough balance: estimate 17.53 USD, short by 5.06 USD')
  })
})

test('a customer with bills has what is not settled yet less for orders, on every screen, and may have too little left', async () => {
  const desk = await aDesk()
  await desk.pay('30.00')
  await desk.setTerms({ mode: 'bill', limit: 'balance' })
  await desk.asOwner(`update customers set warn_amount = 20 where id = $1`, [desk.customerId])
  const low = async () => (await desk.done(listCustomers, { isLow: '1' })).total
  const left = async () => {
    const { rows } = await desk.done(listCustomers, {})
    const { data } = await desk.send(getCustomer, { id: desk.customerId })
    const row = rows.find(({ id }) => id === desk.customerId)
    return [row?.orderable, (data as { orderable: string }).orderable]
  }
  expect([await left(), await low()]).toEqual([['30.00', '30.00'], 0])
  const { id } = await desk.audited()
  expect(await left()).toEqual(['12.47', '12.47'])
  await desk.print([id])
  await desk.ship(id)
  expect([await left(), await low()]).toEqual([['12.47', '12.47'], 1])
  await desk.setTerms({ mode: 'balance' })
  expect([await left(), await low()]).toEqual([['30.00', '30.00'], 0])
})

test('a customer in arrears is low without a warning amount, and their page says so', async () => {
  const desk = await aDesk()
  const seen = async () => [
    (await desk.done(listCustomers, { isLow: '1' })).total,
    (await desk.done(getCustomer, { id: desk.customerId })).isInArrears,
  ]
  await desk.setTerms({ limit: 'balance' })
  expect(await seen()).toEqual([0, false])
  await desk.pay('-0.01')
  expect(await seen()).toEqual([1, true])
  await desk.setTerms({ limit: 'balance_and_credit', credit: '0.01' })
  expect(await seen()).toEqual([0, false])
  await desk.setTerms({ limit: 'none' })
  expect(await seen()).toEqual([1, true])
  await desk.setTerms({ mode: 'bill' })
  expect(await seen()).toEqual([0, false])
})

describe('an order without a price', () => {
  test.each([
    [
      'no_price',
      'The customer has no price for order handling',
      `update quotes set is_enabled = false where kind = 'operation'`,
    ],
    [
      'no_price',
      'The customer has no freight price for channel LOCAL',
      `update quotes set is_enabled = false where kind = 'freight'`,
    ],
    ['no_zone', 'The address has no zone on channel LOCAL', 'delete from zone_rows'],
  ])('fails with %s: %s', async (code, why, change) => {
    const desk = await aDesk()
    await desk.pay('50.00')
    await desk.asOwner(change)
    const { id, result } = await desk.audited()
    expect([await desk.standing(id), reasonOf(result)]).toEqual([code, why])
    expect([await levels(desk), await desk.money()]).toEqual([
      [100, 0],
      ['50.00', '0.00'],
    ])
  })

  test('fails above the last weight of the table, with the weight', async () => {
    const desk = await aDesk()
    await desk.pay('50.00')
    const { id, result } = await desk.audited({ lines: [desk.line('BOLT', 9)] })
    expect([await desk.standing(id), reasonOf(result)]).toEqual([
      'no_price',
      'The freight table of channel LOCAL does not cover a billable weight of 11',
    ])
  })

  test('fails also beside a forced one that passes, when both are audited again', async () => {
    const desk = await aDesk()
    const [plain, forced] = [
      await desk.create({ lines: [desk.line('BOLT', 101)] }),
      await desk.create({ lines: [desk.line('BOLT', 102)] }),
    ]
    await desk.audit(plain.id, forced.id)
    await desk.send(orderCalls.forceOrders, { ids: [forced.id], reason })
    const both = async () => [await desk.standing(plain.id), await desk.standing(forced.id)]
    expect(await both()).toEqual(['stock_short', 'stock_short'])
    await desk.move({ flow: 'receive', batchId: desk.bolts, onHand: 200 })
    await doOrderJobs(server, desk)
    expect(await both()).toEqual(['no_price', 'pending_shipment'])
  })

  test('fails where the price is beyond what an account has room for, and the others of the selection pass', async () => {
    const desk = await aDesk()
    await desk.setTerms({ limit: 'none' })
    const [dear, other] = [await desk.create({ channelId: desk.channelOf('LIGHT') }), await desk.create()]
    await publishPrice(server, {
      ...{ tenantId: desk.tenantId, quoteCode: 'DEAR', kind: 'freight', channelId: desk.channelOf('LIGHT') },
      content: freightOf({ flatPrice: '99999999999999999.00' }),
    })
    const result = await desk.audit(dear.id, other.id)
    expect([result.ok, await desk.standing(dear.id), reasonOf(result)]).toEqual([
      ...[1, 'no_price'],
      'The price comes to 99999999999999999.00, more than an order can cost. Check the prices and the quantities.',
    ])
    const forced = await desk.send(orderCalls.forceOrders, { ids: [dear.id], reason })
    expect([forced.status, forced.data]).toMatchObject([200, { ok: 1 }])
    expect([await desk.standing(dear.id), await desk.holdsOf(dear.id)]).toEqual(['pending_shipment', []])
    await desk.print([dear.id])
    expect(await desk.ship(dear.id)).toMatchObject({ ok: 1 })
    expect(await desk.eventOf(dear.id)).toMatchObject({ status: 'open', gap: 'no_price', what: 'too_large' })
  })

  test('passes once the price is there', async () => {
    const desk = await aDesk()
    await desk.pay('50.00')
    await desk.asOwner(`update quotes set is_enabled = false where kind = 'operation'`)
    const { id } = await desk.audited()
    await priceHandling(desk, [['OUT_HANDLING', 'order', '1.20']])
    expect(await desk.audit(id)).toMatchObject({ ok: 1 })
    expect(await desk.money()).toEqual(['50.00', '18.73'])
  })

  const retries = async (desk: PricedDesk) =>
    (await queuedJobs(server, desk)).filter(({ task }) => task === 'retry_unpriced_orders')
  const entries = async (desk: PricedDesk, id: number) =>
    (
      await desk.asOwner<{ action: string }>(
        `select action from audit_log where object_type = 'order' and object_id = $1 order by id`,
        [id],
      )
    ).map(({ action }) => action)

  test('is audited again by itself when a price that was assigned to its customer starts', async () => {
    const desk = await aDesk()
    await desk.pay('50.00')
    await desk.asOwner('update quotes set is_default = false where channel_id = $1', [
      desk.channelOf('LOCAL'),
    ])
    await desk.asOwner('delete from customer_prices')
    const { id } = await desk.audited()
    expect(await desk.standing(id)).toBe('no_price')
    const [quote] = await desk.asOwner<{ id: string }>(`select id from quotes where quote_code = 'FR-1'`)
    const assigned = await desk.send(assignPrices, {
      ...{ customerIds: [desk.customerId], groupId: null, quoteId: Number(quote?.id), discount: '0.80' },
      ...{ effectiveFrom: new Date(Date.now() + 3_600_000).toISOString(), inactiveAt: null },
    })
    expect(assigned).toMatchObject({ success: true })
    expect(await retries(desk)).toMatchObject([{ isDue: false }])
    const work = orderJobs(server.database)
    await work.retry_unpriced_orders?.(desk.tenantId, {} as never)
    expect([await desk.standing(id), await entries(desk, id)]).toEqual(['no_price', ['create', 'fail_audit']])
    await desk.asOwner(`update customer_prices set effective_from = now() - interval '1 minute'`)
    await doOrderJobs(server, desk, { isLater: true })
    expect([await desk.standing(id), await entries(desk, id)]).toEqual([
      'pending_shipment',
      ['create', 'fail_audit', 'pass_audit'],
    ])
    expect(await desk.money()).toEqual(['50.00', '17.53'])
  })

  test('is audited again by itself when a version that was published starts', async () => {
    const desk = await aDesk()
    const [version] = await desk.asOwner<{ id: string; row: number }>(
      `insert into quote_versions (tenant_id, quote_id, version_no, content, created_by)
       select tenant_id, quote_id, 2, content, created_by from quote_versions v
       where quote_id = (select id from quotes where quote_code = 'FR-1') returning id, row_version as row`,
    )
    const answer = await desk.send(publishVersion, {
      ...{ id: Number(version?.id), rowVersion: version?.row ?? 0, inactiveAt: null },
      effectiveFrom: new Date(Date.now() + 3_600_000).toISOString(),
    })
    expect(answer).toMatchObject({ success: true })
    expect(await retries(desk)).toMatchObject([{ isDue: false }])
  })

  test.each([
    [
      'its quote is enabled',
      `update quotes set is_enabled = false where quote_code = 'FR-1'`,
      (id: number) => [switchQuotes, { ids: [id], isEnabled: true }] as const,
    ],
    [
      'its quote becomes the default',
      'delete from customer_prices',
      (id: number) => [editQuote, { id, rowVersion: 1, quoteName: 'West', isDefault: true }] as const,
    ],
  ])('is audited again by itself when %s', async (_, before, change) => {
    const desk = await aDesk()
    await desk.pay('50.00')
    await desk.asOwner('update quotes set is_default = false where channel_id = $1', [
      desk.channelOf('LOCAL'),
    ])
    await desk.asOwner(before)
    const { id } = await desk.audited()
    expect(await desk.standing(id)).toBe('no_price')
    const [quote] = await desk.asOwner<{ id: string }>(`select id from quotes where quote_code = 'FR-1'`)
    const [call, input] = change(Number(quote?.id))
    expect(await desk.send(call, input as SentTo<typeof call>)).toMatchObject({ success: true })
    await doOrderJobs(server, desk)
    expect(await desk.standing(id)).toBe('pending_shipment')
  })

  test('is audited again within the hour when its address has a zone, after those of a higher priority', async () => {
    const desk = await aDesk()
    await desk.setTerms({ limit: 'balance' })
    await desk.pay('20.00')
    await desk.asOwner(`update zone_rows set zip_from = '100', zip_to = '101'`)
    const [late, urgent, edited] = [
      await desk.audited(),
      await desk.audited({ priority: 9 }),
      await desk.audited(),
    ]
    await desk.send(orderCalls.assignChannel, { ids: [edited.id], channelId: desk.channelOf('LIGHT') })
    expect(await desk.standing(late.id)).toBe('no_zone')
    await desk.asOwner(`update zone_rows set zip_from = '900', zip_to = '908'`)
    const { retry_unpriced_again: again } = orderNightly
    if (again && 'ofCompany' in again) await again.ofCompany({ ...server, log: console }, desk.tenantId)
    expect(await Promise.all([late, urgent, edited].map(({ id }) => desk.standing(id)))).toEqual([
      'balance_short',
      'pending_shipment',
      'pending_audit',
    ])
  })
})

test('an order of a product without a weight is audited again within the hour after it is measured', async () => {
  const desk = await aDesk()
  await desk.pay('50.00')
  const setWeight = (text: string) =>
    desk.asOwner(`update products set declared_weight = ${text} where sku = 'BOLT'`)
  await setWeight('null')
  const { id } = await desk.audited()
  const again = async () => {
    const { retry_unpriced_again: hourly } = orderNightly
    if (hourly && 'ofCompany' in hourly) await hourly.ofCompany({ ...server, log: console }, desk.tenantId)
    return desk.standing(id)
  }
  expect(await again()).toBe('no_price')
  await setWeight('0.5')
  expect(await again()).toBe('pending_shipment')
})

describe('a forced audit', () => {
  const force = (desk: PricedDesk, id: number) => desk.send(orderCalls.forceOrders, { ids: [id], reason })

  test('passes without enough money, and holds what the order costs', async () => {
    const desk = await aDesk()
    await desk.setTerms({ limit: 'balance' })
    const { id } = await desk.audited()
    expect(await desk.standing(id)).toBe('balance_short')
    await force(desk, id)
    expect([await desk.standing(id), await desk.money()]).toEqual(['pending_shipment', ['0.00', '17.53']])
  })

  test('passes without a price; the order ships, and waits for one', async () => {
    const desk = await aDesk()
    await desk.pay('50.00')
    await desk.asOwner('delete from zone_rows')
    const { id } = await desk.audited()
    await force(desk, id)
    expect([await desk.standing(id), await desk.holdsOf(id)]).toEqual(['pending_shipment', []])
    await desk.print([id])
    expect(await desk.ship(id)).toMatchObject({ ok: 1 })
    expect(await desk.eventOf(id)).toMatchObject({ status: 'open', gap: 'no_zone' })
    expect(await desk.money()).toEqual(['50.00', '0.00'])
  })
})

describe('what is held for an order', () => {
  /** An order that lacks nothing but its label. */
  async function anOrderWithoutLabel() {
    const desk = await aDesk()
    await desk.pay('50.00')
    const channel = await addLabelChannels(server, desk)
    await desk.asOwner(
      `update channels set billing_method = 'flat' where channel_code in ('UPLOAD', 'PICKUP')`,
    )
    await publishPrice(server, {
      ...{ tenantId: desk.tenantId, quoteCode: 'UP', kind: 'freight', channelId: channel('UPLOAD') },
      content: freightOf({ flatPrice: '7.00' }),
    })
    const { id } = await desk.audited({ channelId: channel('UPLOAD') })
    return { desk, id, channel }
  }

  test('stays held while only its label is missing, and is not held twice', async () => {
    const { desk, id } = await anOrderWithoutLabel()
    expect([await desk.standing(id), await levels(desk), await desk.money()]).toEqual([
      'label_waiting',
      [100, 3],
      ['50.00', '7.00'],
    ])
    await desk.audit(id)
    expect([await desk.money(), await desk.holdsOf(id)]).toEqual([['50.00', '7.00'], ['7.00 open']])
  })

  test('is what its label finds when it comes late: one hold at the price of now, or none where the account does not cover it', async () => {
    for (const [price, standing, holds] of [
      ['7.00', 'pending_shipment', ['7.00 open']],
      ['9.00', 'pending_shipment', ['7.00 released', '9.00 open']],
      ['5.00', 'pending_shipment', ['7.00 released', '5.00 open']],
      ['50.01', 'balance_short', ['7.00 released']],
    ] as const) {
      const { desk, id, channel } = await anOrderWithoutLabel()
      await desk.asOwner(`update channels set label_source = 'platform' where id = $1`, [channel('UPLOAD')])
      await publishPrice(server, {
        ...{ tenantId: desk.tenantId, quoteCode: 'NOW', kind: 'freight', channelId: channel('UPLOAD') },
        content: freightOf({ flatPrice: price }),
      })
      const pdf = await carrierPdf('1Z12345678')
      const send = async (trackingNo: string, readyAt: string | null) =>
        desk.send(uploadLabel, {
          ...{ id, trackingNo, readyAt },
          fileId: await uploadedId(server, desk.session, 'label', 'label.pdf', pdf),
        })
      expect(await send('1Z12345678', '2099-01-01T00:00:00Z')).toMatchObject({ success: true })
      await doOrderJobs(server, desk)
      expect([await desk.standing(id), await desk.holdsOf(id)], price).toEqual([standing, holds])
      // A second label changes nothing.
      expect(await send('1Z12345679', null)).toMatchObject({ success: true })
      await doOrderJobs(server, desk)
      expect([await desk.standing(id), await desk.holdsOf(id)], price).toEqual([standing, holds])
      await expectBalanced(desk)
    }
  })

  test('is free again when it is edited, voided or intercepted', async () => {
    for (const give of ['edit', 'void', 'intercept'] as const) {
      const { desk, id } = await anOrderWithoutLabel()
      const [row] = await desk.asOwner<{ version: number; ref: string }>(
        'select row_version as version, reference_no as ref from orders where id = $1',
        [id],
      )
      const { customerId: _, ...facts } = desk.facts({ lines: desk.three() })
      if (give === 'edit')
        await desk.send(orderCalls.editOrder, {
          ...{ ...facts, id, rowVersion: Number(row?.version), referenceNo: row?.ref ?? '' },
        })
      else if (give === 'void') await voidOrder(desk, id)
      else await desk.send(orderCalls.interceptOrders, { ids: [id], reason })
      expect([give, await desk.money(), await desk.holdsOf(id)]).toEqual([
        give,
        ['50.00', '0.00'],
        ['7.00 released'],
      ])
      expect(await levels(desk)).toEqual([100, 0])
      expect(await desk.eventOf(id, 'order_intercept'), 'there was no label yet').toBeUndefined()
      await expectBalanced(desk)
    }
  })

  test('is free again when an approved intercept ends it, and the intercept is charged', async () => {
    const desk = await aDesk()
    await priceHandling(desk, [
      ['OUT_HANDLING', 'order', '1.20'],
      ['INTERCEPT', 'order', '2.50'],
    ])
    await desk.pay('50.00')
    const { id } = await desk.audited()
    await desk.send(orderCalls.interceptOrders, { ids: [id], reason })
    expect(await desk.money()).toEqual(['50.00', '18.73'])
    await desk.send(orderCalls.answerIntercepts, { ids: [id], isApproved: true, reason: null })
    expect(await desk.standing(id)).toBe('voided')
    expect(await desk.feesOf(id)).toEqual(['INTERCEPT 2.50 settled', 'LABEL_CANCEL 1.00 settled'])
    expect(await desk.money()).toEqual(['46.50', '0.00'])
  })

  test('is replaced when the order goes by another channel', async () => {
    const desk = await aDesk()
    await publishPrice(server, {
      ...{ tenantId: desk.tenantId, quoteCode: 'SIX', kind: 'freight', channelId: desk.channelOf('OTHERS') },
      content: freightOf({ flatPrice: '6.00' }),
    })
    await desk.asOwner(`update channels set customer_scope = 'all' where channel_code = 'OTHERS'`)
    await desk.pay('50.00')
    const { id } = await desk.audited()
    await desk.send(orderCalls.assignChannel, { ids: [id], channelId: desk.channelOf('OTHERS') })
    expect([await desk.standing(id), await desk.holdsOf(id)]).toEqual([
      'pending_shipment',
      ['17.53 released', '6.00 open'],
    ])
    expect(await desk.money()).toEqual(['50.00', '6.00'])
  })

  test('is kept, with the label, if the other channel has no price or costs too much', async () => {
    const desk = await aDesk()
    const dear = { tenantId: desk.tenantId, kind: 'freight', channelId: desk.channelOf('OTHERS') } as const
    await desk.asOwner(`update channels set customer_scope = 'all' where channel_code = 'OTHERS'`)
    await desk.setTerms({ limit: 'balance' })
    await desk.pay('50.00')
    const { id } = await desk.audited()
    const move = async () =>
      reasonOf(
        (await desk.send(orderCalls.assignChannel, { ids: [id], channelId: desk.channelOf('OTHERS') }))
          .data as {
          failed: { reason: string }[]
        },
      )
    await desk.asOwner('update quotes set is_enabled = false where channel_id = $1', [dear.channelId])
    expect(await move()).toBe('The customer has no freight price for channel OTHERS')
    await publishPrice(server, { ...dear, quoteCode: 'DEAR', content: freightOf({ flatPrice: '50.01' }) })
    expect(await move()).toBe('Not enough balance: estimate 50.01 USD, short by 0.01 USD')
    expect([await desk.holdsOf(id), await desk.money()]).toEqual([['17.53 open'], ['50.00', '17.53']])
    expect(
      await desk.asOwner(`select 1 from waybills where order_id = $1 and status = 'obtained'`, [id]),
    ).toHaveLength(1)
    expect(await desk.standing(id)).toBe('pending_shipment')
  })
})

describe('a price that is missing at shipping', () => {
  test('stops nothing: the order leaves, and its money stays held until it is priced', async () => {
    const desk = await aDesk()
    await desk.pay('50.00')
    const { id } = await desk.audited()
    await desk.print([id])
    const zones = await desk.asOwner('delete from zone_rows returning *')
    expect(zones).toHaveLength(1)
    await desk.asOwner(`update quotes set is_enabled = false where kind = 'operation'`)
    expect(await desk.ship(id)).toMatchObject({ ok: 1 })
    expect([await desk.standing(id), await levels(desk)]).toEqual(['shipped', [97, 0]])
    const event = await desk.eventOf(id)
    expect(event).toMatchObject({ status: 'open', gap: 'no_price' })
    expect([await desk.holdsOf(id), await desk.money()]).toEqual([['17.53 open'], ['50.00', '17.53']])
    expect(await wrong(desk)).toEqual([])
  })

  test('is charged when it is there, and the hold ends then', async () => {
    const desk = await aDesk()
    await desk.pay('50.00')
    const { id } = await desk.audited()
    await desk.print([id])
    await desk.asOwner(`update quotes set is_enabled = false where kind = 'operation'`)
    await desk.ship(id)
    await desk.asOwner(`update quotes set is_enabled = true where kind = 'operation'`)
    const event = await desk.eventOf(id)
    await desk.write((tx) => priceEvents(tx, desk.who, [event?.id ?? 0]))
    expect(await desk.eventOf(id)).toMatchObject({ status: 'charged', gap: null })
    expect([await desk.holdsOf(id), await desk.money()]).toEqual([['17.53 consumed'], ['32.47', '0.00']])
    // Pricing what is charged already does nothing.
    await desk.write((tx) => priceEvents(tx, desk.who, [event?.id ?? 0]))
    expect(await desk.money()).toEqual(['32.47', '0.00'])
  })
})

describe('paying', () => {
  const collect = async (desk: PricedDesk, amount: string) => {
    const { data } = await desk.send(createCollection, {
      ...{ customerId: desk.customerId, purpose: 'top_up', amount, payMethod: 'cash', bankName: null },
      ...{ bankRefNo: null, paidOn: '2026-01-05', remark: null, fileIds: [] },
    })
    const { id } = data as { id: number }
    expect((await desk.send(confirmCollections, { ids: [id] })).data).toMatchObject({ ok: 1 })
    return id
  }

  test('releases the orders that lacked money, as far as it goes', async () => {
    const desk = await aDesk()
    await desk.setTerms({ limit: 'balance' })
    const [first, second] = [await desk.audited(), await desk.audited()]
    await collect(desk, '20.00')
    await doOrderJobs(server, desk)
    expect([await desk.standing(first.id), await desk.standing(second.id)]).toEqual([
      'pending_shipment',
      'balance_short',
    ])
    expect(await desk.money()).toEqual(['20.00', '17.53'])
    await collect(desk, '15.06')
    await doOrderJobs(server, desk)
    expect(await desk.standing(second.id)).toBe('pending_shipment')
    expect(await desk.money()).toEqual(['35.06', '35.06'])
  })

  test('leaves orders alone that it does not cover', async () => {
    const desk = await aDesk()
    await desk.setTerms({ limit: 'balance' })
    const { id } = await desk.audited()
    const audits = () =>
      desk.asOwner(`select 1 from audit_log where object_type = 'order' and action = 'fail_audit'`)
    const before = (await audits()).length
    await collect(desk, '17.52')
    await doOrderJobs(server, desk)
    expect(await desk.standing(id)).toBe('balance_short')
    expect(await audits()).toHaveLength(before)
  })

  test('leaves orders alone that it does not cover beside the open fees of a customer with bills', async () => {
    const { desk, id } = await aBilledShortage()
    const audits = () =>
      desk.asOwner(`select 1 from audit_log where object_type = 'order' and action = 'fail_audit'`)
    const before = (await audits()).length
    await collect(desk, '17.52')
    await doOrderJobs(server, desk)
    expect([await desk.standing(id), (await audits()).length]).toEqual(['balance_short', before])
    await collect(desk, '0.01')
    await doOrderJobs(server, desk)
    expect(await desk.standing(id)).toBe('pending_shipment')
  })

  test('a higher credit limit and a voided order release them too', async () => {
    const desk = await aDesk()
    await desk.pay('20.00')
    const { id: holding } = await desk.audited()
    const [one, other] = [await desk.audited(), await desk.audited()]
    await desk.setTerms({ credit: '15.06' })
    await doOrderJobs(server, desk)
    expect([await desk.standing(one.id), await desk.standing(other.id)]).toEqual([
      'pending_shipment',
      'balance_short',
    ])
    await voidOrder(desk, holding)
    await doOrderJobs(server, desk)
    // The cancelled label cost 1.00, so that what became free does not cover the next one.
    expect(await desk.standing(other.id)).toBe('balance_short')
    await desk.pay('1.00')
    await doOrderJobs(server, desk)
    expect(await desk.standing(other.id)).toBe('pending_shipment')
  })

  test('is not needed where the terms change in the customer’s favor: a wider limit, or open fees that count no more', async () => {
    const terms = async (desk: PricedDesk, changed: Partial<SentTo<typeof setTerms>>) => {
      const [row] = await desk.asOwner<SentTo<typeof setTerms>>(
        `select id::int, row_version as "rowVersion", settlement_mode as "settlementMode", bill_amount_limit as "billAmountLimit",
           credit_limit as "creditLimit", warn_amount as "warnAmount", storage_settlement_cycle as "storageSettlementCycle",
           storage_cycle_days as "storageCycleDays" from customers where id = $1`,
        [desk.customerId],
      )
      if (!row) throw new Error('no customer')
      expect(await desk.send(setTerms, { ...row, ...changed })).toMatchObject({ success: true })
      await doOrderJobs(server, desk)
    }
    const wide = await aDesk()
    await wide.setTerms({ limit: 'balance', credit: '20.00' })
    const { id: first } = await wide.audited()
    await terms(wide, { warnAmount: '1.00' })
    expect(await wide.standing(first)).toBe('balance_short')
    await terms(wide, { billAmountLimit: 'balance_and_credit' })
    expect(await wide.standing(first)).toBe('pending_shipment')

    const billed = await aDesk()
    await billed.setTerms({ mode: 'bill', limit: 'balance' })
    await billed.pay('17.53')
    const { id: shipped } = await billed.audited()
    await billed.print([shipped])
    await billed.ship(shipped)
    const { id: second } = await billed.audited()
    expect(await billed.standing(second)).toBe('balance_short')
    await terms(billed, { settlementMode: 'balance' })
    expect(await billed.standing(second)).toBe('pending_shipment')
  })

  test('is not needed where open fees of a customer with bills are voided or refunded', async () => {
    for (const back of ['void', 'refund'] as const) {
      const { desk, shipped, id } = await aBilledShortage()
      const ids = (
        await desk.asOwner<{ id: string }>(`select id from fees where source_id = $1 order by id`, [shipped])
      ).map((fee) => Number(fee.id))
      const answer =
        back === 'void'
          ? await desk.send(voidFees, { ids, reason })
          : await desk.send(refundFees, { ids, amount: null, reason })
      expect(answer.data, back).toMatchObject({ ok: 3 })
      await doOrderJobs(server, desk)
      expect(await desk.standing(id), back).toBe('pending_shipment')
    }
  })

  test('back and auditing at the same time: one of the two comes second', async () => {
    for (const isAuditFirst of [true, false]) {
      const desk = await aDesk()
      await desk.setTerms({ limit: 'balance' })
      const collectionId = await collect(desk, '20.00')
      const { id } = await desk.create({ lines: desk.three() })
      const audit = (tx: Tx) => auditOrders(tx, desk.who, { ids: [id] })
      const back = (tx: Tx) => takeCollectionBack(tx, desk.who, { id: collectionId, reason })
      const { isHeld } = await atOnce(server, desk, isAuditFirst ? [audit, back] : [back, audit])
      expect(isHeld).toBe(true)
      expect([await desk.standing(id), await desk.money()]).toEqual(
        isAuditFirst ? ['pending_shipment', ['0.00', '17.53']] : ['balance_short', ['0.00', '0.00']],
      )
      await expectBalanced(desk)
    }
  })
})

test('a satellite tests, holds and posts nothing', async () => {
  const desk = await aDesk()
  const main = await aDesk()
  await server.owner(`update tenants set system_version = 'satellite', parent_tenant_id = $2 where id = $1`, [
    desk.tenantId,
    main.tenantId,
  ])
  await desk.setTerms({ limit: 'balance' })
  const who = { ...desk.who, version: 'satellite' as const }
  const made = [await desk.create({ lines: desk.three() }), await desk.create({ lines: desk.three() })]
  const ids = made.map(({ id }) => id)
  const [id = 0, other = 0] = ids
  expect(await desk.write((tx) => auditOrders(tx, who, { ids }))).toMatchObject({ ok: 2 })
  expect(await desk.holdsOf(id)).toEqual([])
  await desk.print(ids)
  expect(await desk.write((tx) => shipOrders(tx, who, { ids: [id] }))).toMatchObject({ ok: 1 })
  await desk.write((tx) => voidOrders(tx, who, { ids: [other], reason }))
  expect(await desk.money()).toEqual(['0.00', '0.00'])
  expect(await desk.asOwner('select 1 from balance_flows')).toEqual([])
})

describe('the labels of a carrier', () => {
  /** Orders by a channel whose labels the demo carrier sells; a customer in whose name DEMO-KEEP stands keeps the label. */
  async function aCarrierDesk(settings: object = {}) {
    const desk = await aDesk()
    const channelId = (await addLabelChannels(server, desk))('BOUGHT')
    await desk.asOwner(
      `update channels set billing_method = 'price_book', zone_schema_id = (select id from zone_schemas), dim_divisor = 139,
         dim_rounding = 'ceil', weight_step = 1, weight_basis = 'max' where id = $1`,
      [channelId],
    )
    await desk.asOwner('update warehouses set settings = settings || $1::jsonb', [JSON.stringify(settings)])
    await publishPrice(server, {
      ...{ tenantId: desk.tenantId, customerId: desk.customerId, quoteCode: 'BOUGHT', discount: '0.80' },
      ...{ kind: 'freight', fuelPercent: '16.50', channelId, content: freightTable },
    })
    await desk.pay('50.00')
    const bought = async (receiverName: string) => {
      const { id } = await desk.audited({ channelId, receiverName })
      await doOrderJobs(server, desk)
      expect([await desk.standing(id), await desk.money()]).toEqual(['pending_shipment', ['50.00', '17.53']])
      return id
    }
    return { desk, channelId, bought }
  }
  const noAnswer = new CarrierFault('down', 'no answer', true)
  /** The demo carrier, which answers so when it is asked for what it sold. */
  const finding = (fault: CarrierFault): typeof server.services.carriers => ({
    ...server.services.carriers,
    carrierOf: async (...account) => ({
      ...(await server.services.carriers.carrierOf(...account)),
      find: async () => {
        throw fault
      },
    }),
  })
  const refused = async (desk: PricedDesk, id: number) =>
    (
      await desk.asOwner<{ refused: number[] | null }>(
        `select refused_packages as refused from billable_events where source_id = $1`,
        [id],
      )
    )[0]?.refused

  test('cost nothing until the carrier has answered; then the cancellation (RF-2)', async () => {
    const { desk, bought } = await aCarrierDesk({ chargeSunkFreight: true })
    const id = await bought('Ann Example')
    await voidOrder(desk, id)
    expect(await desk.eventOf(id, 'order_void')).toMatchObject({ status: 'waiting' })
    expect([await desk.money(), await desk.feesOf(id)]).toEqual([['50.00', '0.00'], []])
    // Pricing what waits does not come before the answer.
    const event = await desk.eventOf(id, 'order_void')
    await desk.write((tx) => priceEvents(tx, desk.who, [event?.id ?? 0]))
    expect(await desk.eventOf(id, 'order_void')).toMatchObject({ status: 'waiting' })
    await doOrderJobs(server, desk)
    expect([await desk.money(), await desk.feesOf(id)]).toEqual([
      ['49.00', '0.00'],
      ['LABEL_CANCEL 1.00 settled'],
    ])
    expect(await refused(desk, id)).toEqual([])
  })

  test('cost freight and fuel where the carrier refuses to cancel them and the warehouse charges that (RF-2)', async () => {
    const { desk, bought } = await aCarrierDesk({ chargeSunkFreight: true })
    const id = await bought('DEMO-KEEP Ann')
    await voidOrder(desk, id)
    expect(await desk.money()).toEqual(['50.00', '0.00'])
    await doOrderJobs(server, desk)
    expect(await desk.feesOf(id)).toEqual(['FREIGHT 9.10 settled', 'FUEL 1.50 settled'])
    expect([await desk.money(), await refused(desk, id)]).toEqual([['39.40', '0.00'], [1]])
    expect(await desk.eventOf(id, 'order_void')).toMatchObject({ status: 'charged' })
    expect(await wrong(desk)).toEqual([])
  })

  test('cost the cancellation where the warehouse does not charge sunk freight', async () => {
    const { desk, bought } = await aCarrierDesk({ chargeSunkFreight: false })
    const id = await bought('DEMO-KEEP Ann')
    await voidOrder(desk, id)
    await doOrderJobs(server, desk)
    expect(await desk.feesOf(id)).toEqual(['LABEL_CANCEL 1.00 settled'])
  })

  /** What the fees of an order come to when they are calculated again, by a what-if of today and by a new price. */
  async function again(desk: PricedDesk, id: number) {
    const [row] = await desk.asOwner<{ day: string }>('select warehouse_today()::text as day')
    const day = row?.day ?? ''
    const asked = await server.send(whatIf, { from: day, to: day }, desk)
    expect(asked.data).toMatchObject({ difference: '0.00', gaps: 0, documents: [] })
    const before = await desk.asOwner('select id, amount, status from fees order by id')
    const ids = (
      await desk.asOwner<{ id: string }>(
        `select id from fees where source_id = $1 and order_type = 'order'`,
        [id],
      )
    ).map((fee) => Number(fee.id))
    const result = await server.send(rerateFees, { ids, versionId: null, reason }, desk)
    expect(result.data, JSON.stringify(result.data)).toMatchObject({ ok: ids.length, failed: [] })
    expect(await desk.asOwner('select id, amount, status from fees order by id')).toEqual(before)
  }

  test.each([true, false])(
    'cost the same when they are priced again, after sunk freight was %s and is not any more',
    async (chargeSunkFreight) => {
      const { desk, bought } = await aCarrierDesk({ chargeSunkFreight })
      const id = await bought('DEMO-KEEP Ann')
      await voidOrder(desk, id)
      await doOrderJobs(server, desk)
      const set = JSON.stringify({ chargeSunkFreight: !chargeSunkFreight })
      await desk.asOwner('update warehouses set settings = settings || $1::jsonb', [set])
      await again(desk, id)
    },
  )

  test('cost the cancellation where the carrier refused only one that was replaced before', async () => {
    const { desk, bought } = await aCarrierDesk({ chargeSunkFreight: true })
    const id = await bought('DEMO-KEEP Ann')
    await desk.asOwner(`update orders set receiver_name = 'Ann Example' where id = $1`, [id])
    await desk.send(reissueLabels, { ids: [id], reason })
    await doOrderJobs(server, desk)
    const labels = await desk.asOwner('select status from waybills where order_id = $1 order by id', [id])
    expect(labels).toEqual([{ status: 'void_failed' }, { status: 'obtained' }])
    await voidOrder(desk, id)
    await doOrderJobs(server, desk)
    expect([await desk.feesOf(id), await refused(desk, id)]).toEqual([['LABEL_CANCEL 1.00 settled'], []])
  })

  test.each([
    ['cancels it', `replace(shipment::text, 'DEMO-LOST', 'Ann')`, ['LABEL_CANCEL 1.00 settled'], []],
    [
      'refuses to cancel it',
      `replace(shipment::text, 'DEMO-LOST', 'DEMO-KEEP')`,
      ['FREIGHT 9.10 settled', 'FUEL 1.50 settled'],
      [1],
    ],
    ['never sold it', null, [], []],
  ])(
    'that may have been sold are in the facts of the void, and charged when the carrier %s',
    async (_, shipment, fees, packages) => {
      const { desk, channelId } = await aCarrierDesk({ chargeSunkFreight: true })
      const { id } = await desk.audited({ channelId, receiverName: 'DEMO-LOST' })
      await doOrderJobs(server, desk, { services: { ...server.services, carriers: finding(noAnswer) } })
      expect(await desk.standing(id)).toBe('label_failed')
      await desk.asOwner(
        shipment ? `update demo_labels set shipment = ${shipment}::jsonb` : 'delete from demo_labels',
      )
      await desk.asOwner(`update waybills set requested_at = now() - interval '1 hour'`)
      await voidOrder(desk, id)
      const labels = (facts: string) =>
        desk.asOwner<{ status: string; trackingNo: string | null; costAmount: string | null }>(
          `select x.* from billable_events e, jsonb_path_query(e.${facts}, '$.packages[*].waybills[*]') w,
           jsonb_to_record(w) as x (status text, "trackingNo" text, "costAmount" text) where e.kind = 'order_void' and e.source_id = $1`,
          [id],
        )
      expect(await labels('facts')).toEqual([{ status: 'unknown', trackingNo: null, costAmount: null }])
      expect(await desk.eventOf(id, 'order_void')).toMatchObject({ status: 'waiting' })
      await doOrderJobs(server, desk)
      expect(await labels('completed_facts')).toEqual(
        shipment
          ? [{ status: 'obtained', trackingNo: expect.any(String), costAmount: expect.any(String) }]
          : [],
      )
      expect([await desk.feesOf(id), await refused(desk, id)]).toEqual([fees, packages])
      expect(await wrong(desk)).toEqual([])
    },
  )

  test('cost the cancellation where the carrier cancels them after all, before they had a price', async () => {
    const { desk, bought } = await aCarrierDesk({ chargeSunkFreight: true })
    const id = await bought('DEMO-KEEP Ann')
    await desk.asOwner(`update quotes set is_enabled = false where kind = 'freight'`)
    await voidOrder(desk, id)
    await doOrderJobs(server, desk)
    expect([await desk.eventOf(id, 'order_void'), await refused(desk, id)]).toMatchObject([
      { status: 'open', gap: 'no_price' },
      [1],
    ])
    const [at] = await desk.asOwner<{ day: string; version: string }>(
      `select warehouse_today()::text as day, max(v.id) as version from quote_versions v join quotes q on q.id = v.quote_id where q.kind = 'freight'`,
    )
    const day = at?.day ?? ''
    const asked = () => server.done(whatIf, { from: day, to: day, versionIds: [Number(at?.version)] }, desk)
    expect(await asked()).toMatchObject({ newlyPriced: 1, newAmount: '10.60', stillOpen: 0 })
    await desk.asOwner(`update demo_labels set shipment = replace(shipment::text, 'DEMO-KEEP', 'Ann')::jsonb`)
    const [label] = await desk.asOwner<{ id: string }>('select id from waybills where order_id = $1', [id])
    expect(await desk.send(voidLabelAgain, { id: Number(label?.id) })).toMatchObject({ success: true })
    expect(await asked(), 'the carrier decides what is charged').toMatchObject({
      newlyPriced: 0,
      stillOpen: 0,
    })
    await desk.asOwner(`update quotes set is_enabled = true where kind = 'freight'`)
    await doOrderJobs(server, desk)
    expect([await desk.feesOf(id), await refused(desk, id)]).toEqual([['LABEL_CANCEL 1.00 settled'], []])
  })

  test.each([
    ['after it could not be asked', false],
    ['whose label can’t be read', true],
  ] as const)(
    'that may have been sold wait for a carrier %s, and are charged when it is asked again',
    async (_, isSold) => {
      const { desk, channelId } = await aCarrierDesk({ chargeSunkFreight: true })
      const { id } = await desk.audited({ channelId, receiverName: 'DEMO-LOST' })
      await doOrderJobs(server, desk, { services: { ...server.services, carriers: finding(noAnswer) } })
      await desk.asOwner(
        `update demo_labels set shipment = replace(shipment::text, 'DEMO-LOST', 'DEMO-KEEP')::jsonb`,
      )
      await desk.asOwner(`update waybills set requested_at = now() - interval '1 hour'`)
      await voidOrder(desk, id)
      const [bought] = await desk.asOwner<{ key: string; no: string }>(
        'select purchase_key as key, tracking_no as no from demo_labels',
      )
      const known = {
        ref: bought?.key ?? '',
        trackingNo: bought?.no ?? '',
        cost: { amount: '6.00', currency: 'USD' },
      }
      const fault = new CarrierFault('auth', 'the key has expired', true, isSold ? known : undefined)
      await doOrderJobs(server, desk, { services: { ...server.services, carriers: finding(fault) } })
      const [label] = await desk.asOwner<{ id: string; status: string }>(
        'select id, status from waybills where order_id = $1',
        [id],
      )
      expect(label?.status).toBe('void_failed')
      if (!isSold) {
        expect(await desk.eventOf(id, 'order_void')).toMatchObject({ status: 'waiting' })
        expect(await desk.send(voidLabelAgain, { id: Number(label?.id) })).toMatchObject({ success: true })
        await doOrderJobs(server, desk)
      }
      expect(await desk.feesOf(id)).toEqual(['FREIGHT 9.10 settled', 'FUEL 1.50 settled'])
    },
  )

  test('wait for the carrier after an intercept too', async () => {
    const { desk, bought } = await aCarrierDesk({ chargeSunkFreight: true })
    const id = await bought('DEMO-KEEP Ann')
    await desk.send(orderCalls.interceptOrders, { ids: [id], reason })
    await desk.send(orderCalls.answerIntercepts, { ids: [id], isApproved: true, reason: null })
    expect(await desk.eventOf(id, 'order_intercept')).toMatchObject({ status: 'waiting' })
    await doOrderJobs(server, desk)
    expect(await desk.feesOf(id)).toEqual(['FREIGHT 9.10 settled', 'FUEL 1.50 settled'])
  })

  test('are held for at what they cost as soon as they are bought, and charged at that', async () => {
    const { desk, channelId } = await aCarrierDesk()
    await desk.asOwner(
      `update channels set billing_method = 'carrier_cost', zone_schema_id = null where id = $1`,
      [channelId],
    )
    await priceHandling(desk, [['OUT_HANDLING', 'order', '1.20']])
    const { id } = await desk.audited({ channelId })
    expect(await desk.holdsOf(id), 'before the label').toEqual(['1.20 open'])
    await doOrderJobs(server, desk)
    const [bought] = await desk.asOwner<{ price: string }>(
      `select round(cost_amount * 0.8, 2) as price from waybills where order_id = $1`,
      [id],
    )
    const total = (Number(bought?.price) + 1.2).toFixed(2)
    expect(Number(bought?.price)).toBeGreaterThan(0)
    expect(await desk.holdsOf(id)).toEqual(['1.20 released', `${total} open`])
    await desk.print([id])
    await desk.ship(id)
    expect(await desk.feesOf(id)).toEqual([
      'OUT_HANDLING 1.20 settled',
      `FREIGHT ${Number(bought?.price).toFixed(2)} settled`,
    ])
    expect(await desk.money()).toEqual([(50 - Number(total)).toFixed(2), '0.00'])
  })

  test('are held for at what they cost although the account does not cover it: they are bought', async () => {
    const { desk, channelId } = await aCarrierDesk()
    await desk.asOwner(
      `update channels set billing_method = 'carrier_cost', zone_schema_id = null where id = $1`,
      [channelId],
    )
    await desk.setTerms({ limit: 'balance' })
    await desk.pay('-49.99')
    const { id } = await desk.audited({ channelId })
    await doOrderJobs(server, desk)
    const [bought] = await desk.asOwner<{ price: string }>(
      `select round(cost_amount * 0.8, 2) as price from waybills where order_id = $1 and cost_amount > 1`,
      [id],
    )
    expect(await desk.standing(id)).toBe('pending_shipment')
    expect(await desk.holdsOf(id)).toEqual([`${bought?.price} open`])
    expect(await desk.money()).toEqual(['0.01', bought?.price])
  })

  test('are kept when the account is blocked as they are bought; unblocking holds their cost and passes the order', async () => {
    const { desk, channelId } = await aCarrierDesk()
    await desk.asOwner(
      `update channels set billing_method = 'carrier_cost', zone_schema_id = null where id = $1`,
      [channelId],
    )
    const { id } = await desk.audited({ channelId })
    await desk.asOwner('select block_account($1, $2)', [desk.customerId, 'I-10'])
    await doOrderJobs(server, desk)
    expect(await desk.standing(id)).toBe('account_blocked')
    const labels = () =>
      desk.asOwner<{ status: string; price: string }>(
        'select status, round(cost_amount * 0.8, 2) as price from waybills where order_id = $1',
        [id],
      )
    expect(await labels()).toEqual([{ status: 'obtained', price: expect.stringMatching(/[1-9]/) }])
    await desk.send(unblockAccounts, { ids: [desk.customerId], reason })
    await doOrderJobs(server, desk)
    expect(await desk.standing(id)).toBe('pending_shipment')
    const [label] = await labels()
    expect(await desk.holdsOf(id)).toEqual([`${label?.price} open`])
  })

  test('pass an order with a price of its own although the account is blocked as they are bought', async () => {
    const { desk, channelId } = await aCarrierDesk()
    const { id } = await desk.audited({ channelId })
    await desk.asOwner('select block_account($1, $2)', [desk.customerId, 'I-10'])
    await doOrderJobs(server, desk)
    expect([await desk.standing(id), await desk.holdsOf(id)]).toEqual(['pending_shipment', ['17.53 open']])
  })

  test('are kept when the account is blocked in the moment in which they come', async () => {
    const { desk, channelId } = await aCarrierDesk()
    await desk.asOwner(
      `update channels set billing_method = 'carrier_cost', zone_schema_id = null where id = $1`,
      [channelId],
    )
    const { id } = await desk.audited({ channelId })
    const other = new pg.Client(server.at.owner)
    await other.connect()
    try {
      await other.query('begin')
      await other.query(`select set_config('app.tenant_id', $1, true)`, [String(desk.tenantId)])
      await other.query('select wms.block_account($1, $2)', [desk.customerId, 'I-10'])
      const working = doOrderJobs(server, desk)
      await untilLockWaits(server)
      await other.query('commit')
      await working
    } finally {
      await other.end()
    }
    expect(await desk.standing(id)).toBe('account_blocked')
  })

  test('are charged at what they cost, in the warehouse’s currency at the rate of the account', async () => {
    const { desk, channelId } = await aCarrierDesk()
    await desk.asOwner(
      `update channels set billing_method = 'carrier_cost', zone_schema_id = null where id = $1`,
      [channelId],
    )
    const ofAccount = (set: string) => desk.asOwner(`update carrier_accounts set ${set}`)
    const shipped = async (currency = 'EUR') => {
      const { id } = await desk.audited({ channelId })
      await doOrderJobs(server, desk)
      await desk.asOwner(
        `update waybills set cost_amount = 10.005, cost_currency = $2 where order_id = $1 and status = 'obtained'`,
        [id, currency],
      )
      await desk.print([id])
      await desk.ship(id)
      return id
    }
    const early = await shipped()
    expect(await desk.eventOf(early)).toMatchObject({ status: 'open', gap: 'no_price', what: 'rate' })
    await ofAccount(`cost_currency = 'EUR', cost_rate = 1.085, cost_rate_on = '2026-01-01'`)
    const id = await shipped()
    // 10.005 × 1.085 × 0.80 = 8.68434
    expect(await desk.feesOf(id)).toEqual(['FREIGHT 8.68 settled'])
    await ofAccount(`cost_rate = 1.1`)
    await again(desk, id)
    // What waited for a rate takes the one that is there now; what was charged keeps the rate of its day.
    await ofAccount(`cost_rate = 1.2, cost_rate_on = '2026-02-01'`)
    const event = await desk.eventOf(early)
    await desk.write((tx) => priceEvents(tx, desk.who, [event?.id ?? 0]))
    expect(await desk.feesOf(early)).toEqual(['FREIGHT 9.60 settled'])
    // It keeps that rate, also when the account has another one or none.
    await ofAccount(`cost_rate = 1.3, cost_rate_on = '2026-03-01'`)
    await again(desk, early)
    await ofAccount('cost_rate = null, cost_rate_on = null, cost_currency = null')
    await again(desk, early)
    await ofAccount(`cost_currency = 'EUR', cost_rate = 1.2, cost_rate_on = '2026-02-01'`)
    const [facts] = await desk.asOwner<{ rate: string }>(
      `select facts #>> '{packages,0,waybills,0,costRate}' as rate from billable_events where source_id = $1`,
      [id],
    )
    expect(facts).toEqual({ rate: '1.085000' })
    // The account has a rate for euros only.
    expect(await desk.eventOf(await shipped('GBP'))).toMatchObject({ status: 'open', what: 'rate' })
  })
})

describe('at the same time', () => {
  test('two audits of one customer never freeze more than there is', async () => {
    const desk = await aDesk()
    await desk.setTerms({ limit: 'balance' })
    await desk.pay('20.00')
    const made = [await desk.create({ lines: desk.three() }), await desk.create({ lines: desk.three() })]
    const [first, second] = made.map(
      ({ id }) =>
        (tx: Tx) =>
          auditOrders(tx, desk.who, { ids: [id] }),
    )
    if (!first || !second) throw new Error('two orders')
    const { isHeld } = await atOnce(server, desk, [first, second])
    expect(isHeld).toBe(true)
    expect([await desk.standing(made[0]?.id ?? 0), await desk.standing(made[1]?.id ?? 0)]).toEqual([
      'pending_shipment',
      'balance_short',
    ])
    expect(await desk.money()).toEqual(['20.00', '17.53'])
  })

  test('a shipment, a void and a payment of one order at once: it is shipped or voided, and paid for once', async () => {
    const desk = await aDesk()
    await desk.pay('200.00')
    for (let round = 0; round < 6; round++) {
      const [order] = await desk.createPrinted({ lines: desk.three() })
      const id = order?.id ?? 0
      const [shipped, voided] = await Promise.all([desk.ship(id), voidOrder(desk, id), desk.pay('1.00')])
      const isVoided = (voided.data as { ok: number }).ok
      expect([shipped.ok + isVoided, await desk.standing(id)]).toEqual([
        1,
        isVoided === 1 ? 'voided' : 'shipped',
      ])
      expect((await desk.holdsOf(id)).filter((hold) => hold.endsWith('open'))).toEqual([])
    }
    const [sums] = await desk.asOwner<{
      expected: string
      balance: string
      shipments: number
      shipped: number
    }>(
      `select (200 + 6 - (select coalesce(sum(amount), 0) from fees where status = 'settled'))::numeric(18, 2) as expected,
         (select balance from customer_accounts where customer_id = $1) as balance, (select count(*)::int from shipments) as shipments,
         (select count(*)::int from orders where status = 'shipped') as shipped`,
      [desk.customerId],
    )
    expect([sums?.balance, sums?.shipments]).toEqual([sums?.expected, sums?.shipped])
    await expectBalanced(desk)
    expect(await wrong(desk)).toEqual([])
  })

  test('accounts are locked before the first piece of stock, also for an order that holds no money', async () => {
    const desk = await aDesk()
    await desk.asOwner('delete from zone_rows')
    const { id } = await desk.audited()
    await desk.send(orderCalls.forceOrders, { ids: [id], reason })
    expect(await desk.holdsOf(id)).toEqual([])
    let voided: Promise<unknown> = Promise.resolve()
    const free = await desk.write(async (tx) => {
      await lockAccounts(tx, [desk.customerId])
      voided = voidOrder(desk, id)
      await untilLockWaits(server)
      return desk.asOwner('select id from stock where batch_id = $1 for no key update skip locked', [
        desk.bolts,
      ])
    })
    await voided
    expect(free).toHaveLength(1)
    expect([await desk.standing(id), await desk.money()]).toEqual(['voided', ['-1.00', '0.00']])
  })

  test('audits, shipments, voids, changes of channel and collections of the same customers do not deadlock', async () => {
    const desk = await aDesk()
    const random = chance('order money')
    const [other] = await desk.asOwner<{ id: string }>(
      `select id from customers where customer_code = 'OTHER'`,
    )
    const otherId = Number(other?.id)
    const screws = await desk.batch('SCREW')
    await desk.move({ flow: 'receive', batchId: screws, onHand: 500 })
    await desk.move({ flow: 'receive', batchId: desk.bolts, onHand: 400 })
    await desk.asOwner(`update channels set customer_scope = 'all', max_weight = null`)
    await publishPrice(server, {
      ...{
        tenantId: desk.tenantId,
        quoteCode: 'CANCEL',
        kind: 'freight',
        channelId: desk.channelOf('LIGHT'),
      },
      content: freightOf({ flatPrice: '5.00', surcharges: freightTable.surcharges }),
    })
    await publishPrice(server, {
      ...{ tenantId: desk.tenantId, quoteCode: 'FLAT', kind: 'freight', channelId: desk.channelOf('OTHERS') },
      content: freightOf({ flatPrice: '6.00', surcharges: freightTable.surcharges }),
    })
    await desk.pay('300.00')
    await desk.pay('300.00', otherId)
    const channels = [desk.channelOf('LIGHT'), desk.channelOf('OTHERS')]
    const ids: number[] = []
    for (let i = 0; i < 40; i++) {
      const isOther = i % 2 === 0
      const { id } = await desk.create({
        customerId: isOther ? otherId : desk.customerId,
        channelId: channels[i % 3 === 0 ? 0 : 1] ?? 0,
        lines: [desk.line(isOther ? 'SCREW' : 'BOLT', 1)],
      })
      ids.push(id)
    }
    const some = () => Array.from({ length: 5 }, () => random.pick(ids))
    const distinct = (list: number[]) => [...new Set(list)]
    const kinds: (() => Promise<unknown>)[] = [
      () => desk.audit(...distinct(some())),
      () => desk.audit(...distinct(some())),
      () => desk.ship(...distinct(some())),
      () => voidOrder(desk, ...distinct(some().slice(0, 2))),
      () => desk.send(orderCalls.assignChannel, { ids: distinct(some()), channelId: random.pick(channels) }),
      () =>
        desk.write((tx) =>
          postMoney(
            tx,
            desk.who,
            [desk.customerId, otherId].map((customerId) => ({
              ...{ sourceType: 'mix', sourceId: random.between(1, 1e9), sourceNo: 'M', customerId },
              ...{ business: 'collection', type: 'in', amount: '1.00' },
            })),
          ),
        ),
      () =>
        desk.asOwner(
          `with ready as (select id from orders where status = 'pending_shipment' order by id limit 5 for no key update skip locked),
           labels as (update waybills set print_count = 1, printed_at = business_now() where status = 'obtained' and order_id in (select id from ready))
           update orders set status = 'waybill_printed', status_at = business_now() where id in (select id from ready)`,
        ),
    ]
    const failures: object[] = []
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, async () => {
        for (let i = 0; i < 5; i++) {
          const answer = await random.pick(kinds)()
          if (answer && typeof answer === 'object' && 'success' in answer && !answer.success)
            failures.push(answer)
        }
      }),
    )
    // On a busy machine some wait longer than a lock may take, and are asked to try again.
    expect(failures).toEqual(failures.map(() => expect.objectContaining({ data: { kind: 'unavailable' } })))
    const faults = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
    expect(faults.filter(({ code }) => code !== LOCK_NOT_AVAILABLE)).toEqual([])
    expect(await deadlocksOf(server)).toBe(0)
    await expectBalanced(desk)
    expect(await wrong(desk)).toEqual([])
  })
})

test('five hundred orders of a warehouse that is new today are audited and shipped at once, after some one by one', {
  timeout: 60_000,
}, async () => {
  const desk = await aDesk()
  await desk.move({ flow: 'receive', batchId: desk.bolts, onHand: 1430 })
  await desk.pay('10175.30')
  // After some calls the database plans a statement for ever, for the ten orders that it expects then.
  for (let i = 0; i < 10; i++) {
    const { id } = await desk.audited()
    await desk.print([id])
    expect(await desk.ship(id)).toMatchObject({ ok: 1 })
  }
  const orders = Array.from({ length: 500 }, () => {
    const { customerId, ...facts } = orderCalls.createOrder.input.parse(desk.facts({ lines: desk.three() }))
    return { customerId, facts }
  })
  const made = await desk.write((tx) => writeOrders(tx, desk.who, orders))
  const ids = made.map(({ id }) => id)
  // Each statement has eight seconds.
  expect(await desk.audit(...ids)).toMatchObject({ ok: 500 })
  expect(await desk.money()).toEqual(['10000.00', '8765.00'])
  await desk.print(ids)
  expect(await desk.ship(...ids)).toMatchObject({ ok: 500 })
  expect(await desk.money()).toEqual(['1235.00', '0.00'])
})
