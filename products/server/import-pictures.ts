import { Refusal } from '../../lib/refusal.ts'
import type { Tx } from '../../lib/server/db.ts'
import type { Pictures, Written } from '../../lib/server/imports.ts'
import { redrawn } from '../../lib/server/uploads.ts'
import { readZip, type ZipEntry } from '../../lib/server/zip.ts'
import type { Text } from '../../lib/text.ts'
import { fill } from '../../lib/text.ts'
import { endingOf, uploadRules, uploadText } from '../../lib/uploads.ts'
import type { Who } from '../../lib/who.ts'
import { MOST_IMAGES } from '../contract.ts'
import { matchPictures } from '../pictures.ts'
import { productsText } from '../text.ts'
import { imagesOf, keepSmall } from './images.ts'

type Product = { id: number; customerCode: string; sku: string }

const limits = { entries: 1000, each: uploadRules.image.most, total: 100 * 1024 * 1024 }

/** Hangs the pictures of a ZIP on the products of its sheet, by their names; gives those that found no place, and why. */
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

  const ids = [...new Set(matched.map(({ product }) => product.id))]
  const there = ids.length > 0 ? await imagesOf(tx, who, ids) : []
  const counts = new Map(ids.map((id) => [id, there.filter(({ productId }) => productId === id).length]))
  for (const [place, { picture, product }] of matched.entries()) {
    await pictures.onKept(place, matched.length)
    const count = counts.get(product.id) ?? 0
    const problem = count >= MOST_IMAGES ? productsText.pictureTooMany : problemOf(picture)
    if (problem) {
      leave(picture.name, problem)
      continue
    }
    try {
      const image = await redrawn(picture.bytes ?? Buffer.alloc(0))
      const fileId = await pictures.keep(tx, who, { name: picture.name, purpose: 'image', ...image })
      const smallFileId = await keepSmall(pictures, tx, who, image.bytes, picture.name)
      await tx
        .insertInto('productImages')
        .values({ tenantId: who.tenantId, productId: product.id, place: count + 1, fileId, smallFileId })
        .execute()
      counts.set(product.id, count + 1)
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal
      leave(picture.name, refusal.text)
    }
  }
  return left
}

function problemOf({ name, ...picture }: ZipEntry): Text | undefined {
  const { endings } = uploadRules.image
  if (!(endings as readonly string[]).includes(endingOf(name)))
    return fill(uploadText.wrongKind, { kinds: endings.map((ending) => `.${ending}`).join(' ') })
  if (picture.bytes) return undefined
  return picture.why === 'too_large' ? uploadText.imageTooLarge : uploadText.notWhatItSays
}
