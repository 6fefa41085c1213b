import { send } from '../../platform/calls/web/send.ts'
import { MAX_CODE } from '../../platform/lists/codes.ts'
import { listProducts } from '../contract.ts'

/** Where a scanned or typed SKU or barcode leads: to the one product that has it, or to all that do. */
export async function placeOfProduct(scanned: string): Promise<string | undefined> {
  const code = scanned.trim()
  if (code === '' || code.length > MAX_CODE) return undefined
  const { rows } = await send(listProducts, { codes: [code] })
  const [only, ...others] = rows
  if (!only) return undefined
  return others.length === 0
    ? `/query/productArchives?open=${only.id}`
    : `/query/productArchives?${new URLSearchParams({ codes: code })}`
}
