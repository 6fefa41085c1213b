import { notFound, refuseAs } from '../../calls/refusal.ts'
import type { Who } from '../../calls/who.ts'
import type { Db, Tx } from '../../database/server/db.ts'
import { sameTenant } from '../../database/server/rows.ts'
import type { Files } from '../../files/server/files.ts'
import type { ImportForm } from '../imports.ts'
import { importText } from '../text.ts'
import type { ImportKinds } from './check-spreadsheet.ts'

/** What the calls around an import need. */
export type Imports = {
  kinds: ImportKinds
  files: Files
  /** Checks whether the user could do by hand what the import does. */
  may: (form: Pick<ImportForm, 'permission' | 'feature'>, who: Who) => void
}

export function kindFor({ kinds, may }: Imports, name: string, who: Who) {
  // A name such as `constructor` exists on every object but is not a kind.
  const known = Object.hasOwn(kinds, name) ? kinds[name] : undefined
  const kind = known ?? refuseAs({ kind: 'not_found' }, importText.noSuchKind)
  may(kind.form, who)
  return kind
}

/** One of the user's own imports. */
export async function ownImport(imports: Imports, db: Db, who: Who, id: number) {
  const row = await db
    .selectFrom('imports as i')
    .innerJoin('files as f', sameTenant('f.id', 'i.fileId'))
    .leftJoin('tasks as t', sameTenant('t.id', 'i.taskId'))
    .select(['i.id', 'i.importNo', 'i.kind', 'i.status', 'i.heads', 'i.mapping', 'i.total', 'i.ok'])
    .select(['i.failed', 'i.taskId', 'i.zipFileId', 'i.numbers', 'f.fileName', 'f.sha256'])
    .select('t.status as taskStatus')
    .where('i.tenantId', '=', who.tenantId)
    .where('i.createdBy', '=', who.accountId)
    .where('i.id', '=', id)
    .executeTakeFirstOrThrow(notFound(importText.notFound))
  kindFor(imports, row.kind, who)
  return { ...row, heads: row.heads as string[], mapping: row.mapping as Record<string, number> }
}

export async function lockImport(imports: Imports, tx: Tx, who: Who, id: number) {
  await tx
    .selectFrom('imports')
    .select('id')
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .forUpdate()
    .execute()
  return ownImport(imports, tx, who, id)
}
