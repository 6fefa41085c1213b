-- A platform's code is one code however it is written, like every other code. Of two that differ by nothing else the later
-- one gets its number behind it.
do $$
declare
  t record;
begin
  for t in select id from wms.tenants loop
    perform set_config('app.tenant_id', t.id::text, true);
    update wms.platforms p set
      platform_code = left(p.platform_code, 34 - length(p.id::text)) || '-' || p.id,
      search_line = p.search_line || ' ' || lower(left(p.platform_code, 34 - length(p.id::text)) || '-' || p.id)
    where p.tenant_id = t.id and exists (
      select 1 from wms.platforms o
      where o.tenant_id = t.id and o.id < p.id and lower(o.platform_code) = lower(p.platform_code));
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;
alter table wms.platforms drop constraint platform_code_taken;
create unique index platform_code_taken on wms.platforms (tenant_id, lower(platform_code));
