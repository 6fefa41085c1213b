-- What is written by the thousand is checked only once for the same thing.

-- Each of these rows refers to a row of the same company that itself belongs to a company that exists.
alter table wms.orders drop constraint orders_tenant_id_fkey;
alter table wms.order_lines drop constraint order_lines_tenant_id_fkey;
alter table wms.packages drop constraint packages_tenant_id_fkey;
alter table wms.waybills drop constraint waybills_tenant_id_fkey;
alter table wms.allocations drop constraint allocations_tenant_id_fkey;
alter table wms.shipments drop constraint shipments_tenant_id_fkey;
alter table wms.billable_events drop constraint billable_events_tenant_id_fkey;
alter table wms.account_holds drop constraint account_holds_tenant_id_fkey;
alter table wms.fees drop constraint fees_tenant_id_fkey;
alter table wms.audit_log drop constraint audit_log_tenant_id_fkey;

-- The number of a fee is made of its id, and no statement looks for it.
alter table wms.fees drop constraint fee_no_taken;

-- The kind of a document comes last: under row security its comparison can't search an index, and the document would not be searched either.
drop index wms.billed_once;
create unique index billed_once on wms.fees (tenant_id, source_id, fee_type_id, order_type)
  where status not in ('voided', 'reversed') and refund_of is null and source_id is not null;

-- The same indexes as before, created again: of indexes that look equally good on a table that is still small, the planner takes the newest, and
-- keeps to it while the table grows. Of these flows it then read all of the company for every line of a posting.
drop index wms.money_posted_once;
create unique index money_posted_once on wms.balance_flows (tenant_id, source_type, source_id, source_line, log_type, business)
  where hold_id is null;
drop index wms.hold_posted_once;
create unique index hold_posted_once on wms.balance_flows (tenant_id, hold_id, log_type) where hold_id is not null;
