import { accountColumns, platformColumns } from '../../carriers/columns.ts'
import { listAccounts, switchAccounts } from '../../carriers/contract.ts'
import { listPlatforms, switchPlatforms } from '../../carriers/platform-contract.ts'
import { accountPage, switchOn as switchAccountsOn } from '../../carriers/server/accounts.ts'
import { platformPage, switchOn as switchPlatformsOn } from '../../carriers/server/platforms.ts'
import { channelColumns } from '../../channels/columns.ts'
import { copyChannels, listChannels, switchChannels } from '../../channels/contract.ts'
import { numbersFromSheet } from '../../channels/numbers/server/import-numbers.ts'
import { stateColumns } from '../../channels/provinces/columns.ts'
import { listStates, switchStates } from '../../channels/provinces/contract.ts'
import { statesFromSheet } from '../../channels/provinces/server/import-provinces.ts'
import { statePage, switchOn as switchStatesOn } from '../../channels/provinces/server/provinces.ts'
import { channelPage } from '../../channels/server/channels.ts'
import { copy as copyAll, switchOn as switchChannelsOn } from '../../channels/server/switch-channels.ts'
import { zoneSchemaColumns } from '../../channels/zones/columns.ts'
import { listZoneSchemas, switchZoneSchemas } from '../../channels/zones/contract.ts'
import { zonesFromSheet } from '../../channels/zones/server/import-price-zones.ts'
import { switchOn as switchSchemasOn, zoneSchemaPage } from '../../channels/zones/server/price-zones.ts'
import { customerColumns } from '../../customers/columns.ts'
import { listCustomers, switchCustomers } from '../../customers/contract.ts'
import { customerPage, switchOn as switchCustomersOn } from '../../customers/server/customers.ts'
import { customersFromSheet } from '../../customers/server/import-customers.ts'
import { listCounts } from '../../inventory/counts/contract.ts'
import { countPage } from '../../inventory/counts/server/counts.ts'
import { locationColumns } from '../../inventory/locations/columns.ts'
import { listLocations, switchLocations } from '../../inventory/locations/contract.ts'
import { locationsFromSheet } from '../../inventory/locations/server/import-locations.ts'
import { locationPage, switchOn as switchLocationsOn } from '../../inventory/locations/server/locations.ts'
import {
  batchStockColumns,
  countColumns,
  flowColumns,
  placeStockColumns,
  skuStockColumns,
} from '../../inventory/stock/columns.ts'
import { listFlows, stockByBatch, stockByPlace, stockBySku } from '../../inventory/stock/contract.ts'
import { flowPage } from '../../inventory/stock/server/flows.ts'
import { adjustmentsFromSheet } from '../../inventory/stock/server/import-adjustments.ts'
import { freezesFromSheet } from '../../inventory/stock/server/import-freezes.ts'
import { movesFromSheet } from '../../inventory/stock/server/import-moves.ts'
import { batchPage, placePage, skuPage } from '../../inventory/stock/server/stock.ts'
import type { ImportKinds } from '../../platform/imports/server/check-spreadsheet.ts'
import { bulkAct, type ListSources, listSource } from '../../platform/lists/server/list-sources.ts'
import { productColumns } from '../../products/columns.ts'
import { approveProducts, listProducts, switchProducts } from '../../products/contract.ts'
import { productPage } from '../../products/server/find.ts'
import { productsFromSheet } from '../../products/server/import-products.ts'
import * as products from '../../products/server/products.ts'
import { inboundColumns } from '../../receiving/columns.ts'
import { confirmInbounds, listInbounds, voidInbounds } from '../../receiving/contract.ts'
import { parcelColumns } from '../../receiving/parcels/columns.ts'
import { listParcels } from '../../receiving/parcels/contract.ts'
import { parcelPage } from '../../receiving/parcels/server/parcels.ts'
import { inboundPage } from '../../receiving/server/find.ts'
import { boxesFromSheet, skusFromSheet } from '../../receiving/server/import-inbounds.ts'
import * as steps from '../../receiving/server/steps.ts'
import { templateColumns } from '../../shipping/watermarks/columns.ts'
import { listTemplates, switchTemplates } from '../../shipping/watermarks/contract.ts'
import { switchOn as switchTemplatesOn, templatePage } from '../../shipping/watermarks/server/watermarks.ts'
import { trailPage } from '../../staff/audit/server/audit-list.ts'
import { staffColumns, trailColumns } from '../../staff/columns.ts'
import { listStaff, listTrail, switchStaff } from '../../staff/contract.ts'
import { staffPage, switchOn as switchStaffOn } from '../../staff/server/staff.ts'
import { trailWords } from '../audit-labels.ts'

const TAKE_STOCK = 'query:stock:export'

/** Every list that can be taken away as a file, and what can be done with all its rows that match. */
export const listSources: ListSources = {
  staff: listSource({
    call: listStaff,
    columns: staffColumns,
    rows: staffPage,
    acts: [bulkAct(switchStaff, switchStaffOn)],
  }),
  trail: listSource({
    call: listTrail,
    columns: trailColumns(trailWords),
    rows: trailPage,
    permission: 'setting:audit:export',
  }),
  customers: listSource({
    call: listCustomers,
    columns: customerColumns,
    rows: customerPage,
    acts: [bulkAct(switchCustomers, switchCustomersOn)],
  }),
  inbounds: listSource({
    call: listInbounds,
    columns: inboundColumns,
    rows: inboundPage,
    acts: [bulkAct(confirmInbounds, steps.confirm), bulkAct(voidInbounds, steps.voidAll)],
  }),
  parcels: listSource({ call: listParcels, columns: parcelColumns, rows: parcelPage }),
  products: listSource({
    call: listProducts,
    columns: productColumns,
    rows: productPage(),
    acts: [bulkAct(approveProducts, products.approve), bulkAct(switchProducts, products.switchOn)],
  }),
  locations: listSource({
    call: listLocations,
    columns: locationColumns,
    rows: locationPage,
    acts: [bulkAct(switchLocations, switchLocationsOn)],
  }),
  channels: listSource({
    call: listChannels,
    columns: channelColumns,
    rows: channelPage,
    acts: [bulkAct(switchChannels, switchChannelsOn), bulkAct(copyChannels, copyAll)],
  }),
  carrier_accounts: listSource({
    call: listAccounts,
    columns: accountColumns,
    rows: accountPage,
    acts: [bulkAct(switchAccounts, switchAccountsOn)],
  }),
  platforms: listSource({
    call: listPlatforms,
    columns: platformColumns,
    rows: platformPage,
    acts: [bulkAct(switchPlatforms, switchPlatformsOn)],
  }),
  watermarks: listSource({
    call: listTemplates,
    columns: templateColumns,
    rows: templatePage,
    acts: [bulkAct(switchTemplates, switchTemplatesOn)],
  }),
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
  zone_schemas: listSource({
    call: listZoneSchemas,
    columns: zoneSchemaColumns,
    rows: zoneSchemaPage,
    acts: [bulkAct(switchZoneSchemas, switchSchemasOn)],
  }),
  states: listSource({
    call: listStates,
    columns: stateColumns,
    rows: statePage,
    acts: [bulkAct(switchStates, switchStatesOn)],
  }),
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
