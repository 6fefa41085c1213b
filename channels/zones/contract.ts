import { z } from 'zod'
import { bulkResult, command, id, ids, listQuery, pageOf, query } from '../../platform/calls/call.ts'
import { problemsIn, rule } from '../../platform/calls/problems.ts'
import { code, country, inCapitals, maybe, neededWords, ruleText, words } from '../../platform/calls/rules.ts'
import { fill, type Text } from '../../platform/text/text.ts'
import { stateFields } from '../provinces/contract.ts'
import {
  areaOf,
  boundsProblem,
  conflictsIn,
  MAX_ZONE_ROWS,
  plainBound,
  plainZip,
  remoteLevels,
  type ZoneRow,
} from './rules.ts'
import { zoneText } from './text.ts'

// Zones share the permissions of channels. Each warehouse has its own location, so a satellite has its own
// zones.
const see = { permission: 'setting:channel:view', feature: 'quote' } as const
const change = { permission: 'setting:channel:edit', feature: 'quote' } as const

export const zoneSchemaQuery = listQuery(
  ['schemaCode', 'schemaName', 'carrier', 'updatedAt'],
  ['schemaCode', 'asc'],
  {
    search: z.string().trim().max(100).optional(),
    isEnabled: z.enum(['1', '0']).optional(),
  },
)

export const zoneSchemaRow = z.object({
  id,
  schemaCode: z.string(),
  isEnabled: z.boolean(),
  schemaName: z.string(),
  carrier: z.string().nullable(),
  originZip: z.string().nullable(),
  zoneCount: z.number().int(),
  rowCount: z.number().int(),
  /** The codes of the channels that use it. */
  channels: z.array(z.string()),
  updatedAt: z.iso.datetime(),
})
export type ZoneSchemaRow = z.output<typeof zoneSchemaRow>

export const listZoneSchemas = query('/gateway/wms/zone-schema/list', {
  ...see,
  input: zoneSchemaQuery,
  output: pageOf(zoneSchemaRow),
})

const bound = z
  .string()
  .transform(plainBound)
  .pipe(z.string().regex(/^[A-Z0-9]{1,10}$/, rule(zoneText.boundForm)))

/** The values of a row; form and import both parse it with these. */
export const zoneRowFields = {
  zoneCode: inCapitals(neededWords(10)),
  countryCode: country,
  stateCode: stateFields.stateCode,
  city: words(100),
  zipFrom: bound,
  zipTo: bound,
  remoteLevel: z.string().pipe(z.enum(remoteLevels, rule(ruleText.choice))),
}

type Bounds = { zipFrom?: string | null | undefined; zipTo?: string | null | undefined }

export function refineBounds(given: Bounds, ctx: z.RefinementCtx) {
  const problem = boundsProblem(given)
  if (problem) ctx.addIssue({ code: 'custom', path: [problem.column], message: rule(zoneText[problem.why]) })
}

export const zoneRow = z
  .strictObject({
    ...zoneRowFields,
    stateCode: maybe(zoneRowFields.stateCode),
    city: maybe(zoneRowFields.city),
    zipFrom: maybe(zoneRowFields.zipFrom),
    zipTo: maybe(zoneRowFields.zipTo),
  })
  .superRefine(refineBounds)
  .transform((row): ZoneRow => ({ ...row, zipTo: row.zipTo ?? row.zipFrom }))

type Numbered = ZoneRow & { rowNo: number }

/** Both rows and their values, for the user to choose. */
export const overlapText = ([first, second]: [Numbered, Numbered]): Text =>
  fill(zoneText.overlap, {
    first: first.rowNo,
    firstArea: areaOf(first),
    firstZone: first.zoneCode,
    second: second.rowNo,
    secondArea: areaOf(second),
    secondZone: second.zoneCode,
  })

const numbered = (rows: ZoneRow[]) => rows.map((row, place) => ({ ...row, rowNo: place + 1 }))

const rows = z
  .array(zoneRow)
  .max(MAX_ZONE_ROWS, rule(zoneText.tooManyRows, { max: MAX_ZONE_ROWS }))
  .superRefine((given, ctx) => {
    for (const pair of conflictsIn(numbered(given)).slice(0, 20))
      ctx.addIssue({ code: 'custom', path: [pair[1].rowNo - 1], message: rule(overlapText(pair)) })
  })

export type RowProblem = { rowNo: number; column: string | null; message: Text }

/** The problems of rows in the form, and the valid ones. */
export function readRows(typed: readonly { rowNo: number; row: unknown }[]) {
  const good: Numbered[] = []
  const problems: RowProblem[] = []
  for (const { rowNo, row } of typed) {
    const read = zoneRow.safeParse(row)
    if (read.success) good.push({ ...read.data, rowNo })
    else
      problems.push(
        ...problemsIn(read.error).map(({ path, message }) => ({ rowNo, column: path || null, message })),
      )
  }
  const overlaps = conflictsIn(good).map((pair) => ({
    rowNo: pair[1].rowNo,
    column: null,
    message: overlapText(pair),
  }))
  const past = typed[MAX_ZONE_ROWS]
  const tooMany = fill(zoneText.tooManyRows, { max: MAX_ZONE_ROWS })
  const many = past ? [{ rowNo: past.rowNo, column: null, message: tooMany }] : []
  return { good, problems: [...many, ...problems, ...overlaps] }
}

export const zoneSchema = query('/gateway/wms/zone-schema/one', {
  ...see,
  input: z.strictObject({ id: z.coerce.number().pipe(id) }),
  output: zoneSchemaRow.extend({
    rowVersion: z.number().int(),
    rows: z.array(
      z.object({
        rowNo: z.number().int(),
        zoneCode: z.string(),
        countryCode: z.string(),
        stateCode: z.string().nullable(),
        city: z.string().nullable(),
        zipFrom: z.string().nullable(),
        zipTo: z.string().nullable(),
        remoteLevel: z.enum(remoteLevels),
      }),
    ),
  }),
})

const facts = {
  schemaName: neededWords(100),
  carrier: maybe(inCapitals(words(40))),
  originZip: maybe(
    z
      .string()
      .transform(plainZip)
      .pipe(z.string().regex(/^[A-Z0-9]{1,10}$/, rule(zoneText.originForm))),
  ),
  rows,
}

export const createZoneSchema = command('/gateway/wms/zone-schema/create', {
  ...change,
  action: 'add',
  input: z.strictObject({ schemaCode: code, ...facts }),
  output: z.object({ id }),
})

/** The complete new rows. */
export const editZoneSchema = command('/gateway/wms/zone-schema/edit', {
  ...change,
  input: z.strictObject({ id, rowVersion: z.number().int(), ...facts }),
  output: z.object({ rowVersion: z.number().int() }),
})

export const switchZoneSchemas = command('/gateway/wms/zone-schema/switch', {
  ...change,
  input: z.strictObject({ ids, isEnabled: z.boolean() }),
  output: bulkResult,
})
