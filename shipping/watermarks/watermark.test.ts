import { describe, expect, test } from 'vitest'
import { labelFormats } from '../../channels/rules.ts'
import { shippingDictionaries } from '../dictionaries.ts'
import { sampleLabel, sampleParcel } from './sample-label.ts'
import {
  isStampText,
  labelPapers,
  layOut,
  type Measure,
  nextItem,
  problemWith,
  rowsOf,
  type StampItem,
  type StampLayout,
  stampModes,
  unsafeArea,
  watermarkItems,
} from './watermark.ts'

const item = (over: Partial<StampItem> = {}): StampItem => ({
  item: 'sku_qty',
  xMm: 3,
  yMm: 130,
  wMm: 45,
  fontPt: 8,
  maxRows: 1,
  text: null,
  ...over,
})

const layout = (items: StampItem[], over: Partial<StampLayout> = {}): StampLayout => ({
  labelFormat: 'pdf_100x150',
  stampMode: 'overlay',
  scalePercent: 100,
  items,
  ...over,
})

/** Every character half a millimetre wide. */
const halves: Measure = (words) => [...words].length / 2

test('the stampable fields are those of the dictionary', () => {
  const dictionary = shippingDictionaries.find(({ code }) => code === 'labelWatermarkItem')
  expect(dictionary?.items.map(({ value }) => value)).toEqual(watermarkItems)
})

describe('the text', () => {
  test.each([
    ['sku_qty', ['MUG-BLUE-350 ×2', 'LAMP-DESK ×1', 'USB-C-2M ×3']],
    ['location', ['A-01-02', 'B-03-1', 'C-12-4']],
    ['sku_loc_qty', ['MUG-BLUE-350 A-01-02 ×2', 'LAMP-DESK B-03-1 ×1', 'USB-C-2M C-12-4 ×3']],
    ['item_count', ['6 pcs']],
    ['order_no', ['SO20261115-0001']],
    ['ref_no', ['AMZ-114-5567']],
    ['customer_code', ['ACME']],
    ['pick_no', ['PK20261115-001']],
    ['pick_seq', ['12']],
    ['parcel_seq', ['Package 1/2']],
    ['channel_code', ['UPS-GROUND']],
    ['print_time', ['2026-11-15 14:05']],
    ['remark', ['易碎 Fragile']],
    ['custom_text', ['小心']],
  ] as const)('of %s', (kind, rows) => {
    expect(rowsOf(item({ item: kind, text: '小心' }), sampleParcel, 'en_US')).toEqual(rows)
  })

  test('counts pieces per SKU across bins, in the template’s language', () => {
    const lines = [
      { sku: 'A', location: 'X', quantity: 2 },
      { sku: 'A', location: 'Y', quantity: 3 },
    ]
    const facts = { ...sampleParcel, lines }
    expect(rowsOf(item(), facts, 'zh_CN')).toEqual(['A ×5'])
    expect(rowsOf(item({ item: 'item_count' }), facts, 'zh_CN')).toEqual(['共 5 件'])
  })

  test('omits unknown values, and a remark of two lines becomes one', () => {
    const facts = { ...sampleParcel, refNo: null, remark: 'one\n two' }
    expect(rowsOf(item({ item: 'ref_no' }), facts, 'en_US')).toEqual([])
    expect(rowsOf(item({ item: 'remark' }), facts, 'en_US')).toEqual(['one two'])
  })

  test.each([
    ['', false],
    ['   ', false],
    [null, false],
    ['x', true],
    ['小心轻放 handle with care', true],
    ['字'.repeat(30), true],
    ['字'.repeat(31), false],
    ['a\nb', false],
    ['a\u0007', false],
    ['a\u202eb', false],
  ])('that is custom: %j is %s', (text, isRight) => {
    expect(isStampText(text)).toBe(isRight)
  })
})

describe('a row', () => {
  const rows = (over: Partial<StampItem>) => layOut([item(over)], sampleParcel, 'en_US', halves)

  test('is written under the one before it', () => {
    const { rows: stamped, isCut } = rows({ maxRows: 3 })
    expect(stamped.map(({ words }) => words)).toEqual(['MUG-BLUE-350 ×2', 'LAMP-DESK ×1', 'USB-C-2M ×3'])
    expect(stamped.map(({ y }) => Math.round(y * 10) / 10)).toEqual([130, 134.1, 138.2])
    expect(isCut).toBe(false)
  })

  test('without room is counted at the end of the last, and a packing slip is required', () => {
    expect(rows({ maxRows: 2 })).toMatchObject({
      isCut: true,
      rows: [{ words: 'MUG-BLUE-350 ×2' }, { words: 'LAMP-DESK ×1 +1' }],
    })
  })

  test('too wide for its area ends in dots, and is reported', () => {
    expect(rows({ maxRows: 3, wMm: 7 })).toMatchObject({
      isCut: true,
      rows: [{ words: 'MUG-BLUE-350 …' }, { words: 'LAMP-DESK ×1' }, { words: 'USB-C-2M ×3' }],
    })
    expect(rows({ maxRows: 1, wMm: 7 }).rows).toMatchObject([{ words: 'MUG-BLUE-3… +2' }])
  })
})

describe('a position', () => {
  test.each<[string, Partial<StampItem>, Partial<StampLayout>, 'yMm' | 'text' | undefined]>([
    ['in the free strip', {}, {}, undefined],
    ['at the top', { yMm: 5 }, {}, undefined],
    ['on the barcode', { yMm: 100 }, {}, 'yMm'],
    ['reaching into the address', { yMm: 26 }, {}, 'yMm'],
    ['beyond the right edge', { xMm: 60 }, {}, 'yMm'],
    ['with too many rows for the page', { maxRows: 6 }, {}, 'yMm'],
    ['up to the edge', { xMm: 55 }, {}, undefined],
    ['beside a smaller label', { yMm: 130 }, { stampMode: 'shrink', scalePercent: 85 }, undefined],
    ['on a smaller label', { yMm: 126 }, { stampMode: 'shrink', scalePercent: 85 }, 'yMm'],
    ['at the top of a smaller label', { yMm: 5 }, { stampMode: 'shrink', scalePercent: 85 }, 'yMm'],
    ['of words without a letter', { item: 'custom_text', text: '' }, {}, 'text'],
  ])('%s', (_, over, more, field) => {
    expect(problemWith(layout([item(over)], more), 0)?.field).toBe(field)
  })
})

describe.each(labelFormats)('%s', (labelFormat) => {
  const { page } = labelPapers[labelFormat]

  test('has its sample’s barcode and address where nothing may be stamped', () => {
    const unsafe = unsafeArea(layout([], { labelFormat }))
    const { code, texts } = sampleLabel(labelFormat)
    expect(code.area.y).toBeGreaterThanOrEqual(unsafe.y)
    expect(code.area.y + code.area.height).toBeLessThan(unsafe.y + unsafe.height)
    const address = texts.find(({ words }) => words.startsWith('SHIP TO'))
    expect(address?.y).toBeGreaterThan(unsafe.y)
    for (const { x, y } of texts) expect(x < page.width && y < page.height).toBe(true)
  })

  test.each(stampModes)('has room for new items one under the other (%s)', (stampMode) => {
    let now = layout([], { labelFormat, stampMode, scalePercent: stampMode === 'shrink' ? 80 : 100 })
    for (let count = 0; count < 3; count++) now = { ...now, items: [...now.items, nextItem(now)] }
    expect([0, 1, 2].map((place) => problemWith(now, place))).toEqual([undefined, undefined, undefined])
    expect(new Set(now.items.map(({ yMm }) => yMm)).size).toBe(3)
  })
})
