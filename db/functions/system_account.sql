-- The system account of the caller's company.
create or replace function wms.system_account() returns bigint language plpgsql stable set search_path = wms, pg_temp as $$
begin
  return (select a.id from accounts a where a.tenant_id = tenant_now() and a.kind = 'system');
end $$;
