-- What a login needs to know of an account, and no more.
create or replace function wms.find_login(account text)
returns table (account_id bigint, tenant_id bigint, kind wms.account_kind, password_hash text, is_enabled boolean, standing text)
language plpgsql stable security definer set search_path = wms, pg_temp as $$
begin
  return query
    select a.id, a.tenant_id, a.kind, s.password_hash, a.is_enabled and (a.ends_at is null or a.ends_at > now()), wms.company_status(t)
    from accounts a
    join account_secrets s on s.account_id = a.id
    left join tenants t on t.id = a.tenant_id
    where a.login_key = account;
end $$;
