import { expect, test } from 'vitest'
import { aDatabase } from '../../../testing/database.ts'
import { aRentedStore, type RentedStore } from '../../../testing/rent-builders.ts'
import { rerateFees } from '../../fees/server/rerate.ts'
import { priceOpenEvents } from '../../fees/server/worklist.ts'

const scratch = await aDatabase()

const flat = (price: string): [number, null, string][] => [[1, null, price]]

/** Goods of 1 m³ from the first of March on; the price is what a piece costs each night. */
async function aStay() {
  const store = await aRentedStore(scratch)
  await store.setSizes('BOLT', 100, 100, 100)
  store.at('2026-03-01T17:00:00Z')
  await store.store('BOLT', 1, '2026-03-01')
  const until = async (day: string) => {
    store.at(new Date(Date.parse(`${day}T09:00:00Z`) + 86_400_000).toISOString())
    await store.run()
  }
  const feeIds = async () =>
    (
      await store.asOwner<{ id: string }>(
        `select id from fees where status in ('settled', 'not_settled') order by id`,
      )
    ).map(({ id }) => Number(id))
  const rerate = (ids: number[], versionId: number | null = null) =>
    store.moved.write(store.tenantId, (tx) => rerateFees(tx, store.who, { ids, versionId, reason: 'agreed' }))
  return { ...store, until, feeIds, rerate }
}

const inCycles = async ({ asOwner, customerId }: RentedStore, days: number) => {
  await asOwner(
    `update customers set storage_settlement_cycle = 'deposit', storage_cycle_days = $2 where id = $1`,
    [customerId, days],
  )
  await asOwner(`update customers set storage_cycle_anchor = '2026-03-01' where id = $1`, [customerId])
}

const flowsOf = ({ asOwner }: RentedStore) =>
  asOwner<{ flow: string }>(
    `select log_type || ' ' || business || ' ' || amount as flow from balance_flows where log_type in ('in', 'out') order by seq`,
  ).then((rows) => rows.map(({ flow }) => flow))

test('a settled night is reversed and charged with the chosen version, its lines too', async () => {
  const stay = await aStay()
  const quoteId = await stay.quote()
  await stay.version(quoteId, flat('0.50'), { to: '2031-01-01' })
  await stay.until('2026-03-01')
  const dearer = await stay.version(quoteId, flat('0.80'), { from: '2031-01-01' })
  const [feeId = 0] = await stay.feeIds()
  expect(await stay.rerate([feeId], dearer)).toMatchObject({ ok: 1, failed: [] })
  expect(await stay.days()).toEqual([['2026-03-01', '0.80']])
  expect(await stay.fees()).toEqual([
    ['0.50', 'reversed', '2026-03-01', 0],
    ['0.80', 'settled', '2026-03-01', 1],
  ])
  expect(await flowsOf(stay)).toEqual(['out storage_rent 0.50', 'in reversal 0.50', 'out storage_rent 0.80'])
  expect(await stay.account()).toEqual(['-0.80', '0.00', '0.00', expect.any(Number)])
  const [line] = await stay.asOwner('select tier_price, amount6 from stock_snapshot_lines')
  expect(line).toEqual({ tier_price: '0.800000', amount6: '0.800000' })
  expect(await stay.wrong()).toEqual([])

  // With its own version again it costs what it did.
  const [second = 0] = await stay.feeIds()
  expect(await stay.rerate([second])).toMatchObject({ ok: 1 })
  expect(await stay.days()).toEqual([['2026-03-01', '0.50']])
  // Nothing changes where the amount stays the same.
  const [third = 0] = await stay.feeIds()
  expect(await stay.rerate([third])).toMatchObject({ ok: 1 })
  expect(await stay.feeIds()).toEqual([third])
  expect(await stay.wrong()).toEqual([])
})

