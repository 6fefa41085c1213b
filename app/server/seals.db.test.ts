import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aStore } from '../../testing/stock-builders.ts'
import { startTestServer } from '../../testing/test-server.ts'
import { sealCheck, sealDays } from './seals.ts'

const server = await startTestServer()

/** Movements on three finished days, with empty days between them, and one of today. */
async function aSealedStore() {
  const store = await aStore(server)
  const batchId = await store.batch('BOLT')
  for (let n = 0; n < 4; n++) await store.move({ flow: 'receive', batchId, onHand: 5 })
  const asOwner = (text: string, values: unknown[] = []) => server.owner(text, values, store.tenantId)
  const today = `date_trunc('day', now(), 'UTC')`
  await asOwner(
    `update stock_flows set at = case seq when 4 then now() else ${today} + (case seq when 1 then -9 when 2 then -8 else -5 end) * interval '1 day' end`,
  )
  const seal = () =>
    sealDays({
      who: store.who,
      read: (work) => server.database.read(store.tenantId, work),
      write: (work) => server.database.write(store.tenantId, work),
    })
  const hits = async () =>
    (await server.database.read(store.tenantId, (db) => sealCheck.hits(db, store.tenantId))).map(
      ({ what }) => what,
    )
  const [days] = await asOwner(
    `select array_agg(((${today})::date - n)::text order by n desc) as back from generate_series(5, 9) n`,
  )
  const [ninth = '', eighth = '', seventh = '', , fifth = ''] = (days as { back: string[] }).back
  await seal()
  return { ...store, asOwner, seal, hits, today, days: { ninth, eighth, seventh, fifth } }
}

test('finished days are sealed once and in order, today stays open', async () => {
  const { asOwner, seal, hits, days } = await aSealedStore()
  const seals = () =>
    asOwner(`select day::text, entries, digest from audit_seals where ledger = 'stock_flows' order by day`)
  const before = await seals()
  expect(before).toMatchObject([days.ninth, days.eighth, days.fifth].map((day) => ({ day, entries: '1' })))
  await seal()
  expect([await seals(), await hits()]).toEqual([before, []])
})

test('the server writes no seal of its own, seals no unfinished day, and none twice', async () => {
  const { tenantId, days, asOwner } = await aSealedStore()
  const asServer = (text: string) =>
    server.database.write(tenantId, (tx) =>
      sql
        .raw(text)
        .execute(tx)
        .then(() => undefined),
    )
  for (const text of [
    `insert into audit_seals (tenant_id, ledger, day, entries, digest) values (${tenantId}, 'stock_flows', '2020-01-01', 1, sha256(''))`,
    'update audit_seals set entries = 7',
    'delete from audit_seals',
  ])
    await expect(asServer(text)).rejects.toMatchObject({ code: '42501' })
  const count = async () => (await asOwner('select 1 from audit_seals')).length
  const before = await count()
  await asServer(`select seal_day('stock_flows', (now() at time zone 'UTC')::date)`)
  await asServer(`select seal_day('stock_flows', '${days.eighth}')`)
  expect(await count()).toBe(before)
})

test.each([
  ['2026-03-02 00:59:59', false],
  ['2026-03-02 01:00:00', true],
  ['2026-03-01 12:00:00', false],
])('the first of March can be sealed at %s: %s', async (at, isOver) => {
  const [row] = await server.owner(
    `select wms.is_day_over('2026-03-01', $1::timestamp at time zone 'UTC') as is`,
    [at],
  )
  expect(row).toEqual({ is: isOver })
})

test.each([
  ['a reason', `update stock_flows set reason = 'nothing happened' where seq = 2`, ['eighth']],
  ['the moment', `update stock_flows set at = at + interval '1 second' where seq = 3`, ['fifth']],
  ['an entry that is gone', `delete from stock_flows where seq = 2`, ['eighth']],
  ['an entry that came later', `update stock_flows set at = ?eighth where seq = 4`, ['eighth']],
  ['an entry on a day that had none', `update stock_flows set at = ?seventh where seq = 4`, ['seventh']],
  ['a seal', `update audit_seals set digest = sha256('x') where day = ?eighth`, ['eighth', 'fifth']],
  ['a seal that is gone', `delete from audit_seals where day = ?eighth`, ['fifth', 'eighth']],
] as const)('the check names the day when someone changes %s', async (what, sabotage, named) => {
  const { asOwner, hits, days } = await aSealedStore()
  expect(await hits()).toEqual([])
  const text = sabotage.replace(
    /\?(\w+)/g,
    (_, day: keyof typeof days) => `'${days[day]}'::timestamp at time zone 'UTC'`,
  )
  await asOwner(text.replace(/(day = .*) at time zone 'UTC'/, '$1'))
  expect(await hits(), what).toEqual(named.map((day) => `stock_flows ${days[day]}`))
})

test('the audit log is sealed like the ledger', async () => {
  const { asOwner, tenantId, seal, hits, days } = await aSealedStore()
  await asOwner(
    `insert into audit_log (tenant_id, at, account_id, login_account, ip, request_id, action, object_type, object_id, object_no, after)
     values ($1, $2::date, wms.system_account(), 'x', '127.0.0.1', 'r', 'edit', 'stock', 1, 'x', '{"a": 1}')`,
    [tenantId, days.ninth],
  )
  await seal()
  expect(await hits()).toEqual([])
  await asOwner(`update audit_log set after = '{"a": 2}' where request_id = 'r'`)
  expect(await hits()).toEqual([`audit_log ${days.ninth}`])
})

test('the balance flow is sealed like the stock', async () => {
  const { asOwner, seal, hits, days } = await aSealedStore()
  await asOwner(`update customers set credit_limit = 5 where customer_code = 'ACME'`)
  await asOwner(`update balance_flows set at = $1::date`, [days.ninth])
  await seal()
  expect(await hits()).toEqual([])
  for (const change of [
    'amount = 6',
    'credit_after = 6',
    `source_no = 'X'`,
    'source_line = 9',
    `reason = 'x'`,
  ]) {
    const [before] = await asOwner('select * from balance_flows')
    await asOwner(`update balance_flows set ${change}`)
    expect(await hits(), change).toEqual([`balance_flows ${days.ninth}`])
    await asOwner(
      'update balance_flows set amount = $1, credit_after = $2, source_no = $3, source_line = $4, reason = null',
      (['amount', 'credit_after', 'source_no', 'source_line'] as const).map(
        (field) => (before as Record<string, unknown>)[field],
      ),
    )
  }
  expect(await hits()).toEqual([])
})

test('money that is posted at midnight is sealed with the day that begins, and no other', async () => {
  const { asOwner, seal, days } = await aSealedStore()
  for (const limit of [5, 7])
    await asOwner(`update customers set credit_limit = $1 where customer_code = 'ACME'`, [limit])
  await asOwner('update balance_flows set at = case seq when 1 then $1::date else $2::date end', [
    days.ninth,
    days.eighth,
  ])
  await seal()
  expect(
    await asOwner(`select day::text, entries from audit_seals where ledger = 'balance_flows' order by day`),
  ).toEqual([days.ninth, days.eighth].map((day) => ({ day, entries: '1' })))
})
