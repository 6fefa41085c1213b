/**
 * A table as a file that Excel opens with its Chinese intact.
 *
 * A cell that begins like a formula would be run by Excel, so it gets a quote mark in front.
 */
export const csvOf = (rows: readonly (readonly string[])[]) => `\uFEFF${rows.map(csvLine).join('')}`

export const csvLine = (row: readonly string[]) => `${row.map(cell).join(',')}\r\n`

function cell(value: string): string {
  const harmless = /^[=+\-@\t\r＝＋－＠]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless
}
