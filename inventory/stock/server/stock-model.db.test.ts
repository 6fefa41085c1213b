import fc from 'fast-check'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { constraintTexts } from '../../../app/server/slices.ts'
import { Refusal } from '../../../platform/calls/refusal.ts'
import { constraintOf } from '../../../platform/calls/server/reply.ts'
import type { Tx } from '../../../platform/database/server/db.ts'
import { allocateOne } from '../../../testing/allocate-one.ts'
import { wrongNow } from '../../../testing/books.ts'
import { sampleOf, seed } from '../../../testing/random.ts'
import { aStore } from '../../../testing/stock-builders.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { approve } from '../../counts/server/approve-count.ts'
import * as counts from '../../counts/server/counts.ts'
import { release } from './allocate.ts'
import { stockChecks } from './checks.ts'
import { post } from './ledger.ts'
import * as moves from './moves.ts'

/**
 * Every kind of stock work, at random, checked against a simple model.
 *
 * `FAULT_OPERATIONS` sets how many; several warehouses run side by side, each with its own sequence. A
 * warehouse's whole day is one transaction, in which a refused command is rolled back to a savepoint:
 * equivalent, and faster.
 */
const operations = Number(process.env.FAULT_OPERATIONS ?? sampleOf(20_000, 12))
const SIDE_BY_SIDE = 8
const AT_A_TIME = 250

console.log(`FAULT_SEED=${seed}, ${operations} operations`)

const server = await startTestServer()
const places = ['A-01', 'A-02', 'D-01', 'RECV'] as const
type Place = (typeof places)[number]
type Level = { onHand: number; allocated: number; frozen: number }
type Store = Awaited<ReturnType<typeof aStore>>

/** Pieces by location; goods in RECV are not put away yet, the others are. */
type Model = { shelves: Record<Place, Level>; promises: Map<number, [Place, number][]> }
type Real = { store: Store; tx: Tx; dated: number; undated: number; next: number; rows: Map<Place, number> }

const empty = (): Level => ({ onHand: 0, allocated: 0, frozen: 0 })
const newModel = (): Model => ({
  shelves: { 'A-01': empty(), 'A-02': empty(), 'D-01': empty(), RECV: empty() },
  promises: new Map(),
})
const freeOf = ({ onHand, allocated, frozen }: Level) => onHand - allocated - frozen
const qualityOf = (place: Place) => (place === 'D-01' ? 'defective' : 'good')

/** Whether it succeeded. A refusal is one that users get a message for; anything else is a fault. */
async function tried(real: Real, work: (tx: Tx) => Promise<unknown>): Promise<boolean> {
  await sql`savepoint command`.execute(real.tx)
  try {
    const answer = await work(real.tx)
    return !Array.isArray(answer) || answer.length === 0
  } catch (thrown) {
    await sql`rollback to savepoint command`.execute(real.tx)
    const isRefusal = thrown instanceof Refusal || (constraintOf(thrown) ?? '') in constraintTexts
    if (!isRefusal) throw thrown
    return false
  }
}

/** A row keeps its id; a missing one may be created later. */
const stockIdOf = async (real: Real, place: Place) => {
  const known = real.rows.get(place)
  if (known) return known
  const row = await real.tx
    .selectFrom('stock')
    .select('id')
    .where('tenantId', '=', real.store.tenantId)
    .where('locationId', '=', real.store.at(place))
    .where('batchId', '=', place === 'RECV' ? real.undated : real.dated)
    .executeTakeFirst()
  if (row) real.rows.set(place, row.id)
  return row?.id ?? 0
}

let done = 0
type Step = (model: Model, real: Real) => Promise<void>
const command = (name: string, run: Step) => ({
  check: () => true,
  run: async (model: Model, real: Real) => {
    done++
    await run(model, real)
  },
  toString: () => name,
})

const line = (real: Real, place: Place, number: number) => ({
  sourceId: ++real.next,
  sourceNo: 'M',
  line: number,
  locationId: real.store.at(place),
  batchId: place === 'RECV' ? real.undated : real.dated,
  quality: qualityOf(place) as 'good' | 'defective',
})

const receive = (place: Place, pieces: number) =>
  command(`receive ${pieces} at ${place}`, async (model, real) => {
    const item = { ...line(real, place, 1), flow: 'receive' as const, onHand: pieces }
    expect(
      await tried(real, async (tx) => void (await post(tx, real.store.who, { type: 'model' }, [item]))),
    ).toBe(true)
    model.shelves[place].onHand += pieces
  })

const cancel = (place: Place, pieces: number) =>
  command(`cancel ${pieces} at ${place}`, async (model, real) => {
    const shelf = model.shelves[place]
    const item = { ...line(real, place, 1), flow: 'receive_cancel' as const, onHand: -pieces }
    const went = await tried(
      real,
      async (tx) => void (await post(tx, real.store.who, { type: 'model' }, [item])),
    )
    expect(went).toBe(freeOf(shelf) >= pieces)
    if (went) shelf.onHand -= pieces
  })

