import type { z } from 'zod'
import type { Permission } from '../calls/call.ts'
import type { Feature } from '../calls/features.ts'
import { problemsIn } from '../calls/problems.ts'
import { machine } from '../text/state-machine.ts'
import { fill, type Text } from '../text/text.ts'
import { importText } from './text.ts'

/** The life cycle of an import. Checking does not change its status; running does. */
export const importStates = machine({
  name: 'import',
  first: 'uploaded',
  states: ['uploaded', 'checking', 'running', 'done', 'partial', 'failed'],
  actions: {
    check: { from: ['uploaded', 'failed'], to: 'checking' },
    run: { from: ['checking'], to: 'running' },
    finish: { from: ['running'], to: 'done' },
    finish_partly: { from: ['running'], to: 'partial' },
    fail: { from: ['running'], to: 'failed' },
  },
})

export const MAX_ROWS = 500

/** A column of a template: its title in both languages, what it may hold, and an example. */
export type ImportColumn = {
  key: string
  title: Text
  note: Text
  example: string
  isRequired?: boolean
  /** The options of a drop-down; labels of either language are accepted. */
  choices?: readonly { value: string; text: Text }[]
}

/** What can be imported: its columns, and the rule for one row of text cells. */
export type ImportForm<V = unknown> = {
  kind: string
  title: Text
  permission: Permission
  /** The permission to change existing objects, where creating them needs another one. */
  editPermission?: Permission
  feature: Feature
  columns: readonly ImportColumn[]
  line: z.ZodType<V>
  /** What makes two rows duplicates, and the columns it consists of. */
  identity: (value: V) => string
  keys: readonly string[]
  /** Pictures may come in a ZIP, matched by file name; this describes the naming. */
  takesZip?: Text
  /** Stock and money are imported completely or not at all, whatever the user chose. */
  isWhole?: boolean
  /**
   * Rows with equal values in these columns form one document, which is imported completely or not at all.
   */
  documentBy?: readonly string[]
  /** The list that shows the numbers of such documents. */
  foundAt?: string
}

/** A drop-down for yes or no. */
export const yesOrNo = [
  { value: '1', text: { zh_CN: '是', en_US: 'Yes' } },
  { value: '0', text: { zh_CN: '否', en_US: 'No' } },
] as const

/** The note of a whole-number column: its range and its purpose. */
export const wholeNote = (min: number, max: number, about: Text): Text => ({
  zh_CN: `${min} 至 ${max} 的整数；${about.zh_CN}`,
  en_US: `Whole number from ${min} to ${max}; ${about.en_US}`,
})

export const importForm = <V>(form: ImportForm<V>): ImportForm<V> => form

export const verdicts = ['unchecked', 'new', 'update', 'skip', 'error', 'done', 'failed'] as const
export type Verdict = (typeof verdicts)[number]

/** Kinds of problem: with the cell itself, with the data it refers to, or with the row among the others. */
export const problemKinds = ['needed', 'form', 'books', 'twin', 'held', 'formula', 'example'] as const
export type ProblemKind = (typeof problemKinds)[number]

/** A problem of a cell; `column` null concerns the whole row, `row` is the other row involved. */
export type CellProblem = { column: string | null; kind: ProblemKind; message: Text; row?: number }

/** Problems a slice reports for a row that is valid by itself. */
export type Complaint = Pick<CellProblem, 'column' | 'message'> & Partial<Pick<CellProblem, 'kind'>>

/** What to do about it. */
export function remedyOf(
  { columns, keys }: Pick<ImportForm, 'columns' | 'keys'>,
  { column, kind, row }: CellProblem,
): Text {
  const { remedies } = importText
  if (kind === 'held') return fill(remedies.held, { row: row ?? 0 })
  if (kind === 'twin') {
    const of = columns.filter(({ key }) => keys.includes(key))
    const inWords = (language: 'zh_CN' | 'en_US') =>
      fill(remedies.twin, { columns: of.map(({ title }) => title[language]).join(' / '), row: row ?? 0 })[
        language
      ]
    return { zh_CN: inWords('zh_CN'), en_US: inWords('en_US') }
  }
  if (kind === 'formula' || kind === 'example') return remedies[kind]
  const about = columns.find(({ key }) => key === column)
  if (!about) return remedies.line
  const inWords = (language: 'zh_CN' | 'en_US') =>
    [
      fill(remedies[kind], { column: about.title[language] }),
      ...(about.note[language] ? [fill(remedies.note, { note: about.note[language] })] : []),
      ...(kind === 'form' && about.example
        ? [fill(remedies.such, { example: exampleIn(about, language) })]
        : []),
    ]
      .map((part) => part[language])
      .join('')
  return { zh_CN: inWords('zh_CN'), en_US: inWords('en_US') }
}

