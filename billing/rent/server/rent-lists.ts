import Big from 'big.js'
import { sql } from 'kysely'
import { publishEvents, writeAudit } from '../../../platform/audit/server/audit.ts'
import type { InputOf, OutputOf, Page } from '../../../platform/calls/call.ts'
import { refuse, refuseAs } from '../../../platform/calls/refusal.ts'
import type { Server } from '../../../platform/calls/server/serve.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db, Tx } from '../../../platform/database/server/db.ts'
import { only } from '../../../platform/database/server/rows.ts'
import { allOf, directionOf, limitOf, type Part, pageOfSql } from '../../../platform/lists/server/page.ts'
import { changeOf } from '../change.ts'
import type { NightRow, RentDayRow, RentLineRow } from '../contract.ts'
import * as calls from '../contract.ts'
import { rentHealth as healthCall } from '../health-contract.ts'
import { AGES, storageFigures as storageCall } from '../storage-contract.ts'
import { rentText } from '../text.ts'
import { firstNight } from './nights.ts'

export function rentRoutes({ answer }: Server) {
  answer(calls.listNights, listNights)
  answer(calls.getNight, getNight)
  answer(calls.listRentDays, listRentDays)
  answer(calls.listRentLines, listRentLines)
  answer(calls.runNight, runNight)
  answer(healthCall, rentHealth)
  answer(storageCall, storageFigures)
}

const totalOf = (snapshot: string) => sql`(
  select coalesce(sum(d.amount), 0)::numeric(30, 2) from rent_days d
  where d.tenant_id = ${sql.ref(`${snapshot}.tenant_id`)} and d.snapshot_id = ${sql.ref(`${snapshot}.id`)})`

type Compared = Omit<NightRow, 'change'> & { before: string | null }
const compared = ({ before, ...row }: Compared): NightRow => ({ ...row, change: changeOf(row.total, before) })

/** Nights with their totals, and those of the nights before. */
const nightsThat = (where: Part, page: Part) => sql<Compared>`
  select n.id, n.charge_date, n.status, n.line_count, n.due_at, n.taken_at, x.customers, x.without_price, ${totalOf('n')} as total,
    case when b.id is not null then ${totalOf('b')} end as before
  from (select n.* from stock_snapshots n where ${where} ${page}) n
  left join stock_snapshots b on b.tenant_id = n.tenant_id and b.charge_date = n.charge_date - 1
  cross join lateral (
    select count(*) as customers, count(*) filter (where d.amount is null and e.status = 'open') as without_price
    from rent_days d
    left join billable_events e on e.tenant_id = d.tenant_id and e.kind = 'storage' and e.source_id = d.id and e.status <> 'reversed'
    where d.tenant_id = n.tenant_id and d.snapshot_id = n.id) x`

export async function listNights(
  db: Db,
  who: Who,
  input: InputOf<typeof calls.listNights>,
): Promise<Page<NightRow>> {
  const where = allOf([
    sql`n.tenant_id = ${who.tenantId}`,
    input.status && sql`n.status = ${input.status}::snapshot_status`,
    input.from && sql`n.charge_date >= ${input.from}::date`,
    input.to && sql`n.charge_date <= ${input.to}::date`,
  ])
  const order = sql`order by n.charge_date ${directionOf(input.order)}`
  const { rows, total } = await pageOfSql(
    db,
    sql<Compared>`${nightsThat(where, sql`${order} ${limitOf(input)}`)} ${order}`,
    sql`from stock_snapshots n where ${where}`,
  )
  return { rows: rows.map(compared), total }
}

async function getNight(db: Db, who: Who, { id }: { id: number }): Promise<NightRow> {
  const { rows } = await nightsThat(sql`n.tenant_id = ${who.tenantId} and n.id = ${id}`, sql``).execute(db)
  const [row] = rows
  return row ? compared(row) : refuseAs({ kind: 'not_found' }, rentText.notFound)
}

async function listRentDays(
  db: Db,
  who: Who,
  input: InputOf<typeof calls.listRentDays>,
): Promise<Page<RentDayRow>> {
  await getNight(db, who, { id: input.nightId })
  const where = sql`d.tenant_id = ${who.tenantId} and d.snapshot_id = ${input.nightId}`
  const order = sql`order by d.amount ${input.order === 'asc' ? sql`asc nulls first` : sql`desc nulls last`}, d.id`
  return pageOfSql(
    db,
    sql<RentDayRow>`
      select d.id, c.customer_code, c.customer_name, x.sum6, d.discount, d.amount, d.cycle_to, f.fee_no, x.lines, x.pieces, x.volume,
        case when d.amount > 0 and d.fee_id is null then 'put_aside' else coalesce(e.status::text, 'waiting') end as status
      from (select d.* from rent_days d where ${where} ${order} ${limitOf(input)}) d
      join customers c on c.tenant_id = d.tenant_id and c.id = d.customer_id
      left join billable_events e on e.tenant_id = d.tenant_id and e.kind = 'storage' and e.source_id = d.id and e.status <> 'reversed'
      left join fees f on f.tenant_id = d.tenant_id and f.id = d.fee_id
      cross join lateral (
        select count(*) as lines, coalesce(sum(l.quantity), 0)::bigint as pieces, coalesce(sum(l.quantity * l.unit_volume), 0)::text as volume,
          sum(l.amount6)::text as sum6
        from stock_snapshot_lines l where l.tenant_id = d.tenant_id and l.rent_day_id = d.id) x
      ${order}`,
    sql`from rent_days d where ${where}`,
  )
}

