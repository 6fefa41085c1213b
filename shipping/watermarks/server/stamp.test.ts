import { PDFDocument } from '@cantoo/pdf-lib'
import { describe, expect, test } from 'vitest'
import { labelFormats } from '../../../channels/rules.ts'
import { takenCells } from '../../../platform/printing/label-space.ts'
import { type Area, rowHeight } from '../../../platform/printing/labels.ts'
import { drawPages } from '../../../platform/printing/server/draw-label.ts'
import { analyseLabel, normaliseLabel } from '../../../platform/printing/server/normalise-label.ts'
import { openPaper } from '../../../platform/printing/server/paper.ts'
import { carrierLabels, labelCodes, plainLabel } from '../../../testing/carrier-labels.ts'
import { shareOf } from '../../../testing/random.ts'
import { readPaper } from '../../../testing/read-paper.ts'
import { arrangeStamp, stampTexts } from '../arrange-stamp.ts'
import { SAMPLE_TRACKING, sampleParcel } from '../sample-label.ts'
import { labelPapers, nextItem, problemWith, type StampItem, watermarkItems } from '../watermark.ts'
import { drawSampleLabel } from './sample-label.ts'
import { type StampTemplate, stampLabel, stampLabels } from './stamp.ts'

const item = (over: Partial<StampItem> = {}): StampItem => ({
  item: 'sku_loc_qty',
  xMm: 3,
  yMm: 130,
  wMm: 60,
  fontPt: 8,
  maxRows: 3,
  text: null,
  ...over,
})

const template = (over: Partial<StampTemplate> = {}): StampTemplate => ({
  labelFormat: 'pdf_100x150',
  stampMode: 'overlay',
  scalePercent: 100,
  lang: 'zh_CN',
  items: [item(), item({ item: 'custom_text', text: '易碎品 小心', xMm: 65, wMm: 30, maxRows: 1 })],
  ...over,
})
const smaller = { stampMode: 'shrink', scalePercent: 85 } as const
const size = { widthMm: 100, heightMm: 150 }
const facts = sampleParcel

/** The amount of black in a part of the first page, so that a test sees whether something was written. */
async function inkIn(bytes: Uint8Array, part: Area) {
  const [page] = await drawPages(bytes, 203)
  if (!page) throw new Error('no page')
  const { data, width, height } = page.dots
  const [left, right] = [part.x, part.x + part.width].map((x) => (x * width) / page.size.width)
  const [top, bottom] = [part.y, part.y + part.height].map((y) => (y * height) / page.size.height)
  const isInside = (from = 0, at = 0, to = 0) => at >= Math.round(from) && at < Math.round(to)
  return data.filter(
    (grey, dot) =>
      grey < 128 && isInside(left, dot % width, right) && isInside(top, Math.floor(dot / width), bottom),
  ).length
}

/** Every item that a template can have, in the two areas that most labels leave free. */
function everyItem(): StampTemplate {
  const fontPt = 6
  const rowsOf = (name: string) => (['sku_qty', 'location', 'sku_loc_qty'].includes(name) ? 3 : 1)
  let [x, y] = [3, 129]
  const items = watermarkItems.map((name): StampItem => {
    const height = rowsOf(name) * rowHeight(fontPt)
    if (y > 100 ? y + height > 149 : y + height > 27) [x, y] = x === 3 ? [52, y > 100 ? 129 : 1] : [3, 1]
    const placed = { item: name, xMm: x, yMm: y, wMm: 45, fontPt, maxRows: rowsOf(name) }
    y += height
    return { ...placed, text: name === 'custom_text' ? '易碎品 小心' : null }
  })
  return template({ items })
}

/** All that the items say, without spaces. */
const everyText = [
  'MUG-BLUE-350×2',
  'A-01-02',
  'LAMP-DESKB-03-1×1',
  '共6件',
  facts.orderNo,
  'AMZ-114-5567',
  'ACME',
].concat(['PK20261115-001', '12', '包裹1/2', 'UPS-GROUND', '2026-11-1514:05', '易碎Fragile', '易碎品小心'])

test.each(shareOf(carrierLabels, 0, 3))(
  '%s: normalised and stamped with every item, every barcode still reads',
  async (_, make, count) => {
    const { pdf, pages } = await normaliseLabel(await make(), size)
    const { bytes, isCut } = await stampLabel({
      pdf,
      space: await analyseLabel(pdf),
      template: everyItem(),
      facts,
    })
    const read = await readPaper(bytes)
    expect(pages).toBe(count)
    expect(isCut).toBe(false)
    expect(read.map(({ codes }) => codes.toSorted())).toEqual(Array(count).fill(labelCodes.toSorted()))
    for (const { width, height, text } of read) {
      expect(width).toBeCloseTo(size.widthMm, 1)
      expect(height).toBeCloseTo(size.heightMm, 1)
      const said = text.replace(/\s/g, '')
      expect(everyText.filter((words) => !said.includes(words))).toEqual([])
    }
  },
)

