import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Db, Tx } from '../../../platform/database/server/db.ts'
import { expectInterleaved, perPair } from '../../../testing/interleave-pairs.ts'
import { nameJobs } from '../../../testing/order-work.ts'
import { aPricedGroup, handlingOf, publishPrice } from '../../../testing/price-builders.ts'
import { isAll, seed, shareOf } from '../../../testing/random.ts'
import { aStore } from '../../../testing/stock-builders.ts'
import { startTestServer } from '../../../testing/test-server.ts'
import * as quoteCalls from '../../quotes/contract.ts'
import { editQuote, switchQuotes } from '../../quotes/server/quotes.ts'
import {
  copyVersion,
  deleteVersion,
  editVersion,
  endVersion,
  publishVersion,
  withdrawVersion,
} from '../../quotes/server/versions.ts'
import { assignPrices, deletePrices, endPrices } from './customer-prices.ts'

console.log(`FAULT_SEED=${seed}`)
const server = await startTestServer()
await nameJobs(server.owner)

const now = Date.now()
const inDays = (days: number) => new Date(now + days * 86_400_000).toISOString()

/**
 * Four quotes for handling. NEW has a version in force until the next one starts, that next one, and a draft; no customer has it. OLD is what
 * the group VIP pays by, and ACME until its price by LATER starts. OFF is disabled.
 */
async function aPriceList() {
  const store = await aStore(server)
  const { tenantId, customerId, who } = store
  const owner = <R extends object>(text: string, values: unknown[] = []) =>
    server.owner<R>(text, values, tenantId)
  const content = await handlingOf(server, tenantId, [['OUT_HANDLING', 'order', '1.20']])
  const handling = { tenantId, kind: 'operation', content } as const
  await publishPrice(server, { ...handling, quoteCode: 'OLD', customerId })
  for (const quoteCode of ['NEW', 'LATER', 'OFF']) await publishPrice(server, { ...handling, quoteCode })
  await owner('update quotes set is_default = false')
  await owner(`update quotes set is_enabled = false where quote_code = 'OFF'`)
  const groupId = await aPricedGroup(server, {
    tenantId,
    groupCode: 'VIP',
    quoteCode: 'OLD',
    discount: '0.90',
  })
  const idOf = async (text: string, ...values: unknown[]) => {
    const [row] = await owner<{ id: string }>(text, values)
    return Number(row?.id)
  }
  const quote = (code: string) => idOf('select id from quotes where quote_code = $1', code)
  const quotes = { fresh: await quote('NEW'), old: await quote('OLD'), off: await quote('OFF') }
  const inForce = await idOf('select id from quote_versions where quote_id = $1', quotes.fresh)
  const next = await idOf(
    `with ended as (update quote_versions set inactive_at = $2 where id = $1 returning *)
     insert into quote_versions (tenant_id, quote_id, version_no, content, effective_from, published_at, published_by, created_by, ended_version_id)
     select tenant_id, quote_id, 2, content, $2, published_at, published_by, created_by, id from ended returning id`,
    inForce,
    inDays(10),
  )
  const draft = await idOf(
    `insert into quote_versions (tenant_id, quote_id, version_no, content, created_by)
     select tenant_id, quote_id, 3, content, created_by from quote_versions where id = $1 returning id`,
    inForce,
  )
  const later = await quote('LATER')
  const { ids: coming } = await store.write((tx) =>
    assignPrices(tx, who, { ...agreed(20), customerIds: [customerId], groupId: null, quoteId: later }),
  )
  const current = await idOf(
    'select id from customer_prices where customer_id = $1 and effective_from < now()',
    customerId,
  )
  const otherId = await idOf(`select id from customers where customer_code = 'OTHER'`)
  const versions = { inForce, next, draft }
  return { ...store, ...quotes, versions, content, groupId, otherId, prices: { coming, current } }
}
type PriceList = Awaited<ReturnType<typeof aPriceList>>
const agreed = (days: number, until?: number) => ({
  discount: '0.80',
  effectiveFrom: inDays(days),
  inactiveAt: until ? inDays(until) : null,
})

