import { sql } from 'kysely'
import { eventsOf } from '../../billing/server/events.ts'
import type { OutputOf } from '../../platform/calls/call.ts'
import { refuseAs } from '../../platform/calls/refusal.ts'
import type { Who } from '../../platform/calls/who.ts'
import type { Db } from '../../platform/database/server/db.ts'
import type { inboundHistory } from '../contract.ts'
import { receivingText } from '../text.ts'

type History = OutputOf<typeof inboundHistory>

/** Who did which step when, what was put away, and what is charged. */
export async function historyOf(db: Db, who: Who, { id }: { id: number }): Promise<History> {
  const row = await db
    .selectFrom('inbounds')
    .select('inboundType')
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .executeTakeFirst()
  if (!row) return refuseAs({ kind: 'not_found' }, receivingText.notFound)
  const [timeline, putaways, charges] = await Promise.all([
    timelineOf(db, who, id),
    putawaysOf(db, who, id),
    eventsOf(db, who, ['inbound', 'return'], id),
  ])
  return { timeline, putaways, charges }
}

/** The audit log of a document without every single count; the count that was its arrival is a step. */
async function timelineOf(db: Db, who: Who, id: number): Promise<History['timeline']> {
  const { rows } = await sql<History['timeline'][number]>`
    select l.id, l.at, l.action, coalesce(a.user_name, nullif(l.login_account, 'system')) as person_name,
      l.after->>'inboundStatus' as status, l.reason
    from audit_log l left join accounts a on a.tenant_id = l.tenant_id and a.id = l.account_id and a.kind <> 'system'
    where l.tenant_id = ${who.tenantId} and l.object_type = 'inbound' and l.object_id = ${id}
      and (l.action not in ('receive', 'cancel_receipt', 'put_away') or l.after ? 'inboundStatus')
    order by l.id desc`.execute(db)
  return rows
}

async function putawaysOf(db: Db, who: Who, id: number): Promise<History['putaways']> {
  const [putaways, lines] = await Promise.all([
    db
      .selectFrom('putaways as p')
      .innerJoin('accounts as a', (on) =>
        on.onRef('a.tenantId', '=', 'p.tenantId').onRef('a.id', '=', 'p.createdBy'),
      )
      .select(['p.id', 'p.createdAt', 'a.userName as createdByName'])
      .where('p.tenantId', '=', who.tenantId)
      .where('p.inboundId', '=', id)
      .orderBy('p.id', 'desc')
      .execute(),
    db
      .selectFrom('putawayLines as l')
      .innerJoin('putaways as p', (on) =>
        on.onRef('p.tenantId', '=', 'l.tenantId').onRef('p.id', '=', 'l.putawayId'),
      )
      .innerJoin('batches as b', (on) =>
        on.onRef('b.tenantId', '=', 'l.tenantId').onRef('b.id', '=', 'l.batchId'),
      )
      .innerJoin('locations as f', (on) =>
        on.onRef('f.tenantId', '=', 'l.tenantId').onRef('f.id', '=', 'l.fromLocationId'),
      )
      .innerJoin('locations as o', (on) =>
        on.onRef('o.tenantId', '=', 'l.tenantId').onRef('o.id', '=', 'l.locationId'),
      )
      .select(['l.putawayId', 'l.lineNo', 'b.productId', 'l.quantity', 'f.locationCode as fromCode'])
      .select('o.locationCode')
      .where('l.tenantId', '=', who.tenantId)
      .where('p.inboundId', '=', id)
      .orderBy('l.lineNo')
      .execute(),
  ])
  const byPutaway = Map.groupBy(lines, ({ putawayId }) => putawayId)
  return putaways.map((putaway) => ({
    ...putaway,
    lines: (byPutaway.get(putaway.id) ?? []).map(({ putawayId: _, ...line }) => line),
  }))
}
