import { expect, test } from 'vitest'
import type { Call, SentTo } from '../../../platform/calls/call.ts'
import { allocateOne } from '../../../testing/allocate-one.ts'
import { aStore } from '../../../testing/stock-builders.ts'
import { doneWith, startTestServer } from '../../../testing/test-server.ts'
import {
  approveCount,
  createCount,
  enterCount,
  getCount,
  recountLines,
  submitCount,
} from '../../counts/contract.ts'
import { editLocation, getLocation } from '../../locations/contract.ts'
import {
  getStockPlace,
  listFlows,
  moveStock,
  stockByBatch,
  stockByPlace,
  stockBySku,
  stockChoices,
  stockPromises,
} from '../contract.ts'
import { release } from './allocate.ts'
import { adjustmentsFromSheet } from './import-adjustments.ts'
import { post } from './ledger.ts'

const server = await startTestServer()

async function aDesk() {
  const store = await aStore(server)
  const send = <C extends Call>(call: C, input: SentTo<C>) => server.send(call, input, store)
  return { ...store, send, done: doneWith(send) }
}
type Desk = Awaited<ReturnType<typeof aDesk>>

/** Bolts in two bins, damaged bolts, nuts, and screws of another customer. */
async function filled() {
  const desk = await aDesk()
  const [old, young, nuts, screws] = [
    await desk.batch('BOLT', { putawayDate: '2026-01-01' }),
    await desk.batch('BOLT', { putawayDate: '2026-02-01', expiryDate: '2027-12-31' }),
    await desk.batch('NUT'),
    await desk.batch('SCREW'),
  ]
  await desk.move({ flow: 'receive', batchId: old, onHand: 5 }, 'A-01')
  await desk.move({ flow: 'receive', batchId: young, onHand: 3 }, 'A-02')
  await desk.move({ flow: 'receive', batchId: old, onHand: 1, quality: 'defective' }, 'D-01')
  await desk.move({ flow: 'receive', batchId: nuts, onHand: 2 }, 'A-01')
  await desk.move({ flow: 'receive', batchId: screws, onHand: 7 }, 'A-02')
  await desk.move({ flow: 'adjust_down', batchId: nuts, onHand: -2 }, 'A-01')
  return { ...desk, old, young, nuts, screws }
}
const customerOf = async (desk: Desk, code: string) => {
  const [row] = await server.owner<{ id: string }>(
    'select id from customers where tenant_id = $1 and customer_code = $2',
    [desk.tenantId, code],
    desk.tenantId,
  )
  return Number(row?.id)
}

test('every filter of the stock by bin narrows it as stated', async () => {
  const desk = await filled()
  const places = async (filters: SentTo<typeof stockByPlace>) => {
    const { rows, total } = await desk.done(stockByPlace, filters)
    expect(total).toBe(rows.length)
    return rows.map(({ sku, locationCode, onHand }) => `${sku} ${locationCode} ${onHand}`)
  }
  const every = ['BOLT A-01 5', 'BOLT A-02 3', 'SCREW A-02 7', 'BOLT D-01 1']
  expect(await places({})).toEqual(every)
  expect(await places({ withZero: '1' })).toHaveLength(every.length + 1)
  const { rows: gone } = await desk.done(stockByPlace, { withZero: '1', search: 'nut' })
  expect(gone).toMatchObject([{ onHand: 0, age: null }])
  expect((await desk.done(getStockPlace, { id: gone[0]?.id ?? 0 })).onHand).toBe(0)
  expect((await desk.send(getStockPlace, { id: 999_999 })).data).toMatchObject({ kind: 'not_found' })
  expect(await places({ location: '-02' })).toEqual(['BOLT A-02 3', 'SCREW A-02 7'])
  expect(await places({ ofBatchId: desk.nuts, withZero: '1', minAge: 1 })).toEqual(['NUT A-01 0'])
  expect(await places({ quality: 'defective' })).toEqual(['BOLT D-01 1'])
  expect(await places({ location: 'a-0' })).toEqual(every.slice(0, 3))
  expect(await places({ productId: desk.productOf('SCREW') })).toEqual(['SCREW A-02 7'])
  expect(await places({ customerId: await customerOf(desk, 'OTHER') })).toEqual(['SCREW A-02 7'])
  expect(await places({ ofBatchId: desk.old })).toEqual(['BOLT A-01 5', 'BOLT D-01 1'])
  expect(await places({ search: 'bolt', sort: 'onHand', order: 'desc' })).toEqual([
    'BOLT A-01 5',
    'BOLT A-02 3',
    'BOLT D-01 1',
  ])
  expect(await places({ sort: 'sku', order: 'desc' })).toEqual([
    'SCREW A-02 7',
    'BOLT A-01 5',
    'BOLT D-01 1',
    'BOLT A-02 3',
  ])
})

