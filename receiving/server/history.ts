import { eventsOf } from '../../billing/server/events.ts'
import { stepsOf } from '../../platform/audit/server/timeline.ts'
import type { OutputOf } from '../../platform/calls/call.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import type { Who } from '../../platform/calls/who.ts'
import type { Db } from '../../platform/database/server/db.ts'
import { sameTenant } from '../../platform/database/server/rows.ts'
import type { inboundHistory } from '../contract.ts'
import type { InboundState } from '../states.ts'
import { receivingText } from '../text.ts'

type History = OutputOf<typeof inboundHistory>

/** Who did which step when, what was put away, and what is charged. */
export async function historyOf(db: Db, who: Who, { id }: { id: number }): Promise<History> {
  await db
    .selectFrom('inbounds')
    .select('inboundType')
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound(receivingText.notFound))
  const [timeline, putaways, charges] = await Promise.all([
    timelineOf(db, who, id),
    putawaysOf(db, who, id),
    eventsOf(db, who, ['inbound', 'return'], id),
  ])
  return { timeline, putaways, charges }
}

/** Counts and putaways have their own lists; the count that was its arrival is a step. */
async function timelineOf(db: Db, who: Who, id: number): Promise<History['timeline']> {
  const steps = await stepsOf<InboundState>(db, who, {
    ...{ type: 'inbound', id, status: 'inboundStatus' },
    listedApart: ['receive', 'cancel_receipt', 'put_away'],
  })
  return steps.map(({ after: _, ...step }) => step)
}

async function putawaysOf(db: Db, who: Who, id: number): Promise<History['putaways']> {
  const [putaways, lines] = await Promise.all([
    db
      .selectFrom('putaways as p')
      .innerJoin('accounts as a', sameTenant('a.id', 'p.createdBy'))
      .select(['p.id', 'p.createdAt', 'a.userName as createdByName'])
      .where('p.tenantId', '=', who.tenantId)
      .where('p.inboundId', '=', id)
      .orderBy('p.id', 'desc')
      .execute(),
    db
      .selectFrom('putawayLines as l')
      .innerJoin('putaways as p', sameTenant('p.id', 'l.putawayId'))
      .innerJoin('batches as b', sameTenant('b.id', 'l.batchId'))
      .innerJoin('locations as f', sameTenant('f.id', 'l.fromLocationId'))
      .innerJoin('locations as o', sameTenant('o.id', 'l.locationId'))
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
