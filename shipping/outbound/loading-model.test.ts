import { expect, test } from 'vitest'
import { chance, seed } from '../../testing/random.ts'
import type { Landing, Load } from './loading.ts'
import {
  afterShipping,
  canGo,
  completeOrders,
  figuresOf,
  type Loaded,
  withoutLast,
  withPackage,
} from './loading.ts'

const SEQUENCES = 2_000
const STEPS = 30
const ORDERS = 5

/** An order as the warehouse knows it: its packages, and what keeps it here. */
type Order = { id: number; packages: number; obstacle: Loaded['obstacle'] }

const packageOf = ({ id, packages, obstacle }: Order, seq: number): Loaded => ({
  number: `TN${id}-${seq}`,
  orderId: id,
  orderNo: `OB-${id}`,
  status: obstacle === 'shipped' ? 'shipped' : 'waybill_printed',
  packageId: id * 10 + seq,
  packageSeq: seq,
  packageCount: packages,
  trackingNo: `TN${id}-${seq}`,
  customerCode: id % 2 ? 'ACME' : 'OTHER',
  channelCode: 'LOCAL',
  carrier: 'SELF',
  weight: '0.500',
  isWeighed: false,
  obstacle,
  reason: obstacle,
})

const landingOf = (obstacle: Loaded['obstacle'], isKnown: boolean): Landing => {
  if (obstacle === null) return isKnown ? 'again' : 'new'
  return obstacle === 'shipped' ? 'left' : obstacle === 'intercepted' ? 'intercepted' : 'stopped'
}

/**
 * Users scan, undo, intercept and ship in any order. The model keeps only which packages were scanned, each with what was said
 * of it at its last scan.
 */
test(`${SEQUENCES} random sequences of scans and shipments end as a simple model says`, () => {
  const random = chance('loading')
  const left: string[] = []
  for (let sequence = 0; sequence < SEQUENCES; sequence++) {
    const orders: Order[] = Array.from({ length: ORDERS }, (_, i) => ({
      id: i + 1,
      packages: random.between(1, 3),
      obstacle: random.pick([null, null, null, 'not_printed', 'intercepted', 'voided'] as const),
    }))
    const model = new Map<Loaded['packageId'], Loaded>()
    let load: Load = []
    const landings: Landing[] = []
    const expected: Landing[] = []
    const about = `FAULT_SEED=${seed}, sequence ${sequence}`
    for (let step = 0; step < STEPS; step++) {
      const order = random.pick(orders)
      const action = random.pick(['scan', 'scan', 'scan', 'scan', 'undo', 'intercept', 'ship'] as const)
      if (action === 'scan') {
        const item = packageOf(order, random.between(1, order.packages))
        const result = withPackage(load, item)
        landings.push(result.landing)
        expected.push(landingOf(order.obstacle, model.has(item.packageId)))
        load = result.load
        if (order.obstacle === 'shipped') model.delete(item.packageId)
        else model.set(item.packageId, item)
      }
      if (action === 'undo') {
        const result = withoutLast(load)
        load = result.load
        if (result.last) model.delete(result.last.packageId)
      }
      if (action === 'intercept' && order.obstacle === null) order.obstacle = 'intercepted'
      if (action === 'ship') {
        const sent = completeOrders(load)
        // The server refuses what changed since the scan; the page keeps it with the reason.
        const isStopped = (id: number) => orders[id - 1]?.obstacle !== null
        const refused = sent.filter(isStopped).map((id) => ({ id, reason: 'changed' }))
        load = afterShipping(load, sent, refused)
        for (const [id, item] of model)
          if (sent.includes(item.orderId)) {
            if (isStopped(item.orderId))
              model.set(id, { ...item, obstacle: 'not_printed', reason: 'changed' })
            else model.delete(id)
          }
        for (const id of sent.filter((one) => !isStopped(one))) {
          const one = orders[id - 1]
          if (one) one.obstacle = 'shipped'
          left.push(`${sequence} ${id}`)
        }
      }
    }
    const known = [...model.values()]
    expect(landings, about).toEqual(expected)
    expect(new Map(load.map((item) => [item.packageId, item])), about).toEqual(model)
    expect(load, 'a package is in the load once').toHaveLength(model.size)
    const ready = orders.filter(({ id, packages }) => {
      const items = known.filter(({ orderId }) => orderId === id)
      return items.length === packages && items.every(canGo)
    })
    expect(completeOrders(load).toSorted(), about).toEqual(ready.map(({ id }) => id))
    const going = known.filter(canGo).length
    expect(figuresOf(load), about).toMatchObject({ packages: going, weight: (going * 0.5).toFixed(3) })
  }
  expect(new Set(left).size, 'no order leaves twice').toBe(left.length)
  expect(left.length, 'some orders leave').toBeGreaterThan(SEQUENCES / 4)
})
