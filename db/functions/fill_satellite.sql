-- A new satellite gets its main warehouse's data. A trigger on the company, so that it applies however a
-- satellite is created. At most one job per main warehouse waits: it copies everything.
create or replace function wms.fill_satellite() returns trigger
language plpgsql security definer set search_path = wms, pg_temp as $$
begin
  perform graphile_worker.add_job('copy_to_satellites', json_build_object('tenantId', new.parent_tenant_id, 'input', '{}'::json),
    job_key => 'satellites:' || new.parent_tenant_id, max_attempts => 5);
  return null;
end $$;
