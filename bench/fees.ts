import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { listFees, sumFees } from '../billing/fees/contract.ts'
import { startWhatIf, whatIf } from '../billing/what-if/contract.ts'
import { auditOrders } from '../orders/contract.ts'
import { myTasks } from '../platform/tasks/tasks.ts'
import { shipOrders } from '../shipping/outbound/contract.ts'
import { asOwner, type Call, tenantOf } from './goods.ts'
import { addPending, type Ground, markPrinted } from './order-ground.ts'
import { dropIndexes } from './stock.ts'

/** Charged orders of the product that all others are copies of. */
const SHIPPED = 500
const DAYS = 365

/** Orders charged by the product and copied over a year, up to a number of events; then fees by hand, up to a number of fees. */
export async function fillFees(folder: string, ground: Ground, call: Call, events: number, fees: number) {
  const ids = await addPending(folder, ground, { count: SHIPPED, lines: 3 })
  await call(auditOrders.path, { ids }, randomUUID())
  await markPrinted(folder, ids)
  await call(shipOrders.path, { ids }, randomUUID())
  await asOwner(folder, async (client) => {
    const tenant = await tenantOf(client)
    await client.query('begin')
    const rebuild = await dropIndexes(client, 'billable_events', 'fees')
    await client.query(
      `with copies as (
         select e.*, nextval(pg_get_serial_sequence('billable_events', 'id')) as copy, k, e.charge_date - ((e.id * 7 + k) % ${DAYS})::int as day
         from billable_events e cross join generate_series(1, $2::int) k
         where e.tenant_id = $1 and e.kind = 'order' and e.source_id = any($3::bigint[])),
       made as (
         insert into billable_events (tenant_id, id, kind, source_id, source_no, customer_id, charge_date, facts_version, facts, status,
           completed_facts, priced_at, created_at)
         select tenant_id, copy, kind, source_id + k * 1000000000::bigint, source_no || '-' || k, customer_id, day, facts_version, facts, status,
           completed_facts, priced_at, created_at from copies)
       insert into fees (tenant_id, customer_id, fee_type_id, order_type, source_id, source_no, event_id, amount, cost_amount, version_id, discount,
         detail, charge_date, occurred_at, status, flow_seq, settled_at, created_by)
       select f.tenant_id, f.customer_id, f.fee_type_id, f.order_type, c.source_id + k * 1000000000::bigint, c.source_no || '-' || k, c.copy, f.amount,
         f.cost_amount, f.version_id, f.discount, f.detail, c.day, f.occurred_at, f.status, f.flow_seq, f.settled_at, f.created_by
       from copies c join fees f on f.tenant_id = c.tenant_id and f.event_id = c.id`,
      [tenant, Math.round(events / SHIPPED) - 1, ids],
    )
    await client.query(
      `insert into fees (tenant_id, customer_id, fee_type_id, order_type, amount, charge_date, occurred_at, is_manual, status, flow_seq, settled_at,
         created_by)
       select $1, c.customer_id, t.id, 'manual', 1 + n % 100, current_date - (n % ${DAYS}), now(), true, 'settled', c.seq, now(), $2
       from generate_series(1, greatest(0, $3::int - (select count(*) from fees where tenant_id = $1)::int)) n
       join (select row_number() over () as at, count(*) over () as all_of_them, a.customer_id, b.seq from customer_accounts a
         cross join lateral (select seq from balance_flows b where b.tenant_id = a.tenant_id and b.customer_id = a.customer_id limit 1) b
         where a.tenant_id = $1) c on c.at = n % c.all_of_them + 1
       cross join (select id from fee_types where tenant_id = $1 order by id desc limit 1) t`,
      [tenant, ground.actor, fees],
    )
    for (const statement of rebuild) await client.query(statement)
    await client.query('commit')
    for (const table of ['billable_events', 'fees']) await client.query(`vacuum analyze ${table}`)
  })
}

const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

/** What billers ask a long list of fees. */
export const feeQuestions = ({ customer }: Ground): Record<string, string> => {
  const page = (filter: string) => `${listFees.path}?page=1&size=20&${filter}`
  return {
    'of a customer': page(`customerId=${customer.id}`),
    'not settled': page('status=not_settled'),
    'of returns, which have none': page('orderType=return'),
    'of a month': page(`chargedFrom=${daysAgo(60)}&chargedTo=${daysAgo(30)}`),
    'of a document': page('document=NEW'),
    'page 400': `${listFees.path}?page=400&size=20`,
    'totals of a month': `${sumFees.path}?chargedFrom=${daysAgo(60)}&chargedTo=${daysAgo(30)}`,
    'totals of all': sumFees.path,
  }
}

/** Prices a year of charged orders again: the spreadsheet of all of them, and a period that the page waits for. */
export async function whatIfOfAYear(call: Call) {
  const year = { from: daysAgo(DAYS - 1), to: daysAgo(-1) }
  const since = performance.now()
  const { taskId } = await call<{ taskId: number }>(startWhatIf.path, year, randomUUID())
  for (;;) {
    const tasks = await call<{ id: number; status: string }[]>(myTasks.path)
    const status = tasks.find(({ id }) => id === taskId)?.status
    if (status === 'done') break
    if (status === 'failed') throw new Error('the calculation failed')
    await sleep(100)
  }
  const all = performance.now() - since
  const short = performance.now()
  const { events, difference } = await call<{ events: number; difference: string }>(whatIf.path, {
    from: daysAgo(30),
    to: daysAgo(1),
  })
  return { all, waited: performance.now() - short, events, difference }
}
