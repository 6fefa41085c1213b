import { readXlsx } from 'hucre/xlsx'
import { expect, test } from 'vitest'
import { voidOrders } from '../../../orders/contract.ts'
import type { SentTo } from '../../../platform/calls/call.ts'
import {
  freightOf,
  freightRow,
  handlingOf,
  publishPrice,
  surcharge,
} from '../../../testing/price-builders.ts'
import { aPricedDesk, type PricedDesk } from '../../../testing/priced-desk.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { worked as workedOn } from '../../../testing/work.ts'
import { createFee, priceOpenEvents, refundFees, rerateFees, voidFees } from '../../fees/contract.ts'
import { charge } from '../../server/events.ts'
import * as calls from '../contract.ts'

const server = await startTestServer()

async function aDesk() {
  const desk = await aPricedDesk(server)
  await publishPrice(server, {
    ...{ tenantId: desk.tenantId, quoteCode: 'HANDLING', kind: 'operation' },
    content: await handlingOf(server, desk.tenantId, [
      ['OUT_HANDLING', 'order', '1.52'],
      ['INB_HANDLING', 'inbound', '4.00'],
    ]),
  })
  await desk.setTerms({ limit: 'none' })
  await desk.pay('500.00')
  const [row] = await desk.asOwner<{ day: string }>('select warehouse_today()::text as day')
  const day = row?.day ?? ''
  const ask = (over: Partial<SentTo<typeof calls.whatIf>> = {}) =>
    server.done(calls.whatIf, { from: day, to: day, ...over }, desk)
  return { ...desk, day, ask }
}

async function shipped(desk: PricedDesk) {
  const [order] = await desk.createPrinted({ lines: desk.three() })
  expect(await desk.ship(order?.id ?? 0)).toMatchObject({ ok: 1 })
  return order?.id ?? 0
}

/** A second version of the freight quote, as a draft that is not in force, or published for later. */
async function anotherVersion(desk: PricedDesk, price: string, isDraft = true) {
  const content = freightOf({
    rows: [
      freightRow('5', '0', '3', '8.00'),
      freightRow('5', '3', '4', price),
      freightRow('5', '4', '5', '11.90'),
    ],
    surcharges: [surcharge('residential', '5.95', true), surcharge('label_cancel', '1.00')],
  })
  const [version] = await desk.asOwner<{ id: string }>(
    `with ended as (update quote_versions v set inactive_at = now() + interval '1 year' from quotes q
       where q.tenant_id = v.tenant_id and q.id = v.quote_id and q.quote_code = 'FR-1' and not $2 returning v.quote_id)
     insert into quote_versions (tenant_id, quote_id, version_no, content, effective_from, published_at, published_by, created_by)
     select tenant_now(), q.id, 2, $1::jsonb, case when not $2 then now() + interval '1 year' end, case when not $2 then now() end,
       case when not $2 then system_account() end, system_account()
     from quotes q left join ended on ended.quote_id = q.id where q.tenant_id = tenant_now() and q.quote_code = 'FR-1' returning id`,
    [JSON.stringify({ kind: 'freight', ...content }), isDraft],
  )
  return Number(version?.id)
}

test('a month with inbound orders, orders, a void, a refund and a fee priced again has no difference with its own versions', async () => {
  const desk = await aDesk()
  const refunded = await shipped(desk)
  const again = await shipped(desk)
  const [voided] = await desk.createPrinted({ lines: desk.three() })
  expect((await desk.send(voidOrders, { ids: [voided?.id ?? 0], reason: 'x' })).success).toBe(true)
  await desk.write((tx) =>
    charge(tx, desk.who, [
      {
        ...{
          kind: 'inbound',
          sourceId: 9_999,
          sourceNo: 'IN-9999',
          customerId: desk.customerId,
          factsVersion: 1,
        },
        facts: {
          boxSizes: [],
          lines: [
            {
              productId: 1,
              good: 2,
              defective: 0,
              boxId: null,
              weight: null,
              length: null,
              width: null,
              height: null,
            },
          ],
        },
      },
    ]),
  )
  const versionId = await anotherVersion(desk, '10.69', false)
  const freightOfOrder = async (id: number) => {
    const [fee] = await desk.asOwner<{ id: string }>(
      `select f.id from fees f join fee_types t on t.tenant_id = f.tenant_id and t.id = f.fee_type_id
       where f.source_id = $1 and t.fee_code = 'FREIGHT'`,
      [id],
    )
    return [Number(fee?.id)]
  }
  const ids = await freightOfOrder(again)
  const rerated = await server.send(rerateFees, { ids, versionId, reason: 'agreed' }, desk)
  expect(rerated).toMatchObject({ success: true, data: { ok: 1 } })
  const late = { ids: await freightOfOrder(refunded), amount: '2.00', reason: 'late' }
  expect(await server.send(refundFees, late, desk)).toMatchObject({ success: true, data: { ok: 1 } })

  const before = await desk.asOwner('select id, status, amount from fees order by id')
  const result = await desk.ask()
  expect(result.events).toBeGreaterThanOrEqual(3)
  expect(result).toMatchObject({ difference: '0.00', gaps: 0, documents: [] })
  const [sum] = await desk.asOwner<{ sum: string }>(
    `select sum(amount) from fees where status in ('settled', 'not_settled') and event_id is not null and refund_of is null`,
  )
  expect(result.charged).toBe(sum?.sum)
  expect(await desk.asOwner('select id, status, amount from fees order by id')).toEqual(before)
})

