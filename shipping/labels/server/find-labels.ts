import { sql } from 'kysely'
import type { InputOf, OutputOf, Page } from '../../../platform/calls/call.ts'
import { refuseAs } from '../../../platform/calls/refusal.ts'
import { hasPermission, type Who } from '../../../platform/calls/who.ts'
import type { Db } from '../../../platform/database/server/db.ts'
import { idsOf, sameTenant } from '../../../platform/database/server/rows.ts'
import { containing, isOnDays } from '../../../platform/database/server/search.ts'
import type { Files } from '../../../platform/files/server/files.ts'
import { codeKey, missingOf } from '../../../platform/lists/codes.ts'
import { onPage } from '../../../platform/lists/server/page.ts'
import type { Text } from '../../../platform/text/text.ts'
import { settingsOf } from '../../../warehouse/server/facts.ts'
import * as calls from '../contract.ts'
import { type LabelPrint, type LabelRow, REPRINT } from '../contract.ts'
import { labelsText } from '../text.ts'
import { pickingList, printingBy } from './read-labels.ts'

type Filters = InputOf<typeof calls.countLabels>

const statusOf = { unprinted: 'pending_shipment', printed: 'waybill_printed' } as const

/** Orders to be printed, or printed and not shipped yet. */
function ordersOf(db: Db, who: Pick<Who, 'tenantId' | 'zone'>, input: Partial<Filters>) {
  let row = db
    .selectFrom('orders as o')
    .innerJoin('channels as h', sameTenant('h.id', 'o.channelId'))
    .where('o.tenantId', '=', who.tenantId)
  if (input.printStatus) row = row.where('o.status', '=', sql.lit(statusOf[input.printStatus]))
  else row = row.where(sql<boolean>`o.status in ('pending_shipment', 'waybill_printed')`)
  if (input.search)
    row = row.where(
      sql<boolean>`o.id = any(array(select w.order_id from order_words w where w.tenant_id = ${who.tenantId}
        and w.word like ${containing(codeKey(input.search))}))`,
    )
  if (input.codes)
    row = row.where(sql<boolean>`o.id = any(array(select w.order_id ${havingCodes(who, input.codes)}))`)
  if (input.channelId) row = row.where('o.channelId', '=', input.channelId)
  if (input.customerId) row = row.where('o.customerId', '=', input.customerId)
  if (input.pieceClass) row = row.where('o.pieceClass', '=', input.pieceClass)
  if (input.pickingListId)
    row = row.where(
      sql<boolean>`o.id = any(array(select x.order_id from picking_list_orders x
        where x.tenant_id = ${who.tenantId} and x.list_id = ${input.pickingListId} and x.is_live))`,
    )
  if (input.createdFrom || input.createdTo)
    row = row.where(isOnDays('o.createdAt', { from: input.createdFrom, to: input.createdTo }, who.zone))
  return row
}

const havingCodes = (who: Pick<Who, 'tenantId'>, codes: readonly string[]) => sql`
  from order_words w where w.tenant_id = ${who.tenantId} and w.word = any(${codes.map(codeKey)}::text[])`

/** The ids of the orders that match, up to a number; urgent ones and older ones first. */
export async function matchingOrders(db: Db, who: Who, input: Filters, maxOrders: number): Promise<number[]> {
  const rows = await ordersOf(db, who, input)
    .select('o.id')
    .orderBy('o.priority', 'desc')
    .orderBy('o.id')
    .limit(maxOrders)
    .execute()
  return idsOf(rows)
}

const waybills = sql`from packages p left join waybills w on w.tenant_id = p.tenant_id and w.package_id = p.id and w.status = 'obtained'
  where p.tenant_id = o.tenant_id and p.order_id = o.id`

