-- Gives the company of this transaction the provinces it does not have yet. Existing ones stay unchanged.
create or replace function wms.add_missing_states() returns void language plpgsql security definer set search_path = wms, pg_temp as $$
begin
  insert into states (tenant_id, country_code, state_code, name_zh, name_en, search_line)
  select tenant_now(), s.country_code, s.state_code, s.name_zh, s.name_en, s.search_line from shipped_states s
  order by s.country_code, s.state_code
  on conflict (tenant_id, country_code, state_code) do nothing;
end $$;
