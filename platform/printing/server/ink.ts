import type { Area } from '../labels.ts'

/** The part of a font that gives the width, height and outline of glyphs. */
export type Face = {
  unitsPerEm: number
  ascent: number
  descent: number
  layout: (words: string) => {
    advanceWidth: number
    glyphs: { path: { toSVG: () => string } }[]
    positions: { xAdvance: number }[]
  }
  hasGlyphForCodePoint: (point: number) => boolean
}

/** A drawing surface in millimetres: a PDF, or the dots of a label printer. */
export type Ink = {
  turn: () => void
  fill: (areas: readonly Area[]) => void
  /** A line of text by its upper left corner. */
  write: (words: string, at: Pick<Area, 'x' | 'y'>, size: number) => void
  rule: (from: Pick<Area, 'x' | 'y'>, to: Pick<Area, 'x' | 'y'>, width: number) => void
  /** A PNG as large as its area allows, from the upper left corner. */
  picture: (png: Buffer, area: Area) => void
  whole: () => Promise<Buffer>
}
