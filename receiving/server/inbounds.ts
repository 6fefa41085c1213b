import { sql } from 'kysely'
import { changed, publishEvents, refuseStale, writeAudit } from '../../platform/audit/server/audit.ts'
import type { InputOf } from '../../platform/calls/call.ts'
import { notFound, Refusal, refuseField } from '../../platform/calls/refusal.ts'
import type { Who } from '../../platform/calls/who.ts'
import { drawNumbers, type Tx } from '../../platform/database/server/db.ts'
import { idsOf, only } from '../../platform/database/server/rows.ts'
import { warehouseToday } from '../../warehouse/server/today.ts'
import type * as calls from '../contract.ts'
import { type InboundAction, notNow } from '../rules.ts'
import { inboundStates } from '../states.ts'
import { receivingText } from '../text.ts'
import { ownPapers } from './attachments.ts'

/** Closed today, in warehouse time. */
const closedToday = sql<boolean>`(i.status = 'complete' and coalesce((
  select (i.completed_at at time zone w.time_zone)::date = (business_now() at time zone w.time_zone)::date
  from warehouses w where w.tenant_id = i.tenant_id), false))`

/** Closed by the system today: receiving one more piece, or undoing one, reopens it. */
export const reopensItself = sql<boolean>`(${closedToday} and i.completed_by = system_account())`

/** The inbound order, locked by the caller. */
export async function holdInbound(tx: Tx, who: Who, id: number) {
  return tx
    .selectFrom('inbounds as i')
    .select(['id', 'inboundNo', 'customerId', 'inboundType', 'status', 'putawayDate', 'rowVersion'])
    .select(['referenceNo', 'transport', 'containerNo', 'trackingNos', 'eta', 'originNo', 'remark'])
    .select(['palletCount', 'containerCount'])
    .select([closedToday.as('isClosedToday'), reopensItself.as('reopensItself')])
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(notFound(receivingText.notFound))
}
export type HeldInbound = Awaited<ReturnType<typeof holdInbound>>

/** The order, in a status where the action may start. */
export function readyFor(action: InboundAction, held: HeldInbound): HeldInbound {
  const because = notNow(held.inboundNo, held.status, action)
  if (because) throw new Refusal(because, { kind: 'moved_on' })
  return held
}

export const lockInbound = async (tx: Tx, who: Who, id: number, action: InboundAction) =>
  readyFor(action, await holdInbound(tx, who, id))

type InboundFacts = Omit<InputOf<typeof calls.editInbound>, 'id' | 'rowVersion'>
type Head = { customerId: number; inboundType: InputOf<typeof calls.createInbound>['inboundType'] }

/** Cross-field rules of a document: its boxes, lines and dates. Each problem is reported at its field. */
async function refuseWrong(tx: Tx, who: Who, { customerId, inboundType }: Head, facts: InboundFacts) {
  if (inboundType === 'init') {
    if (!facts.putawayDate) refuseField('putawayDate', receivingText.dayNeeded)
    if (facts.putawayDate && facts.putawayDate > (await warehouseToday(tx)))
      refuseField('putawayDate', receivingText.dayAhead)
  } else if (facts.putawayDate) refuseField('putawayDate', receivingText.dayNotNeeded)

  const boxes = new Set<string>()
  for (const [i, { boxNo }] of facts.boxes.entries()) {
    if (boxes.has(boxNo.toLowerCase())) refuseField(`boxes.${i}.boxNo`, receivingText.boxTwice, { boxNo })
    boxes.add(boxNo.toLowerCase())
  }
  const filled = new Set(facts.lines.map(({ boxNo }) => boxNo?.toLowerCase()))
  for (const [i, { boxNo }] of facts.boxes.entries())
    if (!filled.has(boxNo.toLowerCase())) refuseField(`boxes.${i}.boxNo`, receivingText.boxEmpty, { boxNo })

  const products = await readyProducts(tx, who, { customerId, inboundType }, facts.lines)
  const seen = new Set<string>()
  for (const [i, { boxNo, productId, expiryDate, lot }] of facts.lines.entries()) {
    if (inboundType === 'standard' && !boxNo) refuseField(`lines.${i}.boxNo`, receivingText.boxNeeded)
    if (boxNo && !boxes.has(boxNo.toLowerCase())) refuseField(`lines.${i}.boxNo`, receivingText.boxNotFound)
    const key = `${boxNo?.toLowerCase() ?? ''} ${productId} ${expiryDate ?? ''} ${lot ?? ''}`
    if (seen.has(key))
      refuseField(`lines.${i}.productId`, receivingText.lineTwice, {
        sku: products.get(productId)?.sku ?? '',
      })
    seen.add(key)
  }
}

