import { sql } from 'kysely'
import { orderResults } from '../../../orders/server/order-results.ts'
import { ordersText } from '../../../orders/text.ts'
import type { InputOf, OutputOf } from '../../../platform/calls/call.ts'
import { Refusal, refuse, refuseAs, refuseRight } from '../../../platform/calls/refusal.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Database, Db, Tx } from '../../../platform/database/server/db.ts'
import { idsOf, only, valuesOf } from '../../../platform/database/server/rows.ts'
import type { Files } from '../../../platform/files/server/files.ts'
import { labelText } from '../../../platform/printing/labels.ts'
import { type Outcome, startTask, type Work } from '../../../platform/tasks/server/tasks.ts'
import { callText } from '../../../platform/text/common-text.ts'
import { fill, type Text } from '../../../platform/text/text.ts'
import { minuteIn } from '../../../platform/text/time-zones.ts'
import { printedLogo } from '../../../warehouse/logos/server/logos.ts'
import * as calls from '../contract.ts'
import { MAX_ORDERS, MAX_PRINTED } from '../contract.ts'
import { labelsFor, printProblem } from '../rules.ts'
import { inPrintOrder, type SortedLabel } from '../sort.ts'
import { labelsText } from '../text.ts'
import { composeLabels, composeZip, type PrintOptions } from './compose-labels.ts'
import { matchingOrders, mayReprint } from './find-labels.ts'
import { goodsOf, labelFacts, type OrderToPrint, ordersToPrint, senderOf } from './read-labels.ts'

type Started = OutputOf<typeof calls.printLabels>
type Options = Omit<InputOf<typeof calls.reprintLabels>, 'ids' | 'waybillIds' | 'reason'>

export async function printLabels(
  tx: Tx,
  who: Who,
  { ids, filters, ...options }: InputOf<typeof calls.printLabels>,
): Promise<Started> {
  const chosen =
    ids ?? (await matchingOrders(tx, who, { ...filters, printStatus: 'unprinted' }, MAX_ORDERS + 1))
  if (chosen.length === 0 || chosen.length > MAX_ORDERS) refuse(callText.selectionSize)
  return startPrint(tx, who, { ids: chosen, options, call: calls.printLabels })
}

export async function reprintLabels(
  tx: Tx,
  who: Who,
  { ids, waybillIds, reason, ...options }: InputOf<typeof calls.reprintLabels>,
): Promise<Started> {
  if (!(await mayReprint(tx, who))) refuseRight(who, calls.REPRINT)
  const chosen = waybillIds && new Set(waybillIds)
  if (chosen) {
    const { rows } =
      await sql`select 1 from waybills where tenant_id = ${who.tenantId} and order_id = any(${ids}::bigint[])
      and id = any(${[...chosen]}::bigint[]) and status = 'obtained'`.execute(tx)
    if (rows.length < chosen.size) refuse(labelsText.waybillNotFound)
  }
  return startPrint(tx, who, { ids, chosen, options, reason, call: calls.reprintLabels })
}

type LabelToPrint = SortedLabel & { waybillId: number; copyNo: number }

/** Orders are locked in id order and read afterwards, so that of two prints of an order the second sees the first. */
export const lockOrders = (tx: Tx, who: Pick<Who, 'tenantId'>, ids: readonly number[]) =>
  sql`select 1 from orders where tenant_id = ${who.tenantId} and id = any(${ids}::bigint[])
    order by id for no key update`.execute(tx)

type Printed = {
  ids: readonly number[]
  /** Of their labels only these. */
  chosen?: ReadonlySet<number> | undefined
  options: Options
  reason?: string
  call: typeof calls.printLabels | typeof calls.reprintLabels
}