test.each([false, true])('nothing on the label is covered (printed to the edge: %s)', async (isFull) => {
  const { pdf } = await normaliseLabel(await plainLabel({ isFull }), size)
  const space = await analyseLabel(pdf)
  const stamp = everyItem()
  const blank = await PDFDocument.create()
  blank.addPage([(100 * 72) / 25.4, (150 * 72) / 25.4]).drawText(' ')
  const words = await stampLabel({ pdf: await blank.save(), space, template: stamp, facts })
  const { texts } = stampTexts(stamp.items, facts, stamp.lang, openPaper({ width: 1, height: 1 }, '').widthOf)
  const [page] = space.pages
  const labelScale = (page && arrangeStamp(takenCells(page), texts, 1)?.labelScale) ?? 0
  const bare = template({ stampMode: 'shrink', scalePercent: labelScale * 100, items: [] })
  const label = await stampLabel({ pdf, space, template: bare, facts })
  const [text, print] = (await Promise.all([words, label].map(({ bytes }) => drawPages(bytes, 203)))).flat()
  const isDark = (drawn: typeof text, dot: number) => (drawn?.dots.data[dot] ?? 255) < 128
  const dots = Array.from(text?.dots.data.keys() ?? [])
  expect(isFull).toBe(labelScale < 1)
  expect(dots.filter((dot) => isDark(text, dot)).length).toBeGreaterThan(2000)
  expect(dots.filter((dot) => isDark(print, dot)).length).toBeGreaterThan(20_000)
  expect(dots.filter((dot) => isDark(text, dot) && isDark(print, dot))).toEqual([])
})

test('the template with every item is one that can be saved', () => {
  const { items } = everyItem()
  expect(items.map((_, place) => problemWith(everyItem(), place))).toEqual(items.map(() => undefined))
})

test.each(labelFormats)('the barcode of a %s label scans the same in both stamp modes', async (format) => {
  const pdf = await drawSampleLabel(format)
  const space = await analyseLabel(pdf)
  for (const mode of [{ stampMode: 'overlay', scalePercent: 100 } as const, smaller]) {
    const bare = template({ labelFormat: format, ...mode, items: [] })
    const items = [{ ...nextItem(bare), maxRows: 3 }]
    const { bytes, isCut } = await stampLabel({ pdf, space, template: { ...bare, items }, facts })
    const pages = await readPaper(bytes)
    expect(pages.map(({ codes }) => codes)).toEqual([[SAMPLE_TRACKING]])
    expect(pages[0]?.width).toBeCloseTo(labelPapers[format].page.width, 1)
    expect(pages[0]?.height).toBeCloseTo(labelPapers[format].page.height, 1)
    expect(isCut).toBe(false)
  }
})

describe('the text', () => {
  const strip = { x: 3, y: 130, width: 60, height: 12.5 }
  const above = { x: 0, y: 0, width: 100, height: 128 }

  test('is where the template puts it, and nowhere else', async () => {
    const pdf = await drawSampleLabel('pdf_100x150')
    const { bytes } = await stampLabel({ pdf, template: template(), facts })
    expect(await inkIn(pdf, strip)).toBe(0)
    expect(await inkIn(bytes, strip)).toBeGreaterThan(100)
    expect(await inkIn(bytes, above)).toBe(await inkIn(pdf, above))
  })

  test('is next to a barcode that is where the template puts it', async () => {
    const pdf = await drawSampleLabel('pdf_100x150')
    const { bytes } = await stampLabel({ pdf, template: template({ items: [item({ yMm: 90 })] }), facts })
    const [page] = await readPaper(bytes)
    expect(page?.codes).toEqual([SAMPLE_TRACKING])
    expect(page?.text).toContain('MUG-BLUE-350 A-01-02')
    const barcode = { x: 5, y: 72, width: 90, height: 40 }
    expect(await inkIn(bytes, barcode)).toBe(await inkIn(pdf, barcode))
  })

  test('is below a label that has no free space, and the label is smaller', async () => {
    const { pdf } = await normaliseLabel(await plainLabel({ isFull: true }), size)
    const { bytes } = await stampLabel({ pdf, template: template({ items: [item()] }), facts })
    const [page] = await readPaper(bytes)
    expect(page?.codes.toSorted()).toEqual(labelCodes.toSorted())
    const edge = { x: 0, y: 0, width: 3, height: 130 }
    expect(await inkIn(pdf, edge)).toBeGreaterThan(100)
    expect(await inkIn(bytes, edge)).toBe(0)
  })

  test('of a label that the template scales down is in the freed space', async () => {
    const { pdf } = await normaliseLabel(await plainLabel({ isFull: true }), size)
    const { bytes } = await stampLabel({ pdf, template: template(smaller), facts })
    expect(await inkIn(bytes, strip)).toBeGreaterThan(100)
    expect((await readPaper(bytes))[0]?.codes.toSorted()).toEqual(labelCodes.toSorted())
  })

  test('of a reprint is its mark, in the upper right corner', async () => {
    const pdf = await drawSampleLabel('pdf_100x150')
    const { bytes } = await stampLabel({ pdf, template: null, facts, mark: 'R2' })
    expect((await readPaper(bytes))[0]?.text).toContain('R2')
    expect(await inkIn(bytes, { x: 85, y: 3, width: 12, height: 5 })).toBeGreaterThan(20)
    const edge = { x: 97.5, y: 0, width: 2.5, height: 10 }
    expect(await inkIn(bytes, edge)).toBe(await inkIn(pdf, edge))
  })
})

