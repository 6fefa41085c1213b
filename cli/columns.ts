const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]/

/** The width of a text in a terminal: Chinese characters take two columns. */
const widthOf = (text: string) => [...text].reduce((width, sign) => width + (wide.test(sign) ? 2 : 1), 0)

/** A terminal interprets control characters; user input must not contain any. */
const shown = (value: unknown) => String(value ?? '–').replace(/\p{Cc}/gu, ' ')

/** Lines of cells, each column as wide as its widest. */
export function aligned(rows: readonly (readonly unknown[])[]): string {
  const lines = rows.map((row) => row.map(shown))
  const widthAt = (i: number) => Math.max(...lines.map((line) => widthOf(line[i] ?? '')))
  const widths = (lines[0] ?? []).map((_, i) => widthAt(i))
  const padded = (cell: string, i: number) => cell + ' '.repeat((widths[i] ?? 0) - widthOf(cell))
  return lines.map((line) => line.map(padded).join('  ').trimEnd()).join('\n')
}
