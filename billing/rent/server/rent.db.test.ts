import { describe, expect, test, vi } from 'vitest'
import { post } from '../../../inventory/stock/server/ledger.ts'
import { aDatabase } from '../../../testing/database.ts'
import { untilLockWaits } from '../../../testing/lock-waits.ts'
import { aPricedGroup, handlingOf, publishPrice } from '../../../testing/price-builders.ts'
import { chance, seed, shareOf } from '../../../testing/random.ts'
import { aRentedStore, type RentedStore, usCard } from '../../../testing/rent-builders.ts'
import { priceEvents } from '../../fees/server/charge.ts'
import { priceOpenEvents } from '../../fees/server/worklist.ts'
import { lockAccounts } from '../../money/server/ledger.ts'

const scratch = await aDatabase()

/** A cube of 1 m³, so that a price is what a piece costs. */
const CUBE = [100, 100, 100] as const
const flat = (price: string) => [[1, null, price] as [number, null, string]]

/** A store in New York with goods of 1 m³ for ACME from a day on. */
async function aStay({ pieces = 1, from = '2026-03-01' } = {}) {
  const store = await aRentedStore(scratch)
  await store.setSizes('BOLT', ...CUBE)
  store.at(`${from}T17:00:00Z`)
  await store.store('BOLT', pieces, from)
  return store
}

/** The clock of the night after a charge date: after 02:00 in New York. */
const nightAfter = (day: string) => new Date(Date.parse(`${day}T09:00:00Z`) + 86_400_000).toISOString()

const linesOf = ({ asOwner }: RentedStore) =>
  asOwner<Record<string, unknown>>(
    `select l.age_days as age, l.quantity::int, l.unit_volume as volume, l.no_dims as "noDims", l.amount6 from stock_snapshot_lines l
     order by l.rent_day_id, l.age_days, l.batch_id`,
  )

const setCycle = (
  { asOwner, customerId }: RentedStore,
  days: number,
  anchor: string,
  customer = customerId,
) =>
  asOwner(
    `update customers set storage_settlement_cycle = 'deposit', storage_cycle_days = $2, storage_cycle_anchor = $3 where id = $1`,
    [customer, days, anchor],
  ).then(() => asOwner('update customers set storage_cycle_anchor = $2 where id = $1', [customer, anchor]))

const openEvents = ({ asOwner }: RentedStore) =>
  asOwner<{ id: string; gap: string; day: string }>(
    `select id, gap::text, charge_date::text as day from billable_events where status = 'open' order by id`,
  )