test('the same filters work by SKU and by batch, and a product without stock is shown on request', async () => {
  const desk = await filled()
  const skus = async (filters: SentTo<typeof stockBySku>) => {
    const { rows, total } = await desk.done(stockBySku, filters)
    expect(total).toBe(rows.length)
    return rows.map(({ sku, onHand, available, defective }) => [sku, onHand, available, defective].join(' '))
  }
  expect(await skus({})).toEqual(['BOLT 9 8 1', 'SCREW 7 7 0'])
  expect((await skus({ withZero: '1' })).map((row) => row.split(' ')[0])).toEqual(['BOLT', 'NUT', 'SCREW'])
  expect(await skus({ sort: 'onHand' })).toEqual(['SCREW 7 7 0', 'BOLT 9 8 1'])
  // With a bin or quality filter, products without stock there are not shown.
  expect(await skus({ withZero: '1', location: 'A-02' })).toEqual(['BOLT 3 3 0', 'SCREW 7 7 0'])
  expect(await skus({ withZero: '1', quality: 'defective' })).toEqual(['BOLT 1 0 1'])
  expect(await skus({ withZero: '1', ofBatchId: desk.young })).toEqual(['BOLT 3 3 0'])
  expect(await skus({ customerId: await customerOf(desk, 'OTHER') })).toEqual(['SCREW 7 7 0'])
  expect(await skus({ productId: desk.productOf('BOLT') })).toEqual(['BOLT 9 8 1'])

  const batches = async (filters: SentTo<typeof stockByBatch>) => {
    const { rows, total } = await desk.done(stockByBatch, filters)
    expect(total).toBe(rows.length)
    return rows.map(({ id, onHand, places }) => [id, onHand, places])
  }
  expect(await batches({ search: 'bolt' })).toEqual([
    [desk.old, 6, 2],
    [desk.young, 3, 1],
  ])
  expect(await batches({ quality: 'defective' })).toEqual([[desk.old, 1, 1]])
  expect(await batches({ sort: 'onHand', order: 'desc' })).toEqual([
    [desk.screws, 7, 1],
    [desk.old, 6, 2],
    [desk.young, 3, 1],
  ])
  expect(await batches({ search: 'bolt', sort: 'onHand' })).toEqual([
    [desk.young, 3, 1],
    [desk.old, 6, 2],
  ])
  expect((await batches({ withZero: '1', sort: 'sku' })).map(([id]) => id)).toEqual([
    ...[desk.old, desk.young, desk.nuts, desk.screws],
  ])
})

