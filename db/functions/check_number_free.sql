create or replace function wms.check_number_free() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('number_pools', new.tenant_id));
  if wms.number_is_in_range(new.tenant_id, new.number) then
    raise exception 'number % is in a range', new.number using errcode = '23505', constraint = 'number_taken';
  end if;
  return new;
end $$;
