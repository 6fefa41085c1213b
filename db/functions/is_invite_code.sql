create or replace function wms.is_invite_code(shown text) returns boolean
language plpgsql stable security definer set search_path = wms, pg_temp as $$
begin
  return exists (select 1 from tenants t where t.invite_code = shown and t.status <> 'closed');
end $$;
