import { sql } from 'kysely'
import { publishEvents, writeAudit } from '../../../platform/audit/server/audit.ts'
import type { InputOf } from '../../../platform/calls/call.ts'
import { refuse, refuseAs } from '../../../platform/calls/refusal.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db, Tx } from '../../../platform/database/server/db.ts'
import { callText } from '../../../platform/text/common-text.ts'
import { channelsText } from '../../text.ts'
import type * as calls from '../contract.ts'
import type { PoolRow } from '../contract.ts'
import { type NumberForm, type NumberRange, numberAt } from '../numbers.ts'
import { numberText } from '../text.ts'

type Taken = NumberForm & { no: number; listed: string | null }

/**
 * Takes the next number of a self-built channel, from its oldest pool that has one.
 *
 * The pool's row is locked until commit: two callers queue, and a rollback returns the number.
 */
export async function takeNumber(tx: Tx, who: Who, channelId: number): Promise<string> {
  const { rows } = await sql<Taken>`
    with taken as (
      update number_pools set next_no = next_no + 1
      where tenant_id = ${who.tenantId} and id = (
        select id from number_pools
        where tenant_id = ${who.tenantId} and channel_id = ${channelId} and is_open and next_no <= end_no
        order by id limit 1
        for no key update)
      returning tenant_id, id, prefix, digits, check_rule, suffix, next_no - 1 as no
    )
    select t.prefix, t.digits, t.check_rule, t.suffix, t.no, n.number as listed
    from taken t left join pool_numbers n on n.tenant_id = t.tenant_id and n.pool_id = t.id and n.place = t.no`.execute(
    tx,
  )
  const [taken] = rows
  if (!taken) return refuse(numberText.poolEmpty, { channel: await codeOf(tx, who, channelId) })
  return taken.listed ?? numberAt(taken, taken.no)
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
    .executeTakeFirst()
  if (!channel) return refuseAs({ kind: 'not_found' }, channelsText.notFound)
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
    .executeTakeFirst()
  if (!before) return refuseAs({ kind: 'not_found' }, numberText.poolNotFound)
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
