-- Whether a location has no stock.
create or replace function wms.location_is_empty(location bigint) returns boolean language plpgsql stable as $$
begin
  return not exists (select 1 from wms.stock s where s.tenant_id = wms.tenant_now() and s.location_id = location and s.on_hand > 0);
end $$;
