import { expect } from 'vitest'
import { post, type StockLine } from '../inventory/stock/server/ledger.ts'
import type { Tx } from '../platform/database/server/db.ts'
import { allocateOne } from './allocate-one.ts'
import { atOnce, broken, type Ground, type Proofs, say } from './server-ground.ts'
import { aStore, type TestStore } from './stock-builders.ts'

/** Pieces of a batch that enter or leave a bin. */
const line = (
  store: TestStore,
  batchId: number,
  over: Partial<StockLine> & Pick<StockLine, 'flow'>,
  place = 'A-01',
): StockLine => ({
  sourceId: batchId,
  sourceNo: 'T',
  line: store.at(place),
  locationId: store.at(place),
  batchId,
  quality: 'good',
  ...over,
})
const bring = (store: TestStore, ...lines: StockLine[]) => {
  const { who } = store
  return (tx: Tx) => post(tx, who, { type: 'proof' }, lines)
}
/** Two rows of bolts, the one with the lower id first. */
async function twoRows(ground: Ground) {
  const store = await aStore(ground)
  const batches = [
    await store.batch('BOLT'),
    await store.batch('BOLT', { putawayDate: '2026-01-02' }),
  ] as const
  for (const batchId of batches) await store.move({ flow: 'receive', batchId, onHand: 10 })
  const rows = await ground.owner<{ id: string }>('select id from stock order by id', [], store.tenantId)
  return { store, batches, ids: [Number(rows[0]?.id), Number(rows[1]?.id)] as const }
}
/** Locks a row without changing it. */
const touch = (id: number) => say(`select block_stock(${id}, null)`)

const isFree = async (ground: Ground, { tenantId }: TestStore, table: 'stock' | 'locations', id: number) =>
  (await ground.owner(`select 1 from ${table} where id = $1 for no key update skip locked`, [id], tenantId))
    .length === 1

/** Allocated, frozen and on hand: what a bin can and cannot give. */
async function aShelf(ground: Ground) {
  const store = await aStore(ground)
  const batchId = await store.batch('BOLT')
  await store.move({ flow: 'receive', batchId, onHand: 10 })
  await store.move({ flow: 'allocate', batchId, allocated: 4 })
  return { store, batchId }
}

const forbid = (
  ground: Ground,
  store: TestStore,
  rule: 'mix_sku' | 'mix_batch' | 'mix_customer',
  place = 'A-02',
) => ground.owner(`update locations set ${rule} = false where id = $1`, [store.at(place)], store.tenantId)

