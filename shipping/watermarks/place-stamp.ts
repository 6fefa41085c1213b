import { PAPER_MARGIN } from '../../platform/printing/fit-label.ts'
import { type InkGrid, inkCounter } from '../../platform/printing/ink-grid.ts'
import { markArea } from '../../platform/printing/label-space.ts'
import type { Area } from '../../platform/printing/labels.ts'

/** Below this size a printed text cannot be read on a thermal label. */
export const MIN_STAMP_PT = 5

/** Below this size a carrier's barcode may not scan. */
export const MIN_LABEL_SCALE = 0.75

const LABEL_STEP = 0.05
const TEXT_STEP = 0.1

/** Text that is stamped in one piece: where the template wants it, and how far it may be scaled down. */
export type StampBlock = Area & { minScale: number }

/** Where a block goes, and its size in relation to the wanted one. */
type BlockPlace = { x: number; y: number; scale: number }

/**
 * Where everything goes: `choice` is the arrangement that found room, `places` its blocks. The label is at the
 * top centre of the page, scaled down if `labelScale` is not 1.
 */
export type StampPlan = { labelScale: number; choice: number; places: BlockPlace[] }

/**
 * Finds a place for every block where it covers nothing: the wanted one, or the nearest free one, or with
 * smaller text, or below a label that is scaled down to make room. Undefined if even that is not enough.
 *
 * The arrangements are tried in turn before the label is scaled down: text in one piece, then line by line.
 * `maxLabelScale` is how large the label may be, if the template scales it down anyway.
 */
export function placeStamp(
  taken: InkGrid,
  arrangements: readonly (readonly StampBlock[])[],
  maxLabelScale = 1,
): StampPlan | undefined {
  for (const labelScale of labelScales(maxLabelScale)) {
    const grid = scaledDown(taken, labelScale)
    for (const [choice, blocks] of arrangements.entries()) {
      const places = placeBlocks(grid, blocks)
      if (places) return { labelScale, choice, places }
    }
  }
  return undefined
}

function labelScales(max: number): number[] {
  const steps = Math.max(Math.floor((max - MIN_LABEL_SCALE) / LABEL_STEP + 1e-9), 0)
  return Array.from({ length: steps + 1 }, (_, step) => max - step * LABEL_STEP)
}

/** The cells that are taken when the label is scaled down at the top centre of its page. */
function scaledDown(grid: InkGrid, scale: number): InkGrid {
  const { columns, rows } = grid
  if (scale === 1) return grid
  const scaled = { columns, rows, cells: new Uint8Array(columns * rows) }
  const left = (columns * (1 - scale)) / 2
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      if (grid.cells[row * columns + column])
        markArea(scaled, { x: left + column * scale, y: row * scale, width: scale, height: scale })
  return scaled
}

/** Blocks whose wanted place is free stay there; the others share one size, as large as possible. */
function placeBlocks(label: InkGrid, blocks: readonly StampBlock[]): BlockPlace[] | undefined {
  const grid = { ...label, cells: label.cells.slice() }
  const wanted = blocks.map((block): BlockPlace | undefined => {
    if (!isFree(grid, block)) return undefined
    markArea(grid, block)
    return { x: block.x, y: block.y, scale: 1 }
  })
  const smallest = Math.min(...blocks.map(({ minScale }) => minScale))
  for (let scale = 1; ; scale = Math.max(scale - TEXT_STEP, smallest)) {
    const places = placeOthers(grid, blocks, wanted, scale)
    if (places || scale <= smallest) return places
  }
}

function placeOthers(
  grid: InkGrid,
  blocks: readonly StampBlock[],
  wanted: readonly (BlockPlace | undefined)[],
  scale: number,
): BlockPlace[] | undefined {
  const room = { ...grid, cells: grid.cells.slice() }
  const places: BlockPlace[] = []
  for (const [at, block] of blocks.entries()) {
    const place = wanted[at] ?? nearestPlace(room, block, scale)
    if (!place) return undefined
    places.push(place)
  }
  return places
}

function isFree({ columns, rows, cells }: InkGrid, { x, y, width, height }: Area): boolean {
  const [left, top, right, bottom] = [
    Math.floor(x),
    Math.floor(y),
    Math.ceil(x + width),
    Math.ceil(y + height),
  ]
  if (left < 0 || top < 0 || x + width > columns || y + height > rows) return false
  for (let row = top; row < bottom; row++)
    for (let column = left; column < right; column++) if (cells[row * columns + column]) return false
  return true
}

/** The free place nearest to the wanted one, inside the paper's margins. It is taken afterwards. */
function nearestPlace(grid: InkGrid, block: StampBlock, sharedScale: number): BlockPlace | undefined {
  const scale = Math.max(sharedScale, block.minScale)
  const [width, height] = [Math.ceil(block.width * scale), Math.ceil(block.height * scale)]
  const edge = Math.ceil(PAPER_MARGIN)
  const count = inkCounter(grid)
  let best: BlockPlace | undefined
  let nearest = Number.POSITIVE_INFINITY
  for (let y = edge; y + height <= grid.rows - edge; y++)
    for (let x = edge; x + width <= grid.columns - edge; x++) {
      const distance = (x - block.x) ** 2 + (y - block.y) ** 2
      if (distance >= nearest || count(x, y, x + width, y + height) > 0) continue
      nearest = distance
      best = { x, y, scale }
    }
  if (best) markArea(grid, { x: best.x, y: best.y, width, height })
  return best
}
