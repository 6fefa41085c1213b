import type { Area, Size } from '../../platform/printing/labels.ts'
import { MAX_LOGO, type Paper } from '../../platform/printing/server/paper.ts'
import { type Language, say, type Text } from '../../platform/text/text.ts'
import { receivingText } from '../text.ts'

export type SheetLine = {
  boxNo: string | null
  sku: string
  nameZh: string | null
  nameEn: string | null
  /** The barcode printed on the goods; undefined where they have none. */
  barcode: string | null
  expected: number
  expiryDate: string | null
  lot: string | null
}

export type Sheet = {
  inboundNo: string
  customer: string
  /** The rest of the header, each with its label. */
  facts: readonly { title: Text; value: string }[]
  boxes: number
  lines: readonly SheetLine[]
}

/** A4 landscape, for a clipboard: there is room to write. */
export const SHEET: Size = { width: 297, height: 210 }
export const SHEET_DPI = 600
const EDGE = 10
const WIDE = SHEET.width - 2 * EDGE
const ROW = 14
const HEADS = 7
const FIRST_TOP = 52
const LATER_TOP = 22
const FOOT = 14

/** From left to right; the last five are left empty to be filled in. */
const columns = [
  { title: receivingText.boxNo, width: 30 },
  { title: receivingText.sku, width: 38 },
  { title: receivingText.name, width: 50 },
  { title: receivingText.barcode, width: 50 },
  { title: receivingText.expected, width: 19 },
  { title: receivingText.countedGood, width: 17 },
  { title: receivingText.damaged, width: 17 },
  { title: receivingText.expiry, width: 18 },
  { title: receivingText.lot, width: 20 },
  { title: receivingText.bin, width: 18 },
] as const

const roomFrom = (top: number) => Math.floor((SHEET.height - top - HEADS - FOOT - EDGE) / ROW)

/** How the lines are split into pages; the first has the header and so less room. */
function pagesOf(lines: readonly SheetLine[]): (readonly SheetLine[])[] {
  const pages = [lines.slice(0, roomFrom(FIRST_TOP))]
  for (let at = roomFrom(FIRST_TOP); at < lines.length; at += roomFrom(LATER_TOP))
    pages.push(lines.slice(at, at + roomFrom(LATER_TOP)))
  return pages
}

/** The receiving sheet for the dock: what is expected, what to scan, and room for the result. */
export function drawSheet(paper: Paper, sheet: Sheet, language: Language, logo?: Buffer) {
  const pages = pagesOf(sheet.lines)
  for (const [i, lines] of pages.entries()) {
    paper.turn()
    if (i === 0) drawHead(paper, sheet, language, logo)
    else paper.line(`${sheet.inboundNo} · ${sheet.customer}`, { x: EDGE, y: EDGE }, 13)
    const end = drawTable(paper, lines, i === 0 ? FIRST_TOP : LATER_TOP, language)
    const foot = { y: SHEET.height - EDGE - 5 }
    const page = say(receivingText.sheetPage, language, { page: i + 1, pages: pages.length })
    paper.line(page, { ...foot, x: SHEET.width - EDGE - paper.widthOf(page, 9) }, 9)
    paper.line(receivingText.signature[language], { ...foot, x: EDGE }, 10)
    if (i < pages.length - 1) continue
    const skus = new Set(sheet.lines.map(({ sku }) => sku)).size
    const pieces = sheet.lines.reduce((sum, { expected }) => sum + expected, 0)
    const total = say(receivingText.sheetTotal, language, { boxes: sheet.boxes, skus, pieces })
    paper.line(total, { x: EDGE, y: end + 2 }, 10)
  }
}

const BARS = 78

