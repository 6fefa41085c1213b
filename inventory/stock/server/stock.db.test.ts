import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { homeFigures } from '../../../app/contract.ts'
import type { Call, OutputOf, SentTo } from '../../../platform/calls/call.ts'
import { readLine } from '../../../platform/imports/imports.ts'
import type { ImportKind } from '../../../platform/imports/server/check-spreadsheet.ts'
import { exportList } from '../../../platform/lists/lists.ts'
import { allocateOne } from '../../../testing/allocate-one.ts'
import { untilLockWaits } from '../../../testing/lock-waits.ts'
import { aStore } from '../../../testing/stock-builders.ts'
import { aPerson, aSession, aUser, doneWith, startTestServer } from '../../../testing/test-server.ts'
import { atNight, worked } from '../../../testing/work.ts'
import {
  approveCount,
  createCount,
  enterCount,
  getCount,
  listCounts,
  recountLines,
  submitCount,
  voidCount,
} from '../../counts/contract.ts'
import {
  adjustStock,
  freezeStock,
  listFlows,
  moveStock,
  type PlaceStockRow,
  type SkuStockRow,
  stockByBatch,
  stockByPlace,
  stockBySku,
  stockPromises,
  sumFlows,
  unblockStock,
  unfreezeStock,
} from '../contract.ts'
import { stockText } from '../text.ts'
import { stockWarnings } from '../warning-contract.ts'
import { release } from './allocate.ts'
import { adjustmentsFromSheet } from './import-adjustments.ts'
import { freezesFromSheet } from './import-freezes.ts'
import { movesFromSheet } from './import-moves.ts'

const server = await startTestServer()

/** A warehouse with a logged-in user, who has all permissions unless stated otherwise. */
async function aDesk(permissions?: string[]) {
  const store = await aStore(server)
  const person = await aUser(server, { tenantId: store.tenantId, ...(permissions && { permissions }) })
  const { token, headers } = person
  const send = <C extends Call>(call: C, input: SentTo<C>, as = token) =>
    server.send(call, input, { token: as, headers })
  const rows = async <R>(call: Call, input: object = {}) => {
    const { data, message } = await send(call, input as never)
    if (!data) throw new Error(message)
    return (data as { rows: R[] }).rows
  }
  const stockId = async (place: string) =>
    (await rows<PlaceStockRow>(stockByPlace, { location: place, withZero: '1' }))[0]?.id ?? 0
  return { ...store, person, token, send, done: doneWith(send), rows, stockId }
}

describe('the stock list', () => {
  test('sums up the stock of a product, and separates available, allocated, frozen, defective and pending', async () => {
    const desk = await aDesk()
    const [bolts, fresh] = [await desk.batch('BOLT'), await desk.batch('BOLT', { putawayDate: null })]
    await desk.move({ flow: 'receive', batchId: bolts, onHand: 10 })
    await desk.move({ flow: 'receive', batchId: bolts, onHand: 2, quality: 'defective' }, 'D-01')
    await desk.move({ flow: 'receive', batchId: fresh, onHand: 5 }, 'RECV')
    await desk.move({ flow: 'freeze', batchId: bolts, frozen: 3 })
    const demand = { type: 'order', id: 1, no: 'OB-1' }
    await desk.write((tx) =>
      allocateOne(tx, desk.who, {
        ...demand,
        lines: [{ line: 1, productId: desk.productOf('BOLT'), quantity: 4 }],
      }),
    )
    const [row] = await desk.rows<SkuStockRow>(stockBySku)
    expect(row).toMatchObject({
      sku: 'BOLT',
      onHand: 17,
      available: 3,
      allocated: 4,
      frozen: 3,
      defective: 2,
      pendingPutaway: 5,
      inTransit: 0,
    })
    const { data } = await desk.send(stockPromises, { productId: desk.productOf('BOLT') })
    expect(data).toMatchObject([{ demandNo: 'OB-1', quantity: 4, locationCode: 'A-01' }])
    expect(await desk.rows(stockByBatch, { quality: 'defective' })).toMatchObject([{ onHand: 2, places: 1 }])
    expect((await desk.rows<SkuStockRow>(stockBySku, { withZero: '1' })).map(({ sku }) => sku)).toEqual([
      'BOLT',
      'NUT',
      'SCREW',
    ])
  })

  test('shows any past time as its flows left it', async () => {
    const desk = await aDesk()
    const bolts = await desk.batch('BOLT')
    const moment = async () => {
      await sql`select pg_sleep(0.01)`.execute(server.database.gate)
      const { rows } = await sql<{ at: string }>`select now() as at`.execute(server.database.gate)
      return new Date(rows[0]?.at ?? '').toISOString()
    }
    const before = await moment()
    await desk.move({ flow: 'receive', batchId: bolts, onHand: 10 })
    const full = await moment()
    await desk.send(moveStock, {
      lines: [{ stockId: await desk.stockId('A-01'), quantity: 4 }],
      toLocationCode: 'a-02',
    })
    const at = async (instant: string) =>
      (await desk.rows<PlaceStockRow>(stockByPlace, { at: instant })).map((row) => [
        row.locationCode,
        row.onHand,
      ])
    expect(await at(before)).toEqual([])
    expect(await at(full)).toEqual([['A-01', 10]])
    expect(await at(await moment())).toEqual([
      ['A-01', 6],
      ['A-02', 4],
    ])
    const later = await desk.send(stockBySku, { at: '2999-01-01T00:00:00Z' })
    expect(later).toMatchObject({ success: false, data: { fields: [{ path: 'at' }] } })
  })

  test('counts warnings, and the list behind each number has as many rows', async () => {
    const desk = await aDesk()
    const soon = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 10)
    const old = await desk.batch('BOLT', { putawayDate: '2020-01-01', expiryDate: soon })
    await desk.move({ flow: 'receive', batchId: old, onHand: 1 })
    await desk.move(
      { flow: 'receive', batchId: await desk.batch('NUT', { putawayDate: null }), onHand: 1 },
      'RECV',
    )
    await server.owner(`update products set warn_stock = 5, warn_age_days = 100`, [], desk.tenantId)
    await server.owner(`update stock_flows set at = at - interval '4 days'`, [], desk.tenantId)
    await desk.move({ flow: 'receive', batchId: await desk.batch('SCREW'), onHand: 1 }, 'A-02')
    const screws = `blocked_because = 'I-01' where product_id = ${desk.productOf('SCREW')}`
    await server.owner(`update stock set ${screws}`, [], desk.tenantId)
    const { data } = await desk.send(stockWarnings, {})
    expect(data).toEqual({ low: 3, old: 2, expiring: 1, waiting: 1, returned: 0, blocked: 1 })
    expect(await desk.rows(stockBySku, { warn: 'low' })).toHaveLength(3)
    for (const [warn, sku] of [
      ['expiring', 'BOLT'],
      ['waiting', 'NUT'],
      ['blocked', 'SCREW'],
    ])
      expect(await desk.rows(stockByPlace, { warn })).toMatchObject([{ sku }])
    expect(await desk.rows(stockByPlace, { warn: 'old' })).toMatchObject([{ sku: 'BOLT' }, { sku: 'SCREW' }])
  })
})

describe('lots', () => {
  test('are shown by bin, by batch, in the past and in the flow, and can be filtered and exported', async () => {
    const desk = await aDesk()
    const batches = [
      await desk.batch('BOLT', { lot: 'A-1' }),
      await desk.batch('BOLT', { lot: 'B' }),
      await desk.batch('NUT'),
    ]
    for (const [i, batchId] of batches.entries()) await desk.move({ flow: 'receive', batchId, onHand: 5 + i })
    const { rows: now } = await sql<{ at: string }>`select now() as at`.execute(server.database.gate)
    const at = new Date(now[0]?.at ?? '').toISOString()
    await desk.move({ flow: 'adjust_down', batchId: batches[0] ?? 0, onHand: -2 })
    const lots = async (call: Call, input: object = {}) =>
      (await desk.rows<{ lot: string | null; onHand: number }>(call, input)).map(({ lot, onHand }) => [
        lot,
        onHand,
      ])
    for (const call of [stockByPlace, stockByBatch]) {
      expect((await lots(call)).sort()).toEqual(
        [
          ['A-1', 3],
          ['B', 6],
          [null, 7],
        ].sort(),
      )
      // In any spelling, it is the same lot.
      expect(await lots(call, { lot: ' a-1' })).toEqual([['A-1', 3]])
      expect(await lots(call, { lot: 'A' })).toEqual([])
      expect(await lots(call, { lot: 'A-1', at })).toEqual([['A-1', 5]])
    }
    for (const input of [{ lot: 'B' }, { lot: 'B', sort: 'onHand' }, { lot: 'B', withZero: '1' }])
      expect(await desk.rows(stockBySku, input)).toMatchObject([{ sku: 'BOLT', onHand: 6 }])
    const flows = await desk.rows<{ lot: string | null }>(listFlows, { sort: 'at', order: 'asc' })
    expect(flows.map(({ lot }) => lot)).toEqual(['A-1', 'B', null, 'A-1'])

    const csv = {
      list: 'stock_by_batch',
      filters: { lot: 'b' },
      columns: ['sku', 'lot', 'onHand'],
      format: 'csv',
    }
    const { fileUrl } = await worked(
      server,
      desk,
      (await desk.done(exportList, csv as SentTo<typeof exportList>)).taskId,
    )
    const file = await server.server.http.inject({ url: fileUrl ?? '' })
    expect(file.body.trim().split('\r\n').slice(1)).toEqual(['BOLT,B,6'])
  })

  test('stay with their goods when these are moved, and keep two lots of one bin apart', async () => {
    const desk = await aDesk()
    for (const lot of ['A', 'B'])
      await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT', { lot }), onHand: 5 })
    const [, second] = await desk.rows<PlaceStockRow>(stockByPlace, { location: 'A-01' })
    await desk.send(moveStock, { lines: [{ stockId: second?.id ?? 0, quantity: 2 }], toLocationCode: 'A-02' })
    const rows = await desk.rows<PlaceStockRow>(stockByPlace)
    expect(rows.map(({ locationCode, lot, onHand }) => [locationCode, lot, onHand])).toEqual([
      ['A-01', 'A', 5],
      ['A-01', 'B', 3],
      ['A-02', 'B', 2],
    ])
  })
})

/** The warehouse's local date, this many days from today. */
const day = async (desk: Awaited<ReturnType<typeof aDesk>>, days: number) => {
  const [row] = await server.owner<{ day: string }>(
    `select ((business_now() at time zone time_zone)::date + $1::int)::text as day from warehouses`,
    [days],
    desk.tenantId,
  )
  return row?.day ?? ''
}

describe('boundaries of the stock list', () => {
  test('the putaway date is the first day of the stock age', async () => {
    const desk = await aDesk()
    const old = await desk.batch('BOLT', { putawayDate: await day(desk, -9) })
    await desk.move({ flow: 'receive', batchId: old, onHand: 1 })
    expect(await desk.rows(stockByPlace, { minAge: 10 })).toHaveLength(1)
    expect(await desk.rows(stockByPlace, { minAge: 11 })).toHaveLength(0)
    await server.owner('update products set warn_age_days = 9', [], desk.tenantId)
    expect(await desk.rows(stockByPlace, { warn: 'old' })).toHaveLength(1)
    await server.owner('update products set warn_age_days = 10', [], desk.tenantId)
    expect(await desk.rows(stockByPlace, { warn: 'old' })).toHaveLength(0)
  })

  test('a product is as old as its oldest goods, and was younger at a past time', async () => {
    const desk = await aDesk()
    const [old, young, fresh] = [
      await desk.batch('BOLT', { putawayDate: await day(desk, -9) }),
      await desk.batch('BOLT', { putawayDate: await day(desk, -2) }),
      await desk.batch('BOLT', { putawayDate: null }),
    ]
    await desk.move({ flow: 'receive', batchId: old, onHand: 1 })
    await desk.move({ flow: 'receive', batchId: young, onHand: 1 }, 'A-02')
    await desk.move({ flow: 'receive', batchId: fresh, onHand: 1 }, 'RECV')
    await server.owner(
      `with s as (update stock set changed_at = now() - interval '3 days')
       update stock_flows set at = now() - interval '3 days'`,
      [],
      desk.tenantId,
    )
    const ages = async (call: Call, input: object = {}) =>
      (await desk.rows<{ age: number | null }>(call, input)).map(({ age }) => age)
    expect(await ages(stockByPlace)).toEqual([10, 3, null])
    // Goods that are not put away are listed first by their date, or last in the other order.
    expect(await ages(stockByBatch)).toEqual([null, 10, 3])
    expect(await ages(stockByBatch, { order: 'desc' })).toEqual([3, 10, null])
    expect(await desk.rows(stockBySku)).toMatchObject([{ age: 10, inTransit: 0 }])
    const at = new Date(Date.now() - 2 * 86_400_000).toISOString()
    expect(await ages(stockByPlace, { at })).toEqual([8, 1, null])
    expect(await desk.rows(stockBySku, { at })).toMatchObject([{ age: 8, inTransit: null }])
    expect(await ages(stockByPlace, { at, minAge: 8 })).toEqual([8])
  })

  test('goods that expire in 30 days are expiring, a day later they are not', async () => {
    const desk = await aDesk()
    for (const [sku, days] of [
      ['BOLT', 30],
      ['NUT', 31],
    ] as const) {
      const batchId = await desk.batch(sku, { expiryDate: await day(desk, days) })
      await desk.move({ flow: 'receive', batchId, onHand: 1 })
    }
    expect(await desk.rows(stockByPlace, { warn: 'expiring' })).toMatchObject([{ sku: 'BOLT' }])
  })
})

