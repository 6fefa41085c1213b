import { expect, test } from 'vitest'
import type { Page } from '../../../platform/calls/call.ts'
import { aRentedStore } from '../../../testing/rent-builders.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { getFee, listFees, listOpenEvents } from '../../fees/contract.ts'
import {
  getNight,
  listNights,
  listRentDays,
  listRentLines,
  type NightRow,
  type RentDayRow,
  runNight,
} from '../contract.ts'
import { rentHealth } from '../health-contract.ts'
import { storageFigures } from '../storage-contract.ts'

const server = await startTestServer()

/** Two nights of two customers: 1.00 and 2.00, then 4.00 and 2.00. */
async function twoNights() {
  const store = await aRentedStore(server)
  for (const sku of ['BOLT', 'SCREW']) await store.setSizes(sku, 100, 100, 100)
  await store.price([[1, null, '1']])
  store.at('2026-03-01T17:00:00Z')
  await store.store('BOLT', 1, '2026-03-01')
  await store.store('SCREW', 2, '2026-03-01')
  store.at('2026-03-02T17:00:00Z')
  await store.store('BOLT', 3, '2026-03-02')
  store.at('2026-03-03T12:00:00Z')
  await store.run()
  const nights = (await server.send(listNights, { order: 'asc' }, store)).data as Page<NightRow>
  return { store, nights }
}

test('nights are listed with their totals and the change against the night before', async () => {
  const { store, nights } = await twoNights()
  expect(
    nights.rows.map(({ chargeDate, status, customers, lineCount, total, change }) => [
      chargeDate,
      status,
      customers,
      lineCount,
      total,
      change,
    ]),
  ).toEqual([
    ['2026-03-01', 'done', 2, 2, '3.00', null],
    ['2026-03-02', 'done', 2, 3, '6.00', '100.0'],
  ])
  const latest = (await server.send(listNights, { from: '2026-03-02', status: 'done' }, store))
    .data as Page<NightRow>
  expect([latest.total, latest.rows[0]?.change]).toEqual([1, '100.0'])
  expect((await server.send(listNights, { status: 'failed' }, store)).data).toMatchObject({ total: 0 })
  const until = await server.done(listNights, { to: '2026-03-01' }, store)
  expect(until.rows.map(({ chargeDate }) => chargeDate)).toEqual(['2026-03-01'])
  expect((await server.send(getNight, { id: nights.rows[1]?.id ?? 0 }, store)).data).toEqual(nights.rows[1])
})

test('a night opens to its customers, and a customer to the goods', async () => {
  const { store, nights } = await twoNights()
  const days = (await server.send(listRentDays, { nightId: nights.rows[1]?.id ?? 0 }, store))
    .data as Page<RentDayRow>
  expect(days).toMatchObject({
    total: 2,
    rows: [
      {
        ...{ customerCode: 'ACME', status: 'charged', lines: 2, pieces: 4, volume: '4.000000' },
        ...{ sum6: '4.000000', discount: '1.00', amount: '4.00' },
      },
      { customerCode: 'OTHER', status: 'charged', lines: 1, pieces: 2, amount: '2.00' },
    ],
  })
  expect(days.rows[0]?.feeNo).toMatch(/^FE\d+$/)
  const lines = await server.send(listRentLines, { rentDayId: days.rows[0]?.id ?? 0 }, store)
  expect(lines.data).toMatchObject({
    total: 2,
    rows: [
      {
        sku: 'BOLT',
        productName: 'BOLT',
        ageDays: 2,
        putawayDate: '2026-03-01',
        quantity: 1,
        unitVolume: '1.000000',
        tierPrice: '1.000000',
        amount6: '1.000000',
        noDims: false,
      },
      {
        sku: 'BOLT',
        ageDays: 1,
        putawayDate: '2026-03-02',
        quantity: 3,
        volume: '3.000000',
        amount6: '3.000000',
      },
    ],
  })
  for (const call of [
    server.send(getNight, { id: 999_999 }, store),
    server.send(listRentDays, { nightId: 999_999 }, store),
    server.send(listRentLines, { rentDayId: 999_999 }, store),
  ])
    expect(await call).toMatchObject({ success: false })
})

