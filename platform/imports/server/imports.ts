import { sql } from 'kysely'
import { publishEvents, writeAudit } from '../../audit/server/audit.ts'
import type { InputOf } from '../../calls/call.ts'
import { refuse, refuseAs } from '../../calls/refusal.ts'
import type { Who } from '../../calls/who.ts'
import { type Database, type Db, drawNumber, type Tx } from '../../database/server/db.ts'
import type { Files } from '../../files/server/files.ts'
import { uploadRules } from '../../files/uploads.ts'
import { type Outcome, startTask, taskNow, type Work } from '../../tasks/server/tasks.ts'
import { fill } from '../../text/text.ts'
import {
  type importRows,
  type mapImport,
  type mendImportRow,
  runImport,
  type startImport,
} from '../contract.ts'
import {
  type CellProblem,
  type ImportForm,
  importStates,
  MAX_ROWS,
  mappingAsBefore,
  remedyOf,
} from '../imports.ts'
import { importText } from '../text.ts'
import { heldBy, type ImportKinds, judgeSheet } from './check-spreadsheet.ts'
import { failStaleDuplicates, note, ofSameFile, revertCancelled } from './import-lifecycle.ts'
import { countsOf, failedOf, isWarned, lastMapping, linesOf, saveVerdicts } from './import-rows.ts'
import { sentence, templateOf } from './import-template.ts'
import { readTable, type Table } from './spreadsheets.ts'

type May = (form: Pick<ImportForm, 'permission' | 'feature'>, who: Who) => void
/** A stored problem; old ones have no kind. */
type Kept = Omit<CellProblem, 'kind'> & Partial<Pick<CellProblem, 'kind'>>

