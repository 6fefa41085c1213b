import { expect, test } from 'vitest'
import { codesBy, reportAfter, wrongBy } from '../../../testing/books.ts'
import { aDatabase } from '../../../testing/database.ts'
import { aRentedStore } from '../../../testing/rent-builders.ts'
import { rentChecks } from './checks.ts'

/** Nights that can be corrupted, as by a database administrator. */
const scratch = await aDatabase()
const store = await aRentedStore(scratch)
await store.setSizes('BOLT', 100, 100, 100)
await store.price([[1, null, '0.50']])
await store.asOwner(
  `update customers set storage_settlement_cycle = 'deposit', storage_cycle_days = 3, storage_cycle_anchor = '2026-03-01' where id = $1`,
  [store.customerId],
)
await store.asOwner(`update customers set storage_cycle_anchor = '2026-03-01' where id = $1`, [
  store.customerId,
])
store.at('2026-03-01T17:00:00Z')
await store.store('BOLT', 1, '2026-03-01')
// Three nights are charged with one fee, and the fourth is put aside.
store.at('2026-03-05T09:00:00Z')
await store.run()
for (const table of [
  'fees',
  'billable_events',
  'rent_days',
  'stock_snapshots',
  'stock_snapshot_lines',
  'account_holds',
])
  await scratch.owner(`alter table ${table} disable trigger user`)

/** The checks that report something after a statement. */
const wrongAfter = reportAfter(store.moved, store, (tx) => codesBy(rentChecks, tx, store))

const day = (date: string) => `charge_date = '2026-03-0${date}'`

test.each([
  ['nothing', undefined, []],
  [
    'a night that is missing in between',
    `update stock_snapshots set charge_date = '2026-03-06' where ${day('4')}`,
    ['I-15'],
  ],
  [
    'nights that have stopped',
    `select set_config('app.business_now', '2026-03-09T09:00:00Z', true)`,
    ['I-15'],
  ],
  [
    'a night that is not finished',
    `with late as (select set_config('app.business_now', '2026-03-06T09:00:00Z', true))
     update stock_snapshots set status = 'failed' from late where ${day('4')}`,
    ['I-15'],
  ],
  [
    'a day of another amount than its lines',
    `update rent_days set amount = 0.51 where ${day('4')}`,
    ['I-16'],
  ],
  ['a fee of another amount than its days', `update fees set amount = 1.51`, ['I-16']],
  ['a line that was changed', `update stock_snapshot_lines set amount6 = 0.6`, ['I-16']],
  ['a day without lines', `delete from stock_snapshot_lines`, ['I-16']],
  [
    'a day that is in no fee',
    `update rent_days set fee_id = null, cycle_to = null where ${day('2')}`,
    ['I-16'],
  ],
  ['a day that left its fee', `update rent_days set fee_id = null where ${day('3')}`, ['I-16']],
  [
    'a day with another price than its fee',
    `update rent_days set discount = 0.99 where ${day('1')}`,
    ['I-16'],
  ],
  [
    'an event of another day',
    `update billable_events set charge_date = '2026-02-01' where ${day('1')}`,
    ['I-16'],
  ],
  [
    'a charged event that is called free',
    `update billable_events set status = 'free' where ${day('4')}`,
    ['I-16'],
  ],
  ['an event that is gone', `update billable_events set status = 'reversed' where ${day('4')}`, ['I-16']],
  ['a hold of another amount', `update account_holds set amount = 9 where status = 'open'`, ['I-16']],
])('the checks of rent notice %s', async (_, statement, codes) => {
  expect(await wrongAfter(statement)).toEqual(codes)
})

/** What they say after statements. */
const saidAfter = reportAfter(store.moved, store, (tx) => wrongBy(rentChecks, tx, store))

const without = (where: string) => [
  `delete from stock_snapshot_lines l using rent_days d where d.id = l.rent_day_id and d.${where}`,
  `delete from rent_days where ${where}`,
  `delete from stock_snapshots where ${where}`,
]
/** The fee of the first three nights is gone. */
const uncharged = [`update rent_days set fee_id = null where charge_date <= '2026-03-03'`, `delete from fees`]
const putAside = ['I-16 ACME 2026-03-01', 'I-16 ACME 2026-03-02', 'I-16 ACME 2026-03-03']

test.each([
  ['the first night missing', without(day('1')), ['I-15 missing 2026-03-01', 'I-16 FE1']],
  [
    'the first night missing for longer than the audit log knows what the bins were for',
    [...without(day('1')), `select set_config('app.business_now', '2028-03-05T09:00:00Z', true)`],
    ['I-15 missing 2026-03-05', 'I-16 FE1'],
  ],
  ['a day whose event is gone', [`delete from billable_events where ${day('4')}`], ['I-16 ACME 2026-03-04']],
  ['rent that stays put aside', uncharged, putAside],
  [
    'rent of a blocked account, which may stay put aside',
    [...uncharged, `update customer_accounts set blocked_because = 'I-10'`],
    [],
  ],
])('the checks of rent name %s', async (_, statements, said) => {
  expect(await saidAfter(...statements)).toEqual(said)
})
