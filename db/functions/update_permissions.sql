-- A user's permissions follow from their roles. The account is locked by a separate statement: the next one
-- sees what the previous lock holder did, so no permission outlives its role.
create or replace function wms.update_permissions() returns trigger language plpgsql as $$
declare
  people bigint[];
begin
  if tg_table_name = 'roles' then
    people := array(select ar.account_id from wms.account_roles ar where ar.tenant_id = new.tenant_id and ar.role_id = new.id);
  elsif tg_op = 'DELETE' then
    people := array[old.account_id];
  else
    people := array[new.account_id];
  end if;
  perform 1 from wms.accounts a where a.tenant_id = wms.tenant_now() and a.id = any (people) order by a.id for no key update;
  update wms.accounts a set permissions = coalesce((
    select array_agg(distinct p order by p)
    from wms.account_roles ar
    join wms.roles r on r.tenant_id = ar.tenant_id and r.id = ar.role_id
    cross join unnest(r.permissions) p
    where ar.tenant_id = a.tenant_id and ar.account_id = a.id), '{}')
  where a.tenant_id = wms.tenant_now() and a.id = any (people);
  return null;
end $$;
