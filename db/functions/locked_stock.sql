-- Locks the stock of some products in id order and returns its ids. A row that is added while this waits for
-- another's lock stays unlocked and is not among them.
create or replace function wms.locked_stock(products bigint[]) returns setof bigint
language sql volatile security definer set search_path = wms, pg_temp as $$
  select s.id from stock s where s.tenant_id = tenant_now() and s.product_id = any (products) and s.on_hand > 0 order by s.id for no key update
$$;
