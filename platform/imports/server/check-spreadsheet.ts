import { hasPermission, type Who } from '../../calls/who.ts'
import type { Db, Tx } from '../../database/server/db.ts'
import type { Files } from '../../files/server/files.ts'
import { fill, type Text } from '../../text/text.ts'
import {
  type CellProblem,
  type Complaint,
  documentOf,
  firstOfEach,
  heldBack,
  type ImportForm,
  identitiesOf,
  isExample,
  readLine,
  twinProblems,
  type Verdict,
} from '../imports.ts'
import { importText } from '../text.ts'

/** A good row, and whether it creates or updates. */
export type GoodLine<V> = { rowNo: number; value: V; verdict: 'new' | 'update' }
export type Judged = { verdict: 'new' | 'update' | 'skip' } | { problems: Complaint[] }

/** What a slice adds to its form: how rows are checked against the database, and how they are written. */
export type ImportKind<V> = {
  form: ImportForm<V>
  /** Checks all valid rows at once. `partial` are the rows whose document also has rows that are not valid. */
  judge: (
    db: Db,
    who: Who,
    lines: { rowNo: number; value: V }[],
    partial?: ReadonlySet<number>,
  ) => Promise<Map<number, Judged>>
  /** What the user should know about good rows before they are written; it does not keep them from being imported. */
  warn?: (db: Db, who: Who, lines: { rowNo: number; value: V }[]) => Promise<Map<number, Complaint>>
  /** Writes rows in the caller's transaction, with their audit rows and events. */
  write: (
    tx: Tx,
    who: Who,
    lines: GoodLine<V>[],
    pictures?: Pictures,
  ) => Promise<Map<number, number> | Written>
}

/** The ZIP that came with a spreadsheet, where its pictures are stored, and the progress callback. */
export type Pictures = {
  zip: Buffer
  keep: Files['keep']
  onKept: (count: number, of: number) => Promise<unknown>
}

/** The id of each written row, the pictures that matched nothing, and the numbers of the created documents. */
export type Written = {
  made: Map<number, number>
  left: { no: string; reason: Text }[]
  numbers?: string[]
  /** What else the result says of the written rows. */
  notes?: Text[]
}

// biome-ignore lint/suspicious/noExplicitAny: kinds of any value stand in one table; each kind's own types hold
export type ImportKinds = Readonly<Record<string, ImportKind<any>>>

export type Line = { rowNo: number; cells: string[]; formulas: number[] }

export type CheckedLine = {
  rowNo: number
  value: unknown
  verdict: Verdict
  problems: CellProblem[]
  sameAsRow: number | null
  madeId?: number | null
}

/** Checks every row, and warns of good ones. */
export async function reviewSheet<V>(
  db: Db,
  who: Who,
  kind: ImportKind<V>,
  mapping: Record<string, number>,
  lines: Line[],
): Promise<CheckedLine[]> {
  const results = await judgeSheet(db, who, kind, mapping, lines)
  const good = results.flatMap(({ rowNo, value, verdict }) =>
    verdict === 'new' || verdict === 'update' ? [{ rowNo, value: value as V }] : [],
  )
  const warnings = good.length > 0 ? await kind.warn?.(db, who, good) : undefined
  return results.map((line) => {
    const warning = warnings?.get(line.rowNo)
    return warning ? { ...line, problems: [...line.problems, { kind: 'books', ...warning }] } : line
  })
}

/** Checks every row except the template's example, which the user merely forgot to delete. */
export async function judgeSheet<V>(
  db: Db,
  who: Who,
  kind: ImportKind<V>,
  mapping: Record<string, number>,
  lines: Line[],
): Promise<CheckedLine[]> {
  const examples = lines.filter(({ cells }) => isExample(kind.form.columns, mapping, cells))
  const others = lines.filter((line) => !examples.includes(line))
  return [
    ...examples.map(({ rowNo }): CheckedLine => {
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
): Promise<CheckedLine[]> {
  const read = lines.map(({ rowNo, cells, formulas }) => ({
    rowNo,
    cells,
    reckoned: reckonedIn(mapping, formulas),
    ...readLine(form, mapping, cells),
  }))
  const good = read.flatMap((line) => ('value' in line ? [{ rowNo: line.rowNo, value: line.value }] : []))
  const duplicates = firstOfEach(identitiesOf(form, mapping, read))
  const single = good.filter(({ rowNo }) => !duplicates.has(rowNo))
  const unread = new Set(read.flatMap((line) => ('problems' in line ? [line.rowNo] : [])))
  const partial = heldIn(form, mapping, lines, (rowNo) => unread.has(rowNo) || duplicates.has(rowNo))
  const judged =
    single.length > 0 ? await judge(db, who, single, new Set(partial.keys())) : new Map<number, Judged>()
  const mayEdit = !form.editPermission || hasPermission(who.permissions, form.editPermission)
  const results = read.map((line): CheckedLine => {
    const { rowNo } = line
    const bad = (problems: CellProblem[]) => ({
      rowNo,
      value: undefined,
      verdict: 'error' as const,
      problems,
      sameAsRow: duplicates.get(rowNo) ?? null,
    })
    const duplicate = duplicates.get(rowNo)
    const same = duplicate === undefined ? [] : twinProblems(form, mapping, duplicate)
    if ('problems' in line) return bad([...line.problems, ...same])
    if (duplicate !== undefined) return bad(same)
    const verdict = judged.get(rowNo) ?? { verdict: 'new' as const }
    if ('problems' in verdict)
      return bad(verdict.problems.map((problem) => ({ kind: 'books' as const, ...problem })))
    if (verdict.verdict === 'update' && !mayEdit)
      return bad([{ column: null, kind: 'books', message: importText.mayNotEdit }])
    return {
      rowNo,
      value: line.value,
      verdict: verdict.verdict,
      problems: line.reckoned,
      sameAsRow: null,
    }
  })
  const wrong = new Set(results.flatMap(({ rowNo, verdict }) => (verdict === 'error' ? [rowNo] : [])))
  return holdBack(
    results,
    heldIn(form, mapping, lines, (rowNo) => wrong.has(rowNo)),
  )
}

/** A document with a bad row is left out whole, and each of its rows names the one to correct. */
const holdBack = (results: CheckedLine[], held: ReadonlyMap<number, number>): CheckedLine[] =>
  results.map((line) => {
    const row = held.get(line.rowNo)
    if (row === undefined) return line
    return {
      ...line,
      verdict: 'error',
      problems: [{ column: null, kind: 'held', message: fill(importText.heldBack, { row }), row }],
    }
  })

/** Other rows of documents that have a bad row, with the number of the first bad one. */
const heldIn = (
  { documentBy }: Pick<ImportForm, 'documentBy'>,
  mapping: Record<string, number>,
  lines: readonly Line[],
  isBad: (rowNo: number) => boolean,
): Map<number, number> =>
  documentBy
    ? heldBack(
        lines.map(({ rowNo, cells }) => ({
          rowNo,
          document: documentOf(documentBy, mapping, cells),
          isBad: isBad(rowNo),
        })),
      )
    : new Map()

/** Why a valid row of an all-or-nothing import is left out. */
export const heldBy = (row: number): CellProblem[] => [
  { column: null, kind: 'held', message: fill(importText.heldBackAll, { row }), row },
]

/** A formula's value is accepted but reported, because no one typed it. */
const reckonedIn = (mapping: Record<string, number>, formulas: number[]): CellProblem[] =>
  Object.entries(mapping)
    .filter(([, place]) => formulas.includes(place))
    .map(([column]) => ({ column, kind: 'formula', message: importText.formula }))
