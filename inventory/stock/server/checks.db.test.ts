import type { KyselyPlugin } from 'kysely'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '../../../platform/database/server/db.ts'
import * as receiving from '../../../receiving/scanning/contract.ts'
import { putAway } from '../../../receiving/scanning/contract.ts'
import { cancelReceipt } from '../../../receiving/server/cancel.ts'
import { receivingChecks } from '../../../receiving/server/checks.ts'
import { putGoodsAway } from '../../../receiving/server/putaway.ts'
import { receive } from '../../../receiving/server/receive.ts'
import { allocateOne } from '../../../testing/allocate-one.ts'
import { codesBy, damagedBooks } from '../../../testing/books.ts'
import { aDatabase } from '../../../testing/database.ts'
import { aBusyStore, type BusyStore, doing, wrongIn } from '../../../testing/stock-work.ts'
import { release } from './allocate.ts'
import { stockChecks } from './checks.ts'
import { freezeStock, moveStock } from './moves.ts'

/** A ledger that can be corrupted, as by a database administrator. */
const scratch = await aDatabase()
for (const [table, constraint] of [
  ['stock', 'stock_not_negative'],
  ['stock', 'stock_within_on_hand'],
  ['stock_flows', 'flow_moves_what_it_says'],
  ['receipts', 'receipt_no_taken'],
])
  await scratch.owner(`alter table ${table} drop constraint ${constraint}`)
for (const table of ['allocations', 'inbounds'])
  await scratch.owner(`alter table ${table} disable trigger user`)

/** Every kind of work once, so that every check has data to corrupt. */
async function aDayOfWork(): Promise<BusyStore> {
  const store = await aBusyStore(scratch)
  for (const name of ['putaway', 'count', 'receive', 'move'] as const)
    await store.write((tx) => doing(name)(tx, store))
  // A second putaway and document, an undone receipt, and an allocation that was released.
  const { productId, inboundId, at, who } = store
  const one = putAway.input.parse({ inboundId, lines: [{ productId, quantity: 1, locationId: at('A-03') }] })
  await store.write((tx) => putGoodsAway(tx, who, one))
  await store.write(async (tx) => {
    const lines = [{ productId, good: 2, defective: 0, locationId: at('A-03') }]
    const { receiptId } = await receive(tx, who, receiving.receive.input.parse({ inboundId, lines }))
    await cancelReceipt(tx, who, { receiptId, reason: null })
  })
  await store.write((tx) =>
    freezeStock(tx, who, { lines: [{ stockId: store.stockId, quantity: 1 }], reason: 'dispute' }),
  )
  await store.write((tx) => doing('release')(tx, store))
  const ordered = { type: 'order', id: 3, no: 'OB-3', lines: [{ line: 1, productId, quantity: 1 }] }
  await store.write((tx) => allocateOne(tx, who, ordered))
  // Another one was released after its goods were picked.
  await store.write((tx) => allocateOne(tx, who, { ...ordered, id: 4, no: 'OB-4' }))
  const picked = { ids: new Set([4]), toLocationId: at('A-03') }
  await store.write((tx) => release(tx, who, { type: 'order', ids: [4] }, picked))
  // Goods that turned out damaged.
  const batchId = await store.batch('NUT')
  await store.move({ flow: 'receive', batchId, onHand: 1 }, 'A-02')
  const [shelf] = await scratch.owner<{ id: string }>(
    'select id from stock where batch_id = $1',
    [batchId],
    store.tenantId,
  )
  const damaged = [{ stockId: Number(shelf?.id), quantity: 1 }]
  await store.write((tx) => moveStock(tx, who, { lines: damaged, toLocationCode: 'D-01', reason: 'dented' }))
  return store
}

const store = await aDayOfWork()
const wrongAfter = damagedBooks(scratch, store, (tx) => wrongIn(tx, store.tenantId))
const last = '(select max(seq) from stock_flows l where l.stock_id = stock_flows.stock_id)'

