import { deflateSync } from 'node:zlib'
import { PDFDocument, PDFName, PDFString } from '@cantoo/pdf-lib'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { carrierPdf, labelInk, plainLabel } from '../../../testing/carrier-labels.ts'
import { readPaper } from '../../../testing/read-paper.ts'
import { fill, type Text } from '../../text/text.ts'
import { PAPER_MARGIN } from '../fit-label.ts'
import { inkBox } from '../ink-grid.ts'
import { takenCells } from '../label-space.ts'
import { labelFileText } from '../text.ts'
import { drawPages } from './draw-label.ts'
import { analyseLabel, normaliseLabel } from './normalise-label.ts'

const size = { widthMm: 100, heightMm: 150 }

test('an A4 channel gets the label in true size at the top of the page', async () => {
  const { pdf } = await normaliseLabel(await plainLabel(), { widthMm: 210, heightMm: 297 })
  const [drawn] = await drawPages(pdf, 100)
  expect(drawn?.size).toEqual({ width: 210, height: 297 })
  const ink = drawn && inkBox(drawn.dots, drawn.size)
  expect(ink?.x).toBeCloseTo((210 - labelInk.width) / 2, 0)
  expect(ink?.y).toBeCloseTo(PAPER_MARGIN, 0)
  expect(ink?.width).toBeCloseTo(labelInk.width, 0)
  expect(ink?.height).toBeCloseTo(labelInk.height, 0)
})

test('text and pictures of a PDF are kept as they are', async () => {
  const label = await plainLabel()
  const { pdf } = await normaliseLabel(label, size)
  const partsOf = async (bytes: Uint8Array) => {
    const parts = (await PDFDocument.load(bytes)).context
      .enumerateIndirectObjects()
      .map(([, part]) => String(part))
    return [/\/Subtype \/Image/, /\/BaseFont \/Helvetica/].map(
      (kind) => parts.filter((part) => kind.test(part)).length,
    )
  }
  expect(await partsOf(pdf)).toEqual(await partsOf(label))
})

test('blank pages are left out', async () => {
  const document = await PDFDocument.load(await plainLabel())
  document.addPage([288, 432])
  document.insertPage(0, [288, 432]).drawText(' ')
  expect((await normaliseLabel(await document.save(), size)).pages).toBe(1)
})

test('what an annotation or a form field shows is printed', async () => {
  const document = await PDFDocument.create()
  const page = document.addPage([283, 425])
  page.drawText('label', { x: 20, y: 300 })
  const field = document.getForm().createTextField('sort')
  field.setText('SORT 0421')
  field.addToPage(page, { x: 40, y: 100, width: 120, height: 30 })
  const { pdf } = await normaliseLabel(await document.save(), size)
  const [read] = await readPaper(pdf, 203, { x: 10, y: 95, width: 60, height: 30 })
  expect(read?.ink).toBeGreaterThan(300)
})

test('text is found even where its font is not in the file', async () => {
  const { pdf } = await normaliseLabel(await chineseLabel(), size)
  const [drawn] = await drawPages(pdf, 100)
  const ink = drawn && inkBox(drawn.dots, drawn.size)
  expect(ink?.width).toBeCloseTo(21, 0)
  expect(ink?.y).toBeCloseTo(PAPER_MARGIN, 0)
})

/** Text in a font that Chinese computers have and the file does not. */
async function chineseLabel(): Promise<Uint8Array> {
  const document = await PDFDocument.create()
  const page = document.addPage([595, 842])
  const system = { Registry: PDFString.of('Adobe'), Ordering: PDFString.of('GB1'), Supplement: 4 }
  const font = document.context.obj({
    Type: 'Font',
    Subtype: 'Type0',
    BaseFont: 'STSong-Light',
    Encoding: 'UniGB-UCS2-H',
    DescendantFonts: [
      { Type: 'Font', Subtype: 'CIDFontType0', BaseFont: 'STSong-Light', CIDSystemInfo: system, DW: 1000 },
    ],
  })
  page.node.setFontDictionary(PDFName.of('F1'), document.context.register(font))
  const words = document.context.stream(`BT /F1 20 Tf 400 700 Td <65306B3E6536> Tj ET`)
  page.node.set(PDFName.of('Contents'), document.context.register(words))
  return document.save()
}

