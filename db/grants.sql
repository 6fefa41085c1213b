-- The privileges of the server's role. Whole tables only; anything not listed is forbidden. Applied again
-- whenever this file changes.
revoke all on all tables in schema wms from tally_app;
revoke all on all sequences in schema wms from tally_app;
revoke execute on all functions in schema wms from public, tally_app, tally_auditor;

grant usage on schema wms to tally_app, tally_auditor;
grant select on
  wms.audit_seals, wms.balance_flows, wms.customer_accounts, wms.dictionary_texts, wms.installation, wms.migrations, wms.shipped_fee_types, wms.shipped_states, wms.state_steps, wms.stock,
  wms.stock_flows, wms.tenants
to tally_app;
grant select, insert on
  wms.audit_log, wms.batches, wms.events, wms.files, wms.parcel_photos, wms.picking_tasks, wms.pool_numbers, wms.putaway_lines, wms.putaways,
  wms.receipt_lines, wms.receipt_photos, wms.shipment_batches, wms.shipments, wms.stock_documents
to tally_app;
grant select, insert, update on
  wms.account_holds, wms.accounts, wms.allocations, wms.billable_events, wms.book_results, wms.carrier_accounts, wms.carrier_days,
  wms.channels, wms.customer_groups, wms.customers, wms.demo_labels, wms.fee_requests, wms.fee_types, wms.fees, wms.import_rows, wms.imports, wms.inbounds,
  wms.label_print_lines, wms.label_prints, wms.lead_calls, wms.list_settings, wms.location_zones, wms.locations, wms.manifests, wms.number_pools, wms.number_series, wms.orders, wms.packages, wms.parcels,
  wms.photo_links, wms.picking_list_orders, wms.picking_lists, wms.picking_task_orders, wms.platforms, wms.print_settings, wms.products, wms.quotes, wms.receipts, wms.rent_days, wms.states, wms.stock_counts,
  wms.stock_snapshot_lines, wms.stock_snapshots,
  wms.tasks, wms.warehouses, wms.watermark_templates, wms.waybills, wms.zone_schemas
to tally_app;
grant select, insert, delete on
  wms.account_roles, wms.channel_customers, wms.collection_attachments, wms.fee_attachments, wms.fee_request_attachments, wms.fuel_rates, wms.inbound_attachments, wms.inbound_words, wms.order_lines, wms.order_words,
  wms.password_links, wms.product_images, wms.product_words, wms.upload_parts, wms.uploads, wms.zone_rows
to tally_app;
grant select, insert, update, delete on
  wms.bill_lines, wms.bill_payments, wms.bills, wms.carrier_calls, wms.carrier_faults, wms.collections, wms.customer_prices, wms.idempotency, wms.inbound_boxes, wms.inbound_lines, wms.product_barcodes, wms.quote_versions, wms.roles, wms.stock_count_lines
to tally_app;
grant select, delete on
  wms.sessions
to tally_app;

-- A document's lines are posted under its id before its number is drawn, so that the number series is locked
-- only briefly.
grant usage on sequence wms.receipts_id_seq, wms.stock_documents_id_seq to tally_app;

grant execute on function
  wms.add_company_states,
  wms.article_key,
  wms.await_postings,
  wms.block_account,
  wms.block_stock,
  wms.business_clock,
  wms.business_now,
  wms.check_code,
  wms.check_number_free,
  wms.check_range_free,
  wms.check_step,
  wms.company_status,
  wms.consume_attempt,
  wms.customer_of,
  wms.delete_expired_logins,
  wms.delete_old_audit,
  wms.delete_old_events,
  wms.delete_old_files,
  wms.delete_reset_codes,
  wms.drop_code,
  wms.due_at,
  wms.end_session,
  wms.enqueue,
  wms.find_login,
  wms.find_password_link,
  wms.flow_type_key,
  wms.in_transit_of,
  wms.invited_companies,
  wms.is_account,
  wms.is_invite_code,
  wms.is_logo,
  wms.is_name_free,
  wms.keep_accounts,
  wms.keep_bill_lines,
  wms.keep_collection,
  wms.keep_columns,
  wms.keep_pool,
  wms.keep_stocked_location,
  wms.keep_system_barcode,
  wms.keep_zone_quality,
  wms.leave_picking_lists,
  wms.ledger_digest,
  wms.location_is_empty,
  wms.lock_accounts,
  wms.lock_stock,
  wms.locked_stock,
  wms.logos_of,
  wms.next_numbers,
  wms.next_turn,
  wms.number_is_in_range,
  wms.open_session,
  wms.open_tenants,
  wms.paid_until,
  wms.post_money,
  wms.post_stock,
  wms.posting_key,
  wms.redeem_link,
  wms.redeem_sso_code,
  wms.refill_satellite,
  wms.refund_attempt,
  wms.register,
  wms.reset_address,
  wms.reset_password,
  wms.reward_inviter,
  wms.satellites,
  wms.seal_day,
  wms.session_of,
  wms.set_cycle_anchor,
  wms.set_logo,
  wms.set_once,
  wms.set_password,
  wms.store_code,
  wms.system_account,
  wms.tenant_now,
  wms.touch_session,
  wms.unreferenced_keys,
  wms.update_permissions,
  wms.warehouse_today
to tally_app;
grant execute on function wms.tenant_now, wms.business_now, wms.company_status, wms.paid_until, wms.due_at, wms.ledger_digest to tally_auditor;
