import { sql } from 'kysely'
import { changed, publishEvents, writeAudit } from '../../platform/audit/server/audit.ts'
import { setEnabled } from '../../platform/lists/server/switchable.ts'
import type { SatelliteCopy } from '../../warehouse/server/satellites.ts'
import { customerKind, moveLogins, switchLogins } from './customers.ts'

const names = [
  'customerName',
  'mnemonic',
  'contact',
  'phone',
  'email',
  'countryCode',
  'address',
  'searchLine',
] as const

type Facts = Record<(typeof names)[number], string | null>
type Row = Facts & { customerCode: string; isEnabled: boolean }

/** A customer's details and whether it is enabled; accounts, groups and money belong to each warehouse. */
export const customersToSatellites: SatelliteCopy<Row> = {
  read: (db, { tenantId }) =>
    db
      .selectFrom('customers')
      .select(['customerCode', 'isEnabled', ...names])
      .where('tenantId', '=', tenantId)
      .orderBy('id')
      .execute(),

  async write(tx, satellite, rows) {
    const own = await tx
      .selectFrom('customers')
      .select(['id', 'customerCode', 'accountId', 'isEnabled', ...names])
      .where('tenantId', '=', satellite.tenantId)
      .orderBy('id')
      .forUpdate()
      .execute()
    const known = new Map(own.map((item) => [item.customerCode.toLowerCase(), item]))
    const given = rows.map((row) => ({ row, before: known.get(row.customerCode.toLowerCase()) }))
    const fresh = given.filter(({ before }) => !before).map(({ row }) => row)
    const other = given.flatMap(({ row: { customerCode: _, isEnabled: __, ...facts }, before }) => {
      const change = before && changed<Facts>(factsOf(before), facts)
      return change && Object.keys(change.after).length > 0 ? [{ before, facts, change }] : []
    })

    const { rows: made } = await sql<{ id: number; customerCode: string }>`
      insert into customers (tenant_id, customer_code, customer_name, mnemonic, contact, phone, email, country_code, address,
        search_line, is_enabled)
      select ${satellite.tenantId}, "customerCode", "customerName", mnemonic, contact, phone, email, "countryCode", address,
        "searchLine", "isEnabled"
      from jsonb_to_recordset(${JSON.stringify(fresh)}::jsonb) as g (
        "customerCode" text, "customerName" text, mnemonic text, contact text, phone text, email text, "countryCode" text,
        address text, "searchLine" text, "isEnabled" boolean)
      returning id, customer_code`.execute(tx)
    await sql`
      update customers c set customer_name = g."customerName", mnemonic = g.mnemonic, contact = g.contact, phone = g.phone,
        email = g.email, country_code = g."countryCode", address = g.address, search_line = g."searchLine",
        row_version = c.row_version + 1, updated_at = business_now()
      from jsonb_to_recordset(${JSON.stringify(other.map(({ before, facts }) => ({ id: before.id, ...facts })))}::jsonb) as g (
        id bigint, "customerName" text, mnemonic text, contact text, phone text, email text, "countryCode" text, address text,
        "searchLine" text)
      where c.tenant_id = ${satellite.tenantId} and c.id = g.id`.execute(tx)

    await moveLogins(
      tx,
      satellite,
      other.map(({ before, facts }) => ({ ...before, newEmail: facts.email })),
    )

    const created = new Map(fresh.map((row) => [row.customerCode, row]))
    await writeAudit(tx, satellite, [
      ...made.map(({ id, customerCode }) => {
        const { searchLine: _, ...after } = created.get(customerCode) ?? { customerCode, searchLine: '' }
        return { action: 'create', type: 'customer', id, no: customerCode, after }
      }),
      ...other.map(({ before: { id, customerCode }, change }) => ({
        action: 'edit',
        type: 'customer',
        id,
        no: customerCode,
        before: withoutLine(change.before),
        after: withoutLine(change.after),
      })),
    ])
    await publishEvents(tx, satellite, [
      ...made.map(({ id }) => ({ kind: 'customer.created', type: 'customer', id })),
      ...other.map(({ before: { id } }) => ({ kind: 'customer.edited', type: 'customer', id })),
    ])
    for (const isEnabled of [true, false]) {
      const eligible = given.flatMap(({ row, before }) =>
        before && row.isEnabled === isEnabled && before.isEnabled !== isEnabled ? [before] : [],
      )
      await switchLogins(tx, satellite, eligible, isEnabled)
      const switched = eligible.map(({ id, customerCode: no }) => ({ id, no }))
      await setEnabled(tx, satellite, customerKind, switched, isEnabled)
    }
  },
}

const factsOf = (row: Facts): Facts => ({
  customerName: row.customerName,
  mnemonic: row.mnemonic,
  contact: row.contact,
  phone: row.phone,
  email: row.email,
  countryCode: row.countryCode,
  address: row.address,
  searchLine: row.searchLine,
})

/** The search text follows from their names and is not a change. */
const withoutLine = ({ searchLine: _, ...shown }: Record<string, unknown>) => shown
