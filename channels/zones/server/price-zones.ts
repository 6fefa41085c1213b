import { sql } from 'kysely'
import { changed, publishEvents, refuseStale, writeAudit } from '../../../platform/audit/server/audit.ts'
import type { InputOf, OutputOf, Page } from '../../../platform/calls/call.ts'
import { notFound, refuseAs } from '../../../platform/calls/refusal.ts'
import type { Server } from '../../../platform/calls/server/serve.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db, Tx } from '../../../platform/database/server/db.ts'
import { searchLine } from '../../../platform/database/server/pinyin.ts'
import { idsOf } from '../../../platform/database/server/rows.ts'
import { searchPattern } from '../../../platform/database/server/search.ts'
import { pageOfQuery } from '../../../platform/lists/server/page.ts'
import { switchable } from '../../../platform/lists/server/switchable.ts'
import { fill, type Text } from '../../../platform/text/text.ts'
import * as calls from '../contract.ts'
import { type ZoneSchemaRow, zoneSchema } from '../contract.ts'
import { lineOf, type ZoneRow } from '../rules.ts'
import { zoneText } from '../text.ts'

export function zoneRoutes({ answer }: Server) {
  answer(calls.listZoneSchemas, listZoneSchemas)
  answer(zoneSchema, oneZoneSchema)
  answer(calls.createZoneSchema, createZoneSchema)
  answer(calls.editZoneSchema, editZoneSchema)
  answer(calls.switchZoneSchemas, switchZoneSchemas)
}

const channelsUsing = sql<string[]>`array(
  select c.channel_code from channels c where c.tenant_id = z.tenant_id and c.zone_schema_id = z.id order by 1)`

const listed = [
  'z.id',
  'z.schemaCode',
  'z.isEnabled',
  'z.schemaName',
  'z.carrier',
  'z.originZip',
  sql<number>`(select count(distinct r.zone_code) from zone_rows r
    where r.tenant_id = z.tenant_id and r.schema_id = z.id)`.as('zoneCount'),
  sql<number>`(select count(*) from zone_rows r where r.tenant_id = z.tenant_id and r.schema_id = z.id)`.as(
    'rowCount',
  ),
  channelsUsing.as('channels'),
  'z.updatedAt',
] as const

export async function listZoneSchemas(
  db: Db,
  who: Who,
  input: InputOf<typeof calls.listZoneSchemas>,
): Promise<Page<ZoneSchemaRow>> {
  let row = db.selectFrom('zoneSchemas as z').where('z.tenantId', '=', who.tenantId)
  if (input.search) row = row.where('z.searchLine', 'like', searchPattern(input.search))
  if (input.isEnabled) row = row.where('z.isEnabled', '=', input.isEnabled === '1')
  return pageOfQuery(row.select(listed).orderBy(`z.${input.sort}`, input.order).orderBy('z.id'), input)
}

/** The rows of these schemas, each schema's in its order. */
export const rowsOf = (db: Db, who: Pick<Who, 'tenantId'>, schemaIds: number[]) =>
  db
    .selectFrom('zoneRows')
    .select(['schemaId', 'rowNo', 'zoneCode', 'countryCode', 'stateCode', 'city', 'zipFrom', 'zipTo'])
    .select('remoteLevel')
    .where('tenantId', '=', who.tenantId)
    .where('schemaId', '=', sql<number>`any(${schemaIds}::bigint[])`)
    .orderBy('schemaId')
    .orderBy('rowNo')
    .execute()

async function oneZoneSchema(db: Db, who: Who, { id }: { id: number }): Promise<OutputOf<typeof zoneSchema>> {
  const [match, rows] = await Promise.all([
    db
      .selectFrom('zoneSchemas as z')
      .select(listed)
      .select('z.rowVersion')
      .where('z.tenantId', '=', who.tenantId)
      .where('z.id', '=', id)
      .executeTakeFirst(),
    rowsOf(db, who, [id]),
  ])
  if (!match) return refuseAs({ kind: 'not_found' }, zoneText.notFound)
  return { ...match, rows: rows.map(({ schemaId: _, ...row }) => row) }
}

