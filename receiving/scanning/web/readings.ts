import { countInbounds, inbound, inboundHistory, listInbounds } from '../../contract.ts'

/** What anything done to an inbound order may change on the screen. */
export const readings = [listInbounds, countInbounds, inbound, inboundHistory]
