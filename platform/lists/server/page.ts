import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { DEEPEST_ROW, type Page } from '../../calls/call.ts'
import type { Db } from '../../database/server/db.ts'
import { only } from '../../database/server/rows.ts'

export type Part = RawBuilder<unknown>
type Paging = { page: number; size: number }

export const directionOf = (order: 'asc' | 'desc') => (order === 'asc' ? sql`asc` : sql`desc`)

export const limitOf = ({ page, size }: Paging) => sql`limit ${size} offset ${(page - 1) * size}`

/** Ends the count of a list that may be long one past the deepest row. */
export const countLimit = sql`limit ${DEEPEST_ROW + 1}`

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
  { page, size }: Paging,
) {
  const [rows, { total }] = await Promise.all([
    query
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
    query
      .clearSelect()
      .clearOrderBy()
      .select(sql<number>`count(*)`.as('total'))
      .$castTo<{ total: number }>()
      .executeTakeFirstOrThrow(),
  ])
  return { rows, total }
}