describe('what a night costs', () => {
  test('ST-1: goods cost nothing for 30 days, and more with each tier of their age', async () => {
    const store = await aRentedStore(scratch)
    await store.price(usCard)
    await store.setSizes('BOLT', 40, 30, 20)
    store.at('2026-12-27T17:00:00Z')
    const first = Date.parse('2026-12-27T00:00:00Z')
    const ages = [1, 30, 31, 60, 61, 90, 91, 361]
    for (const age of ages)
      await store.store('BOLT', 100, new Date(first - (age - 1) * 86_400_000).toISOString().slice(0, 10))
    store.at(nightAfter('2026-12-27'))
    await store.run()
    expect((await linesOf(store)).map(({ age, amount6 }) => [age, Number(amount6)])).toEqual([
      ...[
        [1, 0],
        [30, 0],
        [31, 1.2],
        [60, 1.2],
        [61, 2.4],
        [90, 2.4],
        [91, 3.6],
        [361, 12],
      ],
    ])
    expect(await store.fees()).toEqual([['22.80', 'settled', '2026-12-27', 1]])
    expect(await store.wrong()).toEqual([])
  })

  test('ST-1: goods of 1 January are first charged on 31 January, and a free night leaves an event without a fee', async () => {
    const store = await aRentedStore(scratch)
    await store.price(usCard)
    await store.setSizes('BOLT', 40, 30, 20)
    store.at('2026-01-29T17:00:00Z')
    await store.store('BOLT', 100, '2026-01-01')
    store.at(nightAfter('2026-01-31'))
    await store.run()
    expect(await store.days()).toEqual([
      ['2026-01-29', '0.00'],
      ['2026-01-30', '0.00'],
      ['2026-01-31', '1.20'],
    ])
    expect(await store.fees()).toEqual([['1.20', 'settled', '2026-01-31', 1]])
    const events = await store.asOwner('select status::text, source_no from billable_events order by id')
    expect(events).toEqual([
      { status: 'free', source_no: 'RENT-20260129-ACME' },
      { status: 'free', source_no: 'RENT-20260130-ACME' },
      { status: 'charged', source_no: 'RENT-20260131-ACME' },
    ])
    expect(await store.account()).toEqual(['-1.20', '0.00', '0.00', 1])
  })

  test('ST-2: several lines are rounded once, after the discount', async () => {
    const store = await aRentedStore(scratch)
    const quoteId = await store.quote(false)
    await store.version(quoteId, usCard)
    await store.asOwner(
      `insert into customer_prices (tenant_id, customer_id, quote_id, kind, discount, effective_from, inactive_at, created_by)
       values ($1, $2, $3, 'storage', 1, '2020-01-01', '2026-07-02T00:00:00Z', system_account()),
         ($1, $2, $3, 'storage', 0.95, '2026-07-02T00:00:00Z', null, system_account())`,
      [store.tenantId, store.customerId, quoteId],
    )
    await store.setSizes('BOLT', 40, 30, 20)
    await store.setSizes('NUT', 12.5, 10, 8.2)
    await store.asOwner(
      `insert into products (tenant_id, customer_id, sku, name_en, search_line, declared_length, declared_width, declared_height)
       values ($1, $2, 'PIN', 'PIN', 'pin', 5, 5, 5)`,
      [store.tenantId, store.customerId],
    )
    const [pin] = await store.asOwner<{ id: string }>(`select id from products where sku = 'PIN'`)
    store.at('2026-07-01T17:00:00Z')
    await store.store('BOLT', 100, '2026-06-01')
    await store.store('NUT', 333, '2026-05-02')
    const batchId = await store.batch('BOLT', { productId: Number(pin?.id), putawayDate: '2026-01-02' })
    await store.move({ flow: 'init', batchId, onHand: 77 })
    store.at(nightAfter('2026-07-02'))
    await store.run()
    expect((await linesOf(store)).slice(0, 3).map(({ age, amount6 }) => [age, amount6])).toEqual([
      [31, '1.200000'],
      [61, '0.341325'],
      [181, '0.028875'],
    ])
    expect(await store.days()).toEqual([
      ['2026-07-01', '1.57'],
      ['2026-07-02', '1.49'],
    ])
    expect(await store.wrong()).toEqual([])
  })

  test('ST-2: three lines of 0.344 are 1.03, not three times 0.34', async () => {
    const store = await aStay()
    await store.price(flat('0.344'))
    for (const day of ['2026-02-01', '2026-02-02']) await store.store('BOLT', 1, day)
    store.at(nightAfter('2026-03-01'))
    await store.run()
    expect(await store.days()).toEqual([['2026-03-01', '1.03']])
  })

  test.each([
    [1000, '0.00', []],
    [10_000, '0.02', [['0.02', 'settled', '2026-03-01', 1]]],
  ])('ST-3: %i pieces below the minimum volume cost %s', async (pieces, amount, fees) => {
    const store = await aStay({ pieces })
    await store.setSizes('BOLT', 0.5, 0.5, 0.5)
    await store.price(flat('1.50'))
    store.at(nightAfter('2026-03-01'))
    await store.run()
    expect(await store.days()).toEqual([['2026-03-01', amount]])
    expect(await store.fees()).toEqual(fees)
  })

  test('ST-4: inches are priced by the cubic foot', async () => {
    const store = await aRentedStore(scratch, { unit: 2 })
    await store.setSizes('BOLT', 16, 12, 8)
    await store.price(flat('0.03'))
    store.at('2026-03-01T17:00:00Z')
    await store.store('BOLT', 50, '2026-03-01')
    store.at(nightAfter('2026-03-01'))
    await store.run()
    expect((await linesOf(store))[0]).toMatchObject({ volume: '0.888889', amount6: '1.333334' })
    expect(await store.days()).toEqual([['2026-03-01', '1.33']])
  })

  test('ST-5: the price of a charge date is that of its noon, not that of the snapshot', async () => {
    const store = await aStay({ from: '2026-03-31' })
    const quoteId = await store.quote()
    await store.version(quoteId, flat('1'), { to: '2026-04-01T04:00:00Z' })
    await store.version(quoteId, flat('2'), { from: '2026-04-01T04:00:00Z' })
    store.at(nightAfter('2026-04-01'))
    await store.run()
    expect(await store.days()).toEqual([
      ['2026-03-31', '1.00'],
      ['2026-04-01', '2.00'],
    ])
  })

  test('measured sizes go before declared ones', async () => {
    const store = await aStay()
    await store.asOwner(
      `update products set measured_length = 200, measured_width = 100, measured_height = 100, measured_at = now(),
         measured_by = system_account() where sku = 'BOLT'`,
    )
    await store.price(flat('1'))
    store.at(nightAfter('2026-03-01'))
    await store.run()
    expect(await store.days()).toEqual([['2026-03-01', '2.00']])
  })

  test('goods without sizes take up the minimum and are marked', async () => {
    const store = await aStay({ pieces: 2 })
    await store.setSizes('BOLT', null, null, null)
    await store.price(flat('1'))
    store.at(nightAfter('2026-03-01'))
    await store.run()
    expect(await linesOf(store)).toEqual([
      { age: 1, quantity: 2, volume: '0.000001', noDims: true, amount6: '0.000002' },
    ])
  })
})

