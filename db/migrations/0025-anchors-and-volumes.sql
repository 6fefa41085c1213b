-- A deposit over N days is counted from the day on which it was agreed, in the warehouse's own time.
create function wms.set_cycle_anchor() returns trigger language plpgsql as $$
begin
  if new.storage_settlement_cycle = '1' then
    new.storage_cycle_anchor := null;
  elsif tg_op = 'INSERT' or new.storage_cycle_anchor is null
    or new.storage_settlement_cycle <> old.storage_settlement_cycle or new.storage_cycle_days <> old.storage_cycle_days then
    new.storage_cycle_anchor := (wms.business_now() at time zone (
      select time_zone from wms.warehouses where tenant_id = new.tenant_id order by id limit 1))::date;
  end if;
  return new;
end $$;
create trigger set_cycle_anchor before insert or update on wms.customers
  for each row execute function wms.set_cycle_anchor();
revoke execute on function wms.set_cycle_anchor from public;
grant execute on function wms.set_cycle_anchor to tally_app;

-- The volume above which a channel counts by volume is kept like every volume: in cubic metres or cubic feet. It was
-- kept in cubic centimetres or cubic inches.
do $$
declare
  t record;
begin
  for t in select id from wms.tenants loop
    perform set_config('app.tenant_id', t.id::text, true);
    update wms.customers set row_version = row_version where tenant_id = t.id and storage_settlement_cycle = '2';
    update wms.channels c set dim_trigger_volume = greatest(
      round(c.dim_trigger_volume / case w.unit when 2 then 1728 else 1000000 end, 6), 0.000001)
    from wms.warehouses w
    where c.tenant_id = t.id and w.tenant_id = t.id and c.dim_trigger_volume is not null;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;
