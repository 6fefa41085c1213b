-- The companies that may be open, for work that goes company by company.
create or replace function wms.open_tenants() returns setof bigint language plpgsql stable security definer set search_path = wms, pg_temp as $$
begin
  return query select t.id from tenants t where t.status <> 'closed' order by t.id;
end $$;
