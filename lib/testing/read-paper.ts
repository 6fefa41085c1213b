import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { PDFiumLibrary } from '@hyzyla/pdfium'
import { prepareZXingModule, readBarcodes } from 'zxing-wasm/reader'
import type { Area } from '../labels.ts'

const resolve = createRequire(import.meta.url).resolve

let isReady = false
function prepare() {
  if (isReady) return
  // Left alone it would fetch its own bytes from outside.
  const bytes = readFileSync(resolve('zxing-wasm/reader/zxing_reader.wasm'))
  prepareZXingModule({ overrides: { wasmBinary: Uint8Array.from(bytes).buffer } })
  isReady = true
}

export type ReadPage = {
  width: number
  height: number
  codes: string[]
  /** How many dark dots lie in the part asked for. */
  ink: number
}

/**
 * Renders a PDF as a printer of so many dots per inch would and reads every barcode on it again; sizes are millimetres.
 * With a `part` it also counts what is printed there.
 */
export async function readPaper(bytes: Uint8Array, dpi = 203, part?: Area): Promise<ReadPage[]> {
  prepare()
  const library = await PDFiumLibrary.init()
  const document = await library.loadDocument(bytes)
  try {
    const pages: ReadPage[] = []
    for (const page of document.pages()) {
      const { originalWidth, originalHeight } = page.getOriginalSize()
      const { data, width, height } = await page.render({ scale: dpi / 72, render: 'bitmap' })
      const pixels = new Uint8ClampedArray(data)
      for (let at = 0; at < pixels.length; at += 4) {
        const blue = pixels[at] ?? 0
        pixels[at] = pixels[at + 2] ?? 0
        pixels[at + 2] = blue
      }
      const found = await readBarcodes(
        { data: pixels, width, height, colorSpace: 'srgb' } as Parameters<typeof readBarcodes>[0],
        { formats: ['Code128', 'QRCode', 'DataMatrix'], tryHarder: true, maxNumberOfSymbols: 255 },
      )
      pages.push({
        width: (originalWidth * 25.4) / 72,
        height: (originalHeight * 25.4) / 72,
        codes: found.map(({ text }) => text),
        ink: part ? darkDots(pixels, width, part, dpi) : 0,
      })
    }
    return pages
  } finally {
    document.destroy()
    library.destroy()
  }
}

function darkDots(pixels: Uint8ClampedArray, across: number, { x, y, width, height }: Area, dpi: number) {
  const dots = (millimetres: number) => Math.round((millimetres * dpi) / 25.4)
  let dark = 0
  for (let row = dots(y); row < dots(y + height); row++)
    for (let column = dots(x); column < dots(x + width); column++)
      if ((pixels[(row * across + column) * 4] ?? 255) < 128) dark++
  return dark
}
