-- Sets an account's password and ends all its sessions. The account is locked first, as in opening a session:
-- a login with the old password has finished before this, or sees the new one.
create or replace function wms.store_password(account bigint, secret text, by_another boolean) returns void
language plpgsql security definer set search_path = wms, pg_temp as $$
begin
  perform 1 from accounts a where a.id = account for no key update;
  insert into account_secrets as s (account_id, password_hash) values (account, secret)
  on conflict (account_id) do update set password_hash = excluded.password_hash, changed_at = now();
  update accounts a set must_change = by_another, row_version = a.row_version + 1, updated_at = now() where a.id = account;
  delete from sessions s where s.account_id = account;
  delete from password_links l where l.account_id = account;
  delete from sso_codes c where c.account_id = account;
  delete from verification_codes c using accounts a
    where a.id = account and c.purpose = 'reset' and c.target = a.login_key;
  delete from throttles t using accounts a where a.id = account and t.key = 'login:' || a.login_key;
end $$;
