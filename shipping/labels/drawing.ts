import { type FittedText, fitOrCut, type Measure } from '../../platform/printing/fit-text.ts'
import { markArea, type PageSpace, packInk } from '../../platform/printing/label-space.ts'
import { type Area, rowHeight, type Size } from '../../platform/printing/labels.ts'
import type { Text } from '../../platform/text/text.ts'

/** A page as data: every position is known before anything is drawn. */
export type Drawing = {
  texts: { words: string; x: number; y: number; fontPt: number }[]
  rules: { x: number; y: number; width: number }[]
  codes: { text: string; area: Area }[]
  logo: Area | null
}

/** Who sends or receives, row by row. */
type Party = { name: string; rows: readonly string[] }

/** What a label says about its package. */
export type PackageFacts = {
  sender: Party
  recipient: Party
  channelName: string
  orderNo: string
  referenceNo: string
  packageNo: number
  packageCount: number
  /** With its unit; null where it is unknown. */
  weight: string | null
  /** From the second time on, which print it is. */
  mark: string | null
  hasLogo: boolean
}

export const MARGIN = 4

/** In both languages: drivers and recipients read one of them. */
export const both = ({ zh_CN, en_US }: Text) => `${zh_CN} ${en_US}`

/** Rows from the upper left corner of an area, each ending at its right edge with `isRight`. */
export const textIn = (
  { rows, fontPt }: FittedText,
  { x, y, width }: Area,
  measure: Measure,
  isRight = false,
): Drawing['texts'] =>
  rows.map((words, row) => ({
    words,
    x: isRight ? x + width - measure(words, fontPt) : x,
    y: y + row * rowHeight(fontPt),
    fontPt,
  }))

/** Text that may be cut, as large as its area allows. */
export const cutIn = (
  words: readonly string[],
  area: Area,
  sizes: { max: number; min: number },
  measure: Measure,
  isRight = false,
) => textIn(fitOrCut(words, area, sizes, measure), area, measure, isRight)

/** The same in the middle of its area. */
export const centredIn = (
  words: readonly string[],
  area: Area,
  sizes: { max: number; min: number },
  measure: Measure,
) =>
  cutIn(words, area, sizes, measure).map((text) => ({
    ...text,
    x: area.x + (area.width - measure(text.words, text.fontPt)) / 2,
  }))

/** No text is stamped closer to another than this. */
const CLEARANCE = 1

/** Where a page is printed, so that a stamp covers nothing of it. */
export function spaceOf({ texts, rules, codes, logo }: Drawing, page: Size, measure: Measure): PageSpace {
  const [columns, rows] = [Math.ceil(page.width), Math.ceil(page.height)]
  const grid = { columns, rows, cells: new Uint8Array(columns * rows) }
  const areas: Area[] = [
    ...texts.map(({ words, x, y, fontPt }) => ({
      x,
      y,
      width: measure(words, fontPt),
      height: rowHeight(fontPt),
    })),
    ...rules.map((rule) => ({ ...rule, height: 0 })),
    ...(logo ? [logo] : []),
  ]
  for (const { x, y, width, height } of areas)
    markArea(grid, {
      x: x - CLEARANCE,
      y: y - CLEARANCE,
      width: width + 2 * CLEARANCE,
      height: height + 2 * CLEARANCE,
    })
  return { ...page, ink: packInk(grid), codes: codes.map(({ area }) => area) }
}

/** Which print of a label it is, from the second on. */
export const markOf = (copyNo: number): string | null => (copyNo > 1 ? `R${copyNo}` : null)
