import { billingSlice } from '../../billing/server/slice.ts'
import type { Carriers } from '../../carriers/server/carriers.ts'
import { carriersSlice } from '../../carriers/server/slice.ts'
import { channelsSlice } from '../../channels/server/slice.ts'
import { customersSlice } from '../../customers/server/slice.ts'
import { inventorySlice } from '../../inventory/server/slice.ts'
import { ordersSlice } from '../../orders/server/slice.ts'
import type { OutputOf } from '../../platform/calls/call.ts'
import type { ConstraintTexts } from '../../platform/calls/server/reply.ts'
import type { Database } from '../../platform/database/server/db.ts'
import type { Files } from '../../platform/files/server/files.ts'
import type { ImportKinds } from '../../platform/imports/server/check-spreadsheet.ts'
import { type ListSources, listSource } from '../../platform/lists/server/list-sources.ts'
import type { Mail } from '../../platform/mail/server/mail.ts'
import type { Signer } from '../../platform/server/signer.ts'
import { merged, type ServerSlice } from '../../platform/slices/server/server-slice.ts'
import type { BackgroundJobs } from '../../platform/tasks/server/workers.ts'
import { productsSlice } from '../../products/server/slice.ts'
import { receivingSlice } from '../../receiving/server/slice.ts'
import { setUpSlice } from '../../setup/server/slice.ts'
import { shippingSlice } from '../../shipping/server/slice.ts'
import { listAudit } from '../../staff/audit/contract.ts'
import { auditPage } from '../../staff/audit/server/audit-list.ts'
import { auditColumns } from '../../staff/columns.ts'
import { staffSlice } from '../../staff/server/slice.ts'
import { warehouseSlice } from '../../warehouse/server/slice.ts'
import type { topInfo } from '../../warehouse/top-contract.ts'
import { auditLabels } from '../audit-labels.ts'

/** What the calls of all slices need from the installation. */
export type Services = {
  files: Files
  carriers: Carriers
  mail: Mail
  signer: Signer
  contacts: OutputOf<typeof topInfo>['contacts']
}

export const slices: readonly ServerSlice<Services>[] = [
  customersSlice,
  productsSlice,
  inventorySlice,
  billingSlice,
  receivingSlice,
  ordersSlice,
  shippingSlice,
  staffSlice,
  channelsSlice,
  carriersSlice,
  warehouseSlice,
  setUpSlice,
]

/** Every list that can be exported. The audit log is here because it shows what all slices write. */
export const listSources: ListSources = merged([
  ...slices.map(({ lists }) => lists),
  {
    trail: listSource({
      call: listAudit,
      columns: auditColumns(auditLabels),
      rows: auditPage,
      permission: 'setting:audit:export',
    }),
  },
])

export const importKinds: ImportKinds = merged(slices.map(({ imports }) => imports))

export const constraintTexts: ConstraintTexts = merged(slices.map(({ constraints }) => constraints))

/** Background jobs left by commands. */
export const backgroundJobs = (
  database: Database,
  post: { mail: Mail; signer: Signer; home: string },
): BackgroundJobs => merged(slices.map(({ jobs }) => jobs?.(database, post)))

/** Tasks and background jobs that wait for carriers. */
export const carrierWork = (database: Database, services: Services) => ({
  kinds: merged(slices.map(({ carrierTasks }) => carrierTasks?.(services))),
  jobs: merged(slices.map(({ carrierJobs }) => carrierJobs?.(database, services))),
})
