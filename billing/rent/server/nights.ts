import { sql } from 'kysely'
import type { Database, Tx } from '../../../platform/database/server/db.ts'
import { only } from '../../../platform/database/server/rows.ts'
import type { NightlyServices } from '../../../platform/slices/server/nightly.ts'
import { priceEvents } from '../../fees/server/charge.ts'
import { companyTerms } from '../../fees/server/price-book.ts'
import type { Charger } from '../../fees/server/write-fees.ts'
import { lockAccounts } from '../../money/server/ledger.ts'
import type { Day } from '../../pricing/price-types.ts'
import { isCycleOver, type RentPlan } from '../cycles.ts'
import { snapshotStates } from '../states.ts'
import { chargeDays, putAsideOf } from './price-days.ts'
import { takeSnapshot } from './take-snapshot.ts'

/** Customers per transaction: their accounts are locked until it ends. */
const AT_ONCE = 200

/** A company that has many nights to make up continues with the next run, so that the others need not wait. */
const LONGEST_MS = 120_000

/** A night that is not done: taken if it has its lines. */
type Night = { id: number; chargeDate: Day; dueAt: string; isTaken: boolean }

/** What a runner of rent needs from the installation. */
type RentServices = { database: Pick<Database, 'write'>; log: NightlyServices['log'] }

/**
 * Takes every night that is due and charges its rent, in date order: missed ones first. Every step is a short transaction of its own, and
 * what is left to do is read from the tables, so that a run that was killed is continued by the next one. A second runner leaves at once.
 */
export async function chargeRent({ database, log }: RentServices, tenantId: number): Promise<void> {
  const who = { tenantId, accountId: null }
  const until = performance.now() + LONGEST_MS
  try {
    while (performance.now() < until) {
      const hasMore = await database.write(tenantId, (tx) => chargeRentStep(tx, who))
      if (!hasMore) return
    }
  } catch (fault) {
    // Without a database there is nowhere to write that it failed; the next run tries again anyway.
    await database
      .write(tenantId, (tx) => markFailed(tx, who))
      .catch((err) => log.error({ err, tenantId }, 'the failure of a night could not be written'))
    throw fault
  }
}

/** One step of a night, which ends a small one. Returns whether another step may follow. */
export async function chargeRentStep(tx: Tx, who: Charger): Promise<boolean> {
  if (!(await isAlone(tx, who)) || !(await isOpen(tx, who))) return false
  const night = (await openNight(tx, who)) ?? (await addNight(tx, who))
  if (!night) return false
  if (!night.isTaken && !(await takeSnapshot(tx, who, night))) return false
  const waiting = await waitingEvents(tx, who, night)
  await priceEvents(tx, who, waiting)
  if (waiting.length === AT_ONCE || (await closeCycles(tx, who, night))) return true
  await finish(tx, who, night)
  return true
}

/** Whether no other runner is at work on this company. */
async function isAlone(tx: Tx, { tenantId }: Charger): Promise<boolean> {
  const { rows } = await sql<{ isAlone: boolean }>`
    select pg_try_advisory_xact_lock(hashtextextended('rent', ${tenantId})) as is_alone`.execute(tx)
  return only(rows).isAlone
}

/** A company keeps its rent for the thirty days after its period, in which it can still read; afterwards the nights wait for its renewal. */
async function isOpen(tx: Tx, { tenantId }: Charger): Promise<boolean> {
  const { rows } = await sql<{ status: string }>`
    select company_status(t) as status from tenants t where t.id = ${tenantId}`.execute(tx)
  return only(rows).status === 'open'
}

async function openNight(tx: Tx, { tenantId }: Charger): Promise<Night | undefined> {
  const { rows } = await sql<Night>`
    select id, charge_date, due_at, taken_at is not null as is_taken from stock_snapshots
    where tenant_id = ${tenantId} and status <> 'done' order by charge_date limit 1`.execute(tx)
  return rows[0]
}

/**
 * The date of the first night: the day on which goods were first put away, but not before the company existed. What the demo writes into
 * its past has no nights.
 */
export const firstNight = (tenantId: number) => sql<Day | null>`(
  select greatest((f.at at time zone w.time_zone)::date, (t.created_at at time zone w.time_zone)::date)
  from stock_flows f
  join locations l on l.tenant_id = f.tenant_id and l.id = f.location_id and l.purpose not in ('receiving', 'virtual')
  join warehouses w on w.tenant_id = f.tenant_id
  join tenants t on t.id = f.tenant_id
  where f.tenant_id = ${tenantId} and f.d_on_hand > 0 order by f.at limit 1)`

