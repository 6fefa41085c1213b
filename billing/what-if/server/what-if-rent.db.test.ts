import { expect, test } from 'vitest'
import type { InputOf } from '../../../platform/calls/call.ts'
import { aDatabase } from '../../../testing/database.ts'
import { aRentedStore, type RentedStore } from '../../../testing/rent-builders.ts'
import { voidFees } from '../../fees/server/fees.ts'
import { rerateFees } from '../../fees/server/rerate.ts'
import type { whatIf as call } from '../contract.ts'
import { whatIf } from './what-if.ts'

const scratch = await aDatabase()

/** Goods of 1 m³ from the first of March on; the price is what a piece costs each night. */
async function aStay(pieces = 1) {
  const store = await aRentedStore(scratch)
  await store.setSizes('BOLT', 100, 100, 100)
  store.at('2026-03-01T17:00:00Z')
  await store.store('BOLT', pieces, '2026-03-01')
  const until = async (day: string) => {
    store.at(new Date(Date.parse(`${day}T09:00:00Z`) + 86_400_000).toISOString())
    await store.run()
  }
  const ask = (over: Partial<InputOf<typeof call>> = {}) =>
    store.moved.write(store.tenantId, (tx) =>
      whatIf(tx, store.who, { from: '2026-03-01', to: '2026-03-31', versionIds: [], forAll: false, ...over }),
    )
  return { ...store, until, ask }
}

const flat = (price: string): [number, null, string][] => [[1, null, price]]

const discounted = ({ asOwner, tenantId, customerId }: RentedStore, quoteId: number, discount: string) =>
  asOwner(
    `insert into customer_prices (tenant_id, customer_id, quote_id, kind, discount, effective_from, created_by)
     values ($1, $2, $3, 'storage', $4, '2020-01-01', system_account())`,
    [tenantId, customerId, quoteId, discount],
  )

test('nights with their own versions have no difference, also where the price changed in between', async () => {
  const stay = await aStay(3)
  const quoteId = await stay.quote()
  await stay.version(quoteId, flat('0.344'), { to: '2026-03-03T05:00:00Z' })
  await stay.version(quoteId, flat('0.50'), { from: '2026-03-03T05:00:00Z' })
  await discounted(stay, quoteId, '0.95')
  await stay.until('2026-03-04')
  // Three pieces at 0.344 and then at 0.50, each night with 5% off and rounded by itself.
  expect(await stay.days()).toEqual([
    ['2026-03-01', '0.98'],
    ['2026-03-02', '0.98'],
    ['2026-03-03', '1.43'],
    ['2026-03-04', '1.43'],
  ])
  const before = await stay.fees()
  expect(await stay.ask()).toMatchObject({
    ...{ events: 4, charged: '4.82', instead: '4.82', difference: '0.00', gaps: 0, documents: [] },
  })
  expect(await stay.fees()).toEqual(before)
})

test('another version of the quote is calculated from the goods of each night and its discount', async () => {
  const stay = await aStay()
  const quoteId = await stay.quote()
  await stay.version(quoteId, flat('0.50'), { to: '2031-01-01' })
  await discounted(stay, quoteId, '0.90')
  await stay.until('2026-03-02')
  await stay.store('BOLT', 2, '2026-03-03')
  await stay.until('2026-03-03')
  const dearer = await stay.version(
    quoteId,
    [
      [1, 1, '0.60'],
      [2, null, '0.805'],
    ],
    { from: '2031-01-01' },
  )
  const result = await stay.ask({ versionIds: [dearer] })
  // Nights cost 0.45, 0.45 and 1.35; with ages 0.54, 0.7245 and (0.805 + 2 × 0.60) × 0.9 = 1.8045.
  expect(result).toMatchObject({ events: 3, charged: '2.25', instead: '3.06', difference: '0.81', gaps: 0 })
  expect(
    result.documents.map(({ sourceNo, charged, instead, difference }) => [
      sourceNo,
      charged,
      instead,
      difference,
    ]),
  ).toEqual([
    ['RENT-20260303-ACME', '1.35', '1.80', '0.45'],
    ['RENT-20260302-ACME', '0.45', '0.72', '0.27'],
    ['RENT-20260301-ACME', '0.45', '0.54', '0.09'],
  ])
  // Of another quote only where it is for all.
  const other = await stay.version(await stay.quote(false), flat('1.00'))
  expect(await stay.ask({ versionIds: [other] })).toMatchObject({ difference: '0.00' })
  expect(await stay.ask({ versionIds: [other], forAll: true })).toMatchObject({
    instead: '4.50',
    difference: '2.25',
  })
})

