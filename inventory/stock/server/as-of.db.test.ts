import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { aStore } from '../../../testing/stock-builders.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import { post } from './ledger.ts'
import { stockBySku } from './stock.ts'

const server = await startTestServer()
const CLIENTS = 16
const MOVES = 40
const PIECES = 4000

test('stock as of a time adds up and stays the same, while 16 users move goods', async () => {
  const store = await aStore(server)
  const batches = [await store.batch('BOLT'), await store.batch('BOLT', { expiryDate: '2030-01-01' })]
  const bins = ['A-01', 'A-02'] as const
  for (const batchId of batches)
    for (const bin of bins) await store.move({ flow: 'init', batchId, onHand: PIECES / 4 }, bin)

  const [start] = await server.owner<{ at: string }>(
    'select clock_timestamp()::text as at',
    [],
    store.tenantId,
  )
  let document = 1_000_000
  let isOver = false
  async function moveGoods() {
    for (let n = 0; n < MOVES; n++) {
      const sourceId = ++document
      const [from, to] = Math.random() < 0.5 ? bins : [...bins].reverse()
      const batchId = batches[n % 2] ?? 0
      const line = { sourceId, sourceNo: `MV-${sourceId}`, batchId, quality: 'good' as const }
      await store.write(async (tx) => {
        // The transaction is old by the time it posts, and does not commit at once.
        await sql`select pg_sleep(random() * 0.02)`.execute(tx)
        await post(tx, store.who, { type: 'stock_document' }, [
          { ...line, line: 1, flow: 'move_out', locationId: store.at(from ?? 'A-01'), onHand: -1 },
          { ...line, line: 2, flow: 'move_in', locationId: store.at(to ?? 'A-02'), onHand: 1 },
        ])
        await sql`select pg_sleep(random() * 0.01)`.execute(tx)
      })
    }
  }
  const onHandAt = (at: string) =>
    server.database.read(store.tenantId, async (db) => {
      const { rows } = await stockBySku(db, store.who, {
        page: 1,
        size: 1,
        sort: 'sku',
        order: 'asc',
        search: 'BOLT',
        at,
      })
      return Number(rows[0]?.onHand)
    })
  const answers: { at: string; onHand: number }[] = []
  async function lookBack() {
    while (!isOver) {
      const [moment] = await server.owner<{ at: string }>(
        `select greatest($1::timestamptz + interval '1 ms', clock_timestamp() - random() * interval '40 ms')::text as at`,
        [start?.at],
        store.tenantId,
      )
      const at = new Date(moment?.at ?? '').toISOString()
      answers.push({ at, onHand: await onHandAt(at) })
    }
  }
  const looking = [lookBack(), lookBack()]
  await Promise.all(Array.from({ length: CLIENTS }, moveGoods))
  isOver = true
  await Promise.all(looking)

  expect(answers.length).toBeGreaterThan(20)
  expect(answers.filter(({ onHand }) => onHand !== PIECES)).toEqual([])
  for (const { at, onHand } of answers) expect(await onHandAt(at), at).toBe(onHand)

  const torn = await server.owner(
    `select source_id from stock_flows where tenant_id = $1 group by source_type, source_id having count(distinct at) > 1`,
    [store.tenantId],
    store.tenantId,
  )
  expect(torn).toEqual([])
  const backwards = await server.owner(
    `select 1 from stock_flows f join stock_flows g on g.tenant_id = f.tenant_id and g.stock_id = f.stock_id and g.seq = f.seq + 1
     where f.tenant_id = $1 and g.at < f.at`,
    [store.tenantId],
    store.tenantId,
  )
  expect(backwards).toEqual([])
})

test('a time is not reported while an older posting can still commit', async () => {
  const store = await aStore(server)
  const batchId = await store.batch('BOLT')
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  let posted = () => {}
  const isPosted = new Promise<void>((resolve) => {
    posted = resolve
  })
  const posting = store.write(async (tx) => {
    await post(tx, store.who, { type: 'test' }, [
      {
        sourceId: 1,
        sourceNo: 'T',
        line: 1,
        flow: 'init',
        locationId: store.at('A-01'),
        batchId,
        quality: 'good',
        onHand: 7,
      },
    ])
    posted()
    await held
  })
  await isPosted
  await new Promise((wake) => setTimeout(wake, 5))
  const at = new Date(Date.now() - 1).toISOString()
  const ask = () =>
    server.database.read(store.tenantId, (db) =>
      stockBySku(db, store.who, { page: 1, size: 1, sort: 'sku', order: 'asc', search: 'BOLT', at }),
    )
  const early = ask()
  const first = await Promise.race([early, new Promise((wake) => setTimeout(() => wake('waiting'), 300))])
  expect(first).toBe('waiting')
  letGo()
  await posting
  expect(await early).toMatchObject({ rows: [{ onHand: 7 }] })

  // Before the posting started the stock was empty, and that is returned without waiting.
  const before = new Date(Date.now() - 3_600_000).toISOString()
  const { rows } = await server.database.read(store.tenantId, (db) =>
    stockBySku(db, store.who, { page: 1, size: 1, sort: 'sku', order: 'asc', search: 'BOLT', at: before }),
  )
  expect(rows).toEqual([])
})

test('a posting that does not end is reported, and a future time is refused', async () => {
  const store = await aStore(server)
  const settled = (at: Date) =>
    server.database.read(store.tenantId, async (db) => {
      const { rows } = await sql<{
        outcome: string
      }>`select await_postings(${at.toISOString()}::timestamptz) as outcome`.execute(db)
      return rows[0]?.outcome
    })
  const batchId = await store.batch('BOLT')
  await store.write(async (tx) => {
    await post(tx, store.who, { type: 'test' }, [
      {
        sourceId: 1,
        sourceNo: 'T',
        line: 1,
        flow: 'init',
        locationId: store.at('A-01'),
        batchId,
        quality: 'good',
        onHand: 7,
      },
    ])
    await new Promise((wake) => setTimeout(wake, 5))
    expect(await settled(new Date())).toBe('busy')
  })
  expect(await settled(new Date(Date.now() - 5))).toBe('settled')
  expect(await settled(new Date(Date.now() + 60_000))).toBe('future')
})
