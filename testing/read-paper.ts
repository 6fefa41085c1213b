import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { prepareZXingModule, type ReaderOptions, readBarcodes } from 'zxing-wasm/reader'
import type { Area } from '../platform/printing/labels.ts'

/** What our labels and those of carriers have; nothing is printed white on black. */
const reading: ReaderOptions = {
  formats: ['Code128', 'QRCode', 'DataMatrix', 'PDF417'],
  tryHarder: true,
  tryInvert: false,
  maxNumberOfSymbols: 255,
}

const resolve = createRequire(import.meta.url).resolve

let library: Promise<PDFiumLibrary> | undefined
let isReady = false
function prepare() {
  if (isReady) return
  // By default it would fetch its own bytes from the internet.
  const bytes = readFileSync(resolve('zxing-wasm/reader/zxing_reader.wasm'))
  prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(bytes).buffer } })
  isReady = true
}

type ReadPage = {
  width: number
  height: number
  codes: string[]
  /** The number of dark dots in the given area. */
  ink: number
  /** Empty where the text is a picture. */
  text: string
}

/**
 * Renders a PDF at a printer's dpi and reads every barcode; sizes are millimetres. With a `part` it also
 * counts the dots printed there.
 */
export async function readPaper(bytes: Uint8Array, dpi = 203, part?: Area): Promise<ReadPage[]> {
  prepare()
  library ??= PDFiumLibrary.init()
  const document = await (await library).loadDocument(bytes)
  try {
    const pages: ReadPage[] = []
    for (const page of document.pages()) {
      const { originalWidth, originalHeight } = page.getOriginalSize()
      const text = page.getText()
      const { data, width, height } = await page.render({ scale: dpi / 72, render: 'bitmap' })
      const pixels = new Uint8ClampedArray(data)
      for (let at = 0; at < pixels.length; at += 4) {
        const blue = pixels[at] ?? 0
        pixels[at] = pixels[at + 2] ?? 0
        pixels[at + 2] = blue
      }
      const results = await readBarcodes(
        { data: pixels, width, height, colorSpace: 'srgb' } as Parameters<typeof readBarcodes>[0],
        reading,
      )
      pages.push({
        width: (originalWidth * 25.4) / 72,
        height: (originalHeight * 25.4) / 72,
        codes: results.map((code) => code.text),
        text,
        ink: part ? darkDots(pixels, width, part, dpi) : 0,
      })
    }
    return pages
  } finally {
    document.destroy()
  }
}

/** Decodes ZPL labels as a printer and then a scanner would. */
export async function readZpl(zpl: string): Promise<ReadPage[]> {
  prepare()
  const pages: ReadPage[] = []
  for (const [, perLineSaid, picture = ''] of zpl.matchAll(/\^GFA,\d+,\d+,(\d+),([0-9A-F:,]+)\^FS/g)) {
    const perLine = Number(perLineSaid)
    const lines: string[] = []
    let line = ''
    for (const sign of picture) {
      if (sign === ':') lines.push(lines.at(-1) ?? '')
      else if (sign === ',') line = line.padEnd(perLine * 2, '0')
      else line += sign
      if (line.length < perLine * 2) continue
      lines.push(line)
      line = ''
    }
    const [width, height] = [perLine * 8, lines.length]
    const pixels = new Uint8ClampedArray(width * height * 4).fill(255)
    for (const [row, hex] of lines.entries())
      for (const [at, byte] of Buffer.from(hex, 'hex').entries())
        for (let bit = 0; bit < 8; bit++)
          if (byte & (0x80 >> bit))
            pixels.fill(0, (row * width + at * 8 + bit) * 4, (row * width + at * 8 + bit) * 4 + 3)
    const results = await readBarcodes(
      { data: pixels, width, height, colorSpace: 'srgb' } as Parameters<typeof readBarcodes>[0],
      reading,
    )
    const dark = pixels.filter((value, at) => at % 4 === 0 && value === 0).length
    pages.push({ width, height, codes: results.map((code) => code.text), ink: dark, text: '' })
  }
  return pages
}

function darkDots(pixels: Uint8ClampedArray, across: number, { x, y, width, height }: Area, dpi: number) {
  const dots = (millimetres: number) => Math.round((millimetres * dpi) / 25.4)
  let dark = 0
  for (let row = dots(y); row < dots(y + height); row++)
    for (let column = dots(x); column < dots(x + width); column++)
      if ((pixels[(row * across + column) * 4] ?? 255) < 128) dark++
  return dark
}
