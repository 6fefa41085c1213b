-- The calendar date in the warehouse's time zone.
create or replace function wms.warehouse_today() returns date language plpgsql stable as $$
begin
  return (select (wms.business_now() at time zone w.time_zone)::date from wms.warehouses w where w.tenant_id = wms.tenant_now());
end $$;
