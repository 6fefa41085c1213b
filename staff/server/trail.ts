import { sql } from 'kysely'
import type { InputOf, Page } from '../../lib/call.ts'
import { csvOf } from '../../lib/csv.ts'
import { refuseAs } from '../../lib/refusal.ts'
import type { Db, Tx } from '../../lib/server/db.ts'
import { containing } from '../../lib/server/search.ts'
import { type Outcome, startTask, type Work } from '../../lib/server/tasks.ts'
import { fill, type Language } from '../../lib/text.ts'
import type { Who } from '../../lib/who.ts'
import { exportTrail, type listTrail, type TrailRow } from '../contract.ts'
import { trailText } from '../trail-text.ts'
import { type TrailWords, wordsFor } from '../trail-words.ts'

type Filters = InputOf<typeof exportTrail>

const entries = (db: Db, tenantId: number, zone: string, asked: Filters) => {
  let found = db.selectFrom('auditLog').where('tenantId', '=', tenantId)
  if (asked.search) found = found.where('objectNo', 'ilike', containing(asked.search))
  if (asked.person) found = found.where('loginAccount', 'ilike', containing(asked.person))
  if (asked.type) found = found.where('objectType', '=', asked.type)
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
    found.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
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

export const startExport = async (tx: Tx, who: Who, filters: Filters) => ({
  taskId: await startTask(tx, who, exportTrail, 'export_trail', {
    filters,
    zone: who.zone,
    language: who.language,
  }),
})

const STEP = 2000
const MOST = 200_000

type ExportInput = { filters: Filters; zone: string; language: Language }

/** The task behind the export: the trail exactly as filtered, newest first, in the words of whoever asked. */
export const exportTrailTask =
  (words: TrailWords) =>
  async ({ who, input, read, progress }: Work<never>): Promise<Outcome> => {
    const { filters, zone, language } = input as ExportInput
    const name = wordsFor(words, language)
    const moment = new Intl.DateTimeFormat('sv-SE', {
      dateStyle: 'short',
      timeStyle: 'medium',
      timeZone: zone,
    })
    const head = [
      trailText.at,
      trailText.person,
      trailText.ip,
      trailText.type,
      trailText.no,
      trailText.action,
      trailText.before,
      trailText.after,
      trailText.reason,
      trailText.requestId,
    ].map((title) => title[language])
    const lines: string[][] = [head]
    const { total } = await read((db) =>
      entries(db, who.tenantId, zone, filters)
        .select(sql<number>`count(*)`.as('total'))
        .executeTakeFirstOrThrow(),
    )
    let last: { at: string; id: number } | undefined
    for (;;) {
      const { isCancelAsked } = await progress(lines.length - 1, Math.min(total, MOST))
      if (isCancelAsked) return {}
      const rows = await read((db) => {
        const found = entries(db, who.tenantId, zone, filters)
        const after = last
          ? found.where(sql<boolean>`(at, id) < (${last.at}::timestamptz, ${last.id}::bigint)`)
          : found
        return after.select(columns).orderBy('at', 'desc').orderBy('id', 'desc').limit(STEP).execute()
      })
      for (const row of rows as TrailRow[]) {
        lines.push([
          moment.format(new Date(row.at)),
          row.loginAccount,
          row.ip,
          name.type(row.objectType),
          row.objectNo,
          name.action(row.action),
          name.fields(row.before),
          name.fields(row.after),
          row.reason ?? '',
          row.requestId,
        ])
      }
      const end = rows.at(-1)
      if (!end || rows.length < STEP || lines.length > MOST) break
      last = { at: end.at, id: end.id }
    }
    return {
      message: fill(trailText.exported, { count: lines.length - 1 }),
      file: { name: 'audit-log.csv', mime: 'text/csv; charset=utf-8', bytes: Buffer.from(csvOf(lines)) },
    }
  }
