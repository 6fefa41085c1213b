import { sql } from 'kysely'
import { isTrackingNo } from '../../../carriers/carrier.ts'
import { type LabelFormat, type LabelSource, labelSize } from '../../../channels/rules.ts'
import { fitsTracking } from '../../../channels/tracking.ts'
import { type Actor, publishEvents, writeAudit } from '../../../platform/audit/server/audit.ts'
import type { InputOf } from '../../../platform/calls/call.ts'
import { Refusal, refuse, refuseAs, refuseField } from '../../../platform/calls/refusal.ts'
import { constraintOf } from '../../../platform/calls/server/reply.ts'
import type { Who } from '../../../platform/calls/who.ts'
import type { Database, Db, Tx } from '../../../platform/database/server/db.ts'
import { only } from '../../../platform/database/server/rows.ts'
import type { Files } from '../../../platform/files/server/files.ts'
import { readZip, type ZipEntry, zipFileText } from '../../../platform/imports/server/zip.ts'
import { codeKey } from '../../../platform/lists/codes.ts'
import type { LabelSpace } from '../../../platform/printing/label-space.ts'
import { analyseLabel, normaliseLabel } from '../../../platform/printing/server/normalise-label.ts'
import { startTask, type Work } from '../../../platform/tasks/server/tasks.ts'
import { fill, type Text } from '../../../platform/text/text.ts'
import { refusalText } from '../../server/refusals.ts'
import { type OrderState, orderStates } from '../../states.ts'
import { ordersText } from '../../text.ts'
import * as calls from '../contract.ts'
import { labelFileText } from '../label-file-text.ts'
import { type LabelName, orderOfNumber, readLabelName, repeatedLabels } from '../label-files.ts'
import { waybillStates } from '../states.ts'
import { labelsUnderWay, voidLabels } from './give-up.ts'
import { addWaybills, rememberTracking } from './obtain.ts'
import { enqueueEach } from './queue.ts'

type Account = Pick<Who, 'tenantId' | 'accountId'>
type LabelOf = { id: number; trackingNo: string; readyAt: string | null }

type Order = {
  id: number
  orderNo: string
  status: OrderState
  channelId: number
  channelCode: string
  source: LabelSource
  format: LabelFormat
  pattern: string | null
}

const tooLate: readonly OrderState[] = ['under_audit', 'shipped', 'voided']
const takesUploads = (source: LabelSource) => source === 'uploaded' || source === 'platform'

async function orderOf(db: Db, tenantId: number, id: number): Promise<Order> {
  const { rows } = await sql<Order>`
    select o.id, o.order_no, o.status, h.id as channel_id, h.channel_code, h.label_source as source, h.label_format as format,
      h.tracking_pattern as pattern
    from orders o join channels h on h.tenant_id = o.tenant_id and h.id = o.channel_id
    where o.tenant_id = ${tenantId} and o.id = ${id}`.execute(db)
  return rows[0] ?? refuseAs({ kind: 'not_found' }, ordersText.notFound)
}

/** Why an order can't have this label, before its file is read. */
function refuseLabel({ orderNo, status, channelCode: channel, source, pattern }: Order, trackingNo: string) {
  if (!takesUploads(source)) refuse(refusalText.noUploads, { channel })
  if (tooLate.includes(status)) refuse(refusalText.tooLateForLabel, { no: orderNo })
  if (!isTrackingNo(trackingNo)) refuseField('trackingNo', ordersText.trackingForm)
  if (pattern && !fitsTracking(pattern, trackingNo))
    refuseField('trackingNo', fill(ordersText.trackingPattern, { channel }))
}

type Paper = { pdf: Buffer; space: LabelSpace }

/** A label on the channel's paper, and where it is free for the stamp. */
async function readyToPrint(bytes: Buffer, format: LabelFormat): Promise<Paper> {
  const { pdf } = await normaliseLabel(bytes, labelSize(format))
  return { pdf: Buffer.from(pdf), space: await analyseLabel(pdf) }
}

type Prepared = { format: LabelFormat; paper?: Paper }

/**
 * Reads a label before its transaction starts: the file may wait for others and take seconds, during which no connection is held.
 * An order that takes none is refused afterwards, so that a repeated request gets its first answer.
 */
