-- The owner of a token, with everything that decides their permissions; no row when the session has ended.
-- One statement, because it runs before every call; `is_stale` tells the server to update the session's last
-- use.
create or replace function wms.session_of(hash bytea)
returns table (
  session_id bigint, tenant_id bigint, account_id bigint, kind wms.account_kind, login_account text, user_name text,
  zone_code text, permissions text[], system_version wms.system_version, is_expired boolean, must_change boolean, is_stale boolean)
language plpgsql stable security definer set search_path = wms, pg_temp as $$
begin
  return query
    select s.id, a.tenant_id, a.id, a.kind, a.login_account, a.user_name, a.zone_code, a.permissions, t.system_version,
      coalesce(t.expires_at + t.bonus_days * interval '1 day' < business_now(), false), a.must_change,
      s.last_seen_at < now() - interval '1 minute'
    from sessions s
    join accounts a on a.tenant_id = s.tenant_id and a.id = s.account_id
    join tenants t on t.id = s.tenant_id
    where s.token_hash = hash and s.last_seen_at > now() - interval '12 hours' and s.created_at > now() - interval '7 days'
      and a.is_enabled and (a.ends_at is null or a.ends_at > now()) and t.status <> 'closed'
      and coalesce(t.expires_at + (t.bonus_days + 30) * interval '1 day' > business_now(), true);
end $$;
