-- Queues a job in the caller's transaction: gone on rollback, refused without a tenant.
create or replace function wms.enqueue(task text, payload json, key text default null) returns bigint language plpgsql as $$
begin
  return (select id from graphile_worker.add_job(
    task, json_build_object('tenantId', wms.tenant_now(), 'input', payload), job_key => key, max_attempts => 5));
end $$;
