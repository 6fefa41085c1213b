import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { barcodes, pdfKit } from '../../server/lazy-packages.ts'
import { type Area, type LayoutName, layoutOf, type PaperLanguage, type Size } from '../labels.ts'
import type { Face, Ink } from './ink.ts'
import { openZpl } from './zpl.ts'

const points = (millimetres: number) => (millimetres * 72) / 25.4
const millimetres = (points: number) => (points * 25.4) / 72

let font: Buffer | undefined
/** Covers Chinese and Latin; a document embeds only the glyphs it uses. */
function fontBytes() {
  font ??= readFileSync(
    createRequire(import.meta.url).resolve(
      '@expo-google-fonts/noto-sans-sc/400Regular/NotoSansSC_400Regular.ttf',
    ),
  )
  return font
}

let known: Face | undefined
function face(): Face {
  if (known) return known
  const { _font } = new (pdfKit())({ autoFirstPage: false }).font(fontBytes()) as unknown as {
    _font: { font: Face }
  }
  known = _font.font
  return known
}

const advances = new Map<string, number>()
/** The width of a character in units of the font. Measuring with the font is slow, and labels are full of the same characters. */
function advanceOf(sign: string): number {
  const known = advances.get(sign)
  if (known !== undefined) return known
  // What the font lacks could be any number of characters. They are all drawn as the same box, unless they have no width.
  if (sign !== BOX && !canPrint(sign) && !noInk.test(sign)) return advanceOf(BOX)
  const advance = face().layout(sign).advanceWidth
  advances.set(sign, advance)
  return advance
}
/** A character that no font has. */
const BOX = '\u{10ffff}'
/** Characters of no width, such as a zero-width space. */
const noInk = /^\p{Default_Ignorable_Code_Point}$/u

/** The width of a line of text in millimetres. */
export function widthOf(words: string, fontPt: number): number {
  let units = 0
  for (const sign of words) units += advanceOf(sign)
  return millimetres((units / face().unitsPerEm) * fontPt)
}

function openPdf(page: Size, title: string): Ink {
  const document = new (pdfKit())({ autoFirstPage: false, margin: 0, info: { Title: title } })
  document.registerFont('text', fontBytes())
  const pieces: Buffer[] = []
  const isWhole = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (piece: Buffer) => pieces.push(piece))
    document.on('end', () => resolve(Buffer.concat(pieces)))
    document.on('error', reject)
  })
  return {
    turn: () => void document.addPage({ size: [points(page.width), points(page.height)], margin: 0 }),
    fill(areas) {
      for (const { x, y, width, height } of areas)
        document.rect(points(x), points(y), points(width), points(height))
      document.fill('black')
    },
    write(words, { x, y }, size) {
      document.font('text').fillColor('black').fontSize(size)
      document.text(words, points(x), points(y), { lineBreak: false })
    },
    rule(from, to, width) {
      document.moveTo(points(from.x), points(from.y)).lineTo(points(to.x), points(to.y))
      document.lineWidth(points(width)).stroke('black')
    },
    picture(png, { x, y, width, height }) {
      // Keyed by the text, so that it is embedded once for any number of pages.
      const words = `data:image/png;base64,${png.toString('base64')}`
      document.image(words, points(x), points(y), { fit: [points(width), points(height)] })
    },
    whole() {
      document.end()
      return isWhole
    },
  }
}

const WIDEST_BAR = 0.5
/**
 * The narrowest bar every warehouse scanner resolves: two dots of a label printer are wider, one is narrower.
 */
const FINEST_BAR = 0.19
/** The quiet zone: ten modules on either side for Code 128, four for a QR code. */
const QUIET = 10
const QUIET_QR = 4

/** The maximum size of a logo. */
export const MAX_LOGO: Size = { width: 30, height: 22 }

export type Paper = ReturnType<typeof openPaper>

