import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { DB } from '../../db/schema.ts'
import type { BookCheck, Hit } from '../../platform/book-checks/server/book-check.ts'
import type { Work } from '../../platform/tasks/server/tasks.ts'

const ledgers = ['stock_flows', 'balance_flows', 'audit_log'] as const
type Ledger = (typeof ledgers)[number]

/** Seals every finished day of one company that has entries and no seal yet, oldest first. */
export async function sealDays({
  who,
  read,
  write,
}: Pick<Work<never>, 'who' | 'read' | 'write'>): Promise<void> {
  for (const ledger of ledgers) {
    const days = await read((db) => unsealedDays(db, who.tenantId, ledger))
    for (const day of days) await write((tx) => sql`select seal_day(${ledger}, ${day})`.execute(tx))
  }
}

async function unsealedDays(db: Kysely<DB>, tenantId: number, ledger: Ledger): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select distinct (e.at at time zone 'UTC')::date as day from ${sql.table(ledger)} e
    where e.tenant_id = ${tenantId} and e.at < date_trunc('day', now() - interval '1 hour', 'UTC')
      and e.at >= coalesce((select max(s.day) + 1 from audit_seals s
        where s.tenant_id = ${tenantId} and s.ledger = ${ledger})::timestamp at time zone 'UTC', '-infinity')
    order by 1`.execute(db)
  return rows.map(({ day }) => day)
}

type Seal = { day: string; entries: number; digest: Buffer; before: Buffer | null; isExpired: boolean }

/** Entries per statement, or one day: keeps each far below the statement timeout. */
const ENTRIES_AT_A_TIME = 50_000

const sealsOf = async (db: Kysely<DB>, tenantId: number, ledger: Ledger) =>
  (
    await sql<Seal>`
      select day, entries, digest, lag(digest) over (order by day) as before, expired_at is not null as is_expired
      from audit_seals where tenant_id = ${tenantId} and ledger = ${ledger} order by day`.execute(db)
  ).rows

/** Days whose entries no longer match the digest of their seal. Expired days have nothing left to compare. */
async function brokenSeals(db: Kysely<DB>, tenantId: number, ledger: Ledger, all: Seal[]): Promise<Hit[]> {
  const seals = all.filter(({ isExpired }) => !isExpired)
  const hits: Hit[] = []
  for (let from = 0; from < seals.length; ) {
    let to = from + 1
    for (let entries = Number(seals[from]?.entries); to < seals.length; to++) {
      entries += Number(seals[to]?.entries)
      if (entries > ENTRIES_AT_A_TIME) break
    }
    const some = seals.slice(from, to)
    const { rows } = await sql<Hit>`
      select ${ledger} || ' ' || s.day as what
      from unnest(${some.map(({ day }) => day)}::date[], ${some.map(({ digest }) => digest)}::bytea[],
        ${some.map(({ before }) => before)}::bytea[]) as s (day, digest, before)
      cross join lateral ledger_digest(${tenantId}, ${ledger}, s.day, s.before) found
      where found.digest is distinct from s.digest
      order by s.day`.execute(db)
    hits.push(...rows)
    from = to
  }
  return hits
}

/** Entries of a day that was empty when later days were sealed: they were added since. */
async function addedLater(db: Kysely<DB>, tenantId: number, ledger: Ledger, seals: Seal[]): Promise<Hit[]> {
  const { rows } = await sql<Hit>`
    select ${ledger} || ' ' || added.day as what
    from unnest(${seals.map(({ day }) => day)}::date[], ${[null, ...seals.map(({ day }) => day)].slice(0, seals.length)}::date[])
      as gap (upto, after)
    cross join lateral (
      select distinct (e.at at time zone 'UTC')::date as day from ${sql.table(ledger)} e
      where e.tenant_id = ${tenantId} and e.at < gap.upto::timestamp at time zone 'UTC'
        and e.at >= coalesce((gap.after + 1)::timestamp at time zone 'UTC', '-infinity')) added
    where gap.after is null or gap.after + 1 < gap.upto
    order by added.day`.execute(db)
  return rows
}

export const sealCheck: BookCheck = {
  code: 'seals',
  title: {
    zh_CN: '已封存日期的库存流水、账户流水与操作日志未被改动',
    en_US: 'Stock movements, balance flows and audit entries of sealed days are unchanged',
  },
  hits: async (db, tenantId) => {
    const hits: Hit[] = []
    for (const ledger of ledgers) {
      const seals = await sealsOf(db, tenantId, ledger)
      hits.push(...(await brokenSeals(db, tenantId, ledger, seals)))
      hits.push(...(await addedLater(db, tenantId, ledger, seals)))
    }
    return hits
  },
}
