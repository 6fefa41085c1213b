import { sql } from 'kysely'
import { publishEvents, writeAudit } from '../../platform/audit/server/audit.ts'
import type { InputOf, OutputOf } from '../../platform/calls/call.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import type { Visitor, Who } from '../../platform/calls/who.ts'
import type { Db, PublicDb, Tx } from '../../platform/database/server/db.ts'
import { databaseZones } from '../../platform/text/time-zones.ts'
import { WARNING_DAYS } from '../rules.ts'
import { warehouseText } from '../text.ts'
import type { queryLogo, switchTime, topInfo } from '../top-contract.ts'
import { unitsOf } from '../units.ts'

type Contacts = OutputOf<typeof topInfo>['contacts']

/** Days are counted in the warehouse's time zone: the last day is a calendar day there. */
const daysLeft = sql<number | null>`case when t.expires_at is not null then greatest(0,
  ((t.expires_at + t.bonus_days * interval '1 day') at time zone w.time_zone)::date
  - (business_now() at time zone w.time_zone)::date) end`

export const top =
  (contacts: Contacts) =>
  async (db: Db, who: Who): Promise<OutputOf<typeof topInfo>> => {
    const row = await db
      .selectFrom('warehouses as w')
      .innerJoin('tenants as t', 't.id', 'w.tenantId')
      .leftJoin('installation as i', (on) => on.onTrue())
      .select(['w.warehouseCode', 'w.warehouseName', 'w.timeZone', 'w.currencyCode', 'w.unit', 'w.initStep'])
      .select(['w.omsDomainName', 't.systemVersion', daysLeft.as('expireDays')])
      .select(['i.contactPhone', 'i.contactEmail', 'i.contactChat'])
      .where('w.tenantId', '=', who.tenantId)
      .executeTakeFirstOrThrow(notFound(warehouseText.noWarehouse))
    const { contactPhone, contactEmail, contactChat, ...shown } = row
    return {
      ...shown,
      unitDict: 'metricUnit',
      showRenewalWarning: row.expireDays !== null && row.expireDays <= WARNING_DAYS,
      isExpired: who.isExpired,
      ...(Object.keys(databaseZones()).length > 0 && { databaseZones: databaseZones() }),
      contacts: {
        phone: contactPhone ?? contacts.phone,
        email: contactEmail ?? contacts.email,
        chat: contactChat ?? contacts.chat,
      },
    }
  }

/** The origin of an export: the warehouse's code and local time, and the units of its headers. */
export async function exportPlace(db: Db, who: Who) {
  const { unit, ...row } = await db
    .selectFrom('warehouses')
    .select(['warehouseCode', 'unit'])
    .select(sql<string>`to_char(business_now() at time zone time_zone, 'YYYYMMDD_HH24MI')`.as('minute'))
    .where('tenantId', '=', who.tenantId)
    .executeTakeFirstOrThrow()
  return { ...row, units: unitsOf(unit) }
}

export async function switchZone(tx: Tx, who: Who, { timeZone }: InputOf<typeof switchTime>) {
  const before = await tx
    .selectFrom('accounts')
    .select('zoneCode')
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', who.accountId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  await tx
    .updateTable('accounts')
    .set({ zoneCode: timeZone })
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', who.accountId)
    .execute()
  const after = { zoneCode: timeZone }
  await writeAudit(tx, who, [
    { action: 'switch_zone', type: 'account', id: who.accountId, no: who.loginAccount, before, after },
  ])
  await publishEvents(tx, who, [{ kind: 'account.zone_switched', type: 'account', id: who.accountId }])
  return after
}

const defaults = { companyLogo: '/logos/company.svg', wmsLogo: '/logos/wms.svg', omsLogo: '/logos/oms.svg' }

export async function logos(publicDb: PublicDb, _: Visitor, { name }: InputOf<typeof queryLogo>) {
  const { rows } = await sql<Record<keyof typeof defaults, string | null>>`
    select company_logo, wms_logo, oms_logo from logos_of(${(name ?? '').toLowerCase()})`.execute(publicDb)
  const [own] = rows
  return {
    companyLogo: own?.companyLogo ?? defaults.companyLogo,
    wmsLogo: own?.wmsLogo ?? defaults.wmsLogo,
    omsLogo: own?.omsLogo ?? defaults.omsLogo,
  }
}
