import { sql } from 'kysely'
import { platformText } from '../../carriers/platform-text.ts'
import { publishEvents, writeAudit } from '../../platform/audit/server/audit.ts'
import type { BulkResult, InputOf } from '../../platform/calls/call.ts'
import type { Who } from '../../platform/calls/who.ts'
import type { Tx } from '../../platform/database/server/db.ts'
import { idsOf, sameTenant } from '../../platform/database/server/rows.ts'
import { bulkResultOf } from '../../platform/lists/server/bulk-result.ts'
import { switchRows } from '../../platform/lists/server/switchable.ts'
import { say, type Text } from '../../platform/text/text.ts'
import { openOrdersOf } from '../../warehouse/server/open-orders.ts'
import { copyToSatellites } from '../../warehouse/server/satellites.ts'
import type * as calls from '../contract.ts'
import type { copyChannels } from '../contract.ts'
import { copyCode } from '../rules.ts'
import { channelsText } from '../text.ts'
import { zoneText } from '../zones/text.ts'
import { foundBy } from './channels.ts'

/**
 * New orders cannot choose a disabled channel. A channel can be enabled again only with an enabled account
 * and zones.
 */
export async function switchChannels(tx: Tx, who: Who, input: InputOf<typeof calls.switchChannels>) {
  const rows = await tx
    .selectFrom('channels as c')
    .leftJoin('carrierAccounts as a', sameTenant('a.id', 'c.carrierAccountId'))
    .leftJoin('platforms as p', sameTenant('p.id', 'a.platformId'))
    .select(['c.id', 'c.channelCode as no', 'c.isEnabled', 'c.zoneSchemaId'])
    .select(['a.isEnabled as accountIsOn', 'p.isEnabled as platformIsOn'])
    .where('c.tenantId', '=', who.tenantId)
    .where('c.id', '=', sql<number>`any(${input.ids}::bigint[])`)
    .orderBy('c.id')
    .forUpdate('c')
    .execute()
  const withOrders =
    input.isEnabled || input.despiteOrders
      ? new Map<number, Text>()
      : await openOrdersOf(tx, who, 'channel', input.ids)
  const zonesOff = input.isEnabled ? await disabledZones(tx, who, rows) : []
  const reasonOf = (item: (typeof rows)[number]) => {
    if (!input.isEnabled) return withOrders.get(item.id)
    if (item.accountIsOn === false) return channelsText.accountOff
    if (item.platformIsOn === false) return platformText.isDisabled
    return item.zoneSchemaId !== null && zonesOff.includes(item.zoneSchemaId) ? zoneText.off : undefined
  }
  const against = new Map(rows.map((row) => [row.id, reasonOf(row)]))
  await copyToSatellites(tx, who)
  const kind = { table: 'channels', type: 'channel', notFound: channelsText.notFound } as const
  return switchRows(tx, who, input, kind, rows, against)
}

/** The disabled zone schemas that channels use; all are locked, so that none is disabled meanwhile. */
async function disabledZones(tx: Tx, who: Who, channels: { zoneSchemaId: number | null }[]) {
  const schemas = await tx
    .selectFrom('zoneSchemas')
    .select(['id', 'isEnabled'])
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', sql<number>`any(${channels.map(({ zoneSchemaId }) => zoneSchemaId)}::bigint[])`)
    .orderBy('id')
    .forShare()
    .execute()
  return idsOf(schemas.filter(({ isEnabled }) => !isEnabled))
}

const MAX_NAME_LENGTH = 100

const copyName = (name: string, language: 'zh_CN' | 'en_US') =>
  say(channelsText.copyName, language, { name: [...name].slice(0, MAX_NAME_LENGTH - 10).join('') })