/** The products of some lines, each belonging to the customer, approved and enabled. */
async function readyProducts(
  tx: Tx,
  who: Who,
  { customerId, inboundType }: Head,
  lines: readonly { productId: number }[],
) {
  const ids = lines.map(({ productId }) => productId)
  return readyAmong(
    await productQuery(tx, who, customerId).where('id', '=', sql<number>`any(${ids}::bigint[])`).execute(),
    lines,
    inboundType,
  )
}

/** What must be known of a customer's products before they are received. */
export const productQuery = (tx: Tx, who: Who, customerId: number) =>
  tx
    .selectFrom('products')
    .select(['id', 'sku', 'auditStatus', 'isEnabled', 'expiryManaged', 'lotManaged'])
    .where('tenantId', '=', who.tenantId)
    .where('customerId', '=', customerId)

type ReadyProduct = Awaited<ReturnType<ReturnType<typeof productQuery>['executeTakeFirstOrThrow']>>

/** What comes back is taken whether or not it is still sold. */
export function readyAmong(
  results: readonly ReadyProduct[],
  lines: readonly { productId: number }[],
  inboundType: Head['inboundType'],
) {
  const products = new Map(results.map((product) => [product.id, product]))
  for (const [i, { productId }] of lines.entries()) {
    const product = products.get(productId)
    if (!product) return refuseField(`lines.${i}.productId`, receivingText.productNotFound)
    const { sku } = product
    if (product.auditStatus !== 'passed')
      refuseField(`lines.${i}.productId`, receivingText.productNotPassed, { sku })
    if (!product.isEnabled && inboundType !== 'return')
      refuseField(`lines.${i}.productId`, receivingText.productDisabled, { sku })
  }
  return products
}

/** The search text of the list. */
const searchLineOf = (inboundNo: string, facts: InboundFacts) =>
  [inboundNo, facts.referenceNo, facts.containerNo, facts.originNo, ...facts.trackingNos]
    .concat(facts.boxes.flatMap(({ boxNo, customerBoxNo }) => [boxNo, customerBoxNo]))
    .filter(Boolean)
    .join(' ')
    .toLowerCase()

type Written = { id: number; inboundNo: string; customerId: number; facts: InboundFacts }

