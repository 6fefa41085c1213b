import { sql } from 'kysely'
import {
  changed,
  publishEvents,
  refuseStale,
  writeAudit,
  writeChanges,
} from '../../platform/audit/server/audit.ts'
import type { InputOf, OutputOf } from '../../platform/calls/call.ts'
import { notFound, refuseAs, refuseField } from '../../platform/calls/refusal.ts'
import type { Who } from '../../platform/calls/who.ts'
import type { Db, Tx } from '../../platform/database/server/db.ts'
import { searchLine } from '../../platform/database/server/pinyin.ts'
import { idsOf, sameTenant } from '../../platform/database/server/rows.ts'
import type { Files } from '../../platform/files/server/files.ts'
import { bulkResultOf } from '../../platform/lists/server/bulk-result.ts'
import { switchable } from '../../platform/lists/server/switchable.ts'
import { articleKey } from '../../platform/scanning/gs1.ts'
import { openOrdersOf } from '../../warehouse/server/open-orders.ts'
import { systemBarcode } from '../barcodes.ts'
import type * as calls from '../contract.ts'
import { productAudit } from '../states.ts'
import { productsText } from '../text.ts'
import { listed, productsOf, withSizes } from './find.ts'
import { wordsOf } from './words.ts'

export const factNames = [
  'nameZh',
  'nameEn',
  'category',
  'brand',
  'declaredLength',
  'declaredWidth',
  'declaredHeight',
  'declaredWeight',
  'declaredValue',
  'declaredCurrency',
  'hsCode',
  'originCountry',
  'isBattery',
  'isLiquid',
  'isFragile',
  'isDangerous',
  'expiryManaged',
  'shelfLifeDays',
  'lotManaged',
  'warnStock',
  'warnAgeDays',
] as const

export const getProduct =
  (files: Pick<Files, 'linkTo'>) =>
  async (db: Db, who: Who, { id }: { id: number }): Promise<OutputOf<typeof calls.getProduct>> => {
    const [match, barcodes, images] = await Promise.all([
      productsOf(db, who)
        .leftJoin('accounts as a', sameTenant('a.id', 'p.measuredBy'))
        .select(listed)
        .select(['p.declaredValue', 'p.declaredCurrency', 'p.hsCode', 'p.originCountry'])
        .select(['p.isBattery', 'p.isLiquid', 'p.isFragile', 'p.isDangerous'])
        .select(['p.expiryManaged', 'p.shelfLifeDays', 'p.lotManaged'])
        .select(['p.warnStock', 'p.warnAgeDays', 'p.rowVersion'])
        .select('a.userName as measuredByName')
        .where('p.id', '=', id)
        .executeTakeFirst(),
      db
        .selectFrom('productBarcodes')
        .select(['id', 'barcode', 'type', 'packQuantity', 'isDefault'])
        .where('tenantId', '=', who.tenantId)
        .where('productId', '=', id)
        .orderBy('id')
        .execute(),
      db
        .selectFrom('productImages')
        .select(['fileId', 'smallFileId'])
        .where('tenantId', '=', who.tenantId)
        .where('productId', '=', id)
        .orderBy('place')
        .execute(),
    ])
    if (!match) return refuseAs({ kind: 'not_found' }, productsText.notFound)
    const pictures = images.map(({ fileId, smallFileId }) => ({
      fileId,
      url: files.linkTo(who.tenantId, fileId),
      smallUrl: files.linkTo(who.tenantId, smallFileId),
    }))
    return { ...withSizes(match), imageUrl: pictures[0]?.smallUrl ?? null, barcodes, images: pictures }
  }

export async function createProduct(
  tx: Tx,
  who: Who,
  { customerId, sku, ...facts }: InputOf<typeof calls.createProduct>,
) {
  const customer = await tx
    .selectFrom('customers')
    .select(['customerCode', 'isEnabled'])
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', customerId)
    .executeTakeFirst()
  if (!customer) return refuseField('customerId', productsText.customerNotFound)
  if (!customer.isEnabled) refuseField('customerId', productsText.customerDisabled)
  const barcode = systemBarcode(customer.customerCode, sku)
  const holder = await holderOf(tx, who, customerId, barcode)
  if (holder && holder.sku.toLowerCase() !== sku.toLowerCase())
    refuseField('sku', productsText.systemTaken, { barcode, sku: holder.sku })
  const { id } = await tx
    .insertInto('products')
    .values({
      tenantId: who.tenantId,
      customerId,
      sku,
      ...facts,
      searchLine: searchLine(sku, facts.nameZh, facts.nameEn),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('productBarcodes')
    .values({ tenantId: who.tenantId, customerId, productId: id, barcode, type: 'system', isDefault: true })
    .execute()
  await learn(tx, who, id, [], wordsOf({ sku, ...facts }, [barcode]))
  await writeAudit(tx, who, [
    { action: 'create', type: 'product', id, no: sku, after: { customerId, sku, ...known(facts) } },
  ])
  await publishEvents(tx, who, [{ kind: 'product.created', type: 'product', id }])
  return { id }
}

/** The product of a customer that has a barcode. */
export const holderOf = (db: Db, who: Who, customerId: number, barcode: string) =>
  db
    .selectFrom('productBarcodes as b')
    .innerJoin('products as p', sameTenant('p.id', 'b.productId'))
    .select('p.sku')
    .where('b.tenantId', '=', who.tenantId)
    .where('b.customerId', '=', customerId)
    .where('b.barcodeKey', '=', articleKey(barcode))
    .executeTakeFirst()

/** The given fields of a new product; empty ones are left out. */
const known = (facts: object) =>
  Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null && value !== false))

