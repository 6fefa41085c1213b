-- A company starts with its warehouse, and gets its provinces with it.
create or replace function wms.add_company_states() returns trigger language plpgsql security definer set search_path = wms, pg_temp as $$
begin
  perform add_missing_states();
  return null;
end $$;
