-- Codes sent to an old address become invalid once there is a new one.
create or replace function wms.delete_reset_codes() returns trigger
language plpgsql security definer set search_path = wms, pg_temp as $$
begin
  delete from verification_codes c where c.purpose = 'reset' and c.target = new.login_key;
  return null;
end $$;
