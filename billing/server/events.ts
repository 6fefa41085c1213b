import { sql } from 'kysely'
import type { BillableKind } from '../../db/schema.ts'
import { hasPermission, type Who } from '../../platform/calls/who.ts'
import type { Db, Tx } from '../../platform/database/server/db.ts'
import { idsOf } from '../../platform/database/server/rows.ts'
import { priceEvents, priceLocked } from '../fees/server/charge.ts'
import { takeBackEvents } from '../fees/server/reverse.ts'
import type { Charger, Waiting } from '../fees/server/write-fees.ts'
import { billableStates } from '../states.ts'

/** A document's active event, if it has one; locked for the caller. */
export const eventOf = (tx: Tx, who: Pick<Who, 'tenantId'>, kind: BillableKind, sourceId: number) =>
  tx
    .selectFrom('billableEvents')
    .select(['id', 'chargeDate', 'status'])
    .where('tenantId', '=', who.tenantId)
    .where('kind', '=', kind)
    .where('sourceId', '=', sourceId)
    .where('status', '!=', 'reversed')
    .forNoKeyUpdate()
    .executeTakeFirst()

/** All events of a document, with their quantities and, for users who may see fees, what they came to; newest first. */
export const eventsOf = (
  db: Db,
  who: Pick<Who, 'tenantId' | 'permissions'>,
  kinds: readonly BillableKind[],
  sourceId: number,
) =>
  db
    .selectFrom('billableEvents')
    .select(['id', 'status', 'chargeDate'])
    .select(
      (['boxes', 'skus', 'pieces'] as const).map((figure) =>
        sql<number>`coalesce((facts->>${sql.lit(figure)})::bigint, 0)`.as(figure),
      ),
    )
    .select(
      sql<{ feeNo: string; nameZh: string; nameEn: string; amount: string }[]>`case when ${hasPermission(
        who.permissions,
        'query:cost:view',
      )} then (select coalesce(json_agg(json_build_object('feeNo', f.fee_no, 'nameZh', t.name_zh, 'nameEn', t.name_en, 'amount', f.amount::text)
          order by f.id), '[]')
        from fees f join fee_types t on t.tenant_id = f.tenant_id and t.id = f.fee_type_id
        where f.tenant_id = billable_events.tenant_id and f.event_id = billable_events.id and f.status in ('not_settled', 'settled')) else '[]' end`.as(
        'fees',
      ),
    )
    .where('tenantId', '=', who.tenantId)
    .where('kind', 'in', kinds)
    .where('sourceId', '=', sourceId)
    .orderBy('id', 'desc')
    .execute()

/**
 * Adds how goods arrived to the facts of a document's event and prices it if it lacked a price. False where it is charged, free or waived
 * already; a document without an event has nothing to add to.
 */
export async function completeLoads(
  tx: Tx,
  who: Charger,
  kind: BillableKind,
  sourceId: number,
  loads: { pallets: number | null; containers: number | null },
): Promise<boolean> {
  const event = await eventOf(tx, who, kind, sourceId)
  if (!event) return true
  if (event.status !== 'waiting' && event.status !== 'open') return false
  await sql`
    update billable_events set completed_facts = coalesce(completed_facts, facts) || ${JSON.stringify(loads)}::jsonb
    where tenant_id = ${who.tenantId} and id = ${event.id}`.execute(tx)
  if (event.status === 'open') await priceEvents(tx, who, [event.id])
  return true
}

/** Stores facts that became known after an event happened and before it is priced. */
export const completeFacts = (tx: Tx, who: Pick<Who, 'tenantId'>, id: number, facts: object) =>
  sql`update billable_events set completed_facts = ${JSON.stringify(facts)}::jsonb
    where tenant_id = ${who.tenantId} and id = ${id}`.execute(tx)

/** A carrier is asked once more to cancel a label of a voided order: what is not priced yet waits for its new answer. */
export const forgetRefusals = (tx: Tx, who: Pick<Who, 'tenantId'>, orderId: number) =>
  sql`update billable_events set refused_packages = null
    where tenant_id = ${who.tenantId} and source_id = ${orderId} and kind in ('order_void', 'order_intercept')
      and status in ('waiting', 'open')`.execute(tx)

/** Reverses an event with the work it stands for: its fees are reversed too. The caller has locked it. */
export async function reverse(tx: Tx, who: Charger, id: number, reason: string) {
  const { from, to } = billableStates.actions.reverse
  await takeBackEvents(tx, who, [id], reason)
  await tx
    .updateTable('billableEvents')
    .set({ status: to, gap: null, gapDetail: null, waivedBy: null, waiveReason: null })
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .where('status', 'in', from)
    .execute()
}

/** Something that may cost a customer money, with all that a price needs to know. */
type Billable = {
  kind: BillableKind
  sourceId: number
  sourceNo: string
  customerId: number
  factsVersion: number
  facts: object
}

/**
 * Stores billing facts in the transaction that makes them true, and charges them at once unless told to wait. The date is the
 * warehouse's. Returns their ids.
 */
export async function charge(
  tx: Tx,
  who: Charger,
  events: readonly Billable[],
  when: 'now' | 'later' | 'at_the_end_of_the_day' = 'now',
): Promise<number[]> {
  if (events.length === 0) return []
  const { rows } = await sql<Omit<Waiting, 'facts' | 'refused'>>`
    with made as (
      insert into billable_events (tenant_id, kind, source_id, source_no, customer_id, facts_version, facts, charge_date, group_id, is_group_known)
      select ${who.tenantId}, x.*, (select warehouse_today()),
        (select c.group_id from customers c where c.tenant_id = ${who.tenantId} and c.id = x.customer_id), true
      from rows from (unnest(${events.map(({ kind }) => kind)}::billable_kind[], ${events.map(({ sourceId }) => sourceId)}::bigint[],
        ${events.map(({ sourceNo }) => sourceNo)}::text[], ${events.map(({ customerId }) => customerId)}::bigint[],
        ${events.map(({ factsVersion }) => factsVersion)}::int[]),
        jsonb_array_elements(${JSON.stringify(events.map(({ facts }) => facts))}::jsonb))
        as x (kind, source_id, source_no, customer_id, facts_version, facts)
      returning id, kind, source_id, source_no, customer_id, charge_date, created_at, group_id)
    select made.*, c.settlement_mode from made join customers c on c.tenant_id = ${who.tenantId} and c.id = made.customer_id
    order by made.id`.execute(tx)
  // The facts are here already: reading them back would double what is sent.
  const keyOf = ({ kind, sourceId }: Pick<Billable, 'kind' | 'sourceId'>) => `${kind} ${sourceId}`
  const factsBy = new Map(events.map((event) => [keyOf(event), event.facts]))
  if (when === 'now')
    await priceLocked(
      tx,
      who,
      rows.map((row) => ({
        ...row,
        facts: factsBy.get(keyOf(row)),
        refused: null,
        gap: null,
        pricedWith: null,
      })),
    )
  return idsOf(rows)
}
