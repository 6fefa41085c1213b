import Big from 'big.js'
import { sql } from 'kysely'
import {
  changed,
  publishEvents,
  refuseStale,
  writeAudit,
  writeChanges,
} from '../../../platform/audit/server/audit.ts'
import type { BulkResult, InputOf, OutputOf } from '../../../platform/calls/call.ts'
import { refuse, refuseField } from '../../../platform/calls/refusal.ts'
import type { Who } from '../../../platform/calls/who.ts'
import { type Db, drawNumbers, type Tx } from '../../../platform/database/server/db.ts'
import { idsOf, itemAt, only, valueFor, valuesOf } from '../../../platform/database/server/rows.ts'
import type { Files } from '../../../platform/files/server/files.ts'
import { bulkResultsBy } from '../../../platform/lists/server/bulk-result.ts'
import { fill } from '../../../platform/text/text.ts'
import {
  applyPayments,
  lockBillsOf,
  lockPlanOf,
  type OpenShare,
  payersOfBills,
  planPayments,
  promisedToBills,
  releasePayments,
  sharesAmong,
} from '../../bills/server/pay.ts'
import { sumOf } from '../../pricing/amounts.ts'
import type * as calls from '../contract.ts'
import type { Shown } from '../contract.ts'
import { collectionStates } from '../states.ts'
import { moneyText } from '../text.ts'
import { blockedReasons } from './blocked.ts'
import { isTwin } from './find-collections.ts'
import { holdMoney, releaseHolds } from './holds.ts'
import { lockAccounts, type MoneyLine, postMoney } from './ledger.ts'
import { type Locked, lockCollections, lockOne, notDraft } from './lock-collections.ts'
import { attachFiles, type Small } from './proofs.ts'

type Fields = Omit<InputOf<typeof calls.createCollection>, 'fileIds' | 'billIds'>

/** Refuses a customer who does not exist and a day that has not come yet in the warehouse. */
async function assertRecordable(
  tx: Tx,
  who: Who,
  { customerId, paidOn }: Pick<Fields, 'customerId' | 'paidOn'>,
) {
  const { rows } = await sql<{ isThere: boolean; isLater: boolean }>`
    select exists (select 1 from customers where tenant_id = ${who.tenantId} and id = ${customerId}) as is_there,
      ${paidOn}::date > warehouse_today() as is_later`.execute(tx)
  const { isThere, isLater } = only(rows)
  if (!isThere) refuseField('customerId', moneyText.customerNotFound)
  if (isLater) refuseField('paidOn', moneyText.later)
}

/** Writes drafts with their numbers, audit rows and events; also for an import. */
export async function writeDrafts(tx: Tx, who: Who, drafts: readonly Fields[]) {
  const numbers = await drawNumbers(tx, 'CP', drafts.length)
  const { rows } = await sql<{ id: number; collectionNo: string }>`
    insert into collections (tenant_id, collection_no, customer_id, purpose, amount, pay_method, bank_name, bank_ref_no, paid_on, remark,
      created_by)
    select ${who.tenantId}, g."collectionNo", g."customerId", g.purpose::transaction_business_type, g.amount, g."payMethod"::pay_method,
      g."bankName", g."bankRefNo", g."paidOn", g.remark, ${who.accountId}
    from jsonb_to_recordset(${JSON.stringify(drafts.map((draft, i) => ({ collectionNo: numbers[i], ...draft })))}::jsonb) as g (
      "collectionNo" text, "customerId" bigint, purpose text, amount numeric, "payMethod" text, "bankName" text, "bankRefNo" text,
      "paidOn" date, remark text)
    returning id, collection_no`.execute(tx)
  const idOf = new Map(rows.map(({ id, collectionNo }) => [collectionNo, id]))
  const made = drafts.map((draft, i) => {
    const collectionNo = itemAt(numbers, i)
    return { id: valueFor(idOf, collectionNo), collectionNo, draft }
  })
  await writeChanges(
    tx,
    who,
    made.map(({ id, collectionNo: no, draft }) => ({
      action: 'create',
      event: 'collection.created',
      type: 'collection',
      id,
      no,
      after: { ...draft },
    })),
  )
  return made
}

