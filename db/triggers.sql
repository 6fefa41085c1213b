-- Every trigger of the schema. Applied again whenever this file changes; a removed trigger is dropped by a
-- migration.

-- Rules are AFTER triggers: a BEFORE UPDATE trigger makes PostgreSQL lock the row as if its keys changed, and
-- no one could then refer to a customer, product or bin while it is edited.

-- A status takes only the transitions its machine allows. Rows that are written by the thousand are checked on insert only where they
-- don't start at the beginning, and later only where they don't take one of the usual steps: a test finds these in the machine.
create or replace trigger check_step after insert or update of status on wms.tenants
  for each row execute function wms.check_step('tenant');
create or replace trigger check_step after insert or update of status on wms.invitations
  for each row execute function wms.check_step('invitation');
create or replace trigger check_step after insert or update of status on wms.tasks
  for each row execute function wms.check_step('task');
create or replace trigger check_step after insert or update of status on wms.imports
  for each row execute function wms.check_step('import');
create or replace trigger check_step after insert or update of audit_status on wms.products
  for each row execute function wms.check_step('product_audit', 'audit_status');
create or replace trigger check_first after insert on wms.allocations
  for each row when (new.status <> 'open') execute function wms.check_step('allocation');
create or replace trigger check_step after update of status on wms.allocations
  for each row when ((old.status, new.status) not in (('open', 'taken'), ('open', 'released'))) execute function wms.check_step('allocation');
create or replace trigger check_step after insert or update of status on wms.inbounds
  for each row execute function wms.check_step('inbound');
create or replace trigger check_first after insert on wms.orders
  for each row when (new.status <> 'pending_audit') execute function wms.check_step('order');
create or replace trigger check_step after update of status on wms.orders
  for each row when ((old.status, new.status) not in (('pending_audit', 'under_audit'), ('under_audit', 'pending_shipment'),
    ('pending_shipment', 'waybill_printed'), ('waybill_printed', 'shipped'))) execute function wms.check_step('order');
create or replace trigger check_first after insert on wms.waybills
  for each row when (new.status <> 'requesting') execute function wms.check_step('waybill');
create or replace trigger check_step after update of status on wms.waybills
  for each row when ((old.status, new.status) not in (('requesting', 'obtained'), ('obtained', 'voided'))) execute function wms.check_step('waybill');
create or replace trigger check_step after insert or update of status on wms.manifests
  for each row execute function wms.check_step('manifest');
create or replace trigger check_step after insert or update of status on wms.picking_lists
  for each row execute function wms.check_step('picking_list');
create or replace trigger check_step after insert or update of status on wms.parcels
  for each row execute function wms.check_step('parcel');
create or replace trigger check_first after insert on wms.billable_events
  for each row when (new.status <> 'waiting') execute function wms.check_step('billable');
create or replace trigger check_step after update of status on wms.billable_events
  for each row when ((old.status, new.status) not in (('waiting', 'charged'), ('waiting', 'free'))) execute function wms.check_step('billable');
create or replace trigger check_step after insert or update of status on wms.stock_counts
  for each row execute function wms.check_step('count');
create or replace trigger check_first after insert on wms.account_holds
  for each row when (new.status <> 'open') execute function wms.check_step('hold');
create or replace trigger check_step after update of status on wms.account_holds
  for each row when ((old.status, new.status) not in (('open', 'consumed'), ('open', 'released'))) execute function wms.check_step('hold');
create or replace trigger check_step after insert or update of status on wms.collections
  for each row execute function wms.check_step('collection');
create or replace trigger check_step after insert or update of status on wms.bills
  for each row execute function wms.check_step('bill');
create or replace trigger check_first after insert on wms.fees
  for each row when (new.status not in ('not_settled', 'settled')) execute function wms.check_step('fee');
create or replace trigger check_step after update of status on wms.fees
  for each row execute function wms.check_step('fee');
create or replace trigger check_step after insert or update of status on wms.stock_snapshots
  for each row execute function wms.check_step('snapshot');
create or replace trigger check_step after insert or update of status on wms.fee_requests
  for each row execute function wms.check_step('fee_request');

-- Columns that never change after insert.
create or replace trigger keep_columns after update of customer_code on wms.customers
  for each row execute function wms.keep_columns('customer_code_kept', 'customer_code');
create or replace trigger keep_columns after update of sku, customer_id on wms.products
  for each row execute function wms.keep_columns('sku_kept', 'sku', 'customer_id');
create or replace trigger keep_columns after update of country_code, state_code on wms.states
  for each row execute function wms.keep_columns('state_code_kept', 'country_code', 'state_code');