describe('limits of the stock list', () => {
  test('a quantity equal to the warning limit is enough', async () => {
    const desk = await aDesk()
    await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 5 })
    const low = async (warnStock: number) => {
      await server.owner(`update products set warn_stock = $1 where sku = 'BOLT'`, [warnStock], desk.tenantId)
      return desk.rows(stockBySku, { warn: 'low' })
    }
    expect(await low(5)).toEqual([])
    expect(await low(6)).toMatchObject([{ sku: 'BOLT' }])
  })

  test('a blocked row is on hand but not available', async () => {
    const desk = await aDesk()
    const bolts = await desk.batch('BOLT')
    await desk.move({ flow: 'receive', batchId: bolts, onHand: 5 })
    await server.owner(`update stock set blocked_because = 'I-01'`, [], desk.tenantId)
    expect(await desk.rows(stockBySku)).toMatchObject([{ onHand: 5, available: 0 }])
    expect(await desk.rows(stockByPlace)).toMatchObject([{ onHand: 5, available: 0 }])
    // Even at zero: a user has to check it.
    await server.owner('update stock set on_hand = 0', [], desk.tenantId)
    expect(await desk.rows(stockByPlace, { warn: 'blocked' })).toHaveLength(1)
  })

  test('a point in time includes what was posted up to and at it', async () => {
    const desk = await aDesk()
    await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 5 })
    await server.owner(`update stock_flows set at = '2026-03-01T10:00:00Z'`, [], desk.tenantId)
    const atTen = async () => {
      expect(await desk.rows(stockByPlace, { at: '2026-03-01T10:00:00Z' })).toMatchObject([{ onHand: 5 }])
      expect(await desk.rows(stockByPlace, { at: '2026-03-01T09:59:59Z' })).toEqual([])
    }
    await atTen()
    // Also of a row that has not changed since.
    await server.owner(`update stock set changed_at = '2026-03-01T10:00:00Z'`, [], desk.tenantId)
    await atTen()

    // One document may change a row twice at the same time: the last change counts.
    const stockId = await desk.stockId('A-01')
    const lines = [
      { stockId, quantity: -1 },
      { stockId, quantity: -2 },
    ]
    expect(await desk.send(adjustStock, { lines, reason: 'lost' })).toMatchObject({ success: true })
    await server.owner(`update stock_flows set at = '2026-03-02T10:00:00Z' where seq > 1`, [], desk.tenantId)
    expect(await desk.rows(stockByPlace, { at: '2026-03-02T10:00:00Z' })).toMatchObject([{ onHand: 2 }])
  })

  test('goods are pending since the bin was last empty', async () => {
    const desk = await aDesk()
    const fresh = await desk.batch('BOLT', { putawayDate: null })
    const flows = [5, -5, 3] as const
    for (const onHand of flows)
      await desk.move({ flow: onHand > 0 ? 'receive' : 'receive_cancel', batchId: fresh, onHand }, 'RECV')
    const ago = (seq: number, days: number) =>
      server.owner(
        `update stock_flows set at = business_now() - $2 * interval '1 day' where seq = $1`,
        [seq, days],
        desk.tenantId,
      )
    await ago(1, 9)
    await ago(2, 8)
    expect(await desk.rows(stockByPlace, { warn: 'waiting' })).toEqual([])
    await ago(3, 4)
    expect(await desk.rows(stockByPlace, { warn: 'waiting' })).toHaveLength(1)
    // Three days are the limit.
    await ago(3, 2.99)
    expect(await desk.rows(stockByPlace, { warn: 'waiting' })).toEqual([])
    await ago(3, 3.01)
    expect(await desk.rows(stockByPlace, { warn: 'waiting' })).toHaveLength(1)
  })

  test('goods without a date are the youngest, in either sort order', async () => {
    const desk = await aDesk()
    await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 1 })
    await desk.move(
      { flow: 'receive', batchId: await desk.batch('NUT', { putawayDate: null }), onHand: 1 },
      'RECV',
    )
    const skus = async (order: 'asc' | 'desc') =>
      (await desk.rows<PlaceStockRow>(stockByPlace, { sort: 'age', order })).map(({ sku }) => sku)
    expect(await skus('desc')).toEqual(['BOLT', 'NUT'])
    expect(await skus('asc')).toEqual(['NUT', 'BOLT'])
  })

  test('the last day of a flow range is included', async () => {
    const desk = await aDesk()
    await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 1 })
    await server.owner(`update stock_flows set at = '2026-03-01T23:30:00+08'`, [], desk.tenantId)
    expect(await desk.rows(listFlows, { from: '2026-03-01', to: '2026-03-01' })).toHaveLength(1)
    expect(await desk.rows(listFlows, { to: '2026-02-28' })).toEqual([])
    expect(await desk.rows(listFlows, { from: '2026-03-02' })).toEqual([])
    await server.owner(`update stock_flows set at = '2026-03-01T00:00:00+08'`, [], desk.tenantId)
    expect(await desk.rows(listFlows, { from: '2026-03-01' })).toHaveLength(1)
    expect(await desk.rows(listFlows, { to: '2026-02-28' })).toEqual([])
  })
})

describe('an order is allocated', () => {
  const want = (desk: Awaited<ReturnType<typeof aDesk>>, quantity: number) =>
    desk.write((tx) =>
      allocateOne(tx, desk.who, {
        type: 'order',
        id: 1,
        no: 'OB-1',
        lines: [{ line: 1, productId: desk.productOf('BOLT'), quantity }],
      }),
    )

  test('the earliest expiry; goods without expiry come last, however old', async () => {
    const desk = await aDesk()
    const ageless = await desk.batch('BOLT', { putawayDate: '2025-01-01' })
    const dated = await desk.batch('BOLT', { putawayDate: '2026-01-01', expiryDate: '2999-12-31' })
    for (const batchId of [ageless, dated]) await desk.move({ flow: 'receive', batchId, onHand: 5 })
    expect(await want(desk, 6)).toEqual([])
    expect((await desk.level(dated))[1]).toBe(5)
    expect((await desk.level(ageless))[1]).toBe(1)
  })

  test('the oldest goods, or those in bins to be emptied first', async () => {
    for (const [strategy, first] of [
      ['fifo', 'A-01'],
      ['location_priority', 'A-02'],
    ] as const) {
      const desk = await aDesk()
      await server.owner(
        `update locations set pick_priority = 9 where location_code = 'A-02'`,
        [],
        desk.tenantId,
      )
      const [old, young] = [
        await desk.batch('BOLT', { putawayDate: '2025-01-01' }),
        await desk.batch('BOLT', { putawayDate: '2026-01-01' }),
      ]
      await desk.move({ flow: 'receive', batchId: old, onHand: 5 }, 'A-01')
      await desk.move({ flow: 'receive', batchId: young, onHand: 5 }, 'A-02')
      const lines = [{ line: 1, productId: desk.productOf('BOLT'), quantity: 5 }]
      await desk.write((tx) =>
        allocateOne(tx, desk.who, { type: 'order', id: 1, no: 'OB-1', lines }, strategy),
      )
      const { data } = await desk.send(stockPromises, { productId: desk.productOf('BOLT') })
      expect([strategy, data]).toMatchObject([strategy, [{ locationCode: first, quantity: 5 }]])
    }
  })

  test('neither damaged nor pending goods, and a release makes them available again', async () => {
    const desk = await aDesk()
    const bolts = await desk.batch('BOLT')
    await desk.move({ flow: 'receive', batchId: bolts, onHand: 5, quality: 'defective' }, 'D-01')
    await desk.move(
      { flow: 'receive', batchId: await desk.batch('BOLT', { putawayDate: null }), onHand: 5 },
      'RECV',
    )
    expect(await want(desk, 1)).toMatchObject([{ missing: 1 }])
    await desk.move({ flow: 'receive', batchId: bolts, onHand: 1 })
    expect(await want(desk, 1)).toEqual([])
    const promised = async () => (await desk.send(stockPromises, { productId: desk.productOf('BOLT') })).data
    expect(await promised()).toHaveLength(1)
    expect(await desk.write((tx) => release(tx, desk.who, { type: 'order', ids: [1] }))).toBe(1)
    expect(await promised()).toEqual([])
    expect((await desk.level(bolts))[1]).toBe(0)
  })

  test('the available pieces of each row: frozen ones are skipped', async () => {
    const desk = await aDesk()
    const [old, young] = [
      await desk.batch('BOLT', { putawayDate: '2025-01-01' }),
      await desk.batch('BOLT', { putawayDate: '2026-01-01' }),
    ]
    for (const batchId of [old, young]) await desk.move({ flow: 'receive', batchId, onHand: 5 })
    await desk.move({ flow: 'freeze', batchId: young, frozen: 3 })
    expect(await want(desk, 6)).toEqual([])
    expect([(await desk.level(old))[1], (await desk.level(young))[1]]).toEqual([5, 1])
  })

  test('nothing from a blocked row', async () => {
    const desk = await aDesk()
    const [stopped, free] = [
      await desk.batch('BOLT', { putawayDate: '2025-01-01' }),
      await desk.batch('BOLT', { putawayDate: '2026-01-01' }),
    ]
    for (const batchId of [stopped, free]) await desk.move({ flow: 'receive', batchId, onHand: 5 })
    await server.owner(
      `update stock set blocked_because = 'I-01' where batch_id = $1`,
      [stopped],
      desk.tenantId,
    )
    expect(await want(desk, 6)).toEqual([{ line: 1, productId: desk.productOf('BOLT'), missing: 1 }])
    expect(await want(desk, 5)).toEqual([])
    expect([(await desk.level(stopped))[1], (await desk.level(free))[1]]).toEqual([0, 5])
  })
})

