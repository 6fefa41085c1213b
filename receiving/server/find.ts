import { sql } from 'kysely'
import type { InputOf, OutputOf, Page } from '../../platform/calls/call.ts'
import type { Who } from '../../platform/calls/who.ts'
import type { Db } from '../../platform/database/server/db.ts'
import { only, sameTenant } from '../../platform/database/server/rows.ts'
import { containing } from '../../platform/database/server/search.ts'
import { codeKey, missingOf } from '../../platform/lists/codes.ts'
import { pageOfQuery } from '../../platform/lists/server/page.ts'
import { boxKey } from '../../platform/scanning/gs1.ts'
import { numbersIn } from '../../platform/scanning/tracking-numbers.ts'
import type { countInbounds, findInbound, InboundRow, listInbounds } from '../contract.ts'
import { inboundStates } from '../states.ts'
import type { receivingWork } from '../work.ts'
import { reopensItself } from './inbounds.ts'

type Filters = InputOf<typeof countInbounds> & Pick<InputOf<typeof listInbounds>, 'status'>

function inboundsOf(db: Db, who: Pick<Who, 'tenantId'>, input: Filters) {
  let row = db
    .selectFrom('inbounds as i')
    .innerJoin('customers as c', sameTenant('c.id', 'i.customerId'))
    .where('i.tenantId', '=', who.tenantId)
  if (input.search) row = row.where('i.searchLine', 'like', containing(codeKey(input.search)))
  if (input.codes)
    row = row.where(sql<boolean>`i.id = any(array(select w.inbound_id ${havingCodes(who, input.codes)}))`)
  if (input.status) row = row.where('i.status', '=', input.status)
  if (input.inboundType) row = row.where('i.inboundType', '=', input.inboundType)
  if (input.customerId) row = row.where('i.customerId', '=', input.customerId)
  if (input.etaFrom) row = row.where('i.eta', '>=', input.etaFrom)
  if (input.etaTo) row = row.where('i.eta', '<=', input.etaTo)
  if (input.differs)
    row = row.where('i.status', 'in', ['receiving', 'complete']).where(
      sql<boolean>`exists (select 1 from inbound_lines l where l.tenant_id = i.tenant_id and l.inbound_id = i.id
          and l.good + l.defective <> l.expected)`,
    )
  if (input.overdue) row = row.where(isOverdue)
  if (input.toPutAway) row = row.where(isToPutAway)
  return row
}

const isOverdue = sql<boolean>`(i.status = 'pending_confirm' and i.eta < warehouse_today())`

const isToPutAway = sql<boolean>`(i.status = 'receiving' and exists (select 1 from batches b
  join stock s on s.tenant_id = b.tenant_id and s.batch_id = b.id and s.on_hand > 0
  join locations l on l.tenant_id = s.tenant_id and l.id = s.location_id and l.purpose = 'receiving'
  where b.tenant_id = i.tenant_id and b.inbound_id = i.id))`

/** Work waiting at the dock. Only incomplete orders are read, which have their own index. */
export async function inboundWork(db: Db, who: Who): Promise<Record<keyof typeof receivingWork, number>> {
  const { rows } = await sql<Record<keyof typeof receivingWork, number>>`
    select count(*) filter (where i.status = 'pending_confirm') as to_confirm,
      count(*) filter (where ${isOverdue}) as overdue,
      count(*) filter (where i.status = 'receiving') as to_receive,
      count(*) filter (where ${isToPutAway}) as to_put_away
    from inbounds i where i.tenant_id = ${who.tenantId} and i.status <> 'complete'`.execute(db)
  return only(rows)
}

/** The number of an order, or of a part of it, as found by a scan. */
const havingCodes = (who: Pick<Who, 'tenantId'>, codes: readonly string[]) => sql`
  from inbound_words w where w.tenant_id = ${who.tenantId} and w.word = any(${codes.map(boxKey)}::text[])`

/** The columns of an inbound order that lists and the document share. */
export const listed = [
  'i.id',
  'i.inboundNo',
  'i.status',
  'i.inboundType',
  'i.customerId',
  'c.customerCode',
  'c.customerName',
  'i.referenceNo',
  'i.transport',
  'i.containerNo',
  'i.trackingNos',
  'i.eta',
  'i.createdAt',
  'i.updatedAt',
] as const

