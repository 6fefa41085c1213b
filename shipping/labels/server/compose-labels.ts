import type { PDFPage } from '@cantoo/pdf-lib'
import type { LabelFormat } from '../../../channels/rules.ts'
import { Refusal } from '../../../platform/calls/refusal.ts'
import { itemAt } from '../../../platform/database/server/rows.ts'
import { zipOf } from '../../../platform/files/server/pack-zip.ts'
import {
  canPrint,
  inKnownLetters,
  missingGlyphs,
  openPaper,
  type Paper,
  widthOf,
} from '../../../platform/printing/server/paper.ts'
import { pdfLib } from '../../../platform/server/lazy-packages.ts'
import { fill, type Language, type Text } from '../../../platform/text/text.ts'
import type { PrintSettings } from '../../../warehouse/print-settings/contract.ts'
import { unitsOf } from '../../../warehouse/units.ts'
import { stampTexts } from '../../watermarks/arrange-stamp.ts'
import { type LabelToStamp, type StampTemplate, stampLabels } from '../../watermarks/server/stamp.ts'
import { labelPapers, type ParcelFacts, type WatermarkItem } from '../../watermarks/watermark.ts'
import { chosenStamp } from '../chosen-stamp.ts'
import { deliveryNote } from '../delivery-note.ts'
import { type Drawing, markOf, type PackageFacts, spaceOf } from '../drawing.ts'
import { ownLabel } from '../own-label.ts'
import { labelsText } from '../text.ts'
import { drawPages } from './draw-pages.ts'
import type { goodsOf, LabelFacts, senderOf } from './read-labels.ts'

/** How the labels of one print are made. */
export type PrintOptions = {
  copies: number
  packingSlip: PrintSettings['packingSlip']
  items: readonly WatermarkItem[] | null
  text: string | null
  language: Language
}

/** What all labels of a print share. */
type PrintGround = {
  sender: Awaited<ReturnType<typeof senderOf>>[number]
  goods: Awaited<ReturnType<typeof goodsOf>>
  logo: Buffer | undefined
  open: (storageKey: string) => Promise<Buffer>
}

export type LabelToDraw = LabelFacts & { copyNo: number }

/** A part of a label in the file: pages of our own that are still to be drawn, or a carrier's. */
type Part = Omit<LabelToStamp, 'pdf'> & ({ own: Drawing[]; format: LabelFormat } | { pdf: Buffer })

/** One file of many labels, in their order; those that cannot be made are left out, each with the reason. */
export async function composeLabels(
  labels: readonly LabelToDraw[],
  ground: PrintGround,
  options: PrintOptions,
  onDrawn: (count: number) => Promise<void> = async () => {},
): Promise<{ bytes: Buffer | undefined; problems: Map<number, Text> }> {
  const problems = new Map<number, Text>()
  const parts: { waybillId: number; part: Part }[] = []
  for (const label of labels) {
    const made = await partsOf(label, ground, options)
    if ('problem' in made) problems.set(label.waybillId, made.problem)
    else
      for (let copy = 0; copy < options.copies; copy++)
        for (const part of made.parts) parts.push({ waybillId: label.waybillId, part })
  }
  const drawn = await drawnParts(
    parts.map(({ part }) => part),
    ground.logo,
  )
  const stamped = await stampLabels(drawn, (count) =>
    onDrawn(Math.floor((count * labels.length) / drawn.length)),
  )
  for (const { place, text } of stamped.failed) problems.set(itemAt(parts, place).waybillId, text)
  const isEmpty = labels.every(({ waybillId }) => problems.has(waybillId))
  if (isEmpty) return { bytes: undefined, problems }
  if (stamped.failed.length === 0) return { bytes: stamped.bytes, problems }
  // The other parts of a label that failed, such as its slip, are in that file: it is made again without them.
  const whole = drawn.filter((_, place) => !problems.has(itemAt(parts, place).waybillId))
  return { bytes: (await stampLabels(whole)).bytes, problems }
}

