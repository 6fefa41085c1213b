-- A code is valid once and for sixty seconds; of two requests with it, one succeeds.
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
