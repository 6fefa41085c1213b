-- A code is good once and for sixty seconds; of two who hold it, one gets in.
create or replace function wms.redeem_sso_code(hash bytea) returns table (account_id bigint, tenant_id bigint)
language plpgsql security definer set search_path = wms, pg_temp as $$
declare
  redeemed sso_codes%rowtype;
begin
  delete from sso_codes c where c.code_hash = hash returning * into redeemed;
  if redeemed.expires_at > now() then
    return query select redeemed.account_id, redeemed.tenant_id;
  end if;
end $$;
