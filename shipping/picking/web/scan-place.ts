import { send } from '../../../platform/calls/web/send.ts'
import { MAX_CODE } from '../../../platform/lists/codes.ts'
import { listPickingLists } from '../contract.ts'

/** Where a scanned number of a picking list leads. */
export async function placeOfPickingList(scanned: string): Promise<string | undefined> {
  if (scanned.trim().length > MAX_CODE) return undefined
  const { rows } = await send(listPickingLists, { codes: [scanned], size: 1 })
  const [list] = rows.filter(({ pickingNo }) => pickingNo.toLowerCase() === scanned.trim().toLowerCase())
  return list && `/order/list/picking_list?open=${list.id}`
}
