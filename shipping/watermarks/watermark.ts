import type { LabelFormat } from '../../channels/rules.ts'
import { type Area, rowHeight, type Size } from '../../platform/printing/labels.ts'
import { fill, type Language, say, type Text } from '../../platform/text/text.ts'
import { watermarkText } from './text.ts'

/**
 * What may be stamped on a label. Product names are excluded: a parcel that names its content invites theft.
 */
export const watermarkItems = [
  'sku_qty',
  'location',
  'sku_loc_qty',
  'item_count',
  'order_no',
  'ref_no',
  'customer_code',
  'pick_no',
  'pick_seq',
  'parcel_seq',
  'channel_code',
  'print_time',
  'remark',
  'custom_text',
] as const
export type WatermarkItem = (typeof watermarkItems)[number]

export const stampModes = ['overlay', 'shrink'] as const

type Paper = {
  page: Size
  /** Where carriers print barcodes and the address on such labels. */
  unsafe: Area
}

/** Labels by format. An image is converted to a PDF of its size before it is stamped. */
export const labelPapers = {
  pdf_100x150: paper(150, 28, 128),
  pdf_100x100: paper(100, 18, 85),
  pdf_100x180: paper(180, 34, 154),
  pdf_100x200: paper(200, 38, 172),
  pdf_a4: { page: { width: 210, height: 297 }, unsafe: { x: 0, y: 0, width: 210, height: 150 } },
  png_100x150: paper(150, 28, 128),
} as const satisfies Record<LabelFormat, Paper>

function paper(height: number, from: number, to: number): Paper {
  return { page: { width: 100, height }, unsafe: { x: 0, y: from, width: 100, height: to - from } }
}

/** One item to stamp: position, maximum width and font size. Custom text includes its text. */
export type StampItem = {
  item: WatermarkItem
  xMm: number
  yMm: number
  wMm: number
  fontPt: number
  maxRows: number
  text: string | null
}

export type StampLayout = {
  labelFormat: LabelFormat
  stampMode: (typeof stampModes)[number]
  scalePercent: number
  items: readonly StampItem[]
}

/** The part of the page that the carrier's label takes: all of it, or less, at the top centre. */
export function labelArea({ stampMode, scalePercent }: StampLayout, page: Size): Area {
  const scale = stampMode === 'shrink' ? scalePercent / 100 : 1
  const [width, height] = [page.width * scale, page.height * scale]
  return { x: (page.width - width) / 2, y: 0, width, height }
}

/** Where nothing may be stamped. A scaled-down label has no such area; its page has room enough. */
export function unsafeArea(layout: StampLayout): Area {
  const { page, unsafe } = labelPapers[layout.labelFormat]
  return layout.stampMode === 'shrink' ? labelArea(layout, page) : unsafe
}

/** The area an item takes when all its rows are used. */
export const boxOf = ({ xMm, yMm, wMm, fontPt, maxRows }: StampItem): Area => ({
  x: xMm,
  y: yMm,
  width: wMm,
  height: maxRows * rowHeight(fontPt),
})

const isInside = (box: Area, page: Size) =>
  box.x >= 0 && box.y >= 0 && box.x + box.width <= page.width && box.y + box.height <= page.height

const overlap = (a: Area, b: Area) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height

const MAX_LETTERS = 30

/** One to thirty printable characters. */
export const isStampText = (text: string | null): boolean => {
  const letters = [...(text ?? '').trim()].length
  return letters > 0 && letters <= MAX_LETTERS && !/[\p{C}\p{Zl}\p{Zp}]/u.test(text ?? '')
}

/** What is wrong with the position or text, item by item. */
export function problemWith(
  layout: StampLayout,
  place: number,
): { field: 'text' | 'yMm'; message: Text } | undefined {
  const item = layout.items[place]
  if (!item) return undefined
  if (item.item === 'custom_text' && !isStampText(item.text))
    return { field: 'text', message: watermarkText.invalid }
  const box = boxOf(item)
  const number = { place: place + 1 }
  if (!isInside(box, labelPapers[layout.labelFormat].page))
    return { field: 'yMm', message: fill(watermarkText.outside, number) }
  if (!overlap(box, unsafeArea(layout))) return undefined
  const words = layout.stampMode === 'shrink' ? watermarkText.coversLabel : watermarkText.covers
  return { field: 'yMm', message: fill(words, number) }
}