/** Columns with problems first, so that they are visible without scrolling. */
export function wrongFirst<C extends Pick<ImportColumn, 'key'>>(
  columns: readonly C[],
  rows: readonly { problems: readonly { column: string | null }[] }[],
): C[] {
  const wrong = new Set(rows.flatMap(({ problems }) => problems.map(({ column }) => column)))
  return columns.toSorted((a, b) => Number(wrong.has(b.key)) - Number(wrong.has(a.key)))
}

const tidy = (text: string) =>
  text
    .normalize('NFKC')
    .trim()
    .toLowerCase()
    .replace(/\s+|\*/g, '')

/**
 * Matches each column to the headers of a spreadsheet, in either language or by its key. Other headers are
 * ignored and reported.
 */
export function guessMapping(
  columns: readonly ImportColumn[],
  heads: readonly string[],
): Record<string, number> {
  const mapping: Record<string, number> = {}
  for (const { key, title } of columns) {
    const names = [key, title.zh_CN, title.en_US].map(tidy)
    const place = heads.findIndex(
      (head, i) => names.includes(tidy(head)) && !Object.values(mapping).includes(i),
    )
    if (place >= 0) mapping[key] = place
  }
  return mapping
}

type Mapped = { heads: readonly string[]; mapping: Record<string, number> }

/** The user's last mapping, wherever the spreadsheet has the same headers; the rest is matched by name. */
export function mappingAsBefore(
  columns: readonly ImportColumn[],
  heads: readonly string[],
  last: Mapped | undefined,
): Record<string, number> {
  const guessed = guessMapping(columns, heads)
  if (!last) return guessed
  const known = new Set(last.heads.map(tidy))
  const taken = new Set<number>()
  const kept = Object.entries(last.mapping).flatMap(([key, place]): [string, number][] => {
    const head = tidy(last.heads[place] ?? '')
    const now = heads.findIndex((item, at) => tidy(item) === head && !taken.has(at))
    if (head === '' || now < 0 || !columns.some((column) => column.key === key)) return []
    taken.add(now)
    return [[key, now]]
  })
  const fresh = Object.entries(guessed).filter(
    ([key, place]) =>
      !kept.some(([item]) => item === key) && !taken.has(place) && !known.has(tidy(heads[place] ?? '')),
  )
  return Object.fromEntries([...kept, ...fresh])
}

/** A drop-down label, in either language, as the value it represents. */
function meant(column: ImportColumn, typed: string): string {
  const choice = column.choices?.find(({ value, text }) =>
    [value, text.zh_CN, text.en_US].some((word) => tidy(word) === tidy(typed)),
  )
  return choice?.value ?? typed
}

/** The example a template shows in a column; for a drop-down, its label. */
export function exampleIn(column: ImportColumn, language: 'zh_CN' | 'en_US'): string {
  const value = meant(column, column.example)
  return column.choices?.find((choice) => choice.value === value)?.text[language] ?? column.example
}

/** Whether a row is the template's unchanged example. */
export const isExample = (
  columns: readonly ImportColumn[],
  mapping: Record<string, number>,
  cells: readonly string[],
): boolean =>
  columns.every(
    (column) =>
      meant(column, (cells[mapping[column.key] ?? -1] ?? '').trim()) === meant(column, column.example),
  )

type Read<V> = { value: V } | { problems: CellProblem[] }

/** The text of each column. An empty cell is undefined. */
const typedIn = (
  columns: readonly ImportColumn[],
  mapping: Record<string, number>,
  cells: readonly string[],
): Record<string, string> =>
  Object.fromEntries(
    columns.flatMap((column) => {
      const place = mapping[column.key]
      const text = place === undefined ? '' : (cells[place] ?? '').trim()
      return text === '' ? [] : [[column.key, meant(column, text)]]
    }),
  )

