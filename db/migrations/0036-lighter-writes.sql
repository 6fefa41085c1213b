-- What is written by the thousand is checked only once for the same thing. Each of these rows refers to a row of the same company that itself
-- belongs to a company that exists.
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
