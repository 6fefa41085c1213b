-- A company starts with its warehouse, and gets the shipped types of fees with it.
create or replace function wms.add_fee_types() returns trigger language plpgsql security definer set search_path = wms, pg_temp as $$
begin
  insert into fee_types (tenant_id, fee_code, name_zh, name_en, search_line, order_type, biz_type, is_system)
  select new.tenant_id, s.fee_code, s.name_zh, s.name_en, lower(concat_ws(' ', s.fee_code, s.name_zh, s.name_en, s.initials)),
    s.order_type, s.biz_type, true
  from shipped_fee_types s order by s.seq
  on conflict do nothing;
  return null;
end $$;
