import type { InkGrid } from './ink-grid.ts'
import type { Area, Size } from './labels.ts'

/**
 * What a normalised label leaves free, page by page. It is plain JSON, stored with the label, so that a print
 * does not look for it again.
 */
export type LabelSpace = { pages: PageSpace[] }

export type PageSpace = Size & {
  /** Which square millimetres are printed or too close to print: bits in rows from the top, as base64. */
  ink: string
  /** The barcodes with the white space that scanners need around them. */
  codes: Area[]
}

export function packInk({ cells }: InkGrid): string {
  const bytes = new Uint8Array(Math.ceil(cells.length / 8))
  for (const [place, cell] of cells.entries())
    if (cell) bytes[place >> 3] = (bytes[place >> 3] ?? 0) | (0x80 >> (place & 7))
  return btoa(String.fromCharCode(...bytes))
}

/** The cells of a page on which nothing may be printed. */
export function takenCells({ width, height, ink, codes }: PageSpace): InkGrid {
  const [columns, rows] = [Math.ceil(width), Math.ceil(height)]
  const bits = atob(ink)
  const cells = Uint8Array.from({ length: columns * rows }, (_, place) =>
    bits.charCodeAt(place >> 3) & (0x80 >> (place & 7)) ? 1 : 0,
  )
  const grid = { columns, rows, cells }
  for (const code of codes) markArea(grid, code)
  return grid
}

/** Marks every cell that an area touches. */
export function markArea({ columns, rows, cells }: InkGrid, { x, y, width, height }: Area) {
  const [left, right] = [Math.max(Math.floor(x), 0), Math.min(Math.ceil(x + width), columns)]
  for (let row = Math.max(Math.floor(y), 0); row < Math.min(Math.ceil(y + height), rows); row++)
    if (right > left) cells.fill(1, row * columns + left, row * columns + right)
}
