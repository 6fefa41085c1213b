import Big from 'big.js'
import type { Who } from '../../platform/calls/who.ts'
import type { Db } from '../../platform/database/server/db.ts'
import { sameTenant } from '../../platform/database/server/rows.ts'

/**
 * Whether an amount is above what the user may decide alone. The limit comes from the user's roles; the highest counts, and a role without
 * one is unlimited.
 */
export async function needsSecondPerson(
  db: Db,
  { tenantId, accountId }: Pick<Who, 'tenantId' | 'accountId'>,
  amount: string | Big,
): Promise<boolean> {
  const limits = await db
    .selectFrom('accountRoles as ar')
    .innerJoin('roles as r', sameTenant('r.id', 'ar.roleId'))
    .select('r.secondPersonAbove')
    .where('ar.tenantId', '=', tenantId)
    .where('ar.accountId', '=', accountId)
    .execute()
  const value = new Big(amount).abs()
  const isAbove = limits.every(({ secondPersonAbove: limit }) => limit !== null && value.gt(limit))
  return limits.length > 0 && isAbove
}
