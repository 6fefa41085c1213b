create or replace function wms.is_name_free(name text) returns boolean
language plpgsql stable security definer set search_path = wms, pg_temp as $$
begin
  return not exists (select 1 from tenants t where t.login_url_name = name or t.code_key = name);
end $$;
