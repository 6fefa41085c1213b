import type { Files } from '../../platform/files/server/files.ts'
import { bulkAct, listSource } from '../../platform/lists/server/list-sources.ts'
import type { ServerSlice } from '../../platform/slices/server/server-slice.ts'
import * as countsCalls from '../counts/contract.ts'
import { listCounts } from '../counts/server/counts.ts'
import { countRoutes } from '../counts/server/routes.ts'
import { locationColumns } from '../locations/columns.ts'
import * as locationsCalls from '../locations/contract.ts'
import { locationsFromSheet } from '../locations/server/import-locations.ts'
import { binLabels } from '../locations/server/labels.ts'
import { listLocations, switchLocations } from '../locations/server/locations.ts'
import { locationRoutes } from '../locations/server/routes.ts'
import { inventoryText } from '../locations/text.ts'
import { scanGoods, scanPlace } from '../scanning/contract.ts'
import { goodsByScan, placeByScan } from '../scanning/server/scan.ts'
import {
  batchStockColumns,
  countColumns,
  flowColumns,
  placeStockColumns,
  skuStockColumns,
} from '../stock/columns.ts'
import * as stockCalls from '../stock/contract.ts'
import { listFlows } from '../stock/contract.ts'
import { stockChecks } from '../stock/server/checks.ts'
import { flowPage } from '../stock/server/flows.ts'
import { adjustmentsFromSheet } from '../stock/server/import-adjustments.ts'
import { freezesFromSheet } from '../stock/server/import-freezes.ts'
import { movesFromSheet } from '../stock/server/import-moves.ts'
import { stockRoutes } from '../stock/server/routes.ts'
import { stockByBatch, stockByPlace, stockBySku } from '../stock/server/stock.ts'
import { stockWork } from '../stock/server/work.ts'
import { allocationStates, countStates } from '../stock/states.ts'
import { stockText } from '../stock/text.ts'

/** Exporting stock needs a permission of its own. */
const permission = 'query:stock:export'

export const inventorySlice: ServerSlice<{ files: Files }> = {
  routes: (server, { files }) => {
    locationRoutes(server)
    stockRoutes(server)
    countRoutes(server)
    server.answer(scanPlace, placeByScan.bind(null, files))
    server.answer(scanGoods, goodsByScan.bind(null, files))
  },
  lists: {
    locations: listSource({
      call: locationsCalls.listLocations,
      columns: locationColumns,
      rows: listLocations,
      acts: [bulkAct(locationsCalls.switchLocations, switchLocations)],
    }),
    stock_by_sku: listSource({
      call: stockCalls.stockBySku,
      columns: skuStockColumns,
      rows: stockBySku,
      permission,
    }),
    stock_by_location: listSource({
      call: stockCalls.stockByPlace,
      columns: placeStockColumns,
      rows: stockByPlace,
      permission,
    }),
    stock_by_batch: listSource({
      call: stockCalls.stockByBatch,
      columns: batchStockColumns,
      rows: stockByBatch,
      permission,
    }),
    stock_flows: listSource({ call: listFlows, columns: flowColumns, rows: flowPage, permission }),
    stock_counts: listSource({
      call: countsCalls.listCounts,
      columns: countColumns,
      rows: listCounts,
      permission,
    }),
  },
  imports: {
    locations: locationsFromSheet,
    stock_adjustments: adjustmentsFromSheet,
    stock_moves: movesFromSheet,
    stock_freezes: freezesFromSheet,
  },
  tasks: () => ({ print_bin_labels: binLabels.print }),
  constraints: {
    zone_code_taken: { text: inventoryText.zoneTaken, path: 'zoneCode' },
    zone_quality_kept: { text: inventoryText.zoneQualityKept, path: 'quality' },
    location_code_taken: { text: inventoryText.codeTaken, path: 'locationCode' },
    location_has_stock: { text: inventoryText.hasStock },
    stock_not_negative: { text: stockText.notNegative },
    stock_within_on_hand: { text: stockText.within },
    stock_has_no_place: { text: stockText.noPlace },
    stock_mixed: { text: stockText.mixed },
    stock_blocked: { text: stockText.rowBlocked },
    stock_most: { text: stockText.tooMuch },
    flow_once: { text: stockText.once },
    stock_document_no_taken: { text: stockText.numberTaken },
    count_no_taken: { text: stockText.numberTaken },
  },
  checks: stockChecks,
  machines: [allocationStates, countStates],
  work: stockWork,
}