test('products without any stock come first or last by their figures, and only where no filter is on stock rows', async () => {
  const desk = await filled()
  const [glue] = await server.owner<{ id: string }>(
    `insert into products (tenant_id, customer_id, sku, name_zh, search_line, warn_age_days)
     values ($1, $2, 'GLUE', '胶水', 'glue', 1) returning id`,
    [desk.tenantId, desk.customerId],
    desk.tenantId,
  )
  const skus = async (filters: SentTo<typeof stockBySku>) => {
    const { rows, total } = await desk.done(stockBySku, filters)
    expect(total).toBe(rows.length)
    return rows.map(({ sku }) => sku).join(' ')
  }
  const withZero = '1' as const
  expect(await skus({ withZero })).toBe('BOLT GLUE NUT SCREW')
  for (const [sort, asc, desc] of [
    ['onHand', 'GLUE NUT SCREW BOLT', 'BOLT SCREW NUT GLUE'],
    ['available', 'GLUE NUT SCREW BOLT', 'BOLT SCREW NUT GLUE'],
    // Of the same age, or of none, in the order in which they were created.
    ['age', 'NUT GLUE BOLT SCREW', 'BOLT SCREW NUT GLUE'],
  ] as const)
    expect([sort, await skus({ withZero, sort }), await skus({ withZero, sort, order: 'desc' })]).toEqual([
      ...[sort, asc, desc],
    ])
  for (const filter of [{ minAge: 1 }, { location: 'A-' }, { customerId: desk.customerId, minAge: 1 }])
    expect(await skus({ withZero, ...filter })).not.toContain('GLUE')
  expect(await skus({ withZero, warn: 'old' })).toBe('')
  expect(await skus({ withZero, productId: Number(glue?.id), sort: 'onHand' })).toBe('GLUE')
  expect(await skus({ withZero, customerId: await customerOf(desk, 'OTHER') })).toBe('SCREW')
  // A name is the reader's, or the other one.
  const { rows } = await desk.done(stockBySku, { withZero })
  expect(rows.map(({ productName }) => productName)).toEqual(['BOLT', '胶水', 'NUT', 'SCREW'])
  await server.owner(`update products set name_zh = '螺母' where sku = 'NUT'`, [], desk.tenantId)
  const names = async (language: string) => {
    const reader = { ...desk, headers: { 'x-language': language } }
    const answer = await server.done(stockBySku, { withZero }, reader)
    return answer.rows.map(({ productName }) => productName)
  }
  expect([await names('en_US'), await names('zh_CN')]).toEqual([
    ['BOLT', '胶水', 'NUT', 'SCREW'],
    ['BOLT', '胶水', '螺母', 'SCREW'],
  ])
})

test('every filter of the flow narrows it as stated', async () => {
  const desk = await filled()
  const flows = async (filters: SentTo<typeof listFlows>) => {
    const { rows, total } = await desk.done(listFlows, filters)
    expect(total).toBe(rows.length)
    return rows.map(({ sku, locationCode, change }) => `${sku} ${locationCode} ${change}`)
  }
  const all = await flows({})
  expect(all).toEqual([
    'NUT A-01 -2',
    'SCREW A-02 7',
    'NUT A-01 2',
    'BOLT D-01 1',
    'BOLT A-02 3',
    'BOLT A-01 5',
  ])
  expect(await flows({ order: 'asc' })).toEqual(all.toReversed())
  expect(await flows({ flowType: 'adjust_down' })).toEqual(['NUT A-01 -2'])
  expect(await flows({ productId: desk.productOf('NUT') })).toEqual(['NUT A-01 -2', 'NUT A-01 2'])
  expect(await flows({ customerId: await customerOf(desk, 'OTHER') })).toEqual(['SCREW A-02 7'])
  expect(await flows({ search: 'nut' })).toEqual(['NUT A-01 -2', 'NUT A-01 2'])
  for (const location of ['d-0', 'D-0', '-01'])
    expect(await flows({ location, productId: desk.productOf('BOLT'), flowType: 'receive' })).toContain(
      'BOLT D-01 1',
    )
  expect(await flows({ location: 'D-0' })).toEqual(['BOLT D-01 1'])
  expect(await flows({ document: 't-' })).toEqual(all)
  expect(await flows({ sourceNo: 'T-4' })).toEqual(['NUT A-01 2'])
})

