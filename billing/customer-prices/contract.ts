import { z } from 'zod'
import { bulkResult, command, id, ids, listQuery, pageOf, query } from '../../platform/calls/call.ts'
import { rule } from '../../platform/calls/problems.ts'
import { discount, pointInTime } from '../../platform/calls/rules.ts'
import { quoteKinds } from '../pricing/price-types.ts'
import { customerPriceText } from './text.ts'

const see = { permission: 'setting:quote:view', feature: 'quote' } as const
const change = { permission: 'setting:quote:price', feature: 'quote' } as const

const instant = pointInTime({ offset: true })
export const priceStatuses = ['pending', 'effective', 'inactive'] as const

export const customerPriceQuery = listQuery(['owner', 'effectiveFrom'], ['owner', 'asc'], {
  search: z.string().trim().max(100).optional(),
  customerId: z.coerce.number().pipe(id).optional(),
  quoteId: z.coerce.number().pipe(id).optional(),
  kind: z.enum(quoteKinds).optional(),
  status: z.enum(priceStatuses).optional(),
})

export const customerPriceRow = z.object({
  id,
  /** The code of the customer or of the group. */
  owner: z.string(),
  ownerName: z.string(),
  isGroup: z.boolean(),
  status: z.enum(priceStatuses),
  kind: z.enum(quoteKinds),
  quoteId: id,
  quoteCode: z.string(),
  channelCode: z.string().nullable(),
  discount: z.string(),
  effectiveFrom: instant,
  inactiveAt: instant.nullable(),
})
export type CustomerPriceRow = z.output<typeof customerPriceRow>

export const listCustomerPrices = query('/gateway/wms/customer-price/list', {
  ...see,
  input: customerPriceQuery,
  output: pageOf(customerPriceRow),
})

export const missingPriceQuery = listQuery(['customerCode'], ['customerCode', 'asc'], {
  search: z.string().trim().max(100).optional(),
})

export const missingPriceRow = z.object({
  id,
  customerCode: z.string(),
  customerName: z.string(),
  /** The kinds of which nothing applies to the customer, with the channels where it is freight. */
  missing: z.array(z.object({ kind: z.enum(quoteKinds), channelCode: z.string().nullable() })),
})
export type MissingPriceRow = z.output<typeof missingPriceRow>

/** Enabled customers for whom some work has no price now. */
export const listMissingPrices = query('/gateway/wms/customer-price/missing', {
  ...see,
  input: missingPriceQuery,
  output: pageOf(missingPriceRow),
})

export const priceSources = ['customer', 'group', 'default'] as const

/** What the work of one customer is priced with now. Without a version there is no price: its orders stop at the audit. */
export const pricesInForce = query('/gateway/wms/customer-price/in-force', {
  ...see,
  input: z.strictObject({ customerId: z.coerce.number().pipe(id) }),
  output: z.array(
    z.object({
      kind: z.enum(quoteKinds),
      channelCode: z.string().nullable(),
      source: z.enum(priceSources),
      quoteId: id.nullable(),
      quoteCode: z.string().nullable(),
      versionNo: z.number().int().nullable(),
      discount: z.string(),
      /** When the version or what the customer agreed ends. */
      inactiveAt: instant.nullable(),
    }),
  ),
})

/** Gives customers or a group a quote. A price of the same kind that applies then ends at that time. */
export const assignPrices = command('/gateway/wms/customer-price/assign', {
  ...change,
  action: 'add',
  input: z
    .strictObject({
      customerIds: z.array(id).max(500),
      groupId: id.nullable(),
      quoteId: id,
      discount,
      effectiveFrom: instant,
      inactiveAt: instant.nullable(),
    })
    .superRefine(({ customerIds, groupId }, ctx) => {
      if (customerIds.length === 0 && groupId === null)
        ctx.addIssue({ code: 'custom', path: ['customerIds'], message: rule(customerPriceText.oneOwner) })
    }),
  output: z.object({ ids: z.array(id) }),
})

export const endPrices = command('/gateway/wms/customer-price/end', {
  ...change,
  input: z.strictObject({ ids, inactiveAt: instant }),
  output: bulkResult,
})

/** Deletes prices that have not started yet. */
export const deletePrices = command('/gateway/wms/customer-price/delete', {
  ...change,
  action: 'delete',
  input: z.strictObject({ ids }),
  output: bulkResult,
})
