import { sql } from 'kysely'
import type { BillOrderType } from '../../../db/schema.ts'
import { writeChanges } from '../../../platform/audit/server/audit.ts'
import type { BulkResult, InputOf, Page } from '../../../platform/calls/call.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Db, Tx } from '../../../platform/database/server/db.ts'
import { itemAt, valuesOf } from '../../../platform/database/server/rows.ts'
import type { Files } from '../../../platform/files/server/files.ts'
import { bulkResultsBy } from '../../../platform/lists/server/bulk-result.ts'
import { allOf, countLimit, directionOf, limitOf, pageOfSql } from '../../../platform/lists/server/page.ts'
import { fill, type Text } from '../../../platform/text/text.ts'
import { type FeeRequestState, feeRequestStates } from '../../states.ts'
import type * as calls from '../contract.ts'
import type { FeeRequestRow } from '../contract.ts'
import { feeText } from '../text.ts'
import { addFees, lockFees, type NewFee } from './add-fees.ts'
import { takeProofs } from './fee-proofs.ts'
import { blockedPayers, recordFees, refundFor, sameFees } from './fees.ts'

/** With the links of their proof. Without a link function, as for an export, there are none. */
export const feeRequestPage =
  (links?: Pick<Files, 'linkTo'>) =>
  async (db: Db, who: Who, input: InputOf<typeof calls.listFeeRequests>): Promise<Page<FeeRequestRow>> => {
    const where = allOf([
      sql`r.tenant_id = ${who.tenantId}`,
      input.status && sql`r.status = ${sql.lit(input.status)}`,
      input.customerId && sql`r.customer_id = ${input.customerId}`,
    ])
    const way = directionOf(input.order)
    const order = sql`r.asked_at ${way}, r.id ${way}`
    const { rows, total } = await pageOfSql(
      db,
      sql<Omit<FeeRequestRow, 'files'> & { files: { fileId: number; fileName: string }[] }>`
      select r.id, r.request_no, r.status, c.customer_code, c.customer_name, t.fee_code, t.name_zh, t.name_en, r.amount, r.source_no,
        o.fee_no as origin_no, r.refund_of as origin_id, r.reason, a.user_name as asked_by, r.asked_by = ${who.accountId} as is_mine, r.asked_at,
        b.user_name as answered_by, r.answered_at, r.answer, r.fee_id, f.fee_no,
        (select coalesce(json_agg(json_build_object('fileId', p.id, 'fileName', p.file_name) order by p.id), '[]')
          from fee_request_attachments x join files p on p.tenant_id = x.tenant_id and p.id = x.file_id
          where x.tenant_id = r.tenant_id and x.request_id = r.id) as files
      from (select r.* from fee_requests r where ${where} order by ${order} ${limitOf(input)}) r
      join customers c on c.tenant_id = r.tenant_id and c.id = r.customer_id
      join fee_types t on t.tenant_id = r.tenant_id and t.id = r.fee_type_id
      join accounts a on a.tenant_id = r.tenant_id and a.id = r.asked_by
      left join accounts b on b.tenant_id = r.tenant_id and b.id = r.answered_by
      left join fees o on o.tenant_id = r.tenant_id and o.id = r.refund_of
      left join fees f on f.tenant_id = r.tenant_id and f.id = r.fee_id
      order by ${order}`,
      sql`from fee_requests r where ${where} ${countLimit}`,
    )
    const linkTo = (fileId: number) => links?.linkTo(who.tenantId, fileId) ?? ''
    return {
      rows: rows.map((row) => ({
        ...row,
        files: row.files.map((file) => ({ ...file, url: linkTo(file.fileId) })),
      })),
      total,
    }
  }

type Held = {
  id: number
  requestNo: string
  status: FeeRequestState
  customerId: number
  feeTypeId: number
  refundOf: number | null
  orderType: BillOrderType
  sourceId: number | null
  sourceNo: string | null
  amount: string
  chargeDate: string
  reason: string
  askedBy: number
}

/** Locks requests in id order. */
async function lockRequests(tx: Tx, who: Who, ids: readonly number[]): Promise<Held[]> {
  const { rows } = await sql<Held>`
    select id, request_no, status, customer_id, fee_type_id, refund_of, order_type, source_id, source_no, amount, charge_date, reason, asked_by
    from fee_requests where tenant_id = ${who.tenantId} and id = any(${ids}::bigint[]) order by id for update`.execute(
    tx,
  )
  return rows
}

const notNow = (who: Who, { requestNo: no, status, askedBy }: Held): Text | undefined => {
  if (status !== feeRequestStates.first) return fill(feeText.answered, { no })
  return askedBy === who.accountId ? fill(feeText.ownRequest, { no }) : undefined
}

const resultOf = bulkResultsBy('requestNo', feeText.requestNotFound)

