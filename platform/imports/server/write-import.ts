import { sql } from 'kysely'
import type { Who } from '../../calls/who.ts'
import type { Tx } from '../../database/server/db.ts'
import type { Outcome, Work } from '../../tasks/server/tasks.ts'
import { fill, inBoth } from '../../text/text.ts'
import { importStates } from '../imports.ts'
import { importText } from '../text.ts'
import { type CheckedLine, heldBy, judgeSheet, type Line } from './check-spreadsheet.ts'
import { type Imports, kindFor, lockImport, ownImport } from './find-import.ts'
import { note, revertCancelled } from './import-lifecycle.ts'
import { failedOf, linesOf, saveVerdicts } from './import-rows.ts'
import { sentence, templateOf } from './import-template.ts'

type Run = { importId: number; mode: string; who: Who }
type OnKept = (count: number, of: number) => Promise<unknown>
type Result = Awaited<ReturnType<typeof writeRows>>

/**
 * Writes the good rows; the bad ones come back in the same template with their problems and what to do.
 *
 * The rows are written all at once; pictures take longer and report progress one by one.
 */
export const importTask =
  (imports: Imports) =>
  async ({ input, read, write, progress }: Work<never>): Promise<Outcome> => {
    const run = input as Run
    const { who, importId } = run
    const { total } = await read((db) => ownImport(imports, db, who, importId))
    if ((await progress(0, total)).isCancelAsked) {
      const isBack = await write((tx) => revertCancelled(tx, who, { importId }))
      // A run that wrote everything and died before reporting it was not cancelled.
      if (isBack) return { end: 'cancel' }
    }
    const onKept: OnKept = (count, of) => progress(total + count, total + of)
    const result = await write((tx) => writeRows(imports, tx, run, onKept))
    await progress(total, total)
    return outcomeOf(who, result)
  }

async function writeRows(imports: Imports, tx: Tx, { importId, mode, who }: Run, onKept: OnKept) {
  const item = await lockImport(imports, tx, who, importId)
  const kind = kindFor(imports, item.kind, who)
  const lines = await linesOf(tx, who, importId)
  const typedIn = typedBy(item.mapping, lines)
  // It was written and only the report was lost; what it left out is in its rows.
  if (item.status !== 'running') {
    const failed = await failedOf(tx, who, importId)
    const bad = failed.map((line) => ({ ...line, typed: typedIn(line.rowNo) }))
    return { ok: item.ok, failed: item.failed, form: kind.form, bad, left: [], notes: [] }
  }
  const judged = await judgeSheet(tx, who, kind, item.mapping, lines)
  // The data changed since the check: an all-or-nothing import now writes nothing.
  const firstBad = mode === 'all_or_nothing' ? judged.find(({ verdict }) => verdict === 'error') : undefined
  const eligible = judged.flatMap(({ rowNo, value, verdict }) =>
    !firstBad && (verdict === 'new' || verdict === 'update') ? [{ rowNo, value, verdict }] : [],
  )
  const zip = item.zipFileId ? await imports.files.read(tx, who, item.zipFileId, 'zip') : undefined
  const pictures = zip && { zip, keep: imports.files.keep, onKept }
  const written = eligible.length > 0 ? await kind.write(tx, who, eligible, pictures) : new Map()
  const { made, left, numbers = [], notes = [] } = 'made' in written ? written : { made: written, left: [] }
  const rows = judged.map((line) => afterWriting(line, made, firstBad))
  await saveVerdicts(tx, who, importId, rows)
  const failed = rows.filter(({ verdict }) => verdict === 'failed')
  const action = failed.length === 0 ? 'finish' : made.size > 0 ? 'finish_partly' : 'fail'
  const figures = { ok: made.size, failed: failed.length }
  await tx
    .updateTable('imports')
    .set({ status: importStates.actions[action].to, ...figures, numbers, finishedAt: sql<string>`now()` })
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', importId)
    .execute()
  await note(tx, who, item, 'finish', figures)
  const bad = failed.map(({ rowNo, problems }) => ({ rowNo, problems, typed: typedIn(rowNo) }))
  return { ...figures, form: kind.form, left, bad, notes }
}

/** What was typed into a row, by column. */
function typedBy(mapping: Record<string, number>, lines: Line[]) {
  const cellsOf = new Map(lines.map(({ rowNo, cells }) => [rowNo, cells]))
  return (rowNo: number) =>
    Object.fromEntries(
      Object.entries(mapping).map(([key, place]) => [key, cellsOf.get(rowNo)?.[place] ?? '']),
    )
}

function afterWriting(
  line: CheckedLine,
  made: ReadonlyMap<number, number>,
  firstBad: CheckedLine | undefined,
): CheckedLine {
  const isHeld = firstBad && ['new', 'update'].includes(line.verdict)
  const unmade = line.verdict === 'skip' ? 'skip' : 'failed'
  return {
    ...line,
    problems: isHeld ? heldBy(firstBad.rowNo) : line.problems,
    verdict: made.has(line.rowNo) ? 'done' : unmade,
    madeId: made.get(line.rowNo) ?? null,
  }
}

async function outcomeOf(who: Who, { ok, failed, form, bad, left, notes }: Result): Promise<Outcome> {
  const sentences = [fill(importText.result, { ok, failed }), ...notes]
  const message = inBoth((language) =>
    sentences.map((text) => text[language]).join(language === 'zh_CN' ? '；' : '; '),
  )
  if (bad.length === 0) return { message, failures: left }
  const reasons = bad.map(({ rowNo, problems, typed }) => ({
    no: String(rowNo),
    reason: sentence(form, problems, typed),
  }))
  return {
    message,
    failures: [...reasons, ...left],
    file: {
      name: `${form.kind}-failed.xlsx`,
      mime: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      bytes: Buffer.from(await templateOf(form, who.language, bad)),
    },
  }
}
