import type { LabelServices } from '../../orders/waybills/server/buy.ts'
import { bulkAct, listSource } from '../../platform/lists/server/list-sources.ts'
import type { ServerSlice } from '../../platform/slices/server/server-slice.ts'
import { labelColumns } from '../labels/columns.ts'
import { cancelLabelPrint as cancelPrint, listLabels } from '../labels/contract.ts'
import { cancelLabelPrint } from '../labels/server/confirm-print.ts'
import { labelPage } from '../labels/server/find-labels.ts'
import { drawPrint } from '../labels/server/print-labels.ts'
import { makeManifest } from '../manifests/server/make-manifest.ts'
import { manifestStates } from '../manifests/states.ts'
import { batchColumns, outboundColumns } from '../outbound/columns.ts'
import * as outboundCalls from '../outbound/contract.ts'
import { outboundChecks } from '../outbound/server/checks.ts'
import { listBatches, listOutbound } from '../outbound/server/find.ts'
import { printHandover } from '../outbound/server/handover.ts'
import { shipOrders } from '../outbound/server/ship.ts'
import { pickingColumns } from '../picking/columns.ts'
import * as picking from '../picking/contract.ts'
import { pickingChecks } from '../picking/server/checks.ts'
import { pickingPage } from '../picking/server/find.ts'
import { pickingJobs } from '../picking/server/jobs.ts'
import { cartLabels, pickingPapers } from '../picking/server/papers.ts'
import { assignPickingLists, cancelPickingLists, completePickingLists } from '../picking/server/steps.ts'
import { pickingStates } from '../picking/states.ts'
import { templateColumns } from '../watermarks/columns.ts'
import * as calls from '../watermarks/contract.ts'
import { listTemplates, switchTemplates } from '../watermarks/server/watermarks.ts'
import { watermarkText } from '../watermarks/text.ts'
import { shippingRoutes } from './routes.ts'

export const shippingSlice: ServerSlice<LabelServices> = {
  routes: (server, { files }) => shippingRoutes(server, files),
  lists: {
    labels: listSource({
      call: listLabels,
      columns: labelColumns,
      rows: labelPage,
      acts: [bulkAct(cancelPrint, cancelLabelPrint)],
    }),
    watermarks: listSource({
      call: calls.listTemplates,
      columns: templateColumns,
      rows: listTemplates,
      acts: [bulkAct(calls.switchTemplates, switchTemplates)],
    }),
    picking_lists: listSource({
      call: picking.listPickingLists,
      columns: pickingColumns,
      rows: pickingPage,
      acts: [
        bulkAct(picking.assignPickingLists, assignPickingLists),
        bulkAct(picking.cancelPickingLists, cancelPickingLists),
        bulkAct(picking.completePickingLists, completePickingLists),
      ],
    }),
    outbound: listSource({
      call: outboundCalls.listOutbound,
      columns: outboundColumns,
      rows: listOutbound,
      acts: [bulkAct(outboundCalls.shipOrders, shipOrders)],
    }),
    shipment_batches: listSource({
      call: outboundCalls.listBatches,
      columns: batchColumns,
      rows: listBatches,
    }),
  },
  tasks: (files) => ({
    print_labels: drawPrint(files),
    print_picking_lists: pickingPapers.print,
    print_cart_labels: cartLabels.print,
    print_handover: printHandover(files),
  }),
  jobs: (database) => pickingJobs(database),
  carrierJobs: (database, services) => ({ make_manifest: makeManifest(database, services) }),
  checks: [...outboundChecks, ...pickingChecks],
  machines: [pickingStates, manifestStates],
  constraints: { template_name_taken: { text: watermarkText.nameTaken, path: 'templateName' } },
}