const putAway = (to: 'A-01' | 'A-02', pieces: number) =>
  command(`put ${pieces} away to ${to}`, async (model, real) => {
    const lines = [
      { ...line(real, 'RECV', 1), flow: 'putaway_out' as const, onHand: -pieces },
      { ...line(real, to, 1), flow: 'putaway_in' as const, onHand: pieces },
    ]
    const went = await tried(
      real,
      async (tx) => void (await post(tx, real.store.who, { type: 'model' }, lines)),
    )
    expect(went).toBe(freeOf(model.shelves.RECV) >= pieces)
    if (!went) return
    model.shelves.RECV.onHand -= pieces
    model.shelves[to].onHand += pieces
  })

const move = (from: Place, to: Place, pieces: number) =>
  command(`move ${pieces} from ${from} to ${to}`, async (model, real) => {
    const went = await tried(real, async (tx) => {
      const lines = [{ stockId: await stockIdOf(real, from), quantity: pieces }]
      await moves.moveStock(tx, real.store.who, { lines, toLocationCode: to, reason: 'model' })
    })
    const isAllowed = from !== to && from !== 'RECV' && to !== 'RECV'
    expect(went).toBe(isAllowed && freeOf(model.shelves[from]) >= pieces)
    if (!went) return
    model.shelves[from].onHand -= pieces
    model.shelves[to].onHand += pieces
  })

/** A stock row exists once anything arrived there; before that there is nothing to refer to. */
const changing = (
  name: string,
  place: Place,
  work: (tx: Tx, real: Real, stockId: number) => Promise<unknown>,
  isAllowed: (shelf: Level) => boolean,
  change: (shelf: Level) => void,
) =>
  command(`${name} at ${place}`, async (model, real) => {
    let isThere = true
    const went = await tried(real, async (tx) => {
      const stockId = await stockIdOf(real, place)
      isThere = stockId > 0
      await work(tx, real, stockId)
    })
    expect(went).toBe(isThere && isAllowed(model.shelves[place]))
    if (went) change(model.shelves[place])
  })

const adjust = (place: Place, pieces: number) =>
  changing(
    `adjust ${pieces}`,
    place,
    (tx, { store }, stockId) =>
      moves.adjustStock(tx, store.who, { lines: [{ stockId, quantity: pieces }], reason: 'model' }),
    (shelf) => freeOf(shelf) + pieces >= 0,
    (shelf) => {
      shelf.onHand += pieces
    },
  )

const freeze = (place: Place, pieces: number) =>
  changing(
    `freeze ${pieces}`,
    place,
    (tx, { store }, stockId) =>
      moves.freezeStock(tx, store.who, { lines: [{ stockId, quantity: pieces }], reason: 'model' }),
    (shelf) => freeOf(shelf) >= pieces,
    (shelf) => {
      shelf.frozen += pieces
    },
  )

const unfreeze = (place: Place, pieces: number) =>
  changing(
    `unfreeze ${pieces}`,
    place,
    (tx, { store }, stockId) =>
      moves.unfreezeStock(tx, store.who, { lines: [{ stockId, quantity: pieces }], reason: 'model' }),
    (shelf) => shelf.frozen >= pieces,
    (shelf) => {
      shelf.frozen -= pieces
    },
  )

const count = (place: 'A-01' | 'A-02' | 'D-01', pieces: number) =>
  command(`count ${pieces} at ${place}`, async (model, real) => {
    const { who } = real.store
    const went = await tried(real, async (tx) => {
      const scope = { zoneId: null, customerId: null, sku: null, locationCodes: [place], isBlind: false }
      const { id } = await counts.createCount(tx, who, scope)
      await counts.enterCount(tx, who, { id, locationCode: place, code: 'BOLT', quantity: pieces })
      await counts.submitCount(tx, who, { id })
      await approve(tx, who, { id })
    })
    const shelf = model.shelves[place]
    expect(went).toBe(pieces >= shelf.allocated)
    if (!went) return
    const missing = Math.max(shelf.onHand - pieces, 0)
    shelf.frozen -= Math.min(shelf.frozen, missing)
    shelf.onHand = pieces
  })