/** Parses one row of texts with the form's rule. */
export function readLine<V>(
  form: ImportForm<V>,
  mapping: Record<string, number>,
  cells: readonly string[],
): Read<V> {
  const typed = typedIn(form.columns, mapping, cells)
  const missing = form.columns
    .filter(({ key, isRequired }) => isRequired && !(key in typed))
    .map(({ key }) => ({ column: key, kind: 'needed' as const, message: importText.needed }))
  const read = form.line.safeParse(typed)
  if (read.success && missing.length === 0) return { value: read.data }
  const wrong = read.success
    ? []
    : problemsIn(read.error)
        .map(({ path, message }) => ({
          column: path.split(/[.[]/)[0] || null,
          kind: 'form' as const,
          message,
        }))
        .filter(({ column }) => !missing.some((item) => item.column === column))
  return { problems: [...missing, ...wrong] }
}

/** The key cells of a row; undefined where a required one is empty. */
function keyCells(
  { columns, keys }: Pick<ImportForm, 'columns' | 'keys'>,
  mapping: Record<string, number>,
  cells: readonly string[],
): string | undefined {
  const typed = typedIn(columns, mapping, cells)
  const isMissing = columns.some(({ key, isRequired }) => isRequired && keys.includes(key) && !(key in typed))
  return isMissing ? undefined : JSON.stringify(keys.map((key) => typed[key]?.toLowerCase() ?? ''))
}

/**
 * The key of each row, for finding duplicates.
 *
 * An invalid row takes the key of the valid row with the same key cells; where there is none, its key is the
 * text of those cells.
 */
export function identitiesOf<V>(
  form: ImportForm<V>,
  mapping: Record<string, number>,
  lines: readonly ({ rowNo: number; cells: readonly string[] } & Read<V>)[],
): { rowNo: number; identity: string }[] {
  const keyed = lines.map((line) => ({ line, key: keyCells(form, mapping, line.cells) }))
  const good = new Map(
    keyed.flatMap(({ line, key }) => ('value' in line && key ? [[key, form.identity(line.value)]] : [])),
  )
  return keyed.flatMap(({ line, key }) => {
    const { rowNo } = line
    if ('value' in line) return [{ rowNo, identity: form.identity(line.value) }]
    return key === undefined ? [] : [{ rowNo, identity: good.get(key) ?? key }]
  })
}

/** For each later duplicate, the number of the first row. */
export function firstOfEach(lines: readonly { rowNo: number; identity: string }[]): Map<number, number> {
  const first = new Map<string, number>()
  const same = new Map<number, number>()
  for (const { rowNo, identity } of lines) {
    const earlier = first.get(identity)
    if (earlier === undefined) first.set(identity, rowNo)
    else same.set(rowNo, earlier)
  }
  return same
}

/** The problems of a duplicate row: one for each key cell where it can be corrected. */
export function twinProblems(
  { columns, keys }: Pick<ImportForm, 'columns' | 'keys'>,
  mapping: Record<string, number>,
  row: number,
): CellProblem[] {
  const mapped = columns.filter(({ key }) => keys.includes(key) && mapping[key] !== undefined)
  const message = fill(importText.sameAs, { row })
  return mapped.map(({ key }) => ({ column: key, kind: 'twin', message, row }))
}

/** The document a row belongs to, as far as its cells say; an invalid row belongs to one too. */
export const documentOf = (
  documentBy: readonly string[],
  mapping: Record<string, number>,
  cells: readonly string[],
): string => documentBy.map((key) => tidy(cells[mapping[key] ?? -1] ?? '')).join('/')

/** For each good row of a document with a bad one, the number of the first bad row. */
export function heldBack(
  lines: readonly { rowNo: number; document: string; isBad: boolean }[],
): Map<number, number> {
  const bad = new Map<string, number>()
  for (const { rowNo, document, isBad } of lines) if (isBad && !bad.has(document)) bad.set(document, rowNo)
  return new Map(
    lines.flatMap(({ rowNo, document, isBad }): [number, number][] => {
      const first = bad.get(document)
      return isBad || first === undefined ? [] : [[rowNo, first]]
    }),
  )
}
