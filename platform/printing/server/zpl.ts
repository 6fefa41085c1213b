import { image } from '../../server/lazy-packages.ts'
import type { Size } from '../labels.ts'
import type { Face, Ink } from './ink.ts'

const DARK_BELOW = 128

/**
 * Labels in ZPL: each page as a bitmap.
 *
 * A printer's built-in fonts have no Chinese, and its barcodes differ from ours; a bitmap prints both exactly
 * as drawn.
 */
export function openZpl(page: Size, dpi: number, letters: Face): Ink {
  const dots = (millimetres: number) => (millimetres * dpi) / 25.4
  const [width, height] = [Math.round(dots(page.width)), Math.round(dots(page.height))]
  const pages: string[][] = []
  const draw = (shape: string) => pages.at(-1)?.push(shape)

  return {
    turn: () => void pages.push([]),
    fill(areas) {
      for (const { x, y, ...size } of areas) {
        const [left, top] = [Math.round(dots(x)), Math.round(dots(y))]
        const [right, bottom] = [Math.round(dots(x + size.width)), Math.round(dots(y + size.height))]
        draw(`<rect x="${left}" y="${top}" width="${right - left}" height="${bottom - top}"/>`)
      }
    },
    write(words, { x, y }, size) {
      const scale = ((size / 72) * dpi) / letters.unitsPerEm
      const baseline = dots(y) + letters.ascent * scale
      const { glyphs, positions } = letters.layout(words)
      let at = 0
      for (const [place, { path }] of glyphs.entries()) {
        const left = dots(x) + at * scale
        draw(
          `<path transform="translate(${left} ${baseline}) scale(${scale} ${-scale})" d="${path.toSVG()}"/>`,
        )
        at += positions[place]?.xAdvance ?? 0
      }
    },
    rule: (from, to, thick) =>
      void draw(
        `<line x1="${dots(from.x)}" y1="${dots(from.y)}" x2="${dots(to.x)}" y2="${dots(to.y)}" stroke="black" stroke-width="${dots(thick)}"/>`,
      ),
    picture(png, area) {
      const box = (['x', 'y', 'width', 'height'] as const).map((side) => `${side}="${dots(area[side])}"`)
      draw(
        `<image ${box.join(' ')} preserveAspectRatio="xMinYMin meet" href="data:image/png;base64,${png.toString('base64')}"/>`,
      )
    },
    async whole() {
      const labels: string[] = []
      for (const shapes of pages) {
        const picture = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${shapes.join('')}</svg>`
        const { data } = await image(Buffer.from(picture))
          .flatten({ background: 'white' })
          .greyscale()
          .raw()
          .toBuffer({ resolveWithObject: true })
        labels.push(labelOf(data, width, height))
      }
      return Buffer.from(labels.join(''))
    },
  }
}

/** One label. A colon repeats the row above; a comma fills the rest of a row with white. */
function labelOf(greys: Uint8Array, width: number, height: number): string {
  const perLine = Math.ceil(width / 8)
  let above = ''
  let picture = ''
  for (let row = 0; row < height; row++) {
    const line = Buffer.alloc(perLine)
    for (let column = 0; column < width; column++) {
      if ((greys[row * width + column] ?? 255) >= DARK_BELOW) continue
      const at = column >> 3
      line[at] = (line[at] ?? 0) | (0x80 >> (column & 7))
    }
    const hex = line.toString('hex').toUpperCase()
    const short = hex.replace(/0+$/, '')
    picture += hex === above ? ':' : short.length < hex.length ? `${short},` : hex
    above = hex
  }
  const bytes = perLine * height
  return `^XA^PW${width}^LL${height}^FO0,0^GFA,${bytes},${bytes},${perLine},${picture}^FS^XZ\n`
}
