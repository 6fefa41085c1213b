-- Blocks a stock row that does not match its flows, and unblocks it again.
create or replace function wms.block_stock(stock_id bigint, because text) returns void
language plpgsql security definer set search_path = wms, pg_temp as $$
begin
  update stock s set blocked_because = because where s.tenant_id = tenant_now() and s.id = stock_id;
end $$;
