import { spawn } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { accessIn } from '../postgres/postgres.ts'
import { blankInbound, blankInboundLine } from '../testing/blank-inputs.ts'
import { asOwner, type Call, tenantOf } from './goods.ts'

const root = join(import.meta.dirname, '..')
const FLOWS_EACH = 5

/** Stock rows over all products, each with flows over the last two years that add up to it. */
export const fillStock = (folder: string, count: number, flowsEach = FLOWS_EACH) =>
  asOwner(folder, async (client) => {
    const tenant = await tenantOf(client)
    await client.query('begin')
    const rebuild = await dropIndexes(client, 'stock_flows')
    await client.query(
      'update locations set mix_sku = true, mix_batch = true, mix_customer = true where tenant_id = $1',
      [tenant],
    )
    await client.query(
      `insert into batches (tenant_id, customer_id, product_id, putaway_date)
       select $1, p.customer_id, p.id, current_date - (p.id % 400)::int from products p where p.tenant_id = $1
       order by p.id desc limit $2 on conflict do nothing returning id`,
      [tenant, count / 2],
    )
    const { rows } = await client.query<{ n: number }>(
      `with bins as materialized (
         select id, row_number() over (order by id) - 1 as n, count(*) over () as all_of_them from locations
         where tenant_id = $1 and purpose = 'storage' and location_code not like 'X-%'),
       laid as (
         insert into stock (tenant_id, location_id, customer_id, product_id, batch_id, quality, on_hand, seq, changed_at)
         select $1, bins.id, b.customer_id, b.product_id, b.id, 'good', case when $3::int % 2 = 1 then 100 else 97 end, $3::int, now() - interval '1 day'
         from batches b cross join generate_series(0, 1) k
         join bins on bins.n = (b.id * 7 + k * 311) % bins.all_of_them
         where b.tenant_id = $1 and b.inbound_id is null on conflict do nothing
         returning id, location_id, customer_id, product_id),
       flowed as (
         insert into stock_flows (tenant_id, stock_id, seq, flow_type, source_type, source_id, source_line, source_no, location_id,
           customer_id, product_id, d_on_hand, d_allocated, d_frozen, on_hand_after, allocated_after, frozen_after, actor_id, at)
         select $1, l.id, f.seq, f.flow::stock_flow_type, 'bench', l.id, f.seq, 'BENCH-' || l.id, l.location_id, l.customer_id,
           l.product_id, f.d, 0, 0, f.after, 0, 0, $2, now() - interval '720 days' + f.seq * interval '719 days' / $3::int - l.id % 86400 * interval '1 second'
         from laid l cross join (
           select n as seq, case when n = 1 then 'init' when n % 2 = 0 then 'adjust_down' else 'adjust_up' end as flow,
             case when n = 1 then 100 when n % 2 = 0 then -3 else 3 end as d, case when n % 2 = 0 then 97 else 100 end as after
           from generate_series(1, $3::int) n) f
         returning 1)
       select (select count(*) from laid)::int as n, (select count(*) from flowed) as flows`,
      [
        tenant,
        (await client.query('select min(id) as id from accounts where tenant_id = $1', [tenant])).rows[0].id,
        flowsEach,
      ],
    )
    for (const statement of rebuild) await client.query(statement)
    await client.query('commit')
    for (const table of ['batches', 'stock', 'stock_flows']) await client.query(`vacuum analyze ${table}`)
    return rows[0]?.n ?? 0
  })

/**
 * Drops indexes, foreign keys and triggers of tables, which makes filling ten times faster, and returns what restores them. Keys
 * that other tables refer to stay.
 */
export async function dropIndexes(client: pg.Client, ...tables: string[]): Promise<string[]> {
  // At once, since the product works on them meanwhile.
  await client.query(`lock table ${tables.join(', ')} in access exclusive mode`)
  const { rows } = await client.query<{ drop: string; create: string }>(
    `with filled as (select t::regclass as oid from unnest($1::text[]) t)
     select format('drop index %s', i.indexrelid::regclass) as drop, pg_get_indexdef(i.indexrelid) as create, 1 as step
     from pg_index i join filled f on f.oid = i.indrelid
     where not exists (select 1 from pg_constraint c where c.conindid = i.indexrelid)
     union all
     select format('alter table %s drop constraint %I', c.conrelid::regclass, c.conname),
       format('alter table %s add constraint %I %s', c.conrelid::regclass, c.conname, pg_get_constraintdef(c.oid)),
       case c.contype when 'f' then 3 else 2 end
     from pg_constraint c join filled f on f.oid = c.conrelid
     where c.contype = 'f' or c.contype in ('u', 'p')
       and not exists (select 1 from pg_constraint r where r.contype = 'f' and r.conindid = c.conindid)
     union all
     select format('alter table %s disable trigger user', f.oid::regclass), format('alter table %s enable trigger user', f.oid::regclass), 4
     from filled f order by step`,
    [tables],
  )
  for (const { drop } of rows) await client.query(drop)
  return rows.map(({ create }) => create)
}

const posting = `select count(*) from post_stock('bench', $1, null, array(
  select row(x.id, 'BENCH', x.n, 'adjust_up', x.place, x.batch, 'good', 1, 0, 0)::stock_line
  from unnest($2::bigint[], $3::bigint[], $4::bigint[], $5::int[]) as x (id, place, batch, n)))`

