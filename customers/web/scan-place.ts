import { send } from '../../platform/calls/web/send.ts'
import { MAX_CODE } from '../../platform/lists/codes.ts'
import { listCustomers } from '../contract.ts'

/** The page of the customer with a scanned or typed code. */
export async function placeOfCustomer(scanned: string): Promise<string | undefined> {
  const code = scanned.trim()
  if (code === '' || code.length > MAX_CODE) return undefined
  const { rows } = await send(listCustomers, { codes: [code] })
  const [customer] = rows
  return customer && `/query/customer?open=${customer.id}`
}
