import { type RawBuilder, sql } from 'kysely'
import { only } from '../../database/server/rows.ts'
import type { BookCheck, Hit } from './book-check.ts'

/** Rows per statement: keeps every statement far below the statement timeout, however large the company. */
const AT_A_TIME = 2_000

export type Parted =
  | 'customers'
  | 'account_holds'
  | 'billable_events'
  | 'collections'
  | 'fees'
  | 'bills'
  | 'stock'
  | 'stock_documents'
  | 'stock_counts'
  | 'putaways'
  | 'allocations'
  | 'imports'
  | 'inbounds'
  | 'inbound_lines'
  | 'receipts'
  | 'rent_days'
  | 'orders'
  | 'shipment_batches'
  | 'picking_lists'
  | 'products'
  | 'tasks'

/**
 * The rows of one company within one range of ids; `among(tenant, id)` filters the two columns that hold
 * them.
 */
type Among = (tenantColumn: string, idColumn: string) => RawBuilder<unknown>

/** Runs one statement: only for checks of the catalogue and of short tables. */
export const inOneStatement =
  (statement: (tenantId: number) => RawBuilder<Hit>): BookCheck['hits'] =>
  async (db, tenantId) =>
    (await statement(tenantId).execute(db)).rows

/**
 * Runs a query range by range over one company's rows of a table.
 *
 * Walks the primary key, which starts with the company: ids are shared by all companies, so ranges of equal
 * width would also cover other companies' rows.
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
      const { last } = only(rows)
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

/** Several queries under one name; a mismatch that more than one of them reports is listed once. */
export const together =
  (...checks: BookCheck['hits'][]): BookCheck['hits'] =>
  async (db, tenantId) => {
    const hits: Hit[] = []
    for (const check of checks) hits.push(...(await check(db, tenantId)))
    return [...new Map(hits.map((hit) => [`${hit.what} ${hit.stockId} ${hit.accountOf}`, hit])).values()]
  }