/** Replaces the rows of the schemas. The caller has locked the schemas. */
export async function putRows(tx: Tx, who: Who, schemas: { id: number; rows: ZoneRow[] }[]) {
  const given = schemas.flatMap(({ id, rows }) =>
    rows.map((row, place) => ({ ...row, schemaId: id, rowNo: place + 1 })),
  )
  await sql`delete from zone_rows
    where tenant_id = ${who.tenantId} and schema_id = any(${idsOf(schemas)}::bigint[])`.execute(tx)
  await sql`
    insert into zone_rows (tenant_id, schema_id, row_no, zone_code, country_code, state_code, city, zip_from, zip_to, remote_level)
    select ${who.tenantId}, "schemaId", "rowNo", "zoneCode", "countryCode", "stateCode", city, "zipFrom", "zipTo", "remoteLevel"
    from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as g (
      "schemaId" bigint, "rowNo" int, "zoneCode" text, "countryCode" text, "stateCode" text, city text, "zipFrom" text,
      "zipTo" text, "remoteLevel" remote_level)
    order by "schemaId", "rowNo"
    returning row_no`.execute(tx)
}

/** The audit log stores the removed and the added rows; a table has hundreds that stay. */
export function changedRows(before: ZoneRow[], after: ZoneRow[]) {
  const [had, has] = [before.map(lineOf), after.map(lineOf)]
  const [went, came] = [had.filter((line) => !has.includes(line)), has.filter((line) => !had.includes(line))]
  const isSame = had.join('\n') === has.join('\n')
  return isSame ? { before: {}, after: {} } : { before: { zoneRows: went }, after: { zoneRows: came } }
}

type Named = { schemaCode: string; schemaName: string; carrier?: string | null }
/** The search text of a schema: code, name and carrier. */
export const foundBy = ({ schemaCode, schemaName, carrier }: Named) =>
  searchLine(schemaCode, schemaName, carrier)

async function createZoneSchema(
  tx: Tx,
  who: Who,
  { rows, ...facts }: InputOf<typeof calls.createZoneSchema>,
) {
  const { id } = await tx
    .insertInto('zoneSchemas')
    .values({ tenantId: who.tenantId, ...facts, searchLine: foundBy(facts) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await putRows(tx, who, [{ id, rows }])
  const after = { ...facts, zoneRows: rows.map(lineOf) }
  await writeAudit(tx, who, [{ action: 'create', type: 'zone_schema', id, no: facts.schemaCode, after }])
  await publishEvents(tx, who, [{ kind: 'zone_schema.created', type: 'zone_schema', id }])
  return { id }
}

async function editZoneSchema(
  tx: Tx,
  who: Who,
  { id, rowVersion, rows, ...facts }: InputOf<typeof calls.editZoneSchema>,
) {
  const before = await tx
    .selectFrom('zoneSchemas')
    .select(['schemaCode', 'schemaName', 'carrier', 'originZip', 'rowVersion'])
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound(zoneText.notFound))
  if (before.rowVersion !== rowVersion)
    await refuseStale(tx, who, { type: 'zone_schema', id }, zoneText.stale)
  const { schemaCode, rowVersion: _, ...had } = before
  const rowsBefore = await rowsOf(tx, who, [id])
  await tx
    .updateTable('zoneSchemas')
    .set({
      ...facts,
      searchLine: foundBy({ schemaCode, ...facts }),
      rowVersion: rowVersion + 1,
      updatedAt: sql<string>`business_now()`,
    })
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .execute()
  await putRows(tx, who, [{ id, rows }])
  const [fields, lines] = [changed(had, facts), changedRows(rowsBefore, rows)]
  await writeAudit(tx, who, [
    {
      action: 'edit',
      type: 'zone_schema',
      id,
      no: schemaCode,
      before: { ...fields.before, ...lines.before },
      after: { ...fields.after, ...lines.after },
    },
  ])
  await publishEvents(tx, who, [{ kind: 'zone_schema.edited', type: 'zone_schema', id }])
  return { rowVersion: rowVersion + 1 }
}

/**
 * Enables or disables schemas. One that an enabled channel uses stays enabled: its parcels could no longer be
 * priced.
 *
 * The schemas are locked before the channels are read, and choosing a schema or enabling a channel locks it
 * too, so that none is disabled in between.
 */
export const switchZoneSchemas = switchable({
  table: 'zoneSchemas',
  type: 'zone_schema',
  no: sql`schema_code`,
  notFound: zoneText.notFound,
  reasons: async (tx, who, { ids, isEnabled }) =>
    isEnabled ? new Map() : usedByEnabledChannels(tx, who, ids),
})

async function usedByEnabledChannels(tx: Tx, who: Who, schemaIds: number[]): Promise<Map<number, Text>> {
  const { rows } = await sql<{ id: number; channels: string }>`
    select zone_schema_id as id, string_agg(channel_code, ', ' order by channel_code) as channels from channels
    where tenant_id = ${who.tenantId} and zone_schema_id = any(${schemaIds}::bigint[]) and is_enabled
    group by zone_schema_id`.execute(tx)
  return new Map(rows.map(({ id, channels }) => [id, fill(zoneText.usedByEnabled, { channels })]))
}
