import { sql } from 'kysely'
import { platformText } from '../../carriers/platform-text.ts'
import { changed, publishEvents, refuseStale, writeAudit } from '../../platform/audit/server/audit.ts'
import type { InputOf, OutputOf, Page } from '../../platform/calls/call.ts'
import { notFound, refuseAs, refuseField } from '../../platform/calls/refusal.ts'
import type { Who } from '../../platform/calls/who.ts'
import type { Db, Tx } from '../../platform/database/server/db.ts'
import { searchLine } from '../../platform/database/server/pinyin.ts'
import { sameTenant } from '../../platform/database/server/rows.ts'
import { searchPattern } from '../../platform/database/server/search.ts'
import { pageOfQuery } from '../../platform/lists/server/page.ts'
import { copyToSatellites } from '../../warehouse/server/satellites.ts'
import type * as calls from '../contract.ts'
import type { ChannelRow } from '../contract.ts'
import { seedRange } from '../numbers/server/numbers.ts'
import {
  type BillingMethod,
  knownCarriers,
  type LabelFormat,
  type LabelSource,
  suitsLabel,
  withoutUnused,
} from '../rules.ts'
import { channelsText } from '../text.ts'
import { zoneText } from '../zones/text.ts'

const channelsOf = (db: Db, who: Who) =>
  db
    .selectFrom('channels as c')
    .leftJoin('carrierAccounts as a', sameTenant('a.id', 'c.carrierAccountId'))
    .leftJoin('zoneSchemas as z', sameTenant('z.id', 'c.zoneSchemaId'))
    .where('c.tenantId', '=', who.tenantId)

/** Numbers left, for channels with their own. */
const numbersLeft = sql<
  number | null
>`case when c.label_source = 'self_built' and c.carrier_account_id is null then (
  select coalesce(sum(p.end_no - p.next_no + 1), 0)::bigint from number_pools p
  where p.tenant_id = c.tenant_id and p.channel_id = c.id and p.is_open) end`

const customerCount = sql<number | null>`case when c.customer_scope = 'list' then (
  select count(*)::int from channel_customers m where m.tenant_id = c.tenant_id and m.channel_id = c.id) end`

/** The results of its account's calls, today and on the six days before. */
const lastWeek = (figure: 'calls' | 'failed') =>
  sql<number>`(select coalesce(sum(d.${sql.ref(figure)}), 0)::int from carrier_days d
    where d.tenant_id = c.tenant_id and d.account_id = c.carrier_account_id
    and d.day > (business_now() at time zone 'UTC')::date - 7)`

const listed = [
  'c.id',
  'c.channelCode',
  'c.isEnabled',
  'c.nameZh',
  'c.nameEn',
  'c.carrier',
  'c.serviceCode',
  'a.accountName',
  sql<LabelSource>`c.label_source`.as('labelSource'),
  sql<BillingMethod>`c.billing_method`.as('billingMethod'),
  'z.schemaCode as zoneSchemaCode',
  sql<LabelFormat>`c.label_format`.as('labelFormat'),
  sql<string | null>`to_char(c.cutoff_time, 'HH24:MI')`.as('cutoffTime'),
  'c.countries',
  customerCount.as('customerCount'),
  numbersLeft.as('numbersLeft'),
  lastWeek('calls').as('weekCalls'),
  lastWeek('failed').as('weekFailed'),
  'c.updatedAt',
] as const

export async function listChannels(
  db: Db,
  who: Who,
  input: InputOf<typeof calls.listChannels>,
): Promise<Page<ChannelRow>> {
  let match = channelsOf(db, who)
  if (input.search) match = match.where('c.searchLine', 'like', searchPattern(input.search))
  if (input.labelSource) match = match.where('c.labelSource', '=', input.labelSource)
  if (input.carrier) match = match.where('c.carrier', '=', input.carrier.toUpperCase())
  if (input.billingMethod) match = match.where('c.billingMethod', '=', input.billingMethod)
  if (input.countryCode) match = match.where(sql<boolean>`${input.countryCode} = any(c.countries)`)
  if (input.isEnabled) match = match.where('c.isEnabled', '=', input.isEnabled === '1')
  return pageOfQuery(match.select(listed).orderBy(`c.${input.sort}`, input.order).orderBy('c.id'), input)
}

export async function getChannel(
  db: Db,
  who: Who,
  { id }: { id: number },
): Promise<OutputOf<typeof calls.getChannel>> {
  const [match, customers] = await Promise.all([
    channelsOf(db, who)
      .leftJoin('watermarkTemplates as w', sameTenant('w.id', 'c.watermarkTemplateId'))
      .select(listed)
      .select(['c.carrierAccountId', 'c.watermarkTemplateId', 'w.templateName as watermarkName'])
      .select(['c.zoneSchemaId', 'z.schemaName as zoneSchemaName'])
      .select(['c.dimDivisor', 'c.dimTriggerVolume', 'c.dimRounding', 'c.weightStep', 'c.weightBasis'])
      .select(['c.maxWeight', 'c.maxLongest', 'c.maxGirthSum', 'c.needPhone', 'c.needEmail', 'c.addressLen'])
      .select(['c.supportSignature', 'c.supportInsurance', 'c.trackingPattern', 'c.voidDays'])
      .select(['c.customerScope', 'c.rowVersion'])
      .where('c.id', '=', id)
      .executeTakeFirst(),
    db
      .selectFrom('channelCustomers as m')
      .innerJoin('customers as k', sameTenant('k.id', 'm.customerId'))
      .select(['k.id', 'k.customerCode', 'k.customerName'])
      .where('m.tenantId', '=', who.tenantId)
      .where('m.channelId', '=', id)
      .orderBy('k.customerCode')
      .execute(),
  ])
  return match ? { ...match, customers } : refuseAs({ kind: 'not_found' }, channelsText.notFound)
}

