import { guessMapping } from '../../platform/imports/imports.ts'
import { zoneRow } from './contract.ts'
import { zoneImport } from './import-form.ts'
import { placesIn, remoteLevels } from './rules.ts'
import { remoteTexts } from './text.ts'

/** The cells of a row in the form, from left to right. */
export const rowColumns = [
  'zoneCode',
  'countryCode',
  'stateCode',
  'city',
  'zipFrom',
  'zipTo',
  'remoteLevel',
] as const
export type RowColumn = (typeof rowColumns)[number]
export type TypedRow = Record<RowColumn, string>

export const emptyRow: TypedRow = {
  zoneCode: '',
  countryCode: '',
  stateCode: '',
  city: '',
  zipFrom: '',
  zipTo: '',
  remoteLevel: 'none',
}

/** Empty except for the country, which a new row takes from the one above. */
export const isEmptyRow = ({ zoneCode, stateCode, city, zipFrom, zipTo }: TypedRow) =>
  [zoneCode, stateCode, city, zipFrom, zipTo].every((cell) => cell.trim() === '')

/** The places of a typed row, however they are written; a row that is still wrong has none and stands for itself. */
export function placesOfRow(row: TypedRow): string {
  const read = zoneRow.safeParse(row)
  return read.success ? placesIn(read.data) : JSON.stringify(row)
}

/** A block as a spreadsheet copies it; undefined for a single cell, which is plain text. */
export function blockIn(text: string): string[][] | undefined {
  const lines = text.replace(/\r\n?/g, '\n').replace(/\n+$/, '').split('\n')
  const cells = lines.map((line) => line.split('\t').map((cell) => cell.trim().replace(/^"(.*)"$/, '$1')))
  return cells.length > 1 || (cells[0]?.length ?? 0) > 1 ? cells : undefined
}

const remoteOf = (message: string) =>
  remoteLevels.find((level) =>
    [level, remoteTexts[level].zh_CN, remoteTexts[level].en_US].some(
      (word) => word.toLowerCase().replace('_', ' ') === message.toLowerCase().replace('_', ' '),
    ),
  ) ?? (message === '' ? 'none' : message)

/** The column mapping of a block: by its headers, by the usual carrier format, or from the target cell. */
function placesOf(
  block: string[][],
  column: RowColumn,
): { places: (RowColumn | undefined)[]; hasHeads: boolean } {
  const heads = block[0] ?? []
  const match = guessMapping(zoneImport.columns, heads)
  if (Object.keys(match).length > 1) {
    return { hasHeads: true, places: heads.map((_, i) => rowColumns.find((key) => match[key] === i)) }
  }
  const first = rowColumns.indexOf(column)
  // Carriers use four columns: zone, country, from, to.
  const isCarriers = first === 0 && heads.length === 4 && block.every(([, , from = '']) => /\d/.test(from))
  const places = isCarriers
    ? (['zoneCode', 'countryCode', 'zipFrom', 'zipTo'] as const)
    : rowColumns.slice(first)
  return { hasHeads: false, places: [...places] }
}

/** The rows after a block was pasted at a cell: existing cells are overwritten, further rows are added. */
export function withBlock(
  rows: readonly TypedRow[],
  at: { place: number; column: RowColumn },
  block: string[][],
): TypedRow[] {
  const { places, hasHeads } = placesOf(block, at.column)
  const lines = hasHeads ? block.slice(1) : block
  const next = [...rows]
  for (const [i, cells] of lines.entries()) {
    const place = at.place + i
    const given = Object.fromEntries(
      cells.flatMap((cell, k) => {
        const key = places[k]
        return key ? [[key, key === 'remoteLevel' ? remoteOf(cell) : cell]] : []
      }),
    )
    next[place] = { ...(next[place] ?? emptyRow), ...given }
  }
  return next
}
