-- How many jobs of this kind the caller's company has waiting: the priority of its next one. A company that leaves hundreds waits for
-- itself, and another company's first goes before its second.
create or replace function wms.jobs_waiting(task text) returns int language sql stable as $$
  -- A priority is a smallint.
  select least(count(*), 32000)::int
  from graphile_worker._private_jobs j join graphile_worker._private_tasks k on k.id = j.task_id
  where k.identifier = task and j.is_available and j.run_at <= now() and (j.payload ->> 'tenantId')::bigint = wms.tenant_now()
$$;