/**
 * Adds the night after the last one if it is due. Dates follow each other whatever becomes of the warehouse's time zone and snapshot
 * time, so each is charged once; and no night is due before the one before it.
 */
async function addNight(tx: Tx, { tenantId }: Charger): Promise<Night | undefined> {
  const { rows } = await sql<Night>`
    with last as (
      select charge_date, due_at from stock_snapshots where tenant_id = ${tenantId} order by charge_date desc limit 1),
    next as (
      select coalesce((select charge_date + 1 from last), ${firstNight(tenantId)}) as charge_date),
    due as (
      select n.charge_date, greatest(due_at(n.charge_date + 1, w.snapshot_time, w.time_zone), (select due_at from last)) as due_at
      from next n join warehouses w on w.tenant_id = ${tenantId} where n.charge_date is not null)
    insert into stock_snapshots (tenant_id, charge_date, due_at)
    select ${tenantId}, charge_date, due_at from due where due_at < business_clock()
    returning id, charge_date, due_at, false as is_taken`.execute(tx)
  return rows[0]
}

async function waitingEvents(tx: Tx, { tenantId }: Charger, { id }: Night): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select e.id from rent_days d
    join billable_events e on e.tenant_id = d.tenant_id and e.kind = 'storage' and e.source_id = d.id
    where d.tenant_id = ${tenantId} and d.snapshot_id = ${id} and e.status = 'waiting'
    order by e.id limit ${AT_ONCE}`.execute(tx)
  return rows.map((event) => event.id)
}

/**
 * Charges what was put aside for cycles that end with a night, for some customers. Returns whether there were any. Those of a blocked account
 * end with a later night.
 */
async function closeCycles(tx: Tx, who: Charger, { chargeDate }: Night): Promise<boolean> {
  const { rows } = await sql<RentPlan & { customerId: number; firstDate: Day; cycleTo: Day }>`
    select d.customer_id, d.cycle_to, min(d.charge_date) as first_date, c.storage_settlement_cycle, c.storage_cycle_days,
      c.storage_cycle_anchor, c.is_enabled
    from rent_days d join customers c on c.tenant_id = d.tenant_id and c.id = d.customer_id
    join customer_accounts a on a.tenant_id = d.tenant_id and a.customer_id = d.customer_id and a.blocked_because is null
    where d.tenant_id = ${who.tenantId} and d.fee_id is null and d.amount > 0 and d.cycle_to is not null
    group by c.tenant_id, c.id, d.customer_id, d.cycle_to order by d.customer_id`.execute(tx)
  const over = rows.filter((cycle) => isCycleOver(cycle, cycle, chargeDate)).slice(0, AT_ONCE)
  if (over.length === 0) return false
  const isOver = new Set(over.map(({ customerId, cycleTo }) => `${customerId} ${cycleTo}`))
  const customerIds = [...new Set(over.map(({ customerId }) => customerId))]
  await lockAccounts(tx, customerIds)
  const aside = await putAsideOf(tx, who, customerIds)
  const groups = [...aside.values()].flatMap((days) => [
    ...Map.groupBy(days, ({ cycleTo }) => cycleTo).values(),
  ])
  await chargeDays(
    tx,
    who,
    await companyTerms(tx, who),
    groups.filter(([day]) => day && isOver.has(`${day.event.customerId} ${day.cycleTo}`)),
  )
  return true
}

const finish = (tx: Tx, { tenantId }: Charger, { id }: Night) =>
  tx
    .updateTable('stockSnapshots')
    .set({ status: snapshotStates.actions.finish.to })
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .execute()

/** Marks the night that could not be taken or charged. It stays the next one: later nights wait for it. */
async function markFailed(tx: Tx, who: Charger) {
  if (!(await isAlone(tx, who))) return
  const night = (await openNight(tx, who)) ?? (await addNight(tx, who))
  if (!night) return
  await tx
    .updateTable('stockSnapshots')
    .set({ status: snapshotStates.actions.fail.to })
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', night.id)
    .where('status', 'in', snapshotStates.actions.fail.from)
    .execute()
}
