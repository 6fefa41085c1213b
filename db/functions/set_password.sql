-- The same for a user of the caller's company.
create or replace function wms.set_password(account bigint, secret text, by_another boolean) returns void
language plpgsql security definer set search_path = wms, pg_temp as $$
begin
  if not exists (select 1 from accounts a where a.id = account and a.tenant_id = tenant_now()) then
    raise exception 'not an account of this tenant' using errcode = '42501';
  end if;
  perform store_password(account, secret, by_another);
end $$;
