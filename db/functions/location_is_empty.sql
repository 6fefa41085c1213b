-- Whether nothing lies in a location. There is no stock yet, so nothing lies anywhere; the migration that brings stock replaces this
-- function, and everything that asks it holds from then on.
create or replace function wms.location_is_empty(location bigint) returns boolean language plpgsql stable as $$
begin
  return not exists (select 1 from wms.stock s where s.tenant_id = wms.tenant_now() and s.location_id = location and s.on_hand > 0);
end $$;