describe('stock work', () => {
  test('writes to the audit log how many lines and pieces each kind moved, and where to', async () => {
    const desk = await aDesk()
    const [bolts, nuts] = [await desk.batch('BOLT'), await desk.batch('NUT')]
    await desk.move({ flow: 'receive', batchId: bolts, onHand: 10 })
    await desk.move({ flow: 'receive', batchId: nuts, onHand: 10 }, 'A-02')
    const [a, b] = [await desk.stockId('A-01'), await desk.stockId('A-02')]
    const lines = [
      { stockId: a, quantity: 2 },
      { stockId: b, quantity: 3 },
    ]
    await desk.send(moveStock, { lines, toLocationCode: 'A-03' })
    await desk.send(adjustStock, { lines: [{ stockId: a, quantity: -3 }], reason: 'lost' })
    await desk.send(freezeStock, { lines, reason: 'dispute' })
    await desk.send(unfreezeStock, { lines: [{ stockId: b, quantity: 1 }], reason: 'settled' })
    await desk.send(moveStock, {
      lines: [{ stockId: b, quantity: 4 }],
      toLocationCode: 'D-01',
      reason: 'dented',
    })
    const auditLog = await server.owner<{ action: string; after: object; reason: string | null }>(
      `select action, after, reason from audit_log where object_type = 'stock_document' order by id`,
      [],
      desk.tenantId,
    )
    expect(auditLog).toEqual([
      { action: 'move', after: { lines: 2, pieces: 5, toLocationCode: 'A-03' }, reason: null },
      { action: 'adjust', after: { lines: 1, pieces: -3 }, reason: 'lost' },
      { action: 'freeze', after: { lines: 2, pieces: 5 }, reason: 'dispute' },
      { action: 'unfreeze', after: { lines: 1, pieces: -1 }, reason: 'settled' },
      { action: 'quality', after: { lines: 1, pieces: 4, toLocationCode: 'D-01' }, reason: 'dented' },
    ])
    const documents = await server.owner<{ id: string; no: string; kind: string; by: string }>(
      'select id, document_no as no, kind, created_by as by from stock_documents order by id',
      [],
      desk.tenantId,
    )
    expect(documents.map(({ kind, by }) => [kind, Number(by)])).toEqual(
      auditLog.map(({ action }) => [action, desk.person.id]),
    )
    const logged = await server.owner(
      `select object_id as id, object_no as no, action as kind, account_id as by from audit_log
       where object_type = 'stock_document' order by id`,
      [],
      desk.tenantId,
    )
    expect(logged).toEqual(documents)
    const events = await server.owner(
      `select object_id as id, kind from events where object_type = 'stock_document' order by id`,
      [],
      desk.tenantId,
    )
    expect(events).toEqual(documents.map(({ id, kind }) => ({ id, kind: `stock.${kind}` })))
    // A reason that was left empty is none.
    await desk.done(moveStock, { lines: [{ stockId: a, quantity: 1 }], toLocationCode: 'A-03', reason: '' })
    const flows = await desk.rows<{ flowType: string; reason: string | null }>(listFlows, { size: 10 })
    expect(
      flows
        .slice(0, 2)
        .map(({ flowType, reason }) => `${flowType} ${reason}`)
        .sort(),
    ).toEqual(['move_in null', 'move_out null'])
  })

  test('of each kind is a document in the flow, with its reason and user', async () => {
    const desk = await aDesk()
    const bolts = await desk.batch('BOLT')
    await desk.move({ flow: 'receive', batchId: bolts, onHand: 10 })
    const stockId = await desk.stockId('A-01')
    const lines = (quantity: number) => [{ stockId, quantity }]
    const answers = [
      await desk.send(moveStock, { lines: lines(2), toLocationCode: 'A-02' }),
      await desk.send(moveStock, { lines: lines(1), toLocationCode: 'D-01', reason: 'dented' }),
      await desk.send(adjustStock, { lines: lines(-3), reason: 'lost' }),
      await desk.send(adjustStock, { lines: lines(1), reason: 'found' }),
      await desk.send(freezeStock, { lines: lines(2), reason: 'dispute' }),
      await desk.send(unfreezeStock, { lines: lines(1), reason: 'settled' }),
    ]
    const numbers = answers.map(({ data }) => (data as { documentNo: string }).documentNo.slice(0, 2))
    expect(numbers).toEqual(['MV', 'QC', 'AJ', 'AJ', 'FZ', 'UF'])
    expect(await desk.level(bolts)).toEqual([5, 0, 1, 7])
    const flows = await desk.rows<{
      flowType: string
      before: number
      change: number
      after: number
      reason: string | null
    }>(listFlows, { stockId, order: 'asc' })
    expect(flows.map((flow) => [flow.flowType, flow.before, flow.change, flow.after, flow.reason])).toEqual([
      ['receive', 0, 10, 10, null],
      ['move_out', 10, -2, 8, null],
      ['quality_out', 8, -1, 7, 'dented'],
      ['adjust_down', 7, -3, 4, 'lost'],
      ['adjust_up', 4, 1, 5, 'found'],
      ['freeze', 5, 0, 5, 'dispute'],
      ['unfreeze', 5, 0, 5, 'settled'],
    ])
    expect(await desk.rows(listFlows, { document: 'qc' })).toHaveLength(2)
    const [, quality] = answers.map(({ data }) => (data as { documentNo: string }).documentNo)
    expect(await desk.rows(listFlows, { document: quality?.toLowerCase() })).toHaveLength(2)
    const documents = await server.owner(
      'select kind, reason from stock_documents order by id',
      [],
      desk.tenantId,
    )
    expect(documents).toMatchObject([
      { kind: 'move', reason: null },
      { kind: 'quality', reason: 'dented' },
      { kind: 'adjust', reason: 'lost' },
      { kind: 'adjust', reason: 'found' },
      { kind: 'freeze', reason: 'dispute' },
      { kind: 'unfreeze', reason: 'settled' },
    ])
  })

  test('adds up to the stock of the goods, and the movements of a document to its effect', async () => {
    const desk = await aDesk()
    const [bolts, nuts] = [await desk.batch('BOLT'), await desk.batch('NUT')]
    await desk.move({ flow: 'receive', batchId: bolts, onHand: 10 })
    await desk.move({ flow: 'receive', batchId: nuts, onHand: 4 }, 'A-02')
    const stockId = await desk.stockId('A-01')
    await desk.send(freezeStock, { lines: [{ stockId, quantity: 2 }], reason: 'dispute' })
    await desk.send(adjustStock, { lines: [{ stockId, quantity: -3 }], reason: 'lost' })
    await desk.move({ flow: 'allocate', batchId: bolts, allocated: 5 })
    await desk.move({ flow: 'deallocate', batchId: bolts, allocated: -1 })
    const sums = async (input: SentTo<typeof sumFlows>) => (await desk.send(sumFlows, input)).data
    const both = (onHand: number, allocated: number, frozen: number) => ({
      changes: { onHand, allocated, frozen },
      stock: { onHand, allocated, frozen },
    })
    expect(await sums({})).toEqual(both(11, 4, 2))
    expect(await sums({ search: 'bolt' })).toEqual(both(7, 4, 2))
    expect(await sums({ location: 'A-02' })).toEqual(both(4, 0, 0))
    expect(await sums({ stockId })).toEqual(both(7, 4, 2))
    expect(await sums({ productId: desk.productOf('NUT') })).toEqual(both(4, 0, 0))
    expect(await sums({ customerId: desk.customerId })).toEqual(both(11, 4, 2))
    expect(await sums({ search: 'no such thing' })).toEqual(both(0, 0, 0))
    expect(await sums({ flowType: 'adjust_down' })).toEqual({
      changes: { onHand: -3, allocated: 0, frozen: 0 },
      stock: null,
    })
    expect(await sums({ sourceNo: 'T-1' })).toMatchObject({ changes: { onHand: 10 }, stock: null })
    // The movements of a time or document are not the whole stock.
    for (const some of [{ from: '2000-01-01' }, { to: '2999-01-01' }, { document: 'T' }])
      expect(await sums(some)).toMatchObject({ stock: null })
    await server.owner('update stock set on_hand = on_hand + 1 where id = $1', [stockId], desk.tenantId)
    expect(await sums({ stockId })).toMatchObject({ changes: { onHand: 7 }, stock: { onHand: 8 } })
  })

  test('is refused with a message, and nothing of the document is posted', async () => {
    const desk = await aDesk()
    const [bolts, fresh] = [await desk.batch('BOLT'), await desk.batch('NUT', { putawayDate: null })]
    await desk.move({ flow: 'receive', batchId: bolts, onHand: 3 })
    await desk.move({ flow: 'receive', batchId: fresh, onHand: 3 }, 'RECV')
    const [stockId, waiting] = [await desk.stockId('A-01'), await desk.stockId('RECV')]
    const to = async (toLocationCode: string, id = stockId, quantity = 1) => {
      const { message, data } = await desk.send(moveStock, {
        lines: [{ stockId: id, quantity }],
        toLocationCode,
      })
      return [(data as { fields?: { path: string }[] }).fields?.[0]?.path ?? null, message]
    }
    expect(await to('A-02', stockId, 4)).toEqual([null, 'Insufficient stock'])
    expect(await to('NOWHERE')).toEqual(['toLocationCode', 'The bin doesn’t exist or is disabled'])
    expect(await to('A-01')).toEqual(['toLocationCode', 'The goods are already in this bin'])
    expect(await to('D-01')).toEqual(['reason', 'A quality change requires a reason'])
    expect((await to('RECV'))[0]).toBe('toLocationCode')
    expect((await to('A-02', waiting))[0], 'putaway dates goods; a move would not').toBe('toLocationCode')
    expect(await to('A-02', 999_999)).toEqual([null, 'Stock not found'])
    const messageOf = async (call: typeof adjustStock | typeof freezeStock, quantity: number) =>
      (await desk.send(call, { lines: [{ stockId, quantity }], reason: 'x' })).message
    expect(await messageOf(adjustStock, -4)).toBe(stockText.notNegative.en_US)
    expect(await messageOf(adjustStock, 1_000_000_000)).toBe(stockText.tooMuch.en_US)
    expect(await messageOf(freezeStock, 4)).toBe(stockText.within.en_US)
    await desk.move({ flow: 'receive', batchId: await desk.batch('SCREW'), onHand: 1 }, 'A-03')
    expect(await to('A-03')).toEqual([null, stockText.mixed.en_US])
    expect(await desk.level(bolts)).toEqual([3, 0, 0, 1])
    expect(await server.owner('select 1 from stock_documents', [], desk.tenantId)).toEqual([])
  })

  test('a spreadsheet of adjustments takes the oldest, adds to the youngest, and is imported completely or not at all', async () => {
    const desk = await aDesk()
    const [old, young] = [
      await desk.batch('BOLT', { putawayDate: '2025-01-01' }),
      await desk.batch('BOLT', { putawayDate: '2026-01-01' }),
    ]
    for (const batchId of [old, young]) await desk.move({ flow: 'receive', batchId, onHand: 5 })
    const line = (rowNo: number, over: object) => ({
      rowNo,
      value: { customerCode: 'acme', sku: 'bolt', locationCode: 'A-01', quantity: -7, reason: 'x', ...over },
    })
    const lines = [
      line(1, {}),
      line(2, { sku: 'NUT', quantity: 4 }),
      line(3, { locationCode: 'A-02', quantity: -1 }),
      line(4, { customerCode: 'OTHER' }),
      line(5, { quantity: 1, putawayDate: '2062-03-01' }),
      line(6, { sku: 'ＮＵＴ', locationCode: 'D-01', quantity: 2 }),
      line(7, { locationCode: 'RECV', quantity: 1 }),
    ]
    const judged = await server.database.read(desk.tenantId, (db) =>
      adjustmentsFromSheet.judge(db, desk.who, lines),
    )
    expect(
      [...judged.values()].map((item) => ('verdict' in item ? item.verdict : item.problems[0]?.column)),
    ).toEqual(['update', 'update', 'quantity', 'sku', 'putawayDate', 'update', 'locationCode'])
    const written = (...rows: typeof lines) => rows.map((line) => ({ ...line, verdict: 'update' as const }))
    const good = written(...lines.slice(0, 2))
    await desk.write((tx) => adjustmentsFromSheet.write(tx, desk.who, good))
    expect([await desk.level(old), await desk.level(young)]).toEqual([
      [0, 0, 0, 2],
      [3, 0, 0, 2],
    ])
    // Of a product that was never put away it is a batch of today.
    const today = { putawayDate: await day(desk, 0), expiryDate: null, lot: null }
    expect(await desk.rows(stockByPlace, { search: 'nut' })).toMatchObject([{ onHand: 4, ...today }])
    await expect(desk.write((tx) => adjustmentsFromSheet.write(tx, desk.who, good))).rejects.toThrow(
      'Not enough available stock',
    )
    expect(adjustmentsFromSheet.form.isWhole).toBe(true)
    // In a zone of damaged goods they are damaged; repaired, they are moved back for a reason.
    await desk.write((tx) => adjustmentsFromSheet.write(tx, desk.who, written(...lines.slice(5, 6))))
    expect(await desk.rows(stockByPlace, { quality: 'defective' })).toMatchObject([
      { locationCode: 'D-01', sku: 'NUT', onHand: 2, ...today },
    ])
    const back = {
      customerCode: 'ACME',
      sku: 'NUT',
      locationCode: 'D-01',
      toLocationCode: 'A-02',
      quantity: 2,
    }
    const moves = [
      { rowNo: 1, value: back },
      { rowNo: 2, value: { ...back, reason: 'repaired' } },
    ]
    const [bare, repaired] = await server.database.read(desk.tenantId, async (db) => [
      await movesFromSheet.judge(db, desk.who, moves.slice(0, 1)),
      await movesFromSheet.judge(db, desk.who, moves.slice(1)),
    ])
    expect(bare?.get(1)).toMatchObject({ problems: [{ column: 'reason' }] })
    expect(repaired?.get(2)).toEqual({ verdict: 'update' })
    const [, move] = moves.map((line) => ({ ...line, verdict: 'update' as const }))
    await desk.write((tx) => movesFromSheet.write(tx, desk.who, move ? [move] : []))
    const flows = await desk.rows<{ flowType: string; quality: string; change: number }>(listFlows)
    expect(
      flows
        .slice(0, 2)
        .map(({ flowType, quality, change }) => [flowType, quality, change])
        .sort(),
    ).toEqual([
      ['quality_in', 'good', 2],
      ['quality_out', 'defective', -2],
    ])
  })

  test('a spreadsheet adds pieces that were put away today, and none of tomorrow', async () => {
    const desk = await aDesk()
    const goods = { customerCode: 'ACME', sku: 'BOLT', locationCode: 'A-01', quantity: 1, reason: 'x' }
    const [today, tomorrow] = [await day(desk, 0), await day(desk, 1)]
    const lines = [today, tomorrow].map((putawayDate, i) => ({
      rowNo: i + 1,
      value: { ...goods, putawayDate },
    }))
    const judged = await server.database.read(desk.tenantId, (db) =>
      adjustmentsFromSheet.judge(db, desk.who, lines),
    )
    expect(
      [...judged.values()].map((item) => ('verdict' in item ? item.verdict : item.problems[0]?.column)),
    ).toEqual(['update', 'putawayDate'])
  })

  test('a spreadsheet of moves distributes the oldest, changes quality with a reason, and is imported completely or not at all', async () => {
    const desk = await aDesk()
    const [old, young] = [
      await desk.batch('BOLT', { putawayDate: '2025-01-01' }),
      await desk.batch('BOLT', { putawayDate: '2026-01-01' }),
    ]
    for (const batchId of [old, young]) await desk.move({ flow: 'receive', batchId, onHand: 5 })
    const line = (rowNo: number, toLocationCode: string, quantity: number, over: object = {}) => ({
      rowNo,
      value: { customerCode: 'acme', sku: 'bolt', locationCode: 'a-01', toLocationCode, quantity, ...over },
    })
    const lines = [
      line(1, 'a-02', 3),
      line(2, 'D-01', 4, { reason: 'wet' }),
      line(3, 'D-01', 4),
      line(4, 'D-01', 1),
      line(5, 'A-01', 1),
      line(6, 'RECV', 1),
      line(7, 'A-02', 1, { locationCode: 'RECV' }),
    ]
    const judged = await server.database.read(desk.tenantId, (db) =>
      movesFromSheet.judge(db, desk.who, lines),
    )
    expect(
      [...judged.values()].map((item) => ('verdict' in item ? item.verdict : item.problems[0]?.column)),
      'the third line finds what the first two leave',
    ).toEqual(['update', 'update', 'quantity', 'reason', 'toLocationCode', 'toLocationCode', 'locationCode'])
    const good = lines.slice(0, 2).map((line) => ({ ...line, verdict: 'update' as const }))
    const made = await desk.write((tx) => movesFromSheet.write(tx, desk.who, good))
    expect(await desk.rows(stockByPlace, { search: 'bolt', sort: 'locationCode' })).toMatchObject([
      { locationCode: 'A-01', onHand: 3, putawayDate: '2026-01-01' },
      { locationCode: 'A-02', onHand: 3, putawayDate: '2025-01-01' },
      { locationCode: 'D-01', onHand: 2, quality: 'defective' },
      { locationCode: 'D-01', onHand: 2, quality: 'defective' },
    ])
    const documents = await server.owner<{ id: string }>(
      'select id, kind, reason from stock_documents order by id',
      [],
      desk.tenantId,
    )
    expect(documents).toMatchObject([
      { kind: 'move', reason: null },
      { kind: 'quality', reason: 'wet' },
    ])
    expect(made).toEqual(new Map(documents.map(({ id }, i) => [i + 1, Number(id)])))
    await expect(desk.write((tx) => movesFromSheet.write(tx, desk.who, good))).rejects.toThrow(
      'Not enough available stock',
    )
    expect(movesFromSheet.form.isWhole).toBe(true)

    // A row that was valid when checked and is gone when written blocks the whole import.
    const left = [line(1, 'A-02', 1), line(2, 'A-03', 1)].map((item) => ({
      ...item,
      verdict: 'update' as const,
    }))
    await server.owner(
      `update locations set is_enabled = false where location_code = 'A-03'`,
      [],
      desk.tenantId,
    )
    await expect(desk.write((tx) => movesFromSheet.write(tx, desk.who, left))).rejects.toThrow(
      'The bin doesn’t exist',
    )
    expect(await desk.rows(stockByPlace, { location: 'A-01' })).toMatchObject([{ onHand: 3 }])
  })

  test('a spreadsheet of moves locks the bins it moves to before the goods, as every move does', async () => {
    const desk = await aDesk()
    await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 5 })
    const goods = { customerCode: 'acme', sku: 'bolt', locationCode: 'A-01', quantity: 1 }
    const line = { rowNo: 1, value: { ...goods, toLocationCode: 'A-02' }, verdict: 'update' as const }
    let imported: Promise<unknown> | undefined
    await desk.write(async (tx) => {
      await sql`select lock_stock('{}', ${[desk.at('A-02')]}::bigint[])`.execute(tx)
      imported = desk.write((other) => movesFromSheet.write(other, desk.who, [line]))
      await untilLockWaits(server)
      const unlocked = 'select id from stock for no key update skip locked'
      expect(await server.owner(unlocked, [], desk.tenantId)).toHaveLength(1)
    })
    await imported
  })

  test('a spreadsheet freezes available and unfreezes frozen goods, oldest first', async () => {
    const desk = await aDesk()
    const [old, young] = [
      await desk.batch('BOLT', { putawayDate: '2025-01-01' }),
      await desk.batch('BOLT', { putawayDate: '2026-01-01' }),
    ]
    for (const batchId of [old, young]) await desk.move({ flow: 'receive', batchId, onHand: 5 })
    const line = (rowNo: number, kind: 'freeze' | 'unfreeze', quantity: number) => ({
      rowNo,
      value: { customerCode: 'ACME', sku: 'BOLT', locationCode: 'A-01', kind, quantity, reason: 'check' },
    })
    const judge = async (...lines: ReturnType<typeof line>[]) => {
      const judged = await server.database.read(desk.tenantId, (db) =>
        freezesFromSheet.judge(db, desk.who, lines),
      )
      return [...judged.values()].map((item) =>
        'verdict' in item ? item.verdict : item.problems[0]?.message.en_US,
      )
    }
    const write = (...lines: ReturnType<typeof line>[]) =>
      desk.write((tx) =>
        freezesFromSheet.write(
          tx,
          desk.who,
          lines.map((line) => ({ ...line, verdict: 'update' as const })),
        ),
      )
    expect(await judge(line(1, 'freeze', 7), line(2, 'unfreeze', 1))).toEqual([
      'update',
      'The bin doesn’t have that many frozen pieces',
    ])
    await write(line(1, 'freeze', 7))
    expect([await desk.level(old), await desk.level(young)]).toEqual([
      [5, 0, 5, 2],
      [5, 0, 2, 2],
    ])
    expect(await judge(line(1, 'unfreeze', 6), line(2, 'freeze', 4))).toEqual([
      'update',
      'Not enough available stock in this bin',
    ])
    await write(line(1, 'unfreeze', 6), line(2, 'freeze', 3))
    expect([await desk.level(old), await desk.level(young)]).toEqual([
      [5, 0, 0, 3],
      [5, 0, 4, 4],
    ])
    await expect(write(line(1, 'unfreeze', 5))).rejects.toThrow('Not enough available stock')
    // A document for each kind, also for one reason.
    const documents = await server.owner<{ kind: string; flows: string[] }>(
      `select d.kind, array_agg(distinct f.flow_type::text) as flows from stock_documents d
       join stock_flows f on f.tenant_id = d.tenant_id and f.source_type = 'stock_document' and f.source_id = d.id
       group by d.id, d.kind order by d.id`,
      [],
      desk.tenantId,
    )
    expect(documents).toEqual(['freeze', 'unfreeze', 'freeze'].map((kind) => ({ kind, flows: [kind] })))
  })

  test('a spreadsheet that must name a batch is told of ten of those in the bin', async () => {
    const desk = await aDesk()
    const lots = Array.from({ length: 11 }, (_, i) => `L${i + 10}`)
    const value = { customerCode: 'ACME', sku: 'BOLT', locationCode: 'A-01', quantity: -1, reason: 'x' }
    const named = async () => {
      const judged = await server.database.read(desk.tenantId, (db) =>
        adjustmentsFromSheet.judge(db, desk.who, [{ rowNo: 1, value }]),
      )
      const [line] = judged.values()
      return line && 'problems' in line ? line.problems[0]?.message.en_US : ''
    }
    for (const lot of lots.slice(0, 10))
      await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT', { lot }), onHand: 1 })
    expect(await named()).toContain('Lot L18; Lot L19. Enter')
    await desk.move({
      flow: 'receive',
      batchId: await desk.batch('BOLT', { lot: lots[10] ?? '' }),
      onHand: 1,
    })
    expect(await named()).toContain('Lot L18; Lot L19; …. Enter')
  })

  test('a spreadsheet adds pieces in an empty bin to the youngest batch with the date and the lot it names', async () => {
    const desk = await aDesk()
    for (const [putawayDate, expiryDate, lot] of [
      ['2026-03-01', '2030-01-31', 'L1'],
      ['2026-02-01', '2030-01-31', 'L2'],
      ['2026-01-01', '2031-01-31', 'L2'],
      ['2026-01-05', '2032-01-31', 'L4'],
      ['2026-01-05', '2033-01-31', 'L4'],
    ] as const)
      await desk.move({
        ...{ flow: 'receive', onHand: 1 },
        batchId: await desk.batch('BOLT', { putawayDate, expiryDate, lot }),
      })
    const lines = [{ lot: 'L2' }, { expiryDate: '2031-01-31' }, { lot: 'L4' }, {}].map((named, i) => ({
      rowNo: i + 1,
      verdict: 'update' as const,
      value: {
        ...{ customerCode: 'ACME', sku: 'BOLT', locationCode: 'A-03', quantity: i + 1, reason: 'found' },
        ...named,
      },
    }))
    await desk.write((tx) => adjustmentsFromSheet.write(tx, desk.who, lines))
    const rows = await desk.rows<PlaceStockRow>(stockByPlace, { location: 'A-03', sort: 'onHand' })
    expect(
      rows.map(({ putawayDate, expiryDate, lot, onHand }) =>
        [putawayDate, expiryDate, lot, onHand].join(' '),
      ),
    ).toEqual([
      '2026-02-01 2030-01-31 L2 1',
      '2026-01-01 2031-01-31 L2 2',
      '2026-01-05 2033-01-31 L4 3',
      '2026-03-01 2030-01-31 L1 4',
    ])
  })

  test('a spreadsheet takes and adds the expiry date and the lot it names, and must name them where a bin has several', async () => {
    const desk = await aDesk()
    const [first, second, later] = [
      await desk.batch('BOLT', { expiryDate: '2030-01-31', lot: 'L1' }),
      await desk.batch('BOLT', { expiryDate: '2030-01-31', lot: 'L2' }),
      await desk.batch('BOLT', { expiryDate: '2031-01-31', lot: 'L2' }),
    ]
    for (const batchId of [first, second, later]) await desk.move({ flow: 'receive', batchId, onHand: 5 })
    const read = <V>({ form }: ImportKind<V>, rowNo: number, cells: Record<string, string>) => {
      const given: Record<string, string> = {
        ...{ customerCode: 'ACME', sku: 'BOLT', locationCode: 'A-01', reason: 'x', ...cells },
      }
      const line = readLine(
        form,
        Object.fromEntries(form.columns.map(({ key }, i) => [key, i])),
        form.columns.map(({ key }) => given[key] ?? ''),
      )
      if (!('value' in line)) throw new Error(JSON.stringify(line.problems))
      return { rowNo, value: line.value, verdict: 'update' as const }
    }
    const judge = async <V>(kind: ImportKind<V>, ...cells: Record<string, string>[]) => {
      const lines = cells.map((row, i) => read(kind, i + 1, row))
      const judged = await server.database.read(desk.tenantId, (db) =>
        kind.judge(db, desk.who, lines, new Set()),
      )
      return [...judged.values()].map((item) =>
        'verdict' in item
          ? item.verdict
          : [item.problems[0]?.column, item.problems[0]?.message.en_US].join(': '),
      )
    }
    const several = (names: string) =>
      `This bin has several batches of BOLT: ${names}. Enter the expiry date and the lot.`
    const all = several('Expiry 2030-01-31, Lot L1; Expiry 2030-01-31, Lot L2; Expiry 2031-01-31, Lot L2')
    expect(
      await judge(
        adjustmentsFromSheet,
        { quantity: '-1' },
        { quantity: '1' },
        { quantity: '-1', lot: 'l2' },
        { quantity: '-6', lot: 'L1' },
        { quantity: '-5', lot: 'L1' },
        { quantity: '1', lot: 'L9', expiryDate: '2032-01-31' },
      ),
    ).toEqual([
      `lot: ${all}`,
      `lot: ${all}`,
      `expiryDate: ${several('Expiry 2030-01-31, Lot L2; Expiry 2031-01-31, Lot L2')}`,
      'quantity: Not enough available stock in this bin',
      'update',
      'update',
    ])
    expect(await judge(movesFromSheet, { quantity: '1', toLocationCode: 'A-02' })).toEqual([`lot: ${all}`])
    expect(await judge(freezesFromSheet, { quantity: '1', kind: '冻结' })).toEqual([`lot: ${all}`])

    const write = <V>(kind: ImportKind<V>, ...cells: Record<string, string>[]) =>
      desk.write((tx) =>
        kind.write(
          tx,
          desk.who,
          cells.map((row, i) => read(kind, i + 1, row)),
        ),
      )
    await expect(write(adjustmentsFromSheet, { quantity: '-1' })).rejects.toThrow(
      'Not enough available stock',
    )
    await write(
      adjustmentsFromSheet,
      { quantity: '-2', lot: 'L1' },
      { quantity: '3', lot: 'L2', expiryDate: '2031-01-31' },
      { quantity: '1', lot: 'L9', expiryDate: '2032-01-31' },
    )
    const second30 = { lot: 'L2', expiryDate: '2030-01-31' }
    await write(movesFromSheet, { quantity: '4', toLocationCode: 'A-02', ...second30 })
    await write(freezesFromSheet, { quantity: '1', kind: '冻结', ...second30 })
    // Pieces that are added with another putaway date are of the batch in that bin.
    await write(adjustmentsFromSheet, { locationCode: 'A-02', quantity: '1', putawayDate: '2025-05-05' })
    const rows = (await desk.rows(stockByPlace, { search: 'bolt' })) as OutputOf<typeof stockByPlace>['rows']
    expect(
      rows.map(({ locationCode, expiryDate, lot, onHand, frozen }) =>
        [locationCode, expiryDate, lot, onHand, frozen].join(' '),
      ),
    ).toEqual([
      'A-01 2030-01-31 L1 3 0',
      'A-01 2030-01-31 L2 1 1',
      'A-01 2031-01-31 L2 8 0',
      'A-01 2032-01-31 L9 1 0',
      'A-02 2030-01-31 L2 1 0',
      'A-02 2030-01-31 L2 4 0',
    ])
    // A batch that has left the bin no longer needs to be named; a disabled bin takes nothing.
    await write(movesFromSheet, { quantity: '1', toLocationCode: 'A-02', lot: 'L1' })
    await write(adjustmentsFromSheet, { locationCode: 'A-02', quantity: '-1', lot: 'L1' })
    await server.owner(
      `update locations set is_enabled = false where location_code = 'A-03'`,
      [],
      desk.tenantId,
    )
    expect(
      await judge(
        adjustmentsFromSheet,
        { locationCode: 'A-02', quantity: '-1' },
        { locationCode: 'A-03', quantity: '1' },
      ),
    ).toEqual(['update', 'locationCode: The bin doesn’t exist or is disabled'])
  })
})

