import { describe, expect, test } from 'vitest'
import { rowHeight } from '../../platform/printing/labels.ts'
import { labelPapers, watermarkItems } from '../watermarks/watermark.ts'
import { chosenStamp } from './chosen-stamp.ts'

const formats = Object.keys(labelPapers) as (keyof typeof labelPapers)[]

describe('the items chosen for one print', () => {
  test('are in two columns below the barcodes, the shorter column first', () => {
    const { items } = chosenStamp(
      ['sku_loc_qty', 'order_no', 'ref_no', 'pick_no'],
      null,
      'pdf_100x150',
      'en_US',
    )
    const top = labelPapers.pdf_100x150.unsafe.y + labelPapers.pdf_100x150.unsafe.height + 2
    const row = rowHeight(8)
    expect(items.map(({ xMm, yMm, maxRows }) => [xMm, yMm, maxRows])).toEqual([
      [3, top, 3],
      [51, top, 1],
      [51, top + row, 1],
      [51, top + row + row, 1],
    ])
    expect(new Set(items.map(({ wMm }) => wMm))).toEqual(new Set([46]))
  })

  test.each(formats)('keep within the width of %s and off each other', (format) => {
    const { page } = labelPapers[format]
    const { items } = chosenStamp(watermarkItems, 'Fragile', format, 'zh_CN')
    expect(items.map(({ item }) => item)).toEqual([...watermarkItems])
    for (const { xMm, wMm } of items) {
      expect(xMm).toBeGreaterThanOrEqual(3)
      expect(xMm + wMm).toBeLessThanOrEqual(page.width - 3 + 1e-9)
    }
    const boxes = items.map(({ xMm, yMm, fontPt, maxRows }) => ({
      xMm,
      yMm,
      end: yMm + maxRows * rowHeight(fontPt),
    }))
    for (const [i, a] of boxes.entries())
      for (const b of boxes.slice(i + 1))
        expect(a.xMm !== b.xMm || a.end <= b.yMm + 1e-9 || b.end <= a.yMm + 1e-9).toBe(true)
  })

  test('give only a row per SKU or bin three rows, and only custom text a text', () => {
    const { items } = chosenStamp(watermarkItems, 'Fragile', 'pdf_100x150', 'en_US')
    const long = items.filter(({ maxRows }) => maxRows === 3).map(({ item }) => item)
    expect(long.toSorted()).toEqual(['location', 'sku_loc_qty', 'sku_qty'])
    expect(items.filter(({ text }) => text !== null).map(({ item, text }) => [item, text])).toEqual([
      ['custom_text', 'Fragile'],
    ])
  })

  test('are stamped over the label as it is, in the language of the user', () => {
    const { items: _, ...layout } = chosenStamp(['order_no'], null, 'pdf_a4', 'zh_CN')
    expect(layout).toEqual({ labelFormat: 'pdf_a4', stampMode: 'overlay', scalePercent: 100, lang: 'zh_CN' })
    expect(chosenStamp([], null, 'pdf_a4', 'zh_CN').items).toEqual([])
  })
})
