import { grouped } from '../../../platform/lists/columns.ts'
import type { Size } from '../../../platform/printing/labels.ts'
import { inKnownLetters, MAX_LOGO, type Paper } from '../../../platform/printing/server/paper.ts'
import { type Language, say } from '../../../platform/text/text.ts'
import { rowsOf, type Statement, type StatementRow, sumsOf, titleOf } from '../statement.ts'
import { billText } from '../text.ts'

/** A4. */
export const SHEET: Size = { width: 210, height: 297 }
export const SHEET_DPI = 600
const EDGE = 15
const ROW = 6
const TEXT = 9
const LATER_TOP = 28
const FOOT = 14
const RIGHT = SHEET.width - EDGE
/** Where the columns start: document, date, fee type, fee number; the amount ends at the right edge. */
const columns = [EDGE, EDGE + 52, EDGE + 78, EDGE + 128] as const
const AMOUNT = 30

const roomFrom = (top: number) => Math.floor((SHEET.height - top - FOOT - EDGE) / ROW)

/** How the rows are split into pages. A title never ends a page, and a page after the first repeats the head. */
function pagesOf(rows: readonly StatementRow[], firstTop: number): StatementRow[][] {
  const [head, ...rest] = rows
  if (!head) return [[]]
  const pages: StatementRow[][] = [[head]]
  for (const [i, row] of rest.entries()) {
    const page = pages.at(-1) ?? []
    const room = roomFrom(pages.length === 1 ? firstTop : LATER_TOP)
    const needed = row.kind === 'title' && i < rest.length - 1 ? 2 : 1
    if (page.length + needed > room) pages.push([head, row])
    else page.push(row)
  }
  return pages
}

/** The bill or statement of one customer, with its pages numbered. */
export function drawStatement(paper: Paper, of: Statement, language: Language, logo?: Buffer) {
  const sums = sumsOf(of, language)
  const parties = Math.max(of.company.length, of.customer.length)
  const partiesTop = EDGE + Math.max(MAX_LOGO.height, 22) + 4
  const sumsTop = partiesTop + (parties + 1) * 5 + 4
  const firstTop = sumsTop + sums.length * ROW + 6
  const pages = pagesOf(rowsOf(of, language), firstTop)
  for (const [i, rows] of pages.entries()) {
    paper.turn()
    if (i === 0) drawHead(paper, of, language, { partiesTop, sumsTop, sums }, logo)
    else write(paper, `${titleOf(of, language)} ${of.billNo}`, EDGE, EDGE, 11, RIGHT - EDGE)
    const top = i === 0 ? firstTop : LATER_TOP
    for (const [place, row] of rows.entries()) drawRow(paper, row, top + place * ROW)
    const page = say(billText.page, language, { page: i + 1, pages: pages.length })
    paper.line(page, { x: RIGHT - paper.widthOf(page, 8), y: SHEET.height - EDGE }, 8)
    paper.line(of.billNo, { x: EDGE, y: SHEET.height - EDGE }, 8)
  }
}

type Places = { partiesTop: number; sumsTop: number; sums: [string, string][] }

function drawHead(paper: Paper, of: Statement, language: Language, at: Places, logo: Buffer | undefined) {
  if (logo) paper.logo(logo, { x: EDGE, y: EDGE })
  const left = EDGE + (logo ? MAX_LOGO.width + 4 : 0)
  write(paper, titleOf(of, language), left, EDGE, 20, RIGHT - left)
  const facts = [
    `${billText.billNo[language]}: ${of.billNo}`,
    `${billText.period[language]}: ${of.periodFrom} – ${of.periodTo}`,
    `${billText.currency[language]}: ${of.currency}${of.issuedOn ? `    ${billText.issuedAt[language]}: ${of.issuedOn}` : ''}`,
  ]
  for (const [i, fact] of facts.entries()) write(paper, fact, left, EDGE + 9 + i * 4.6, TEXT, RIGHT - left)
  const half = (RIGHT - EDGE) / 2
  for (const [column, [title, lines]] of (
    [
      [billText.from, of.company],
      [billText.to, of.customer],
    ] as const
  ).entries()) {
    const x = EDGE + column * half
    write(paper, title[language], x, at.partiesTop, 8, half - 4)
    for (const [i, line] of lines.entries()) write(paper, line, x, at.partiesTop + (i + 1) * 5, 10, half - 4)
  }
  for (const [i, [title, amount]] of at.sums.entries()) {
    const y = at.sumsTop + i * ROW
    paper.rule({ x: EDGE, y }, { x: RIGHT, y }, 0.15)
    write(paper, title, EDGE, y + 0.8, 10, half)
    writeAmount(paper, amount, y + 0.8, 10)
  }
  const end = at.sumsTop + at.sums.length * ROW
  paper.rule({ x: EDGE, y: end }, { x: RIGHT, y: end }, 0.3)
}

function drawRow(paper: Paper, { kind, cells, amount }: StatementRow, y: number) {
  const at = y + 0.9
  if (kind === 'head') {
    const last = cells[4] ?? ''
    for (const [i, x] of columns.entries()) write(paper, cells[i] ?? '', x, at, 8, widthAt(i))
    paper.line(last, { x: RIGHT - paper.widthOf(last, 8), y: at }, 8)
    paper.rule({ x: EDGE, y: y + ROW }, { x: RIGHT, y: y + ROW }, 0.3)
    return
  }
  if (kind === 'line')
    for (const [i, x] of columns.entries()) write(paper, cells[i] ?? '', x, at, TEXT, widthAt(i))
  else {
    const size = kind === 'title' ? 10 : TEXT
    write(
      paper,
      cells[0] ?? '',
      kind === 'sum' ? columns[2] : EDGE,
      at,
      size,
      kind === 'sum' ? 60 : RIGHT - EDGE,
    )
  }
  if (amount !== undefined) writeAmount(paper, amount, at, TEXT)
  paper.rule({ x: EDGE, y: y + ROW }, { x: RIGHT, y: y + ROW }, kind === 'sum' ? 0.3 : 0.1)
}

const widthAt = (column: number) => (columns[column + 1] ?? RIGHT - AMOUNT) - (columns[column] ?? 0) - 2

function writeAmount(paper: Paper, amount: string, y: number, size: number) {
  const words = grouped(amount)
  paper.line(words, { x: RIGHT - paper.widthOf(words, size), y }, size)
}

/** Words in one line, cut to a width. */
function write(paper: Paper, words: string, x: number, y: number, size: number, width: number) {
  const known = inKnownLetters(words)
  const signs = [...known]
  while (signs.length > 0 && paper.widthOf(`${signs.join('')}…`, size) > width) signs.pop()
  paper.line(paper.widthOf(known, size) <= width ? known : `${signs.join('')}…`, { x, y }, size)
}
