import Big from 'big.js'
import { type RawBuilder, sql } from 'kysely'
import {
  changed,
  publishEvents,
  refuseStale,
  writeAudit,
  writeChanges,
} from '../../../platform/audit/server/audit.ts'
import type { BulkResult, InputOf, OutputOf, Page } from '../../../platform/calls/call.ts'
import { refuse, refuseAs, refuseField } from '../../../platform/calls/refusal.ts'
import type { Who } from '../../../platform/calls/who.ts'
import { type Database, type Db, drawNumbers, type Tx } from '../../../platform/database/server/db.ts'
import { idsOf, itemAt, only, valueFor, valuesOf } from '../../../platform/database/server/rows.ts'
import { containing } from '../../../platform/database/server/search.ts'
import type { Files } from '../../../platform/files/server/files.ts'
import { SMALL_SIDE, shrunk } from '../../../platform/files/server/uploads.ts'
import { bulkResultsBy } from '../../../platform/lists/server/bulk-result.ts'
import { allOf, directionOf, limitOf, pageOfSql } from '../../../platform/lists/server/page.ts'
import { fill, type Text } from '../../../platform/text/text.ts'
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
import { type CollectionRow, MAX_PROOFS, type Shown } from '../contract.ts'
import type { Purpose } from '../rules.ts'
import { type CollectionState, collectionStates } from '../states.ts'
import { moneyText } from '../text.ts'
import { blockedReasons } from './blocked.ts'
import { holdMoney, releaseHolds } from './holds.ts'
import { lockAccounts, type MoneyLine, postMoney } from './ledger.ts'

type Filters = InputOf<typeof calls.countCollections> & { status?: CollectionState | undefined }

/** Numbers and references are found by any part of them. */
function collectionsThat(who: Who, input: Filters) {
  return allOf([
    sql`x.tenant_id = ${who.tenantId}`,
    input.search &&
      sql`(x.collection_no like ${containing(input.search.toUpperCase())}
        or x.bank_ref_key like ${containing(input.search.toLowerCase())})`,
    input.customerId && sql`x.customer_id = ${input.customerId}`,
    input.status && sql`x.status = ${sql.lit(input.status)}`,
    input.purpose && sql`x.purpose = ${input.purpose}::transaction_business_type`,
    input.payMethod && sql`x.pay_method = ${input.payMethod}::pay_method`,
    input.paidFrom && sql`x.paid_on >= ${input.paidFrom}::date`,
    input.paidTo && sql`x.paid_on <= ${input.paidTo}::date`,
    input.minAmount !== undefined && sql`x.amount >= ${input.minAmount}::numeric`,
    input.maxAmount !== undefined && sql`x.amount <= ${input.maxAmount}::numeric`,
  ])
}

const listed = sql`x.id, x.collection_no, x.status, x.customer_id, c.customer_code, c.customer_name, x.purpose, x.amount, x.pay_method,
  x.bank_name, x.bank_ref_no, x.paid_on, x.remark, a.user_name as created_by, x.created_at, x.confirmed_at,
  (select count(*) from collection_attachments t where t.tenant_id = x.tenant_id and t.collection_id = x.id) as proofs,
  (select t.small_file_id from collection_attachments t where t.tenant_id = x.tenant_id and t.collection_id = x.id
    and t.small_file_id is not null order by t.file_id limit 1) as small_file_id`

type Listed = Omit<CollectionRow, 'proofUrl'> & { smallFileId: number | null }

/** With the link of the picture. Without a link function, as for an export, there is none. */
const withPicture = <R extends { smallFileId: number | null }>(
  who: Who,
  { smallFileId, ...row }: R,
  files?: Pick<Files, 'linkTo'>,
) => ({ ...row, proofUrl: smallFileId === null || !files ? null : files.linkTo(who.tenantId, smallFileId) })

/**
 * Whether two payments may be one: the bank’s reference is the same or, where one of them has none, the customer, the day and the amount are.
 * `x` is a payment that is recorded.
 */
const isTwin = (y: {
  key: RawBuilder<unknown>
  customerId: RawBuilder<unknown>
  paidOn: RawBuilder<unknown>
  amount: RawBuilder<unknown>
}) => sql`(x.bank_ref_key = ${y.key} or ((x.bank_ref_key is null or ${y.key} is null)
  and x.customer_id = ${y.customerId} and x.paid_on = ${y.paidOn} and x.amount = ${y.amount})) and x.status <> 'reversed'`

const joined = sql`join customers c on c.tenant_id = x.tenant_id and c.id = x.customer_id
  join accounts a on a.tenant_id = x.tenant_id and a.id = x.created_by`

const sorts = { createdAt: 'created_at', paidOn: 'paid_on', amount: 'amount' } as const

