import { sql } from 'kysely'
import { notFound, refuseAs } from '../../platform/calls/refusal.ts'
import type { Db } from '../../platform/database/server/db.ts'
import { type PlatformShape, platformShape as shapeForm } from '../platform-contract.ts'
import { platformText } from '../platform-text.ts'

/** Descriptions from before the "no such label" value existed have none. */
export const shapeColumns = sql<PlatformShape>`jsonb_build_object(
  'address', address, 'headers', headers, 'requests', requests, 'answers', '{"noneValue": null}'::jsonb || answers)`

/** What an account's calls are built from. A disabled platform makes none. */
export async function platformShape(db: Db, tenantId: number, id: number): Promise<PlatformShape> {
  const row = await db
    .selectFrom('platforms')
    .select([shapeColumns.as('shape'), 'isEnabled'])
    .where('tenantId', '=', tenantId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound(platformText.notFound))
  if (!row.isEnabled) return refuseAs({ kind: 'disabled' }, platformText.isDisabled)
  return shapeForm.parse(row.shape)
}