function drawHead(
  paper: Paper,
  { inboundNo, customer, facts }: Sheet,
  language: Language,
  logo: Buffer | undefined,
) {
  if (logo) paper.logo(logo, { x: EDGE, y: EDGE })
  const left = EDGE + (logo ? MAX_LOGO.width + 4 : 0)
  const right = { x: SHEET.width - EDGE - BARS, width: BARS }
  paper.barcode(inboundNo, { ...right, y: EDGE, height: 18 })
  paper.text(inboundNo, { ...right, y: EDGE + 18, height: 7 }, { max: 14 })
  paper.line(receivingText.sheetTitle[language], { x: left, y: EDGE }, 20)
  paper.line(customer, { x: left, y: EDGE + 11 }, 12)
  const half = (right.x - 8 - left) / 2
  for (const [i, { title, value }] of facts.entries()) {
    const area = { x: left + (i % 2) * half, y: EDGE + 18 + Math.floor(i / 2) * 6, width: half - 4 }
    const [words = ''] = wrapped(paper, `${title[language]}: ${value}`, area.width, 9, 1)
    paper.line(words, area, 9)
  }
}

/** Draws the rows and returns where they end. */
function drawTable(paper: Paper, lines: readonly SheetLine[], top: number, language: Language): number {
  const end = top + HEADS + lines.length * ROW
  let x = EDGE
  for (const { title, width } of columns) {
    paper.text(title[language], { x: x + 1, y: top, width: width - 2, height: HEADS }, { max: 9, min: 5 })
    paper.rule({ x, y: top }, { x, y: end })
    x += width
  }
  paper.rule({ x, y: top }, { x, y: end })
  for (let y = top; y <= end + 0.01; y += y === top ? HEADS : ROW)
    paper.rule({ x: EDGE, y }, { x: EDGE + WIDE, y })
  for (const [i, line] of lines.entries()) drawLine(paper, line, top + HEADS + i * ROW)
  return end
}

function drawLine(paper: Paper, line: SheetLine, y: number) {
  const areas = columns.map(({ width }, i): Area => {
    const before = columns.slice(0, i).reduce((sum, column) => sum + column.width, 0)
    return { x: EDGE + before + 1, y: y + 1, width: width - 2, height: ROW - 2 }
  })
  const put = (place: number, words: readonly string[], size: number) => {
    const area = areas[place]
    for (const [i, part] of words.entries())
      if (area) paper.line(part, { x: area.x, y: area.y + i * (area.height / 3) }, size)
  }
  const wrap = (place: number, words: string, size: number, max: number) =>
    wrapped(paper, words, areas[place]?.width ?? 0, size, max)
  put(0, wrap(0, line.boxNo ?? '', 9, 3), 9)
  put(1, wrap(1, line.sku, 10, 3), 10)
  const [first = '', second] = [line.nameZh, line.nameEn].filter((name) => name !== null)
  const upper = wrap(2, first, 8, second ? 2 : 3)
  put(2, second ? [...upper, ...wrap(2, second, 8, 3 - upper.length)] : upper, 8)
  const bars = areas[3]
  if (line.barcode && bars) {
    paper.barcode(line.barcode, { ...bars, height: bars.height - 3.5 })
    paper.text(line.barcode, { ...bars, y: bars.y + bars.height - 3.5, height: 3.5 }, { max: 7, min: 4 })
  }
  if (areas[4]) paper.text(String(line.expected), areas[4], { max: 13 })
  if (areas[7] && line.expiryDate) paper.text(line.expiryDate, areas[7], { max: 9, min: 5 })
  put(8, wrap(8, line.lot ?? '', 8, 3), 8)
}

/** Breaks text into lines that fit: between words, anywhere in Chinese, and otherwise within a word. */
function wrapped(paper: Paper, words: string, width: number, size: number, max: number): string[] {
  const pieces = words.split(/(?<=[\s-])|(?=[⺀-￯])/u)
  const lines: string[] = []
  let line = ''
  const fits = (text: string) => paper.widthOf(text.trimEnd(), size) <= width
  for (const piece of pieces.flatMap((piece) => (fits(piece) ? [piece] : [...piece]))) {
    if (line !== '' && !fits(line + piece)) {
      lines.push(line.trimEnd())
      line = ''
    }
    line += piece
  }
  lines.push(line.trimEnd())
  if (lines.length <= max) return lines
  const last = [...(lines[max - 1] ?? '')]
  while (last.length > 0 && !fits(`${last.join('')}…`)) last.pop()
  return [...lines.slice(0, max - 1), `${last.join('')}…`]
}
