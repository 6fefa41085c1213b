import { bulkAct, listSource } from '../../platform/lists/server/list-sources.ts'
import type { ServerSlice } from '../../platform/slices/server/server-slice.ts'
import { templateColumns } from '../watermarks/columns.ts'
import * as calls from '../watermarks/contract.ts'
import { listTemplates, switchTemplates } from '../watermarks/server/watermarks.ts'
import { watermarkText } from '../watermarks/text.ts'
import { shippingRoutes } from './routes.ts'

export const shippingSlice: ServerSlice = {
  routes: shippingRoutes,
  lists: {
    watermarks: listSource({
      call: calls.listTemplates,
      columns: templateColumns,
      rows: listTemplates,
      acts: [bulkAct(calls.switchTemplates, switchTemplates)],
    }),
  },
  constraints: { template_name_taken: { text: watermarkText.nameTaken, path: 'templateName' } },
}