test('movements of one posting stand by their stock row and in its order, each with what it changed and by whom', async () => {
  const desk = await aDesk()
  const batchId = await desk.batch('BOLT', { lot: 'L1' })
  for (const place of ['A-01', 'A-02']) await desk.move({ flow: 'receive', batchId, onHand: 5 }, place)
  const line = { sourceId: 7, sourceNo: 'DOC-7', batchId, quality: 'good' } as const
  const [first, second] = [{ locationId: desk.at('A-01') }, { locationId: desk.at('A-02') }]
  await desk.write((tx) =>
    post(tx, desk.who, { type: 'test', reason: 'because' }, [
      { ...line, ...second, line: 1, flow: 'freeze', frozen: 2 },
      { ...line, ...first, line: 2, flow: 'adjust_down', onHand: -1 },
      { ...line, ...second, line: 3, flow: 'allocate', allocated: 1 },
      { ...line, ...first, line: 4, flow: 'freeze', frozen: 3 },
      { ...line, ...second, line: 5, flow: 'ship', onHand: -1, allocated: -1 },
    ]),
  )
  const ids = await server.owner<{ id: string }>('select id from stock order by id', [], desk.tenantId)
  const keys = [3, 2].map((seq) => `${ids[0]?.id}-${seq}`)
  const others = [4, 3, 2].map((seq) => `${ids[1]?.id}-${seq}`)
  const listed = async (input: SentTo<typeof listFlows>) => (await desk.done(listFlows, input)).rows
  const rows = await listed({ sourceNo: 'DOC-7' })
  expect(rows.map(({ key }) => key)).toEqual([...others, ...keys])
  const backwards = await listed({ sourceNo: 'DOC-7', order: 'asc' })
  expect(backwards.map(({ key }) => key)).toEqual([...keys.toReversed(), ...others.toReversed()])
  const [, next] = await listed({ sourceNo: 'DOC-7', size: 2, page: 2 })
  expect(next?.key).toBe(keys[0])
  const [person] = await server.owner<{ user_name: string }>(
    'select user_name from accounts where id = $1',
    [desk.who.accountId],
    desk.tenantId,
  )
  expect(rows[0]).toEqual({
    ...{ key: others[0], at: rows[4]?.at, flowType: 'ship', sourceNo: 'DOC-7', cause: null },
    ...{ customerCode: 'ACME', sku: 'BOLT', locationCode: 'A-02', quality: 'good', lot: 'L1' },
    ...{ before: 5, change: -1, after: 4, allocatedChange: -1, frozenChange: 0 },
    ...{ userName: person?.user_name, reason: 'because' },
  })
  expect(rows.map(({ allocatedChange, frozenChange }) => [allocatedChange, frozenChange])).toEqual([
    [-1, 0],
    [1, 0],
    [0, 2],
    [0, 3],
    [0, 0],
  ])
})

test('a count covers its zone and its product, and an uncounted line is not sent back', async () => {
  const desk = await filled()
  await desk.move({ flow: 'receive', batchId: desk.nuts, onHand: 2 }, 'A-02')
  const customerId = await customerOf(desk, 'ACME')
  const zone = async (code: string) => {
    const [row] = await server.owner<{ id: string }>(
      'select id from location_zones where tenant_id = $1 and zone_code = $2',
      [desk.tenantId, code],
      desk.tenantId,
    )
    return Number(row?.id)
  }
  const start = async (scope: Partial<SentTo<typeof createCount>>) => {
    const none = { zoneId: null, customerId: null, sku: '', locationCodes: [], isBlind: false }
    return (await desk.done(createCount, { ...none, ...scope })).id
  }
  const items = async (id: number) =>
    (await desk.done(getCount, { id })).items.map(({ sku, locationCode }) => `${sku} ${locationCode}`)
  const enter = async (id: number, locationCode: string, code: string) =>
    (await desk.send(enterCount, { id, locationCode, code, quantity: 1 })).data

  const bad = await start({ zoneId: await zone('BAD') })
  expect(await items(bad)).toEqual(['BOLT D-01'])
  expect(await enter(bad, 'A-01', 'BOLT')).toMatchObject({ fields: [{ path: 'locationCode' }] })

  const bolts = await start({ customerId, sku: 'bolt' })
  expect(await items(bolts)).toEqual(['BOLT A-01', 'BOLT A-02', 'BOLT D-01'])
  expect(await enter(bolts, 'A-01', 'NUT')).toMatchObject({ fields: [{ path: 'code' }] })
  expect(await enter(bolts, 'A-01', 'BOLT')).toMatchObject({ counted: 1 })
  await desk.send(submitCount, { id: bolts })
  const lines = (await desk.done(getCount, { id: bolts })).items.map(({ line }) => line)
  expect((await desk.send(recountLines, { id: bolts, lines })).data).toEqual({ lines: 1 })
})