test('the free space of a label leaves out its barcodes and what they need around them', async () => {
  const { pdf } = await normaliseLabel(await plainLabel(), size)
  const { pages } = await analyseLabel(pdf)
  const [page] = pages
  if (!page) throw new Error('no page')
  expect(pages.map(({ width, height }) => [width, height])).toEqual([[100, 150]])
  // As `carrierPdf` draws them, with 2 mm around; 5 mm at the ends of bars and 1 mm above and below.
  const edge = 1.5
  expect(page.codes.toSorted((a, b) => a.width - b.width)).toEqual(
    [
      { x: edge + 4 - 2, y: edge + 46 - 2, width: 22, height: 22 },
      { x: edge + 72 - 2, y: edge + 18 - 2, width: 24, height: 24 },
      { x: edge + 28 - 2, y: edge + 46 - 2, width: 66, height: 18 },
      { x: edge + 8 - 5, y: edge + 73 - 1, width: 91, height: 28 },
    ].map((code) =>
      Object.fromEntries(Object.entries(code).map(([side, at]) => [side, expect.closeTo(at, 0)])),
    ),
  )
  const { columns, rows, cells } = takenCells(page)
  const isTaken = (x: number, y: number) => cells[y * columns + x] === 1
  expect([columns, rows]).toEqual([100, 150])
  expect([isTaken(50, 0), isTaken(50, 1), isTaken(50, 130), isTaken(94, 90), isTaken(20, 20)]).toEqual([
    false,
    true,
    false,
    true,
    true,
  ])
  expect(JSON.parse(JSON.stringify(page))).toEqual(page)
})

describe('a file is refused', () => {
  const png = (width: number, height: number) =>
    sharp({ create: { width, height, channels: 3, background: 'white' } })
      .png()
      .toBuffer()
  const cut = async () => (await plainLabel()).subarray(0, 900)
  const blank = async (pages: number) => {
    const document = await PDFDocument.create()
    for (let page = 0; page < pages; page++) document.addPage([288, 432])
    return Buffer.from(await document.save())
  }

  test.each<[string, () => Promise<Buffer>, Text]>([
    ['with a password', () => plainLabel({ password: 'secret' }), labelFileText.encrypted],
    ['of another kind', async () => Buffer.from('^XA^FO20,20^FDlabel^FS^XZ'), labelFileText.unknownKind],
    ['without content', async () => Buffer.alloc(0), labelFileText.empty],
    ['with blank pages only', () => blank(2), labelFileText.empty],
    ['with a white picture', () => png(80, 120), labelFileText.empty],
    ['that is cut off', cut, labelFileText.broken],
    [
      'that only starts like a PDF',
      async () => Buffer.from('%PDF-1.7\n'.padEnd(500, 'x')),
      labelFileText.broken,
    ],
    ['that only starts like a PNG', async () => (await png(80, 120)).subarray(0, 60), labelFileText.broken],
    ['of 21 pages', () => blank(21), fill(labelFileText.tooManyPages, { max: 20 })],
    ['of 24 megapixels', () => png(4000, 6000), fill(labelFileText.tooManyDots, { max: 20 })],
    ['of 10 MB', async () => Buffer.alloc(10_000_001), fill(labelFileText.tooLarge, { max: 10 })],
  ])('%s', async (_, make, text) => {
    await expect(normaliseLabel(await make(), size)).rejects.toMatchObject({
      text,
      detail: { kind: 'label_file' },
    })
  })

  test.each(['page', 'list of objects'] as const)('whose %s unpacks to too much', async (where) => {
    const bomb = deflateSync(Buffer.alloc(160_000_000))
    const document = await PDFDocument.load(await plainLabel())
    const content = document.context.register(document.context.stream(bomb, { Filter: 'FlateDecode' }))
    if (where === 'page') document.getPage(0).node.set(PDFName.of('Contents'), content)
    const list = `99 0 obj\n<</Type/ObjStm/N 1/First 4/Filter/FlateDecode/Length ${bomb.length}>>\nstream\n`
    const label = Buffer.concat([
      await document.save(),
      Buffer.from(list),
      bomb,
      Buffer.from('\nendstream endobj'),
    ])
    const file = where === 'page' ? await document.save() : label
    await expect(normaliseLabel(file, size)).rejects.toMatchObject({ text: labelFileText.tooSlow })
  })

  test('that takes too long, and the next one is read again', async () => {
    await expect(normaliseLabel(await plainLabel(), size, 0.001)).rejects.toMatchObject({
      text: labelFileText.tooSlow,
    })
    expect(
      (await normaliseLabel(await carrierPdf({ page: { width: 101, height: 151 }, x: 2, y: 2 }), size)).pages,
    ).toBe(1)
  })
})
