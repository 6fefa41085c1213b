-- The logos of a login page, by the name in its URL; no row for an unknown name.
create or replace function wms.logos_of(name text) returns table (company_logo text, wms_logo text, oms_logo text)
language plpgsql stable security definer set search_path = wms, pg_temp as $$
begin
  return query
    select t.company_logo, t.wms_logo, t.oms_logo from tenants t where t.login_url_name = name and t.status <> 'closed';
end $$;
