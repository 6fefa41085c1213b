import { deflateSync } from 'node:zlib'
import {
  concatTransformationMatrix,
  drawObject,
  PDFArray,
  PDFDict,
  PDFDocument,
  PDFName,
  PDFNumber,
  type PDFPage,
  PDFStream,
  popGraphicsState,
  pushGraphicsState,
} from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { type Fit, fitLabel, fitsWell, isOfficePage, labelPart } from '../fit-label.ts'
import { inkBox, inkGrid } from '../ink-grid.ts'
import { labelKindOf } from '../label-kind.ts'
import type { Area, Size } from '../labels.ts'
import { type DrawnPage, drawPages, findCodes, READING_DPI } from './draw-label.ts'
import { LabelRefused, labelLimits } from './label-limits.ts'
import { refuseLargeStreams } from './unpacked-size.ts'

const points = (millimetres: number) => (millimetres * 72) / 25.4

/** A lower figure in a picture is what programs write when they do not know. */
const KNOWN_DPI = 150
const LABEL_DPI = 203

/** A page with the picture, lossless unless it is a JPEG. Of an animation it has the first frame. */
async function pageOfPicture(bytes: Uint8Array, isJpeg: boolean): Promise<Uint8Array> {
  const options = { limitInputPixels: labelLimits.dots, pages: 1 }
  const {
    width,
    height,
    density = 0,
  } = await sharp(bytes, { ...options, limitInputPixels: false }).metadata()
  if (width * height > labelLimits.dots) throw new LabelRefused('tooManyDots')
  const upright = sharp(bytes, options).autoOrient().flatten({ background: 'white' }).toColourspace('srgb')
  const document = await PDFDocument.create({ updateMetadata: false })
  const { data, info } = isJpeg
    ? await upright.jpeg({ quality: 95, chromaSubsampling: '4:4:4' }).toBuffer({ resolveWithObject: true })
    : await upright.raw().toBuffer({ resolveWithObject: true })
  const side = (count: number) => (count * 72) / (density >= KNOWN_DPI ? density : LABEL_DPI)
  const page = document.addPage([side(info.width), side(info.height)])
  const picture = document.context.stream(isJpeg ? data : deflateSync(data), {
    Type: 'XObject',
    Subtype: 'Image',
    Width: info.width,
    Height: info.height,
    ColorSpace: info.channels === 1 ? 'DeviceGray' : 'DeviceRGB',
    BitsPerComponent: 8,
    Filter: isJpeg ? 'DCTDecode' : 'FlateDecode',
  })
  const name = page.node.newXObject('Picture', document.context.register(picture))
  page.pushOperators(
    pushGraphicsState(),
    concatTransformationMatrix(page.getWidth(), 0, 0, page.getHeight(), 0, 0),
    drawObject(name),
    popGraphicsState(),
  )
  return document.save({ useObjectStreams: false })
}

async function openPdf(bytes: Uint8Array): Promise<PDFDocument> {
  await refuseLargeStreams(bytes)
  try {
    return await PDFDocument.load(bytes, { updateMetadata: false })
  } catch (fault) {
    throw new LabelRefused(/encrypt/i.test(String(fault)) ? 'encrypted' : 'broken')
  }
}

/** A matrix as PDF writes it: x' = ax + cy + e, y' = bx + dy + f. */
type Matrix = [number, number, number, number, number, number]
const then = ([a, b, c, d, e, f]: Matrix, [A, B, C, D, E, F]: Matrix): Matrix => [
  a * A + b * C,
  a * B + b * D,
  c * A + d * C,
  c * B + d * D,
  e * A + f * C + E,
  e * B + f * D + F,
]
const quarters: Matrix[] = [
  [1, 0, 0, 1, 0, 0],
  [0, -1, 1, 0, 0, 0],
  [-1, 0, 0, -1, 0, 0],
  [0, 1, -1, 0, 0, 0],
]
/** Turns a page of this size clockwise and moves it back to the origin. */
function turnOf(degrees: number, { width, height }: Size): Matrix {
  const quarter = (((degrees / 90) % 4) + 4) % 4
  const [a, b, c, d] = quarters[quarter] ?? throwBroken()
  return [a, b, c, d, Math.max(0, -a * width, -c * height), Math.max(0, -b * width, -d * height)]
}
const throwBroken = (): never => {
  throw new LabelRefused('broken')
}

/** The part of a page that is shown, in its own coordinates. */
function shownBox(page: PDFPage) {
  const [crop, media] = [page.getCropBox(), page.getMediaBox()]
  const left = Math.max(crop.x, media.x)
  const bottom = Math.max(crop.y, media.y)
  const right = Math.min(crop.x + crop.width, media.x + media.width)
  const top = Math.min(crop.y + crop.height, media.y + media.height)
  return right > left && top > bottom ? { left, bottom, right, top } : throwBroken()
}

