import { sql } from 'kysely'
import type { InputOf, OutputOf } from '../../platform/calls/call.ts'
import { notFound } from '../../platform/calls/refusal.ts'
import type { Who } from '../../platform/calls/who.ts'
import type { Db } from '../../platform/database/server/db.ts'
import { idsOf, sameTenant } from '../../platform/database/server/rows.ts'
import type { Files } from '../../platform/files/server/files.ts'
import { productPage } from '../../products/server/find.ts'
import { settingsOf } from '../../warehouse/server/facts.ts'
import type {
  InboundProduct,
  InboundStanding,
  inbound,
  inboundChanges,
  inboundProducts,
  ReceiptRow,
} from '../contract.ts'
import { receivingText } from '../text.ts'
import { figures, listed } from './find.ts'
import { reopensItself } from './inbounds.ts'

type Links = Pick<Files, 'linkTo'>

/** The boxes of an inbound order, each with the user who counted it last. */
export const boxesOf = (db: Db, who: Who, inboundId: number) => boxQuery(db, who, inboundId).execute()

export const boxQuery = (db: Db, who: Who, inboundId: number) =>
  db
    .with('counters', (from) =>
      from
        .selectFrom('receipts as r')
        .innerJoin('accounts as a', sameTenant('a.id', 'r.createdBy'))
        .distinctOn('r.boxId')
        .select(['r.boxId', 'a.userName'])
        .where('r.tenantId', '=', who.tenantId)
        .where('r.inboundId', '=', inboundId)
        .where('r.cancelledAt', 'is', null)
        .where((is) => is.or([is('r.boxId', 'is not', null), is('r.mode', '=', 'whole')]))
        .orderBy('r.boxId')
        .orderBy('r.id', 'desc'),
    )
    .selectFrom('inboundBoxes as b')
    .leftJoin('counters as c', 'c.boxId', 'b.id')
    .leftJoin('counters as w', (on) => on.on('w.boxId', 'is', null))
    .select(['b.id', 'b.boxNo', 'b.customerBoxNo', 'b.length', 'b.width', 'b.height', 'b.weight', 'b.status'])
    .select(['b.receivedAt', 'b.measuredLength', 'b.measuredWidth', 'b.measuredHeight', 'b.measuredWeight'])
    .select(['b.isExtra'])
    .select(
      // Loose pieces name no box: a box was completed by the user who counted its last piece.
      sql<string | null>`case when b.status = 'received' then coalesce(c.user_name, w.user_name, (
        select a.user_name from inbound_lines l
        join receipt_lines p on p.tenant_id = l.tenant_id and p.inbound_id = l.inbound_id and p.line_id = l.id
        join receipts r on r.tenant_id = p.tenant_id and r.id = p.receipt_id and r.cancelled_at is null
        join accounts a on a.tenant_id = r.tenant_id and a.id = r.created_by
        where l.tenant_id = b.tenant_id and l.inbound_id = b.inbound_id and l.box_id = b.id
        order by r.id desc limit 1)) end`.as('receivedByName'),
    )
    .where('b.tenantId', '=', who.tenantId)
    .where('b.inboundId', '=', inboundId)
    .orderBy('b.id')

const linesOf = (db: Db, who: Who, inboundId: number) =>
  db
    .selectFrom('inboundLines')
    .select(['id', 'boxId', 'productId', 'expected', 'good', 'defective', 'isExtra'])
    .select(['productionDate', 'expiryDate', 'lot'])
    .where('tenantId', '=', who.tenantId)
    .where('inboundId', '=', inboundId)
    .orderBy('id')
    .execute()

/** The goods of an inbound order in a receiving bin, earliest expiry first. */
export const pendingOf = (db: Db, who: Pick<Who, 'tenantId'>, inboundId: number) =>
  pendingQuery(db, who, inboundId).execute()

export const pendingQuery = (db: Db, who: Pick<Who, 'tenantId'>, inboundId: number) =>
  db
    .selectFrom('batches as b')
    .innerJoin('stock as s', sameTenant('s.batchId', 'b.id'))
    .innerJoin('locations as l', sameTenant('l.id', 's.locationId'))
    .select(['b.id as batchId', 'b.productId', 's.locationId', 'l.locationCode', 's.quality', 'b.expiryDate'])
    .select(['s.onHand as quantity', 'b.productionDate', 'b.lot'])
    .where('b.tenantId', '=', who.tenantId)
    .where('b.inboundId', '=', inboundId)
    .where('l.purpose', '=', 'receiving')
    .where('s.onHand', '>', 0)
    .orderBy('b.expiryDate', (by) => by.asc().nullsLast())
    .orderBy('s.id')

