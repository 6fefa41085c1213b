import type { LabelFormat } from '../../channels/rules.ts'
import type { Area } from '../../platform/printing/labels.ts'
import { labelPapers, type ParcelFacts } from './watermark.ts'

/** A drawing shared by page and print: text, lines, and the barcode. */
type LabelDrawing = {
  texts: { words: string; x: number; y: number; fontPt: number }[]
  rules: { x: number; y: number; width: number }[]
  code: { text: string; area: Area }
}

export const SAMPLE_TRACKING = 'TH0123456789012'

const WIDTH = 100

/** A fictitious carrier label: sender, address, and the barcode of its number. */
export function sampleLabel(format: LabelFormat, head = 'SAMPLE CARRIER · GROUND'): LabelDrawing {
  if (format === 'pdf_a4') return moved(sampleLabel('pdf_100x150', head), (210 - WIDTH) / 2)
  const { y, height } = labelPapers[format].unsafe
  const address = height * 0.36
  const bars = { x: 5, y: y + height * 0.44, width: WIDTH - 10, height: height * 0.4 }
  return {
    texts: [
      { words: head, x: 5, y: 3, fontPt: 11 },
      { words: 'FROM: WH01, 100 Dock Road, Ontario CA 91761', x: 5, y: 10, fontPt: 6.5 },
      { words: 'SHIP TO: 李雷 Li Lei', x: 5, y: y + 2, fontPt: 10 },
      { words: '20 Maple Street, Springfield IL 62701', x: 5, y: y + 8, fontPt: 9 },
      { words: SAMPLE_TRACKING, x: 33, y: bars.y + bars.height + 1, fontPt: 9 },
    ],
    rules: [y, y + address, y + height].map((at) => ({ x: 2, y: at, width: WIDTH - 4 })),
    code: { text: SAMPLE_TRACKING, area: bars },
  }
}

function moved({ texts, rules, code }: LabelDrawing, by: number): LabelDrawing {
  const right = <T extends { x: number }>(part: T): T => ({ ...part, x: part.x + by })
  return { texts: texts.map(right), rules: rules.map(right), code: { ...code, area: right(code.area) } }
}

/** The parcel of a preview: several SKUs from several bins, so that small templates run out of rows. */
export const sampleParcel: ParcelFacts = {
  orderNo: 'SO20261115-0001',
  refNo: 'AMZ-114-5567',
  customerCode: 'ACME',
  channelCode: 'UPS-GROUND',
  pickNo: 'PK20261115-001',
  pickSeq: '12',
  parcelNo: 1,
  parcelCount: 2,
  remark: '易碎 Fragile',
  printTime: '2026-11-15 14:05',
  lines: [
    { sku: 'MUG-BLUE-350', location: 'A-01-02', quantity: 2 },
    { sku: 'LAMP-DESK', location: 'B-03-1', quantity: 1 },
    { sku: 'USB-C-2M', location: 'C-12-4', quantity: 3 },
  ],
}
