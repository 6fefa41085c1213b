import { z } from 'zod'
import { command, id } from '../../platform/calls/call.ts'
import { inboundChange } from '../contract.ts'

/** Moves a putaway back to the receiving bin, while its pieces are still in place and not reserved. */
export const undoPutAway = command('/gateway/wms/inbound/undo-put-away', {
  permission: 'inbound:order:putaway',
  feature: 'receiving',
  action: 'delete',
  input: z.strictObject({ putawayId: id }),
  output: inboundChange,
})
