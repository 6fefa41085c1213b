import { scanTargets } from './slices.tsx'

/** Where the document is that bears what was scanned, of those that the person may see. */
export async function placeOfScan(
  scanned: string,
  may: (permission: string) => boolean,
): Promise<string | undefined> {
  for (const { permission, load } of scanTargets) {
    if (!may(permission)) continue
    const placeOf = await load()
    const place = await placeOf(scanned)
    if (place) return place
  }
  return undefined
}
