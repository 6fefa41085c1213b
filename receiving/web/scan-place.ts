import { send } from '../../platform/calls/web/send.ts'
import { findInbound } from '../contract.ts'
import { listParcels } from '../parcels/contract.ts'
import { keptNumber } from '../parcels/kept-number.ts'

/** Where a scan leads: to the one inbound order that has the code, or to all that do. */
export async function placeOfInbound(scanned: string): Promise<string | undefined> {
  const [only, ...others] = new Set((await send(findInbound, { scanned })).map(({ id }) => id))
  if (only === undefined) return undefined
  return others.length === 0
    ? `/inbound/list?open=${only}`
    : `/inbound/list?${new URLSearchParams({ search: scanned })}`
}

export async function placeOfParcel(scanned: string): Promise<string | undefined> {
  const search = keptNumber(scanned)
  const { rows } = await send(listParcels, { search })
  const key = search.toLowerCase()
  const parcel = rows.find((row) => [row.parcelNo, row.trackingNo].some((no) => no?.toLowerCase() === key))
  return parcel && `/inbound/parcels?open=${parcel.id}`
}
