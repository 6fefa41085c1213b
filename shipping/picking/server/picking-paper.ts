import { fitOrCut } from '../../../platform/printing/fit-text.ts'
import { type Area, rowHeight } from '../../../platform/printing/labels.ts'
import type { Paper } from '../../../platform/printing/server/paper.ts'
import { type Language, say } from '../../../platform/text/text.ts'
import { pickingText } from '../text.ts'
import type { TaskRow } from './find.ts'

export type PickingPaper = {
  id: number
  pickingNo: string
  /** Its class in both languages. */
  kind: Readonly<Record<Language, string>>
  /** Whether each order has a basket of its own; with one piece per order there is nothing to keep apart. */
  hasBaskets: boolean
  orderCount: number
  pieceCount: number
  assigneeName: string | null
  tasks: readonly Omit<TaskRow, 'listId' | 'picked'>[]
}

type Task = PickingPaper['tasks'][number]

/** What a row of a paper has: how high it is, and where everything goes. */
type Form = {
  row: number
  head: number
  laterHead: number
  foot: number
  drawHead: (paper: Paper, area: Area, list: PickingPaper, language: Language) => void
  drawTitles?: (paper: Paper, area: Area, language: Language, hasBaskets: boolean) => void
  drawTask: (paper: Paper, area: Area, task: Task, language: Language, hasBaskets: boolean) => void
}

/** Text from the upper left corner, as large as fits. */
function put(paper: Paper, words: string | readonly string[], area: Area, max: number, min = 6) {
  const paragraphs = [words].flat().filter((word) => word !== '')
  const { rows, fontPt } = fitOrCut(paragraphs, area, { max, min }, paper.widthOf)
  for (const [i, row] of rows.entries())
    paper.line(row, { x: area.x, y: area.y + i * rowHeight(fontPt) }, fontPt)
}

const totalOf = ({ orderCount, tasks, pieceCount }: PickingPaper, language: Language) =>
  say(pickingText.paperTotal, language, { orders: orderCount, tasks: tasks.length, pieces: pieceCount })

/** In the reader's language, or in the other one. */
const nameOf = ({ nameZh, nameEn }: Task, language: Language) =>
  (language === 'zh_CN' ? (nameZh ?? nameEn) : (nameEn ?? nameZh)) ?? ''

const basketsOf = ({ baskets }: Task) =>
  baskets.map(({ basketNo, quantity }) => `${basketNo}×${quantity}`).join('  ')

const dated = ({ lot, expiryDate }: Task) => [lot ?? '', expiryDate ?? '']

/** The columns of a wide paper, in millimetres; what baskets do not need goes to the product. */
const columnsOf = (hasBaskets: boolean) => ({
  no: 9,
  bin: 42,
  product: hasBaskets ? 62 : 94,
  lot: 28,
  quantity: 17,
  baskets: hasBaskets ? 32 : 0,
})

/** The areas of a row, from left to right. */
function cellsOf(area: Area, hasBaskets: boolean) {
  let x = area.x
  return Object.fromEntries(
    Object.entries(columnsOf(hasBaskets)).map(([name, width]) => {
      const cell = { x: x + 1, y: area.y + 1, width: width - 2, height: area.height - 2 }
      x += width
      return [name, cell]
    }),
  ) as Record<keyof ReturnType<typeof columnsOf>, Area>
}

/** A4: a table with one line per stop, the bin in large letters, and room to tick it off. */
const wide: Form = {
  row: 13,
  head: 40,
  laterHead: 18,
  foot: 10,
  drawHead(paper, area, list, language) {
    const bars = { x: area.x + area.width - 84, width: 84 }
    paper.code128(list.pickingNo, { ...bars, y: area.y, height: 18 })
    paper.text(list.pickingNo, { ...bars, y: area.y + 18, height: 8 }, { max: 16 })
    const left = { ...area, width: area.width - 88 }
    put(paper, pickingText.paperTitle[language], { ...left, height: 12 }, 22)
    put(paper, list.kind[language], { ...left, y: area.y + 12, height: 7 }, 12)
    const picker = list.assigneeName && `${pickingText.picker[language]}: ${list.assigneeName}`
    put(paper, [totalOf(list, language), picker ?? ''], { ...left, y: area.y + 20, height: 14 }, 11)
  },
  drawTitles(paper, area, language, hasBaskets) {
    const cells = cellsOf(area, hasBaskets)
    const title = (words: string, cell: Area) => put(paper, words, cell, 8, 5)
    title(pickingText.taskNo[language], cells.no)
    title(pickingText.bin[language], cells.bin)
    title(pickingText.product[language], cells.product)
    title(`${pickingText.lot[language]} / ${pickingText.expiry[language]}`, cells.lot)
    title(pickingText.quantity[language], cells.quantity)
    if (hasBaskets) title(pickingText.baskets[language], cells.baskets)
  },
  drawTask(paper, area, task, language, hasBaskets) {
    const cells = cellsOf(area, hasBaskets)
    put(paper, String(task.taskNo), cells.no, 9)
    paper.text(task.locationCode, cells.bin, { max: 20, min: 8 })
    const half = { ...cells.product, height: cells.product.height / 2 }
    put(paper, task.sku, half, 11)
    put(paper, nameOf(task, language), { ...half, y: half.y + half.height }, 8, 6)
    put(paper, dated(task), cells.lot, 9)
    paper.text(String(task.quantity), cells.quantity, { max: 20, min: 8 })
    if (hasBaskets) put(paper, basketsOf(task), cells.baskets, 9, 5)
    for (const x of [area.x, ...Object.values(cells).map((cell) => cell.x + cell.width + 1)])
      paper.rule({ x, y: area.y }, { x, y: area.y + area.height })
  },
}

