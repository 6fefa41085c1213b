import { sql } from 'kysely'
import { type Actor, publishEvents, writeAudit } from '../../audit/server/audit.ts'
import { refuseAs } from '../../calls/refusal.ts'
import type { Who } from '../../calls/who.ts'
import type { Db, Tx } from '../../database/server/db.ts'
import { sameTenant } from '../../database/server/rows.ts'
import { importStates } from '../imports.ts'
import { importText } from '../text.ts'

/** Imports of the same file, newest first. */
export const ofSameFile = (db: Db, who: Who, { kind, sha256 }: { kind: string; sha256: Buffer }) =>
  db
    .selectFrom('imports as i')
    .innerJoin('files as f', sameTenant('f.id', 'i.fileId'))
    .select(['i.id', 'i.importNo', 'i.createdAt'])
    .where('i.tenantId', '=', who.tenantId)
    .where('i.kind', '=', kind)
    .where('f.sha256', '=', sha256)
    .orderBy('i.id', 'desc')

/**
 * Refuses a file that is being imported right now. An import whose task failed for good blocks no one and is
 * closed here: retried later it would post the same goods twice.
 */
export async function failStaleDuplicates(
  tx: Tx,
  who: Who,
  input: { id: number; kind: string; sha256: Buffer },
) {
  // Runs of the same file queue here until commit: without the lock, two that start together would not see
  // each other.
  const file = `${who.tenantId} ${input.kind} ${input.sha256.toString('hex')}`
  await sql`select pg_advisory_xact_lock(7420, hashtext(${file}))`.execute(tx)
  const duplicates = await ofSameFile(tx, who, input)
    .innerJoin('tasks as t', sameTenant('t.id', 'i.taskId'))
    .select(sql<boolean>`t.status in ('waiting', 'running')`.as('isUnderWay'))
    .where('i.id', '!=', input.id)
    .where('i.status', '=', 'running')
    .forUpdate(['i', 't'])
    .execute()
  const busy = duplicates.find(({ isUnderWay }) => isUnderWay)
  if (busy) refuseAs({ kind: 'busy' }, importText.sameRunning, { no: busy.importNo })
  for (const { id, importNo } of duplicates) {
    await tx
      .updateTable('imports')
      .set({ status: importStates.actions.fail.to, finishedAt: sql<string>`now()` })
      .where('tenantId', '=', who.tenantId)
      .where('id', '=', id)
      .execute()
    await note(tx, who, { id, importNo }, 'finish', { ok: 0, failed: 0 })
  }
}

/**
 * Resets an import whose task was cancelled before writing anything, so that it can run again; returns
 * whether it did.
 */
export async function revertCancelled(tx: Tx, who: Actor, { importId }: { importId: number }) {
  const step = (action: 'fail' | 'check', from: 'running' | 'failed') =>
    tx
      .updateTable('imports')
      .set({ status: importStates.actions[action].to })
      .where('tenantId', '=', who.tenantId)
      .where('id', '=', importId)
      .where('status', '=', from)
      .returning(['id', 'importNo'])
      .executeTakeFirst()
  const stopped = await step('fail', 'running')
  if (!stopped) return false
  await step('check', 'failed')
  await note(tx, who, stopped, 'cancel', {})
  return true
}

export async function note(
  tx: Tx,
  who: Actor,
  of: { id: number; importNo: string },
  action: string,
  after: object,
) {
  await writeAudit(tx, who, [{ action, type: 'import', id: of.id, no: of.importNo, after }])
  await publishEvents(tx, who, [{ kind: `import.${action}`, type: 'import', id: of.id }])
}
