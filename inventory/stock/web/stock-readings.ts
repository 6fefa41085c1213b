import {
  getStockPlace,
  listFlows,
  stockByBatch,
  stockByPlace,
  stockBySku,
  stockPromises,
} from '../contract.ts'
import { stockWarnings } from '../warning-contract.ts'

/** Every reading that work on the stock makes old. */
export const stockReadings = [
  stockBySku,
  stockByPlace,
  stockByBatch,
  getStockPlace,
  stockPromises,
  stockWarnings,
  listFlows,
]
