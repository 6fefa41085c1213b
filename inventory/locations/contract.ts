import { z } from 'zod'
import {
  bulkResult,
  command,
  id,
  ids,
  listQuery,
  nothing,
  pageOf,
  query,
  taskStarted,
} from '../../platform/calls/call.ts'
import { rule } from '../../platform/calls/problems.ts'
import { code, length, maybe, neededWords, weight, whole, words } from '../../platform/calls/rules.ts'
import { codes, missing } from '../../platform/lists/codes.ts'
import { labelList, printFields } from '../../platform/printing/labels.ts'
import { binCodes, patternProblem } from './bin-pattern.ts'

export const qualities = ['good', 'defective'] as const
export const purposes = ['storage', 'receiving', 'packing', 'return', 'quarantine', 'virtual'] as const

const view = { permission: 'setting:warehouse:view', feature: 'location' } as const
const edit = { permission: 'setting:warehouse:edit', feature: 'location' } as const

export const MAX_PRIORITY = 9999
export const MAX_ROUTE = 99_999_999

const locationFilters = {
  search: z.string().trim().max(100).optional(),
  codes: codes.optional(),
  zoneId: z.coerce.number().pipe(id).optional(),
  purpose: z.enum(purposes).optional(),
  isEnabled: z.enum(['1', '0']).optional(),
}

export const locationQuery = listQuery(
  ['locationCode', 'routeSeq', 'pickPriority', 'createdAt'],
  ['routeSeq', 'asc'],
  locationFilters,
)

export const locationRow = z.object({
  id,
  locationCode: z.string(),
  isEnabled: z.boolean(),
  zoneId: id,
  zoneCode: z.string(),
  zoneName: z.string(),
  quality: z.enum(qualities),
  purpose: z.enum(purposes),
  aisle: z.string().nullable(),
  bay: z.string().nullable(),
  level: z.string().nullable(),
  pickPriority: z.number().int(),
  routeSeq: z.number().int(),
  mixSku: z.boolean(),
  mixBatch: z.boolean(),
  mixCustomer: z.boolean(),
  length: z.string().nullable(),
  width: z.string().nullable(),
  height: z.string().nullable(),
  maxWeight: z.string().nullable(),
  createdAt: z.iso.datetime(),
})
export type LocationRow = z.output<typeof locationRow>

/** POST, because five hundred codes do not fit into a URL. */
export const listLocations = query('/gateway/wms/location/list', {
  ...view,
  method: 'POST',
  input: locationQuery,
  output: pageOf(locationRow).extend({ missing }),
})

export const getLocation = query('/gateway/wms/location/one', {
  ...view,
  input: z.strictObject({ id: z.coerce.number().pipe(id) }),
  output: locationRow.extend({ rowVersion: z.number().int() }),
})

const holdings = {
  zoneId: id,
  purpose: z.enum(purposes),
  pickPriority: whole(0, MAX_PRIORITY),
  mixSku: z.boolean(),
  mixBatch: z.boolean(),
  mixCustomer: z.boolean(),
  length: maybe(length),
  width: maybe(length),
  height: maybe(length),
  maxWeight: maybe(weight),
}

const locationFields = { locationCode: code, ...holdings, routeSeq: whole(0, MAX_ROUTE) }

export const createLocation = command('/gateway/wms/location/create', {
  ...edit,
  action: 'add',
  input: z.strictObject(locationFields),
  output: z.object({ id }),
})

export const editLocation = command('/gateway/wms/location/edit', {
  ...edit,
  input: z.strictObject({ id, rowVersion: z.number().int(), ...locationFields }),
  output: z.object({ rowVersion: z.number().int() }),
})

export const switchLocations = command('/gateway/wms/location/switch', {
  ...edit,
  input: z.strictObject({ ids, isEnabled: z.boolean() }),
  output: bulkResult,
})

export const zoneRow = z.object({
  id,
  zoneCode: z.string(),
  zoneName: z.string(),
  quality: z.enum(qualities),
  purpose: z.enum(purposes),
  isEnabled: z.boolean(),
  locations: z.number().int(),
  rowVersion: z.number().int(),
})
export type ZoneRow = z.output<typeof zoneRow>

export const listZones = query('/gateway/wms/location/zones', {
  ...view,
  input: nothing,
  output: z.array(zoneRow),
})

/** Creates a zone, or with an id updates it. */
export const saveZone = command('/gateway/wms/location/save-zone', {
  ...edit,
  input: z.strictObject({
    id: id.optional(),
    rowVersion: z.number().int().optional(),
    zoneCode: code,
    zoneName: neededWords(100),
    quality: z.enum(qualities),
    purpose: z.enum(purposes),
    isEnabled: z.boolean(),
  }),
  output: z.object({ id }),
})

export const binFields = {
  aisles: words(60),
  bays: words(60),
  levels: words(60),
  separator: z.enum(['-', '']),
  isSerpentine: z.boolean(),
}

export const checkBins = (spec: z.output<z.ZodObject<typeof binFields>>, context: z.core.$RefinementCtx) => {
  const made = binCodes(spec)
  if ('problem' in made)
    context.addIssue({ code: 'custom', path: [made.problem.field], message: rule(made.problem.message) })
}

/** The codes a pattern would create, and which of them exist already. */
export const previewBins = query('/gateway/wms/location/preview', {
  ...view,
  method: 'POST',
  input: z.strictObject(binFields).superRefine(checkBins),
  output: z.object({ existing: z.array(z.string()), routeFrom: z.number().int(), pattern: z.string() }),
})

/** Creates the locations of a pattern; existing codes are left alone. */
export const generateBins = command('/gateway/wms/location/generate', {
  ...edit,
  action: 'add',
  input: z.strictObject({ ...binFields, ...holdings }).superRefine(checkBins),
  output: z.object({ made: z.number().int(), existing: z.number().int() }),
})

const pattern = words(60).superRefine((typed, context) => {
  const problem = patternProblem(typed)
  if (problem) context.addIssue({ code: 'custom', message: rule(problem) })
})

/** How coordinates are parsed from codes, and how many codes match. */
export const locationPattern = query('/gateway/wms/location/pattern', {
  ...view,
  input: nothing,
  output: z.object({ pattern: z.string(), fit: z.number().int(), rest: z.number().int() }),
})

export const setPattern = command('/gateway/wms/location/set-pattern', {
  ...edit,
  input: z.strictObject({ pattern }),
  output: z.object({ fit: z.number().int(), rest: z.number().int() }),
})

/** Labels of the selected locations, or of all that match a filter. */
export const printBinLabels = command('/gateway/wms/location/print-labels', {
  ...edit,
  whenExpired: 'allowed',
  input: z.strictObject({
    ids: ids.optional(),
    filters: z.strictObject(locationFilters).optional(),
    ...printFields,
  }),
  output: taskStarted,
})

/** The labels that would be printed. */
export const listBinLabels = query('/gateway/wms/location/labels', {
  ...edit,
  method: 'POST',
  input: z.strictObject({ ids: ids.optional(), filters: z.strictObject(locationFilters).optional() }),
  output: labelList,
})
