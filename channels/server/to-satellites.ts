import { sql } from 'kysely'
import { type Actor, changed, writeChanges } from '../../platform/audit/server/audit.ts'
import type { Tx } from '../../platform/database/server/db.ts'
import { idsOf } from '../../platform/database/server/rows.ts'
import type { SatelliteCopy } from '../../warehouse/server/satellites.ts'

const names = [
  'nameZh',
  'nameEn',
  'searchLine',
  'carrier',
  'labelSource',
  'billingMethod',
  'labelFormat',
  'dimDivisor',
  'dimTriggerVolume',
  'dimRounding',
  'weightStep',
  'weightBasis',
  'maxWeight',
  'maxLongest',
  'maxGirthSum',
  'countries',
  'needPhone',
  'needEmail',
  'addressLen',
  'cutoffTime',
  'trackingPattern',
  'supportSignature',
  'supportInsurance',
  'voidDays',
  'customerScope',
  'isEnabled',
  'serviceCode',
] as const

type Row = Awaited<ReturnType<typeof channelsOf>>[number]

const channelsOf = (db: Pick<Tx, 'selectFrom'>, { tenantId }: { tenantId: number }) =>
  db
    .selectFrom('channels as c')
    .select(['c.id', 'c.channelCode', 'c.carrierAccountId', 'c.zoneSchemaId', ...names])
    .select(
      sql<string | null>`(select a.account_name from carrier_accounts a
        where a.tenant_id = c.tenant_id and a.id = c.carrier_account_id)`.as('accountName'),
    )
    .select(
      sql<string | null>`(select z.schema_key from zone_schemas z
        where z.tenant_id = c.tenant_id and z.id = c.zone_schema_id)`.as('zoneSchemaCode'),
    )
    .select(
      sql<string[]>`array(select k.customer_key from channel_customers m
        join customers k on k.tenant_id = m.tenant_id and k.id = m.customer_id
        where m.tenant_id = c.tenant_id and m.channel_id = c.id order by 1)`.as('customers'),
    )
    .select(
      sql<boolean>`exists (select 1 from number_pools p where p.tenant_id = c.tenant_id and p.channel_id = c.id)`.as(
        'hasNumbers',
      ),
    )
    .where('c.tenantId', '=', tenantId)
    .orderBy('c.id')
    .execute()

/**
 * Channels shared with the satellites of a company.
 *
 * A carrier account is encrypted for one company and numbers are issued once: a channel with an account uses
 * the satellite's own account of the same name and is not shared without one, and a self-built channel comes
 * without numbers. Zones depend on the warehouse's location: a channel uses the satellite's own schema of the
 * same code.
 */
export const channelsToSatellites: SatelliteCopy<Row> = {
  read: channelsOf,

  async write(tx, satellite, rows) {
    const own = new Map(
      (await channelsOf(tx, satellite)).map((item) => [item.channelCode.toLowerCase(), item]),
    )
    const [zones, accounts] = [await zonesOf(tx, satellite), await accountsOf(tx, satellite)]
    const differing = rows.flatMap((row) => {
      const before = own.get(row.channelCode.toLowerCase())
      const after = arriving(row, before, zones, accounts)
      const change = after && changed<Record<string, unknown>>(before ? factsIn(before) : {}, after)
      return change && Object.keys(change.after).length > 0
        ? [{ before, after, code: before?.channelCode ?? row.channelCode, change }]
        : []
    })
    if (differing.length === 0) return
    const ids = await put(
      tx,
      satellite,
      differing.map(({ after, code }) => ({ channelCode: code, ...after })),
    )
    await openTo(
      tx,
      satellite,
      differing.map(({ after: { customers }, code }) => ({ id: ids.get(code), customers })),
    )
    const noted = differing.map(({ before, code, change }) => ({
      action: before ? 'edit' : 'create',
      event: before ? 'channel.edited' : 'channel.created',
      type: 'channel',
      id: ids.get(code) ?? 0,
      no: code,
      ...(before && { before: withoutLine(change.before) }),
      after: withoutLine(change.after),
    }))
    await writeChanges(tx, satellite, noted)
  },
}