create or replace trigger keep_columns after update of schema_code on wms.zone_schemas
  for each row execute function wms.keep_columns('zone_schema_code_kept', 'schema_code');
create or replace trigger keep_columns after update of channel_code on wms.channels
  for each row execute function wms.keep_columns('channel_code_kept', 'channel_code');
create or replace trigger keep_columns after update of stock_id, quantity, demand_type, demand_id, demand_line on wms.allocations
  for each row execute function wms.keep_columns('allocation_kept', 'stock_id', 'quantity', 'demand_type', 'demand_id', 'demand_line');
create or replace trigger keep_columns after update of inbound_no, customer_id, inbound_type on wms.inbounds
  for each row execute function wms.keep_columns('inbound_kept', 'inbound_no', 'customer_id', 'inbound_type');
create or replace trigger keep_columns after update of order_no, customer_id, created_by, created_at on wms.orders
  for each row execute function wms.keep_columns('order_kept', 'order_no', 'customer_id', 'created_by', 'created_at');
create or replace trigger keep_columns after update of package_id, order_id, channel_id, carrier, label_source on wms.waybills
  for each row execute function wms.keep_columns('waybill_kept', 'package_id', 'order_id', 'channel_id', 'carrier', 'label_source');
create or replace trigger keep_columns after update of batch_id, carrier_account_id on wms.manifests
  for each row execute function wms.keep_columns('manifest_kept', 'batch_id', 'carrier_account_id');
create or replace trigger keep_columns after update of picking_no, list_type, created_by, created_at on wms.picking_lists
  for each row execute function wms.keep_columns('picking_list_kept', 'picking_no', 'list_type', 'created_by', 'created_at');
create or replace trigger keep_columns after update of kind, source_id, source_no, customer_id, charge_date, facts_version, created_at, group_id,
  is_group_known on wms.billable_events
  for each row execute function wms.keep_columns(
    'billable_kept', 'kind', 'source_id', 'source_no', 'customer_id', 'charge_date', 'facts_version', 'created_at', 'group_id',
    'is_group_known');
-- Only the recipient's postal code, which no price needs, may be taken out of facts.
create or replace trigger keep_facts after update of facts on wms.billable_events
  for each row when (new.facts <> old.facts - 'postcode') execute function wms.keep_columns('billable_kept', 'facts');
create or replace trigger keep_columns after update of charge_date, due_at on wms.stock_snapshots
  for each row execute function wms.keep_columns('snapshot_kept', 'charge_date', 'due_at');
create or replace trigger keep_columns after update of snapshot_id, customer_id, charge_date on wms.rent_days
  for each row execute function wms.keep_columns('rent_day_kept', 'snapshot_id', 'customer_id', 'charge_date');
create or replace trigger keep_columns after update of rent_day_id, batch_id, quality, quantity, unit_volume, age_days on wms.stock_snapshot_lines
  for each row execute function wms.keep_columns('snapshot_line_kept', 'rent_day_id', 'batch_id', 'quality', 'quantity', 'unit_volume', 'age_days');
create or replace trigger keep_columns after update of fee_code, order_type, biz_type, is_system on wms.fee_types
  for each row execute function wms.keep_columns('fee_type_kept', 'fee_code', 'order_type', 'biz_type', 'is_system');
create or replace trigger keep_columns after update of quote_code, kind, side, channel_id on wms.quotes
  for each row execute function wms.keep_columns('quote_kept', 'quote_code', 'kind', 'side', 'channel_id');
create or replace trigger keep_version after update on wms.quote_versions
  for each row execute function wms.keep_version();
create or replace trigger keep_columns after update of customer_id, reason, source_id, source_no, amount, created_at on wms.account_holds
  for each row execute function wms.keep_columns('hold_kept', 'customer_id', 'reason', 'source_id', 'source_no', 'amount', 'created_at');
create or replace trigger keep_columns after update of collection_no, created_by, created_at on wms.collections
  for each row execute function wms.keep_columns('collection_kept', 'collection_no', 'created_by', 'created_at');
create or replace trigger keep_paid after update of customer_id, purpose, amount, pay_method, bank_name, bank_ref_no, paid_on, remark, confirmed_by, confirmed_at
  on wms.collections
  for each row when (old.status <> 'draft') execute function wms.keep_columns(
    'collection_kept', 'customer_id', 'purpose', 'amount', 'pay_method', 'bank_name', 'bank_ref_no', 'paid_on', 'remark', 'confirmed_by',
    'confirmed_at');
