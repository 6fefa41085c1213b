import { z } from 'zod'
import { command, id, listQuery, pageOf, query } from '../../platform/calls/call.ts'
import { code, maybe, neededWords, whole, words } from '../../platform/calls/rules.ts'
import { MAX_PIECES } from '../stock/contract.ts'
import { countStates } from '../stock/states.ts'

const view = { permission: 'query:stock:view', feature: 'stock' } as const
const work = { permission: 'query:stock:adjust', feature: 'stock' } as const

export const MAX_LINES = 5000

export const countQuery = listQuery(['createdAt'], ['createdAt', 'desc'], {
  search: z.string().trim().max(100).optional(),
  status: z.enum(countStates.states).optional(),
})

/** The system quantity is left out of a blind count in progress. */
const hiddenFigure = z.number().int().nullable()

export const countRow = z.object({
  id,
  countNo: z.string(),
  status: z.enum(countStates.states),
  isBlind: z.boolean(),
  zoneName: z.string().nullable(),
  customerCode: z.string().nullable(),
  sku: z.string().nullable(),
  locationCodes: z.array(z.string()),
  lines: z.number().int(),
  countedLines: z.number().int(),
  differing: hiddenFigure,
  difference: hiddenFigure,
  value: z.string().nullable(),
  userName: z.string(),
  createdAt: z.iso.datetime(),
})
export type CountRow = z.output<typeof countRow>

export const listCounts = query('/gateway/wms/count/list', {
  ...view,
  input: countQuery,
  output: pageOf(countRow),
})

export const countLineRow = z.object({
  line: z.number().int(),
  locationCode: z.string(),
  customerCode: z.string(),
  sku: z.string(),
  counted: z.number().int().nullable(),
  countedBefore: z.number().int().nullable(),
  onHandThen: hiddenFigure,
  difference: hiddenFigure,
  value: z.string().nullable(),
  userName: z.string().nullable(),
  countedAt: z.iso.datetime().nullable(),
})
export type CountLineRow = z.output<typeof countLineRow>

export const getCount = query('/gateway/wms/count/one', {
  ...view,
  input: z.strictObject({ id: z.coerce.number().pipe(id) }),
  output: countRow.extend({ items: z.array(countLineRow) }),
})

export const createCount = command('/gateway/wms/count/create', {
  ...work,
  action: 'add',
  input: z.strictObject({
    zoneId: id.nullable(),
    customerId: id.nullable(),
    sku: maybe(words(80)),
    locationCodes: z.array(code).max(500),
    isBlind: z.boolean(),
  }),
  output: z.object({ id }),
})

/** The number of pieces of a product in a bin. A second entry replaces the first; null removes it. */
export const enterCount = command('/gateway/wms/count/enter', {
  ...work,
  input: z.strictObject({
    id,
    locationCode: code,
    code: neededWords(100),
    quantity: whole(0, MAX_PIECES).nullable(),
    /** Consecutive scans of the same goods: the running total, not a second count. */
    isOngoing: z.boolean().optional(),
  }),
  output: z.object({ locationCode: z.string(), sku: z.string(), counted: z.number().int().nullable() }),
})

export const submitCount = command('/gateway/wms/count/submit', {
  ...work,
  input: z.strictObject({ id }),
  output: z.object({ differing: z.number().int() }),
})

/** Sends lines back to be counted again; by default all that differ. */
export const recountLines = command('/gateway/wms/count/recount', {
  ...work,
  input: z.strictObject({ id, lines: z.array(z.number().int().positive()).max(MAX_LINES) }),
  output: z.object({ lines: z.number().int() }),
})

export const approveCount = command('/gateway/wms/count/approve', {
  ...work,
  input: z.strictObject({ id }),
  output: z.object({ posted: z.number().int() }),
})

export const voidCount = command('/gateway/wms/count/void', {
  ...work,
  input: z.strictObject({ id }),
  output: z.strictObject({}),
})