describe('which goods are charged', () => {
  test('those in storage at the due instant, whatever was moved before the run', async () => {
    const store = await aStay({ pieces: 10 })
    await store.price(flat('1'))
    await store.setSizes('NUT', ...CUBE)
    // 02:00 in New York is 07:00 UTC; what happens at that very instant is before the night's end.
    store.at('2026-03-02T07:00:00Z')
    await store.move({
      flow: 'adjust_down',
      batchId: await store.batch('BOLT', { putawayDate: '2026-03-01' }),
      onHand: -3,
    })
    await store.store('BOLT', 4, '2026-03-01', 'A-02')
    store.at('2026-03-02T07:00:01Z')
    await store.move({
      flow: 'adjust_down',
      batchId: await store.batch('BOLT', { putawayDate: '2026-03-01' }),
      onHand: -7,
    })
    await store.store('NUT', 5, '2026-03-01')
    store.at(nightAfter('2026-03-02'))
    await store.run()
    expect(await linesOf(store)).toEqual([
      { age: 1, quantity: 11, volume: '1.000000', noDims: false, amount6: '11.000000' },
      { age: 2, quantity: 4, volume: '1.000000', noDims: false, amount6: '4.000000' },
      { age: 2, quantity: 5, volume: '1.000000', noDims: false, amount6: '5.000000' },
    ])
    expect(await store.wrong()).toEqual([])
  })

  test('allocated, frozen and defective ones too, but none in receiving or in virtual places', async () => {
    const store = await aStay({ pieces: 10 })
    await store.price(flat('1'))
    const [zone] = await store.asOwner<{ id: string }>(
      `select id from location_zones where zone_code = 'GOOD'`,
    )
    const [place] = await store.asOwner<{ id: string }>(
      `insert into locations (tenant_id, location_code, zone_id, purpose, mix_customer) values ($1, 'V-01', $2, 'virtual', true) returning id`,
      [store.tenantId, zone?.id],
    )
    const batchId = await store.batch('BOLT', { putawayDate: '2026-03-01' })
    await store.move({ flow: 'allocate', batchId, allocated: 4 })
    await store.move({ flow: 'freeze', batchId, frozen: 5 })
    await store.move({ flow: 'init', batchId, onHand: 100, locationId: Number(place?.id) })
    await store.move({ flow: 'init', batchId, onHand: 2, quality: 'defective' }, 'D-01')
    const undated = await store.batch('BOLT', { putawayDate: null })
    await store.move({ flow: 'receive', batchId: undated, onHand: 50 }, 'RECV')
    store.at(nightAfter('2026-03-01'))
    await store.run()
    expect((await linesOf(store)).map(({ quantity }) => quantity)).toEqual([10, 2])
    await store.setSizes('NUT', ...CUBE)
    await store.store('NUT', 3, '2026-03-02')
    store.at(nightAfter('2026-03-02'))
    await store.run()
    // What a night's event knows: its noon, the units and how much there was.
    const events = await store.asOwner(`select facts from billable_events order by charge_date`)
    const shared = { unit: 1, minVolume: '0.000001' }
    expect(events).toEqual([
      { facts: { ...shared, at: '2026-03-01T17:00:00Z', skus: 1, pieces: 12 } },
      { facts: { ...shared, at: '2026-03-02T17:00:00Z', skus: 2, pieces: 15 } },
    ])
  })

  test('from the day on which the company began, also where the goods were there before', async () => {
    const store = await aStay()
    await store.price(flat('1'))
    await store.asOwner(`update tenants set created_at = '2026-03-03T05:00:00Z' where id = $1`, [
      store.tenantId,
    ])
    store.at(nightAfter('2026-03-03'))
    await store.run()
    expect((await store.nights()).map(({ day }) => day)).toEqual(['2026-03-03'])
  })

  test('all of them each night, whatever was moved between the runs, as the moves add up by the due instant', async () => {
    const luck = chance('stored goods')
    const store = await aRentedStore(scratch)
    await store.price(flat('1'))
    const moves: { at: number; batchId: number; pieces: number }[] = []
    const held = (batchId: number, until: number) =>
      moves
        .filter((move) => move.batchId === batchId && move.at <= until)
        .reduce((sum, { pieces }) => sum + pieces, 0)
    const batches: number[] = []
    for (const sku of ['BOLT', 'NUT', 'SCREW']) {
      await store.setSizes(sku, ...CUBE)
      for (const putawayDate of ['2026-02-10', '2026-03-01'])
        batches.push(await store.batch(sku, { putawayDate }))
    }
    const undated = await store.batch('BOLT', { putawayDate: null })
    let now = Date.parse('2026-03-01T17:00:00Z')
    for (let n = 0; n < 60; n++) {
      store.at(new Date(now).toISOString())
      const batchId = luck.pick(batches)
      const onHand =
        n > 0 && luck.between(0, 1) ? -Math.min(held(batchId, now), luck.between(1, 9)) : luck.between(1, 5)
      if (onHand === 0) await store.move({ flow: 'receive', batchId: undated, onHand: 3 }, 'RECV')
      else {
        await store.move({ flow: onHand > 0 ? 'init' : 'adjust_down', batchId, onHand })
        moves.push({ at: now, batchId, pieces: onHand })
      }
      if (luck.between(1, 5) === 1) await store.run()
      now += luck.between(1, 900) * 60_000
    }
    store.at(new Date(now).toISOString())
    await store.run()
    const nights = await store.nights()
    expect(nights.length).toBeGreaterThan(10)
    const lines = await store.asOwner(
      `select d.charge_date::text as day, l.batch_id::int as batch, l.quantity::int as pieces from stock_snapshot_lines l
       join rent_days d on d.id = l.rent_day_id order by 1, 2`,
    )
    expect(lines, `seed ${seed}`).toEqual(
      nights.flatMap(({ day, due }) =>
        batches
          .map((batch) => ({ day, batch, pieces: held(batch, Date.parse(`${due.replace(' ', 'T')}Z`)) }))
          .filter(({ pieces }) => pieces > 0),
      ),
    )
    expect(await store.wrong()).toEqual([])
  })

  test('nothing is charged before goods are put away, and an empty night still has its snapshot', async () => {
    const store = await aRentedStore(scratch)
    const undated = await store.batch('BOLT', { putawayDate: null })
    store.at('2026-03-01T17:00:00Z')
    await store.move({ flow: 'receive', batchId: undated, onHand: 50 }, 'RECV')
    store.at('2026-03-05T17:00:00Z')
    await store.run()
    expect(await store.nights()).toEqual([])
    await store.store('BOLT', 1, '2026-03-05')
    await store.move({
      flow: 'adjust_down',
      batchId: await store.batch('BOLT', { putawayDate: '2026-03-05' }),
      onHand: -1,
    })
    store.at(nightAfter('2026-03-06'))
    await store.run()
    expect((await store.nights()).map(({ day, status, lines }) => [day, status, lines])).toEqual([
      ['2026-03-05', 'done', 0],
      ['2026-03-06', 'done', 0],
    ])
  })

  test('a posting that has not committed yet is waited for', async () => {
    const store = await aStay()
    await store.price(flat('1'))
    store.at('2026-03-02T06:00:00Z')
    const batchId = await store.batch('BOLT', { putawayDate: '2026-03-01' })
    let letGo = () => {}
    const held = new Promise<void>((resolve) => {
      letGo = resolve
    })
    let posted = () => {}
    const isPosted = new Promise<void>((resolve) => {
      posted = resolve
    })
    const posting = store.moved.write(store.tenantId, async (tx) => {
      await post(tx, store.who, { type: 'slow' }, [
        {
          sourceId: 1,
          sourceNo: 'S',
          line: 1,
          flow: 'adjust_up',
          locationId: store.bin('A-01'),
          batchId,
          quality: 'good',
          onHand: 5,
        },
      ])
      posted()
      await held
    })
    await isPosted
    store.at(nightAfter('2026-03-01'))
    await store.run()
    expect((await store.nights()).map(({ status }) => status)).toEqual(['running'])
    letGo()
    await posting
    await store.run()
    expect(await store.days()).toEqual([['2026-03-01', '6.00']])
  })
})

