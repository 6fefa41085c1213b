-- A new password for the holder of the reset code.
create or replace function wms.reset_password(account text, hash bytea, secret text, from_ip text, request text) returns boolean
language plpgsql security definer set search_path = wms, pg_temp as $$
declare
  person bigint;
begin
  if not use_code('reset', account, hash) then return false; end if;
  select a.id into person from accounts a join tenants t on t.id = a.tenant_id
    where a.login_key = account and a.is_enabled and not a.is_support and t.status <> 'closed' for update of a;
  if person is null then return false; end if;
  perform store_password(person, secret, false);
  perform log_before_login(person, 'reset_password', 'account.password_reset', from_ip, request);
  return true;
end $$;
