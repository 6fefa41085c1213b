import pg from 'pg'
import { chargeRentStep } from '../billing/rent/server/nights.ts'
import { openTaskDatabase } from '../platform/database/server/db.ts'
import { accessIn } from '../postgres/postgres.ts'

const CUSTOMERS = 2000
const SKUS = 50

/** A company whose customers all have goods in storage since three days ago, and a rent card. */
const ground = [
  `insert into customers (tenant_id, customer_code, customer_name, search_line)
     select tenant_now(), 'C' || n, 'C', 'c' from generate_series(1, ${CUSTOMERS}) n`,
  `insert into products (tenant_id, customer_id, sku, name_en, search_line, declared_length, declared_width, declared_height)
     select tenant_now(), c.id, 'P' || c.id || '-' || n, 'P', 'p', 10 + n, 20, 30 from customers c, generate_series(1, ${SKUS}) n
     where c.tenant_id = tenant_now()`,
  `insert into batches (tenant_id, customer_id, product_id, putaway_date)
     select tenant_id, customer_id, id, current_date - 3 - (id % 200)::int from products where tenant_id = tenant_now()`,
  `with zone as (
     insert into location_zones (tenant_id, zone_code, zone_name, quality) values (tenant_now(), 'Z', 'Z', 'good') returning id)
   insert into locations (tenant_id, location_code, zone_id, purpose, mix_customer)
     select tenant_now(), 'B-' || n, zone.id, 'storage', true from zone, generate_series(1, 500) n`,
  `insert into stock (tenant_id, location_id, customer_id, product_id, batch_id, quality, on_hand, seq, changed_at)
     select b.tenant_id, l.first + b.id % 500, b.customer_id, b.product_id, b.id, 'good', 1 + b.id % 40, 1, now() - interval '3 days'
     from batches b, (select min(id) as first from locations where tenant_id = tenant_now()) l where b.tenant_id = tenant_now()`,
  `insert into stock_flows (tenant_id, stock_id, seq, flow_type, source_type, source_id, source_line, source_no, location_id, customer_id, product_id,
       d_on_hand, d_allocated, d_frozen, on_hand_after, allocated_after, frozen_after, actor_id, at)
     select tenant_id, id, 1, 'init', 'bench', id, 1, 'B', location_id, customer_id, product_id, on_hand, 0, 0, on_hand, 0, 0, system_account(),
       changed_at from stock where tenant_id = tenant_now()`,
  `with quote as (
     insert into quotes (tenant_id, quote_code, quote_name, search_line, kind, is_default)
     values (tenant_now(), 'RENT', 'Rent', 'rent', 'storage', true) returning id)
   insert into quote_versions (tenant_id, quote_id, version_no, content, effective_from, published_at, published_by, created_by)
     select tenant_now(), id, 1, '{"kind": "storage", "freeDays": 0, "tiers": [{"ageFrom": 1, "ageTo": 60, "price": "0.50", "quality": "all"},
       {"ageFrom": 61, "ageTo": null, "price": "1.50", "quality": "all"}]}', '2020-01-01', '2020-01-01', system_account(), system_account() from quote`,
]