describe('cycles', () => {
  const cy1: [number, number | null, string][] = [
    [1, 2, '1.23'],
    [3, 3, '1.21'],
    [4, null, '0.98'],
  ]
  const dayOf = (n: number) => `2026-03-0${n}`

  test('CY-1: rent of seven days is held each night and taken at once at the end', async () => {
    const store = await aStay()
    await store.price(cy1)
    await store.pay('100.00')
    await setCycle(store, 7, '2026-03-01')
    const seen: unknown[] = []
    for (let n = 1; n <= 7; n++) {
      store.at(nightAfter(dayOf(n)))
      await store.run()
      seen.push((await store.account()).slice(0, 2))
    }
    expect(seen).toEqual([
      ['100.00', '1.23'],
      ['100.00', '2.46'],
      ['100.00', '3.67'],
      ['100.00', '4.65'],
      ['100.00', '5.63'],
      ['100.00', '6.61'],
      ['92.41', '0.00'],
    ])
    const flows = await store.flows()
    expect(flows[1]).toEqual(['freeze', 'storage_rent', '1.23', '100.00', '1.23', '0.00'])
    const sources = await store.asOwner(
      `select distinct source_type as type from balance_flows where log_type in ('freeze', 'unfreeze')`,
    )
    expect(sources).toEqual([{ type: 'storage' }])
    // The seventh night was held before it was taken.
    expect(Math.max(...flows.map((flow) => Number(flow[4])))).toBe(7.59)
    expect(flows.filter(([type]) => type === 'out')).toEqual([
      ['out', 'storage_rent', '7.59', '92.41', '0.00', '0.00'],
    ])
    expect(await store.fees()).toEqual([['7.59', 'settled', '2026-03-07', 7]])
    expect(await store.wrong()).toEqual([])
  })

  test('CY-1: the same days charged daily are seven flows and end at the same balance', async () => {
    const store = await aStay()
    await store.price(cy1)
    await store.pay('100.00')
    store.at(nightAfter('2026-03-07'))
    await store.run()
    expect((await store.fees()).map(([amount]) => amount)).toEqual([
      '1.23',
      '1.23',
      '1.21',
      '0.98',
      '0.98',
      '0.98',
      '0.98',
    ])
    expect(await store.account()).toEqual(['92.41', '0.00', '0.00', 8])
  })

  const changes: [string, (store: RentedStore) => Promise<unknown>, unknown[][], string][] = [
    [
      'a customer who is disabled',
      ({ asOwner, customerId }) =>
        asOwner('update customers set is_enabled = false where id = $1', [customerId]),
      [
        ['1.00', 'settled', '2026-03-03', 1],
        ['2.00', 'settled', '2026-03-02', 2],
        ['1.00', 'settled', '2026-03-04', 1],
      ],
      '0.00',
    ],
    [
      'a change to daily rent',
      ({ asOwner, customerId }) =>
        asOwner(
          `update customers set storage_settlement_cycle = 'daily', storage_cycle_days = null where id = $1`,
          [customerId],
        ),
      [
        ['1.00', 'settled', '2026-03-03', 1],
        ['2.00', 'settled', '2026-03-02', 2],
        ['1.00', 'settled', '2026-03-04', 1],
      ],
      '0.00',
    ],
    [
      'another number of days',
      (store) => setCycle(store, 9, '2026-03-03'),
      [['2.00', 'settled', '2026-03-02', 2]],
      '2.00',
    ],
  ]
  test.each(changes)('%s closes the open cycle with what it has', async (_, change, fees, frozen) => {
    const store = await aStay()
    await store.price(flat('1'))
    await setCycle(store, 7, '2026-03-01')
    store.at(nightAfter('2026-03-02'))
    await store.run()
    store.at('2026-03-03T17:00:00Z')
    await change(store)
    store.at(nightAfter('2026-03-04'))
    await store.run()
    expect(await store.fees()).toEqual(fees)
    expect((await store.account())[1]).toBe(frozen)
    expect(await store.wrong()).toEqual([])
  })

  test('a customer who pays by bill from now on gets the held money back at the end of the cycle', async () => {
    const store = await aStay()
    await store.price(flat('1'))
    await setCycle(store, 4, '2026-03-01')
    store.at(nightAfter('2026-03-02'))
    await store.run()
    await store.asOwner(`update customers set settlement_mode = 'bill'`)
    store.at(nightAfter('2026-03-03'))
    await store.run()
    expect([await store.fees(), (await store.account())[1]]).toEqual([[], '2.00'])
    store.at(nightAfter('2026-03-04'))
    await store.run()
    expect(await store.fees()).toEqual([['4.00', 'not_settled', '2026-03-04', 4]])
    expect(await store.account()).toEqual(['0.00', '0.00', '0.00', 4])
    expect(await store.wrong()).toEqual([])
  })

  test('a new version closes the open cycle, and the rest of the days are a cycle of their own', async () => {
    const store = await aStay()
    const quoteId = await store.quote()
    await store.version(quoteId, flat('1'), { to: '2026-03-04T05:00:00Z' })
    await store.version(quoteId, flat('2'), { from: '2026-03-04T05:00:00Z' })
    await setCycle(store, 7, '2026-03-01')
    store.at(nightAfter('2026-03-07'))
    await store.run()
    expect(await store.fees()).toEqual([
      ['3.00', 'settled', '2026-03-03', 3],
      ['8.00', 'settled', '2026-03-07', 4],
    ])
    expect(await store.account()).toEqual(['-11.00', '0.00', '0.00', 16])
    expect(await store.wrong()).toEqual([])
  })

  test('a cycle ends on its last day, also without goods', async () => {
    const store = await aStay()
    await store.price(flat('1'))
    await setCycle(store, 7, '2026-03-01')
    store.at('2026-03-03T17:00:00Z')
    await store.move({
      flow: 'adjust_down',
      batchId: await store.batch('BOLT', { putawayDate: '2026-03-01' }),
      onHand: -1,
    })
    store.at(nightAfter('2026-03-06'))
    await store.run()
    expect([await store.fees(), (await store.account())[1]]).toEqual([[], '2.00'])
    store.at(nightAfter('2026-03-07'))
    await store.run()
    expect([await store.fees(), (await store.account())[1]]).toEqual([
      [['2.00', 'settled', '2026-03-02', 2]],
      '0.00',
    ])
  })

  test('customers who pay by bill get fees that are not settled, and no holds', async () => {
    const store = await aStay()
    await store.price(flat('1'))
    await setCycle(store, 3, '2026-03-01')
    await store.asOwner(`update customers set settlement_mode = 'bill'`)
    store.at(nightAfter('2026-03-03'))
    await store.run()
    expect(await store.fees()).toEqual([['3.00', 'not_settled', '2026-03-03', 3]])
    expect([await store.flows(), await store.wrong()]).toEqual([[], []])
  })

  test('a satellite writes fees and posts nothing', async () => {
    const store = await aStay()
    await store.price(flat('1'))
    await store.asOwner(
      `update tenants set system_version = 'satellite', parent_tenant_id = id where id = $1`,
      [store.tenantId],
    )
    store.at(nightAfter('2026-03-01'))
    await store.run()
    expect(await store.fees()).toEqual([['1.00', 'not_settled', '2026-03-01', 1]])
    expect(await store.flows()).toEqual([])
  })
})

