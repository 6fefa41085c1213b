-- Whether an account exists, also one without a password yet.
create or replace function wms.is_account(account text) returns boolean
language plpgsql stable security definer set search_path = wms, pg_temp as $$
begin
  return exists (select 1 from accounts a where a.login_key = account);
end $$;