/** The same rows as bare statements in one transaction: prices in SQL, no rules and no second look. */
const raw = [
  `insert into stock_snapshots (tenant_id, charge_date, due_at, taken_at) values (tenant_now(), '2020-01-01', now(), now())`,
  `insert into rent_days (tenant_id, snapshot_id, customer_id, charge_date)
     select c.tenant_id, n.id, c.id, n.charge_date from customers c join stock_snapshots n on n.tenant_id = c.tenant_id and n.charge_date = '2020-01-01'
     where c.tenant_id = tenant_now()`,
  `insert into stock_snapshot_lines (tenant_id, rent_day_id, batch_id, quality, quantity, unit_volume, no_dims, age_days, tier_price, amount6)
     select s.tenant_id, d.id, s.batch_id, s.quality, s.on_hand, v.volume, false, current_date - b.putaway_date, t.price,
       round(s.on_hand * v.volume * t.price, 6)
     from stock s join rent_days d on d.tenant_id = s.tenant_id and d.customer_id = s.customer_id and d.charge_date = '2020-01-01'
     join batches b on b.tenant_id = s.tenant_id and b.id = s.batch_id join products p on p.tenant_id = s.tenant_id and p.id = s.product_id
     cross join lateral (select round(p.declared_length * p.declared_width * p.declared_height / 1000000, 6) as volume) v
     cross join lateral (select case when current_date - b.putaway_date <= 60 then 0.5 else 1.5 end as price) t
     where s.tenant_id = tenant_now()`,
  `insert into billable_events (tenant_id, kind, source_id, source_no, customer_id, charge_date, facts_version, facts)
     select tenant_id, 'storage', id, 'RENT-' || id, customer_id, charge_date, 1, '{}' from rent_days
     where tenant_id = tenant_now() and charge_date = '2020-01-01'`,
  `update rent_days d set amount = (select round(sum(l.amount6), 2) from stock_snapshot_lines l where l.tenant_id = d.tenant_id and l.rent_day_id = d.id),
     version_id = (select max(v.id) from quote_versions v where v.tenant_id = d.tenant_id), discount = 1
     where d.tenant_id = tenant_now() and d.charge_date = '2020-01-01'`,
  `with charged as (
     insert into fees (tenant_id, customer_id, fee_type_id, order_type, source_id, source_no, event_id, amount, version_id, discount, detail,
       charge_date, occurred_at, status, flow_seq, settled_at, created_by)
     select d.tenant_id, d.customer_id, f.id, 'storage', d.id, e.source_no, e.id, d.amount, d.version_id, 1, '{}', d.charge_date, now(), 'settled', x.seq,
       now(), system_account()
     from post_money(system_account(), null, array(
       select row('billable_event', e.id, e.source_no, 1, 'out', 'storage_rent', d.customer_id, d.amount, null)::money_line
       from rent_days d join billable_events e on e.tenant_id = d.tenant_id and e.kind = 'storage' and e.source_id = d.id
       where d.tenant_id = tenant_now() and d.charge_date = '2020-01-01')) x
     join billable_events e on e.tenant_id = tenant_now() and e.id = x.source_id
     join rent_days d on d.tenant_id = e.tenant_id and d.id = e.source_id
     join fee_types f on f.tenant_id = d.tenant_id and f.fee_code = 'RENT'
     returning id, source_id)
   update rent_days d set fee_id = c.id from charged c where d.tenant_id = tenant_now() and d.id = c.source_id`,
  `update billable_events set status = 'charged', priced_at = now() where tenant_id = tenant_now() and kind = 'storage'`,
]

/** One night of 2,000 customers with 50 SKUs each: its snapshot and its rent, by the product and as bare statements, in seconds. */
export async function nightOfRent(folder: string): Promise<{ ours: number; floor: number }> {
  const at = accessIn(folder)
  const owner = new pg.Client({ ...at('owner'), options: '-c search_path=wms' })
  await owner.connect()
  const database = openTaskDatabase(at('app'))
  try {
    const { rows } = await owner.query<{ id: string }>(
      `insert into tenants (code, company_name, login_url_name, system_version, status) values ('RENT', 'Rent', 'rent', 'standard', 'trial') returning id`,
    )
    const tenantId = Number(rows[0]?.id)
    await owner.query(`select set_config('app.tenant_id', '${tenantId}', false)`)
    await owner.query(
      `insert into warehouses (tenant_id, warehouse_code, warehouse_name, time_zone, currency_code, unit, init_step)
       values (${tenantId}, 'RENT', 'Rent', 'UTC', 'USD', 1, 6)`,
    )
    for (const statement of ground) await owner.query(statement)
    await owner.query('analyze stock, stock_flows, batches, products, customers, customer_accounts')

    await owner.query('begin')
    const before = performance.now()
    for (const statement of raw) await owner.query(statement)
    const floor = performance.now() - before
    await owner.query('rollback')

    await owner.query(`update tenants set created_at = now() - interval '9 days' where id = ${tenantId}`)
    const since = performance.now()
    for (let isDone = false; !isDone; ) {
      await database.write(tenantId, (tx) => chargeRentStep(tx, { tenantId, accountId: null }))
      const done = await owner.query(
        `select 1 from stock_snapshots where tenant_id = ${tenantId} and status = 'done'`,
      )
      isDone = done.rows.length > 0
    }
    return { ours: (performance.now() - since) / 1000, floor: floor / 1000 }
  } finally {
    await database.close()
    await owner.end()
  }
}
