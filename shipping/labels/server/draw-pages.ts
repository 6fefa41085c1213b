import type { Paper } from '../../../platform/printing/server/paper.ts'
import type { Drawing } from '../drawing.ts'

/** Draws each page on a new sheet. */
export function drawPages(paper: Paper, pages: readonly Drawing[], logo: Buffer | undefined) {
  for (const page of pages) {
    paper.turn()
    if (page.logo && logo) paper.logo(logo, page.logo, page.logo)
    for (const { words, x, y, fontPt } of page.texts) paper.line(words, { x, y }, fontPt)
    for (const { x, y, width } of page.rules) paper.rule({ x, y }, { x: x + width, y })
    for (const { text, area } of page.codes) paper.barcode(text, area)
  }
}
