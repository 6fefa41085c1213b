-- The account of an invitation link; no row when it has expired, or when its account cannot log in.
create or replace function wms.find_password_link(link uuid) returns table (company_name text, login_account text, user_name text)
language plpgsql stable security definer set search_path = wms, pg_temp as $$
begin
  return query
    select t.company_name, a.login_account, a.user_name
    from password_links l join accounts a on a.id = l.account_id join tenants t on t.id = l.tenant_id
    where l.id = link and l.expires_at > now() and a.is_enabled and (a.ends_at is null or a.ends_at > now())
      and wms.company_status(t) = 'open';
end $$;
