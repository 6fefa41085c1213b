import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { DEEPEST_ROW, type Page, pageSizes } from '../../calls/call.ts'
import type { Db } from '../../database/server/db.ts'
import { only } from '../../database/server/rows.ts'

export type Part = RawBuilder<unknown>
const usualSizes: readonly number[] = pageSizes
type Paging = { page: number; size: number }

export const directionOf = (order: 'asc' | 'desc') => (order === 'asc' ? sql`asc` : sql`desc`)

/**
 * The first page of a usual length is written into the statement: behind a parameter the planner expects a tenth of the
 * table, and plans again for every call.
 */
const isUsual = ({ page, size }: Paging) => page === 1 && usualSizes.includes(size)

export const limitOf = ({ page, size }: Paging) =>
  isUsual({ page, size }) ? sql`limit ${sql.lit(size)}` : sql`limit ${size} offset ${(page - 1) * size}`

/** The rows of a query that stand on the page. */
export const onPage = <DB, Table extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Table, Row>,
  { page, size }: Paging,
) => (isUsual({ page, size }) ? query.limit(sql.lit(size)) : query.limit(size).offset((page - 1) * size))

/** Ends the count of a list that may be long one past the deepest row. */
export const countLimit = sql`limit ${sql.lit(DEEPEST_ROW + 1)}`

/** The conditions of the filters that are set, joined by `and`. */
export const allOf = (conditions: readonly (Part | undefined | '' | 0 | false)[]): Part =>
  sql.join(
    conditions.filter((condition) => !!condition),
    sql` and `,
  )

/** How many rows a statement has, given from its `from` on. */
export async function countOf(db: Db, from: Part): Promise<number> {
  const { rows } = await sql<{ total: number }>`select count(*) as total from (select 1 ${from}) x`.execute(
    db,
  )
  return only(rows).total
}

/** The rows of one page, and how many there are on all pages. */
export async function pageOfSql<Row>(db: Db, page: RawBuilder<Row>, from: Part): Promise<Page<Row>> {
  const [{ rows }, total] = await Promise.all([page.execute(db), countOf(db, from)])
  return { rows, total }
}

export async function pageOfQuery<DB, Table extends keyof DB, Row>(
  query: SelectQueryBuilder<DB, Table, Row>,
  paging: Paging,
) {
  const [rows, { total }] = await Promise.all([
    onPage(query, paging).execute(),
    query
      .clearSelect()
      .clearOrderBy()
      .select(sql<number>`count(*)`.as('total'))
      .$castTo<{ total: number }>()
      .executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}
