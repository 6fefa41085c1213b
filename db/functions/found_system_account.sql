-- Every company has one account as which the system acts. It hangs on the company itself, so that no way to make a company can
-- forget it.
create or replace function wms.found_system_account() returns trigger
language plpgsql security definer set search_path = wms, pg_temp as $$
begin
  insert into accounts (tenant_id, kind, login_account, user_name, zone_code, is_enabled)
    values (new.id, 'system', 'system:' || new.id, 'System', 'UTC', false);
  return null;
end $$;
