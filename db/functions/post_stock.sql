-- The only function that writes stock. All lines are posted together or none is.
--
-- Locks locations first, then stock rows, each in id order, whatever order the caller uses: two postings over
-- the same goods queue instead of deadlocking. A line that brings goods to a location holds a shared lock on
-- it; where goods must not be mixed, one posting at a time may bring any.
create or replace function wms.post_stock(source text, actor bigint, why text, lines wms.stock_line[])
returns table (source_id bigint, source_line int, flow_type wms.stock_flow_type, stock_id bigint, seq bigint)
language plpgsql security definer set search_path = wms, pg_temp as $$
#variable_conflict use_column
declare
  t bigint := tenant_now();
  n int;
  place record;
  wrong record;
  freed bigint[];
begin
  -- An empty set of lines does nothing.
  if cardinality(lines) = 0 then return; end if;
  perform pg_advisory_xact_lock_shared(posting_key(t, business_clock()));

  with held as materialized (
    select l.id, l.is_enabled, z.quality from locations l join location_zones z on z.tenant_id = t and z.id = l.zone_id
    where l.tenant_id = t and l.id in (select x.location_id from unnest(lines) x where x.d_on_hand > 0)
      and (l.mix_sku and l.mix_batch and l.mix_customer or l.purpose <> 'storage')
    order by l.id for share of l)
  select bool_or(h.id is null) as is_strict, bool_or(s.id is null) as is_new,
    min(x.location_id) filter (where b.id is null or not h.is_enabled or h.quality <> x.quality) as nowhere
  into place from unnest(lines) x
    left join held h on h.id = x.location_id
    left join batches b on b.tenant_id = t and b.id = x.batch_id
    left join stock s on s.tenant_id = t and s.location_id = x.location_id and s.batch_id = x.batch_id and s.quality = x.quality
    where x.d_on_hand > 0;
  if place.is_strict then
    perform 1 from locations l
      where l.tenant_id = t and l.id in (select x.location_id from unnest(lines) x where x.d_on_hand > 0)
        and not (l.mix_sku and l.mix_batch and l.mix_customer or l.purpose <> 'storage')
      order by l.id for no key update;
    select coalesce(place.nowhere, min(x.location_id)) into place.nowhere from unnest(lines) x
      left join locations l on l.tenant_id = t and l.id = x.location_id
      left join location_zones z on z.tenant_id = t and z.id = l.zone_id
      where x.d_on_hand > 0 and (l.id is null or not l.is_enabled or z.quality <> x.quality);
  end if;
  if place.nowhere is not null then
    raise exception 'location % takes no goods of this quality', place.nowhere
      using errcode = '23514', constraint = 'stock_has_no_place';
  end if;

  if place.is_new then
    insert into stock (tenant_id, location_id, customer_id, product_id, batch_id, quality)
      select distinct t, x.location_id, b.customer_id, b.product_id, x.batch_id, x.quality
      from unnest(lines) x join batches b on b.tenant_id = t and b.id = x.batch_id
      where x.d_on_hand > 0
      order by 2, 5, 6
    on conflict on constraint stock_key do nothing;
  end if;

  return query
  with l as materialized (
    select s.id as stock_id, s.customer_id, s.product_id, s.on_hand, s.allocated, s.frozen, s.seq, s.changed_at, s.blocked_because, x.*
    from unnest(lines) with ordinality as x (
      source_id, source_no, source_line, flow_type, location_id, batch_id, quality, d_on_hand, d_allocated, d_frozen, ord)
    join stock s on s.tenant_id = t and s.location_id = x.location_id and s.batch_id = x.batch_id and s.quality = x.quality
    order by s.id for no key update of s),
  sums as (
    select l.stock_id, sum(l.d_on_hand)::bigint as h, sum(l.d_allocated)::bigint as a, sum(l.d_frozen)::bigint as f, count(*) as c
    from l group by l.stock_id),
  -- Taken when all rows are locked, and the same for all of them: a query as of any time sees all of a
  -- posting or none.
  posting as materialized (select greatest(max(l.changed_at), business_clock()) as at from l),
  moved as (
    update stock s set on_hand = s.on_hand + sums.h, allocated = s.allocated + sums.a, frozen = s.frozen + sums.f,
      seq = s.seq + sums.c, changed_at = posting.at
    from sums, posting where s.tenant_id = t and s.id = sums.stock_id),
  flowed as (
    insert into stock_flows (tenant_id, stock_id, seq, flow_type, source_type, source_id, source_line, source_no, location_id,
      customer_id, product_id, d_on_hand, d_allocated, d_frozen, on_hand_after, allocated_after, frozen_after, reason, actor_id, at)
    select t, l.stock_id, l.seq + row_number() over w, l.flow_type, source, l.source_id, l.source_line, l.source_no, l.location_id,
      l.customer_id, l.product_id, l.d_on_hand, l.d_allocated, l.d_frozen, l.on_hand + sum(l.d_on_hand) over w,
      l.allocated + sum(l.d_allocated) over w, l.frozen + sum(l.d_frozen) over w, why, actor, posting.at
    -- The rows are locked, so `l` knows what they held before.
    from l cross join posting where l.blocked_because is null
    window w as (partition by l.stock_id order by l.ord)
    returning stock_flows.source_id, stock_flows.source_line, stock_flows.flow_type, stock_flows.stock_id, stock_flows.seq)
  select f.source_id, f.source_line, f.flow_type, f.stock_id, f.seq from flowed f;
  get diagnostics n = row_count;
  if n <> cardinality(lines) then
    select s.id, s.blocked_because into wrong from stock s
      join unnest(lines) x on x.location_id = s.location_id and x.batch_id = s.batch_id and x.quality = s.quality
      where s.tenant_id = t and s.blocked_because is not null limit 1;
    if found then
      raise exception 'stock % is blocked: %', wrong.id, wrong.blocked_because
        using errcode = '23514', constraint = 'stock_blocked';
    end if;
    raise exception 'goods that are not there' using errcode = '23514', constraint = 'stock_not_negative';
  end if;

  -- Goods that became available may fill orders that lacked them; most postings take some. The job has no key: postings would queue for
  -- its row, and one that waits for it while it holds goods could wait crosswise. The orders are read first: few lack goods, and a product
  -- may have been ordered a million times.
  freed := array(
    select distinct b.product_id from unnest(lines) x join batches b on b.tenant_id = t and b.id = x.batch_id
    where x.quality = 'good' and x.d_on_hand - x.d_allocated - x.d_frozen > 0);
  if freed <> '{}' and exists (
    with short as materialized (
      select o.id from orders o where o.tenant_id = t and o.status = 'audit_exception' and o.exception_code = 'stock_short')
    select 1 from short join order_lines w on w.tenant_id = t and w.order_id = short.id where w.product_id = any (freed))
  then
    perform enqueue('retry_short_orders', '{}'::json);
  end if;

  -- Mixing rules are checked at the end, for the locations that received something.
  if place.is_strict is not true then return; end if;
  select l.location_code, l.id into wrong
  from locations l
  join lateral (
    select count(distinct s.customer_id) as customers, count(distinct s.product_id) as products, count(distinct s.batch_id) as batches
    from stock s where s.tenant_id = t and s.location_id = l.id and s.on_hand > 0) lying on true
  where l.tenant_id = t and l.purpose = 'storage' and l.id in (select x.location_id from unnest(lines) x where x.d_on_hand > 0)
    and ((not l.mix_customer and lying.customers > 1) or (not l.mix_sku and lying.products > 1)
      or (not l.mix_batch and lying.batches > lying.products))
  limit 1;
  if found then
    raise exception 'location % would mix goods', wrong.location_code using errcode = '23514', constraint = 'stock_mixed';
  end if;
end $$;
