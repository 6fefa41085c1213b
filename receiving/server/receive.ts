import { sql } from 'kysely'
import type { StockFlowType, StockQuality } from '../../db/schema.ts'
import { batchesOf, post } from '../../inventory/server/ledger.ts'
import type { InputOf, OutputOf } from '../../lib/call.ts'
import { refuse, refuseField, refuseRight } from '../../lib/refusal.ts'
import { drawNumber, type Tx } from '../../lib/server/db.ts'
import { record, tell } from '../../lib/server/trail.ts'
import { holds, type Who } from '../../lib/who.ts'
import { settingsOf } from '../../warehouse/server/facts.ts'
import { warehouseToday } from '../../warehouse/server/today.ts'
import { editInbound, type receive, type receiveWhole } from '../contract.ts'
import { isOver, linesFor, spread } from '../rules.ts'
import { inboundStates } from '../states.ts'
import { receivingText } from '../text.ts'
import { type HeldInbound, readyProducts } from './inbounds.ts'
import { boxesOf } from './one.ts'
import { arrivalPlace, damagedPlace, placesFor } from './places.ts'
import { lockForWork, standingAfter } from './steps.ts'

type Asked = InputOf<typeof receive>
type Counted = Asked['lines'][number]
type Inbound = HeldInbound
type Settings = Awaited<ReturnType<typeof settingsOf>>
type Mode = 'box' | 'sku' | 'whole'

/** Opening stock was always here, a return comes back; the flow says which. */
const flowOf: Record<Inbound['inboundType'], StockFlowType> = {
  standard: 'receive',
  by_sku: 'receive',
  return: 'return_in',
  init: 'init',
}

/** Pieces of one quality on one announced line. */
type Share = { at: number; lineId: number; counted: Counted; quality: StockQuality; quantity: number }

export async function receiveGoods(tx: Tx, who: Who, asked: Asked): Promise<OutputOf<typeof receive>> {
  const inbound = await lockForWork(tx, who, asked.inboundId, 'receive')
  return take(tx, who, inbound, asked, asked.boxId === null ? 'sku' : 'box')
}

/** Everything that is missing, as announced. What has been counted before is not counted again. */
export async function receiveAll(
  tx: Tx,
  who: Who,
  { inboundId, boxId, locationId, isRest, days }: InputOf<typeof receiveWhole>,
): Promise<OutputOf<typeof receive>> {
  const inbound = await lockForWork(tx, who, inboundId, 'receive')
  const announced = await linesOf(tx, who, inboundId)
  const boxes = await boxesOf(tx, who, inboundId)
  if (boxId !== null && !isRest) refuseCounted(who, boxes, announced, boxId)
  // A box that was counted has been looked into: what it lacks did not come, unless somebody says otherwise of that box.
  const counted = new Set(boxes.flatMap(({ id, status }) => (status === 'received' ? [id] : [])))
  const isMeant = (line: { boxId: number | null }) =>
    boxId === null ? line.boxId === null || !counted.has(line.boxId) : line.boxId === boxId
  const open = announced.filter((line) => isMeant(line) && line.expected > line.good + line.defective)
  if (open.length === 0) refuse(receivingText.nothingExpected)
  // Goods that a colleague has counted meanwhile need no date any more.
  for (const [i, { productId }] of days.entries())
    if (!announced.some((line) => line.productId === productId))
      refuseField(`days.${i}.productId`, receivingText.productNotFound)
  const daysOf = (line: (typeof open)[number]) =>
    line.expiryDate ? line : (days.find(({ productId }) => productId === line.productId) ?? line)
  const lines = open.map((line) => ({
    productId: line.productId,
    good: line.expected - line.good - line.defective,
    defective: 0,
    locationId,
    defectiveLocationId: null,
    productionDate: daysOf(line).productionDate,
    expiryDate: daysOf(line).expiryDate,
    photoFileIds: [],
    isUnexpected: false,
    confirmedTotal: null,
    remark: null,
  }))
  const shares = open.flatMap((line, at): Share[] => {
    const counted = lines[at]
    return counted ? [{ at, lineId: line.id, counted, quality: 'good', quantity: counted.good }] : []
  })
  return take(tx, who, inbound, { inboundId, boxId, lines }, 'whole', shares)
}

