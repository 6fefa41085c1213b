import { countInbounds, inbound, inboundHistory, listInbounds } from '../../contract.ts'

/** The queries that any change to an inbound order may affect. */
export const readings = [listInbounds, countInbounds, inbound, inboundHistory]