describe('nights without a price', () => {
  const reprice = async (store: RentedStore) => {
    const ids = (await openEvents(store)).map(({ id }) => Number(id))
    await store.moved.write(store.tenantId, (tx) => priceEvents(tx, store.who, ids))
  }

  test('stay open, do not stop later ones, and are charged when they get a price', async () => {
    const store = await aStay()
    store.at(nightAfter('2026-03-03'))
    await store.run()
    expect((await openEvents(store)).map(({ gap, day }) => [gap, day])).toEqual([
      ['no_price', '2026-03-01'],
      ['no_price', '2026-03-02'],
      ['no_price', '2026-03-03'],
    ])
    expect((await store.nights()).every(({ status }) => status === 'done')).toBe(true)
    expect(await store.wrong()).toEqual([])
    await store.price([[2, null, '1']])
    await reprice(store)
    // The first day has no tier.
    expect((await openEvents(store)).map(({ gap, day }) => [gap, day])).toEqual([['no_tier', '2026-03-01']])
    expect(await store.fees()).toEqual([
      ['1.00', 'settled', '2026-03-02', 1],
      ['1.00', 'settled', '2026-03-03', 1],
    ])
    expect(await store.wrong()).toEqual([])
  })

  test('beyond the last tier are charged by a later version that is chosen', async () => {
    const store = await aStay()
    const quoteId = await store.quote()
    await store.version(quoteId, [[1, 1, '1']], { to: '2026-04-01' })
    store.at(nightAfter('2026-03-02'))
    await store.run()
    const open = await openEvents(store)
    expect(open.map(({ gap, day }) => [gap, day])).toEqual([['no_tier', '2026-03-02']])
    const versionId = await store.version(quoteId, flat('2'), { from: '2026-04-01' })
    const ids = open.map(({ id }) => Number(id))
    const result = await store.moved.write(store.tenantId, (tx) =>
      priceOpenEvents(tx, store.who, { ids, versionId }),
    )
    expect(result).toEqual({ ok: 1, failed: [] })
    expect(await store.fees()).toEqual([
      ['1.00', 'settled', '2026-03-01', 1],
      ['2.00', 'settled', '2026-03-02', 1],
    ])
    expect(await store.wrong()).toEqual([])
  })

  test('join their cycle if it is open, and are charged by themselves if it is over', async () => {
    const store = await aStay()
    await setCycle(store, 3, '2026-03-01')
    store.at(nightAfter('2026-03-05'))
    await store.run()
    await store.price(flat('1'))
    await reprice(store)
    expect((await store.fees()).map(([amount, , day]) => [amount, day])).toEqual([
      ['1.00', '2026-03-01'],
      ['1.00', '2026-03-02'],
      ['1.00', '2026-03-03'],
    ])
    expect((await store.account()).slice(0, 2)).toEqual(['-3.00', '2.00'])
    store.at(nightAfter('2026-03-06'))
    await store.run()
    expect((await store.fees()).at(-1)).toEqual(['3.00', 'settled', '2026-03-06', 3])
    expect((await store.account()).slice(0, 2)).toEqual(['-6.00', '0.00'])
    expect(await store.wrong()).toEqual([])
  })
})