test('work that was free is still free after its quote was disabled, and a fee that a person voided stays away', async () => {
  const desk = await aDesk()
  await desk.setTerms({ limit: 'none', mode: 'bill' })
  const free = await handlingOf(server, desk.tenantId, [['OUT_HANDLING', 'order', '0']])
  await publishPrice(server, {
    tenantId: desk.tenantId,
    quoteCode: 'FREE-HANDLING',
    kind: 'operation',
    content: free,
  })
  const id = await shipped(desk)
  expect(await desk.feesOf(id)).toHaveLength(3)
  const [fuel] = await desk.asOwner<{ id: string }>(
    `select f.id from fees f join fee_types t on t.tenant_id = f.tenant_id and t.id = f.fee_type_id
     where f.source_id = $1 and t.fee_code = 'FUEL'`,
    [id],
  )
  const gone = { ids: [Number(fuel?.id)], reason: 'agreed' }
  expect(await server.send(voidFees, gone, desk)).toMatchObject({ success: true, data: { ok: 1 } })
  await desk.asOwner(`update quotes set is_enabled = false, is_default = false where kind = 'operation'`)
  expect(await desk.ask()).toMatchObject({ events: 1, difference: '0.00', gaps: 0, documents: [] })
})

test('work that was free is compared with a price that it would have had', async () => {
  const desk = await aDesk()
  const [handling] = await desk.asOwner<{ id: string }>('select max(id) as id from quote_versions')
  await publishPrice(server, {
    ...{ tenantId: desk.tenantId, customerId: desk.customerId },
    ...{ quoteCode: 'FREE-HANDLING', kind: 'operation' },
    content: await handlingOf(server, desk.tenantId, [['INB_HANDLING', 'inbound', '0']]),
  })
  const facts = { boxSizes: [], lines: [] }
  const arrival = { kind: 'inbound', sourceId: 9_999, sourceNo: 'IN-9999', factsVersion: 1 } as const
  await desk.write((tx) => charge(tx, desk.who, [{ ...arrival, customerId: desk.customerId, facts }]))
  expect(await desk.eventOf(9_999, 'inbound')).toMatchObject({ status: 'free' })
  expect(await desk.ask({ versionIds: [Number(handling?.id)], forAll: true })).toMatchObject({
    ...{ events: 1, charged: '0.00', instead: '4.00' },
    documents: [{ sourceNo: 'IN-9999', difference: '4.00' }],
  })
})

test('a draft is compared with what was charged, document by document', async () => {
  const desk = await aDesk()
  await shipped(desk)
  await shipped(desk)
  const draft = await anotherVersion(desk, '22.74')
  const result = await desk.ask({ versionIds: [draft] })
  // Freight of 11.37 becomes 22.74 and with the discount of 0.80 costs 9.09 more, and its fuel 1.50.
  const each = { customerCode: 'ACME', charged: '19.05', instead: '29.64', difference: '10.59' }
  expect(result.documents).toMatchObject([each, each])
  expect(result).toMatchObject({ charged: '38.10', instead: '59.28', difference: '21.18', gaps: 0 })
  expect(result.customers).toMatchObject([{ customerCode: 'ACME', events: 2, difference: result.difference }])
  const other = await desk.ask({ versionIds: [draft], from: '2026-01-01', to: '2026-01-02' })
  expect(other).toMatchObject({ events: 0, customers: [] })
  const none = await desk.ask({ versionIds: [draft], customerIds: [999_999_999] })
  expect(none).toMatchObject({ events: 0 })
  const daysFrom = (days: number) =>
    new Date(Date.parse(desk.day) + days * 86_400_000).toISOString().slice(0, 10)
  for (const [from, to, events] of [
    [-9, 0, 2],
    [0, 9, 2],
    [-9, -1, 0],
    [1, 9, 0],
  ] as const)
    expect([from, to, (await desk.ask({ from: daysFrom(from), to: daysFrom(to) })).events]).toEqual([
      ...[from, to, events],
    ])
  const stranger = { from: desk.day, to: desk.day, customerIds: [desk.customerId, 999_999_999] }
  expect(await server.send(calls.startWhatIf, stranger, desk)).toMatchObject({
    data: { fields: [{ path: 'customerIds' }] },
  })
  const { customers, versions } = await server.done(calls.whatIfChoices, {}, desk)
  expect(customers.map(({ customerCode }) => customerCode)).toEqual(['ACME', 'OTHER'])
  const chosen = versions.filter(({ quoteCode }) => !quoteCode.startsWith('FREE'))
  expect(
    chosen.map(({ quoteCode, versionNo, kind, channelCode }) => [quoteCode, versionNo, kind, channelCode]),
  ).toEqual([
    ['FR-1', 2, 'freight', 'LOCAL'],
    ['FR-1', 1, 'freight', 'LOCAL'],
    ['HANDLING', 1, 'operation', null],
  ])
})