describe('a count', () => {
  const start = async (desk: Awaited<ReturnType<typeof aDesk>>, isBlind = false) => {
    return (
      await desk.done(createCount, {
        zoneId: null,
        customerId: null,
        sku: '',
        locationCodes: ['A-01'],
        isBlind,
      })
    ).id
  }

  test('that was not started cannot be submitted, whatever was counted in another', async () => {
    const desk = await aDesk()
    await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 10 })
    const [begun, untouched] = [await start(desk), await start(desk)]
    await desk.send(enterCount, { id: begun, locationCode: 'A-01', code: 'BOLT', quantity: 9 })
    expect(await desk.send(submitCount, { id: untouched })).toMatchObject({
      success: false,
      message: 'Nothing has been counted yet',
    })
    expect((await desk.send(getCount, { id: begun })).data).toMatchObject({
      countNo: expect.stringMatching(/^CT/),
    })
    expect((await desk.send(getCount, { id: 999_999 })).data).toMatchObject({ kind: 'not_found' })
  })

  test.each([
    ['one piece is allocated', 1, [1, 1, 0]],
    ['nothing is allocated', 0, [1, 0, 0]],
  ])(
    'of one piece where ten are expected and nine are disputed settles the dispute, when %s',
    async (_, allocated, after) => {
      const desk = await aDesk()
      const bolts = await desk.batch('BOLT')
      await desk.move({ flow: 'receive', batchId: bolts, onHand: 10 })
      if (allocated) await desk.move({ flow: 'allocate', batchId: bolts, allocated })
      await desk.move({ flow: 'freeze', batchId: bolts, frozen: 9 })
      const id = await start(desk)
      await desk.send(enterCount, { id, locationCode: 'A-01', code: 'BOLT', quantity: 1 })
      expect(await desk.send(submitCount, { id })).toMatchObject({ data: { differing: 1 } })
      expect(await desk.send(approveCount, { id })).toMatchObject({ success: true, data: { posted: 1 } })
      expect((await desk.level(bolts)).slice(0, 3)).toEqual(after)
      expect((await desk.send(approveCount, { id })).data).toMatchObject({ kind: 'moved_on' })
    },
  )

  test('takes nothing from a blocked row', async () => {
    const desk = await aDesk()
    const [stopped, free] = [
      await desk.batch('BOLT', { putawayDate: '2025-01-01' }),
      await desk.batch('BOLT', { putawayDate: '2026-01-01' }),
    ]
    for (const batchId of [stopped, free]) await desk.move({ flow: 'receive', batchId, onHand: 5 })
    await server.owner(
      `update stock set blocked_because = 'I-01' where batch_id = $1`,
      [stopped],
      desk.tenantId,
    )
    const counted = async (quantity: number) => {
      const id = await start(desk)
      await desk.send(enterCount, { id, locationCode: 'A-01', code: 'BOLT', quantity })
      await desk.send(submitCount, { id })
      return desk.send(approveCount, { id })
    }
    // The oldest would go first if it were not blocked.
    expect(await counted(7)).toMatchObject({ success: true, data: { posted: 1 } })
    expect([(await desk.level(stopped))[0], (await desk.level(free))[0]]).toEqual([5, 2])
    // Where only the blocked row is left, the count waits until it is unblocked.
    expect(await counted(4)).toMatchObject({ success: false, message: expect.stringContaining('A-01') })
    expect([(await desk.level(stopped))[0], (await desk.level(free))[0]]).toEqual([5, 2])
  })

  test('compares with the system quantity at its time: concurrent work makes no difference', async () => {
    const desk = await aDesk()
    const bolts = await desk.batch('BOLT')
    await desk.move({ flow: 'receive', batchId: bolts, onHand: 10 })
    const id = await start(desk)
    await desk.send(enterCount, { id, locationCode: 'A-01', code: 'BOLT', quantity: 9 })
    const moment = 'select on_hand_then, seqs_then from stock_count_lines where count_id = $1'
    const stockId = await desk.stockId('A-01')
    expect(await server.owner(moment, [id], desk.tenantId)).toEqual([
      { on_hand_then: '10', seqs_then: { [stockId]: 1 } },
    ])
    await desk.move({ flow: 'receive', batchId: bolts, onHand: 5 })
    await desk.send(submitCount, { id })
    await desk.send(approveCount, { id })
    expect((await desk.level(bolts))[0]).toBe(14)
  })

  test('can be blind, be sent back line by line, and finds unexpected goods', async () => {
    const desk = await aDesk()
    await server.owner(
      `update products set declared_value = 2.5, declared_currency = 'USD'`,
      [],
      desk.tenantId,
    )
    const bolts = await desk.batch('BOLT')
    await desk.move({ flow: 'receive', batchId: bolts, onHand: 10 })
    const id = await start(desk, true)
    const enter = (code: string, quantity: number, locationCode = 'A-01') =>
      desk.send(enterCount, { id, locationCode, code, quantity })
    await enter('BOLT', 8)
    const { data: open } = await desk.send(getCount, { id })
    expect(open).toMatchObject({
      differing: null,
      difference: null,
      value: null,
      items: [{ counted: 8, onHandThen: null, difference: null, value: null }],
    })
    expect(await desk.rows(listCounts)).toMatchObject([{ difference: null, value: null }])
    expect((await enter('BOLT', 8, 'A-02')).data).toMatchObject({ fields: [{ path: 'locationCode' }] })
    expect((await enter('NOTHING', 8)).data).toMatchObject({ fields: [{ path: 'code' }] })
    await enter('NUT', 2)
    await desk.send(submitCount, { id })
    expect(await desk.send(recountLines, { id, lines: [1] })).toMatchObject({ data: { lines: 1 } })
    await enter('BOLT', 9)
    await desk.send(submitCount, { id })
    const { data } = await desk.send(getCount, { id })
    expect(data).toMatchObject({
      difference: 1,
      value: '2.50',
      items: [
        { sku: 'BOLT', counted: 9, countedBefore: 8, onHandThen: 10, difference: -1, value: '-2.50' },
        { sku: 'NUT', counted: 2, onHandThen: 0, difference: 2 },
      ],
    })
    await desk.send(approveCount, { id })
    expect(await desk.rows(stockBySku)).toMatchObject([
      { sku: 'BOLT', onHand: 9 },
      { sku: 'NUT', onHand: 2 },
    ])
  })

  test('above the user’s limit is approved by a user who did not count', async () => {
    const desk = await aDesk()
    await server.owner(
      `update products set declared_value = 100, declared_currency = 'USD'`,
      [],
      desk.tenantId,
    )
    const other = await aPerson(server, desk.tenantId)
    await server.owner(`update roles set second_person_above = 150`, [], desk.tenantId)
    const bolts = await desk.batch('BOLT')
    await desk.move({ flow: 'receive', batchId: bolts, onHand: 10 })
    const id = await start(desk)
    await desk.send(enterCount, { id, locationCode: 'A-01', code: 'BOLT', quantity: 8 })
    await desk.send(submitCount, { id })
    expect((await desk.send(approveCount, { id })).message).toContain('Someone who did not count')
    const second = await aSession(server, desk.tenantId, other.id)
    expect(await desk.send(approveCount, { id }, second)).toMatchObject({ success: true })
  })

  test('above the limit is not approved by a user who counted part of it', async () => {
    const desk = await aDesk()
    const other = await aPerson(server, desk.tenantId)
    await server.owner('update roles set second_person_above = 1', [], desk.tenantId)
    const second = await aSession(server, desk.tenantId, other.id)
    for (const sku of ['BOLT', 'NUT'])
      await desk.move({ flow: 'receive', batchId: await desk.batch(sku), onHand: 10 })
    const id = await start(desk)
    await desk.send(enterCount, { id, locationCode: 'A-01', code: 'BOLT', quantity: 8 })
    await desk.send(enterCount, { id, locationCode: 'A-01', code: 'NUT', quantity: 8 }, second)
    await desk.send(submitCount, { id })
    for (const token of [desk.token, second])
      expect((await desk.send(approveCount, { id }, token)).message).toContain('Someone who did not count')
  })

  test.each([
    ['exactly', 2, true],
    ['by a cent more than', 3, false],
  ])('of a difference of %s the limit', async (_, missing, mayApprove) => {
    const desk = await aDesk()
    await server.owner(
      `update products set declared_value = 75, declared_currency = 'USD'`,
      [],
      desk.tenantId,
    )
    await server.owner(
      'update roles set second_person_above = $1',
      [missing === 2 ? '150.00' : '224.99'],
      desk.tenantId,
    )
    await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 10 })
    const id = await start(desk)
    await desk.send(enterCount, { id, locationCode: 'A-01', code: 'BOLT', quantity: 10 - missing })
    await desk.send(submitCount, { id })
    expect((await desk.send(approveCount, { id })).success).toBe(mayApprove)
  })

  test.each([
    ['what was found and what is missing add up', [14, 6], '80.00', true],
    ['what was found and what is missing add up', [14, 6], '79.99', false],
  ])('with the limit %s: %j with a limit of %s', async (_, [bolts, nuts], limit, mayApprove) => {
    const desk = await aDesk()
    await server.owner(
      `update products set declared_value = 10, declared_currency = 'USD'`,
      [],
      desk.tenantId,
    )
    await server.owner('update roles set second_person_above = $1', [limit], desk.tenantId)
    for (const sku of ['BOLT', 'NUT'])
      await desk.move({ flow: 'receive', batchId: await desk.batch(sku), onHand: 10 })
    const id = await start(desk)
    await desk.send(enterCount, { id, locationCode: 'A-01', code: 'BOLT', quantity: bolts ?? 0 })
    await desk.send(enterCount, { id, locationCode: 'A-01', code: 'NUT', quantity: nuts ?? 0 })
    await desk.send(submitCount, { id })
    expect((await desk.send(approveCount, { id })).success).toBe(mayApprove)
  })

  test('adds surplus pieces to the batch that was put away last, not to the one that came last', async () => {
    const desk = await aDesk()
    const young = await desk.batch('BOLT', { putawayDate: '2026-02-01' })
    const old = await desk.batch('BOLT', { putawayDate: '2025-02-01' })
    for (const batchId of [young, old]) await desk.move({ flow: 'receive', batchId, onHand: 5 })
    const id = await start(desk)
    await desk.send(enterCount, { id, locationCode: 'A-01', code: 'BOLT', quantity: 12 })
    await desk.send(submitCount, { id })
    await desk.send(approveCount, { id })
    expect([await desk.level(young), await desk.level(old)]).toEqual([
      [7, 0, 0, 2],
      [5, 0, 0, 1],
    ])
  })

  test('values goods without a declared value at one per piece', async () => {
    const desk = await aDesk()
    await server.owner('update roles set second_person_above = 200', [], desk.tenantId)
    await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 555 })
    const id = await start(desk)
    await desk.send(enterCount, { id, locationCode: 'A-01', code: 'BOLT', quantity: 354 })
    await desk.send(submitCount, { id })
    expect((await desk.send(approveCount, { id })).message).toContain('Someone who did not count')
    await desk.send(recountLines, { id, lines: [] })
    await desk.send(enterCount, { id, locationCode: 'A-01', code: 'BOLT', quantity: 355 })
    await desk.send(submitCount, { id })
    expect(await desk.send(approveCount, { id })).toMatchObject({ success: true })
  })

  test('excludes goods pending putaway', async () => {
    const desk = await aDesk()
    await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 3 })
    await desk.move(
      { flow: 'receive', batchId: await desk.batch('NUT', { putawayDate: null }), onHand: 4 },
      'RECV',
    )
    const scope = { zoneId: null, customerId: null, sku: null, isBlind: false }
    const { id } = await desk.done(createCount, { ...scope, locationCodes: [] })
    expect((await desk.send(getCount, { id })).data).toMatchObject({
      lines: 1,
      items: [{ sku: 'BOLT', locationCode: 'A-01' }],
    })
    const entered = await desk.send(enterCount, { id, locationCode: 'RECV', code: 'NUT', quantity: 4 })
    expect(entered.data).toMatchObject({ fields: [{ path: 'locationCode' }] })
  })

  test('deletes a line that only an undone scan had added, and keeps an expected one', async () => {
    const desk = await aDesk()
    await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 3 })
    const id = await start(desk)
    const enter = (code: string, quantity: number | null, isOngoing = true) =>
      desk.send(enterCount, { id, locationCode: 'A-01', code, quantity, isOngoing })
    const lines = async () => {
      const { data } = await desk.send(getCount, { id })
      const { lines, countedLines, items } = data as OutputOf<typeof getCount>
      return { lines, countedLines, counted: items.map(({ sku, counted }) => [sku, counted]) }
    }
    await enter('BOLT', 3, false)
    await enter('NUT', 2, false)
    await enter('NUT', null)
    expect(await lines()).toEqual({ lines: 1, countedLines: 1, counted: [['BOLT', 3]] })
    await enter('BOLT', null)
    await enter('NUT', null)
    expect(await lines()).toEqual({ lines: 1, countedLines: 0, counted: [['BOLT', null]] })
    // A line counted once and sent back stays until it is counted again.
    await enter('NUT', 2, false)
    await desk.send(submitCount, { id })
    await desk.send(recountLines, { id, lines: [] })
    await enter('NUT', 1, false)
    await enter('NUT', null)
    expect(await lines()).toMatchObject({
      counted: [
        ['BOLT', null],
        ['NUT', null],
      ],
    })
  })

  test('of a user with two roles uses the higher limit', async () => {
    const desk = await aDesk()
    await server.owner(
      `update products set declared_value = 10, declared_currency = 'USD'`,
      [],
      desk.tenantId,
    )
    await server.owner('update roles set second_person_above = 5', [], desk.tenantId)
    const other = await aPerson(server, desk.tenantId)
    await server.owner(
      `update roles set second_person_above = 1000
       where id = (select role_id from account_roles where account_id = $1)`,
      [other.id],
      desk.tenantId,
    )
    await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 10 })
    const id = await start(desk)
    await desk.send(enterCount, { id, locationCode: 'A-01', code: 'BOLT', quantity: 8 })
    await desk.send(submitCount, { id })
    expect((await desk.send(approveCount, { id })).success).toBe(false)
    await server.owner(
      `insert into account_roles (tenant_id, account_id, role_id)
       select tenant_id, $1, role_id from account_roles where account_id = $2`,
      [desk.person.id, other.id],
      desk.tenantId,
    )
    expect((await desk.send(approveCount, { id })).success).toBe(true)
  })

  test('sends back only the lines that differ, and says who closed it and its result', async () => {
    const desk = await aDesk()
    for (const sku of ['BOLT', 'NUT'])
      await desk.move({ flow: 'receive', batchId: await desk.batch(sku), onHand: 10 })
    await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 4 }, 'A-02')
    const other = await start(desk)
    for (const [code, quantity] of [
      ['BOLT', 1],
      ['NUT', 10],
      ['SCREW', 3],
    ] as const)
      await desk.send(enterCount, { id: other, locationCode: 'A-01', code, quantity })
    const read = (count: number) => desk.done(getCount, { id: count })
    const untouched = await read(other)
    expect(untouched.items.map(({ sku, line, onHandThen }) => [sku, line, onHandThen])).toEqual([
      ['BOLT', 1, 10],
      ['NUT', 2, 10],
      ['SCREW', 3, 0],
    ])
    const id = await start(desk)
    expect(await desk.send(submitCount, { id })).toMatchObject({ message: 'Nothing has been counted yet' })
    await desk.send(enterCount, { id, locationCode: 'A-01', code: 'SCREW', quantity: 1 })
    expect((await read(id)).items.at(-1)).toMatchObject({ sku: 'SCREW', line: 3 })
    await desk.send(enterCount, { id, locationCode: 'A-01', code: 'SCREW', quantity: null })
    await desk.send(enterCount, { id, locationCode: 'A-01', code: 'BOLT', quantity: 10 })
    await desk.send(enterCount, { id, locationCode: 'A-01', code: 'NUT', quantity: 7 })
    await desk.send(submitCount, { id })
    expect((await desk.send(recountLines, { id, lines: [] })).data).toEqual({ lines: 1 })
    await desk.send(enterCount, { id, locationCode: 'A-01', code: 'NUT', quantity: 8 })
    await desk.send(submitCount, { id })
    await desk.send(approveCount, { id })
    const [closed] = await server.owner<{ closed_by: string; is_closed: boolean }>(
      'select closed_by, closed_at is not null as is_closed from stock_counts where id = $1',
      [id],
      desk.tenantId,
    )
    expect(closed).toEqual({ closed_by: String(desk.person.id), is_closed: true })
    const auditLog = await server.owner<{ action: string; after: object }>(
      `select action, after from audit_log
       where object_type = 'stock_count' and action <> 'count_enter' and object_id = $1 order by id`,
      [id],
      desk.tenantId,
    )
    // None of it has touched another count.
    expect(await read(other)).toEqual(untouched)
    const [entry] = await server.owner<object>(
      `select object_no as no, after from audit_log where action = 'count_enter' order by id limit 1`,
      [],
      desk.tenantId,
    )
    expect(entry).toEqual({
      no: untouched.countNo,
      after: { locationCode: 'A-01', sku: 'BOLT', counted: 1 },
    })
    const events = await server.owner<{ kind: string }>(
      `select kind from events where object_type = 'stock_count' and object_id = $1 order by id`,
      [id],
      desk.tenantId,
    )
    const entered = 'stock_count.entered'
    expect(events.map(({ kind }) => kind)).toEqual([
      'stock_count.opened',
      ...[entered, entered, entered, entered, 'stock_count.review'],
      ...['stock_count.open', entered, 'stock_count.review', 'stock_count.done'],
    ])
    expect(auditLog).toMatchObject([
      { action: 'create', after: { isBlind: false, lines: 2 } },
      { action: 'count_submit', after: { counted: 2, differing: 1 } },
      { action: 'count_recount', after: { lines: 1 } },
      { action: 'count_submit', after: { counted: 2, differing: 1 } },
      { action: 'count_approve', after: { lines: 1, difference: -2 } },
    ])
  })

  test('adds surplus pieces in an empty bin to the youngest batch in the warehouse', async () => {
    const desk = await aDesk()
    const [old, young] = [
      await desk.batch('BOLT', { putawayDate: '2026-02-01' }),
      await desk.batch('BOLT', { putawayDate: '2025-02-01' }),
    ]
    await desk.move({ flow: 'receive', batchId: old, onHand: 1 }, 'A-02')
    await desk.move({ flow: 'receive', batchId: young, onHand: 1 }, 'A-02')
    const id = await start(desk)
    await desk.send(enterCount, { id, locationCode: 'A-01', code: 'BOLT', quantity: 3 })
    await desk.send(submitCount, { id })
    await desk.send(approveCount, { id })
    expect(await desk.rows(stockByPlace, { location: 'A-01' })).toMatchObject([
      { onHand: 3, putawayDate: '2026-02-01' },
    ])
  })

  test('of one customer resolves a shared code to that customer, and of a zone only to what is in it', async () => {
    const desk = await aDesk()
    await server.owner(
      `insert into products (tenant_id, customer_id, sku, name_en, search_line)
       select tenant_id, id, 'BOLT', 'Bolt', 'bolt' from customers where customer_code = 'OTHER'`,
      [],
      desk.tenantId,
    )
    const [ids] = await server.owner<{ customer: string; good: string; twin: string }>(
      `select (select id from customers where customer_code = 'OTHER') as customer,
         (select id from location_zones where zone_code = 'GOOD') as good,
         (select p.id from products p join customers c on c.tenant_id = p.tenant_id and c.id = p.customer_id
            where p.sku = 'BOLT' and c.customer_code = 'OTHER') as twin`,
      [],
      desk.tenantId,
    )
    const batch = { customerId: Number(ids?.customer), productId: Number(ids?.twin) }
    const bolts = await desk.batch('BOLT')
    await desk.move({ flow: 'receive', batchId: bolts, onHand: 3 })
    await desk.move({ flow: 'receive', batchId: bolts, onHand: 1 }, 'A-02')
    await desk.move({ flow: 'adjust_down', batchId: bolts, onHand: -1 }, 'A-02')
    await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT', batch), onHand: 4 }, 'A-02')
    const scope = { zoneId: null, customerId: null, sku: null, locationCodes: [], isBlind: false }
    const count = async (over: Partial<SentTo<typeof createCount>>) =>
      (await desk.done(createCount, { ...scope, ...over })).id
    const enter = (id: number, locationCode: string) =>
      desk.send(enterCount, { id, locationCode, code: 'BOLT', quantity: 1 })

    const ofOther = await count({ customerId: Number(ids?.customer) })
    await enter(ofOther, 'A-01')
    expect((await desk.send(getCount, { id: ofOther })).data).toMatchObject({
      items: [
        { locationCode: 'A-01', customerCode: 'OTHER', counted: 1, onHandThen: 0 },
        { locationCode: 'A-02', customerCode: 'OTHER' },
      ],
    })
    // Where two customers have the code, the goods in the bin are meant; in an empty bin the user must
    // choose.
    const ofZone = await count({ zoneId: Number(ids?.good) })
    await enter(ofZone, 'A-02')
    expect((await desk.send(getCount, { id: ofZone })).data).toMatchObject({
      items: [
        { locationCode: 'A-01', customerCode: 'ACME', counted: null },
        { locationCode: 'A-02', customerCode: 'OTHER', counted: 1 },
      ],
    })
    expect((await enter(ofZone, 'A-03')).message).toContain('ACME.BOLT, OTHER.BOLT')
    expect((await enter(ofZone, 'D-01')).data).toMatchObject({ fields: [{ path: 'locationCode' }] })
  })

  /** A count of A-01 that waits for approval. */
  const submitted = async (
    desk: Awaited<ReturnType<typeof aDesk>>,
    quantities: { [sku: string]: number },
  ): Promise<OutputOf<typeof getCount>> => {
    const id = await start(desk)
    for (const [code, quantity] of Object.entries(quantities))
      await desk.send(enterCount, { id, locationCode: 'A-01', code, quantity })
    await desk.send(submitCount, { id })
    return await desk.done(getCount, { id })
  }

  test('is not posted where another count has corrected the stock since, until that is counted again', async () => {
    const desk = await aDesk()
    const [bolts, nuts] = [await desk.batch('BOLT'), await desk.batch('NUT')]
    for (const batchId of [bolts, nuts]) await desk.move({ flow: 'receive', batchId, onHand: 10 })
    const first = await submitted(desk, { BOLT: 8 })
    const second = await submitted(desk, { BOLT: 8, NUT: 9 })
    expect(await desk.send(approveCount, { id: first.id })).toMatchObject({ success: true })
    const refused = await desk.send(approveCount, { id: second.id })
    expect(refused).toMatchObject({ success: false, data: { kind: 'refused' } })
    expect(refused.message).toBe(
      `Other documents have corrected this stock since it was counted: A-01 BOLT (${first.countNo}). Select these lines and recount them.`,
    )
    expect([(await desk.level(bolts))[0], (await desk.level(nuts))[0]]).toEqual([8, 10])
    const line = second.items.find(({ sku }) => sku === 'BOLT')?.line ?? 0
    await desk.send(recountLines, { id: second.id, lines: [line] })
    await desk.send(enterCount, { id: second.id, locationCode: 'A-01', code: 'BOLT', quantity: 8 })
    await desk.send(submitCount, { id: second.id })
    expect(await desk.send(approveCount, { id: second.id })).toMatchObject({ success: true })
    expect([(await desk.level(bolts))[0], (await desk.level(nuts))[0]]).toEqual([8, 9])
  })

  test('is not posted where an adjustment has corrected one of several batches since', async () => {
    const desk = await aDesk()
    const [old, young] = [
      await desk.batch('BOLT', { putawayDate: '2025-01-01' }),
      await desk.batch('BOLT', { putawayDate: '2026-01-01' }),
    ]
    for (const batchId of [old, young]) await desk.move({ flow: 'receive', batchId, onHand: 5 })
    const stockId = await desk.stockId('A-01')
    const adjust = (quantity: number) =>
      desk.done(adjustStock, { lines: [{ stockId, quantity }], reason: 'lost' })
    // Adjusted before it is counted, the stock is as the ledger says.
    await adjust(-1)
    const before = await submitted(desk, { BOLT: 8 })
    expect(await desk.send(approveCount, { id: before.id })).toMatchObject({ success: true })
    const count = await submitted(desk, { BOLT: 7 })
    await desk.move({ flow: 'receive', batchId: young, onHand: 3 })
    const { documentNo } = await adjust(-1)
    expect((await desk.send(approveCount, { id: count.id })).message).toContain(`A-01 BOLT (${documentNo})`)
    expect(await desk.rows(stockBySku)).toMatchObject([{ sku: 'BOLT', onHand: 10 }])
  })

  test('entered before its stock was tracked by row goes by the time of the entry', async () => {
    const desk = await aDesk()
    const bolts = await desk.batch('BOLT')
    await desk.move({ flow: 'receive', batchId: bolts, onHand: 10 })
    const counts = [await submitted(desk, { BOLT: 9 }), await submitted(desk, { BOLT: 9 })]
    await server.owner('update stock_count_lines set seqs_then = null', [], desk.tenantId)
    const answers = []
    for (const { id } of counts) answers.push((await desk.send(approveCount, { id })).success)
    expect(answers).toEqual([true, false])
    expect((await desk.level(bolts))[0]).toBe(9)
  })

  test.each([
    ['missing goods', { BOLT: 7 }, 7],
    ['goods that the system does not know', { NUT: 4 }, 14],
  ])('and another of the same bin, approved at once, correct %s once', async (_, quantities, pieces) => {
    const desk = await aDesk()
    await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 10 })
    const counts = await Promise.all(Array.from({ length: 4 }, () => submitted(desk, quantities)))
    const answers = await Promise.all(counts.map(({ id }) => desk.send(approveCount, { id })))
    expect(answers.filter(({ success }) => success)).toHaveLength(1)
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
    const rows = await desk.rows<SkuStockRow>(stockBySku)
    expect(rows.reduce((sum, { onHand }) => sum + onHand, 0)).toBe(pieces)
  })

  test('never takes allocated pieces', async () => {
    const desk = await aDesk()
    const [bolts, nuts] = [await desk.batch('BOLT'), await desk.batch('NUT')]
    for (const batchId of [bolts, nuts]) {
      await desk.move({ flow: 'receive', batchId, onHand: 10 })
      await desk.move({ flow: 'allocate', batchId, allocated: 5 })
    }
    const { id } = await submitted(desk, { BOLT: 3, NUT: 3 })
    // A bin is named once.
    expect((await desk.send(approveCount, { id })).message).toMatch(
      /^A-01: the count is below the quantity allocated/,
    )
    expect([(await desk.level(bolts))[0], (await desk.level(nuts))[0]]).toEqual([10, 10])
    // Sent back, it can be given up.
    expect(await desk.send(voidCount, { id })).toMatchObject({ success: true })
    expect((await desk.send(submitCount, { id })).data).toMatchObject({ kind: 'moved_on' })
  })

  test('finds damaged goods where no goods were, and names the bin as the warehouse writes it', async () => {
    const desk = await aDesk()
    const scope = { zoneId: null, customerId: null, sku: null, isBlind: false }
    const { id } = await desk.done(createCount, { ...scope, locationCodes: ['d-01', 'a-03'] })
    const entry = { id, locationCode: 'D-01', code: 'ｎｕｔ', quantity: 3 }
    expect(await desk.done(enterCount, entry)).toEqual({ locationCode: 'D-01', sku: 'NUT', counted: 3 })
    await desk.done(enterCount, { ...entry, locationCode: 'a-03', code: 'NUT', quantity: 1 })
    await desk.done(enterCount, { ...entry, locationCode: 'A-03', code: 'BOLT', quantity: 2 })
    await desk.done(submitCount, { id })
    const name = await desk.done(getCount, { id })
    expect(name).toMatchObject({
      ...{ status: 'review', isBlind: false, zoneName: null, customerCode: null, sku: null },
      ...{ locationCodes: ['d-01', 'a-03'], lines: 3, countedLines: 3, differing: 3, difference: 6 },
      ...{ value: '0.00', userName: expect.stringMatching(/^Person \d+$/) },
    })
    // Goods without a declared value have none on a line.
    const found = { countedBefore: null, onHandThen: 0, value: null, userName: name.userName }
    expect(name.items).toMatchObject([
      { ...found, locationCode: 'A-03', sku: 'BOLT', counted: 2, difference: 2, line: 3 },
      { ...found, locationCode: 'A-03', sku: 'NUT', counted: 1, difference: 1, line: 2 },
      { ...found, locationCode: 'D-01', sku: 'NUT', counted: 3, difference: 3, line: 1 },
    ])
    expect(await desk.send(approveCount, { id })).toMatchObject({ data: { posted: 3 } })
    expect(await desk.rows(stockByPlace)).toMatchObject([
      { locationCode: 'A-03', sku: 'BOLT', quality: 'good', onHand: 2 },
      { locationCode: 'A-03', sku: 'NUT', quality: 'good', onHand: 1 },
      { locationCode: 'D-01', sku: 'NUT', quality: 'defective', onHand: 3 },
    ])
    const flows = await server.owner(
      `select source_type as source, source_id as id, source_no as no, source_line as line, flow_type as flow, actor_id::int as actor
       from stock_flows order by source_line`,
      [],
      desk.tenantId,
    )
    const each = {
      source: 'stock_count',
      id: `${id}`,
      no: name.countNo,
      flow: 'count_up',
      actor: desk.person.id,
    }
    expect(flows).toEqual([1, 2, 3].map((line) => ({ ...each, line })))
  })

  test('knows of each entry who made it and what the ledger said then, and nothing once it is undone', async () => {
    const desk = await aDesk()
    const other = await aPerson(server, desk.tenantId)
    const second = await aSession(server, desk.tenantId, other.id)
    const bolts = await desk.batch('BOLT')
    await desk.move({ flow: 'receive', batchId: bolts, onHand: 10 })
    const id = await start(desk)
    const enter = (quantity: number | null, as?: string) =>
      desk.send(enterCount, { id, locationCode: 'A-01', code: 'BOLT', quantity }, as)
    const stored = async () => {
      const [line] = await server.owner<{ at: Date | null }>(
        `select counted::int, counted_before::int as before, on_hand_then::int as on_hand, seqs_then as seqs, counted_by::int as by, counted_at as at
         from stock_count_lines where count_id = $1`,
        [id],
        desk.tenantId,
      )
      return line
    }
    const stockId = await desk.stockId('A-01')
    await enter(9)
    const first = await stored()
    expect(first).toMatchObject({
      counted: 9,
      before: null,
      on_hand: 10,
      seqs: { [stockId]: 1 },
      by: desk.person.id,
    })
    await desk.move({ flow: 'receive', batchId: bolts, onHand: 5 })
    await enter(14, second)
    const again = await stored()
    expect(again).toMatchObject({ counted: 14, before: 9, on_hand: 15, seqs: { [stockId]: 2 }, by: other.id })
    expect(again?.at?.getTime()).toBeGreaterThan(first?.at?.getTime() ?? 0)
    const nothing = { counted: null, on_hand: null, seqs: null, by: null, at: null }
    await enter(null)
    expect(await stored()).toEqual({ ...nothing, before: 14 })
    await enter(12)
    await desk.send(submitCount, { id })
    await desk.send(recountLines, { id, lines: [] })
    expect(await stored()).toEqual({ ...nothing, before: 12 })
  })

  test('is submitted by one of two at once', async () => {
    const desk = await aDesk()
    await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 10 })
    const id = await start(desk)
    await desk.send(enterCount, { id, locationCode: 'A-01', code: 'BOLT', quantity: 9 })
    const both = await desk.write(async (tx) => {
      await sql`select 1 from stock_counts where id = ${id} for no key update`.execute(tx)
      const submits = [1, 2].map(() => desk.send(submitCount, { id }))
      await untilLockWaits(server, 2)
      return submits
    })
    const answers = await Promise.all(both)
    expect(answers.map(({ data }) => data)).toEqual(
      expect.arrayContaining([{ differing: 1 }, expect.objectContaining({ kind: 'moved_on' })]),
    )
  })

  test('names ten lines that other documents have corrected since', async () => {
    const desk = await aDesk()
    const bolts = await desk.batch('BOLT')
    const bins = await server.owner<{ id: string }>(
      `insert into locations (tenant_id, location_code, zone_id, purpose, mix_customer)
       select tenant_id, 'X-' || n, zone_id, 'storage', true from locations, generate_series(10, 20) n
       where location_code = 'A-01' returning id`,
      [],
      desk.tenantId,
    )
    for (const { id } of bins)
      await desk.move({ flow: 'receive', batchId: bolts, onHand: 5, locationId: Number(id) })
    const scope = { zoneId: null, customerId: null, sku: null, locationCodes: [], isBlind: false }
    const { id } = await desk.done(createCount, scope)
    for (let n = 10; n <= 20; n++)
      await desk.done(enterCount, { id, locationCode: `X-${n}`, code: 'BOLT', quantity: 4 })
    await desk.done(submitCount, { id })
    const stock = await desk.rows<PlaceStockRow>(stockByPlace, { size: 50 })
    const adjust = (rows: typeof stock, quantity: number) =>
      desk.done(adjustStock, {
        lines: rows.map((row) => ({ stockId: row.id, quantity })),
        reason: 'lost',
      })
    const { documentNo } = await adjust(stock.slice(0, 10), -1)
    const refused = async () => (await desk.send(approveCount, { id })).message
    expect(await refused()).toContain(`X-18 BOLT (${documentNo}), X-19 BOLT (${documentNo}). Select`)
    await adjust(stock.slice(10), 1)
    expect(await refused()).toContain(`X-18 BOLT (${documentNo}), X-19 BOLT (${documentNo}), …. Select`)
  })
})

