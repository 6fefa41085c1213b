-- The same for the holder of the code sent to their address: a trial of thirty days.
create or replace function wms.register(hash bytea, given jsonb, roles jsonb, from_ip text, request text)
returns table (account_id bigint, tenant_id bigint)
language plpgsql security definer set search_path = wms, pg_temp as $$
begin
  if not use_code('register', given->>'email', hash) then return; end if;
  return query select f.account_id, f.tenant_id from create_company(
    given || jsonb_build_object('version', 'standard', 'expiresAt', business_now() + interval '30 days'), roles, from_ip, request) f;
end $$;
