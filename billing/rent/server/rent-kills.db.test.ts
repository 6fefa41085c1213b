import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { aDatabase } from '../../../testing/database.ts'
import { chance, rounds, seed } from '../../../testing/random.ts'
import { aRentedStore, type RentedStore } from '../../../testing/rent-builders.ts'

console.log(`FAULT_SEED=${seed}`)
const KILLS = rounds(10)
/** A hundred kills have work that lasts longer. */
const [CUSTOMERS, NIGHTS] = KILLS < 100 ? [9, 9] : [200, 30]

/** A third of the customers of each kind, over some nights with a change of prices: daily, a deposit over four days, and by bill. */
async function aMonth(scratch: Awaited<ReturnType<typeof aDatabase>>) {
  const store = await aRentedStore(scratch)
  const quoteId = await store.quote()
  await store.version(quoteId, [[1, null, '0.337']], { to: '2026-03-06T05:00:00Z' })
  await store.version(quoteId, [[1, null, '0.411']], { from: '2026-03-06T05:00:00Z' })
  store.at('2026-03-01T17:00:00Z')
  const many = await store.asOwner<{ id: string; product: string }>(
    `with c as (
       insert into customers (tenant_id, customer_code, customer_name, search_line, storage_settlement_cycle, storage_cycle_days, settlement_mode)
       select $1, 'C' || n, 'C', 'c', case n % 3 when 0 then 'deposit' else 'daily' end::storage_settlement_cycle,
         case n % 3 when 0 then 4 end, case n % 3 when 1 then 'bill' else 'balance' end::settlement_mode
       from generate_series(1, $2::int) n returning id),
     p as (
       insert into products (tenant_id, customer_id, sku, name_en, search_line, declared_length, declared_width, declared_height)
       select $1, id, 'P' || id, 'P', 'p', 100, 50, 30 from c returning id, customer_id)
     select c.id, p.id as product from c join p on p.customer_id = c.id order by c.id`,
    [store.tenantId, CUSTOMERS],
  )
  await store.asOwner(
    `update customers set storage_cycle_anchor = '2026-03-01' where storage_settlement_cycle = 'deposit'`,
  )
  for (const { id, product } of many) {
    const batchId = await store.batch('BOLT', {
      ...{ customerId: Number(id), productId: Number(product), putawayDate: '2026-03-01' },
    })
    await store.move({ flow: 'init', batchId, onHand: 7 })
  }
  store.at(new Date(Date.parse('2026-03-01T12:00:00Z') + NIGHTS * 86_400_000).toISOString())
  return store
}

/** All that a run leaves, without ids, and what the checks report. */
const resultOf = async ({ asOwner, nights, wrong }: RentedStore) => [
  // The tables were empty a moment ago, and the planner would assume that they still are.
  await asOwner('analyze'),
  await wrong(),
  await nights(),
  await asOwner(
    `select c.customer_code, d.charge_date::text, d.amount, d.cycle_to::text, f.amount as fee, f.status::text, f.charge_date::text as fee_date,
       (select count(*)::int from stock_snapshot_lines l where l.rent_day_id = d.id and l.amount6 is not null) as lines
     from rent_days d join customers c on c.id = d.customer_id left join fees f on f.id = d.fee_id order by 1, 2`,
  ),
  await asOwner(
    `select c.customer_code, a.balance, a.frozen, a.last_seq::int from customer_accounts a join customers c on c.id = a.customer_id order by 1`,
  ),
  await asOwner(`select count(*)::int from fees`),
  await asOwner(`select status::text, count(*)::int from billable_events group by 1 order by 1`),
]

test(
  'a run that is killed at random statements ends like one that is not',
  async () => {
    const luck = chance('rent kills')
    const whole = await aMonth(await aDatabase())
    const since = performance.now()
    await whole.run()
    /** So that a kill comes about once a night. */
    const longest = Math.max(60, (2 * (performance.now() - since)) / NIGHTS)
    const expected = await resultOf(whole)
    expect(expected[1]).toEqual([])

    // Waits until they are gone, or a connection that is idle by then would fail in the next run.
    const kill = `select pg_terminate_backend(pid, 5000) from pg_stat_activity
      where datname = current_database() and application_name = 'tallyhouse owner' and state <> 'idle'`
    let cut = 0
    for (let kills = 0; kills < KILLS; ) {
      const scratch = await aDatabase()
      const store = await aMonth(scratch)
      for (let isOver = false; !isOver && kills < KILLS; ) {
        const running = store.run().then(
          () => true,
          () => false,
        )
        await sleep(luck.between(1, longest))
        if ((await scratch.owner(kill)).length > 0) kills++
        isOver = await running
        if (!isOver) cut++
      }
      await store.run()
      expect(await resultOf(store)).toEqual(expected)
      await scratch.close()
    }
    expect(cut).toBeGreaterThan(0)
  },
  60_000 + KILLS * 10_000,
)