/** Whoever scans a box that was counted already learns by whom, and how much of it there was. */
function refuseCounted(
  { zone, language }: Who,
  boxes: Awaited<ReturnType<typeof boxesOf>>,
  announced: Awaited<ReturnType<typeof linesOf>>,
  boxId: number,
) {
  const box = boxes.find(({ id }) => id === boxId)
  const own = announced.filter((line) => line.boxId === boxId)
  const total = (of: (line: (typeof own)[number]) => number) => own.reduce((sum, line) => sum + of(line), 0)
  const [got, expected] = [total((line) => line.good + line.defective), total((line) => line.expected)]
  if (!box || (box.status !== 'received' && got === 0)) return
  // One product too many makes up for no other.
  const missing = total((line) => Math.max(0, line.expected - line.good - line.defective))
  const named = { box: box.boxNo, who: box.receivedByName ?? '–' }
  if (missing > 0) refuse(receivingText.boxCounted, { ...named, got, expected, missing })
  const when = box.receivedAt ? clockIn(box.receivedAt, zone, language) : '–'
  refuse(receivingText.boxWhole, { ...named, when })
}

const clockIn = (at: string, timeZone: string, language: Who['language']) =>
  new Intl.DateTimeFormat(language.replace('_', '-'), {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(at))

const linesOf = (tx: Tx, who: Who, inboundId: number) =>
  tx
    .selectFrom('inboundLines')
    .select(['id', 'boxId', 'productId', 'expected', 'good', 'defective', 'isExtra'])
    .select(['productionDate', 'expiryDate'])
    .where('tenantId', '=', who.tenantId)
    .where('inboundId', '=', inboundId)
    .orderBy('isExtra')
    .orderBy('id')
    .execute()

/** One receipt: judged, posted, written down. The document is held, so two receipts of it follow each other. */
async function take(
  tx: Tx,
  who: Who,
  inbound: Inbound,
  asked: Asked,
  mode: Mode,
  ready?: Share[],
): Promise<OutputOf<typeof receive>> {
  const { boxId, lines } = asked
  const products = await readyProducts(tx, who, inbound.customerId, lines)
  for (const [i, { productId, expiryDate }] of lines.entries()) {
    const product = products.get(productId)
    if (product?.expiryManaged && !expiryDate)
      refuseField(`lines.${i}.expiryDate`, receivingText.expiryNeeded, { sku: product.sku })
  }
  if (boxId !== null) await refuseStrangeBox(tx, who, inbound.id, boxId)
  await refuseStrangePhotos(tx, who, lines)
  const settings = await settingsOf(tx, who)
  const shares =
    ready ?? (await share(tx, who, inbound, asked, settings, (id) => products.get(id)?.sku ?? ''))
  const placed = await place(tx, who, inbound, shares, settings)
  const isDated = placed.some(({ isPending }) => !isPending)
  const day = isDated ? (inbound.putawayDate ?? (await warehouseToday(tx))) : null
  const batches = await batchesOf(
    tx,
    who,
    placed.map(({ counted, isPending }) => ({
      customerId: inbound.customerId,
      productId: counted.productId,
      inboundId: inbound.id,
      putawayDate: isPending ? null : day,
      productionDate: counted.productionDate,
      expiryDate: counted.expiryDate,
    })),
  )
  const written = placed.map((one, i) => ({ ...one, lineNo: i + 1, batchId: batches[i] ?? 0 }))

  const { rows } = await sql<{ id: number }>`select nextval('receipts_id_seq') as id`.execute(tx)
  const receiptId = rows[0]?.id ?? 0
  await post(
    tx,
    who,
    { type: 'receipt' },
    written.map(({ lineNo, locationId, batchId, quality, quantity }) => ({
      sourceId: receiptId,
      sourceNo: inbound.inboundNo,
      line: lineNo,
      flow: flowOf[inbound.inboundType],
      locationId,
      batchId,
      quality,
      onHand: quantity,
    })),
  )
  await count(tx, who, inbound, boxId, mode, written)
  const receiptNo = await writeReceipt(tx, who, { receiptId, inbound, mode, boxId }, written)
  return { receiptId, receiptNo, ...(await standingAfter(tx, who, inbound)) }
}

async function refuseStrangeBox(tx: Tx, who: Who, inboundId: number, boxId: number) {
  const box = await tx
    .selectFrom('inboundBoxes')
    .select('id')
    .where('tenantId', '=', who.tenantId)
    .where('inboundId', '=', inboundId)
    .where('id', '=', boxId)
    .executeTakeFirst()
  if (!box) refuseField('boxId', receivingText.boxNotFound)
}

async function refuseStrangePhotos(tx: Tx, who: Who, lines: readonly Counted[]) {
  const wanted = [...new Set(lines.flatMap(({ photoFileIds }) => photoFileIds))]
  if (wanted.length === 0) return
  const found = await tx
    .selectFrom('files')
    .select('id')
    .where('tenantId', '=', who.tenantId)
    .where('purpose', '=', 'image')
    .where('createdBy', '=', who.accountId)
    .where('id', 'in', wanted)
    .execute()
  if (found.length < wanted.length) refuse(receivingText.photoNotFound)
}

/** Which announced line each piece belongs to; what nobody announced is let in, confirmed, or refused. */
async function share(
  tx: Tx,
  who: Who,
  inbound: Inbound,
  { boxId, lines }: Asked,
  policy: Settings,
  skuOf: (id: number) => string,
) {
  const known = (await linesOf(tx, who, inbound.id)).map((line) => ({
    ...line,
    got: line.good + line.defective,
  }))
  const shares: Share[] = []
  for (const [at, counted] of lines.entries()) {
    const targets = linesFor(known, { ...counted, boxId })
    const announced = targets.filter(({ isExtra }) => !isExtra)
    const [more, sku] = [counted.good + counted.defective, skuOf(counted.productId)]
    if (announced.length === 0) {
      if (!counted.isUnexpected) refuseField(`lines.${at}.isUnexpected`, receivingText.unexpected, { sku })
      if (!holds(who.permissions, editInbound.permission)) refuseRight(who, editInbound.permission)
      targets[0] ??= await openExtra(tx, who, inbound, boxId, counted.productId)
      if (!known.includes(targets[0])) known.push(targets[0])
    } else {
      const sum = (of: 'expected' | 'got') => announced.reduce((total, line) => total + line[of], 0)
      const [expected, got] = [sum('expected'), sum('got')]
      if (isOver(expected, got + more, policy)) {
        if (policy.overReceivePolicy === 'block')
          refuseField(`lines.${at}.good`, receivingText.overBlocked, { sku, expected, got, more })
        if (policy.overReceivePolicy === 'warn' && got + more > (counted.confirmedTotal ?? 0))
          refuseField(`lines.${at}.confirmedTotal`, receivingText.overUnconfirmed, {
            sku,
            expected,
            got,
            more,
          })
      }
    }
    for (const quality of ['good', 'defective'] as const) {
      const room = targets.map(({ id, expected, got }) => ({ id, room: expected - got }))
      for (const { id, quantity } of spread(counted[quality], room)) {
        shares.push({ at, lineId: id, counted, quality, quantity })
        for (const line of targets) if (line.id === id) line.got += quantity
      }
    }
  }
  return shares
}

async function openExtra(tx: Tx, who: Who, inbound: Inbound, boxId: number | null, productId: number) {
  const line = await tx
    .insertInto('inboundLines')
    .values({
      tenantId: who.tenantId,
      inboundId: inbound.id,
      customerId: inbound.customerId,
      boxId,
      productId,
      expected: 0,
      isExtra: true,
    })
    .returning(['id', 'boxId', 'productId', 'expected', 'good', 'defective', 'isExtra'])
    .returning(['productionDate', 'expiryDate'])
    .executeTakeFirstOrThrow()
  return { ...line, got: 0 }
}

/** Where each share goes. In a receiving place it waits for its bin and has no date yet. */
async function place(
  tx: Tx,
  who: Who,
  { customerId }: Inbound,
  shares: Share[],
  { receiveOneStep }: Settings,
) {
  const usual = new Map<string, number>()
  const usualFor = async (isGood: boolean, productId: number) => {
    const key = isGood ? 'good' : `damaged ${productId}`
    const found =
      usual.get(key) ??
      (isGood ? await arrivalPlace(tx, who) : await damagedPlace(tx, who, { customerId, productId }))
    usual.set(key, found)
    return found
  }
  const asked: (Share & { path: string; locationId: number })[] = []
  for (const one of shares) {
    const isGood = one.quality === 'good'
    const path = `lines.${one.at}.${isGood ? 'locationId' : 'defectiveLocationId'}`
    const named = isGood ? one.counted.locationId : one.counted.defectiveLocationId
    if (named === null && isGood && receiveOneStep) refuseField(path, receivingText.placeNeeded)
    const locationId = named ?? (await usualFor(isGood, one.counted.productId))
    asked.push({ ...one, path, locationId })
  }
  const places = await placesFor(tx, who, asked)
  return asked.map((one) => ({ ...one, isPending: places.get(one.locationId)?.purpose === 'receiving' }))
}

type Written = Share & { lineNo: number; locationId: number; batchId: number }

/** Brings lines, boxes and the document up to what was counted. */
async function count(
  tx: Tx,
  who: Who,
  inbound: Inbound,
  boxId: number | null,
  mode: Mode,
  written: Written[],
) {
  const pieces = (quality: StockQuality) => written.map((one) => (one.quality === quality ? one.quantity : 0))
  await sql`
    update inbound_lines l set good = l.good + c.good, defective = l.defective + c.defective
    from (select line_id, sum(good)::bigint as good, sum(defective)::bigint as defective
      from unnest(${written.map(({ lineId }) => lineId)}::bigint[], ${pieces('good')}::bigint[],
        ${pieces('defective')}::bigint[]) as u (line_id, good, defective) group by line_id) c
    where l.tenant_id = ${who.tenantId} and l.id = c.line_id`.execute(tx)
  // A whole document brings all its boxes and a box itself; loose pieces bring a box once all of it is there.
  await sql`update inbound_boxes b set status = 'received', received_at = business_now()
    where b.tenant_id = ${who.tenantId} and b.inbound_id = ${inbound.id} and b.status = 'expected'
      and (b.id = ${boxId}::bigint or (${mode} = 'whole' and ${boxId}::bigint is null) or not exists (
        select 1 from inbound_lines l where l.tenant_id = b.tenant_id and l.inbound_id = b.inbound_id and l.box_id = b.id
          and l.good + l.defective < l.expected))`.execute(tx)
  await tx
    .updateTable('inbounds')
    .set((is) => ({
      status: inboundStates.actions.receive.to,
      arrivedAt: sql<string>`coalesce(arrived_at, business_now())`,
      arrivedBy: sql<number>`coalesce(arrived_by, ${who.accountId})`,
      firstReceiveAt: sql<string>`coalesce(first_receive_at, business_now())`,
      rowVersion: is('rowVersion', '+', 1),
      updatedAt: sql<string>`business_now()`,
    }))
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', inbound.id)
    .execute()
}

/** The receipt itself. */
async function writeReceipt(
  tx: Tx,
  who: Who,
  {
    receiptId,
    inbound,
    mode,
    boxId,
  }: { receiptId: number; inbound: Inbound; mode: Mode; boxId: number | null },
  written: Written[],
): Promise<string> {
  const receiptNo = await drawNumber(tx, 'RC')
  await tx
    .insertInto('receipts')
    .values({
      tenantId: who.tenantId,
      id: receiptId,
      receiptNo,
      inboundId: inbound.id,
      mode,
      boxId,
      createdBy: who.accountId,
    })
    .execute()
  await tx
    .insertInto('receiptLines')
    .values(
      written.map(({ lineNo, lineId, quality, quantity, locationId, batchId, counted }) => ({
        tenantId: who.tenantId,
        receiptId,
        lineNo,
        inboundId: inbound.id,
        lineId,
        quality,
        quantity,
        locationId,
        batchId,
        isUnexpected: counted.isUnexpected,
        remark: counted.remark,
      })),
    )
    .execute()
  const photos = photosOf(written).map((photo) => ({ tenantId: who.tenantId, receiptId, ...photo }))
  if (photos.length > 0) await tx.insertInto('receiptPhotos').values(photos).execute()
  const pieces = written.reduce((sum, { quantity }) => sum + quantity, 0)
  const { to } = inboundStates.actions.receive
  const isArrival = inbound.status !== to
  await record(tx, who, [
    {
      action: 'receive',
      type: 'inbound',
      id: inbound.id,
      no: inbound.inboundNo,
      ...(isArrival && { before: { inboundStatus: inbound.status } }),
      after: { receiptNo, pieces, ...(isArrival && { inboundStatus: to }) },
    },
  ])
  await tell(tx, who, [{ kind: 'inbound.received', type: 'inbound', id: inbound.id, payload: { receiptId } }])
  return receiptNo
}

/** A line's photos hang on its damaged pieces, or on the line where nothing is damaged; each once. */
function photosOf(written: Written[]) {
  const hooks = new Map<number, Written>()
  for (const one of written)
    if (!hooks.has(one.at) || (one.quality === 'defective' && hooks.get(one.at)?.quality === 'good'))
      hooks.set(one.at, one)
  return [...hooks.values()].flatMap(({ lineNo, counted }) =>
    [...new Set(counted.photoFileIds)].map((fileId) => ({ lineNo, fileId })),
  )
}