/** What the ledger guarantees, each as a proof that can run on any database. */
export const stockProofs = {
  'no more is released than was allocated': async (ground) => {
    const { store, batchId } = await aShelf(ground)
    await expect(store.move({ flow: 'deallocate', batchId, allocated: -5 })).rejects.toMatchObject(
      broken('stock_not_negative'),
    )
    expect(await store.level(batchId)).toEqual([10, 4, 0, 2])
  },
  'allocated or frozen pieces are neither taken nor frozen again': async (ground) => {
    const { store, batchId } = await aShelf(ground)
    for (const wanted of [
      { flow: 'freeze', frozen: 7 },
      { flow: 'adjust_down', onHand: -7 },
    ] as const)
      await expect(store.move({ batchId, ...wanted })).rejects.toMatchObject(broken('stock_within_on_hand'))
    await expect(store.move({ flow: 'adjust_down', batchId, onHand: -11 })).rejects.toThrow()
    expect(await store.level(batchId)).toEqual([10, 4, 0, 2])
  },
  'no stock row exceeds the maximum quantity': async (ground) => {
    const { store, batchId } = await aShelf(ground)
    await expect(store.move({ flow: 'receive', batchId, onHand: 1_000_000_000 })).rejects.toMatchObject(
      broken('stock_most'),
    )
  },
  'one fact of one document is posted once': async (ground) => {
    const store = await aStore(ground)
    const fact = { sourceId: 777_001, flow: 'receive', batchId: await store.batch('NUT'), onHand: 5 } as const
    await store.move(fact)
    await expect(store.move(fact)).rejects.toMatchObject(broken('flow_once'))
    expect(await store.level(fact.batchId)).toEqual([5, 0, 0, 1])
  },
  'a flow type allows only its own movement': async (ground) => {
    const { store, batchId } = await aShelf(ground)
    for (const odd of [
      { flow: 'receive', onHand: -1 },
      { flow: 'receive', onHand: 1, frozen: 1 },
      { flow: 'ship', onHand: -1 },
      { flow: 'freeze', frozen: -1 },
      { flow: 'adjust_up', onHand: 0 },
    ] as const)
      await expect(store.move({ batchId, ...odd })).rejects.toMatchObject({ code: '23514' })
    expect(await store.level(batchId)).toEqual([10, 4, 0, 2])
  },
  'goods of a batch without stock cannot leave': async (ground) => {
    const { store, batchId } = await aShelf(ground)
    await expect(store.move({ flow: 'adjust_down', batchId, onHand: -1 }, 'A-02')).rejects.toMatchObject(
      broken('stock_not_negative'),
    )
  },
  'goods are in a zone of their quality': async (ground) => {
    const { store, batchId } = await aShelf(ground)
    const bad = { flow: 'receive', batchId, onHand: 1, quality: 'defective' } as const
    await expect(store.move(bad)).rejects.toMatchObject(broken('stock_has_no_place'))
    await store.move(bad, 'D-01')
  },
  'nothing is posted to a disabled bin': async (ground) => {
    const { store, batchId } = await aShelf(ground)
    await ground.owner(
      'update locations set is_enabled = false where id = $1',
      [store.at('A-02')],
      store.tenantId,
    )
    await expect(store.move({ flow: 'receive', batchId, onHand: 1 }, 'A-02')).rejects.toMatchObject(
      broken('stock_has_no_place'),
    )
  },
  'a bin with stock stays enabled and keeps its purpose': async (ground) => {
    const { store } = await aShelf(ground)
    for (const change of ['is_enabled = false', `purpose = 'receiving'`])
      await expect(
        ground.owner(`update locations set ${change} where id = $1`, [store.at('A-01')], store.tenantId),
      ).rejects.toMatchObject(broken('location_has_stock'))
  },
  'goods of two customers share no bin that forbids it': async (ground) => {
    const { store, batchId } = await aShelf(ground)
    await store.move({ flow: 'receive', batchId, onHand: 1 }, 'A-03')
    const theirs = { flow: 'receive', batchId: await store.batch('SCREW'), onHand: 1 } as const
    await expect(store.move(theirs, 'A-03')).rejects.toMatchObject(broken('stock_mixed'))
    await store.move({ flow: 'adjust_down', batchId, onHand: -1 }, 'A-03')
    await store.move(theirs, 'A-03')
  },
  'two products share no bin that forbids it': async (ground) => {
    const { store, batchId } = await aShelf(ground)
    await forbid(ground, store, 'mix_sku')
    await store.move({ flow: 'receive', batchId, onHand: 1 }, 'A-02')
    const other = { flow: 'receive', batchId: await store.batch('NUT'), onHand: 1 } as const
    await expect(store.move(other, 'A-02')).rejects.toMatchObject(broken('stock_mixed'))
  },
  'two batches of a product share no bin that forbids it': async (ground) => {
    const { store, batchId } = await aShelf(ground)
    await forbid(ground, store, 'mix_batch')
    await store.move({ flow: 'receive', batchId, onHand: 1 }, 'A-02')
    const younger = await store.batch('BOLT', { putawayDate: '2026-02-02' })
    await expect(store.move({ flow: 'receive', batchId: younger, onHand: 1 }, 'A-02')).rejects.toMatchObject(
      broken('stock_mixed'),
    )
  },
  'of two concurrent postings of goods that must not be mixed the second is refused': async (ground) => {
    const store = await aStore(ground)
    const [mine, theirs] = [await store.batch('BOLT'), await store.batch('SCREW')]
    const { first, second } = await atOnce(ground, store, [
      bring(store, line(store, mine, { flow: 'receive', onHand: 1 }, 'A-03')),
      bring(store, line(store, theirs, { flow: 'receive', onHand: 1 }, 'A-03')),
    ])
    expect([first, second]).toMatchObject([{ value: [{}] }, { fault: broken('stock_mixed') }])
  },
  'a bin is not disabled while a posting to it is in progress': async (ground) => {
    const store = await aStore(ground)
    const { second } = await atOnce(ground, store, [
      bring(store, line(store, await store.batch('BOLT'), { flow: 'receive', onHand: 1 }, 'A-02')),
      say(`update locations set is_enabled = false where id = ${store.at('A-02')}`),
    ])
    expect(second).toMatchObject({ fault: broken('location_has_stock') })
  },
  'a blocked row cannot be changed': async (ground) => {
    const { store, batches, ids } = await twoRows(ground)
    await store.write(say(`select block_stock(${ids[0]}, 'I-01')`))
    await expect(store.move({ flow: 'receive', batchId: batches[0], onHand: 1 })).rejects.toMatchObject(
      broken('stock_blocked'),
    )
    await store.move({ flow: 'receive', batchId: batches[1], onHand: 1 })
  },
  'a waiting posting sees that the row was blocked meanwhile': async (ground) => {
    const { store, batches, ids } = await twoRows(ground)
    const { second } = await atOnce(ground, store, [
      say(`select block_stock(${ids[0]}, 'I-01')`),
      bring(store, line(store, batches[0], { flow: 'adjust_down', onHand: -1 })),
    ])
    expect(second).toMatchObject({ fault: broken('stock_blocked') })
  },
  'rows are locked in id order, whatever order the lines have': async (ground) => {
    const { store, batches, ids } = await twoRows(ground)
    const down = { flow: 'adjust_down', onHand: -1 } as const
    const { isHeld } = await atOnce(
      ground,
      store,
      [touch(ids[1]), bring(store, line(store, batches[1], down), line(store, batches[0], down))],
      async () => expect(await isFree(ground, store, 'stock', ids[0])).toBe(false),
    )
    expect(isHeld).toBe(true)
  },
  'locations are locked in id order, whatever order the lines have': async (ground) => {
    const { store, batches } = await twoRows(ground)
    await forbid(ground, store, 'mix_customer')
    const up = { flow: 'receive', onHand: 1 } as const
    const { isHeld } = await atOnce(
      ground,
      store,
      [
        say(`select 1 from locations where id = ${store.at('A-03')} for update`),
        bring(store, line(store, batches[0], up, 'A-03'), line(store, batches[0], up, 'A-02')),
      ],
      async () => expect(await isFree(ground, store, 'locations', store.at('A-02'))).toBe(false),
    )
    expect(isHeld).toBe(true)
  },
  'locations are locked before their stock rows': async (ground) => {
    const { store, batches, ids } = await twoRows(ground)
    await forbid(ground, store, 'mix_customer', 'A-01')
    const { isHeld } = await atOnce(
      ground,
      store,
      [
        say(`select 1 from locations where id = ${store.at('A-01')} for update`),
        bring(store, line(store, batches[0], { flow: 'receive', onHand: 1 })),
      ],
      async () => expect(await isFree(ground, store, 'stock', ids[0])).toBe(true),
    )
    expect(isHeld).toBe(true)
  },
  'of two callers for the last pieces the second is told what is missing': async (ground) => {
    const { store, batches } = await twoRows(ground)
    await store.move({ flow: 'adjust_down', batchId: batches[1], onHand: -10 })
    const productId = store.productOf('BOLT')
    const want = (id: number) => (tx: Tx) =>
      allocateOne(tx, store.who, {
        type: 'order',
        id,
        no: `OB-${id}`,
        lines: [{ line: 1, productId, quantity: 6 }],
      })
    const { first, second } = await atOnce(ground, store, [want(1), want(2)])
    expect([first, second]).toEqual([{ value: [] }, { value: [{ line: 1, productId, missing: 2 }] }])
  },
  'all stock of a product is locked in id order': async (ground) => {
    const { store, ids } = await twoRows(ground)
    const { isHeld } = await atOnce(
      ground,
      store,
      [touch(ids[1]), say(`select lock_stock(array[${store.productOf('BOLT')}]::bigint[])`)],
      async () => expect(await isFree(ground, store, 'stock', ids[0])).toBe(false),
    )
    expect(isHeld).toBe(true)
  },
  'approving a count locks its locations before its stock': async (ground) => {
    const { store, ids } = await twoRows(ground)
    const { isHeld } = await atOnce(
      ground,
      store,
      [
        say(`select 1 from locations where id = ${store.at('A-01')} for update`),
        say(
          `select lock_stock(array[${store.productOf('BOLT')}]::bigint[], array[${store.at('A-01')}]::bigint[])`,
        ),
      ],
      async () => expect(await isFree(ground, store, 'stock', ids[0])).toBe(true),
    )
    expect(isHeld).toBe(true)
  },
} satisfies Proofs
