import type { FastifyBaseLogger } from 'fastify'
import { platformText } from '../../carriers/platform-text.ts'
import { accountRoutes } from '../../carriers/server/accounts.ts'
import type { Carriers } from '../../carriers/server/carriers.ts'
import { platformRoutes } from '../../carriers/server/platforms.ts'
import { carrierText } from '../../carriers/text.ts'
import { numberText } from '../../channels/numbers/text.ts'
import { stateRoutes } from '../../channels/provinces/server/provinces.ts'
import { stateText } from '../../channels/provinces/text.ts'
import { channelRoutes } from '../../channels/server/routes.ts'
import { channelsText } from '../../channels/text.ts'
import { zoneRoutes } from '../../channels/zones/server/price-zones.ts'
import { zoneText } from '../../channels/zones/text.ts'
import { customerRoutes } from '../../customers/server/routes.ts'
import { customersText } from '../../customers/text.ts'
import { binLabels } from '../../inventory/locations/server/labels.ts'
import { inventoryRoutes } from '../../inventory/locations/server/routes.ts'
import { inventoryText } from '../../inventory/locations/text.ts'
import { stockText } from '../../inventory/stock/text.ts'
import type { OutputOf } from '../../platform/calls/call.ts'
import { type HttpLimits, openHttp } from '../../platform/calls/server/http.ts'
import type { ConstraintTexts } from '../../platform/calls/server/reply.ts'
import { serve } from '../../platform/calls/server/serve.ts'
import type { Database } from '../../platform/database/server/db.ts'
import type { Files } from '../../platform/files/server/files.ts'
import { importsOf } from '../../platform/imports/server/imports.ts'
import { onAllTask } from '../../platform/lists/server/bulk.ts'
import { exportTask } from '../../platform/lists/server/exports.ts'
import type { Mail } from '../../platform/mail/server/mail.ts'
import type { Signer } from '../../platform/server/signer.ts'
import type { Errands, TaskKinds } from '../../platform/tasks/server/tasks.ts'
import { skuLabels } from '../../products/server/labels.ts'
import { productRoutes } from '../../products/server/routes.ts'
import { productsText } from '../../products/text.ts'
import { parcelText } from '../../receiving/parcels/text.ts'
import { boxLabels, printSheets } from '../../receiving/server/papers.ts'
import { receivingRoutes } from '../../receiving/server/routes.ts'
import { receivingText } from '../../receiving/text.ts'
import { satelliteErrand } from '../../setup/server/copy-to-satellites.ts'
import { samplesTask } from '../../setup/server/samples.ts'
import { setUpRoutes } from '../../setup/server/setup.ts'
import { shippingRoutes } from '../../shipping/server/routes.ts'
import { watermarkText } from '../../shipping/watermarks/text.ts'
import { invitationLetter } from '../../staff/login/server/letters.ts'
import type { Post } from '../../staff/login/server/login.ts'
import { titleOfRight } from '../../staff/roles/rights.ts'
import { staffRoutes } from '../../staff/server/routes.ts'
import { staffText } from '../../staff/text.ts'
import { accessTo } from '../../warehouse/features.ts'
import { logoRoutes } from '../../warehouse/logos/server/logos.ts'
import { warehouseRoutes } from '../../warehouse/server/routes.ts'
import { exportPlace } from '../../warehouse/server/warehouse.ts'
import { warehouseText } from '../../warehouse/text.ts'
import type { topInfo } from '../../warehouse/top-contract.ts'
import { wordOf } from '../dictionaries.ts'
import { checkBooksTask } from './book-checks.ts'
import { importKinds, listSources } from './list-sources.ts'
import { appRoutes } from './routes.ts'

