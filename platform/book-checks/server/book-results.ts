import { sql } from 'kysely'
import { type Actor, writeChanges } from '../../audit/server/audit.ts'
import type { Who } from '../../calls/who.ts'
import type { Db, Tx } from '../../database/server/db.ts'
import { idsOf, only } from '../../database/server/rows.ts'
import type { Hit } from './book-check.ts'

const MAX_KEPT = 100

/**
 * Stores the result of a check and blocks the stock rows it concerns: a blocked product is better than a
 * wrong quantity.
 */
export async function keepResults(tx: Tx, who: Actor, code: string, hits: Hit[]) {
  const kept = JSON.stringify(hits.slice(0, MAX_KEPT).map(({ what }) => what))
  await sql`
    insert into book_results (tenant_id, code, hits) values (${who.tenantId}, ${code}, ${kept}::jsonb)
    on conflict (tenant_id, code) do update set hits = excluded.hits, checked_at = now()
    returning code`.execute(tx)
  const named = hits.flatMap(({ stockId }) => (stockId ? [stockId] : []))
  const { rows } = await sql<{ id: number; locationCode: string }>`
    select s.id, l.location_code from stock s join locations l on l.tenant_id = s.tenant_id and l.id = s.location_id
    where s.tenant_id = ${who.tenantId} and s.id = any(${named}::bigint[]) and s.blocked_because is null order by s.id`.execute(
    tx,
  )
  if (rows.length === 0) return
  await sql`select block_stock(x, ${code}) from unnest(${idsOf(rows)}::bigint[]) x`.execute(tx)
  await writeChanges(
    tx,
    who,
    rows.map(({ id, locationCode }) => ({
      action: 'block',
      event: 'stock.blocked',
      type: 'stock',
      id,
      no: locationCode,
      before: { blockedBecause: null },
      after: { blockedBecause: code },
    })),
  )
}

/** When the ledgers were last checked, and how many mismatches there were. */
export async function lastResults(db: Db, who: Who) {
  const { rows } = await sql<{ checkedAt: string | null; hits: number; codes: string[] | null }>`
    select max(r.checked_at) as checked_at, coalesce(sum(jsonb_array_length(r.hits)), 0)::int as hits,
      array_agg(r.code order by r.code) filter (where r.hits <> '[]') as codes
    from book_results r where r.tenant_id = ${who.tenantId}`.execute(db)
  const { checkedAt, hits, codes } = only(rows)
  return { checkedAt, hits, codes: codes ?? [] }
}
