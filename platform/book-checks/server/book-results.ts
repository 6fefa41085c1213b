import { sql } from 'kysely'
import { type Actor, writeChanges } from '../../audit/server/audit.ts'
import type { Who } from '../../calls/who.ts'
import type { Db, Tx } from '../../database/server/db.ts'
import { idsOf, only } from '../../database/server/rows.ts'
import type { Hit } from './book-check.ts'

const MAX_KEPT = 100

/**
 * Stores the result of a check and blocks the stock rows and accounts it concerns: a blocked product or customer is better than a
 * wrong quantity or balance.
 */
export async function keepResults(tx: Tx, who: Actor, code: string, hits: Hit[]) {
  const kept = JSON.stringify(hits.slice(0, MAX_KEPT).map(({ what }) => what))
  await sql`
    insert into book_results (tenant_id, code, hits) values (${who.tenantId}, ${code}, ${kept}::jsonb)
    on conflict (tenant_id, code) do update set hits = excluded.hits, checked_at = now()
    returning code`.execute(tx)
  await blockAccounts(
    tx,
    who,
    code,
    hits.flatMap(({ accountOf }) => accountOf ?? []),
  )
  await blockStock(
    tx,
    who,
    code,
    hits.flatMap(({ stockId }) => stockId ?? []),
  )
}

async function blockStock(tx: Tx, who: Actor, code: string, ids: readonly number[]) {
  const { rows } = await sql<{ id: number; no: string }>`
    select s.id, l.location_code as no from stock s join locations l on l.tenant_id = s.tenant_id and l.id = s.location_id
    where s.tenant_id = ${who.tenantId} and s.id = any(${ids}::bigint[]) and s.blocked_because is null order by s.id`.execute(
    tx,
  )
  if (rows.length === 0) return
  await sql`select block_stock(x, ${code}) from unnest(${idsOf(rows)}::bigint[]) x`.execute(tx)
  await recordBlocks(tx, who, code, 'stock', 'stock.blocked', rows)
}

/** Blocks accounts that don’t match their flows. */
export async function blockAccounts(tx: Tx, who: Actor, code: string, customerIds: readonly number[]) {
  const { rows } = await sql<{ id: number; no: string }>`
    select c.id, c.customer_code as no from customer_accounts a join customers c on c.tenant_id = a.tenant_id and c.id = a.customer_id
    where a.tenant_id = ${who.tenantId} and a.customer_id = any(${customerIds}::bigint[]) and a.blocked_because is null order by c.id`.execute(
    tx,
  )
  if (rows.length === 0) return
  await sql`select block_account(x, ${code}) from unnest(${idsOf(rows)}::bigint[]) x`.execute(tx)
  await recordBlocks(tx, who, code, 'customer', 'account.blocked', rows)
}

const recordBlocks = (
  tx: Tx,
  who: Actor,
  code: string,
  type: string,
  event: string,
  rows: readonly { id: number; no: string }[],
) =>
  writeChanges(
    tx,
    who,
    rows.map(({ id, no }) => ({
      action: 'block',
      event,
      type,
      id,
      no,
      before: { blockedBecause: null },
      after: { blockedBecause: code },
    })),
  )

/** When the ledgers were last checked, and how many mismatches there were. */
export async function lastResults(db: Db, who: Who) {
  const { rows } = await sql<{ checkedAt: string | null; hits: number; codes: string[] | null }>`
    select max(r.checked_at) as checked_at, coalesce(sum(jsonb_array_length(r.hits)), 0)::int as hits,
      array_agg(r.code order by r.code) filter (where r.hits <> '[]') as codes
    from book_results r where r.tenant_id = ${who.tenantId}`.execute(db)
  const { checkedAt, hits, codes } = only(rows)
  return { checkedAt, hits, codes: codes ?? [] }
}
