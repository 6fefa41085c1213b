-- Where a password reset code is sent; no row for an unknown account.
create or replace function wms.reset_address(account text) returns table (email text)
language plpgsql stable security definer set search_path = wms, pg_temp as $$
begin
  return query
    select a.email from accounts a join tenants t on t.id = a.tenant_id
    where a.login_key = account and a.is_enabled and not a.is_support and a.email is not null and t.status <> 'closed';
end $$;
