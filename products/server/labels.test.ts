import { expect, test } from 'vitest'
import { type LabelLayoutName, labelLayouts } from '../../platform/printing/labels.ts'
import { labelsOf } from '../../platform/printing/server/paper.ts'
import { readPaper } from '../../testing/read-paper.ts'
import { drawSku, type SkuLabel } from './labels.ts'

const layouts = Object.keys(labelLayouts) as LabelLayoutName[]

const label = (over: Partial<SkuLabel> = {}): SkuLabel => ({
  id: 1,
  customerCode: 'ACME',
  sku: 'MUG-01',
  nameZh: '陶瓷马克杯（蓝色）350ml 家用大容量咖啡杯带盖勺',
  nameEn: 'Ceramic mug, blue, 350 ml, with lid and spoon',
  barcode: 'ACME.MUG-01',
  ...over,
})

const long = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ-ABCDEFGH'

const labels = [
  label(),
  label({ nameZh: null }),
  label({ nameEn: null, barcode: '012345678905' }),
  label({ barcode: '(01)09506000134352(10)AB^FNC1' }),
  label({ barcode: `!"#$%&'()*+,-./:;<=>?@[\\]^_\`{|}~` }),
  label({ barcode: 'a b' }),
  label({ sku: long, barcode: `AC.${long}` }),
  label({ sku: long, customerCode: long, barcode: `${long}.${long}` }),
  label({ barcode: 'x'.repeat(80) }),
]

test.each(layouts)('the barcode of every SKU label on %s scans as printed', async (layout) => {
  const bytes = await labelsOf(layout, 'labels', labels, drawSku)
  const { columns, rows, dpi } = labelLayouts[layout]
  const pages = await readPaper(bytes ?? Buffer.alloc(0), dpi)
  expect(pages).toHaveLength(Math.ceil(labels.length / (columns * rows)))
  expect(pages.flatMap(({ codes }) => codes).sort()).toEqual(labels.map(({ barcode }) => barcode).sort())
})
