create or replace function wms.keep_number_apart() returns trigger language plpgsql as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('number_pools', new.tenant_id));
  if wms.in_a_range(new.tenant_id, new.number) then
    raise exception 'number % is in a range', new.number using errcode = '23505', constraint = 'number_taken';
  end if;
  return new;
end $$;
