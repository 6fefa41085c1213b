import type { OutputOf } from '../../../platform/calls/call.ts'
import type { pickingZones } from '../contract.ts'

/** Zones to choose from, by code and name. */
export const zoneOptions = (zones: OutputOf<typeof pickingZones> = []) =>
  zones.map(({ id, zoneCode, zoneName }) => ({ value: id, label: `${zoneCode} ${zoneName}` }))
