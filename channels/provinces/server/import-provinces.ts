import { sql } from 'kysely'
import { changed, writeChanges } from '../../../platform/audit/server/audit.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db } from '../../../platform/database/server/db.ts'
import type { ImportKind, Judged } from '../../../platform/imports/server/check-spreadsheet.ts'
import { type StateLine, stateImport } from '../import-form.ts'
import { foundBy, stateNo } from './provinces.ts'

/** Provinces from a spreadsheet: new codes create provinces, existing ones get the new names. */
export const statesFromSheet: ImportKind<StateLine> = {
  form: stateImport,

  async judge(db, who, lines) {
    const known = await knownStates(db, who)
    return new Map(
      lines.map(({ rowNo, value }): [number, Judged] => {
        const now = known.get(stateNo(value))
        if (!now) return [rowNo, { verdict: 'new' }]
        const isSame =
          (value.nameZh ?? now.nameZh) === now.nameZh && (value.nameEn ?? now.nameEn) === now.nameEn
        return [rowNo, { verdict: isSame ? 'skip' : 'update' }]
      }),
    )
  },

  async write(tx, who, lines) {
    const known = await knownStates(tx, who)
    const rows = lines.map(({ rowNo, value }) => {
      const now = known.get(stateNo(value))
      const names = {
        nameZh: value.nameZh ?? now?.nameZh ?? null,
        nameEn: value.nameEn ?? now?.nameEn ?? null,
      }
      return { rowNo, ...value, ...names, searchLine: foundBy({ ...value, ...names }) }
    })
    const { rows: made } = await sql<{ rowNo: number; id: number }>`
      with given as (
        select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (
          "rowNo" int, "countryCode" text, "stateCode" text, "nameZh" text, "nameEn" text, "searchLine" text)
      ), put as (
        insert into states as s (tenant_id, country_code, state_code, name_zh, name_en, search_line)
        select ${who.tenantId}, "countryCode", "stateCode", "nameZh", "nameEn", "searchLine"
        from given order by "countryCode", "stateCode"
        on conflict (tenant_id, country_code, state_code) do update set
          name_zh = excluded.name_zh, name_en = excluded.name_en, search_line = excluded.search_line,
          row_version = s.row_version + 1, updated_at = business_now()
        returning id, country_code, state_code
      )
      select g."rowNo" as row_no, put.id
      from put join given g on g."countryCode" = put.country_code and g."stateCode" = put.state_code`.execute(
      tx,
    )
    const ids = new Map(made.map(({ rowNo, id }) => [rowNo, id]))
    const written = lines.flatMap((line) => {
      const id = ids.get(line.rowNo)
      return id ? [{ ...line, id }] : []
    })
    await writeChanges(
      tx,
      who,
      written.map(({ id, value }) => {
        const of = { event: 'state.imported', type: 'state', id, no: stateNo(value) }
        const now = known.get(of.no)
        if (!now) return { action: 'create', ...of, after: value }
        const { nameZh, nameEn } = now
        const names = { nameZh: value.nameZh ?? nameZh, nameEn: value.nameEn ?? nameEn }
        return { action: 'edit', ...of, ...changed({ nameZh, nameEn }, names) }
      }),
    )
    return ids
  },
}

/** All of them: a company has some hundreds, and a spreadsheet up to five hundred. */
async function knownStates(db: Db, who: Who) {
  const rows = await db
    .selectFrom('states')
    .select(['countryCode', 'stateCode', 'nameZh', 'nameEn'])
    .where('tenantId', '=', who.tenantId)
    .execute()
  return new Map(rows.map((item) => [stateNo(item), item]))
}
