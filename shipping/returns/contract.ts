import { z } from 'zod'
import { MAX_LINES, MAX_PIECES } from '../../orders/contract.ts'
import { command, id, query } from '../../platform/calls/call.ts'
import { rule } from '../../platform/calls/problems.ts'
import { maybe, whole, words } from '../../platform/calls/rules.ts'
import { scannable } from '../../receiving/contract.ts'
import { inboundStates } from '../../receiving/states.ts'
import { returnsText } from './text.ts'

const count = z.number().int()

/** What of a shipped order can still come back, and its returns so far. */
export const listReturns = query('/gateway/wms/order/returns', {
  permission: 'order:order:view',
  feature: 'orders',
  input: z.strictObject({ id: z.coerce.number().pipe(id) }),
  output: z.object({
    isShipped: z.boolean(),
    lines: z.array(z.object({ productId: id, sku: z.string(), shipped: count, returned: count })),
    returns: z.array(
      z.object({ id, inboundNo: z.string(), status: z.enum(inboundStates.states), pieces: count }),
    ),
  }),
})

/** Announces goods that come back: an inbound order of the type return, under the order's number. */
export const openReturn = command('/gateway/wms/order/open-return', {
  permission: 'inbound:order:create',
  feature: 'receiving',
  action: 'add',
  input: z.strictObject({
    id,
    trackingNo: maybe(scannable),
    remark: maybe(words(500)),
    lines: z
      .array(z.strictObject({ productId: id, quantity: whole(1, MAX_PIECES) }))
      .min(1, rule(returnsText.nothing))
      .max(MAX_LINES),
  }),
  output: z.object({ id, inboundNo: z.string() }),
})