export async function channelChoices(db: Db, who: Who): Promise<OutputOf<typeof calls.channelChoices>> {
  const [used, accounts, watermarks, zoneSchemas, customers] = await Promise.all([
    db.selectFrom('channels').select('carrier').distinct().where('tenantId', '=', who.tenantId).execute(),
    db
      .selectFrom('carrierAccounts')
      .select(['id', 'carrier', 'accountName', 'isEnabled'])
      .select(sql<boolean>`adapter = 'platform'`.as('isPlatform'))
      .where('tenantId', '=', who.tenantId)
      .orderBy('accountName')
      .execute(),
    db
      .selectFrom('watermarkTemplates')
      .select(['id', 'templateName', 'labelSource', 'labelFormat', 'isEnabled'])
      .where('tenantId', '=', who.tenantId)
      .orderBy('templateName')
      .execute(),
    db
      .selectFrom('zoneSchemas')
      .select(['id', 'schemaCode', 'schemaName', 'isEnabled'])
      .where('tenantId', '=', who.tenantId)
      .orderBy('schemaCode')
      .execute(),
    db
      .selectFrom('customers')
      .select(['id', 'customerCode', 'customerName', 'isEnabled'])
      .where('tenantId', '=', who.tenantId)
      .orderBy('customerCode')
      .execute(),
  ])
  const carriers = new Set<string>([...knownCarriers, ...used.map(({ carrier }) => carrier)])
  return { carriers: [...carriers].sort(), accounts, watermarks, zoneSchemas, customers }
}

type Facts = Omit<InputOf<typeof calls.createChannel>, 'channelCode' | 'pool'>

type Named = Pick<Facts, 'carrierAccountId' | 'zoneSchemaId' | 'watermarkTemplateId' | 'customerIds'>
const unnamed: Named = {
  carrierAccountId: null,
  zoneSchemaId: null,
  watermarkTemplateId: null,
  customerIds: [],
}

/**
 * Refuses what does not exist, an account of the wrong kind, and what is disabled unless it was there before.
 */
async function assertReferencesExist(tx: Tx, who: Who, facts: Facts, before: Named = unnamed) {
  const { carrierAccountId, watermarkTemplateId, customerIds, labelSource, labelFormat } = facts
  if (carrierAccountId !== null) {
    const account = await tx
      .selectFrom('carrierAccounts as a')
      .leftJoin('platforms as p', sameTenant('p.id', 'a.platformId'))
      .select(['a.isEnabled', 'a.adapter', 'p.isEnabled as platformIsOn'])
      .where('a.tenantId', '=', who.tenantId)
      .where('a.id', '=', carrierAccountId)
      .executeTakeFirst()
    const isNew = carrierAccountId !== before.carrierAccountId
    const isPlatform = account?.adapter === 'platform'
    if (!account) refuseField('carrierAccountId', channelsText.accountNotFound)
    else if (isPlatform && labelSource === 'carrier_api')
      refuseField('carrierAccountId', channelsText.accountIsPlatform)
    else if (!isPlatform && labelSource === 'self_built')
      refuseField('carrierAccountId', channelsText.accountNotPlatform)
    else if (!account.isEnabled && isNew) refuseField('carrierAccountId', channelsText.accountOff)
    else if (account.platformIsOn === false && isNew) refuseField('carrierAccountId', platformText.isDisabled)
  }
  if (watermarkTemplateId !== null) {
    const template = await tx
      .selectFrom('watermarkTemplates')
      .select(['isEnabled', 'labelSource', 'labelFormat'])
      .where('tenantId', '=', who.tenantId)
      .where('id', '=', watermarkTemplateId)
      // Locked until the channel is saved, so that it cannot be changed to other labels meanwhile.
      .forShare()
      .executeTakeFirst()
    if (!template) refuseField('watermarkTemplateId', channelsText.watermarkNotFound)
    else if (!suitsLabel(template, { labelSource, labelFormat }))
      refuseField('watermarkTemplateId', channelsText.watermarkOther)
    else if (!template.isEnabled && watermarkTemplateId !== before.watermarkTemplateId)
      refuseField('watermarkTemplateId', channelsText.watermarkOff)
  }
  await refuseZones(tx, who, facts.zoneSchemaId, before.zoneSchemaId)
  const customers = await tx
    .selectFrom('customers')
    .select(['id', 'isEnabled'])
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', sql<number>`any(${customerIds}::bigint[])`)
    .execute()
  if (customers.length < customerIds.length) refuseField('customerIds', channelsText.customerNotFound)
  if (customers.some(({ id, isEnabled }) => !isEnabled && !before.customerIds.includes(id)))
    refuseField('customerIds', channelsText.customerOff)
}

