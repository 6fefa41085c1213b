import { publishEvents, writeAudit } from '../../platform/audit/server/audit.ts'
import type { InputOf } from '../../platform/calls/call.ts'
import { refuse, refuseAs } from '../../platform/calls/refusal.ts'
import type { Who } from '../../platform/calls/who.ts'
import type { Database, Tx } from '../../platform/database/server/db.ts'
import type { Files } from '../../platform/files/server/files.ts'
import { SMALL_SIDE, shrunk } from '../../platform/files/server/uploads.ts'
import type * as calls from '../contract.ts'
import { MAX_IMAGES } from '../contract.ts'
import { productsText } from '../text.ts'
import { lockProduct } from './products.ts'

const imagesOf = (tx: Tx, who: Who, productIds: readonly number[]) =>
  tx
    .selectFrom('productImages')
    .select(['productId', 'place', 'fileId', 'smallFileId'])
    .where('tenantId', '=', who.tenantId)
    .where('productId', 'in', productIds)
    .orderBy('productId')
    .orderBy('place')
    .execute()

type Small = Awaited<ReturnType<typeof shrunk>>

/** The thumbnail of an upload, drawn before the transaction starts: no connection is held meanwhile. */
export const drawSmall =
  (files: Files, { read }: Pick<Database, 'read'>) =>
  async (who: Who, { fileId }: InputOf<typeof calls.addImage>): Promise<Small> => {
    const key = await read(who.tenantId, (db) => files.keyOf(db, who, fileId, 'image'))
    return shrunk(await files.bytesOf(key), SMALL_SIDE)
  }

/** Stores the thumbnail of a picture. */
export const keepSmall = (files: Pick<Files, 'keep'>, tx: Tx, who: Who, small: Small, name: string) =>
  files.keep(tx, who, { name: `small-${name}`.slice(0, 200), purpose: 'image', ...small })

export const addImage =
  (files: Files) =>
  async (tx: Tx, who: Who, { id, fileId }: InputOf<typeof calls.addImage>, small: Small) => {
    const { sku } = await lockProduct(tx, who, id)
    const there = await imagesOf(tx, who, [id])
    if (there.length >= MAX_IMAGES) refuse(productsText.tooManyImages)
    const smallFileId = await keepSmall(files, tx, who, small, sku)
    await tx
      .insertInto('productImages')
      .values({ tenantId: who.tenantId, productId: id, place: there.length + 1, fileId, smallFileId })
      .execute()
    await writeAudit(tx, who, [
      {
        action: 'add_image',
        type: 'product',
        id,
        no: sku,
        before: { images: there.length },
        after: { images: there.length + 1 },
      },
    ])
    await publishEvents(tx, who, [{ kind: 'product.edited', type: 'product', id }])
    return {}
  }

/**
 * Reorders the remaining pictures. A picture that was added after the page had loaded stays, behind them; an unknown
 * one shows that another user removed it.
 */
export async function arrangeImages(
  tx: Tx,
  who: Who,
  { id, fileIds, shownIds }: InputOf<typeof calls.arrangeImages>,
) {
  const { sku } = await lockProduct(tx, who, id)
  const there = await imagesOf(tx, who, [id])
  const isGone = (fileId: number) => there.every((item) => item.fileId !== fileId)
  if ([...fileIds, ...shownIds].some(isGone)) refuseAs({ kind: 'not_found' }, productsText.imagesChanged)
  const added = there.filter(({ fileId }) => !shownIds.includes(fileId)).map(({ fileId }) => fileId)
  const after = [...new Set([...fileIds, ...added])].map((fileId) =>
    there.find((item) => item.fileId === fileId),
  )
  await tx
    .deleteFrom('productImages')
    .where('tenantId', '=', who.tenantId)
    .where('productId', '=', id)
    .execute()
  const rows = after.flatMap((item, i) => (item ? [{ ...item, tenantId: who.tenantId, place: i + 1 }] : []))
  if (rows.length > 0) await tx.insertInto('productImages').values(rows).execute()
  await writeAudit(tx, who, [
    {
      action: 'arrange_images',
      type: 'product',
      id,
      no: sku,
      before: { images: there.map(({ fileId }) => fileId) },
      after: { images: rows.map(({ fileId }) => fileId) },
    },
  ])
  await publishEvents(tx, who, [{ kind: 'product.edited', type: 'product', id }])
  return {}
}
