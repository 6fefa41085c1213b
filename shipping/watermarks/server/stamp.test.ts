import { degrees, PDFDocument } from '@cantoo/pdf-lib'
import bwip from 'bwip-js/node'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import { labelFormats } from '../../../channels/rules.ts'
import { Refusal } from '../../../platform/calls/refusal.ts'
import { openPaper } from '../../../platform/printing/server/paper.ts'
import { readPaper } from '../../../testing/read-paper.ts'
import { SAMPLE_TRACKING, sampleParcel } from '../sample-label.ts'
import { labelPapers, nextItem, type StampItem } from '../watermark.ts'
import { drawSampleLabel } from './sample-label.ts'
import { type StampTemplate, stamp } from './stamp.ts'

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

/** The amount of black in a part of the first page, so that a test sees whether something was written. */
async function inkIn(bytes: Uint8Array, part: { x: number; y: number; width: number; height: number }) {
  const [page] = await readPaper(bytes, 203, part)
  return page?.ink ?? 0
}

test.each(labelFormats)('the barcode of a %s label scans the same in both stamp modes', async (format) => {
  const label = await drawSampleLabel(format)
  for (const mode of [{ stampMode: 'overlay', scalePercent: 100 } as const, smaller]) {
    const bare = template({ labelFormat: format, ...mode, items: [] })
    const { bytes, isCut } = await stamp(
      label,
      { ...bare, items: [{ ...nextItem(bare), maxRows: 3 }] },
      sampleParcel,
    )
    const pages = await readPaper(bytes, 300)
    expect(pages.map(({ codes }) => codes)).toEqual([[SAMPLE_TRACKING]])
    expect(pages[0]?.width).toBeCloseTo(labelPapers[format].page.width, 1)
    expect(pages[0]?.height).toBeCloseTo(labelPapers[format].page.height, 1)
    expect(isCut).toBe(false)
  }
})

test('the text is where the template puts it, and nowhere else', async () => {
  const label = await drawSampleLabel('pdf_100x150')
  const { bytes } = await stamp(label, template(), sampleParcel)
  const strip = { x: 3, y: 130, width: 60, height: 12.5 }
  expect(await inkIn(label, strip)).toBe(0)
  expect(await inkIn(bytes, strip)).toBeGreaterThan(100)
  const above = { x: 0, y: 0, width: 100, height: 128 }
  expect(await inkIn(bytes, above)).toBe(await inkIn(label, above))
})

test('a foreign 4×6 inch label with more pages keeps its size, its metadata and its other pages', async () => {
  const carrier = await PDFDocument.create()
  carrier.setAuthor('The carrier')
  carrier.addPage([288, 432])
  carrier.addPage([288, 432]).drawText('customs')
  const { bytes } = await stamp(Buffer.from(await carrier.save()), template(), sampleParcel)
  const stamped = await PDFDocument.load(bytes, { updateMetadata: false })
  expect(stamped.getAuthor()).toBe('The carrier')
  expect(stamped.getPages().map((page) => page.getSize())).toEqual([
    { width: 288, height: 432 },
    { width: 288, height: 432 },
  ])
})

test.each(['png', 'jpeg'] as const)(
  'an image (%s) becomes a page of its format before it is stamped',
  async (kind) => {
    const bars = await bwip.toBuffer({ bcid: 'code128', text: SAMPLE_TRACKING, scale: 3, height: 20 })
    const blank = { create: { width: 800, height: 1200, channels: 3, background: 'white' } } as const
    const label = await sharp(blank)
      .composite([{ input: bars, left: 60, top: 420 }])
      [kind]()
      .toBuffer()
    const asPicture = template({ labelFormat: 'png_100x150' })
    const { bytes } = await stamp(label, asPicture, sampleParcel)
    const [page, ...more] = await readPaper(bytes, 300)
    expect(more).toEqual([])
    expect(page?.codes).toEqual([SAMPLE_TRACKING])
    expect([page?.width, page?.height].map((side) => Math.round(side ?? 0))).toEqual([100, 150])
    expect(await inkIn(bytes, { x: 3, y: 130, width: 60, height: 12.5 })).toBeGreaterThan(100)
    const square = await sharp({ create: { ...blank.create, height: 800 } })
      .png()
      .toBuffer()
    await expect(stamp(square, asPicture, sampleParcel)).rejects.toBeInstanceOf(Refusal)
  },
)

describe.each([90, 180, 270])('a label with a page rotation of %s°', (turn) => {
  /** The sample label drawn sideways, with a page rotation that turns it upright. */
  async function turnedLabel() {
    const document = await PDFDocument.create()
    const [upright] = await document.embedPdf(await drawSampleLabel('pdf_100x150'))
    if (!upright) throw new Error('no page')
    const { width, height } = upright
    const isLying = turn !== 180
    const page = document.addPage(isLying ? [height, width] : [width, height])
    page.setRotation(degrees(turn))
    page.drawPage(upright, {
      x: turn === 90 ? height : turn === 180 ? width : 0,
      y: turn === 180 ? height : turn === 270 ? width : 0,
      rotate: degrees(turn),
    })
    return Buffer.from(await document.save())
  }

  test.each([{}, smaller])('is stamped upright %j', async (mode) => {
    const label = await turnedLabel()
    const strip = { x: 3, y: 130, width: 60, height: 12.5 }
    expect(await inkIn(label, strip)).toBe(0)
    const { bytes } = await stamp(label, template(mode), sampleParcel)
    const [page] = await readPaper(bytes, 300)
    expect(page?.codes).toEqual([SAMPLE_TRACKING])
    expect(page?.height).toBeCloseTo(150, 1)
    expect(await inkIn(bytes, strip)).toBeGreaterThan(100)
  })
})

describe('no label is produced', () => {
  const failed = { zh_CN: '加印水印失败', en_US: 'Watermark Failed' }

  test.each([
    ['of something that is no PDF', Buffer.from('%!PS')],
    ['of nothing', Buffer.alloc(0)],
  ])('%s', async (_, label) => {
    await expect(stamp(label, template(), sampleParcel)).rejects.toMatchObject({ text: failed })
  })

  test('when the stamp would leave the page or cover its barcode', async () => {
    const label = await drawSampleLabel('pdf_100x150')
    for (const yMm of [149, 100]) {
      const wrong = stamp(label, template({ items: [item({ yMm, maxRows: 1 })] }), sampleParcel)
      await expect(wrong).rejects.toMatchObject({ text: failed })
    }
    const small = openPaper({ width: 60, height: 40 }, 'small')
    small.turn()
    await expect(stamp(await small.whole(), template(), sampleParcel)).rejects.toBeInstanceOf(Refusal)
  })

  test('with text that the font has no glyphs for', async () => {
    const label = await drawSampleLabel('pdf_100x150')
    const words = template({ items: [item({ item: 'custom_text', text: '🚚🚚', maxRows: 1 })] })
    await expect(stamp(label, words, sampleParcel)).rejects.toMatchObject({
      text: { zh_CN: '无效的水印文字', en_US: 'Invalid watermark text' },
    })
  })
})
