import { listCounts } from '../../inventory/counts/contract.ts'
import { placeOfCount } from '../../inventory/counts/web/scan-place.ts'
import { findInbound } from '../../receiving/contract.ts'
import { listParcels } from '../../receiving/parcels/contract.ts'
import { placeOfInbound, placeOfParcel } from '../../receiving/web/scan-place.ts'

const documents = [
  { permission: findInbound.permission, placeOf: placeOfInbound },
  { permission: listCounts.permission, placeOf: placeOfCount },
  { permission: listParcels.permission, placeOf: placeOfParcel },
]

/** Where the document is that bears what was scanned, of those that the person may see. */
export async function placeOfScan(
  scanned: string,
  may: (permission: string) => boolean,
): Promise<string | undefined> {
  for (const { permission, placeOf } of documents) {
    const place = may(permission) ? await placeOf(scanned) : undefined
    if (place) return place
  }
  return undefined
}
