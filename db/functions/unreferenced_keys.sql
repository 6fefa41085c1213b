-- Which of these store keys no file of any company has, closed ones included.
create or replace function wms.unreferenced_keys(keys text[]) returns setof text
language plpgsql security definer set search_path = wms, pg_temp as $$
declare
  company bigint;
  unnamed text[] := keys;
begin
  for company in select t.id from tenants t loop
    perform set_config('app.tenant_id', company::text, true);
    unnamed := array(select k from unnest(unnamed) k where not exists (
      select 1 from files f where f.tenant_id = company and f.storage_key = k));
  end loop;
  perform set_config('app.tenant_id', '', true);
  return query select k from unnest(unnamed) k;
end $$;
