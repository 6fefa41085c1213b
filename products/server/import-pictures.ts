import { createHash } from 'node:crypto'
import { writeChanges } from '../../platform/audit/server/audit.ts'
import { Refusal } from '../../platform/calls/refusal.ts'
import type { Who } from '../../platform/calls/who.ts'
import type { Tx } from '../../platform/database/server/db.ts'
import { sameTenant } from '../../platform/database/server/rows.ts'
import { redrawn, SMALL_SIDE, shrunk } from '../../platform/files/server/uploads.ts'
import { endingOf, uploadRules, uploadText } from '../../platform/files/uploads.ts'
import type { Pictures, Written } from '../../platform/imports/server/check-spreadsheet.ts'
import { readZip, type ZipEntry, zipFileText } from '../../platform/imports/server/zip.ts'
import type { Text } from '../../platform/text/text.ts'
import { fill } from '../../platform/text/text.ts'
import { MAX_IMAGES } from '../contract.ts'
import { matchPictures } from '../pictures.ts'
import { productsText } from '../text.ts'
import { keepSmall } from './images.ts'

type Product = { id: number; customerCode: string; sku: string }

const limits = { entries: 1000, each: uploadRules.image.max, total: 100 * 1024 * 1024 }

/**
 * Assigns the pictures of a ZIP to the products of its spreadsheet, by name; returns those that matched
 * nothing, and why.
 */
export async function hangPictures(tx: Tx, who: Who, pictures: Pictures, products: readonly Product[]) {
  const left: Written['left'] = []
  const leave = (no: string, reason: Text) => void left.push({ no, reason })
  let entries: ZipEntry[]
  try {
    entries = await readZip(pictures.zip, limits)
  } catch (refusal) {
    if (!(refusal instanceof Refusal)) throw refusal
    return [{ no: 'ZIP', reason: refusal.text }]
  }
  const { matched, unmatched } = matchPictures(entries, products)
  for (const { picture, why } of unmatched)
    leave(picture.name, why === 'nobody' ? productsText.pictureUnmatched : productsText.pictureAmbiguous)

  const hung = new Map<number, Hung>()
  for (const [place, { picture, product }] of matched.entries()) {
    await pictures.onKept(place, matched.length)
    const problem = problemOf(picture)
    if (problem) {
      leave(picture.name, problem)
      continue
    }
    try {
      const image = await redrawn(picture.bytes ?? Buffer.alloc(0))
      // Checked per picture, because re-encoding them all takes longer than the idle-in-transaction timeout.
      const there = await hashesOn(tx, who, product.id)
      const hash = createHash('sha256').update(image.bytes).digest()
      // A ZIP sent again contains pictures that are already assigned.
      if (there.some((item) => item.equals(hash))) continue
      if (there.length >= MAX_IMAGES) {
        leave(picture.name, productsText.pictureTooMany)
        continue
      }
      const small = await shrunk(image.bytes, SMALL_SIDE)
      const fileId = await pictures.keep(tx, who, { name: picture.name, purpose: 'image', ...image })
      const smallFileId = await keepSmall(pictures, tx, who, small, picture.name)
      const after = there.length + 1
      await tx
        .insertInto('productImages')
        .values({ tenantId: who.tenantId, productId: product.id, place: after, fileId, smallFileId })
        .execute()
      const { before } = hung.get(product.id) ?? { before: there.length }
      hung.set(product.id, { ...product, before, after })
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal
      leave(picture.name, refusal.text)
    }
  }
  await writeDown(tx, who, [...hung.values()])
  return left
}

/** A product with new pictures: the number before and after. */
type Hung = Product & { before: number; after: number }

/** The hashes of the pictures of a product. */
async function hashesOn(tx: Tx, who: Who, productId: number): Promise<Buffer[]> {
  const rows = await tx
    .selectFrom('productImages as i')
    .innerJoin('files as f', sameTenant('f.id', 'i.fileId'))
    .select('f.sha256')
    .where('i.tenantId', '=', who.tenantId)
    .where('i.productId', '=', productId)
    .execute()
  return rows.map(({ sha256 }) => sha256)
}

/** The audit rows of products with new pictures, as for manual uploads. */
async function writeDown(tx: Tx, who: Who, hung: readonly Hung[]) {
  await writeChanges(
    tx,
    who,
    hung.map(({ id, sku, before, after }) => ({
      action: 'add_image',
      event: 'product.edited',
      type: 'product',
      id,
      no: sku,
      before: { images: before },
      after: { images: after },
    })),
  )
}

function problemOf({ name, ...picture }: ZipEntry): Text | undefined {
  if (!picture.bytes && picture.why !== 'too_large' && picture.why !== 'damaged')
    return zipFileText[picture.why]
  const { endings } = uploadRules.image
  if (!(endings as readonly string[]).includes(endingOf(name)))
    return fill(uploadText.wrongKind, { kinds: endings.map((ending) => `.${ending}`).join(' ') })
  if (picture.bytes) return undefined
  return picture.why === 'too_large' ? uploadText.imageTooLarge : uploadText.notWhatItSays
}
