import { send } from '../../../platform/calls/web/send.ts'
import { listCounts } from '../contract.ts'

/** The page of the count whose number was scanned. */
export async function placeOfCount(scanned: string): Promise<string | undefined> {
  const { rows } = await send(listCounts, { search: scanned })
  const count = rows.find(({ countNo }) => countNo.toLowerCase() === scanned.trim().toLowerCase())
  return count && `/query/stock?view=counts&open=${count.id}`
}
