import type { Area, Grid } from './freight-grid.ts'
import type { PastePlace } from './freight-paste.ts'

/** A place that can be typed into. Row -1 has the codes of the zones; the first two columns have the weights. */
export type Spot = { row: number; column: number }
export const HEAD_ROW = -1
export const FIRST_ZONE = 2

/** From where a selection starts to where it was extended. */
export type Selection = { anchor: Spot; end: Spot }

export const startSpot: Spot = { row: 0, column: FIRST_ZONE }
export const selectOnly = (spot: Spot): Selection => ({ anchor: spot, end: spot })

const between = (value: number, low: number, high: number) => Math.max(low, Math.min(value, high))

/** The place inside the table that is nearest, also after rows or columns were deleted. */
export function inside({ row, column }: Spot, { zones, tiers }: Grid): Spot {
  const isHead = row === HEAD_ROW
  return {
    row: isHead ? HEAD_ROW : between(row, 0, Math.max(0, tiers.length - 1)),
    column: between(column, isHead ? FIRST_ZONE : 0, FIRST_ZONE + Math.max(0, zones.length - 1)),
  }
}

const steps: Record<string, Spot> = {
  ArrowUp: { row: -1, column: 0 },
  ArrowDown: { row: 1, column: 0 },
  ArrowLeft: { row: 0, column: -1 },
  ArrowRight: { row: 0, column: 1 },
}

/** Where an arrow key leads; undefined for another key. */
export function movedBy(key: string, { row, column }: Spot, grid: Grid): Spot | undefined {
  const step = steps[key]
  if (!step) return undefined
  // There is no code above the weights.
  if (row === 0 && step.row < 0 && column < FIRST_ZONE) return { row, column }
  return inside({ row: Math.max(HEAD_ROW, row + step.row), column: column + step.column }, grid)
}

/** Where Tab leads: along the row and then to the next one; undefined at the end of the table, which it leaves. */
export function tabbedFrom({ row, column }: Spot, isBack: boolean, { zones, tiers }: Grid): Spot | undefined {
  const last = FIRST_ZONE + zones.length - 1
  const start = (of: number) => (of === HEAD_ROW ? FIRST_ZONE : 0)
  if (isBack) {
    if (column > start(row)) return { row, column: column - 1 }
    return row === HEAD_ROW ? undefined : { row: row - 1, column: last }
  }
  if (column < last) return { row, column: column + 1 }
  return row === tiers.length - 1 ? undefined : { row: row + 1, column: start(row + 1) }
}

/** The selected prices; undefined where only weights or codes are selected. */
export function areaOf({ anchor, end }: Selection, grid: Grid): Area | undefined {
  const [a, b] = [inside(anchor, grid), inside(end, grid)]
  const area = {
    top: Math.max(0, Math.min(a.row, b.row)),
    bottom: Math.max(a.row, b.row),
    left: Math.max(0, Math.min(a.column, b.column) - FIRST_ZONE),
    right: Math.max(a.column, b.column) - FIRST_ZONE,
  }
  const isThere = grid.tiers.length > 0 && grid.zones.length > 0
  return isThere && area.bottom >= area.top && area.right >= area.left ? area : undefined
}

export const countOf = ({ top, bottom, left, right }: Area) => (bottom - top + 1) * (right - left + 1)

export const selectionOf = ({ top, bottom, left, right }: Area): Selection => ({
  anchor: { row: top, column: left + FIRST_ZONE },
  end: { row: bottom, column: right + FIRST_ZONE },
})

/** Where a block that is pasted at a place starts. */
export const pastePlace = ({ row, column }: Spot): PastePlace => ({
  tier: Math.max(0, row),
  column: column === 0 ? 'from' : column === 1 ? 'to' : column - FIRST_ZONE,
})