/** From the page's own coordinates to where it is shown, from the lower left corner and turned upright. */
function shownBy(page: PDFPage): Matrix {
  const { left, bottom, right, top } = shownBox(page)
  const size = { width: right - left, height: top - bottom }
  return then([1, 0, 0, 1, -left, -bottom], turnOf(page.getRotation().angle, size))
}

/** From a page as it is shown to the paper. */
function onPaper({ turn, scale, x, y }: Fit, shown: Size, paper: Size): Matrix {
  const page = { width: points(shown.width), height: points(shown.height) }
  const height = turn % 180 === 0 ? page.height : page.width
  return then(turnOf(turn, page), [scale, 0, 0, scale, points(x), points(paper.height - y) - height * scale])
}

/** Whether both packages see the same page; they read a broken one differently. */
function isAsDrawn(page: PDFPage, { size }: DrawnPage): boolean {
  const { left, bottom, right, top } = shownBox(page)
  const isTurned = page.getRotation().angle % 180 !== 0
  const [width, height] = isTurned ? [top - bottom, right - left] : [right - left, top - bottom]
  return Math.abs(width - points(size.width)) < 1 && Math.abs(height - points(size.height)) < 1
}

const HIDDEN = 2 | 32

/**
 * Draws the appearance of annotations and form fields into the page, because an embedded page has only its
 * content. Returns whether there were any.
 */
function drawAnnotations(page: PDFPage): boolean {
  let hasDrawn = false
  const annotations = page.node.Annots()
  for (let place = 0; place < (annotations?.size() ?? 0); place++) {
    const annotation = annotations?.lookup(place)
    if (!(annotation instanceof PDFDict)) continue
    const flags = annotation.lookupMaybe(PDFName.of('F'), PDFNumber)?.asNumber() ?? 0
    const isPopup = annotation.get(PDFName.of('Subtype')) === PDFName.of('Popup')
    if (flags & HIDDEN || isPopup) continue
    const appearances = annotation.lookup(PDFName.of('AP'))
    const normal = appearances instanceof PDFDict ? appearances.lookup(PDFName.of('N')) : undefined
    const state = annotation.get(PDFName.of('AS'))
    const drawing = normal instanceof PDFDict && state instanceof PDFName ? normal.lookup(state) : normal
    const [rect, box] = [
      numbersIn(annotation, 'Rect'),
      drawing instanceof PDFStream && numbersIn(drawing.dict, 'BBox'),
    ]
    const ref = drawing && page.doc.context.getObjectRef(drawing)
    if (!(drawing instanceof PDFStream) || !ref || rect?.length !== 4 || !box || box.length !== 4) continue
    const matrix = numbersIn(drawing.dict, 'Matrix')
    const around = bounds(box, matrix?.length === 6 ? (matrix as Matrix) : [1, 0, 0, 1, 0, 0])
    const at = bounds(rect, [1, 0, 0, 1, 0, 0])
    const [across, down] = [
      around.width > 0 ? at.width / around.width : 1,
      around.height > 0 ? at.height / around.height : 1,
    ]
    page.pushOperators(
      pushGraphicsState(),
      concatTransformationMatrix(across, 0, 0, down, at.x - around.x * across, at.y - around.y * down),
      drawObject(page.node.newXObject('Annotation', ref)),
      popGraphicsState(),
    )
    hasDrawn = true
  }
  return hasDrawn
}

function numbersIn(dict: PDFDict, name: string): number[] | undefined {
  const list = dict.lookup(PDFName.of(name))
  if (!(list instanceof PDFArray)) return undefined
  return list.asArray().flatMap((value) => (value instanceof PDFNumber ? [value.asNumber()] : []))
}

function bounds([x1 = 0, y1 = 0, x2 = 0, y2 = 0]: number[], [a, b, c, d, e, f]: Matrix): Area {
  const corners = [
    [x1, y1],
    [x1, y2],
    [x2, y1],
    [x2, y2],
  ].map(([x = 0, y = 0]) => [a * x + c * y + e, b * x + d * y + f] as const)
  const xs = corners.map(([x]) => x)
  const ys = corners.map(([, y]) => y)
  const [left, bottom] = [Math.min(...xs), Math.min(...ys)]
  return { x: left, y: bottom, width: Math.max(...xs) - left, height: Math.max(...ys) - bottom }
}

const FITTING_DPI = 100

