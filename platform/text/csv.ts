import type { Cell } from '../lists/columns.ts'

/**
 * A table as a file that Excel opens with its Chinese intact.
 *
 * A text that begins like a formula would be run by Excel, so it gets a quote mark in front. A figure is none, and stays
 * one when it is below zero.
 */
export const csvOf = (rows: readonly (readonly Cell[])[]) => `\uFEFF${rows.map(csvLine).join('')}`

export const csvLine = (row: readonly Cell[]) => `${row.map(cell).join(',')}\r\n`

function cell(value: Cell): string {
  if (typeof value !== 'string') return value === null ? '' : String(value)
  const harmless = /^[=+\-@\t\r＝＋－＠]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