/** 100 × 150 mm: the bin and the quantity in large letters, the rest below. */
const narrow: Form = {
  row: 15,
  head: 33,
  laterHead: 10,
  foot: 7,
  drawHead(paper, area, list, language) {
    paper.code128(list.pickingNo, { ...area, height: 15 })
    paper.text(list.pickingNo, { ...area, y: area.y + 15, height: 7 }, { max: 15 })
    const words = [list.kind[language], totalOf(list, language), list.assigneeName]
      .filter(Boolean)
      .join(' · ')
    put(paper, words, { ...area, y: area.y + 23, height: 9 }, 10)
  },
  drawTask(paper, area, task, _language, hasBaskets) {
    const number = { ...area, width: 8, y: area.y + 1, height: 5 }
    put(paper, String(task.taskNo), number, 8)
    paper.text(
      task.locationCode,
      { x: area.x + 8, y: area.y, width: area.width - 30, height: 8 },
      { max: 19, min: 8 },
    )
    paper.text(
      `× ${task.quantity}`,
      { x: area.x + area.width - 22, y: area.y, width: 22, height: 8 },
      { max: 19, min: 8 },
    )
    const goods = [task.sku, ...dated(task)].filter(Boolean).join(' · ')
    put(
      paper,
      goods,
      { x: area.x, y: area.y + 8, width: area.width * (hasBaskets ? 0.6 : 1), height: 6 },
      9,
      5,
    )
    if (!hasBaskets) return
    const x = area.x + area.width * 0.62
    put(paper, basketsOf(task), { x, y: area.y + 8, width: area.width * 0.38, height: 6 }, 8, 4)
  },
}

/** Splits the tasks into pages; the first has the header and so less room. */
function pagesOf<T>(tasks: readonly T[], height: number, { row, head, laterHead, foot }: Form): T[][] {
  const room = (top: number) => Math.max(1, Math.floor((height - top - foot) / row))
  const pages = [tasks.slice(0, room(head))]
  for (let at = room(head); at < tasks.length; at += room(laterHead))
    pages.push(tasks.slice(at, at + room(laterHead)))
  return pages
}

/** The height of the line of titles, which belongs to the header. */
const TITLES = 6

/** A picking list on paper, on as many pages as it takes. The first page is open already. */
export function drawPickingList(paper: Paper, area: Area, list: PickingPaper, language: Language) {
  const form = area.width > 120 ? wide : narrow
  const pages = pagesOf(list.tasks, area.height, form)
  for (const [i, tasks] of pages.entries()) {
    const head = i === 0 ? form.head : form.laterHead
    if (i === 0) form.drawHead(paper, area, list, language)
    else {
      paper.turn()
      put(paper, list.pickingNo, { ...area, height: 8 }, 13)
    }
    const top = area.y + head
    form.drawTitles?.(paper, { ...area, y: top - TITLES, height: TITLES }, language, list.hasBaskets)
    for (const [place, task] of tasks.entries()) {
      const row = { ...area, y: top + place * form.row, height: form.row }
      paper.rule({ x: row.x, y: row.y }, { x: row.x + row.width, y: row.y })
      form.drawTask(paper, row, task, language, list.hasBaskets)
    }
    const end = top + tasks.length * form.row
    paper.rule({ x: area.x, y: end }, { x: area.x + area.width, y: end })
    const foot = { y: area.y + area.height - 5 }
    const page = say(pickingText.paperPage, language, { page: i + 1, pages: pages.length })
    paper.line(page, { ...foot, x: area.x + area.width - paper.widthOf(page, 8) }, 8)
    if (i === pages.length - 1) paper.line(pickingText.paperCheck[language], { ...foot, x: area.x }, 8)
  }
}