/** Everything of an inbound order that a scan can change. */
export async function standingOf(db: Db, who: Who, inboundId: number): Promise<InboundStanding> {
  const [head, lines, boxes, pending] = await Promise.all([
    db
      .selectFrom('inbounds')
      .select(['status', 'rowVersion'])
      .where('tenantId', '=', who.tenantId)
      .where('id', '=', inboundId)
      .executeTakeFirstOrThrow(),
    linesOf(db, who, inboundId),
    boxesOf(db, who, inboundId),
    pendingOf(db, who, inboundId),
  ])
  return { ...head, lines, boxes, pending: pending.map(({ productionDate: _, ...piece }) => piece) }
}

/** Changes by other users; nothing is read if the version is unchanged. */
export async function changesOf(
  db: Db,
  who: Who,
  { id, rowVersion }: InputOf<typeof inboundChanges>,
): Promise<InboundStanding | null> {
  const row = await db
    .selectFrom('inbounds')
    .select('rowVersion')
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow(notFound(receivingText.notFound))
  return row.rowVersion === rowVersion ? null : standingOf(db, who, id)
}

/** Products with the data needed for counting. */
async function productsFor(
  links: Links,
  db: Db,
  who: Who,
  productIds: readonly number[],
): Promise<InboundProduct[]> {
  const ids = [...new Set(productIds)]
  const [products, barcodes, images] = await Promise.all([
    db
      .selectFrom('products')
      .select(['id', 'sku', 'nameZh', 'nameEn', 'isEnabled', 'auditStatus', 'expiryManaged', 'shelfLifeDays'])
      .select('lotManaged')
      .select([
        'lacksSize',
        'measuredLength',
        'measuredWidth',
        'measuredHeight',
        'measuredWeight',
        'rowVersion',
      ])
      .where('tenantId', '=', who.tenantId)
      .where('id', '=', sql<number>`any(${ids}::bigint[])`)
      .orderBy('skuKey')
      .execute(),
    db
      .selectFrom('productBarcodes')
      .select(['productId', 'barcode', 'packQuantity'])
      .where('tenantId', '=', who.tenantId)
      .where('productId', '=', sql<number>`any(${ids}::bigint[])`)
      .orderBy('id')
      .execute(),
    db
      .selectFrom('productImages')
      .select(['productId', 'smallFileId'])
      .where('tenantId', '=', who.tenantId)
      .where('productId', '=', sql<number>`any(${ids}::bigint[])`)
      .where('place', '=', 1)
      .execute(),
  ])
  const pictures = new Map(images.map(({ productId, smallFileId }) => [productId, smallFileId]))
  const codes = Map.groupBy(barcodes, ({ productId }) => productId)
  return products.map((product) => {
    const picture = pictures.get(product.id)
    return {
      ...product,
      imageUrl: picture === undefined ? null : links.linkTo(who.tenantId, picture),
      barcodes: (codes.get(product.id) ?? []).map(({ barcode, packQuantity }) => ({ barcode, packQuantity })),
    }
  })
}