const ofLines = (sum: string) =>
  sql<number>`(select ${sql.raw(sum)} from inbound_lines l where l.tenant_id = i.tenant_id and l.inbound_id = i.id)`

export const figures = [
  sql<number>`(select count(*) from inbound_boxes b where b.tenant_id = i.tenant_id and b.inbound_id = i.id
    and not b.is_extra)`.as('expectedBoxes'),
  sql<number>`(select count(*) from inbound_boxes b where b.tenant_id = i.tenant_id and b.inbound_id = i.id
    and b.status = 'received')`.as('receivedBoxes'),
  ofLines('count(distinct l.product_id)').as('skus'),
  ofLines('coalesce(sum(l.expected), 0)::bigint').as('expected'),
  ofLines('coalesce(sum(l.good), 0)::bigint').as('good'),
  ofLines('coalesce(sum(l.defective), 0)::bigint').as('defective'),
] as const

const pending = sql<number>`(select coalesce(sum(s.on_hand), 0)::bigint from batches b
  join stock s on s.tenant_id = b.tenant_id and s.batch_id = b.id
  join locations l on l.tenant_id = s.tenant_id and l.id = s.location_id and l.purpose = 'receiving'
  where b.tenant_id = i.tenant_id and b.inbound_id = i.id)`.as('pending')

export async function inboundPage(
  db: Db,
  who: Who,
  input: InputOf<typeof listInbounds>,
): Promise<Page<InboundRow> & { missing: string[] }> {
  const match = inboundsOf(db, who, input)
  const [page, missing] = await Promise.all([
    pageOfQuery(
      match
        .select(listed)
        .select(figures)
        .select(pending)
        .orderBy(`i.${input.sort}`, input.order)
        .orderBy('i.id', 'desc'),
      input,
    ),
    input.codes ? unknownOf(db, who, input.codes) : [],
  ])
  return { ...page, missing }
}

async function unknownOf(db: Db, who: Who, codes: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`select w.word as key ${havingCodes(who, codes)}`.execute(db)
  return missingOf(codes, rows, boxKey)
}

export async function inboundCounts(
  db: Db,
  who: Who,
  input: InputOf<typeof countInbounds>,
): Promise<OutputOf<typeof countInbounds>> {
  const rows = await inboundsOf(db, who, input)
    .select(['i.status', sql<number>`count(*)`.as('count')])
    .groupBy('i.status')
    .execute()
  const counts = { draft: 0, pending_confirm: 0, receiving: 0, complete: 0, voided: 0 }
  for (const { status, count } of rows) counts[status] = count
  return counts
}

const MAX_MATCHES = 50

/**
 * Searches the scanned code among the numbers of orders that are not voided; orders in progress come first. A pasted
 * tracking number may be in groups.
 */
export async function byScan(
  db: Db,
  who: Who,
  { scanned }: InputOf<typeof findInbound>,
): Promise<OutputOf<typeof findInbound>> {
  const rows = await inboundsOf(db, who, {})
    .innerJoin('inboundWords as w', sameTenant('w.inboundId', 'i.id'))
    .leftJoin('inboundBoxes as b', sameTenant('b.id', 'w.boxId'))
    .select(['i.id', 'i.inboundNo', 'i.status', 'i.inboundType', 'c.customerCode', 'c.customerName'])
    .select(['w.mark', 'w.boxId', 'b.boxNo', reopensItself.as('reopensItself')])
    .where('w.word', 'in', [...numbersIn(scanned), scanned.replace(/\s/g, '')].map(boxKey))
    .where('i.status', '!=', 'voided')
    .orderBy('i.id', 'desc')
    .limit(MAX_MATCHES)
    .execute()
  const rank = (status: InboundRow['status']) =>
    ['receiving', 'pending_confirm', ...inboundStates.states].indexOf(status)
  return rows.toSorted((a, b) => rank(a.status) - rank(b.status) || b.id - a.id)
}
