import { expect, test } from 'vitest'
import { zoneIds } from '../../../platform/text/time-zones.ts'
import { aDatabase } from '../../../testing/database.ts'
import { chance, isAll } from '../../../testing/random.ts'
import { aRentedStore } from '../../../testing/rent-builders.ts'

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

const someZones = ['America/New_York', 'Europe/Berlin', 'Australia/Sydney', 'Asia/Kolkata', 'Africa/Cairo']
const zones = isAll ? zoneIds : someZones
const [from, years] = isAll ? ['2026-01-01', 5] : ['2026-01-01', 1]

test('the due instant is the first at which the clock shows the time, in every zone and on every day', async () => {
  const wrong = await scratch.owner(
    `select z, d::date::text, t from unnest($1::text[]) z, unnest(array['00:00', '01:30', '02:00', '02:30', '06:00']::time[]) t,
       generate_series($2::date, $2::date + $3::int, interval '1 day') d,
       lateral (select due_at(d::date, t, z) as due) x
     where x.due at time zone z < d::date + t or (x.due - interval '1 minute') at time zone z >= d::date + t
       or exists (select 1 from generate_series(x.due - interval '3 hours', x.due - interval '1 minute', interval '15 minutes') i
         where i at time zone z >= d::date + t)`,
    [zones, from, isAll ? 365 * years : 60],
  )
  expect(wrong).toEqual([])
})

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

/**
 * A clock that ticks by hours, stands still for up to ten days at times, and a warehouse that moves or changes its snapshot time in the
 * middle of a day: two runners at each tick.
 */
test.each(zones.map((zone, i) => [zone, i] as const))(
  'every charge date has one night in %s, whatever is out and whatever is changed',
  async (zone, place) => {
    const luck = chance(`calendar ${zone}`)
    const store = await aRentedStore(scratch, { zone })
    const start = Date.parse(
      isAll ? '2026-01-01T12:00:00Z' : place % 2 === 0 ? '2026-03-01T12:00:00Z' : '2026-10-10T12:00:00Z',
    )
    const end = start + (isAll ? years * 365 : 40) * DAY
    store.at(new Date(start).toISOString())
    await store.store('BOLT', 1, '2026-01-01')
    let now = start
    for (let tick = 0; now < end; tick++) {
      store.at(new Date(now).toISOString())
      await Promise.all([store.run(), store.run()])
      if (tick === 5 || luck.between(1, isAll ? 40 : 12) === 1)
        await store.asOwner('update warehouses set time_zone = $1, snapshot_time = $2', [
          luck.pick(zoneIds),
          luck.pick(['00:00', '00:30', '02:00', '03:30', '06:00']),
        ])
      now += luck.between(1, 15) === 1 ? luck.between(1, 10) * DAY : luck.between(4, 30) * HOUR
    }
    store.at(new Date(end + 3 * DAY).toISOString())
    await store.run()
    const [facts] = await store.asOwner<Record<string, number | string>>(
      `select count(*)::int as nights, (max(charge_date) - min(charge_date) + 1)::int as dates,
         count(*) filter (where status <> 'done')::int as undone,
         (select count(*)::int from rent_days) as charged,
         count(*) filter (where due_at < before)::int as backwards
       from (select *, lag(due_at) over (order by charge_date) as before from stock_snapshots) s`,
    )
    expect(facts?.nights).toBeGreaterThanOrEqual((end - start) / DAY)
    expect(facts).toMatchObject({ dates: facts?.nights, undone: 0, charged: facts?.nights, backwards: 0 })
    expect(await store.wrong()).toEqual([])
  },
  isAll ? 1_200_000 : 60_000,
)
