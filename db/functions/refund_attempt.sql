-- A successful attempt does not count.
create or replace function wms.refund_attempt(keys text[], clear text) returns void
language plpgsql security definer set search_path = wms, pg_temp as $$
begin
  perform 1 from throttles t where t.key = any (keys || clear) order by t.key for update;
  delete from throttles t where t.key = clear;
  update throttles t set tries = greatest(t.tries - 1, 0) where t.key = any (keys);
end $$;
