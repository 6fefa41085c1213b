import type { PDFDocument, PDFPage } from '@cantoo/pdf-lib'
import type { LabelFormat } from '../../../channels/rules.ts'
import { Refusal, refuse } from '../../../platform/calls/refusal.ts'
import type { Area, Size } from '../../../platform/printing/labels.ts'
import { canPrint, openPaper } from '../../../platform/printing/server/paper.ts'
import { pdfLib } from '../../../platform/server/lazy-packages.ts'
import type { Language } from '../../../platform/text/text.ts'
import { watermarkText } from '../text.ts'
import {
  isOfFormat,
  labelArea,
  labelPapers,
  layOut,
  type ParcelFacts,
  problemWith,
  type StampLayout,
} from '../watermark.ts'

export type StampTemplate = StampLayout & { lang: Language }

const points = (millimetres: number) => (millimetres * 72) / 25.4
const millimetres = (points: number) => (points * 25.4) / 72

/**
 * Stamps the warehouse's own text on the first page of a carrier's label; further pages are unchanged.
 *
 * On any failure there is no label: a half-stamped one must not be printed. `isCut` says that rows were left
 * out for lack of room.
 */
export async function stamp(
  label: Uint8Array,
  template: StampTemplate,
  facts: ParcelFacts,
): Promise<{ bytes: Buffer; isCut: boolean }> {
  refuseText(template)
  try {
    const document = await opened(label, template.labelFormat)
    const carrier = document.getPage(0)
    const size = sizeOf(carrier)
    if (!isOfFormat(size, template.labelFormat)) throw new Error(`no label of ${template.labelFormat}`)
    if (template.items.some((_, place) => problemWith(template, place)))
      throw new Error('the stamp leaves the label or covers what is on it')
    const { bytes, isCut } = await overlayOf(template, facts)
    const [overlay] = await document.embedPdf(bytes, [0])
    if (!overlay) throw new Error('the overlay has no page')
    const whole = { width: points(size.width), height: points(size.height) }
    if (template.stampMode === 'overlay') carrier.drawPage(overlay, { ...upright(carrier), ...whole })
    else
      (await shrunk(document, carrier, labelArea(template, size))).drawPage(overlay, { x: 0, y: 0, ...whole })
    return { bytes: Buffer.from(await document.save({ useObjectStreams: false })), isCut }
  } catch (cause) {
    throw Object.assign(new Refusal(watermarkText.failed, { kind: 'watermark' }), { cause })
  }
}

const isPng = (bytes: Uint8Array) => Buffer.from(bytes.subarray(0, 4)).toString('latin1') === '\x89PNG'
const isJpeg = (bytes: Uint8Array) => bytes[0] === 0xff && bytes[1] === 0xd8

/** A carrier's label as a document: an image becomes a page of its format, if its aspect ratio matches. */
async function opened(label: Uint8Array, format: LabelFormat): Promise<PDFDocument> {
  // Kept from the carrier's file: who created it, and when.
  if (!isPng(label) && !isJpeg(label)) return pdfLib().PDFDocument.load(label, { updateMetadata: false })
  const document = await pdfLib().PDFDocument.create({ updateMetadata: false })
  const picture = isPng(label) ? await document.embedPng(label) : await document.embedJpg(label)
  const { page } = labelPapers[format]
  const shape = { width: page.width, height: (page.width * picture.height) / picture.width }
  if (!isOfFormat(shape, format)) throw new Error(`no picture of ${format}`)
  const size = { width: points(page.width), height: points(page.height) }
  document.addPage([size.width, size.height]).drawImage(picture, { x: 0, y: 0, ...size })
  return document
}

/** Text without glyphs in our font cannot be stamped. */
export function refuseText({ items }: StampLayout) {
  for (const { item, text } of items)
    if (item === 'custom_text' && !canPrint(text ?? '')) refuse(watermarkText.invalid)
}

/** Our text alone, on a page of the label's format. */
async function overlayOf({ labelFormat, items, lang }: StampTemplate, facts: ParcelFacts) {
  const paper = openPaper(labelPapers[labelFormat].page, watermarkText.title[lang])
  paper.turn()
  const { rows, isCut } = layOut(items, facts, lang, paper.widthOf)
  for (const { words, x, y, fontPt } of rows) paper.line(words, { x, y }, fontPt)
  return { bytes: await paper.whole(), isCut }
}

/** Some carriers' labels have a page rotation: they are drawn sideways and shown upright. */
const turnOf = (page: PDFPage) => ((page.getRotation().angle % 360) + 360) % 360

/** The page as displayed. */
function sizeOf(page: PDFPage): Size {
  const { width, height } = page.getCropBox()
  const isLying = turnOf(page) % 180 !== 0
  const [across, down] = isLying ? [height, width] : [width, height]
  return { width: millimetres(across), height: millimetres(down) }
}

/** Position and rotation of text on a rotated page so that it is upright when displayed. */
function upright(page: PDFPage) {
  const { x, y, width, height } = page.getCropBox()
  const turn = turnOf(page)
  return {
    x: turn === 90 || turn === 180 ? x + width : x,
    y: turn === 180 || turn === 270 ? y + height : y,
    rotate: pdfLib().degrees(turn),
  }
}

/** Replaces the carrier's page by one of the same size, with the label drawn into a part of it. */
async function shrunk(document: PDFDocument, carrier: PDFPage, { x, y, width }: Area): Promise<PDFPage> {
  const box = carrier.getCropBox()
  const turn = turnOf(carrier)
  const size = sizeOf(carrier)
  const scale = width / size.width
  const drawn = await document.embedPage(carrier, {
    left: box.x,
    bottom: box.y,
    right: box.x + box.width,
    top: box.y + box.height,
  })
  const page = document.insertPage(0, [points(size.width), points(size.height)])
  const left = points(x)
  const bottom = points(size.height * (1 - scale) - y)
  page.drawPage(drawn, {
    x: left + (turn === 180 ? box.width * scale : turn === 270 ? box.height * scale : 0),
    y: bottom + (turn === 90 ? box.width * scale : turn === 180 ? box.height * scale : 0),
    xScale: scale,
    yScale: scale,
    rotate: pdfLib().degrees(-turn),
  })
  document.removePage(1)
  return page
}
