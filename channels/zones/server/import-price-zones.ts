import { sql } from 'kysely'
import { writeChanges } from '../../../platform/audit/server/audit.ts'
import { refuse } from '../../../platform/calls/refusal.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db } from '../../../platform/database/server/db.ts'
import { idsOf } from '../../../platform/database/server/rows.ts'
import type { ImportKind, Judged } from '../../../platform/imports/server/check-spreadsheet.ts'
import { fill, type Text } from '../../../platform/text/text.ts'
import { type ZoneLine, zoneImport } from '../import-form.ts'
import { areaOf, conflictsIn, MAX_ZONE_ROWS, placesIn, type ZoneRow } from '../rules.ts'
import { zoneText } from '../text.ts'
import { changedRows, putRows, rowsOf } from './price-zones.ts'

type Known = ZoneRow & { rowNo: number }
type Line = { rowNo: number; value: ZoneLine }

/** Rows of zone tables from a spreadsheet: new places are appended, existing ones get the new zone. */
export const zonesFromSheet: ImportKind<ZoneLine> = {
  form: zoneImport,

  async judge(db, who, lines) {
    const schemas = await schemasNamed(db, who, lines)
    const known = Map.groupBy(await rowsOf(db, who, idsIn(schemas)), ({ schemaId }) => schemaId)
    const verdicts = [...Map.groupBy(lines, codeOf)].flatMap(([code, own]): [number, Judged][] => {
      const schema = schemas.get(code)
      if (schema) return judged(known.get(schema.id) ?? [], own)
      return own.map(({ rowNo }) => [rowNo, problem('schemaCode', zoneText.notFound)])
    })
    return new Map(verdicts)
  },

  async write(tx, who, lines) {
    const ids = idsIn(await schemasNamed(tx, who, lines))
    const schemas = await tx
      .selectFrom('zoneSchemas')
      .select(['id', 'schemaCode'])
      .where('tenantId', '=', who.tenantId)
      .where('id', '=', sql<number>`any(${ids}::bigint[])`)
      .orderBy('id')
      .forUpdate()
      .execute()
    const known = Map.groupBy(await rowsOf(tx, who, ids), ({ schemaId }) => schemaId)
    const given = Map.groupBy(lines, codeOf)
    const tables = schemas.map(({ id, schemaCode }) => {
      const before = known.get(id) ?? []
      const own = given.get(schemaCode.toLowerCase()) ?? []
      return { id, schemaCode, before, rows: withLines(before, own), own }
    })
    // The table may have changed since the rows were checked.
    if (tables.some(({ rows }) => rows.length > MAX_ZONE_ROWS || conflictsIn(rows).length > 0))
      refuse(zoneText.stale)
    await putRows(tx, who, tables)
    await sql`update zone_schemas set row_version = row_version + 1, updated_at = business_now()
      where tenant_id = ${who.tenantId} and id = any(${ids}::bigint[])`.execute(tx)
    await writeChanges(
      tx,
      who,
      tables.map(({ id, schemaCode, before, rows }) => ({
        action: 'edit',
        event: 'zone_schema.imported',
        type: 'zone_schema',
        id,
        no: schemaCode,
        ...changedRows(before, rows),
      })),
    )
    return new Map(tables.flatMap(({ id, own }) => own.map(({ rowNo }): [number, number] => [rowNo, id])))
  },
}

const problem = (column: string, message: Text): Judged => ({ problems: [{ column, message }] })
const codeOf = ({ value }: Line) => value.schemaCode.toLowerCase()
const idsIn = (schemas: Map<string, { id: number }>) => idsOf([...schemas.values()])

async function schemasNamed(db: Db, who: Who, lines: Line[]) {
  const codes = [...new Set(lines.map(codeOf))]
  const rows = await db
    .selectFrom('zoneSchemas')
    .select(['id', 'schemaCode'])
    .where('tenantId', '=', who.tenantId)
    .where(sql<boolean>`schema_key = any(${codes}::text[])`)
    .execute()
  return new Map(rows.map((item) => [item.schemaCode.toLowerCase(), item]))
}

/** The table after the import: existing places change in place, others are appended. */
function withLines(known: Known[], lines: Line[]): ZoneRow[] {
  const given = new Map(lines.map(({ value: { row } }) => [placesIn(row), row]))
  const places = new Set(known.map(placesIn))
  return [
    ...known.map(({ rowNo: _, ...row }) => given.get(placesIn(row)) ?? row),
    ...[...given].flatMap(([place, row]) => (places.has(place) ? [] : [row])),
  ]
}

function judged(known: Known[], lines: Line[]): [number, Judged][] {
  const overlaps = overlapsOf(known, lines)
  const byPlace = new Map(known.map((row) => [placesIn(row), row]))
  let room = MAX_ZONE_ROWS - known.length
  return lines.map(({ rowNo, value: { row } }): [number, Judged] => {
    const overlap = overlaps.get(rowNo)
    if (overlap) return [rowNo, problem('zoneCode', overlap)]
    const now = byPlace.get(placesIn(row))
    if (!now) {
      const tooMany = fill(zoneText.tooManyRows, { max: MAX_ZONE_ROWS })
      return [rowNo, room-- > 0 ? { verdict: 'new' } : problem('schemaCode', tooMany)]
    }
    const isSame = now.zoneCode === row.zoneCode && now.remoteLevel === row.remoteLevel
    return [rowNo, { verdict: isSame ? 'skip' : 'update' }]
  })
}

/**
 * Rows that contradict each other or existing rows, each with its counterpart.
 *
 * A row that is left out leaves its places unchanged, and these may contradict another row; so this repeats
 * until nothing changes.
 */
function overlapsOf(known: Known[], lines: Line[]): Map<number, Text> {
  const overlaps = new Map<number, Text>()
  for (;;) {
    const eligible = lines.filter(({ rowNo }) => !overlaps.has(rowNo))
    const changing = new Set(eligible.map(({ value }) => placesIn(value.row)))
    const pairs = conflictsIn([
      ...known.filter((row) => !changing.has(placesIn(row))).map((row) => ({ ...row, isLine: false })),
      ...eligible.map(({ rowNo, value }) => ({ ...value.row, rowNo, isLine: true })),
    ])
    const ofLines = pairs.filter(([item, other]) => item.isLine || other.isLine)
    if (ofLines.length === 0) return overlaps
    for (const [item, other] of ofLines) {
      if (item.isLine) overlaps.set(item.rowNo, conflictWith(other))
      if (other.isLine) overlaps.set(other.rowNo, conflictWith(item))
    }
  }
}

const conflictWith = (other: Known & { isLine: boolean }) =>
  fill(other.isLine ? zoneText.overlapsLine : zoneText.overlapsKnown, {
    row: other.rowNo,
    area: areaOf(other),
    zone: other.zoneCode,
  })