const promise = (demand: number, pieces: number) =>
  command(`promise ${pieces} to ${demand}`, async (model, real) => {
    const productId = real.store.productOf('BOLT')
    const lines = [{ line: 1, productId, quantity: pieces }]
    const went = await tried(real, (tx) =>
      allocateOne(tx, real.store.who, { type: 'order', id: demand, no: 'OB', lines }),
    )
    expect(went).toBe(freeOf(model.shelves['A-01']) + freeOf(model.shelves['A-02']) >= pieces)
    if (!went) return
    // Which bin an allocation takes from is its own rule; the model adopts it and checks the rest.
    const { rows } = await sql<{ place: Place; quantity: number }>`
      select l.location_code as place, sum(a.quantity)::bigint as quantity from allocations a
      join stock s on s.tenant_id = a.tenant_id and s.id = a.stock_id
      join locations l on l.tenant_id = s.tenant_id and l.id = s.location_id
      where a.tenant_id = ${real.store.tenantId} and a.demand_id = ${demand} and a.status = 'open' group by 1`.execute(
      real.tx,
    )
    const before = new Map(model.promises.get(demand))
    const now = rows.map(({ place, quantity }): [Place, number] => [place, quantity])
    const added = now.map(([place, quantity]) => quantity - (before.get(place) ?? 0))
    expect(added.reduce((sum, item) => sum + item, 0)).toBe(pieces)
    for (const [i, [place]] of now.entries()) model.shelves[place].allocated += added[i] ?? 0
    model.promises.set(demand, now)
  })

const takeBack = (demand: number) =>
  command(`take back from ${demand}`, async (model, real) => {
    await release(real.tx, real.store.who, { type: 'order', ids: [demand] })
    for (const [place, pieces] of model.promises.get(demand) ?? []) model.shelves[place].allocated -= pieces
    model.promises.delete(demand)
  })

const few = fc.integer({ min: 1, max: 9 })
const many = fc.integer({ min: 1, max: 30 })
const anywhere = fc.constantFrom(...places)
const shelf = fc.constantFrom('A-01' as const, 'A-02' as const)
const counted = fc.constantFrom('A-01' as const, 'A-02' as const, 'D-01' as const)
const demand = fc.integer({ min: 1, max: 5 })

const quick = [
  fc.tuple(anywhere, many).map(([place, pieces]) => receive(place, pieces)),
  fc.tuple(anywhere, few).map(([place, pieces]) => cancel(place, pieces)),
  fc.tuple(shelf, few).map(([to, pieces]) => putAway(to, pieces)),
  fc.tuple(demand, few).map(([id, pieces]) => promise(id, pieces)),
  demand.map(takeBack),
]
const documents = [
  fc.tuple(anywhere, anywhere, few).map(([from, to, pieces]) => move(from, to, pieces)),
  fc
    .tuple(anywhere, fc.integer({ min: -9, max: 9 }).filter(Boolean))
    .map(([place, pieces]) => adjust(place, pieces)),
  fc.tuple(anywhere, few).map(([place, pieces]) => freeze(place, pieces)),
  fc.tuple(anywhere, few).map(([place, pieces]) => unfreeze(place, pieces)),
]
const recounts = fc
  .tuple(counted, fc.integer({ min: 0, max: 40 }))
  .map(([place, pieces]) => count(place, pieces))

/**
 * Work that writes a document takes three times as long and occurs half as often; a count is four commands in
 * one and rare.
 */
const commands = [
  ...Array.from({ length: 6 }, () => quick).flat(),
  ...Array.from({ length: 3 }, () => documents).flat(),
  recounts,
]

/** After a run: the ledgers match the model, and no check reports anything. */
async function expectAgreed(model: Model, store: Store) {
  const { rows } = await server.database.read(store.tenantId, (db) =>
    sql<Level & { place: Place }>`
      select l.location_code as place, sum(s.on_hand)::bigint as on_hand, sum(s.allocated)::bigint as allocated, sum(s.frozen)::bigint as frozen
      from stock s join locations l on l.tenant_id = s.tenant_id and l.id = s.location_id
      where s.tenant_id = ${store.tenantId} group by 1`.execute(db),
  )
  const match = {
    ...newModel().shelves,
    ...Object.fromEntries(rows.map(({ place, ...level }) => [place, level])),
  }
  expect(match).toEqual(model.shelves)
  expect(await wrongNow(stockChecks, server, store)).toEqual([])
}

test('after any sequence of stock work, the stock equals a simple model', {
  timeout: 60_000 + operations * 20,
}, async () => {
  let run = 0
  const lane = async () => {
    while (done < operations) {
      await fc.assert(
        fc.asyncProperty(fc.commands(commands, { maxCommands: AT_A_TIME, size: 'max' }), async (steps) => {
          const store = await aStore(server)
          const [dated, undated] = [
            await store.batch('BOLT'),
            await store.batch('BOLT', { putawayDate: null }),
          ]
          const model = newModel()
          await store.write((tx) => {
            const real = { store, tx, dated, undated, next: 0, rows: new Map() }
            return fc.asyncModelRun(() => ({ model, real }), steps)
          })
          await expectAgreed(model, store)
        }),
        { numRuns: 1, seed: seed + run++, endOnFailure: true },
      )
    }
  }
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, lane))
  expect(done).toBeGreaterThanOrEqual(operations)
})
