import { sql } from 'kysely'
import type { StockFlowType, StockQuality } from '../../db/schema.ts'
import { batchesOf, post } from '../../inventory/stock/server/ledger.ts'
import { publishEvents, writeAudit } from '../../platform/audit/server/audit.ts'
import type { InputOf, OutputOf } from '../../platform/calls/call.ts'
import { refuse, refuseField, refuseRight } from '../../platform/calls/refusal.ts'
import { hasPermission, type Who } from '../../platform/calls/who.ts'
import { drawNumber, type Tx } from '../../platform/database/server/db.ts'
import { idsOf, jsonRows, oneOf, only } from '../../platform/database/server/rows.ts'
import { editInbound, type InboundChange } from '../contract.ts'
import { factsOfLine, isAllIn, isOver, linesFor, missingFact, spread } from '../rules.ts'
import type * as calls from '../scanning/contract.ts'
import { inboundStates } from '../states.ts'
import { receivingText } from '../text.ts'
import { boxesOf, boxQuery, pendingQuery } from './get-inbound.ts'
import { type HeldInbound, productQuery, readyAmong } from './inbounds.ts'
import { goodPlaces, refuseDamaged } from './places.ts'
import { type Line, type Scene, sceneOf } from './receive-scene.ts'
import { closeBySystem, lockForWork } from './steps.ts'

type Input = InputOf<typeof calls.receive>
type Counted = Input['lines'][number]
type Inbound = HeldInbound
type Mode = 'box' | 'sku' | 'whole'

/** The flow type: opening stock, return or regular receipt. */
const flowOf: Record<Inbound['inboundType'], StockFlowType> = {
  standard: 'receive',
  by_sku: 'receive',
  return: 'return_in',
  init: 'init',
}

const neededText = { expiryDate: receivingText.expiryNeeded, lot: receivingText.lotNeeded }

/** Pieces of one quality on one expected line. */
type Share = { at: number; lineId: number; counted: Counted; quality: StockQuality; quantity: number }

export async function receive(tx: Tx, who: Who, input: Input): Promise<OutputOf<typeof calls.receive>> {
  const inbound = await lockForWork(tx, who, input.inboundId, 'receive')
  const scene = await sceneOf(tx, who, inbound, {
    products: productQuery(tx, who, inbound.customerId).where(
      'id',
      '=',
      oneOf(input.lines.map(({ productId }) => productId)),
    ),
    locationIds: input.lines.flatMap(({ locationId, defectiveLocationId }) => [
      ...(locationId === null ? [] : [locationId]),
      ...(defectiveLocationId === null ? [] : [defectiveLocationId]),
    ]),
    damaged: input.lines.flatMap(({ productId, defective, defectiveLocationId }) =>
      defective > 0 && defectiveLocationId === null ? [productId] : [],
    ),
  })
  return take(tx, who, { inbound, scene, input, mode: input.boxId === null ? 'sku' : 'box' })
}

