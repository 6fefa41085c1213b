import {
  getStockPlace,
  listFlows,
  stockByBatch,
  stockByPlace,
  stockBySku,
  stockPromises,
} from '../contract.ts'
import { stockWarnings } from '../warning-contract.ts'

/** Every query that stock work invalidates. */
export const stockReadings = [
  stockBySku,
  stockByPlace,
  stockByBatch,
  getStockPlace,
  stockPromises,
  stockWarnings,
  listFlows,
]