test('work without a price gets its first one apart from what was charged, which still has no difference', async () => {
  const desk = await aDesk()
  await shipped(desk)
  const enable = (isEnabled: boolean) =>
    desk.asOwner(`update quotes set is_enabled = $1 where quote_code = 'FR-1'`, [isEnabled])
  const [order] = await desk.createPrinted({ lines: desk.three() })
  await enable(false)
  expect(await desk.ship(order?.id ?? 0)).toMatchObject({ ok: 1 })
  expect(await desk.eventOf(order?.id ?? 0)).toMatchObject({ status: 'open', gap: 'no_price' })

  const same = { events: 1, charged: '19.05', instead: '19.05', difference: '0.00', gaps: 0, documents: [] }
  const none = { newlyPriced: 0, newAmount: '0.00', stillOpen: 1 }
  expect(await desk.ask()).toMatchObject({ ...same, ...none, firstPrices: [] })
  const draft = await anotherVersion(desk, '22.74')
  const first = { sourceNo: order?.orderNo ?? '', customerCode: 'ACME' }
  expect(await desk.ask({ versionIds: [draft] })).toMatchObject({
    ...{ events: 1, charged: '19.05', instead: '29.64', difference: '10.59', gaps: 0 },
    ...{ newlyPriced: 1, newAmount: '29.64', stillOpen: 0 },
    customers: [{ customerCode: 'ACME', events: 1, difference: '10.59', newlyPriced: 1, newAmount: '29.64' }],
    documents: [{ difference: '10.59' }],
    firstPrices: [{ ...first, amount: '29.64' }],
  })
  // The customer has another quote for this channel.
  await publishPrice(server, {
    ...{ tenantId: desk.tenantId, quoteCode: 'FR-9', kind: 'freight', channelId: desk.channelOf('LOCAL') },
    content: freightOf({ rows: [freightRow('5', '0', null, '1.00')] }),
  })
  const [other] = await desk.asOwner<{ id: string }>('select max(id) as id from quote_versions')
  const versionIds = [Number(other?.id)]
  expect(await desk.ask({ versionIds })).toMatchObject({ ...same, ...none })
  expect(await desk.ask({ versionIds, forAll: true })).toMatchObject({
    newlyPriced: 1,
    // Handling and freight without a discount.
    newAmount: '2.52',
  })

  await enable(true)
  expect(await desk.eventOf(order?.id ?? 0), 'nothing was changed').toMatchObject({ status: 'open' })
  expect(await desk.ask()).toMatchObject({
    ...{ ...same, newlyPriced: 1, newAmount: '19.05', stillOpen: 0 },
    firstPrices: [{ ...first, amount: '19.05' }],
  })
  const [event] = await desk.asOwner<{ id: string }>(`select id from billable_events where status = 'open'`)
  const charged = await server.done(priceOpenEvents, { ids: [Number(event?.id)], versionId: null }, desk)
  expect(charged).toMatchObject({ ok: 1 })
  expect(await desk.ask()).toMatchObject({
    ...{ events: 2, charged: '38.10', instead: '38.10', difference: '0.00', newlyPriced: 0, stillOpen: 0 },
  })
})