/** A document to draw on, page by page. Units are millimetres. */
export function openPaper(page: Size, title: string, dpi = 203, language: PaperLanguage = 'pdf') {
  // Bars of whole dots are printed with their exact width.
  const dot = 25.4 / dpi
  const letters = face()
  const ink = language === 'pdf' ? openPdf(page, title) : openZpl(page, dpi, letters)

  /** Between two dots a printer blurs an edge. */
  const onDot = (at: number) => Math.round(at / dot) * dot
  const barOf = (modules: number, width: number) => {
    const max = width / (modules + 2 * QUIET)
    return max < dot ? max : Math.floor(Math.min(max, WIDEST_BAR) / dot) * dot
  }
  /** A Code 128 as vector bars, so that it is sharp at any size. Its width is rounded to whole dots. */
  function code128(text: string, { x, y, width, height }: Area) {
    const widths = barsOf(text)
    const modules = total(widths)
    const bar = barOf(modules, width)
    let at = onDot(x + (width - bar * modules) / 2)
    ink.fill(
      widths.flatMap((count, place) => {
        const area = { x: at, y, width: count * bar, height }
        at += count * bar
        return place % 2 === 0 ? [area] : []
      }),
    )
  }

  /** A centred QR code, its modules in whole dots too. */
  function qr(text: string, { x, y, width, height }: Area) {
    const { squares, side } = squaresOf(text)
    const max = Math.min(width, height) / (side + 2 * QUIET_QR)
    const size = max < dot ? max : Math.floor(max / dot) * dot
    const left = onDot(x + (width - size * side) / 2)
    const top = onDot(y + (height - size * side) / 2)
    ink.fill(
      squares.flatMap((isDark, place) => {
        const [row, column] = [Math.floor(place / side), place % side]
        return isDark ? [{ x: left + column * size, y: top + row * size, width: size, height: size }] : []
      }),
    )
  }

  return {
    turn: ink.turn,

    /** A centred line of text, shrunk until it fits; text that is still too long ends in dots. */
    text(words: string, { x, y, width, height }: Area, { max, min = 6 }: { max: number; min?: number }) {
      const perPoint = widthOf(words, 1)
      let size = max
      while (size > min && perPoint * size > width) size -= 0.5
      let shown = words
      while (shown.length > 1 && widthOf(shown, size) > width) shown = `${[...shown].slice(0, -2).join('')}…`
      const lineHeight = millimetres(((letters.ascent - letters.descent) / letters.unitsPerEm) * size)
      ink.write(shown, { x: x + (width - widthOf(shown, size)) / 2, y: y + (height - lineHeight) / 2 }, size)
    },

    /** A line of text from its upper left corner, in a fixed size. */
    line: ink.write,
    widthOf,

    /** A straight black line. */
    rule: (from: Pick<Area, 'x' | 'y'>, to: Pick<Area, 'x' | 'y'>, width = 0.25) => ink.rule(from, to, width),

    /** The company's logo, by its upper left corner. */
    logo: (png: Buffer, at: Pick<Area, 'x' | 'y'>, maxSize: Size = MAX_LOGO) =>
      ink.picture(png, { x: at.x, y: at.y, width: maxSize.width, height: maxSize.height }),

    code128,
    qr,

    /** A Code 128, or a QR code where the bars would be too narrow for a scanner. */
    barcode(text: string, area: Area) {
      const isFine = barOf(total(barsOf(text)), area.width) < FINEST_BAR
      if (isFine) qr(text, area)
      else code128(text, area)
    },

    whole: ink.whole,
  }
}

/** The widths of bars and gaps in turn, a bar first. */
function barsOf(text: string): number[] {
  const [drawn] = barcodes().raw({ bcid: 'code128', text })
  if (!drawn || !('sbs' in drawn)) throw new Error(`no Code 128 of ${text}`)
  return drawn.sbs
}

const total = (widths: readonly number[]) => widths.reduce((sum, width) => sum + width, 0)

/** The modules of a QR code, row by row. */
function squaresOf(text: string): { squares: boolean[]; side: number } {
  const [drawn] = barcodes().raw('qrcode', text, 'eclevel=M')
  if (!drawn || !('pixs' in drawn)) throw new Error(`no QR code of ${text}`)
  return { squares: [...drawn.pixs].map((pixel) => pixel === 1), side: drawn.pixx }
}

/** The characters of a text that the font has no glyphs for. */
export const missingGlyphs = (text: string): string[] => [
  ...new Set([...text].filter((sign) => !face().hasGlyphForCodePoint(sign.codePointAt(0) ?? 0))),
]

/** Letters that are no base letter with an accent. */
const lookalikes: Record<string, string> = {
  Đ: 'D',
  đ: 'd',
  Ħ: 'H',
  ħ: 'h',
  ı: 'i',
  Ĳ: 'IJ',
  ĳ: 'ij',
  Ł: 'L',
  ł: 'l',
  Ŋ: 'N',
  ŋ: 'n',
  Ŧ: 'T',
  ŧ: 't',
  І: 'I',
  і: 'i',
  Є: 'Е',
  є: 'е',
  Ґ: 'Г',
  ґ: 'г',
}

/**
 * A text with letters the font lacks replaced by their base letters, as post offices write them: Łódź becomes Lódz. What has no ink, such
 * as a zero-width space that was pasted with a name, is left out.
 */
export function inKnownLetters(text: string): string {
  const missing = new Set(missingGlyphs(text))
  if (missing.size === 0) return text
  const plain = (sign: string) => {
    if (noInk.test(sign)) return ''
    const base = sign.normalize('NFD').replace(/\p{M}/gu, '')
    const letter = lookalikes[base] ?? base
    return canPrint(letter) ? letter : sign
  }
  return [...text].map((sign) => (missing.has(sign) ? plain(sign) : sign)).join('')
}

export const canPrint = (text: string): boolean => missingGlyphs(text).length === 0

/** Draws labels one after the other onto the pages of a layout, yielding to other work in between. */
export async function labelsOf<T>(
  layout: LayoutName,
  title: string,
  items: readonly T[],
  draw: (paper: Paper, area: Area, item: T) => void,
  {
    onDrawn = async () => true,
    dpi = layoutOf(layout).dpi,
    language = 'pdf',
  }: {
    onDrawn?: (count: number) => Promise<boolean>
    dpi?: number
    language?: PaperLanguage
  } = {},
): Promise<Buffer | undefined> {
  const { page, label, columns, rows, left, top, margin } = layoutOf(layout)
  const paper = openPaper(page, title, dpi, language)
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
