import { sql } from 'kysely'
import { changed, writeChanges } from '../../platform/audit/server/audit.ts'
import type { Who } from '../../platform/calls/who.ts'
import type { Db, Tx } from '../../platform/database/server/db.ts'
import { searchLine } from '../../platform/database/server/pinyin.ts'
import type { GoodLine, ImportKind, Judged } from '../../platform/imports/server/check-spreadsheet.ts'
import type { Text } from '../../platform/text/text.ts'
import { copyToSatellites } from '../../warehouse/server/satellites.ts'
import { type CustomerLine, customerImport } from '../import-form.ts'
import { customersText } from '../text.ts'
import { factNames, moveLogins } from './customers.ts'

/** Customers from a spreadsheet: new codes create customers, existing ones get the values of their row. */
export const customersFromSheet: ImportKind<CustomerLine> = {
  form: customerImport,

  async judge(db, who, lines) {
    const groups = await groupsBy(db, who)
    const known = await knownCodes(
      db,
      who,
      lines.map(({ value }) => value.customerCode),
    )
    return new Map(
      lines.map(({ rowNo, value }): [number, Judged] => {
        const now = known.get(value.customerCode.toLowerCase())
        const group = value.groupCode ? groups.get(value.groupCode.toLowerCase()) : undefined
        const wrong = (message: Text): [number, Judged] => [
          rowNo,
          { problems: [{ column: 'groupCode', message }] },
        ]
        if (value.groupCode && !group) return wrong(customersText.groupNotFound)
        if (group && !group.isEnabled && now?.groupId !== group.id) return wrong(customersText.groupOff)
        return [rowNo, { verdict: now ? 'update' : 'new' }]
      }),
    )
  },

  async write(tx, who, lines) {
    const groups = await groupsBy(tx, who)
    const before = await factsOf(tx, who, lines)
    const known = new Map([...before.values()].map((item) => [item.customerCode.toLowerCase(), item]))
    const rows = lines.map(({ rowNo, value: { groupCode, ...value } }) => ({
      rowNo,
      ...value,
      groupId: groupCode ? (groups.get(groupCode.toLowerCase())?.id ?? null) : null,
      searchLine: searchLine(
        value.customerCode,
        value.customerName,
        // A mnemonic that the spreadsheet leaves out stays.
        value.mnemonic ?? known.get(value.customerCode.toLowerCase())?.mnemonic,
      ),
    }))
    const { rows: made } = await sql<{ rowNo: number; id: number }>`
      with given as (
        select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (
          "rowNo" int, "customerCode" text, "customerName" text, mnemonic text, "groupId" bigint, contact text, phone text,
          email text, "countryCode" text, address text, remark text, "searchLine" text)
      ), put as (
        insert into customers as c (tenant_id, customer_code, customer_name, mnemonic, group_id, contact, phone, email, country_code,
          address, remark, search_line)
        select ${who.tenantId}, "customerCode", "customerName", mnemonic, "groupId", contact, phone, email, "countryCode", address,
          remark, "searchLine"
        from given order by lower("customerCode")
        on conflict (tenant_id, customer_key) do update set
          customer_name = excluded.customer_name, mnemonic = coalesce(excluded.mnemonic, c.mnemonic),
          group_id = coalesce(excluded.group_id, c.group_id), contact = coalesce(excluded.contact, c.contact),
          phone = coalesce(excluded.phone, c.phone), email = coalesce(excluded.email, c.email),
          country_code = coalesce(excluded.country_code, c.country_code), address = coalesce(excluded.address, c.address),
          remark = coalesce(excluded.remark, c.remark), search_line = excluded.search_line,
          row_version = c.row_version + 1, updated_at = business_now()
        returning id, customer_key
      )
      select g."rowNo" as row_no, put.id from put join given g on lower(g."customerCode") = put.customer_key`.execute(
      tx,
    )
    await copyToSatellites(tx, who)
    const ids = new Map(made.map(({ rowNo, id }) => [rowNo, id]))
    await writeDown(tx, who, lines, ids, before)
    return ids
  },
}

type Facts = Awaited<ReturnType<typeof factsOf>>

async function writeDown(
  tx: Tx,
  who: Who,
  lines: GoodLine<CustomerLine>[],
  ids: Map<number, number>,
  before: Facts,
) {
  const after = await factsOf(tx, who, lines)
  const written = lines.flatMap((line) => {
    const id = ids.get(line.rowNo)
    return id ? [{ ...line, id }] : []
  })
  await moveLogins(
    tx,
    who,
    [...before.values()].map((was) => ({ ...was, newEmail: after.get(was.id)?.email ?? null })),
  )
  await writeChanges(
    tx,
    who,
    written.map(({ id, value }) => {
      const [was, is] = [before.get(id), after.get(id)]
      const of = {
        event: 'customer.imported',
        type: 'customer',
        id,
        no: is?.customerCode ?? value.customerCode,
      }
      return was && is
        ? { action: 'edit', ...of, ...changed(was, is) }
        : { action: 'create', ...of, after: value }
    }),
  )
}

/** The current values of the customers in a spreadsheet, locked until they are written. */
async function factsOf(tx: Tx, who: Who, lines: readonly { value: CustomerLine }[]) {
  const codes = lines.map(({ value }) => value.customerCode.toLowerCase())
  const rows = await tx
    .selectFrom('customers')
    .select(['id', 'customerCode', 'accountId', ...factNames])
    .where('tenantId', '=', who.tenantId)
    .where(sql<boolean>`customer_key = any(${codes}::text[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  return new Map(rows.map((item) => [item.id, item]))
}

/** Groups by their codes. */
async function groupsBy(db: Db, who: Who) {
  const rows = await db
    .selectFrom('customerGroups')
    .select(['id', 'groupCode', 'isEnabled'])
    .where('tenantId', '=', who.tenantId)
    .execute()
  return new Map(rows.map((group) => [group.groupCode.toLowerCase(), group]))
}

async function knownCodes(db: Db, who: Who, codes: string[]) {
  const lowered = codes.map((code) => code.toLowerCase())
  const rows = await db
    .selectFrom('customers')
    .select(['customerCode', 'groupId'])
    .where('tenantId', '=', who.tenantId)
    .where(sql<boolean>`customer_key = any(${lowered}::text[])`)
    .execute()
  return new Map(rows.map((item) => [item.customerCode.toLowerCase(), item]))
}
