import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { cellText, storedCell } from './exact-cells.ts'
import type { TextSheet } from './freight-workbook.ts'

/** Sheets of texts as a workbook: plain decimals as numbers that show all their places. */
export function workbookBytes(sheets: readonly TextSheet[]): Promise<Uint8Array> {
  return writeXlsx({
    sheets: sheets.map(({ name, rows }) => {
      const stored = rows.map((cells) => cells.map(storedCell))
      const formats = stored.flatMap((cells, row) =>
        cells.flatMap(({ value, numFmt }, column) =>
          numFmt ? [[`${row},${column}`, { value, style: { numFmt } }] as const] : [],
        ),
      )
      return {
        name,
        rows: stored.map((cells) => cells.map(({ value }) => (value === '' ? null : value))),
        cells: new Map(formats),
        freezePane: { rows: 1 },
      }
    }),
  })
}

/** The visible sheets of a workbook as texts. */
export async function sheetsIn(bytes: Uint8Array): Promise<TextSheet[]> {
  const { sheets } = await readXlsx(bytes, {
    readStyles: true,
    sheets: (info: { hidden?: boolean; veryHidden?: boolean }) => !info.hidden && !info.veryHidden,
  })
  return sheets.map(({ name, rows, cells }) => ({
    name,
    rows: rows.map((row, i) =>
      Array.from(row ?? [], (value, column) => cellText(value, cells?.get(`${i},${column}`)?.style?.numFmt)),
    ),
  }))
}
