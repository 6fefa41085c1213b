import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { priceEvents } from '../../billing/fees/server/charge.ts'
import { billingSlice } from '../../billing/server/slice.ts'
import type { Db, Tx } from '../../platform/database/server/db.ts'
import { idsOf } from '../../platform/database/server/rows.ts'
import { expectInterleaved, perPair } from '../../testing/interleave-pairs.ts'
import { handlingOf, publishPrice } from '../../testing/price-builders.ts'
import { isAll, seed, shareOf } from '../../testing/random.ts'
import { aDock } from '../../testing/receiving-builders.ts'
import { wrongIn } from '../../testing/stock-work.ts'
import { startTestServer } from '../../testing/test-server.ts'
import { completeInbound, countLoads, reopenInbound } from './steps.ts'

console.log(`FAULT_SEED=${seed}`)
const server = await startTestServer()

/** An inbound order whose fee needs its pallets: being received, or complete and still without a price. */
async function aLoadedDock(isComplete: boolean) {
  const dock = await aDock(server)
  const { tenantId, who } = dock
  const { rules, ...content } = await handlingOf(server, tenantId, [['INB_HANDLING', 'inbound', '5.00']])
  await publishPrice(server, {
    ...{ tenantId, quoteCode: 'IN', kind: 'operation' },
    content: { ...content, rules: rules.map((rule) => ({ ...rule, chargeUnit: 'pallet' })) },
  })
  const id = await dock.announce([{ sku: 'BOLT', expected: 5 }])
  await dock.count(id, 'BOLT', 4)
  if (isComplete)
    await server.database.write(tenantId, (tx) => completeInbound(tx, who, { id, differenceNote: 'short' }))
  return { tenantId, who, id }
}
type LoadedDock = Awaited<ReturnType<typeof aLoadedDock>>

/** Everything that reads or changes the pallets of an inbound order. */
const works = {
  count: (tx, { who, id }) => countLoads(tx, who, { id, palletCount: 2, containerCount: null }),
  'count otherwise': (tx, { who, id }) => countLoads(tx, who, { id, palletCount: 3, containerCount: 1 }),
  complete: (tx, { who, id }) => completeInbound(tx, who, { id, differenceNote: 'short' }),
  'complete and count': (tx, { who, id }) =>
    completeInbound(tx, who, { id, differenceNote: 'short', palletCount: 4 }),
  reopen: (tx, { who, id }) => reopenInbound(tx, who, { id, reason: 'found' }),
  price: async (tx, { who, tenantId }) => {
    const { rows } = await sql<{
      id: number
    }>`select id from billable_events where tenant_id = ${tenantId}`.execute(tx)
    await priceEvents(tx, who, idsOf(rows))
  },
} satisfies Record<string, (tx: Tx, dock: LoadedDock) => Promise<unknown>>
type WorkName = keyof typeof works

/** The order, what is to be charged for it, its fees and the balance. */
async function lookOf(db: Db, { tenantId }: LoadedDock): Promise<unknown> {
  const { rows } = await sql<{ look: unknown }>`
    select jsonb_build_object(
      'inbound', (select jsonb_build_array(status, pallet_count, container_count) from inbounds where tenant_id = ${tenantId}),
      'events', (select jsonb_agg(x order by x::text) from (select jsonb_build_array(status, completed_facts -> 'pallets') as x
        from billable_events where tenant_id = ${tenantId}) e),
      'fees', (select jsonb_agg(x order by x::text) from (select jsonb_build_array(status, amount) as x
        from fees where tenant_id = ${tenantId}) f),
      'balance', (select sum(balance) from customer_accounts where tenant_id = ${tenantId})) as look`.execute(
    db,
  )
  return rows[0]?.look
}

async function allWrongIn(db: Db, tenantId: number) {
  const wrong = await wrongIn(db, tenantId)
  for (const { code, hits } of billingSlice.checks ?? [])
    wrong.push(...(await hits(db, tenantId)).map(({ what }) => `${code} ${what}`))
  return wrong
}

const names = Object.keys(works) as WorkName[]
const all = names.flatMap((a, i) => names.slice(i).map((b) => [a, b] as const))

test.each([
  ['is being received', false],
  ['is complete', true],
] as const)(
  'pallets of an order that %s are counted as if one work had come first',
  {
    timeout: isAll ? 3_600_000 : 120_000 + perPair * 10_000,
  },
  async (_, isComplete) => {
    const pairs = shareOf(all, isComplete ? 1 : 0, 2)
    const schedules = await expectInterleaved(server, pairs, {
      aStore: () => aLoadedDock(isComplete),
      doing: (name: WorkName) => works[name],
      lookOf,
      wrongIn: allWrongIn,
    })
    expect(schedules).toBeGreaterThanOrEqual(pairs.length)
  },
)
