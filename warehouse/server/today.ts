import { sql } from 'kysely'
import type { Db } from '../../platform/database/server/db.ts'
import { only } from '../../platform/database/server/rows.ts'

/** The calendar date in the warehouse's time zone. */
export async function warehouseToday(db: Db): Promise<string> {
  const { rows } = await sql<{ day: string | null }>`select warehouse_today() as day`.execute(db)
  const { day } = only(rows)
  if (!day) throw new Error('the company has no warehouse')
  return day
}