/** Notes which labels are printed and in which order, and lets a task draw them. */
async function startPrint(
  tx: Tx,
  who: Who,
  { ids, chosen, options, reason, call }: Printed,
): Promise<Started> {
  await lockOrders(tx, who, ids)
  const orders = await ordersToPrint(tx, who, ids)
  const { labels, reasons } = await labelsToPrint(tx, who, orders, {
    isReprint: reason !== undefined,
    chosen,
  })
  if (labels.length > MAX_PRINTED) refuse(labelsText.tooManyLabels, { max: MAX_PRINTED })
  const result = orderResults(who, ids, orders, reasons)
  if (labels.length === 0) return { ...result, printId: null, taskId: null }

  const { sort, printer, ...drawn } = options
  const printId = await notePrint(tx, who, inPrintOrder(labels, sort), { reason: reason ?? null, printer })
  const frozen: Frozen = { printId, ...drawn, language: who.language }
  const taskId = await startTask(tx, who, call, 'print_labels', frozen)
  await sql`update label_prints set task_id = ${taskId} where tenant_id = ${who.tenantId} and id = ${printId}`.execute(
    tx,
  )
  return { ...result, printId, taskId }
}

/** The labels of orders that can be printed now, and why the others cannot. */
async function labelsToPrint(
  tx: Tx,
  who: Who,
  orders: readonly OrderToPrint[],
  { isReprint, chosen }: { isReprint: boolean; chosen: ReadonlySet<number> | undefined },
) {
  const goods = await goodsOf(tx, who, idsOf(orders))
  const shownAt = (at: string) => minuteIn(who.zone, new Date(at))
  const reasons = new Map<number, Text>()
  const labels: LabelToPrint[] = []
  for (const { packages, ...order } of orders) {
    const taken = labelsFor(packages, isReprint, chosen)
    const person = taken.find(({ printingBy }) => printingBy !== null)?.printingBy
    const because =
      printProblem(order, packages, isReprint, shownAt) ??
      (person ? fill(labelsText.inPrint, { no: order.orderNo, person }) : undefined) ??
      (taken.length === 0 ? labelsText.waybillNotFound : undefined)
    if (because) reasons.set(order.id, because)
    else
      for (const { waybillId, packageNo, copies } of taken)
        labels.push({
          waybillId: waybillId ?? 0,
          orderId: order.id,
          packageNo,
          copyNo: copies + 1,
          createdAt: order.createdAt,
          goods: goods.get(order.id) ?? [],
        })
  }
  return { labels, reasons }
}

