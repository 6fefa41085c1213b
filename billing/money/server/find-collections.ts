import { type RawBuilder, sql } from 'kysely'
import type { InputOf, OutputOf, Page } from '../../../platform/calls/call.ts'
import { refuseAs } from '../../../platform/calls/refusal.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db } from '../../../platform/database/server/db.ts'
import { only, sameTenant } from '../../../platform/database/server/rows.ts'
import { containing } from '../../../platform/database/server/search.ts'
import type { Files } from '../../../platform/files/server/files.ts'
import { allOf, directionOf, limitOf, pageOfSql } from '../../../platform/lists/server/page.ts'
import type * as calls from '../contract.ts'
import type { CollectionRow } from '../contract.ts'
import type { CollectionState } from '../states.ts'
import { moneyText } from '../text.ts'

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
export const isTwin = (y: {
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
        .innerJoin('files as f', sameTenant('f.id', 't.fileId'))
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
