import { sql } from 'kysely'

/** A search term as a LIKE pattern, with its wildcards escaped. */
export const containing = (word: string) => `%${word.replace(/[\\%_]/g, '\\$&')}%`

/** The same for a stored search line, folded as the line is. */
export const searchPattern = (typed: string) => containing(typed.normalize('NFKC').toLowerCase())

/** A number that starts with what was typed: under row security an index supports a range but not `like`. */
export const beginsWith = (column: string, start: string) =>
  sql`${sql.ref(column)} >= ${start} and ${sql.ref(column)} < ${`${start}\uffff`}`