/** A draft without its proof. */
export async function recordCollection(
  tx: Tx,
  who: Who,
  { billIds, ...fields }: Omit<InputOf<typeof calls.createCollection>, 'fileIds'>,
) {
  await assertRecordable(tx, who, fields)
  const { id, collectionNo } = only(await writeDrafts(tx, who, [fields]))
  await planPayments(tx, who, { ...fields, id, collectionNo, status: 'draft' }, billIds)
  return { id, collectionNo }
}

export const createCollection =
  (files: Pick<Files, 'keep'>) =>
  async (tx: Tx, who: Who, { fileIds, ...draft }: InputOf<typeof calls.createCollection>, small: Small) => {
    const made = await recordCollection(tx, who, draft)
    await attachFiles(files, tx, who, made, fileIds, small)
    return made
  }

export async function editCollection(
  tx: Tx,
  who: Who,
  { id, rowVersion, billIds, ...fields }: InputOf<typeof calls.editCollection>,
) {
  const row = await lockOne(tx, who, id)
  const problem = notDraft(row)
  if (problem) refuse(problem)
  if (row.rowVersion !== rowVersion) await refuseStale(tx, who, { type: 'collection', id }, moneyText.stale)
  await assertRecordable(tx, who, fields)
  await lockPlanOf(tx, who, id, billIds)
  // A payment for bills belongs to their customer.
  await sql`delete from bill_payments where tenant_id = ${who.tenantId} and collection_id = ${id}`.execute(tx)
  const before = await tx
    .selectFrom('collections')
    .select(['customerId', 'purpose', 'amount', 'payMethod', 'bankName', 'bankRefNo', 'paidOn', 'remark'])
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const after = { ...fields, amount: new Big(fields.amount).toFixed(2) }
  await tx
    .updateTable('collections')
    .set({ ...after, rowVersion: rowVersion + 1 })
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .execute()
  await writeAudit(tx, who, [
    {
      action: 'edit',
      type: 'collection',
      id,
      no: row.collectionNo,
      ...changed<object & Record<string, unknown>>(before, after),
    },
  ])
  await planPayments(tx, who, { ...row, ...fields }, billIds)
  await publishEvents(tx, who, [{ kind: 'collection.edited', type: 'collection', id }])
  return { rowVersion: rowVersion + 1 }
}

export async function deleteCollections(
  tx: Tx,
  who: Who,
  { ids }: InputOf<typeof calls.deleteCollections>,
): Promise<BulkResult> {
  const rows = await lockCollections(tx, who, ids)
  const reasons = new Map(rows.map((row) => [row.id, notDraft(row)]))
  const drafts = rows.filter(({ id }) => !reasons.get(id))
  await publishEvents(
    tx,
    who,
    drafts.map(({ id }) => ({ kind: 'collection.deleted', type: 'collection', id })),
  )
  const gone = idsOf(drafts)
  await sql`delete from bill_payments where tenant_id = ${who.tenantId} and collection_id = any(${gone}::bigint[])`.execute(
    tx,
  )
  await sql`delete from collection_attachments where tenant_id = ${who.tenantId} and collection_id = any(${gone}::bigint[])`.execute(
    tx,
  )
  await sql`delete from collections where tenant_id = ${who.tenantId} and id = any(${gone}::bigint[])`.execute(
    tx,
  )
  await writeAudit(
    tx,
    who,
    drafts.map(({ id, collectionNo: no, amount, purpose }) => ({
      action: 'delete',
      type: 'collection',
      id,
      no,
      before: { amount, purpose },
    })),
  )
  return resultOf(who, ids, rows, reasons)
}