create or replace trigger keep_columns after update of customer_id, fee_type_id, order_type, source_id, source_no, event_id, amount, cost_amount,
  version_id, discount, detail, charge_date, occurred_at, refund_of, replaces, is_manual, remark, tax_rate, tax_amount, created_by,
  created_at on wms.fees
  for each row execute function wms.keep_columns(
    'fee_kept', 'customer_id', 'fee_type_id', 'order_type', 'source_id', 'source_no', 'event_id', 'amount', 'cost_amount', 'version_id',
    'discount', 'detail', 'charge_date', 'occurred_at', 'refund_of', 'replaces', 'is_manual', 'remark', 'tax_rate', 'tax_amount', 'created_by',
    'created_at');
create or replace trigger keep_columns after update of bill_no, customer_id, settlement_mode, period_from, period_to, starts_at, ends_at, created_by,
  created_at on wms.bills
  for each row execute function wms.keep_columns(
    'bill_kept', 'bill_no', 'customer_id', 'settlement_mode', 'period_from', 'period_to', 'starts_at', 'ends_at', 'created_by', 'created_at');
create or replace trigger keep_issued after update of opening_balance, payments, other_changes, total, closing_balance, fee_count, charged_events,
  free_events, waived_events, open_events, waiting_events, issued_by, issued_at on wms.bills
  for each row when (old.status <> 'draft') execute function wms.keep_columns(
    'bill_kept', 'opening_balance', 'payments', 'other_changes', 'total', 'closing_balance', 'fee_count', 'charged_events', 'free_events',
    'waived_events', 'open_events', 'waiting_events', 'issued_by', 'issued_at');
create or replace trigger keep_bill_lines after insert or delete or update on wms.bill_lines
  for each row execute function wms.keep_bill_lines();
create or replace trigger keep_columns after update of customer_id, fee_type_id, refund_of, order_type, source_id, source_no, amount, charge_date,
  reason, asked_by, asked_at on wms.fee_requests
  for each row execute function wms.keep_columns(
    'fee_request_kept', 'customer_id', 'fee_type_id', 'refund_of', 'order_type', 'source_id', 'source_no', 'amount', 'charge_date', 'reason',
    'asked_by', 'asked_at');
create or replace trigger keep_collection after delete on wms.collections
  for each row when (old.status <> 'draft') execute function wms.keep_collection();
create or replace trigger set_once after update on wms.warehouses
  for each row execute function wms.set_once();
create or replace trigger keep_system_barcode after update or delete on wms.product_barcodes
  for each row execute function wms.keep_system_barcode();
create or replace trigger keep_pool after update on wms.number_pools
  for each row execute function wms.keep_pool();
create or replace trigger check_range_free before insert on wms.number_pools
  for each row execute function wms.check_range_free();
create or replace trigger check_number_free before insert on wms.pool_numbers
  for each row execute function wms.check_number_free();
create or replace trigger keep_stocked_location after update of is_enabled, zone_id, purpose on wms.locations
  for each row execute function wms.keep_stocked_location();
create or replace trigger keep_zone_quality after update of quality on wms.location_zones
  for each row execute function wms.keep_zone_quality();

-- Automatic consequences of a change.
create or replace trigger update_permissions after insert or delete on wms.account_roles
  for each row execute function wms.update_permissions();
create or replace trigger update_permissions after update of permissions on wms.roles
  for each row execute function wms.update_permissions();
create or replace trigger delete_reset_codes after update of email on wms.accounts
  for each row when (new.email is distinct from old.email) execute function wms.delete_reset_codes();
create or replace trigger add_company_states after insert on wms.warehouses
  for each row execute function wms.add_company_states();
create or replace trigger add_fee_types after insert on wms.warehouses
  for each row execute function wms.add_fee_types();
create or replace trigger reward_inviter after update of init_step on wms.warehouses
  for each row when (new.init_step = 6 and old.init_step < 6) execute function wms.reward_inviter();
create or replace trigger create_system_account after insert on wms.tenants
  for each row execute function wms.create_system_account();
create or replace trigger fill_satellite after insert or update of system_version, parent_tenant_id, status on wms.tenants
  for each row when (new.system_version = 'satellite' and new.status <> 'closed') execute function wms.fill_satellite();
-- For each statement, so that a batch of orders is one question.
create or replace trigger leave_picking_lists after update on wms.orders
  referencing old table as before_rows new table as after_rows
  for each statement execute function wms.leave_picking_lists();
create or replace trigger set_cycle_anchor before insert or update on wms.customers
  for each row execute function wms.set_cycle_anchor();
create or replace trigger open_accounts after insert on wms.customers
  referencing new table as after_rows
  for each statement execute function wms.keep_accounts();
create or replace trigger follow_credit_limits after update on wms.customers
  referencing old table as before_rows new table as after_rows
  for each statement execute function wms.keep_accounts();
