import { z } from 'zod'
import { command, id, nothing, query, taskStarted } from '../../platform/calls/call.ts'
import { rule } from '../../platform/calls/problems.ts'
import { calendarDay } from '../../platform/calls/rules.ts'
import { whatIfText } from './text.ts'

const view = { permission: 'setting:quote:view', feature: 'quote' } as const

export const MAX_DAYS = 366
/** As many events are calculated while the page waits. */
export const MAX_EVENTS = 10_000
export const MAX_DOCUMENTS = 50

const questionInput = z
  .strictObject({
    from: calendarDay(),
    to: calendarDay(),
    versionIds: z.array(id).max(50).default([]),
    customerIds: z.array(id).min(1).max(500).optional(),
    forAll: z.boolean().default(false),
  })
  .superRefine(({ from, to }, ctx) => {
    const days = (Date.parse(to) - Date.parse(from)) / 86_400_000
    if (days < 0) ctx.addIssue({ code: 'custom', path: ['to'], message: rule(whatIfText.endsBefore) })
    if (days > MAX_DAYS - 1)
      ctx.addIssue({ code: 'custom', path: ['to'], message: rule(whatIfText.tooLong, { max: MAX_DAYS }) })
  })

const sums = {
  events: z.number().int(),
  charged: z.string(),
  instead: z.string(),
  difference: z.string(),
  /** Events that the versions have no price for; they count with what was charged. */
  gaps: z.number().int(),
  /** Activities that had no price and get one, and what they come to; they are in none of the sums above. */
  newlyPriced: z.number().int(),
  newAmount: z.string(),
  /** Activities that had no price and get none. */
  stillOpen: z.number().int(),
}

export const whatIf = query('/gateway/wms/what-if/calculate', {
  ...view,
  method: 'POST',
  input: questionInput,
  output: z.object({
    ...sums,
    customers: z.array(
      z.object({ customerId: id, customerCode: z.string(), customerName: z.string(), ...sums }),
    ),
    documents: z.array(
      z.object({
        eventId: id,
        sourceNo: z.string(),
        customerCode: z.string(),
        charged: z.string(),
        instead: z.string(),
        difference: z.string(),
      }),
    ),
    /** The highest first prices of what had none. */
    firstPrices: z.array(
      z.object({ eventId: id, sourceNo: z.string(), customerCode: z.string(), amount: z.string() }),
    ),
  }),
})

/** The same for any number of events, as a spreadsheet with every document. */
export const startWhatIf = command('/gateway/wms/what-if/download', {
  permission: 'setting:quote:price',
  feature: 'quote',
  input: questionInput,
  output: taskStarted,
})

export const whatIfChoices = query('/gateway/wms/what-if/choices', {
  ...view,
  input: nothing,
  output: z.object({
    customers: z.array(z.object({ id, customerCode: z.string(), customerName: z.string() })),
    versions: z.array(
      z.object({
        id,
        quoteCode: z.string(),
        versionNo: z.number().int(),
        kind: z.string(),
        channelCode: z.string().nullable(),
      }),
    ),
  }),
})
