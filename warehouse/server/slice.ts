import type { OutputOf } from '../../platform/calls/call.ts'
import type { Files } from '../../platform/files/server/files.ts'
import type { ServerSlice } from '../../platform/slices/server/server-slice.ts'
import { logoRoutes } from '../logos/server/logos.ts'
import { warehouseText } from '../text.ts'
import type { topInfo } from '../top-contract.ts'
import { warehouseRoutes } from './routes.ts'

export const warehouseSlice: ServerSlice<{ files: Files; contacts: OutputOf<typeof topInfo>['contacts'] }> = {
  routes: (server, { files, contacts }) => {
    logoRoutes(server, files)
    warehouseRoutes(server, files, contacts)
  },
  constraints: {
    set_once: { text: warehouseText.setOnce },
    warehouse_code_taken: { text: warehouseText.codeTaken, path: 'warehouseCode' },
  },
}
