-- Blocks the account of a customer that does not match its flows, and unblocks it again.
create or replace function wms.block_account(customer bigint, because text) returns void
language plpgsql security definer set search_path = wms, pg_temp as $$
begin
  update customer_accounts a set blocked_because = because where a.tenant_id = tenant_now() and a.customer_id = customer;
end $$;
