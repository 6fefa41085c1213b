import { writeXlsx } from 'hucre/xlsx'
import { sql } from 'kysely'
import type { InputOf } from '../call.ts'
import {
  type CellProblem,
  type Complaint,
  documentOf,
  exampleIn,
  firstOfEach,
  heldBack,
  type ImportForm,
  identitiesOf,
  type importRows,
  importStates,
  importText,
  isExample,
  MOST_ROWS,
  type mapImport,
  mappingAsBefore,
  type mendImportRow,
  type ProblemKind,
  readLine,
  remedyOf,
  runImport,
  type startImport,
  twinProblems,
  type Verdict,
} from '../imports.ts'
import { refuse, refuseAs } from '../refusal.ts'
import { fill, type Language, type Text } from '../text.ts'
import { uploadRules } from '../uploads.ts'
import { holds, type Who } from '../who.ts'
import { type Db, drawNumber, type Tx } from './db.ts'
import type { Files } from './files.ts'
import { readTable } from './sheets.ts'
import { type Outcome, startTask, taskNow, type Work } from './tasks.ts'
import { type Actor, record, tell } from './trail.ts'

/** A good line, and whether it makes something or changes what is there. */
export type GoodLine<V> = { rowNo: number; value: V; verdict: 'new' | 'update' }
export type Judged = { verdict: 'new' | 'update' | 'skip' } | { problems: Complaint[] }

/** What a slice adds to its form: how lines stand to what is in the books, and how they are written. */
export type ImportKind<V> = {
  form: ImportForm<V>
  /** Looks at all lines that read well, in one go. */
  judge: (db: Db, who: Who, lines: { rowNo: number; value: V }[]) => Promise<Map<number, Judged>>
  /** Writes lines in the caller's transaction, their audit rows and events with them. */
  write: (
    tx: Tx,
    who: Who,
    lines: GoodLine<V>[],
    pictures?: Pictures,
  ) => Promise<Map<number, number> | Written>
}

/** The ZIP that came with a sheet, where its pictures are kept, and who hears how many of them are. */
export type Pictures = {
  zip: Buffer
  keep: Files['keep']
  onKept: (count: number, of: number) => Promise<unknown>
}

/** The id that each line was written under, which pictures found no place, and the numbers of the documents made. */
export type Written = {
  made: Map<number, number>
  left: { no: string; reason: Text }[]
  numbers?: string[]
}

// biome-ignore lint/suspicious/noExplicitAny: kinds of any value stand in one table; each kind's own types hold
export type ImportKinds = Readonly<Record<string, ImportKind<any>>>

type May = (form: Pick<ImportForm, 'permission' | 'feature'>, who: Who) => void
type Line = { rowNo: number; cells: string[]; formulas: number[] }
/** A problem as it was written down; before it had a kind, it had none. */
type Kept = Omit<CellProblem, 'kind'> & Partial<Pick<CellProblem, 'kind'>>