const spoilings: [code: string, statement: string][] = [
  ['I-01', 'update stock set on_hand = on_hand + 1 where id = $1'],
  ['I-01', 'update stock set frozen = frozen + 1 where id = $1'],
  ['I-01', 'update stock set seq = seq + 1 where id = $1'],
  ['I-01', `delete from stock_flows where stock_id = $1 and seq = ${last}`],
  ['I-01', 'update stock_flows set d_on_hand = d_on_hand + 1 where stock_id = $1 and seq = 1'],
  ['I-01', 'update stock_flows set d_allocated = d_allocated + 1 where stock_id = $1 and seq = 1'],
  ['I-01', 'update stock_flows set d_frozen = d_frozen + 1 where stock_id = $1 and seq = 1'],
  ['I-02', 'update stock_flows set on_hand_after = on_hand_after + 1 where stock_id = $1 and seq = 1'],
  ['I-02', 'update stock_flows set allocated_after = 7 where stock_id = $1 and seq = 1'],
  ['I-02', 'update stock_flows set frozen_after = 7 where stock_id = $1 and seq = 1'],
  ['I-02', `update stock_flows set seq = seq + 5 where stock_id = $1 and seq = ${last}`],
  ['I-02', `update stock_flows set at = at - interval '1 day' where stock_id = $1 and seq = ${last}`],
  ['I-03', 'update stock set frozen = on_hand + 1 where id = $1'],
  ['I-03', 'update stock set on_hand = -1 where id = $1'],
  ['I-03', 'update stock set allocated = -1 where id = $1'],
  ['I-03', 'update stock set frozen = -1 where id = $1'],
  ['I-03', 'update stock set frozen = on_hand - allocated + 1 where id = $1'],
  ['I-04', 'update stock set allocated = allocated + 1 where id = $1'],
  ['I-04', `update allocations set status = 'released' where stock_id = $1`],
  ['I-04', 'update allocations set quantity = quantity + 1 where stock_id = $1'],
  [
    'transfers',
    `update stock_flows set d_on_hand = d_on_hand + 1 where flow_type = 'move_in' and source_id in (select source_id from stock_flows where stock_id = $1)`,
  ],
  ['transfers', `update stock_flows set d_on_hand = 1 where flow_type = 'putaway_in' and $1 > 0`],
  ['transfers', `update stock_flows set d_on_hand = 2 where flow_type = 'quality_in' and $1 > 0`],
  ['transfers', `update stock_flows set at = at + interval '1 ms' where flow_type = 'move_in' and $1 > 0`],
  ['transfers', `update stock_flows set product_id = product_id + 1 where flow_type = 'move_in' and $1 > 0`],
  ['transfers', `update stock_flows set at = at + interval '1 ms' where flow_type = 'putaway_in' and $1 > 0`],
  [
    'transfers',
    `update stock_flows set d_on_hand = 2 where flow_type = 'move_in' and source_type = 'allocation' and $1 > 0`,
  ],
  [
    'documents',
    `update stock_flows set d_on_hand = 2 where flow_type = 'move_in' and source_type = 'allocation' and $1 > 0`,
  ],
  [
    'documents',
    `update stock_flows set d_on_hand = -2 where flow_type = 'move_out' and source_type = 'allocation' and $1 > 0`,
  ],
  ['documents', `update allocations set status = 'open' where demand_no = 'OB-4' and $1 > 0`],
  ['flow rows', 'update stock_flows set product_id = product_id + 1 where stock_id = $1 and seq = 1'],
  ['flow rows', 'update stock_flows set location_id = location_id + 1 where stock_id = $1 and seq = 1'],
  ['flow rows', 'update stock_flows set customer_id = customer_id + 1 where stock_id = $1 and seq = 1'],
  ['documents', 'delete from stock_documents where $1 > 0'],
  ['documents', `update stock_documents set document_no = 'MV200101-0000' || id where $1 > 0`],
  ['documents', 'update stock_counts set count_no = count_no || 1 where $1 > 0'],
  ['documents', 'update putaway_lines set quantity = quantity + 1 where $1 > 0'],
  ['documents', 'delete from allocations where stock_id = $1'],
  ['documents', `delete from stock_flows where source_type = 'stock_document' and $1 > 0`],
  ['documents', `delete from stock_flows where flow_type = 'putaway_out' and $1 > 0`],
  ['documents', `delete from stock_flows where flow_type = 'putaway_in' and $1 > 0`],
  ['documents', 'delete from stock_documents where id = (select min(id) from stock_documents) and $1 > 0'],
  [
    'documents',
    `delete from stock_flows where source_type = 'stock_document' and source_id = (select max(id) from stock_documents) and $1 > 0`,
  ],
  [
    'documents',
    `delete from stock_flows where flow_type = 'putaway_in' and source_id = (select max(id) from putaways) and $1 > 0`,
  ],
  [
    'documents',
    `update putaway_lines set quantity = 3 where putaway_id = (select max(id) from putaways) and $1 > 0`,
  ],
  ['documents', 'update putaway_lines set line_no = line_no + 7 where $1 > 0'],
  ['documents', 'update allocations set quantity = quantity + 1 where stock_id = $1'],
  [
    'documents',
    `update stock_flows set source_id = source_id + 7 where source_type = 'stock_count' and $1 > 0`,
  ],
  ['I-28', `update receipts set receipt_no = 'RC200101-00001' where $1 > 0`],
  ['I-28', `update stock_counts set count_no = '1' where $1 > 0`],
  ['I-28', `update stock_documents set document_no = document_no || 'X' where $1 > 0`],
  ['I-28', `update inbounds set inbound_no = lower(inbound_no) where $1 > 0`],
  ['I-28', 'update inbounds set inbound_no = (select min(receipt_no) from receipts) where $1 > 0'],
  ['I-25', 'update inbound_lines set good = good + 1 where $1 > 0'],
  ['I-25', 'update inbound_lines set defective = defective + 1 where $1 > 0'],
  ['I-25', 'update receipts set cancelled_at = now(), cancelled_by = created_by where $1 > 0'],
  ['I-25', 'update receipt_lines set quantity = quantity + 1 where $1 > 0'],
  ['I-25', `update receipt_lines set quality = 'defective' where $1 > 0`],
  ['I-25', 'update receipt_lines set location_id = (select max(id) from locations) where $1 > 0'],
  ['I-25', `update stock_flows set source_line = 99 where source_type = 'receipt' and $1 > 0`],
  ['I-25', 'delete from receipt_lines where line_no = 1 and $1 > 0'],
  ['I-25', `update stock_flows set d_on_hand = d_on_hand + 1 where source_type = 'receipt' and $1 > 0`],
  [
    'billable',
    `update inbounds set status = 'complete', completed_at = now(), completed_by = created_by where $1 > 0`,
  ],
  [
    'billable',
    `insert into billable_events (tenant_id, kind, source_id, source_no, customer_id, charge_date, facts_version, facts)
     select tenant_id, 'inbound', id, inbound_no, customer_id, now(), 1, '{}' from inbounds where $1 > 0`,
  ],
]

