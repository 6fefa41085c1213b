import { sql } from 'kysely'
import { DEEPEST_ROW, type InputOf, type Page } from '../../../platform/calls/call.ts'
import { refuseAs } from '../../../platform/calls/refusal.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db } from '../../../platform/database/server/db.ts'
import type { listTrail, TrailRow } from '../../contract.ts'
import { trailText } from '../text.ts'

type Filters = Omit<InputOf<typeof listTrail>, 'page' | 'size' | 'sort' | 'order'>

/**
 * Whether a folded column begins with what was typed. Written as a range, because row security keeps an index from serving LIKE;
 * the columns sort by code point.
 */
const beginsWith = (column: 'object_key' | 'login_key', typed: string) => {
  const word = sql`lower(${typed}::text)`
  return sql<boolean>`${sql.ref(column)} >= ${word} and ${sql.ref(column)} < ${word} || ${'\u{10ffff}'}`
}

const entries = (db: Db, tenantId: number, zone: string, asked: Filters) => {
  let found = db.selectFrom('auditLog').where('tenantId', '=', tenantId)
  if (asked.search) found = found.where(beginsWith('object_key', asked.search))
  if (asked.person) found = found.where(beginsWith('login_key', asked.person))
  if (asked.type) found = found.where('objectType', '=', asked.type)
  if (asked.object) found = found.where('objectId', '=', asked.object)
  if (asked.action) found = found.where('action', '=', asked.action)
  if (asked.from)
    found = found.where('at', '>=', sql<string>`(${asked.from}::date)::timestamp at time zone ${zone}`)
  if (asked.to)
    found = found.where('at', '<', sql<string>`(${asked.to}::date + 1)::timestamp at time zone ${zone}`)
  return found
}

const columns = [
  'id',
  'at',
  'loginAccount',
  'ip',
  'requestId',
  'action',
  'objectType',
  'objectId',
  'objectNo',
  'before',
  'after',
  'reason',
] as const

export async function trailPage(db: Db, who: Who, asked: InputOf<typeof listTrail>): Promise<Page<TrailRow>> {
  const found = entries(db, who.tenantId, who.zone, asked)
  const order = asked.order ?? 'desc'
  const [rows, count] = await Promise.all([
    found
      .select(columns)
      .orderBy('at', order)
      .orderBy('id', order)
      .limit(asked.size)
      .offset((asked.page - 1) * asked.size)
      .execute(),
    db
      .selectFrom(
        found
          .select('id')
          .limit(DEEPEST_ROW + 1)
          .as('counted'),
      )
      .select(sql<number>`count(*)`.as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { rows: rows as TrailRow[], total: count.total }
}

export async function entry(db: Db, who: Who, { id }: { id: number }): Promise<TrailRow> {
  const found = await db
    .selectFrom('auditLog')
    .select(columns)
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .executeTakeFirst()
  return (found as TrailRow | undefined) ?? refuseAs({ kind: 'not_found' }, trailText.notFound)
}
