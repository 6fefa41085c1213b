import { z } from 'zod'
import { command, id } from '../../platform/calls/call.ts'
import { inboundStanding } from '../contract.ts'

/** Leads a putaway back to the receiving place, while its pieces lie where they were put and nobody was promised them. */
export const undoPutAway = command('/gateway/wms/inbound/undo-put-away', {
  permission: 'inbound:order:putaway',
  feature: 'receiving',
  deed: 'delete',
  input: z.strictObject({ putawayId: id }),
  output: inboundStanding,
})
