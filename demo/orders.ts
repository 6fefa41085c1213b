import { createOrder as call } from '../orders/contract.ts'
import { auditOrders } from '../orders/server/audit.ts'
import { createOrder } from '../orders/server/orders.ts'
import { voidOrders } from '../orders/server/steps.ts'
import type { InputOf } from '../platform/calls/call.ts'
import type { Who } from '../platform/calls/who.ts'
import type { Tx } from '../platform/database/server/db.ts'
import type { Ware } from './plan.ts'

type Floor = { tx: Tx; people: (desk: string) => Who; wares: Map<number, Ware> }
type Event = { day: number; hour: number; happen: () => Promise<unknown> }
type Facts = Partial<InputOf<typeof call>>

/** How far an order of the demo has come; an exception is made of what is wrong with it. */
type Fate = 'new' | 'passed' | 'voided' | 'address' | 'heavy' | 'short'

const recipients = [
  {
    receiverName: 'Maria G.',
    city: 'Los Angeles',
    stateCode: 'CA',
    postcode: '90001',
    address1: '1200 S Hope St',
  },
  { receiverName: 'James W.', city: 'Seattle', stateCode: 'WA', postcode: '98101', address1: '500 Pine St' },
  {
    receiverName: 'Linda K.',
    city: 'Austin',
    stateCode: 'TX',
    postcode: '78701',
    address1: '98 Congress Ave',
  },
  {
    receiverName: 'Robert M.',
    city: 'Brooklyn',
    stateCode: 'NY',
    postcode: '11201',
    address1: '75 Court St',
  },
  {
    receiverName: 'Susan T.',
    city: 'Denver',
    stateCode: 'CO',
    postcode: '80202',
    address1: '1600 Larimer St',
  },
] as const

const fates: readonly Fate[] = [
  ...Array<Fate>(9).fill('passed'),
  ...(['address', 'heavy', 'short', 'voided'] as const),
  ...Array<Fate>(7).fill('new'),
]

/** The outbound orders of the last days, the oldest first. */
export function orderEvents({ tx, people, wares }: Floor): Event[] {
  const goods = [...wares.values()]
  return fates.map((fate, i): Event => {
    const office = people(`service${(i % 2) + 1}`)
    return {
      day: -Math.floor((fates.length - 1 - i) / 8),
      hour: 9 + (i % 8),
      happen: async () => {
        const ware = goods[(i * 7) % goods.length]
        if (!ware) return
        const { id } = await createOrder(tx, office, await factsOf(tx, office, ware, fate, i))
        if (fate === 'new') return
        if (fate === 'voided') return voidOrders(tx, office, { ids: [id], reason: '客户取消' })
        return auditOrders(tx, office, { ids: [id] })
      },
    }
  })
}

async function factsOf(tx: Tx, who: Who, ware: Ware, fate: Fate, i: number) {
  const channel = await tx
    .selectFrom('channels')
    .select('id')
    .where('tenantId', '=', who.tenantId)
    .where('channelCode', '=', 'LOCAL-LA')
    .executeTakeFirstOrThrow()
  const recipient = recipients[i % recipients.length] ?? recipients[0]
  const quantity = fate === 'short' ? 900_000 : fate === 'heavy' ? 400_000 : (i % 3) + 1
  const facts: Facts = {
    ...recipient,
    customerId: ware.customerId,
    referenceNo: `WEB-${1001 + i}`,
    channelId: channel.id,
    countryCode: 'US',
    phone: fate === 'address' ? null : `555-010-${String(1000 + i)}`,
    priority: i % 6 === 0 ? 5 : 0,
    tags: i % 5 === 0 ? ['VIP'] : [],
    lines: [{ productId: ware.id, quantity, declaredValue: null }],
  }
  return call.input.parse({
    ...{ platform: null, platformOrderNo: null, shopName: null, company: null, email: null, taxNo: null },
    ...{ address2: null, address3: null, doorplate: null, addressKind: 'residential', signature: false },
    ...{ insuredValue: null, remark: null, pickRemark: null },
    ...facts,
  })
}