/** The calls around an import. `may` checks whether the user could do by hand what the import does. */
export function importsOf(kinds: ImportKinds, files: Files, may: May) {
  const kindFor = (name: string, who: Who) => {
    // A name such as `constructor` exists on every object but is not a kind.
    const known = Object.hasOwn(kinds, name) ? kinds[name] : undefined
    const kind = known ?? refuseAs({ kind: 'not_found' }, importText.noSuchKind)
    may(kind.form, who)
    return kind
  }

  /**
   * Reads the spreadsheet of an import before its transaction starts: it takes seconds, during which no
   * connection is held.
   */
  const prepare =
    ({ read }: Pick<Database, 'read'>) =>
    async (who: Who, { kind, fileId, pasted = '', zipFileId }: InputOf<typeof startImport>) => {
      kindFor(kind, who)
      if (zipFileId !== undefined) await read(who.tenantId, (db) => files.keyOf(db, who, zipFileId, 'zip'))
      if (fileId === undefined) return readTable(Buffer.from(pasted), 'pasted', {}, who.tenantId)
      const key = await read(who.tenantId, (db) => files.keyOf(db, who, fileId, 'sheet'))
      return readTable(await files.bytesOf(key), 'workbook', {}, who.tenantId)
    }

  /** Pasted cells are stored like an uploaded file. */
  const keepPasted = (tx: Tx, who: Who, pasted: string) =>
    files.keep(tx, who, {
      name: `${importText.pasted[who.language]}.tsv`,
      mime: 'text/tab-separated-values',
      purpose: 'sheet',
      bytes: Buffer.from(pasted),
    })

  async function start(tx: Tx, who: Who, input: InputOf<typeof startImport>, { heads, rows }: Table) {
    const { kind, zipFileId, pasted = '' } = input
    const { form } = kindFor(kind, who)
    const fileId = input.fileId ?? (await keepPasted(tx, who, pasted))
    const importNo = await drawNumber(tx, 'IM')
    const { id } = await tx
      .insertInto('imports')
      .values({
        tenantId: who.tenantId,
        importNo,
        kind,
        fileId,
        zipFileId: zipFileId ?? null,
        heads: JSON.stringify(heads),
        mapping: JSON.stringify(mappingAsBefore(form.columns, heads, await lastMapping(tx, who, kind))),
        total: rows.length,
        createdBy: who.accountId,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await sql`
      insert into import_rows (tenant_id, import_id, row_no, cells, formulas)
      select ${who.tenantId}, ${id}, (r->>'rowNo')::int, r->'cells', array(select jsonb_array_elements_text(r->'formulas')::int)
      from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) r
      returning row_no`.execute(tx)
    await checkAll(tx, who, id)
    await writeAudit(tx, who, [
      { action: 'upload', type: 'import', id, no: importNo, after: { rows: rows.length } },
    ])
    await publishEvents(tx, who, [{ kind: 'import.uploaded', type: 'import', id }])
    return { id }
  }

  /** Checks every row before any is written: its cells, duplicates in the spreadsheet, and the database. */
  async function checkAll(tx: Tx, who: Who, id: number) {
    const input = await lock(tx, who, id)
    if (input.status !== 'checking' && !importStates.allows(input.status, 'check'))
      refuseAs({ kind: 'moved_on' }, importText.movedOn)
    const kind = kindFor(input.kind, who)
    const lines = await linesOf(tx, who, id)
    const results = await judgeSheet(tx, who, kind, input.mapping, lines)
    await saveVerdicts(tx, who, id, results)
    await tx
      .updateTable('imports')
      .set({ status: importStates.actions.check.to })
      .where('tenantId', '=', who.tenantId)
      .where('id', '=', id)
      .execute()
  }

  async function map(tx: Tx, who: Who, { id, mapping }: InputOf<typeof mapImport>) {
    const input = await lock(tx, who, id)
    const { form } = kindFor(input.kind, who)
    const known = Object.fromEntries(
      Object.entries(mapping).filter(
        ([key, place]) => form.columns.some((column) => column.key === key) && place < input.heads.length,
      ),
    )
    await tx
      .updateTable('imports')
      .set({ mapping: JSON.stringify(known) })
      .where('tenantId', '=', who.tenantId)
      .where('id', '=', id)
      .execute()
    await checkAll(tx, who, id)
    await note(tx, who, input, 'edit', { mapping: known })
    return {}
  }

  async function mend(tx: Tx, who: Who, { id, rowNo, column, text }: InputOf<typeof mendImportRow>) {
    const input = await lock(tx, who, id)
    // A name such as `constructor` exists on every object but is not a column.
    const place = Object.hasOwn(input.mapping, column) ? input.mapping[column] : undefined
    if (place === undefined) refuseAs({ kind: 'not_found' }, importText.notFound)
    await sql`
      update import_rows set cells = (
        select jsonb_agg(case when i = ${place}::int then to_jsonb(${text}::text) else coalesce(cells->i, '""'::jsonb) end order by i)
        from generate_series(0, greatest(jsonb_array_length(cells) - 1, ${place}::int)) i), formulas = array_remove(formulas, ${place}::int)
      where tenant_id = ${who.tenantId} and import_id = ${id} and row_no = ${rowNo}`.execute(tx)
    await checkAll(tx, who, id)
    await note(tx, who, input, 'edit', { rowNo, [column]: text })
    return {}
  }

  async function run(tx: Tx, who: Who, { id, mode: wanted }: InputOf<typeof runImport>) {
    await checkAll(tx, who, id)
    const input = await lock(tx, who, id)
    const mode = kindFor(input.kind, who).form.isWhole ? 'all_or_nothing' : wanted
    const { counts } = await countsOf(tx, who, id)
    const good = (counts.new ?? 0) + (counts.update ?? 0)
    if (good === 0) refuse(importText.noneGood)
    await failStaleDuplicates(tx, who, input)
    if (mode === 'all_or_nothing' && counts.error) refuse(importText.someBad, { count: counts.error })
    const taskId = await startTask(
      tx,
      who,
      { ...runImport, permission: kindFor(input.kind, who).form.permission },
      'import',
      {
        importId: id,
        mode,
        who,
      },
    )
    await tx
      .updateTable('imports')
      .set({ status: importStates.actions.run.to, mode, taskId })
      .where('tenantId', '=', who.tenantId)
      .where('id', '=', id)
      .execute()
    await note(tx, who, input, 'start', { mode })
    return { taskId }
  }

  async function state(db: Db, who: Who, { id }: { id: number }) {
    const { sha256, zipFileId: _, taskStatus, taskId, ...input } = await owned(db, who, id)
    const [counts, task, twin] = await Promise.all([
      countsOf(db, who, id),
      taskId === null ? null : taskNow(db, who, files, taskId),
      ofSameFile(db, who, { ...input, sha256 })
        .where('i.id', '<', id)
        .where('i.status', 'in', ['running', 'done', 'partial'])
        .executeTakeFirst(),
    ])
    return { ...input, ...counts, task, sameFile: twin ?? null, isCancelled: taskStatus === 'cancelled' }
  }

  async function owned(db: Db, who: Who, id: number) {
    const row = await importOf(db, who, id).executeTakeFirst()
    if (!row) return refuseAs({ kind: 'not_found' }, importText.notFound)
    kindFor(row.kind, who)
    return { ...row, heads: row.heads as string[], mapping: row.mapping as Record<string, number> }
  }

  async function lock(tx: Tx, who: Who, id: number) {
    await tx
      .selectFrom('imports')
      .select('id')
      .where('tenantId', '=', who.tenantId)
      .where('id', '=', id)
      .forUpdate()
      .execute()
    return owned(tx, who, id)
  }

  async function rows(db: Db, who: Who, { id, verdict, kind, page, size }: InputOf<typeof importRows>) {
    const { form } = kindFor((await owned(db, who, id)).kind, who)
    let match = db.selectFrom('importRows').where('tenantId', '=', who.tenantId).where('importId', '=', id)
    if (verdict === 'warning') match = match.where(isWarned)
    else if (verdict) match = match.where('verdict', '=', verdict)
    if (kind)
      match = match.where(
        sql<boolean>`exists (select 1 from jsonb_array_elements(problems) p where coalesce(p->>'kind', 'form') = ${kind})`,
      )
    const [list, count] = await Promise.all([
      match
        .select(['rowNo', 'cells', 'verdict', 'problems', 'sameAsRow'])
        .orderBy('rowNo')
        .limit(size)
        .offset((page - 1) * size)
        .execute(),
      match.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
    ])
    return {
      total: count.total,
      rows: list.map(({ cells, problems, ...row }) => ({
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

  async function last(db: Db, who: Who, { kind }: { kind: string }) {
    kindFor(kind, who)
    const latest = db
      .selectFrom('imports as i')
      .innerJoin('files as f', (on) =>
        on.onRef('f.tenantId', '=', 'i.tenantId').onRef('f.id', '=', 'i.fileId'),
      )
      .innerJoin('accounts as a', (on) =>
        on.onRef('a.tenantId', '=', 'i.tenantId').onRef('a.id', '=', 'i.createdBy'),
      )
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
    const imports = [...own, ...theirs].sort((a, b) => b.id - a.id)
    const { sheet, zip } = uploadRules
    return { limits: { rows: MAX_ROWS, sheet: sheet.max, zip: zip.max }, imports }
  }

  const template = async (_: Db, who: Who, { kind }: { kind: string }) => {
    const sheet = await templateOf(kindFor(kind, who).form, who.language)
    return { fileName: `${kind}.xlsx`, base64: Buffer.from(sheet).toString('base64') }
  }

  /**
   * Writes the good rows; the bad ones come back in the same template with their problems and what to do.
   *
   * The rows are written all at once; pictures take longer and report progress one by one.
   */
  async function work({ input, read, write, progress }: Work<never>): Promise<Outcome> {
    const { importId, mode, who } = input as { importId: number; mode: string; who: Who }
    const { total } = await read((db) => owned(db, who, importId))
    if ((await progress(0, total)).isCancelAsked) {
      const isBack = await write((tx) => revertCancelled(tx, who, { importId }))
      // A run that wrote everything and died before reporting it was not cancelled.
      if (isBack) return { end: 'cancel' }
    }
    const result = await write(async (tx) => {
      const input = await lock(tx, who, importId)
      const kind = kindFor(input.kind, who)
      const lines = await linesOf(tx, who, importId)
      const cellsOf = new Map(lines.map(({ rowNo, cells }) => [rowNo, cells]))
      const typedIn = (rowNo: number) =>
        Object.fromEntries(
          Object.entries(input.mapping).map(([key, place]) => [key, cellsOf.get(rowNo)?.[place] ?? '']),
        )
      // It was written and only the report was lost; what it left out is in its rows.
      if (input.status !== 'running') {
        const failed = await failedOf(tx, who, importId)
        const bad = failed.map((line) => ({ ...line, typed: typedIn(line.rowNo) }))
        return { ok: input.ok, failed: input.failed, form: kind.form, bad, left: [] }
      }
      const judged = await judgeSheet(tx, who, kind, input.mapping, lines)
      const good = judged.flatMap((line) =>
        line.verdict === 'new' || line.verdict === 'update'
          ? [{ rowNo: line.rowNo, value: line.value, verdict: line.verdict }]
          : [],
      )
      // The data changed since the check: an all-or-nothing import now writes nothing.
      const firstBad =
        mode === 'all_or_nothing' ? judged.find(({ verdict }) => verdict === 'error') : undefined
      const eligible = firstBad ? [] : good
      const zip = input.zipFileId ? await files.read(tx, who, input.zipFileId, 'zip') : undefined
      const pictures = zip && {
        zip,
        keep: files.keep,
        onKept: (count: number, of: number) => progress(total + count, total + of),
      }
      const written =
        eligible.length > 0 ? await kind.write(tx, who, eligible, pictures) : new Map<number, number>()
      const { made, left, numbers = [] } = 'made' in written ? written : { made: written, left: [] }
      const after = judged.map((line) => ({
        ...line,
        problems:
          firstBad && ['new', 'update'].includes(line.verdict) ? heldBy(firstBad.rowNo) : line.problems,
        verdict: made.has(line.rowNo)
          ? ('done' as const)
          : line.verdict === 'skip'
            ? line.verdict
            : ('failed' as const),
        madeId: made.get(line.rowNo) ?? null,
      }))
      await saveVerdicts(tx, who, importId, after)
      const failed = after.filter(({ verdict }) => verdict === 'failed')
      const action = failed.length === 0 ? 'finish' : made.size > 0 ? 'finish_partly' : 'fail'
      await tx
        .updateTable('imports')
        .set({
          status: importStates.actions[action].to,
          ok: made.size,
          failed: failed.length,
          numbers,
          finishedAt: sql<string>`now()`,
        })
        .where('tenantId', '=', who.tenantId)
        .where('id', '=', importId)
        .execute()
      await note(tx, who, input, 'finish', { ok: made.size, failed: failed.length })
      return {
        ok: made.size,
        failed: failed.length,
        form: kind.form,
        left,
        bad: failed.map(({ rowNo, problems }) => ({ rowNo, problems, typed: typedIn(rowNo) })),
      }
    })
    await progress(total, total)
    const message = fill(importText.result, { ok: result.ok, failed: result.failed })
    const { form, bad, left } = result
    if (bad.length === 0) return { message, failures: left }
    return {
      message,
      failures: [
        ...bad.map(({ rowNo, problems, typed }) => ({
          no: String(rowNo),
          reason: sentence(form, problems, typed),
        })),
        ...left,
      ],
      file: {
        name: `${form.kind}-failed.xlsx`,
        mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        bytes: Buffer.from(await templateOf(form, who.language, bad)),
      },
    }
  }

  return { prepare, start, map, mend, run, state, rows, last, template, work }
}

const importOf = (db: Db, who: Who, id: number) =>
  db
    .selectFrom('imports as i')
    .innerJoin('files as f', (on) => on.onRef('f.tenantId', '=', 'i.tenantId').onRef('f.id', '=', 'i.fileId'))
    .leftJoin('tasks as t', (on) => on.onRef('t.tenantId', '=', 'i.tenantId').onRef('t.id', '=', 'i.taskId'))
    .select([
      'i.id',
      'i.importNo',
      'i.kind',
      'i.status',
      'i.heads',
      'i.mapping',
      'i.total',
      'i.ok',
      'i.failed',
    ])
    .select(['i.taskId', 'i.zipFileId', 'i.numbers', 'f.fileName', 'f.sha256', 't.status as taskStatus'])
    .where('i.tenantId', '=', who.tenantId)
    .where('i.createdBy', '=', who.accountId)
    .where('i.id', '=', id)