/** Everything missing, as expected. What was counted before is not counted again. */
export async function receiveAll(
  tx: Tx,
  who: Who,
  { inboundId, boxId, locationId, isRest, facts }: InputOf<typeof calls.receiveWhole>,
): Promise<OutputOf<typeof calls.receive>> {
  const inbound = await lockForWork(tx, who, inboundId, 'receive')
  const scene = await sceneOf(tx, who, inbound, {
    products: productQuery(tx, who, inbound.customerId).where(
      'id',
      'in',
      sql<number>`(select l.product_id from inbound_lines l where l.tenant_id = ${who.tenantId}
        and l.inbound_id = ${inboundId} and (${boxId}::bigint is null or l.box_id = ${boxId}))`,
    ),
    locationIds: locationId === null ? [] : [locationId],
    damaged: [],
  })
  const { lines: announced, boxes } = scene
  if (boxId !== null && !isRest) await refuseCounted(tx, who, inboundId, scene, boxId)
  // A counted box has been checked: what it lacks did not arrive, unless the user says otherwise for that
  // box.
  const counted = new Set(boxes.flatMap(({ id, status }) => (status === 'received' ? [id] : [])))
  const isMeant = (line: { boxId: number | null }) =>
    boxId === null ? line.boxId === null || !counted.has(line.boxId) : line.boxId === boxId
  const open = announced.filter((line) => isMeant(line) && line.expected > line.good + line.defective)
  if (open.length === 0) refuse(receivingText.nothingExpected)
  // Goods that a colleague has counted meanwhile need no date or lot any more.
  for (const [i, { productId }] of facts.entries())
    if (!announced.some((line) => line.productId === productId))
      refuseField(`facts.${i}.productId`, receivingText.productNotFound)
  const lines = open.map((line) => ({
    productId: line.productId,
    good: line.expected - line.good - line.defective,
    defective: 0,
    locationId,
    defectiveLocationId: null,
    ...factsOfLine(line, facts),
    photoFileIds: [],
    isUnexpected: false,
    confirmedTotal: null,
    remark: null,
  }))
  const shares = open.flatMap((line, at): Share[] => {
    const counted = lines[at]
    return counted ? [{ at, lineId: line.id, counted, quality: 'good', quantity: counted.good }] : []
  })
  const input = { inboundId, boxId, lines }
  return take(tx, who, { inbound, scene, input, mode: 'whole', ready: shares })
}

/** Scanning a box that was already counted shows by whom, and how much of it there was. */
async function refuseCounted(
  tx: Tx,
  who: Who,
  inboundId: number,
  { lines, boxes }: Pick<Scene, 'lines' | 'boxes'>,
  boxId: number,
) {
  const own = lines.filter((line) => line.boxId === boxId)
  const total = (of: (line: (typeof own)[number]) => number) => own.reduce((sum, line) => sum + of(line), 0)
  const [got, expected] = [total((line) => line.good + line.defective), total((line) => line.expected)]
  const isCounted = boxes.some(({ id, status }) => id === boxId && status === 'received')
  if (!isCounted && got === 0) return
  const box = (await boxesOf(tx, who, inboundId)).find(({ id }) => id === boxId)
  if (!box) return
  // A surplus of one product does not compensate another.
  const missing = total((line) => Math.max(0, line.expected - line.good - line.defective))
  const named = { box: box.boxNo, who: box.receivedByName ?? '–' }
  if (missing > 0) refuse(receivingText.boxCounted, { ...named, got, expected, missing })
  const when = box.receivedAt ? clockIn(box.receivedAt, who.zone, who.language) : '–'
  refuse(receivingText.boxWhole, { ...named, when })
}

const clockIn = (at: string, timeZone: string, language: Who['language']) =>
  new Intl.DateTimeFormat(language.replace('_', '-'), {
    timeZone,
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).format(new Date(at))

/** A receipt about to be written. */
type Receipt = { inbound: Inbound; scene: Scene; input: Input; mode: Mode }

/**
 * One receipt: checked, posted, stored. The document is locked, so two receipts of it run one after the
 * other.
 */
async function take(
  tx: Tx,
  who: Who,
  { ready, ...receipt }: Receipt & { ready?: Share[] },
): Promise<OutputOf<typeof calls.receive>> {
  const { inbound, scene, input } = receipt
  const { boxId, lines } = input
  const products = readyAmong(scene.products, lines, inbound.inboundType)
  for (const [i, line] of lines.entries()) {
    const product = products.get(line.productId)
    const missing = product && missingFact(product, line)
    if (missing) refuseField(`lines.${i}.${missing}`, neededText[missing], { sku: product.sku })
  }
  if (boxId !== null && !scene.boxes.some(({ id }) => id === boxId))
    refuseField('boxId', receivingText.boxNotFound)
  await assertPhotosExist(tx, who, lines)
  const opened: Line[] = []
  const shares = ready ?? (await share(tx, who, receipt, (id) => products.get(id)?.sku ?? '', opened))
  const placed = await place(tx, who, inbound, shares, scene)
  const day = inbound.putawayDate ?? scene.today
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
      lot: counted.lot,
    })),
  )
  const written = placed.map((item, i) => ({ ...item, lineNo: i + 1, batchId: batches[i] ?? 0 }))
  await post(
    tx,
    who,
    { type: 'receipt' },
    written.map(({ lineNo, locationId, batchId, quality, quantity }) => ({
      sourceId: scene.receiptId,
      sourceNo: inbound.inboundNo,
      line: lineNo,
      flow: flowOf[inbound.inboundType],
      locationId,
      batchId,
      quality,
      onHand: quantity,
    })),
  )
  const receiptNo = await drawNumber(tx, 'RC')
  const counted = await write(tx, who, receipt, receiptNo, written)
  await note(tx, who, receipt, receiptNo, written)
  const change = await changeOf(tx, who, receipt, opened, counted, written)
  return { receiptId: scene.receiptId, receiptNo, ...change }
}