/** The calls around an import. `may` asks whether somebody could do by hand what the sheet does for them. */
export function importsOf(kinds: ImportKinds, files: Files, may: May) {
  const kindFor = (name: string, who: Who) => {
    // A name such as `constructor` is in every object and yet no kind.
    const known = Object.hasOwn(kinds, name) ? kinds[name] : undefined
    const kind = known ?? refuseAs({ kind: 'not_found' }, importText.noSuchKind)
    may(kind.form, who)
    return kind
  }

  /** The sheet of an import: one that was sent before, or what somebody had on their clipboard, which is kept as well. */
  async function sheetFor(tx: Tx, who: Who, { fileId, pasted = '' }: InputOf<typeof startImport>) {
    if (fileId !== undefined)
      return { fileId, ...(await readTable(await files.read(tx, who, fileId, 'sheet'))) }
    const bytes = Buffer.from(pasted)
    const table = await readTable(bytes, 'pasted')
    const name = `${importText.pasted[who.language]}.tsv`
    const kept = await files.keep(tx, who, {
      name,
      mime: 'text/tab-separated-values',
      purpose: 'sheet',
      bytes,
    })
    return { fileId: kept, ...table }
  }

  async function start(tx: Tx, who: Who, input: InputOf<typeof startImport>) {
    const { kind, zipFileId } = input
    const { form } = kindFor(kind, who)
    if (zipFileId) await files.read(tx, who, zipFileId, 'zip')
    const { fileId, heads, rows } = await sheetFor(tx, who, input)
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
    await record(tx, who, [
      { action: 'upload', type: 'import', id, no: importNo, after: { rows: rows.length } },
    ])
    await tell(tx, who, [{ kind: 'import.uploaded', type: 'import', id }])
    return { id }
  }

  /** Checks every line before any is written: its cells, its twins in the sheet, and what the books say. */
  async function checkAll(tx: Tx, who: Who, id: number) {
    const asked = await lock(tx, who, id)
    if (asked.status !== 'checking' && !importStates.allows(asked.status, 'check'))
      refuseAs({ kind: 'moved_on' }, importText.movedOn)
    const kind = kindFor(asked.kind, who)
    const lines = await linesOf(tx, who, id)
    const found = await judgeSheet(tx, who, kind, asked.mapping, lines)
    await saveVerdicts(tx, who, id, found)
    await tx
      .updateTable('imports')
      .set({ status: importStates.actions.check.to })
      .where('tenantId', '=', who.tenantId)
      .where('id', '=', id)
      .execute()
  }

  async function map(tx: Tx, who: Who, { id, mapping }: InputOf<typeof mapImport>) {
    const asked = await lock(tx, who, id)
    const { form } = kindFor(asked.kind, who)
    const known = Object.fromEntries(
      Object.entries(mapping).filter(
        ([key, place]) => form.columns.some((column) => column.key === key) && place < asked.heads.length,
      ),
    )
    await tx
      .updateTable('imports')
      .set({ mapping: JSON.stringify(known) })
      .where('tenantId', '=', who.tenantId)
      .where('id', '=', id)
      .execute()
    await checkAll(tx, who, id)
    await note(tx, who, asked, 'edit', { mapping: known })
    return {}
  }

  async function mend(tx: Tx, who: Who, { id, rowNo, column, text }: InputOf<typeof mendImportRow>) {
    const asked = await lock(tx, who, id)
    // A name such as `constructor` is in every object and yet no column.
    const place = Object.hasOwn(asked.mapping, column) ? asked.mapping[column] : undefined
    if (place === undefined) refuseAs({ kind: 'not_found' }, importText.notFound)
    await sql`
      update import_rows set cells = (
        select jsonb_agg(case when i = ${place}::int then to_jsonb(${text}::text) else coalesce(cells->i, '""'::jsonb) end order by i)
        from generate_series(0, greatest(jsonb_array_length(cells) - 1, ${place}::int)) i), formulas = array_remove(formulas, ${place}::int)
      where tenant_id = ${who.tenantId} and import_id = ${id} and row_no = ${rowNo}`.execute(tx)
    await checkAll(tx, who, id)
    await note(tx, who, asked, 'edit', { rowNo, [column]: text })
    return {}
  }

  async function run(tx: Tx, who: Who, { id, mode: wanted }: InputOf<typeof runImport>) {
    await checkAll(tx, who, id)
    const asked = await lock(tx, who, id)
    const mode = kindFor(asked.kind, who).form.isWhole ? 'all_or_nothing' : wanted
    const { counts } = await countsOf(tx, who, id)
    const good = (counts.new ?? 0) + (counts.update ?? 0)
    if (good === 0) refuse(importText.noneGood)
    await passTwins(tx, who, asked)
    if (mode === 'all_or_nothing' && counts.error) refuse(importText.someBad, { count: counts.error })
    const taskId = await startTask(
      tx,
      who,
      { ...runImport, permission: kindFor(asked.kind, who).form.permission },
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
    await note(tx, who, asked, 'start', { mode })
    return { taskId }
  }

  async function state(db: Db, who: Who, { id }: { id: number }) {
    const { sha256, zipFileId: _, taskStatus, taskId, ...asked } = await owned(db, who, id)
    const [counts, task, twin] = await Promise.all([
      countsOf(db, who, id),
      taskId === null ? null : taskNow(db, who, files, taskId),
      ofSameFile(db, who, { ...asked, sha256 })
        .where('i.id', '<', id)
        .where('i.status', 'in', ['running', 'done', 'partial'])
        .executeTakeFirst(),
    ])
    return { ...asked, ...counts, task, sameFile: twin ?? null, isCancelled: taskStatus === 'cancelled' }
  }

  async function owned(db: Db, who: Who, id: number) {
    const found = await importOf(db, who, id).executeTakeFirst()
    if (!found) return refuseAs({ kind: 'not_found' }, importText.notFound)
    kindFor(found.kind, who)
    return { ...found, heads: found.heads as string[], mapping: found.mapping as Record<string, number> }
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
    let found = db.selectFrom('importRows').where('tenantId', '=', who.tenantId).where('importId', '=', id)
    if (verdict === 'warning') found = found.where(isWarned)
    else if (verdict) found = found.where('verdict', '=', verdict)
    if (kind)
      found = found.where(
        sql<boolean>`exists (select 1 from jsonb_array_elements(problems) p where coalesce(p->>'kind', 'form') = ${kind})`,
      )
    const [list, count] = await Promise.all([
      found
        .select(['rowNo', 'cells', 'verdict', 'problems', 'sameAsRow'])
        .orderBy('rowNo')
        .limit(size)
        .offset((page - 1) * size)
        .execute(),
      found.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
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
    // Two lists, so that busy colleagues do not push out what somebody has still to finish.
    const [own, theirs] = await Promise.all([
      latest.where('i.createdBy', '=', who.accountId).execute(),
      latest
        .where('i.createdBy', '!=', who.accountId)
        .where('i.status', 'in', ['done', 'partial', 'failed'])
        .execute(),
    ])
    const imports = [...own, ...theirs].sort((a, b) => b.id - a.id)
    const { sheet, zip } = uploadRules
    return { limits: { rows: MOST_ROWS, sheet: sheet.most, zip: zip.most }, imports }
  }

  const template = async (_: Db, who: Who, { kind }: { kind: string }) => {
    const sheet = await templateOf(kindFor(kind, who).form, who.language)
    return { fileName: `${kind}.xlsx`, base64: Buffer.from(sheet).toString('base64') }
  }

  /**
   * Writes the good lines; the bad ones come back as the same template with what was wrong and what to do.
   *
   * The lines are written as one set, which is in or not; the pictures are what takes time, and are told one by one.
   */
  async function work({ input, read, write, progress }: Work<never>): Promise<Outcome> {
    const { importId, mode, who } = input as { importId: number; mode: string; who: Who }
    const { total } = await read((db) => owned(db, who, importId))
    if ((await progress(0, total)).isCancelAsked) {
      const isBack = await write((tx) => takeBack(tx, who, { importId }))
      // Who had written it all and died before saying so has not been cancelled.
      if (isBack) return { end: 'cancel' }
    }
    const result = await write(async (tx) => {
      const asked = await lock(tx, who, importId)
      const kind = kindFor(asked.kind, who)
      const lines = await linesOf(tx, who, importId)
      const cellsOf = new Map(lines.map(({ rowNo, cells }) => [rowNo, cells]))
      const typedIn = (rowNo: number) =>
        Object.fromEntries(
          Object.entries(asked.mapping).map(([key, place]) => [key, cellsOf.get(rowNo)?.[place] ?? '']),
        )
      // It was written and the word of it got lost; what it left out is in its rows.
      if (asked.status !== 'running') {
        const failed = await failedOf(tx, who, importId)
        const bad = failed.map((line) => ({ ...line, typed: typedIn(line.rowNo) }))
        return { ok: asked.ok, failed: asked.failed, form: kind.form, bad, left: [] }
      }
      const judged = await judgeSheet(tx, who, kind, asked.mapping, lines)
      const good = judged.flatMap((line) =>
        line.verdict === 'new' || line.verdict === 'update'
          ? [{ rowNo: line.rowNo, value: line.value, verdict: line.verdict }]
          : [],
      )
      // Somebody was faster since the check: what had to come in whole does not come in at all.
      const firstBad =
        mode === 'all_or_nothing' ? judged.find(({ verdict }) => verdict === 'error') : undefined
      const going = firstBad ? [] : good
      const zip = asked.zipFileId ? await files.read(tx, who, asked.zipFileId, 'zip') : undefined
      const pictures = zip && {
        zip,
        keep: files.keep,
        onKept: (count: number, of: number) => progress(total + count, total + of),
      }
      const written =
        going.length > 0 ? await kind.write(tx, who, going, pictures) : new Map<number, number>()
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
      await note(tx, who, asked, 'finish', { ok: made.size, failed: failed.length })
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

  return { start, map, mend, run, state, rows, last, template, work }
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

/** Imports of the very same file, the newest first. */
const ofSameFile = (db: Db, who: Who, { kind, sha256 }: { kind: string; sha256: Buffer }) =>
  db
    .selectFrom('imports as i')
    .innerJoin('files as f', (on) => on.onRef('f.tenantId', '=', 'i.tenantId').onRef('f.id', '=', 'i.fileId'))
    .select(['i.id', 'i.importNo', 'i.createdAt'])
    .where('i.tenantId', '=', who.tenantId)
    .where('i.kind', '=', kind)
    .where('f.sha256', '=', sha256)
    .orderBy('i.id', 'desc')

/**
 * Refuses a file that is just being imported. One whose task was given up keeps nobody waiting, and is over from here on:
 * tried again later it would book the same goods twice.
 */
async function passTwins(tx: Tx, who: Who, asked: { id: number; kind: string; sha256: Buffer }) {
  const twins = await ofSameFile(tx, who, asked)
    .innerJoin('tasks as t', (on) => on.onRef('t.tenantId', '=', 'i.tenantId').onRef('t.id', '=', 'i.taskId'))
    .select(sql<boolean>`t.status in ('waiting', 'running')`.as('isUnderWay'))
    .where('i.id', '!=', asked.id)
    .where('i.status', '=', 'running')
    .forUpdate(['i', 't'])
    .execute()
  const busy = twins.find(({ isUnderWay }) => isUnderWay)
  if (busy) refuseAs({ kind: 'busy' }, importText.sameRunning, { no: busy.importNo })
  for (const { id, importNo } of twins) {
    await tx
      .updateTable('imports')
      .set({ status: importStates.actions.fail.to, finishedAt: sql<string>`now()` })
      .where('tenantId', '=', who.tenantId)
      .where('id', '=', id)
      .execute()
    await note(tx, who, { id, importNo }, 'finish', { ok: 0, failed: 0 })
  }
}

/** Brings an import whose task was cancelled, and has written nothing, back to where it can be run again; says whether it did. */
export async function takeBack(tx: Tx, who: Actor, { importId }: { importId: number }) {
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

async function linesOf(db: Db, who: Who, id: number): Promise<Line[]> {
  const lines = await db
    .selectFrom('importRows')
    .select(['rowNo', 'cells', 'formulas'])
    .where('tenantId', '=', who.tenantId)
    .where('importId', '=', id)
    .orderBy('rowNo')
    .execute()
  return lines.map(({ rowNo, cells, formulas }) => ({ rowNo, cells: cells as string[], formulas }))
}

/** The lines that stayed out, with what is wrong with them. */
async function failedOf(db: Db, who: Who, id: number) {
  const rows = await db
    .selectFrom('importRows')
    .select(['rowNo', 'problems'])
    .where('tenantId', '=', who.tenantId)
    .where('importId', '=', id)
    .where('verdict', '=', 'failed')
    .orderBy('rowNo')
    .execute()
  return rows.map(({ rowNo, problems }) => ({ rowNo, problems: problems as CellProblem[] }))
}

type Found = {
  rowNo: number
  value: unknown
  verdict: Verdict
  problems: CellProblem[]
  sameAsRow: number | null
  madeId?: number | null
}

/** Judges every line but the template's own, which somebody has only forgotten to take out. */
async function judgeSheet<V>(
  db: Db,
  who: Who,
  kind: ImportKind<V>,
  mapping: Record<string, number>,
  lines: Line[],
): Promise<Found[]> {
  const examples = lines.filter(({ cells }) => isExample(kind.form.columns, mapping, cells))
  const others = lines.filter((line) => !examples.includes(line))
  return [
    ...examples.map(({ rowNo }): Found => {
      const problem = { column: null, kind: 'example' as const, message: importText.example }
      return { rowNo, value: undefined, verdict: 'skip', problems: [problem], sameAsRow: null }
    }),
    ...(await judgeLines(db, who, kind, mapping, others)),
  ]
}

async function judgeLines<V>(
  db: Db,
  who: Who,
  { form, judge }: ImportKind<V>,
  mapping: Record<string, number>,
  lines: Line[],
): Promise<Found[]> {
  const read = lines.map(({ rowNo, cells, formulas }) => ({
    rowNo,
    cells,
    reckoned: reckonedIn(mapping, formulas),
    ...readLine(form, mapping, cells),
  }))
  const good = read.flatMap((line) => ('value' in line ? [{ rowNo: line.rowNo, value: line.value }] : []))
  const twins = firstOfEach(identitiesOf(form, mapping, read))
  const single = good.filter(({ rowNo }) => !twins.has(rowNo))
  const judged = single.length > 0 ? await judge(db, who, single) : new Map<number, Judged>()
  const mayEdit = !form.editPermission || holds(who.permissions, form.editPermission)
  const found = read.map((line): Found => {
    const { rowNo } = line
    const bad = (problems: CellProblem[]) => ({
      rowNo,
      value: undefined,
      verdict: 'error' as const,
      problems,
      sameAsRow: twins.get(rowNo) ?? null,
    })
    const twin = twins.get(rowNo)
    const same = twin === undefined ? [] : twinProblems(form, mapping, twin)
    if ('problems' in line) return bad([...line.problems, ...same])
    if (twin !== undefined) return bad(same)
    const verdict = judged.get(rowNo) ?? { verdict: 'new' as const }
    if ('problems' in verdict)
      return bad(verdict.problems.map((problem) => ({ ...problem, kind: 'books' as const })))
    if (verdict.verdict === 'update' && !mayEdit)
      return bad([{ column: null, kind: 'books', message: importText.mayNotEdit }])
    return { rowNo, value: line.value, verdict: verdict.verdict, problems: line.reckoned, sameAsRow: null }
  })
  return form.documentBy ? holdBack(found, form.documentBy, mapping, lines) : found
}

/** Of a document with a bad line no line comes in, and each says which line is to be mended. */
function holdBack(
  found: Found[],
  documentBy: readonly string[],
  mapping: Record<string, number>,
  lines: Line[],
): Found[] {
  const cellsOf = new Map(lines.map(({ rowNo, cells }) => [rowNo, cells]))
  const held = heldBack(
    found.map(({ rowNo, verdict }) => ({
      rowNo,
      document: documentOf(documentBy, mapping, cellsOf.get(rowNo) ?? []),
      isBad: verdict === 'error',
    })),
  )
  return found.map((line) => {
    const row = held.get(line.rowNo)
    if (row === undefined) return line
    return {
      ...line,
      verdict: 'error',
      problems: [{ column: null, kind: 'held', message: fill(importText.heldBack, { row }), row }],
    }
  })
}

/** Why a line of a sheet that comes in whole or not at all stays out although nothing is wrong with it. */
const heldBy = (row: number): CellProblem[] => [
  { column: null, kind: 'held', message: fill(importText.heldBackAll, { row }), row },
]

/** A value that a formula made is taken, and said to be one: nobody typed it. */
const reckonedIn = (mapping: Record<string, number>, formulas: number[]): CellProblem[] =>
  Object.entries(mapping)
    .filter(([, place]) => formulas.includes(place))
    .map(([column]) => ({ column, kind: 'formula', message: importText.formula }))

async function saveVerdicts(tx: Tx, who: Who, id: number, found: Found[]) {
  const rows = found.map(({ rowNo, verdict, problems, sameAsRow, madeId }) => ({
    rowNo,
    verdict,
    problems,
    sameAsRow,
    madeId: madeId ?? null,
  }))
  await sql`
    update import_rows i set verdict = (r->>'verdict')::import_verdict, problems = r->'problems',
      same_as_row = (r->>'sameAsRow')::int, made_id = (r->>'madeId')::bigint
    from jsonb_array_elements(${JSON.stringify(rows)}::jsonb) r
    where i.tenant_id = ${who.tenantId} and i.import_id = ${id} and i.row_no = (r->>'rowNo')::int`.execute(tx)
}

/** What comes in although something about it wants a look. */
const isWarned = sql<boolean>`verdict in ('new', 'update') and problems <> '[]'`

async function countsOf(db: Db, who: Who, id: number) {
  const of = db.selectFrom('importRows').where('tenantId', '=', who.tenantId).where('importId', '=', id)
  const [verdicts, kinds] = await Promise.all([
    of
      .select(['verdict', sql<number>`count(*)::int`.as('count')])
      .select(sql<number>`(count(*) filter (where ${isWarned}))::int`.as('warned'))
      .groupBy('verdict')
      .execute(),
    of
      .innerJoinLateral(
        sql<{
          kind: ProblemKind
        }>`(select distinct coalesce(p->>'kind', 'form') as kind from jsonb_array_elements(problems) p)`.as(
          'found',
        ),
        (on) => on.onTrue(),
      )
      .select(['found.kind', sql<number>`count(*)::int`.as('count')])
      .where('verdict', '=', 'error')
      .groupBy('found.kind')
      .execute(),
  ])
  return {
    counts: Object.fromEntries(verdicts.map(({ verdict, count }) => [verdict, count])) as Record<
      string,
      number
    >,
    kinds: Object.fromEntries(kinds.map(({ kind, count }) => [kind, count])),
    warnings: verdicts.reduce((sum, { warned }) => sum + warned, 0),
  }
}

/** The heads and columns of the last sheet of this kind that somebody read in. */
async function lastMapping(db: Db, who: Who, kind: string) {
  const last = await db
    .selectFrom('imports')
    .select(['heads', 'mapping'])
    .where('tenantId', '=', who.tenantId)
    .where('kind', '=', kind)
    .where('createdBy', '=', who.accountId)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return last && { heads: last.heads as string[], mapping: last.mapping as Record<string, number> }
}

async function note(tx: Tx, who: Actor, of: { id: number; importNo: string }, action: string, after: object) {
  await record(tx, who, [{ action, type: 'import', id: of.id, no: of.importNo, after }])
  await tell(tx, who, [{ kind: `import.${action}`, type: 'import', id: of.id }])
}

type BadLine = { typed: Record<string, string>; problems: CellProblem[] }

/** All that is wrong with a line: which column, what was found in it and what was expected. */
function sentence(form: ImportForm, problems: CellProblem[], typed: BadLine['typed']): Text {
  const inWords = (language: Language) =>
    problems
      .map(({ column, kind, message }) => {
        const about = form.columns.find(({ key }) => key === column)
        if (!about || kind === 'twin') return message[language]
        return fill(importText.foundInCell, {
          column: about.title[language],
          message: message[language],
          found: typed[about.key] ?? '',
          note: about.note[language],
        })[language]
      })
      .filter((words, place, all) => all.indexOf(words) === place)
      .join('; ')
  return { zh_CN: inWords('zh_CN'), en_US: inWords('en_US') }
}

const remedies = (form: ImportForm, problems: CellProblem[], language: Language) =>
  [
    ...new Set(problems.map((problem) => remedyOf(form, problem)[language])),
    importText.importAgain[language],
  ].join('; ')

/** Excel has no room for more, and none for these signs. */
const sheetName = (title: string) => title.replace(/[[\]:*?/\\]/g, ' ').slice(0, 31)

/** The sheet to fill in: heads in the reader's language, drop-downs, an example, and a page of notes in both. */
export async function templateOf(form: ImportForm, language: Language, bad?: BadLine[]): Promise<Uint8Array> {
  const { columns } = form
  const heads = columns.map(({ title, isRequired }) => `${title[language]}${isRequired ? ' *' : ''}`)
  const extra = bad ? [importText.reason[language], importText.remedy[language]] : []
  const lines = bad
    ? bad.map(({ typed, problems }) => [
        ...columns.map(({ key }) => typed[key] ?? ''),
        sentence(form, problems, typed)[language],
        remedies(form, problems, language),
      ])
    : [columns.map((column) => exampleIn(column, language))]
  // A drop-down points at its words among the notes: written into the drop-down itself, a comma would part them.
  const choices = columns.flatMap(({ choices }, place) =>
    choices
      ? [
          {
            type: 'list' as const,
            formula1: `'${importText.notes[language]}'!$${letter(NOTES)}$${place + 1}:$${letter(NOTES + choices.length - 1)}$${place + 1}`,
            range: `${letter(place)}2:${letter(place)}${MOST_ROWS + 1}`,
          },
        ]
      : [],
  )
  return writeXlsx({
    sheets: [
      {
        name: sheetName(form.title[language]),
        rows: [[...heads, ...extra], ...lines],
        columns: [...columns, ...extra].map(() => ({ width: 20 })),
        freezePane: { rows: 1 },
        dataValidations: choices,
      },
      {
        name: importText.notes[language],
        rows: [
          ...columns.map(({ title, note, isRequired, choices = [] }) => [
            title.zh_CN,
            title.en_US,
            isRequired ? `${importText.needed.zh_CN} / ${importText.needed.en_US}` : '',
            note.zh_CN,
            note.en_US,
            ...choices.map(({ text }) => text[language]),
          ]),
          // After the columns: a drop-down finds its words by the place of its column.
          ...(bad ? [] : [exampleNotes]),
        ],
        columns: [24, 24, 14, 60, 60].map((width) => ({ width })),
      },
    ],
  })
}

const exampleNotes = [
  importText.exampleRow.zh_CN,
  importText.exampleRow.en_US,
  '',
  importText.exampleNote.zh_CN,
  importText.exampleNote.en_US,
]

/** So many columns of notes stand before the words of a drop-down. */
const NOTES = 5

const letter = (place: number): string =>
  place < 26 ? String.fromCharCode(65 + place) : letter(Math.floor(place / 26) - 1) + letter(place % 26)