test('a day of every kind of work leaves clean ledgers', async () => {
  expect(await wrongAfter()).toEqual([])
})

test.each(spoilings)('the check “%s” detects: %s', async (code, statement) => {
  expect(
    (await wrongAfter(statement.replaceAll('$1', `${store.stockId}`))).map((line) =>
      line.slice(0, code.length),
    ),
  ).toContain(code)
})

test('every check of stock and receiving has a test that it detects something', () => {
  const known = [...stockChecks, ...receivingChecks].map(({ code }) => code)
  expect([...new Set(spoilings.map(([code]) => code))].sort()).toEqual(known.sort())
})

describe('the checks of one company', async () => {
  const [spoilt, healthy] = [await aDayOfWork(), await aDayOfWork()]
  for (const [, statement] of spoilings)
    await scratch.owner(statement, [spoilt.stockId], spoilt.tenantId).catch(() => {})

  test('filter by it, so that they read its rows alone even without row security', async () => {
    const everything = openDatabase(scratch.at.auditor, 'auditor', { max: 1 })
    try {
      const hitsOf = (company: BusyStore) =>
        everything.read(company.tenantId, (db) => codesBy([...stockChecks, ...receivingChecks], db, company))
      expect(await hitsOf(healthy)).toEqual([])
      expect(await hitsOf(spoilt)).toEqual(expect.arrayContaining(['I-01', 'documents']))
    } finally {
      await everything.close()
    }
  })

  test('walk its own rows, however many ids other companies use in between', async () => {
    const results = async () => {
      let count = 0
      const counting: KyselyPlugin = {
        transformQuery: ({ node }) => {
          count++
          return node
        },
        transformResult: async ({ result }) => result,
      }
      await scratch.database.read(healthy.tenantId, async (db) => {
        for (const { hits } of [...stockChecks, ...receivingChecks])
          await hits(db.withPlugin(counting), healthy.tenantId)
      })
      return count
    }
    const before = await results()
    for (const table of ['stock', 'stock_documents', 'putaways', 'inbounds', 'inbound_lines', 'receipts'])
      await scratch.owner(`select setval(pg_get_serial_sequence('wms.${table}', 'id'), 900000000)`)
    for (const name of ['receive', 'move'] as const) await healthy.write((tx) => doing(name)(tx, healthy))
    expect(await results()).toBe(before)
  })
})