const MARGIN = 3

/** A new item, below the protected area and the existing items. */
export function nextItem(layout: StampLayout): StampItem {
  const unsafe = unsafeArea(layout)
  const free = unsafe.y + unsafe.height
  const lowest = layout.items
    .map(boxOf)
    .filter((box) => box.y >= free)
    .reduce((low, box) => Math.max(low, box.y + box.height), free + 1)
  return {
    item: 'sku_qty',
    xMm: MARGIN,
    yMm: Math.ceil(lowest * 2) / 2,
    wMm: 45,
    fontPt: 8,
    maxRows: 1,
    text: null,
  }
}

/** All values a stamp can show about one parcel. Unknown values are omitted. */
export type ParcelFacts = {
  orderNo: string
  refNo: string | null
  customerCode: string
  channelCode: string
  pickNo: string | null
  pickSeq: string | null
  parcelNo: number
  parcelCount: number
  remark: string | null
  /** In the warehouse's local time. */
  printTime: string
  lines: readonly { sku: string; location: string; quantity: number }[]
}

/** The text of an item, row by row. */
export function rowsOf({ item, text }: StampItem, facts: ParcelFacts, language: Language): string[] {
  const known = (value: string | null) => (value ? [value.replace(/\s+/g, ' ').trim()] : [])
  switch (item) {
    case 'sku_qty':
      return [...totals(facts)].map(([sku, quantity]) => `${sku} ×${quantity}`)
    case 'location':
      return [...new Set(facts.lines.map(({ location }) => location))]
    case 'sku_loc_qty':
      return facts.lines.map(({ sku, location, quantity }) => `${sku} ${location} ×${quantity}`)
    case 'item_count':
      return [
        say(watermarkText.pieces, language, {
          count: facts.lines.reduce((sum, line) => sum + line.quantity, 0),
        }),
      ]
    case 'order_no':
      return [facts.orderNo]
    case 'ref_no':
      return known(facts.refNo)
    case 'customer_code':
      return [facts.customerCode]
    case 'pick_no':
      return known(facts.pickNo)
    case 'pick_seq':
      return known(facts.pickSeq)
    case 'parcel_seq':
      return [say(watermarkText.parcel, language, { no: facts.parcelNo, count: facts.parcelCount })]
    case 'channel_code':
      return [facts.channelCode]
    case 'print_time':
      return [facts.printTime]
    case 'remark':
      return known(facts.remark)
    case 'custom_text':
      return known(text)
  }
}

/** Pieces of each SKU, across bins. */
function totals({ lines }: ParcelFacts): Map<string, number> {
  const matches = new Map<string, number>()
  for (const { sku, quantity } of lines) matches.set(sku, (matches.get(sku) ?? 0) + quantity)
  return matches
}

export type StampRow = { words: string; x: number; y: number; fontPt: number }
/** The width of a text in millimetres; the server measures with its font, the page with the screen. */
export type Measure = (words: string, fontPt: number) => number

/**
 * The position of each stamped row, and whether something was left out, so that a packing slip must contain
 * it.
 */
export function layOut(
  items: readonly StampItem[],
  facts: ParcelFacts,
  language: Language,
  measure: Measure,
): { rows: StampRow[]; isCut: boolean } {
  let isCut = false
  const rows = items.flatMap((item) => {
    const all = rowsOf(item, facts, language)
    const left = all.length - item.maxRows
    return all.slice(0, item.maxRows).map((words, row): StampRow => {
      const isLast = left > 0 && row === item.maxRows - 1
      const fitted = shortened(words, isLast ? ` +${left}` : '', item, measure)
      if (isLast || !fitted.startsWith(words)) isCut = true
      return { words: fitted, x: item.xMm, y: item.yMm + row * rowHeight(item.fontPt), fontPt: item.fontPt }
    })
  })
  return { rows, isCut }
}

/** As much of a row as fits; the rest becomes dots. */
function shortened(words: string, end: string, { wMm, fontPt }: StampItem, measure: Measure): string {
  if (measure(words + end, fontPt) <= wMm) return words + end
  const letters = [...words]
  while (letters.length > 0 && measure(`${letters.join('')}…${end}`, fontPt) > wMm) letters.pop()
  return `${letters.join('')}…${end}`
}
