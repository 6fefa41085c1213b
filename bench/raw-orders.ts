import pg from 'pg'
import { accessIn } from '../postgres/postgres.ts'
import type { Ground } from './order-ground.ts'

/**
 * What the calls of orders write, as bare prepared statements: no rules, no permissions, no words. Every step is one statement over
 * the whole selection and one commit at the end, as in the product.
 */
export async function openRaw(folder: string, ground: Ground) {
  const client = new pg.Client({
    ...accessIn(folder)('owner'),
    // Planned again each time: a generic plan does not know that there are five hundred ids.
    options: `-c search_path=wms -c app.tenant_id=${ground.tenant} -c plan_cache_mode=force_custom_plan`,
  })
  await client.connect()
  const { tenant, actor } = ground
  const run = (name: string, text: string, values: unknown[] = []) =>
    client.query({ name, text, values: [tenant, ...values] })

  const inOne = async (steps: () => Promise<void>) => {
    const since = performance.now()
    await client.query('begin')
    await steps()
    await client.query('commit')
    return performance.now() - since
  }
  const lock = (ids: number[]) =>
    run(
      'lock',
      'select id, order_no, status from orders where tenant_id = $1 and id = any($2::bigint[]) order by id for no key update',
      [ids],
    )
  const enter = (status: string, ids: number[], also = '') =>
    run(
      `enter ${status}`,
      `update orders set status = '${status}', status_at = now(), ${also} row_version = row_version + 1, updated_at = now()
       where tenant_id = $1 and id = any($2::bigint[])`,
      [ids],
    )
  const note = async (action: string, ids: number[]) => {
    await run(
      'audit',
      `insert into audit_log (tenant_id, account_id, login_account, ip, request_id, action, object_type, object_id, object_no, before, after)
       select $1, $2, 'demo', '127.0.0.1', 'bench', $3, 'order', o.id, o.order_no, '{"orderStatus": "x"}', '{"orderStatus": "y"}'
       from orders o where o.tenant_id = $1 and o.id = any($4::bigint[])`,
      [actor, action, ids],
    )
    await run(
      'events',
      `insert into events (tenant_id, request_id, kind, object_type, object_id, payload, customer_id)
       select $1, 'bench', $2, 'order', o.id, '{}', o.customer_id from orders o where o.tenant_id = $1 and o.id = any($3::bigint[])`,
      [`order.${action}`, ids],
    )
  }
  const charge = (kind: string, ids: number[]) =>
    run(
      'charge',
      `with lines as materialized (
         select l.order_id, jsonb_agg(jsonb_build_object('sku', p.sku, 'quantity', l.quantity, 'weight', p.declared_weight, 'length', p.declared_length)) as list
         from order_lines l join products p on p.tenant_id = l.tenant_id and p.id = l.product_id
         where l.tenant_id = $1 and l.order_id = any($3::bigint[]) group by l.order_id),
       packed as materialized (
         select k.order_id, jsonb_agg(jsonb_build_object('id', k.id, 'trackingNo', w.tracking_no, 'carrier', w.carrier)) as list
         from packages k join waybills w on w.tenant_id = k.tenant_id and w.order_id = k.order_id and w.package_id = k.id
         where k.tenant_id = $1 and k.order_id = any($3::bigint[]) group by k.order_id)
       insert into billable_events (tenant_id, kind, source_id, source_no, customer_id, charge_date, facts_version, facts)
       select $1, $2::billable_kind, o.id, o.order_no, o.customer_id, current_date, 1, jsonb_build_object(
         'country', o.country_code, 'postcode', o.postcode, 'weight', o.est_weight, 'lines', lines.list, 'packages', packed.list)
       from orders o left join lines on lines.order_id = o.id left join packed on packed.order_id = o.id
       where o.tenant_id = $1 and o.id = any($3::bigint[])`,
      [kind, ids],
    )
  const hold = (ids: number[]) =>
    run(
      'hold',
      `with held as (
         insert into account_holds (tenant_id, customer_id, reason, source_id, source_no, amount)
         select $1, o.customer_id, 'order', o.id, o.order_no, 10 from unnest($3::bigint[]) x join orders o on o.tenant_id = $1 and o.id = x
         returning id, customer_id, source_id, source_no, amount)
       select count(*) from post_money($2, null, array(
         select row('order', h.source_id, h.source_no, 1, 'freeze', 'order_freight', h.customer_id, h.amount, h.id)::money_line from held h))`,
      [actor, ids],
    )
  const endHolds = (status: string, ids: number[]) =>
    run(
      `holds ${status}`,
      `with held as (
         update account_holds set status = '${status}' where tenant_id = $1 and source_id = any($3::bigint[]) and reason = 'order' and status = 'open'
         returning id, customer_id, source_id, source_no, amount)
       select count(*) from post_money($2, null, array(
         select row('order', h.source_id, h.source_no, 1, 'unfreeze', 'order_freight', h.customer_id, h.amount, h.id)::money_line from held h))`,
      [actor, ids],
    )
  /** As many fees of the same types and sums as the product has charged the newest order. */
  const fees = async (ids: number[]) => {
    const wanted = `with events as materialized (
        select e.* from billable_events e
        where e.tenant_id = $1 and e.kind = 'order' and e.source_id = any($3::bigint[]) and e.status <> 'reversed'),
      alike as materialized (
        select f.*, t.biz_type from fees f join fee_types t on t.tenant_id = f.tenant_id and t.id = f.fee_type_id
        where f.tenant_id = $1 and f.status = 'settled' and f.source_id = (
          select source_id from fees where tenant_id = $1 and order_type = 'order' and status = 'settled' and created_by = $2 order by id desc limit 1))`
    await run(
      'take',
      `${wanted} select count(*) from post_money($2, null, array(
         select row('billable_event', e.id, e.source_no, 1, 'out', f.biz_type, e.customer_id, sum(f.amount), null)::money_line
         from events e cross join alike f group by e.id, e.source_no, e.customer_id, f.biz_type))`,
      [actor, ids],
    )
    await run(
      'fees',
      `${wanted}, taken as materialized (
         select b.* from balance_flows b where b.tenant_id = $1 and b.source_type = 'billable_event' and b.source_id in (select id from events)
           and b.hold_id is null and b.source_line = 1 and b.log_type = 'out')
       insert into fees (tenant_id, customer_id, fee_type_id, order_type, source_id, source_no, event_id, amount, cost_amount, version_id,
         discount, detail, charge_date, occurred_at, status, flow_seq, settled_at, created_by)
       select $1, e.customer_id, f.fee_type_id, 'order', e.source_id, e.source_no, e.id, f.amount, f.cost_amount, f.version_id, f.discount, f.detail,
         e.charge_date, e.created_at, 'settled', b.seq, now(), $2
       from events e cross join alike f join taken b on b.source_id = e.id and b.business = f.biz_type`,
      [actor, ids],
    )
    await run(
      'charged',
      `update billable_events e set status = 'charged', priced_at = now() from unnest($2::bigint[]) x
       where e.tenant_id = $1 and e.kind = 'order' and e.source_id = x and e.status <> 'reversed'`,
      [ids],
    )
  }
  const post = (flow: 'allocate' | 'deallocate' | 'ship', ids: number[]) => {
    const [onHand, allocated] = { allocate: [0, 1], deallocate: [0, -1], ship: [-1, -1] }[flow]
    return run(
      `post ${flow}`,
      `select count(*) from post_stock('allocation', $2, null, array(
         select row(a.id, a.demand_no, 1, '${flow}', s.location_id, s.batch_id, s.quality, ${onHand} * a.quantity, ${allocated} * a.quantity, 0)::stock_line
         from allocations a join stock s on s.tenant_id = a.tenant_id and s.id = a.stock_id
         where a.tenant_id = $1 and a.demand_type = 'order' and a.demand_id = any($3::bigint[]) order by a.id))`,
      [actor, ids],
    )
  }
  const endAllocations = (status: string, ids: number[]) =>
    run(
      `end ${status}`,
      `update allocations set status = '${status}' where tenant_id = $1 and demand_type = 'order' and demand_id = any($2::bigint[])`,
      [ids],
    )

  const audit = (ids: number[]) =>
    inOne(async () => {
      await lock(ids)
      await enter('under_audit', ids)
      await run(
        'goods',
        `select lock_stock(array(select distinct product_id from order_lines where tenant_id = $1 and order_id = any($2::bigint[])))`,
        [ids],
      )
      await run(
        'allocate',
        `insert into allocations (tenant_id, stock_id, demand_type, demand_id, demand_line, demand_no, quantity)
         select $1, s.id, 'order', l.order_id, l.line_no, o.order_no, l.quantity
         from orders o join order_lines l on l.tenant_id = o.tenant_id and l.order_id = o.id
         join batches b on b.tenant_id = l.tenant_id and b.product_id = l.product_id and b.lot = 'BENCH'
         join stock s on s.tenant_id = b.tenant_id and s.batch_id = b.id
         where o.tenant_id = $1 and o.id = any($2::bigint[])`,
        [ids],
      )
      await hold(ids)
      await post('allocate', ids)
      await run(
        'pack',
        'insert into packages (tenant_id, order_id) select $1, o from unnest($2::bigint[]) o',
        [ids],
      )
      const { rows } = await run(
        'numbers',
        `update number_pools set next_no = next_no + $3::int where tenant_id = $1 and channel_id = $2 returning next_no - $3::int as no`,
        [ground.channel.id, ids.length],
      )
      await run(
        'waybills',
        `insert into waybills (tenant_id, package_id, order_id, channel_id, label_source, label_format, carrier, status)
         select $1, p.id, p.order_id, $3, 'self_built', 'pdf_100x150', 'BENCH', 'requesting' from packages p
         where p.tenant_id = $1 and p.order_id = any($2::bigint[])`,
        [ids, ground.channel.id],
      )
      await run(
        'obtained',
        `update waybills w set status = 'obtained', obtained_at = now(), tracking_no = 'BN' || lpad(($3::bigint + x.n)::text, 9, '0')
         from unnest($2::bigint[]) with ordinality x (id, n) where w.tenant_id = $1 and w.order_id = x.id`,
        [ids, Number(rows[0].no) - 1],
      )
      await run(
        'words',
        `insert into order_words (tenant_id, word, order_id, mark)
         select $1, lower(tracking_no), order_id, 'tracking' from waybills where tenant_id = $1 and order_id = any($2::bigint[])`,
        [ids],
      )
      await enter('pending_shipment', ids, `audited_at = now(), audited_by = ${actor},`)
      await note('audit_passed', ids)
    })

  const ship = (ids: number[]) =>
    inOne(async () => {
      await lock(ids)
      await enter('shipped', ids, 'shipped_at = now(),')
      await charge('order', ids)
      await endHolds('consumed', ids)
      await fees(ids)
      await endAllocations('taken', ids)
      await post('ship', ids)
      await run(
        'shipments',
        `with batch as (
           insert into shipment_batches (tenant_id, batch_no, carrier, order_count, package_count, created_by)
           select $1, no, 'BENCH', $3::int, $3::int, $4 from next_numbers('SB', 1) no returning id)
         insert into shipments (tenant_id, order_id, batch_id) select $1, o, batch.id from batch, unnest($2::bigint[]) o`,
        [ids, ids.length, actor],
      )
      await note('shipped', ids)
    })

  const voidThem = (ids: number[]) =>
    inOne(async () => {
      await lock(ids)
      await endHolds('released', ids)
      await endAllocations('released', ids)
      await post('deallocate', ids)
      await charge('order_void', ids)
      await run(
        'void waybills',
        `update waybills set status = 'voided', voided_at = now() where tenant_id = $1 and order_id = any($2::bigint[])`,
        [ids],
      )
      await enter('voided', ids, `voided_at = now(), void_reason = 'bench',`)
      await note('voided', ids)
    })

  const insert = (references: string[]) =>
    inOne(async () => {
      const { rows } = await run(
        'insert',
        `insert into orders (tenant_id, order_no, customer_id, reference_no, channel_id, receiver_name, country_code, state_code, city, postcode,
           address1, piece_class, sku_count, piece_count, est_weight, est_length, est_width, est_height, created_by)
         select $1, no.no, $2, r.reference, $3, 'Li Lei', 'US', 'CA', 'Ontario', '91761', '20 Maple Street', 'ss', 1, 1, 1.5, 10, 8, 5, $4
         from unnest($5::text[]) with ordinality r (reference, n)
         join next_numbers('OB', cardinality($5::text[])) with ordinality no (no, n) using (n) returning id`,
        [ground.customer.id, ground.channel.id, actor, references],
      )
      const ids = rows.map(({ id }) => Number(id))
      await run(
        'lines',
        `insert into order_lines (tenant_id, order_id, line_no, customer_id, product_id, quantity)
         select $1, o.id, 1, $2, o.product, 1 from unnest($3::bigint[], $4::bigint[]) o (id, product)`,
        [ground.customer.id, ids, ids.map((_, i) => ground.products[i % 200]?.id)],
      )
      await run(
        'order words',
        `insert into order_words (tenant_id, word, order_id, mark)
         select $1, lower(o.order_no), o.id, 'order_no'::order_mark from orders o where o.tenant_id = $1 and o.id = any($2::bigint[])
         union all select $1, o.reference_key, o.id, 'reference' from orders o where o.tenant_id = $1 and o.id = any($2::bigint[])`,
        [ids],
      )
      await note('created', ids)
    })

  return { audit, ship, voidThem, insert, close: () => client.end() }
}
