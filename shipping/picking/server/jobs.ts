import { systemOf } from '../../../orders/server/system-account.ts'
import type { Database } from '../../../platform/database/server/db.ts'
import type { BackgroundJobs } from '../../../platform/tasks/server/workers.ts'
import { settlePickingLists } from './steps.ts'

export const pickingJobs = (database: Database): BackgroundJobs => ({
  /** Queued by the trigger on orders when some of a list's orders are shipped, voided or fall into an exception. */
  settle_picking_lists: (tenantId, { ids }: { ids: number[] }) =>
    database.write(tenantId, async (tx) => {
      await settlePickingLists(tx, await systemOf(tx, tenantId), ids)
    }),
})