export async function labelPage(
  db: Db,
  who: Who,
  input: InputOf<typeof calls.listLabels>,
): Promise<Page<LabelRow> & { missing: string[] }> {
  const match = ordersOf(db, who, input)
  const [rows, { total }, missing] = await Promise.all([
    onPage(
      match
        .innerJoin('customers as c', sameTenant('c.id', 'o.customerId'))
        .select([
          'o.id',
          'o.orderNo',
          'o.interceptStatus',
          'c.customerCode',
          'o.referenceNo',
          'h.channelCode',
        ])
        .select(['o.skuCount', 'o.pieceCount', 'o.priority', 'o.createdAt'])
        .select([
          sql<
            LabelRow['printStatus']
          >`case o.status when 'waybill_printed' then 'printed' else 'unprinted' end`.as('printStatus'),
          sql<
            string[]
          >`array(select w.tracking_no ${waybills} and w.tracking_no is not null order by p.package_seq)`.as(
            'trackingNos',
          ),
          sql<
            LabelRow['labelFormat']
          >`coalesce((select w.label_format ${waybills} order by p.package_seq limit 1), h.label_format)`.as(
            'labelFormat',
          ),
          sql<string | null>`(select l.picking_no ${pickingList})`.as('pickingNo'),
          sql<number>`(select count(*) ${waybills})`.as('packageCount'),
          sql<number>`(select coalesce(max(w.print_count), 0) ${waybills})`.as('printCount'),
          sql<string | null>`(select max(w.ready_at) ${waybills} and w.ready_at > business_now())`.as(
            'readyAt',
          ),
          sql<string | null>`(select max(${printingBy}) ${waybills})`.as('printingBy'),
        ])
        .orderBy(`o.${input.sort}`, input.order)
        .orderBy('o.id', input.sort === 'priority' ? 'asc' : 'desc'),
      input,
    ).execute(),
    match.select(sql<number>`count(*)`.as('total')).executeTakeFirstOrThrow(),
    input.codes ? unknownOf(db, who, input.codes) : [],
  ])
  return { rows, total, missing }
}

async function unknownOf(db: Db, who: Who, codes: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`select w.word as key ${havingCodes(who, codes)}`.execute(db)
  return missingOf(codes, rows)
}

/** A warehouse may allow reprints to all users who may print. */
export async function mayReprint(db: Db, who: Who): Promise<boolean> {
  if (hasPermission(who.permissions, REPRINT)) return true
  const { reprintNeedsPermission } = await settingsOf(db, who)
  return !reprintNeedsPermission && hasPermission(who.permissions, calls.printLabels.permission)
}

export async function labelCounts(
  db: Db,
  who: Who,
  { printStatus, channelId, ...input }: Filters,
): Promise<OutputOf<typeof calls.countLabels>> {
  const rows = await ordersOf(db, who, input)
    .select(['o.channelId', 'h.channelCode', 'o.status', sql<number>`count(*)`.as('count')])
    .groupBy(['o.channelId', 'h.channelCode', 'o.status'])
    .orderBy('h.channelCode')
    .execute()
  const sum = (of: Filters['printStatus']) =>
    rows
      .filter((row) => row.status === statusOf[of] && (!channelId || row.channelId === channelId))
      .reduce((total, { count }) => total + count, 0)
  return {
    unprinted: sum('unprinted'),
    printed: sum('printed'),
    mayReprint: await mayReprint(db, who),
    channels: rows
      .filter(({ status }) => status === statusOf[printStatus])
      .map(({ status: _, ...channel }) => channel),
  }
}

type LineRow = Omit<LabelPrint['labels'][number], 'problem'> & { problem: Text | null }
type PrintRow = Omit<LabelPrint, 'task' | 'labels'> & {
  task: Omit<LabelPrint['task'], 'message' | 'fileUrl'> & { message: Text | null; fileId: number | null }
  labels: LineRow[]
}

