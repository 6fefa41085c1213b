import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { post } from '../../../inventory/stock/server/ledger.ts'
import type { Tx } from '../../../platform/database/server/db.ts'
import { deadlocksOf, LOCK_NOT_AVAILABLE } from '../../../testing/deadlocks.ts'
import { locksInOrder, withoutIndexes } from '../../../testing/lock-order.ts'
import { untilLockWaits } from '../../../testing/lock-waits.ts'
import { aLedger, type TestLedger } from '../../../testing/money-builders.ts'
import { chance } from '../../../testing/random.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { consumeHolds, holdMoney, releaseHolds } from './holds.ts'
import { lockAccounts, postMoney } from './ledger.ts'

const server = await startTestServer()

/** Which accounts are not locked, seen from another connection. */
const free = async ({ asOwner }: TestLedger) =>
  (
    await asOwner<{ id: string }>(
      'select customer_id as id from customer_accounts order by customer_id for no key update skip locked',
    )
  ).map(({ id }) => Number(id))

/** What is free while work waits for one account that another transaction has locked. */
async function whileWaiting(ledger: TestLedger, blocked: number, work: (tx: Tx) => Promise<unknown>) {
  let waiting: Promise<unknown> = Promise.resolve()
  const seen = await ledger.write(async (tx) => {
    await lockAccounts(tx, [blocked])
    waiting = ledger.write(work)
    await untilLockWaits(server)
    return free(ledger)
  })
  await waiting
  return seen
}

describe('accounts are locked in customer order', () => {
  test('whatever order the lines of a posting have', async () => {
    const ledger = await aLedger(server)
    const { customerId, otherId, line, who } = ledger
    const [low, high] = [Math.min(customerId, otherId), Math.max(customerId, otherId)]
    const both = [high, low].map((id) => line({ type: 'in', amount: '1.00', customerId: id }))
    // It waits for the first account before it takes the second.
    expect(await whileWaiting(ledger, low, (tx) => postMoney(tx, who, both))).toEqual([high])
    const again = [low, high].map((id) => line({ type: 'in', amount: '1.00', customerId: id }))
    expect(await whileWaiting(ledger, high, (tx) => postMoney(tx, who, again))).toEqual([])
  })

  test('by holds, releases and charges over several customers', async () => {
    const ledger = await aLedger(server)
    const { customerId, otherId, who } = ledger
    const [low, high] = [Math.min(customerId, otherId), Math.max(customerId, otherId)]
    const wanted = [high, low].map((id, i) => ({
      customerId: id,
      sourceId: i + 1,
      sourceNo: 'X',
      amount: '1.00',
    }))
    const waits = (work: (tx: Tx) => Promise<unknown>) => whileWaiting(ledger, low, work)
    expect(await waits((tx) => holdMoney(tx, who, 'order', wanted))).toEqual([high])
    expect(await waits((tx) => releaseHolds(tx, who, 'order', [1, 2]))).toEqual([high])
    await ledger.write((tx) => holdMoney(tx, who, 'order', wanted.slice(0, 1)))
    // The hold is the second customer's, the charge the first one's.
    const charge = {
      sourceType: 'fee',
      sourceId: 1,
      sourceNo: 'X',
      business: 'manual_fee',
      customerId: low,
      amount: '1.00',
    } as const
    expect(await waits((tx) => consumeHolds(tx, who, 'order', [1], [charge]))).toEqual([high])
  })

  test('wherever they and their customers are stored', async () => {
    const ledger = await aLedger(server)
    const [low = 0, high = 0] = [ledger.customerId, ledger.otherId].toSorted((a, b) => a - b)
    const work = (tx: Tx) => lockAccounts(tx, [high, low])
    expect(await locksInOrder(server, ledger, 'customers', [low, high], work)).toBe(true)
    await ledger.asOwner('update customer_accounts set tenant_id = tenant_id where customer_id = $1', [low])
    const withScans = async (tx: Tx) => {
      await withoutIndexes(tx)
      await work(tx)
    }
    expect(await whileWaiting(ledger, low, withScans)).toEqual([high])
  })

  test('by a change of several credit limits', async () => {
    const ledger = await aLedger(server)
    const low = Math.min(ledger.customerId, ledger.otherId)
    const seen = whileWaiting(ledger, low, (tx) =>
      sql`update customers set credit_limit = 5 where tenant_id = ${ledger.tenantId}`.execute(tx),
    )
    expect(await seen).toEqual([Math.max(ledger.customerId, ledger.otherId)])
  })
})

