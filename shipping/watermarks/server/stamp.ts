import { setImmediate as nextTurn } from 'node:timers/promises'
import type { PDFDocument, PDFEmbeddedPage, PDFPage } from '@cantoo/pdf-lib'
import { Refusal, refuse } from '../../../platform/calls/refusal.ts'
import { type LabelSpace, type PageSpace, takenCells } from '../../../platform/printing/label-space.ts'
import { analyseLabel } from '../../../platform/printing/server/normalise-label.ts'
import { canPrint, openPaper } from '../../../platform/printing/server/paper.ts'
import { pdfLib } from '../../../platform/server/lazy-packages.ts'
import type { Language, Text } from '../../../platform/text/text.ts'
import { arrangeStamp, markText, stampTexts } from '../arrange-stamp.ts'
import { watermarkText } from '../text.ts'
import {
  isStampText,
  labelArea,
  labelPapers,
  type Measure,
  type ParcelFacts,
  type StampLayout,
  type StampRow,
} from '../watermark.ts'

export type StampTemplate = StampLayout & { lang: Language }

/** A normalised label, and what is stamped on each of its pages. */
export type LabelToStamp = {
  /** Its file, or pages of an open document that has the pages of other labels too. */
  pdf: Uint8Array | readonly PDFPage[]
  /** The label's free space as `analyseLabel` found it; without it the label is analysed again. */
  space?: LabelSpace
  /** None: the label is printed as it is, except for its mark. */
  template: StampTemplate | null
  facts: ParcelFacts
  /** The mark of a reprint, such as R2. */
  mark?: string
}

type StampResult = {
  /** The labels in the given order as one file, without those that failed. */
  bytes: Buffer
  /** Which labels lack text for want of room, so that a packing slip must contain it. */
  cut: number[]
  /** Which labels could not be stamped: a half-stamped one must not be printed. */
  failed: { place: number; text: Text }[]
}

/** Stamps the warehouse's own text on one label. */
export async function stampLabel(label: LabelToStamp): Promise<{ bytes: Buffer; isCut: boolean }> {
  const { bytes, cut, failed } = await stampLabels([label])
  const [failure] = failed
  if (failure) throw new Refusal(failure.text, { kind: 'watermark' })
  return { bytes, isCut: cut.length > 0 }
}

/**
 * Stamps labels into one file. Nothing on a label is covered: where its free space does not suffice, the label
 * is scaled down.
 */
export async function stampLabels(
  labels: readonly LabelToStamp[],
  /** Called with the number of labels that are drawn. */
  onDrawn: (count: number) => Promise<void> = async () => {},
): Promise<StampResult> {
  const text = openPaper(largestLabel, watermarkText.title.en_US)
  const drawn: { place: number; pages: readonly PDFPage[]; plans: DrawnPage[] }[] = []
  const result: Omit<StampResult, 'bytes'> = { cut: [], failed: [] }
  const fail = (place: number, cause: unknown) =>
    result.failed.push({ place, text: cause instanceof Refusal ? cause.text : failureOf(labels[place]) })
  let overlays = 0
  for (const [place, label] of labels.entries()) {
    try {
      const { pages, plans, isCut } = await planLabel(label, text.widthOf)
      // Written only when every page has a plan, so that a failed label leaves nothing behind.
      drawn.push({
        place,
        pages,
        plans: plans.map(({ labelScale, rows }) => {
          if (rows.length === 0) return { labelScale, overlay: undefined }
          text.turn()
          for (const { words, x, y, fontPt } of rows) text.line(words, { x, y }, fontPt)
          return { labelScale, overlay: overlays++ }
        }),
      })
      if (isCut) result.cut.push(place)
    } catch (cause) {
      fail(place, cause)
    }
    if (place % 10 === 9) await Promise.all([onDrawn(place + 1), nextTurn()])
  }
  const merged = await pdfLib().PDFDocument.create({ updateMetadata: false })
  const all = Array.from({ length: overlays }, (_, at) => at)
  const written = overlays > 0 ? await merged.embedPdf(await text.whole(), all) : []
  const embed = embedder(merged)
  for (const { place, pages, plans } of drawn)
    try {
      for (const [at, label] of (await embed(pages)).entries()) {
        const { labelScale = 1, overlay = -1 } = plans[at] ?? {}
        const page = merged.addPage([label.width, label.height])
        const [x, y] = [(label.width * (1 - labelScale)) / 2, label.height * (1 - labelScale)]
        page.drawPage(label, { x, y, xScale: labelScale, yScale: labelScale })
        const words = written[overlay]
        if (words) page.drawPage(words, { x: 0, y: label.height - words.height })
      }
    } catch (cause) {
      fail(place, cause)
    }
  return {
    ...result,
    bytes: Buffer.from(await merged.save({ useObjectStreams: false, addDefaultPage: false })),
  }
}

/** A label that is printed as it is has no watermark that could fail. */
const failureOf = (label: LabelToStamp | undefined) =>
  label?.template || label?.mark ? watermarkText.failed : watermarkText.unreadable

/** Embeds all pages of a document at once, so that what they share, such as a font, is copied once. */
function embedder(merged: PDFDocument) {
  const known = new Map<PDFPage, PDFEmbeddedPage>()
  return async (pages: readonly PDFPage[]): Promise<PDFEmbeddedPage[]> => {
    const [first] = pages
    if (first && !known.has(first)) {
      const all = first.doc.getPages()
      for (const [at, page] of (await merged.embedPages(all)).entries()) known.set(all[at] ?? first, page)
    }
    return pages.flatMap((page) => known.get(page) ?? [])
  }
}

/** The text of all labels is one document, so that its font is embedded once. */
const largestLabel = labelPapers.pdf_a4.page

type PlannedPage = { labelScale: number; rows: StampRow[] }
type DrawnPage = { labelScale: number; overlay: number | undefined }

/** Opens a label and decides the position of its text on each page. */
async function planLabel(label: LabelToStamp, measure: Measure) {
  const { pdf, template, facts, mark } = label
  if (template) refuseText(template)
  const pages =
    pdf instanceof Uint8Array
      ? (await pdfLib().PDFDocument.load(pdf, { updateMetadata: false })).getPages()
      : pdf
  const { texts, isCut } = template
    ? stampTexts(template.items, facts, template.lang, measure)
    : { texts: [], isCut: false }
  const isBare = texts.length === 0 && !mark
  const scale = template ? labelArea(template, { width: 1, height: 1 }).width : 1
  if (isBare && scale === 1) return { pages, plans: [] as PlannedPage[], isCut }
  const space = label.space ?? (pdf instanceof Uint8Array ? await analyseLabel(pdf) : undefined)
  const plans = pages.map((page, at): PlannedPage => {
    const free = space?.pages[at]
    if (!free || !isSame(page, free)) throw new Error('the free space of another label')
    const all = mark ? [...texts, markText(mark, free, measure)] : texts
    const plan = arrangeStamp(takenCells(free), all, scale)
    if (!plan) throw new Error('no room for the stamp')
    return plan
  })
  return { pages, plans, isCut }
}

/** Text without glyphs in our font cannot be stamped. */
function refuseText({ items }: StampLayout) {
  for (const { item, text } of items)
    if (item === 'custom_text' && (!isStampText(text) || !canPrint(text ?? ''))) refuse(watermarkText.invalid)
}

const points = (millimetres: number) => (millimetres * 72) / 25.4

const isSame = (page: PDFPage, { width, height }: PageSpace) =>
  page.getRotation().angle === 0 &&
  Math.abs(page.getWidth() - points(width)) < 1 &&
  Math.abs(page.getHeight() - points(height)) < 1