const resultOf = bulkResultsBy('collectionNo', moneyText.notFound)

/** What confirming these drafts would do to the balances, customer by customer, and to the bills they are for. */
export async function previewCollections(
  db: Db,
  who: Who,
  { ids }: InputOf<typeof calls.previewCollections>,
): Promise<OutputOf<typeof calls.previewCollections>> {
  const drafts = sql`x.tenant_id = ${who.tenantId} and x.id = any(${ids}::bigint[]) and x.status = 'draft'`
  type Preview = OutputOf<typeof calls.previewCollections>
  const [customers, twins, bare, shown, bills] = await Promise.all([
    sql<Omit<Preview['customers'][number], 'settled' | 'after'>>`
      select c.id as customer_id, c.customer_code, m.balance as before, sum(x.amount)::numeric(30, 2) as change
      from collections x
      join customers c on c.tenant_id = x.tenant_id and c.id = x.customer_id
      join customer_accounts m on m.tenant_id = x.tenant_id and m.customer_id = x.customer_id
      where ${drafts} group by c.id, c.customer_code, m.balance order by c.customer_code`.execute(db),
    sql<{ no: string }>`
      with drafts as materialized (select x.* from collections x where ${drafts})
      select y.collection_no as no from drafts y where exists (select 1 from collections x
        where x.tenant_id = ${who.tenantId} and x.id <> y.id
          and ${isTwin({ key: sql`y.bank_ref_key`, customerId: sql`y.customer_id`, paidOn: sql`y.paid_on`, amount: sql`y.amount` })})
      order by y.id limit 20`.execute(db),
    sql<{ no: string }>`
      select x.collection_no as no from collections x where ${drafts} and not exists (select 1 from collection_attachments t
        where t.tenant_id = x.tenant_id and t.collection_id = x.id) order by x.id limit 20`.execute(db),
    sql<
      Omit<Preview['shown'][number], 'bills'>
    >`select x.id, x.row_version from collections x where ${drafts} order by x.id`.execute(db),
    billsPaidBy(db, who, ids),
  ])
  const sharesOf = Map.groupBy(bills.shares, ({ collectionId }) => collectionId)
  const numbers = (proofs: typeof twins) => proofs.rows.map(({ no }) => no)
  return {
    customers: customers.rows.map((customer) => {
      const own = bills.paid.filter(
        ({ customerId, open }) => customerId === customer.customerId && open === '0.00',
      )
      const settled = sumOf(own.map(({ total }) => total))
      const after = new Big(customer.before).plus(customer.change).minus(settled)
      return { ...customer, settled: settled.toFixed(2), after: after.toFixed(2) }
    }),
    bills: bills.paid.map(({ billId, billNo, customerCode, amount, open }) => ({
      ...{ billId, billNo, customerCode, amount, open },
    })),
    twins: numbers(twins),
    withoutProof: numbers(bare),
    shown: shown.rows.map((draft) => ({ ...draft, bills: asShown(sharesOf.get(draft.id)) })),
  }
}

/** What drafts pay of the bills they are for, as confirming them would. */
async function billsPaidBy(db: Db, { tenantId }: Who, ids: readonly number[]) {
  const { rows: drafts } = await sql<{ id: number }>`
    select x.id from collections x where x.tenant_id = ${tenantId} and x.id = any(${ids}::bigint[]) and x.status = 'draft'`.execute(
    db,
  )
  const shares = await sharesAmong(db, { tenantId }, idsOf(drafts))
  const { rows } = await sql<{
    billId: number
    billNo: string
    total: string
    customerId: number
    customerCode: string
  }>`
    select b.id as bill_id, b.bill_no, b.total, b.customer_id, c.customer_code
    from bills b join customers c on c.tenant_id = b.tenant_id and c.id = b.customer_id
    where b.tenant_id = ${tenantId} and b.id = any(${shares.map(({ billId }) => billId)}::bigint[])
    order by c.customer_code, b.period_to, b.id`.execute(db)
  const paid = rows.map((bill) => {
    const own = shares.filter(({ billId }) => billId === bill.billId)
    return {
      ...bill,
      amount: sumOf(own.map(({ amount }) => amount)).toFixed(2),
      open: own[0]?.open ?? '0.00',
    }
  })
  return { paid, shares }
}

