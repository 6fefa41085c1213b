-- Opens a session; of more than 20 the oldest end.
create or replace function wms.open_session(account bigint, proof text, hash bytea, from_ip text, from_browser text)
returns bigint language plpgsql security definer set search_path = wms, pg_temp as $$
declare
  opened bigint;
begin
  perform 1 from accounts a where a.id = account for no key update;
  insert into sessions (token_hash, tenant_id, account_id, ip, browser)
    select hash, a.tenant_id, a.id, from_ip, left(from_browser, 200)
    from accounts a join tenants t on t.id = a.tenant_id
    where a.id = account and a.is_enabled and (a.ends_at is null or a.ends_at > now()) and wms.company_status(t) = 'open'
      and (proof is null or exists (select 1 from account_secrets s where s.account_id = a.id and s.password_hash = proof))
    returning id into opened;
  if opened is null then return null; end if;
  update accounts set last_login_at = now() where id = account;
  delete from sessions s where s.id in (
    select old.id from sessions old where old.account_id = account order by old.created_at desc, old.id desc offset 20);
  return opened;
end $$;
