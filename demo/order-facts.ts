import { createOrder as call } from '../orders/contract.ts'
import type { InputOf } from '../platform/calls/call.ts'
import type { Who } from '../platform/calls/who.ts'
import type { Tx } from '../platform/database/server/db.ts'

type Facts = InputOf<typeof call>
export type GivenFacts = Pick<Facts, 'customerId' | 'referenceNo' | 'channelId' | 'lines'> & Partial<Facts>

/** An order as the form sends it: what is not given is empty. */
export const orderOf = (facts: GivenFacts): Facts =>
  call.input.parse({
    ...{ platform: null, platformOrderNo: null, shopName: null, company: null, email: null, taxNo: null },
    ...{ address2: null, address3: null, doorplate: null, addressKind: 'residential', signature: false },
    ...{ insuredValue: null, remark: null, pickRemark: null, countryCode: 'US', priority: 0, tags: [] },
    ...facts,
  })

/** The ids of the demo's channels by their codes. */
export async function channelsOf(tx: Tx, who: Who): Promise<(code: string) => number> {
  const rows = await tx
    .selectFrom('channels')
    .select(['id', 'channelCode'])
    .where('tenantId', '=', who.tenantId)
    .execute()
  const ids = new Map(rows.map(({ id, channelCode }) => [channelCode, id]))
  return (code) => {
    const id = ids.get(code)
    if (id === undefined) throw new Error(`no channel ${code}`)
    return id
  }
}
