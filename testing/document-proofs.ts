import { expect } from 'vitest'
import type { Tx } from '../platform/database/server/db.ts'
import * as calls from '../receiving/scanning/contract.ts'
import { receive } from '../receiving/server/receive.ts'
import { atOnce, broken, isRefusal, type Proofs, refusedToServer, say } from './server-ground.ts'
import { aStore } from './stock-builders.ts'
import { aBusyStore, doing } from './stock-work.ts'

/** What the documents behind the ledger guarantee: inbound orders, receipts, allocations, counts. */
export const documentProofs = {
  'an allocation is neither changed nor restored once it is released': async (ground) => {
    const store = await aBusyStore(ground)
    await refusedToServer(
      store,
      ['update allocations set quantity = quantity + 1'],
      broken('allocation_kept'),
    )
    await store.write((tx) => doing('release')(tx, store))
    await refusedToServer(store, [`update allocations set status = 'open'`], broken('state_step'))
  },
  'an allocation has at least one piece': async (ground) => {
    const store = await aBusyStore(ground)
    const none = `insert into allocations (tenant_id, stock_id, demand_type, demand_id, demand_line, demand_no, quantity)
      values (${store.tenantId}, ${store.stockId}, 'order', 9, 1, 'OB-9', 0)`
    await refusedToServer(store, [none], { code: '23514' })
  },
  'an allocation is released once, by concurrent callers too': async (ground) => {
    const store = await aBusyStore(ground)
    const takeBack = (tx: Tx) => doing('release')(tx, store)
    const { first, second } = await atOnce(ground, store, [takeBack, takeBack])
    expect([first, second]).toEqual([{ value: 1 }, { value: 0 }])
  },
  'stock, flows and document quantities change only by a posting': async (ground) => {
    const store = await aBusyStore(ground)
    await refusedToServer(
      store,
      [
        'update stock set on_hand = on_hand + 1',
        'insert into stock (tenant_id, location_id, customer_id, product_id, batch_id, quality) select tenant_id, location_id, customer_id, product_id, batch_id, quality from stock',
        'delete from stock',
        'update stock_flows set d_on_hand = 0',
        'insert into stock_flows (tenant_id) select tenant_id from stock_flows',
        'delete from stock_flows',
        'truncate stock_flows',
        'update batches set putaway_date = now()',
        'update receipt_lines set quantity = 1',
        'delete from receipts',
        'update putaway_lines set quantity = 1',
        'update stock_documents set reason = null',
      ],
      { code: '42501' },
    )
  },
  'a company sees nothing of another’s goods': async (ground) => {
    const store = await aBusyStore(ground)
    const other = await aStore(ground)
    const tables = [
      'stock',
      'stock_flows',
      'batches',
      'allocations',
      'receipts',
      'receipt_lines',
      'stock_counts',
    ]
    for (const table of tables) {
      const look = `select 1 from ${table} where tenant_id = ${store.tenantId}`
      const seen = await other.write(say(look))
      expect([table, seen.rows, await ground.owner(look, [], other.tenantId)]).toEqual([table, [], []])
    }
  },
  'an inbound order makes no transition outside its state machine': async (ground) => {
    const store = await aBusyStore(ground)
    await refusedToServer(
      store,
      [`update inbounds set status = 'voided', arrived_at = null, arrived_by = null`],
      broken('state_step'),
    )
    await refusedToServer(store, [`update inbounds set inbound_type = 'return'`], broken('inbound_kept'))
  },
  'an arrival has its time and user': async (ground) => {
    const store = await aBusyStore(ground)
    await refusedToServer(
      store,
      ['update inbounds set arrived_at = null', 'update inbounds set arrived_by = null'],
      broken('inbound_says_when'),
    )
  },
  'an undone receipt has its user': async (ground) => {
    const store = await aBusyStore(ground)
    await refusedToServer(
      store,
      ['update receipts set cancelled_at = now()'],
      broken('cancelled_by_somebody'),
    )
  },
  'no received quantity is negative': async (ground) => {
    const store = await aBusyStore(ground)
    await refusedToServer(store, ['update inbound_lines set good = -1'], { code: '23514' })
  },
  'no number is issued twice': async (ground) => {
    const store = await aBusyStore(ground)
    await store.write((tx) => doing('adjust')(tx, store))
    const again = (table: string, no: string, columns: string) =>
      `insert into ${table} (tenant_id, ${no}, ${columns}) select tenant_id, ${no}, ${columns} from ${table}`
    for (const [statement, constraint] of [
      [again('receipts', 'receipt_no', 'inbound_id, mode, created_by'), 'receipt_no_taken'],
      [again('stock_documents', 'document_no', 'kind, reason, created_by'), 'stock_document_no_taken'],
      [again('stock_counts', 'count_no', 'is_blind, created_by'), 'count_no_taken'],
      [
        again('inbounds', 'inbound_no', 'customer_id, inbound_type, search_line, created_by'),
        'inbound_no_taken',
      ],
    ] as const)
      await refusedToServer(store, [statement], broken(constraint))
  },
  'a stock change has its reason': async (ground) => {
    const store = await aBusyStore(ground)
    const silent = `insert into stock_documents (tenant_id, document_no, kind, created_by)
      values (${store.tenantId}, 'AJ260101-00009', 'adjust', ${store.who.accountId})`
    await refusedToServer(store, [silent], broken('change_has_reason'))
  },
  'a document is charged once, and its billing facts are not changed': async (ground) => {
    const store = await aBusyStore(ground)
    const event = `insert into billable_events (tenant_id, kind, source_id, source_no, customer_id, charge_date, facts_version, facts)
      select tenant_id, 'inbound', id, inbound_no, customer_id, now(), 1, '{"postcode": "90210", "pieces": 2}' from inbounds`
    await store.write(say(event))
    await refusedToServer(store, [event], broken('billable_once'))
    await refusedToServer(
      store,
      [
        `update billable_events set facts = '{"pieces": 1}'`,
        `update billable_events set facts = '{"postcode": "902", "pieces": 2}'`,
        'update billable_events set charge_date = charge_date + 1',
      ],
      broken('billable_kept'),
    )
    // It is deleted with the other data of a recipient.
    await store.write(say(`update billable_events set facts = facts - 'postcode'`))
  },
  'of two concurrent receipts the second sees what the first received': async (ground) => {
    const store = await aBusyStore(ground)
    const take = (tx: Tx) =>
      receive(
        tx,
        store.who,
        calls.receive.input.parse({ inboundId: store.inboundId, ...store.goods(20, 'A-01') }),
      )
    const { second } = await atOnce(ground, store, [take, take])
    expect(second).toEqual(isRefusal)
  },
  'a count is posted once, by concurrent approvers too': async (ground) => {
    const store = await aBusyStore(ground)
    const book = (tx: Tx) => doing('count')(tx, store)
    const { first, second } = await atOnce(ground, store, [book, book])
    expect([first, second]).toEqual([{ value: { posted: 2 } }, isRefusal])
  },
} satisfies Proofs
