-- Checks the next `most` files of the caller's company after an id and deletes old ones: task results after
-- 30 days, unreferenced uploads after 7. Returns the last id checked (null at the end) and the store keys of
-- the deleted files. References are read from the catalogue, so that no table is forgotten.
create or replace function wms.delete_old_files(after bigint, most int, out last bigint, out keys text[])
language plpgsql security definer set search_path = wms, pg_temp as $$
declare
  looked bigint[];
  old bigint[];
  reference record;
begin
  looked := array(select f.id from files f where f.tenant_id = tenant_now() and f.id > after order by f.id limit most);
  last := looked[array_upper(looked, 1)];
  old := array(select f.id from files f where f.tenant_id = tenant_now() and f.id = any (looked)
    and f.created_at < now() - case f.purpose when 'result' then interval '30 days' else interval '7 days' end for update skip locked);
  -- A task keeps its message when its file is deleted; a phone link expires after minutes.
  update tasks t set file_id = null where t.tenant_id = tenant_now() and t.file_id = any (old);
  delete from photo_links l where l.tenant_id = tenant_now() and l.file_id = any (old) and l.expires_at < now();
  for reference in
    select c.conrelid::regclass as "table", a.attname as "column"
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[2]
    where c.contype = 'f' and c.confrelid = 'wms.files'::regclass
  loop
    execute format('select array(select o from unnest($1) o where not exists (
      select 1 from %s r where r.tenant_id = tenant_now() and r.%I = o))', reference."table", reference."column") into old using old;
  end loop;
  -- The company names its logos by their addresses.
  old := array(select f.id from files f where f.tenant_id = tenant_now() and f.id = any (old) and not exists (
    select 1 from tenants t where t.id = tenant_now()
      and '/logos/own/' || f.storage_key || '.png' in (t.company_logo, t.wms_logo, t.oms_logo)));
  with gone as (delete from files f where f.tenant_id = tenant_now() and f.id = any (old) returning f.storage_key)
  select coalesce(array_agg(g.storage_key), '{}') into keys from gone g;
end $$;