/** Writes boxes, lines and scannable codes of some documents, set-based. */
async function writeContents(tx: Tx, who: Who, documents: readonly Written[]) {
  const all = <T extends object>(of: (facts: InboundFacts) => readonly T[]) =>
    JSON.stringify(
      documents.flatMap(({ id, customerId, facts }) =>
        of(facts).map((item, at) => ({ ...item, inboundId: id, customerId, at })),
      ),
    )
  await sql`
    insert into inbound_boxes (tenant_id, inbound_id, box_no, customer_box_no, length, width, height, weight)
    select ${who.tenantId}, b."inboundId", b."boxNo", b."customerBoxNo", b.length, b.width, b.height, b.weight
    from jsonb_to_recordset(${all(({ boxes }) => boxes)}::jsonb) as b ("inboundId" bigint, at int,
      "boxNo" text, "customerBoxNo" text, length numeric, width numeric, height numeric, weight numeric)
    order by b."inboundId", b.at
    returning id`.execute(tx)
  await sql`
    insert into inbound_lines (tenant_id, inbound_id, customer_id, box_id, product_id, expected, production_date, expiry_date, lot)
    select ${who.tenantId}, l."inboundId", l."customerId", b.id, l."productId", l.expected, l."productionDate", l."expiryDate", l.lot
    from jsonb_to_recordset(${all(({ lines }) => lines)}::jsonb) as l ("inboundId" bigint, "customerId" bigint, at int,
      "boxNo" text, "productId" bigint, expected bigint, "productionDate" date, "expiryDate" date, lot text)
    left join inbound_boxes b on b.tenant_id = ${who.tenantId} and b.inbound_id = l."inboundId" and b.box_key = lower(l."boxNo")
    order by l."inboundId", l.at
    returning id`.execute(tx)
  const heads = documents.map(({ id, inboundNo, facts: { referenceNo, containerNo, trackingNos } }) => ({
    id,
    inboundNo,
    referenceNo,
    containerNo,
    trackingNos,
  }))
  await sql`
    with h as (
      select * from jsonb_to_recordset(${JSON.stringify(heads)}::jsonb) as h (id bigint, "inboundNo" text, "referenceNo" text,
        "containerNo" text, "trackingNos" jsonb)
    )
    insert into inbound_words (tenant_id, word, inbound_id, mark, box_id)
    -- As boxKey has it: an SSCC without its (00).
    select ${who.tenantId}, regexp_replace(lower(w.word), '^(00|\\(00\\))([0-9]{18})$', '\\2'), w.id, w.mark, w.box_id from (
      select h.id, h."inboundNo" as word, 'inbound_no'::inbound_mark as mark, null::bigint as box_id from h
      union all select h.id, h."referenceNo", 'reference', null from h
      union all select h.id, h."containerNo", 'container', null from h
      union all select h.id, t, 'tracking', null from h cross join jsonb_array_elements_text(h."trackingNos") t
      union all select b.inbound_id, c.code, 'box', b.id from h
        join inbound_boxes b on b.tenant_id = ${who.tenantId} and b.inbound_id = h.id
        cross join unnest(array[b.box_no, b.customer_box_no]) as c (code)) w
    where w.word is not null
    on conflict do nothing returning inbound_id`.execute(tx)
}

const headOf = ({ boxes: _, lines: __, ...head }: InboundFacts) => head

/** What the audit log stores of a document's content: totals, not every line. */
const sizeOf = ({ boxes, lines }: InboundFacts) => ({
  boxCount: boxes.length,
  pieces: lines.reduce((sum, { expected }) => sum + expected, 0),
})

/** The user's new uploads, attached to a new document. */
async function hang(
  tx: Tx,
  who: Who,
  { id, inboundNo }: { id: number; inboundNo: string },
  fileIds: readonly number[],
) {
  const wanted = [...new Set(fileIds)]
  if (wanted.length === 0) return
  const results = await ownPapers(tx, who, wanted)
  if (results.length < wanted.length) refuseField('fileIds', receivingText.fileNotFound)
  await tx
    .insertInto('inboundAttachments')
    .values(wanted.map((fileId) => ({ tenantId: who.tenantId, inboundId: id, fileId })))
    .execute()
  await writeAudit(
    tx,
    who,
    results.map(({ fileName }) => ({
      action: 'add_attachment',
      type: 'inbound',
      id,
      no: inboundNo,
      after: { fileName },
    })),
  )
}

export async function createInbound(
  tx: Tx,
  who: Who,
  { customerId, inboundType, isSubmitted, fileIds, ...facts }: InputOf<typeof calls.createInbound>,
) {
  const customer = await tx
    .selectFrom('customers')
    .select('isEnabled')
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', customerId)
    .executeTakeFirst()
  if (!customer) return refuseField('customerId', receivingText.customerNotFound)
  if (!customer.isEnabled) refuseField('customerId', receivingText.customerDisabled)
  await refuseWrong(tx, who, { customerId, inboundType }, facts)
  const made = only(await announce(tx, who, [{ customerId, inboundType, facts }], isSubmitted))
  await hang(tx, who, made, fileIds)
  return made
}

export type Announced = Head & { facts: InboundFacts }

