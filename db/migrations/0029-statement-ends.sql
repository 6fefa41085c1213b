-- The instants between which a bill counts what was posted, as they were when it was drawn up: the warehouse's time zone may change later, and the
-- next statement starts where the one before it has ended. Those that
-- exist get the instants of today's zone, each company in turn, because row security applies to the owner too. Bills of an older server have none.
alter table wms.bills
  add column starts_at timestamptz,
  add column ends_at timestamptz,
  add constraint bill_ends_later check (starts_at < ends_at);

do $$
declare
  company bigint;
begin
  for company in select t.id from wms.tenants t loop
    perform set_config('app.tenant_id', company::text, true);
    update wms.bills b set starts_at = b.period_from::timestamp at time zone w.time_zone, ends_at = (b.period_to + 1)::timestamp at time zone w.time_zone
      from wms.warehouses w
      where w.tenant_id = company and b.tenant_id = company;
  end loop;
  perform set_config('app.tenant_id', '', true);
end $$;
