-- Seals: what the ledgers hold of a finished day, so that nobody changes it later unseen.

-- One row: the entries of one ledger on one day (UTC), how many they are and their hash, chained to the seal before. An entry
-- that is changed, removed or added later gives another hash, and the nightly check names the day.
create table wms.audit_seals (
  tenant_id bigint not null references wms.tenants,
  ledger text not null check (ledger in ('stock_flows', 'audit_log')),
  day date not null,
  entries bigint not null check (entries > 0),
  digest bytea not null check (length(digest) = 32),
  sealed_at timestamptz not null default now(),
  primary key (tenant_id, ledger, day)
);

-- Columns are named one by one, so that one which comes later leaves the old seals whole.
create function wms.ledger_digest(tenant bigint, book text, d date, prior bytea, out entries bigint, out digest bytea)
language plpgsql stable set search_path = wms, pg_temp set timezone = 'UTC' set datestyle = 'ISO, YMD' as $$
begin
  if book = 'stock_flows' then
    select count(*), sha256(coalesce(prior, '') || string_agg(sha256(convert_to(row(f.stock_id, f.seq, f.flow_type, f.source_type,
      f.source_id, f.source_line, f.source_no, f.location_id, f.customer_id, f.product_id, f.d_on_hand, f.d_allocated, f.d_frozen,
      f.on_hand_after, f.allocated_after, f.frozen_after, f.reason, f.actor_id, f.at)::text, 'UTF8')), '' order by f.stock_id, f.seq))
    into entries, digest from stock_flows f
    where f.tenant_id = tenant and f.at >= d::timestamptz and f.at < (d + 1)::timestamptz;
  else
    select count(*), sha256(coalesce(prior, '') || string_agg(sha256(convert_to(row(a.id, a.at, a.account_id, a.login_account, a.ip,
      a.request_id, a.action, a.object_type, a.object_id, a.object_no, a.before, a.after, a.reason)::text, 'UTF8')), '' order by a.id))
    into entries, digest from audit_log a
    where a.tenant_id = tenant and a.at >= d::timestamptz and a.at < (d + 1)::timestamptz;
  end if;
end $$;

-- A day is sealed once, after the day before it, and an hour after its end: by then no work that began on it is under way.
create function wms.seal_day(book text, d date) returns void language plpgsql security definer set search_path = wms, pg_temp as $$
begin
  perform pg_advisory_xact_lock(hashtextextended('seal ' || book, tenant_now()));
  insert into audit_seals (tenant_id, ledger, day, entries, digest)
  select tenant_now(), book, d, x.entries, x.digest
  from ledger_digest(tenant_now(), book, d, (
    select s.digest from audit_seals s where s.tenant_id = tenant_now() and s.ledger = book order by s.day desc limit 1)) x
  where x.entries > 0 and d < ((now() - interval '1 hour') at time zone 'UTC')::date
    and not exists (select 1 from audit_seals s where s.tenant_id = tenant_now() and s.ledger = book and s.day >= d);
end $$;

grant select on wms.audit_seals to tally_app;
grant execute on function wms.ledger_digest to tally_app, tally_auditor;
grant execute on function wms.seal_day to tally_app;
