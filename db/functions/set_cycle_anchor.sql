-- A deposit over N days is counted from the day it was agreed, in the warehouse's time zone.
create or replace function wms.set_cycle_anchor() returns trigger language plpgsql as $$
begin
  if new.storage_settlement_cycle = 'daily' then
    new.storage_cycle_anchor := null;
  elsif tg_op = 'INSERT' or new.storage_cycle_anchor is null
    or new.storage_settlement_cycle <> old.storage_settlement_cycle or new.storage_cycle_days <> old.storage_cycle_days then
    new.storage_cycle_anchor := wms.warehouse_today();
  end if;
  return new;
end $$;
