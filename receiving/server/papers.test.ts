import sharp from 'sharp'
import { expect, test } from 'vitest'
import { type Area, type LayoutName, labelLayoutNames, labelLayouts } from '../../platform/printing/labels.ts'
import { labelsOf, openPaper } from '../../platform/printing/server/paper.ts'
import { readPaper } from '../../testing/read-paper.ts'
import { receivingText } from '../text.ts'
import { type BoxLabel, drawBox } from './box-label.ts'
import { drawSheet, SHEET, SHEET_DPI, type SheetLine } from './receiving-sheet.ts'

const LONG = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ-ABCDEFGH'

const label = (over: Partial<BoxLabel> = {}): BoxLabel => ({
  boxNo: 'BOX-1',
  inboundNo: 'IB260314-00017',
  customerCode: 'ACME',
  referenceNo: 'PO-2026-001',
  place: 1,
  of: 3,
  contents: [{ sku: 'MUG-01', expected: 24 }],
  ...over,
})
const many = Array.from({ length: 30 }, (_, i) => ({ sku: `SKU-${i}`, expected: i + 1 }))
const labels = [
  label(),
  label({ boxNo: LONG, referenceNo: LONG, customerCode: LONG }),
  label({ boxNo: '00000012', referenceNo: null, contents: many }),
]

test.each(labelLayoutNames)('the number of every box on %s scans as printed', async (layout) => {
  const bytes = await labelsOf(layout, 'labels', labels, drawBox)
  const { columns, rows, dpi } = labelLayouts[layout]
  const pages = await readPaper(bytes ?? Buffer.alloc(0), dpi)
  expect(pages).toHaveLength(Math.ceil(labels.length / (columns * rows)))
  expect(pages.flatMap(({ codes }) => codes).sort()).toEqual(labels.map(({ boxNo }) => boxNo).sort())
})

const line = (over: Partial<SheetLine> = {}): SheetLine => ({
  boxNo: 'BOX-1',
  sku: 'MUG-01',
  nameZh: '陶瓷马克杯（蓝色）350ml 家用大容量咖啡杯带盖勺',
  nameEn: 'Ceramic mug, blue, 350 ml, with lid and spoon',
  barcode: 'ACME.MUG-01',
  expected: 24,
  expiryDate: null,
  lot: null,
  ...over,
})

async function printed(
  lines: SheetLine[],
  dpi: number,
  part?: Parameters<typeof readPaper>[2],
  logo?: Buffer,
) {
  const paper = openPaper(SHEET, 'sheet', SHEET_DPI)
  const facts = [{ title: receivingText.containerNo, value: 'MSKU1234567' }]
  const sheet = { inboundNo: 'IB260314-00017', customer: 'ACME 示例贸易有限公司', facts, boxes: 2, lines }
  drawSheet(paper, sheet, 'zh_CN', logo)
  return readPaper(await paper.whole(), dpi, part)
}

test('a receiving sheet has the barcodes of the order and of every product, on every page', async () => {
  const lines = [
    ...Array.from({ length: 14 }, (_, i) => line({ barcode: `ACME.MUG-${i}` })),
    line({ barcode: '012345678905', nameZh: null, expiryDate: '2028-01-01', lot: 'W'.repeat(20) }),
    line({ barcode: `${LONG}.${LONG}`, sku: LONG, boxNo: LONG, nameEn: null }),
    line({ barcode: null, boxNo: null }),
  ]
  const pages = await printed(lines, 300)
  expect(pages).toHaveLength(2)
  expect(pages[0]).toMatchObject({ width: expect.closeTo(297, 0), height: expect.closeTo(210, 0) })
  const codes = pages.flatMap((page) => page.codes)
  const wanted = ['IB260314-00017', ...lines.flatMap(({ barcode }) => barcode ?? [])]
  expect(codes.sort()).toEqual(wanted.sort())
})

test('a receiving sheet numbers its pages', async () => {
  const foot = { x: SHEET.width - 60, y: SHEET.height - 17, width: 55, height: 14 }
  const inkOf = async (words: string) => {
    const paper = openPaper(SHEET, 'foot', SHEET_DPI)
    paper.turn()
    paper.line(words, { x: SHEET.width - 10 - paper.widthOf(words, 9), y: SHEET.height - 15 }, 9)
    return (await readPaper(await paper.whole(), 300, foot))[0]?.ink
  }
  const pages = await printed(
    Array.from({ length: 17 }, () => line()),
    300,
    foot,
  )
  expect(pages.map(({ ink }) => ink)).toEqual([await inkOf('第 1 / 2 页'), await inkOf('第 2 / 2 页')])
})

test('the first page has nine rows and each later one eleven', async () => {
  const pagesOf = async (rows: number) =>
    (
      await printed(
        Array.from({ length: rows }, () => line({ barcode: null })),
        36,
      )
    ).length
  expect([await pagesOf(9), await pagesOf(10), await pagesOf(20), await pagesOf(21)]).toEqual([1, 2, 2, 3])
})

