-- A satellite asks for its main warehouse's data again, because of what it has of its own: a channel with a
-- carrier account arrives once an account of the same name exists. Elsewhere nothing happens.
create or replace function wms.refill_satellite() returns void
language plpgsql security definer set search_path = wms, pg_temp as $$
begin
  perform graphile_worker.add_job('copy_to_satellites', json_build_object('tenantId', t.parent_tenant_id, 'input', '{}'::json),
    job_key => 'satellites:' || t.parent_tenant_id, max_attempts => 5)
  from tenants t
  where t.id = tenant_now() and t.system_version = 'satellite' and t.parent_tenant_id is not null and t.status <> 'closed';
end $$;