export const getLabelPrint =
  (files: Files) =>
  async (db: Db, who: Who, { id }: { id: number }): Promise<LabelPrint> => {
    const { rows } = await sql<PrintRow>`
      select j.id, j.is_reprint, j.created_at, a.user_name as created_by, j.confirmed_at, b.user_name as confirmed_by,
        json_build_object('status', k.status, 'done', k.done, 'total', k.total, 'message', k.message, 'fileId', k.file_id) as task,
        (select json_agg(json_build_object('waybillId', l.waybill_id, 'orderId', l.order_id, 'orderNo', o.order_no,
            'trackingNo', w.tracking_no, 'packageNo', p.package_seq, 'packageCount', (select count(*) from packages n
              where n.tenant_id = p.tenant_id and n.order_id = p.order_id),
            'copyNo', l.copy_no, 'outcome', l.outcome, 'problem', l.problem) order by l.position)
          from label_print_lines l
          join orders o on o.tenant_id = l.tenant_id and o.id = l.order_id
          join waybills w on w.tenant_id = l.tenant_id and w.id = l.waybill_id
          join packages p on p.tenant_id = w.tenant_id and p.id = w.package_id
          where l.tenant_id = j.tenant_id and l.print_id = j.id) as labels
      from label_prints j
      join tasks k on k.tenant_id = j.tenant_id and k.id = j.task_id
      join accounts a on a.tenant_id = j.tenant_id and a.id = j.created_by
      left join accounts b on b.tenant_id = j.tenant_id and b.id = j.confirmed_by
      where j.tenant_id = ${who.tenantId} and j.id = ${id}`.execute(db)
    const [row] = rows
    if (!row) return refuseAs({ kind: 'not_found' }, labelsText.printNotFound)
    const { fileId, message, ...task } = row.task
    return {
      ...row,
      task: {
        ...task,
        message: message?.[who.language] ?? null,
        fileUrl: fileId === null ? null : files.linkTo(who.tenantId, fileId),
      },
      labels: row.labels.map((line) => ({ ...line, problem: line.problem?.[who.language] ?? null })),
    }
  }

/** A list of what is left to do, not an archive. */
const MAX_OPEN = 20

export async function openLabelPrints(db: Db, who: Who): Promise<OutputOf<typeof calls.openLabelPrints>> {
  const { rows } = await sql<OutputOf<typeof calls.openLabelPrints>[number]>`
    select j.id, j.created_at, a.user_name as created_by, j.is_reprint,
      (select count(*)::int from label_print_lines l where l.tenant_id = j.tenant_id and l.print_id = j.id and l.outcome is null) as labels
    from label_prints j
    join tasks k on k.tenant_id = j.tenant_id and k.id = j.task_id and k.status in ('done', 'partly_done')
    join accounts a on a.tenant_id = j.tenant_id and a.id = j.created_by
    where j.tenant_id = ${who.tenantId} and j.confirmed_at is null order by j.id desc limit ${MAX_OPEN}`.execute(
    db,
  )
  return rows
}

export async function labelLog(
  db: Db,
  who: Who,
  { orderId }: InputOf<typeof calls.labelLog>,
): Promise<OutputOf<typeof calls.labelLog>> {
  const { rows } = await sql<OutputOf<typeof calls.labelLog>[number]>`
    select j.confirmed_at as at, b.user_name as person, j.printer, w.tracking_no, p.package_seq as package_no, l.copy_no, l.outcome,
      coalesce(l.problem ->> ${who.language}::text, j.reason) as reason
    from label_print_lines l
    join label_prints j on j.tenant_id = l.tenant_id and j.id = l.print_id and j.confirmed_at is not null
    join accounts b on b.tenant_id = j.tenant_id and b.id = j.confirmed_by
    join waybills w on w.tenant_id = l.tenant_id and w.id = l.waybill_id
    join packages p on p.tenant_id = w.tenant_id and p.id = w.package_id
    where l.tenant_id = ${who.tenantId} and l.order_id = ${orderId} and l.outcome in ('printed', 'refused', 'not_printed')
    order by j.confirmed_at desc, l.position limit 200`.execute(db)
  return rows
}

/** The valid labels of orders, in the order of the packages. */
export async function labelsOfOrders(
  db: Db,
  who: Who,
  { ids }: InputOf<typeof calls.labelsOfOrders>,
): Promise<OutputOf<typeof calls.labelsOfOrders>> {
  const { rows } = await sql<OutputOf<typeof calls.labelsOfOrders>[number]>`
    select w.id as waybill_id, o.id as order_id, o.order_no, w.tracking_no, p.package_seq as package_no,
      (select count(*)::int from packages n where n.tenant_id = o.tenant_id and n.order_id = o.id) as package_count
    from waybills w
    join packages p on p.tenant_id = w.tenant_id and p.id = w.package_id
    join orders o on o.tenant_id = w.tenant_id and o.id = w.order_id
    where w.tenant_id = ${who.tenantId} and w.order_id = any(${ids}::bigint[]) and w.status = 'obtained'
    order by o.id, p.package_seq`.execute(db)
  return rows
}