/** Writes valid documents in the given order: headers, content, audit rows and events. */
export async function announce(
  tx: Tx,
  who: Who,
  documents: readonly Announced[],
  isSubmitted: boolean,
): Promise<{ id: number; inboundNo: string }[]> {
  const isReturn = ({ inboundType }: Announced) => inboundType === 'return'
  const returns = documents.filter(isReturn).length
  const numbers = {
    IB: await drawNumbers(tx, 'IB', documents.length - returns),
    RT: await drawNumbers(tx, 'RT', returns),
  }
  const numbered = documents.map((document) => ({
    ...document,
    inboundNo: numbers[isReturn(document) ? 'RT' : 'IB'].shift() ?? '',
  }))
  const heads = await tx
    .insertInto('inbounds')
    .values(
      numbered.map(({ inboundNo, customerId, inboundType, facts }) => ({
        tenantId: who.tenantId,
        inboundNo,
        customerId,
        inboundType,
        ...headOf(facts),
        searchLine: searchLineOf(inboundNo, facts),
        createdBy: who.accountId,
      })),
    )
    .returning(['id', 'inboundNo'])
    .execute()
  const idOf = new Map(heads.map(({ id, inboundNo }) => [inboundNo, id]))
  const made = numbered.map((document) => ({ ...document, id: idOf.get(document.inboundNo) ?? 0 }))
  await writeContents(tx, who, made)
  const status = isSubmitted ? inboundStates.actions.submit.to : inboundStates.first
  if (isSubmitted)
    await tx
      .updateTable('inbounds')
      .set({ status })
      .where('tenantId', '=', who.tenantId)
      .where('id', '=', sql<number>`any(${idsOf(made)}::bigint[])`)
      .execute()
  await writeAudit(
    tx,
    who,
    made.map(({ id, inboundNo, customerId, inboundType, facts }) => ({
      action: 'create',
      type: 'inbound',
      id,
      no: inboundNo,
      after: { inboundStatus: status, customerId, inboundType, ...known(headOf(facts)), ...sizeOf(facts) },
    })),
  )
  const events = isSubmitted ? ['inbound.created', 'inbound.submitted'] : ['inbound.created']
  await publishEvents(
    tx,
    who,
    made.flatMap(({ id }) => events.map((kind) => ({ kind, type: 'inbound', id }))),
  )
  return made.map(({ id, inboundNo }) => ({ id, inboundNo }))
}

const known = (head: object) => Object.fromEntries(Object.entries(head).filter(([, value]) => value !== null))

export async function editInbound(
  tx: Tx,
  who: Who,
  { id, rowVersion, ...facts }: InputOf<typeof calls.editInbound>,
) {
  const before = await lockInbound(tx, who, id, 'edit')
  if (before.rowVersion !== rowVersion)
    await refuseStale(tx, who, { type: 'inbound', id }, receivingText.stale)
  await refuseWrong(tx, who, before, facts)
  const { rows } = await sql<{ boxCount: number; pieces: number }>`
    select (select count(*) from inbound_boxes b where b.tenant_id = ${who.tenantId} and b.inbound_id = ${id}) as box_count,
      (select sum(l.expected)::bigint from inbound_lines l where l.tenant_id = ${who.tenantId} and l.inbound_id = ${id}) as pieces`.execute(
    tx,
  )
  const head = headOf(facts)
  await tx
    .updateTable('inbounds')
    .set({
      ...head,
      searchLine: searchLineOf(before.inboundNo, facts),
      rowVersion: rowVersion + 1,
      updatedAt: sql<string>`business_now()`,
    })
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .execute()
  for (const table of ['inboundWords', 'inboundLines', 'inboundBoxes'] as const)
    await tx.deleteFrom(table).where('tenantId', '=', who.tenantId).where('inboundId', '=', id).execute()
  await writeContents(tx, who, [{ ...before, facts }])
  const { referenceNo, transport, containerNo, trackingNos, eta, originNo, putawayDate, remark } = before
  const old = {
    referenceNo,
    transport,
    containerNo,
    trackingNos,
    eta,
    originNo,
    putawayDate,
    remark,
    ...rows[0],
  }
  await writeAudit(tx, who, [
    {
      action: 'edit',
      type: 'inbound',
      id,
      no: before.inboundNo,
      ...changed(old, { ...head, ...sizeOf(facts) }),
    },
  ])
  await publishEvents(tx, who, [{ kind: 'inbound.edited', type: 'inbound', id }])
  return { rowVersion: rowVersion + 1 }
}
