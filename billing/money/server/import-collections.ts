import { sql } from 'kysely'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db } from '../../../platform/database/server/db.ts'
import { valuesOf } from '../../../platform/database/server/rows.ts'
import type { ImportKind, Judged } from '../../../platform/imports/server/check-spreadsheet.ts'
import { fill, type Text } from '../../../platform/text/text.ts'
import { warehouseToday } from '../../../warehouse/server/today.ts'
import { type BankLine, collectionImport } from '../import-form.ts'
import { moneyText } from '../text.ts'
import { writeDrafts } from './collections.ts'

/** Bank lines from a spreadsheet. A reference that is recorded already is skipped, so that statements may overlap. */
export const collectionsFromSheet: ImportKind<BankLine> = {
  form: collectionImport,

  async judge(db, who, lines) {
    const values = lines.map(({ value }) => value)
    const [customers, recorded, day] = await Promise.all([
      customersOf(db, who, values),
      recordedOf(db, who, values),
      warehouseToday(db),
    ])
    return new Map(
      lines.map(({ rowNo, value }): [number, Judged] => {
        const wrong = (column: string, message: Text): [number, Judged] => [
          rowNo,
          { problems: [{ column, message }] },
        ]
        if (!customers.has(value.customerCode.toLowerCase()))
          return wrong('customerCode', moneyText.customerNotFound)
        if (value.paidOn > day) return wrong('paidOn', moneyText.later)
        const isThere = value.bankRefNo !== undefined && recorded.has(value.bankRefNo.toLowerCase())
        return [rowNo, { verdict: isThere ? 'skip' : 'new' }]
      }),
    )
  },

  /** Without a reference nothing tells two equal payments of a day from one that is recorded twice: that is for the user to say. */
  async warn(db, who, lines) {
    const { rows } = await sql<{ rowNo: number; no: string }>`
      select distinct on (g."rowNo") g."rowNo" as row_no, x.collection_no as no
      from jsonb_to_recordset(${JSON.stringify(
        lines.map(({ rowNo, value: { customerCode, bankRefNo, paidOn, amount } }) => ({
          ...{ rowNo, key: customerCode.toLowerCase(), hasRef: bankRefNo !== undefined, paidOn, amount },
        })),
      )}::jsonb) as g ("rowNo" int, key text, "hasRef" boolean, "paidOn" date, amount numeric)
      join customers c on c.tenant_id = ${who.tenantId} and c.customer_key = g.key
      join collections x on x.tenant_id = c.tenant_id and x.customer_id = c.id and x.paid_on = g."paidOn" and x.amount = g.amount
        and x.status <> 'reversed' and (x.bank_ref_key is null or not g."hasRef")
      order by g."rowNo", x.id`.execute(db)
    return new Map(
      rows.map(({ rowNo, no }) => [
        rowNo,
        { column: 'amount', message: fill(moneyText.sameIsThere, { no }) },
      ]),
    )
  },

  async write(tx, who, lines) {
    const customers = await customersOf(tx, who, valuesOf(lines, 'value'))
    const made = await writeDrafts(
      tx,
      who,
      lines.map(({ value: { customerCode, bankName, bankRefNo, remark, ...fields } }) => ({
        ...fields,
        customerId: customers.get(customerCode.toLowerCase()) ?? 0,
        bankName: bankName ?? null,
        bankRefNo: bankRefNo ?? null,
        remark: remark ?? null,
      })),
    )
    return new Map(lines.map(({ rowNo }, i) => [rowNo, made[i]?.id ?? 0]))
  },
}

async function customersOf(db: Db, who: Who, values: readonly BankLine[]) {
  const { rows } = await sql<{ key: string; id: number }>`
    select customer_key as key, id from customers where tenant_id = ${who.tenantId}
      and customer_key = any(${values.map(({ customerCode }) => customerCode.toLowerCase())}::text[])`.execute(
    db,
  )
  return new Map(rows.map(({ key, id }) => [key, id]))
}

async function recordedOf(db: Db, who: Who, values: readonly BankLine[]) {
  const { rows } = await sql<{ key: string }>`
    select bank_ref_key as key from collections where tenant_id = ${who.tenantId} and status <> 'reversed'
      and bank_ref_key = any(${values.flatMap(({ bankRefNo }) => bankRefNo?.toLowerCase() ?? [])}::text[])`.execute(
    db,
  )
  return new Set(rows.map(({ key }) => key))
}
