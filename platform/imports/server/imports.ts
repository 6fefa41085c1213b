import { sql } from 'kysely'
import { publishEvents, writeAudit } from '../../audit/server/audit.ts'
import type { InputOf } from '../../calls/call.ts'
import { refuse, refuseAs } from '../../calls/refusal.ts'
import type { Who } from '../../calls/who.ts'
import { type Database, drawNumber, type Tx } from '../../database/server/db.ts'
import { startTask } from '../../tasks/server/tasks.ts'
import * as calls from '../contract.ts'
import { importStates, mappingAsBefore } from '../imports.ts'
import { importText } from '../text.ts'
import { judgeSheet, reviewSheet } from './check-spreadsheet.ts'
import { type Imports, kindFor, lockImport } from './find-import.ts'
import { failStaleDuplicates, note } from './import-lifecycle.ts'
import { insertLines, lastMapping, linesOf, saveVerdicts } from './import-rows.ts'
import { readTable, type Table } from './spreadsheets.ts'

/**
 * Reads the spreadsheet of an import before its transaction starts: it takes seconds, during which no
 * connection is held.
 */
export const prepareImport =
  (imports: Imports, { read }: Pick<Database, 'read'>) =>
  async (who: Who, { kind, fileId, pasted = '', zipFileId }: InputOf<typeof calls.startImport>) => {
    const { files } = imports
    kindFor(imports, kind, who)
    if (zipFileId !== undefined) await read(who.tenantId, (db) => files.keyOf(db, who, zipFileId, 'zip'))
    if (fileId === undefined) return readTable(Buffer.from(pasted), 'pasted', {}, who.tenantId)
    const key = await read(who.tenantId, (db) => files.keyOf(db, who, fileId, 'sheet'))
    return readTable(await files.bytesOf(key), 'workbook', {}, who.tenantId)
  }

/** Pasted cells are stored like an uploaded file. */
const keepPasted = ({ files }: Imports, tx: Tx, who: Who, pasted: string) =>
  files.keep(tx, who, {
    name: `${importText.pasted[who.language]}.tsv`,
    mime: 'text/tab-separated-values',
    purpose: 'sheet',
    bytes: Buffer.from(pasted),
  })

export const startImport =
  (imports: Imports) =>
  async (tx: Tx, who: Who, input: InputOf<typeof calls.startImport>, { heads, rows }: Table) => {
    const { kind, zipFileId, pasted = '' } = input
    const known = kindFor(imports, kind, who)
    const fileId = input.fileId ?? (await keepPasted(imports, tx, who, pasted))
    const importNo = await drawNumber(tx, 'IM')
    const mapping = mappingAsBefore(known.form.columns, heads, await lastMapping(tx, who, kind))
    const { id } = await tx
      .insertInto('imports')
      .values({
        tenantId: who.tenantId,
        importNo,
        kind,
        fileId,
        zipFileId: zipFileId ?? null,
        heads: JSON.stringify(heads),
        mapping: JSON.stringify(mapping),
        total: rows.length,
        createdBy: who.accountId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await insertLines(tx, who, id, rows, await reviewSheet(tx, who, known, mapping, rows))
    await startCheck(tx, who, id)
    await writeAudit(tx, who, [
      { action: 'upload', type: 'import', id, no: importNo, after: { rows: rows.length } },
    ])
    await publishEvents(tx, who, [{ kind: 'import.uploaded', type: 'import', id }])
    return { id }
  }

/** Checks every row before any is written: its cells, duplicates in the spreadsheet, and the database. */
async function checkAll(imports: Imports, tx: Tx, who: Who, id: number) {
  const item = await lockUnwritten(imports, tx, who, id)
  const kind = kindFor(imports, item.kind, who)
  await saveVerdicts(tx, who, id, await reviewSheet(tx, who, kind, item.mapping, await linesOf(tx, who, id)))
}

const startCheck = (tx: Tx, who: Who, id: number) =>
  tx
    .updateTable('imports')
    .set({ status: importStates.actions.check.to })
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .execute()

/** Locks an import that has written nothing, and returns it to its check. */
async function lockUnwritten(imports: Imports, tx: Tx, who: Who, id: number) {
  const item = await lockImport(imports, tx, who, id)
  if (item.status === 'checking') return item
  if (!importStates.allows(item.status, 'check')) refuseAs({ kind: 'moved_on' }, importText.movedOn)
  await startCheck(tx, who, id)
  return item
}

export const mapImport =
  (imports: Imports) =>
  async (tx: Tx, who: Who, { id, mapping }: InputOf<typeof calls.mapImport>) => {
    const item = await lockImport(imports, tx, who, id)
    const { form } = kindFor(imports, item.kind, who)
    const known = Object.fromEntries(
      Object.entries(mapping).filter(
        ([key, place]) => form.columns.some((column) => column.key === key) && place < item.heads.length,
      ),
    )
    await tx
      .updateTable('imports')
      .set({ mapping: JSON.stringify(known) })
      .where('tenantId', '=', who.tenantId)
      .where('id', '=', id)
      .execute()
    await checkAll(imports, tx, who, id)
    await note(tx, who, item, 'edit', { mapping: known })
    return {}
  }

export const correctImportRow =
  (imports: Imports) =>
  async (tx: Tx, who: Who, { id, rowNo, column, text }: InputOf<typeof calls.correctImportRow>) => {
    const item = await lockImport(imports, tx, who, id)
    // A name such as `constructor` exists on every object but is not a column.
    const place = Object.hasOwn(item.mapping, column) ? item.mapping[column] : undefined
    if (place === undefined) refuseAs({ kind: 'not_found' }, importText.notFound)
    await sql`
      update import_rows set cells = (
        select jsonb_agg(case when i = ${place}::int then to_jsonb(${text}::text) else coalesce(cells->i, '""'::jsonb) end order by i)
        from generate_series(0, greatest(jsonb_array_length(cells) - 1, ${place}::int)) i), formulas = array_remove(formulas, ${place}::int)
      where tenant_id = ${who.tenantId} and import_id = ${id} and row_no = ${rowNo}`.execute(tx)
    await checkAll(imports, tx, who, id)
    await note(tx, who, item, 'edit', { rowNo, [column]: text })
    return {}
  }

export const runImport =
  (imports: Imports) =>
  async (tx: Tx, who: Who, { id, mode: wanted }: InputOf<typeof calls.runImport>) => {
    const item = await lockUnwritten(imports, tx, who, id)
    const kind = kindFor(imports, item.kind, who)
    const { isWhole, permission } = kind.form
    const mode = isWhole ? 'all_or_nothing' : wanted
    const rows = await judgeSheet(tx, who, kind, item.mapping, await linesOf(tx, who, id))
    if (!rows.some(({ verdict }) => verdict === 'new' || verdict === 'update')) refuse(importText.noneGood)
    await failStaleDuplicates(tx, who, item)
    const bad = rows.filter(({ verdict }) => verdict === 'error')
    if (mode === 'all_or_nothing' && bad.length > 0) refuse(importText.someBad, { count: bad.length })
    const call = { ...calls.runImport, permission }
    const taskId = await startTask(tx, who, call, 'import', { importId: id, mode, who })
    await tx
      .updateTable('imports')
      .set({ status: importStates.actions.run.to, mode, taskId })
      .where('tenantId', '=', who.tenantId)
      .where('id', '=', id)
      .execute()
    await note(tx, who, item, 'start', { mode })
    return { taskId }
  }
