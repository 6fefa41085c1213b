import type { Server } from '../../../platform/calls/server/serve.ts'
import type { Files } from '../../../platform/files/server/files.ts'
import {
  approveCount,
  createCount,
  enterCount,
  getCount,
  listCounts,
  recountLines,
  submitCount,
  voidCount,
} from '../../counts/contract.ts'
import { approve } from '../../counts/server/approve-count.ts'
import * as counts from '../../counts/server/counts.ts'
import { scanGoods, scanPlace } from '../../scanning/contract.ts'
import { goodsByScan, placeByScan } from '../../scanning/server/scan.ts'
import {
  adjustStock,
  freezeStock,
  getStockPlace,
  listFlows,
  moveStock,
  stockByBatch,
  stockByPlace,
  stockBySku,
  stockChoices,
  stockPromises,
  sumFlows,
  unblockStock,
  unfreezeStock,
} from '../contract.ts'
import { stockThroughput } from '../throughput-contract.ts'
import { stockWarnings } from '../warning-contract.ts'
import { flowPage, flowSums } from './flows.ts'
import * as moves from './moves.ts'
import * as stock from './stock.ts'
import * as throughput from './throughput.ts'

export function stockRoutes({ answer }: Server, files: Files) {
  answer(stockBySku, stock.stockBySku)
  answer(stockByPlace, stock.stockByPlace)
  answer(stockByBatch, stock.stockByBatch)
  answer(getStockPlace, stock.getStockPlace)
  answer(stockPromises, stock.stockPromises)
  answer(stockWarnings, stock.stockWarnings)
  answer(stockThroughput, throughput.stockThroughput)
  answer(stockChoices, stock.stockChoices)
  answer(listFlows, flowPage)
  answer(sumFlows, flowSums)
  answer(scanPlace, placeByScan.bind(null, files))
  answer(scanGoods, goodsByScan.bind(null, files))
  answer(moveStock, moves.moveStock)
  answer(adjustStock, moves.adjustStock)
  answer(freezeStock, moves.freezeStock)
  answer(unfreezeStock, moves.unfreezeStock)
  answer(unblockStock, moves.unblockStock)
  answer(listCounts, counts.listCounts)
  answer(getCount, counts.getCount)
  answer(createCount, counts.createCount)
  answer(enterCount, counts.enterCount)
  answer(submitCount, counts.submitCount)
  answer(recountLines, counts.recountLines)
  answer(approveCount, approve)
  answer(voidCount, counts.voidCount)
}
