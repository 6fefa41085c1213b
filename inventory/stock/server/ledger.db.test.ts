import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { drawNumber, drawNumbers } from '../../../platform/database/server/db.ts'
import { allocateOne } from '../../../testing/allocate-one.ts'
import { untilLockWaits } from '../../../testing/lock-waits.ts'
import { aStore } from '../../../testing/stock-builders.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { release, take } from './allocate.ts'
import { batchesOf, post } from './ledger.ts'

const server = await startTestServer()
const store = await aStore(server)
const { who, write, move, level, batch, at, productOf } = store

const broken = (constraint: string) => ({ constraint })

describe('stock in a bin', () => {
  test('is the sum of its movements, and each movement has the quantity before and after', async () => {
    const bolts = await batch('BOLT', { putawayDate: '2026-01-02' })
    await move({ flow: 'receive', batchId: bolts, onHand: 10 })
    await move({ flow: 'allocate', batchId: bolts, allocated: 4 })
    await move({ flow: 'freeze', batchId: bolts, frozen: 5 })
    await move({ flow: 'ship', batchId: bolts, onHand: -4, allocated: -4 })
    expect(await level(bolts)).toEqual([6, 0, 5, 4])
    const flows = await server.owner(
      `select f.seq::int, f.flow_type::text as type, f.on_hand_after::int as hand, f.allocated_after::int as promised, f.frozen_after::int as frozen
       from stock_flows f join stock s on s.tenant_id = f.tenant_id and s.id = f.stock_id where s.batch_id = $1 order by f.seq`,
      [bolts],
      store.tenantId,
    )
    expect(flows).toEqual([
      { seq: 1, type: 'receive', hand: 10, promised: 0, frozen: 0 },
      { seq: 2, type: 'allocate', hand: 10, promised: 4, frozen: 0 },
      { seq: 3, type: 'freeze', hand: 10, promised: 4, frozen: 5 },
      { seq: 4, type: 'ship', hand: 6, promised: 0, frozen: 5 },
    ])
  })

  test('moves in one posting or not at all, with repeated rows summed in order', async () => {
    const nuts = await batch('NUT', { putawayDate: '2026-02-02' })
    const line = {
      sourceId: 777_002,
      sourceNo: 'T',
      batchId: nuts,
      quality: 'good',
      locationId: at('A-01'),
    } as const
    await write((tx) =>
      post(tx, who, { type: 'test' }, [
        { ...line, line: 1, flow: 'receive', onHand: 5 },
        { ...line, line: 2, flow: 'move_out', onHand: -5 },
        { ...line, line: 3, flow: 'move_in', onHand: 5, locationId: at('A-02') },
      ]),
    )
    expect([await level(nuts), await level(nuts, 'A-02')]).toEqual([
      [0, 0, 0, 2],
      [5, 0, 0, 1],
    ])
    const torn = write((tx) =>
      post(tx, who, { type: 'test' }, [
        { ...line, line: 4, flow: 'move_out', onHand: -5, locationId: at('A-02') },
        { ...line, line: 5, flow: 'move_in', onHand: 5, locationId: at('D-01') },
      ]),
    )
    await expect(torn).rejects.toMatchObject(broken('stock_has_no_place'))
    expect(await level(nuts, 'A-02')).toEqual([5, 0, 0, 1])
  })
})

