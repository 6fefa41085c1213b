import type { LabelFormat } from '../../../channels/rules.ts'
import { openPaper } from '../../../platform/printing/server/paper.ts'
import { sampleLabel } from '../sample-label.ts'
import { labelPapers } from '../watermark.ts'

/** The sample label as a carrier would send it. */
export async function drawSampleLabel(format: LabelFormat): Promise<Buffer> {
  const { texts, rules, code } = sampleLabel(format)
  const paper = openPaper(labelPapers[format].page, 'sample label')
  paper.turn()
  for (const { words, x, y, fontPt } of texts) paper.line(words, { x, y }, fontPt)
  for (const { x, y, width } of rules) paper.rule({ x, y }, { x: x + width, y })
  paper.code128(code.text, code.area)
  return paper.whole()
}
