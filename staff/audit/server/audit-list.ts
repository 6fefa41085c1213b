import { sql } from 'kysely'
import { changedAfter, reasonFor } from '../../../platform/audit/server/audit.ts'
import { DEEPEST_ROW, type InputOf, type Page } from '../../../platform/calls/call.ts'
import { refuseAs } from '../../../platform/calls/refusal.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db } from '../../../platform/database/server/db.ts'
import { onPage } from '../../../platform/lists/server/page.ts'
import type { AuditRow, listAudit } from '../contract.ts'
import { auditText } from '../text.ts'

type Filters = Omit<InputOf<typeof listAudit>, 'page' | 'size' | 'sort' | 'order'>

/**
 * Whether a normalised column starts with the input. Written as a range, because row security keeps an index
 * from supporting LIKE; the columns sort by code point.
 */
const beginsWith = (column: 'object_key' | 'login_key', typed: string) => {
  const word = sql`lower(${typed}::text)`
  return sql<boolean>`${sql.ref(column)} >= ${word} and ${sql.ref(column)} < ${word} || ${'\u{10ffff}'}`
}

const entries = (db: Db, tenantId: number, zone: string, input: Filters) => {
  let row = db.selectFrom('auditLog').where('tenantId', '=', tenantId)
  if (input.search) row = row.where(beginsWith('object_key', input.search))
  if (input.person) row = row.where(beginsWith('login_key', input.person))
  if (input.type) row = row.where('objectType', '=', input.type)
  if (input.object) row = row.where('objectId', '=', input.object)
  if (input.action) row = row.where('action', '=', input.action)
  if (input.from)
    row = row.where('at', '>=', sql<string>`(${input.from}::date)::timestamp at time zone ${zone}`)
  if (input.to)
    row = row.where('at', '<', sql<string>`(${input.to}::date + 1)::timestamp at time zone ${zone}`)
  return row
}

const columns = (who: Who) =>
  [
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
    changedAfter.as('after'),
    reasonFor(who).as('reason'),
  ] as const

export async function auditPage(db: Db, who: Who, input: InputOf<typeof listAudit>): Promise<Page<AuditRow>> {
  const match = entries(db, who.tenantId, who.zone, input)
  const order = input.order
  const [rows, count] = await Promise.all([
    onPage(match.select(columns(who)).orderBy('at', order).orderBy('id', order), input).execute(),
    db
      .selectFrom(
        match
          .select('id')
          .limit(sql.lit(DEEPEST_ROW + 1))
          .as('counted'),
      )
      .select(sql<number>`count(*)`.as('total'))
      .executeTakeFirstOrThrow(),
  ])
  return { rows: rows as AuditRow[], total: count.total }
}

export async function entry(db: Db, who: Who, { id }: { id: number }): Promise<AuditRow> {
  const row = await db
    .selectFrom('auditLog')
    .select(columns(who))
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .executeTakeFirst()
  return (row as AuditRow | undefined) ?? refuseAs({ kind: 'not_found' }, auditText.notFound)
}
