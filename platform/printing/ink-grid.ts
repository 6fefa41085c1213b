import type { Area, Size } from './labels.ts'

/** A drawn page in grey: 0 is black, 255 is white. */
export type Dots = { data: Uint8Array; width: number; height: number }

/** Which square millimetres of a page have something printed on them; 1 is printed. */
export type InkGrid = { columns: number; rows: number; cells: Uint8Array }

/** Everything visibly darker than paper is ink; a JPEG’s noise is not. */
const INK_BELOW = 224

/** The grid of a drawn page. A cell also counts as printed when there is ink within `clearance` mm of it. */
export function inkGrid(dots: Dots, page: Size, clearance = 0): InkGrid {
  const [columns, rows] = [Math.ceil(page.width), Math.ceil(page.height)]
  const cells = new Uint8Array(columns * rows)
  const [perColumn, perRow] = [page.width / dots.width, page.height / dots.height]
  const clamp = (cell: number, count: number) => Math.min(Math.max(cell, 0), count - 1)
  // The first and the last cell of each column of dots.
  const from = new Uint16Array(dots.width)
  const to = new Uint16Array(dots.width)
  for (let x = 0; x < dots.width; x++) {
    from[x] = clamp(Math.floor(x * perColumn - clearance), columns)
    to[x] = clamp(Math.ceil((x + 1) * perColumn + clearance) - 1, columns)
  }
  const line = new Uint8Array(columns)
  for (let y = 0; y < dots.height; y++) {
    line.fill(0)
    for (let x = 0; x < dots.width; x++)
      if ((dots.data[y * dots.width + x] ?? 255) < INK_BELOW) line.fill(1, from[x], (to[x] ?? 0) + 1)
    const top = clamp(Math.floor(y * perRow - clearance), rows)
    const bottom = clamp(Math.ceil((y + 1) * perRow + clearance) - 1, rows)
    for (let row = top; row <= bottom; row++)
      for (let column = 0; column < columns; column++) if (line[column]) cells[row * columns + column] = 1
  }
  return { columns, rows, cells }
}

/** The smallest area with all ink of a drawn page, or of a part of it; none where it is blank. */
export function inkBox(dots: Dots, page: Size, part: Area = { x: 0, y: 0, ...page }): Area | undefined {
  const [perColumn, perRow] = [page.width / dots.width, page.height / dots.height]
  const [firstX, lastX] = [Math.floor(part.x / perColumn), Math.ceil((part.x + part.width) / perColumn)]
  const [firstY, lastY] = [Math.floor(part.y / perRow), Math.ceil((part.y + part.height) / perRow)]
  let [left, top, right, bottom] = [dots.width, dots.height, -1, -1]
  for (let y = firstY; y < Math.min(lastY, dots.height); y++)
    for (let x = firstX; x < Math.min(lastX, dots.width); x++) {
      if ((dots.data[y * dots.width + x] ?? 255) >= INK_BELOW) continue
      if (x < left) left = x
      if (x > right) right = x
      if (y < top) top = y
      bottom = y
    }
  if (right < 0) return undefined
  return {
    x: left * perColumn,
    y: top * perRow,
    width: (right + 1 - left) * perColumn,
    height: (bottom + 1 - top) * perRow,
  }
}

/** Counts printed cells of any rectangle in constant time. */
export function inkCounter({ columns, rows, cells }: InkGrid) {
  const across = columns + 1
  const sums = new Uint32Array(across * (rows + 1))
  for (let row = 0; row < rows; row++)
    for (let column = 0, line = 0; column < columns; column++) {
      line += cells[row * columns + column] ?? 0
      sums[(row + 1) * across + column + 1] = (sums[row * across + column + 1] ?? 0) + line
    }
  const at = (row: number, column: number) => sums[row * across + column] ?? 0
  return (left: number, top: number, right: number, bottom: number) =>
    at(bottom, right) - at(top, right) - at(bottom, left) + at(top, left)
}
