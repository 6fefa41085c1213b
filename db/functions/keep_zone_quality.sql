-- A zone with bins keeps its quality: their stock was posted under it.
create or replace function wms.keep_zone_quality() returns trigger language plpgsql as $$
begin
  if new.quality <> old.quality and exists (
    select 1 from wms.locations l where l.tenant_id = old.tenant_id and l.zone_id = old.id)
  then
    raise exception 'zone % has bins', old.zone_code using errcode = '23514', constraint = 'zone_quality_kept';
  end if;
  return new;
end $$;