export const prepareLabel =
  (files: Files, { read }: Pick<Database, 'read'>) =>
  async (who: Who, { id, fileId }: InputOf<typeof calls.uploadLabel>): Promise<Prepared> => {
    const { order, key } = await read(who.tenantId, async (db) => ({
      order: await orderOf(db, who.tenantId, id),
      key: await files.keyOf(db, who, fileId, 'label'),
    }))
    const { format } = order
    if (!takesUploads(order.source) || tooLate.includes(order.status)) return { format }
    return { format, paper: await readyToPrint(await files.bytesOf(key), format) }
  }

export const uploadLabel =
  (files: Files) =>
  async (
    tx: Tx,
    who: Who,
    { id, trackingNo, readyAt }: InputOf<typeof calls.uploadLabel>,
    { format, paper }: Prepared,
  ) => {
    await attach(tx, who, files, { id, trackingNo, readyAt }, format, paper)
    return {}
  }

/** Gives an order its label. The order may have changed while the file was read; it is locked first and read afterwards with its channel. */
async function attach(
  tx: Tx,
  who: Actor & Account,
  files: Files,
  { id, trackingNo, readyAt }: LabelOf,
  format: LabelFormat,
  paper: Paper | undefined,
) {
  await sql`select 1 from orders where tenant_id = ${who.tenantId} and id = ${id} for no key update`.execute(
    tx,
  )
  const order = await orderOf(tx, who.tenantId, id)
  refuseLabel(order, trackingNo)
  if (order.format !== format || !paper) refuse(ordersText.stale)
  const { pdf, space } = paper
  await sql`
    insert into packages (tenant_id, order_id) select ${who.tenantId}, ${id}::bigint
    where not exists (select 1 from packages where tenant_id = ${who.tenantId} and order_id = ${id})`.execute(
    tx,
  )
  const { rows: packages } = await sql<{ id: number }>`
    select id from packages where tenant_id = ${who.tenantId} and order_id = ${id} order by package_seq limit 1`.execute(
    tx,
  )
  const packageId = only(packages).id
  const underWay = (await labelsUnderWay(tx, who, [order])).get(id)
  if (underWay) refuse(underWay)
  // A label that a carrier sold, or may have sold, is voided there.
  await voidLabels(tx, who, [id], { keepsUploads: true, packageId })
  await sql`update waybills set status = ${waybillStates.actions.replace.to}::waybill_status
    where tenant_id = ${who.tenantId} and package_id = ${packageId} and status = 'obtained'`.execute(tx)
  const fileId = await files.keep(tx, who, {
    name: `${trackingNo}.pdf`,
    mime: 'application/pdf',
    purpose: 'label',
    bytes: pdf,
  })
  const waybillId = only(await addWaybills(tx, who, [{ packageId, channelId: order.channelId }]))
  await sql`update waybills set status = ${waybillStates.actions.obtain.to}::waybill_status, obtained_at = business_now(),
      tracking_no = ${trackingNo}, label_file_id = ${fileId}, label_space = ${JSON.stringify(space)}::jsonb, ready_at = ${readyAt}
    where tenant_id = ${who.tenantId} and id = ${waybillId}`.execute(tx)
  await rememberTracking(tx, who, [{ orderId: id, trackingNo }])
  const { to } = orderStates.actions.cancel_print
  const isReprint = order.status === 'waybill_printed'
  await sql`update orders set row_version = row_version + 1, updated_at = business_now()
      ${isReprint ? sql`, status = ${to}::order_status, status_at = business_now()` : sql``}
    where tenant_id = ${who.tenantId} and id = ${id}`.execute(tx)
  await writeAudit(tx, who, [
    {
      action: 'upload_label',
      type: 'order',
      id,
      no: order.orderNo,
      before: { orderStatus: order.status },
      after: { orderStatus: isReprint ? to : order.status, trackingNo },
    },
  ])
  await publishEvents(tx, who, [{ kind: 'order.label_uploaded', type: 'order', id }])
  if (order.status === 'audit_exception') await enqueueEach(tx, 'retry_labels', [{ ids: [id] }])
}

export const uploadLabels =
  (files: Files) =>
  async (tx: Tx, who: Who, { fileId }: InputOf<typeof calls.uploadLabels>) => {
    await files.keyOf(tx, who, fileId, 'zip')
    return { taskId: await startTask(tx, who, calls.uploadLabels, 'upload_labels', { fileId }) }
  }

