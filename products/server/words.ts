import { initials } from '../../platform/database/server/pinyin.ts'
import { articleKey } from '../../platform/scanning/gs1.ts'

/**
 * This much of a Chinese name, or of its initials, is stored from each character on; longer searches are
 * checked against the search text.
 */
export const MAX_LENGTH = 20
const MAX = 400

const tidy = (text: string) => text.normalize('NFKC').toLowerCase()
const cut = (text: string, max: number) => [...text].slice(0, max).join('')

/** A word from each of its starts on: `usb-c` also as `c`, and Chinese from every character. */
const beginnings = (chunk: string) =>
  [...chunk.matchAll(/\p{Script=Han}|(?:(?!\p{Script=Han})[\p{L}\p{N}])+/gu)].map(({ index }) =>
    chunk.slice(index),
  )

/** The prefixes a product is found by. */
export function wordsOf(
  {
    sku,
    nameZh,
    nameEn,
  }: { sku: string; nameZh?: string | null | undefined; nameEn?: string | null | undefined },
  barcodes: readonly string[] = [],
): string[] {
  const names = [nameZh, nameEn].flatMap((name) => (name ? tidy(name).split(/\s+/) : []))
  const sounds = initials(nameZh ?? '')
  return [
    ...new Set([
      ...[sku, ...barcodes].map(tidy),
      ...barcodes.map(articleKey),
      ...beginnings(tidy(sku)),
      ...names.flatMap(beginnings).map((word) => cut(word, MAX_LENGTH)),
      ...[...sounds].map((_, i) => sounds.slice(i, i + MAX_LENGTH)),
    ]),
  ].slice(0, MAX)
}
