import { type RawBuilder, sql } from 'kysely'
import type { BookCheck, Hit } from './book-check.ts'

/** So many rows at a time: no statement comes near the database's time limit, however large the company. */
const AT_A_TIME = 2_000

export type Parted =
  | 'stock'
  | 'stock_documents'
  | 'stock_counts'
  | 'putaways'
  | 'imports'
  | 'inbounds'
  | 'inbound_lines'
  | 'receipts'
  | 'products'
  | 'tasks'

/** The rows of one company in one part of its ids: `among(tenant, id)` narrows the two columns that hold them. */
type Among = (tenantColumn: string, idColumn: string) => RawBuilder<unknown>

/**
 * Asks part by part of one company's rows in a table.
 *
 * The parts are walked along the primary key, which begins with the company: ids are shared by all companies, so that steps of
 * equal width would walk through everybody's.
 */
export const inParts =
  (table: Parted, wrong: (among: Among) => RawBuilder<Hit>): BookCheck['hits'] =>
  async (db, tenantId) => {
    const hits: Hit[] = []
    for (let after = 0; ; ) {
      const { rows } = await sql<{ last: number | null }>`
        select max(id) as last from (
          select id from ${sql.table(table)} where tenant_id = ${tenantId} and id > ${after} order by id limit ${AT_A_TIME}) x`.execute(
        db,
      )
      const last = rows[0]?.last ?? null
      if (last === null) return hits
      const from = after
      hits.push(
        ...(
          await wrong(
            (tenantColumn, idColumn) =>
              sql`${sql.ref(tenantColumn)} = ${tenantId} and ${sql.ref(idColumn)} > ${from} and ${sql.ref(idColumn)} <= ${last}`,
          ).execute(db)
        ).rows,
      )
      after = last
    }
  }

/** Several questions under one name; what more than one of them finds is named once. */
export const together =
  (...checks: BookCheck['hits'][]): BookCheck['hits'] =>
  async (db, tenantId) => {
    const hits: Hit[] = []
    for (const check of checks) hits.push(...(await check(db, tenantId)))
    return [...new Map(hits.map((hit) => [`${hit.what} ${hit.stockId}`, hit])).values()]
  }