/** Updates the search words of a product. */
export async function learn(tx: Tx, who: Who, id: number, before: string[], after: string[]) {
  const gone = before.filter((word) => !after.includes(word))
  const come = after.filter((word) => !before.includes(word))
  if (gone.length > 0)
    await sql`delete from product_words
      where tenant_id = ${who.tenantId} and word = any(${gone}::text[]) and product_id = ${id}`.execute(tx)
  if (come.length > 0)
    await sql`insert into product_words (tenant_id, word, product_id)
      select ${who.tenantId}, word, ${id} from unnest(${come}::text[]) as word order by word
      on conflict do nothing returning product_id`.execute(tx)
}

/** Leaves the key unlocked, so that orders and receipts of the product need not wait until its pictures are stored. */
export async function lockProduct(tx: Tx, who: Who, id: number, rowVersion?: number) {
  const row = await tx
    .selectFrom('products')
    .select(['id', 'sku', 'customerId', 'rowVersion', ...factNames])
    .select(['measuredLength', 'measuredWidth', 'measuredHeight', 'measuredWeight'])
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(notFound(productsText.notFound))
  if (rowVersion !== undefined && row.rowVersion !== rowVersion)
    await refuseStale(tx, who, { type: 'product', id }, productsText.stale)
  return row
}

type Before = { id: number; sku: string; rowVersion: number } & Record<string, unknown>

async function save(tx: Tx, who: Who, before: Before, after: Record<string, unknown>, action: string) {
  const rowVersion = before.rowVersion + 1
  const { searchLine: _, ...shown } = after
  const measured = action === 'measure' && {
    measuredAt: sql<string>`business_now()`,
    measuredBy: who.accountId,
  }
  await tx
    .updateTable('products')
    .set({ ...after, ...measured, rowVersion, updatedAt: sql<string>`business_now()` })
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', before.id)
    .execute()
  await writeAudit(tx, who, [
    { action, type: 'product', id: before.id, no: before.sku, ...changed(before, sameForm(before, shown)) },
  ])
  await publishEvents(tx, who, [
    { kind: action === 'measure' ? 'product.measured' : 'product.edited', type: 'product', id: before.id },
  ])
  return { rowVersion }
}

/** A number typed as `5` and stored as `5.00` has not changed. */
const sameForm = (before: Before, after: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(after).map(([name, value]) => {
      const old = before[name]
      const isSame =
        typeof old === 'string' && typeof value === 'string' && isFigure(old) && Number(old) === Number(value)
      return [name, isSame && isFigure(value) ? old : value]
    }),
  )
const isFigure = (text: string) => /^\d+(\.\d+)?$/.test(text)

export async function editProduct(
  tx: Tx,
  who: Who,
  { id, rowVersion, ...facts }: InputOf<typeof calls.editProduct>,
) {
  const before = await lockProduct(tx, who, id, rowVersion)
  const { sku } = before
  const barcodes = await tx
    .selectFrom('productBarcodes')
    .select('barcode')
    .where('tenantId', '=', who.tenantId)
    .where('productId', '=', id)
    .execute()
  const codes = barcodes.map(({ barcode }) => barcode)
  await learn(tx, who, id, wordsOf(before, codes), wordsOf({ sku, ...facts }, codes))
  return save(tx, who, before, { ...facts, searchLine: searchLine(sku, facts.nameZh, facts.nameEn) }, 'edit')
}

/** Stores the warehouse's measurements; earlier ones that were not repeated stay. */
export async function measureProduct(
  tx: Tx,
  who: Who,
  { id, rowVersion, ...match }: InputOf<typeof calls.measureProduct>,
) {
  const before = await lockProduct(tx, who, id, rowVersion)
  const { measuredWeight, ...sides } = match
  return save(
    tx,
    who,
    before,
    { ...(sides.measuredLength !== null && sides), ...(measuredWeight !== null && { measuredWeight }) },
    'measure',
  )
}

/** Approves what still waits for it, and reports the rest with the reason. */
export async function approveProducts(tx: Tx, who: Who, { ids }: InputOf<typeof calls.approveProducts>) {
  const rows = await tx
    .selectFrom('products')
    .select(['id', 'sku', 'auditStatus'])
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', sql<number>`any(${ids}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute()
  const eligible = rows.filter(({ auditStatus }) => productAudit.allows(auditStatus, 'approve'))
  const change = { auditStatus: productAudit.actions.approve.to }
  await tx
    .updateTable('products')
    .set({ ...change, rowVersion: sql<number>`row_version + 1`, updatedAt: sql<string>`business_now()` })
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', sql<number>`any(${idsOf(eligible)}::bigint[])`)
    .execute()
  await writeChanges(
    tx,
    who,
    eligible.map(({ id, sku, auditStatus }) => ({
      action: 'approve',
      event: 'product.approved',
      type: 'product',
      id,
      no: sku,
      before: { auditStatus },
      after: change,
    })),
  )
  const reasons = new Map(
    rows.map((row) => [row.id, eligible.includes(row) ? undefined : productsText.alreadyPassed]),
  )
  const known = new Map(rows.map(({ id, sku }) => [id, sku]))
  return bulkResultOf(who, ids, { known, reasons, notFound: productsText.notFound })
}

export const switchProducts = switchable({
  table: 'products',
  type: 'product',
  no: sql`sku`,
  notFound: productsText.notFound,
  reasons: async (tx, who, { ids, isEnabled, despiteOrders }: InputOf<typeof calls.switchProducts>) =>
    isEnabled || despiteOrders ? new Map() : openOrdersOf(tx, who, 'product', ids),
})