test('rent that is put aside, and rent without a price, is shown as such', async () => {
  const { store } = await twoNights()
  await store.asOwner(
    `update customers set storage_settlement_cycle = 'deposit', storage_cycle_days = 7 where customer_code = 'ACME'`,
  )
  await store.asOwner(`update customers set storage_cycle_anchor = '2026-03-03' where customer_code = 'ACME'`)
  const quoteId = await store.quote(false)
  const other = store.otherId
  await store.asOwner(
    `insert into customer_prices (tenant_id, customer_id, quote_id, kind, effective_from, created_by)
     values ($1, $2, $3, 'storage', '2020-01-01', system_account())`,
    [store.tenantId, other, quoteId],
  )
  store.at('2026-03-04T12:00:00Z')
  await store.run()
  const { rows } = (await server.send(listNights, {}, store)).data as Page<NightRow>
  expect(rows[0]).toMatchObject({ chargeDate: '2026-03-03', total: '4.00', withoutPrice: 1, change: '-33.3' })
  const days = await server.send(listRentDays, { nightId: rows[0]?.id ?? 0 }, store)
  expect(days.data).toMatchObject({
    rows: [
      { customerCode: 'ACME', status: 'put_aside', amount: '4.00', cycleTo: '2026-03-09', feeNo: null },
      { customerCode: 'OTHER', status: 'open', sum6: null, discount: null, amount: null, cycleTo: null },
    ],
  })
  const open = await server.done(listOpenEvents, {}, store)
  expect(open.rows).toMatchObject([{ kind: 'storage', documentId: rows[0]?.id }])
})

test('a fee of rent shows the goods of each of its nights by price, and leads to the nights', async () => {
  const store = await aRentedStore(server)
  await store.setSizes('BOLT', 100, 100, 100)
  await store.price([
    [1, 1, '1'],
    [2, null, '2'],
  ])
  await store.asOwner(
    `update customers set storage_settlement_cycle = 'deposit', storage_cycle_days = 2 where customer_code = 'ACME'`,
  )
  await store.asOwner(`update customers set storage_cycle_anchor = '2026-03-01' where customer_code = 'ACME'`)
  store.at('2026-03-01T17:00:00Z')
  await store.store('BOLT', 1, '2026-03-01')
  store.at('2026-03-02T17:00:00Z')
  await store.store('BOLT', 3, '2026-03-02')
  store.at('2026-03-03T12:00:00Z')
  await store.run()
  const [first, second] = (await server.done(listNights, { order: 'asc' }, store)).rows
  const { rows: fees } = await server.done(listFees, {}, store)
  expect(fees).toMatchObject([{ amount: '6.00', documentId: second?.id, basis: { kind: 'rent', nights: 2 } }])
  const { nights } = await server.done(getFee, { id: fees[0]?.id ?? 0 }, store)
  const tier = (age: number, volume: string, price: string, amount6: string) => ({
    ...{ ageFrom: age, ageTo: age, volume, price, amount6 },
  })
  expect(nights).toEqual([
    {
      ...{ id: first?.id, chargeDate: '2026-03-01', amount: '1.00' },
      tiers: [tier(1, '1.000000', '1.000000', '1.000000')],
    },
    {
      ...{ id: second?.id, chargeDate: '2026-03-02', amount: '5.00' },
      tiers: [tier(1, '3.000000', '1.000000', '3.000000'), tier(2, '1.000000', '2.000000', '2.000000')],
    },
  ])
  // A fee of an earlier version names its nights in the order in which they were priced.
  await store.asOwner('alter table fees disable trigger user')
  await store.asOwner(
    `update fees set detail = jsonb_set(detail, '{days}', jsonb_build_array(detail->'days'->1, detail->'days'->0))`,
  )
  await store.asOwner('alter table fees enable trigger user')
  expect(await server.done(getFee, { id: fees[0]?.id ?? 0 }, store)).toMatchObject({ nights })
})

