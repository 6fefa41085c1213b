import { publishEvents, writeAudit } from '../../platform/audit/server/audit.ts'
import type { InputOf } from '../../platform/calls/call.ts'
import { refuse, refuseAs, refuseField } from '../../platform/calls/refusal.ts'
import type { Who } from '../../platform/calls/who.ts'
import type { Tx } from '../../platform/database/server/db.ts'
import { articleKey } from '../../platform/scanning/gs1.ts'
import type * as calls from '../contract.ts'
import { MAX_BARCODES } from '../contract.ts'
import { productsText } from '../text.ts'
import { holderOf, learn, lockProduct } from './products.ts'
import { wordsOf } from './words.ts'

const barcodesOf = (tx: Tx, who: Who, productId: number) =>
  tx
    .selectFrom('productBarcodes')
    .select(['id', 'barcode', 'type', 'packQuantity', 'isDefault'])
    .where('tenantId', '=', who.tenantId)
    .where('productId', '=', productId)
    .orderBy('id')
    .execute()

async function ownBarcode(tx: Tx, who: Who, { id, barcodeId }: { id: number; barcodeId: number }) {
  const product = await lockProduct(tx, who, id)
  const all = await barcodesOf(tx, who, id)
  const item = all.find((barcode) => barcode.id === barcodeId)
  return item ? { product, all, one: item } : refuseAs({ kind: 'not_found' }, productsText.barcodeNotFound)
}

export async function addBarcode(
  tx: Tx,
  who: Who,
  { id, barcode, type, packQuantity }: InputOf<typeof calls.addBarcode>,
) {
  const product = await lockProduct(tx, who, id)
  const all = await barcodesOf(tx, who, id)
  if (all.length >= MAX_BARCODES) refuse(productsText.tooManyBarcodes, { max: MAX_BARCODES })
  const other = await holderOf(tx, who, product.customerId, barcode)
  if (other) refuseField('barcode', productsText.barcodeTaken, { sku: other.sku })
  await tx
    .insertInto('productBarcodes')
    .values({
      tenantId: who.tenantId,
      customerId: product.customerId,
      productId: id,
      barcode,
      type,
      packQuantity,
    })
    .execute()
  await learn(tx, who, id, [], [barcode.toLowerCase(), articleKey(barcode)])
  await writeAudit(tx, who, [
    { action: 'add_barcode', type: 'product', id, no: product.sku, after: { barcode, type, packQuantity } },
  ])
  await publishEvents(tx, who, [{ kind: 'product.barcode_added', type: 'product', id }])
  return { barcode, type }
}

/** Removes a barcode. The system barcode becomes the default again. */
export async function removeBarcode(tx: Tx, who: Who, input: InputOf<typeof calls.removeBarcode>) {
  const { product, all, one } = await ownBarcode(tx, who, input)
  if (one.type === 'system') refuse(productsText.systemStays)
  await tx
    .deleteFrom('productBarcodes')
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', one.id)
    .execute()
  if (one.isDefault)
    await tx
      .updateTable('productBarcodes')
      .set({ isDefault: true })
      .where('tenantId', '=', who.tenantId)
      .where('productId', '=', input.id)
      .where('type', '=', 'system')
      .execute()
  const left = all.filter(({ id }) => id !== one.id).map(({ barcode }) => barcode)
  await learn(tx, who, input.id, wordsOf(product, [...left, one.barcode]), wordsOf(product, left))
  await writeAudit(tx, who, [
    {
      action: 'remove_barcode',
      type: 'product',
      id: input.id,
      no: product.sku,
      before: { barcode: one.barcode, type: one.type, packQuantity: one.packQuantity },
    },
  ])
  await publishEvents(tx, who, [{ kind: 'product.barcode_removed', type: 'product', id: input.id }])
  return {}
}

export async function chooseBarcode(tx: Tx, who: Who, input: InputOf<typeof calls.chooseBarcode>) {
  const { product, all, one } = await ownBarcode(tx, who, input)
  const before = all.find(({ isDefault }) => isDefault)
  if (before)
    await tx
      .updateTable('productBarcodes')
      .set({ isDefault: false })
      .where('tenantId', '=', who.tenantId)
      .where('id', '=', before.id)
      .execute()
  await tx
    .updateTable('productBarcodes')
    .set({ isDefault: true })
    .where('tenantId', '=', who.tenantId)
    .where('id', '=', one.id)
    .execute()
  await writeAudit(tx, who, [
    {
      action: 'choose_barcode',
      type: 'product',
      id: input.id,
      no: product.sku,
      before: { barcode: before?.barcode ?? null },
      after: { barcode: one.barcode },
    },
  ])
  await publishEvents(tx, who, [{ kind: 'product.edited', type: 'product', id: input.id }])
  return {}
}
