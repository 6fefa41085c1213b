import { z } from 'zod'
import { id } from '../calls/call.ts'
import type { Text } from '../text/text.ts'

/** Millimetres. */
export type Size = { width: number; height: number }

/** A position on a page, in millimetres from its upper left corner. */
export type Area = Size & { x: number; y: number }

/** The height of a text row: its font size in points, and some spacing. */
const LINE = 1.45
export const rowHeight = (fontPt: number): number => (fontPt * LINE * 25.4) / 72

/** A label layout: the paper, and how the labels are arranged on it. */
type LabelLayout = {
  name: Text
  page: Size
  label: Size
  columns: number
  rows: number
  /** Where the first label starts. */
  left: number
  top: number
  /** The margin that printers cannot reach or cut off. */
  margin: number
  /** The dpi of the printers such labels are made for. */
  dpi: number
}

export const labelLayouts = {
  thermal_100x50: {
    name: { zh_CN: '热敏标签 100×50 mm', en_US: 'Thermal label 100×50 mm' },
    page: { width: 100, height: 50 },
    label: { width: 100, height: 50 },
    columns: 1,
    rows: 1,
    left: 0,
    top: 0,
    margin: 3,
    dpi: 203,
  },
  thermal_100x150: {
    name: { zh_CN: '热敏标签 100×150 mm', en_US: 'Thermal label 100×150 mm' },
    page: { width: 100, height: 150 },
    label: { width: 100, height: 150 },
    columns: 1,
    rows: 1,
    left: 0,
    top: 0,
    margin: 3,
    dpi: 203,
  },
  a4_3x8: {
    name: { zh_CN: 'A4 不干胶 3×8（70×37 mm）', en_US: 'A4 sheet 3×8 (70×37 mm)' },
    page: { width: 210, height: 297 },
    label: { width: 70, height: 37 },
    columns: 3,
    rows: 8,
    left: 0,
    top: 0.5,
    margin: 5,
    dpi: 600,
  },
} as const satisfies Record<string, LabelLayout>

export type LabelLayoutName = keyof typeof labelLayouts
export const labelLayoutNames = Object.keys(labelLayouts) as [LabelLayoutName, ...LabelLayoutName[]]

/** Documents that take whole pages, such as picking lists. */
export const pageLayouts = {
  a4: {
    name: { zh_CN: 'A4', en_US: 'A4' },
    page: { width: 210, height: 297 },
    label: { width: 210, height: 297 },
    columns: 1,
    rows: 1,
    left: 0,
    top: 0,
    margin: 10,
    dpi: 600,
  },
  thermal_100x150: labelLayouts.thermal_100x150,
} as const satisfies Record<string, LabelLayout>

export const pageLayoutNames = Object.keys(pageLayouts) as [
  keyof typeof pageLayouts,
  ...(keyof typeof pageLayouts)[],
]

const layouts = { ...labelLayouts, ...pageLayouts }
export type LayoutName = keyof typeof layouts
export const layoutOf = (name: LayoutName): LabelLayout => layouts[name]

/** Whether it is for a label printer, which alone understands ZPL. */
export const isThermal = (name: LayoutName): boolean => layoutOf(name).page.width <= 110

/** The maximum number of labels in one file. */
export const MAX_LABELS = 5000
export const MAX_COPIES = 200

/** The format of a label file: for any printer, or for label printers only. */
export const paperLanguages = ['pdf', 'zpl'] as const
export type PaperLanguage = (typeof paperLanguages)[number]
export const labelDpis = [203, 300, 600] as const

export const reprintReasons = ['jam', 'smeared', 'lost', 'other'] as const

/** The input of every call that prints labels, besides what to print. */
export const printFields = {
  layout: z.enum(labelLayoutNames),
  dpi: z.literal(labelDpis).optional(),
  language: z.enum(paperLanguages).default('pdf'),
  /** Print only these, in this order; one listed twice is printed twice. */
  only: z.array(id).min(1).max(MAX_LABELS).optional(),
  /** A reprint from this label on, after a printing problem. */
  again: z
    .strictObject({ from: z.number().int().min(1).max(MAX_LABELS), reason: z.enum(reprintReasons) })
    .optional(),
}

/** The same for documents that take whole pages. */
export const pagePrintFields = { ...printFields, layout: z.enum(pageLayoutNames) }

/** The labels as they will be printed by default. */
export const labelList = z.object({ labels: z.array(z.object({ id, text: z.string() })) })

export const labelText = {
  print: { zh_CN: '打印标签', en_US: 'Print labels' },
  printAll: { zh_CN: '打印筛选出的标签', en_US: 'Print labels for all matches' },
  copies: { zh_CN: '每个打印张数', en_US: 'Copies of each' },
  count: { zh_CN: '{count} 张标签', en_US: '{count} {count|label|labels}' },
  onlyThermal: {
    zh_CN: 'ZPL 只用于热敏标签',
    en_US: 'ZPL is only for thermal labels',
  },
  reasons: {
    jam: { zh_CN: '卡纸或缺纸', en_US: 'Paper jam or out of paper' },
    smeared: { zh_CN: '打印不清', en_US: 'Print not readable' },
    lost: { zh_CN: '标签丢失', en_US: 'Labels lost' },
    other: { zh_CN: '其他', en_US: 'Other' },
  },
  tooMany: {
    zh_CN: '一次最多打印 {max} 张标签，请缩小筛选范围或减少张数',
    en_US: 'Up to {max} labels at a time. Narrow the filters or print fewer copies.',
  },
} as const satisfies Record<string, Text | Record<string, Text>>
