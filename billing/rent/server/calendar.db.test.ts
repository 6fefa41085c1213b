import { expect, test } from 'vitest'
import { zoneIds } from '../../../platform/text/time-zones.ts'
import { aDatabase } from '../../../testing/database.ts'
import { chance, sampleOf, shareOf } from '../../../testing/random.ts'
import { aRentedStore, type RentedStore } from '../../../testing/rent-builders.ts'

const scratch = await aDatabase()
const HOUR = 3_600_000
const DAY = 24 * HOUR

const dueAt = async (day: string, time: string, zone: string) => {
  const [row] = await scratch.owner<{ due: string }>(
    `select to_char(due_at($1, $2, $3), 'YYYY-MM-DD HH24:MI') as due`,
    [day, time, zone],
  )
  return row?.due
}

test.each([
  ['America/New_York', '2026-03-07', '2026-03-07 07:00'],
  ['America/New_York', '2026-03-08', '2026-03-08 07:00'],
  ['America/New_York', '2026-03-09', '2026-03-09 06:00'],
  ['America/New_York', '2026-11-01', '2026-11-01 07:00'],
  ['Europe/Berlin', '2026-03-29', '2026-03-29 01:00'],
  ['Europe/Berlin', '2026-10-25', '2026-10-25 00:00'],
  ['Australia/Sydney', '2026-10-04', '2026-10-03 16:00'],
])('CY-2: in %s the night of %s is due at %s', async (zone, day, due) => {
  expect(await dueAt(day, '02:00', zone)).toBe(due)
})

test.each([
  ['a time within the gap', 'America/New_York', '2026-03-08', '02:30', '2026-03-08 07:00'],
  ['the end of the gap', 'America/New_York', '2026-03-08', '03:00', '2026-03-08 07:00'],
  ['before the gap', 'America/New_York', '2026-03-08', '01:59', '2026-03-08 06:59'],
  ['a time that happens twice', 'America/New_York', '2026-11-01', '01:30', '2026-11-01 05:30'],
  ['after a time that happens twice', 'America/New_York', '2026-11-01', '02:00', '2026-11-01 07:00'],
  ['a day that begins with a gap', 'Africa/Cairo', '2026-04-24', '00:00', '2026-04-23 22:00'],
  ['a day that begins after clocks go back', 'Africa/Cairo', '2026-10-30', '00:00', '2026-10-29 22:00'],
])('%s', async (_, zone, day, time, due) => {
  expect(await dueAt(day, time, zone)).toBe(due)
})

/** From 2026 to 2030. */
const DAYS = sampleOf(1826, 46)
const luck = chance('calendar')
const isSample = DAYS < 1826
const zones = shareOf(zoneIds, 0, 5)
/** In a sample, before the changes of clocks in spring or autumn of one of the years. */
const from = isSample ? `${luck.between(2026, 2030)}-${luck.pick(['03-01', '10-01'])}` : '2026-01-01'

test('the due instant is the first at which the clock shows the time, in every zone and on every day', async () => {
  const wrong = await scratch.owner(
    // Other times than the usual one are tried around changes of clocks.
    `select z, day::text, t from unnest($1::text[]) z, unnest(array['00:00', '01:30', '02:00', '02:30', '06:00']::time[]) t,
       generate_series(0, $3) n, lateral (select $2::date + n as day) d, lateral (select due_at(day, t, z) as due) x
     where (t = '02:00' or (day + 2)::timestamp at time zone z - (day - 1)::timestamp at time zone z <> interval '3 days')
       and (x.due at time zone z < day + t or (x.due - interval '1 minute') at time zone z >= day + t
         or exists (select 1 from generate_series(x.due - interval '3 hours', x.due - interval '1 minute', interval '15 minutes') i
           where i at time zone z >= day + t))`,
    [zones, from, DAYS - 1],
  )
  expect(wrong).toEqual([])
}, 600_000)

test('after a move across the date line no night is due before the one before it', async () => {
  const store = await aRentedStore(scratch, { zone: 'Pacific/Honolulu' })
  const move = (zone: string, time: string) =>
    store.asOwner('update warehouses set time_zone = $1, snapshot_time = $2', [zone, time])
  await move('Pacific/Honolulu', '06:00')
  store.at('2026-03-01T22:00:00Z')
  await store.store('BOLT', 1, '2026-03-01')
  store.at('2026-03-02T16:01:00Z')
  await store.run()
  // The next midnight in Auckland was five hours ago.
  await move('Pacific/Auckland', '00:00')
  await store.run()
  store.at('2026-03-03T11:01:00Z')
  await store.run()
  expect((await store.nights()).map(({ day, due, status }) => [day, due, status])).toEqual([
    ['2026-03-01', '2026-03-02 16:00', 'done'],
    ['2026-03-02', '2026-03-02 16:00', 'done'],
    ['2026-03-03', '2026-03-03 11:00', 'done'],
  ])
})

// Before the walks, which run side by side: a store is built with the guards of its settings off.
const stores: [string, RentedStore][] = []
for (const zone of zones) stores.push([zone, await aRentedStore(scratch, { zone })])

/**
 * A clock that ticks by hours, stands still for up to ten days at times, and a warehouse that moves or changes its snapshot time in the
 * middle of a day: two runners at each tick.
 */
test.concurrent.each(stores)(
  'every charge date is charged once in %s, whatever is out and whatever is changed',
  async (zone, store) => {
    const random = chance(`calendar ${zone}`)
    await store.setSizes('BOLT', 100, 100, 100)
    await store.price([[1, null, '1.37']])
    const start = Date.parse(`${from}T12:00:00Z`)
    const end = start + DAYS * DAY
    store.at(new Date(start).toISOString())
    await store.store('BOLT', 1, from)
    let now = start
    for (let tick = 0; now < end; tick++) {
      store.at(new Date(now).toISOString())
      await Promise.all([store.run(), store.run()])
      if (tick === 5 || random.between(1, isSample ? 12 : 40) === 1)
        await store.asOwner('update warehouses set time_zone = $1, snapshot_time = $2', [
          random.pick(zoneIds),
          random.pick(['00:00', '00:30', '02:00', '03:30', '06:00']),
        ])
      now += random.between(1, 15) === 1 ? random.between(1, 10) * DAY : random.between(4, 30) * HOUR
    }
    store.at(new Date(end + 3 * DAY).toISOString())
    await store.run()
    const [facts] = await store.asOwner<Record<string, number | string>>(
      `select count(*)::int as nights, (max(charge_date) - min(charge_date) + 1)::int as dates,
         count(*) filter (where status <> 'done')::int as undone, count(*) filter (where due_at < before)::int as backwards,
         (select count(*)::int from rent_days) as days, (select count(*)::int from fees) as fees,
         (select count(distinct charge_date)::int from fees where amount = 1.37 and status = 'settled') as charged,
         (select (balance / -1.37)::int from customer_accounts where balance <> 0) as paid
       from (select *, lag(due_at) over (order by charge_date) as before from stock_snapshots) s`,
    )
    const { nights } = facts ?? {}
    expect(nights).toBeGreaterThanOrEqual(DAYS)
    const each = { dates: nights, days: nights, fees: nights, charged: nights, paid: nights }
    expect(facts).toMatchObject({ ...each, undone: 0, backwards: 0 })
    expect(await store.wrong()).toEqual([])
  },
  isSample ? 60_000 : 1_800_000,
)