/** A ZIP with one file for each order, named by its place and its number. */
export async function composeZip(
  labels: readonly LabelToDraw[],
  ground: PrintGround,
  options: PrintOptions,
  onDrawn: (count: number) => Promise<void> = async () => {},
): ReturnType<typeof composeLabels> {
  const problems = new Map<number, Text>()
  const files: { name: string; bytes: Buffer }[] = []
  let drawn = 0
  const orders = Map.groupBy(labels, ({ orderId }) => orderId)
  for (const ofOrder of orders.values()) {
    const made = await composeLabels(ofOrder, ground, options)
    for (const [waybillId, text] of made.problems) problems.set(waybillId, text)
    const place = String(files.length + 1).padStart(3, '0')
    if (made.bytes) files.push({ name: `${place}-${ofOrder[0]?.orderNo}.pdf`, bytes: made.bytes })
    drawn += ofOrder.length
    await onDrawn(drawn)
  }
  return { bytes: files.length > 0 ? await zipOf(files) : undefined, problems }
}

/** The pages of our own, all of a format in one document, so that its font is embedded once. */
async function drawnParts(parts: readonly Part[], logo: Buffer | undefined): Promise<LabelToStamp[]> {
  const papers = new Map<LabelFormat, Paper>()
  const unique = new Set(parts)
  for (const part of unique) {
    if (!('own' in part)) continue
    const paper = papers.get(part.format) ?? openPaper(labelPapers[part.format].page, labelsText.title.en_US)
    papers.set(part.format, paper)
    drawPages(paper, part.own, logo)
  }
  const pages = new Map<LabelFormat, PDFPage[]>()
  for (const [format, paper] of papers)
    pages.set(format, [...(await pdfLib().PDFDocument.load(await paper.whole())).getPages()])
  const drawn = new Map<Part, LabelToStamp>()
  for (const part of unique)
    if ('own' in part)
      drawn.set(part, { ...part, pdf: pages.get(part.format)?.splice(0, part.own.length) ?? [] })
    else drawn.set(part, part)
  return parts.flatMap((part) => drawn.get(part) ?? [])
}

/** A label that fails in any part is not printed: neither half-stamped nor without its slip. */
async function partsOf(
  label: LabelToDraw,
  ground: PrintGround,
  options: PrintOptions,
): Promise<{ parts: Part[] } | { problem: Text }> {
  try {
    const facts = packageFacts(label, ground)
    const parcel = parcelFacts(label, ground)
    if (label.labelSource === 'none')
      return { parts: [noteOf(label, facts, parcel, ground, labelsText.deliveryNote)] }
    const template = stampOf(label, options)
    const parts =
      label.storageKey === null
        ? [ownPart(label, facts, parcel, template)]
        : [await carrierPart(label, parcel, template, ground)]
    const isCut = template !== null && stampTexts(template.items, parcel, template.lang, widthOf).isCut
    if (options.packingSlip === 'always' || (options.packingSlip === 'on_overflow' && isCut))
      parts.push(noteOf(label, facts, parcel, ground, labelsText.packingSlip))
    return { parts }
  } catch (thrown) {
    // A store that cannot be reached may be back later: then the whole print is made again.
    if (thrown instanceof Refusal && thrown.detail.kind === 'gone') return { problem: labelsText.noFile }
    if (thrown instanceof Refusal && thrown.detail.kind !== 'unavailable') return { problem: thrown.text }
    throw thrown
  }
}

const wrong = (text: Text) => new Refusal(text, { kind: 'label' })
const known = (rows: readonly (string | null)[]) =>
  rows.map((row) => inKnownLetters(row ?? '')).filter((row) => row.trim() !== '')

