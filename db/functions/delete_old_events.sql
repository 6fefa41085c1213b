-- Deletes events of the caller's company older than 90 days, among its `most` oldest, and returns how many.
create or replace function wms.delete_old_events(most int) returns int
language plpgsql security definer set search_path = wms, pg_temp as $$
declare
  gone int;
begin
  delete from events e using (
    select o.id from events o where o.tenant_id = tenant_now() order by o.id limit most) oldest
  where e.tenant_id = tenant_now() and e.id = oldest.id and e.at < now() - interval '90 days';
  get diagnostics gone = row_count;
  return gone;
end $$;