test('nights that get two prices at once are put aside and charged once each, by the price of their day', async () => {
  const store = await aStay()
  await setCycle(store, 7, '2026-03-01')
  store.at(nightAfter('2026-03-06'))
  await store.run()
  const quoteId = await store.quote()
  await store.version(quoteId, flat('1'), { to: '2026-03-04T05:00:00Z' })
  await store.version(quoteId, flat('2'), { from: '2026-03-04T05:00:00Z' })
  const ids = (await openEvents(store)).map(({ id }) => Number(id))
  expect(ids).toHaveLength(6)
  await store.moved.write(store.tenantId, (tx) => priceEvents(tx, store.who, ids))
  expect(await store.fees()).toEqual([['3.00', 'settled', '2026-03-03', 3]])
  expect((await store.account()).slice(0, 2)).toEqual(['-3.00', '6.00'])
  store.at(nightAfter('2026-03-07'))
  await store.run()
  expect((await store.fees()).at(-1)).toEqual(['8.00', 'settled', '2026-03-07', 4])
  expect((await store.account()).slice(0, 2)).toEqual(['-11.00', '0.00'])
  expect(await store.wrong()).toEqual([])
})

test('a night that gets its price late has the discount of the group its customer was in that night', async () => {
  const store = await aStay()
  const { tenantId, customerId, asOwner } = store
  const quoteId = await store.quote(false)
  const [half, most] = [
    await aPricedGroup(scratch, { tenantId, quoteCode: 'RENT-1', groupCode: 'HALF', discount: '0.50' }),
    await aPricedGroup(scratch, { tenantId, quoteCode: 'RENT-1', groupCode: 'MOST', discount: '0.90' }),
  ]
  const join = (groupId: number) =>
    asOwner('update customers set group_id = $2 where id = $1', [customerId, groupId])
  await join(half)
  store.at(nightAfter('2026-03-01'))
  await store.run()
  await join(most)
  await store.version(quoteId, flat('2'))
  const ids = (await openEvents(store)).map(({ id }) => Number(id))
  expect(ids).toHaveLength(1)
  await store.moved.write(tenantId, (tx) => priceEvents(tx, store.who, ids))
  expect(await store.fees()).toEqual([['1.00', 'settled', '2026-03-01', 1]])
})

