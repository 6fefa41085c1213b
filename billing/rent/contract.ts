import { z } from 'zod'
import { command, id, listQuery, pageOf, query } from '../../platform/calls/call.ts'
import { calendarDay } from '../../platform/calls/rules.ts'
import { snapshotStates } from './states.ts'
import { rentDayStates } from './text.ts'

const view = { permission: 'query:cost:view', feature: 'cost' } as const
const queryId = z.coerce.number().pipe(id)

export const nightQuery = listQuery(['chargeDate'], ['chargeDate', 'desc'], {
  status: z.enum(snapshotStates.states).optional(),
  from: calendarDay().optional(),
  to: calendarDay().optional(),
})

export const nightRow = z.object({
  id,
  chargeDate: z.iso.date(),
  status: z.enum(snapshotStates.states),
  customers: z.number().int(),
  withoutPrice: z.number().int(),
  lineCount: z.number().int(),
  total: z.string(),
  /** In percent of the night before; null where that had none. */
  change: z.string().nullable(),
  dueAt: z.iso.datetime(),
  takenAt: z.iso.datetime().nullable(),
})
export type NightRow = z.output<typeof nightRow>

export const listNights = query('/gateway/wms/rent/nights', {
  ...view,
  input: nightQuery,
  output: pageOf(nightRow),
})

export const getNight = query('/gateway/wms/rent/night', {
  ...view,
  input: z.strictObject({ id: queryId }),
  output: nightRow,
})

export const rentDayRow = z.object({
  id,
  customerCode: z.string(),
  customerName: z.string(),
  status: z.enum(rentDayStates),
  lines: z.number().int(),
  pieces: z.number().int(),
  volume: z.string(),
  /** The lines before the discount, with six decimals. Like discount and amount null until it is priced. */
  sum6: z.string().nullable(),
  discount: z.string().nullable(),
  amount: z.string().nullable(),
  feeNo: z.string().nullable(),
  cycleTo: z.iso.date().nullable(),
})
export type RentDayRow = z.output<typeof rentDayRow>

/** The customers of a night, highest rent first. */
export const listRentDays = query('/gateway/wms/rent/customers', {
  ...view,
  input: listQuery(['amount'], ['amount', 'desc'], { nightId: queryId }),
  output: pageOf(rentDayRow),
})

export const rentLineRow = z.object({
  lineNo: z.string(),
  sku: z.string(),
  productName: z.string(),
  quality: z.enum(['good', 'defective']),
  putawayDate: z.iso.date(),
  ageDays: z.number().int(),
  quantity: z.number().int(),
  unitVolume: z.string(),
  noDims: z.boolean(),
  volume: z.string(),
  tierPrice: z.string().nullable(),
  amount6: z.string().nullable(),
})
export type RentLineRow = z.output<typeof rentLineRow>

/** What one customer had in storage in one night, oldest goods first. */
export const listRentLines = query('/gateway/wms/rent/lines', {
  ...view,
  input: listQuery(['ageDays'], ['ageDays', 'desc'], { rentDayId: queryId }),
  output: pageOf(rentLineRow),
})

/** Runs a night that is not done now, instead of with the next scheduled run. */
export const runNight = command('/gateway/wms/rent/run', {
  permission: 'query:cost:price',
  feature: 'cost',
  input: z.strictObject({ id }),
  output: z.object({}),
})
