-- The satellites of the caller's company.
create or replace function wms.satellites() returns setof bigint
language plpgsql stable security definer set search_path = wms, pg_temp as $$
begin
  return query
    select t.id from tenants t
    where t.parent_tenant_id = tenant_now() and t.system_version = 'satellite' and t.status <> 'closed' order by t.id;
end $$;
