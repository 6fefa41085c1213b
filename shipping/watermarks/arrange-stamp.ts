import type { InkGrid } from '../../platform/printing/ink-grid.ts'
import { type Area, rowHeight, type Size } from '../../platform/printing/labels.ts'
import type { Language } from '../../platform/text/text.ts'
import { MIN_STAMP_PT, placeStamp, type StampBlock } from './place-stamp.ts'
import { layOut, type Measure, type ParcelFacts, type StampItem, type StampRow } from './watermark.ts'

/** Rows of text that belong together, with the area they take. */
type StampText = { area: Area; rows: StampRow[] }

/** What the template's items say about a parcel, and whether something had to be left out. */
export function stampTexts(
  items: readonly StampItem[],
  facts: ParcelFacts,
  language: Language,
  measure: Measure,
): { texts: StampText[]; isCut: boolean } {
  const written = items.map((item) => layOut([item], facts, language, measure))
  return {
    texts: written.flatMap(({ rows }) => (rows.length > 0 ? [textOf(rows, measure)] : [])),
    isCut: written.some(({ isCut }) => isCut),
  }
}

const MARK_PT = 10
const MARK_EDGE = 3

/** The mark of a reprint, in the upper right corner. */
export function markText(words: string, page: Size, measure: Measure): StampText {
  const x = page.width - MARK_EDGE - measure(words, MARK_PT)
  return textOf([{ words, x, y: MARK_EDGE, fontPt: MARK_PT }], measure)
}

function textOf(rows: StampRow[], measure: Measure): StampText {
  const x = Math.min(...rows.map((row) => row.x))
  const y = Math.min(...rows.map((row) => row.y))
  const right = Math.max(...rows.map((row) => row.x + measure(row.words, row.fontPt)))
  const bottom = Math.max(...rows.map((row) => row.y + rowHeight(row.fontPt)))
  return { area: { x, y, width: right - x, height: bottom - y }, rows }
}

/** Items closer than this are moved together. */
const TOGETHER = 1.5

const areNear = (a: Area, b: Area) =>
  a.x < b.x + b.width + TOGETHER &&
  b.x < a.x + a.width + TOGETHER &&
  a.y < b.y + b.height + TOGETHER &&
  b.y < a.y + a.height + TOGETHER

/** Texts that are close to each other as one. */
function joined(texts: readonly StampText[]): StampText[] {
  const groups: StampText[] = []
  for (const text of texts) {
    let group = text
    for (let near = findNear(groups, group); near; near = findNear(groups, group)) {
      groups.splice(groups.indexOf(near), 1)
      group = { area: around(near.area, group.area), rows: [...near.rows, ...group.rows] }
    }
    groups.push(group)
  }
  return groups
}

const findNear = (groups: readonly StampText[], { area }: StampText) =>
  groups.find((other) => areNear(other.area, area))

function around(a: Area, b: Area): Area {
  const [x, y] = [Math.min(a.x, b.x), Math.min(a.y, b.y)]
  const [right, bottom] = [Math.max(a.x + a.width, b.x + b.width), Math.max(a.y + a.height, b.y + b.height)]
  return { x, y, width: right - x, height: bottom - y }
}

const blockOf = ({ area, rows }: StampText): StampBlock => ({
  ...area,
  minScale: Math.min(1, MIN_STAMP_PT / Math.min(...rows.map(({ fontPt }) => fontPt))),
})

/** The rows of a stamp where the label has room for them; undefined if it has none. */
export function arrangeStamp(
  taken: InkGrid,
  texts: readonly StampText[],
  maxLabelScale: number,
): { labelScale: number; rows: StampRow[] } | undefined {
  const arrangements = [joined(texts), texts]
  const plan = placeStamp(
    taken,
    arrangements.map((blocks) => blocks.map(blockOf)),
    maxLabelScale,
  )
  if (!plan) return undefined
  const rows = plan.places.flatMap(({ x, y, scale }, at) => {
    const text = arrangements[plan.choice]?.[at]
    return (text?.rows ?? []).map((row) => ({
      words: row.words,
      x: x + (row.x - (text?.area.x ?? 0)) * scale,
      y: y + (row.y - (text?.area.y ?? 0)) * scale,
      fontPt: row.fontPt * scale,
    }))
  })
  return { labelScale: plan.labelScale, rows }
}