/** What the database refuses by name, in the operator's words. */
export const constraintTexts: ConstraintTexts = {
  set_once: { text: warehouseText.setOnce },
  warehouse_code_taken: { text: warehouseText.codeTaken, path: 'warehouseCode' },
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
  account_taken: { text: staffText.accountTaken, path: 'loginAccount' },
  login_url_name_taken: { text: staffText.urlNameTaken, path: 'loginUrlName' },
  tenant_code_taken: { text: staffText.urlNameTaken, path: 'loginUrlName' },
  customer_code_taken: { text: customersText.codeTaken, path: 'customerCode' },
  customer_code_kept: { text: customersText.codeKept },
  sku_taken: { text: productsText.skuTaken, path: 'sku' },
  sku_kept: { text: productsText.skuKept },
  barcode_taken: { text: productsText.barcodeInUse, path: 'barcode' },
  system_barcode_kept: { text: productsText.systemStays },
  image_once: { text: productsText.imagesChanged },
  group_code_taken: { text: customersText.groupTaken, path: 'groupCode' },
  channel_code_taken: { text: channelsText.codeTaken, path: 'channelCode' },
  channel_code_kept: { text: channelsText.codeKept },
  zone_schema_code_taken: { text: zoneText.codeTaken, path: 'schemaCode' },
  zone_schema_code_kept: { text: zoneText.codeKept },
  channel_has_numbers: { text: channelsText.hasNumbers, path: 'labelSource' },
  range_taken: { text: numberText.rangeTaken, path: 'firstNo' },
  number_taken: { text: numberText.numberTaken },
  pool_kept: { text: numberText.poolKept },
  state_code_taken: { text: stateText.codeTaken, path: 'stateCode' },
  state_code_kept: { text: stateText.codeKept },
  template_name_taken: { text: watermarkText.nameTaken, path: 'templateName' },
  carrier_account_name_taken: { text: carrierText.nameTaken, path: 'accountName' },
  platform_code_taken: { text: platformText.codeTaken, path: 'platformCode' },
  reference_taken: { text: receivingText.referenceTaken, path: 'referenceNo' },
  inbound_kept: { text: receivingText.inboundKept },
  putaway_undone_once: { text: receivingText.putawayUndone },
  parcel_waits_once: { text: parcelText.keptAlready, path: 'trackingNo' },
  role_name_taken: { text: staffText.roleNameTaken, path: 'roleName' },
}

/** Every kind of long work there is. */
export const taskKinds = (files: Files): TaskKinds => ({
  check_books: checkBooksTask(files),
  act_on_all: onAllTask(listSources),
  export_list: exportTask(listSources, wordOf, exportPlace),
  print_bin_labels: binLabels.print,
  print_sku_labels: skuLabels.print,
  print_box_labels: boxLabels.print,
  print_receiving_sheets: printSheets(files),
  fill_samples: samplesTask,
  import: importsOf(importKinds, files, () => {}).work,
})

/** What commands leave for afterwards. */
export const errands = (database: Database, post: Post & { home: string }): Errands => ({
  invitation_letter: invitationLetter(database, post),
  copy_to_satellites: satelliteErrand(database),
})

export type Parts = {
  log: FastifyBaseLogger
  database: Database
  files: Files
  carriers: Carriers
  mail: Mail
  signer: Signer
  contacts: OutputOf<typeof topInfo>['contacts']
  trustProxy?: string | undefined
  pageFolder?: string | undefined
  limits?: HttpLimits
  isProven?: boolean
}

/** Every slice's calls on one HTTP server; what runs in the product runs in its tests. */
export function assemble({
  log,
  database,
  files,
  carriers,
  mail,
  signer,
  contacts,
  isProven,
  ...web
}: Parts) {
  const http = openHttp({ log, constraints: constraintTexts, ...web })
  const server = serve({
    http,
    database,
    accessTo,
    signer,
    titleOf: titleOfRight,
    isProven: isProven ?? false,
  })
  customerRoutes(server)
  productRoutes(server, files)
  inventoryRoutes(server, files)
  receivingRoutes(server, files, signer)
  shippingRoutes(server)
  staffRoutes(server, { mail, signer })
  stateRoutes(server)
  channelRoutes(server)
  zoneRoutes(server)
  accountRoutes(server, carriers)
  platformRoutes(server, carriers)
  logoRoutes(server, files)
  warehouseRoutes(server, files, contacts)
  setUpRoutes(server)
  appRoutes(server, files)
  return server
}
