import { rowHeight, type Size } from './labels.ts'

/** The width of a text in millimetres. */
export type Measure = (words: string, fontPt: number) => number

/** Texts that are broken only between words, and those that are broken after any character. */
const pieces =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]|\s+|[^\s\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\u3000-\u303f\uff00-\uffef]+/gu

type Piece = { words: string; perPt: number }

const isBlank = ({ words }: Piece) => words.trim() === ''

/** The pieces of a text, each with its width at one point: widths grow with the size, so they are measured once. */
const piecesOf = (words: string, measure: Measure): Piece[] =>
  (words.match(pieces) ?? []).map((piece) => ({ words: piece, perPt: measure(piece, 1) }))

/** A word that is longer than a row is broken anywhere. */
const broken = (piece: Piece, perPt: number, measure: Measure): Piece[] =>
  piece.perPt <= perPt || isBlank(piece)
    ? [piece]
    : [...piece.words].map((sign) => ({ words: sign, perPt: measure(sign, 1) }))

/** The rows of a paragraph that is `perPt` wide at one point. */
function rowsOf(paragraph: readonly Piece[], perPt: number, measure: Measure): string[] {
  const rows: string[] = []
  let row = ''
  let width = 0
  for (const piece of paragraph.flatMap((item) => broken(item, perPt, measure))) {
    if (row === '' && isBlank(piece)) continue
    if (row !== '' && width + piece.perPt > perPt) {
      // A space at the end of a row needs no room.
      if (isBlank(piece)) continue
      rows.push(row.trimEnd())
      row = ''
      width = 0
    }
    row += piece.words
    width += piece.perPt
  }
  if (row.trim() !== '') rows.push(row.trimEnd())
  return rows
}

export type FittedText = { rows: string[]; fontPt: number }

/** Sizes go down in these steps. */
const STEP = 0.5

/**
 * Paragraphs as rows in the largest size at which they fit an area; undefined where they do not even in the smallest.
 *
 * Chinese is broken after any character, other text between words, and a word that is longer than a row anywhere.
 */
export function fitText(
  paragraphs: readonly string[],
  { width, height }: Size,
  { max, min }: { max: number; min: number },
  measure: Measure,
): FittedText | undefined {
  const all = paragraphs.map((words) => piecesOf(words, measure))
  for (let fontPt = max; fontPt >= min; fontPt -= STEP) {
    const maxRows = Math.floor(height / rowHeight(fontPt) + 1e-6)
    const rows = all.flatMap((paragraph) => rowsOf(paragraph, width / fontPt, measure))
    if (rows.length <= maxRows) return { rows, fontPt }
  }
  return undefined
}

/** The same for text that may be cut: what does not fit in the smallest size ends in dots. */
export function fitOrCut(
  paragraphs: readonly string[],
  area: Size,
  { max, min }: { max: number; min: number },
  measure: Measure,
): FittedText {
  const whole = fitText(paragraphs, area, { max, min }, measure)
  if (whole) return whole
  const maxRows = Math.max(1, Math.floor(area.height / rowHeight(min) + 1e-6))
  const rows = paragraphs.flatMap((words) => rowsOf(piecesOf(words, measure), area.width / min, measure))
  const last = [...(rows[maxRows - 1] ?? '')]
  while (last.length > 0 && measure(`${last.join('')}…`, min) > area.width) last.pop()
  return { rows: [...rows.slice(0, maxRows - 1), `${last.join('')}…`], fontPt: min }
}