/** A channel's form in the satellite; undefined when it is not shared. */
function arriving(
  row: Row,
  before: Row | undefined,
  zones: Map<string, number>,
  accounts: Map<string, number>,
): Facts | undefined {
  // The satellite's own numbers are not removed by the main warehouse.
  if (before?.hasNumbers && row.labelSource !== before.labelSource) return undefined
  const carrierAccountId = row.accountName === null ? null : accounts.get(row.accountName)
  if (carrierAccountId !== undefined) {
    const known = zones.get(row.zoneSchemaCode ?? '') ?? before?.zoneSchemaId ?? null
    const zoneSchemaId = row.billingMethod === 'price_book' ? known : null
    return { ...factsIn(row), carrierAccountId, zoneSchemaId }
  }
  // It was shared before it had an account; without one it cannot ship here any more.
  return before?.carrierAccountId === null ? { ...factsIn(before), isEnabled: false } : undefined
}

type Facts = Omit<Row, 'id' | 'channelCode' | 'accountName' | 'zoneSchemaCode' | 'hasNumbers'>

function factsIn(row: Row): Facts {
  const { id, channelCode, accountName, zoneSchemaCode, hasNumbers, ...facts } = row
  return facts
}

/** The satellite's enabled carrier accounts, by name. */
async function accountsOf(tx: Tx, { tenantId }: Actor): Promise<Map<string, number>> {
  const accounts = await tx
    .selectFrom('carrierAccounts')
    .select(['id', 'accountName'])
    .where('tenantId', '=', tenantId)
    .where('isEnabled', '=', true)
    .orderBy('id')
    .forShare()
    .execute()
  return new Map(accounts.map(({ id, accountName }) => [accountName, id]))
}

/** The satellite's enabled zone schemas, by code. */
async function zonesOf(tx: Tx, { tenantId }: Actor): Promise<Map<string, number>> {
  const schemas = await tx
    .selectFrom('zoneSchemas')
    .select(['id', 'schemaCode'])
    .where('tenantId', '=', tenantId)
    .where('isEnabled', '=', true)
    .orderBy('id')
    .forShare()
    .execute()
  return new Map(schemas.map(({ id, schemaCode }) => [schemaCode.toLowerCase(), id]))
}

/** The search text follows from its names and is not a change. */
const withoutLine = ({ searchLine: _, ...shown }: Record<string, unknown>) => shown

/** Creates channels, and updates those whose code exists; returns their ids by code. */
async function put(tx: Tx, satellite: Actor, rows: (Facts & { channelCode: string })[]) {
  const made = await tx
    .insertInto('channels')
    .values(rows.map(({ customers: _, ...row }) => ({ tenantId: satellite.tenantId, ...row })))
    .onConflict((on) =>
      on.expression(sql`tenant_id, channel_key`).doUpdateSet((is) => ({
        ...Object.fromEntries(names.map((name) => [name, is.ref(`excluded.${name}`)])),
        zoneSchemaId: is.ref('excluded.zoneSchemaId'),
        carrierAccountId: is.ref('excluded.carrierAccountId'),
        watermarkTemplateId: sql<number | null>`case when channels.label_format = excluded.label_format
          and channels.label_source = excluded.label_source then channels.watermark_template_id end`,
        rowVersion: is('channels.rowVersion', '+', 1),
        updatedAt: sql<string>`business_now()`,
      })),
    )
    .returning(['id', 'channelCode'])
    .execute()
  return new Map(made.map(({ id, channelCode }) => [channelCode, id]))
}

/** Opens channels to the satellite's rows of their customers. */
async function openTo(tx: Tx, { tenantId }: Actor, rows: { id: number | undefined; customers: string[] }[]) {
  const ids = idsOf(rows)
  const links = rows.flatMap(({ id, customers }) => customers.map((code) => ({ id, code })))
  await sql`delete from channel_customers
    where tenant_id = ${tenantId} and channel_id = any(${ids}::bigint[])`.execute(tx)
  await sql`
    insert into channel_customers (tenant_id, channel_id, customer_id)
    select ${tenantId}, l.channel, k.id
    from unnest(${idsOf(links)}::bigint[], ${links.map(({ code }) => code)}::text[]) as l (channel, code)
    join customers k on k.tenant_id = ${tenantId} and k.customer_key = l.code
    order by l.channel, k.id
    returning customer_id`.execute(tx)
}
