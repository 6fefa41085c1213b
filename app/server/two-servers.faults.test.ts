import { expect, test } from 'vitest'
import { adjustStock, freezeStock, moveStock } from '../../inventory/stock/contract.ts'
import { openDatabase } from '../../platform/database/server/db.ts'
import { cancelReceipt, putAway, receive } from '../../receiving/scanning/contract.ts'
import { allocateOne } from '../../testing/allocate-one.ts'
import { inOrder, send } from '../../testing/crowd.ts'
import { chance, seed } from '../../testing/random.ts'
import { askAs, products, urlOf } from '../../testing/run-product.ts'
import { aBusyStore, wrongIn } from '../../testing/stock-work.ts'
import { aSession, SECRET_KEY, SIGNING_SECRET } from '../../testing/test-server.ts'

console.log(`FAULT_SEED=${seed}`)
const { emptyHome, outsidePostgres, start } = products()
const EACH = 25
const AT_ONCE = 16

test('two servers and a third client race for the same pieces: each piece is used once, each command counts once', async () => {
  const home = emptyHome()
  const postgres = await outsidePostgres(home)
  await askAs(postgres.root(), 'create database race owner tally_owner')
  const [owner, app] = [postgres.as('owner', 'race'), postgres.as('app', 'race')]
  const env = {
    DATABASE_URL: urlOf(owner),
    APP_DATABASE_URL: urlOf(app),
    SIGNING_SECRET,
    SECRET_KEY,
  }
  const servers = await Promise.all([start(home, { env }), start(home, { env })])
  const database = openDatabase(app, 'race', { max: 4, connectionTimeoutMillis: 20_000 })
  const asOwner = <R extends object>(text: string, values: unknown[] = [], tenantId = 0) =>
    askAs<R>({ ...owner, options: `-c search_path=wms -c app.tenant_id=${tenantId || ''}` }, text, values)
  const store = await aBusyStore({ database, owner: asOwner })
  const { tenantId, inboundId, receiptId, productId, stockId } = store
  const token = await aSession({ owner: asOwner }, tenantId, store.who.accountId)
  const luck = chance('two servers')

  /** The same command at both servers at the same moment, with one key: one of them runs it. */
  async function atBoth(path: string, body: object) {
    const key = luck.key()
    const came = await Promise.all(
      servers.map(async ({ address }) => {
        for (;;) {
          const item = await send(address, { path, body, token, key })
          // Too busy for now, or the other one is running it.
          if (item.status !== 503 && item.status !== 409) return item
        }
      }),
    )
    expect(came.filter(({ status }) => status !== 200)).toEqual([])
    const done = came.filter(({ body: answer }) => answer?.success)
    const answers = new Set(done.map(({ body: answer }) => inOrder(answer?.data)))
    expect(answers.size).toBeLessThanOrEqual(1)
    return answers.size
  }
  const lines = (quantity: number) => [{ stockId, quantity }]
  const kinds = {
    received: () => atBoth(receive.path, { inboundId, ...store.goods(1, 'A-01') }),
    cancelled: () => atBoth(cancelReceipt.path, { receiptId }),
    away: () =>
      atBoth(putAway.path, { inboundId, lines: [{ productId, quantity: 1, locationId: store.at('A-02') }] }),
    moved: () => atBoth(moveStock.path, { lines: lines(1), toLocationCode: 'A-02' }),
    adjusted: () => atBoth(adjustStock.path, { lines: lines(-1), reason: 'broken' }),
    frozen: () => atBoth(freezeStock.path, { lines: lines(1), reason: 'recalled' }),
    promised: async () => {
      const want = {
        type: 'order',
        id: luck.between(10, 99),
        no: 'OB',
        lines: [{ line: 1, productId, quantity: 1 }],
      }
      return (await database.write(tenantId, (tx) => allocateOne(tx, store.who, want))).length === 0 ? 1 : 0
    },
  }
  const order = Object.entries(kinds)
    .flatMap(([kind, ask]) => Array.from({ length: EACH }, () => ({ kind, ask, turn: luck.between(0, 1e9) })))
    .sort((a, b) => a.turn - b.turn)
  const came: { kind: string; done: number }[] = []
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let item = order.shift(); item; item = order.shift())
        came.push({ kind: item.kind, done: await item.ask() })
    }),
  )
  const many = (kind: keyof typeof kinds) =>
    came.filter((item) => item.kind === kind).reduce((sum, { done }) => sum + done, 0)

  const [match] = await asOwner<Record<string, number>>(
    `select sum(s.on_hand)::int as hand, sum(s.allocated)::int as promised, sum(s.frozen)::int as frozen,
       (select count(*)::int from stock_documents) as documents, (select count(*)::int from receipts) as receipts,
       (select count(*)::int from putaways) as away
     from stock s`,
    [],
    tenantId,
  )
  // Set up: 14 pieces in three receipts, two of them allocated; the receipt of seven can be undone once.
  expect(match).toEqual({
    hand: 14 + many('received') - 7 * many('cancelled') - many('adjusted'),
    promised: 2 + many('promised'),
    frozen: many('frozen'),
    documents: many('moved') + many('adjusted') + many('frozen'),
    receipts: 3 + many('received'),
    away: many('away'),
  })
  expect(many('received')).toBe(EACH)
  expect(many('away')).toBe(4)
  expect(many('cancelled')).toBeLessThanOrEqual(1)
  expect(await database.read(tenantId, (db) => wrongIn(db, tenantId))).toEqual([])
  for (const { output } of servers) expect(output()).not.toContain('"level":50')
  await database.close()
  await Promise.all(servers.map((server) => server.stop()))
})
