-- A new satellite gets what its main warehouse has. It hangs on the company itself, so that no way to make a satellite can
-- forget it. One job for each main warehouse waits at a time: it copies everything.
create or replace function wms.fill_satellite() returns trigger
language plpgsql security definer set search_path = wms, pg_temp as $$
begin
  perform graphile_worker.add_job('copy_to_satellites', json_build_object('tenantId', new.parent_tenant_id, 'input', '{}'::json),
    job_key => 'satellites:' || new.parent_tenant_id, max_attempts => 5);
  return null;
end $$;
