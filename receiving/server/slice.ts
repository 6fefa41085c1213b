import type { Files } from '../../platform/files/server/files.ts'
import { bulkAct, listSource } from '../../platform/lists/server/list-sources.ts'
import type { Signer } from '../../platform/server/signer.ts'
import type { ServerSlice } from '../../platform/slices/server/server-slice.ts'
import { inboundColumns } from '../columns.ts'
import * as receivingCalls from '../contract.ts'
import { listInbounds } from '../contract.ts'
import { parcelColumns } from '../parcels/columns.ts'
import * as parcelsCalls from '../parcels/contract.ts'
import { listParcels } from '../parcels/server/parcels.ts'
import { parcelText } from '../parcels/text.ts'
import { inboundStates, parcelStates } from '../states.ts'
import { receivingText } from '../text.ts'
import { receivingChecks } from './checks.ts'
import { inboundPage, inboundWork } from './find.ts'
import { boxesFromSheet, skusFromSheet } from './import-inbounds.ts'
import { boxLabels, printSheets } from './papers.ts'
import { receivingRoutes } from './routes.ts'
import { confirmInbounds, voidInbounds } from './steps.ts'

export const receivingSlice: ServerSlice<{ files: Files; signer: Signer }> = {
  routes: (server, { files, signer }) => receivingRoutes(server, files, signer),
  lists: {
    inbounds: listSource({
      call: listInbounds,
      columns: inboundColumns,
      rows: inboundPage,
      acts: [
        bulkAct(receivingCalls.confirmInbounds, confirmInbounds),
        bulkAct(receivingCalls.voidInbounds, voidInbounds),
      ],
    }),
    parcels: listSource({ call: parcelsCalls.listParcels, columns: parcelColumns, rows: listParcels }),
  },
  imports: { inbounds_by_box: boxesFromSheet, inbounds_by_sku: skusFromSheet },
  tasks: (files) => ({ print_box_labels: boxLabels.print, print_receiving_sheets: printSheets(files) }),
  constraints: {
    reference_taken: { text: receivingText.referenceTaken, path: 'referenceNo' },
    inbound_kept: { text: receivingText.inboundKept },
    putaway_undone_once: { text: receivingText.putawayUndone },
    parcel_waits_once: { text: parcelText.keptAlready, path: 'trackingNo' },
  },
  checks: receivingChecks,
  machines: [inboundStates, parcelStates],
  work: inboundWork,
}
