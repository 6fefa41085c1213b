import { sql } from 'kysely'
import type { Who } from '../../calls/who.ts'
import type { Db } from '../../database/server/db.ts'
import type { TimelineStep } from '../timeline.ts'
import { changedAfter, reasonFor } from './audit.ts'

type Step<S> = TimelineStep<S> & { after: Record<string, unknown> | null }

/**
 * Who did which step of a document when, newest first, with what the log has of it afterwards. `status` is the field of the log that
 * has its status; actions that have a list of their own are steps only where they change it.
 */
export async function stepsOf<S extends string>(
  db: Db,
  who: Pick<Who, 'tenantId' | 'language'>,
  document: { type: string; id: number; status: string; listedApart?: readonly string[] },
): Promise<Step<S>[]> {
  const { type, id, status, listedApart = [] } = document
  const before = sql`l.before ->> ${status}::text`
  const after = sql`l.after ->> ${status}::text`
  const { rows } = await sql<Step<S>>`
    select l.id, l.at, l.action, coalesce(a.user_name, nullif(l.login_account, 'system')) as person_name,
      case when ${after} <> ${before} then ${before} end as "from",
      case when ${after} is distinct from ${before} then ${after} end as status, ${reasonFor(who)} as reason,
      ${changedAfter} as after
    from audit_log l left join accounts a on a.tenant_id = l.tenant_id and a.id = l.account_id and a.kind <> 'system'
    where l.tenant_id = ${who.tenantId} and l.object_type = ${type} and l.object_id = ${id}
      and (l.action <> all(${listedApart}::text[]) or l.after ->> ${status}::text is not null)
    order by l.id desc`.execute(db)
  return rows
}