describe('the nightly check', () => {
  test.each([
    ['I-01', 'update stock set on_hand = on_hand + 1'],
    ['I-02', 'update stock_flows set on_hand_after = on_hand_after + 1'],
    ['I-04', 'update stock set allocated = 1; update stock_flows set d_allocated = 1, allocated_after = 1'],
  ])(
    '%s blocks the row concerned, notifies the managers, and is unblocked with a reason',
    async (code, sabotage) => {
      const desk = await aDesk()
      const [wrong, right] = [await desk.batch('BOLT'), await desk.batch('NUT')]
      await desk.move({ flow: 'receive', batchId: wrong, onHand: 3 })
      const stockId = await desk.stockId('A-01')
      await server.owner('alter table stock_flows drop constraint if exists flow_moves_what_it_says')
      for (const statement of sabotage.split('; '))
        await server.owner(
          `${statement} where ${statement.includes('flows') ? 'stock_id' : 'id'} = $1`,
          [stockId],
          desk.tenantId,
        )
      await desk.move({ flow: 'receive', batchId: right, onHand: 3 })
      await atNight(server, 'check_books_of_company', { tenantId: desk.tenantId })
      expect(await desk.rows(stockByPlace, { warn: 'blocked' })).toMatchObject([{ id: stockId, sku: 'BOLT' }])
      const { data } = await desk.send(homeFigures, {})
      expect(data).toMatchObject({ books: { codes: expect.arrayContaining([code]) } })
      const stuck = await desk.send(adjustStock, { lines: [{ stockId, quantity: 1 }], reason: 'x' })
      expect(stuck.message).toContain('doesn’t match its movements')
      await desk.move({ flow: 'receive', batchId: right, onHand: 1 })
      const freed = await desk.send(unblockStock, { ids: [stockId], reason: 'counted by hand' })
      expect(freed).toMatchObject({ data: { ok: 1, failed: [] } })
      const auditLog = await server.owner(
        `select before, after, reason from audit_log where action = 'unblock'`,
        [],
        desk.tenantId,
      )
      expect(auditLog).toMatchObject([
        { before: { blockedBecause: expect.any(String) }, reason: 'counted by hand' },
      ])
      expect(await desk.send(unblockStock, { ids: [stockId], reason: 'again' })).toMatchObject({
        data: { ok: 0, failed: [{ reason: 'This stock is not blocked' }] },
      })
    },
  )

  test('reports nothing for untouched ledgers', async () => {
    const desk = await aDesk()
    const bolts = await desk.batch('BOLT')
    await desk.move({ flow: 'receive', batchId: bolts, onHand: 3 })
    await atNight(server, 'check_books_of_company', { tenantId: desk.tenantId })
    const { data } = await desk.send(homeFigures, {})
    const { books } = data as { books: { codes: string[]; checkedAt: string } }
    expect(books.codes.filter((code) => code.startsWith('I-'))).toEqual([])
    expect(books.checkedAt).toEqual(expect.any(String))
  })
})