/** Everything that changes what customers pay by, each for quotes, versions and owners that others work on too. */
const work = {
  assign: (tx, { who, customerId, otherId, fresh }) =>
    assignPrices(tx, who, {
      ...agreed(5, 15),
      ...{ customerIds: [otherId, customerId], groupId: null, quoteId: fresh },
    }),
  'assign to group': (tx, { who, customerId, groupId, fresh }) =>
    assignPrices(tx, who, { ...agreed(8, 15), customerIds: [customerId], groupId, quoteId: fresh }),
  'assign another': (tx, { who, otherId, groupId, old }) =>
    assignPrices(tx, who, { ...agreed(5), customerIds: [otherId], groupId, quoteId: old }),
  'assign disabled': (tx, { who, otherId, off }) =>
    assignPrices(tx, who, { ...agreed(6), customerIds: [otherId], groupId: null, quoteId: off }),
  disable: (tx, { who, fresh, old }) => switchQuotes(tx, who, { ids: [old, fresh], isEnabled: false }),
  enable: (tx, { who, fresh, off }) => switchQuotes(tx, who, { ids: [off, fresh], isEnabled: true }),
  rename: (tx, { who, fresh }) =>
    editQuote(tx, who, { id: fresh, rowVersion: 1, quoteName: 'Renamed', isDefault: true }),
  'end version': (tx, { who, versions }) =>
    endVersion(tx, who, { id: versions.inForce, rowVersion: 1, inactiveAt: inDays(4) }),
  withdraw: (tx, { who, versions }) => withdrawVersion(tx, who, { id: versions.next, rowVersion: 1 }),
  publish: (tx, { who, versions }) =>
    publishVersion(tx, who, {
      ...{ id: versions.draft, rowVersion: 1, effectiveFrom: inDays(7), inactiveAt: inDays(10) },
    }),
  copy: (tx, { who, versions }) => copyVersion(tx, who, { id: versions.inForce }),
  'edit version': (tx, { who, versions, content }) => {
    const draft = { id: versions.draft, rowVersion: 1, note: 'edited' }
    return editVersion(
      tx,
      who,
      quoteCalls.editVersion.input.parse({ ...draft, content: { kind: 'operation', ...content } }),
    )
  },
  'delete version': (tx, { who, versions }) => deleteVersion(tx, who, { id: versions.draft, rowVersion: 1 }),
  'end prices': (tx, { who, prices }) =>
    endPrices(tx, who, { ids: [...prices.coming, prices.current], inactiveAt: inDays(6) }),
  'delete prices': (tx, { who, prices }) => deletePrices(tx, who, { ids: prices.coming }),
} satisfies Record<string, (tx: Tx, list: PriceList) => Promise<unknown>>
type WorkName = keyof typeof work

const names = Object.keys(work) as WorkName[]
const all = names.flatMap((a, i) => names.slice(i).map((b) => [a, b] as const))
const pairs = shareOf(all, 0, 5)

/** Quotes, versions and prices, without numbers that depend on order. */
async function lookOf(db: Db, { tenantId: t }: Pick<PriceList, 'tenantId'>): Promise<unknown> {
  const { rows } = await sql<{ look: unknown }>`
    select jsonb_build_object(
      'quotes', (select jsonb_object_agg(q.quote_code, jsonb_build_array(q.quote_name, q.is_enabled, q.is_default, q.row_version,
          (select jsonb_agg(jsonb_build_array(v.version_no, v.note, v.effective_from, v.inactive_at, e.version_no, v.ended_was, v.row_version)
              order by v.version_no)
            from quote_versions v left join quote_versions e on e.tenant_id = v.tenant_id and e.id = v.ended_version_id
            where v.tenant_id = ${t} and v.quote_id = q.id)))
        from quotes q where q.tenant_id = ${t}),
      'prices', (select jsonb_agg(x.price order by x.price) from (
        select jsonb_build_array(coalesce(c.customer_code, g.group_code), q.quote_code, p.discount, p.effective_from, p.inactive_at,
          e.effective_from, p.ended_was, p.row_version) as price
        from customer_prices p
        join quotes q on q.tenant_id = p.tenant_id and q.id = p.quote_id
        left join customers c on c.tenant_id = p.tenant_id and c.id = p.customer_id
        left join customer_groups g on g.tenant_id = p.tenant_id and g.id = p.group_id
        left join customer_prices e on e.tenant_id = p.tenant_id and e.id = p.ended_price_id
        where p.tenant_id = ${t}) x),
      'audit', (select jsonb_object_agg(x.what, x.n) from (
        select object_type || ' ' || action as what, count(*) as n from audit_log where tenant_id = ${t} group by 1) x)) as look`.execute(
    db,
  )
  return rows[0]?.look
}

/** Quotes that are disabled although a customer or a group has them, now or later: its work could not be priced. */
async function wrongIn(db: Db, tenantId: number): Promise<string[]> {
  const { rows } = await sql<{ code: string }>`
    select distinct q.quote_code as code from customer_prices p join quotes q on q.tenant_id = p.tenant_id and q.id = p.quote_id
    where p.tenant_id = ${tenantId} and not q.is_enabled and (p.inactive_at is null or p.inactive_at > business_now())`.execute(
    db,
  )
  return rows.map(({ code }) => `${code} is disabled and has customers`)
}

test('any two changes of quotes and of what customers pay by at the same time end as if one had come first', {
  timeout: isAll ? 3_600_000 : 60_000 + pairs.length * (2 + perPair) * 2000,
}, async () => {
  const doing = (name: WorkName): ((tx: Tx, list: PriceList) => Promise<unknown>) => work[name]
  const schedules = await expectInterleaved(server, pairs, { aStore: aPriceList, doing, lookOf, wrongIn })
  expect(schedules).toBeGreaterThanOrEqual(pairs.length)
})
