import { randomUUID } from 'node:crypto'
import { type Kysely, sql } from 'kysely'
import type { z } from 'zod'
import type { DB } from '../db/schema.ts'
import { type Change, publishEvents, writeAudit } from '../platform/audit/server/audit.ts'
import { problemsIn } from '../platform/calls/problems.ts'
import { reach } from '../platform/database/server/connect.ts'
import { type Database, type Db, openDatabase, type Tx } from '../platform/database/server/db.ts'
import { migrationFiles } from '../platform/database/server/migrate.ts'
import { type Env, homeOf } from '../platform/server/env.ts'
import { openSigner } from '../platform/server/signer.ts'
import { shownIn } from '../platform/text/time-zones.ts'
import { BadSettings } from '../postgres/bad-settings.ts'
import { type Office, UsageError } from './command.ts'

/** Opens the context for one command and closes it again. */
export async function inOffice<T>(env: Env, work: (office: Office) => Promise<T>): Promise<T> {
  const { owner, signingSecret, leave } = await reach(env)
  const database = openDatabase(owner, 'admin', { max: 2, connectionTimeoutMillis: 10_000 })
  try {
    await refuseOtherSchema(database)
    return await work({ database, signer: openSigner(signingSecret), home: homeOf(env), env })
  } finally {
    await database.close()
    await leave()
  }
}

async function refuseOtherSchema({ pool }: Database) {
  const newest = migrationFiles().at(-1)?.number ?? 0
  const row = await pool
    .query<{ number: number | null }>('select max(number) as number from wms.migrations')
    .catch((fault: Error & { code?: string }) => {
      if (fault.code === '42P01' || fault.code === '3F000') return undefined
      throw fault
    })
  const number = row?.rows[0]?.number ?? 0
  if (number < newest)
    throw new BadSettings('The database is not up to date. Start the server once (npm start) to update it.')
  if (number > newest)
    throw new BadSettings('The database is newer than this program. Update the program first.')
}

/** Validates an option. An error uses the product's own message, or the expected format. */
export function checked<T>(option: string, schema: z.ZodType<T>, typed: string, form?: string): T {
  const read = schema.safeParse(typed)
  if (read.success) return read.data
  const words = form ?? problemsIn(read.error)[0]?.message.en_US
  throw new UsageError(`--${option} "${typed}" is not valid: ${words}.`)
}

export type Company = Awaited<ReturnType<typeof companyNamed>>

/** A company by its code, ignoring case. */
export async function companyNamed(db: Kysely<DB>, code: string) {
  const row = await db
    .selectFrom('tenants as t')
    .select(['t.id', 't.code', 't.systemVersion as version', 't.parentTenantId as parentId', 't.status'])
    .select(['t.expiresAt', sql<'open' | 'lapsed' | 'closed'>`company_status(t)`.as('standing')])
    .where(sql<boolean>`t.code_key = ${code.trim().toLowerCase()}`)
    .executeTakeFirst()
  if (row) return row
  throw new UsageError(`Company "${code}" not found. Run npm run admin -- tenants to list the codes.`)
}

/**
 * Changes one company. Its row is locked first, so that two commands run one after the other and the second
 * sees the first one's changes.
 */
export async function inCompany<T>(
  { database }: Office,
  code: string,
  work: (tx: Tx, company: Company) => Promise<T>,
): Promise<T> {
  const { id } = await companyNamed(database.gate, code)
  return database.write(id, async (tx) => {
    await sql`select id from tenants where id = ${id} for no key update`.execute(tx)
    return work(tx, await companyNamed(tx, code))
  })
}

/**
 * Writes a change into the company's own audit log, in the same transaction, so that the company can read it.
 */
export async function noteInAudit(tx: Tx, tenantId: number, event: string, change: Change) {
  const who = {
    tenantId,
    accountId: null,
    loginAccount: 'administrator',
    ip: 'command line',
    requestId: randomUUID(),
  }
  await writeAudit(tx, who, [change])
  await publishEvents(tx, who, [{ kind: event, type: change.type, id: change.id }])
}

/** A timestamp in the warehouse's local time. */
export const momentIn = (zone: string, instant: string | Date) => {
  const { timeZone, at } = shownIn(zone, new Date(instant))
  return new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(at)
}

export const zoneOfWarehouse = async (db: Db, tenantId: number) => {
  const row = await db
    .selectFrom('warehouses')
    .select('timeZone')
    .where('tenantId', '=', tenantId)
    .executeTakeFirst()
  return row?.timeZone ?? 'UTC'
}