async function receiptsOf(links: Links, db: Db, who: Who, inboundId: number): Promise<ReceiptRow[]> {
  const [receipts, lines, photos] = await Promise.all([
    db
      .selectFrom('receipts as r')
      .innerJoin('accounts as a', sameTenant('a.id', 'r.createdBy'))
      .leftJoin('accounts as x', sameTenant('x.id', 'r.cancelledBy'))
      .select(['r.id', 'r.receiptNo', 'r.mode', 'r.boxId', 'r.createdAt', 'a.userName as createdByName'])
      .select(['r.cancelledAt', 'x.userName as cancelledByName', 'r.cancelReason'])
      .where('r.tenantId', '=', who.tenantId)
      .where('r.inboundId', '=', inboundId)
      .orderBy('r.id', 'desc')
      .execute(),
    db
      .selectFrom('receiptLines as l')
      .innerJoin('batches as b', sameTenant('b.id', 'l.batchId'))
      .innerJoin('locations as p', sameTenant('p.id', 'l.locationId'))
      .select(['l.receiptId', 'l.lineNo', 'b.productId', 'l.quality', 'l.quantity', 'p.locationCode'])
      .select(['b.expiryDate', 'b.lot', 'l.isUnexpected', 'l.remark'])
      .where('l.tenantId', '=', who.tenantId)
      .where('l.inboundId', '=', inboundId)
      .orderBy('l.lineNo')
      .execute(),
    db
      .selectFrom('receiptPhotos as f')
      .innerJoin('receipts as r', sameTenant('r.id', 'f.receiptId'))
      .select(['f.receiptId', 'f.lineNo', 'f.fileId'])
      .where('f.tenantId', '=', who.tenantId)
      .where('r.inboundId', '=', inboundId)
      .orderBy('f.fileId')
      .execute(),
  ])
  const photosOf = (receiptId: number, lineNo: number) =>
    photos
      .filter((photo) => photo.receiptId === receiptId && photo.lineNo === lineNo)
      .map(({ fileId }) => ({ fileId, url: links.linkTo(who.tenantId, fileId) }))
  const byReceipt = Map.groupBy(lines, ({ receiptId }) => receiptId)
  return receipts.map((receipt) => ({
    ...receipt,
    lines: (byReceipt.get(receipt.id) ?? []).map(({ receiptId, ...line }) => ({
      ...line,
      photos: photosOf(receiptId, line.lineNo),
    })),
  }))
}

export const oneInbound =
  (links: Links) =>
  async (db: Db, who: Who, { id }: { id: number }): Promise<OutputOf<typeof inbound>> => {
    const row = await db
      .selectFrom('inbounds as i')
      .innerJoin('customers as c', sameTenant('c.id', 'i.customerId'))
      .innerJoin('accounts as a', sameTenant('a.id', 'i.createdBy'))
      .leftJoin('accounts as r', sameTenant('r.id', 'i.arrivedBy'))
      .leftJoin('accounts as d', (on) =>
        on
          .onRef('d.tenantId', '=', 'i.tenantId')
          .onRef('d.id', '=', 'i.completedBy')
          .on('d.kind', '!=', 'system'),
      )
      .select(listed)
      .select(figures)
      .select([
        'i.originNo',
        'i.putawayDate',
        'i.palletCount',
        'i.containerCount',
        'i.remark',
        'i.arrivedAt',
        'i.firstReceiveAt',
        'i.completedAt',
      ])
      .select(['i.differenceNote', 'a.userName as createdByName', 'r.userName as arrivedByName'])
      .select(['d.userName as completedByName', reopensItself.as('reopensItself')])
      .where('i.tenantId', '=', who.tenantId)
      .where('i.id', '=', id)
      .executeTakeFirstOrThrow(notFound(receivingText.notFound))
    const standing = await standingOf(db, who, id)
    const [settings, products, receipts, attachments] = await Promise.all([
      settingsOf(db, who),
      productsFor(
        links,
        db,
        who,
        standing.lines.map(({ productId }) => productId),
      ),
      receiptsOf(links, db, who, id),
      attachmentsOf(links, db, who, id),
    ])
    const { receiveOneStep, overReceivePolicy, overReceivePercent } = settings
    return {
      ...row,
      ...standing,
      receiveOneStep,
      overReceivePolicy,
      overReceivePercent,
      products,
      receipts,
      attachments,
    }
  }

async function attachmentsOf(links: Links, db: Db, who: Who, inboundId: number) {
  const rows = await db
    .selectFrom('inboundAttachments as t')
    .innerJoin('files as f', sameTenant('f.id', 't.fileId'))
    .select(['t.fileId', 'f.fileName', 'f.size'])
    .where('t.tenantId', '=', who.tenantId)
    .where('t.inboundId', '=', inboundId)
    .orderBy('t.fileId')
    .execute()
  return rows.map((row) => ({ ...row, url: links.linkTo(who.tenantId, row.fileId) }))
}

const MAX_CHOICES = 20

/** A customer's receivable products: approved, enabled unless they come back, and matching the input. */
export const productChoice =
  (files: Files) =>
  async (db: Db, who: Who, { customerId, inboundType, search }: InputOf<typeof inboundProducts>) => {
    const { rows } = await productPage(files)(db, who, {
      customerId,
      auditStatus: 'passed',
      page: 1,
      size: MAX_CHOICES,
      sort: 'createdAt',
      order: 'desc',
      ...(inboundType !== 'return' && { isEnabled: '1' }),
      ...(search && { search }),
    })
    return productsFor(files, db, who, idsOf(rows))
  }