/** What is printed on a page, or the label alone where the page has other content too. */
async function labelOn(bytes: Uint8Array, place: number, { size, dots }: DrawnPage, paper: Size) {
  const ink = inkBox(dots, size)
  if (!ink || fitsWell(ink, paper) || !isOfficePage(size)) return { ink, isPart: false }
  const [fine] = await drawPages(bytes, READING_DPI, place)
  if (!fine) return { ink, isPart: false }
  const codes = (await findCodes(fine)).map(({ area }) => area)
  const part = labelPart(inkGrid(dots, size), codes, paper)
  return part ? { ink: inkBox(dots, size, part) ?? part, isPart: true } : { ink, isPart: false }
}

/** How far most of the text in an area must be turned to be upright. */
function textTurn({ signs }: DrawnPage, { x, y, width, height }: Area): number {
  const counts = [0, 0, 0, 0]
  for (const sign of signs) {
    const isInside = sign.x >= x - 1 && sign.x <= x + width && sign.y >= y - 1 && sign.y <= y + height
    if (isInside) counts[sign.turn / 90] = (counts[sign.turn / 90] ?? 0) + 1
  }
  return counts.indexOf(Math.max(...counts)) * 90
}

/** The label on pages of the paper's size, its content unchanged. Blank pages are left out. */
export async function composeLabel(given: Uint8Array, paper: Size) {
  const kind = labelKindOf(given)
  if (!kind) throw new LabelRefused('unknownKind')
  const isImage = kind !== 'pdf'
  const unpacked = isImage ? await pageOfPicture(given, kind === 'jpeg') : given
  const source = await openPdf(unpacked)
  const pages = source.getPages()
  if (pages.length > labelLimits.pages) throw new LabelRefused('tooManyPages')
  const isChanged = pages.map(drawAnnotations).some(Boolean)
  const bytes = isChanged ? await source.save() : unpacked
  const drawn = await drawPages(bytes, FITTING_DPI)
  if (drawn.length !== pages.length) throw new LabelRefused('broken')
  const target = await PDFDocument.create({ updateMetadata: false })
  const labels: { page: PDFPage; matrix: Matrix; box: ReturnType<typeof shownBox> }[] = []
  for (const [place, page] of pages.entries()) {
    const shown = drawn[place]
    if (!shown) continue
    if (!isAsDrawn(page, shown)) throwBroken()
    const { ink, isPart } = await labelOn(bytes, place, shown, paper)
    if (!ink) continue
    const mayGrow = isImage && paper.width < LABEL_WIDTH
    const fit = fitLabel(shown.size, ink, paper, { mayGrow, textTurn: textTurn(shown, ink) })
    const matrix = then(shownBy(page), onPaper(fit, shown.size, paper))
    labels.push({ page, matrix, box: isPart ? boxAround(page, shown.size, ink) : shownBox(page) })
  }
  if (labels.length === 0) throw new LabelRefused('empty')
  const embedded = await target.embedPages(
    labels.map(({ page }) => page),
    labels.map(({ box }) => box),
    labels.map(() => [1, 0, 0, 1, 0, 0]),
  )
  for (const [place, label] of embedded.entries()) {
    const page = target.addPage([points(paper.width), points(paper.height)])
    page.pushOperators(
      pushGraphicsState(),
      concatTransformationMatrix(...(labels[place]?.matrix ?? throwBroken())),
      drawObject(page.node.newXObject('Label', label.ref)),
      popGraphicsState(),
    )
  }
  return { pdf: await target.save({ useObjectStreams: false }), pages: labels.length }
}

/** Wider paper is for office printers: a picture is not enlarged to fill it. */
const LABEL_WIDTH = 120
/** Kept around a label that is cut out of its page. */
const AROUND = 1

/** An area of the shown page, in the page's own coordinates. */
function boxAround(page: PDFPage, shown: Size, { x, y, width, height }: Area) {
  const [a, b, c, d, e, f] = shownBy(page)
  // A quarter turn and a shift: its inverse is the transposed turn.
  const inverse: Matrix = [a, c, b, d, -(a * e + b * f), -(c * e + d * f)]
  const [left, right] = [points(x - AROUND), points(x + width + AROUND)]
  const [top, bottom] = [points(shown.height - y + AROUND), points(shown.height - y - height - AROUND)]
  const area = bounds([left, bottom, right, top], inverse)
  const whole = shownBox(page)
  return {
    left: Math.max(area.x, whole.left),
    bottom: Math.max(area.y, whole.bottom),
    right: Math.min(area.x + area.width, whole.right),
    top: Math.min(area.y + area.height, whole.top),
  }
}
