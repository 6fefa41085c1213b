-- Every company has one system account. A trigger on the company, so that it applies however a company is
-- created.
create or replace function wms.create_system_account() returns trigger
language plpgsql security definer set search_path = wms, pg_temp as $$
begin
  insert into accounts (tenant_id, kind, login_account, user_name, zone_code, is_enabled)
    values (new.id, 'system', 'system:' || new.id, 'System', 'UTC', false);
  return null;
end $$;
