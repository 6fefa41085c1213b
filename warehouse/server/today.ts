import { sql } from 'kysely'
import type { Db } from '../../platform/database/server/db.ts'

/** The calendar date in the warehouse's time zone. */
export async function warehouseToday(db: Db): Promise<string> {
  const { rows } = await sql<{ day: string | null }>`select warehouse_today() as day`.execute(db)
  const day = rows[0]?.day
  if (!day) throw new Error('the company has no warehouse')
  return day
}