test('nights and inbound orders that are priced together lock all accounts in customer order first', async () => {
  const store = await aStay()
  const { tenantId, customerId, who, moved, asOwner } = store
  store.at(nightAfter('2026-03-01'))
  await store.run()
  await store.price(flat('1'))
  await publishPrice(scratch, {
    ...{ tenantId, quoteCode: 'IN', kind: 'operation' },
    content: await handlingOf(scratch, tenantId, [['INB_HANDLING', 'inbound', '3.00']]),
  })
  // A customer whose account comes before that of the night.
  const earlier = 0
  await asOwner(
    `insert into customers (tenant_id, id, customer_code, customer_name, search_line) values (tenant_now(), $1, 'EARLY', 'E', 'e')`,
    [earlier],
  )
  await asOwner(
    `insert into billable_events (tenant_id, kind, source_id, source_no, customer_id, charge_date, facts_version, facts)
     values (tenant_now(), 'inbound', 901, 'IN-901', $1, '2026-03-01', 1, '{"boxSizes": [], "lines": []}')`,
    [earlier],
  )
  const events = await asOwner<{ id: string }>(
    `select id from billable_events where status in ('waiting', 'open')`,
  )
  const ids = events.map(({ id }) => Number(id))
  expect(ids).toHaveLength(2)
  let pricing: Promise<unknown> = Promise.resolve()
  const free = await moved.write(tenantId, async (tx) => {
    await lockAccounts(tx, [earlier])
    pricing = moved.write(tenantId, (other) => priceEvents(other, who, ids))
    await untilLockWaits(scratch)
    return asOwner('select 1 from customer_accounts where customer_id = $1 for no key update skip locked', [
      customerId,
    ])
  })
  await pricing
  expect(free).toHaveLength(1)
  expect([(await store.account())[0], (await store.account(earlier))[0]]).toEqual(['-1.00', '-3.00'])
})

describe('the company', () => {
  test('eight runners at once charge each of twenty nights once, and a second run does nothing', async () => {
    const store = await aStay()
    await store.price(flat('1'))
    const days = Array.from({ length: 20 }, (_, i) => `2026-03-${String(i + 1).padStart(2, '0')}`)
    // One night at a time, and the last five together.
    for (const day of [...days.slice(0, 15), ...days.slice(-1)]) {
      store.at(nightAfter(day))
      await Promise.all(Array.from({ length: 8 }, () => store.run()))
    }
    await store.run()
    const once = [await store.fees(), await store.account(), await store.nights()]
    expect((await store.fees()).map(([amount, , day]) => [amount, day])).toEqual(
      days.map((day) => ['1.00', day]),
    )
    await Promise.all(Array.from({ length: 8 }, () => store.run()))
    expect([await store.fees(), await store.account(), await store.nights()]).toEqual(once)
  })

  test('a clock that goes back charges no night twice', async () => {
    const store = await aStay()
    await store.price(flat('1'))
    store.at(nightAfter('2026-03-03'))
    await store.run()
    const once = [await store.fees(), await store.account(), await store.nights()]
    for (const earlier of ['2026-03-04T08:00:00Z', '2026-03-03T09:00:00Z', '2025-03-04T09:00:00Z']) {
      store.at(earlier)
      await store.run()
      expect([await store.fees(), await store.account(), await store.nights()], earlier).toEqual(once)
    }
    store.at(nightAfter('2026-03-05'))
    await store.run()
    expect((await store.fees()).map(([amount, , day]) => [amount, day])).toEqual(
      [1, 2, 3, 4, 5].map((n) => ['1.00', `2026-03-0${n}`]),
    )
    expect(await store.wrong()).toEqual([])
  })

  test.each([-24, 1, 8760])('a server whose clock is %i hours wrong takes the same nights', async (hours) => {
    const store = await aStay()
    await store.price(flat('1'))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.parse(nightAfter('2026-03-02')) + hours * 3_600_000 })
    try {
      store.at(nightAfter('2026-03-02'))
      await store.run()
    } finally {
      vi.useRealTimers()
    }
    expect(await store.fees()).toEqual([
      ['1.00', 'settled', '2026-03-01', 1],
      ['1.00', 'settled', '2026-03-02', 1],
    ])
  })

  test('keeps its rent for 30 days after its period, and makes up for missed nights when it renews', async () => {
    const store = await aStay({ from: '2026-03-28' })
    await store.price(flat('1'))
    await store.asOwner(`update tenants set expires_at = '2026-03-01T12:00:00Z' where id = $1`, [
      store.tenantId,
    ])
    store.at('2026-03-31T11:00:00Z')
    await store.run()
    store.at('2026-04-05T12:00:00Z')
    await store.run()
    expect((await store.nights()).map(({ day }) => day)).toEqual(['2026-03-28', '2026-03-29', '2026-03-30'])
    expect(await store.wrong()).toEqual([])
    await store.asOwner(`update tenants set expires_at = '2027-03-01T12:00:00Z' where id = $1`, [
      store.tenantId,
    ])
    await store.run()
    expect((await store.nights()).map(({ day }) => day)).toEqual([
      ...[
        '2026-03-28',
        '2026-03-29',
        '2026-03-30',
        '2026-03-31',
        '2026-04-01',
        '2026-04-02',
        '2026-04-03',
        '2026-04-04',
      ],
    ])
    expect(await store.fees()).toHaveLength(8)
  })

  test('a price that is far too large leaves its nights open and keeps no later one waiting', async () => {
    const store = await aStay({ pieces: 10_000 })
    await store.price(flat('999999999999.999999'))
    store.at(nightAfter('2026-03-02'))
    await store.run()
    expect((await store.nights()).map(({ day, status }) => [day, status])).toEqual([
      ['2026-03-01', 'done'],
      ['2026-03-02', 'done'],
    ])
    const gap = 'no_price'
    expect(await openEvents(store)).toMatchObject([
      { gap, day: '2026-03-01' },
      { gap, day: '2026-03-02' },
    ])
    expect([await store.fees(), await store.wrong()]).toEqual([[], []])
  })

  test('goods with impossible sizes leave their customer’s night open, and others are charged', async () => {
    const store = await aStay()
    await store.price(flat('0.50'))
    await store.setSizes('NUT', 99_999_999.99, 99_999_999.99, 99_999_999.99)
    await store.setSizes('SCREW', ...CUBE)
    await store.store('NUT', 1, '2026-03-01')
    await store.store('SCREW', 4, '2026-03-01')
    store.at(nightAfter('2026-03-01'))
    await store.run()
    expect((await store.nights()).map(({ day, status }) => [day, status])).toEqual([['2026-03-01', 'done']])
    expect(
      await store.asOwner(
        `select customer_id::int as customer, gap::text, gap_detail->>'what' as what from billable_events where status = 'open'`,
      ),
    ).toEqual([{ customer: store.customerId, gap: 'no_price', what: 'too_large' }])
    expect(await store.fees()).toEqual([])
    expect(await store.fees(store.otherId)).toEqual([['2.00', 'settled', '2026-03-01', 1]])
    expect(await store.wrong()).toEqual([])
  })

  test('a night that fails is marked, keeps later ones waiting, and is charged by a later run', async () => {
    const store = await aStay()
    await store.price(flat('1'))
    store.at(nightAfter('2026-03-02'))
    await store.asOwner('alter table fees add constraint sabotage check (amount < 0) not valid')
    await expect(store.run()).rejects.toThrow('sabotage')
    await expect(store.run()).rejects.toThrow('sabotage')
    expect((await store.nights()).map(({ day, status }) => [day, status])).toEqual([['2026-03-01', 'failed']])
    expect([await store.fees(), await store.flows()]).toEqual([[], []])
    await store.asOwner('alter table fees drop constraint sabotage')
    await store.run()
    expect((await store.nights()).map(({ day, status }) => [day, status])).toEqual([
      ['2026-03-01', 'done'],
      ['2026-03-02', 'done'],
    ])
    expect(await store.wrong()).toEqual([])
  })
})