const MB = 1_000_000
export const MAX_LABEL_FILES = 100
const limits = { entries: MAX_LABEL_FILES, each: 5 * MB, total: 100 * MB }

/** A file of the ZIP: the label of an order, or why it can't be one. */
type LabelFile = { path: string } & ((LabelName & { orderId: number; bytes: Buffer }) | { reason: Text })

/**
 * Attaches the labels of a ZIP, each in a transaction of its own, and names the files that it could not. The files taken are saved
 * with each label: a restart would replace them by themselves, and printed orders would have to be printed again.
 */
export const attachLabels =
  (files: Files) =>
  async ({ who, input, read, write, remember, progress }: Work<{ fileId: number; taken?: number[] }>) => {
    const account = { ...who, accountId: who.accountId ?? 0 }
    const key = await read((db) => files.keyOf(db, account, input.fileId, 'zip'))
    const entries = await readZip(await files.bytesOf(key), limits)
    if (entries.length === 0) refuse(labelFileText.zipWithoutFiles)
    const labelFiles = await read((db) => labelFilesOf(db, who.tenantId, entries))
    let taken = input.taken ?? []
    const failures: { no: string; reason: Text }[] = []
    const outcome = () => ({ failures, message: fill(labelFileText.labelsAttached, { count: taken.length }) })

    for (const [place, file] of labelFiles.entries()) {
      if ((await progress(place, entries.length)).isCancelAsked)
        return { end: 'cancel' as const, ...outcome() }
      if (taken.includes(place)) continue
      if ('reason' in file) {
        failures.push({ no: file.path, reason: file.reason })
        continue
      }
      const { orderId: id, trackingNo } = file
      try {
        const order = await read((db) => orderOf(db, who.tenantId, id))
        refuseLabel(order, trackingNo)
        const paper = await readyToPrint(file.bytes, order.format)
        taken = await write(async (tx) => {
          await attach(tx, account, files, { id, trackingNo, readyAt: null }, order.format, paper)
          const now = [...taken, place]
          await remember(tx, { taken: now })
          return now
        })
      } catch (thrown) {
        failures.push({ no: file.path, reason: reasonOf(thrown) })
      }
    }
    await progress(entries.length, entries.length)
    return outcome()
  }

/** Why one file failed. A fault that is not about this file stops the task. */
function reasonOf(thrown: unknown): Text {
  if (constraintOf(thrown) === 'tracking_no_live_once') return refusalText.trackingInUse
  if (!(thrown instanceof Refusal) || thrown.detail.kind === 'unavailable') throw thrown
  return thrown.text
}

async function labelFilesOf(db: Db, tenantId: number, entries: readonly ZipEntry[]): Promise<LabelFile[]> {
  const named = entries.map((entry) => ({
    ...entry,
    ...(entry.bytes ? readLabelName(entry.name) : { reason: zipFileText[entry.why] }),
  }))
  const numbers = named.flatMap((file) => ('number' in file ? [file.number] : []))
  const orders = await ordersByNumber(db, tenantId, numbers)
  const readFiles = named.map(({ path, ...file }) =>
    'number' in file && file.bytes
      ? {
          ...{ path, bytes: file.bytes, number: file.number, trackingNo: file.trackingNo },
          ...orderOfNumber(file.number, orders),
        }
      : { path, reason: 'reason' in file ? file.reason : labelFileText.labelFileName },
  )
  const repeated = repeatedLabels(readFiles.map((file) => ('orderId' in file ? file : undefined)))
  return readFiles.map((file, place) => {
    const reason = repeated.get(place)
    return reason ? { path: file.path, reason } : file
  })
}

/** The live orders with these numbers or references. */
async function ordersByNumber(db: Db, tenantId: number, numbers: readonly string[]) {
  const { rows } = await sql<{ word: string; id: number }>`
    select distinct w.word, o.id from order_words w join orders o on o.tenant_id = w.tenant_id and o.id = w.order_id
    where w.tenant_id = ${tenantId} and w.word = any(${numbers.map(codeKey)}::text[]) and w.mark in ('order_no', 'reference')
      and o.status <> 'voided'`.execute(db)
  return Map.groupBy(rows, ({ word }) => word)
}