async function end(
  tx: Tx,
  who: Who,
  action: 'approve' | 'refuse',
  ended: readonly { request: Held; feeId: number | null }[],
  answer: string | null,
) {
  const { to } = feeRequestStates.actions[action]
  await sql`
    update fee_requests r set status = ${to}::fee_request_status, answered_by = ${who.accountId}, answered_at = business_now(), answer = ${answer},
      fee_id = x.fee_id
    from unnest(${ended.map(({ request }) => request.id)}::bigint[], ${ended.map(({ feeId }) => feeId)}::bigint[]) as x (id, fee_id)
    where r.tenant_id = ${who.tenantId} and r.id = x.id`.execute(tx)
  await writeChanges(
    tx,
    who,
    ended.map(({ request: { id, requestNo, status, amount } }) => ({
      action: `${action}_fee_request`,
      event: `fee_request.${to}`,
      type: 'fee_request',
      id,
      no: requestNo,
      before: { feeRequestStatus: status },
      after: { feeRequestStatus: to, amount },
      ...(answer && { reason: answer }),
    })),
  )
}

/** The types of the requested fees that were disabled since. A refund has the type of its fee and needs none. */
async function disabledTypes(db: Db, { tenantId }: Who, requests: readonly Held[]) {
  const ids = requests.flatMap(({ refundOf, feeTypeId }) => (refundOf === null ? feeTypeId : []))
  const { rows } = await sql<{ id: number; code: string }>`
    select id, fee_code as code from fee_types
    where tenant_id = ${tenantId} and id = any(${ids}::bigint[]) and not is_enabled`.execute(db)
  return new Map(rows.map(({ id, code }) => [id, fill(feeText.typeOff, { code })]))
}

/** The fee that a request asks for as things are now, or why it is no longer possible. */
async function feesFor(tx: Tx, who: Who, requests: readonly Held[]) {
  const origins = await lockFees(tx, who, { ids: requests.flatMap(({ refundOf }) => refundOf ?? []) })
  const originOf = new Map(origins.map((fee) => [fee.id, fee]))
  const sameOf = await sameFees(tx, who, requests)
  const typeOff = await disabledTypes(tx, who, requests)
  const taken = new Set<string>()
  return requests.map((request): { request: Held } & ({ fee: NewFee } | { problem: Text }) => {
    const { customerId, feeTypeId, orderType, sourceId, sourceNo, amount, reason } = request
    const origin = originOf.get(request.refundOf ?? 0)
    if (origin) {
      const result = refundFor(origin, amount.slice(1), { chargeDate: request.chargeDate, reason })
      if ('fee' in result) origin.refunds = [...origin.refunds, result.fee.amount]
      return { request, ...result }
    }
    const off = typeOff.get(feeTypeId)
    if (off) return { request, problem: off }
    const key = `${orderType} ${sourceId} ${feeTypeId}`
    const same =
      sourceId === null ? undefined : (sameOf(request)?.feeNo ?? (taken.has(key) ? '–' : undefined))
    if (same !== undefined)
      return { request, problem: fill(feeText.alreadyBilled, { document: sourceNo ?? '', no: same }) }
    if (sourceId !== null) taken.add(key)
    return {
      request,
      fee: {
        ...{ customerId, feeTypeId, orderType, sourceId, sourceNo, amount },
        ...{ chargeDate: request.chargeDate, remark: reason, isManual: true },
      },
    }
  })
}

/** Approves what others asked for: the fees are written and settled at once. */
export async function approveFeeRequests(
  tx: Tx,
  who: Who,
  { ids }: InputOf<typeof calls.approveFeeRequests>,
): Promise<BulkResult> {
  const requests = await lockRequests(tx, who, ids)
  const blocked = await blockedPayers(tx, who, valuesOf(requests, 'customerId'))
  const reasons = new Map(
    requests.map((request) => [request.id, notNow(who, request) ?? blocked.get(request.customerId)]),
  )
  const results = await feesFor(
    tx,
    who,
    requests.filter(({ id }) => !reasons.get(id)),
  )
  const good: { request: Held; fee: NewFee }[] = []
  for (const result of results)
    if ('fee' in result) good.push(result)
    else reasons.set(result.request.id, result.problem)
  const fees = good.map(({ fee }) => fee)
  const written = await addFees(tx, who, fees)
  await recordFees(tx, who, fees, written, 'create')
  await takeProofs(
    tx,
    who,
    good.map(({ request }, i) => ({ requestId: request.id, feeId: itemAt(written, i).id })),
  )
  await end(
    tx,
    who,
    'approve',
    good.map(({ request }, i) => ({ request, feeId: itemAt(written, i).id })),
    null,
  )
  return resultOf(who, ids, requests, reasons)
}

export async function refuseFeeRequests(
  tx: Tx,
  who: Who,
  { ids, reason }: InputOf<typeof calls.refuseFeeRequests>,
): Promise<BulkResult> {
  const requests = await lockRequests(tx, who, ids)
  const reasons = new Map(requests.map((request) => [request.id, notNow(who, request)]))
  const good = requests.filter(({ id }) => !reasons.get(id))
  await end(
    tx,
    who,
    'refuse',
    good.map((request) => ({ request, feeId: null })),
    reason,
  )
  return resultOf(who, ids, requests, reasons)
}
