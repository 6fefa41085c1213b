import { expect, test } from 'vitest'
import { pieceClasses } from '../../orders/contract.ts'
import { chance, seed } from '../../testing/random.ts'
import { callsOf, MAX_ORDERS, splitOrders } from './plan.ts'
import { type Candidate, notNow, notPickable } from './rules.ts'
import { mayDo, type PickingState, pickingStates } from './states.ts'

const SEQUENCES = 2_000
const STEPS = 25
const ORDERS = 8

type Order = { id: number; pieceClass: (typeof pieceClasses)[number] } & Candidate
type List = { no: string; status: PickingState; orders: Order[] }

const idsOf = (orders: readonly Order[]) => orders.map(({ id }) => id)

/** What the page offers for a list, written out. */
const offered: Record<PickingState, string[]> = {
  waiting: ['complete', 'cancel'],
  picking: ['complete', 'cancel'],
  picked: [],
  done: [],
  cancelled: [],
}

/**
 * Users create, print, complete and cancel picking lists, and orders are intercepted and leave, in any order. The model says of an order
 * only whether it is on a list, picked, or gone, and of a list what can be done with it.
 */
test(`${SEQUENCES} random sequences at the picking lists end as a simple model says`, () => {
  const random = chance('picking')
  const ends = new Set<PickingState>()
  for (let sequence = 0; sequence < SEQUENCES; sequence++) {
    const orders: Order[] = Array.from({ length: ORDERS }, (_, i) => ({
      ...{ id: i + 1, orderNo: `OB-${i + 1}`, pieceClass: random.pick(pieceClasses) },
      status: random.pick(['pending_shipment', 'waybill_printed', 'pending_audit'] as const),
      ...{ interceptStatus: 'none', pieceCount: 2, onList: null, isPicked: false },
      allocated: random.pick([2, 2, 2, 1]),
    }))
    const lists: List[] = []
    /** By order: where the model says it is. */
    const places = new Map<number, 'free' | 'listed' | 'picked' | 'gone'>(
      orders.map(({ id }) => [id, 'free']),
    )
    const about = `FAULT_SEED=${seed}, sequence ${sequence}`
    const found: unknown[] = []
    const expected: unknown[] = []
    const compare = (what: string, is: unknown, should: unknown) => {
      found.push([what, is])
      expected.push([what, should])
    }
    const list = () => (lists.length > 0 ? random.pick(lists) : undefined)

    for (let step = 0; step < STEPS; step++) {
      const action = random.pick([
        'create',
        'create',
        'start',
        'complete',
        'cancel',
        'intercept',
        'ship',
      ] as const)
      if (action === 'create') {
        const ready = orders.filter((order) => !notPickable(order))
        const free = orders.filter(
          ({ id, status, interceptStatus, allocated }) =>
            places.get(id) === 'free' &&
            (status === 'pending_shipment' || status === 'waybill_printed') &&
            interceptStatus !== 'requested' &&
            allocated === 2,
        )
        compare('what can be picked', idsOf(ready), idsOf(free))
        const split = { perList: random.pick([1, 2, 3, MAX_ORDERS]), isMixed: random.pick([true, false]) }
        const byClass = (one: Order['pieceClass']) =>
          ready.filter(({ pieceClass }) => pieceClass === one).map(({ id }) => id)
        const plan = callsOf({ ss: byClass('ss'), sm: byClass('sm'), mm: byClass('mm') }, split)
        const made = plan.calls.flatMap((ids) =>
          splitOrders(
            ids.map((id) => orders[id - 1] as Order),
            split,
          ),
        )
        compare('as many lists as were promised', made.length, plan.lists)
        const listed = made.flatMap((part) => idsOf(part.orders))
        compare(
          'each order is on one list',
          listed.toSorted((one, other) => one - other),
          idsOf(ready),
        )
        for (const part of made) {
          const kinds = new Set(part.orders.map(({ pieceClass }) => pieceClass))
          compare(
            'a list fits',
            part.orders.length <= split.perList && (split.isMixed || kinds.size === 1),
            true,
          )
          compare('its type', part.listType, kinds.size > 1 ? 'mixed' : [...kinds][0])
          const no = `PK-${lists.length + 1}`
          lists.push({ no, status: 'waiting', orders: part.orders })
          for (const order of part.orders) {
            order.onList = no
            places.set(order.id, 'listed')
          }
        }
      }
      if (action === 'start') {
        const one = list()
        if (one && pickingStates.allows(one.status, 'start')) one.status = pickingStates.actions.start.to
      }
      if (action === 'complete' || action === 'cancel') {
        const one = list()
        if (!one) continue
        const can = mayDo(one.status, action)
        compare('what is offered', can, offered[one.status].includes(action))
        compare('what is refused', notNow(one.no, one.status, action) === undefined, can)
        if (!can) continue
        one.status = pickingStates.actions[action].to
        for (const order of one.orders.filter(({ onList }) => onList === one.no)) {
          if (places.get(order.id) === 'gone') continue
          order.isPicked = action === 'complete'
          if (action === 'cancel') order.onList = null
          places.set(order.id, action === 'complete' ? 'picked' : 'free')
        }
      }
      const order = random.pick(orders)
      if (action === 'intercept' && places.get(order.id) === 'free') order.interceptStatus = 'requested'
      if (action === 'ship' && places.get(order.id) === 'picked') {
        order.status = 'shipped'
        places.set(order.id, 'gone')
        for (const one of lists)
          if (one.status === 'picked' && one.orders.every(({ id }) => places.get(id) === 'gone'))
            one.status = pickingStates.actions.finish.to
      }
    }
    for (const { status } of lists) ends.add(status)
    for (const order of orders) {
      const place = places.get(order.id)
      const live = lists.filter(({ no, status }) => order.onList === no && status !== 'cancelled')
      compare('an order is on one list at most', live.length, place === 'free' ? 0 : 1)
      compare('and on no second one', place === 'free' || notPickable(order) !== undefined, true)
    }
    expect(JSON.stringify(found), about).toBe(JSON.stringify(expected))
  }
  expect([...ends].toSorted(), 'lists end in every status').toEqual(pickingStates.states.toSorted())
})
