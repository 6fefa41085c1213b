import type { Server } from '../../../platform/calls/server/serve.ts'
import * as calls from '../contract.ts'
import { stockThroughput } from '../throughput-contract.ts'
import { stockWarnings } from '../warning-contract.ts'
import { flowPage, flowSums } from './flows.ts'
import * as moves from './moves.ts'
import * as stock from './stock.ts'
import * as throughput from './throughput.ts'

export function stockRoutes({ answer }: Server) {
  answer(calls.stockBySku, stock.stockBySku)
  answer(calls.stockByPlace, stock.stockByPlace)
  answer(calls.stockByBatch, stock.stockByBatch)
  answer(calls.getStockPlace, stock.getStockPlace)
  answer(calls.stockPromises, stock.stockPromises)
  answer(stockWarnings, stock.stockWarnings)
  answer(stockThroughput, throughput.stockThroughput)
  answer(calls.stockChoices, stock.stockChoices)
  answer(calls.listFlows, flowPage)
  answer(calls.sumFlows, flowSums)
  answer(calls.moveStock, moves.moveStock)
  answer(calls.adjustStock, moves.adjustStock)
  answer(calls.freezeStock, moves.freezeStock)
  answer(calls.unfreezeStock, moves.unfreezeStock)
  answer(calls.unblockStock, moves.unblockStock)
}
