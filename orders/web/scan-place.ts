import { send } from '../../platform/calls/web/send.ts'
import { MAX_CODE } from '../../platform/lists/codes.ts'
import { numbersIn } from '../../platform/scanning/tracking-numbers.ts'
import { listOrders } from '../contract.ts'

/** Where a scan leads: to the one order that has the number, or to all that do. A pasted tracking number may be in groups. */
export async function placeOfOrder(scanned: string): Promise<string | undefined> {
  const codes = [...numbersIn(scanned.trim()), scanned.replace(/\s/g, '')].filter(
    ({ length }) => length > 0 && length <= MAX_CODE,
  )
  if (codes.length === 0) return undefined
  const { rows, missing } = await send(listOrders, { codes })
  const [only, ...others] = rows
  if (!only) return undefined
  if (others.length === 0) return `/order/list?open=${only.id}`
  const known = new Set(codes.filter((code) => !missing.includes(code)))
  return `/order/list?${new URLSearchParams([...known].map((code) => ['codes', code]))}`
}