describe('several lines at once', () => {
  test('one line that cannot be moved stops the others, and the reason is that line’s', async () => {
    const desk = await aDesk()
    await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 3 })
    await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 3 }, 'A-02')
    await desk.move(
      { flow: 'receive', batchId: await desk.batch('NUT'), onHand: 3, quality: 'defective' },
      'D-01',
    )
    await desk.move(
      { flow: 'receive', batchId: await desk.batch('NUT', { putawayDate: null }), onHand: 3 },
      'RECV',
    )
    const move = async (from: string[], toLocationCode: string) => {
      const lines = []
      for (const place of from) lines.push({ stockId: await desk.stockId(place), quantity: 1 })
      const { data } = await desk.send(moveStock, { lines, toLocationCode })
      return (data as { fields?: { path: string; message: string }[] }).fields?.[0]
    }
    expect(await move(['A-01', 'A-02'], 'A-02')).toMatchObject({
      message: 'The goods are already in this bin',
    })
    expect(await move(['A-01', 'D-01'], 'A-03')).toMatchObject({ path: 'reason' })
    expect(await move(['A-01', 'RECV'], 'A-03')).toMatchObject({ path: 'toLocationCode' })
    expect(await desk.rows(stockByPlace, { location: 'A-03' })).toEqual([])
  })

  test('goods of both qualities are moved by one document, each as what it is, and pending ones within receiving', async () => {
    const desk = await aDesk()
    await server.owner(
      `insert into locations (tenant_id, location_code, zone_id, purpose, mix_customer)
       select tenant_id, 'RECV-2', zone_id, 'receiving', true from locations where location_code = 'RECV'`,
      [],
      desk.tenantId,
    )
    const [bolts, nuts] = [await desk.batch('BOLT'), await desk.batch('NUT')]
    await desk.move({ flow: 'receive', batchId: bolts, onHand: 3 })
    await desk.move({ flow: 'receive', batchId: nuts, onHand: 3, quality: 'defective' }, 'D-01')
    const pending = await desk.batch('NUT', { putawayDate: null })
    await desk.move({ flow: 'receive', batchId: pending, onHand: 3 }, 'RECV')
    const lines = [
      { stockId: await desk.stockId('A-01'), quantity: 1 },
      { stockId: await desk.stockId('D-01'), quantity: 2 },
    ]
    const { documentNo } = await desk.done(moveStock, { lines, toLocationCode: 'A-03', reason: 'repaired' })
    expect(documentNo).toMatch(/^QC/)
    const flows = await desk.rows<{ [key: string]: unknown }>(listFlows, { sourceNo: documentNo })
    expect(
      flows
        .map((flow) =>
          ['flowType', 'sku', 'locationCode', 'quality', 'change'].map((key) => flow[key]).join(' '),
        )
        .sort(),
    ).toEqual([
      'move_in BOLT A-03 good 1',
      'move_out BOLT A-01 good -1',
      'quality_in NUT A-03 good 2',
      'quality_out NUT D-01 defective -2',
    ])
    const waiting = [{ stockId: await desk.stockId('RECV'), quantity: 3 }]
    await desk.done(moveStock, { lines: waiting, toLocationCode: 'RECV-2' })
    expect(await desk.rows(stockByPlace, { location: 'RECV-2' })).toMatchObject([
      { onHand: 3, putawayDate: null },
    ])
  })

  test('stock that is not blocked, or not there, is named beside what was let go', async () => {
    const desk = await aDesk()
    await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 3 })
    await desk.move({ flow: 'receive', batchId: await desk.batch('NUT'), onHand: 3 }, 'A-02')
    const [blocked, free] = [await desk.stockId('A-01'), await desk.stockId('A-02')]
    await server.owner(`update stock set blocked_because = 'I-01' where id = $1`, [blocked], desk.tenantId)
    const { data } = await desk.send(unblockStock, { ids: [free, blocked, 999_999], reason: 'checked' })
    expect(data).toEqual({
      ok: 1,
      failed: [
        { id: free, no: 'A-02', reason: 'This stock is not blocked' },
        { id: 999_999, no: '999999', reason: 'Stock not found' },
      ],
    })
    const trail = await server.owner(
      `select object_no, before, after, reason from audit_log where action = 'unblock'`,
      [],
      desk.tenantId,
    )
    expect(trail).toEqual([
      {
        object_no: 'A-01',
        before: { blockedBecause: 'I-01' },
        after: { blockedBecause: null },
        reason: 'checked',
      },
    ])
    const events = await server.owner(
      `select kind, object_type as type, object_id as id from events where kind like '%blocked%'`,
      [],
      desk.tenantId,
    )
    expect(events).toEqual([{ kind: 'stock.unblocked', type: 'stock', id: `${blocked}` }])
  })
})