test('a first price knows what is measured by now, and is none where the document has the fee by hand', async () => {
  const desk = await aDesk()
  const arrival = (productId: number) => ({
    ...{
      kind: 'inbound' as const,
      sourceId: 9_999,
      sourceNo: 'IN-9999',
      customerId: desk.customerId,
      factsVersion: 1,
    },
    facts: {
      boxSizes: [],
      lines: [
        {
          ...{ productId, good: 2, defective: 0, boxId: null },
          ...{ weight: null, length: null, width: null, height: null },
        },
      ],
    },
  })
  const handling = await handlingOf(server, desk.tenantId, [
    ['OUT_HANDLING', 'order', '0'],
    ['INB_HANDLING', 'inbound', '4.00'],
  ])
  await publishPrice(server, {
    ...{ tenantId: desk.tenantId, quoteCode: 'BY-WEIGHT', kind: 'operation' },
    content: {
      ...handling,
      rules: handling.rules.map((rule) =>
        rule.billOrderType === 'inbound' ? { ...rule, chargeUnit: 'weight' } : rule,
      ),
    },
  })
  const [product] = await desk.asOwner<{ id: string }>(
    `update products set declared_weight = null where sku = 'NUT' returning id`,
  )
  await desk.write((tx) => charge(tx, desk.who, [arrival(Number(product?.id))]))
  expect(await desk.eventOf(9_999, 'inbound')).toMatchObject({ status: 'open', gap: 'no_dims' })
  expect(await desk.ask()).toMatchObject({ events: 0, newlyPriced: 0, stillOpen: 1 })
  await desk.asOwner(`update products set declared_weight = 1.5 where id = $1`, [product?.id])
  expect(await desk.ask()).toMatchObject({ newlyPriced: 1, newAmount: '12.00', stillOpen: 0 })
  expect(await desk.asOwner('select completed_facts from billable_events')).toEqual([
    { completed_facts: null },
  ])

  const [order] = await desk.createPrinted({ lines: desk.three() })
  const [freight] = await desk.asOwner<{ id: string }>(`select id from fee_types where fee_code = 'FREIGHT'`)
  const byHand = {
    ...{ customerId: desk.customerId, feeTypeId: Number(freight?.id), amount: '3.00' },
    ...{ documentNo: order?.orderNo ?? '', chargeDate: '2026-01-02', reason: 'x' },
  }
  expect(await server.send(createFee, byHand, desk)).toMatchObject({ success: true })
  expect(await desk.ship(order?.id ?? 0)).toMatchObject({ ok: 1 })
  expect(await desk.eventOf(order?.id ?? 0)).toMatchObject({ status: 'open', what: 'same_type' })
  expect(await desk.ask()).toMatchObject({ newlyPriced: 1, stillOpen: 1, firstPrices: [{ amount: '12.00' }] })
})

test('the spreadsheet has the sums of each customer and every document', async () => {
  const desk = await aDesk()
  const ids = [await shipped(desk), await shipped(desk)]
  const [unpriced] = await desk.createPrinted({ lines: desk.three() })
  await desk.asOwner(`update quotes set is_enabled = false where quote_code = 'FR-1'`)
  await desk.ship(unpriced?.id ?? 0)
  const draft = await anotherVersion(desk, '22.74')
  const asked = { from: desk.day, to: desk.day, versionIds: [draft] }
  const { fileUrl } = await workedOn(server, desk, (await server.done(calls.startWhatIf, asked, desk)).taskId)
  const { rawPayload } = await server.server.http.inject({ method: 'GET', url: fileUrl ?? '' })
  const { sheets } = await readXlsx(rawPayload)
  expect(sheets.map(({ name, rows }) => [name, rows])).toEqual([
    [
      'Customers',
      [
        [
          ...['Customers', '', 'Activities', 'Charged', 'Recalculated', 'Difference', 'Without a price'],
          ...['Newly priced', 'First prices', 'Still without a price'],
        ],
        ['ACME', expect.any(String), 2, 38.1, 59.28, 21.18, 0, 1, 29.64, 0],
        ['Total', '', 2, 38.1, 59.28, 21.18, 0, 1, 29.64, 0],
      ],
    ],
    [
      'Document',
      [
        ['Document', 'Customers', 'Date', 'Charged', 'Recalculated', 'Difference'],
        ...(
          await desk.asOwner<{ no: string }>(
            'select order_no as no from orders where id = any($1) order by id',
            [ids],
          )
        ).map(({ no }) => [no, 'ACME', desk.day, 19.05, 29.64, 10.59]),
        [unpriced?.orderNo, 'ACME', desk.day, 'No price', 29.64, null],
      ],
    ],
  ])
})

test('two versions of one kind and channel, and unknown ones, are refused', async () => {
  const desk = await aDesk()
  const draft = await anotherVersion(desk, '22.74')
  const [own] = await desk.asOwner<{ id: string }>(
    `select v.id from quote_versions v join quotes q on q.tenant_id = v.tenant_id and q.id = v.quote_id where q.quote_code = 'FR-1' and v.version_no = 1`,
  )
  const ask = (versionIds: number[]) =>
    server.send(calls.whatIf, { from: desk.day, to: desk.day, versionIds }, desk)
  expect(await ask([draft, Number(own?.id)])).toMatchObject({ data: { fields: [{ path: 'versionIds' }] } })
  expect(await ask([999_999_999])).toMatchObject({ data: { kind: 'not_found' } })
})
