-- Set-up and satellites: what a main warehouse keeps for both comes to its satellites by the queue.

-- The satellites of the caller's company.
create function wms.satellites() returns setof bigint
language plpgsql stable security definer set search_path = wms, pg_temp as $$
begin
  return query
    select t.id from tenants t
    where t.parent_tenant_id = tenant_now() and t.system_version = 'satellite' and t.status <> 'closed' order by t.id;
end $$;

-- A new satellite gets what its main warehouse has. It hangs on the company itself, so that no way to make a satellite can
-- forget it. One job for each main warehouse waits at a time: it copies everything.
create function wms.fill_satellite() returns trigger
language plpgsql security definer set search_path = wms, pg_temp as $$
begin
  perform graphile_worker.add_job('copy_to_satellites', json_build_object('tenantId', new.parent_tenant_id, 'input', '{}'::json),
    job_key => 'satellites:' || new.parent_tenant_id, max_attempts => 5);
  return null;
end $$;
create trigger fill_satellite after insert or update of system_version, parent_tenant_id, status on wms.tenants
  for each row when (new.system_version = 'satellite' and new.status <> 'closed') execute function wms.fill_satellite();

revoke execute on all functions in schema wms from public;
grant execute on function wms.satellites to tally_app;
