import { sql } from 'kysely'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db } from '../../../platform/database/server/db.ts'
import { sameTenant } from '../../../platform/database/server/rows.ts'
import { codeKey } from '../../../platform/lists/codes.ts'

/** Bins with the quality of their zone. */
export const binsOf = (db: Db, who: Pick<Who, 'tenantId'>) =>
  db
    .selectFrom('locations as l')
    .innerJoin('locationZones as z', sameTenant('z.id', 'l.zoneId'))
    .select(['l.id', 'l.locationCode', 'l.purpose', 'l.isEnabled', 'z.quality'])
    .where('l.tenantId', '=', who.tenantId)

export type Bin = Awaited<ReturnType<ReturnType<typeof binsOf>['executeTakeFirstOrThrow']>>

/** Bins by their codes, as typed or scanned. */
export const binsByCode = (db: Db, who: Pick<Who, 'tenantId'>, codes: readonly string[]) =>
  binsOf(db, who).where(sql<boolean>`l.location_key = any(${codes.map(codeKey)}::text[])`)

export const enabledBin = (db: Db, who: Who, code: string) =>
  binsByCode(db, who, [code]).select('l.zoneId').where('l.isEnabled', '=', true).executeTakeFirst()

/** The bin for picked goods that are not shipped, until they are put back: the first one for returns that accepts good pieces. */
export const returnsBin = (db: Db, who: Pick<Who, 'tenantId'>) =>
  binsOf(db, who)
    .where('l.purpose', '=', 'return')
    .where('l.isEnabled', '=', true)
    .where('z.quality', '=', 'good')
    .orderBy('l.locationKey')
    .limit(1)
    .executeTakeFirst()
