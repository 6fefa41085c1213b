-- Waits until no posting at or before a time can still commit, so that the stock as of that time is always
-- the same. Returns 'settled', 'future' for a time that has not passed yet, or 'busy' when a posting takes
-- too long.
--
-- A posting takes its lock first and its timestamp after that: one without a lock by now gets a later
-- timestamp.
create or replace function wms.await_postings(instant timestamptz) returns text language plpgsql volatile as $$
declare
  until timestamptz := clock_timestamp() + interval '3 seconds';
  first bigint := wms.posting_key(wms.tenant_now(), '2020-01-01');
  last bigint := wms.posting_key(wms.tenant_now(), instant);
begin
  if instant >= wms.business_clock() then return 'future'; end if;
  while exists (
    select 1 from pg_locks l
    where l.locktype = 'advisory' and l.objsubid = 1 and l.database = (select d.oid from pg_database d where d.datname = current_database())
      and l.classid::bigint << 32 | l.objid::bigint between first and last)
  loop
    if clock_timestamp() > until then return 'busy'; end if;
    perform pg_sleep(0.005);
  end loop;
  return 'settled';
end $$;
