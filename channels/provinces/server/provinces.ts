import { sql } from 'kysely'
import { changed, record, refuseStale, tell } from '../../../platform/audit/server/audit.ts'
import type { InputOf, OutputOf, Page } from '../../../platform/calls/call.ts'
import { refuseAs } from '../../../platform/calls/refusal.ts'
import type { Server } from '../../../platform/calls/server/serve.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db, Tx } from '../../../platform/database/server/db.ts'
import { searchLine } from '../../../platform/database/server/pinyin.ts'
import { containing } from '../../../platform/database/server/search.ts'
import { switchRows } from '../../../platform/lists/server/switching.ts'
import {
  createState,
  editState,
  listStates,
  type StateRow,
  state,
  stateCountries,
  switchStates,
} from '../contract.ts'
import { stateText } from '../text.ts'

export function stateRoutes({ answer }: Server) {
  answer(listStates, statePage)
  answer(stateCountries, countriesWithStates)
  answer(state, oneState)
  answer(createState, create)
  answer(editState, edit)
  answer(switchStates, switchOn)
}

const listed = ['id', 'countryCode', 'stateCode', 'nameZh', 'nameEn', 'isEnabled', 'updatedAt'] as const

export async function statePage(
  db: Db,
  who: Who,
  asked: InputOf<typeof listStates>,
): Promise<Page<StateRow>> {
  let found = db.selectFrom('states').where('tenantId', '=', who.tenantId)
  if (asked.search)
    found = found.where('searchLine', 'like', containing(asked.search.normalize('NFKC').toLowerCase()))
  if (asked.countryCode) found = found.where('countryCode', '=', asked.countryCode)
  if (asked.isEnabled) found = found.where('isEnabled', '=', asked.isEnabled === '1')
  const [rows, count] = await Promise.all([
    found
      .select(listed)
      .orderBy(asked.sort ?? 'countryCode', asked.order ?? 'asc')
      .orderBy('countryCode')
      .orderBy('stateCode')
      .limit(asked.size)
      .offset((asked.page - 1) * asked.size)
      .execute(),
    found.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
  ])
  return { rows, total: count.total }
}

async function countriesWithStates(db: Db, who: Who): Promise<string[]> {
  const found = await db
    .selectFrom('states')
    .select('countryCode')
    .distinct()
    .where('tenantId', '=', who.tenantId)
    .orderBy('countryCode')
    .execute()
  return found.map(({ countryCode }) => countryCode)
}

async function oneState(db: Db, who: Who, { id }: { id: number }): Promise<OutputOf<typeof state>> {
  const found = await db
    .selectFrom('states')
    .select([...listed, 'rowVersion'])
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .executeTakeFirst()
  return found ?? refuseAs({ kind: 'not_found' }, stateText.notFound)
}

type Code = { countryCode: string; stateCode: string }
type Named = Code & { nameZh?: string | null | undefined; nameEn?: string | null | undefined }

/** A state's number in the trail: its code says little without its country. */
export const stateNo = ({ countryCode, stateCode }: Code) => `${countryCode}-${stateCode}`

/** What a state is found by: country, code and names. */
export const foundBy = (one: Named) => searchLine(stateNo(one), one.stateCode, one.nameZh, one.nameEn)

async function create(tx: Tx, who: Who, given: InputOf<typeof createState>) {
  const { id } = await tx
    .insertInto('states')
    .values({ tenantId: who.tenantId, ...given, searchLine: foundBy(given) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await record(tx, who, [{ action: 'create', type: 'state', id, no: stateNo(given), after: given }])
  await tell(tx, who, [{ kind: 'state.created', type: 'state', id }])
  return { id }
}

async function edit(tx: Tx, who: Who, { id, rowVersion, ...names }: InputOf<typeof editState>) {
  const before = await tx
    .selectFrom('states')
    .select(['countryCode', 'stateCode', 'nameZh', 'nameEn', 'rowVersion'])
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!before) return refuseAs({ kind: 'not_found' }, stateText.notFound)
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
  await record(tx, who, [
    { action: 'edit', type: 'state', id, no: stateNo(before), ...changed({ nameZh, nameEn }, names) },
  ])
  await tell(tx, who, [{ kind: 'state.edited', type: 'state', id }])
  return { rowVersion: rowVersion + 1 }
}

/** Switches states on or off; what is so already is left alone and named. */
export async function switchOn(tx: Tx, who: Who, asked: InputOf<typeof switchStates>) {
  const rows = await tx
    .selectFrom('states')
    .select(['id', 'countryCode', 'stateCode', 'isEnabled'])
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', sql<number>`any(${asked.ids}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  const found = rows.map((one) => ({ ...one, no: stateNo(one) }))
  return switchRows(tx, who, asked, { table: 'states', type: 'state', found, notFound: stateText.notFound })
}
