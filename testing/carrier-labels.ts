import { degrees, PDFDocument } from '@cantoo/pdf-lib'
import bwip from 'bwip-js/node'
import PdfKit from 'pdfkit'
import sharp from 'sharp'
import type { Size } from '../platform/printing/labels.ts'

const points = (millimetres: number) => (millimetres * 72) / 25.4

/** The barcodes of the label, as a scanner reads them. */
export const labelCodes = [
  '1Z999AA10123456784',
  'QR 420917619261290339',
  'DM 00340434161094015902',
  'PDF417 SENDER+RECEIVER 91761',
]

/** The part of four by six inches that a carrier prints on. */
export const labelInk: Size = { width: 97, height: 147 }

const pictures = new Map<string, Promise<Buffer>>()
function picture(bcid: string, text: string, over: object = {}): Promise<Buffer> {
  const known = pictures.get(text) ?? bwip.toBuffer({ bcid, text, scale: 4, ...over })
  pictures.set(text, known)
  return known
}

type Layout = {
  page: Size
  /** Where the label is on the page. */
  x: number
  y: number
  /** Drawn sideways. */
  isTurned?: boolean
  /** Printed from edge to edge, without a free spot. */
  isFull?: boolean
  scale?: number
  pages?: number
  /** What else is on the page, by its top. */
  instructionsAt?: number
  password?: string
}

/** A made-up carrier's label as a PDF: text, rules, and barcodes of four kinds. */
export async function carrierPdf(layout: Layout): Promise<Buffer> {
  const { page, x, y, isTurned = false, scale = 1, pages = 1, password } = layout
  const document = new PdfKit({
    autoFirstPage: false,
    margin: 0,
    ...(password && { userPassword: password, ownerPassword: 'owner' }),
  })
  const pieces: Buffer[] = []
  const isWhole = new Promise<Buffer>((resolve) => {
    document.on('data', (piece: Buffer) => pieces.push(piece))
    document.on('end', () => resolve(Buffer.concat(pieces)))
  })
  for (let place = 0; place < pages; place++) {
    document.addPage({ size: [points(page.width), points(page.height)], margin: 0 })
    if (layout.instructionsAt !== undefined)
      for (let line = 0; line < 12; line++)
        document
          .fontSize(9)
          .text(
            `${line + 1}. Cut along the line and attach it to the parcel, then hand it to the driver.`,
            points(15),
            points(layout.instructionsAt + line * 6),
            { lineBreak: false },
          )
    document.save()
    document.translate(points(x), points(y)).scale(scale)
    if (isTurned) document.translate(points(labelInk.height), 0).rotate(90)
    await drawLabel(document, layout.isFull ?? false)
    document.restore()
  }
  document.end()
  return isWhole
}

async function drawLabel(document: PDFKit.PDFDocument, isFull: boolean) {
  const { width, height } = labelInk
  const [tracking = '', qr = '', matrix = '', stacked = ''] = labelCodes
  const image = (png: Buffer, x: number, y: number, wide: number, high: number) =>
    document.image(png, points(x), points(y), { width: points(wide), height: points(high) })
  const text = (words: string, x: number, y: number, size: number) =>
    document.fontSize(size).text(words, points(x), points(y), { lineBreak: false })
  const rule = (y: number) => document.moveTo(0, points(y)).lineTo(points(width), points(y)).stroke()
  document
    .lineWidth(points(0.3))
    .rect(points(0.15), points(0.15), points(width - 0.3), points(height - 0.3))
    .stroke()
  text('ACME PARCEL GROUND', 4, 3, 14)
  text('FROM: 100 Dock Road, Ontario CA 91761', 4, 10, 7)
  rule(15)
  text('SHIP TO: LI LEI', 4, 18, 11)
  text('20 MAPLE STREET', 4, 24, 11)
  text('SPRINGFIELD IL 62701', 4, 30, 11)
  image(await picture('qrcode', qr), 72, 18, 20, 20)
  rule(42)
  image(await picture('datamatrix', matrix), 4, 46, 18, 18)
  image(await picture('pdf417', stacked, { columns: 4, rowmult: 3 }), 28, 46, 62, 14)
  rule(68)
  image(await picture('code128', tracking, { height: 26 }), 8, 73, 81, 26)
  text(tracking, 28, 101, 10)
  rule(107)
  if (!isFull) return
  const terms = (x: number, y: number, count: number, words: string) => {
    for (let line = 0; line < count; line++) text(words, x, y + line * 2.4, 6)
  }
  terms(2, 108.5, 16, 'CONDITIONS OF CARRIAGE APPLY AS PUBLISHED BY THE CARRIER. LIABILITY IS LIMITED')
  terms(63, 2, 5, 'LIABILITY IS LIMITED TO 100')
  terms(44, 17, 7, 'SIGNATURE REQUIRED')
  terms(2, 34.5, 3, 'CONDITIONS OF CARRIAGE APPLY AS PUBLISHED BY THE CARR')
  terms(26, 62, 2, 'CONDITIONS OF CARRIAGE APPLY AS PUBLISHED BY THE CARRI')
  terms(1, 101, 2, 'LIABILITY IS LIMITED')
  terms(64, 101, 2, 'LIABILITY IS LIMITED TO 100')
}

