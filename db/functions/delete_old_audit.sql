-- Deletes up to `most` entries of the oldest day of the caller's audit log, if that day is more than 24
-- months ago, and returns how many. Only a sealed day is deleted. Its seal is marked as expired first and
-- stays, so that later days can still be verified.
create or replace function wms.delete_old_audit(most int) returns int
language plpgsql security definer set search_path = wms, pg_temp set timezone = 'UTC' as $$
declare
  oldest date;
  gone int;
begin
  perform pg_advisory_xact_lock(hashtextextended('seal audit_log', tenant_now()));
  select a.at::date into oldest from audit_log a where a.tenant_id = tenant_now() order by a.at, a.id limit 1;
  if oldest is null or oldest >= (now() - interval '24 months')::date then return 0; end if;
  update audit_seals s set expired_at = coalesce(s.expired_at, now())
    where s.tenant_id = tenant_now() and s.ledger = 'audit_log' and s.day = oldest;
  if not found then return 0; end if;
  delete from audit_log a using (
    select o.id from audit_log o
    where o.tenant_id = tenant_now() and o.at >= oldest::timestamptz and o.at < (oldest + 1)::timestamptz limit most) old
  where a.tenant_id = tenant_now() and a.id = old.id;
  get diagnostics gone = row_count;
  return gone;
end $$;
