import { z } from 'zod'
import { labelFormats } from '../../channels/rules.ts'
import {
  bulkResult,
  command,
  DEEPEST_ROW,
  id,
  ids,
  listQuery,
  pageOf,
  query,
} from '../../platform/calls/call.ts'
import { rule } from '../../platform/calls/problems.ts'
import { neededWords, whole } from '../../platform/calls/rules.ts'
import { languages } from '../../platform/text/text.ts'
import { watermarkText } from './text.ts'
import { problemWith, type StampLayout, stampModes, watermarkItems } from './watermark.ts'

const see = { permission: 'setting:basicData:view', feature: 'basicData' } as const
const change = { permission: 'setting:basicData:edit', feature: 'basicData' } as const

/** The label sources that can be stamped: a channel without labels has none. */
export const stampedSources = ['carrier_api', 'self_built', 'uploaded', 'platform'] as const

export const MAX_ITEMS = 14

const figure = (min: number, max: number) => {
  const message = rule(watermarkText.figure, { min, max })
  return z.number(message).min(min, message).max(max, message)
}

/** The limits of an item's fields; the form uses the same. */
export const itemLimits = {
  xMm: { min: 0, max: 300 },
  yMm: { min: 0, max: 300 },
  wMm: { min: 5, max: 300 },
  fontPt: { min: 5, max: 14 },
} as const
export const MAX_ROWS = 20

const limited = (name: keyof typeof itemLimits) => figure(itemLimits[name].min, itemLimits[name].max)

const stampItem = z.strictObject({
  item: z.enum(watermarkItems),
  xMm: limited('xMm'),
  yMm: limited('yMm'),
  wMm: limited('wMm'),
  fontPt: limited('fontPt'),
  maxRows: whole(1, MAX_ROWS),
  text: z.string().nullable(),
})

/** Only an item with custom text has text. */
const items = z
  .array(stampItem.transform((item) => ({ ...item, text: item.item === 'custom_text' ? item.text : null })))
  .min(1, rule(watermarkText.needsItem))
  .max(MAX_ITEMS, rule(watermarkText.tooManyItems))

const layoutFields = {
  labelFormat: z.enum(labelFormats),
  stampMode: z.enum(stampModes),
  scalePercent: whole(50, 100),
  lang: z.enum(languages),
  items,
}

const isLaidOut = (layout: StampLayout, context: z.core.$RefinementCtx) => {
  if (layout.stampMode === 'overlay' && layout.scalePercent !== 100)
    context.addIssue({ code: 'custom', path: ['scalePercent'], message: rule(watermarkText.overlayScale) })
  for (const place of layout.items.keys()) {
    const problem = problemWith(layout, place)
    if (!problem) continue
    const path = ['items', place, problem.field]
    context.addIssue({ code: 'custom', path, message: rule(problem.message) })
  }
}

const templateFields = {
  templateName: neededWords(100),
  labelSource: z.enum(stampedSources).nullable(),
  ...layoutFields,
}

const templateFilters = {
  search: z.string().trim().max(100).optional(),
  isEnabled: z.enum(['1', '0']).optional(),
}

export const templateQuery = listQuery(
  ['templateName', 'updatedAt'],
  ['templateName', 'asc'],
  templateFilters,
)

export const templateRow = z.object({
  id,
  templateName: z.string(),
  isEnabled: z.boolean(),
  labelSource: z.enum(stampedSources).nullable(),
  labelFormat: z.enum(labelFormats),
  stampMode: z.enum(stampModes),
  scalePercent: z.number().int(),
  lang: z.enum(languages),
  items: z.array(z.object(stampItem.shape)),
  /** The codes of the channels that use it. */
  channels: z.array(z.string()),
  updatedAt: z.iso.datetime(),
})
export type TemplateRow = z.output<typeof templateRow>

export const listTemplates = query('/gateway/wms/watermark/list', {
  ...see,
  input: templateQuery,
  output: pageOf(templateRow),
})

export const getTemplate = query('/gateway/wms/watermark/one', {
  ...see,
  input: z.strictObject({ id: z.coerce.number().pipe(id) }),
  output: templateRow.extend({ rowVersion: z.number().int() }),
})

/** How labels of a channel are stamped, for the channel page; a disabled template stamps nothing. */
export const channelStamp = query('/gateway/wms/watermark/of-channel', {
  permission: 'setting:channel:view',
  feature: 'channel',
  input: z.strictObject({ id: z.coerce.number().pipe(id) }),
  output: templateRow.pick({
    labelFormat: true,
    stampMode: true,
    scalePercent: true,
    lang: true,
    items: true,
  }),
})

export const createTemplate = command('/gateway/wms/watermark/create', {
  ...change,
  action: 'add',
  input: z.strictObject(templateFields).superRefine(isLaidOut),
  output: z.object({ id }),
})

export const editTemplate = command('/gateway/wms/watermark/edit', {
  ...change,
  input: z.strictObject({ id, rowVersion: z.number().int(), ...templateFields }).superRefine(isLaidOut),
  output: z.object({ rowVersion: z.number().int() }),
})

export const switchTemplates = command('/gateway/wms/watermark/switch', {
  ...change,
  input: z.strictObject({ ids, isEnabled: z.boolean() }),
  output: bulkResult,
})

/** How many channels use the selected templates, or all that match a filter, shown before disabling. */
export const templatesInUse = query('/gateway/wms/watermark/in-use', {
  ...change,
  method: 'POST',
  input: z.strictObject({
    ids: z.array(id).min(1).max(DEEPEST_ROW).optional(),
    filters: z.strictObject(templateFilters).optional(),
  }),
  output: z.object({ channels: z.number().int() }),
})

/** A sample label with the stamp. POST, because a layout does not fit into a URL. */
export const sampleStamp = query('/gateway/wms/watermark/sample', {
  ...see,
  method: 'POST',
  input: z.strictObject(layoutFields).superRefine(isLaidOut),
  output: z.object({ fileName: z.string(), base64: z.string() }),
})
