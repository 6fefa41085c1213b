-- Ended by a new calculation, and not by a person who voided it: only then the next calculation may charge its type again.
alter table wms.fees add column is_repriced boolean not null default false;

-- The customer's group when the work was done, null without one: what is priced later has the price of that group. Older events don't know
-- theirs, and have the price of the group of today.
alter table wms.billable_events
  add column group_id bigint,
  add column is_group_known boolean not null default false,
  add constraint group_is_known check (group_id is null or is_group_known),
  add foreign key (tenant_id, group_id) references wms.customer_groups (tenant_id, id);