test('nights that are put aside and nights of one fee for a cycle count one by one', async () => {
  const stay = await aStay()
  const quoteId = await stay.quote()
  await stay.version(quoteId, flat('0.50'), { to: '2031-01-01' })
  await stay.asOwner(
    `update customers set storage_settlement_cycle = 'deposit', storage_cycle_days = 3, storage_cycle_anchor = '2026-03-01' where id = $1`,
    [stay.customerId],
  )
  await stay.asOwner(`update customers set storage_cycle_anchor = '2026-03-01' where id = $1`, [
    stay.customerId,
  ])
  await stay.until('2026-03-04')
  expect(await stay.fees()).toEqual([['1.50', 'settled', '2026-03-03', 3]])
  expect(await stay.ask()).toMatchObject({ events: 4, charged: '2.00', instead: '2.00', difference: '0.00' })
  const dearer = await stay.version(quoteId, flat('0.75'), { from: '2031-01-01' })
  expect(await stay.ask({ versionIds: [dearer] })).toMatchObject({ instead: '3.00', difference: '1.00' })
  expect(await stay.ask({ versionIds: [dearer], to: '2026-03-02' })).toMatchObject({
    events: 2,
    difference: '0.50',
  })
})

test('a version without a tier for an age says so, and the night counts as it was charged', async () => {
  const stay = await aStay()
  const quoteId = await stay.quote()
  await stay.version(quoteId, flat('0.50'), { to: '2031-01-01' })
  await stay.until('2026-03-03')
  const young = await stay.version(quoteId, [[1, 2, '0.80']], { from: '2031-01-01' })
  expect(await stay.ask({ versionIds: [young] })).toMatchObject({ charged: '1.50', instead: '2.10', gaps: 1 })
})

test('a night whose fee was voided counts as charged nothing', async () => {
  const stay = await aStay()
  const quoteId = await stay.quote()
  await stay.version(quoteId, flat('0.50'))
  await stay.asOwner(`update customers set settlement_mode = 'bill'`)
  await stay.until('2026-03-02')
  expect(await stay.ask()).toMatchObject({ events: 2, charged: '1.00', difference: '0.00' })
  const [fee] = await stay.asOwner<{ id: string }>('select id from fees order by id limit 1')
  const ids = [Number(fee?.id)]
  expect(
    await stay.moved.write(stay.tenantId, (tx) => voidFees(tx, stay.who, { ids, reason: 'wrong' })),
  ).toMatchObject({ ok: 1 })
  expect(await stay.ask()).toMatchObject({ events: 2, charged: '0.50', instead: '1.00', difference: '0.50' })
})

test('a night that was priced again with another version has no difference with that one', async () => {
  const stay = await aStay()
  const quoteId = await stay.quote()
  await stay.version(quoteId, flat('0.50'), { to: '2031-01-01' })
  await stay.until('2026-03-01')
  const versionId = await stay.version(quoteId, flat('0.80'), { from: '2031-01-01' })
  const [fee] = await stay.asOwner<{ id: string }>('select id from fees')
  const again = { ids: [Number(fee?.id)], versionId, reason: 'agreed' }
  expect(await stay.moved.write(stay.tenantId, (tx) => rerateFees(tx, stay.who, again))).toMatchObject({
    ok: 1,
  })
  expect(await stay.ask()).toMatchObject({ events: 1, charged: '0.80', instead: '0.80', difference: '0.00' })
})

test('nights without a price get their first one, of a quote that their customer uses or of one for all', async () => {
  const stay = await aStay(2)
  const quoteId = await stay.quote()
  await stay.until('2026-03-02')
  expect(await stay.ask()).toMatchObject({ events: 0, newlyPriced: 0, stillOpen: 2, firstPrices: [] })
  const first = await stay.version(quoteId, flat('0.30'), { from: '2031-01-01' })
  const priced = {
    events: 0,
    charged: '0.00',
    difference: '0.00',
    newlyPriced: 2,
    newAmount: '1.20',
    stillOpen: 0,
  }
  expect(await stay.ask({ versionIds: [first] })).toMatchObject({
    ...priced,
    firstPrices: [{ amount: '0.60' }, { amount: '0.60' }],
  })
  await discounted(stay, quoteId, '0.50')
  expect(await stay.ask({ versionIds: [first] })).toMatchObject({ ...priced, newAmount: '0.60' })
  const other = await stay.version(await stay.quote(false), flat('1.00'))
  expect(await stay.ask({ versionIds: [other] })).toMatchObject({ newlyPriced: 0, stillOpen: 2 })
  expect(await stay.ask({ versionIds: [other], forAll: true })).toMatchObject({
    newlyPriced: 2,
    newAmount: '4.00',
  })
})