async function notePrint(
  tx: Tx,
  who: Who,
  labels: readonly LabelToPrint[],
  facts: { reason: string | null; printer: string | null },
): Promise<number> {
  const waybills = labels.map(({ waybillId }) => waybillId)
  // A print whose task came to nothing lets go of its labels.
  await sql`
    update label_print_lines l set outcome = 'left_out' from label_prints j, tasks k
    where l.tenant_id = ${who.tenantId} and l.waybill_id = any(${waybills}::bigint[]) and l.outcome is null
      and j.tenant_id = l.tenant_id and j.id = l.print_id and k.tenant_id = j.tenant_id and k.id = j.task_id
      and k.status in ('failed', 'cancelled')`.execute(tx)
  const { id } = await tx
    .insertInto('labelPrints')
    .values({
      tenantId: who.tenantId,
      isReprint: facts.reason !== null,
      ...facts,
      createdBy: who.accountId,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    insert into label_print_lines (tenant_id, print_id, position, waybill_id, order_id, copy_no)
    select ${who.tenantId}, ${id}, x.n, x.waybill_id, x.order_id, x.copy_no
    from unnest(${waybills}::bigint[], ${labels.map(({ orderId }) => orderId)}::bigint[],
      ${labels.map(({ copyNo }) => copyNo)}::int[]) with ordinality x (waybill_id, order_id, copy_no, n)`.execute(
    tx,
  )
  return id
}

type Frozen = PrintOptions & { printId: number; file?: Options['file'] }

/** Ends the drawing in its middle. */
class Cancelled extends Error {}

/** Draws the labels of a print into one file. What cannot be drawn is left out of the print and named. */
export const drawPrint =
  (files: Files) =>
  async ({ input, who, read, write, progress }: Work<never>): Promise<Outcome> => {
    const { printId, file = 'pdf', ...options } = input as Frozen
    const logo = await printedLogo(files, read, who)
    const ground = await read((db) => groundOf(db, who, printId))
    await progress(0, ground.labels.length)
    const compose = file === 'zip' ? composeZip : composeLabels
    const made = await compose(
      ground.labels,
      { ...ground, logo, open: files.bytesOf },
      options,
      async (count) => {
        if ((await progress(count, ground.labels.length)).isCancelAsked) throw new Cancelled()
      },
    ).catch((thrown) => {
      if (thrown instanceof Cancelled) return undefined
      throw thrown
    })
    if (!made) return { end: 'cancel' }
    const failures = await write((tx) => leaveOut(tx, who, printId, made.problems))
    await progress(ground.labels.length, ground.labels.length)
    const count = ground.labels.length - made.problems.size
    if (!made.bytes) return { end: 'fail', message: failures[0]?.reason ?? labelsText.neverDrawn, failures }
    return {
      message: fill(labelText.count, { count }),
      failures,
      file: { name: `labels-${printId}.${file}`, mime: `application/${file}`, bytes: made.bytes },
    }
  }

/** Everything the labels of a print need, in the order of the file. */
async function groundOf(db: Db, who: Pick<Who, 'tenantId'>, printId: number) {
  const lines = await db
    .selectFrom('labelPrintLines')
    .select(['waybillId', 'copyNo'])
    .where('tenantId', '=', who.tenantId)
    .where('printId', '=', printId)
    .where('outcome', 'is', null)
    .orderBy('position')
    .execute()
  const facts = await labelFacts(db, who, valuesOf(lines, 'waybillId'))
  const byId = new Map(facts.map((label) => [label.waybillId, label]))
  const orders = [...new Set(facts.map(({ orderId }) => orderId))]
  return {
    labels: lines.flatMap(({ waybillId, copyNo }) => {
      const label = byId.get(waybillId)
      return label ? [{ ...label, copyNo }] : []
    }),
    goods: await goodsOf(db, who, orders),
    sender: only(await senderOf(db, who)),
  }
}

/** A task that runs again still names what it left out the first time. */
async function leaveOut(
  tx: Tx,
  who: Pick<Who, 'tenantId'>,
  printId: number,
  problems: ReadonlyMap<number, Text>,
): Promise<NonNullable<Outcome['failures']>> {
  await sql`
    update label_print_lines l set outcome = 'left_out', problem = x.problem
    from unnest(${[...problems.keys()]}::bigint[], ${[...problems.values()].map((text) => JSON.stringify(text))}::jsonb[]) x (id, problem)
    where l.tenant_id = ${who.tenantId} and l.print_id = ${printId} and l.waybill_id = x.id`.execute(tx)
  const { rows } = await sql<{ id: number; no: string; reason: Text }>`
    select o.id, o.order_no as no, l.problem as reason from label_print_lines l
    join orders o on o.tenant_id = l.tenant_id and o.id = l.order_id
    where l.tenant_id = ${who.tenantId} and l.print_id = ${printId} and l.outcome = 'left_out' and l.problem is not null
    order by l.position`.execute(tx)
  return rows
}

/** The first label of an order, and what it is drawn from. */
async function firstLabel(db: Db, who: Who, orderId: number) {
  const [order] = await ordersToPrint(db, who, [orderId])
  if (!order) return refuseAs({ kind: 'not_found' }, ordersText.notFound)
  const [first] = order.packages
  if (!first?.waybillId) return refuse(labelsText.waybillNotFound)
  const labels = await labelFacts(db, who, [first.waybillId])
  return {
    waybillId: first.waybillId,
    labels: labels.map((label) => ({ ...label, copyNo: first.copies + 1 })),
    goods: await goodsOf(db, who, [orderId]),
    sender: only(await senderOf(db, who)),
  }
}

/** One label as it will be printed, for a look at it before. No connection is held while it is drawn. */
export const previewLabel =
  (files: Files, { read }: Pick<Database, 'read'>) =>
  async (
    who: Who,
    { id, ...stamp }: InputOf<typeof calls.previewLabel>,
  ): Promise<OutputOf<typeof calls.previewLabel>> => {
    const readOnce: Work<never>['read'] = (work) => read(who.tenantId, work)
    const { waybillId, labels, ...ground } = await readOnce((db) => firstLabel(db, who, id))
    const made = await composeLabels(
      labels,
      { ...ground, logo: await printedLogo(files, readOnce, who), open: files.bytesOf },
      { ...stamp, copies: 1, packingSlip: 'none', language: who.language },
    )
    if (!made.bytes) throw new Refusal(made.problems.get(waybillId) ?? labelsText.noFile, { kind: 'label' })
    return { base64: made.bytes.toString('base64') }
  }
