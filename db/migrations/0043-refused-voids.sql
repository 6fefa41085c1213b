-- Who accepted that a label stays billed although no one uses it, because its carrier refused to void it, when and why. Asking the carrier
-- again takes that back.
alter table wms.waybills
  add column void_acknowledged_by bigint,
  add column void_acknowledged_at timestamptz,
  add column void_acknowledged_reason text check (length(void_acknowledged_reason) between 1 and 500),
  add constraint acknowledged_void_was_refused check (
    num_nonnulls(void_acknowledged_by, void_acknowledged_at, void_acknowledged_reason) = 0
    or num_nonnulls(void_acknowledged_by, void_acknowledged_at, void_acknowledged_reason) = 3 and status = 'void_failed'),
  add foreign key (tenant_id, void_acknowledged_by) references wms.accounts (tenant_id, id);

-- What the counter of refused voids counts.
create index waybills_void_refused on wms.waybills (tenant_id, order_id) where status = 'void_failed' and void_acknowledged_at is null;
