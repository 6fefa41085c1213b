import type { Permission } from '../calls/call.ts'
import type { Language, Text } from '../text/text.ts'

/**
 * What kind of value stands in a column: it decides how a page shows it and how a file holds it.
 *
 * `code` is text that must keep its zeros; `count`, `amount` and `measure` are figures; `enabled` says whether something is
 * switched on; a dictionary's name stands for values that have words; a `picture` stands in the page alone.
 */
export type ColumnKind =
  | 'text'
  | 'code'
  | 'count'
  | 'amount'
  | 'measure'
  | 'time'
  | 'day'
  | 'flag'
  | 'enabled'
  | 'picture'
  | { words: string }

/** A column of a list, for the page and for the file that an export makes of it. */
export type ColumnDef<R> = {
  key: keyof R & string
  title: Text
  kind: ColumnKind
  /** What stands there, where it is more than the row's own field. */
  value?: (row: R, language: Language) => unknown
  /** The head says in which of the warehouse's units it is, where those are set. */
  unit?: keyof Units
  /** The head sorts the list under this name of the query. */
  sortKey?: string
  /** Its place in a row on a phone, which has none for the others; the first column is the title of its row anyway. */
  phone?: 'status' | 'quantity' | 'detail'
  /** What a phone says instead of a long title. */
  shortTitle?: Text
  /** Not shown until somebody asks for it. */
  isExtra?: boolean
  /** What one must hold to see it at all. */
  permission?: Permission
  /** Holds a customer's money: leaves the house only with the right to it. */
  isMoney?: boolean
}

/** What the warehouse measures sides and weights in; nothing while that is not set. */
export type Units = { side: string; weight: string }

/** A label with its unit, where there is one. */
export const inUnit = (label: Text, unit: string): Text =>
  unit ? { zh_CN: `${label.zh_CN} (${unit})`, en_US: `${label.en_US} (${unit})` } : label

/** Columns whose heads say their units, which the cells then need not. */
export const inUnits = <R>(columns: readonly ColumnDef<R>[], units: Units): ColumnDef<R>[] =>
  columns.map((column) => ({
    ...column,
    title: inUnit(column.title, column.unit ? units[column.unit] : ''),
  }))

/** Which columns somebody sees, in their order; what they have not placed comes after, as it was made. */
export function placed<R>(
  all: readonly ColumnDef<R>[],
  wanted: readonly string[] | undefined,
): ColumnDef<R>[] {
  if (!wanted) return all.filter((column) => !column.isExtra)
  return wanted.flatMap((key) => all.filter((column) => column.key === key))
}

/** Columns with those pinned beside the first, which is always in sight; what stays in sight stands together. */
export function inSight<C extends { key: string }>(
  columns: readonly C[],
  pinned: readonly string[] = [],
): (C & { isPinned: boolean })[] {
  const marked = columns.map((column, place) => ({
    ...column,
    isPinned: place === 0 || pinned.includes(column.key),
  }))
  return [...marked.filter(({ isPinned }) => isPinned), ...marked.filter(({ isPinned }) => !isPinned)]
}

export type Cell = string | number | null

type Speech = {
  yes: string
  no: string
  enabled: string
  disabled: string
  /** An instant in the reader's zone. */
  moment: (at: string) => string
  /** The words for a dictionary's value. */
  word: (dictionary: string, value: string) => string
}

const MAX_DIGITS = 15

/** A value as a cell of a file. Figures stay figures while a spreadsheet can hold them exactly; all else is text. */
export function cellOf(kind: ColumnKind, value: unknown, say: Speech): Cell {
  if (value === null || value === undefined) return null
  if (typeof kind === 'object') return say.word(kind.words, String(value))
  if (Array.isArray(value)) return value.join(', ')
  switch (kind) {
    case 'time':
      return say.moment(String(value))
    case 'flag':
      return value ? say.yes : say.no
    case 'enabled':
      return value ? say.enabled : say.disabled
    case 'count':
    case 'amount':
    case 'measure': {
      const digits = String(value).replace(/\D/g, '').replace(/^0+/, '')
      return digits.length <= MAX_DIGITS ? Number(value) : String(value)
    }
    default:
      return String(value)
  }
}

/** An amount with its thousands set apart, in both languages alike. */
export const grouped = (amount: string) => amount.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',')
