import { sql } from 'kysely'
import type { Who } from '../../platform/calls/who.ts'
import type { Db } from '../../platform/database/server/db.ts'
import { only } from '../../platform/database/server/rows.ts'

/** The company's system account, as the one who acts in a job. */
export async function systemOf(db: Db, tenantId: number): Promise<Who> {
  const { rows } = await sql<{ id: number }>`select system_account() as id`.execute(db)
  return {
    tenantId,
    accountId: only(rows).id,
    sessionId: 0,
    kind: 'staff',
    loginAccount: 'system',
    userName: 'system',
    permissions: ['*'],
    version: null,
    isExpired: false,
    mustChange: false,
    language: 'zh_CN',
    zone: 'UTC',
    requestId: 'job',
    ip: '',
    isTyped: false,
  }
}
