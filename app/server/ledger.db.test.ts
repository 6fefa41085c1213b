import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { allocate, release } from '../../inventory/server/allocate.ts'
import { post } from '../../inventory/server/ledger.ts'
import { aStore } from '../testing/goods.ts'
import { aHouse } from '../testing/house.ts'

const house = await aHouse()
const store = await aStore(house)
const { who, write, move, level, batch, at, productOf } = store

const broken = (constraint: string) => ({ constraint })

describe('goods on a shelf', () => {
  test('are the sum of what came and went, and each change says what was before and after', async () => {
    const bolts = await batch('BOLT', { putawayDate: '2026-01-02' })
    await move({ flow: 'receive', batchId: bolts, onHand: 10 })
    await move({ flow: 'allocate', batchId: bolts, allocated: 4 })
    await move({ flow: 'freeze', batchId: bolts, frozen: 5 })
    await move({ flow: 'ship', batchId: bolts, onHand: -4, allocated: -4 })
    expect(await level(bolts)).toEqual([6, 0, 5, 4])
    const flows = await house.owner(
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

  test.each([
    ['more than are there', { flow: 'adjust_down', onHand: -11 }],
    ['what is promised', { flow: 'adjust_down', onHand: -7 }],
    ['what is frozen, once more', { flow: 'freeze', frozen: 7 }],
    ['more promises than were given', { flow: 'deallocate', allocated: -5 }],
  ] as const)('do not lose %s', async (_, line) => {
    const bolts = await batch('BOLT', { putawayDate: '2026-01-03' })
    if ((await level(bolts))[0] === 0) {
      await move({ flow: 'receive', batchId: bolts, onHand: 10 })
      await move({ flow: 'allocate', batchId: bolts, allocated: 4 })
    }
    await expect(move({ batchId: bolts, ...line })).rejects.toMatchObject({
      constraint: expect.stringMatching(/^stock_(not_negative|within_on_hand)$/),
    })
    expect(await level(bolts)).toEqual([10, 4, 0, 2])
  })

  test('of a batch that never was there cannot leave', async () => {
    const nuts = await batch('NUT', { putawayDate: '2020-01-01' })
    await expect(move({ flow: 'adjust_down', batchId: nuts, onHand: -1 })).rejects.toMatchObject(
      broken('stock_not_negative'),
    )
  })

  test('are booked once for the same line of the same document', async () => {
    const nuts = await batch('NUT', { putawayDate: '2026-02-01' })
    const line = { sourceId: 777_001, flow: 'receive', batchId: nuts, onHand: 5 } as const
    await move(line)
    await expect(move(line)).rejects.toMatchObject(broken('flow_once'))
    expect(await level(nuts)).toEqual([5, 0, 0, 1])
  })

  test('move in one posting or not at all, the same row twice in it summed in order', async () => {
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

  test('lie where their quality belongs, and nowhere that is closed', async () => {
    const nuts = await batch('NUT', { putawayDate: '2026-02-03' })
    const bad = { flow: 'receive', batchId: nuts, onHand: 1, quality: 'defective' } as const
    await expect(move(bad)).rejects.toMatchObject(broken('stock_has_no_place'))
    await move(bad, 'D-01')
    const closing = house.owner(
      `update locations set is_enabled = false where id = $1`,
      [at('D-01')],
      store.tenantId,
    )
    await expect(closing).rejects.toMatchObject(broken('location_has_stock'))
  })

  test('of two customers share no bin that forbids it', async () => {
    const [mine, theirs] = [await batch('BOLT', { putawayDate: '2026-03-01' }), await batch('SCREW')]
    await move({ flow: 'receive', batchId: mine, onHand: 1 }, 'A-03')
    await expect(move({ flow: 'receive', batchId: theirs, onHand: 1 }, 'A-03')).rejects.toMatchObject(
      broken('stock_mixed'),
    )
    await move({ flow: 'adjust_down', batchId: mine, onHand: -1 }, 'A-03')
    // Both at once into the empty bin: one comes first.
    const both = await Promise.allSettled([
      move({ flow: 'receive', batchId: theirs, onHand: 1 }, 'A-03'),
      move({ flow: 'receive', batchId: mine, onHand: 1 }, 'A-03'),
    ])
    expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('move as their flow says and no other way', async () => {
    const nuts = await batch('NUT', { putawayDate: '2026-02-04' })
    for (const line of [
      { flow: 'receive', onHand: -1 },
      { flow: 'receive', onHand: 1, frozen: 1 },
      { flow: 'ship', onHand: -1 },
      { flow: 'freeze', frozen: -1 },
      { flow: 'adjust_up', onHand: 0 },
    ] as const) {
      await expect(move({ batchId: nuts, ...line })).rejects.toMatchObject({ code: '23514' })
    }
  })

  test('change by no other way than a posting', async () => {
    for (const statement of [
      'update stock set on_hand = on_hand + 1',
      'insert into stock (tenant_id, location_id, customer_id, product_id, batch_id, quality) select tenant_id, location_id, customer_id, product_id, batch_id, quality from stock',
      'delete from stock',
      'update stock_flows set d_on_hand = 0',
      'delete from stock_flows',
      'update batches set putaway_date = now()',
    ]) {
      await expect(write((tx) => sql.raw(statement).execute(tx))).rejects.toMatchObject({ code: '42501' })
    }
  })

  test('stand still while their row is blocked', async () => {
    const nuts = await batch('NUT', { putawayDate: '2026-02-05' })
    await move({ flow: 'receive', batchId: nuts, onHand: 1 })
    const [row] = await house.owner<{ id: string }>(
      'select id from stock where batch_id = $1',
      [nuts],
      store.tenantId,
    )
    await write((tx) => sql`select block_stock(${Number(row?.id)}, 'I-01')`.execute(tx))
    await expect(move({ flow: 'receive', batchId: nuts, onHand: 1 })).rejects.toMatchObject(
      broken('stock_blocked'),
    )
  })
})

describe('many at once', () => {
  test('four hundred who want one of a hundred pieces get a hundred, and nobody two', async () => {
    const last = await batch('BOLT', { putawayDate: '2026-04-01' })
    await move({ flow: 'receive', batchId: last, onHand: 100 })
    const answers = await Promise.allSettled(
      Array.from({ length: 400 }, () => move({ flow: 'adjust_down', batchId: last, onHand: -1 })),
    )
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(100)
    expect(await level(last)).toEqual([0, 0, 0, 101])
  })

  test('postings over the same rows in any order never wait for each other crosswise', async () => {
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
    const [sum] = await house.owner<{ pieces: string }>(
      `select sum(on_hand) as pieces from stock where batch_id = any($1)`,
      [rows],
      store.tenantId,
    )
    expect(Number(sum?.pieces)).toBe(60 * 12)
  })
})

describe('a promise', () => {
  const wanting = (id: number, quantity: number, sku = 'NUT') => ({
    type: 'order',
    id,
    no: `OB-${id}`,
    lines: [{ line: 1, productId: productOf(sku), quantity }],
  })
  const ask = (id: number, quantity: number) => write((tx) => allocate(tx, who, wanting(id, quantity)))

  test('takes the oldest first, over several shelves, and none of it when there is too little', async () => {
    const there = await aStore(house)
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

  test('is given to as many as there are pieces when all ask at once', async () => {
    const nuts = await batch('NUT', { putawayDate: '2024-01-01' })
    await move({ flow: 'receive', batchId: nuts, onHand: 20 }, 'A-02')
    const [free] = await house.owner<{ pieces: string }>(
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
