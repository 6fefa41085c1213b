import { type InkGrid, inkCounter } from './ink-grid.ts'
import type { Area, Size } from './labels.ts'

/** What label printers cannot reach at the edge of the paper, in millimetres. */
export const PAPER_MARGIN = 1.5

/** Below this size a barcode may not scan any more, so other content of the page is left out first. */
const GOOD_SCALE = 0.9
/** A page this similar to the paper keeps its own margins. */
const ALIKE = 0.1
const ALIKE_SHAPE = 0.06
/** The white space between a label and what else is on its page. */
const GAP = 4

/**
 * How a page gets onto the paper: turned clockwise, then scaled, then moved so that its upper left corner is
 * at `x`, `y`.
 */
export type Fit = { turn: number; scale: number; x: number; y: number }

/** An area of the page after it was turned clockwise. */
function turned(page: Size, { x, y, width, height }: Area, turn: number): Area {
  const [right, bottom] = [page.width - x - width, page.height - y - height]
  if (turn === 90) return { x: bottom, y: x, width: height, height: width }
  if (turn === 180) return { x: right, y: bottom, width, height }
  if (turn === 270) return { x: y, y: right, width: height, height: width }
  return { x, y, width, height }
}

const onItsSide = ({ width, height }: Size): Size => ({ width: height, height: width })

/** How much the area must be scaled to fill the paper inside its margins. */
const fillScale = ({ width, height }: Size, paper: Size) =>
  Math.min((paper.width - 2 * PAPER_MARGIN) / width, (paper.height - 2 * PAPER_MARGIN) / height)

/**
 * Fits what is printed on a page onto the paper, upright or on its side, whichever leaves it larger.
 *
 * True size is kept where possible: carriers choose the width of bars for label printers. Only a picture,
 * whose true size is not known, is enlarged. `textTurn` makes the text upright; it chooses between two turns
 * that fit equally.
 */
export function fitLabel(
  page: Size,
  ink: Area,
  paper: Size,
  { mayGrow = false, textTurn = 0 }: { mayGrow?: boolean; textTurn?: number } = {},
): Fit {
  const maxScale = mayGrow ? Number.POSITIVE_INFINITY : 1
  const isSideways =
    Math.min(fillScale(onItsSide(ink), paper), maxScale) > Math.min(fillScale(ink, paper), maxScale) * 1.02
  const turn = isSideways ? (textTurn === 270 ? 270 : 90) : textTurn === 180 ? 180 : 0
  const size = isSideways ? onItsSide(page) : page
  const box = turned(page, ink, turn)
  const [across, down] = [size.width / paper.width, size.height / paper.height]
  const isPaper = mayGrow
    ? Math.abs(across / down - 1) <= ALIKE_SHAPE
    : Math.abs(across - 1) <= ALIKE && Math.abs(down - 1) <= ALIKE
  const wanted = isPaper && mayGrow ? 1 / Math.max(across, down) : maxScale
  const scale = Math.min(fillScale(box, paper), wanted)
  // A page like the paper stays in place; a label cut out of a larger one goes to the top, where it
  // leaves free space below.
  const x = (paper.width - (isPaper ? size.width : 2 * box.x + box.width) * scale) / 2
  const y = isPaper ? (paper.height - size.height * scale) / 2 : PAPER_MARGIN - box.y * scale
  const inside = (at: number, start: number, length: number, room: number) =>
    Math.min(Math.max(at, PAPER_MARGIN - start * scale), room - PAPER_MARGIN - (start + length) * scale)
  return {
    turn,
    scale,
    x: inside(x, box.x, box.width, paper.width),
    y: inside(y, box.y, box.height, paper.height),
  }
}

/** Letter, legal, A4 and A5: the pages of office printers, on which a label takes only a part. */
const officePages: readonly Size[] = [
  { width: 215.9, height: 279.4 },
  { width: 215.9, height: 355.6 },
  { width: 210, height: 297 },
  { width: 148, height: 210 },
]

export function isOfficePage({ width, height }: Size): boolean {
  const [short, long] = [Math.min(width, height), Math.max(width, height)]
  return officePages.some((page) => Math.abs(short - page.width) <= 3 && Math.abs(long - page.height) <= 3)
}

/** Whether a label of this size needs no scaling down that would harm its barcodes. */
export const fitsWell = (ink: Size, paper: Size) =>
  Math.max(fillScale(ink, paper), fillScale(onItsSide(ink), paper)) >= GOOD_SCALE

/**
 * The label on a page that also has other content, such as instructions: the part with all barcodes that
 * fits the paper and leaves out as little as possible. White space separates it from the rest.
 */
export function labelPart(grid: InkGrid, codes: readonly Area[], paper: Size): Area | undefined {
  if (codes.length === 0) return undefined
  const count = inkCounter(grid)
  const { columns, rows } = grid
  const columnRuns = (top: number, bottom: number) =>
    runsOf(columns, (column) => count(column, top, column + 1, bottom) > 0)
  const rowRuns = (left: number, right: number) => runsOf(rows, (row) => count(left, row, right, row + 1) > 0)
  let best: Area | undefined
  let bestInk = 0
  const consider = (left: number, top: number, right: number, bottom: number) => {
    const ink = count(left, top, right, bottom)
    const area = { x: left, y: top, width: right - left, height: bottom - top }
    if (ink <= bestInk || !fitsWell(area, paper) || !codes.every((code) => isWithin(code, area))) return
    bestInk = ink
    best = area
  }
  // Cut along rows and then along columns, and the other way round.
  for (const [top, bottom] of spansOf(rowRuns(0, columns)))
    for (const [left, right] of spansOf(columnRuns(top, bottom))) consider(left, top, right, bottom)
  for (const [first, last] of spansOf(columnRuns(0, rows)))
    for (const [top, bottom] of spansOf(rowRuns(first, last))) {
      const inner = columnRuns(top, bottom).filter(({ from }) => from >= first && from < last)
      consider(inner[0]?.from ?? first, top, inner.at(-1)?.to ?? last, bottom)
    }
  return best
}

/** A barcode’s position is exact to a millimetre. */
const isWithin = (inner: Area, outer: Area) =>
  inner.x >= outer.x - 1 &&
  inner.y >= outer.y - 1 &&
  inner.x + inner.width <= outer.x + outer.width + 1 &&
  inner.y + inner.height <= outer.y + outer.height + 1

type Run = { from: number; to: number }

/** The printed stretches of a line; narrow gaps do not separate them. */
function runsOf(length: number, isPrinted: (at: number) => boolean): Run[] {
  const runs: Run[] = []
  for (let at = 0; at < length; at++) {
    if (!isPrinted(at)) continue
    const last = runs.at(-1)
    if (last && at - last.to < GAP) last.to = at + 1
    else runs.push({ from: at, to: at + 1 })
  }
  return runs
}

/** Every stretch from the start of a run to the end of the same or a later one. */
const spansOf = (runs: readonly Run[]) =>
  runs.flatMap(({ from }, first) => runs.slice(first).map(({ to }) => [from, to] as const))
