import type { Kysely } from 'kysely'
import type { DB } from '../../../db/schema.ts'
import type { Text } from '../../text/text.ts'

/** A ledger check: a query over one company's ledgers that must return no rows. */
export type BookCheck = {
  code: string
  title: Text
  hits: (db: Kysely<DB>, tenantId: number) => Promise<Hit[]>
}

/** A mismatch, and the stock row or the customer's account that it blocks. */
export type Hit = { what: string; stockId?: number; accountOf?: number }