const asShown = (shares: readonly OpenShare[] = []): Shown['bills'] =>
  shares.map(({ billId, amount, open }) => ({ billId, amount, open }))

/**
 * Those of some collections that would not pay their bills as was shown. What one pays decides what the others of its customer pay, so that
 * they are left out together.
 */
async function paysOtherwise(tx: Tx, who: Who, rows: readonly Locked[], shown: readonly Shown[]) {
  const shares = Map.groupBy(await sharesAmong(tx, who, idsOf(rows)), ({ collectionId }) => collectionId)
  const before = new Map(shown.map(({ id, bills }) => [id, bills]))
  const textOf = (bills: Shown['bills'] = []) =>
    bills
      .map(({ billId, amount, open }) => `${billId} ${amount} ${open}`)
      .sort()
      .join()
  const payers = rows.filter(({ id }) => shares.has(id) || before.get(id)?.length)
  const wrong = new Set(
    payers
      .filter(({ id }) => textOf(before.get(id)) !== textOf(asShown(shares.get(id))))
      .map(({ customerId }) => customerId),
  )
  return payers.filter(({ customerId }) => wrong.has(customerId))
}

const lineOf = (
  { id, collectionNo, customerId }: Locked,
  amount: string,
  business: MoneyLine['business'],
): MoneyLine => ({
  sourceType: 'collection',
  sourceId: id,
  sourceNo: collectionNo,
  customerId,
  business,
  type: amount.startsWith('-') ? 'out' : 'in',
  amount: amount.replace('-', ''),
})

/**
 * Posts drafts to the balances. A refund needs that much free money in the account, after the drafts before it; the others are
 * left out with the reason. A deposit is held at once, and a payment for bills pays them: neither pays for a refund, nor does what was paid
 * before of bills that wait for the rest.
 */
export async function confirmCollections(
  tx: Tx,
  who: Who,
  { ids, shown }: InputOf<typeof calls.confirmCollections>,
): Promise<BulkResult> {
  const rows = await lockCollections(tx, who, ids)
  const versions = shown && new Map(shown.map(({ id, rowVersion }) => [id, rowVersion]))
  const changed = ({ id, rowVersion, collectionNo: no }: Locked) =>
    versions && versions.get(id) !== rowVersion ? fill(moneyText.changedSince, { no }) : undefined
  const reasons = new Map(rows.map((row) => [row.id, notDraft(row) ?? changed(row)]))
  await lockBillsOf(tx, who, ids)
  const accounts = await lockAccounts(tx, valuesOf(rows, 'customerId'))
  const blocked = await blockedReasons(tx, who, [...accounts.keys()])
  for (const { id, customerId } of rows) reasons.set(id, reasons.get(id) ?? blocked.get(customerId))
  if (shown) {
    const left = rows.filter(({ id }) => !reasons.get(id))
    for (const { id, collectionNo: no } of await paysOtherwise(tx, who, left, shown))
      reasons.set(id, fill(moneyText.billsChangedSince, { no }))
  }
  const forBills = await payersOfBills(tx, who, ids)
  const promised = await promisedToBills(tx, who, [...accounts.keys()])
  const free = new Map(
    [...accounts].map(([id, { balance, frozen }]) => [
      id,
      new Big(balance).minus(frozen).minus(promised.get(id) ?? 0),
    ]),
  )
  for (const row of rows.filter(({ id }) => !reasons.get(id))) {
    const left = free.get(row.customerId) ?? new Big(0)
    const after = left.plus(row.amount)
    if (row.purpose === 'refund' && after.lt(0)) {
      const there = left.lt(0) ? '0.00' : left.toFixed(2)
      reasons.set(row.id, fill(moneyText.notEnough, { no: row.collectionNo, left: there }))
    } else if (row.purpose !== 'deposit' && !forBills.has(row.id)) free.set(row.customerId, after)
  }
  const paid = rows.filter(({ id }) => !reasons.get(id))
  const { to } = collectionStates.actions.confirm
  await sql`
    update collections set status = ${to}, confirmed_by = ${who.accountId}, confirmed_at = business_now(), row_version = row_version + 1
    where tenant_id = ${who.tenantId} and id = any(${idsOf(paid)}::bigint[])`.execute(tx)
  await postMoney(
    tx,
    who,
    paid.map((row) => lineOf(row, row.amount, row.purpose === 'adjustment' ? 'adjustment' : 'collection')),
  )
  await applyPayments(tx, who, idsOf(paid))
  await holdMoney(
    tx,
    who,
    'deposit',
    paid
      .filter(({ purpose }) => purpose === 'deposit')
      .map(({ id, collectionNo, customerId, amount }) => ({
        sourceId: id,
        sourceNo: collectionNo,
        customerId,
        amount,
      })),
  )
  await writeChanges(
    tx,
    who,
    paid.map(({ id, collectionNo: no, status, amount }) => ({
      action: 'confirm_collection',
      event: 'collection.paid',
      type: 'collection',
      id,
      no,
      before: { collectionStatus: status },
      after: { collectionStatus: to, amount },
      payload: { amount },
    })),
  )
  return resultOf(who, ids, rows, reasons)
}