export async function copy(tx: Tx, who: Who, { ids }: InputOf<typeof copyChannels>): Promise<BulkResult> {
  const all = await tx
    .selectFrom('channels')
    .select(['id', 'channelCode', 'nameZh', 'nameEn', 'carrier'])
    .where('tenantId', '=', who.tenantId)
    .orderBy('id')
    .execute()
  const taken = new Set(all.map(({ channelCode }) => channelCode.toLowerCase()))
  const copies = all
    .filter(({ id }) => ids.includes(id))
    .flatMap((item) => {
      const channelCode = copyCode(item.channelCode, taken)
      if (!channelCode) return []
      taken.add(channelCode.toLowerCase())
      const named = {
        channelCode,
        nameZh: copyName(item.nameZh, 'zh_CN'),
        nameEn: copyName(item.nameEn, 'en_US'),
        carrier: item.carrier,
      }
      return [{ ...named, of: item.id, ofCode: item.channelCode, searchLine: foundBy(named) }]
    })
  const made = await insertCopies(tx, who, copies)
  await writeAudit(
    tx,
    who,
    copies.map(({ of, ofCode, channelCode }) => ({
      action: 'copy',
      type: 'channel',
      id: made.get(of) ?? of,
      no: channelCode,
      before: { channelCode: ofCode },
      after: { channelCode },
    })),
  )
  await publishEvents(
    tx,
    who,
    [...made.values()].map((id) => ({ kind: 'channel.created', type: 'channel', id })),
  )
  await copyToSatellites(tx, who)
  const known = new Map(all.map(({ id, channelCode: no }) => [id, no]))
  const reasons = new Map(all.map(({ id }) => [id, made.has(id) ? undefined : channelsText.noFreeCode]))
  return bulkResultOf(who, ids, { known, reasons, notFound: channelsText.notFound })
}

type Copy = { of: number; channelCode: string; nameZh: string; nameEn: string; searchLine: string }

/** The copies and their customers; returns each copy's id by its original's. */
async function insertCopies(tx: Tx, who: Who, copies: Copy[]): Promise<Map<number, number>> {
  const { rows } = await sql<{ of: number; id: number }>`
    with wanted as (
      select * from jsonb_to_recordset(${JSON.stringify(copies)}::jsonb) as w (
        "of" bigint, "channelCode" text, "nameZh" text, "nameEn" text, "searchLine" text)
    ), made as (
      insert into channels (tenant_id, channel_code, name_zh, name_en, search_line, carrier, service_code, label_source,
        billing_method, zone_schema_id, label_format, carrier_account_id, watermark_template_id, dim_divisor, dim_trigger_volume, dim_rounding,
        weight_step, weight_basis, max_weight, max_longest, max_girth_sum, countries, need_phone, need_email, address_len,
        support_signature, support_insurance, cutoff_time, tracking_pattern, void_days, customer_scope, is_enabled)
      select c.tenant_id, w."channelCode", w."nameZh", w."nameEn", w."searchLine", c.carrier, c.service_code, c.label_source,
        c.billing_method, c.zone_schema_id, c.label_format, c.carrier_account_id, c.watermark_template_id, c.dim_divisor, c.dim_trigger_volume,
        c.dim_rounding, c.weight_step, c.weight_basis, c.max_weight, c.max_longest, c.max_girth_sum, c.countries, c.need_phone,
        c.need_email, c.address_len, c.support_signature, c.support_insurance, c.cutoff_time, c.tracking_pattern, c.void_days,
        c.customer_scope, false
      from wanted w join channels c on c.tenant_id = ${who.tenantId} and c.id = w."of"
      order by w."channelCode"
      returning id, channel_code
    )
    select w."of", made.id from made join wanted w on w."channelCode" = made.channel_code`.execute(tx)
  await sql`
    insert into channel_customers (tenant_id, channel_id, customer_id)
    select m.tenant_id, t.copy, m.customer_id
    from unnest(${rows.map(({ of }) => of)}::bigint[], ${idsOf(rows)}::bigint[]) as t (original, copy)
    join channel_customers m on m.tenant_id = ${who.tenantId} and m.channel_id = t.original
    order by t.copy, m.customer_id
    returning customer_id`.execute(tx)
  return new Map(rows.map(({ of, id }) => [of, id]))
}
