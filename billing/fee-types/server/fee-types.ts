import { sql } from 'kysely'
import { changed, publishEvents, refuseStale, writeAudit } from '../../../platform/audit/server/audit.ts'
import type { InputOf, Page } from '../../../platform/calls/call.ts'
import { notFound } from '../../../platform/calls/refusal.ts'
import type { Server } from '../../../platform/calls/server/serve.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db, Tx } from '../../../platform/database/server/db.ts'
import { searchLine } from '../../../platform/database/server/pinyin.ts'
import { searchPattern } from '../../../platform/database/server/search.ts'
import { pageOfQuery } from '../../../platform/lists/server/page.ts'
import { switchable } from '../../../platform/lists/server/switchable.ts'
import { fill, type Text } from '../../../platform/text/text.ts'
import type { BillOrderType } from '../../pricing/price-types.ts'
import type { FeeTypeRow } from '../contract.ts'
import * as calls from '../contract.ts'
import { feeTypeText } from '../text.ts'

export function feeTypeRoutes({ answer }: Server) {
  answer(calls.listFeeTypes, listFeeTypes)
  answer(calls.feeTypeChoices, feeTypeChoices)
  answer(calls.getFeeType, oneFeeType)
  answer(calls.createFeeType, createFeeType)
  answer(calls.editFeeType, editFeeType)
  answer(calls.switchFeeTypes, switchFeeTypes)
}

const listed = ['id', 'feeCode', 'isEnabled', 'nameZh', 'nameEn', 'orderType', 'bizType', 'isSystem'] as const

export async function listFeeTypes(
  db: Db,
  who: Who,
  input: InputOf<typeof calls.listFeeTypes>,
): Promise<Page<FeeTypeRow>> {
  let row = db.selectFrom('feeTypes').where('tenantId', '=', who.tenantId)
  if (input.search) row = row.where('searchLine', 'like', searchPattern(input.search))
  if (input.orderType) row = row.where('orderType', '=', input.orderType)
  if (input.isEnabled) row = row.where('isEnabled', '=', input.isEnabled === '1')
  return pageOfQuery(
    row.select(listed).select('rowVersion').orderBy(input.sort, input.order).orderBy('id'),
    input,
  )
}

async function feeTypeChoices(db: Db, who: Who) {
  const types = await db
    .selectFrom('feeTypes')
    .select(['id', 'feeCode', 'nameZh', 'nameEn', 'orderType', 'bizType'])
    .where('tenantId', '=', who.tenantId)
    .where('isEnabled', '=', true)
    .orderBy('orderType')
    .orderBy('id')
    .execute()
  return { types }
}

async function oneFeeType(db: Db, who: Who, { id }: { id: number }): Promise<FeeTypeRow> {
  return db
    .selectFrom('feeTypes')
    .select(listed)
    .select('rowVersion')
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound(feeTypeText.notFound))
}

/** Under which business a document's fees are posted. */
const bookedUnder = {
  inbound: 'inbound_fee',
  order: 'order_operation_fee',
  return: 'return_fee',
  storage: 'storage_rent',
  value_added: 'value_added',
  manual: 'manual_fee',
} as const satisfies Record<BillOrderType, string>

const foundBy = (type: { feeCode: string; nameZh: string; nameEn: string }) =>
  searchLine(type.feeCode, type.nameZh, type.nameEn)

async function createFeeType(tx: Tx, who: Who, facts: InputOf<typeof calls.createFeeType>) {
  const { id } = await tx
    .insertInto('feeTypes')
    .values({
      tenantId: who.tenantId,
      ...facts,
      bizType: bookedUnder[facts.orderType],
      searchLine: foundBy(facts),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeAudit(tx, who, [{ action: 'create', type: 'fee_type', id, no: facts.feeCode, after: facts }])
  await publishEvents(tx, who, [{ kind: 'fee_type.created', type: 'fee_type', id }])
  return { id }
}

async function editFeeType(
  tx: Tx,
  who: Who,
  { id, rowVersion, ...facts }: InputOf<typeof calls.editFeeType>,
) {
  const before = await tx
    .selectFrom('feeTypes')
    .select(['feeCode', 'nameZh', 'nameEn', 'rowVersion'])
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound(feeTypeText.notFound))
  if (before.rowVersion !== rowVersion)
    await refuseStale(tx, who, { type: 'fee_type', id }, feeTypeText.stale)
  const { feeCode, nameZh, nameEn } = before
  await tx
    .updateTable('feeTypes')
    .set({
      ...facts,
      searchLine: foundBy({ feeCode, ...facts }),
      rowVersion: rowVersion + 1,
      updatedAt: sql<string>`business_now()`,
    })
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .execute()
  const fields = changed({ nameZh, nameEn }, facts)
  await writeAudit(tx, who, [{ action: 'edit', type: 'fee_type', id, no: feeCode, ...fields }])
  await publishEvents(tx, who, [{ kind: 'fee_type.edited', type: 'fee_type', id }])
  return { rowVersion: rowVersion + 1 }
}

/** Enables or disables types. One that a published price still charges stays enabled, and so do those of freight and rent. */
export const switchFeeTypes = switchable({
  table: 'feeTypes',
  type: 'fee_type',
  no: sql`fee_code`,
  notFound: feeTypeText.notFound,
  reasons: async (tx, who, { ids, isEnabled }) =>
    isEnabled
      ? new Map()
      : new Map([...(await chargedByQuotes(tx, who, ids)), ...(await alwaysCharged(tx, who, ids))]),
})

/** Freight and rent name no types in their prices: the product knows which ones they are charged under. */
async function alwaysCharged(tx: Tx, who: Who, ids: number[]): Promise<Map<number, Text>> {
  const { rows } = await sql<{ id: number }>`
    select id from fee_types where tenant_id = ${who.tenantId} and id = any(${ids}::bigint[]) and is_system
      and biz_type in ('order_freight', 'storage_rent')`.execute(tx)
  return new Map(rows.map(({ id }) => [id, feeTypeText.alwaysCharged]))
}

async function chargedByQuotes(tx: Tx, who: Who, ids: number[]): Promise<Map<number, Text>> {
  const { rows } = await sql<{ id: number; quotes: string }>`
    select r."feeTypeId" as id, string_agg(distinct q.quote_code, ', ' order by q.quote_code) as quotes
    from quote_versions v
    join quotes q on q.tenant_id = v.tenant_id and q.id = v.quote_id and q.is_enabled,
    jsonb_to_recordset(v.content -> 'rules') as r ("feeTypeId" bigint)
    where v.tenant_id = ${who.tenantId} and v.content ? 'rules' and v.published_at is not null
      and (v.inactive_at is null or v.inactive_at > business_now()) and r."feeTypeId" = any(${ids}::bigint[])
    group by 1`.execute(tx)
  return new Map(rows.map(({ id, quotes }) => [id, fill(feeTypeText.inUse, { quotes })]))
}