/** Four by six inches, as most carriers send them. */
export const plainLabel = (over: Partial<Layout> = {}) =>
  carrierPdf({ page: { width: 101.6, height: 152.4 }, x: 2.3, y: 2.7, ...over })

/** The same label drawn sideways, with a page rotation that shows it upright. */
async function rotatedLabel(label: Uint8Array, turn: number): Promise<Buffer> {
  const document = await PDFDocument.create()
  const [upright] = await document.embedPdf(label)
  if (!upright) throw new Error('no page')
  const { width, height } = upright
  const page = document.addPage(turn % 180 === 0 ? [width, height] : [height, width])
  page.setRotation(degrees(turn))
  page.drawPage(upright, {
    x: turn === 90 ? height : turn === 180 ? width : 0,
    y: turn === 180 ? height : turn === 270 ? width : 0,
    rotate: degrees(turn),
  })
  return Buffer.from(await document.save())
}

/** The label as a picture of 203 dpi, with white at its right as some carriers send it. */
async function pictureLabel(kind: 'png' | 'jpeg' | 'gif', { white = 0, turn = 0 } = {}): Promise<Buffer> {
  const { drawPages } = await import('../platform/printing/server/draw-label.ts')
  const [page] = await drawPages(await plainLabel(), 203)
  if (!page) throw new Error('no page')
  const { data, width, height } = page.dots
  const grey = sharp(data, { raw: { width, height, channels: 1 } })
  return grey.rotate(turn).extend({ right: white, background: 'white' })[kind]().toBuffer()
}

const landscape = { page: { width: 152.4, height: 101.6 }, x: 2.7, y: 2.3, isTurned: true }

/** Carrier labels of every kind that has to be printed on the channel's paper, with their number of pages. */
export const carrierLabels: [name: string, make: () => Promise<Buffer>, pages: number][] = [
  ['four by six inches', plainLabel, 1],
  ['100 × 150 mm', () => plainLabel({ page: { width: 100, height: 150 }, x: 1.5, y: 1.5 }), 1],
  ['landscape', () => carrierPdf(landscape), 1],
  ...[90, 180, 270].map((turn): [string, () => Promise<Buffer>, number] => [
    `a page rotation of ${turn}°`,
    async () => rotatedLabel(await plainLabel(), turn),
    1,
  ]),
  ['a landscape page with a rotation', async () => rotatedLabel(await carrierPdf(landscape), 270), 1],
  ['three pages', () => plainLabel({ pages: 3 }), 3],
  ['Letter with the label on its upper half', () => carrierPdf({ ...letter, isTurned: true }), 1],
  ['Letter with instructions', () => carrierPdf({ ...letter, isTurned: true, instructionsAt: 150 }), 1],
  ['A4', () => carrierPdf({ page: { width: 210, height: 297 }, x: 12, y: 9 }), 1],
  ['A5', () => carrierPdf({ page: { width: 148, height: 210 }, x: 30, y: 40 }), 1],
  [
    'A5 from edge to edge',
    () => carrierPdf({ page: { width: 148, height: 210 }, x: 4, y: 3, scale: 1.38 }),
    1,
  ],
  ['105.5 mm wide', () => carrierPdf({ page: { width: 105.5, height: 150 }, x: 1, y: 1, scale: 1.005 }), 1],
  ['an odd size', () => carrierPdf({ page: { width: 118, height: 163 }, x: 14, y: 7 }), 1],
  ['dots as points', () => carrierPdf({ page: { width: 423.3, height: 635 }, x: 9, y: 11, scale: 4.15 }), 1],
  ['a page whose visible part starts elsewhere', croppedLabel, 1],
  ['full to the edge', () => plainLabel({ isFull: true }), 1],
  ['a PNG', () => pictureLabel('png'), 1],
  ['a JPEG', () => pictureLabel('jpeg'), 1],
  ['a GIF on its side with white around', () => pictureLabel('gif', { turn: 90, white: 200 }), 1],
  ['a PDF with a picture only', pictureOnly, 1],
]

const letter = { page: { width: 215.9, height: 279.4 }, x: 30, y: 12 }

/** The label in the middle of a larger page, of which only the label is shown. */
async function croppedLabel(): Promise<Buffer> {
  const document = await PDFDocument.load(
    await carrierPdf({ page: { width: 180, height: 220 }, x: 40, y: 30 }),
  )
  document.getPage(0).setCropBox(points(38), points(220 - 180), points(101.6), points(152.4))
  return Buffer.from(await document.save())
}

async function pictureOnly(): Promise<Buffer> {
  const document = await PDFDocument.create()
  const png = await document.embedPng(await pictureLabel('png'))
  document.addPage([288, 432]).drawImage(png, { x: 0, y: 0, width: 288, height: 432 })
  return Buffer.from(await document.save())
}
