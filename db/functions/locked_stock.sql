-- Locks the stock of some products in id order and returns its ids. A row that is added while this waits for
-- another's lock is locked too unless someone else has it by then: to wait for it would be out of order.
create or replace function wms.locked_stock(products bigint[]) returns setof bigint
language plpgsql security definer set search_path = wms, pg_temp as $$
begin
  perform 1 from stock s where s.tenant_id = tenant_now() and s.product_id = any (products) and s.on_hand > 0 order by s.id for no key update;
  return query
    select s.id from stock s where s.tenant_id = tenant_now() and s.product_id = any (products) and s.on_hand > 0
    for no key update skip locked;
end $$;