async function assertPhotosExist(tx: Tx, who: Who, lines: readonly Counted[]) {
  const wanted = [...new Set(lines.flatMap(({ photoFileIds }) => photoFileIds))]
  if (wanted.length === 0) return
  const rows = await tx
    .selectFrom('files')
    .select('id')
    .where('tenantId', '=', who.tenantId)
    .where('purpose', '=', 'image')
    .where('createdBy', '=', who.accountId)
    .where('id', 'in', wanted)
    .execute()
  if (rows.length < wanted.length) refuse(receivingText.photoNotFound)
}

/** The expected line of each piece; unexpected goods are accepted, confirmed or refused. */
async function share(
  tx: Tx,
  who: Who,
  { inbound, scene, input: { boxId, lines } }: Receipt,
  skuOf: (id: number) => string,
  opened: Line[],
) {
  const policy = scene.settings
  const known = scene.lines.map((line) => ({ ...line, got: line.good + line.defective }))
  const shares: Share[] = []
  for (const [at, counted] of lines.entries()) {
    const targets = linesFor(known, { ...counted, boxId })
    const announced = targets.filter(({ isExtra }) => !isExtra)
    const [more, sku] = [counted.good + counted.defective, skuOf(counted.productId)]
    if (announced.length === 0) {
      if (!counted.isUnexpected) refuseField(`lines.${at}.isUnexpected`, receivingText.unexpected, { sku })
      if (!hasPermission(who.permissions, editInbound.permission)) refuseRight(who, editInbound.permission)
      if (!targets[0]) {
        const line = await openExtra(tx, who, inbound, boxId, counted.productId)
        targets[0] = { ...line, got: 0 }
        known.push(targets[0])
        opened.push(line)
      }
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

const openExtra = (tx: Tx, who: Who, inbound: Inbound, boxId: number | null, productId: number) =>
  tx
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
    .returning(['productionDate', 'expiryDate', 'lot'])
    .executeTakeFirstOrThrow()

/** The bin of each share. In a receiving bin it waits for putaway and has no storage date yet. */
async function place(
  tx: Tx,
  who: Who,
  { customerId }: Inbound,
  shares: Share[],
  { settings, named, arrivals, damaged }: Scene,
) {
  const usualFor = async (isGood: boolean, productId: number) =>
    isGood
      ? (arrivals[0]?.id ?? refuse(receivingText.noReceivingPlace))
      : (damaged.find((item) => item.productId === productId)?.id ??
        refuseDamaged(tx, who, { customerId, productId }))
  const input: (Share & { path: string; locationId: number })[] = []
  for (const share of shares) {
    const isGood = share.quality === 'good'
    const path = `lines.${share.at}.${isGood ? 'locationId' : 'defectiveLocationId'}`
    const chosen = isGood ? share.counted.locationId : share.counted.defectiveLocationId
    if (chosen === null && isGood && settings.receiveOneStep) refuseField(path, receivingText.placeNeeded)
    const locationId = chosen ?? (await usualFor(isGood, share.counted.productId))
    input.push({ ...share, path, locationId })
  }
  const places = goodPlaces([...named, ...arrivals, ...damaged], input)
  return input.map((item) => ({ ...item, isPending: places.get(item.locationId)?.purpose === 'receiving' }))
}

type Written = Share & { lineNo: number; locationId: number; batchId: number }

type Counts = { lines: { id: number; good: number; defective: number }[]; boxIds: number[] }

/** Writes the receipt and updates lines, boxes and the document in one statement. */
async function write(
  tx: Tx,
  who: Who,
  { inbound, scene: { receiptId }, input: { boxId }, mode }: Receipt,
  receiptNo: string,
  written: Written[],
): Promise<Counts> {
  const pieces = (quality: StockQuality) =>
    written.map((item) => (item.quality === quality ? item.quantity : 0))
  const { to } = inboundStates.actions.receive
  // A whole document receives all its boxes and a box itself; loose pieces receive a box once it is complete.
  const { rows } = await sql<Counts>`
    with counted as (
      select line_id, sum(good)::bigint as good, sum(defective)::bigint as defective
      from unnest(${written.map(({ lineId }) => lineId)}::bigint[], ${pieces('good')}::bigint[],
        ${pieces('defective')}::bigint[]) as u (line_id, good, defective) group by line_id),
    receipt as (
      insert into receipts (tenant_id, id, receipt_no, inbound_id, mode, box_id, created_by)
      values (${who.tenantId}, ${receiptId}, ${receiptNo}, ${inbound.id}, ${mode}, ${boxId}, ${who.accountId})),
    receipt_rows as (
      insert into receipt_lines (tenant_id, receipt_id, line_no, inbound_id, line_id, quality, quantity, location_id, batch_id,
        is_unexpected, remark)
      select ${who.tenantId}, ${receiptId}, u.line_no, ${inbound.id}, u.line_id, u.quality, u.quantity, u.location_id, u.batch_id,
        u.is_unexpected, u.remark
      from unnest(${written.map((item) => item.lineNo)}::int[], ${written.map((item) => item.lineId)}::bigint[],
        ${written.map((item) => item.quality)}::stock_quality[], ${written.map((item) => item.quantity)}::bigint[],
        ${written.map((item) => item.locationId)}::bigint[], ${written.map((item) => item.batchId)}::bigint[],
        ${written.map(({ counted }) => counted.isUnexpected)}::boolean[], ${written.map(({ counted }) => counted.remark)}::text[])
        as u (line_no, line_id, quality, quantity, location_id, batch_id, is_unexpected, remark)),
    lines as (
      update inbound_lines l set good = l.good + c.good, defective = l.defective + c.defective
      from counted c where l.tenant_id = ${who.tenantId} and l.id = c.line_id returning l.id, l.good, l.defective),
    boxes as (
      update inbound_boxes b set status = 'received', received_at = business_now()
      where b.tenant_id = ${who.tenantId} and b.inbound_id = ${inbound.id} and b.status = 'expected'
        and (b.id = ${boxId}::bigint or (${mode} = 'whole' and ${boxId}::bigint is null) or not exists (
          select 1 from inbound_lines l left join counted c on c.line_id = l.id
          where l.tenant_id = b.tenant_id and l.inbound_id = b.inbound_id and l.box_id = b.id
            and l.good + l.defective + coalesce(c.good + c.defective, 0) < l.expected))
      returning b.id),
    head as (
      update inbounds set status = ${to}, arrived_at = coalesce(arrived_at, business_now()),
        arrived_by = coalesce(arrived_by, ${who.accountId}), first_receive_at = coalesce(first_receive_at, business_now()),
        row_version = row_version + 1, updated_at = business_now()
      where tenant_id = ${who.tenantId} and id = ${inbound.id})
    select (select coalesce(jsonb_agg(jsonb_build_object('id', l.id, 'good', l.good, 'defective', l.defective) order by l.id), '[]')
        from lines l) as lines,
      (select coalesce(array_agg(b.id), '{}') from boxes b) as box_ids`.execute(tx)
  const photos = photosOf(written).map((photo) => ({ tenantId: who.tenantId, receiptId, ...photo }))
  if (photos.length > 0) await tx.insertInto('receiptPhotos').values(photos).execute()
  return only(rows)
}

async function note(
  tx: Tx,
  who: Who,
  { inbound, scene: { receiptId } }: Receipt,
  receiptNo: string,
  written: Written[],
) {
  const pieces = written.reduce((sum, { quantity }) => sum + quantity, 0)
  const { to } = inboundStates.actions.receive
  const isArrival = inbound.status !== to
  await writeAudit(tx, who, [
    {
      action: 'receive',
      type: 'inbound',
      id: inbound.id,
      no: inbound.inboundNo,
      ...(isArrival && { before: { inboundStatus: inbound.status } }),
      after: { receiptNo, pieces, ...(isArrival && { inboundStatus: to }) },
    },
  ])
  await publishEvents(tx, who, [
    { kind: 'inbound.received', type: 'inbound', id: inbound.id, payload: { receiptId } },
  ])
}

/** What the receipt changed. Where nothing is left to decide, the system closes the document. */
async function changeOf(
  tx: Tx,
  who: Who,
  { inbound, scene, input: { boxId }, mode }: Receipt,
  opened: Line[],
  counted: Counts,
  written: Written[],
): Promise<InboundChange> {
  const got = new Map(counted.lines.map((line) => [line.id, line]))
  const lines = [...scene.lines, ...opened].map((line) => ({ ...line, ...got.get(line.id) }))
  // Who counted a box last changes with its goods; a whole document is counted by the user who received it.
  const touched =
    mode === 'whole' && boxId === null
      ? idsOf(scene.boxes)
      : [boxId, ...counted.boxIds, ...lines.filter(({ id }) => got.has(id)).map((line) => line.boxId)]
  const boxIds = [...new Set(touched.filter((id) => id !== null))]
  const batchIds = written.map(({ batchId }) => batchId)
  const waiting = pendingQuery(tx, who, inbound.id)
  const { rows } = await sql<
    Pick<InboundChange, 'status' | 'rowVersion' | 'boxes' | 'pending'> & { isWaiting: boolean }
  >`
    select i.status, i.row_version, exists ${waiting} as is_waiting,
      ${jsonRows(boxQuery(tx, who, inbound.id).where('b.id', '=', sql<number>`any(${boxIds}::bigint[])`), [
        'id',
        'status',
        'receivedAt',
        'receivedByName',
      ])} as boxes,
      ${jsonRows(waiting.where('b.id', '=', sql<number>`any(${batchIds}::bigint[])`), [
        'batchId',
        'productId',
        'locationId',
        'locationCode',
        'quality',
        'expiryDate',
        'lot',
        'quantity',
      ])} as pending
    from inbounds i where i.tenant_id = ${who.tenantId} and i.id = ${inbound.id}`.execute(tx)
  const { isWaiting, boxes, ...now } = only(rows)
  const statuses = new Map([...scene.boxes, ...boxes].map((box) => [box.id, box]))
  const isDone = isAllIn({ lines, boxes: [...statuses.values()], pending: isWaiting ? [isWaiting] : [] })
  return {
    ...now,
    ...(isDone && (await closeBySystem(tx, who, { ...inbound, status: now.status }))),
    since: inbound.rowVersion,
    lines: counted.lines.filter(({ id }) => !opened.some((line) => line.id === id)),
    opened: lines.filter(({ id }) => opened.some((line) => line.id === id)),
    boxes: boxes.map((box) => ({ ...box, receivedAt: box.receivedAt?.replace(/\+00:00$/, 'Z') ?? null })),
  }
}

/** A line's photos belong to its damaged pieces, or to the line where nothing is damaged; each once. */
function photosOf(written: Written[]) {
  const hooks = new Map<number, Written>()
  for (const item of written)
    if (!hooks.has(item.at) || (item.quality === 'defective' && hooks.get(item.at)?.quality === 'good'))
      hooks.set(item.at, item)
  return [...hooks.values()].flatMap(({ lineNo, counted }) =>
    [...new Set(counted.photoFileIds)].map((fileId) => ({ lineNo, fileId })),
  )
}
