import { columnText } from '../../../platform/lists/column-text.ts'
import type { Size } from '../../../platform/printing/labels.ts'
import { MAX_LOGO, type Paper } from '../../../platform/printing/server/paper.ts'
import { type Language, say } from '../../../platform/text/text.ts'
import { handoverText, outboundText } from '../text.ts'

type HandoverLine = {
  trackingNo: string | null
  orderNo: string
  channelCode: string
  weight: string | null
}

export type Handover = {
  batchNo: string
  warehouse: string
  carrier: string
  truckNo: string | null
  /** In the warehouse's time zone. */
  time: string
  orderCount: number
  weight: string | null
  packages: readonly HandoverLine[]
}

/** A4, for a clipboard. */
export const SHEET: Size = { width: 210, height: 297 }
export const SHEET_DPI = 600
const EDGE = 10
const ROW = 6
const FIRST_TOP = 64
const LATER_TOP = 22
/** Room for the signatures on the last page. */
const FOOT = 34
const GAP = 4
const BLOCK = (SHEET.width - 2 * EDGE - GAP) / 2
const BARS = 78

const columns = [
  { title: handoverText.place, width: 9 },
  { title: columnText.trackingNo, width: 42 },
  { title: columnText.orderNo, width: 28 },
  { title: outboundText.weight, width: BLOCK - 79 },
] as const

/** Rows in one of the two blocks of a page. */
const roomFrom = (top: number) => Math.floor((SHEET.height - top - ROW - FOOT - EDGE) / ROW)

/** How the packages are split into pages; the first has the header and so less room. */
function pagesOf<T>(packages: readonly T[]): (readonly T[])[] {
  const first = 2 * roomFrom(FIRST_TOP)
  const later = 2 * roomFrom(LATER_TOP)
  const pages = [packages.slice(0, first)]
  for (let at = first; at < packages.length; at += later) pages.push(packages.slice(at, at + later))
  return pages
}

/** How many packages of each channel, in the order of the list. */
const channelsIn = (packages: readonly HandoverLine[]) =>
  [...Map.groupBy(packages, ({ channelCode }) => channelCode)]
    .map(([code, all]) => `${code} × ${all.length}`)
    .join(', ')

/** The sheet a driver signs: which packages, how many, when, and the two signatures. */
export function drawHandover(paper: Paper, sheet: Handover, language: Language, logo?: Buffer) {
  const numbered = sheet.packages.map((item, i) => ({ ...item, place: i + 1 }))
  const pages = pagesOf(numbered)
  for (const [i, packages] of pages.entries()) {
    paper.turn()
    const top = i === 0 ? FIRST_TOP : LATER_TOP
    if (i === 0) drawHead(paper, sheet, language, logo)
    else paper.line(`${handoverText.title[language]} ${sheet.batchNo}`, { x: EDGE, y: EDGE }, 12)
    const room = roomFrom(top)
    drawBlock(paper, packages.slice(0, room), { x: EDGE, y: top }, language)
    if (packages.length > room)
      drawBlock(paper, packages.slice(room), { x: EDGE + BLOCK + GAP, y: top }, language)
    const page = say(handoverText.page, language, { page: i + 1, pages: pages.length })
    paper.line(page, { x: SHEET.width - EDGE - paper.widthOf(page, 9), y: SHEET.height - EDGE - 4 }, 9)
  }
  drawFoot(paper, sheet, language)
}

function drawHead(paper: Paper, sheet: Handover, language: Language, logo: Buffer | undefined) {
  if (logo) paper.logo(logo, { x: EDGE, y: EDGE })
  const left = EDGE + (logo ? MAX_LOGO.width + 4 : 0)
  const right = { x: SHEET.width - EDGE - BARS, width: BARS }
  paper.barcode(sheet.batchNo, { ...right, y: EDGE, height: 15 })
  paper.text(sheet.batchNo, { ...right, y: EDGE + 15, height: 6 }, { max: 12 })
  paper.line(handoverText.title[language], { x: left, y: EDGE }, 20)
  const wide = SHEET.width - 2 * EDGE
  const facts = [
    [handoverText.warehouse, sheet.warehouse],
    [outboundText.carrier, sheet.carrier],
    [outboundText.shippedAt, sheet.time],
    [outboundText.truckNo, sheet.truckNo ?? ''],
    [outboundText.packages, String(sheet.packages.length)],
    [outboundText.weight, sheet.weight ?? ''],
  ] as const
  for (const [i, [title, value]] of facts.entries())
    paper.line(
      fitting(paper, `${title[language]}: ${value}`, wide / 2 - 4, 11),
      { x: EDGE + (i % 2) * (wide / 2), y: EDGE + 25 + Math.floor(i / 2) * 7 },
      11,
    )
  const channels = `${handoverText.channels[language]}: ${channelsIn(sheet.packages)}`
  paper.line(fitting(paper, channels, wide, 11), { x: EDGE, y: EDGE + 46 }, 11)
}

type Place = { x: number; y: number }

/** One of the two tables side by side. */
function drawBlock(
  paper: Paper,
  packages: readonly (HandoverLine & { place: number })[],
  { x: left, y: top }: Place,
  language: Language,
) {
  const rows = [
    columns.map(({ title }) => title[language]),
    ...packages.map(({ place, trackingNo, orderNo, weight }) => [
      String(place),
      trackingNo ?? '',
      orderNo,
      weight ?? '',
    ]),
  ]
  const end = top + rows.length * ROW
  for (let i = 0; i <= rows.length; i++)
    paper.rule({ x: left, y: top + i * ROW }, { x: left + BLOCK, y: top + i * ROW }, 0.15)
  let x = left
  for (const [column, { width }] of columns.entries()) {
    paper.rule({ x, y: top }, { x, y: end }, 0.15)
    for (const [row, cells] of rows.entries()) {
      const area = { x: x + 0.7, y: top + row * ROW, width: width - 1.4, height: ROW }
      paper.text(cells[column] ?? '', area, { max: 9, min: 4 })
    }
    x += width
  }
  paper.rule({ x, y: top }, { x, y: end }, 0.15)
}

/** The totals, and where both sides sign. */
function drawFoot(paper: Paper, { orderCount, packages }: Handover, language: Language) {
  const y = SHEET.height - EDGE - FOOT + 4
  const total = say(handoverText.total, language, { orders: orderCount, packages: packages.length })
  paper.line(total, { x: EDGE, y }, 11)
  const half = (SHEET.width - 2 * EDGE) / 2
  for (const [i, title] of [handoverText.handedOver, handoverText.takenOver].entries()) {
    const x = EDGE + i * half
    for (const [row, words] of [title, handoverText.signedAt].entries()) {
      const line = { x, y: y + 9 + row * 9 }
      const text = words[language]
      paper.line(text, line, 10)
      const from = x + paper.widthOf(text, 10) + 2
      paper.rule({ x: from, y: line.y + 5 }, { x: x + half - 6, y: line.y + 5 })
    }
  }
}

/** Words cut to a width. */
function fitting(paper: Paper, words: string, width: number, size: number): string {
  if (paper.widthOf(words, size) <= width) return words
  const signs = [...words]
  while (signs.length > 0 && paper.widthOf(`${signs.join('')}…`, size) > width) signs.pop()
  return `${signs.join('')}…`
}
