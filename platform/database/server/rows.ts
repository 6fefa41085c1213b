import { type Expression, type RawBuilder, sql } from 'kysely'

/** The one row of an answer that always has one. */
export function only<T>([row]: readonly T[]): T {
  if (row === undefined) throw new Error('a row is missing')
  return row
}

/**
 * The rows of a query as one JSON value, so that what a call has to know is read by one statement. For texts, whole numbers,
 * days and yes or no: decimals would lose their places.
 */
export const jsonRows = <T extends object>(query: Expression<T>, keys: (keyof T & string)[]) =>
  sql<T[]>`(select coalesce(jsonb_agg(jsonb_build_object(${sql.join(
    keys.flatMap((key): RawBuilder<unknown>[] => [sql.lit(key), sql.ref(`x.${key}`)]),
  )})), '[]') from ${query} x)`
