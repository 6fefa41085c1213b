import { sql } from 'kysely'
import { changed, publishEvents, refuseStale, writeAudit } from '../../platform/audit/server/audit.ts'
import type { InputOf, OutputOf } from '../../platform/calls/call.ts'
import { notFound, refuseField } from '../../platform/calls/refusal.ts'
import type { Who } from '../../platform/calls/who.ts'
import type { Db, Tx } from '../../platform/database/server/db.ts'
import type * as calls from '../contract.ts'
import type { setMeasures, setWarehouseSettings, warehouseFacts, warehouseStates } from '../contract.ts'
import { settingsIn, type WarehouseSettings } from '../settings.ts'
import { warehouseText } from '../text.ts'

const factNames = [
  'warehouseCode',
  'warehouseName',
  'positionType',
  'countryCode',
  'stateCode',
  'city',
  'zip',
  'address1',
  'address2',
  'contact',
  'phone',
  'email',
  'timeZone',
  'minVolume',
] as const

/** A company has one warehouse. */
const warehouseOf = (db: Db, who: Pick<Who, 'tenantId'>) =>
  db
    .selectFrom('warehouses')
    .select([
      'currencyCode',
      'unit',
      'initStep',
      'omsDomainName',
      'measuresSetAt',
      'settings',
      'rowVersion',
      ...factNames,
    ])
    .select(sql<string>`to_char(snapshot_time, 'HH24:MI')`.as('snapshotTime'))
    .where('tenantId', '=', who.tenantId)

export async function facts(db: Db, who: Pick<Who, 'tenantId'>): Promise<OutputOf<typeof warehouseFacts>> {
  const row = await warehouseOf(db, who).executeTakeFirstOrThrow(notFound(warehouseText.noWarehouse))
  const { initStep: _, ...shown } = row
  return { ...shown, settings: settingsIn(row.settings) }
}

/** The working rules of the caller's warehouse, for every slice that needs them. */
export async function settingsOf(db: Db, who: Pick<Who, 'tenantId'>): Promise<WarehouseSettings> {
  const row = await warehouseOf(db, who).executeTakeFirst()
  return settingsIn(row?.settings)
}

/** A user of the company, or of its main warehouse, who has no account here. */
export type Editor = Omit<Who, 'accountId'> & { accountId: number | null }

export async function lockWarehouse(tx: Tx, who: Pick<Who, 'tenantId' | 'zone'>, rowVersion?: number) {
  const row = await warehouseOf(tx, who)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound(warehouseText.noWarehouse))
  if (rowVersion !== undefined && row.rowVersion !== rowVersion)
    await refuseStale(tx, who, { type: 'warehouse', id: who.tenantId }, warehouseText.stale)
  return row
}

export async function saveWarehouse(
  tx: Tx,
  who: Editor,
  warehouse: { warehouseCode: string; rowVersion: number },
  set: Record<string, unknown>,
  change: { action: string; before: Record<string, unknown>; after: Record<string, unknown> },
) {
  const rowVersion = warehouse.rowVersion + 1
  await tx
    .updateTable('warehouses')
    .set({ ...set, rowVersion })
    .where('tenantId', '=', who.tenantId)
    .execute()
  const { action, before, after } = change
  await writeAudit(tx, who, [
    { action, type: 'warehouse', id: who.tenantId, no: warehouse.warehouseCode, ...changed(before, after) },
  ])
  await publishEvents(tx, who, [{ kind: 'warehouse.edited', type: 'warehouse', id: who.tenantId }])
  return { rowVersion }
}

/** The slice with provinces depends on this one; the available ones are read here. */
export const statesOf = (
  db: Db,
  who: Pick<Who, 'tenantId' | 'language'>,
  { countryCode }: InputOf<typeof warehouseStates>,
): Promise<OutputOf<typeof warehouseStates>> => {
  const [message, other] = who.language === 'zh_CN' ? ['name_zh', 'name_en'] : ['name_en', 'name_zh']
  return db
    .selectFrom('states')
    .select('stateCode')
    .select(sql<string>`coalesce(${sql.ref(message)}, ${sql.ref(other)})`.as('name'))
    .where('tenantId', '=', who.tenantId)
    .where('countryCode', '=', countryCode)
    .where('isEnabled', '=', true)
    .orderBy('stateCode')
    .execute()
}

type Place = { countryCode: string | null; stateCode: string | null }

/** A warehouse's province must be an available one, where its country has any; the current one may stay. */
async function refuseStrangeState(
  tx: Tx,
  who: Editor,
  { countryCode, stateCode }: Pick<Facts, 'countryCode' | 'stateCode'>,
  before: Place,
) {
  if (countryCode === before.countryCode && stateCode === before.stateCode) return
  const states = await statesOf(tx, who, { countryCode })
  if (states.length > 0 && !states.some((state) => state.stateCode === stateCode))
    refuseField('stateCode', warehouseText.strangeState)
}

type Facts = InputOf<typeof calls.editWarehouse>

export async function editWarehouse(
  tx: Tx,
  who: Editor,
  { rowVersion, ...after }: Omit<Facts, 'minVolume'> & Partial<Pick<Facts, 'minVolume'>>,
) {
  const before = await lockWarehouse(tx, who, rowVersion)
  await refuseStrangeState(tx, who, after, before)
  return saveWarehouse(tx, who, before, after, { action: 'edit', before, after })
}

/** The database itself refuses a second, different choice; the same one changes nothing. */
export async function fix(tx: Tx, who: Editor, { currencyCode, unit }: InputOf<typeof setMeasures>) {
  const before = await lockWarehouse(tx, who)
  if (before.currencyCode === currencyCode && before.unit === unit) return {}
  const after = { currencyCode, unit }
  const measuresSetAt = sql<string>`business_now()`
  await saveWarehouse(tx, who, before, { ...after, measuresSetAt }, { action: 'fix_measures', before, after })
  return {}
}

export async function settings(
  tx: Tx,
  who: Editor,
  { rowVersion, ...after }: InputOf<typeof setWarehouseSettings>,
) {
  const before = await lockWarehouse(tx, who, rowVersion)
  return saveWarehouse(
    tx,
    who,
    before,
    { settings: JSON.stringify(after) },
    { action: 'edit_settings', before: settingsIn(before.settings), after },
  )
}
