import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { DB } from '../../db/schema.ts'
import type { Work } from '../../lib/server/tasks.ts'
import type { BookCheck, Hit } from './books.ts'

const ledgers = ['stock_flows', 'audit_log'] as const
type Ledger = (typeof ledgers)[number]

/** Seals every finished day of one company that has entries and no seal yet, the oldest first. */
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

type Seal = { tenantId: number; ledger: Ledger; day: string; digest: Buffer; before: Buffer | null }

/** So many seals to a question: none runs into the database's time limit. */
const AT_A_TIME = 50

async function brokenSeals(db: Kysely<DB>): Promise<Hit[]> {
  const { rows: seals } = await sql<Seal>`
    select tenant_id, ledger, day, digest, lag(digest) over (partition by tenant_id, ledger order by day) as before
    from audit_seals order by tenant_id, ledger, day`.execute(db)
  const hits: Hit[] = []
  for (let from = 0; from < seals.length; from += AT_A_TIME) {
    const some = seals.slice(from, from + AT_A_TIME)
    const { rows } = await sql<Hit>`
      select s.ledger || ' ' || s.day as what
      from unnest(${some.map(({ tenantId }) => tenantId)}::bigint[], ${some.map(({ ledger }) => ledger)}::text[],
        ${some.map(({ day }) => day)}::date[], ${some.map(({ digest }) => digest)}::bytea[],
        ${some.map(({ before }) => before)}::bytea[]) as s (tenant_id, ledger, day, digest, before)
      cross join lateral ledger_digest(s.tenant_id, s.ledger, s.day, s.before) found
      where found.digest is distinct from s.digest
      order by s.ledger, s.day`.execute(db)
    hits.push(...rows)
  }
  return hits
}

/** Entries of a day that went by without any, while later days are sealed: somebody has added them since. */
async function addedLater(db: Kysely<DB>): Promise<Hit[]> {
  const hits: Hit[] = []
  for (const ledger of ledgers) {
    const { rows } = await sql<Hit>`
      select distinct ${ledger} || ' ' || (e.at at time zone 'UTC')::date as what
      from ${sql.table(ledger)} e
      join (select tenant_id, max(day) as last from audit_seals where ledger = ${ledger} group by 1) s on s.tenant_id = e.tenant_id
      where e.at < (s.last::timestamp at time zone 'UTC') and not exists (
        select 1 from audit_seals k where k.tenant_id = e.tenant_id and k.ledger = ${ledger}
          and k.day = (e.at at time zone 'UTC')::date)
      order by 1`.execute(db)
    hits.push(...rows)
  }
  return hits
}

export const sealCheck: BookCheck = {
  code: 'seals',
  title: {
    zh_CN: '已封存日期的库存流水与操作日志未被改动',
    en_US: 'What the ledger and the trail hold of sealed days has not changed',
  },
  hits: async (db) => [...(await brokenSeals(db)), ...(await addedLater(db))],
}
