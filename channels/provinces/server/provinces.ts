import { sql } from 'kysely'
import { changed, publishEvents, refuseStale, writeAudit } from '../../../platform/audit/server/audit.ts'
import type { InputOf, OutputOf, Page } from '../../../platform/calls/call.ts'
import { notFound } from '../../../platform/calls/refusal.ts'
import type { Server } from '../../../platform/calls/server/serve.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db, Tx } from '../../../platform/database/server/db.ts'
import { searchLine } from '../../../platform/database/server/pinyin.ts'
import { searchPattern } from '../../../platform/database/server/search.ts'
import { pageOfQuery } from '../../../platform/lists/server/page.ts'
import { switchable } from '../../../platform/lists/server/switchable.ts'
import * as calls from '../contract.ts'
import { type StateRow, state, stateCountries } from '../contract.ts'
import { stateText } from '../text.ts'

export function stateRoutes({ answer }: Server) {
  answer(calls.listStates, listStates)
  answer(stateCountries, countriesWithStates)
  answer(state, oneState)
  answer(calls.createState, createState)
  answer(calls.editState, editState)
  answer(calls.switchStates, switchStates)
}

const listed = ['id', 'countryCode', 'stateCode', 'nameZh', 'nameEn', 'isEnabled', 'updatedAt'] as const

export async function listStates(
  db: Db,
  who: Who,
  input: InputOf<typeof calls.listStates>,
): Promise<Page<StateRow>> {
  let row = db.selectFrom('states').where('tenantId', '=', who.tenantId)
  if (input.search) row = row.where('searchLine', 'like', searchPattern(input.search))
  if (input.countryCode) row = row.where('countryCode', '=', input.countryCode)
  if (input.isEnabled) row = row.where('isEnabled', '=', input.isEnabled === '1')
  return pageOfQuery(
    row.select(listed).orderBy(input.sort, input.order).orderBy('countryCode').orderBy('stateCode'),
    input,
  )
}

async function countriesWithStates(db: Db, who: Who): Promise<string[]> {
  const rows = await db
    .selectFrom('states')
    .select('countryCode')
    .distinct()
    .where('tenantId', '=', who.tenantId)
    .orderBy('countryCode')
    .execute()
  return rows.map(({ countryCode }) => countryCode)
}

async function oneState(db: Db, who: Who, { id }: { id: number }): Promise<OutputOf<typeof state>> {
  return db
    .selectFrom('states')
    .select([...listed, 'rowVersion'])
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound(stateText.notFound))
}

type Code = { countryCode: string; stateCode: string }
type Named = Code & { nameZh?: string | null | undefined; nameEn?: string | null | undefined }

/** A province's number in the audit log: its code says little without its country. */
export const stateNo = ({ countryCode, stateCode }: Code) => `${countryCode}-${stateCode}`

/** The search text of a province: country, code and names. */
export const foundBy = (item: Named) => searchLine(stateNo(item), item.stateCode, item.nameZh, item.nameEn)

async function createState(tx: Tx, who: Who, given: InputOf<typeof calls.createState>) {
  const { id } = await tx
    .insertInto('states')
    .values({ tenantId: who.tenantId, ...given, searchLine: foundBy(given) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await writeAudit(tx, who, [{ action: 'create', type: 'state', id, no: stateNo(given), after: given }])
  await publishEvents(tx, who, [{ kind: 'state.created', type: 'state', id }])
  return { id }
}

async function editState(tx: Tx, who: Who, { id, rowVersion, ...names }: InputOf<typeof calls.editState>) {
  const before = await tx
    .selectFrom('states')
    .select(['countryCode', 'stateCode', 'nameZh', 'nameEn', 'rowVersion'])
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound(stateText.notFound))
  if (before.rowVersion !== rowVersion) await refuseStale(tx, who, { type: 'state', id }, stateText.stale)
  await tx
    .updateTable('states')
    .set({
      ...names,
      searchLine: foundBy({ ...before, ...names }),
      rowVersion: rowVersion + 1,
      updatedAt: sql<string>`business_now()`,
    })
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .execute()
  const { nameZh, nameEn } = before
  await writeAudit(tx, who, [
    { action: 'edit', type: 'state', id, no: stateNo(before), ...changed({ nameZh, nameEn }, names) },
  ])
  await publishEvents(tx, who, [{ kind: 'state.edited', type: 'state', id }])
  return { rowVersion: rowVersion + 1 }
}

export const switchStates = switchable({
  table: 'states',
  type: 'state',
  no: sql`country_code || '-' || state_code`,
  notFound: stateText.notFound,
})
