import { bulkAct, listSource } from '../../platform/lists/server/list-sources.ts'
import type { ServerSlice } from '../../platform/slices/server/server-slice.ts'
import { orderColumns } from '../columns.ts'
import * as calls from '../contract.ts'
import { orderStates } from '../states.ts'
import * as waybills from '../waybills/contract.ts'
import { acknowledgeRefusedVoids } from '../waybills/server/acknowledge.ts'
import { buyLabel, type LabelServices } from '../waybills/server/buy.ts'
import { attachLabels } from '../waybills/server/upload.ts'
import { voidLabel } from '../waybills/server/void.ts'
import { waybillStates } from '../waybills/states.ts'
import { auditOrders, forceOrders } from './audit.ts'
import { orderChecks } from './checks.ts'
import { byPriority, orderPage, orderWork } from './find.ts'
import { ordersFromSheet } from './import-orders.ts'
import { orderJobs, orderNightly } from './jobs.ts'
import { purgeReceivers } from './purge.ts'
import { refusalText } from './refusals.ts'
import { assignChannel, reissueLabels } from './reroute.ts'
import { ordersRoutes } from './routes.ts'
import { answerIntercepts, interceptOrders, markOrders, voidOrders } from './steps.ts'

export const ordersSlice: ServerSlice<LabelServices> = {
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
        bulkAct(calls.forceOrders, forceOrders),
        bulkAct(calls.assignChannel, assignChannel),
        bulkAct(calls.interceptOrders, interceptOrders),
        bulkAct(calls.answerIntercepts, answerIntercepts),
        bulkAct(waybills.reissueLabels, reissueLabels),
        bulkAct(waybills.acknowledgeRefusedVoids, acknowledgeRefusedVoids),
      ],
      inTurn: byPriority,
    }),
  },
  work: orderWork,
  imports: { orders: ordersFromSheet },
  tasks: (files) => ({ upload_labels: attachLabels(files) }),
  jobs: (database) => orderJobs(database),
  nightly: orderNightly,
  deleteOld: purgeReceivers,
  checks: orderChecks,
  carrierJobs: (database, services) => ({
    buy_label: buyLabel(database, services),
    void_label: voidLabel(database, services),
  }),
  machines: [orderStates, waybillStates],
  constraints: {
    reference_live_once: { text: refusalText.referenceTaken, path: 'referenceNo' },
    tracking_no_live_once: { text: refusalText.trackingInUse, path: 'trackingNo' },
    order_product_once: { text: refusalText.productTwice },
  },
}