/** The schema is locked until the channel is saved, so that it cannot be disabled meanwhile. */
async function refuseZones(tx: Tx, who: Who, zoneSchemaId: number | null, before: number | null) {
  if (zoneSchemaId === null) return
  const schema = await tx
    .selectFrom('zoneSchemas')
    .select('isEnabled')
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', zoneSchemaId)
    .forShare()
    .executeTakeFirst()
  if (!schema) refuseField('zoneSchemaId', zoneText.notFound)
  else if (!schema.isEnabled && zoneSchemaId !== before) refuseField('zoneSchemaId', zoneText.off)
}

/** The search text of a channel: code, names and carrier. */
export const foundBy = (item: { channelCode: string; nameZh: string; nameEn: string; carrier: string }) =>
  searchLine(item.channelCode, item.nameZh, item.nameEn, item.carrier)

async function openTo(tx: Tx, who: Who, channelId: number, customerIds: number[]) {
  await sql`
    insert into channel_customers (tenant_id, channel_id, customer_id)
    select ${who.tenantId}, ${channelId}, id from unnest(${customerIds}::bigint[]) as id order by id
    returning customer_id`.execute(tx)
}

export async function createChannel(
  tx: Tx,
  who: Who,
  { channelCode, pool, ...given }: InputOf<typeof calls.createChannel>,
) {
  const facts = withoutUnused(given)
  await assertReferencesExist(tx, who, facts)
  const { customerIds, ...kept } = facts
  const { id } = await tx
    .insertInto('channels')
    .values({ tenantId: who.tenantId, channelCode, ...kept, searchLine: foundBy({ channelCode, ...kept }) })
    .returning('id')
    .executeTakeFirstOrThrow()
  await openTo(tx, who, id, customerIds)
  await writeAudit(tx, who, [
    { action: 'create', type: 'channel', id, no: channelCode, after: { channelCode, ...facts } },
  ])
  await publishEvents(tx, who, [{ kind: 'channel.created', type: 'channel', id }])
  const givesNumbers = facts.labelSource === 'self_built' && facts.carrierAccountId === null
  await copyToSatellites(tx, who)
  if (pool && givesNumbers) await seedRange(tx, who, { id, channelCode }, pool)
  return { id }
}

/** As typed, without seconds. */
const cutoff = sql<string | null>`to_char(cutoff_time, 'HH24:MI')`.as('cutoffTime')

async function lockChannel(tx: Tx, who: Who, id: number) {
  const row = await tx
    .selectFrom('channels')
    .selectAll()
    .select(cutoff)
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirstOrThrow(notFound(channelsText.notFound))
  const customers = await tx
    .selectFrom('channelCustomers')
    .select('customerId')
    .where('tenantId', '=', who.tenantId)
    .where('channelId', '=', id)
    .orderBy('customerId')
    .execute()
  return { ...row, customerIds: customers.map(({ customerId }) => customerId) }
}

export async function editChannel(
  tx: Tx,
  who: Who,
  { id, rowVersion, ...given }: InputOf<typeof calls.editChannel>,
) {
  const before = await lockChannel(tx, who, id)
  if (before.rowVersion !== rowVersion)
    await refuseStale(tx, who, { type: 'channel', id }, channelsText.stale)
  const facts = withoutUnused(given)
  await assertReferencesExist(tx, who, facts, before)
  const { customerIds, ...kept } = facts
  const after = await tx
    .updateTable('channels')
    .set({
      ...kept,
      searchLine: foundBy({ ...before, ...kept }),
      rowVersion: rowVersion + 1,
      updatedAt: sql<string>`business_now()`,
    })
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .returningAll()
    .returning(cutoff)
    .executeTakeFirstOrThrow()
  await tx
    .deleteFrom('channelCustomers')
    .where('tenantId', '=', who.tenantId)
    .where('channelId', '=', id)
    .execute()
  await openTo(tx, who, id, customerIds)
  const sorted = customerIds.toSorted((a, b) => a - b)
  await writeAudit(tx, who, [
    {
      action: 'edit',
      type: 'channel',
      id,
      no: before.channelCode,
      ...changed(factsIn(before), factsIn({ ...after, customerIds: sorted })),
    },
  ])
  await publishEvents(tx, who, [{ kind: 'channel.edited', type: 'channel', id }])
  await copyToSatellites(tx, who)
  return { rowVersion: rowVersion + 1 }
}

/** The row without the database's internal columns. */
function factsIn<R extends Row>(row: R): Record<string, unknown> {
  const { tenantId, id, channelCode, searchLine, isEnabled, createdAt, updatedAt, rowVersion, ...facts } = row
  return facts
}
type Row = Record<
  'tenantId' | 'id' | 'channelCode' | 'searchLine' | 'isEnabled' | 'createdAt' | 'updatedAt' | 'rowVersion',
  unknown
>
