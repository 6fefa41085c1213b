import { z } from 'zod'
import { billableStates, feeStates } from '../../billing/states.ts'
import { id, query } from '../../platform/calls/call.ts'
import { createOrder } from '../contract.ts'

/** Amounts are for users who may see fees; without the permission an order is shown without them. */
const see = { feature: 'orders', permission: 'query:cost:view' } as const
const amount = z.string()

const feeLine = z.object({ feeCode: z.string(), nameZh: z.string(), nameEn: z.string(), amount })
export type FeeLine = z.output<typeof feeLine>

/** How an estimated fee came to its amount, in the reader's language: which weight, zone and row of the price. */
const step = z.object({ what: z.string(), how: z.string(), amount })

/** What an order would cost if it were shipped now. */
const estimate = z.object({
  kind: z.literal('estimate'),
  lines: z.array(feeLine.extend({ steps: z.array(step) })),
  /** Null while something has no price; `problem` says what. */
  amount: amount.nullable(),
  problem: z.string().nullable(),
  /** The carrier's own price is charged, and is known with the label. */
  isFreightLater: z.boolean(),
  /** What is held for the order. */
  held: amount.nullable(),
  balance: amount,
  frozen: amount,
  /** What may still be spent, without what the order holds; null without a limit. */
  spendable: amount.nullable(),
  shortBy: amount.nullable(),
})
export type Estimate = z.output<typeof estimate>

const { customerId, channelId, countryCode, stateCode, postcode, addressKind, signature, insuredValue } =
  createOrder.input.shape

/** While an order is typed. POST, because two hundred items do not fit into a URL. A satellite has no prices. */
export const estimateOrder = query('/gateway/wms/order/estimate', {
  ...see,
  method: 'POST',
  input: z.strictObject({
    ...{ customerId, channelId, countryCode, stateCode, postcode, addressKind, signature, insuredValue },
    city: z.string().trim().max(60),
    lines: createOrder.input.shape.lines,
  }),
  output: estimate.nullable(),
})

/** What a shipped or voided order was charged. */
const charged = z.object({
  kind: z.literal('charged'),
  lines: z.array(feeLine.extend({ feeId: id, feeNo: z.string(), status: z.enum(feeStates.states) })),
  amount,
  /** What became of its billable event; null where it never cost anything. */
  status: z.enum(billableStates.states).nullable(),
  problem: z.string().nullable(),
  held: amount.nullable(),
})
export type Charged = z.output<typeof charged>

export const getOrderCost = query('/gateway/wms/order/cost', {
  ...see,
  input: z.strictObject({ id: z.coerce.number().pipe(id) }),
  output: z.discriminatedUnion('kind', [estimate, charged]).nullable(),
})
