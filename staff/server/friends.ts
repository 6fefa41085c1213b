import { sql } from 'kysely'
import type { OutputOf } from '../../platform/calls/call.ts'
import type { Who } from '../../platform/calls/who.ts'
import type { Db } from '../../platform/database/server/db.ts'
import type { myFriends } from '../friends-contract.ts'

const MAX_DAYS = 60

type Mine = OutputOf<typeof myFriends>

export async function friends(db: Db, who: Who): Promise<Mine> {
  const [company, row] = await Promise.all([
    db
      .selectFrom('tenants')
      .select(['inviteCode', 'bonusDays'])
      .where('id', '=', who.tenantId)
      .executeTakeFirstOrThrow(),
    sql<Mine['friends'][number]>`
      select id, company_name, status, fault, reward_days, created_at from invited_companies()`.execute(db),
  ])
  return {
    inviteCode: company.inviteCode,
    earnedDays: company.bonusDays,
    mostDays: MAX_DAYS,
    friends: row.rows,
  }
}