describe('concurrent postings', () => {
  test('of four hundred callers for a hundred pieces give one each to a hundred', async () => {
    const last = await batch('BOLT', { putawayDate: '2026-04-01' })
    await move({ flow: 'receive', batchId: last, onHand: 100 })
    const answers = await Promise.allSettled(
      Array.from({ length: 400 }, () => move({ flow: 'adjust_down', batchId: last, onHand: -1 })),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(100)
    expect(await level(last)).toEqual([0, 0, 0, 101])
  })

  test('over the same rows in any order never deadlock', async () => {
    const rows = await Promise.all(
      Array.from({ length: 12 }, (_, i) =>
        batch('BOLT', { putawayDate: `2026-05-${String(i + 1).padStart(2, '0')}` }),
      ),
    )
    let n = 0
    const answers = await Promise.allSettled(
      Array.from({ length: 60 }, (_, i) =>
        write((tx) =>
          post(
            tx,
            who,
            { type: 'storm' },
            rows
              .map((batchId) => ({ batchId, key: Math.sin(i * 31 + batchId) }))
              .toSorted((a, b) => a.key - b.key)
              .map(({ batchId }, k) => ({
                sourceId: ++n,
                sourceNo: 'S',
                line: 1,
                flow: 'receive' as const,
                quality: 'good' as const,
                batchId,
                locationId: at(k % 2 ? 'A-01' : 'A-02'),
                onHand: 1,
              })),
          ),
        ),
      ),
    )
    expect(answers.filter(({ status }) => status === 'rejected')).toEqual([])
    const [sum] = await server.owner<{ pieces: string }>(
      `select sum(on_hand) as pieces from stock where batch_id = any($1)`,
      [rows],
      store.tenantId,
    )
    expect(Number(sum?.pieces)).toBe(60 * 12)
  })

  test('that need the same new batch get one and the same', async () => {
    const key = {
      ...{ customerId: store.customerId, productId: productOf('NUT'), inboundId: null },
      ...{ putawayDate: '2026-07-07', expiryDate: null, lot: 'NEW' },
    }
    let waiting: Promise<number[]> = Promise.resolve([])
    const made = await write(async (tx) => {
      const ids = await batchesOf(tx, who, [key])
      waiting = write((other) => batchesOf(other, who, [key]))
      await untilLockWaits(server)
      return ids
    })
    expect(await waiting).toEqual(made)
    // Of known and new ones each in its place, and a repeated one is the same.
    const [first, second] = [
      { ...key, lot: 'NEWER', productionDate: '2026-06-01' },
      { ...key, lot: 'NEWER', productionDate: '2026-06-02' },
    ]
    const ids = await write((tx) => batchesOf(tx, who, [second, key, first, second]))
    expect([new Set(ids).size, ids[1], ids[3]]).toEqual([3, made[0], ids[0]])
    expect(await write((tx) => batchesOf(tx, who, [first, second]))).toEqual([ids[2], ids[0]])
  })

  test('lock bins that keep goods apart in order, whatever order their lines have', async () => {
    const bolts = await batch('BOLT', { putawayDate: '2026-06-02' })
    const bins = (
      await server.owner<{ id: string }>(
        `insert into locations (tenant_id, location_code, zone_id, purpose)
         select tenant_id, code, zone_id, 'storage' from locations, unnest(array['S-01', 'S-02']) code where id = $1 returning id`,
        [at('A-01')],
        store.tenantId,
      )
    ).map(({ id }) => Number(id))
    const [low, high] = [Math.min(...bins), Math.max(...bins)]
    let document = 777_100
    const line = {
      sourceNo: 'T',
      line: 1,
      flow: 'receive',
      quality: 'good',
      batchId: bolts,
      onHand: 1,
    } as const
    for (const [first, second] of [
      [high, low],
      [low, high],
    ] as const) {
      let waiting: Promise<unknown> = Promise.resolve()
      const free = await write(async (tx) => {
        await sql`select 1 from locations where id = ${low} for no key update`.execute(tx)
        waiting = write((other) =>
          post(other, who, { type: 'test' }, [
            { ...line, sourceId: ++document, locationId: first },
            { ...line, sourceId: ++document, locationId: second },
          ]),
        )
        await untilLockWaits(server)
        const others = 'select id from locations where id = any($1) for no key update skip locked'
        return server.owner<{ id: string }>(others, [bins], store.tenantId)
      })
      await waiting
      // It waits for the first bin before it takes the second.
      expect(free.map(({ id }) => Number(id))).toEqual([high])
    }
  })

  test('and work that locks all stock of some products lock its rows in order', async () => {
    const there = await aStore(server)
    const nuts = await there.batch('NUT')
    for (const place of ['A-02', 'A-01'])
      await there.move({ flow: 'receive', batchId: nuts, onHand: 1 }, place)
    const rows = (
      await server.owner<{ id: string }>('select id from stock order by id', [], there.tenantId)
    ).map(({ id }) => Number(id))
    let waiting: Promise<unknown> = Promise.resolve()
    const free = await there.write(async (tx) => {
      await post(tx, there.who, { type: 'test' }, [
        {
          ...{ sourceId: 777_103, sourceNo: 'T', line: 1, batchId: nuts, quality: 'good' },
          ...{ flow: 'freeze', frozen: 1, locationId: there.at('A-02') },
        },
      ])
      waiting = there.write((other) =>
        sql`select lock_stock(${[there.productOf('NUT')]}::bigint[])`.execute(other),
      )
      await untilLockWaits(server)
      const others = 'select id from stock order by id for no key update skip locked'
      return server.owner<{ id: string }>(others, [], there.tenantId)
    })
    await waiting
    expect(free.map(({ id }) => Number(id))).toEqual(rows.slice(1))
  })

  test('and work that locks bins before their goods locks those open to all goods first, as a posting does', async () => {
    const there = await aStore(server)
    const [strict, open] = [there.at('A-03'), there.at('D-01')]
    expect(strict).toBeLessThan(open)
    let waiting: Promise<unknown> = Promise.resolve()
    const free = await there.write(async (tx) => {
      await sql`select 1 from locations where id = ${open} for no key update`.execute(tx)
      waiting = there.write((other) =>
        sql`select lock_stock('{}', ${[strict, open]}::bigint[])`.execute(other),
      )
      await untilLockWaits(server)
      const others = 'select id from locations where id = any($1) for no key update skip locked'
      return server.owner<{ id: string }>(others, [[strict, open]], there.tenantId)
    })
    await waiting
    expect(free.map(({ id }) => Number(id))).toEqual([strict])
  })

  test('create rows in the order of their bins, whatever order their lines have', async () => {
    const there = await aStore(server)
    const batchId = await there.batch('NUT')
    const line = {
      sourceId: 777_104,
      sourceNo: 'T',
      batchId,
      flow: 'receive',
      quality: 'good',
      onHand: 1,
    } as const
    const bins = ['A-02', 'A-01', 'A-03'].map((code) => there.at(code))
    await there.write((tx) =>
      post(
        tx,
        there.who,
        { type: 'test' },
        bins.map((locationId, i) => ({ ...line, line: i + 1, locationId })),
      ),
    )
    const made = await server.owner<{ at: string }>(
      'select location_id as at from stock order by id',
      [],
      there.tenantId,
    )
    expect(made.map(({ at }) => Number(at))).toEqual(bins.toSorted((a, b) => a - b))
  })
})

describe('a bin', () => {
  test('for one customer accepts another’s goods only once it is empty', async () => {
    const desk = await aStore(server)
    const [bolts, screws] = [await desk.batch('BOLT'), await desk.batch('SCREW')]
    const screwsCome = () => desk.move({ flow: 'receive', batchId: screws, onHand: 1 }, 'A-03')
    await desk.move({ flow: 'receive', batchId: bolts, onHand: 2 }, 'A-03')
    await expect(screwsCome()).rejects.toMatchObject({ constraint: 'stock_mixed' })
    await desk.move({ flow: 'adjust_down', batchId: bolts, onHand: -2 }, 'A-03')
    await screwsCome()
    expect(await desk.level(screws, 'A-03')).toEqual([1, 0, 0, 1])
  })

  test('for one customer accepts the goods of one, where those of two arrive at once', async () => {
    const desk = await aStore(server)
    const [bolts, screws] = [await desk.batch('BOLT'), await desk.batch('SCREW')]
    const line = {
      sourceNo: 'T',
      line: 1,
      flow: 'receive',
      quality: 'good',
      locationId: desk.at('A-03'),
    } as const
    const come = (tx: Parameters<typeof post>[0], sourceId: number, batchId: number) =>
      post(tx, desk.who, { type: 'test' }, [{ ...line, sourceId, batchId, onHand: 1 }])
    let second: Promise<unknown> | undefined
    await desk.write(async (tx) => {
      await come(tx, 777_105, bolts)
      second = desk.write((other) => come(other, 777_106, screws))
      second.catch(() => {})
      await untilLockWaits(server)
    })
    await expect(second).rejects.toMatchObject(broken('stock_mixed'))
    expect([await desk.level(bolts, 'A-03'), await desk.level(screws, 'A-03')]).toEqual([
      [1, 0, 0, 1],
      [0, 0, 0, 0],
    ])
  })

  test('that accepts all goods cannot be disabled while a posting to it is in progress', async () => {
    const bolts = await batch('BOLT', { putawayDate: '2026-06-01' })
    const [place] = await server.owner<{ id: string }>(
      `insert into locations (tenant_id, location_code, zone_id, purpose, mix_customer)
       select tenant_id, 'E-01', zone_id, 'storage', true from locations where id = $1 returning id`,
      [at('A-01')],
      store.tenantId,
    )
    const locationId = Number(place?.id)
    const line = { sourceId: 777_003, sourceNo: 'T', line: 1, batchId: bolts, quality: 'good' } as const
    const free = await write(async (tx) => {
      await post(tx, who, { type: 'test' }, [{ ...line, flow: 'receive', locationId, onHand: 1 }])
      // Disabling the location takes this lock first.
      const closing = 'select id from locations where id = $1 for no key update skip locked'
      return server.owner(closing, [locationId], store.tenantId)
    })
    expect(free).toEqual([])
  })
})

describe('an allocation', () => {
  const wanting = (id: number, quantity: number, sku = 'NUT') => ({
    type: 'order',
    id,
    no: `OB-${id}`,
    lines: [{ line: 1, productId: productOf(sku), quantity }],
  })
  const ask = (id: number, quantity: number) => write((tx) => allocateOne(tx, who, wanting(id, quantity)))

  test('takes the oldest first, over several bins, and nothing when there is too little', async () => {
    const there = await aStore(server)
    const allocateTo = (id: number, quantity: number) =>
      there.write((tx) =>
        allocateOne(tx, there.who, {
          ...wanting(id, quantity),
          lines: [{ line: 1, productId: there.productOf('NUT'), quantity }],
        }),
      )
    const [old, young] = [
      await there.batch('NUT', { putawayDate: '2025-01-01' }),
      await there.batch('NUT', { putawayDate: '2026-01-01' }),
    ]
    await there.move({ flow: 'receive', batchId: young, onHand: 5 })
    await there.move({ flow: 'receive', batchId: old, onHand: 3 }, 'A-02')
    expect(await allocateTo(1, 9)).toEqual([{ line: 1, productId: there.productOf('NUT'), missing: 1 }])
    expect(await allocateTo(2, 4)).toEqual([])
    expect([await there.level(old, 'A-02'), await there.level(young)]).toEqual([
      [3, 3, 0, 2],
      [5, 1, 0, 2],
    ])
    expect(await there.write((tx) => release(tx, there.who, { type: 'order', ids: [2] }))).toBe(2)
    expect(await there.write((tx) => release(tx, there.who, { type: 'order', ids: [2] }))).toBe(0)
    expect(await allocateTo(2, 8), 'a second allocation to the same order is a new one').toEqual([])
    // A document of another kind may have the same id.
    expect(await there.write((tx) => release(tx, there.who, { type: 'claim', ids: [2] }))).toBe(0)
    expect(await there.write((tx) => take(tx, there.who, { type: 'claim', ids: [2] }))).toBe(0)
    expect(await there.write((tx) => take(tx, there.who, { type: 'order', ids: [1, 2] }))).toBe(2)
    expect(await there.write((tx) => take(tx, there.who, { type: 'order', ids: [2] }))).toBe(0)
    expect([await there.level(old, 'A-02'), await there.level(young)]).toEqual([
      [0, 0, 0, 5],
      [0, 0, 0, 5],
    ])
    const shipped = await server.owner(
      `select source_type as source, flow_type as flow, source_no as no, d_on_hand::int as on_hand, d_allocated::int as allocated
       from stock_flows where flow_type = 'ship' order by stock_id`,
      [],
      there.tenantId,
    )
    const each = { source: 'allocation', flow: 'ship', no: 'OB-2' }
    expect(shipped).toEqual([
      { ...each, on_hand: -5, allocated: -5 },
      { ...each, on_hand: -3, allocated: -3 },
    ])
  })

  test('for given rows takes nothing from others, whatever is older', async () => {
    const there = await aStore(server)
    const [old, young] = [
      await there.batch('NUT', { putawayDate: '2025-01-01' }),
      await there.batch('NUT', { putawayDate: '2026-01-01' }),
    ]
    await there.move({ flow: 'receive', batchId: old, onHand: 5 })
    await there.move({ flow: 'receive', batchId: young, onHand: 2 }, 'A-02')
    const [row] = await server.owner<{ id: string }>(
      'select id from stock where batch_id = $1',
      [young],
      there.tenantId,
    )
    const productId = there.productOf('NUT')
    const line = { line: 1, productId, stockIds: [Number(row?.id)] }
    const ask = (id: number, quantity: number) =>
      there.write((tx) =>
        allocateOne(tx, there.who, { ...wanting(id, quantity), lines: [{ ...line, quantity }] }),
      )
    expect(await ask(1, 2)).toEqual([])
    expect(await ask(2, 1)).toEqual([{ line: 1, productId, missing: 1 }])
    expect([await there.level(old), await there.level(young, 'A-02')]).toEqual([
      [5, 0, 0, 1],
      [2, 2, 0, 2],
    ])
  })

  test('takes goods that were moved to another bin while it waited', async () => {
    const there = await aStore(server)
    const productId = there.productOf('NUT')
    const batchId = await there.batch('NUT', { putawayDate: '2026-01-01' })
    await there.move({ flow: 'receive', batchId, onHand: 10 })
    let allocated: ReturnType<typeof allocateOne> | undefined
    await there.write(async (tx) => {
      const spot = { ...{ sourceId: 777_005, sourceNo: 'T', line: 1 }, batchId, quality: 'good' as const }
      await post(tx, there.who, { type: 'test' }, [
        { ...spot, flow: 'move_out', locationId: there.at('A-01'), onHand: -4 },
        { ...spot, flow: 'move_in', locationId: there.at('A-02'), onHand: 4 },
      ])
      allocated = there.write((other) =>
        allocateOne(other, there.who, { ...wanting(1, 9), lines: [{ line: 1, productId, quantity: 9 }] }),
      )
      await untilLockWaits(server)
    })
    expect(await allocated).toEqual([])
  })

  test('leaves goods alone that were put away while it waited and that others take at the same time', async () => {
    const there = await aStore(server)
    const productId = there.productOf('NUT')
    const [old, young] = [
      await there.batch('NUT', { putawayDate: '2025-01-01' }),
      await there.batch('NUT', { putawayDate: '2026-01-01' }),
    ]
    await there.move({ flow: 'receive', batchId: old, onHand: 10 })
    const freezing = Promise.withResolvers<void>()
    const frozen = Promise.withResolvers<void>()
    let allocated: ReturnType<typeof allocateOne> | undefined
    let frozenByThen: Promise<unknown> | undefined
    await there.write(async (tx) => {
      await sql`select lock_stock(${[productId]}::bigint[])`.execute(tx)
      allocated = there.write((other) =>
        allocateOne(other, there.who, { ...wanting(1, 12), lines: [{ line: 1, productId, quantity: 12 }] }),
      )
      await untilLockWaits(server)
      await there.move({ flow: 'receive', batchId: young, onHand: 5 }, 'A-02')
      frozenByThen = there.write(async (third) => {
        await post(third, there.who, { type: 'test' }, [
          {
            ...{ sourceId: 777_004, sourceNo: 'T', line: 1, batchId: young, quality: 'good' },
            ...{ flow: 'freeze', frozen: 5, locationId: there.at('A-02') },
          },
        ])
        freezing.resolve()
        await frozen.promise
      })
      await freezing.promise
    })
    const answer = await Promise.race([allocated, sleep(2000, 'waits for the frozen goods')])
    frozen.resolve()
    await frozenByThen
    expect(answer).toEqual([{ line: 1, productId, missing: 2 }])
  })

  test('that several callers release at once is released by one of them', async () => {
    const there = await aStore(server)
    const nuts = await there.batch('NUT')
    await there.move({ flow: 'receive', batchId: nuts, onHand: 4 })
    for (let id = 1; id <= 4; id++) {
      const lines = [{ line: 1, productId: there.productOf('NUT'), quantity: 1 }]
      await there.write((tx) => allocateOne(tx, there.who, { ...wanting(id, 1), lines }))
      const released = await Promise.all(
        Array.from({ length: 8 }, () =>
          there.write((tx) => release(tx, there.who, { type: 'order', ids: [id] })),
        ),
      )
      expect(released.toSorted((a, b) => b - a)).toEqual([1, 0, 0, 0, 0, 0, 0, 0])
    }
    expect(await there.level(nuts)).toEqual([4, 0, 0, 9])
  })

  test('succeeds for as many callers as there are pieces', async () => {
    const nuts = await batch('NUT', { putawayDate: '2024-01-01' })
    await move({ flow: 'receive', batchId: nuts, onHand: 20 }, 'A-02')
    const [free] = await server.owner<{ pieces: string }>(
      `select sum(s.on_hand - s.allocated - s.frozen) as pieces from stock s join locations l on l.tenant_id = s.tenant_id and l.id = s.location_id
       where s.product_id = $1 and s.quality = 'good' and l.purpose = 'storage' and s.blocked_because is null`,
      [productOf('NUT')],
      store.tenantId,
    )
    const pieces = Number(free?.pieces)
    const answers = await Promise.all(Array.from({ length: pieces + 15 }, (_, i) => ask(1000 + i, 1)))
    expect(answers.filter((missing) => missing.length === 0)).toHaveLength(pieces)
  })
})

test('a number drawn by a running transaction blocks no other, and leaves a gap on rollback', async () => {
  const store = await aStore(server)
  const [drawn, ended] = [Promise.withResolvers<string>(), Promise.withResolvers<void>()]
  const open = store.write(async (tx) => {
    drawn.resolve(await drawNumber(tx, 'RC'))
    await ended.promise
    throw new Error('came to nothing')
  })
  const first = await drawn.promise
  const second = await store.write((tx) => drawNumber(tx, 'RC'))
  ended.resolve()
  await expect(open).rejects.toThrow('came to nothing')
  // A failed draw, as without a warehouse, leaves the connection usable.
  for (let n = 0; n < 5; n++)
    await expect(server.database.write(999_999, (tx) => drawNumber(tx, 'RC'))).rejects.toThrow()
  const [third, fourth] = await store.write((tx) => drawNumbers(tx, 'RC', 2))
  const whose = await Promise.all(
    Array.from({ length: 4 }, () =>
      sql<{ of: string | null }>`select nullif(current_setting('app.tenant_id', true), '') as of`.execute(
        server.database.aside,
      ),
    ),
  )
  expect(whose.flatMap(({ rows }) => rows)).toEqual(whose.map(() => ({ of: null })))
  expect([first, second, third, fourth].map((no) => no?.slice(8))).toEqual([
    '-00001',
    '-00002',
    '-00003',
    '-00004',
  ])
  await server.owner(`update number_series set last = 99998 where prefix = 'RC'`, [], store.tenantId)
  const next = await store.write((tx) => drawNumbers(tx, 'RC', 2))
  expect(next.map((no) => no.slice(8))).toEqual(['-99999', '-100000'])
})

describe('a posting', () => {
  /** A company of its own, with bins that differ in one rule each. */
  const aYard = async () => {
    const yard = await aStore(server)
    const bins = await server.owner<{ id: string; code: string }>(
      `insert into locations (tenant_id, location_code, zone_id, purpose, mix_customer, mix_sku, mix_batch, is_enabled)
       select $1, b.code, z.id, b.purpose::location_purpose, b.customer, b.sku, b.batch, b.enabled
       from location_zones z, (values ('OPEN', 'storage', true, true, true, true), ('ONE-SKU', 'storage', true, false, true, true),
         ('ONE-BATCH', 'storage', true, true, false, true), ('ONE-CUSTOMER', 'storage', false, true, true, true),
         ('DOCK', 'receiving', false, false, false, true), ('OFF', 'storage', true, true, true, false),
         ('OFF-STRICT', 'storage', false, true, true, false)) b (code, purpose, customer, sku, batch, enabled)
       where z.tenant_id = $1 and z.zone_code = 'GOOD' returning id, location_code as code`,
      [yard.tenantId],
      yard.tenantId,
    )
    const bin = (code: string) => Number(bins.find((item) => item.code === code)?.id)
    return { ...yard, bin }
  }

  test('keeps each rule of mixing, and only in storage bins that have it', async () => {
    const yard = await aYard()
    const [bolts, younger, nuts, screws] = [
      await yard.batch('BOLT'),
      await yard.batch('BOLT', { putawayDate: '2026-02-02' }),
      await yard.batch('NUT'),
      await yard.batch('SCREW'),
    ]
    const put = async (code: string, batchId: number, onHand = 1) => {
      const flow = onHand > 0 ? ('receive' as const) : ('adjust_down' as const)
      return yard.move({ flow, batchId, onHand, locationId: yard.bin(code) }).then(
        () => 'ok',
        (reason: { constraint?: string }) => reason.constraint,
      )
    }
    for (const code of ['OPEN', 'ONE-SKU', 'ONE-BATCH', 'ONE-CUSTOMER', 'DOCK'])
      expect(await put(code, bolts)).toBe('ok')
    const beside = async (code: string) => {
      const answers = []
      for (const other of [younger, nuts, screws]) {
        const answer = await put(code, other)
        answers.push(answer)
        if (answer === 'ok') await put(code, other, -1)
      }
      return answers
    }
    expect(await beside('OPEN')).toEqual(['ok', 'ok', 'ok'])
    expect(await beside('DOCK')).toEqual(['ok', 'ok', 'ok'])
    expect(await beside('ONE-SKU')).toEqual(['ok', 'stock_mixed', 'stock_mixed'])
    expect(await beside('ONE-BATCH')).toEqual(['stock_mixed', 'ok', 'ok'])
    expect(await beside('ONE-CUSTOMER')).toEqual(['ok', 'ok', 'stock_mixed'])
    // More of the same is no mixture, and what is gone is none either.
    for (const code of ['ONE-SKU', 'ONE-BATCH', 'ONE-CUSTOMER']) {
      expect(await put(code, bolts)).toBe('ok')
      expect(await put(code, bolts, -2)).toBe('ok')
      expect(await put(code, screws)).toBe('ok')
    }
    // Goods can leave a bin that already mixes.
    await put('OPEN', nuts)
    await server.owner(`update locations set mix_sku = false where location_code = 'OPEN'`, [], yard.tenantId)
    expect(await put('OPEN', nuts, -1)).toBe('ok')
  })

  test('goes into enabled bins of its quality, from rows that are there and not blocked', async () => {
    const yard = await aYard()
    const bolts = await yard.batch('BOLT')
    const put = (over: object) =>
      yard.move({ flow: 'receive', batchId: bolts, onHand: 1, ...over }).then(
        () => 'ok',
        (reason: { constraint?: string }) => reason.constraint,
      )
    for (const code of ['OFF', 'OFF-STRICT'])
      expect(await put({ locationId: yard.bin(code) })).toBe('stock_has_no_place')
    expect(await put({ locationId: yard.at('A-01'), quality: 'defective' })).toBe('stock_has_no_place')
    expect(await put({ locationId: yard.bin('ONE-SKU'), quality: 'defective' })).toBe('stock_has_no_place')
    expect(await put({ batchId: 999_999 })).toBe('stock_has_no_place')
    expect(await put({ locationId: 999_999 })).toBe('stock_has_no_place')
    expect(await put({ flow: 'adjust_down', onHand: -1 })).toBe('stock_not_negative')
    expect(await put({})).toBe('ok')
    expect(await put({ flow: 'adjust_down', onHand: -2 })).toBe('stock_not_negative')
    expect(await put({ flow: 'adjust_down', onHand: -1, quality: 'defective' })).toBe('stock_not_negative')
    await server.owner(`update stock set blocked_because = 'I-01'`, [], yard.tenantId)
    expect(await put({})).toBe('stock_blocked')
    // Another row is not concerned by it.
    expect(await put({ batchId: await yard.batch('NUT') })).toBe('ok')
    expect(await put({ batchId: await yard.batch('SCREW'), flow: 'adjust_down', onHand: -1 })).toBe(
      'stock_not_negative',
    )
  })

  test('writes one movement per line, in order, with its source, reason, user and one time for all', async () => {
    const yard = await aYard()
    const [bolts, nuts] = [await yard.batch('BOLT'), await yard.batch('NUT')]
    const line = { sourceId: 77, sourceNo: 'DOC-77', quality: 'good' } as const
    const posted = await yard.write((tx) =>
      post(tx, yard.who, { type: 'test', reason: 'because' }, [
        { ...line, line: 1, flow: 'receive', locationId: yard.at('A-02'), batchId: nuts, onHand: 4 },
        { ...line, line: 2, flow: 'receive', locationId: yard.at('A-01'), batchId: bolts, onHand: 5 },
        { ...line, line: 3, flow: 'freeze', locationId: yard.at('A-01'), batchId: bolts, frozen: 2 },
        { ...line, line: 4, flow: 'adjust_down', locationId: yard.at('A-01'), batchId: bolts, onHand: -1 },
        { ...line, line: 5, flow: 'freeze', locationId: yard.at('A-01'), batchId: bolts, frozen: 1 },
        { ...line, line: 6, flow: 'allocate', locationId: yard.at('A-02'), batchId: nuts, allocated: 1 },
        { ...line, line: 7, flow: 'allocate', locationId: yard.at('A-02'), batchId: nuts, allocated: 2 },
      ]),
    )
    expect(posted.map(({ sourceLine }) => sourceLine).sort()).toEqual([1, 2, 3, 4, 5, 6, 7])
    expect([await yard.level(bolts), await yard.level(nuts, 'A-02')]).toEqual([
      [4, 0, 3, 4],
      [4, 3, 0, 3],
    ])
    const flows = await server.owner(
      `select f.source_type as type, f.source_id::int as id, f.source_line as line, f.source_no as no, f.seq::int as seq,
         f.d_on_hand::int as hand, f.d_frozen::int as frozen, f.on_hand_after::int as hand_after, f.frozen_after::int as frozen_after,
         f.reason, f.actor_id::int as actor, l.location_code as place, p.sku, c.customer_code as customer
       from stock_flows f join locations l on l.tenant_id = f.tenant_id and l.id = f.location_id
       join products p on p.tenant_id = f.tenant_id and p.id = f.product_id
       join customers c on c.tenant_id = f.tenant_id and c.id = f.customer_id where f.source_line < 5 order by f.source_line`,
      [],
      yard.tenantId,
    )
    const each = {
      type: 'test',
      id: 77,
      no: 'DOC-77',
      reason: 'because',
      actor: yard.who.accountId,
      customer: 'ACME',
    }
    expect(flows).toEqual([
      {
        ...each,
        line: 1,
        seq: 1,
        hand: 4,
        frozen: 0,
        hand_after: 4,
        frozen_after: 0,
        place: 'A-02',
        sku: 'NUT',
      },
      {
        ...each,
        line: 2,
        seq: 1,
        hand: 5,
        frozen: 0,
        hand_after: 5,
        frozen_after: 0,
        place: 'A-01',
        sku: 'BOLT',
      },
      {
        ...each,
        line: 3,
        seq: 2,
        hand: 0,
        frozen: 2,
        hand_after: 5,
        frozen_after: 2,
        place: 'A-01',
        sku: 'BOLT',
      },
      {
        ...each,
        line: 4,
        seq: 3,
        hand: -1,
        frozen: 0,
        hand_after: 4,
        frozen_after: 2,
        place: 'A-01',
        sku: 'BOLT',
      },
    ])
    const held = await server.owner(
      `select seq::int, on_hand_after::int as hand, allocated_after::int as allocated, frozen_after::int as frozen
       from stock_flows where source_line > 4 order by source_line`,
      [],
      yard.tenantId,
    )
    expect(held).toEqual([
      { seq: 4, hand: 4, allocated: 0, frozen: 3 },
      { seq: 2, hand: 4, allocated: 1, frozen: 0 },
      { seq: 3, hand: 4, allocated: 3, frozen: 0 },
    ])
    const times = await server.owner(
      'select distinct f.at = s.changed_at as is_same from stock_flows f join stock s on s.tenant_id = f.tenant_id and s.id = f.stock_id',
      [],
      yard.tenantId,
    )
    expect(times).toEqual([{ is_same: true }])
    // The clock may be set back: time in the ledger never goes back.
    await server.owner(`update stock set changed_at = now() + interval '1 hour'`, [], yard.tenantId)
    await yard.move({ flow: 'receive', batchId: bolts, onHand: 1 })
    const [late] = await server.owner<{ is_late: boolean }>(
      `select max(at) > now() + interval '59 minutes' as is_late from stock_flows`,
      [],
      yard.tenantId,
    )
    expect(late).toEqual({ is_late: true })
    expect(await yard.write((tx) => post(tx, yard.who, { type: 'test' }, []))).toEqual([])
  })
})

test('a bin with goods keeps its purpose, quality and state until it is empty; its other fields can change', async () => {
  const yard = await aStore(server)
  const bolts = await yard.batch('BOLT')
  await yard.move({ flow: 'receive', batchId: bolts, onHand: 1 })
  const change = (set: string, code = 'A-01') =>
    server.owner(`update locations set ${set} where location_code = $1`, [code], yard.tenantId).then(
      () => 'ok',
      (reason: { constraint?: string }) => reason.constraint,
    )
  const bad = `zone_id = (select id from location_zones where zone_code = 'BAD')`
  for (const set of [`purpose = 'return'`, bad, 'is_enabled = false'])
    expect([set, await change(set), await change(set, 'A-02')]).toEqual([set, 'location_has_stock', 'ok'])
  expect(await change('route_seq = 9')).toBe('ok')
  await yard.move({ flow: 'adjust_down', batchId: bolts, onHand: -1 })
  expect(await change('is_enabled = false')).toBe('ok')
})
