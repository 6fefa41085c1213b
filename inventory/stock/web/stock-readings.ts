import {
  listFlows,
  stockByBatch,
  stockByPlace,
  stockBySku,
  stockPlace,
  stockPromises,
  stockWarnings,
} from '../contract.ts'

/** Every reading that work on the stock makes old. */
export const stockReadings = [
  stockBySku,
  stockByPlace,
  stockByBatch,
  stockPlace,
  stockPromises,
  stockWarnings,
  listFlows,
]
