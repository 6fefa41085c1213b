-- Run after every migration: no table can be forgotten. The parameter is the list of global tables.
do $$
declare
  t record;
begin
  for t in
    select c.oid::regclass as name, c.relname, c.relname = any (string_to_array(current_setting('app.global_tables'), ',')) as is_global,
      exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped) as has_tenant
    from pg_class c
    where c.relnamespace = 'wms'::regnamespace and c.relkind in ('r', 'p')
  loop
    execute format('alter table %s enable row level security', t.name);
    execute format('drop policy if exists tenant on %s', t.name);
    if t.relname <> 'account_secrets' then
      execute format('grant select on %s to tally_auditor', t.name);
    end if;
    if not t.is_global then
      execute format('alter table %s force row level security', t.name);
    end if;
    if t.relname = 'tenants' then
      execute format('create policy tenant on %s using (id = wms.tenant_now()) with check (id = wms.tenant_now())', t.name);
    elsif t.has_tenant then
      execute format('create policy tenant on %s using (tenant_id = wms.tenant_now()) with check (tenant_id = wms.tenant_now())', t.name);
    elsif t.is_global then
      execute format('create policy tenant on %s for select using (true)', t.name);
    else
      raise exception 'table % has no tenant_id and is not in the list of global tables', t.name;
    end if;
  end loop;
end $$;