test('a label without a template is printed as it is', async () => {
  const pdf = await drawSampleLabel('pdf_100x150')
  const { bytes } = await stampLabel({ pdf, template: null, facts })
  const whole = { x: 0, y: 0, width: 100, height: 150 }
  expect(await inkIn(bytes, whole)).toBe(await inkIn(pdf, whole))
})

test('many labels become one file in the given order, without those that failed', async () => {
  const { pdf } = await normaliseLabel(await plainLabel({ pages: 2 }), size)
  const sample = await drawSampleLabel('pdf_100x150')
  const { bytes, cut, failed } = await stampLabels([
    { pdf, template: template(), facts },
    { pdf: Buffer.from('%PDF-'), template: template(), facts },
    { pdf: sample, template: template({ items: [item({ maxRows: 1 })] }), facts },
    { pdf: sample, template: null, facts },
  ])
  const read = await readPaper(bytes)
  expect(read.map(({ codes }) => codes.length)).toEqual([4, 4, 1, 1])
  expect(read.map(({ text }) => text.includes('LAMP-DESK B-03-1'))).toEqual([true, true, false, false])
  expect(cut).toEqual([2])
  expect(failed).toEqual([{ place: 1, text: { zh_CN: '加印水印失败', en_US: 'Watermark Failed' } }])
})

test('progress is reported while many labels are stamped', async () => {
  const pdf = await drawSampleLabel('pdf_100x150')
  const counts: number[] = []
  const labels = Array.from({ length: 25 }, () => ({ pdf, template: null, facts }))
  const { bytes } = await stampLabels(labels, async (count) => void counts.push(count))
  expect(counts).toEqual([10, 20])
  expect((await PDFDocument.load(bytes)).getPageCount()).toBe(25)
})

describe('no label is produced', () => {
  const failed = { text: { zh_CN: '加印水印失败', en_US: 'Watermark Failed' }, detail: { kind: 'watermark' } }
  const sample = () => drawSampleLabel('pdf_100x150')

  test.each([
    ['of something that is no PDF', Buffer.from('%!PS')],
    ['of nothing', Buffer.alloc(0)],
  ])('%s', async (_, pdf) => {
    await expect(stampLabel({ pdf, template: template(), facts })).rejects.toMatchObject(failed)
  })

  test('with the free space of another label', async () => {
    const space = await analyseLabel(await drawSampleLabel('pdf_100x100'))
    const stamped = stampLabel({ pdf: await sample(), space, template: template(), facts })
    await expect(stamped).rejects.toMatchObject(failed)
  })

  test('when a page of it has no room even if it is scaled down', async () => {
    const { pdf } = await normaliseLabel(await plainLabel({ isFull: true }), size)
    const lines = Array.from({ length: 20 }, (_, line) => ({
      sku: `SKU-${line}`,
      location: 'A-1',
      quantity: 1,
    }))
    const long = template({ items: [item({ yMm: 40, fontPt: 5, maxRows: 20 })] })
    const stamped = stampLabel({ pdf, template: long, facts: { ...facts, lines } })
    await expect(stamped).rejects.toMatchObject(failed)
  })

  test.each(['🚚🚚', '', 'x'.repeat(31)])('with the text %j', async (text) => {
    const words = template({ items: [item({ item: 'custom_text', text, maxRows: 1 })] })
    await expect(stampLabel({ pdf: await sample(), template: words, facts })).rejects.toMatchObject({
      text: { zh_CN: '无效的水印文字', en_US: 'Invalid watermark text' },
    })
  })
})

test('a stamped label stays a document of text and lines', async () => {
  const { pdf } = await normaliseLabel(await plainLabel(), size)
  const { bytes } = await stampLabel({ pdf, template: template(), facts })
  const [before, after] = await Promise.all(
    [pdf, bytes].map(async (file) => (await PDFDocument.load(file)).context),
  )
  const pictures = (context: typeof before) =>
    context?.enumerateIndirectObjects().filter(([, part]) => /\/Subtype \/Image/.test(String(part))).length
  expect(pictures(after)).toBe(pictures(before))
})
