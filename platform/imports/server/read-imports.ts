import { sql } from 'kysely'
import type { InputOf } from '../../calls/call.ts'
import type { Who } from '../../calls/who.ts'
import type { Db } from '../../database/server/db.ts'
import { sameTenant } from '../../database/server/rows.ts'
import { uploadRules } from '../../files/uploads.ts'
import { pageOfQuery } from '../../lists/server/page.ts'
import { taskNow } from '../../tasks/server/tasks.ts'
import type * as calls from '../contract.ts'
import { type CellProblem, MAX_ROWS, remedyOf } from '../imports.ts'
import { type Imports, kindFor, ownImport } from './find-import.ts'
import { ofSameFile } from './import-lifecycle.ts'
import { countsOf, isWarned } from './import-rows.ts'
import { templateOf } from './import-template.ts'
import { startSpare } from './spreadsheets.ts'

/** A stored problem; old ones have no kind. */
type Kept = Omit<CellProblem, 'kind'> & Partial<Pick<CellProblem, 'kind'>>

export const importState =
  (imports: Imports) =>
  async (db: Db, who: Who, { id }: InputOf<typeof calls.importState>) => {
    const { sha256, zipFileId: _, taskStatus, taskId, ...item } = await ownImport(imports, db, who, id)
    const [counts, task, twin] = await Promise.all([
      countsOf(db, who, id),
      taskId === null ? null : taskNow(db, who, imports.files, taskId),
      ofSameFile(db, who, { ...item, sha256 })
        .where('i.id', '<', id)
        .where('i.status', 'in', ['running', 'done', 'partial'])
        .executeTakeFirst(),
    ])
    return { ...item, ...counts, task, sameFile: twin ?? null, isCancelled: taskStatus === 'cancelled' }
  }

export const importRows =
  (imports: Imports) =>
  async (db: Db, who: Who, { id, verdict, kind, page, size }: InputOf<typeof calls.importRows>) => {
    const { form } = kindFor(imports, (await ownImport(imports, db, who, id)).kind, who)
    let match = db.selectFrom('importRows').where('tenantId', '=', who.tenantId).where('importId', '=', id)
    if (verdict === 'warning') match = match.where(isWarned)
    else if (verdict) match = match.where('verdict', '=', verdict)
    if (kind)
      match = match.where(
        sql<boolean>`exists (select 1 from jsonb_array_elements(problems) p where coalesce(p->>'kind', 'form') = ${kind})`,
      )
    const list = await pageOfQuery(
      match.select(['rowNo', 'cells', 'verdict', 'problems', 'sameAsRow']).orderBy('rowNo'),
      { page, size },
    )
    return {
      total: list.total,
      rows: list.rows.map(({ cells, problems, ...row }) => ({
        ...row,
        cells: cells as string[],
        problems: (problems as Kept[]).map((problem) => ({
          column: problem.column,
          message: problem.message[who.language],
          remedy: remedyOf(form, { kind: 'form', ...problem })[who.language],
        })),
      })),
    }
  }

export const lastImports =
  (imports: Imports) =>
  async (db: Db, who: Who, { kind }: InputOf<typeof calls.lastImports>) => {
    kindFor(imports, kind, who)
    // The user is about to choose a file.
    startSpare()
    const latest = db
      .selectFrom('imports as i')
      .innerJoin('files as f', sameTenant('f.id', 'i.fileId'))
      .innerJoin('accounts as a', sameTenant('a.id', 'i.createdBy'))
      .select(['i.id', 'i.importNo', 'i.status', 'f.fileName', 'i.total', 'i.ok', 'i.failed', 'i.createdAt'])
      .select(['a.userName', sql<boolean>`i.created_by = ${who.accountId}`.as('isOwn')])
      .where('i.tenantId', '=', who.tenantId)
      .where('i.kind', '=', kind)
      .orderBy('i.id', 'desc')
      .limit(20)
    // Two lists, so that busy colleagues do not push out the user's unfinished imports.
    const [own, theirs] = await Promise.all([
      latest.where('i.createdBy', '=', who.accountId).execute(),
      latest
        .where('i.createdBy', '!=', who.accountId)
        .where('i.status', 'in', ['done', 'partial', 'failed'])
        .execute(),
    ])
    const { sheet, zip } = uploadRules
    return {
      limits: { rows: MAX_ROWS, sheet: sheet.max, zip: zip.max },
      imports: [...own, ...theirs].sort((a, b) => b.id - a.id),
    }
  }

export const importTemplate =
  (imports: Imports) =>
  async (_: Db, who: Who, { kind }: InputOf<typeof calls.importTemplate>) => {
    const sheet = await templateOf(kindFor(imports, kind, who).form, who.language)
    return { fileName: `${kind}.xlsx`, base64: Buffer.from(sheet).toString('base64') }
  }
