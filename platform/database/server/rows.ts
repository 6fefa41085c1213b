import { type Expression, type RawBuilder, sql } from 'kysely'

/** The only row of a result that always has exactly one. */
export function only<T>([row]: readonly T[]): T {
  if (row === undefined) throw new Error('a row is missing')
  return row
}

/** The item at a place that the list always has. */
export function itemAt<T>(list: readonly T[], place: number): T {
  const item = list[place]
  if (item === undefined) throw new Error(`of ${list.length} items the one at ${place} is missing`)
  return item
}

/** The value of a key that the map always has. */
export function valueFor<K, V>(map: ReadonlyMap<K, V>, key: K): V {
  const value = map.get(key)
  if (value === undefined) throw new Error(`${key} is missing`)
  return value
}

/**
 * Of a few ids, for `where('id', '=', oneOf(ids))`.
 *
 * A single one is compared directly. For a list the planner expects ten rows once it plans for good, finds that dear,
 * and plans the statement again for every call.
 */
export const oneOf = (ids: readonly number[]) =>
  ids.length === 1 ? sql<number>`${ids[0]}::bigint` : sql<number>`any(${ids}::bigint[])`

/** One column of rows. */
export const valuesOf = <Row, Key extends keyof Row>(rows: readonly Row[], key: Key): Row[Key][] =>
  rows.map((row) => row[key])

export const idsOf = <Id>(rows: readonly { id: Id }[]): Id[] => rows.map(({ id }) => id)

/**
 * The rows of a query as one JSON value, so that a call can read everything it needs in one statement. Only
 * for text, whole numbers, dates and booleans: decimals would lose their scale.
 */
export const jsonRows = <T extends object>(query: Expression<T>, keys: (keyof T & string)[]) =>
  sql<T[]>`(select coalesce(jsonb_agg(jsonb_build_object(${sql.join(
    keys.flatMap((key): RawBuilder<unknown>[] => [sql.lit(key), sql.ref(`x.${key}`)]),
  )})), '[]') from ${query} x)`

/** A join, by the columns that it is going to compare. */
type Join<Left, Right, Self> = { onRef(left: Left, is: '=', right: Right): Self }

/** Joins rows of the same tenant: `innerJoin('accounts as a', sameTenant('a.id', 'p.createdBy'))`. */
export const sameTenant =
  <A extends string, C extends string, B extends string, D extends string>(
    left: `${A}.${C}`,
    right: `${B}.${D}`,
  ) =>
  <J extends Join<`${A}.${C}` | `${A}.tenantId`, `${B}.${D}` | `${B}.tenantId`, J>>(on: J): J =>
    on
      .onRef(
        `${left.split('.')[0]}.tenantId` as `${A}.tenantId`,
        '=',
        `${right.split('.')[0]}.tenantId` as `${B}.tenantId`,
      )
      .onRef(left, '=', right)
