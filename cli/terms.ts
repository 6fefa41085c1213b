import { type Kysely, sql } from 'kysely'
import type { DB } from '../db/schema.ts'
import { only } from '../platform/database/server/rows.ts'
import { zoneIds, zoneOf } from '../platform/text/time-zones.ts'
import { type Company, companyNamed } from './admin-context.ts'
import { UsageError } from './command.ts'

export const VERSIONS = 'standard|satellite|none'

type Version = 'standard' | 'satellite' | null

export function versionFrom(typed: string): Version {
  if (typed === 'standard' || typed === 'satellite') return typed
  if (typed === 'none') return null
  throw new UsageError(`Unknown version "${typed}". Available: ${VERSIONS.replaceAll('|', ', ')}.`)
}

export function zoneFrom(typed: string): string {
  const zone = zoneOf(typed)
  if (zone) return zone
  throw new UsageError(`Unknown time zone "${typed}". Available: ${zoneIds.join(', ')}.`)
}

/** The main warehouse of a satellite. Satellites have none of their own. */
export async function parentFor(
  db: Kysely<DB>,
  { version, parent, self }: { version: Version; parent?: string | undefined; self?: Company },
): Promise<number | null> {
  if (version !== 'satellite') {
    if (parent === undefined) return null
    throw new UsageError('Only a satellite has a parent. Leave --parent out, or add --version satellite.')
  }
  if (parent === undefined) {
    if (self?.parentId) return self.parentId
    throw new UsageError('A satellite needs a parent. Add --parent CODE.')
  }
  const match = await companyNamed(db, parent)
  if (match.id === self?.id) throw new UsageError(`${match.code} cannot be its own parent.`)
  if (match.version === 'satellite')
    throw new UsageError(`${match.code} is a satellite itself and cannot be a parent.`)
  if (match.status === 'closed') throw new UsageError(`${match.code} is closed and cannot be a parent.`)
  return match.id
}

/** The day after this many days, on the warehouse's calendar. */
export async function dayAhead(db: Kysely<DB>, zone: string, days: number): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select ((business_now() at time zone ${zone})::date + ${days}::int)::text as day`.execute(db)
  return only(rows).day
}

/** The last second of a day in the warehouse's time zone. */
export async function endFrom(db: Kysely<DB>, typed: string, zone: string): Promise<string | null> {
  if (typed === 'never') return null
  const day = new Date(`${typed}T00:00:00Z`)
  const isDay =
    /^2\d{3}-\d\d-\d\d$/.test(typed) && !Number.isNaN(day.getTime()) && day.toISOString().startsWith(typed)
  if (!isDay)
    throw new UsageError(`--expires "${typed}" is not a date. Use a date such as 2027-12-31, or never.`)
  const { rows } = await sql<{ end: string }>`
    select (${typed}::date + time '23:59:59') at time zone ${zone} as end`.execute(db)
  return rows[0]?.end ?? null
}
