import { sql } from 'kysely'
import { KEY_DAYS } from '../../platform/calls/key-days.ts'
import { sweepUploads } from '../../platform/files/server/uploads.ts'
import { sweepExports } from '../../platform/lists/server/exports.ts'
import type { NightlyJobs, NightlyServices } from '../../platform/slices/server/nightly.ts'
import { merged } from '../../platform/slices/server/server-slice.ts'
import { bookChecks, checkCompany } from './book-checks.ts'
import { deleteOld, sweepStore } from './retention.ts'
import { slices } from './slices.ts'

/** Every scheduled job: those of the slices, and the shared ones. */
export const nightlyJobs: NightlyJobs = merged([
  ...slices.map(({ nightly }) => nightly),
  {
    sweep: { at: '*/15 * * * *', ofCompany: sweepCompany },
    /** Files that died servers left on disk, and stored files without a row. */
    sweep_files: {
      at: '50 2 * * *',
      run: async ({ database, files }) => {
        await sweepExports()
        await files.sweep()
        await sweepStore(database, files)
      },
    },
    check_books: { at: '20 3 * * *', ofCompany: checkBooks },
    /** After the check: what does not match its seals is not deleted. */
    delete_old: {
      at: '10 4 * * *',
      ofCompany: ({ database, files }, tenantId) => deleteOld(database, files, tenantId),
    },
  } satisfies NightlyJobs,
])

async function sweepCompany({ database }: NightlyServices, tenantId: number) {
  await database.write(tenantId, async (tx) => {
    await tx
      .deleteFrom('idempotency')
      .where('tenantId', '=', tenantId)
      .where('at', '<', sql<string>`now() - make_interval(days => ${KEY_DAYS})`)
      .execute()
    await sweepUploads(tx, tenantId)
  })
}

/** Every ledger check; mismatches block the stock until a user has looked. Then finished days are sealed. */
async function checkBooks({ database, log }: NightlyServices, tenantId: number) {
  const who = { tenantId, accountId: null, loginAccount: 'system', requestId: 'nightly', ip: '' }
  const { results } = await checkCompany(
    {
      who,
      read: (work) => database.read(tenantId, work),
      write: (work) => database.write(tenantId, work),
    },
    bookChecks,
  )
  const failed = results.filter(({ fault }) => fault !== undefined)
  for (const { code, fault } of failed)
    log.error({ err: fault, tenantId, check: code }, 'a nightly check could not run')
  if (failed.length > 0)
    throw new Error(`company ${tenantId}: not checked: ${failed.map(({ code }) => code).join(', ')}`)
}
