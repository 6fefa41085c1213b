import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { linearBarcodeFormats, prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import { type Dots, inkGrid } from '../ink-grid.ts'
import { type LabelSpace, type PageSpace, packInk } from '../label-space.ts'
import type { Area, Size } from '../labels.ts'
import { LabelRefused, labelLimits } from './label-limits.ts'

/** To a hundredth: a page of 100 mm must not count as larger. */
const millimetres = (points: number) => Math.round((points * 2540) / 72) / 100

/** Node has it; its types do not. */
declare const WebAssembly: {
  Memory: {
    prototype: { buffer: ArrayBuffer; grow: (this: { buffer: ArrayBuffer }, pages: number) => number }
  }
}

// WebAssembly memory is not part of a thread's memory limit.
const memory = WebAssembly.Memory.prototype
const { grow } = memory
memory.grow = function growWithinLimit(pages) {
  if (this.buffer.byteLength + pages * 65_536 > labelLimits.megabytes * 1_048_576) throw new RangeError()
  return grow.call(this, pages)
}

// By default it would fetch its own bytes from the internet.
const decoder = readFileSync(createRequire(import.meta.url).resolve('zxing-wasm/reader/zxing_reader.wasm'))
prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(decoder).buffer } })
const library = await PDFiumLibrary.init()

/** A character and how far the page must be turned clockwise for it to be upright. */
type Sign = Area & { turn: number }

/** A page as it is shown, in grey, with its text. */
export type DrawnPage = { size: Size; dots: Dots; signs: Sign[] }

/** Draws the pages of a PDF, or one of them. */
export async function drawPages(bytes: Uint8Array, dpi: number, only?: number): Promise<DrawnPage[]> {
  const document = await library.loadDocument(bytes)
  try {
    const drawn: DrawnPage[] = []
    for (const page of only === undefined ? document.pages() : [document.getPage(only)]) {
      const { originalWidth, originalHeight } = page.getOriginalSize()
      if (!(originalWidth >= 1 && originalHeight >= 1)) throw new LabelRefused('broken')
      const finest = Math.sqrt(labelLimits.drawnDots / (originalWidth * originalHeight))
      const scale = Math.min(dpi / 72, finest)
      const size = { width: millimetres(originalWidth), height: millimetres(originalHeight) }
      const signs = readSigns(page as unknown as OpenPage, size)
      const dots = await page.render({ scale, render: 'bitmap', colorSpace: 'Gray' })
      for (const sign of signs) blackenIfBlank(dots, sign, size)
      drawn.push({ size, dots: { data: dots.data, width: dots.width, height: dots.height }, signs })
    }
    return drawn
  } finally {
    document.destroy()
  }
}

/** What the package has inside and does not offer: where each character of the text is. */
type OpenPage = {
  pageIdx: number
  module: {
    HEAPU8: Uint8Array
    wasmExports: Record<PdfiumCall, (...values: number[]) => number>
  }
}
type PdfiumCall =
  | 'malloc'
  | 'free'
  | 'FPDFText_LoadPage'
  | 'FPDFText_ClosePage'
  | 'FPDFText_CountChars'
  | 'FPDFText_GetUnicode'
  | 'FPDFText_GetCharAngle'
  | 'FPDFText_GetLooseCharBox'
  | 'FPDFPage_GetRotation'
  | 'FPDF_PageToDevice'

const MAX_SIGNS = 20_000
/** Positions of characters as fractions of the page, in whole numbers. */
const FINE = 10_000

/** The printable characters of a page. */
function readSigns({ pageIdx, module }: OpenPage, { width, height }: Size): Sign[] {
  const pdfium = module.wasmExports
  const text = pdfium.FPDFText_LoadPage(pageIdx)
  const memory = pdfium.malloc(24)
  const signs: Sign[] = []
  const rotation = pdfium.FPDFPage_GetRotation(pageIdx)
  /** A point of the page's own coordinates, on the page as it is shown. */
  const shown = (x: number, y: number) => {
    pdfium.FPDF_PageToDevice(pageIdx, 0, 0, FINE, FINE, 0, x, y, memory + 16, memory + 20)
    const [across = 0, down = 0] = new Int32Array(module.HEAPU8.buffer, memory + 16, 2)
    return { x: (across * width) / FINE, y: (down * height) / FINE }
  }
  try {
    const count = text ? Math.min(pdfium.FPDFText_CountChars(text), MAX_SIGNS) : 0
    for (let place = 0; place < count; place++) {
      const code = pdfium.FPDFText_GetUnicode(text, place)
      if (code <= 0x20 || code === 0xa0) continue
      if (!pdfium.FPDFText_GetLooseCharBox(text, place, memory)) continue
      const quarters = Math.round(pdfium.FPDFText_GetCharAngle(text, place) / (Math.PI / 2)) + rotation
      const [left = 0, top = 0, right = 0, bottom = 0] = new Float32Array(module.HEAPU8.buffer, memory, 4)
      const [first, second] = [shown(left, top), shown(right, bottom)]
      signs.push({
        x: Math.min(first.x, second.x),
        y: Math.min(first.y, second.y),
        width: Math.abs(second.x - first.x),
        height: Math.abs(second.y - first.y),
        turn: ((4 - (quarters % 4)) % 4) * 90,
      })
    }
    return signs
  } finally {
    pdfium.free(memory)
    if (text) pdfium.FPDFText_ClosePage(text)
  }
}

