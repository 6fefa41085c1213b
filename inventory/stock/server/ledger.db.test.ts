import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { drawNumber, drawNumbers } from '../../../platform/database/server/db.ts'
import { aStore } from '../../../testing/stock-builders.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { allocate, release } from './allocate.ts'
import { post } from './ledger.ts'

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
  const ask = (id: number, quantity: number) => write((tx) => allocate(tx, who, wanting(id, quantity)))

  test('takes the oldest first, over several bins, and nothing when there is too little', async () => {
    const there = await aStore(server)
    const asked = (id: number, quantity: number) =>
      there.write((tx) =>
        allocate(tx, there.who, {
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
    expect(await asked(1, 9)).toEqual([{ line: 1, productId: there.productOf('NUT'), missing: 1 }])
    expect(await asked(2, 4)).toEqual([])
    expect([await there.level(old, 'A-02'), await there.level(young)]).toEqual([
      [3, 3, 0, 2],
      [5, 1, 0, 2],
    ])
    expect(await there.write((tx) => release(tx, there.who, { type: 'order', id: 2 }))).toBe(2)
    expect(await there.write((tx) => release(tx, there.who, { type: 'order', id: 2 }))).toBe(0)
    expect(await asked(2, 8), 'a second promise to the same order is a new one').toEqual([])
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
})