test('Home says what last night came to, and how many nights are missing', async () => {
  const { store } = await twoNights()
  const health = () => server.done(rentHealth, {}, store)
  // The product's clock is not the test's: all nights since March are missing.
  const [today] = await store.asOwner<{ days: number }>(
    `select ((now() - interval '1 hour') at time zone 'America/New_York' - interval '2 hours')::date - 1 - date '2026-03-02' as days`,
  )
  expect(await health()).toEqual({
    late: today?.days,
    failedDate: null,
    lastDate: '2026-03-02',
    lastTotal: '6.00',
    change: '100.0',
  })
  await store.asOwner(
    `insert into stock_snapshots (tenant_id, charge_date, due_at, status, taken_at)
     select $1, d::date, d, 'running', now() from generate_series('2026-03-03'::date, current_date, interval '1 day') d`,
    [store.tenantId],
  )
  await store.asOwner(`update stock_snapshots set status = 'done'`)
  expect((await health()).late).toBe(0)
})

test('a company without goods has no missing nights', async () => {
  const store = await aRentedStore(server)
  expect((await server.send(rentHealth, {}, store)).data).toEqual({
    ...{ late: 0, failedDate: null, lastDate: null, lastTotal: null, change: null },
  })
})

test('a failed night can be run again, which is written to the log; one that is done can’t', async () => {
  const { store, nights } = await twoNights()
  const done = await server.send(runNight, { id: nights.rows[0]?.id ?? 0 }, store)
  expect(done).toMatchObject({ success: false, message: 'The rent of 2026-03-01 is already done' })
  const [failed] = await store.asOwner<{ id: string }>(
    `insert into stock_snapshots (tenant_id, charge_date, due_at) values ($1, '2026-03-03', '2026-03-04T07:00:00Z') returning id`,
    [store.tenantId],
  )
  await store.asOwner(`update stock_snapshots set status = 'failed' where id = $1`, [failed?.id])
  expect((await server.send(rentHealth, {}, store)).data).toMatchObject({ failedDate: '2026-03-03' })
  expect(await server.send(runNight, { id: Number(failed?.id) }, store)).toMatchObject({ success: true })
  expect(
    await server.owner(`select payload from graphile_worker._private_jobs where key = $1`, [
      `rent:${store.tenantId}`,
    ]),
  ).toEqual([{ payload: { tenantId: store.tenantId, input: {} } }])
  expect(
    await store.asOwner(`select action, object_no from audit_log where object_type = 'stock_snapshot'`),
  ).toEqual([{ action: 'run', object_no: '2026-03-03' }])
})

test('Home shows the bins in use, and volume and age of the goods of the last snapshot', async () => {
  const store = await aRentedStore(server)
  const ask = async () => (await server.send(storageFigures, {}, store)).data
  expect(await ask()).toEqual({ bins: 4, binsUsed: 0, day: null, volume: '0.000', ages: [0, 0, 0, 0, 0] })

  await store.setSizes('BOLT', 100, 100, 50)
  await store.price([[1, null, '1']])
  store.at('2026-03-01T17:00:00Z')
  // On the charge date these are 30, 31, 90, 91, 180, 181, 365 and 366 days old.
  for (const [pieces, day] of [
    [1, '2026-01-31'],
    [2, '2026-01-30'],
    [4, '2025-12-02'],
    [8, '2025-12-01'],
    [16, '2025-09-03'],
    [32, '2025-09-02'],
    [64, '2025-03-02'],
    [128, '2025-03-01'],
  ] as const)
    await store.store('BOLT', pieces, day)
  store.at('2026-03-02T12:00:00Z')
  await store.run()
  expect(await ask()).toEqual({
    bins: 4,
    binsUsed: 1,
    day: '2026-03-01',
    volume: '127.500',
    ages: [1, 6, 24, 96, 128],
  })
  await server.owner(
    `update locations set is_enabled = false where location_code = 'A-03'`,
    [],
    store.tenantId,
  )
  expect(await ask()).toMatchObject({ bins: 3 })
})
