import { type Expression, type RawBuilder, sql } from 'kysely'

/** The only row of a result that always has exactly one. */
export function only<T>([row]: readonly T[]): T {
  if (row === undefined) throw new Error('a row is missing')
  return row
}

export const idsOf = <Id>(rows: readonly { id: Id }[]): Id[] => rows.map(({ id }) => id)

/**
 * The rows of a query as one JSON value, so that a call can read everything it needs in one statement. Only
 * for text, whole numbers, dates and booleans: decimals would lose their scale.
 */
export const jsonRows = <T extends object>(query: Expression<T>, keys: (keyof T & string)[]) =>
  sql<T[]>`(select coalesce(jsonb_agg(jsonb_build_object(${sql.join(
    keys.flatMap((key): RawBuilder<unknown>[] => [sql.lit(key), sql.ref(`x.${key}`)]),
  )})), '[]') from ${query} x)`
