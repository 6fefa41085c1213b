-- Columns are listed one by one, so that a later column leaves old seals valid.
create or replace function wms.ledger_digest(tenant bigint, book text, d date, prior bytea, out entries bigint, out digest bytea)
language plpgsql stable set search_path = wms, pg_temp set timezone = 'UTC' set datestyle = 'ISO, YMD' as $$
begin
  if book = 'stock_flows' then
    select count(*), sha256(coalesce(prior, '') || string_agg(sha256(convert_to(row(f.stock_id, f.seq, f.flow_type, f.source_type,
      f.source_id, f.source_line, f.source_no, f.location_id, f.customer_id, f.product_id, f.d_on_hand, f.d_allocated, f.d_frozen,
      f.on_hand_after, f.allocated_after, f.frozen_after, f.reason, f.actor_id, f.at)::text, 'UTF8')), '' order by f.stock_id, f.seq))
    into entries, digest from stock_flows f
    where f.tenant_id = tenant and f.at >= d::timestamptz and f.at < (d + 1)::timestamptz;
  elsif book = 'balance_flows' then
    select count(*), sha256(coalesce(prior, '') || string_agg(sha256(convert_to(row(f.customer_id, f.seq, f.log_type, f.business, f.amount,
      f.balance_after, f.frozen_after, f.credit_after, f.source_type, f.source_id, f.source_no, f.source_line, f.hold_id, f.reason,
      f.actor_id, f.at)::text, 'UTF8')), '' order by f.customer_id, f.seq))
    into entries, digest from balance_flows f
    where f.tenant_id = tenant and f.at >= d::timestamptz and f.at < (d + 1)::timestamptz;
  else
    select count(*), sha256(coalesce(prior, '') || string_agg(sha256(convert_to(row(a.id, a.at, a.account_id, a.login_account, a.ip,
      a.request_id, a.action, a.object_type, a.object_id, a.object_no, a.before, a.after, a.reason)::text, 'UTF8')), '' order by a.id))
    into entries, digest from audit_log a
    where a.tenant_id = tenant and a.at >= d::timestamptz and a.at < (d + 1)::timestamptz;
  end if;
end $$;