async function listRentLines(
  db: Db,
  who: Who,
  input: InputOf<typeof calls.listRentLines>,
): Promise<Page<RentLineRow>> {
  const { rows: days } = await sql`
    select 1 from rent_days where tenant_id = ${who.tenantId} and id = ${input.rentDayId}`.execute(db)
  if (days.length === 0) return refuseAs({ kind: 'not_found' }, rentText.dayNotFound)
  const where = sql`l.tenant_id = ${who.tenantId} and l.rent_day_id = ${input.rentDayId}`
  const name =
    who.language === 'zh_CN'
      ? sql`coalesce(p.name_zh, p.name_en, '')`
      : sql`coalesce(p.name_en, p.name_zh, '')`
  return pageOfSql(
    db,
    sql<RentLineRow>`
      select l.batch_id || '-' || l.quality as line_no, p.sku, ${name} as product_name, l.quality, b.putaway_date, l.age_days, l.quantity,
        l.unit_volume, l.no_dims, (l.quantity * l.unit_volume)::text as volume, l.tier_price, l.amount6
      from stock_snapshot_lines l
      join batches b on b.tenant_id = l.tenant_id and b.id = l.batch_id
      join products p on p.tenant_id = b.tenant_id and p.id = b.product_id
      where ${where}
      order by l.age_days ${directionOf(input.order)}, l.batch_id, l.quality ${limitOf(input)}`,
    sql`from stock_snapshot_lines l where ${where}`,
  )
}

/** Queues the run that the clock would start within minutes. A night that is done is not taken again. */
async function runNight(tx: Tx, who: Who, { id }: InputOf<typeof calls.runNight>) {
  const { rows } = await sql<{ day: string; status: string }>`
    select charge_date as day, status from stock_snapshots where tenant_id = ${who.tenantId} and id = ${id}`.execute(
    tx,
  )
  const [night] = rows
  if (!night) return refuseAs({ kind: 'not_found' }, rentText.notFound)
  if (night.status === 'done') refuse(rentText.isDone, { day: night.day })
  await sql`select enqueue('charge_rent_of_company', '{}'::json, ${`rent:${who.tenantId}`})`.execute(tx)
  await writeAudit(tx, who, [{ action: 'run', type: 'stock_snapshot', id, no: night.day }])
  await publishEvents(tx, who, [{ kind: 'stock_snapshot.run', type: 'stock_snapshot', id }])
  return {}
}

/** The first night that is not done, and the last one that was due an hour ago: what is between them is late. */
async function rentHealth(db: Db, who: Who): Promise<OutputOf<typeof healthCall>> {
  const [{ rows }, { rows: last }] = await Promise.all([
    sql<{ late: number; failedDate: string | null }>`
      with first as (
        select coalesce(
          (select min(charge_date) from stock_snapshots where tenant_id = ${who.tenantId} and status <> 'done'),
          (select max(charge_date) + 1 from stock_snapshots where tenant_id = ${who.tenantId}),
          ${firstNight(who.tenantId)}) as day),
      failed as (
        select min(charge_date) as day from stock_snapshots where tenant_id = ${who.tenantId} and status = 'failed')
      select greatest(((business_now() - interval '1 hour') at time zone w.time_zone - w.snapshot_time)::date - 1 - first.day + 1,
        case when failed.day is null then 0 else 1 end, 0) as late, failed.day as failed_date
      from warehouses w cross join first cross join failed where w.tenant_id = ${who.tenantId}`.execute(db),
    nightsThat(
      sql`n.tenant_id = ${who.tenantId} and n.status = 'done'`,
      sql`order by n.charge_date desc limit 1`,
    ).execute(db),
  ])
  const night = last[0] && compared(last[0])
  return {
    ...only(rows),
    lastDate: night?.chargeDate ?? null,
    lastTotal: night?.total ?? null,
    change: night?.change ?? null,
  }
}

/** Pieces and volume come from the last snapshot: adding up the stock itself takes longer the more of it there is. */
async function storageFigures(db: Db, who: Who): Promise<OutputOf<typeof storageCall>> {
  const [{ rows: bins }, { rows: bands }] = await Promise.all([
    sql<{ bins: number; binsUsed: number }>`
      select count(*) as bins, count(*) filter (where exists (
        select 1 from stock s where s.tenant_id = l.tenant_id and s.location_id = l.id and s.on_hand > 0)) as bins_used
      from locations l where l.tenant_id = ${who.tenantId} and l.purpose = 'storage' and l.is_enabled`.execute(
      db,
    ),
    sql<{ day: string; band: number | null; pieces: number; volume: string }>`
      select n.charge_date as day, width_bucket(l.age_days, ${AGES.slice(1)}::int[]) as band,
        coalesce(sum(l.quantity), 0)::bigint as pieces, coalesce(sum(l.quantity * l.unit_volume), 0)::text as volume
      from (select * from stock_snapshots where tenant_id = ${who.tenantId} and taken_at is not null
        order by charge_date desc limit 1) n
      left join rent_days d on d.tenant_id = n.tenant_id and d.snapshot_id = n.id
      left join stock_snapshot_lines l on l.tenant_id = d.tenant_id and l.rent_day_id = d.id
      group by n.charge_date, band`.execute(db),
  ])
  return {
    ...only(bins),
    day: bands[0]?.day ?? null,
    volume: bands.reduce((sum, { volume }) => sum.plus(volume), Big(0)).toFixed(3),
    ages: AGES.map((_, band) => bands.find((row) => row.band === band)?.pieces ?? 0),
  }
}