export const collectionPage =
  (files?: Pick<Files, 'linkTo'>) =>
  async (db: Db, who: Who, input: InputOf<typeof calls.listCollections>): Promise<Page<CollectionRow>> => {
    const way = directionOf(input.order)
    const order = sql`${sql.ref(`x.${sorts[input.sort]}`)} ${way}, x.id ${way}`
    const match = sql`from collections x where ${collectionsThat(who, input)}`
    const { rows, total } = await pageOfSql(
      db,
      sql<Listed>`
        select ${listed} from (select x.* ${match} order by ${order} ${limitOf(input)}) x ${joined} order by ${order}`,
      match,
    )
    return { rows: rows.map((row) => withPicture(who, row, files)), total }
  }

export async function countCollections(db: Db, who: Who, input: InputOf<typeof calls.countCollections>) {
  const { rows } = await sql<OutputOf<typeof calls.countCollections>>`
    select count(*) filter (where x.status = 'draft') as draft, count(*) filter (where x.status = 'paid') as paid,
      count(*) filter (where x.status = 'reversed') as reversed
    from collections x where ${collectionsThat(who, input)}`.execute(db)
  return only(rows)
}

export const getCollection =
  (links: Pick<Files, 'linkTo'>) =>
  async (db: Db, who: Who, { id }: { id: number }): Promise<OutputOf<typeof calls.getCollection>> => {
    const { rows } = await sql<
      Omit<OutputOf<typeof calls.getCollection>, 'twins' | 'files' | 'bills' | 'proofUrl'> & Listed
    >`
      select ${listed}, x.row_version, exists (select 1 from account_holds h where h.tenant_id = x.tenant_id and h.source_id = x.id
          and h.reason = 'deposit' and h.status = 'open') as is_held, x.reversed_at, x.reverse_reason, f.user_name as confirmed_by, r.user_name as reversed_by
      from collections x ${joined}
      left join accounts f on f.tenant_id = x.tenant_id and f.id = x.confirmed_by
      left join accounts r on r.tenant_id = x.tenant_id and r.id = x.reversed_by
      where x.tenant_id = ${who.tenantId} and x.id = ${id}`.execute(db)
    const [row] = rows
    if (!row) return refuseAs({ kind: 'not_found' }, moneyText.notFound)
    const [bills, twins, files] = await Promise.all([
      sql<OutputOf<typeof calls.getCollection>['bills'][number]>`
        select b.id as bill_id, b.bill_no, b.status, p.amount from bill_payments p join bills b on b.tenant_id = p.tenant_id and b.id = p.bill_id
        where p.tenant_id = ${who.tenantId} and p.collection_id = ${id} order by b.period_to, b.id`.execute(
        db,
      ),
      collectionTwins(db, who, {
        bankRefNo: row.bankRefNo ?? '',
        customerId: row.customerId,
        paidOn: row.paidOn,
        amount: row.amount,
        exceptId: id,
      }),
      db
        .selectFrom('collectionAttachments as t')
        .innerJoin('files as f', (on) =>
          on.onRef('f.tenantId', '=', 't.tenantId').onRef('f.id', '=', 't.fileId'),
        )
        .select(['t.fileId', 'f.fileName'])
        .where('t.tenantId', '=', who.tenantId)
        .where('t.collectionId', '=', id)
        .orderBy('t.fileId')
        .execute(),
    ])
    return {
      ...withPicture(who, row, links),
      bills: bills.rows,
      twins,
      files: files.map((file) => ({ ...file, url: links.linkTo(who.tenantId, file.fileId) })),
    }
  }

export const collectionCustomers = (db: Db, who: Who) =>
  db
    .selectFrom('customers')
    .select(['id', 'customerCode', 'customerName'])
    .where('tenantId', '=', who.tenantId)
    .orderBy('customerKey')
    .execute()

export async function collectionTwins(
  db: Db,
  who: Who,
  { bankRefNo, customerId, paidOn, amount, exceptId }: InputOf<typeof calls.collectionTwins>,
): Promise<string[]> {
  const twin = isTwin({
    key: sql`${bankRefNo?.toLowerCase() || null}::text`,
    customerId: sql`${customerId ?? null}::bigint`,
    paidOn: sql`${paidOn ?? null}::date`,
    amount: sql`${amount ?? null}::numeric`,
  })
  const { rows } = await sql<{ no: string }>`
    select x.collection_no as no from collections x
    where x.tenant_id = ${who.tenantId} and ${twin} and x.id <> ${exceptId ?? 0} order by x.id limit 5`.execute(
    db,
  )
  return rows.map(({ no }) => no)
}

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

type Locked = {
  id: number
  collectionNo: string
  status: CollectionState
  customerId: number
  purpose: Purpose
  amount: string
  rowVersion: number
}

/** Locks collections in id order. */
async function lockCollections(tx: Tx, who: Who, ids: readonly number[]): Promise<Locked[]> {
  const { rows } = await sql<Locked>`
    select id, collection_no, status, customer_id, purpose, amount, row_version from collections
    where tenant_id = ${who.tenantId} and id = any(${ids}::bigint[]) order by id for no key update`.execute(
    tx,
  )
  return rows
}