function packageFacts(label: LabelToDraw, { sender, logo }: PrintGround): PackageFacts {
  const from = label.sender ?? sender
  return {
    sender: { name: inKnownLetters(from.name), rows: known(from.rows) },
    recipient: { name: inKnownLetters(label.recipient.name), rows: known(label.recipient.rows) },
    channelName: inKnownLetters(label.channelName),
    orderNo: label.orderNo,
    referenceNo: label.referenceNo,
    packageNo: label.packageNo,
    packageCount: label.packageCount,
    weight: label.weight && `${label.weight} ${unitsOf(sender.unit).weight}`.trim(),
    mark: markOf(label.copyNo),
    hasLogo: logo !== undefined,
  }
}

const parcelFacts = (label: LabelToDraw, { goods, sender }: PrintGround): ParcelFacts => ({
  orderNo: label.orderNo,
  refNo: label.referenceNo,
  customerCode: label.customerCode,
  channelCode: label.channelCode,
  pickNo: label.pickNo,
  pickSeq: label.basketNo,
  parcelNo: label.packageNo,
  parcelCount: label.packageCount,
  remark: label.pickRemark && inKnownLetters(label.pickRemark),
  printTime: sender.printTime,
  lines: (goods.get(label.orderId) ?? []).map(({ sku, location, quantity }) => ({
    sku,
    location: location ?? '',
    quantity,
  })),
})

/** What is stamped on a label: the items chosen for this print, or else the template of its channel. */
function stampOf(
  { labelFormat, template }: LabelToDraw,
  { items, text, language }: PrintOptions,
): StampTemplate | null {
  if (items === null) return template
  return items.length === 0 ? null : chosenStamp(items, text, labelFormat, language)
}

/** An address with characters that would be printed as boxes cannot be delivered. */
function mustPrint({ recipient }: PackageFacts) {
  const missing = missingGlyphs([recipient.name, ...recipient.rows].join(''))
  if (missing.length > 0) throw wrong(fill(labelsText.noGlyph, { signs: missing.join(' ') }))
}

const ofOwn = (own: Drawing[], format: LabelFormat) => ({
  own,
  format,
  space: { pages: own.map((page) => spaceOf(page, labelPapers[format].page, widthOf)) },
})

/** A label of our own says itself which copy it is. */
function ownPart(
  { labelFormat, trackingNo }: LabelToDraw,
  contents: PackageFacts,
  facts: ParcelFacts,
  template: StampTemplate | null,
): Part {
  mustPrint(contents)
  if (!trackingNo) throw wrong(labelsText.waybillNotFound)
  const made = ownLabel({ ...contents, trackingNo }, labelFormat, widthOf)
  if ('problem' in made) throw wrong(made.problem)
  return { ...ofOwn([made.drawing], labelFormat), template, facts }
}

async function carrierPart(
  { storageKey, labelSpace, copyNo }: LabelToDraw,
  facts: ParcelFacts,
  template: StampTemplate | null,
  { open }: PrintGround,
): Promise<Part> {
  const mark = markOf(copyNo)
  return {
    pdf: await open(storageKey ?? ''),
    ...(labelSpace && { space: labelSpace }),
    ...(mark && { mark }),
    template,
    facts,
  }
}

function noteOf(
  { orderId, labelFormat }: LabelToDraw,
  contents: PackageFacts,
  facts: ParcelFacts,
  { goods }: PrintGround,
  title: Text,
): Part {
  mustPrint(contents)
  const pieces = new Map<string, { sku: string; name: string; quantity: number }>()
  for (const { sku, name, quantity } of goods.get(orderId) ?? []) {
    const shown = inKnownLetters(name)
    const line = pieces.get(sku) ?? { sku, name: canPrint(shown) ? shown : '', quantity: 0 }
    pieces.set(sku, { ...line, quantity: line.quantity + quantity })
  }
  const made = deliveryNote({ ...contents, lines: [...pieces.values()] }, title, labelFormat, widthOf)
  if ('problem' in made) throw wrong(made.problem)
  return { ...ofOwn(made.pages, labelFormat), template: null, facts }
}
