-- The priority of the next job of this kind that the caller's company leaves: behind those of its own that wait. A company that leaves
-- hundreds waits for itself, and another company's first goes before its second.
create or replace function wms.next_turn(task text) returns int language sql stable as $$
  select coalesce(max(j.priority) + 1, 0)
  from graphile_worker._private_jobs j join graphile_worker._private_tasks k on k.id = j.task_id
  where k.identifier = task and j.is_available and j.run_at <= now() and (j.payload ->> 'tenantId')::bigint = wms.tenant_now()
$$;
