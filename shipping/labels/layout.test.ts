import { describe, expect, test } from 'vitest'
import { type LabelFormat, labelFormats } from '../../channels/rules.ts'
import type { Measure } from '../../platform/printing/fit-text.ts'
import { rowHeight } from '../../platform/printing/labels.ts'
import { labelPapers } from '../watermarks/watermark.ts'
import { deliveryNote } from './delivery-note.ts'
import type { Drawing, PackageFacts } from './drawing.ts'
import { markOf } from './drawing.ts'
import { ownLabel } from './own-label.ts'
import { labelsText } from './text.ts'

/** Chinese characters are as wide as they are high, others half of that. */
const measure: Measure = (words, fontPt) =>
  [...words].reduce((sum, sign) => sum + (sign > '⺀' ? 1 : 0.55), 0) * fontPt * 0.3528

const facts: PackageFacts = {
  sender: { name: 'WH01 Ontario', rows: ['100 Dock Road', 'Ontario CA 91761 US'] },
  recipient: { name: '李雷 Li Lei', rows: ['20 Maple Street', 'Springfield IL 62701', 'US'] },
  channelName: '同城 Local',
  orderNo: 'OB251117-00001',
  referenceNo: 'AMZ-114-5567',
  packageNo: 1,
  packageCount: 2,
  weight: '1.250 kg',
  mark: null,
  hasLogo: true,
}
const tracking = { trackingNo: 'TH0123456789012' }

const long: Partial<PackageFacts> = {
  sender: {
    name: '深圳市南山区科技园海外仓储服务有限公司美国西部第一仓库',
    rows: Array.from({ length: 6 }, (_, i) => `${i} ${'Very Long Industrial Parkway Boulevard '.repeat(4)}`),
  },
  recipient: {
    name: '乌尔里希·冯·施塔恩贝格与罗森海姆',
    rows: [
      '广东省深圳市南山区粤海街道科技园社区科苑路十五号科兴科学园A栋四单元二十三楼',
      'Apartment 4, Building 12',
      'US',
    ],
  },
  channelName: '自建渠道之美国西部当日达（需签收）Same Day Delivery West Coast With Signature',
  referenceNo: 'X'.repeat(35),
  mark: 'R12',
}

/** What leaves the page, or another text, by its words. */
function outside({ texts, rules, codes, logo }: Drawing, format: LabelFormat, bottom: number) {
  const { width } = labelPapers[format].page
  const boxes = [
    ...texts.map(({ words, x, y, fontPt }) => ({
      what: words,
      x,
      y,
      width: measure(words, fontPt),
      height: rowHeight(fontPt),
    })),
    ...rules.map((rule) => ({ what: 'rule', ...rule, height: 0 })),
    ...codes.map(({ text, area }) => ({ what: `code ${text}`, ...area })),
    ...(logo ? [{ what: 'logo', ...logo }] : []),
  ]
  const off = boxes.filter(
    (box) => box.x < 0 || box.y < 0 || box.x + box.width > width + 0.01 || box.y + box.height > bottom + 0.01,
  )
  const solid = boxes.filter(({ what }) => what !== 'rule')
  const overlapping = solid.flatMap((a, i) =>
    solid
      .slice(i + 1)
      .filter(
        (b) =>
          a.x < b.x + b.width - 0.01 &&
          b.x < a.x + a.width - 0.01 &&
          a.y < b.y + b.height - 0.01 &&
          b.y < a.y + a.height - 0.01,
      )
      .map((b) => `${a.what} / ${b.what}`),
  )
  return [...off.map(({ what }) => what), ...overlapping]
}

describe.each(labelFormats)('a label of %s', (format) => {
  const { unsafe, page } = labelPapers[format]

  test.each([{}, long, { hasLogo: false }, { ...long, hasLogo: false }, { mark: 'R2' }])(
    'fits its page, overlaps nothing and leaves the watermark its strip: %#',
    (over) => {
      const made = ownLabel({ ...facts, ...tracking, ...over }, format, measure)
      if ('problem' in made) throw new Error(made.problem.en_US)
      expect(outside(made.drawing, format, unsafe.y + unsafe.height)).toEqual([])
      const words = made.drawing.texts.map((text) => text.words).join(' ')
      expect(words).toContain('TH0123456789012')
      expect(words).toContain('OB251117-00001')
      expect(words).toContain('1/2')
      expect(words).toContain('From: ')
    },
  )

  test('shows the whole address however long, or none', () => {
    const rows = ['广东省深圳市南山区粤海街道'.repeat(4), 'Somewhere 1', 'US']
    const made = ownLabel({ ...facts, ...tracking, recipient: { name: 'A', rows } }, format, measure)
    if ('problem' in made) throw new Error(made.problem.en_US)
    const words = made.drawing.texts.map((text) => text.words).join('')
    for (const row of rows) expect(words).toContain(row)
    const tooLong = { name: 'A', rows: ['广'.repeat(6000)] }
    expect(ownLabel({ ...facts, ...tracking, recipient: tooLong }, format, measure)).toEqual({
      problem: labelsText.noRoom,
    })
  })

  test.each([1, 5, 40, 200])('has a delivery note of %i items, all of them listed once', (count) => {
    const lines = Array.from({ length: count }, (_, i) => ({
      sku: `SKU-${i}-${'A'.repeat(20)}`,
      name: `产品名称 A product with a long name ${i}`,
      quantity: i + 1,
    }))
    const made = deliveryNote({ ...facts, ...long, lines }, labelsText.deliveryNote, format, measure)
    if ('problem' in made) throw new Error(made.problem.en_US)
    for (const drawing of made.pages) expect(outside(drawing, format, page.height)).toEqual([])
    for (const { texts, rules } of made.pages)
      expect(Math.min(...texts.map(({ y }) => y))).toBeGreaterThanOrEqual(
        Math.min(...rules.map(({ x }) => x)),
      )
    const words = made.pages.flatMap(({ texts }) => texts.map((text) => text.words))
    for (const { sku } of lines)
      expect(words.filter((text) => text.startsWith(`${sku} `) || text.startsWith(`${sku}…`))).toHaveLength(1)
    expect(words).toContain(String((count * (count + 1)) / 2))
    expect(made.pages[0]?.codes.map(({ text }) => text)).toEqual(['OB251117-00001'])
  })
})

test('a tracking number that is no barcode makes no label', () => {
  const made = ownLabel({ ...facts, trackingNo: '运单1' }, 'pdf_100x150', measure)
  expect(made).toMatchObject({ problem: { en_US: 'Tracking number 运单1 can’t be printed as a barcode' } })
})

test('from the second print on a label says which it is', () => {
  expect([1, 2, 3, 12].map(markOf)).toEqual([null, 'R2', 'R3', 'R12'])
})
