import { z } from 'zod'
import { command, nothing, query } from '../../platform/calls/call.ts'
import { rule } from '../../platform/calls/problems.ts'
import { maybe, neededWords, whole, words } from '../../platform/calls/rules.ts'
import {
  isThermal,
  labelDpis,
  labelLayoutNames,
  labelText,
  paperLanguages,
} from '../../platform/printing/labels.ts'
import type { Text } from '../../platform/text/text.ts'
import { printText } from './text.ts'

/** Every user prints, in every version and role: these settings belong to the user, not to the basic data. */
const own = { permission: 'signed_in', feature: 'home' } as const

export const labelSortText = {
  order_time: { zh_CN: '下单时间', en_US: 'Order time' },
  sku: { zh_CN: 'SKU', en_US: 'SKU' },
  location: { zh_CN: '库位', en_US: 'Bin' },
  location_sku: { zh_CN: '库位，再按 SKU', en_US: 'Bin, then SKU' },
  sku_qty: { zh_CN: 'SKU 与数量', en_US: 'SKU and quantity' },
} as const satisfies Record<string, Text>

export const packingSlipText = {
  none: { zh_CN: '不打印', en_US: 'None' },
  always: { zh_CN: '每个包裹', en_US: 'With every package' },
  on_overflow: { zh_CN: '水印放不下时', en_US: 'When the watermark doesn’t fit' },
} as const satisfies Record<string, Text>

export const pickingPaperText = {
  a4: { zh_CN: 'A4', en_US: 'A4' },
  '100x150': { zh_CN: '100×150 mm', en_US: '100×150 mm' },
} as const satisfies Record<string, Text>

/** The id that a browser stores. */
const workstation = z.string().regex(/^[0-9a-f]{32}$/)

export const printWayText = {
  browser: { zh_CN: '浏览器打印', en_US: 'Print in browser' },
  download: { zh_CN: '下载文件', en_US: 'Download file' },
} as const satisfies Record<string, Text>

/** What can be printed from a list, each with its own printer if set. */
export const labelKindText = {
  sku: { zh_CN: 'SKU 标签', en_US: 'SKU labels' },
  bin: { zh_CN: '库位标签', en_US: 'Bin labels' },
  box: { zh_CN: '箱唛', en_US: 'Box labels' },
} as const satisfies Record<string, Text>
export type LabelKindName = keyof typeof labelKindText

export const MAX_PROFILES = 10

/** A printer profile: paper, resolution, format, and how a file gets there. */
const profile = z
  .strictObject({
    name: neededWords(40),
    layout: z.enum(labelLayoutNames),
    dpi: z.literal(labelDpis),
    language: z.enum(paperLanguages),
    way: z.enum(['browser', 'download']),
  })
  .refine(({ language, layout }) => language === 'pdf' || isThermal(layout), {
    path: ['layout'],
    message: rule(labelText.onlyThermal),
  })
  .refine(({ language, way }) => language === 'pdf' || way === 'download', {
    path: ['way'],
    message: rule(printText.zplByFile),
  })
export type PrinterProfile = z.output<typeof profile>

const byDefault = z.string().trim().max(40).nullable()

const settingFields = {
  profiles: z
    .array(profile)
    .max(MAX_PROFILES)
    .refine((all) => new Set(all.map(({ name }) => name)).size === all.length, rule(printText.profileTwice)),
  /** The profile for each kind; a deleted one prints nothing any more. */
  defaults: z.strictObject({ sku: byDefault, bin: byDefault, box: byDefault }),
  labelPrinter: maybe(words(100)),
  docPrinter: maybe(words(100)),
  autoPrintOnCheck: z.boolean(),
  copies: whole(1, 3),
  labelSort: z.enum(['order_time', 'sku', 'location', 'location_sku', 'sku_qty']),
  packingSlip: z.enum(['none', 'always', 'on_overflow']),
  pickingPaper: z.enum(['a4', '100x150']),
}
export type PrintSettings = z.output<z.ZodObject<typeof settingFields>>

/** The default print settings. */
export const usualSettings: PrintSettings = {
  labelPrinter: null,
  docPrinter: null,
  autoPrintOnCheck: false,
  copies: 1,
  labelSort: 'order_time',
  packingSlip: 'none',
  pickingPaper: 'a4',
  profiles: [],
  defaults: { sku: null, bin: null, box: null },
}

export const printSettings = query('/gateway/wms/print/settings', {
  ...own,
  input: z.strictObject({ workstation }),
  output: z.object({
    ...settingFields,
    /** Whether the user has saved them, or they are the defaults. */
    isSaved: z.boolean(),
  }),
})

export const savePrintSettings = command('/gateway/wms/print/save-settings', {
  ...own,
  whenExpired: 'allowed',
  input: z.strictObject({ workstation, ...settingFields }),
  output: nothing,
})

/** The command barcodes, for display at a station. */
export const commandSheet = query('/gateway/wms/print/command-sheet', {
  ...own,
  input: nothing,
  output: z.object({ fileName: z.string(), base64: z.string() }),
})

/** A test page for ruler and scanner. */
export const testPage = query('/gateway/wms/print/test-page', {
  ...own,
  input: nothing,
  output: z.object({ fileName: z.string(), base64: z.string() }),
})
