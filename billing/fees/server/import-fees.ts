import Big from 'big.js'
import { sql } from 'kysely'
import { refuse } from '../../../platform/calls/refusal.ts'
import { hasPermission, type Who } from '../../../platform/calls/who.ts'
import type { Db, Tx } from '../../../platform/database/server/db.ts'
import { itemAt, valuesOf } from '../../../platform/database/server/rows.ts'
import type { Complaint } from '../../../platform/imports/imports.ts'
import type { ImportKind, Judged } from '../../../platform/imports/server/check-spreadsheet.ts'
import { fill, type Text } from '../../../platform/text/text.ts'
import { needsSecondPerson } from '../../../staff/server/second-person.ts'
import { warehouseToday } from '../../../warehouse/server/today.ts'
import { refundable } from '../../pricing/refunds.ts'
import { refundFees } from '../contract.ts'
import { type FeeLine, feeImport } from '../import-form.ts'
import { feeText } from '../text.ts'
import { addFees, type HeldFee, lockFees, type NewFee, readFees } from './add-fees.ts'
import { askForFees } from './ask-for-fees.ts'
import {
  blockedPayers,
  documentsOf,
  feesBeside,
  purposeOf,
  recordFees,
  refundedAlone,
  refundFor,
  sameFees,
} from './fees.ts'

type Lines = readonly { rowNo: number; value: FeeLine }[]
/** A good row is a fee, or the refund of one that its document has already. */
type Checked = { rowNo: number } & ({ fee: NewFee; refunded?: HeldFee } | { column: string; message: Text })

/**
 * Manual fees from a spreadsheet. A negative row for what a document was billed already is a refund of it, as a carrier's later credit is.
 * Those above the amount of the user's roles become requests, as if typed.
 */
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

  async warn(db, who, lines) {
    return new Map(
      (await checked(db, who, lines)).flatMap((line): [number, Complaint][] => {
        if (!('fee' in line) || !line.refunded) return []
        const { feeNo: no, amount, refunds } = line.refunded
        const left = refundable(amount, refunds)
        return [[line.rowNo, { column: 'amount', message: fill(feeText.refundsFee, { no, amount, left }) }]]
      }),
    )
  },

  async write(tx, who, lines) {
    const { good, beside } = await checkedUnderLocks(tx, who, lines)
    const fees = good.map(({ fee }) => fee)
    const total = fees
      .reduce((sum, { amount }) => sum.plus(new Big(amount).abs()), new Big(0))
      .plus(new Big(await refundedAlone(tx, who, beside)).abs())
    const notes = notesOn(good)
    const madeOf = (ids: readonly { id: number }[]) =>
      new Map(good.map(({ rowNo }, i) => [rowNo, itemAt(ids, i).id]))
    if (await needsSecondPerson(tx, who, total)) {
      const pending = await askForFees(tx, who, fees)
      return {
        made: madeOf(pending),
        left: [],
        numbers: valuesOf(pending, 'requestNo'),
        notes: [...notes, fill(feeText.requestsSent, { count: pending.length })],
      }
    }
    const written = await addFees(tx, who, fees)
    for (const isRefund of [false, true]) {
      const which = fees.flatMap(({ refundOf }, i) => ((refundOf != null) === isRefund ? i : []))
      const of = <T>(all: readonly T[]) => which.map((i) => itemAt(all, i))
      if (which.length > 0) await recordFees(tx, who, of(fees), of(written), isRefund ? 'refund' : 'create')
    }
    return { made: madeOf(written), left: [], numbers: valuesOf(written, 'feeNo'), notes }
  },
}

/** How many refunds are named in the result; the created numbers are listed beside it. */
const NAMED = 10

/** Which fees were refunded by how much. */
function notesOn(good: readonly { fee: NewFee; refunded?: HeldFee }[]): Text[] {
  const all = good.flatMap(({ refunded, fee }) => (refunded ? `${refunded.feeNo} (${fee.amount})` : []))
  const nos = [...all.slice(0, NAMED), ...(all.length > NAMED ? ['…'] : [])].join(', ')
  return all.length > 0 ? [fill(feeText.refundedCount, { count: all.length, nos })] : []
}

/**
 * The rows checked again with the fees they refund locked, and those beside them: of two refunds at once the second sees what the first one
 * left. What has changed since the check stops the import as a whole.
 */
async function checkedUnderLocks(tx: Tx, who: Who, lines: Lines) {
  const before = await checked(tx, who, lines)
  const refunded = before.flatMap((line) => ('fee' in line && line.refunded ? line.refunded.id : []))
  const beside = await feesBeside(tx, who, refunded)
  await lockFees(tx, who, { ids: beside })
  const now = refunded.length > 0 ? await checked(tx, who, lines) : before
  const good = now.map((line) => ('fee' in line ? line : refuse(line.message)))
  return { good, beside }
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
  const results = lines.map(({ rowNo, value }): Checked & { typeOff?: Text } => {
    const wrong = (column: string, message: Text): Checked => ({ rowNo, column, message })
    const customerId = customerOf.get(value.customerCode.toLowerCase())
    if (customerId === undefined) return wrong('customerCode', feeText.customerNotFound)
    const type = typeOf.get(value.feeCode.toUpperCase())
    if (!type) return wrong('feeCode', feeText.typeNotFound)
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
      ...(!type.isEnabled && { typeOff: fill(feeText.typeOff, { code: type.feeCode }) }),
    }
  })
  const fees = results.flatMap((result) => ('fee' in result ? result.fee : []))
  const sameOf = await sameFees(db, who, fees)
  const [billed, blocked] = await Promise.all([
    readFees(
      db,
      who,
      fees.flatMap((fee) => (isCredit(fee) ? (sameOf(fee)?.id ?? []) : [])),
    ),
    blockedPayers(db, who, valuesOf(fees, 'customerId')),
  ])
  const billedOf = new Map(billed.map((fee) => [fee.id, fee]))
  return results.map((result): Checked => {
    if (!('fee' in result)) return result
    const { typeOff, ...line } = result
    const { rowNo, fee } = line
    const wrong = (column: string, message: Text): Checked => ({ rowNo, column, message })
    const same = sameOf(fee)
    const refunded = same && billedOf.get(same.id)
    if (refunded) {
      const { feeNo: no, chargeDate } = refunded
      if (!hasPermission(who.permissions, refundFees.permission))
        return wrong('amount', fill(feeText.mayNotRefund, { no }))
      if (fee.chargeDate < chargeDate)
        return wrong('chargeDate', fill(feeText.beforeFee, { no, day: chargeDate }))
      const problem = blocked.get(fee.customerId)
      if (problem) return wrong('customerCode', problem)
      const terms = { chargeDate: fee.chargeDate, reason: fee.remark ?? '' }
      const refund = refundFor(refunded, fee.amount.slice(1), terms)
      return 'fee' in refund ? { rowNo, fee: refund.fee, refunded } : wrong('amount', refund.problem)
    }
    if (typeOff) return wrong('feeCode', typeOff)
    if (!same) return line
    return wrong('documentNo', fill(feeText.alreadyBilled, { document: fee.sourceNo ?? '', no: same.feeNo }))
  })
}

const isCredit = ({ amount }: Pick<NewFee, 'amount'>) => amount.startsWith('-')
