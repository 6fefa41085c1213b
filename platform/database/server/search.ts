import { sql } from 'kysely'

/** A search term as a LIKE pattern, with its wildcards escaped. */
export const containing = (word: string) => `%${word.replace(/[\\%_]/g, '\\$&')}%`

/** The same for a stored search line, folded as the line is. */
export const searchPattern = (typed: string) => containing(typed.normalize('NFKC').toLowerCase())

const inRange = (column: string, start: string) =>
  sql<boolean>`${sql.ref(column)} >= ${start} and ${sql.ref(column)} < ${`${start}\uffff`}`

/**
 * A document's number that starts with what was typed, or with that in capitals. Under row security an index supports a
 * range but not `like`.
 */
export const beginsWith = (column: string, typed: string) => {
  const capitals = typed.toUpperCase()
  return typed === capitals
    ? inRange(column, typed)
    : sql<boolean>`(${inRange(column, typed)} or ${inRange(column, capitals)})`
}

/** Whether a moment is on one of these days where the reader is; an end that is not given is open. */
export const isOnDays = (
  column: string,
  { from, to }: { from?: string | undefined; to?: string | undefined },
  zone: string,
) =>
  sql.join<boolean>(
    [
      sql`true`,
      ...(from ? [sql`${sql.ref(column)} >= ${from}::date::timestamp at time zone ${zone}`] : []),
      ...(to ? [sql`${sql.ref(column)} < (${to}::date + 1)::timestamp at time zone ${zone}`] : []),
    ],
    sql` and `,
  )