test('the totals count boxes, products and pieces, and a later page names the order and its customer', async () => {
  const inkOf = async (words: string, at: { x: number; y: number }, size: number, part: Area) => {
    const paper = openPaper(SHEET, 'words', SHEET_DPI)
    paper.turn()
    paper.line(words, at, size)
    return (await readPaper(await paper.whole(), 150, part))[0]?.ink
  }
  const totals = { x: 10, y: 102, width: 200, height: 8 }
  const [sheet] = await printed([line(), line(), line({ sku: 'OTHER', expected: 1 })], 150, totals)
  const total = '合计 2 箱，2 个 SKU，49 件'
  expect(sheet?.ink).toBe(await inkOf(total, { x: 10, y: 103 }, 10, totals))
  const head = { x: 10, y: 9, width: 200, height: 10 }
  const [, second] = await printed(
    Array.from({ length: 10 }, () => line({ barcode: null })),
    150,
    head,
  )
  const whose = 'IB260314-00017 · ACME 示例贸易有限公司'
  expect(second?.ink).toBe(await inkOf(whose, { x: 10, y: 10 }, 13, head))
})

test('a tall label lists up to twelve products of its box and how many more there are, a small one none', async () => {
  const inkOf = async (
    contents: BoxLabel['contents'],
    part: Area,
    layout: LayoutName = 'thermal_100x150',
  ) => {
    const bytes = await labelsOf(layout, 'labels', [label({ contents })], drawBox)
    return (await readPaper(bytes ?? Buffer.alloc(0), 203, part))[0]?.ink
  }
  const rowOf = (at: number) => ({ x: 3, y: 75 + at * 5.184, width: 94, height: 5.1 })
  expect(await inkOf(many.slice(0, 12), rowOf(11))).toBeGreaterThan(50)
  expect(await inkOf(many.slice(0, 12), rowOf(12))).toBe(0)
  // A thirteenth and the others are a number.
  const more = await inkOf(many.slice(0, 13), rowOf(12))
  expect(more).toBeGreaterThan(20)
  expect(await inkOf(many.slice(0, 13).toReversed(), rowOf(12))).toBe(more)
  expect(await inkOf(many.slice(0, 14), rowOf(12))).not.toBe(more)
  const small = { x: 0, y: 0, width: 100, height: 50 }
  expect(await inkOf(many, small, 'thermal_100x50')).toBe(await inkOf([], small, 'thermal_100x50'))
})

test('Chinese names are printed in their place, and fields to fill in stay empty', async () => {
  const names = { x: 79, y: 60, width: 48, height: 12 }
  const [withName] = await printed([line()], 100, names)
  const [without] = await printed([line({ nameZh: null, nameEn: null })], 100, names)
  expect(withName?.ink).toBeGreaterThan(100)
  expect(without?.ink).toBe(0)
  const [counted] = await printed([line()], 100, { x: 198, y: 61, width: 14, height: 10 })
  expect(counted?.ink).toBe(0)
  const lots = { x: 250, y: 60, width: 18, height: 12 }
  const [withLot] = await printed([line({ lot: 'LOT-2027-A' })], 100, lots)
  expect(withLot?.ink).toBeGreaterThan(50)
  expect((await printed([line()], 100, lots))[0]?.ink).toBe(0)
})

test('the table ends below its last row, and the totals follow it', async () => {
  const inkAt = async (y: number, height: number) =>
    (await printed([line(), line(), line()], 100, { x: 11, y, width: 250, height }))[0]?.ink ?? 0
  const end = 52 + 7 + 3 * 14
  expect(await inkAt(end - 0.4, 0.8), 'the last rule').toBeGreaterThan(900)
  expect(await inkAt(end + 2, 5), 'the totals').toBeGreaterThan(50)
  expect(await inkAt(end + 9, 70), 'nothing else').toBe(0)
})

test('the company’s logo is at the top, and the text makes room for it', async () => {
  const black = { create: { width: 600, height: 440, channels: 3, background: 'black' } } as const
  const logo = await sharp(black).png().toBuffer()
  const place = { x: 11, y: 11, width: 28, height: 20 }
  const gap = { x: 40.5, y: 10, width: 3, height: 24 }
  const [withLogo] = await printed([line()], 100, place, logo)
  const all = (place.width * place.height * 100 ** 2) / 25.4 ** 2
  expect(withLogo?.ink).toBeGreaterThan(all * 0.9)
  expect((await printed([line()], 100, gap, logo))[0]?.ink).toBe(0)
  expect(withLogo?.codes).toContain('IB260314-00017')
  const thick = async (sheets: number) => {
    const paper = openPaper(SHEET, 'sheet', SHEET_DPI)
    const sheet = { inboundNo: 'IB1', customer: 'ACME', facts: [], boxes: 1, lines: [] }
    for (let n = 0; n < sheets; n++) drawSheet(paper, sheet, 'zh_CN', logo)
    return ((await paper.whole()).toString('latin1').match(/\/Subtype \/Image/g) ?? []).length
  }
  expect([await thick(1), await thick(5)]).toEqual([1, 1])
})
