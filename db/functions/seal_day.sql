-- A day is sealed once, after the day before it, and an hour after its end: by then no transaction that
-- started on it is open.
create or replace function wms.seal_day(book text, d date) returns void language plpgsql security definer set search_path = wms, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('seal ' || book, tenant_now()));
  insert into audit_seals (tenant_id, ledger, day, entries, digest)
  select tenant_now(), book, d, x.entries, x.digest
  from ledger_digest(tenant_now(), book, d, (
    select s.digest from audit_seals s where s.tenant_id = tenant_now() and s.ledger = book order by s.day desc limit 1)) x
  where x.entries > 0 and is_day_over(d, now())
    and not exists (select 1 from audit_seals s where s.tenant_id = tenant_now() and s.ledger = book and s.day >= d);
end $$;