test('a quality change needs a reason, and pending goods are moved by their putaway', async () => {
  const desk = await filled()
  const stockAt = async (batchId: number, place: string) => {
    const [row] = await server.owner<{ id: string }>(
      'select id from stock where tenant_id = $1 and batch_id = $2 and location_id = $3',
      [desk.tenantId, batchId, desk.at(place)],
      desk.tenantId,
    )
    return Number(row?.id)
  }
  const move = async (stockId: number, toLocationCode: string, reason = '') =>
    (await desk.send(moveStock, { lines: [{ stockId, quantity: 1 }], toLocationCode, reason })).data
  const field = (path: string) => ({ fields: [{ path }] })
  const bolts = await stockAt(desk.old, 'A-01')
  expect(await move(bolts, 'D-01')).toMatchObject(field('reason'))
  expect(await move(bolts, 'D-01', 'dented')).toMatchObject({ documentNo: expect.stringMatching(/^QC/) })
  expect(await move(bolts, 'RECV')).toMatchObject(field('toLocationCode'))
  const waiting = await desk.batch('BOLT', { putawayDate: null })
  await desk.move({ flow: 'receive', batchId: waiting, onHand: 2 }, 'RECV')
  expect(await move(await stockAt(waiting, 'RECV'), 'A-01')).toMatchObject(field('toLocationCode'))
})

test('surplus pieces of a count belong to goods that were put away, not to pending ones', async () => {
  const desk = await aDesk()
  const old = await desk.batch('BOLT', { putawayDate: '2026-01-01' })
  const waiting = await desk.batch('BOLT', { putawayDate: null })
  await desk.move({ flow: 'receive', batchId: old, onHand: 1 }, 'A-02')
  await desk.move({ flow: 'receive', batchId: waiting, onHand: 1 }, 'RECV')
  const scope = { zoneId: null, customerId: null, sku: '', locationCodes: ['A-01'], isBlind: false }
  const { id } = await desk.done(createCount, scope)
  await desk.send(enterCount, { id, locationCode: 'A-01', code: 'BOLT', quantity: 1 })
  await desk.send(submitCount, { id })
  expect((await desk.send(approveCount, { id })).success).toBe(true)
  expect([(await desk.level(old))[0], (await desk.level(waiting))[0]]).toEqual([1, 0])
})

test('a bin may stay in a zone that was disabled since, but none can be moved there', async () => {
  const desk = await aDesk()
  await server.owner(
    `update location_zones set is_enabled = false where tenant_id = $1 and zone_code = 'GOOD'`,
    [desk.tenantId],
    desk.tenantId,
  )
  const edit = async (place: string, over: object) => {
    const match = await desk.done(getLocation, { id: desk.at(place) })
    const { id, rowVersion, locationCode, zoneId, purpose, pickPriority, routeSeq } = match
    const { mixSku, mixBatch, mixCustomer, length, width, height, maxWeight } = match
    const mix = { mixSku, mixBatch, mixCustomer }
    const sizes = { length, width, height, maxWeight }
    const fields = { id, rowVersion, locationCode, zoneId, purpose, pickPriority, routeSeq, ...mix, ...sizes }
    return { zoneId, answer: await desk.send(editLocation, { ...fields, ...over }) }
  }
  const good = await edit('A-01', { pickPriority: 7 })
  expect(good.answer.success).toBe(true)
  const moved = await edit('D-01', { zoneId: good.zoneId })
  expect(moved.answer.data).toMatchObject({ fields: [{ path: 'zoneId' }] })
})

