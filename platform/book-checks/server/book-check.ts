import type { Kysely } from 'kysely'
import type { DB } from '../../../db/schema.ts'
import type { Text } from '../../text/text.ts'

/** A self-check: a question to the books of one company whose right answer is no row. */
export type BookCheck = {
  code: string
  title: Text
  hits: (db: Kysely<DB>, tenantId: number) => Promise<Hit[]>
}

/** What does not agree, and the row of stock that it stops. */
export type Hit = { what: string; stockId?: number }
