import type { Permission } from '../calls/call.ts'
import type { Language, Text } from '../text/text.ts'

/**
 * The kind of a column's values: it decides how a page shows them and how a file stores them.
 *
 * `code` is text that keeps leading zeros; `count`, `amount` and `measure` are numbers; `enabled` is an
 * on/off state; a dictionary's name is for values with labels; a `picture` exists on the page only.
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

/** A column of a list, for the page and for its export. */
export type ColumnDef<R> = {
  key: keyof R & string
  title: Text
  kind: ColumnKind
  /** The cell's content, where it is more than the row's own field. */
  value?: (row: R, language: Language) => unknown
  /** The header shows the warehouse's unit of this kind, where units are set. */
  unit?: keyof Units
  /** Clicking the header sorts by this name of the query. */
  sortKey?: string
  /**
   * Its position in a row on a phone, which hides all other columns; the first column is always the row's
   * title, and a note has a line of its own.
   */
  phone?: 'status' | 'quantity' | 'detail' | 'note'
  /** The shorter title used on a phone. */
  shortTitle?: Text
  /** Hidden by default. */
  isExtra?: boolean
  /** The permission needed to see it at all. */
  permission?: Permission
  /** A customer's money: exported only with its own permission. */
  isMoney?: boolean
}

/** The warehouse's units of length and weight; undefined while they are not set. */
export type Units = { side: string; weight: string }

/** A label with its unit, where there is one. */
export const inUnit = (label: Text, unit: string): Text =>
  unit ? { zh_CN: `${label.zh_CN} (${unit})`, en_US: `${label.en_US} (${unit})` } : label

/** Columns whose headers show units, so that the cells need not. */
export const inUnits = <R>(columns: readonly ColumnDef<R>[], units: Units): ColumnDef<R>[] =>
  columns.map((column) => ({
    ...column,
    title: inUnit(column.title, column.unit ? units[column.unit] : ''),
  }))

/** Columns whose amounts name their currency on a phone, where a row stands for itself. */
export const inCurrency = <R>(columns: readonly ColumnDef<R>[], currency: string): ColumnDef<R>[] =>
  columns.map((column) =>
    column.kind === 'amount' && column.phone === 'quantity'
      ? { ...column, shortTitle: inUnit(column.shortTitle ?? column.title, currency) }
      : column,
  )

/** The columns a user sees, in their order; columns the user has not placed follow in default order. */
export function placed<R>(
  all: readonly ColumnDef<R>[],
  wanted: readonly string[] | undefined,
): ColumnDef<R>[] {
  if (!wanted) return all.filter((column) => !column.isExtra)
  return wanted.flatMap((key) => all.filter((column) => column.key === key))
}

/** Columns with the pinned ones right after the first, so that everything always visible is together. */
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
  /** A timestamp in the reader's time zone. */
  moment: (at: string) => string
  /** The label of a dictionary value. */
  word: (dictionary: string, value: string) => string
}

const MAX_DIGITS = 15

/** A decimal as a cell: a number while a spreadsheet can hold it exactly, otherwise text. */
export function figureOf(value: string | number): string | number {
  const digits = String(value).replace(/\D/g, '').replace(/^0+/, '')
  return digits.length <= MAX_DIGITS ? Number(value) : String(value)
}

/**
 * A value as a cell of a file. Numbers stay numbers while a spreadsheet can hold them exactly; everything
 * else is text.
 */
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
    case 'measure':
      return figureOf(String(value))
    default:
      return String(value)
  }
}

/** An amount with thousands separators, the same in both languages. */
export const grouped = (amount: string) => amount.replace(/\B(?=(\d{3})+(?!\d))(?<!\.\d*)/g, ',')
