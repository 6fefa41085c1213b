import { scanTargets } from './slices.tsx'

/** Where the document with the scanned code is, among those the user may see. */
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
