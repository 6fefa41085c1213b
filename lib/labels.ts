import type { Text } from './text.ts'

/** Millimetres. */
export type Size = { width: number; height: number }

/** A sheet of labels: what is fed into the printer, and how the labels lie on it. */
export type LabelLayout = {
  name: Text
  page: Size
  label: Size
  columns: number
  rows: number
  /** Where the first label begins. */
  left: number
  top: number
  /** What printers cannot reach, or cut off. */
  margin: number
  /** The dots per inch of the printers such labels are made for. */
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
