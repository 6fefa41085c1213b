-- A location with stock stays enabled and keeps its quality and purpose: whether goods were put away follows
-- from where they are.
create or replace function wms.keep_stocked_location() returns trigger language plpgsql as $$
declare
  turns_off boolean := old.is_enabled and not new.is_enabled;
  turns_quality boolean := new.zone_id <> old.zone_id and (
    select z.quality from wms.location_zones z where z.tenant_id = new.tenant_id and z.id = new.zone_id)
    is distinct from (select z.quality from wms.location_zones z where z.tenant_id = old.tenant_id and z.id = old.zone_id);
begin
  if (turns_off or turns_quality or new.purpose <> old.purpose) and not wms.location_is_empty(old.id) then
    raise exception '% still has goods', old.location_code using errcode = '23514', constraint = 'location_has_stock';
  end if;
  return new;
end $$;
