import { accountColumns, platformColumns } from '../../channels/carrier-columns.ts'
import { listAccounts } from '../../channels/carrier-contract.ts'
import { channelColumns } from '../../channels/columns.ts'
import { listChannels } from '../../channels/contract.ts'
import { listPlatforms } from '../../channels/platform-contract.ts'
import { accountPage } from '../../channels/server/accounts.ts'
import { channelPage } from '../../channels/server/channels.ts'
import { numbersFromSheet } from '../../channels/server/import-numbers.ts'
import { statesFromSheet } from '../../channels/server/import-states.ts'
import { zonesFromSheet } from '../../channels/server/import-zones.ts'
import { platformPage } from '../../channels/server/platforms.ts'
import { statePage } from '../../channels/server/states.ts'
import { zoneSchemaPage } from '../../channels/server/zones.ts'
import { stateColumns } from '../../channels/state-columns.ts'
import { listStates } from '../../channels/state-contract.ts'
import { zoneSchemaColumns } from '../../channels/zone-columns.ts'
import { listZoneSchemas } from '../../channels/zone-contract.ts'
import { customerColumns } from '../../customers/columns.ts'
import { listCustomers } from '../../customers/contract.ts'
import { customerPage } from '../../customers/server/customers.ts'
import { customersFromSheet } from '../../customers/server/import-customers.ts'
import { locationColumns } from '../../inventory/columns.ts'
import { listLocations } from '../../inventory/contract.ts'
import { listCounts } from '../../inventory/count-contract.ts'
import { countPage } from '../../inventory/server/counts.ts'
import { flowPage } from '../../inventory/server/flows.ts'
import { adjustmentsFromSheet } from '../../inventory/server/import-adjustments.ts'
import { freezesFromSheet } from '../../inventory/server/import-freezes.ts'
import { locationsFromSheet } from '../../inventory/server/import-locations.ts'
import { movesFromSheet } from '../../inventory/server/import-moves.ts'
import { locationPage } from '../../inventory/server/locations.ts'
import { batchPage, placePage, skuPage } from '../../inventory/server/stock.ts'
import {
  batchStockColumns,
  countColumns,
  flowColumns,
  placeStockColumns,
  skuStockColumns,
} from '../../inventory/stock-columns.ts'
import { listFlows, stockByBatch, stockByPlace, stockBySku } from '../../inventory/stock-contract.ts'
import { type ListSources, listSource } from '../../lib/server/exports.ts'
import type { ImportKinds } from '../../lib/server/imports.ts'
import { productColumns } from '../../products/columns.ts'
import { listProducts } from '../../products/contract.ts'
import { productPage } from '../../products/server/find.ts'
import { productsFromSheet } from '../../products/server/import-products.ts'
import { inboundColumns } from '../../receiving/columns.ts'
import { listInbounds } from '../../receiving/contract.ts'
import { parcelColumns } from '../../receiving/parcel-columns.ts'
import { listParcels } from '../../receiving/parcel-contract.ts'
import { inboundPage } from '../../receiving/server/find.ts'
import { boxesFromSheet, skusFromSheet } from '../../receiving/server/import-inbounds.ts'
import { parcelPage } from '../../receiving/server/parcels.ts'
import { templatePage } from '../../shipping/server/watermarks.ts'
import { templateColumns } from '../../shipping/watermark-columns.ts'
import { listTemplates } from '../../shipping/watermark-contract.ts'
import { staffColumns, trailColumns } from '../../staff/columns.ts'
import { listStaff, listTrail } from '../../staff/contract.ts'
import { staffPage } from '../../staff/server/staff.ts'
import { trailPage } from '../../staff/server/trail.ts'
import { trailWords } from '../trail-words.ts'

const TAKE_STOCK = 'query:stock:export'

/** Every list that can be taken away as a file. */
export const listSources: ListSources = {
  staff: listSource({ call: listStaff, columns: staffColumns, rows: staffPage }),
  trail: listSource({
    call: listTrail,
    columns: trailColumns(trailWords),
    rows: trailPage,
    permission: 'setting:audit:export',
  }),
  customers: listSource({ call: listCustomers, columns: customerColumns, rows: customerPage }),
  inbounds: listSource({ call: listInbounds, columns: inboundColumns, rows: inboundPage }),
  parcels: listSource({ call: listParcels, columns: parcelColumns, rows: parcelPage }),
  products: listSource({ call: listProducts, columns: productColumns, rows: productPage() }),
  locations: listSource({ call: listLocations, columns: locationColumns, rows: locationPage }),
  channels: listSource({ call: listChannels, columns: channelColumns, rows: channelPage }),
  carrier_accounts: listSource({ call: listAccounts, columns: accountColumns, rows: accountPage }),
  platforms: listSource({ call: listPlatforms, columns: platformColumns, rows: platformPage }),
  watermarks: listSource({ call: listTemplates, columns: templateColumns, rows: templatePage }),
  stock_by_sku: listSource({
    call: stockBySku,
    columns: skuStockColumns,
    rows: skuPage,
    permission: TAKE_STOCK,
  }),
  stock_by_location: listSource({
    call: stockByPlace,
    columns: placeStockColumns,
    rows: placePage,
    permission: TAKE_STOCK,
  }),
  stock_by_batch: listSource({
    call: stockByBatch,
    columns: batchStockColumns,
    rows: batchPage,
    permission: TAKE_STOCK,
  }),
  stock_flows: listSource({ call: listFlows, columns: flowColumns, rows: flowPage, permission: TAKE_STOCK }),
  stock_counts: listSource({
    call: listCounts,
    columns: countColumns,
    rows: countPage,
    permission: TAKE_STOCK,
  }),
  zone_schemas: listSource({ call: listZoneSchemas, columns: zoneSchemaColumns, rows: zoneSchemaPage }),
  states: listSource({ call: listStates, columns: stateColumns, rows: statePage }),
}

/** Everything that can be read in from a sheet. */
export const importKinds: ImportKinds = {
  customers: customersFromSheet,
  products: productsFromSheet,
  locations: locationsFromSheet,
  states: statesFromSheet,
  stock_adjustments: adjustmentsFromSheet,
  stock_moves: movesFromSheet,
  stock_freezes: freezesFromSheet,
  inbounds_by_box: boxesFromSheet,
  inbounds_by_sku: skusFromSheet,
  channel_numbers: numbersFromSheet,
  zone_rows: zonesFromSheet,
}
