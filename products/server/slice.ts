import type { Files } from '../../platform/files/server/files.ts'
import { bulkAct, listSource } from '../../platform/lists/server/list-sources.ts'
import type { ServerSlice } from '../../platform/slices/server/server-slice.ts'
import { productColumns } from '../columns.ts'
import * as calls from '../contract.ts'
import { listProducts } from '../contract.ts'
import { productAudit } from '../states.ts'
import { productsText } from '../text.ts'
import { productChecks } from './checks.ts'
import { productPage } from './find.ts'
import { productsFromSheet } from './import-products.ts'
import { skuLabels } from './labels.ts'
import { approveProducts, switchProducts } from './products.ts'
import { productRoutes } from './routes.ts'

export const productsSlice: ServerSlice<{ files: Files }> = {
  routes: (server, { files }) => productRoutes(server, files),
  lists: {
    products: listSource({
      call: listProducts,
      columns: productColumns,
      rows: productPage(),
      acts: [bulkAct(calls.approveProducts, approveProducts), bulkAct(calls.switchProducts, switchProducts)],
    }),
  },
  imports: { products: productsFromSheet },
  tasks: () => ({ print_sku_labels: skuLabels.print }),
  checks: productChecks,
  machines: [productAudit],
  constraints: {
    sku_taken: { text: productsText.skuTaken, path: 'sku' },
    sku_kept: { text: productsText.skuKept },
    barcode_taken: { text: productsText.barcodeInUse, path: 'barcode' },
    system_barcode_kept: { text: productsText.systemStays },
    image_once: { text: productsText.imagesChanged },
  },
}
