import { sql } from 'kysely'
import { publishEvents, writeAudit } from '../../audit/server/audit.ts'
import type { InputOf, OutputOf } from '../../calls/call.ts'
import { notFound, refuseAs } from '../../calls/refusal.ts'
import type { Who } from '../../calls/who.ts'
import type { Db, Tx } from '../../database/server/db.ts'
import { sameTenant } from '../../database/server/rows.ts'
import type * as leadCallsCalls from '../lead-calls.ts'
import { type CallReason, leadText, type StationName } from '../lead-calls.ts'

export async function callLead(tx: Tx, who: Who, input: InputOf<typeof leadCallsCalls.callLead>) {
  const { id } = await tx
    .insertInto('leadCalls')
    .values({ tenantId: who.tenantId, calledBy: who.accountId, ...input })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeAudit(tx, who, [
    { action: 'call', type: 'lead_call', id, no: input.subject ?? '', after: input },
  ])
  await publishEvents(tx, who, [{ kind: 'lead.called', type: 'lead_call', id, payload: input }])
  return { id }
}

export async function leadComing(db: Db, who: Who, { id }: { id: number }) {
  return db
    .selectFrom('leadCalls as l')
    .leftJoin('accounts as a', sameTenant('a.id', 'l.takenBy'))
    .select('a.userName as takenBy')
    .where('l.tenantId', '=', who.tenantId)
    .where('l.calledBy', '=', who.accountId)
    .where('l.id', '=', id)
    .executeTakeFirstOrThrow(notFound(leadText.notFound))
}

export async function openCalls(db: Db, who: Who): Promise<OutputOf<typeof leadCallsCalls.openCalls>> {
  const calls = await db
    .selectFrom('leadCalls as l')
    .innerJoin('accounts as a', sameTenant('a.id', 'l.calledBy'))
    .select(['l.id', 'l.station', 'l.subject', 'l.reason', 'a.userName', 'l.calledAt'])
    .where('l.tenantId', '=', who.tenantId)
    .where('l.takenAt', 'is', null)
    .where('l.calledAt', '>', sql<string>`business_now() - interval '4 hours'`)
    .orderBy('l.calledAt')
    .orderBy('l.id')
    .limit(50)
    .execute()
  return calls.map(({ station, reason, ...rest }) => ({
    ...rest,
    station: station as StationName,
    reason: reason as CallReason,
  }))
}

export async function takeCall(tx: Tx, who: Who, { id }: { id: number }) {
  const [taken] = await tx
    .updateTable('leadCalls')
    .set({ takenBy: who.accountId, takenAt: sql<string>`business_now()` })
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .where('takenAt', 'is', null)
    .returning('subject')
    .execute()
  if (!taken) {
    const known = await tx
      .selectFrom('leadCalls')
      .select('id')
      .where('tenantId', '=', who.tenantId)
      .where('id', '=', id)
      .executeTakeFirst()
    return known
      ? refuseAs({ kind: 'moved_on' }, leadText.taken)
      : refuseAs({ kind: 'not_found' }, leadText.notFound)
  }
  await writeAudit(tx, who, [{ action: 'take', type: 'lead_call', id, no: taken.subject ?? '' }])
  await publishEvents(tx, who, [{ kind: 'lead.coming', type: 'lead_call', id }])
  return {}
}