/**
 * Marks a character that was not drawn as ink: its font is not in the file, but the computer that prints the
 * label may have it. Chinese labels often refer to fonts this way.
 */
function blackenIfBlank({ data, width, height }: Dots, sign: Area, page: Size) {
  const inside = (share: number, count: number) => Math.min(Math.max(Math.round(share * count), 0), count)
  const left = inside(sign.x / page.width, width)
  const right = inside((sign.x + sign.width) / page.width, width)
  const rows = {
    from: inside(sign.y / page.height, height),
    to: inside((sign.y + sign.height) / page.height, height),
  }
  let drawn = 0
  for (let row = rows.from; row < rows.to; row++)
    for (let at = row * width + left; at < row * width + right; at++) if ((data[at] ?? 255) < 255) drawn++
  // A line that touches the character is not the character.
  if (drawn > (rows.to - rows.from) * (right - left) * 0.02) return
  for (let row = rows.from; row < rows.to; row++) data.fill(0, row * width + left, row * width + right)
}

/** The dpi of label printers, at which barcodes are read. */
export const READING_DPI = 203

/** What a scanner needs to stay white: at the ends of bars, above and below them, and around other codes. */
const quietZone = { ends: 5, sides: 1, around: 2 }
/** Text closer to other print than this would be hard to read. */
const CLEARANCE = 0.5

/** The barcodes of a drawn page, with their quiet zones. */
export async function findCodes({ size, dots }: DrawnPage): Promise<{ area: Area; reserved: Area }[]> {
  const { width, height } = dots
  const pixels = new Uint32Array(width * height)
  for (let at = 0; at < pixels.length; at++) pixels[at] = 0xff000000 | ((dots.data[at] ?? 255) * 0x010101)
  const data = new Uint8ClampedArray(pixels.buffer)
  const image = { data, width, height, colorSpace: 'srgb' } as Parameters<typeof readBarcodes>[0]
  const codes = await readBarcodes(image, { tryHarder: true, tryInvert: false, maxNumberOfSymbols: 255 })
  const [perColumn, perRow] = [size.width / width, size.height / height]
  return codes.map(({ format, position: { topLeft, topRight, bottomLeft, bottomRight } }) => {
    const corners = [topLeft, topRight, bottomLeft, bottomRight]
    const xs = corners.map(({ x }) => x * perColumn)
    const ys = corners.map(({ y }) => y * perRow)
    const [x, y] = [Math.min(...xs), Math.min(...ys)]
    const area = { x, y, width: Math.max(...xs) - x, height: Math.max(...ys) - y }
    const { ends, sides, around } = quietZone
    if (!linear.includes(format)) return { area, reserved: widened(area, around, around) }
    const isAcross = Math.abs(topRight.x - topLeft.x) >= Math.abs(topRight.y - topLeft.y)
    return { area, reserved: isAcross ? widened(area, ends, sides) : widened(area, sides, ends) }
  })
}

const linear: readonly string[] = linearBarcodeFormats

const widened = ({ x, y, width, height }: Area, across: number, down: number): Area => ({
  x: x - across,
  y: y - down,
  width: width + 2 * across,
  height: height + 2 * down,
})

/** The free space of every page of a normalised label. */
export async function findSpace(bytes: Uint8Array): Promise<LabelSpace> {
  const pages: PageSpace[] = []
  for (const page of await drawPages(bytes, READING_DPI)) {
    const ink = packInk(inkGrid(page.dots, page.size, CLEARANCE))
    const codes = (await findCodes(page)).map(({ reserved }) => reserved)
    pages.push({ ...page.size, ink, codes })
  }
  return { pages }
}