/** What `post_stock` writes, without it: no lock order, no location rules, no checks. */
const bare = `
  with x as (select * from unnest($2::bigint[], $3::bigint[], $4::int[]) as x (id, stock, n)),
  moved as (
    update stock s set on_hand = s.on_hand + 1, seq = s.seq + 1, changed_at = greatest(s.changed_at, now()) from x
    where s.tenant_id = tenant_now() and s.id = x.stock returning s.*, x.id as source, x.n)
  insert into stock_flows (tenant_id, stock_id, seq, flow_type, source_type, source_id, source_line, source_no, location_id,
    customer_id, product_id, d_on_hand, d_allocated, d_frozen, on_hand_after, allocated_after, frozen_after, actor_id, at)
  select tenant_id, id, seq, 'adjust_up', 'bare', source, n, 'BENCH', location_id, customer_id, product_id, 1, 0, 0, on_hand,
    allocated, frozen, $1, changed_at from moved returning 1`

const LINES = 20
const HANDS = 4

/**
 * Postings of twenty lines by four connections at once: through `post_stock`, and the same rows written
 * directly. In turn, best of three.
 */
export async function postings(folder: string, seconds: number) {
  const { tenant, actor, shelves } = await asOwner(folder, async (client) => {
    const tenant = await tenantOf(client)
    const people = await client.query('select min(id) as id from accounts where tenant_id = $1', [tenant])
    const { rows } = await client.query<{ id: string; place: string; batch: string }>(
      `select id, location_id as place, batch_id as batch from stock
       where tenant_id = $1 and quality = 'good' and seq >= $2 order by id limit 100000`,
      [tenant, FLOWS_EACH],
    )
    return { tenant, actor: people.rows[0].id, shelves: rows }
  })
  let source = Date.now() * 1000
  const run = async (statement: string) => {
    const clients = Array.from(
      { length: HANDS },
      () =>
        new pg.Client({
          ...accessIn(folder)('owner'),
          options: `-c search_path=wms -c app.tenant_id=${tenant}`,
        }),
    )
    await Promise.all(clients.map((client) => client.connect()))
    const until = performance.now() + seconds * 1000
    let posted = 0
    await Promise.all(
      clients.map(async (client) => {
        while (performance.now() < until) {
          const from = Math.floor(Math.random() * (shelves.length - LINES))
          const chosen = shelves.slice(from, from + LINES)
          const document = ++source
          const lines = [chosen.map(() => document), chosen.map((_, i) => i + 1)]
          const values =
            statement === posting
              ? [
                  actor,
                  lines[0],
                  chosen.map(({ place }) => place),
                  chosen.map(({ batch }) => batch),
                  lines[1],
                ]
              : [actor, lines[0], chosen.map(({ id }) => id), lines[1]]
          await client.query({ name: statement === posting ? 'door' : 'bare', text: statement, values })
          posted += LINES
        }
      }),
    )
    await Promise.all(clients.map((client) => client.end()))
    return posted / seconds
  }
  const best = { door: 0, bare: 0 }
  for (let round = 0; round < 3; round++) {
    best.door = Math.max(best.door, await run(posting))
    best.bare = Math.max(best.bare, await run(bare))
  }
  return best
}

const STATIONS = 20

/** No one scans faster than twice a second for long. */
const HAND_MS = 500

/**
 * Twenty receivers, each with their own document: the response time of a scan, at human pace and at full
 * speed.
 */
export async function scans(call: Call, seconds: number) {
  const customers = await call<{ id: number; isEnabled: boolean }[]>('/gateway/wms/inbound/customers')
  const customerId = customers.find(({ isEnabled }) => isEnabled)?.id ?? 0
  const { rows } = await call<{ rows: { id: number }[] }>('/gateway/wms/product/list', {
    page: 1,
    size: STATIONS,
    customerId,
    auditStatus: 'passed',
    isEnabled: '1',
  })
  const place = await call<{ locationId: number }>('/gateway/wms/inbound/find-place?scanned=RECV')
  const stations = await Promise.all(
    rows.map(async ({ id: productId }) => {
      const { id } = await call<{ id: number }>('/gateway/wms/inbound/create', {
        customerId,
        ...blankInbound,
        lines: [{ ...blankInboundLine, productId, expected: 1_000_000 }],
      })
      return { id, productId }
    }),
  )
  await call('/gateway/wms/inbound/confirm', { ids: stations.map(({ id }) => id) })
  const scan = ({ id: inboundId, productId }: (typeof stations)[number]) => {
    const line = { productId, good: 1, defective: 0, locationId: place.locationId, expiryDate: '2030-01-01' }
    return call('/gateway/wms/inbound/receive', { inboundId, lines: [line] }, randomUUID())
  }
  /** Every station scans, waits for the response, and continues after `pause`. */
  const run = async (pause: number) => {
    const times: number[] = []
    const until = performance.now() + seconds * 1000
    await Promise.all(
      stations.map(async (station, i) => {
        await sleep((pause * i) / STATIONS)
        while (performance.now() < until) {
          const since = performance.now()
          await scan(station)
          times.push(performance.now() - since)
          await sleep(Math.max(0, since + pause - performance.now()))
        }
      }),
    )
    times.sort((a, b) => a - b)
    const at = (part: number) => Math.round(times[Math.floor(times.length * part)] ?? 0)
    return { perSecond: Math.round(times.length / seconds), p50: at(0.5), p95: at(0.95) }
  }
  await run(0)
  return { inHand: await run(HAND_MS), atOnce: await run(0) }
}

/** Every ledger check over the whole warehouse, as the nightly job runs them. */
export async function nightly(folder: string) {
  const since = performance.now()
  const child = spawn(process.execPath, ['cli/audit-books.ts'], {
    cwd: root,
    env: { ...process.env, DATA_DIR: folder },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let message = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    message += text
  })
  const code = await new Promise<number | null>((done) => child.on('close', done))
  if (code !== 0) throw new Error(`the books do not agree:\n${message}`)
  return performance.now() - since
}
