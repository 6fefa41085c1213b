import type { Files } from '../../platform/files/server/files.ts'
import { bulkAct, listSource } from '../../platform/lists/server/list-sources.ts'
import type { ServerSlice } from '../../platform/slices/server/server-slice.ts'
import { orderColumns } from '../columns.ts'
import * as calls from '../contract.ts'
import { ordersText } from '../text.ts'
import { auditOrders } from './audit.ts'
import { orderPage } from './find.ts'
import { ordersFromSheet } from './import-orders.ts'
import { orderJobs } from './jobs.ts'
import { purgeReceivers } from './purge.ts'
import { ordersRoutes } from './routes.ts'
import { markOrders, voidOrders } from './steps.ts'

export const ordersSlice: ServerSlice<{ files: Files }> = {
  routes: (server, { files }) => ordersRoutes(server, files),
  lists: {
    orders: listSource({
      call: calls.listOrders,
      columns: orderColumns,
      rows: orderPage,
      acts: [
        bulkAct(calls.auditOrders, auditOrders),
        bulkAct(calls.voidOrders, voidOrders),
        bulkAct(calls.markOrders, markOrders),
      ],
    }),
  },
  imports: { orders: ordersFromSheet },
  jobs: (database) => orderJobs(database),
  deleteOld: purgeReceivers,
  constraints: {
    reference_live_once: { text: ordersText.referenceTaken, path: 'referenceNo' },
    order_product_once: { text: ordersText.productTwice },
  },
}
