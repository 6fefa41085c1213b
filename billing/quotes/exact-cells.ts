import Big from 'big.js'

/** A cell as a spreadsheet stores it: a text, or a number and how it is shown. */
type StoredCell = { value: string | number; numFmt?: string }

/** A spreadsheet keeps fifteen significant digits. */
const MAX_DIGITS = 15
const plainForm = /^(0|[1-9]\d*)(\.(\d+))?$/

/**
 * A text as a cell. A plain decimal becomes a number, so that it can be calculated with, and its format keeps the zeros at its
 * end; what a number can't keep stays a text.
 */
export function storedCell(text: string): StoredCell {
  const [, , , places = ''] = plainForm.exec(text) ?? []
  const isKept = plainForm.test(text) && text.replace('.', '').length <= MAX_DIGITS
  if (!isKept) return { value: text }
  return { value: Number(text), numFmt: places === '' ? '0' : `0.${'0'.repeat(places.length)}` }
}

/** Whether a format shows hundredths, not only a sign that stands in it as a text. */
const isPercentage = (numFmt: string) => numFmt.replace(/"[^"]*"|\\./g, '').includes('%')

/** The text of a cell: a number with all its digits, and with the zeros that its format shows; 5% is stored as 0.05, and is 5. */
export function cellText(value: unknown, numFmt = ''): string {
  if (value === null || value === undefined) return ''
  if (value instanceof Date) return value.toISOString().slice(0, 10)
  if (typeof value !== 'number') return String(value).trim()
  if (!Number.isFinite(value)) return String(value)
  const stored = new Big(value.toPrecision(MAX_DIGITS))
  if (isPercentage(numFmt)) return stored.times(100).toFixed()
  const digits = stored.toFixed()
  const shown = /\.(0+)/.exec(numFmt)?.[1]?.length ?? 0
  const [whole = '', places = ''] = digits.split('.')
  const all = places.padEnd(shown, '0')
  return all === '' ? whole : `${whole}.${all}`
}

/** The letters of a column, from A. */
export const columnLetters = (column: number): string =>
  (column >= 26 ? columnLetters(Math.floor(column / 26) - 1) : '') + String.fromCharCode(65 + (column % 26))