export async function lockOne(tx: Tx, who: Who, id: number): Promise<Locked> {
  const [row] = await lockCollections(tx, who, [id])
  return row ?? refuseAs({ kind: 'not_found' }, moneyText.notFound)
}

const notDraft = ({ collectionNo: no, status }: Locked): Text | undefined =>
  collectionStates.actions.edit.from.includes(status as 'draft')
    ? undefined
    : fill(moneyText.notDraft, { no })

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

/** The user's own uploads that may be a proof. */
const uploadsOf = (db: Db, who: Who, fileIds: readonly number[]) =>
  db
    .selectFrom('files')
    .select(['id', 'fileName', 'mime', 'storageKey'])
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', sql<number>`any(${fileIds}::bigint[])`)
    .where('purpose', '=', 'attachment')
    .where('createdBy', '=', who.accountId)
    .execute()

/** Small copies of proofs that are pictures, by file. One that can’t be drawn is kept without. */
type Small = ReadonlyMap<number, Awaited<ReturnType<typeof shrunk>>>

/** Draws them before the transaction starts: no connection is held meanwhile. */
export const drawProofs =
  (files: Pick<Files, 'bytesOf'>, { read }: Pick<Database, 'read'>) =>
  async (who: Who, fileIds: readonly number[]): Promise<Small> => {
    const proofs = await read(who.tenantId, (db) => uploadsOf(db, who, fileIds))
    const small = new Map<number, Awaited<ReturnType<typeof shrunk>>>()
    for (const { id, mime, storageKey } of proofs) {
      if (!mime.startsWith('image/')) continue
      const drawn = await shrunk(await files.bytesOf(storageKey), SMALL_SIDE).catch(() => undefined)
      if (drawn) small.set(id, drawn)
    }
    return small
  }

/** Attaches uploads to a collection as its proof. */
async function attachFiles(
  files: Pick<Files, 'keep'>,
  tx: Tx,
  who: Who,
  { id, collectionNo }: { id: number; collectionNo: string },
  fileIds: readonly number[],
  small: Small,
) {
  const wanted = [...new Set(fileIds)]
  if (wanted.length === 0) return
  const proofs = await uploadsOf(tx, who, wanted)
  if (proofs.length < wanted.length) refuseField('fileIds', moneyText.fileNotFound)
  const smallIds = new Map<number, number>()
  for (const { id: fileId, fileName } of proofs) {
    const drawn = small.get(fileId)
    const about = { name: `small-${fileName}`.slice(0, 200), purpose: 'image' } as const
    if (drawn) smallIds.set(fileId, await files.keep(tx, who, { ...about, ...drawn }))
  }
  await tx
    .insertInto('collectionAttachments')
    .values(
      proofs.map(({ id: fileId }) => ({
        tenantId: who.tenantId,
        collectionId: id,
        fileId,
        smallFileId: smallIds.get(fileId) ?? null,
      })),
    )
    .onConflict((already) => already.doNothing())
    .execute()
  await writeAudit(
    tx,
    who,
    proofs.map(({ fileName }) => ({
      action: 'add_attachment',
      type: 'collection',
      id,
      no: collectionNo,
      after: { fileName },
    })),
  )
}

/** A proof may come after the confirmation. */
export const addProof =
  (files: Pick<Files, 'keep'>) =>
  async (tx: Tx, who: Who, { id, fileId }: InputOf<typeof calls.addProof>, small: Small) => {
    const row = await lockOne(tx, who, id)
    const { rows } = await sql<{ count: number }>`
      select count(*) from collection_attachments where tenant_id = ${who.tenantId} and collection_id = ${id}`.execute(
      tx,
    )
    if (only(rows).count >= MAX_PROOFS) refuse(moneyText.tooManyProofs, { max: MAX_PROOFS })
    await attachFiles(files, tx, who, row, [fileId], small)
    await publishEvents(tx, who, [{ kind: 'collection.edited', type: 'collection', id }])
    return {}
  }

export async function removeProof(tx: Tx, who: Who, { id, fileId }: InputOf<typeof calls.removeProof>) {
  const row = await lockOne(tx, who, id)
  if (notDraft(row)) refuse(moneyText.proofKept)
  const { rows } = await sql<{ fileName: string }>`
    with gone as (
      delete from collection_attachments where tenant_id = ${who.tenantId} and collection_id = ${id} and file_id = ${fileId}
      returning file_id)
    select f.file_name from gone join files f on f.tenant_id = ${who.tenantId} and f.id = gone.file_id`.execute(
    tx,
  )
  const [file] = rows
  if (!file) return refuseAs({ kind: 'not_found' }, moneyText.fileNotFound)
  await writeAudit(tx, who, [
    {
      action: 'remove_attachment',
      type: 'collection',
      id,
      no: row.collectionNo,
      before: { fileName: file.fileName },
    },
  ])
  await publishEvents(tx, who, [{ kind: 'collection.edited', type: 'collection', id }])
  return {}
}
