import { sql } from 'kysely'
import { publishEvents, writeAudit } from '../../../platform/audit/server/audit.ts'
import type { InputOf } from '../../../platform/calls/call.ts'
import { notFound, refuse, refuseAs } from '../../../platform/calls/refusal.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db, Tx } from '../../../platform/database/server/db.ts'
import { callText } from '../../../platform/text/common-text.ts'
import { channelsText } from '../../text.ts'
import type * as calls from '../contract.ts'
import type { PoolRow } from '../contract.ts'
import { type NumberForm, type NumberRange, numberAt } from '../numbers.ts'
import { numberText } from '../text.ts'

type Taken = NumberForm & { channelId: number; no: number; listed: string | null }

/**
 * Takes the next numbers of self-built channels, as many as each has left, from its oldest open pools first.
 *
 * The pools are locked in id order until commit: two callers queue, and a rollback returns the numbers.
 */
export async function takeNumbers(
  tx: Tx,
  who: Pick<Who, 'tenantId'>,
  wanted: ReadonlyMap<number, number>,
): Promise<Map<number, string[]>> {
  const channels = [...wanted.keys()]
  await sql`
    select 1 from number_pools where tenant_id = ${who.tenantId} and channel_id = any(${channels}::bigint[]) and is_open
      and next_no <= end_no
    order by id for no key update`.execute(tx)
  const { rows } = await sql<Taken>`
    with pools as (
      select p.id, w.count, p.end_no - p.next_no + 1 as free,
        coalesce(sum(p.end_no - p.next_no + 1) over (partition by p.channel_id order by p.id
          rows between unbounded preceding and 1 preceding), 0) as before
      from number_pools p
      join unnest(${channels}::bigint[], ${[...wanted.values()]}::bigint[]) w (channel_id, count) on w.channel_id = p.channel_id
      where p.tenant_id = ${who.tenantId} and p.is_open and p.next_no <= p.end_no
    ),
    taken as (
      update number_pools p set next_no = p.next_no + least(x.free, x.count - x.before)
      from pools x
      where p.tenant_id = ${who.tenantId} and p.id = x.id and x.count > x.before
      returning p.tenant_id, p.id, p.channel_id, p.prefix, p.digits, p.check_rule, p.suffix, p.next_no,
        least(x.free, x.count - x.before) as count
    )
    select t.channel_id, t.prefix, t.digits, t.check_rule, t.suffix, n.no, l.number as listed
    from taken t
    cross join lateral generate_series(t.next_no - t.count, t.next_no - 1) n (no)
    left join pool_numbers l on l.tenant_id = t.tenant_id and l.pool_id = t.id and l.place = n.no
    order by t.id, n.no`.execute(tx)
  const byChannel = Map.groupBy(rows, ({ channelId }) => channelId)
  return new Map(
    [...byChannel].map(([channelId, taken]) => [
      channelId,
      taken.map(({ no, listed, ...form }) => listed ?? numberAt(form, no)),
    ]),
  )
}

async function codeOf(db: Db, who: Who, id: number): Promise<string> {
  const row = await db
    .selectFrom('channels')
    .select('channelCode')
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .executeTakeFirst()
  return row?.channelCode ?? refuseAs({ kind: 'not_found' }, channelsText.notFound)
}

/** The pools of a channel, in the order in which they are used. */
export async function listPools(db: Db, who: Who, { channelId }: { channelId: number }): Promise<PoolRow[]> {
  await codeOf(db, who, channelId)
  const { rows } = await sql<PoolRow>`
    select p.id, p.kind, p.check_rule, p.is_open, p.created_at,
      coalesce(p.first_number, f.number) as first_number, coalesce(p.last_number, l.number) as last_number,
      p.next_no - p.start_no as used, p.end_no - p.start_no + 1 as total
    from number_pools p
    left join pool_numbers f on f.tenant_id = p.tenant_id and f.pool_id = p.id and f.place = p.start_no and p.kind = 'list'
    left join pool_numbers l on l.tenant_id = p.tenant_id and l.pool_id = p.id and l.place = p.end_no and p.kind = 'list'
    where p.tenant_id = ${who.tenantId} and p.channel_id = ${channelId}
    order by p.id`.execute(db)
  return rows
}

/** Adds a range to a channel. A database constraint checks that it overlaps no other. */
export async function seedRange(
  tx: Tx,
  who: Who,
  channel: { id: number; channelCode: string },
  range: NumberRange,
): Promise<number> {
  const { firstNo, lastNo, ...form } = range
  const { id } = await tx
    .insertInto('numberPools')
    .values({
      tenantId: who.tenantId,
      channelId: channel.id,
      kind: 'range',
      ...form,
      startNo: firstNo,
      nextNo: firstNo,
      endNo: lastNo,
      firstNumber: numberAt(form, firstNo),
      lastNumber: numberAt(form, lastNo),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeAudit(tx, who, [
    { action: 'create', type: 'number_pool', id, no: channel.channelCode, after: range },
  ])
  await publishEvents(tx, who, [{ kind: 'number_pool.created', type: 'number_pool', id }])
  return id
}

export async function addPool(tx: Tx, who: Who, { channelId, ...range }: InputOf<typeof calls.addPool>) {
  const channel = await tx
    .selectFrom('channels')
    .select(['id', 'channelCode', 'labelSource', 'carrierAccountId'])
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', channelId)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound(channelsText.notFound))
  if (channel.labelSource !== 'self_built') refuse(numberText.notSelfBuilt)
  if (channel.carrierAccountId !== null) refuse(numberText.usesPlatform)
  return { id: await seedRange(tx, who, channel, range) }
}

export async function switchPool(tx: Tx, who: Who, { id, isOpen }: InputOf<typeof calls.switchPool>) {
  const before = await tx
    .selectFrom('numberPools')
    .select(['channelId', 'isOpen'])
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound(numberText.poolNotFound))
  if (before.isOpen === isOpen) refuse(callText.alreadySo)
  await tx
    .updateTable('numberPools')
    .set({ isOpen })
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .execute()
  await writeAudit(tx, who, [
    {
      action: isOpen ? 'reopen' : 'close',
      type: 'number_pool',
      id,
      no: await codeOf(tx, who, before.channelId),
      before: { isOpen: !isOpen },
      after: { isOpen },
    },
  ])
  await publishEvents(tx, who, [
    { kind: isOpen ? 'number_pool.reopened' : 'number_pool.closed', type: 'number_pool', id },
  ])
  return {}
}
