import type { Server } from '../../../platform/calls/server/serve.ts'
import type { Files } from '../../../platform/files/server/files.ts'
import {
  approveCount,
  createCount,
  enterCount,
  listCounts,
  oneCount,
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
  listFlows,
  moveStock,
  stockByBatch,
  stockByPlace,
  stockBySku,
  stockChoices,
  stockPlace,
  stockPromises,
  sumFlows,
  unblockStock,
  unfreezeStock,
} from '../contract.ts'
import { stockWarnings } from '../warning-contract.ts'
import { flowPage, flowSums } from './flows.ts'
import * as moves from './moves.ts'
import * as stock from './stock.ts'

export function stockRoutes({ answer }: Server, files: Files) {
  answer(stockBySku, stock.skuPage)
  answer(stockByPlace, stock.placePage)
  answer(stockByBatch, stock.batchPage)
  answer(stockPlace, stock.onePlace)
  answer(stockPromises, stock.promises)
  answer(stockWarnings, stock.figures)
  answer(stockChoices, stock.choices)
  answer(listFlows, flowPage)
  answer(sumFlows, flowSums)
  answer(scanPlace, placeByScan.bind(null, files))
  answer(scanGoods, goodsByScan.bind(null, files))
  answer(moveStock, moves.move)
  answer(adjustStock, moves.adjust)
  answer(freezeStock, moves.freeze)
  answer(unfreezeStock, moves.unfreeze)
  answer(unblockStock, moves.unblock)
  answer(listCounts, counts.countPage)
  answer(oneCount, counts.one)
  answer(createCount, counts.create)
  answer(enterCount, counts.enter)
  answer(submitCount, counts.submit)
  answer(recountLines, counts.recount)
  answer(approveCount, approve)
  answer(voidCount, counts.voidOne)
}
