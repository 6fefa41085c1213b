-- Run after every migration, so that no table is forgotten: returns the statements each table still lacks for
-- row security, the auditor's read privilege and the queue's policy. A table that lacks nothing is not
-- returned and not locked. $1 is the list of global tables.
with tables as (
  select c.oid, c.relname, c.relrowsecurity, c.relforcerowsecurity, format('wms.%I', c.relname) as name,
    c.relname = any ($1::text[]) as is_global,
    exists (select 1 from pg_attribute a where a.attrelid = c.oid and a.attname = 'tenant_id' and not a.attisdropped) as has_tenant
  from pg_class c
  where c.relnamespace = 'wms'::regnamespace and c.relkind in ('r', 'p')
),
wanted as (
  select t.*,
    case when relname = 'tenants' then '(id = wms.tenant_now())'
      when has_tenant then '(tenant_id = wms.tenant_now())'
      when is_global then 'true' end as condition,
    relname <> 'tenants' and not has_tenant as is_read_only
  from tables t
),
compared as (
  select w.*,
    exists (select 1 from pg_policy p where p.polrelid = w.oid and p.polname = 'tenant') as has_policy,
    exists (
      select 1 from pg_policy p
      where p.polrelid = w.oid and p.polname = 'tenant' and p.polpermissive and p.polroles = '{0}'
        and p.polcmd = case when is_read_only then 'r' else '*' end
        and pg_get_expr(p.polqual, p.polrelid) = condition
        and pg_get_expr(p.polwithcheck, p.polrelid) is not distinct from case when not is_read_only then condition end
    ) as has_right_policy
  from wanted w
)
select name as table, condition is null as "isForgotten",
  array_remove(array[
    case when not relrowsecurity then format('alter table %s enable row level security', name) end,
    case when not is_global and not relforcerowsecurity then format('alter table %s force row level security', name) end,
    case when has_policy and not has_right_policy then format('drop policy tenant on %s', name) end,
    case when not has_right_policy then format(
      case when is_read_only then 'create policy tenant on %1$s for select using (%2$s)'
        else 'create policy tenant on %1$s using (%2$s) with check (%2$s)' end, name, condition) end,
    case when relname <> 'account_secrets' and not has_table_privilege('tally_auditor', oid, 'select')
      then format('grant select on %s to tally_auditor', name) end
  ], null) as statements
from compared
union all
-- graphile-worker's tables have row security without policies: the server's role gets one for each.
select c.oid::regclass::text, false, array[format('create policy app on %s to tally_app using (true) with check (true)', c.oid::regclass)]
from pg_class c
where c.relnamespace = 'graphile_worker'::regnamespace and c.relkind = 'r' and c.relrowsecurity
  and not exists (select 1 from pg_policy p where p.polrelid = c.oid and p.polname = 'app')
