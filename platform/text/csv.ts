import type { Cell } from '../lists/columns.ts'

/**
 * A table as a CSV file that Excel opens with Chinese intact.
 *
 * Excel would run a text that starts like a formula, so it gets a quote mark in front. Numbers are left
 * alone, even negative ones.
 */
export const csvOf = (rows: readonly (readonly Cell[])[]) => `\uFEFF${rows.map(csvLine).join('')}`

export const csvLine = (row: readonly Cell[]) => `${row.map(cell).join(',')}\r\n`

function cell(value: Cell): string {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  const harmless = /^[=+\-@\t\r＝＋－＠]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
