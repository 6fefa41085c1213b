import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setImmediate as nextTurn } from 'node:timers/promises'
import bwip from 'bwip-js/node'
import PDFDocument from 'pdfkit'
import { type LabelLayoutName, labelLayouts, type Size } from '../labels.ts'

/** A place on the page, in millimetres from its upper left corner. */
export type Area = Size & { x: number; y: number }

const points = (millimetres: number) => (millimetres * 72) / 25.4

let font: Buffer | undefined
/** Chinese and Latin letters alike; a document keeps only the letters it uses. */
function fontBytes() {
  font ??= readFileSync(
    createRequire(import.meta.url).resolve(
      '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
    ),
  )
  return font
}

const WIDEST_BAR = 0.5
/** Code 128 asks for ten bars' width of white on either side. */
const QUIET = 10

export type Paper = ReturnType<typeof openPaper>

/** A document to draw on, page by page. Measures are millimetres. */
export function openPaper(page: Size, title: string, dpi = 203) {
  // Bars of whole dots come out as wide as they were meant.
  const dot = 25.4 / dpi
  const document = new PDFDocument({ autoFirstPage: false, margin: 0, info: { Title: title } })
  document.registerFont('text', fontBytes())
  const pieces: Buffer[] = []
  const isWhole = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (piece: Buffer) => pieces.push(piece))
    document.on('end', () => resolve(Buffer.concat(pieces)))
    document.on('error', reject)
  })

  return {
    turn: () => void document.addPage({ size: [points(page.width), points(page.height)], margin: 0 }),

    /** A line of text in the middle of its area, made smaller until it fits; what is still too long ends in dots. */
    text(
      words: string,
      { x, y, width, height }: Area,
      { most, least = 6 }: { most: number; least?: number },
    ) {
      document.font('text').fillColor('black')
      const room = points(width)
      let size = most
      while (size > least && document.fontSize(size).widthOfString(words) > room) size -= 0.5
      let shown = words
      document.fontSize(size)
      while (shown.length > 1 && document.widthOfString(shown) > room)
        shown = `${[...shown].slice(0, -2).join('')}…`
      const left = points(x) + (room - document.widthOfString(shown)) / 2
      const top = points(y) + (points(height) - document.currentLineHeight()) / 2
      document.text(shown, left, top, { lineBreak: false })
    },

    /** A Code 128 as bars, not as a picture, so that it is sharp at any size. It is as wide as whole dots allow. */
    code128(text: string, { x, y, width, height }: Area) {
      const widths = barsOf(text)
      const modules = widths.reduce((sum, bar) => sum + bar, 0)
      const most = width / (modules + 2 * QUIET)
      const bar = most < dot ? most : Math.floor(Math.min(most, WIDEST_BAR) / dot) * dot
      let at = x + (width - bar * modules) / 2
      widths.forEach((count, place) => {
        if (place % 2 === 0) document.rect(points(at), points(y), points(count * bar), points(height))
        at += count * bar
      })
      document.fill('black')
    },

    async whole(): Promise<Buffer> {
      document.end()
      return isWhole
    },
  }
}

/** The widths of bars and gaps in turn, a bar first. */
function barsOf(text: string): number[] {
  const [drawn] = bwip.raw({ bcid: 'code128', text })
  if (!drawn || !('sbs' in drawn)) throw new Error(`no Code 128 of ${text}`)
  return drawn.sbs
}

/** Draws labels one after the other onto the sheets of a layout. Between them others get their turn. */
export async function labelsOf<T>(
  layout: LabelLayoutName,
  title: string,
  items: readonly T[],
  draw: (paper: Paper, area: Area, item: T) => void,
  onDrawn: (count: number) => Promise<boolean> = async () => true,
): Promise<Buffer | undefined> {
  const { page, label, columns, rows, left, top, margin, dpi } = labelLayouts[layout]
  const paper = openPaper(page, title, dpi)
  for (const [place, item] of items.entries()) {
    const onSheet = place % (columns * rows)
    if (onSheet === 0) paper.turn()
    draw(
      paper,
      {
        x: left + (onSheet % columns) * label.width + margin,
        y: top + Math.floor(onSheet / columns) * label.height + margin,
        width: label.width - 2 * margin,
        height: label.height - 2 * margin,
      },
      item,
    )
    if (place % 10 === 9) await nextTurn()
    if (place % 100 === 99 && !(await onDrawn(place + 1))) return undefined
  }
  return paper.whole()
}