/**
 * The order of locks that CONTRIBUTING sets down: documents, customers, accounts, stock, number pools. Each kind of work here takes
 * what its real counterpart takes, in that order.
 */
describe('orders, customers, accounts, stock and number pools', () => {
  test('are locked by any mix of work without a deadlock', async () => {
    const ledger = await aLedger(server)
    const { write, who, customerId, otherId, batch, at, asOwner, tenantId } = ledger
    const random = chance('locks')
    const batches = [await batch('BOLT'), await batch('NUT'), await batch('SCREW')]
    const [channel] = await asOwner<{ id: string }>(
      `insert into channels (tenant_id, channel_code, name_zh, name_en, search_line, carrier, label_source, billing_method, label_format, countries)
       values ($1, 'CH', 'CH', 'CH', 'ch', 'SELF', 'self_built', 'flat', 'pdf_100x150', '{US}') returning id`,
      [tenantId],
    )
    await asOwner(
      `insert into number_pools (tenant_id, channel_id, kind, prefix, digits, start_no, next_no, end_no, first_number, last_number)
       values ($1, $2, 'range', 'CH', 8, 1, 1, 99999, 'CH00000001', 'CH00099999')`,
      [tenantId, channel?.id],
    )
    let next = 0
    const goods = (tx: Tx) =>
      post(
        tx,
        who,
        { type: 'test' },
        batches.map((batchId) => ({
          ...{ sourceId: ++next, sourceNo: 'T', line: 1, flow: 'receive' as const, quality: 'good' as const },
          ...{ batchId, locationId: at(random.pick(['A-01', 'A-02'])), onHand: 1 },
        })),
      )
    const numbers = (tx: Tx) =>
      sql`update number_pools set next_no = next_no + 1 where tenant_id = ${tenantId}`.execute(tx)
    const wanted = (sourceId: number) =>
      [otherId, customerId].map((id, i) => ({
        customerId: id,
        sourceId: sourceId + i,
        sourceNo: 'X',
        amount: '1.00',
      }))
    const kinds: ((tx: Tx, n: number) => Promise<unknown>)[] = [
      // An audit: the money is held, then the goods, then the number of the label is taken.
      async (tx, n) => {
        await holdMoney(tx, who, 'order', wanted(n * 10))
        await goods(tx)
        await numbers(tx)
      },
      // An order that leaves.
      async (tx, n) => {
        await lockAccounts(tx, [otherId, customerId])
        await goods(tx)
        await consumeHolds(
          tx,
          who,
          'order',
          [n * 10 - 10],
          [
            {
              sourceType: 'fee',
              sourceId: n,
              sourceNo: 'X',
              business: 'order_freight',
              customerId,
              amount: '1.00',
            },
          ],
        )
      },
      async (tx, n) => {
        await releaseHolds(tx, who, 'order', [n * 10 - 20, n * 10 - 19])
        await goods(tx)
      },
      (tx) =>
        postMoney(
          tx,
          who,
          [customerId, otherId].map((id) => ledger.line({ type: 'in', amount: '1.00', customerId: id })),
        ),
      (tx, n) =>
        sql`update customers set credit_limit = ${n} where tenant_id = ${tenantId} and id in (
        select id from customers where tenant_id = ${tenantId} order by id for no key update)`.execute(tx),
      // New terms of a customer, as the form saves them.
      async (tx, n) => {
        await sql`select 1 from customers where tenant_id = ${tenantId} and id = ${otherId} for update`.execute(
          tx,
        )
        await sql`update customers set credit_limit = ${n} where tenant_id = ${tenantId} and id = ${otherId}`.execute(
          tx,
        )
      },
      // A void: the money is released, then a billable event is written, which refers to its customer.
      async (tx, n) => {
        await lockAccounts(tx, [otherId])
        await sql`
          insert into billable_events (tenant_id, kind, source_id, source_no, customer_id, facts_version, facts, charge_date)
          values (${tenantId}, 'order_void', ${n}, 'X', ${otherId}, 1, '{}', current_date)`.execute(tx)
      },
      goods,
    ]
    const answers = await Promise.allSettled(
      Array.from({ length: 20 }, async () => {
        for (let i = 0; i < 6; i++) {
          const [kind, n] = [random.pick(kinds), ++next]
          await write((tx) => kind(tx, n))
        }
      }),
    )
    const faults = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
    // On a busy machine some wait longer than a lock may take.
    expect(faults.filter(({ code }) => code !== LOCK_NOT_AVAILABLE)).toEqual([])
    expect(await deadlocksOf(server)).toBe(0)
  })
})
