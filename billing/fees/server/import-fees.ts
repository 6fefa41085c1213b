import Big from 'big.js'
import { sql } from 'kysely'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db } from '../../../platform/database/server/db.ts'
import { itemAt } from '../../../platform/database/server/rows.ts'
import type { ImportKind, Judged } from '../../../platform/imports/server/check-spreadsheet.ts'
import { fill, type Text } from '../../../platform/text/text.ts'
import { needsSecondPerson } from '../../../staff/server/second-person.ts'
import { warehouseToday } from '../../../warehouse/server/today.ts'
import { type FeeLine, feeImport } from '../import-form.ts'
import { feeText } from '../text.ts'
import { addFees, type NewFee } from './add-fees.ts'
import { askForFees } from './ask-for-fees.ts'
import { documentsOf, purposeOf, recordFees, sameFees } from './fees.ts'

type Lines = readonly { rowNo: number; value: FeeLine }[]
type Checked = { rowNo: number } & ({ fee: NewFee } | { column: string; message: Text })

/** Manual fees from a spreadsheet. Those above the amount of the user's roles become requests, as if typed. */
export const feesFromSheet: ImportKind<FeeLine> = {
  form: feeImport,

  async judge(db, who, lines) {
    return new Map(
      (await checked(db, who, lines)).map(({ rowNo, ...line }): [number, Judged] => [
        rowNo,
        'fee' in line ? { verdict: 'new' } : { problems: [{ column: line.column, message: line.message }] },
      ]),
    )
  },

  async write(tx, who, lines) {
    const good = (await checked(tx, who, lines)).flatMap((line) =>
      'fee' in line ? [{ rowNo: line.rowNo, fee: line.fee }] : [],
    )
    const total = good.reduce((sum, { fee }) => sum.plus(new Big(fee.amount).abs()), new Big(0))
    const fees = good.map(({ fee }) => fee)
    if (await needsSecondPerson(tx, who, total)) {
      const pending = await askForFees(tx, who, fees)
      return new Map(good.map(({ rowNo }, i) => [rowNo, itemAt(pending, i).id]))
    }
    const written = await addFees(tx, who, fees)
    await recordFees(tx, who, fees, written)
    return new Map(good.map(({ rowNo }, i) => [rowNo, itemAt(written, i).id]))
  },
}

async function checked(db: Db, who: Who, lines: Lines): Promise<Checked[]> {
  const values = lines.map(({ value }) => value)
  const [customers, types, documentOf, day] = await Promise.all([
    sql<{ key: string; id: number }>`
      select customer_key as key, id from customers where tenant_id = ${who.tenantId}
        and customer_key = any(${values.map(({ customerCode }) => customerCode.toLowerCase())}::text[])`.execute(
      db,
    ),
    db
      .selectFrom('feeTypes')
      .select(['id', 'feeCode', 'orderType', 'isEnabled'])
      .where('tenantId', '=', who.tenantId)
      .execute(),
    documentsOf(
      db,
      who,
      values.flatMap(({ documentNo }) => documentNo || []),
    ),
    warehouseToday(db),
  ])
  const customerOf = new Map(customers.rows.map(({ key, id }) => [key, id]))
  const typeOf = new Map(types.map((type) => [type.feeCode.toUpperCase(), type]))
  const results = lines.map(({ rowNo, value }): Checked => {
    const wrong = (column: string, message: Text): Checked => ({ rowNo, column, message })
    const customerId = customerOf.get(value.customerCode.toLowerCase())
    if (customerId === undefined) return wrong('customerCode', feeText.customerNotFound)
    const type = typeOf.get(value.feeCode.toUpperCase())
    if (!type) return wrong('feeCode', feeText.typeNotFound)
    if (!type.isEnabled) return wrong('feeCode', fill(feeText.typeOff, { code: type.feeCode }))
    if (value.chargeDate > day) return wrong('chargeDate', feeText.later)
    const no = value.documentNo || undefined
    const document = no ? documentOf(customerId, no) : undefined
    if (no && !document) return wrong('documentNo', fill(feeText.documentNotFound, { no }))
    return {
      rowNo,
      fee: {
        customerId,
        feeTypeId: type.id,
        ...purposeOf(type.orderType, document),
        amount: new Big(value.amount).toFixed(2),
        chargeDate: value.chargeDate,
        remark: value.reason,
        isManual: true,
      },
    }
  })
  const sameOf = await sameFees(
    db,
    who,
    results.flatMap((result) => ('fee' in result ? result.fee : [])),
  )
  return results.map((result) => {
    const same = 'fee' in result ? sameOf(result.fee) : undefined
    return same === undefined || !('fee' in result)
      ? result
      : {
          rowNo: result.rowNo,
          column: 'documentNo',
          message: fill(feeText.alreadyBilled, { document: result.fee.sourceNo ?? '', no: same }),
        }
  })
}