/** Makes a deposit available: it stays in the balance and is no longer held. A later reversal takes it out of what is available. */
export async function releaseDeposit(tx: Tx, who: Who, { id, reason }: InputOf<typeof calls.releaseDeposit>) {
  const row = await lockOne(tx, who, id)
  const no = row.collectionNo
  if (row.purpose !== 'deposit' || row.status !== 'paid') refuse(moneyText.notHeld, { no })
  const [held] = await releaseHolds(tx, who, 'deposit', [id], reason)
  if (!held) return refuse(moneyText.notHeld, { no })
  const { amount } = held
  const change = { action: 'release_deposit', type: 'collection', id, no, after: { amount }, reason }
  await writeChanges(tx, who, [{ ...change, event: 'collection.released', payload: { amount } }])
  return {}
}

/** Takes a paid collection out of the balance again, whatever is left in it; a deposit is released first. */
export async function reverseCollection(
  tx: Tx,
  who: Who,
  { id, reason }: InputOf<typeof calls.reverseCollection>,
) {
  const row = await lockOne(tx, who, id)
  const { from, to } = collectionStates.actions.reverse
  if (!from.includes(row.status as 'paid')) refuse(moneyText.notPaid, { no: row.collectionNo })
  await releasePayments(tx, who, row)
  await releaseHolds(tx, who, 'deposit', [id], reason)
  const back = row.amount.startsWith('-') ? row.amount.slice(1) : `-${row.amount}`
  await postMoney(tx, who, [lineOf(row, back, 'reversal')], reason)
  await sql`
    update collections set status = ${to}, reversed_by = ${who.accountId}, reversed_at = business_now(), reverse_reason = ${reason},
      row_version = row_version + 1
    where tenant_id = ${who.tenantId} and id = ${id}`.execute(tx)
  await writeAudit(tx, who, [
    {
      action: 'reverse_collection',
      type: 'collection',
      id,
      no: row.collectionNo,
      before: { collectionStatus: row.status },
      after: { collectionStatus: to, amount: row.amount },
      reason,
    },
  ])
  await publishEvents(tx, who, [
    { kind: 'collection.reversed', type: 'collection', id, payload: { amount: row.amount } },
  ])
  return {}
}
