import type { TrailWords } from '../staff/trail-words.ts'
import { inventoryText } from './text.ts'

export const inventoryTrailWords: TrailWords = {
  types: {
    location: inventoryText.locations,
    location_zone: inventoryText.zones,
  },
  actions: { set_pattern: inventoryText.pattern },
  fields: {
    locationCode: inventoryText.locationCode,
    zoneId: inventoryText.zone,
    zoneCode: inventoryText.zoneCode,
    zoneName: inventoryText.zoneName,
    quality: inventoryText.quality,
    purpose: inventoryText.purpose,
    aisle: inventoryText.aisle,
    bay: inventoryText.bay,
    level: inventoryText.level,
    pickPriority: inventoryText.pickPriority,
    routeSeq: inventoryText.routeSeq,
    mixSku: inventoryText.mixSku,
    mixBatch: inventoryText.mixBatch,
    mixCustomer: inventoryText.mixCustomer,
    maxWeight: inventoryText.maxWeight,
    locationPattern: inventoryText.pattern,
  },
}