/** With the daily one; a sample tries a third of the others each day. */
const cycles = [
  1,
  ...shareOf(
    Array.from({ length: 30 }, (_, i) => i + 2),
    0,
    3,
  ),
]

test('every cycle of 2 to 31 days comes to the same total as daily rent', async () => {
  const store = await aRentedStore(scratch)
  const quoteId = await store.quote()
  const tiers = [1, 8, 17, 30, 44].map((from, i, all): [number, number | null, string] => [
    from,
    (all[i + 1] ?? 0) - 1 > 0 ? (all[i + 1] ?? 0) - 1 : null,
    String(0.337 * (i + 1)),
  ])
  await store.version(quoteId, tiers, { to: '2026-04-02T05:00:00Z' })
  await store.version(
    quoteId,
    tiers.map(([from, to, price]) => [from, to, String(Number(price) * 1.13)]),
    {
      from: '2026-04-02T05:00:00Z',
    },
  )
  store.at('2026-03-01T17:00:00Z')
  const many = await store.asOwner<{ id: string; product: string }>(
    `with c as (
       insert into customers (tenant_id, customer_code, customer_name, search_line, storage_settlement_cycle, storage_cycle_days)
       select $1, 'C' || n, 'C', 'c', case when n = 1 then 'daily' else 'deposit' end::storage_settlement_cycle, nullif(n, 1)
       from unnest($2::int[]) n returning id),
     p as (
       insert into products (tenant_id, customer_id, sku, name_en, search_line, declared_length, declared_width, declared_height)
       select $1, id, 'P' || id, 'P', 'p', 100, 50, 30 from c returning id, customer_id)
     select c.id, p.id as product from c join p on p.customer_id = c.id order by c.id`,
    [store.tenantId, cycles],
  )
  await store.asOwner(
    `update customers set storage_cycle_anchor = '2026-03-01' where storage_settlement_cycle = 'deposit'`,
  )
  const batches: number[] = []
  for (const { id, product } of many)
    batches.push(
      await store.batch('BOLT', {
        customerId: Number(id),
        productId: Number(product),
        putawayDate: '2026-03-01',
      }),
    )
  for (const day of ['2026-03-01', '2026-03-11']) {
    store.at(`${day}T17:00:00Z`)
    await store.moved.write(store.tenantId, (tx) =>
      post(
        tx,
        store.who,
        { type: day },
        batches.map((batchId, i) => ({
          ...{ sourceId: 1, sourceNo: day, line: i + 1, flow: 'adjust_up', locationId: store.bin('A-01') },
          ...{ batchId, quality: 'good', onHand: 7 },
        })),
      ),
    )
    store.at(nightAfter(day))
    await store.run()
  }
  store.at(nightAfter('2026-04-08'))
  await store.run()
  // All cycles end.
  await store.asOwner(`update customers set is_enabled = false`)
  store.at(nightAfter('2026-04-09'))
  await store.run()
  const totals = await store.asOwner<{ total: string; frozen: string; days: string }>(
    `select -a.balance as total, a.frozen, (select count(*) from rent_days d where d.customer_id = a.customer_id and d.fee_id is not null) as days
     from customer_accounts a where a.customer_id = any($1) group by 1, 2, 3`,
    [many.map(({ id }) => id)],
  )
  expect(totals).toEqual([{ total: expect.stringMatching(/^\d+\.\d\d$/), frozen: '0.00', days: '40' }])
  expect(await store.wrong()).toEqual([])
})
