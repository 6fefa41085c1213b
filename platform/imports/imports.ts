import type { z } from 'zod'
import type { Permission } from '../calls/call.ts'
import type { Feature } from '../calls/features.ts'
import { problemsIn } from '../calls/problems.ts'
import { machine } from '../text/state-machine.ts'
import { fill, type Text } from '../text/text.ts'
import { importText } from './text.ts'

/** A sheet on its way in. What a check finds does not change its state; running it does. */
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

/** A column of a template: what it is called in both languages, what may stand in it, and an example. */
export type ImportColumn = {
  key: string
  title: Text
  note: Text
  example: string
  isRequired?: boolean
  /** The values a drop-down offers; either language's words are understood. */
  choices?: readonly { value: string; text: Text }[]
}

/** What can be read in: its columns, and the rule for one line of texts. */
export type ImportForm<V = unknown> = {
  kind: string
  title: Text
  permission: Permission
  /** The right to change what is there already, where making it anew is another one. */
  editPermission?: Permission
  feature: Feature
  columns: readonly ImportColumn[]
  line: z.ZodType<V>
  /** What makes two lines the same, and the columns it is made of. */
  identity: (value: V) => string
  keys: readonly string[]
  /** Pictures may come along in a ZIP, matched by their names; this says how they are named. */
  takesZip?: Text
  /** Stock and money come in whole or not at all, whatever is asked for. */
  isWhole?: boolean
  /** Lines that agree in these columns are one document, which comes in whole or not at all. */
  documentBy?: readonly string[]
  /** The list where the numbers of such documents are found. */
  foundAt?: string
}

/** A drop-down for what is or is not so. */
export const yesOrNo = [
  { value: '1', text: { zh_CN: '是', en_US: 'Yes' } },
  { value: '0', text: { zh_CN: '否', en_US: 'No' } },
] as const

/** What stands in the notes of a column for whole numbers: how far they go, and what they are for. */
export const wholeNote = (min: number, max: number, about: Text): Text => ({
  zh_CN: `${min} 至 ${max} 的整数；${about.zh_CN}`,
  en_US: `Whole number from ${min} to ${max}; ${about.en_US}`,
})

export const importForm = <V>(form: ImportForm<V>): ImportForm<V> => form

export const verdicts = ['unchecked', 'new', 'update', 'skip', 'error', 'done', 'failed'] as const
export type Verdict = (typeof verdicts)[number]

/** What can be wrong: with a cell by itself, with what the books say of it, or with the line among the others. */
export const problemKinds = ['needed', 'form', 'books', 'twin', 'held', 'formula', 'example'] as const
export type ProblemKind = (typeof problemKinds)[number]

/** What is wrong with a cell; `column` null is about the whole line, `row` the other line it is about. */
export type CellProblem = { column: string | null; kind: ProblemKind; message: Text; row?: number }

/** What a slice finds wrong with a line that reads well. */
export type Complaint = Pick<CellProblem, 'column' | 'message'>

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

/** The columns in which something is wrong first, so that they are seen without scrolling. */
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

/** Finds each column among the heads of a sheet, in either language or by its own name. The rest is ignored, and said. */
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

/** As somebody had it the last time, wherever the sheet has those heads again; the rest is found by its name. */
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

/** A drop-down's words, in either language, as the value they stand for. */
function meant(column: ImportColumn, typed: string): string {
  const choice = column.choices?.find(({ value, text }) =>
    [value, text.zh_CN, text.en_US].some((word) => tidy(word) === tidy(typed)),
  )
  return choice?.value ?? typed
}

/** What a template shows in a column: of a drop-down, the words that it offers. */
export function exampleIn(column: ImportColumn, language: 'zh_CN' | 'en_US'): string {
  const value = meant(column, column.example)
  return column.choices?.find((choice) => choice.value === value)?.text[language] ?? column.example
}

/** Whether a line is the template's own, which nobody has changed. */
export const isExample = (
  columns: readonly ImportColumn[],
  mapping: Record<string, number>,
  cells: readonly string[],
): boolean =>
  columns.every(
    (column) =>
      meant(column, (cells[mapping[column.key] ?? -1] ?? '').trim()) === meant(column, column.example),
  )

export type Read<V> = { value: V } | { problems: CellProblem[] }

/** What was typed into each column. An empty cell is nothing. */
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

/** Reads one line of texts by the form's rule. */
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

/** What stands in the cells that make a line the same as another; nothing where one that has to be there is empty. */
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
 * What each line is, so that twins are found.
 *
 * One that reads badly is the good line with the same key cells; where there is none, it is what those cells say.
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

/** For each later line that is the same as an earlier one, the number of the first. */
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

/** What is wrong with a line that is the same as an earlier one: each cell that makes it so, where it can be mended. */
export function twinProblems(
  { columns, keys }: Pick<ImportForm, 'columns' | 'keys'>,
  mapping: Record<string, number>,
  row: number,
): CellProblem[] {
  const mapped = columns.filter(({ key }) => keys.includes(key) && mapping[key] !== undefined)
  const message = fill(importText.sameAs, { row })
  return mapped.map(({ key }) => ({ column: key, kind: 'twin', message, row }))
}

/** Which document a line belongs to, as far as its cells say; a line that cannot be read belongs to one too. */
export const documentOf = (
  documentBy: readonly string[],
  mapping: Record<string, number>,
  cells: readonly string[],
): string => documentBy.map((key) => tidy(cells[mapping[key] ?? -1] ?? '')).join('/')

/** For each good line of a document that has a bad one, the number of the first bad one. */
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
