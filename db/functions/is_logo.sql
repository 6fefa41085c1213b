-- Whether this file is a logo in use: a former logo is no longer public.
create or replace function wms.is_logo(path text) returns boolean language plpgsql stable security definer set search_path = wms, pg_temp as $$
begin
  return exists (select 1 from tenants t where path in (t.company_logo, t.wms_logo, t.oms_logo) and t.status <> 'closed');
end $$;