describe('counts at their edges', () => {
  const scope = { zoneId: null, customerId: null, sku: null, locationCodes: [] as string[], isBlind: false }
  const begin = async (
    desk: Awaited<ReturnType<typeof aDesk>>,
    over: Partial<SentTo<typeof createCount>> = {},
  ) => {
    const { data, message } = await desk.send(createCount, { ...scope, ...over })
    const { id, fields } = data as { id?: number; fields?: { path: string }[] }
    return { id: id ?? 0, path: fields?.[0]?.path, message }
  }

  test('name what they cannot be about, and lines stand in the pick sequence', async () => {
    const desk = await aDesk()
    await desk.move({ flow: 'receive', batchId: await desk.batch('BOLT'), onHand: 3 })
    await desk.move({ flow: 'receive', batchId: await desk.batch('NUT'), onHand: 3 }, 'A-02')
    await server.owner(
      `update locations set route_seq = case location_code when 'A-02' then 1 else 2 end`,
      [],
      desk.tenantId,
    )
    const [ids] = await server.owner<{ acme: string; other: string; bad: string }>(
      `select (select id from customers where customer_code = 'ACME') as acme,
         (select id from customers where customer_code = 'OTHER') as other,
         (select id from location_zones where zone_code = 'BAD') as bad`,
      [],
      desk.tenantId,
    )
    expect((await begin(desk, { zoneId: 999_999 })).path).toBe('zoneId')
    expect((await begin(desk, { customerId: 999_999 })).path).toBe('customerId')
    expect((await begin(desk, { locationCodes: ['A-01', 'NOWHERE'] })).path).toBe('locationCodes')
    expect((await begin(desk, { sku: 'BOLT' })).path).toBe('customerId')
    expect((await begin(desk, { sku: 'GLUE', customerId: Number(ids?.acme) })).path).toBe('sku')
    expect((await begin(desk, { sku: 'SCREW', customerId: Number(ids?.acme) })).path).toBe('sku')
    // A customer who has nothing has nothing to count; an empty zone or bin can be counted.
    expect((await begin(desk, { customerId: Number(ids?.other) })).id).toBe(0)
    expect((await begin(desk, { zoneId: Number(ids?.bad) })).id).toBeGreaterThan(0)
    expect((await begin(desk, { locationCodes: ['a-03', 'A-03'] })).id).toBeGreaterThan(0)
    const { id: ofNuts } = await begin(desk, { sku: 'ｎｕｔ', customerId: Number(ids?.acme) })
    expect((await desk.send(getCount, { id: ofNuts })).data).toMatchObject({ sku: 'NUT', lines: 1 })
    const { id } = await begin(desk)
    const { items } = await desk.done(getCount, { id })
    expect(items.map(({ line, locationCode }) => [line, locationCode])).toEqual([
      [1, 'A-02'],
      [2, 'A-01'],
    ])
    expect((await desk.send(recountLines, { id, lines: [9] })).success).toBe(false)
    expect(
      (await desk.send(enterCount, { id: 999_999, locationCode: 'A-01', code: 'BOLT', quantity: 1 })).data,
    ).toMatchObject({
      kind: 'not_found',
    })
  })

  test('have at most five thousand lines', async () => {
    const desk = await aDesk()
    const batchId = await desk.batch('BOLT')
    await server.owner(
      `with made as (
         insert into locations (tenant_id, location_code, zone_id, purpose)
         select z.tenant_id, 'X-' || n, z.id, 'storage' from location_zones z, generate_series(1, 5001) n
         where z.zone_code = 'GOOD' returning tenant_id, id)
       insert into stock (tenant_id, location_id, customer_id, product_id, batch_id, quality, on_hand)
       select m.tenant_id, m.id, b.customer_id, b.product_id, b.id, 'good', 1 from made m join batches b on b.id = $1`,
      [batchId],
      desk.tenantId,
    )
    await server.owner('analyze stock, locations', [], desk.tenantId)
    expect((await begin(desk)).message).toContain('5000')
    await server.owner(
      `update stock set on_hand = 0 where id = (select min(id) from stock)`,
      [],
      desk.tenantId,
    )
    const { id } = await begin(desk)
    expect((await desk.done(getCount, { id })).items).toHaveLength(5000)
  })

  test('are listed by number, status and order, with what differs of each once it may be known', async () => {
    const desk = await aDesk()
    await server.owner(`update products set declared_value = 2, declared_currency = 'USD'`, [], desk.tenantId)
    for (const sku of ['BOLT', 'NUT'])
      await desk.move({ flow: 'receive', batchId: await desk.batch(sku), onHand: 10 })
    const [open, blind, gone] = [
      (await begin(desk)).id,
      (await begin(desk, { isBlind: true })).id,
      (await begin(desk)).id,
    ]
    for (const id of [open, blind]) {
      await desk.send(enterCount, { id, locationCode: 'A-01', code: 'BOLT', quantity: 10 })
      await desk.send(enterCount, { id, locationCode: 'A-01', code: 'NUT', quantity: 7 })
    }
    expect(await desk.send(voidCount, { id: gone })).toMatchObject({ success: true })
    const listed = async (input: object) =>
      (await desk.rows<{ id: number }>(listCounts, input)).map(({ id }) => id)
    expect(await listed({})).toEqual([gone, blind, open])
    expect(await listed({ order: 'asc' })).toEqual([open, blind, gone])
    expect(await listed({ status: 'voided' })).toEqual([gone])
    expect(await listed({ order: 'asc', size: 2, page: 2 })).toEqual([gone])
    const figures = async (id: number) => {
      const { differing, difference, value } = await desk.done(getCount, { id })
      return [differing, difference, value]
    }
    expect([await figures(open), await figures(blind)]).toEqual([
      [1, -3, '-6.00'],
      [null, null, null],
    ])
    await desk.send(submitCount, { id: blind })
    expect(await figures(blind)).toEqual([1, -3, '-6.00'])
    const { countNo } = await desk.done(getCount, { id: blind })
    for (const search of [countNo, countNo.toLowerCase(), countNo.slice(-4)])
      expect(await listed({ search })).toEqual([blind])
    expect(await listed({ search: countNo, status: 'voided' })).toEqual([])
    await server.owner('update stock_counts set created_at = now()', [], desk.tenantId)
    expect([await listed({}), await listed({ order: 'asc' })]).toEqual([
      [gone, blind, open],
      [open, blind, gone],
    ])
    const closed = await server.owner(
      'select status, closed_by is not null as is_closed from stock_counts order by id',
      [],
      desk.tenantId,
    )
    expect(closed).toEqual([
      { status: 'open', is_closed: false },
      { status: 'review', is_closed: false },
      { status: 'voided', is_closed: true },
    ])
    const [trail] = await server.owner<object>(
      `select action, before, after from audit_log where action = 'count_void'`,
      [],
      desk.tenantId,
    )
    expect(trail).toEqual({ action: 'count_void', before: { status: 'open' }, after: { status: 'voided' } })
  })

  test('undoing an entry changes its bin only, and goods no longer in stock leave no line', async () => {
    const desk = await aDesk()
    const [bolts, nuts] = [await desk.batch('BOLT'), await desk.batch('NUT')]
    await desk.move({ flow: 'receive', batchId: bolts, onHand: 3 })
    await desk.move({ flow: 'receive', batchId: bolts, onHand: 3 }, 'A-02')
    await desk.move({ flow: 'receive', batchId: nuts, onHand: 3 })
    await desk.move({ flow: 'adjust_down', batchId: nuts, onHand: -3 })
    const { id } = await begin(desk)
    expect((await desk.send(getCount, { id })).data).toMatchObject({ lines: 2 })
    const enter = (locationCode: string, code: string, quantity: number | null) =>
      desk.send(enterCount, { id, locationCode, code, quantity, isOngoing: true })
    for (const [place, sku] of [
      ['A-01', 'BOLT'],
      ['A-02', 'BOLT'],
      ['A-01', 'NUT'],
    ] as const)
      await enter(place, sku, 2)
    await enter('A-01', 'BOLT', null)
    await enter('A-01', 'NUT', null)
    const { items } = await desk.done(getCount, { id })
    expect(items.map(({ locationCode, sku, counted }) => [locationCode, sku, counted])).toEqual([
      ['A-01', 'BOLT', null],
      ['A-02', 'BOLT', 2],
    ])
  })
})