test('customers and zones are offered by code, and allocations shown by stock row or product while they are open', async () => {
  const desk = await filled()
  await server.owner(
    `insert into location_zones (tenant_id, zone_code, zone_name, quality) values ($1, 'AAA', 'Zulu', 'good')`,
    [desk.tenantId],
    desk.tenantId,
  )
  await server.owner(
    `insert into customers (tenant_id, customer_code, customer_name, search_line) values ($1, 'AAA', 'Zulu', '')`,
    [desk.tenantId],
    desk.tenantId,
  )
  const { customers, zones } = await desk.done(stockChoices, {})
  expect([customers.map(({ customerCode }) => customerCode), zones.map(({ zoneName }) => zoneName)]).toEqual([
    ['AAA', 'ACME', 'OTHER'],
    ['Zulu', 'Bad', 'Good'],
  ])
  for (const [id, sku, quantity] of [
    [1, 'SCREW', 2],
    [2, 'BOLT', 6],
    [3, 'BOLT', 1],
  ] as const)
    await desk.write((tx) =>
      allocateOne(tx, desk.who, {
        type: 'order',
        id,
        no: `OB-${id}`,
        lines: [{ line: 1, productId: desk.productOf(sku), quantity }],
      }),
    )
  const promised = async (input: SentTo<typeof stockPromises>) =>
    (await desk.done(stockPromises, input)).map(
      ({ demandNo, quantity, locationCode }) => `${demandNo} ${quantity} ${locationCode}`,
    )
  const bolts = { productId: desk.productOf('BOLT') }
  // The earliest expiry is allocated first.
  expect(await promised(bolts)).toEqual(['OB-2 3 A-02', 'OB-2 3 A-01', 'OB-3 1 A-01'])
  const [shelf] = await server.owner<{ id: string }>(
    'select id from stock where batch_id = $1 and location_id = $2',
    [desk.old, desk.at('A-01')],
    desk.tenantId,
  )
  expect(await promised({ stockId: Number(shelf?.id) })).toEqual(['OB-2 3 A-01', 'OB-3 1 A-01'])
  await desk.write((tx) => release(tx, desk.who, { type: 'order', ids: [2] }))
  expect(await promised(bolts)).toEqual(['OB-3 1 A-01'])
})

test('several lines of a move return their destination rows, each with its quantity', async () => {
  const desk = await filled()
  const rows = await server.owner<{ id: string }>(
    'select id from stock where tenant_id = $1 and on_hand > 0 and location_id = any($2) order by id',
    [desk.tenantId, [desk.at('A-01'), desk.at('A-02')]],
    desk.tenantId,
  )
  const lines = rows.slice(0, 2).map((row, i) => ({ stockId: Number(row.id), quantity: i + 2 }))
  const { arrived } = await desk.done(moveStock, { lines, toLocationCode: 'A-03' })
  const there = await server.owner<{ id: string; on_hand: string }>(
    'select id, on_hand from stock where location_id = $1 order by on_hand',
    [desk.at('A-03')],
    desk.tenantId,
  )
  expect(arrived.toSorted((a, b) => a.quantity - b.quantity)).toEqual(
    there.map((row) => ({ stockId: Number(row.id), quantity: Number(row.on_hand) })),
  )
  expect(there.map((row) => Number(row.on_hand))).toEqual([2, 3])
})

test('adjustments from a spreadsheet make a document for each reason, and a date makes its own batch', async () => {
  const desk = await filled()
  const line = (rowNo: number, over: object) => ({
    rowNo,
    verdict: 'update' as const,
    value: { customerCode: 'ACME', sku: 'BOLT', locationCode: 'A-01', quantity: 1, reason: 'found', ...over },
  })
  const lines = [
    line(1, {}),
    line(2, { quantity: -1, reason: 'lost' }),
    line(3, { quantity: 2, putawayDate: '2025-05-05' }),
  ]
  const made = await desk.write((tx) => adjustmentsFromSheet.write(tx, desk.who, lines))
  const documents = await server.owner<{ id: string; reason: string }>(
    'select id, reason from stock_documents where tenant_id = $1 order by id',
    [desk.tenantId],
    desk.tenantId,
  )
  expect(documents.map(({ reason }) => reason)).toEqual(['found', 'lost'])
  const [found, lost] = documents.map(({ id }) => Number(id))
  expect(made).toEqual(
    new Map([
      [1, found],
      [2, lost],
      [3, found],
    ]),
  )
  const { rows } = await desk.done(stockByPlace, { location: 'A-01', search: 'bolt' })
  expect(rows.map(({ putawayDate, onHand }) => [putawayDate, onHand])).toEqual([
    ['2025-05-05', 2],
    ['2026-01-01', 5],
  ])
  const trail = await server.owner(
    `select action, after, reason from audit_log where object_type = 'stock_document' order by id`,
    [],
    desk.tenantId,
  )
  expect(trail).toEqual([
    { action: 'adjust', after: { lines: 2, pieces: 3 }, reason: 'found' },
    { action: 'adjust', after: { lines: 1, pieces: -1 }, reason: 'lost' },
  ])
})