test('all nights of a cycle are priced again together; those that are put aside stay', async () => {
  const stay = await aStay()
  const quoteId = await stay.quote()
  await stay.version(quoteId, flat('0.50'), { to: '2031-01-01' })
  await inCycles(stay, 3)
  await stay.until('2026-03-04')
  const dearer = await stay.version(
    quoteId,
    [
      [1, 1, '0.60'],
      [2, null, '0.75'],
    ],
    { from: '2031-01-01' },
  )
  expect(await stay.rerate(await stay.feeIds(), dearer)).toMatchObject({ ok: 1, failed: [] })
  expect(await stay.days()).toEqual([
    ['2026-03-01', '0.60'],
    ['2026-03-02', '0.75'],
    ['2026-03-03', '0.75'],
    ['2026-03-04', '0.50'],
  ])
  expect(await stay.fees()).toEqual([
    ['1.50', 'reversed', '2026-03-03', 0],
    ['2.10', 'settled', '2026-03-03', 3],
  ])
  // What is put aside for the next cycle is still held.
  expect(await stay.account()).toEqual(['-2.10', '0.50', '0.00', expect.any(Number)])
  expect(await stay.wrong()).toEqual([])
  await stay.until('2026-03-06')
  expect((await stay.fees()).at(-1)).toEqual(['1.50', 'settled', '2026-03-06', 3])
  expect(await stay.wrong()).toEqual([])
})

test('a version of another quote, and one that makes a night free, are refused with the reason', async () => {
  const stay = await aStay()
  const quoteId = await stay.quote()
  await stay.version(quoteId, flat('0.50'), { to: '2031-01-01' })
  await stay.until('2026-03-01')
  const [feeId = 0] = await stay.feeIds()
  const other = await stay.version(await stay.quote(false), flat('0.80'))
  const free = await stay.version(quoteId, flat('0'), { from: '2031-01-01', to: '2031-02-01' })
  const young = await stay.version(quoteId, [[5, null, '1.00']], { from: '2031-02-01' })
  for (const [versionId, reason] of [
    [other, /doesn’t use this quote|不适用/],
    [free, /2026-03-01.*(free|为零)/],
    [young, /./],
  ] as const)
    expect(await stay.rerate([feeId], versionId)).toMatchObject({
      ok: 0,
      failed: [{ reason: expect.stringMatching(reason) }],
    })
  expect(await stay.fees()).toEqual([['0.50', 'settled', '2026-03-01', 1]])
})

test('nights from before the first version are priced with a version chosen by hand', async () => {
  const stay = await aStay()
  await stay.until('2026-03-02')
  const quoteId = await stay.quote()
  const versionId = await stay.version(quoteId, flat('0.40'), { from: '2026-03-02T05:00:00Z' })
  const events = await stay.asOwner<{ id: string }>(
    `select id from billable_events where status = 'open' order by charge_date`,
  )
  const ids = events.map(({ id }) => Number(id))
  const result = await stay.moved.write(stay.tenantId, (tx) =>
    priceOpenEvents(tx, stay.who, { ids, versionId }),
  )
  // The second night has a price of its own by now, and is priced without a choice.
  expect(result).toMatchObject({ ok: 1, failed: [{ id: ids[1] }] })
  expect(await stay.days()).toEqual([
    ['2026-03-01', '0.40'],
    ['2026-03-02', null],
  ])
  const rest = await stay.moved.write(stay.tenantId, (tx) =>
    priceOpenEvents(tx, stay.who, { ids: ids.slice(1), versionId: null }),
  )
  expect(rest).toMatchObject({ ok: 1 })
  expect(await stay.fees()).toEqual([
    ['0.40', 'settled', '2026-03-01', 1],
    ['0.40', 'settled', '2026-03-02', 1],
  ])
  expect(await stay.wrong()).toEqual([])
})

test('a night that is priced again has the discount of its new price', async () => {
  const stay = await aStay()
  const quoteId = await stay.quote()
  await stay.version(quoteId, flat('0.50'))
  await stay.until('2026-03-01')
  await stay.asOwner(
    `insert into customer_prices (tenant_id, customer_id, quote_id, kind, discount, effective_from, created_by)
     values ($1, $2, $3, 'storage', 0.90, '2020-01-01', system_account())`,
    [stay.tenantId, stay.customerId, quoteId],
  )
  expect(await stay.rerate(await stay.feeIds())).toMatchObject({ ok: 1, failed: [] })
  expect(await stay.days()).toEqual([['2026-03-01', '0.45']])
  expect(await stay.asOwner('select discount from rent_days')).toEqual([{ discount: '0.90' }])
  expect(await stay.wrong()).toEqual([])
})
